package base62id

import "database/sql/driver"

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
