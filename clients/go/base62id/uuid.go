package base62id

import (
	"database/sql/driver"
	"fmt"
)

// UUID is a UUID, which converts to and from the UUID types of other packages.
type UUID [16]byte

// ParseUUID reads a UUID's own text, 36 characters with hyphens.
func ParseUUID(text string) (UUID, error) {
	if high, low, ok := uuidFormat.read(text); ok {
		return uuidOf(high, low), nil
	}
	return UUID{}, uuidFormat.fault("uuid", text, text)
}

// String gives the UUID's own text.
func (u UUID) String() string {
	high, low := wordsOf(u)
	return uuidFormat.text("", high, low)
}

// MarshalText gives the UUID's own text.
func (u UUID) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalText reads the UUID's own text.
func (u *UUID) UnmarshalText(text []byte) (err error) {
	*u, err = ParseUUID(string(text))
	return err
}

// Value is what a driver sends: the UUID's own text.
func (u UUID) Value() (driver.Value, error) { return u.String(), nil }

// Scan reads what a driver got from a column of core's uuid: the UUID's own text, or its 16 bytes.
// NULL is an error: it goes into a pointer to a UUID, or an sql.Null of one.
func (u *UUID) Scan(value any) error {
	switch value := value.(type) {
	case string:
		return u.scanText(value)
	case [16]byte:
		*u = value
		return nil
	case []byte:
		if len(value) == len(u) {
			*u = *(*UUID)(value)
			return nil
		}
		return u.scanText(string(value))
	case nil:
		const reason = "it is NULL, which goes into a pointer to a UUID, or an sql.Null of one"
		return &InvalidIDError{Kind: "uuid", Reason: reason}
	}
	return &InvalidIDError{Kind: "uuid", Reason: fmt.Sprintf("a %T is none", value)}
}

// scanText keeps what is there where the text is not a UUID's.
func (u *UUID) scanText(text string) error {
	read, err := ParseUUID(text)
	if err == nil {
		*u = read
	}
	return err
}
