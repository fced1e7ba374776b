package base62id

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"sync"
	"time"

	"placeholder.invalid/base62id/clients/go/base62id/internal/source"
)

const (
	// An id has 48 bits of time, in milliseconds, and ten octets behind it. In a ULID all of these
	// are random; in a UUID 4 bits are its version and 2 its variant.
	timeLimit    = 1 << 48
	randomOctets = 10
	// Where the clock steps back by at most so many milliseconds, ids go on from the last one. A
	// clock that steps back by more was wrong before, or is a test's: ids follow it.
	stepBackLimit = 10_000
	// Octets that were drawn more than so many milliseconds ago are not used: where a running
	// machine is copied, both copies have what was drawn before, and would make the same ids of it.
	randomAge = 1_000
)

// A generator makes the ids of the process, or those of a test's source. A Go program does not
// fork.
type generator struct {
	sync.Mutex
	source source.Source
	uuids  ascending
	ulids  ascending
	// Random octets from the system's strong source, drawn at the millisecond filled. Those from
	// used on are left; those before it are zero.
	pool   [1024]byte
	used   int
	filled int64
}

// What was made last: a millisecond, and a number of two words that ascends within it.
type ascending struct {
	ms        int64
	high, low uint64
	// How many bits of the two words count: as many as are random in an id.
	highBits, lowBits uint
}

// numberOfUUID is for a UUID: of its ten octets, what is neither version nor variant.
func numberOfUUID(ms int64) ascending { return ascending{ms: ms, highBits: 12, lowBits: 62} }

// numberOfULID is for a ULID: all of its ten octets.
func numberOfULID(ms int64) ascending { return ascending{ms: ms, highBits: 16, lowBits: 64} }

func newGenerator(from source.Source) *generator {
	g := &generator{source: from}
	if g.source.Now == nil {
		g.source.Now = time.Now
	}
	g.used = len(g.pool)
	// Before every millisecond of a clock.
	g.uuids, g.ulids = numberOfUUID(-1), numberOfULID(-1)
	return g
}

var (
	own      = newGenerator(source.Source{})
	ofSource sync.Mutex
)

func currentGenerator() *generator {
	from := source.Current()
	if from == nil {
		return own
	}
	ofSource.Lock()
	defer ofSource.Unlock()
	if from.State == nil {
		from.State = newGenerator(*from)
	}
	return from.State.(*generator)
}

// random fills octets: from the pool or, for a test, from its reader.
func (g *generator) random(octets []byte, now int64) {
	if g.source.Random != nil {
		if _, err := io.ReadFull(g.source.Random, octets); err != nil {
			panic(fmt.Errorf("base62id: random octets: %w", err))
		}
		return
	}
	age := now - g.filled
	if g.used+len(octets) > len(g.pool) || age > randomAge || age < -randomAge {
		if _, err := rand.Read(g.pool[:]); err != nil {
			panic(fmt.Errorf("base62id: random octets: %w", err))
		}
		g.used, g.filled = 0, now
	}
	left := g.pool[g.used : g.used+len(octets)]
	g.used += copy(octets, left)
	for i := range left {
		left[i] = 0
	}
}

// next makes the next of these numbers. They ascend while the clock stands still or steps back a
// little, by a step of so many random octets and 1.
func (g *generator) next(made *ascending, stepOctets int) ascending {
	g.Lock()
	defer g.Unlock()
	now := g.source.Now().UnixMilli()
	// The last millisecond is kept for a number that overflows in the one before.
	if now < 0 || now >= timeLimit-1 {
		panic(fmt.Errorf("%w: the clock is wrong", ErrTime))
	}
	if now > made.ms || made.ms-now > stepBackLimit {
		made.ms = now
		g.begin(made, now)
		return *made
	}
	var step [8]byte
	g.random(step[:stepOctets], now)
	if made.add(1 + binary.LittleEndian.Uint64(step[:])) {
		made.ms++
		g.begin(made, now)
	}
	return *made
}

func (g *generator) begin(made *ascending, now int64) {
	var octets [randomOctets]byte
	g.random(octets[:], now)
	made.set(&octets)
}

func (a *ascending) set(random *[randomOctets]byte) {
	// The lowest bits of each word. Of 64 bits too: 1<<64 is 0, and 0-1 has all of them.
	a.high = uint64(binary.BigEndian.Uint16(random[:2])) & (1<<a.highBits - 1)
	a.low = binary.BigEndian.Uint64(random[2:]) & (1<<a.lowBits - 1)
}

// add says whether the number has become too large.
func (a *ascending) add(step uint64) bool {
	var carry uint64
	a.low, carry = bits.Add64(a.low, step, 0)
	if a.lowBits < 64 {
		carry = a.low >> a.lowBits
		a.low &= 1<<a.lowBits - 1
	}
	a.high += carry
	return a.high>>a.highBits != 0
}

// words gives the 128 bits of an id.
func (a *ascending) words() (high, low uint64) {
	if a.highBits == 16 {
		return uint64(a.ms)<<16 | a.high, a.low
	}
	const version, variant = 7 << 12, 2 << 62
	return uint64(a.ms)<<16 | version | a.high, variant | a.low
}

func nextUUID() (high, low uint64) {
	g := currentGenerator()
	// A random step keeps the next id from being guessed.
	made := g.next(&g.uuids, 4)
	return made.words()
}

// By the step of the ULID specification, and where that overflows on to the next millisecond.
func nextULID() (high, low uint64) {
	g := currentGenerator()
	made := g.next(&g.ulids, 0)
	return made.words()
}

// GenerateUUID makes a UUID of version 7. All that one process makes ascend strictly, with those in
// the ids of [Generate].
func GenerateUUID() UUID { return uuidOf(nextUUID()) }

// generates refuses a kind whose ids the server alone generates.
func (k *Kind) generates() error {
	switch {
	case k.masked:
		return fmt.Errorf("base62id: the server alone generates a masked %s", k)
	case k == typeIDKind:
		return fmt.Errorf("base62id: a new TypeID has a type prefix: make a kind of it")
	case !k.format.storesUUID():
		return fmt.Errorf("base62id: the server generates a %s; see Numbers", k)
	}
	return nil
}

// Generate makes a new id. It is an error where the server alone makes them.
func (k *Kind) Generate() (string, error) {
	if err := k.generates(); err != nil {
		return "", err
	}
	if k == ulidKind {
		high, low := nextULID()
		return k.format.text("", high, low), nil
	}
	high, low := nextUUID()
	return k.format.text(k.lead, high, low), nil
}

// GenerateAt is as [GenerateAt].
func (k *Kind) GenerateAt(at time.Time, random io.Reader) (string, error) {
	if err := k.generates(); err != nil {
		return "", err
	}
	seconds := at.Unix()
	if seconds < 0 || seconds > timeLimit/1000 || at.UnixMilli() >= timeLimit {
		return "", ErrTime
	}
	if random == nil {
		random = rand.Reader
		if from := source.Current(); from != nil && from.Random != nil {
			random = from.Random
		}
	}
	var octets [randomOctets]byte
	if _, err := io.ReadFull(random, octets[:]); err != nil {
		return "", fmt.Errorf("base62id: random octets: %w", err)
	}
	made := numberOfUUID(at.UnixMilli())
	if k == ulidKind {
		made = numberOfULID(at.UnixMilli())
	}
	made.set(&octets)
	high, low := made.words()
	return k.format.text(k.lead, high, low), nil
}
