\i :top/test/migrate/from-typeid-sql.before.sql
