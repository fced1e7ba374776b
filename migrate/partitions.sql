-- ---------- partition keys ----------
--
-- PostgreSQL changes no column of a partition key. So a table that is partitioned by a column that moves is made again:
-- its partitions are detached, it is dropped and created over the new type, each partition changes by itself, and all
-- are attached again. What depends on it is taken down and put back as for any other object. The new types hash and
-- sort as uuid does, and ATTACH PARTITION reads each partition to see that its rows belong there.

CREATE FUNCTION base62id_moves.remade(columns base62id_moves.moving[]) RETURNS SETOF oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT DISTINCT p.partrelid
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_partitioned_table AS p ON p.partrelid = c.relation AND c.attribute = ANY (p.partattrs::smallint[]);
END $$;

-- Why a table cannot be made again over another type of this column of its partition key, or NULL; also NULL where the
-- column is in no key.
CREATE FUNCTION base62id_moves.key_obstacle(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT format(CASE
            WHEN p.partexprs::text ~ format(':varattno %s ', attribute)
            THEN 'the partition key of %s has an expression that reads it, and may have another value for the new type'
            WHEN NOT attribute = ANY (p.partattrs::smallint[]) THEN NULL
            WHEN c.reloftype <> 0 THEN 'it is of the partition key of %s, a table OF a composite type'
            WHEN EXISTS (SELECT FROM pg_attribute AS a
                WHERE a.attrelid = relation AND a.attidentity <> '' AND NOT a.attisdropped)
            THEN 'it is of the partition key of %s, which has an identity column'
            WHEN EXISTS (SELECT FROM pg_constraint AS k
                WHERE k.conrelid = relation AND k.contype = 'n' AND NOT k.convalidated)
            THEN 'it is of the partition key of %s, which has a NOT NULL constraint that is not valid'
            WHEN EXISTS (SELECT FROM pg_subscription_rel AS s WHERE s.srrelid = relation)
            THEN 'it is of the partition key of %s, which a subscription fills'
            WHEN EXISTS (SELECT FROM pg_inherits AS i WHERE i.inhparent = relation AND i.inhdetachpending)
            THEN 'it is of the partition key of %s, of which a partition waits for DETACH ... FINALIZE'
            END, c.oid::regclass)
        FROM pg_partitioned_table AS p JOIN pg_class AS c ON c.oid = p.partrelid
        WHERE p.partrelid = relation);
END $$;

-- The partitions that are detached for the time of the change, parents first, default partitions last.
CREATE FUNCTION base62id_moves.cuts(columns base62id_moves.moving[]) RETURNS TABLE (parent oid, child oid, bound text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT i.inhparent, i.inhrelid, base62id_moves.definition('bound'::text, i.inhrelid)
    FROM base62id_moves.remade(columns) AS r
        JOIN pg_inherits AS i ON r IN (i.inhparent, i.inhrelid)
        JOIN pg_class AS c ON c.oid = i.inhrelid
    GROUP BY i.inhparent, i.inhrelid, c.relpartbound
    ORDER BY (SELECT count(*) FROM pg_partition_ancestors(i.inhparent::regclass)),
        pg_get_expr(c.relpartbound, 0::oid) = 'DEFAULT', i.inhrelid::regclass::text;
END $$;

-- A column as CREATE TABLE and ADD COLUMN have it. TYPE: NULL where it keeps its own.
CREATE FUNCTION base62id_moves.column_definition(relation oid, attribute integer, type text, words jsonb) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    -- constraints NOT NULL have a name from PostgreSQL 18 on
    RETURN (
        SELECT concat(format('%I %s', a.attname, coalesce(type, format_type(a.atttypid, a.atttypmod))),
            CASE WHEN a.attcollation <> t.typcollation THEN (
                SELECT format(' COLLATE %I.%I', n.nspname, l.collname)
                FROM pg_collation AS l JOIN pg_namespace AS n ON n.oid = l.collnamespace
                WHERE l.oid = a.attcollation) END,
            CASE WHEN d.oid IS NOT NULL THEN format(CASE a.attgenerated
                    WHEN '' THEN ' DEFAULT %s'
                    WHEN 's' THEN ' GENERATED ALWAYS AS (%s) STORED'
                    ELSE ' GENERATED ALWAYS AS (%s) VIRTUAL' END,
                base62id_moves.reworded(base62id_moves.definition('default'::text, d.oid), words)) END,
            CASE WHEN a.attnotnull THEN concat((
                SELECT format(' CONSTRAINT %I', k.conname) FROM pg_constraint AS k
                WHERE k.conrelid = relation AND k.contype = 'n' AND k.conkey = ARRAY[a.attnum]), ' NOT NULL') END)
        FROM pg_attribute AS a
            JOIN pg_type AS t ON t.oid = a.atttypid
            LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = relation AND a.attnum = attribute);
END $$;

-- The sequences that columns of a table own. They outlive the table, with their values.
CREATE FUNCTION base62id_moves.owned(relation oid) RETURNS TABLE (sequence text, owner text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT s.oid::regclass::text,
        format('%s.%s', relation::regclass, base62id_moves.column_name(relation, d.refobjsubid))
    FROM pg_depend AS d
        JOIN pg_class AS s ON d.classid = 'pg_class'::regclass AND s.oid = d.objid AND s.relkind = 'S'
    WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = relation AND d.refobjsubid > 0 AND d.deptype = 'a'
    ORDER BY 1;
END $$;

CREATE FUNCTION base62id_moves.make_table(object oid, columns base62id_moves.moving[], words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    t CONSTANT pg_class := (SELECT c FROM pg_class AS c WHERE c.oid = object);
BEGIN
    RETURN NEXT format(E'CREATE %sTABLE %s (%s\n) PARTITION BY %s%s%s',
        CASE t.relpersistence WHEN 'u' THEN 'UNLOGGED ' END, object::regclass,
        (SELECT string_agg(concat(E'\n    ',
             base62id_moves.column_definition(object, a.attnum::integer, c.type, words)), ','::text ORDER BY a.attnum)
         FROM pg_attribute AS a
             LEFT JOIN base62id_moves.movers(columns) AS c ON c.relation = object AND c.attribute = a.attnum
         WHERE a.attrelid = object AND a.attnum > 0 AND NOT a.attisdropped),
        base62id_moves.reworded(base62id_moves.definition('partition key'::text, object), words),
        (SELECT format(' USING %I', m.amname) FROM pg_am AS m WHERE m.oid = t.relam),
        (SELECT format(' TABLESPACE %I', s.spcname) FROM pg_tablespace AS s WHERE s.oid = t.reltablespace));
    RETURN QUERY SELECT * FROM base62id_moves.owner('pg_class'::regclass::oid, object, t.relowner);
    RETURN QUERY
    SELECT format('ALTER SEQUENCE %s OWNED BY %s', s.sequence, s.owner) FROM base62id_moves.owned(object) AS s;
    RETURN QUERY
    SELECT format('ALTER TABLE %s %s', object::regclass, x.action)
    FROM (VALUES
        (1, t.relrowsecurity, 'ENABLE ROW LEVEL SECURITY'),
        (2, t.relforcerowsecurity, 'FORCE ROW LEVEL SECURITY'),
        (3, t.relreplident = 'f', 'REPLICA IDENTITY FULL'),
        (4, t.relreplident = 'n', 'REPLICA IDENTITY NOTHING')) AS x(n, wanted, action)
    WHERE x.wanted ORDER BY x.n;
    RETURN QUERY SELECT * FROM base62id_moves.column_options(object, 0);
    RETURN QUERY SELECT * FROM base62id_moves.notes('pg_class'::regclass::oid, object, 0);
    RETURN QUERY SELECT * FROM base62id_moves.relation_grants(object);
END $$;

-- BEFORE the columns change, partitions are detached and their tables made again. Afterwards they are attached.
CREATE FUNCTION base62id_moves.partitions(before boolean, columns base62id_moves.moving[], words jsonb)
RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT before THEN
        RETURN QUERY
        SELECT 'change', format('ALTER TABLE %s ATTACH PARTITION %s %s', c.parent::regclass, c.child::regclass,
            c.bound), 'the partition is read, to see that its rows belong there'
        FROM base62id_moves.cuts(columns) AS c;
        RETURN;
    END IF;
    RETURN QUERY
    SELECT 'change', format('ALTER TABLE %s DETACH PARTITION %s', c.parent::regclass, c.child::regclass), NULL::text
    FROM base62id_moves.cuts(columns) AS c;
    RETURN QUERY
    SELECT 'change', format('ALTER SEQUENCE %s OWNED BY NONE', s.sequence), NULL::text
    FROM base62id_moves.remade(columns) AS r, LATERAL base62id_moves.owned(r) AS s
    ORDER BY s.sequence;
    RETURN QUERY
    SELECT 'change', format('DROP TABLE %s', r::regclass),
        'it has no rows: its partitions are detached, and all that depends on it is put back later'
    FROM base62id_moves.remade(columns) AS r
    ORDER BY r::regclass::text;
    RETURN QUERY
    SELECT 'change', s.statement, NULL::text
    FROM base62id_moves.remade(columns) AS r,
        LATERAL base62id_moves.make_table(r, columns, words) WITH ORDINALITY AS s(statement, n)
    ORDER BY r::regclass::text, s.n;
END $$;
