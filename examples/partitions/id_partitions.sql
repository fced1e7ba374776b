-- Range partitions by the time in an id, made ahead and dropped by age.
--
-- Run this file once in the database, in a schema where only trusted roles can create objects:
--
--     psql -d shop -f id_partitions.sql
--
-- Then ask for the statements that are due, and execute them, as the owner of the table, daily:
--
--     psql -d shop -c "SET lock_timeout = '2s'" -f keep.sql
--
-- id_partitions_plan changes nothing.  Nothing here needs more rights than ownership of the table.

-- The statements that keep the partitions of a table, in the order in which they are to be
-- executed.
--
--   parent   a table partitioned by range over one column of ids
--   first_id the function that gives the first id of a time, such as user_id_min or xid_min
--   every    how much time a partition holds: '1 month', '1 day'
--   ahead    how many partitions are to be there beyond that of the present time
--   keep     partitions whose last id is older are detached and dropped; NULL keeps all of them
--   at       the present time
--
-- Partitions that are there count by their bounds, whatever their names are: what they do not hold
-- of a time gets a partition.  A partition is a table first, with a CHECK of its bounds: ATTACH
-- then does not scan it.  Rows of its time that lie in the default partition are moved before it
-- is attached.  Rows of other times stay there: "at" says of which time to move them.
CREATE OR REPLACE FUNCTION id_partitions_plan(
    parent pg_catalog.regclass,
    first_id pg_catalog.regprocedure,
    every interval,
    ahead integer DEFAULT 3,
    keep interval DEFAULT NULL,
    at pg_catalog.timestamptz DEFAULT pg_catalog.now())
RETURNS SETOF pg_catalog.text
LANGUAGE plpgsql
STABLE
SET search_path = pg_catalog, pg_temp
SET TimeZone = 'UTC'
AS $plan$
DECLARE
    bound_of text;      -- the function, as a name with its schema
    key name;           -- the column of ids
    key_type regtype;
    at_most text;       -- its operator <=, as SQL
    below text;         -- its operator <
    fallback regclass;  -- the default partition, if there is one
    home name;          -- the schema of the table
    table_name name;
    lower_ids text[];   -- of the partitions that are there; NULL is MINVALUE
    upper_ids text[];   -- NULL is MAXVALUE
    unit text;
    months integer;
    begins timestamptz; -- of the partition of the present time
    lower_time timestamptz;
    lower_id text;
    upper_id text;
    gap record;
    range_of_key text;
    stem text;
    part text;
    stray regclass;
    used text[] = '{}'; -- tables that this plan makes partitions of
    too_old boolean;
    child record;
BEGIN
    SELECT a.attname, a.atttypid, nullif(p.partdefid, 0), n.nspname, c.relname
    INTO key, key_type, fallback, home, table_name
    FROM pg_partitioned_table AS p
    JOIN pg_attribute AS a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
    JOIN pg_class AS c ON c.oid = p.partrelid
    JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE p.partrelid = parent AND p.partstrat = 'r' AND p.partnatts = 1;
    IF NOT FOUND THEN
        RAISE EXCEPTION '% is not partitioned by range over one column', parent
            USING ERRCODE = 'wrong_object_type';
    END IF;
    SELECT format('%I.%I', n.nspname, p.proname) INTO bound_of
      FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
     WHERE p.oid = first_id AND p.proargtypes = ARRAY['timestamptz'::regtype]::oidvector;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'function % does not take a time', first_id
            USING ERRCODE = 'invalid_parameter_value',
                  HINT = CASE
                      WHEN EXISTS (SELECT FROM pg_type WHERE oid = key_type AND typname = 'typeid')
                      THEN format(
                          'Create one for the type prefix of the column, such as: '
                          'CREATE FUNCTION order_min(timestamptz) RETURNS %1$s LANGUAGE sql '
                          'IMMUTABLE RETURN %1$s_min(''order'', $1)', key_type)
                      ELSE 'Use a function such as user_id_min(timestamptz).'
                  END;
    END IF;
    unit := CASE
        WHEN every >= interval '1 year' THEN 'year'
        WHEN every >= interval '1 month' THEN 'month'
        WHEN every >= interval '1 day' THEN 'day'
        ELSE 'hour'
    END;
    -- The operators of the column's default btree class, by name and schema.
    SELECT max(name) FILTER (WHERE strategy = 2), max(name) FILTER (WHERE strategy = 1)
    INTO at_most, below
    FROM (
        SELECT
            m.amopstrategy AS strategy,
            format('OPERATOR(%I.%s)', n.nspname, o.oprname) AS name
        FROM pg_opclass AS c
        JOIN pg_am AS a ON a.oid = c.opcmethod AND a.amname = 'btree'
        JOIN pg_amop AS m
            ON m.amopfamily = c.opcfamily
            AND m.amoplefttype = c.opcintype
            AND m.amoprighttype = c.opcintype
        JOIN pg_operator AS o ON o.oid = m.amopopr
        JOIN pg_namespace AS n ON n.oid = o.oprnamespace
        WHERE c.opcdefault AND c.opcintype = key_type
    ) AS operators;
    IF below IS NULL THEN
        -- The class is over uuid: a uuid column, or an id type that shares core's operators.
        at_most := 'OPERATOR(pg_catalog.<=)';
        below := 'OPERATOR(pg_catalog.<)';
    END IF;

    SELECT
        array_agg(substring(bounds FROM 'FROM \(''(.*)''\) TO ')),
        array_agg(substring(bounds FROM ' TO \(''(.*)''\)$'))
    INTO lower_ids, upper_ids
    FROM (
        SELECT pg_get_expr(c.relpartbound, c.oid) AS bounds
        FROM pg_inherits AS i
        JOIN pg_class AS c ON c.oid = i.inhrelid
        WHERE i.inhparent = parent AND i.inhrelid IS DISTINCT FROM fallback
    ) AS partitions;

    -- At whatever time this is asked, the times of partitions are the same: months are counted from
    -- the year 2000, and days and hours from a Monday.
    months := 12 * extract(year FROM every) + extract(month FROM every);
    IF months > 0 THEN
        begins := timestamptz '2000-01-01' + months * interval '1 month' * floor(
            (12 * (extract(year FROM at) - 2000) + extract(month FROM at) - 1) / months);
    ELSE
        begins := date_bin(every, at, timestamptz '2001-01-01');
    END IF;

    -- What is to be there: the partition of the present time, and those ahead of it.
    FOR i IN 0 .. ahead LOOP
        lower_time := begins + i * every;
        EXECUTE format('SELECT %1$s($1)::text, %1$s($2)::text', bound_of)
        INTO lower_id, upper_id
        USING lower_time, lower_time + every;
        stem := table_name || to_char(
            lower_time, CASE unit WHEN 'hour' THEN '_YYYYMMDDHH24' ELSE '_YYYYMMDD' END);
        -- Parts of that time that no partition holds.  Each begins where the time does or where a
        -- partition ends, and ends where the next partition begins or the time ends.
        FOR gap IN EXECUTE format(
            $gaps$
            WITH bounds AS (
                SELECT b.lower_id::%1$s AS lower_id, b.upper_id::%1$s AS upper_id
                FROM unnest($1, $2) AS b (lower_id, upper_id)
            ), starts AS (
                SELECT $3::%1$s AS id
                UNION
                SELECT upper_id FROM bounds WHERE $3::%1$s %2$s upper_id AND upper_id %2$s $4::%1$s
            )
            SELECT
                s.id::text AS lower_id,
                coalesce(
                    (SELECT b.lower_id::text FROM bounds AS b
                     WHERE s.id %2$s b.lower_id AND b.lower_id %2$s $4::%1$s
                     ORDER BY b.lower_id LIMIT 1),
                    $4) AS upper_id
            FROM starts AS s
            WHERE NOT EXISTS (
                SELECT FROM bounds AS b
                WHERE (b.lower_id IS NULL OR b.lower_id %3$s s.id)
                  AND (b.upper_id IS NULL OR s.id %2$s b.upper_id))
            ORDER BY s.id
            $gaps$, key_type, below, at_most)
        USING lower_ids, upper_ids, lower_id, upper_id
        LOOP
            range_of_key := format('%I %s %L::%s AND %I %s %L::%s',
                key, replace(below, '<', '>='), gap.lower_id, key_type,
                key, below, gap.upper_id, key_type);
            -- The first name that is free, or that of a table that a run before could not attach.
            FOR n IN 1 .. 1000 LOOP
                part := format('%I.%I', home, stem || CASE n WHEN 1 THEN '' ELSE '_' || n END);
                CONTINUE WHEN part = ANY (used);
                stray := to_regclass(part);
                EXIT WHEN stray IS NULL;
                EXIT WHEN EXISTS (
                    SELECT
                    FROM pg_class AS c
                    JOIN pg_constraint AS k ON k.conrelid = c.oid AND k.contype = 'c'
                    WHERE c.oid = stray AND c.relkind = 'r' AND NOT c.relispartition
                      AND position(quote_literal(gap.lower_id) IN pg_get_constraintdef(k.oid)) > 0
                      AND position(quote_literal(gap.upper_id) IN pg_get_constraintdef(k.oid)) > 0);
            END LOOP;
            used := used || part;
            IF stray IS NULL THEN
                RETURN NEXT format('CREATE TABLE %s (LIKE %s INCLUDING ALL, CHECK (%s))',
                    part, parent, range_of_key);
            END IF;
            IF fallback IS NULL THEN
                RETURN NEXT format(
                    'ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)',
                    parent, part, gap.lower_id, gap.upper_id);
            ELSE
                -- One statement: no row is out of sight, and none comes in between.
                RETURN NEXT format(
                    'DO $move$BEGIN '
                    'LOCK TABLE %1$s IN SHARE ROW EXCLUSIVE MODE; '
                    'WITH moved AS (DELETE FROM %2$s WHERE %3$s RETURNING *) '
                    'INSERT INTO %4$s SELECT * FROM moved; '
                    'ALTER TABLE %1$s ATTACH PARTITION %4$s FOR VALUES FROM (%5$L) TO (%6$L); '
                    'END$move$',
                    parent, fallback, range_of_key, part, gap.lower_id, gap.upper_id);
            END IF;
        END LOOP;
    END LOOP;

    -- What a run has made or detached that was interrupted then, and that nothing above uses.
    FOR part IN
        SELECT format('%I.%I', home, c.relname)
        FROM pg_class AS c
        WHERE c.relnamespace = quote_ident(home)::regnamespace
          AND c.relkind = 'r'
          AND NOT c.relispartition
          AND starts_with(c.relname::text, table_name::text || '_')
          AND substr(c.relname, length(table_name) + 2) ~ '^\d{8}(\d\d)?(_\d+)?$'
          AND EXISTS (SELECT FROM pg_constraint WHERE conrelid = c.oid AND contype = 'c')
          AND format('%I.%I', home, c.relname) <> ALL (used)
        ORDER BY c.relname
    LOOP
        RAISE WARNING 'table % is named like a partition of %, but is not one', part, parent
            USING HINT = 'An interrupted run may have left it. Rename it if you want to keep it.';
    END LOOP;

    -- What has become too old: the upper bound is at most the first id of the time to keep.
    IF keep IS NULL THEN
        RETURN;
    END IF;
    EXECUTE format('SELECT %s($1)::text', bound_of) INTO lower_id USING date_trunc(unit, at - keep);
    FOR child IN
        SELECT
            i.inhrelid::regclass AS part,
            i.inhdetachpending AS pending,
            substring(pg_get_expr(c.relpartbound, c.oid) FROM ' TO \(''(.*)''\)$') AS upper_id
        FROM pg_inherits AS i
        JOIN pg_class AS c ON c.oid = i.inhrelid
        WHERE i.inhparent = parent AND i.inhrelid IS DISTINCT FROM fallback
        ORDER BY c.relname
    LOOP
        CONTINUE WHEN child.upper_id IS NULL;
        EXECUTE format('SELECT %L::%s %s %L::%s',
            child.upper_id, key_type, at_most, lower_id, key_type)
        INTO too_old;
        CONTINUE WHEN NOT too_old;
        IF child.pending THEN
            RETURN NEXT format('ALTER TABLE %s DETACH PARTITION %s FINALIZE', parent, child.part);
        ELSE
            -- PostgreSQL detaches concurrently only where there is no default partition.
            RETURN NEXT format('ALTER TABLE %s DETACH PARTITION %s%s',
                parent, child.part, CASE WHEN fallback IS NULL THEN ' CONCURRENTLY' ELSE '' END);
        END IF;
        RETURN NEXT format('DROP TABLE %s', child.part);
    END LOOP;
END;
$plan$;

COMMENT ON FUNCTION id_partitions_plan(
    pg_catalog.regclass, pg_catalog.regprocedure, interval, integer, interval,
    pg_catalog.timestamptz
) IS 'the statements that keep the partitions of a table: made ahead, dropped by age';
