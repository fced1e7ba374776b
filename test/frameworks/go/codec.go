package main

import (
	"os"
	"strings"

	"base62id"
)

// An id of the client's own.
func newID(prefix string) string {
	id, err := base62id.NewID(prefix)
	must(err)
	return id
}

func lines(variable string) []string {
	file, err := os.ReadFile(os.Getenv(variable))
	must(err)
	return strings.Split(strings.TrimRight(string(file), "\n"), "\n")
}

// The texts of a system's vectors, as they are written.
func textsOf(name string) (texts []string) {
	for _, line := range lines("VECTORS") {
		if fields := strings.Split(line, "\t"); fields[0] == name && fields[1] == fields[3] && fields[3] != "" {
			texts = append(texts, fields[1])
		}
	}
	return
}

// Of the tests over columns of uuid.
type userKind struct{}

func (userKind) Kind() (notation, prefix string) { return "typeid", "user" }

type orderKind struct{}

func (orderKind) Kind() (notation, prefix string) { return "typeid", "order" }

type shelfKind struct{}

func (shelfKind) Kind() (notation, prefix string) { return "ulid", "shelf" }

type UserID = base62id.StoredID[userKind]
type OrderID = base62id.StoredID[orderKind]
type ShelfID = base62id.StoredID[shelfKind]
