-- The keys of a partitioned table's partitions that belong to one of its foreign keys.
-- relation, key: of the table and of the key, as PostgreSQL quotes them
WITH RECURSIVE tree AS (
    SELECT oid, conname, conrelid FROM pg_constraint
    WHERE contype = 'f' AND conrelid = to_regclass(:relation) AND quote_ident(conname) = :key
    UNION ALL SELECT k.oid, k.conname, k.conrelid
    FROM tree AS t JOIN pg_constraint AS k ON k.conparentid = t.oid AND k.conrelid <> t.conrelid
)
SELECT c.oid::regclass::text AS "table", quote_ident(t.conname) AS name,
    pg_get_userbyid(c.relowner) AS owner
FROM tree AS t JOIN pg_class AS c ON c.oid = t.conrelid AND c.relkind = 'r' ORDER BY 1, 2
