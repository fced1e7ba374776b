-- The rows of the catalogs that a move touches, without what changes by itself (VACUUM, ANALYZE and
-- REFRESH change xmin, too).  No value of a type that somebody has made goes to to_jsonb(), which
-- calls his cast to json.
-- named: named.sql; attributes: columns of pg_attribute; called, operators: arrays of names
SELECT encode(
    sha256(convert_to(
        string_agg(d.x::text, E'\n' ORDER BY d.x::text COLLATE "C"),
        getdatabaseencoding()
    )),
    'hex'
)
FROM (
    :named,
    a AS (SELECT o FROM t UNION SELECT o FROM i)
    SELECT to_jsonb(x) - '{relfilenode,relpages,reltuples,relallvisible,relallfrozen,relfrozenxid,
        relminmxid,relhasindex,relhasrules,relhastriggers,relhassubclass,reltoastrelid,
        relrewrite}'::text[]
    FROM pg_class AS x, a
    WHERE x.oid = a.o
    UNION ALL
    SELECT to_jsonb(x)
    FROM (SELECT :attributes FROM pg_attribute) AS x, a
    WHERE x.attrelid = a.o AND x.attnum > 0
    UNION ALL
    SELECT to_jsonb(x) - '{indcheckxmin,stxdata}'::text[]
    FROM pg_attrdef AS x, t
    WHERE x.adrelid = t.o
    UNION ALL
    SELECT to_jsonb(x) - '{indcheckxmin,stxdata}'::text[]
    FROM pg_constraint AS x, t
    WHERE x.conrelid = t.o
    UNION ALL
    SELECT to_jsonb(x) - '{indcheckxmin,stxdata}'::text[]
    FROM pg_rewrite AS x, t
    WHERE x.ev_class = t.o
    UNION ALL
    SELECT to_jsonb(x) - '{indcheckxmin,stxdata}'::text[]
    FROM pg_policy AS x, t
    WHERE x.polrelid = t.o
    UNION ALL
    SELECT to_jsonb(x) - '{indcheckxmin,stxdata}'::text[]
    FROM pg_trigger AS x, t
    WHERE x.tgrelid = t.o
    UNION ALL
    SELECT to_jsonb(x) - '{indcheckxmin,stxdata}'::text[]
    FROM pg_publication_rel AS x, t
    WHERE x.prrelid = t.o
    UNION ALL
    SELECT to_jsonb(x) - '{indcheckxmin,stxdata}'::text[]
    FROM pg_statistic_ext AS x, t
    WHERE x.stxrelid = t.o
    UNION ALL
    SELECT to_jsonb(x) - '{indcheckxmin,stxdata}'::text[]
    FROM pg_constraint AS x, t
    WHERE x.confrelid = t.o
    UNION ALL
    SELECT to_jsonb(x) - '{indcheckxmin,stxdata}'::text[]
    FROM pg_index AS x, i
    WHERE x.indexrelid = i.o
    UNION ALL
    SELECT to_jsonb(x) - '{indcheckxmin,stxdata}'::text[]
    FROM pg_inherits AS x, t
    WHERE x.inhrelid = t.o
    UNION ALL
    SELECT to_jsonb(x) - '{indcheckxmin,stxdata}'::text[]
    FROM pg_inherits AS x, t
    WHERE x.inhparent = t.o
    UNION ALL
    SELECT to_jsonb(x) - '{indcheckxmin,stxdata}'::text[]
    FROM pg_sequence AS x, t
    WHERE x.seqrelid = t.o
    UNION ALL
    SELECT to_jsonb(x)
    FROM pg_default_acl AS x
    UNION ALL
    SELECT to_jsonb(x)
    FROM (
        SELECT classoid, objoid, objsubid, NULL, description FROM pg_description
        UNION ALL
        SELECT classoid, objoid, objsubid, provider, label FROM pg_seclabel
    ) AS x
    WHERE x.objoid IN (SELECT o FROM a UNION SELECT o FROM h)
    UNION ALL
    SELECT jsonb_build_array(x, (SELECT g FROM pg_aggregate AS g WHERE aggfnoid = x.oid))
    FROM pg_proc AS x
    JOIN pg_namespace AS n ON n.oid = x.pronamespace
    WHERE format('%s.%s', n.nspname, x.proname) = ANY (:called)
    UNION ALL
    SELECT to_jsonb(x)
    FROM pg_operator AS x
    JOIN pg_namespace AS n ON n.oid = x.oprnamespace
    WHERE format('%s.%s', n.nspname, x.oprname) = ANY (:operators)
) AS d(x)
