-- A few rows in each table of a schema that nobody has filled, with foreign keys that hold: columns
-- that foreign keys connect have the same values.
SET session_replication_role = replica; -- without their triggers

-- Each column is of a kind; those that are connected are of one kind.
CREATE TEMP TABLE kinds AS
    SELECT attrelid AS t, attnum AS c, attrelid::bigint * 10000 + attnum AS kind
    FROM pg_attribute
    JOIN pg_class AS r ON r.oid = attrelid
    WHERE relkind IN ('r', 'p')
        AND attnum > 0
        AND NOT attisdropped
        AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)';
CREATE TEMP TABLE pairs AS
    SELECT conrelid AS t, p.c, confrelid AS of, p.k
    FROM pg_constraint, unnest(conkey, confkey) AS p (c, k)
    WHERE contype = 'f'
    UNION
    SELECT inhrelid, a.attnum, inhparent, b.attnum
    FROM pg_inherits
    JOIN pg_attribute AS a ON a.attrelid = inhrelid
    JOIN pg_attribute AS b ON b.attrelid = inhparent AND a.attname = b.attname
    WHERE a.attnum > 0;
WITH RECURSIVE near AS (
    TABLE pairs
    UNION
    SELECT of, k, t, c FROM pairs
),
reached AS (
    SELECT t, c, kind FROM kinds
    UNION
    SELECT n.of, n.k, r.kind FROM reached AS r JOIN near AS n USING (t, c)
)
UPDATE kinds AS k
SET kind = l.least
FROM (SELECT t, c, min(kind) AS least FROM reached GROUP BY t, c) AS l
WHERE k.t = l.t AND k.c = l.c;

-- The value of row n: an expression by the type.
CREATE FUNCTION pg_temp.value_of(name text, type oid, typmod integer, kind bigint, n integer)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    t pg_type;
    seed text := md5(kind::text || ' ' || n);
BEGIN
    SELECT * INTO t FROM pg_type WHERE oid = type;
    IF t.typtype = 'd' THEN
        RETURN pg_temp.value_of(name, t.typbasetype, t.typtypmod, kind, n);
    END IF;
    IF t.typtype = 'e' THEN
        RETURN (
            SELECT quote_literal(enumlabel)
            FROM pg_enum
            WHERE enumtypid = type
            ORDER BY enumsortorder
            LIMIT 1
        );
    END IF;
    IF t.typelem <> 0 AND t.typlen = -1 THEN
        RETURN CASE
            WHEN t.typelem = 'uuid'::regtype THEN format('ARRAY[%L::uuid]', seed)
            ELSE quote_literal('{}')
        END;
    END IF;
    RETURN CASE
        WHEN type = 'uuid'::regtype THEN quote_literal(seed::uuid)
        WHEN type = 'bpchar'::regtype AND typmod = 30
        THEN quote_literal(ulid_encode(overlay(seed PLACING '019' FROM 1)::uuid))
        WHEN t.typcategory = 'S' AND name ~ 'currency' THEN quote_literal('USD')
        WHEN t.typcategory = 'S'
        THEN quote_literal(left(seed, CASE WHEN typmod > 4 THEN typmod - 4 ELSE 32 END))
        WHEN type = ANY ('{smallint,integer,bigint,numeric,real,double precision}'::regtype[])
        THEN n::text
        WHEN type = 'boolean'::regtype THEN quote_literal(n % 2 = 0)
        WHEN t.typcategory = 'D'
        THEN format('%L', '2025-01-01 00:00'::timestamp + n * '1 hour'::interval)
        WHEN type IN ('jsonb'::regtype, 'json'::regtype) THEN quote_literal('{}')
        WHEN type = 'bytea'::regtype THEN quote_literal('\x' || seed)
        WHEN t.typcategory = 'T' THEN quote_literal('1 hour')
        WHEN t.typcategory = 'I' THEN quote_literal('10.0.0.' || n)
        ELSE 'NULL'
    END;
END $$;

-- All columns, or only those that have to be filled, or some of the others too: as a CHECK lets it.
DO $$
DECLARE
    r record;
    n integer;
    attempt integer;
    line record;
BEGIN
    FOR r IN
        SELECT c.oid, c.oid::regclass AS name
        FROM pg_class AS c
        WHERE relkind IN ('r', 'p')
            AND NOT relispartition
            AND c.oid IN (SELECT t FROM kinds)
            AND NOT EXISTS (
                SELECT
                FROM pg_depend
                WHERE objid = c.oid AND classid = 'pg_class'::regclass AND deptype = 'e'
            )
    LOOP
        FOR n IN 1..3 LOOP
            FOR attempt IN 0..30 LOOP
                BEGIN
                    SELECT
                        string_agg(quote_ident(a.attname), ', ' ORDER BY attnum) AS names,
                        string_agg(
                            pg_temp.value_of(attname, atttypid, atttypmod, kind, n),
                            ', ' ORDER BY attnum) AS texts
                    INTO line
                    FROM pg_attribute AS a
                    JOIN kinds AS k ON k.t = attrelid AND k.c = attnum
                    WHERE attrelid = r.oid
                        AND attgenerated = ''
                        AND NOT attisdropped
                        AND (
                            attempt = 0
                            OR attempt > 1 AND hashtext(attname || attempt) % 2 = 0
                            OR attnotnull AND NOT atthasdef
                            OR EXISTS (
                                SELECT
                                FROM pg_index
                                WHERE indrelid = attrelid
                                    AND indisprimary
                                    AND attnum = ANY (indkey)
                            )
                        );
                    EXECUTE format(
                        'INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE VALUES (%s)',
                        r.name, line.names, line.texts);
                    EXIT;
                EXCEPTION WHEN OTHERS THEN
                    CONTINUE;
                END;
            END LOOP;
        END LOOP;
    END LOOP;
END $$;

-- No row references one that is not there.
DO $$
DECLARE
    r record;
    gone bigint := 1;
    n bigint;
BEGIN
    WHILE gone > 0 LOOP
        gone := 0;
        FOR r IN
            SELECT
                conrelid::regclass AS t,
                confrelid::regclass AS of,
                string_agg(format('o.%I = c.%I', b.attname, a.attname), ' AND ') AS equal,
                string_agg(format('c.%I IS NOT NULL', a.attname), ' AND ') AS filled
            FROM pg_constraint,
                unnest(conkey, confkey) AS p (c, k),
                pg_attribute AS a,
                pg_attribute AS b
            WHERE contype = 'f'
                AND conparentid = 0
                AND a.attrelid = conrelid
                AND a.attnum = p.c
                AND b.attrelid = confrelid
                AND b.attnum = p.k
            GROUP BY pg_constraint.oid, conrelid, confrelid
        LOOP
            EXECUTE format(
                'DELETE FROM %s AS c WHERE %s AND NOT EXISTS (SELECT FROM %s AS o WHERE %s)',
                r.t, r.filled, r.of, r.equal);
            GET DIAGNOSTICS n = ROW_COUNT;
            gone := gone + n;
        END LOOP;
    END LOOP;
END $$;
DROP TABLE kinds, pairs;
RESET session_replication_role;
ANALYZE;
