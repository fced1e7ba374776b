-- ---------- partition keys ----------
--
-- PostgreSQL changes no column of a partition key. A table that is partitioned by a column that moves is made again: its partitions
-- are detached, it is dropped and created over the new type, each partition changes by itself, and all are attached again.
-- What depends on it is taken down and put back as for any other object. The new types hash and sort as uuid does, and
-- ATTACH PARTITION reads each partition to see that its rows belong there.

CREATE FUNCTION base62id_migrate_remade(columns jsonb) RETURNS SETOF oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT DISTINCT p.partrelid FROM jsonb_to_recordset(columns) AS c(relation oid, attribute integer, how text)
        JOIN pg_partitioned_table AS p ON p.partrelid = c.relation AND c.attribute = ANY (p.partattrs::integer[]) WHERE c.how <> 'stay';
END $$;
COMMENT ON FUNCTION base62id_migrate_remade(jsonb) IS 'the partitioned tables that have to be made again';

-- Why a table cannot be made again over another type of this column of its partition key, or NULL. Also where the column is in no key.
CREATE FUNCTION base62id_migrate_key_obstacle(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT CASE
            WHEN p.partexprs::text ~ format(':varattno %s ', attribute)
            THEN format('the partition key of %s has an expression that reads it, and may have another value for the new type', name)
            WHEN NOT attribute = ANY (p.partattrs::integer[]) THEN NULL
            WHEN c.reloftype <> 0 THEN format('it is of the partition key of %s, a table OF a composite type', name)
            WHEN EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = relation AND a.attidentity <> '' AND NOT a.attisdropped)
            THEN format('it is of the partition key of %s, which has an identity column', name)
            WHEN EXISTS (SELECT FROM pg_constraint AS k WHERE k.conrelid = relation AND k.contype = 'n' AND NOT k.convalidated)
            THEN format('it is of the partition key of %s, which has a NOT NULL constraint that is not valid', name)
            WHEN EXISTS (SELECT FROM pg_subscription_rel AS s WHERE s.srrelid = relation)
            THEN format('it is of the partition key of %s, which a subscription fills', name)
            WHEN EXISTS (SELECT FROM pg_inherits AS i WHERE i.inhparent = relation AND i.inhdetachpending)
            THEN format('it is of the partition key of %s, of which a partition waits for DETACH ... FINALIZE', name)
        END FROM pg_partitioned_table AS p JOIN pg_class AS c ON c.oid = p.partrelid, LATERAL (SELECT c.oid::regclass) AS n(name)
        WHERE p.partrelid = relation);
END $$;
COMMENT ON FUNCTION base62id_migrate_key_obstacle(oid, integer) IS 'why a partition key keeps its type';

-- The places where a partition is taken from its parent for the time of the change, parents first, default partitions last.
CREATE FUNCTION base62id_migrate_cuts(columns jsonb) RETURNS TABLE (parent oid, child oid, bound text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    remade oid[] := ARRAY(SELECT @extschema@.base62id_migrate_remade(columns));
BEGIN
    RETURN QUERY SELECT i.inhparent, i.inhrelid, @extschema@.base62id_migrate_definition('bound', i.inhrelid)
        FROM pg_inherits AS i WHERE i.inhparent = ANY (remade) OR i.inhrelid = ANY (remade)
        ORDER BY (SELECT count(*) FROM pg_partition_ancestors(i.inhparent)), pg_get_expr((SELECT c.relpartbound FROM pg_class AS c WHERE c.oid = i.inhrelid), 0) = 'DEFAULT',
            i.inhrelid::regclass::text;
END $$;
COMMENT ON FUNCTION base62id_migrate_cuts(jsonb) IS 'the partitions that are detached and attached';

-- A column as CREATE TABLE and ADD COLUMN have it. TYPE: where it has a new one.
CREATE FUNCTION base62id_migrate_column_definition(relation oid, attribute integer, type text, words jsonb) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT concat(quote_ident(a.attname), ' ', coalesce(type, format_type(a.atttypid, a.atttypmod)),
                CASE WHEN a.attcollation <> t.typcollation THEN (SELECT format(' COLLATE %I.%I', n.nspname, l.collname)
                    FROM pg_collation AS l JOIN pg_namespace AS n ON n.oid = l.collnamespace WHERE l.oid = a.attcollation) END,
                CASE WHEN d.oid IS NOT NULL THEN format(CASE a.attgenerated WHEN '' THEN ' DEFAULT %s' WHEN 's' THEN ' GENERATED ALWAYS AS (%s) STORED'
                        ELSE ' GENERATED ALWAYS AS (%s) VIRTUAL' END,
                    @extschema@.base62id_migrate_reword(@extschema@.base62id_migrate_definition('default', d.oid), words)) END,
                -- constraints with a name from PostgreSQL 18 on
                CASE WHEN a.attnotnull THEN concat((SELECT format(' CONSTRAINT %I', k.conname) FROM pg_constraint AS k
                    WHERE k.conrelid = relation AND k.contype = 'n' AND k.conkey = ARRAY[attribute::smallint]), ' NOT NULL') END)
            FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
            WHERE a.attrelid = relation AND a.attnum = attribute);
END $$;
COMMENT ON FUNCTION base62id_migrate_column_definition(oid, integer, text, jsonb) IS 'the definition of a column';

-- Sequences that a column owns outlive the table, with their values.
CREATE FUNCTION base62id_migrate_owned(relation oid) RETURNS TABLE (sequence text, name text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT s.oid::regclass::text, format('%s.%s', relation::regclass, @extschema@.base62id_migrate_column(relation, d.refobjsubid))
        FROM pg_depend AS d JOIN pg_class AS s ON d.classid = 'pg_class'::regclass AND s.oid = d.objid AND s.relkind = 'S'
        WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = relation AND d.refobjsubid > 0 AND d.deptype = 'a' ORDER BY 1;
END $$;
COMMENT ON FUNCTION base62id_migrate_owned(oid) IS 'the sequences that a table''s columns own';

CREATE FUNCTION base62id_migrate_make_table(object oid, columns jsonb, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    t pg_class := (SELECT c FROM pg_class AS c WHERE c.oid = object);
    name text := object::regclass;
BEGIN
    RETURN NEXT concat('CREATE ', CASE t.relpersistence WHEN 'u' THEN 'UNLOGGED ' END, 'TABLE ', name, ' (',
        (SELECT string_agg(E'\n    ' || @extschema@.base62id_migrate_column_definition(object, a.attnum, c.type, words), ',' ORDER BY a.attnum)
         FROM pg_attribute AS a LEFT JOIN jsonb_to_recordset(columns) AS c(relation oid, attribute integer, how text, type text)
             ON c.relation = object AND c.attribute = a.attnum AND c.how <> 'stay'
         WHERE a.attrelid = object AND a.attnum > 0 AND NOT a.attisdropped),
        E'\n) PARTITION BY ', @extschema@.base62id_migrate_reword(@extschema@.base62id_migrate_definition('partition key', object), words),
        (SELECT format(' USING %I', m.amname) FROM pg_am AS m WHERE m.oid = t.relam),
        (SELECT format(' TABLESPACE %I', s.spcname) FROM pg_tablespace AS s WHERE s.oid = t.reltablespace));
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_owner('pg_class'::regclass, object, t.relowner);
    RETURN QUERY SELECT format('ALTER SEQUENCE %s OWNED BY %s', s.sequence, s.name) FROM @extschema@.base62id_migrate_owned(object) AS s;
    RETURN QUERY SELECT format('ALTER TABLE %s %s', name, x.action)
        FROM (VALUES (1, t.relrowsecurity, 'ENABLE ROW LEVEL SECURITY'), (2, t.relforcerowsecurity, 'FORCE ROW LEVEL SECURITY'),
            (3, t.relreplident = 'f', 'REPLICA IDENTITY FULL'), (4, t.relreplident = 'n', 'REPLICA IDENTITY NOTHING')) AS x(n, wanted, action)
        WHERE x.wanted ORDER BY x.n;
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_column_options(object, 0);
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_notes('pg_class'::regclass, object);
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_all_grants(object);
END $$;
COMMENT ON FUNCTION base62id_migrate_make_table(oid, jsonb, jsonb) IS 'a partitioned table, made again';

-- BEFORE and after the columns change: partitions are detached and their tables made again, and all is put together.
CREATE FUNCTION base62id_migrate_partitions(columns jsonb, words jsonb) RETURNS TABLE (before boolean, statement text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT true, format('ALTER TABLE %s DETACH PARTITION %s', c.parent::regclass, c.child::regclass), NULL::text
        FROM @extschema@.base62id_migrate_cuts(columns) AS c;
    RETURN QUERY SELECT true, format('ALTER SEQUENCE %s OWNED BY NONE', s.sequence), NULL::text
        FROM @extschema@.base62id_migrate_remade(columns) AS r, LATERAL @extschema@.base62id_migrate_owned(r) AS s ORDER BY s.sequence;
    RETURN QUERY SELECT true, format('DROP TABLE %s', r::regclass), 'it has no rows: its partitions are detached, and all that depends on it is put back later'
        FROM @extschema@.base62id_migrate_remade(columns) AS r ORDER BY r::regclass::text;
    RETURN QUERY SELECT true, s.statement, NULL::text FROM @extschema@.base62id_migrate_remade(columns) AS r,
            LATERAL @extschema@.base62id_migrate_make_table(r, columns, words) WITH ORDINALITY AS s(statement, n) ORDER BY r::regclass::text, s.n;
    RETURN QUERY SELECT false, format('ALTER TABLE %s ATTACH PARTITION %s %s', c.parent::regclass, c.child::regclass, c.bound),
            'the partition is read, to see that its rows belong there'
        FROM @extschema@.base62id_migrate_cuts(columns) AS c;
END $$;
COMMENT ON FUNCTION base62id_migrate_partitions(jsonb, jsonb) IS 'the statements for tables that are partitioned by a column that moves';
