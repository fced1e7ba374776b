// All types through database/sql with lib/pq.  It connects as libpq's environment says (PGHOST, PGPORT,
// PGUSER, PGDATABASE) to a database made by ../schema.sql.
package main

import (
	"database/sql"
	"fmt"
	"sort"
	"strings"

	"github.com/lib/pq"
)

var db *sql.DB

func insert(t, id, note string) error {
	_, err := db.Exec("INSERT INTO by_"+t+" (id, note) VALUES ($1, $2)", id, note)
	return err
}

func noteOf(t, id string) (note string, err error) {
	err = db.QueryRow("SELECT note FROM by_"+t+" WHERE id::text = $1", id).Scan(&note)
	return
}

func insertDefault(t string) (string, error) {
	var made string
	if err := db.QueryRow("INSERT INTO by_" + t + " (note) VALUES ('default') RETURNING id").Scan(&made); err != nil {
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

// Prepares a query, runs it, and looks at the plan of the statement that the driver prepared.
func prepared(words, placeholder, condition string, parameter interface{}, planParameter, wanted string) error {
	statement, err := db.Prepare(words + placeholder)
	if err != nil {
		return err
	}
	defer statement.Close()
	var got, plan string
	if err := statement.QueryRow(parameter).Scan(&got); err != nil {
		return err
	}
	if got != wanted {
		return fmt.Errorf("%q for %v", got, parameter)
	}
	if err := db.QueryRow("SELECT plan_of_prepared($1, $2)", words, planParameter).Scan(&plan); err != nil {
		return err
	}
	return usesIndex(plan, condition)
}

func lookUp(t string) (string, error) {
	own := newID(t)
	if err := insert(t, own, "sought"); err != nil {
		return "", err
	}
	words := "SELECT note FROM by_" + t + " WHERE id = "
	return firstThatWorks(
		variant{"as is", func() error { return prepared(words, "$1", "= ", own, own, "sought") }},
		variant{"`$1::" + t + "`", func() error { return prepared(words, "$1::"+t, "= ", own, own, "sought") }})
}

func lookUpMany(t string) (string, error) {
	owns := []string{newID(t), newID(t)}
	for _, own := range owns {
		if err := insert(t, own, "one of two"); err != nil {
			return "", err
		}
	}
	array := "{" + strings.Join(owns, ",") + "}"
	words := "SELECT count(*) FROM by_" + t + " WHERE id = ANY"
	return firstThatWorks(
		variant{"as is", func() error { return prepared(words, " ($1)", "= ANY", pq.Array(owns), array, "2") }},
		variant{"`$1::" + t + "[]`", func() error {
			return prepared(words, " ($1::"+t+"[])", "= ANY", pq.Array(owns), array, "2")
		}})
}

func read(t string) (string, error) {
	own := newID(t)
	if err := insert(t, own, "read"); err != nil {
		return "", err
	}
	var text string
	err := db.QueryRow("SELECT id FROM by_"+t+" WHERE id::text = $1", own).Scan(&text)
	if err != nil || text != own {
		return "", fmt.Errorf("%s: %q %v", own, text, err)
	}
	return "`string`", nil
}

func copyRows(t string) (string, error) {
	var owns, back []string
	transaction, err := db.Begin()
	if err != nil {
		return "", err
	}
	defer transaction.Rollback()
	statement, err := transaction.Prepare(pq.CopyIn("by_"+t, "id", "note"))
	if err != nil {
		return "", err
	}
	for i := 0; i < 100; i++ {
		owns = append(owns, newID(t))
		if _, err := statement.Exec(owns[i], "copied"); err != nil {
			return "", err
		}
	}
	if _, err := statement.Exec(); err != nil {
		return "", err
	}
	if err := statement.Close(); err != nil {
		return "", err
	}
	if err := transaction.Commit(); err != nil {
		return "", err
	}
	rows, err := db.Query("SELECT id FROM by_" + t + " WHERE note = 'copied'")
	if err != nil {
		return "", err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return "", err
		}
		back = append(back, id)
	}
	sort.Strings(owns)
	sort.Strings(back)
	if strings.Join(owns, " ") != strings.Join(back, " ") {
		return "", fmt.Errorf("%d rows", len(back))
	}
	return "as is", rows.Err()
}

func main() {
	var err error
	if db, err = sql.Open("postgres", "sslmode=disable"); err != nil {
		panic(err)
	}
	db.SetMaxOpenConns(1) // prepared statements are a session's
	defer finish()
	run("INSERT, the server's default", insertDefault)
	run("INSERT, the client's id", insertOwn)
	run("prepared `WHERE id = $1`", lookUp)
	run("prepared `WHERE id = ANY ($1)`, `pq.Array`", lookUpMany)
	run("read back", read)
	run("COPY in, `pq.CopyIn`", copyRows)
}
