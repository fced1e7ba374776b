// Prints CELL, PACKAGE and calls per second of CPU time, for scripts/bench-clients.
package main

import (
	"crypto/rand"
	"fmt"
	"syscall"
	"time"

	"github.com/google/uuid"
	oklog "github.com/oklog/ulid"
)

// So that no call is for nothing; of their types, as to make an interface of a value takes as long as half a call.
var (
	text   string
	octets [16]byte
	number int64
	yes    bool
	parsed oklog.ULID
)

func seconds(call func(), calls int) float64 {
	used := func() float64 {
		var u syscall.Rusage
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
	}
	begun := used()
	for i := 0; i < calls; i++ {
		call()
	}
	return (used() - begun + 1e-9) / float64(calls)
}

//go:noinline
func empty(name, text, prefix string) {}

func main() {
	const uuidText = "01890a5d-ac96-774b-bcce-b302099a8057"
	u, _ := ParseUUID(uuidText)
	id, _ := FromUUID("typeid", u, "user")
	ulidText, _ := FromUUID("ulid", u, "")
	base62idText, _ := FromUUID("base62id", u, "")
	key := []byte("0123456789abcdef")
	masked, _ := FromNumber(123456789, "inv", key)
	entropy := oklog.Monotonic(rand.Reader, 0)
	theirs := oklog.MustParse(ulidText)
	same := uuid.UUID(u)
	random := func() { octets = uuid.New() }
	read := func() {
		found, _ := uuid.Parse(uuidText)
		octets = found
	}
	written := func() { text = same.String() }
	for _, c := range []struct {
		cell     string
		ours     func()
		packages map[string]func()
	}{
		{"an empty call", func() { empty("typeid", id, "user") }, nil},
		{"new TypeID", func() { text, _ = NewID("user") }, map[string]func(){"google/uuid, text": func() { text = uuid.New().String() }}},
		{"new ULID", func() { text = NewULID() }, map[string]func(){
			"oklog/ulid": func() { text = oklog.MustNew(oklog.Timestamp(time.Now()), entropy).String() }}},
		{"new UUID version 7", func() { octets = NewUUID() }, map[string]func(){"google/uuid": random}},
		{"new base62id", func() { text, _ = NewIDIn("base62id", "") }, map[string]func(){"google/uuid, text": func() { text = uuid.New().String() }}},
		{"read TypeID", func() { text, _ = ParseIn("typeid", id, "user") }, map[string]func(){"google/uuid": read}},
		{"read ULID", func() { octets, _ = ToUUID("ulid", ulidText) }, map[string]func(){"oklog/ulid": func() { parsed, _ = oklog.ParseStrict(ulidText) }}},
		{"validate TypeID", func() { yes = IsValidIn("typeid", id, "user") }, map[string]func(){"google/uuid": read}},
		{"TypeID to UUID", func() { octets, _ = ToUUID("typeid", id) }, map[string]func(){"google/uuid": read}},
		{"base62id to UUID", func() { octets, _ = ToUUID("base62id", base62idText) }, map[string]func(){"google/uuid": read}},
		{"TypeID from UUID", func() { text, _ = FromUUID("typeid", u, "user") }, map[string]func(){
			"oklog/ulid": func() { text = theirs.String() }, "google/uuid, text": written}},
		{"base62id from UUID", func() { text, _ = FromUUID("base62id", u, "") }, map[string]func(){"google/uuid, text": written}},
		{"mask a number", func() { text, _ = FromNumber(123456789, "inv", key) }, nil},
		{"unmask a number", func() { number, _ = ToNumber(masked, "inv", key) }, nil},
	} {
		packages := map[string]func(){"base62id": c.ours}
		for name, call := range c.packages {
			packages[name] = call
		}
		best := map[string]float64{}
		for round := 0; round < 16; round++ {
			for name, call := range packages {
				calls := 300
				if round > 0 {
					calls = int(0.01/best[name]) + 1
				}
				if time := seconds(call, calls); round <= 1 || time < best[name] {
					best[name] = time
				}
			}
		}
		for name, time := range best {
			fmt.Printf("%s\t%s\t%.0f\n", c.cell, name, 1/time)
		}
	}
}
