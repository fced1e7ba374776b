-- Definitions that cast a column to text whose texts have become others.
-- tables, columns: arrays, an element for each such column
WITH RECURSIVE moved(r, name) AS (
    SELECT to_regclass(t)::oid, n FROM unnest(:tables, :columns) AS c(t, n)
    UNION SELECT inhrelid, name FROM moved JOIN pg_inherits ON inhparent = r
), at AS (
    SELECT r, attnum, atttypid FROM moved JOIN pg_attribute AS a
        ON a.attrelid = r AND a.attname = name
)
SELECT DISTINCT t.classid = 'pg_constraint'::regclass AS is_check,
    CASE WHEN w.oid IS NULL THEN i.type || ' ' || i.identity
        ELSE 'view ' || w.ev_class::regclass END AS what
FROM at JOIN pg_type AS y ON y.oid = atttypid
JOIN pg_cast AS k ON k.castsource = CASE y.typcategory WHEN 'A' THEN y.typelem ELSE y.oid END
    AND k.casttarget = ANY ('{text,varchar,bpchar,name}'::regtype[])
JOIN pg_depend AS c ON c.refclassid = 'pg_class'::regclass
    AND c.refobjid = r AND c.refobjsubid = attnum
JOIN pg_depend AS t ON t.classid = c.classid AND t.objid = c.objid
    AND t.refclassid = 'pg_proc'::regclass AND t.refobjid = k.castfunc
LEFT JOIN pg_rewrite AS w ON t.classid = 'pg_rewrite'::regclass AND w.oid = t.objid
    AND w.rulename = '_RETURN', LATERAL pg_identify_object(t.classid, t.objid, 0) AS i
ORDER BY 2
