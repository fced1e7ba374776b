-- ---------- locks ----------
--
-- Two statements lock all relations before anything changes, in the order of their names. An application that waits for
-- one of them looks for a deadlock after deadlock_timeout, and would be its victim. So the two statements together end
-- before that, and the move is tried again.

-- The relations, with the partitions and children of each.
CREATE FUNCTION base62id_moves.locked(columns base62id_moves.moving[], nodes base62id_moves.node[]) RETURNS SETOF oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH related AS (
        SELECT c.relation AS oid FROM base62id_moves.movers(columns) AS c
        UNION SELECT x.oid FROM base62id_moves.cuts(columns) AS p, LATERAL (VALUES (p.parent), (p.child)) AS x(oid)
        UNION SELECT d.objid FROM base62id_moves.remade(columns) AS r
            JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.deptype = 'a'
                AND d.refclassid = 'pg_class'::regclass AND d.refobjid = r AND d.refobjsubid > 0
        UNION SELECT d.objid FROM base62id_moves.movers(columns) AS c
            JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
                AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.relation AND d.refobjsubid = c.attribute
            WHERE c.was ? 'identity'
        UNION
        SELECT x.oid FROM unnest(nodes) AS n, LATERAL (
            SELECT n.object WHERE n.class = 'pg_class'::regclass
            UNION ALL SELECT i.indrelid FROM pg_index AS i
                WHERE n.class = 'pg_class'::regclass AND i.indexrelid = n.object
            UNION ALL SELECT y.oid FROM pg_constraint AS k, LATERAL (VALUES (k.conrelid), (k.confrelid)) AS y(oid)
                WHERE n.class = 'pg_constraint'::regclass AND k.oid = n.object
            UNION ALL SELECT d.adrelid FROM pg_attrdef AS d WHERE n.class = 'pg_attrdef'::regclass AND d.oid = n.object
            UNION ALL SELECT p.polrelid FROM pg_policy AS p WHERE n.class = 'pg_policy'::regclass AND p.oid = n.object
            UNION ALL SELECT t.tgrelid FROM pg_trigger AS t WHERE n.class = 'pg_trigger'::regclass AND t.oid = n.object
            UNION ALL SELECT r.ev_class FROM pg_rewrite AS r WHERE n.class = 'pg_rewrite'::regclass AND r.oid = n.object
            UNION ALL SELECT p.prrelid FROM pg_publication_rel AS p
                WHERE n.class = 'pg_publication_rel'::regclass AND p.oid = n.object
            UNION ALL SELECT s.stxrelid FROM pg_statistic_ext AS s
                WHERE n.class = 'pg_statistic_ext'::regclass AND s.oid = n.object
        ) AS x(oid)
    ), whole AS (
        SELECT r.oid FROM related AS r
        UNION SELECT t.relid FROM related AS r, LATERAL pg_partition_tree(r.oid::regclass) AS t
    )
    SELECT w.oid FROM whole AS w JOIN pg_class AS c ON c.oid = w.oid WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S');
END $$;

-- No statement locks a row of a catalog. But writing one without a change makes everybody else who writes it wait, and
-- then fail with "tuple concurrently updated". GRANT, CREATE OR REPLACE FUNCTION and ALTER DOMAIN wait for nothing
-- else. OWNER TO locks a function against COMMENT.
CREATE FUNCTION base62id_moves.touch_statements(columns base62id_moves.moving[], nodes base62id_moves.node[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format('ALTER %s %s %s', CASE c.relkind WHEN 'v' THEN 'VIEW' ELSE 'MATERIALIZED VIEW' END, c.oid::regclass,
        CASE WHEN c.reloptions IS NOT NULL THEN format('SET (%s)', base62id_moves.options(c.reloptions))
            WHEN c.relkind = 'v' THEN 'RESET (security_barrier)' ELSE 'RESET (fillfactor)' END)
    FROM unnest(nodes) AS n JOIN pg_class AS c ON n.class = 'pg_class'::regclass AND c.oid = n.object
    WHERE c.relkind IN ('v', 'm')
    ORDER BY 1;

    RETURN QUERY
    SELECT format('ALTER ROUTINE %s %s', p.oid::regprocedure, x.action)
    FROM unnest(nodes) AS n
        JOIN pg_proc AS p ON n.class = 'pg_proc'::regclass AND p.oid = n.object AND p.prokind IN ('f', 'p'),
        LATERAL (VALUES (format('OWNER TO %I', pg_get_userbyid(p.proowner))),
            (CASE WHEN p.prosecdef THEN 'SECURITY DEFINER' ELSE 'SECURITY INVOKER' END)) AS x(action)
    ORDER BY 1;

    RETURN QUERY
    SELECT DISTINCT format('ALTER DOMAIN %s %s', t.oid::regtype, CASE WHEN t.typdefaultbin IS NULL THEN 'DROP DEFAULT'
        ELSE format('SET DEFAULT %s', base62id_moves.definition('domain default'::text, t.oid)) END)
    FROM base62id_moves.movers(columns) AS c JOIN pg_type AS t ON t.oid = c.domain
    ORDER BY 1;
END $$;

-- LOCK TABLE takes a view only with its tables. So views are locked first, with all else that is no table: OWNER TO the
-- same owner is the strongest lock and no change.
CREATE FUNCTION base62id_moves.lock_statements(columns base62id_moves.moving[], nodes base62id_moves.node[],
    locked oid[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    time_of_each CONSTANT integer := (
        SELECT greatest(s.setting::integer * 2 / 5, 1) FROM pg_settings AS s WHERE s.name = 'deadlock_timeout');
    first text;
    tables text;
BEGIN
    SELECT string_agg(format(E'\n    ALTER %s %s OWNER TO %I;',
            CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'MATERIALIZED VIEW' END,
            c.oid::regclass, pg_get_userbyid(c.relowner)), ''::text ORDER BY c.oid::regclass::text)
            FILTER (WHERE c.relkind NOT IN ('r', 'p')),
        string_agg(format('ONLY %s', c.oid::regclass), E',\n    '::text ORDER BY c.oid::regclass::text)
            FILTER (WHERE c.relkind IN ('r', 'p'))
    INTO first, tables
    FROM pg_class AS c WHERE c.oid = ANY (locked);
    first := concat(first, (SELECT string_agg(format(E'\n    %s;', t), ''::text)
        FROM base62id_moves.touch_statements(columns, nodes) AS t));
    RETURN NEXT format('SET LOCAL statement_timeout = %L', time_of_each);
    IF first <> '' THEN
        RETURN NEXT format('DO %L', format(E'BEGIN%s\nEND', first));
    END IF;
    IF tables IS NOT NULL THEN
        RETURN NEXT format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', tables);
    END IF;
    RETURN NEXT format('SET LOCAL statement_timeout = %L', current_setting('statement_timeout'::text));
END $$;

-- About how many locks the statements take, and how many the server has room for: a relation with its row type, its
-- TOAST table and its indexes, old and new; a foreign key with its triggers, in each partition; what else is taken
-- down, with its parts; the parts of a typed id; and the system catalogs. The factors were counted in pg_locks, and
-- test/migrate_schema/run compares.
CREATE FUNCTION base62id_moves.number_of_locks(target text, columns base62id_moves.moving[],
    nodes base62id_moves.node[], locked oid[], OUT needed bigint, OUT room bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    needed := 100 + 2 * cardinality(locked) + 3 * cardinality(nodes)
        + 2 * (SELECT count(*) FROM pg_index AS i WHERE i.indrelid = ANY (locked))
        + 2 * (SELECT count(*) FROM pg_class AS c WHERE c.oid = ANY (locked) AND c.reltoastrelid <> 0)
        + 5 * (SELECT count(*) FROM unnest(nodes) AS n JOIN pg_constraint AS k ON n.class = 'pg_constraint'::regclass
               AND n.object IN (k.oid, k.conparentid) AND k.contype = 'f')
        + 50 * (SELECT count(*) FROM base62id_moves.new_types(columns))
        + 50 * (SELECT count(*) FROM base62id_moves.old_types(target, columns) AS t WHERE t.remains IS NULL);
    room := (SELECT max(s.setting::bigint) FILTER (WHERE s.name = 'max_locks_per_transaction')
            * sum(s.setting::bigint) FILTER (WHERE s.name <> 'max_locks_per_transaction')
        FROM pg_settings AS s
        WHERE s.name IN ('max_locks_per_transaction', 'max_connections', 'max_prepared_transactions',
            'autovacuum_max_workers', 'max_worker_processes', 'max_wal_senders'));
END $$;
