// Package base62idgorm lets AutoMigrate leave columns of uuid alone that have become typed ids.
//
//	gorm.Open(base62idgorm.Dialector{Dialector: postgres.Open(url)}, &gorm.Config{})
package base62idgorm

import (
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// Dialector is that of PostgreSQL, whose AutoMigrate would move a base62id.StoredID's column back to uuid.
type Dialector struct{ gorm.Dialector }

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
