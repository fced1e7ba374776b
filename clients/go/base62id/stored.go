package base62id

import (
	"database/sql/driver"
	"time"
)

// StoredID is an [ID] over a column of core's uuid, or of the id type that accepts UUIDs: drivers
// send the UUID and read either. The kind is one of UUIDs that are not masked. It converts to and
// from the ID:
//
//	id := base62id.StoredID[user](base62id.Generate[user]())
//
// [Parse], Scan and JSON refuse a text of another kind, and the compiler a StoredID of another kind
// wherever a type says which one it wants. The arguments of a query are of type any: there a
// StoredID of any kind compiles, and a column of uuid gets its UUID. A search finds no row, and an
// INSERT writes it. Let a function with a parameter of your type stand before each query. Over a
// column of an id type base62idpgx.Register refuses another kind.
type StoredID[K Of] struct{ text canonical[K] }

// String is the id's text.
func (id StoredID[K]) String() string { return string(id.text) }

// IsZero says that there is no id; encoding/json's omitzero asks it.
func (id StoredID[K]) IsZero() bool { return id.text == "" }

// Compare orders ids as the server does, for slices.SortFunc.
func (id StoredID[K]) Compare(other StoredID[K]) int { return ID[K](id).Compare(ID[K](other)) }

// UUID is the id's UUID. It is an error where there is no id.
func (id StoredID[K]) UUID() (UUID, error) { return ID[K](id).UUID() }

// Timestamp says when the id was made, and is false where it does not say so.
func (id StoredID[K]) Timestamp() (made time.Time, known bool) { return ID[K](id).Timestamp() }

// MarshalText gives the id's text.
func (id StoredID[K]) MarshalText() ([]byte, error) { return ID[K](id).MarshalText() }

// UnmarshalText reads an id by [Parse].
func (id *StoredID[K]) UnmarshalText(text []byte) error { return (*ID[K])(id).UnmarshalText(text) }

// MarshalJSON gives the id's text as a string, and null where there is no id.
func (id StoredID[K]) MarshalJSON() ([]byte, error) { return ID[K](id).MarshalJSON() }

// Value is what a driver sends: the UUID's own text, and NULL where there is no id.
func (id StoredID[K]) Value() (driver.Value, error) {
	if id.IsZero() {
		return nil, nil
	}
	uuid, err := kindOf[K]().ToColumn(string(id.text))
	if err != nil {
		return nil, err
	}
	return uuid.String(), nil
}

// Scan reads what a driver got from a column of uuid or of the id type. NULL is an error: it goes
// into a pointer to a StoredID, or an sql.Null of one.
func (id *StoredID[K]) Scan(value any) error {
	text, err := kindOf[K]().FromColumn(value)
	if err == nil {
		id.text = canonical[K](text)
	}
	return err
}

// GormDataType is the type of the column in GORM's migrations.
func (StoredID[K]) GormDataType() string { return "uuid" }

// TableName is as that of [ID].
func (StoredID[K]) TableName() string { panic(errNoModel) }
