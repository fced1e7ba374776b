-- Each column at the top of its inheritance tree, with the reason why it has to stay.
WITH RECURSIVE ours AS (
    SELECT c.*, n.nspname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'f', 'c') AND n.nspname !~ '^pg_|^information_schema$'
        AND c.relpersistence <> 't' AND NOT EXISTS (SELECT FROM pg_depend AS d
            WHERE d.deptype = 'e' AND (d.classid, d.objid) IN (
                ('pg_class'::regclass, c.oid), ('pg_type'::regclass, c.reltype)))
), tree AS (SELECT a.attrelid AS top, a.attnum AS topn, a.attrelid AS r, a.attname
    FROM pg_attribute AS a JOIN ours ON ours.oid = a.attrelid
    WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attinhcount = 0
    UNION SELECT t.top, t.topn, i.inhrelid, t.attname
    FROM tree AS t JOIN pg_inherits AS i ON i.inhparent = t.r), below AS (
    SELECT t.top, t.topn, t.attname, c.oid, c.relkind, c.relowner, c.reloftype, c.reltype,
        a.attnum, a.atttypid, a.attcollation FROM tree AS t JOIN pg_class AS c ON c.oid = t.r
    JOIN pg_attribute AS a ON a.attrelid = t.r AND a.attname = t.attname), reason AS (
    SELECT x.top, x.topn, min(s.why) || CASE WHEN min(s.why) LIKE 'the index %' THEN ': drop it '
        'before' ELSE ' (by hand: see docs/migrate-by-hand.md)' END AS why
    FROM below AS x, LATERAL (
        SELECT 'it is of the partition key of ' || x.oid::regclass FROM pg_partitioned_table AS p
        WHERE p.partrelid = x.oid AND (x.attnum = ANY (p.partattrs::int2[]) OR EXISTS (
            SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = x.oid
            AND d.refclassid = d.classid AND d.refobjid = x.oid AND d.refobjsubid = x.attnum))
        UNION ALL SELECT 'its type ' || oid::regtype || ' is a domain' FROM pg_type
        WHERE oid = x.atttypid AND typtype = 'd'
        UNION ALL SELECT x.oid::regclass || ' is a foreign table' WHERE x.relkind = 'f'
        UNION ALL SELECT x.oid::regclass || ' is a composite type' WHERE x.relkind = 'c'
        UNION ALL SELECT x.oid::regclass || ' is a table OF ' || x.reloftype::regtype
        WHERE x.reloftype <> 0
        UNION ALL SELECT 'the row filter of the publication ' || quote_ident(b.pubname)
            || ' reads it'
        FROM pg_publication_rel AS p JOIN pg_publication AS b ON b.oid = p.prpubid
        JOIN pg_depend AS d ON d.classid = 'pg_publication_rel'::regclass AND d.objid = p.oid
            AND d.refobjid = x.oid AND d.refobjsubid = x.attnum
        WHERE strpos(pg_get_expr(p.prqual, p.prrelid), quote_ident(x.attname)) > 0
        UNION ALL SELECT format('%s.%I has the row type of %s', u.attrelid::regclass, u.attname,
            x.oid::regclass) FROM pg_depend AS d JOIN pg_class AS w ON w.oid = d.objid
        JOIN pg_attribute AS u ON u.attrelid = w.oid AND u.attnum = d.objsubid
        WHERE d.refclassid = 'pg_type'::regclass AND d.classid = 'pg_class'::regclass
            AND d.refobjid IN (x.reltype, (SELECT typarray FROM pg_type WHERE oid = x.reltype))
            AND w.relkind IN ('r', 'p', 'c', 'm')
        UNION ALL SELECT 'the index ' || i.indexrelid::regclass || ' has a collation or an '
            'operator class that ids have not'
        FROM pg_index AS i, unnest(i.indkey::int2[], i.indclass::oid[], i.indcollation::oid[])
            AS k(c, o, l) JOIN pg_opclass AS o ON o.oid = k.o
        WHERE i.indrelid = x.oid AND k.c = x.attnum
            AND (o.opcname LIKE '%pattern_ops' OR k.l <> x.attcollation)
        UNION ALL SELECT format('the virtual generated column %s.%I reads it', x.oid::regclass,
            g.attname)
        FROM pg_depend AS d JOIN pg_attrdef AS f ON d.classid = 'pg_attrdef'::regclass
            AND f.oid = d.objid
        JOIN pg_attribute AS g ON g.attrelid = f.adrelid AND g.attnum = f.adnum
        WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = x.oid
            AND d.refobjsubid = x.attnum AND g.attgenerated = 'v'
    ) AS s(why) GROUP BY 1, 2), whole AS (
    SELECT top, topn, json_agg(json_build_array(oid::int8, attnum)) AS tree FROM below GROUP BY 1, 2
)
SELECT c.oid::int8 AS r, a.attnum AS n, c.oid::regclass::text AS "table", a.attname, c.relname,
    c.nspname AS schema, quote_ident(a.attname) AS "column",
    format_type(a.atttypid, a.atttypmod) AS type,
    format_type(b.oid, NULL) AS base, a.atttypid <> b.oid AND t.typtype = 'b' AS is_array,
    CASE WHEN a.attcollation <> t.typcollation
        THEN ' COLLATE ' || a.attcollation::regcollation ELSE '' END AS collation,
    a.attidentity AS identity, pg_get_userbyid(c.relowner) AS owner,
    EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisprimary
        AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum) AS key,
    h.tree, w.why, pg_get_expr(f.adbin, f.adrelid) AS gives
FROM ours AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0
    AND NOT a.attisdropped AND a.attinhcount = 0 JOIN pg_type AS t ON t.oid = a.atttypid
JOIN pg_type AS b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype
    WHEN t.typcategory = 'A' AND t.typelem <> 0 THEN t.typelem ELSE t.oid END
JOIN whole AS h ON h.top = c.oid AND h.topn = a.attnum
LEFT JOIN reason AS w ON w.top = c.oid AND w.topn = a.attnum
LEFT JOIN pg_attrdef AS f ON f.adrelid = c.oid AND f.adnum = a.attnum AND a.attgenerated = ''
ORDER BY 3, 2
