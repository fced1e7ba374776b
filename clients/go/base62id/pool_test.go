// The pool of random octets, of which a generator takes those of its ids.

package base62id

import (
	"bytes"
	"testing"

	"placeholder.invalid/base62id/clients/go/base62id/internal/source"
)

const drawnAt = 1_767_225_600_000 // the year 2026, in milliseconds

// drawn is a generator after its first octets, and these.
func drawn() (*generator, [randomOctets]byte) {
	g := newGenerator(source.Source{})
	var octets [randomOctets]byte
	g.random(octets[:], drawnAt)
	return g, octets
}

// A pool that is filled anew has the same octets by chance once in 2^8000 times.
func TestOctetsThatAreOldAreNotUsed(t *testing.T) {
	for _, age := range []int64{0, 1, randomAge, -randomAge} {
		g, octets := drawn()
		before := g.pool
		g.random(octets[:], drawnAt+age)
		if g.used != 2*randomOctets || !bytes.Equal(octets[:], before[randomOctets:2*randomOctets]) {
			t.Errorf("an age of %d ms: the octets are not those that were left", age)
		}
	}
	for _, age := range []int64{randomAge + 1, -randomAge - 1} {
		g, octets := drawn()
		before := g.pool
		g.random(octets[:], drawnAt+age)
		if g.used != randomOctets || g.filled != drawnAt+age || bytes.Equal(g.pool[g.used:], before[g.used:]) {
			t.Errorf("an age of %d ms: the pool is not filled anew", age)
		}
	}
}

func TestAnEmptyPoolIsFilledAnew(t *testing.T) {
	g, octets := drawn()
	for g.used+randomOctets <= len(g.pool) {
		g.random(octets[:], drawnAt)
	}
	g.random(octets[:], drawnAt)
	if g.used != randomOctets {
		t.Error(g.used)
	}
}

// Ten octets are all zero by chance once in 2^80 times.
func TestWhatWasHandedOutIsZeroed(t *testing.T) {
	g, octets := drawn()
	var zero [randomOctets]byte
	if octets == zero || !bytes.Equal(g.pool[:g.used], zero[:]) {
		t.Error(octets, g.pool[:g.used])
	}
	if next := g.pool[g.used : g.used+randomOctets]; bytes.Equal(next, zero[:]) {
		t.Error("what is left is zeroed too")
	}
}
