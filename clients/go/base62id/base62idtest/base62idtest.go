// Package base62idtest gives the ids that a test makes another clock and other random octets.
//
//	func TestOrder(t *testing.T) {
//		at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
//		base62idtest.Use(t, base62idtest.At(at), base62idtest.Seeded(42))
//		id := base62id.Generate[user]() // user_01kdvdna00fst82n246qv91h94
//	}
//
// Ids that the server makes, as the default of a column, stay those of its own clock.
package base62idtest

import (
	"io"
	"testing"
	"time"

	"placeholder.invalid/base62id/clients/go/base62id/internal/source"
)

// Use has all ids of the process made of this clock and these random octets until the test ends.
// Either may be nil: then it is the system's. What was made before does not matter to these ids,
// nor these to what is made after. It is not for tests that run in parallel.
func Use(t testing.TB, now func() time.Time, random io.Reader) {
	t.Helper()
	before := source.Install(&source.Source{Now: now, Random: random})
	t.Cleanup(func() { source.Install(before) })
}

// At is a clock that stands still.
func At(at time.Time) func() time.Time {
	return func() time.Time { return at }
}

// Seeded gives the same octets for the same seed, in the clients of all languages: it is for tests,
// and for nothing else. The conformance kit defines it.
func Seeded(seed uint32) io.Reader {
	s := seeded{seed ^ 0x9e3779b9}
	if s.state == 0 {
		s.state = 1
	}
	for i := 0; i < 16; i++ {
		s.octet()
	}
	return &s
}

type seeded struct{ state uint32 }

// An xorshift of 32 bits.
func (s *seeded) octet() byte {
	s.state ^= s.state << 13
	s.state ^= s.state >> 17
	s.state ^= s.state << 5
	return byte(s.state >> 24)
}

// Read fills all of it.
func (s *seeded) Read(octets []byte) (int, error) {
	for i := range octets {
		octets[i] = s.octet()
	}
	return len(octets), nil
}
