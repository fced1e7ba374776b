package base62id

import (
	"fmt"
	"strings"
)

// A Kind is what ids identify, as the id type on the server was created: its type prefix and its
// notation. [NewKind] and [MustKind] make it; the systems have theirs.
type Kind struct {
	prefix string
	// The prefix and its underscore.
	lead       string
	format     *format
	masked     bool
	acceptUUID bool
	// A system's, which is not made by NewKind.
	system string
}

// An Option is how a kind differs from one of TypeIDs.
type Option func(*Kind) error

// Notation is how the suffix is written: "typeid", "ulid", "base62id", "base64uuid", "uuid", "hex"
// or, of numbers, "uid11".
func Notation(name string) Option {
	return func(k *Kind) error {
		for _, f := range notations {
			if f.name == name {
				k.format = f
				return nil
			}
		}
		names := make([]string, len(notations))
		for i, f := range notations {
			names[i] = f.name
		}
		return fmt.Errorf("there is no notation %.100q, but: %s", name, strings.Join(names, ", "))
	}
}

// Masked is of an id type with a mask key: the server alone generates its ids and knows their
// UUIDs.
func Masked() Option {
	return func(k *Kind) error {
		k.masked = true
		return nil
	}
}

// AcceptUUID is of an id type that reads UUIDs' own texts, too.
func AcceptUUID() Option {
	return func(k *Kind) error {
		k.acceptUUID = true
		return nil
	}
}

// NewKind makes a kind, and says what is wrong with its definition.
func NewKind(prefix string, options ...Option) (*Kind, error) {
	k := &Kind{prefix: prefix, format: typeIDFormat}
	for _, option := range options {
		if err := option(k); err != nil {
			return nil, fmt.Errorf("base62id: kind %.100q: %w", prefix, err)
		}
	}
	if prefix == "" || !k.format.takesPrefix(prefix) {
		return nil, fmt.Errorf("base62id: kind %.100q: %s", prefix, k.format.prefixRule())
	}
	if k.acceptUUID && k.masked {
		return nil, fmt.Errorf("base62id: kind %q: a masked id type does not accept UUIDs", prefix)
	}
	if k.acceptUUID && !k.format.storesUUID() {
		return nil, fmt.Errorf("base62id: kind %q: numbers are no UUIDs to accept", prefix)
	}
	k.lead = prefix + "_"
	return k, nil
}

// MustKind is [NewKind] for variables of a package: it panics where that has an error.
func MustKind(prefix string, options ...Option) *Kind {
	k, err := NewKind(prefix, options...)
	if err != nil {
		panic(err)
	}
	return k
}

// Prefix is the type prefix, and empty of a system. So it is of [TypeID], whose ids have a prefix
// each: the text before an id's last underscore.
func (k *Kind) Prefix() string { return k.prefix }

// Notation is the name of the notation, and of a system its own.
func (k *Kind) Notation() string { return k.format.name }

// Masked says whether the ids are masked.
func (k *Kind) Masked() bool { return k.masked }

// AcceptsUUID says whether [Kind.Parse] reads UUIDs' own texts, too.
func (k *Kind) AcceptsUUID() bool { return k.acceptUUID }

// String describes the kind for messages, as "user id (typeid)".
func (k *Kind) String() string {
	if k.system != "" {
		return k.system
	}
	return k.prefix + " id (" + k.format.name + ")"
}

// takesPrefix says whether a type prefix can stand before this notation: TypeID's specification has
// small letters and underscores, the other notations take what people have.
func (f *format) takesPrefix(prefix string) bool {
	if f == typeIDFormat {
		return isTypeIDPrefix(prefix)
	}
	if prefix == "" || len(prefix) > 63 || !isLetter(prefix[0]) || prefix[len(prefix)-1] == '_' {
		return false
	}
	for i := 0; i < len(prefix); i++ {
		c := prefix[i]
		if !isLetter(c) && c != '_' && (c < '0' || '9' < c) {
			return false
		}
	}
	return true
}

func (f *format) prefixRule() string {
	if f == typeIDFormat {
		return "a type prefix has 1 to 63 characters, a to z and, inside, _"
	}
	return "a type prefix has 1 to 63 characters, letters, digits and _, " +
		"begins with a letter and does not end with _"
}

func isTypeIDPrefix(prefix string) bool {
	if prefix == "" || len(prefix) > 63 {
		return false
	}
	for i := 0; i < len(prefix); i++ {
		small := 'a' <= prefix[i] && prefix[i] <= 'z'
		if !small && (prefix[i] != '_' || i == 0 || i == len(prefix)-1) {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
