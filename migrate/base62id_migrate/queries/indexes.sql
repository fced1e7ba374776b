-- Indexes over columns that move, with what makes a successor beforehand. ALTER TYPE keeps an index
-- whose operator classes stay the same: the successor has the new type's class over the column as
-- it is, which PostgreSQL takes where the old type is the new one to it (a cast that is implicit
-- and WITHOUT FUNCTION), or, where the old type has one, its second class, which the new type
-- takes. Numbers have the class of bigint on their way back.
-- While indexes are made, typeid_accept_bigint() and typeid_accept_uuid() make that cast implicit:
-- accepts has the types for which they have to.
-- moving: (OID of a table, number of a column, new type), ...; home: the schema of the extension
WITH moving(r, n, new) AS (VALUES :moving), switched AS (
    SELECT t.type FROM :home.typeid_types() AS t WHERE NOT EXISTS (SELECT FROM pg_depend AS d
        WHERE d.classid = 'pg_type'::regclass AND d.objid = t.type AND d.deptype = 'e')
), change AS (
    SELECT DISTINCT m.r, m.n, a.atttypid AS old, m.new::regtype::oid AS new, EXISTS (
        SELECT FROM pg_cast WHERE castsource = a.atttypid AND casttarget = m.new::regtype
            AND castmethod = 'b') AS same
    FROM moving AS m JOIN pg_attribute AS a ON a.attrelid = m.r AND a.attnum = m.n
), successor AS (
    SELECT c.r, c.n, was.oid AS old, coalesce(stored.oid, becomes.oid) AS new,
        becomes.oid AS own,
        stored.oid IS NOT NULL AS stored,
        needs.castcontext AS context, needs.casttarget AS type
    FROM change AS c JOIN pg_opclass AS was ON was.opcintype = c.old AND was.opcdefault
    LEFT JOIN pg_opclass AS becomes ON becomes.opcintype = c.new AND becomes.opcdefault
        AND becomes.opcmethod = was.opcmethod
    LEFT JOIN pg_cast AS here ON here.castsource = c.old AND here.casttarget = c.new
        AND here.castmethod = 'b'
    LEFT JOIN pg_cast AS back ON back.castsource = c.new AND back.casttarget = c.old
        AND back.castmethod = 'b'
    -- numbers have another order than bigint, so no second class would serve its queries: back,
    -- the class is that of bigint
    LEFT JOIN pg_opclass AS stored ON stored.opcintype = c.old AND NOT stored.opcdefault
        AND c.new <> 'bigint'::regtype
        AND stored.opcmethod = was.opcmethod AND here.castcontext IS DISTINCT FROM 'i'
        AND stored.opcname = (SELECT typname FROM pg_type WHERE oid = c.old) || '_stored_ops'
    CROSS JOIN LATERAL (SELECT (CASE WHEN stored.oid IS NULL AND c.new <> 'bigint'::regtype
        THEN here ELSE back END).*) AS needs
), key AS (
    SELECT i.indexrelid, k.n, k.n <= i.indnkeyatts AS key, am.amname,
        pg_get_indexdef(i.indexrelid, k.n, false) AS text, coalesce(s.new, o.class) AS class,
        coalesce(s.own, o.class) AS own,
        o.collation, o.options, o.parameters, s.stored, c.r IS NOT NULL AS moves,
        s.context = 'i' AS implicit, s.type, s.type IN (SELECT type FROM switched) AS switched
    FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid
    JOIN pg_am AS am ON am.oid = x.relam
    CROSS JOIN LATERAL generate_series(1, i.indnatts) AS k(n)
    LEFT JOIN LATERAL (SELECT i.indclass[k.n - 1] AS class, i.indcollation[k.n - 1] AS collation,
            i.indoption[k.n - 1] AS options, (SELECT attoptions FROM pg_attribute
                WHERE attrelid = i.indexrelid AND attnum = k.n) AS parameters) AS o
        ON k.n <= i.indnkeyatts
    LEFT JOIN change AS c ON c.r = i.indrelid AND c.n = i.indkey[k.n - 1]
    LEFT JOIN successor AS s ON s.r = i.indrelid AND s.n = i.indkey[k.n - 1] AND s.old = o.class
    WHERE EXISTS (SELECT FROM change AS c WHERE c.r = i.indrelid AND (c.n = ANY (i.indkey)
        OR EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass
            AND d.objid = i.indexrelid AND d.refclassid = 'pg_class'::regclass
            AND d.refobjid = c.r AND d.refobjsubid = c.n)))
), text AS (
    SELECT indexrelid,
        string_agg(concat(text, (SELECT format(' COLLATE %I.%I', n.nspname, l.collname)
                FROM pg_collation AS l JOIN pg_namespace AS n ON n.oid = l.collnamespace
                WHERE l.oid = key.collation),
            (SELECT format(' %I.%I', n.nspname, p.opcname) FROM pg_opclass AS p
                JOIN pg_namespace AS n ON n.oid = p.opcnamespace WHERE p.oid = key.class),
            ' (' || array_to_string(parameters, ', ') || ')',
            CASE WHEN amname = 'btree' AND options & 1 = 1 THEN ' DESC' END,
            CASE WHEN amname <> 'btree' THEN NULL WHEN options & 2 = 2 THEN ' NULLS FIRST'
                ELSE ' NULLS LAST' END),
            ', ' ORDER BY n) FILTER (WHERE key) AS keys,
        string_agg(concat(text, (SELECT format(' COLLATE %I.%I', n.nspname, l.collname)
                FROM pg_collation AS l JOIN pg_namespace AS n ON n.oid = l.collnamespace
                WHERE l.oid = key.collation),
            (SELECT format(' %I.%I', n.nspname, p.opcname) FROM pg_opclass AS p
                JOIN pg_namespace AS n ON n.oid = p.opcnamespace WHERE p.oid = key.own),
            ' (' || array_to_string(parameters, ', ') || ')',
            CASE WHEN amname = 'btree' AND options & 1 = 1 THEN ' DESC' END,
            CASE WHEN amname <> 'btree' THEN NULL WHEN options & 2 = 2 THEN ' NULLS FIRST'
                ELSE ' NULLS LAST' END),
            ', ' ORDER BY n) FILTER (WHERE key) AS own_keys,
        string_agg(text, ', ' ORDER BY n) FILTER (WHERE NOT key) AS included,
        coalesce(bool_and(coalesce(implicit OR switched, false)) FILTER (WHERE key AND moves), true)
            AS ready,
        coalesce(json_agg(DISTINCT format_type(type, NULL)) FILTER (WHERE key AND moves
            AND NOT implicit AND switched), '[]') AS accepts,
        coalesce(bool_or(stored), false) AS stored
    FROM key GROUP BY 1
)
SELECT t.nspname AS "table_schema", c.relname AS "table_name", c.oid::regclass::text AS "table",
    s.nspname AS schema, x.relname AS name, pg_get_userbyid(c.relowner) AS owner,
    i.indisunique AS "unique", k.contype, quote_ident(k.conname) AS "constraint",
    i.indexrelid::regclass::text AS full, c.relispartition AS leaf, text.stored, text.accepts,
    (SELECT bool_and(same) FROM change WHERE r = c.oid) AS same,
    text.ready AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indisvalid
        AND (SELECT bool_and(same) FROM change WHERE r = c.oid)
        AND (k.oid IS NULL OR am.amname = 'btree' AND k.contype <> 'x')
        -- a second class holds no constraint, which a view or a function may need (GROUP BY)
        AND NOT (text.stored AND EXISTS (SELECT FROM pg_depend AS d
            WHERE d.refclassid = 'pg_constraint'::regclass AND d.refobjid = k.oid
                AND d.classid IN ('pg_rewrite'::regclass, 'pg_proc'::regclass))) AS ready,
    x.relkind = 'I' AS partitioned, (SELECT json_build_array(pn.nspname, p.relname)
        FROM pg_inherits AS h JOIN pg_class AS p ON p.oid = h.inhparent
        JOIN pg_namespace AS pn ON pn.oid = p.relnamespace WHERE h.inhrelid = x.oid) AS parent,
    (c.relreplident = 'd' AND i.indisprimary OR i.indisreplident) AS identity,
    format('ON %s USING %I (%s)%s', c.oid::regclass, am.amname, text.keys, r.rest) AS tail,
    format('ON %s USING %I (%s)%s', c.oid::regclass, am.amname, text.own_keys, r.rest) AS own_tail
FROM text JOIN pg_index AS i USING (indexrelid) JOIN pg_class AS x ON x.oid = i.indexrelid
JOIN pg_am AS am ON am.oid = x.relam JOIN pg_namespace AS s ON s.oid = x.relnamespace
JOIN pg_class AS c ON c.oid = i.indrelid JOIN pg_namespace AS t ON t.oid = c.relnamespace
LEFT JOIN pg_tablespace AS b ON b.oid = x.reltablespace
LEFT JOIN pg_constraint AS k ON k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x')
    AND k.conrelid = i.indrelid
CROSS JOIN LATERAL concat(' INCLUDE (' || text.included || ')',
    CASE WHEN to_jsonb(i) -> 'indnullsnotdistinct' = 'true' THEN ' NULLS NOT DISTINCT' END,
    ' WITH (' || array_to_string(x.reloptions, ', ') || ')',
    ' TABLESPACE ' || quote_ident(b.spcname)) AS r(rest)
WHERE x.relname !~ '^base62id_[0-9a-f]{12}$'
ORDER BY 3, 5
