// Package base62idgorm lets AutoMigrate leave columns of uuid alone that have become typed ids, and gives a row that is written the
// ids that it reads back.
//
//	gorm.Open(base62idgorm.Dialector{Dialector: postgres.Open(url)}, &gorm.Config{})
package base62idgorm

import (
	"fmt"
	"reflect"

	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// Dialector is that of PostgreSQL, whose AutoMigrate would move a base62id.StoredID's column back to uuid.
type Dialector struct{ gorm.Dialector }

// Initialize has Create, Save and Updates write the canonical text into a base62id.StoredID that was set to another one.
func (d Dialector) Initialize(db *gorm.DB) error {
	if err := d.Dialector.Initialize(db); err != nil {
		return err
	}
	create, update := db.Callback().Create(), db.Callback().Update()
	if err := create.After("gorm:save_before_associations").Before("gorm:create").Register("base62id:create", canonical); err != nil {
		return err
	}
	if err := update.After("gorm:save_before_associations").Before("gorm:update").Register("base62id:update", canonical); err != nil {
		return err
	}
	// Of another struct or a map, the model has what Updates wrote.
	return update.After("gorm:update").Register("base62id:updated", canonical)
}

func canonical(db *gorm.DB) {
	statement := db.Statement
	if db.Error != nil || statement.Schema == nil {
		return
	}
	rows := statement.ReflectValue
	if kind := rows.Kind(); kind != reflect.Slice && kind != reflect.Array {
		writeIDs(statement, rows)
		return
	}
	for i := 0; i < rows.Len(); i++ {
		writeIDs(statement, reflect.Indirect(rows.Index(i)))
	}
}

func writeIDs(statement *gorm.Statement, row reflect.Value) {
	if row.Kind() != reflect.Struct || !row.CanAddr() {
		return
	}
	for _, field := range statement.Schema.Fields {
		value, zero := field.ValueOf(statement.Context, row)
		if id, ok := value.(interface{ Canonical() (string, error) }); ok && !zero {
			if text, err := id.Canonical(); err == nil { // else the driver says what is wrong
				statement.AddError(field.Set(statement.Context, row, text))
			}
		}
	}
}

// Migrator is what AutoMigrate calls.
func (d Dialector) Migrator(db *gorm.DB) gorm.Migrator {
	return migrator{d.Dialector.Migrator(db).(postgres.Migrator)}
}

type migrator struct{ postgres.Migrator }

// MigrateColumn leaves a column of uuid that has become a typed id. It is an error where GORM would give a column of uuid, or of such a
// typed id, a third type: a field without StoredID over what has not moved, or a string without type: in its tag.
func (m migrator) MigrateColumn(value any, field *schema.Field, column gorm.ColumnType) error {
	wanted := m.DataTypeOf(field)
	var is string
	err := m.RunWithValue(value, func(statement *gorm.Statement) error {
		return m.DB.Raw(otherType, statement.Quote(statement.Table), field.DBName, wanted).Scan(&is).Error
	})
	moved := (wanted == "uuid" || wanted == "uuid[]") && is != ""
	if err != nil || moved {
		return err
	}
	if is != "" && !field.PrimaryKey { // GORM changes the type of no key
		return fmt.Errorf("column %s of %s is of %s, not %s: write a migration", field.DBName, field.Schema.Table, is, wanted)
	}
	return m.Migrator.MigrateColumn(value, field, column)
}

// The type of a column of uuid or of what takes UUIDs as its own, by the cast that accept_uuid makes, if it is not the given one.
const otherType = `SELECT a.atttypid::pg_catalog.regtype::text FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
    WHERE a.attrelid = pg_catalog.to_regclass(?) AND a.attname = ? AND a.atttypid IS DISTINCT FROM pg_catalog.to_regtype(?)
        AND (pg_catalog.format_type(a.atttypid, -1) IN ('uuid', 'uuid[]') OR EXISTS (SELECT FROM pg_catalog.pg_cast c
            WHERE c.casttarget IN (t.oid, t.typelem) AND c.castsource = 'pg_catalog.uuid'::pg_catalog.regtype AND c.castcontext = 'i'))`
