// New ids: their order while the clock goes on, stands still and steps back, their time, and what a
// source of a test changes.

package base62id_test

import (
	"bytes"
	"errors"
	"io"
	"math/big"
	"strings"
	"testing"
	"time"

	"placeholder.invalid/base62id/clients/go/base62id"
	"placeholder.invalid/base62id/clients/go/base62id/base62idtest"
)

func date(year int) time.Time { return time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC) }

func yearOf(id UserID) int {
	made, _ := id.Timestamp()
	return made.Year()
}

func TestOneWrongReadingOfTheClockDoesNotLast(t *testing.T) {
	real := date(2026)
	now := real
	base62idtest.Use(t, func() time.Time { return now }, nil)
	before := base62id.Generate[user]()
	now = date(2100)
	if year := yearOf(base62id.Generate[user]()); year != 2100 {
		t.Error(year)
	}
	now = real
	after := base62id.Generate[user]()
	if yearOf(after) != 2026 || after == before {
		t.Error(before, after)
	}
	now = date(2020) // a test's frozen time
	if year := yearOf(base62id.Generate[user]()); year != 2020 {
		t.Error(year)
	}
}

func TestIDsAscendWhereTheClockStepsBack(t *testing.T) {
	now := date(2026)
	base62idtest.Use(t, func() time.Time { return now }, nil)
	last, lastULID := base62id.Generate[user](), base62id.Generate[base62id.ULID]()
	// Milliseconds: the clock is never ten seconds behind its latest reading.
	for _, step := range []time.Duration{0, 0, -1, -9_998, 5_000, -5_000, 4_999, 1, 0} {
		now = now.Add(step * time.Millisecond)
		for i := 0; i < 100; i++ {
			next, nextULID := base62id.Generate[user](), base62id.Generate[base62id.ULID]()
			if next.Compare(last) <= 0 || nextULID.Compare(lastULID) <= 0 {
				t.Fatal(step, last, next, lastULID, nextULID)
			}
			last, lastULID = next, nextULID
		}
	}
	now = now.Add(-10_001 * time.Millisecond)
	if next := base62id.Generate[user](); next.Compare(last) >= 0 {
		t.Error("does not follow a clock that steps back by more than ten seconds", last, next)
	}
}

func TestTheSameTimeAndSeedMakeTheSameIDs(t *testing.T) {
	some := func() (made []string) {
		t.Run("some", func(t *testing.T) {
			base62idtest.Use(t, base62idtest.At(date(2026)), base62idtest.Seeded(7))
			at, err := base62id.GenerateAt[user](date(2020), nil)
			made = []string{
				base62id.Generate[user]().String(), base62id.Generate[user]().String(),
				base62id.Generate[base62id.ULID]().String(), base62id.Generate[base62id.Base62ID]().String(),
				at.String(), base62id.GenerateUUID().String(),
			}
			if err != nil {
				t.Error(err)
			}
		})
		return made
	}
	first, second := some(), some()
	if strings.Join(first, " ") != strings.Join(second, " ") {
		t.Error(first, second)
	}
	seen := map[string]bool{}
	for _, id := range first {
		seen[id] = true
	}
	if len(seen) != len(first) {
		t.Error(first)
	}
	now, _ := base62id.Generate[user]().Timestamp()
	if age := time.Since(now); age.Abs() > time.Minute {
		t.Error("the source outlives its test", now)
	}
}

func TestGenerateAt(t *testing.T) {
	before := base62id.Generate[user]()
	at := time.Date(2120, 2, 2, 0, 0, 0, 123456789, time.FixedZone("", 3600))
	for i := 0; i < 3; i++ {
		id, err := base62id.GenerateAt[user](at, nil)
		made, known := id.Timestamp()
		if err != nil || !known || !made.Equal(at.Truncate(time.Millisecond)) {
			t.Error(id, made, err)
		}
	}
	// Five seconds: what is more than ten ahead of the clock would not be believed anyway.
	soon, _ := base62id.GenerateAt[user](time.Now().Add(5*time.Second), nil)
	after := base62id.Generate[user]()
	if after.Compare(before) <= 0 || after.Compare(soon) >= 0 {
		t.Error("it has changed what is made next", after)
	}
	// All ten octets, and no more of them.
	reader := bytes.NewReader([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	id, err := base62id.GenerateAt[user](time.UnixMilli(0), reader)
	uuid, _ := id.UUID()
	if err != nil || uuid.String() != "00000000-0000-7fff-bfff-ffffffffffff" || reader.Len() != 1 {
		t.Error(uuid, err)
	}
	// A time has 48 bits: milliseconds since 1970.
	for _, good := range []time.Time{time.UnixMilli(0), time.UnixMilli(1<<48 - 1)} {
		if _, err := base62id.GenerateAt[user](good, nil); err != nil {
			t.Error(good, err)
		}
	}
	for _, wrong := range []time.Time{{}, time.UnixMilli(-1), time.Unix(0, -1), time.UnixMilli(1 << 48), time.Unix(1<<62, 0), time.Unix(-1<<62, 0)} {
		if id, err := base62id.GenerateAt[user](wrong, nil); !errors.Is(err, base62id.ErrTime) || !id.IsZero() {
			t.Error(wrong, id, err)
		}
	}
	if _, err := base62id.GenerateAt[user](at, strings.NewReader("short")); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
}

func TestWhatTheServerAloneGenerates(t *testing.T) {
	panics(t, "masked", func() { base62id.Generate[member]() })
	panics(t, "Numbers", func() { base62id.Generate[invoice]() })
	panics(t, "the server generates a uid11", func() { base62id.Generate[base62id.XID]() })
	panics(t, "the server generates a baseuid", func() { base62id.Generate[base62id.BaseUID]() })
	panics(t, "type prefix", func() { base62id.Generate[base62id.TypeID]() })
	if _, err := base62id.GenerateAt[member](date(2020), nil); err == nil {
		t.Error("a masked id")
	}
}

func TestTheClockOutsideOfWhatAnIDHas(t *testing.T) {
	now := time.UnixMilli(-1)
	base62idtest.Use(t, func() time.Time { return now }, nil)
	panics(t, "the clock is wrong", func() { base62id.Generate[user]() })
	now = time.UnixMilli(1 << 48)
	panics(t, "the clock is wrong", func() { base62id.Generate[user]() })
}

func TestOverflowGoesOnToTheNextMillisecond(t *testing.T) {
	full := bytes.Repeat([]byte{0xff}, 200) // the first id is the last one of its millisecond
	base62idtest.Use(t, base62idtest.At(date(2026)), bytes.NewReader(full))
	first, second := base62id.Generate[user](), base62id.Generate[user]()
	firstULID, secondULID := base62id.Generate[base62id.ULID](), base62id.Generate[base62id.ULID]()
	made, _ := second.Timestamp()
	madeULID, _ := secondULID.Timestamp()
	next := date(2026).Add(time.Millisecond)
	if first.Compare(second) >= 0 || !made.Equal(next) || firstULID.Compare(secondULID) >= 0 || !madeULID.Equal(next) {
		t.Error(first, second, firstULID, secondULID)
	}
}

// The differences of ids that are made one after the other.
func differences(ids ...base62id.UUID) (found []*big.Int) {
	for i := 1; i < len(ids); i++ {
		before, after := new(big.Int).SetBytes(ids[i-1][:]), new(big.Int).SetBytes(ids[i][:])
		found = append(found, after.Sub(after, before))
	}
	return found
}

func TestULIDsOfAMillisecondAreOneApart(t *testing.T) {
	base62idtest.Use(t, base62idtest.At(date(2026)), base62idtest.Seeded(7))
	first, _ := base62id.Generate[base62id.ULID]().UUID()
	second, _ := base62id.Generate[base62id.ULID]().UUID()
	if step := differences(first, second)[0]; step.Cmp(big.NewInt(1)) != 0 {
		t.Error(first, second, step)
	}
}

// That all of 20 steps are 1 comes by chance once in 2^640 times.
func TestUUIDsOfAMillisecondAreARandomStepApart(t *testing.T) {
	base62idtest.Use(t, base62idtest.At(date(2026)), nil)
	made := make([]base62id.UUID, 21)
	for i := range made {
		made[i] = base62id.GenerateUUID()
	}
	for _, step := range differences(made...) {
		if step.Cmp(big.NewInt(1)) != 0 {
			return
		}
	}
	t.Error("whoever has seen one UUID knows the next", made)
}

func TestGoroutines(t *testing.T) {
	const workers, each = 8, 2000
	made := make(chan string, workers*each)
	done := make(chan bool)
	for i := 0; i < workers; i++ {
		go func() {
			last := UserID{}
			for i := 0; i < each; i++ {
				id := base62id.Generate[user]()
				if id.Compare(last) <= 0 {
					t.Error(last, id)
				}
				made <- id.String()
				last = id
			}
			done <- true
		}()
	}
	for i := 0; i < workers; i++ {
		<-done
	}
	close(made)
	seen := map[string]bool{}
	for id := range made {
		seen[id] = true
	}
	if len(seen) != workers*each {
		t.Error(len(seen))
	}
}
