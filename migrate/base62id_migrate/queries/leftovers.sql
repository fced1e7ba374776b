-- Successors of indexes, which a plan has prepared and no move has taken.
SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS "table"
FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
WHERE c.relname ~ '^base62id_[0-9a-f]{12}$' ORDER BY 1
