-- Foreign keys, column by column.
SELECT k.conrelid::int8 AS r, u.a AS n, k.confrelid::int8 AS fr, u.b AS fn,
    format('%s of %s', quote_ident(k.conname), k.conrelid::regclass) AS name
FROM pg_constraint AS k, unnest(k.conkey, k.confkey) AS u(a, b)
WHERE k.contype = 'f' AND k.conparentid = 0
