-- CHECK constraints.
SELECT k.oid::int8, quote_ident(k.conname) AS name,
    conrelid::regclass::text AS "table", pg_get_constraintdef(k.oid) AS definition,
    quote_ident(c.relname) AS relname, pg_get_userbyid(c.relowner) AS owner,
    format('constraint %I of %s', conname, conrelid::regclass) AS what
FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
WHERE k.contype = 'c' AND k.conislocal ORDER BY k.coninhcount, k.oid
