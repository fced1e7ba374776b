// What a package that uses base62id puts in the place of the clock and of randomness in its tests.

package base62idtest_test

import (
	"fmt"
	"io"
	"testing"
	"time"

	"placeholder.invalid/base62id/clients/go/base62id"
	"placeholder.invalid/base62id/clients/go/base62id/base62idtest"
)

var userKind = base62id.MustKind("user")

type user struct{}

func (user) Kind() *base62id.Kind { return userKind }

func ExampleSeeded() {
	octets := make([]byte, 10)
	_, err := io.ReadFull(base62idtest.Seeded(42), octets)
	fmt.Printf("%x %v\n", octets, err)
	// Output:
	// 2e74c1544435f690c524 <nil>
}

func ExampleUse() {
	test := func(t *testing.T) {
		at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		base62idtest.Use(t, base62idtest.At(at), base62idtest.Seeded(42))
		fmt.Println(base62id.Generate[user]())
	}
	_ = test // of your package: func TestOrder(t *testing.T)
}

func TestUseEndsWithTheTest(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	made := func() (id string) {
		t.Run("inner", func(t *testing.T) {
			base62idtest.Use(t, base62idtest.At(at), base62idtest.Seeded(42))
			id = base62id.Generate[user]().String()
		})
		return id
	}
	base62idtest.Use(t, base62idtest.At(at.AddDate(1, 0, 0)), nil)
	first, between, second := made(), base62id.Generate[user](), made()
	if first != "user_01kdvdna00fst82n246qv91h94" || second != first {
		t.Error(first, second)
	}
	if when, _ := between.Timestamp(); when.Year() != 2027 {
		t.Error("the outer source is not in force again", when)
	}
}
