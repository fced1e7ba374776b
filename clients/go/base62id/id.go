package base62id

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"
)

// Of names a kind in a type, so that ids of two kinds are of two types.
//
//	type user struct{}
//
//	func (user) Kind() *base62id.Kind { return userKind }
type Of interface{ Kind() *Kind }

func kindOf[K Of]() *Kind {
	var k K
	return k.Kind()
}

// The canonical text of an id of a kind: without the kind in it, ID[user] would convert to
// ID[order].
type canonical[K Of] string

// ID is a checked id of a kind; its zero value is none, and NULL to a column. Two of them are equal
// where the ids are. It goes into and comes out of a column of the id type, or of text.
type ID[K Of] struct{ text canonical[K] }

// Generate makes a new id. All that one process makes ascend while the clock stands still or steps
// back by up to ten seconds. It panics where the server alone generates ids of the kind: masked
// ones, numbers, BaseUid and xid.
func Generate[K Of]() ID[K] {
	text, err := kindOf[K]().Generate()
	if err != nil {
		panic(err)
	}
	return ID[K]{canonical[K](text)}
}

// GenerateAt makes an id of a time, for data of the past and for tests: it neither asks nor changes
// what [Generate] makes next, and is unique by 74 random bits. With nil the random octets are the
// system's; the same ten octets make the same id in the clients of all languages. The error is
// [ErrTime] or the reader's.
//
// Ten octets of zero make the first id of a time, the bound of a search for rows of a time, over a
// column of uuid as well:
//
//	first, err := base62id.GenerateAt[user](at, bytes.NewReader(make([]byte, 10))) // id >= $1
//
// Rows with UUIDs of gen_random_uuid() have no time: such a search finds them, or not, at random.
func GenerateAt[K Of](at time.Time, random io.Reader) (ID[K], error) {
	text, err := kindOf[K]().GenerateAt(at, random)
	return ID[K]{canonical[K](text)}, err
}

// Parse reads what the input of the id type on the server reads: an id, in one pair of double
// quotes, a ULID or hexadecimal digits in either case, a UUID's own text where the kind accepts it.
// The error is an [*InvalidIDError].
func Parse[K Of](text string) (ID[K], error) {
	read, err := kindOf[K]().Parse(text)
	return ID[K]{canonical[K](read)}, err
}

// MustParse is [Parse] for tests and constants: it panics where that has an error.
func MustParse[K Of](text string) ID[K] {
	id, err := Parse[K](text)
	if err != nil {
		panic(err)
	}
	return id
}

// Is says whether this is the canonical text of an id, which [Parse] gives back unchanged.
func Is[K Of](text string) bool { return kindOf[K]().Is(text) }

// FromUUID gives the id of a UUID, in the array type of whichever package. It panics where ids of
// the kind are no UUIDs, or are masked.
func FromUUID[K Of](uuid [16]byte) ID[K] {
	text, err := kindOf[K]().FromUUID(uuid)
	if err != nil {
		panic(err)
	}
	return ID[K]{canonical[K](text)}
}

// PrefixRange gives, for a search over a column of core's uuid, the UUIDs of the first and of the
// last id that begins with a text: WHERE id BETWEEN $1 AND $2. It is false where no id does. Over a
// column of the id type, WHERE id ^@ $1 needs no range.
func PrefixRange[K Of](text string) (first, last UUID, ok bool) {
	return kindOf[K]().PrefixRange(text)
}

// String is the id's text.
func (id ID[K]) String() string { return string(id.text) }

// IsZero says that there is no id; encoding/json's omitzero asks it.
func (id ID[K]) IsZero() bool { return id.text == "" }

// Compare orders ids as the server does, for slices.SortFunc.
func (id ID[K]) Compare(other ID[K]) int {
	return strings.Compare(string(id.text), string(other.text))
}

// UUID is the id's UUID. It is an error where there is no id, or where ids of the kind are no UUIDs
// or are masked.
func (id ID[K]) UUID() (UUID, error) { return kindOf[K]().ToUUID(string(id.text)) }

// Timestamp says when the id was made, and is false where it does not say so.
func (id ID[K]) Timestamp() (made time.Time, known bool) {
	made, known, _ = kindOf[K]().Timestamp(string(id.text))
	return made, known
}

// MarshalText gives the id's text, and so do query strings, flags, XML and the keys of maps.
func (id ID[K]) MarshalText() ([]byte, error) { return []byte(id.text), nil }

// UnmarshalText reads an id by [Parse].
func (id *ID[K]) UnmarshalText(text []byte) error {
	read, err := kindOf[K]().parseBytes(text)
	if err == nil {
		id.text = canonical[K](read)
	}
	return err
}

// MarshalJSON gives the id's text as a string, and null where there is no id.
func (id ID[K]) MarshalJSON() ([]byte, error) {
	if id.IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(string(id.text))
}

// Value is what a driver sends: the id's text, and NULL where there is no id.
func (id ID[K]) Value() (driver.Value, error) {
	if id.IsZero() {
		return nil, nil
	}
	return string(id.text), nil
}

// Scan reads what a driver got from a column. NULL is an error: it goes into a pointer to an ID, or
// an sql.Null of one.
func (id *ID[K]) Scan(value any) error {
	switch text := value.(type) {
	case string:
		read, err := Parse[K](text)
		if err == nil {
			*id = read
		}
		return err
	case []byte:
		return id.UnmarshalText(text)
	}
	return kindOf[K]().notText(value)
}

// TableName keeps GORM from taking a list of ids for models without fields, and so for no condition
// at all: db.Find(&users, ids) would find all rows. Write db.Find(&users, "id IN ?", ids).
func (ID[K]) TableName() string { panic(errNoModel) }

var errNoModel = errors.New(`base62id: ids are no models: write Find(&rows, "id IN ?", ids)`)
