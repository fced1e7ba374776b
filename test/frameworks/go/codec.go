package main

import (
	"os"
	"strings"

	"placeholder.invalid/base62id/clients/go/base62id"
)

// An id of the client's own, of a kind that the test names.
func newID(prefix string) string {
	id, err := base62id.MustKind(prefix).Generate()
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
