\i :top/test/migrate_by_hand/from-typeid-sql.before.sql
