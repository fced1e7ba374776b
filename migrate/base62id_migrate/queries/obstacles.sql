-- What ALTER TYPE would refuse or lose, with how to drop it in the copy.
-- moving: (OID of a table, number of a column), ...
WITH m AS (SELECT * FROM (VALUES :moving) AS v(r, n))
SELECT DISTINCT d.classid::regclass::text AS class, d.objid::int8 AS oid,
    concat_ws(E'\n', CASE WHEN v.relkind IN ('r', 'p') THEN v.oid::regclass END,
        p.polrelid::regclass, k.conrelid::regclass, NULLIF(k.confrelid, 0)::regclass,
        b.prrelid::regclass) AS tables,
    CASE WHEN k.oid IS NOT NULL THEN CASE WHEN k.conparentid = 0 AND (k.contype IN ('f', 'x')
            OR k.contype IN ('p', 'u') AND EXISTS (SELECT FROM pg_class AS c
                WHERE c.oid = k.conrelid AND c.relkind = 'p')) THEN format(
            'ALTER TABLE %s DROP CONSTRAINT %I CASCADE', k.conrelid::regclass, k.conname) END
    WHEN b.oid IS NOT NULL THEN (SELECT format('ALTER PUBLICATION %I DROP TABLE ONLY %s',
        pubname, b.prrelid::regclass) FROM pg_publication WHERE oid = b.prpubid)
    WHEN d.classid = 'pg_attrdef'::regclass THEN (SELECT format('ALTER TABLE %s DROP COLUMN %I '
            'CASCADE', a.attrelid::regclass, a.attname)
        FROM pg_attrdef AS f JOIN pg_attribute AS a ON a.attrelid = f.adrelid AND a.attnum = f.adnum
        WHERE f.oid = d.objid AND a.attgenerated = 's' AND a.attinhcount = 0)
    WHEN w.rulename = '_RETURN' THEN format('DROP %s %s CASCADE', CASE v.relkind WHEN 'v'
        THEN 'VIEW' ELSE 'MATERIALIZED VIEW' END, v.oid::regclass)
    WHEN d.classid = 'pg_trigger'::regclass AND NOT EXISTS (SELECT FROM pg_trigger
        WHERE oid = d.objid AND tgparentid = 0 AND NOT tgisinternal) THEN NULL
    WHEN d.classid <> 'pg_class'::regclass OR EXISTS (
        SELECT FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
        WHERE i.indexrelid = d.objid AND NOT c.relispartition AND NOT EXISTS (
            SELECT FROM pg_constraint WHERE conindid = c.oid AND contype <> 'f')
            AND (i.indexprs IS NOT NULL OR i.indpred IS NOT NULL OR c.relkind = 'I' OR EXISTS (
                SELECT FROM unnest(i.indkey::int2[], i.indclass::oid[]) AS x(c, o)
                JOIN pg_opclass AS o ON o.oid = x.o WHERE x.c = m.n AND NOT o.opcdefault)))
    THEN format('DROP %s %s CASCADE', CASE d.classid WHEN 'pg_proc'::regclass THEN 'ROUTINE'
        WHEN 'pg_statistic_ext'::regclass THEN 'STATISTICS' ELSE i.type END, i.identity)
    END AS statement
FROM m JOIN pg_class AS y ON y.oid = m.r JOIN pg_depend AS d ON d.objid >= 16384
    AND (d.refclassid = 'pg_class'::regclass AND d.refobjid = m.r AND d.refobjsubid = m.n
        OR d.refclassid = 'pg_type'::regclass AND d.refobjid = y.reltype
            AND d.classid = 'pg_proc'::regclass AND EXISTS (SELECT FROM pg_proc AS p
                WHERE p.oid = d.objid AND p.prosqlbody IS NOT NULL))
LEFT JOIN pg_rewrite AS w ON d.classid = 'pg_rewrite'::regclass AND w.oid = d.objid
LEFT JOIN pg_class AS v ON v.oid = w.ev_class
LEFT JOIN pg_policy AS p ON d.classid = 'pg_policy'::regclass AND p.oid = d.objid
LEFT JOIN pg_constraint AS k ON d.classid = 'pg_constraint'::regclass AND k.oid = d.objid
LEFT JOIN pg_publication_rel AS b ON d.classid = 'pg_publication_rel'::regclass
    AND b.oid = d.objid, LATERAL pg_identify_object(d.classid, d.objid, 0) AS i
WHERE d.classid = ANY ('{pg_rewrite,pg_policy,pg_proc,pg_publication_rel,pg_trigger,
    pg_constraint,pg_statistic_ext,pg_class,pg_attrdef}'::regclass[])
