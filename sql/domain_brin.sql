-- BRIN indexes of columns of a domain, and of a domain over a domain: every class of every type finds what a sequential
-- scan finds, in indexes that were made empty, made full and summarized later.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql

\echo '-- what a disabled scan seems to cost would have the query compiled'
SET jit = off;

CREATE FUNCTION pg_temp.count_by(scan text, query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    PERFORM set_config('enable_seqscan', (scan = 'sequential')::text, true);
    PERFORM set_config('enable_bitmapscan', (scan = 'index')::text, true);
    IF scan = 'index' AND NOT EXISTS (SELECT FROM pg_temp.plan_of(query) AS line WHERE line ~ 'Bitmap Index Scan') THEN
        RETURN -1;
    END IF;
    EXECUTE query INTO n;
    RETURN n;
END $$;

CREATE FUNCTION pg_temp.check_class(type text, class text) RETURNS TABLE (lookups int, rows bigint, wrong text) LANGUAGE plpgsql AS $$
DECLARE
    lookup text;
    found bigint;
    by_index bigint;
BEGIN
    EXECUTE format('CREATE DOMAIN flat AS %s', type);
    CREATE DOMAIN nested AS flat;
    -- values far apart, twenty times, in no order
    EXECUTE format($q$CREATE TEMP TABLE sample AS SELECT v
        FROM regexp_split_to_table('123456789ABabcdefg', '') c, substr(%1$s_prefix_upper('')::text, 1, 1) AS first,
             %1$s_prefix_upper(first || c) v WHERE v IS NOT NULL$q$, type);
    CREATE TABLE t (n int, f flat, d nested);
    EXECUTE format('CREATE INDEX t_f ON t USING brin (f %s) WITH (pages_per_range = 1)', class);
    EXECUTE format('CREATE INDEX t_d ON t USING brin (n, d %s) WITH (pages_per_range = 1)', class);
    INSERT INTO t SELECT i, v, v FROM sample, generate_series(1, 20) i ORDER BY md5(i::text || v::text);
    INSERT INTO t VALUES (0, NULL, NULL);
    PERFORM brin_summarize_new_values(index::regclass) FROM unnest('{t_f,t_d}'::text[]) AS index;
    INSERT INTO t SELECT i, v, v FROM sample, generate_series(1, 20) i ORDER BY md5(v::text || i::text);
    EXECUTE format('CREATE INDEX t_again ON t USING brin (f %s) WITH (pages_per_range = 2)', class);
    INSERT INTO t SELECT i, v, v FROM sample, generate_series(1, 5) i ORDER BY md5(v::text || i::text);
    PERFORM brin_desummarize_range(index::regclass, 0), brin_summarize_range(index::regclass, 0) FROM unnest('{t_f,t_d}'::text[]) AS index;
    lookups := 0; rows := 0; wrong := '';
    FOR lookup IN SELECT format('SELECT count(*) FROM t WHERE %s %s (SELECT %s FROM sample)', c, op, value)
                    FROM unnest('{f,d}'::text[]) AS c, unnest('{=,<,<=,>=,>}'::text[]) AS op, unnest('{min(v),max(v)}'::text[]) AS value
                   WHERE op = '=' OR class !~ 'bloom' LOOP
        found := pg_temp.count_by('sequential', lookup);
        by_index := pg_temp.count_by('index', lookup);
        lookups := lookups + 1;
        rows := rows + found;
        IF found <> by_index THEN wrong := wrong || format('%s: %s rows, by index %s; ', lookup, found, by_index); END IF;
    END LOOP;
    DROP TABLE t, sample;
    DROP DOMAIN nested, flat;
    RETURN NEXT;
END $$;

SELECT c.opcintype::regtype AS type, c.opcname AS class, r.*
  FROM pg_opclass c JOIN pg_am a ON a.oid = c.opcmethod AND a.amname = 'brin'
  JOIN pg_depend d ON d.classid = 'pg_opclass'::regclass AND d.objid = c.oid AND d.deptype = 'e'
  JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'base62id',
  LATERAL pg_temp.check_class(c.opcintype::regtype::text, c.opcname) AS r
 ORDER BY 1, 2;
