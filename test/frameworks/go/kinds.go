package main

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"placeholder.invalid/base62id/clients/go/base62id"
)

// A StoredID of another kind never reaches a column of an id type: base62idpgx knows its kind.
func refusesOtherKinds[K, Other base62id.Of](conn *pgx.Conn, table string, own base62id.StoredID[K], other base62id.StoredID[Other]) {
	ctx := context.Background()
	refused := func(err error) {
		var invalid *base62id.InvalidIDError
		assert(errors.As(err, &invalid) && invalid.Text == other.String(), table, err)
	}
	for _, given := range []any{other, &other, base62id.ID[Other](other)} {
		_, err := conn.Exec(ctx, "SELECT 1 FROM "+table+" WHERE id = $1", given)
		refused(err)
		_, err = conn.CopyFrom(ctx, pgx.Identifier{table}, []string{"id", "name"}, pgx.CopyFromRows([][]any{{given, "copied"}}))
		assert(sqlState(err) == "57014" && strings.Contains(err.Error(), "the type prefix is"), table, err)
	}
	_, err := conn.Exec(ctx, "SELECT 1 FROM "+table+" WHERE id = ANY ($1)", []base62id.StoredID[Other]{other})
	refused(err)
	_, err = conn.Exec(ctx, "INSERT INTO "+table+" (id, name) VALUES ($1, 'own')", own)
	must(err)
	for _, given := range []any{own, &own, base62id.ID[K](own)} {
		var found base62id.StoredID[K]
		must(conn.QueryRow(ctx, "SELECT id FROM "+table+" WHERE id = $1", given).Scan(&found))
		assert(found == own, table, found)
	}
	done, err := conn.Exec(ctx, "DELETE FROM "+table+" WHERE id = ANY ($1)", []base62id.StoredID[K]{own})
	must(err)
	assert(done.RowsAffected() == 1, table)
}
