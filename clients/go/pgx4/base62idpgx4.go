// Package base62idpgx4 lets a program of UUIDs go on with pgx 4 where its columns have become base62id, base64uuid or ulid.
//
//	config.AfterConnect = base62idpgx4.RegisterUUIDs
package base62idpgx4

import (
	"context"

	"github.com/jackc/pgtype"
	"github.com/jackc/pgx/v4"
)

// RegisterUUIDs gives these types pgx's own codecs of a uuid and of an array of them.
func RegisterUUIDs(ctx context.Context, conn *pgx.Conn) error {
	rows, err := conn.Query(ctx, `SELECT t.oid, t.typarray, t.typname::text
	    FROM pg_catalog.pg_extension e
	    JOIN pg_catalog.pg_depend d ON d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass AND d.refobjid = e.oid
	        AND d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass AND d.deptype = 'e'
	    JOIN pg_catalog.pg_type t ON t.oid = d.objid
	    WHERE e.extname = 'base62id' AND t.typname IN ('base62id', 'base64uuid', 'ulid')`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var oid, array uint32
		var name string
		if err := rows.Scan(&oid, &array, &name); err != nil {
			return err
		}
		conn.ConnInfo().RegisterDataType(pgtype.DataType{Value: &pgtype.UUID{}, Name: name, OID: oid})
		conn.ConnInfo().RegisterDataType(pgtype.DataType{Value: &pgtype.UUIDArray{}, Name: "_" + name, OID: array})
	}
	return rows.Err()
}
