-- Operator classes that indexes over moving columns name, and those of the new types.
-- new is NULL where the new type has none of that kind.
-- moving: (OID of a table, number of a column, new type), ...
SELECT CASE q.nspname WHEN 'pg_catalog' THEN o.opcname::text
        ELSE format('%I.%I', q.nspname, o.opcname) END AS old,
    CASE WHEN n.nspname = 'pg_catalog' THEN quote_ident(p.opcname)
        WHEN n.nspname IS NOT NULL THEN format('%I.%I', n.nspname, p.opcname) END AS new,
    e.nspname, c.relname, m.t AS becomes, c.oid::regclass::text AS full
FROM (VALUES :moving) AS m(r, n, t) JOIN pg_index AS i ON i.indrelid = m.r
JOIN unnest(i.indkey::int2[], i.indclass::oid[]) AS k(c, o) ON k.c = m.n
JOIN pg_opclass AS o ON o.oid = k.o AND NOT o.opcdefault
JOIN pg_namespace AS q ON q.oid = o.opcnamespace
JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_namespace AS e ON e.oid = c.relnamespace
JOIN pg_type AS w ON w.oid = o.opcintype JOIN pg_type AS t ON t.oid = m.t::regtype
LEFT JOIN pg_opclass AS p ON p.opcmethod = o.opcmethod AND p.opcintype = t.oid
    AND p.opcname = t.typname || substr(o.opcname, length(w.typname) + 1)
LEFT JOIN pg_namespace AS n ON n.oid = p.opcnamespace
