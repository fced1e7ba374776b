// As drivers.py, for pgx.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/jackc/pgconn"
	"github.com/jackc/pgx/v4"
)

type querier interface {
	QueryRow(context.Context, string, ...interface{}) pgx.Row
}

func main() {
	ctx := context.Background()
	connection, err := pgx.Connect(ctx, "")
	if err != nil {
		panic(err)
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var outcomes []string
		for i := 0; i < 5; i++ {
			outcome := "ok"
			var err error
			get := func(on querier) error {
				var id string
				return on.QueryRow(ctx, "SELECT id FROM users WHERE name = $1", "Ada").Scan(&id)
			}
			if lines.Text() == "transactions" {
				err = connection.BeginFunc(ctx, func(tx pgx.Tx) error { return get(tx) })
			} else {
				err = get(connection)
			}
			var failed *pgconn.PgError
			if errors.As(err, &failed) {
				outcome = failed.Code
			} else if err != nil {
				outcome = err.Error()
			}
			outcomes = append(outcomes, outcome)
		}
		fmt.Println(strings.Join(outcomes, " "))
	}
}
