-- Views and indexes that cast a column to the type that it takes.
-- tables, columns, types: arrays, an element for each column that moves
WITH RECURSIVE moving(r, name, type) AS (
    SELECT to_regclass(t)::oid, n, to_regtype(y)::oid
    FROM unnest(:tables, :columns, :types) AS c(t, n, y)
    UNION SELECT inhrelid, name, type FROM moving JOIN pg_inherits ON inhparent = r
), at AS (
    SELECT r, attnum, name, type FROM moving JOIN pg_attribute AS a
        ON a.attrelid = r AND a.attname = name
)
SELECT DISTINCT coalesce(w.ev_class, t.objid)::regclass::text AS n
FROM at JOIN pg_depend AS c ON c.refclassid = 'pg_class'::regclass
    AND c.refobjid = r AND c.refobjsubid = attnum
JOIN pg_depend AS t ON t.classid = c.classid AND t.objid = c.objid AND t.refobjid = at.type
    AND t.refclassid = 'pg_type'::regclass
LEFT JOIN pg_rewrite AS w ON t.classid = 'pg_rewrite'::regclass AND w.oid = t.objid
WHERE t.classid IN ('pg_rewrite'::regclass, 'pg_class'::regclass) ORDER BY 1
