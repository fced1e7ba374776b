-- Rows by estimate and bytes of tables and indexes.
SELECT n.nspname AS schema, c.relname AS name, greatest(c.reltuples, 0)::int8 AS rows,
    pg_relation_size(c.oid) AS size
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'm', 'i') AND c.oid >= 16384 AND c.relpersistence <> 't'
