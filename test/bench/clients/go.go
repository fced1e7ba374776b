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

var result any // so that no call is for nothing

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

func main() {
	const text = "01890a5d-ac96-774b-bcce-b302099a8057"
	u, _ := ParseUUID(text)
	id, _ := FromUUID("typeid", u, "user")
	ulidText, _ := FromUUID("ulid", u, "")
	base62idText, _ := FromUUID("base62id", u, "")
	key := []byte("0123456789abcdef")
	masked, _ := FromNumber(123456789, "inv", key)
	entropy := oklog.Monotonic(rand.Reader, 0)
	theirs := oklog.MustParse(ulidText)
	same := uuid.UUID(u)
	random := func() { result = uuid.New() }
	parsed := func() { result, _ = uuid.Parse(text) }
	for _, c := range []struct {
		cell     string
		ours     func()
		packages map[string]func()
	}{
		{"new TypeID", func() { result, _ = NewID("user") }, map[string]func(){"google/uuid, text": func() { result = uuid.New().String() }}},
		{"new ULID", func() { result = NewULID() }, map[string]func(){
			"oklog/ulid": func() { result = oklog.MustNew(oklog.Timestamp(time.Now()), entropy).String() }}},
		{"new UUID version 7", func() { result = NewUUID() }, map[string]func(){"google/uuid": random}},
		{"new base62id", func() { result, _ = NewIDIn("base62id", "") }, map[string]func(){"google/uuid, text": func() { result = uuid.New().String() }}},
		{"read TypeID", func() { result, _ = ParseIn("typeid", id, "user") }, map[string]func(){"google/uuid": parsed}},
		{"read ULID", func() { result, _ = ToUUID("ulid", ulidText) }, map[string]func(){"oklog/ulid": func() { result, _ = oklog.ParseStrict(ulidText) }}},
		{"validate TypeID", func() { result = IsValidIn("typeid", id, "user") }, map[string]func(){"google/uuid": parsed}},
		{"TypeID to UUID", func() { result, _ = ToUUID("typeid", id) }, map[string]func(){"google/uuid": parsed}},
		{"base62id to UUID", func() { result, _ = ToUUID("base62id", base62idText) }, map[string]func(){"google/uuid": parsed}},
		{"TypeID from UUID", func() { result, _ = FromUUID("typeid", u, "user") }, map[string]func(){
			"oklog/ulid": func() { result = theirs.String() }, "google/uuid, text": func() { result = same.String() }}},
		{"base62id from UUID", func() { result, _ = FromUUID("base62id", u, "") }, map[string]func(){"google/uuid, text": func() { result = same.String() }}},
		{"mask a number", func() { result, _ = FromNumber(123456789, "inv", key) }, nil},
		{"unmask a number", func() { result, _ = ToNumber(masked, "inv", key) }, nil},
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
