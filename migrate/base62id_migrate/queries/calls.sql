-- What the definitions call that is not of base62id, and read, with the definition: by OID, but for
-- routines and views that are made again, which are known by their names.
-- named: named.sql; types: an array of names; given: functions that the move itself gives to
-- defaults
SELECT coalesce(jsonb_agg(DISTINCT x.call), '[]') FROM (
    :named
    SELECT jsonb_build_object('by', i.type || ' ' || i.identity, 'calls',
        CASE WHEN p.oid IN (SELECT o FROM f) THEN p.oid::regprocedure::text
            ELSE d.refobjid::text END, 'what', j.type || ' ' || j.identity) AS call
    FROM h JOIN pg_depend AS d ON d.classid = h.c AND d.objid = h.o
    LEFT JOIN pg_operator AS q ON d.refclassid = 'pg_operator'::regclass AND q.oid = d.refobjid
    JOIN pg_proc AS p ON p.oid = CASE WHEN d.refclassid = 'pg_proc'::regclass THEN d.refobjid
        ELSE q.oprcode::oid END
    JOIN pg_language AS l ON l.oid = p.prolang JOIN pg_roles AS r ON r.oid = p.proowner
    LEFT JOIN pg_roles AS s ON s.oid = q.oprowner, LATERAL pg_identify_object(h.c, h.o, 0) AS i,
    LATERAL pg_identify_object(d.refclassid, d.refobjid, 0) AS j
    WHERE NOT (r.rolsuper AND s.rolsuper IS NOT FALSE
        AND (l.lanname = 'id_type' OR p.probin IS NOT DISTINCT FROM '$libdir/base62id'
            OR l.lanname = 'internal' AND EXISTS (SELECT FROM unnest(:types) AS u(n)
                WHERE to_regtype(n) = ANY (p.proargtypes))))
        -- Before the move these functions are not there, so that their names are NULL.
        AND NOT (h.c = 'pg_attrdef'::regclass
            AND EXISTS (SELECT FROM unnest(:given) AS u(n) WHERE to_regprocedure(n) = p.oid))
    UNION ALL SELECT jsonb_build_object('by', i.type || ' ' || i.identity, 'calls',
        CASE WHEN c.relkind IN ('v', 'm') AND c.oid IN (SELECT o FROM t)
            THEN format('%s of %s', c.oid::regclass, c.relowner)
            ELSE format('%s %s', d.refclassid, coalesce(c.oid, y.oid, d.refobjid)) END,
        'what', j.type || ' ' || j.identity)
    FROM h JOIN pg_depend AS d ON d.classid = h.c AND d.objid = h.o
    LEFT JOIN pg_type AS e ON d.refclassid = 'pg_type'::regclass AND e.oid = d.refobjid
    LEFT JOIN pg_type AS y ON y.oid = CASE e.typcategory WHEN 'A' THEN e.typelem ELSE e.oid END
    LEFT JOIN pg_class AS c ON c.relkind <> 'S' AND c.oid = CASE WHEN y.oid IS NOT NULL
        THEN y.typrelid WHEN h.c = ANY ('{pg_rewrite,pg_proc,pg_policy}'::regclass[])
            AND d.refclassid = 'pg_class'::regclass THEN d.refobjid END,
    LATERAL pg_identify_object(h.c, h.o, 0) AS i,
    LATERAL pg_identify_object(d.refclassid, d.refobjid, 0) AS j
    WHERE c.oid IS NOT NULL OR y.oid IS NOT NULL
        AND NOT EXISTS (SELECT FROM unnest(:types) AS u(n) WHERE to_regtype(n) = y.oid)
        OR d.refclassid = ANY ('{pg_collation,pg_ts_config,pg_ts_dict}'::regclass[]) AND NOT
            EXISTS (SELECT FROM pg_attribute, t WHERE attrelid = t.o AND attcollation = d.refobjid)
    UNION ALL SELECT jsonb_build_object('by', 'default privileges', 'calls', x::text,
        'what', 'GRANT ' || x.defaclacl::text) FROM pg_default_acl AS x) AS x
