-- What a plan that was given up may have left: successors of indexes that no move has taken, id
-- types that no column has, and id types of numbers that take bigint.
-- home: the schema of the extension
SELECT 'index' AS kind, i.indexrelid::regclass::text AS name
FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
WHERE c.relname ~ '^base62id_[0-9a-f]{12}$'
UNION ALL
SELECT 'type', t.type::text
FROM :home.typeid_types() AS t
WHERE NOT EXISTS (
    SELECT FROM pg_attribute AS a JOIN pg_type AS y ON y.oid = a.atttypid
    WHERE NOT a.attisdropped AND t.type IN (y.oid, y.typelem, y.typbasetype)
) AND NOT EXISTS (
    SELECT FROM pg_depend AS d
    WHERE d.classid = 'pg_type'::regclass AND d.objid = t.type AND d.deptype = 'e'
)
UNION ALL
SELECT 'takes bigint', t.type::text
FROM :home.typeid_types() AS t
WHERE t.accept_bigint
ORDER BY 1, 2
