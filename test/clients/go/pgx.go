// All types through pgx.  It connects as libpq's environment says (PGHOST, PGPORT, PGUSER, PGDATABASE) to
// a database made by ../schema.sql.
package main

import (
	"bytes"
	"context"
	"fmt"
	"sort"
	"strings"

	"github.com/jackc/pgx/v4"
)

var ctx = context.Background()
var db *pgx.Conn

func insert(t, id, note string) error {
	_, err := db.Exec(ctx, "INSERT INTO by_"+t+" (id, note) VALUES ($1, $2)", id, note)
	return err
}

func noteOf(t, id string) (note string, err error) {
	err = db.QueryRow(ctx, "SELECT note FROM by_"+t+" WHERE id::text = $1", id).Scan(&note)
	return
}

func insertDefault(t string) (string, error) {
	var made string
	query := "INSERT INTO by_" + t + " (note) VALUES ('default') RETURNING id"
	if err := db.QueryRow(ctx, query).Scan(&made); err != nil {
		return "", err
	}
	if note, err := noteOf(t, made); err != nil || note != "default" {
		return "", fmt.Errorf("%s: %q %v", made, note, err)
	}
	return "as is", nil
}

func insertOwn(t string) (string, error) {
	own := newID(t)
	if err := insert(t, own, "own"); err != nil {
		return "", err
	}
	if note, err := noteOf(t, own); err != nil || note != "own" {
		return "", fmt.Errorf("%s: %q %v", own, note, err)
	}
	return "as is", nil
}

var statements = 0

// Prepares a query, runs it, and looks at the plan of the statement that the driver prepared.
func prepared(words, placeholder, condition string, parameter interface{}, planParameter string,
	wanted interface{}, got interface{}, value func() interface{}) error {
	statements++
	name := fmt.Sprintf("s%d", statements)
	if _, err := db.Prepare(ctx, name, words+placeholder); err != nil {
		return err
	}
	if err := db.QueryRow(ctx, name, parameter).Scan(got); err != nil {
		return err
	}
	if value() != wanted {
		return fmt.Errorf("%v for %v", value(), parameter)
	}
	var plan string
	if err := db.QueryRow(ctx, "SELECT plan_of_prepared($1, $2)", words, planParameter).Scan(&plan); err != nil {
		return err
	}
	return usesIndex(plan, condition)
}

func lookUp(t string) (string, error) {
	own := newID(t)
	if err := insert(t, own, "sought"); err != nil {
		return "", err
	}
	var note string
	attempt := func(placeholder string) func() error {
		return func() error {
			return prepared("SELECT note FROM by_"+t+" WHERE id = ", placeholder, "= ", own, own,
				"sought", &note, func() interface{} { return note })
		}
	}
	return firstThatWorks(variant{"as is", attempt("$1")}, variant{"`$1::" + t + "`", attempt("$1::" + t)})
}

func lookUpMany(t string) (string, error) {
	owns := []string{newID(t), newID(t)}
	for _, own := range owns {
		if err := insert(t, own, "one of two"); err != nil {
			return "", err
		}
	}
	array := "{" + strings.Join(owns, ",") + "}"
	var count int
	attempt := func(placeholder string) func() error {
		return func() error {
			return prepared("SELECT count(*) FROM by_"+t+" WHERE id = ANY", placeholder, "= ANY", owns, array,
				2, &count, func() interface{} { return count })
		}
	}
	// The first asks pgx to send an array of a type that it does not know; the second an array of text.
	return firstThatWorks(variant{"as is", attempt(" ($1)")},
		variant{"`$1::text[]`", attempt(" ($1::text[])")},
		variant{"`$1::text[]::" + t + "[]`", attempt(" ($1::text[]::" + t + "[])")})
}

func read(t string) (string, error) {
	own := newID(t)
	if err := insert(t, own, "read"); err != nil {
		return "", err
	}
	var text string
	err := db.QueryRow(ctx, "SELECT id FROM by_"+t+" WHERE id::text = $1", own).Scan(&text)
	if err != nil || text != own {
		return "", fmt.Errorf("%s: %q %v", own, text, err)
	}
	return "`string`", nil
}

func copied(t, note string, owns []string) error {
	var back []string
	var out bytes.Buffer
	query := "COPY (SELECT id FROM by_" + t + " WHERE note = '" + note + "') TO STDOUT"
	if _, err := db.PgConn().CopyTo(ctx, &out, query); err != nil {
		return err
	}
	back = strings.Fields(out.String())
	sort.Strings(owns)
	sort.Strings(back)
	if strings.Join(owns, " ") != strings.Join(back, " ") {
		return fmt.Errorf("%d rows", len(back))
	}
	return nil
}

// CopyFrom is binary, and pgx knows no binary form of these types; the connection's own CopyFrom sends text.
func copyRows(t string) (string, error) {
	copyFrom := func() error {
		var owns []string
		var rows [][]interface{}
		for i := 0; i < 100; i++ {
			owns = append(owns, newID(t))
			rows = append(rows, []interface{}{owns[i], "copied 1"})
		}
		_, err := db.CopyFrom(ctx, pgx.Identifier{"by_" + t}, []string{"id", "note"}, pgx.CopyFromRows(rows))
		if err != nil {
			return err
		}
		return copied(t, "copied 1", owns)
	}
	copyText := func() error {
		var owns []string
		var rows bytes.Buffer
		for i := 0; i < 100; i++ {
			owns = append(owns, newID(t))
			fmt.Fprintf(&rows, "%s\tcopied 2\n", owns[i])
		}
		if _, err := db.PgConn().CopyFrom(ctx, &rows, "COPY by_"+t+" (id, note) FROM STDIN"); err != nil {
			return err
		}
		return copied(t, "copied 2", owns)
	}
	return firstThatWorks(variant{"`Conn.CopyFrom`", copyFrom}, variant{"`PgConn().CopyFrom`", copyText})
}

func main() {
	var err error
	if db, err = pgx.Connect(ctx, ""); err != nil {
		panic(err)
	}
	defer finish()
	defer db.Close(ctx)
	run("INSERT, the server's default", insertDefault)
	run("INSERT, the client's id", insertOwn)
	run("prepared `WHERE id = $1`", lookUp)
	run("prepared `WHERE id = ANY ($1)`, `[]string`", lookUpMany)
	run("read back", read)
	run("COPY in and out", copyRows)
}
