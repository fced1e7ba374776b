package base62id

import (
	"errors"
	"fmt"
)

// InvalidIDError says why a value is not an id of the kind that was asked for. [Parse], Scan, and the
// decoders of JSON and text return it; errors.As finds it in what a driver wraps.
type InvalidIDError struct {
	// Kind names the kind: its type prefix and notation, or the system.
	Kind string
	// Text is what was given, as it was given, at most its beginning of a long one, and empty where
	// that was no text. You may show it to whoever gave it, escaped like any input; where it came out
	// of a column, it is what a row holds. Error quotes it, so that a log's line stays one line.
	Text string
	// Reason says what is wrong with it. Of the text it repeats at most a type prefix or a character.
	Reason string
	// Position is that of the character that is wrong, from 1 on, and 0 where none is.
	Position int
}

// Error says what is wrong, and where. It repeats no more than the first 100 characters of a text.
func (e *InvalidIDError) Error() string {
	if e.Text == "" {
		return fmt.Sprintf("base62id: invalid %s: %s", e.Kind, e.Reason)
	}
	return fmt.Sprintf("base62id: invalid %s %.100q: %s", e.Kind, e.Text, e.Reason)
}

// SQLState is the SQLSTATE that the server raises for such a text.
func (e *InvalidIDError) SQLState() string { return "22P02" }

// ErrTime is of a time that no id has.
var ErrTime = errors.New("base62id: the time of an id is between 1970 and 10889")
