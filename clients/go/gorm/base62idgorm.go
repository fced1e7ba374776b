// Package base62idgorm lets AutoMigrate leave columns of uuid alone that have become typed ids, and gives a row that is written the
// ids that it reads back.
//
//	gorm.Open(base62idgorm.Dialector{Dialector: postgres.Open(url)}, &gorm.Config{})
package base62idgorm

import (
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

// MigrateColumn does nothing where the column's type takes UUIDs as its own, by the cast that accept_uuid makes.
func (m migrator) MigrateColumn(value any, field *schema.Field, column gorm.ColumnType) error {
	if moved, err := m.moved(value, field); err != nil || moved {
		return err
	}
	return m.Migrator.MigrateColumn(value, field, column)
}

func (m migrator) moved(value any, field *schema.Field) (moved bool, err error) {
	if wanted := m.DataTypeOf(field); wanted != "uuid" && wanted != "uuid[]" {
		return false, nil
	}
	err = m.RunWithValue(value, func(statement *gorm.Statement) error {
		return m.DB.Raw(`SELECT EXISTS (SELECT FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
		        JOIN pg_catalog.pg_cast c ON c.casttarget IN (t.oid, t.typelem) AND c.castsource = 'pg_catalog.uuid'::pg_catalog.regtype AND c.castcontext = 'i'
		    WHERE a.attrelid = pg_catalog.to_regclass(?) AND a.attname = ?)`, statement.Quote(statement.Table), field.DBName).Scan(&moved).Error
	})
	return moved, err
}
