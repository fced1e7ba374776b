// Prints CELL, PACKAGE and calls per second of CPU time, for scripts/bench-clients.
package main

import (
	"crypto/rand"
	"fmt"
	"syscall"
	"time"

	"github.com/google/uuid"
	oklog "github.com/oklog/ulid"

	"placeholder.invalid/base62id/clients/go/base62id"
)

// So that no call is for nothing; of their types, as to make an interface of a value takes as long as half a call.
var (
	text   string
	octets base62id.UUID
	number int64
	yes    bool
	parsed oklog.ULID

	readUser base62id.ID[user]
	readULID base62id.ID[base62id.ULID]
)

var (
	userKind    = base62id.MustKind("user")
	invoiceKind = base62id.MustKind("inv", base62id.Notation("uid11"), base62id.Masked())
)

type (
	user    struct{}
	invoice struct{}
)

func (user) Kind() *base62id.Kind    { return userKind }
func (invoice) Kind() *base62id.Kind { return invoiceKind }

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
	u, _ := base62id.ParseUUID(uuidText)
	id := base62id.FromUUID[user](u)
	ulidID := base62id.FromUUID[base62id.ULID](u)
	base62ID := base62id.FromUUID[base62id.Base62ID](u)
	userText, ulidText := id.String(), ulidID.String()
	invoices := base62id.MustNumbers[invoice]([]byte("0123456789abcdef"))
	masked := invoices.Encode(123456789)
	entropy := oklog.Monotonic(rand.Reader, 0)
	theirs := oklog.MustParse(ulidText)
	same := uuid.UUID(u)
	random := func() { octets = base62id.UUID(uuid.New()) }
	read := func() {
		found, _ := uuid.Parse(uuidText)
		octets = base62id.UUID(found)
	}
	written := func() { text = same.String() }
	for _, c := range []struct {
		cell     string
		ours     func()
		packages map[string]func()
	}{
		{"an empty call", func() { empty("typeid", userText, "user") }, nil},
		{"new TypeID", func() { text = base62id.Generate[user]().String() }, map[string]func(){"google/uuid, text": func() { text = uuid.New().String() }}},
		{"new ULID", func() { text = base62id.Generate[base62id.ULID]().String() }, map[string]func(){
			"oklog/ulid": func() { text = oklog.MustNew(oklog.Timestamp(time.Now()), entropy).String() }}},
		{"new UUID version 7", func() { octets = base62id.GenerateUUID() }, map[string]func(){"google/uuid": random}},
		{"new base62id", func() { text = base62id.Generate[base62id.Base62ID]().String() }, map[string]func(){"google/uuid, text": func() { text = uuid.New().String() }}},
		{"read TypeID", func() { readUser, _ = base62id.Parse[user](userText) }, map[string]func(){"google/uuid": read}},
		{"read ULID", func() { readULID, _ = base62id.Parse[base62id.ULID](ulidText) }, map[string]func(){"oklog/ulid": func() { parsed, _ = oklog.ParseStrict(ulidText) }}},
		{"validate TypeID", func() { yes = base62id.Is[user](userText) }, map[string]func(){"google/uuid": read}},
		{"TypeID to UUID", func() { octets, _ = id.UUID() }, map[string]func(){"google/uuid": read}},
		{"base62id to UUID", func() { octets, _ = base62ID.UUID() }, map[string]func(){"google/uuid": read}},
		{"TypeID from UUID", func() { text = base62id.FromUUID[user](u).String() }, map[string]func(){
			"oklog/ulid": func() { text = theirs.String() }, "google/uuid, text": written}},
		{"base62id from UUID", func() { text = base62id.FromUUID[base62id.Base62ID](u).String() }, map[string]func(){"google/uuid, text": written}},
		{"mask a number", func() { text = invoices.Encode(123456789).String() }, nil},
		{"unmask a number", func() { number, _ = invoices.Decode(masked) }, nil},
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
