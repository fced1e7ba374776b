-- Stored generated columns, which pg_dump writes inside of CREATE TABLE.
-- named: an expression, the name of a NOT NULL constraint
SELECT f.oid::int8, f.adrelid::int8 AS r, f.adnum AS n,
    pg_get_userbyid(c.relowner) AS owner, f.adrelid::regclass::text AS "table",
    quote_ident(c.relname) AS relname, s.nspname, quote_ident(a.attname) AS "column",
    format_type(a.atttypid, a.atttypmod) AS type,
    CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END AS "notnull",
    CASE WHEN a.attcollation <> t.typcollation
        THEN ' COLLATE ' || a.attcollation::regcollation ELSE '' END AS collation,
    pg_get_expr(f.adbin, f.adrelid) AS expression,
    (SELECT json_agg(k.oid::int8) FROM pg_constraint AS k WHERE k.conrelid = f.adrelid
        AND k.contype = 'c' AND f.adnum = ANY (k.conkey)) AS checks, :named AS "constraint"
FROM pg_attrdef AS f JOIN pg_attribute AS a ON a.attrelid = f.adrelid AND a.attnum = f.adnum
    AND a.attgenerated = 's' AND a.attinhcount = 0
JOIN pg_class AS c ON c.oid = f.adrelid JOIN pg_namespace AS s ON s.oid = c.relnamespace
JOIN pg_type AS t ON t.oid = a.atttypid ORDER BY "table", f.adnum
