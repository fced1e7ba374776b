package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
)

const malformed = "user_01h455vb4pex5vsknk084sn02u" // u is not in the alphabet

func say(fields ...string) {
	for i := range fields {
		fields[i] = strings.NewReplacer("\t", " ", "\n", "\\n").Replace(fields[i])
	}
	fmt.Println(strings.Join(fields, "\t"))
}

func run(kind, what, how string, test func()) {
	defer func() {
		if problem := recover(); problem != nil {
			say("fail", what, fmt.Sprint(problem), string(debug.Stack()))
		}
	}()
	test()
	say(kind, what, how)
}
func cell(capability, how string, test func()) { run("cell", capability, how, test) }
func check(title string, test func())          { run("ok", title, "", test) }
func trap(title string, test func())           { run("trap", title, "", test) }

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// What the server refused with.
func sqlState(err error) string {
	var told interface{ SQLState() string }
	if errors.As(err, &told) {
		return told.SQLState()
	}
	return ""
}
func assert(truth bool, what ...any) {
	if !truth {
		panic(fmt.Sprint(append([]any{"not true: "}, what...)...))
	}
}

func psqlOf(option, given string) string {
	out, err := exec.Command("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", option, given).CombinedOutput()
	if err != nil {
		panic(string(out))
	}
	return strings.TrimSpace(string(out))
}
func psql(query string) string { return psqlOf("-c", query) }
func psqlFile(name string)     { psqlOf("-f", os.Getenv(name)) }

func makeTyped() {
	psql("SELECT typeid_create_type('team_id', 'team') WHERE to_regtype('team_id') IS NULL")
	psql("CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), name text NOT NULL)")
	psql("INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n; ANALYZE teams")
}

type kind struct{ Prefix, Notation string }

// Makes an id type in each notation but TypeID's, with a table, and says what they are.
func notated() map[string]kind {
	psqlFile("NOTATED")
	kinds := map[string]kind{}
	for _, line := range strings.Split(psql("SELECT type, prefix, notation FROM typeid_types() WHERE notation <> 'typeid'"), "\n") {
		fields := strings.Split(line, "|")
		kinds[fields[0]] = kind{fields[1], fields[2]}
	}
	assert(len(kinds) > 2, kinds)
	return kinds
}

// A row of what times.py asks for: a table of UUIDs, or one of ids, is written 1,000 rows at a time, and read.
type row[T any] struct {
	ID, Friend T
	Name       string
}

func timed[T any](operations map[string]func([]string) []string, table string, field int, of func(string) T, write func([]row[T]) error, read func() ([]row[T], error)) {
	var rows []row[T]
	texts, _ := os.ReadFile(os.Getenv("ROWS"))
	for i, text := range strings.Fields(string(texts)) {
		if i%2 == field {
			rows = append(rows, row[T]{of(text), of(text), "a name"})
		}
	}
	operations["write\t"+table] = func([]string) []string {
		for i := 0; i < len(rows); i += 1000 {
			must(write(rows[i : i+1000]))
		}
		return nil
	}
	operations["read\t"+table] = func([]string) []string {
		all, err := read()
		must(err)
		return []string{fmt.Sprint(len(all)), fmt.Sprint(all[0].Friend)}
	}
}

// Answers stored.py: each line is an operation and its arguments, the answer its fields.
func serve(operations map[string]func(given []string) []string) {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		words := strings.Split(lines.Text(), "\t")
		operation, ok := operations[words[0]]
		if of, timed := operations[lines.Text()]; timed {
			operation, ok = of, timed
		}
		if !ok {
			say("?")
			continue
		}
		func() {
			defer func() {
				if problem := recover(); problem != nil {
					err, _ := problem.(error)
					say("!", sqlState(err), fmt.Sprint(problem))
				}
			}()
			say(append([]string{"="}, operation(words[1:])...)...)
		}()
	}
}
