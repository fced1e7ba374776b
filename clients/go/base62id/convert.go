package base62id

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"
)

// What adapters and other programs that know their kinds only when they run call: ids are strings.

// Parse gives the canonical text of an id, as the input of the id type on the server does.
func (k *Kind) Parse(text string) (string, error) {
	r, err := k.read(text)
	if err != nil {
		return "", err
	}
	return k.canonical(&r), nil
}

// Is says whether this is the canonical text of an id, which [Kind.Parse] gives back unchanged.
func (k *Kind) Is(text string) bool {
	r, err := k.read(text)
	return err == nil && k.canonical(&r) == text
}

// hasUUIDs refuses a kind whose ids have no UUID, or one that the server alone knows.
func (k *Kind) hasUUIDs() error {
	if !k.format.storesUUID() {
		return fmt.Errorf("base62id: a %s is no UUID", k)
	}
	if k.masked {
		return fmt.Errorf("base62id: the server alone knows the UUID of a masked %s", k)
	}
	return nil
}

// ToUUID gives the UUID of an id.
func (k *Kind) ToUUID(id string) (UUID, error) {
	if err := k.hasUUIDs(); err != nil {
		return UUID{}, err
	}
	r, err := k.read(id)
	if err != nil {
		return UUID{}, err
	}
	return uuidOf(r.high, r.low), nil
}

// FromUUID gives the id of a UUID, in the array type of whichever package.
func (k *Kind) FromUUID(uuid [16]byte) (string, error) {
	if err := k.hasUUIDs(); err != nil {
		return "", err
	}
	high, low := wordsOf(uuid)
	return k.format.text(k.lead, high, low), nil
}

// ToColumn gives what a column of core's uuid is sent for an id.
func (k *Kind) ToColumn(id string) (UUID, error) { return k.ToUUID(id) }

// FromColumn gives the id of what such a column gives: a UUID, its text or its octets or, where the
// column has been converted to the id type, an id.
func (k *Kind) FromColumn(value any) (string, error) {
	if err := k.hasUUIDs(); err != nil {
		return "", err
	}
	switch value := value.(type) {
	case [16]byte:
		return k.FromUUID(value)
	case UUID:
		return k.FromUUID(value)
	case []byte:
		if len(value) == 16 {
			return k.FromUUID(*(*[16]byte)(value))
		}
		if len(value) > longest {
			return k.parseBytes(value)
		}
		return k.fromColumnText(string(value))
	case string:
		return k.fromColumnText(value)
	}
	return "", k.notText(value)
}

func (k *Kind) fromColumnText(text string) (string, error) {
	if high, low, ok := uuidFormat.read(text); ok {
		return k.format.text(k.lead, high, low), nil
	}
	return k.Parse(text)
}

func (k *Kind) notText(value any) error {
	if value == nil {
		const reason = "it is NULL, which goes into a pointer to an id, or an sql.Null of one"
		return &InvalidIDError{Kind: k.String(), Reason: reason}
	}
	return &InvalidIDError{Kind: k.String(), Reason: fmt.Sprintf("a %T is none", value)}
}

// Octets gives what PostgreSQL sends and receives for an id in binary.
func (k *Kind) Octets(id string) ([]byte, error) {
	r, err := k.read(id)
	if err != nil {
		return nil, err
	}
	return append([]byte(r.prefix), k.format.octets(r.high, r.low)...), nil
}

// FromOctets gives the id of what PostgreSQL sends and receives in binary.
func (k *Kind) FromOctets(octets []byte) (string, error) {
	lead := k.lead
	if k == typeIDKind && len(octets) > k.format.size && len(octets) <= longest {
		prefix := string(octets[:len(octets)-k.format.size])
		if !isTypeIDPrefix(prefix) {
			return "", k.prefixFault(prefix, "")
		}
		lead = prefix + "_"
		octets = octets[len(prefix):]
	}
	if len(octets) != k.format.size {
		reason := fmt.Sprintf("%d octets, not %d", len(octets), k.format.size)
		return "", &InvalidIDError{Kind: k.String(), Reason: reason}
	}
	high, low := k.format.words(octets)
	return k.format.text(lead, high, low), nil
}

const (
	// The milliseconds since 1970 with which an xid begins to count.
	xidEpoch = 1321009871111
	// An xid has the time before so many bits of a counter.
	xidCounterBits = 22
)

// Timestamp says when an id was made. It is false where the id's UUID is not of version 7.
func (k *Kind) Timestamp(id string) (made time.Time, known bool, err error) {
	r, err := k.read(id)
	if err != nil {
		return made, false, err
	}
	switch k {
	case xidKind:
		return time.UnixMilli(int64(r.low>>xidCounterBits) + xidEpoch).UTC(), true, nil
	case baseUIDKind:
		// 48 bits of the nanoseconds since 1970 without their last 15, before 72 others.
		octets := k.format.octets(r.high, r.low)
		units := binary.BigEndian.Uint64(octets) >> 16
		return time.UnixMicro(int64(units << 15 / 1000)).UTC(), true, nil
	case ulidKind:
		return time.UnixMilli(int64(r.high >> 16)).UTC(), true, nil
	}
	if !k.format.storesUUID() || k.masked || !isVersion(7, r.high, r.low) {
		return made, false, nil
	}
	return time.UnixMilli(int64(r.high >> 16)).UTC(), true, nil
}

// PrefixRange gives, for a search over a column of core's uuid, the UUIDs of the first and of the
// last id that begins with a text, both inclusive. It is false where no id does.
func (k *Kind) PrefixRange(text string) (first, last UUID, ok bool) {
	if len(text) > longest || k.hasUUIDs() != nil {
		return first, last, false
	}
	beginning := ""
	if strings.HasPrefix(text, k.lead) {
		beginning = text[len(k.lead):]
	} else if !strings.HasPrefix(k.lead, text) {
		return first, last, false
	}
	f := k.format
	if len(beginning) > f.length {
		return first, last, false
	}
	for i := 0; i < len(beginning); i++ {
		if !f.fits(i, beginning[i]) {
			return first, last, false
		}
	}
	from := f.canonical(beginning + f.lowest[len(beginning):])
	to := f.canonical(beginning + f.highest[len(beginning):])
	if from < f.first {
		from = f.first
	}
	if to > f.last {
		to = f.last
	}
	if from > to {
		return first, last, false
	}
	high, low, _ := f.read(from)
	first = uuidOf(high, low)
	high, low, _ = f.read(to)
	return first, uuidOf(high, low), true
}

// Pattern is a regular expression for JSON Schema. Every text that [Kind.Parse] reads without
// quotes matches, and of some notations a few that it refuses.
func (k *Kind) Pattern() string {
	pattern := k.lead + k.format.pattern
	if k == typeIDKind {
		pattern = "(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?" + pattern
	}
	if k.acceptUUID {
		pattern = "(?:" + pattern + "|" + uuidFormat.pattern + ")"
	}
	return "^" + pattern + "$"
}
