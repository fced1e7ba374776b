package main

import (
	"fmt"
	"strings"

	"placeholder.invalid/base62id/clients/go/base62id"
)

// Of the tests over columns of uuid.
var (
	userKind  = base62id.MustKind("user")
	orderKind = base62id.MustKind("order")
)

type (
	users  struct{}
	orders struct{}
)

func (users) Kind() *base62id.Kind  { return userKind }
func (orders) Kind() *base62id.Kind { return orderKind }

type (
	UserID  = base62id.StoredID[users]
	OrderID = base62id.StoredID[orders]
)

// An id, stored or not.
type anyID interface {
	comparable
	fmt.Stringer
}

// A text that is none is an error; an empty one is no id.
func read[K base62id.Of](text string) (id base62id.ID[K]) {
	if text == "" {
		return id
	}
	id, err := base62id.Parse[K](text)
	must(err)
	return id
}

func stored[K base62id.Of](text string) base62id.StoredID[K] {
	return base62id.StoredID[K](read[K](text))
}

// The fields of a line that are a list.
func listOf[T any](text string, of func(string) T) []T {
	all := []T{}
	for _, one := range strings.Fields(text) {
		all = append(all, of(one))
	}
	return all
}

func join[T fmt.Stringer](all []T) string {
	texts := []string{}
	for _, one := range all {
		texts = append(texts, one.String())
	}
	return strings.Join(texts, " ")
}

func orDash(one fmt.Stringer) string {
	if text := one.String(); text != "" {
		return text
	}
	return "-"
}
