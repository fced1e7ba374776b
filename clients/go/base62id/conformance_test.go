package base62id_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"placeholder.invalid/base62id/clients/go/base62id"
	"placeholder.invalid/base62id/clients/go/base62id/base62idtest"
)

// Each test asks the cases of one file of the conformance kit, which all languages answer alike:
// conformance/README.md says what they have. The kit lies beside the clients in their repository, and
// not in the module.
func conformance(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "conformance", name))
	if errors.Is(err, os.ErrNotExist) && os.Getenv("BASE62ID_CONFORMANCE") == "" {
		t.Skip("there is no conformance kit beside the module")
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(name, err)
	}
}

type definition struct {
	System     string
	Prefix     string
	Notation   *string
	Masked     bool
	AcceptUUID bool
}

func (d definition) kind() (*base62id.Kind, error) {
	switch {
	case d.System == "xid":
		return base62id.System("uid11"), nil
	case d.System != "":
		return base62id.System(d.System), nil
	}
	var options []base62id.Option
	if d.Notation != nil {
		options = append(options, base62id.Notation(*d.Notation))
	}
	if d.Masked {
		options = append(options, base62id.Masked())
	}
	if d.AcceptUUID {
		options = append(options, base62id.AcceptUUID())
	}
	return base62id.NewKind(d.Prefix, options...)
}

// A type whose kind is that of the group of cases that is asked.
type asked struct{}

var askedKind *base62id.Kind

func (asked) Kind() *base62id.Kind { return askedKind }

type group[C any] struct {
	Kind  definition
	Key   string
	Cases []C
}

// eachCase asks all cases of a file, and says how many there were.
func eachCase[C any](t *testing.T, name string, least int, ask func(kind *base62id.Kind, key []byte, c C) string) {
	t.Helper()
	var groups []group[C]
	conformance(t, name, &groups)
	count := 0
	for _, g := range groups {
		kind, err := g.Kind.kind()
		if err != nil {
			t.Fatal(err)
		}
		var key []byte
		if g.Key != "" {
			if key, err = hex.DecodeString(g.Key); err != nil {
				t.Fatal(err)
			}
		}
		askedKind = kind
		for _, c := range g.Cases {
			count++
			if problem := ask(kind, key, c); problem != "" {
				t.Errorf("%s, %+v: %s", kind, c, problem)
			}
		}
	}
	if count < least {
		t.Errorf("%d cases", count)
	}
}

func TestConformanceDefinitions(t *testing.T) {
	var cases []struct {
		Kind  definition
		Valid bool
	}
	conformance(t, "definitions.json", &cases)
	for _, c := range cases {
		if _, err := c.Kind.kind(); (err == nil) != c.Valid {
			t.Errorf("%+v: %v", c.Kind, err)
		}
	}
	if len(cases) < 100 {
		t.Error(len(cases))
	}
}

func TestConformanceVectors(t *testing.T) {
	type vector struct {
		ID        string
		UUID      *string
		Timestamp *json.Number
	}
	eachCase(t, "vectors.json", 350, func(kind *base62id.Kind, _ []byte, c vector) string {
		id, err := base62id.Parse[asked](c.ID)
		if err != nil || id.String() != c.ID || !base62id.Is[asked](c.ID) {
			return fmt.Sprint("parse ", id, err)
		}
		quoted, err := base62id.Parse[asked](`"` + c.ID + `"`)
		if err != nil || quoted != id {
			return fmt.Sprint("parse in quotes ", quoted, err)
		}
		octets, err := kind.Octets(c.ID)
		again, err2 := kind.FromOctets(octets)
		if err != nil || err2 != nil || again != c.ID {
			return fmt.Sprint("octets ", again, err, err2)
		}
		if c.UUID != nil {
			uuid, err := id.UUID()
			if err != nil || uuid.String() != *c.UUID || base62id.FromUUID[asked](uuid) != id {
				return fmt.Sprint("UUID ", uuid, err)
			}
		}
		made, known := id.Timestamp()
		if wanted := c.Timestamp; wanted != nil && (!known || fmt.Sprint(made.UnixMilli()) != wanted.String()) {
			return fmt.Sprint("timestamp ", made, known)
		}
		// Not every language has the time of a ULID behind the year 9999.
		if c.Timestamp == nil && known && made.Year() < 10000 {
			return fmt.Sprint("timestamp ", made)
		}
		return ""
	})
}

func TestConformanceVerdicts(t *testing.T) {
	type verdict struct {
		Text string
		ID   *string
	}
	eachCase(t, "verdicts.json", 1500, func(kind *base62id.Kind, _ []byte, c verdict) string {
		id, err := base62id.Parse[asked](c.Text)
		if is := base62id.Is[asked](c.Text); is != (c.ID != nil && *c.ID == c.Text) {
			return fmt.Sprint("is ", is)
		}
		if c.ID != nil {
			if err != nil || id.String() != *c.ID {
				return fmt.Sprint("parse ", id, err)
			}
			return ""
		}
		var invalid *base62id.InvalidIDError
		if !errors.As(err, &invalid) || invalid.SQLState() != "22P02" || len(err.Error()) > 600 {
			return fmt.Sprint("parse ", id, err)
		}
		return ""
	})
}

func TestConformanceRanges(t *testing.T) {
	type prefixRange struct {
		Text        string
		First, Last *string
	}
	eachCase(t, "ranges.json", 900, func(kind *base62id.Kind, _ []byte, c prefixRange) string {
		first, last, ok := base62id.PrefixRange[asked](c.Text)
		if ok != (c.First != nil) || ok && (first.String() != *c.First || last.String() != *c.Last) {
			return fmt.Sprint(first, " ", last, ok)
		}
		return ""
	})
}

func TestConformanceNumbers(t *testing.T) {
	type number struct{ Number, ID string }
	eachCase(t, "numbers.json", 80, func(kind *base62id.Kind, key []byte, c number) string {
		numbers, err := base62id.NewNumbers[asked](key)
		if err != nil {
			return err.Error()
		}
		wanted, err := strconv.ParseInt(c.Number, 10, 64)
		if err != nil {
			return err.Error()
		}
		back, err := numbers.Decode(base62id.MustParse[asked](c.ID))
		if id := numbers.Encode(wanted); id.String() != c.ID || back != wanted || err != nil {
			return fmt.Sprint(id, back, err)
		}
		return ""
	})
}

func TestConformanceGenerated(t *testing.T) {
	type generated struct {
		At     json.Number
		Seed   *uint32
		Random string
		ID     string
	}
	eachCase(t, "generated.json", 100, func(kind *base62id.Kind, _ []byte, c generated) string {
		ms, err := c.At.Int64()
		if err != nil {
			return err.Error()
		}
		if c.Random == "" && c.Seed == nil {
			return "neither octets nor a seed"
		}
		if c.Random != "" {
			octets, err := hex.DecodeString(c.Random)
			if err != nil {
				return err.Error()
			}
			id, err := base62id.GenerateAt[asked](time.UnixMilli(ms), bytes.NewReader(octets))
			if err != nil || id.String() != c.ID {
				return fmt.Sprint("of octets ", id, err)
			}
		}
		if c.Seed != nil {
			id, err := base62id.GenerateAt[asked](time.UnixMilli(ms), base62idtest.Seeded(*c.Seed))
			if err != nil || id.String() != c.ID {
				return fmt.Sprint("of a seed ", id, err)
			}
		}
		return ""
	})
}

func TestConformanceClock(t *testing.T) {
	var cases []struct {
		Name  string
		Steps []struct {
			Now, Timestamp int64
			Ascends        bool
		}
	}
	conformance(t, "clock.json", &cases)
	for _, system := range []definition{{Prefix: "user"}, {System: "ulid"}} {
		kind, err := system.kind()
		if err != nil {
			t.Fatal(err)
		}
		askedKind = kind
		for _, c := range cases {
			t.Run(kind.String()+", "+c.Name, func(t *testing.T) {
				var now int64
				base62idtest.Use(t, func() time.Time { return time.UnixMilli(now) }, nil)
				var last base62id.ID[asked]
				for i, step := range c.Steps {
					now = step.Now
					id := base62id.Generate[asked]()
					made, _ := id.Timestamp()
					if made.UnixMilli() != step.Timestamp || (id.Compare(last) > 0) != step.Ascends {
						t.Errorf("step %d: %s behind %s", i, id, last)
					}
					last = id
				}
			})
		}
	}
	if len(cases) < 5 {
		t.Error(len(cases))
	}
}

func TestConformancePatterns(t *testing.T) {
	var cases []struct {
		Kind    definition
		Pattern string
	}
	conformance(t, "patterns.json", &cases)
	for _, c := range cases {
		kind, err := c.Kind.kind()
		if err != nil || kind.Pattern() != c.Pattern {
			t.Errorf("%+v: %v, %v", c.Kind, kind, err)
			continue
		}
		if id, err := kind.Generate(); err == nil && !regexp.MustCompile(c.Pattern).MatchString(id) {
			t.Error(id, c.Pattern)
		}
	}
	if len(cases) < 20 {
		t.Error(len(cases))
	}
}
