-- GiST, GIN and BRIN: for every type, and for domains over it, an index finds what a sequential
-- scan finds; exclusion constraints; indexes beside ranges and texts; uuid columns that become one
-- of our types.
\i test/lib/helpers.sql
\i test/lib/types.sql

SET max_parallel_workers_per_gather = 0;
SET jit = off;
CALL pg_temp.add_notated();

-- The rows that a query gives by one kind of scan, as a number of them and of their texts;
-- an error where another scan was chosen.
CREATE FUNCTION pg_temp.rows_by(scan text, query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    PERFORM set_config('enable_seqscan', (scan = 'Seq Scan')::text, true),
            set_config('enable_bitmapscan', (scan = 'Bitmap Index Scan')::text, true),
            set_config('enable_indexscan', (scan ~ '^Index')::text, true),
            set_config('enable_indexonlyscan', (scan = 'Index Only Scan')::text, true);
    IF NOT EXISTS (SELECT FROM pg_temp.plan_of(query) AS line WHERE strpos(line, scan) > 0) THEN
        RAISE 'no % for %', scan, query;
    END IF;
    EXECUTE 'SELECT concat_ws('' '', count(*), sum(hashtextextended(q::text, 0))) FROM (' || query
    || ') AS q' INTO answer;
    RETURN answer;
END $$;

-- Asks for each comparison of a column with values of the table, the least and the greatest among
-- them, by each of the scans; and for NULLs, where the operators have <>. How many answers there
-- were, and how many of them were not those of a sequential scan.
CREATE FUNCTION pg_temp.check_scans(tab text, col text, scans text[],
    operators text[] DEFAULT '{=,<>,<,<=,>,>=}')
    RETURNS TABLE (lookups integer, wrong integer) LANGUAGE plpgsql AS $$
DECLARE
    condition text;
    expected text;
BEGIN
    lookups := 0;
    wrong := 0;
    -- 1: the column, 2: the operators, 3: the table.
    FOR condition IN EXECUTE format($q$
        WITH sample AS (
            SELECT %1$s AS v FROM %3$s WHERE n %% 289 = 0
            UNION ALL SELECT min(%1$s) FROM %3$s
            UNION ALL SELECT max(%1$s) FROM %3$s
        ), texts AS (
            SELECT DISTINCT v::text FROM sample WHERE v IS NOT NULL
        )
        SELECT format('FROM %3$s WHERE %1$s %%s %%L', op, v)
        FROM unnest(%2$L::text[]) AS op, texts
        UNION ALL
        SELECT 'FROM %3$s WHERE %1$s ' || null_test
        FROM unnest('{IS NULL,IS NOT NULL}'::text[]) AS null_test
        WHERE '<>' = ANY (%2$L)$q$, col, operators, tab) LOOP
        expected := pg_temp.rows_by('Seq Scan', format('SELECT %s %s', col, condition));
        SELECT lookups + count(*), wrong + count(*)
        FILTER (WHERE pg_temp.rows_by(scan, format('SELECT %s %s', col, condition)) IS DISTINCT FROM
            expected)
          INTO lookups, wrong FROM unnest(scans) AS scan;
    END LOOP;
    RETURN NEXT;
END $$;

-- Rows in no order, in ascending order and equal ones; NULLs among them.
CREATE PROCEDURE pg_temp.fill(tab text, value text, first integer) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('INSERT INTO %1$s SELECT g, v, v FROM generate_series(%3$s, %3$s + 499) AS g,
                    LATERAL (SELECT CASE WHEN g %% 40 <> 0 THEN %2$s END AS v
                               FROM pg_temp.octets(g %% 375)) AS x', tab, value, first);
    EXECUTE format('INSERT INTO %1$s SELECT g, v, v FROM generate_series(%3$s, %3$s + 499) AS g,
                    LATERAL (SELECT %2$s AS v
                               FROM pg_temp.octets(g, int8send(g) || int8send(g * 4000000000)))
                               AS x', tab, value, first);
END $$;

\echo '-- ---------- GiST ----------'

CALL pg_temp.for_types('CREATE DOMAIN d_%1$s AS %1$s');
CALL pg_temp.for_types('CREATE TABLE g_%1$s (n integer, id %1$s, d d_%1$s)
                          WITH (autovacuum_enabled = off)');
-- made empty and filled by insertions
CALL pg_temp.for_types('CREATE INDEX ON g_%1$s USING gist (id)');
CALL pg_temp.for_types('CREATE INDEX ON g_%1$s USING gist (d)');
CALL pg_temp.for_types('CALL pg_temp.fill(''g_%1$s'', $v$%2$s$v$, 1)');
SELECT format('VACUUM ANALYZE g_%s', type) FROM id_types ORDER BY n \gexec
SELECT string_agg(type, ' ' ORDER BY n), i.*, d.*
    FROM id_types,
    pg_temp.check_scans('g_' || type, 'id', '{Index Scan,Index Only Scan,Bitmap Index Scan}') AS i,
       pg_temp.check_scans('g_' || type, 'd', '{Index Scan,Index Only Scan}') AS d
       GROUP BY 2, 3, 4, 5 ORDER BY min(n);
\echo '-- after deletions, a vacuum, and insertions into what it left'
CALL pg_temp.for_types('DELETE FROM g_%1$s WHERE n %% 3 = 0');
SELECT format('VACUUM g_%s', type) FROM id_types ORDER BY n \gexec
CALL pg_temp.for_types('CALL pg_temp.fill(''g_%1$s'', $v$%2$s$v$, 250)');
CALL pg_temp.for_types('UPDATE g_%1$s SET id = d, d = NULL WHERE n %% 5 = 0');
SELECT string_agg(type, ' ' ORDER BY n), i.*, d.*
    FROM id_types, pg_temp.check_scans('g_' || type, 'id', '{Index Scan}') AS i,
       pg_temp.check_scans('g_' || type, 'd', '{Index Scan}') AS d GROUP BY 2, 3, 4, 5
       ORDER BY min(n);
\echo '-- made full: by sorting, by inserting, by inserting with buffers'
CALL pg_temp.for_types('DROP INDEX g_%1$s_id_idx, g_%1$s_d_idx');
CALL pg_temp.for_types('CREATE INDEX ON g_%1$s USING gist (id)');
CALL pg_temp.for_types('CREATE INDEX ON g_%1$s USING gist (d) WITH (buffering = on)');
SELECT string_agg(type, ' ' ORDER BY n), i.*, d.*
    FROM id_types, pg_temp.check_scans('g_' || type, 'id', '{Index Scan}') AS i,
       pg_temp.check_scans('g_' || type, 'd', '{Index Scan}') AS d GROUP BY 2, 3, 4, 5
       ORDER BY min(n);
\echo '-- Ids in ascending order leave full pages behind, as in a btree: an index of theirs is not'
\echo '-- larger than one made by sorting.'
CALL pg_temp.for_types('CREATE TABLE asc_%1$s (id %1$s) WITH (autovacuum_enabled = off)');
CALL pg_temp.for_types('CREATE INDEX ON asc_%1$s USING gist (id)');
CALL pg_temp.for_types('INSERT INTO asc_%1$s SELECT %2$s
                          FROM generate_series(1, 20000) AS g,
                               pg_temp.octets(0, int8send(g) || int8send(g * 4000000000))');
CALL pg_temp.for_types('CREATE INDEX sorted_%1$s ON asc_%1$s USING gist (id)');
SELECT string_agg(type, ' ' ORDER BY n), pg_relation_size('asc_' || type || '_id_idx') <= 1.2 *
    pg_relation_size('sorted_' || type) AS compact
  FROM id_types GROUP BY 2 ORDER BY min(n);
CALL pg_temp.for_types('DROP TABLE asc_%1$s');

\echo '-- A reservation of a room excludes others of the same time.'
CALL pg_temp.for_types($$CREATE TABLE x_%1$s (room %1$s, during int4range, EXCLUDE
    USING gist (room WITH =, during WITH &&))$$);
CALL pg_temp.for_types($$INSERT INTO x_%1$s SELECT %2$s, int4range(10 * j, 10 * j + 10)
    FROM generate_series(1, 300) AS g, generate_series(1, 5) AS j, pg_temp.octets(g)$$);
-- Each room has reservations from 10 to 60: one within these fails, one from 60 on does not.
SELECT string_agg(type, ' ' ORDER BY n),
    pg_temp.sqlstate_of(format($$
        INSERT INTO x_%1$s SELECT room, '[15,16)' FROM x_%1$s WHERE lower(during) = 10 LIMIT 1
        $$, type)) AS overlap,
    pg_temp.sqlstate_of(format($$
        INSERT INTO x_%1$s SELECT room, '[60,70)' FROM x_%1$s WHERE lower(during) = 10
        $$, type)) AS none
  FROM id_types GROUP BY 2, 3 ORDER BY min(n);
\echo '-- One owner a document: equal documents of different owners exclude each other.'
CALL pg_temp.for_types($$CREATE TABLE o_%1$s (document integer, owner %1$s, EXCLUDE
    USING gist (int4range(document, document, '[]') WITH =, owner WITH <>))$$);
CALL pg_temp.for_types($$INSERT INTO o_%1$s SELECT g, %2$s
    FROM generate_series(1, 100) AS g, pg_temp.octets(g)$$);
CALL pg_temp.for_types($$INSERT INTO o_%1$s SELECT document, owner FROM o_%1$s$$);
SELECT string_agg(type, ' ' ORDER BY n),
pg_temp.sqlstate_of(format($$INSERT INTO o_%1$s SELECT 7, owner FROM o_%1$s
    WHERE document = 8$$, type)) AS another_owner
  FROM id_types GROUP BY 2 ORDER BY min(n);
CALL pg_temp.for_types('DROP TABLE x_%1$s, o_%1$s, g_%1$s');

\echo '-- ---------- GIN ----------'

CALL pg_temp.for_types('CREATE TABLE g_%1$s (n integer, id %1$s, d d_%1$s)
                          WITH (autovacuum_enabled = off)');
CALL pg_temp.for_types('CREATE INDEX ON g_%1$s USING gin (id) WITH (fastupdate = off)');
CALL pg_temp.for_types('CREATE INDEX ON g_%1$s USING gin (d)');
CALL pg_temp.for_types('CALL pg_temp.fill(''g_%1$s'', $v$%2$s$v$, 1)');
CALL pg_temp.for_types('ANALYZE g_%1$s');
SELECT string_agg(type, ' ' ORDER BY n), i.*, d.*
FROM id_types, pg_temp.check_scans('g_' || type, 'id', '{Bitmap Index Scan}', '{=,<,<=,>,>=}') AS i,
       pg_temp.check_scans('g_' || type, 'd', '{Bitmap Index Scan}', '{=,<,<=,>,>=}') AS d
       GROUP BY 2, 3, 4, 5 ORDER BY min(n);
CALL pg_temp.for_types('DELETE FROM g_%1$s WHERE n %% 3 = 0');
SELECT format('VACUUM g_%s', type) FROM id_types ORDER BY n \gexec
CALL pg_temp.for_types('CALL pg_temp.fill(''g_%1$s'', $v$%2$s$v$, 250)');
CALL pg_temp.for_types('UPDATE g_%1$s SET id = d, d = NULL WHERE n %% 5 = 0');
SELECT string_agg(type, ' ' ORDER BY n), i.*, d.*
FROM id_types, pg_temp.check_scans('g_' || type, 'id', '{Bitmap Index Scan}', '{=,<,<=,>,>=}') AS i,
       pg_temp.check_scans('g_' || type, 'd', '{Bitmap Index Scan}', '{=,<,<=,>,>=}') AS d
       GROUP BY 2, 3, 4, 5 ORDER BY min(n);
CALL pg_temp.for_types('REINDEX TABLE g_%1$s');
SELECT string_agg(type, ' ' ORDER BY n), i.*, d.*
FROM id_types, pg_temp.check_scans('g_' || type, 'id', '{Bitmap Index Scan}', '{=,<,<=,>,>=}') AS i,
       pg_temp.check_scans('g_' || type, 'd', '{Bitmap Index Scan}', '{=,<,<=,>,>=}') AS d
       GROUP BY 2, 3, 4, 5 ORDER BY min(n);
CALL pg_temp.for_types('DROP TABLE g_%1$s');
CALL pg_temp.for_types('DROP DOMAIN d_%1$s');

\echo '-- ---------- beside a text ----------'

\echo '-- Both conditions are the index''s, and stay so when a uuid becomes one of our types.'
SET enable_seqscan = off;
CALL pg_temp.for_types($$CREATE TABLE t_%1$s (team %1$s, words tsvector)$$);
CALL pg_temp.for_types($$INSERT INTO t_%1$s SELECT %2$s, to_tsvector('simple', 'word' || g)
    FROM generate_series(1, 200) AS g, pg_temp.octets(g %% 10)$$);
CALL pg_temp.for_types('CREATE INDEX ON t_%1$s USING gin (team, words)');
SELECT string_agg(type, ' ' ORDER BY n), bool_and(cond) AS both, bool_or(filter) AS filter FROM (
    SELECT n, type, bool_or(line ~ 'Index Cond: .*team = .*words @@') AS cond,
    bool_or(line ~ 'Filter') AS filter
      FROM id_types,
      pg_temp.plan_of(format($$SELECT FROM t_%1$s
          WHERE team = (SELECT team FROM t_%1$s LIMIT 1) AND words @@ 'word1'$$, type)) AS line
     GROUP BY n, type) AS t;
CALL pg_temp.for_types('DROP TABLE t_%1$s');
CREATE TABLE moved (team uuid, during int4range, words tsvector, old text);
INSERT INTO moved SELECT v, int4range(g, g + 1), to_tsvector('simple', 'word' || g), v
FROM generate_series(1, 500) AS g, LATERAL (SELECT md5((g % 20)::text)::uuid AS v) AS x;
CREATE TEMP TABLE answers (type text, gin text, gist text, found text);
DO $$
DECLARE
    t text;
BEGIN
    FOR t IN SELECT type FROM id_types WHERE family = 'uuid' ORDER BY n LOOP
        EXECUTE format('ALTER TABLE moved ALTER team TYPE %1$s USING team::%1$s', t);
        ANALYZE moved;
        INSERT INTO answers (type) VALUES (t);
        CREATE INDEX moved_gin ON moved USING gin (team, words);
        UPDATE answers
        SET gin = (SELECT trim(line)
            FROM pg_temp.plan_of($q$SELECT FROM moved
            WHERE team = md5('7')::uuid AND words @@ 'word7'$q$) AS line
            WHERE line ~ 'Index Cond|Filter') WHERE type = t;
        DROP INDEX moved_gin;
        CREATE INDEX moved_gist ON moved USING gist (team, during);
        UPDATE answers
        SET gist = (SELECT trim(line)
            FROM pg_temp.plan_of($q$SELECT FROM moved
            WHERE team = md5('7')::uuid AND during @> 7$q$) AS line
            WHERE line ~ 'Index Cond|Filter'),
            found = pg_temp.value_of($q$SELECT count(*) FROM moved
                WHERE team = ANY (ARRAY[md5('7')::uuid, md5('8')::uuid]) AND during @> 7$q$)
                WHERE type = t;
        DROP INDEX moved_gist;
    END LOOP;
END $$;
SELECT * FROM answers;
DROP TABLE answers;
DROP TABLE moved;
-- A join with a uuid column finds the index as well, and so does a cast to uuid.
CREATE TABLE uuids (id uuid);
INSERT INTO uuids SELECT md5(g::text)::uuid FROM generate_series(1, 100) AS g;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET enable_material = off;
CREATE TEMP TABLE answers (type text, method text, condition text, plan text, count bigint);
DO $$
DECLARE
    t text;
    m text;
    c text;
    p text;
    n bigint;
BEGIN
    FOR t, m IN SELECT type, method FROM id_types, unnest('{gist,gin}'::text[]) AS method
    WHERE family = 'uuid' LOOP
        EXECUTE format('CREATE TABLE ours (id %s)', t);
        INSERT INTO ours SELECT md5(g::text)::uuid FROM generate_series(1, 2000) AS g;
        EXECUTE format('CREATE INDEX ON ours USING %s (id)', m);
        ANALYZE ours;
        FOREACH c IN ARRAY ARRAY['o.id = u.id', 'u.id = o.id', 'o.id::uuid = u.id', 'o.id > u.id',
            'u.id >= o.id'] LOOP
            SELECT string_agg(trim(line), ' ') INTO p
            FROM pg_temp.plan_of('SELECT FROM uuids u JOIN ours o ON ' || c) AS line
            WHERE line ~ 'Index Cond';
            EXECUTE 'SELECT count(*) FROM uuids u JOIN ours o ON ' || c INTO n;
            INSERT INTO answers VALUES (t, m, c, p, n);
        END LOOP;
        DROP TABLE ours;
    END LOOP;
END $$;
SELECT method, condition, plan, count, string_agg(type, ', ' ORDER BY type) AS types FROM answers
GROUP BY 1, 2, 3, 4 ORDER BY 1, 2;
DROP TABLE uuids;

CALL pg_temp.drop_notated();

\echo '-- ========== BRIN indexes of columns of a domain, and of a domain over a domain =========='
RESET enable_seqscan;
RESET enable_hashjoin;
RESET enable_mergejoin;
RESET enable_material;
\echo '-- what a disabled scan seems to cost would have the query compiled'
SET jit = off;

CREATE FUNCTION pg_temp.count_by(scan text, query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    PERFORM set_config('enable_seqscan', (scan = 'sequential')::text, true);
    PERFORM set_config('enable_bitmapscan', (scan = 'index')::text, true);
    IF scan = 'index' AND NOT EXISTS (SELECT FROM pg_temp.plan_of(query) AS line
        WHERE line ~ 'Bitmap Index Scan') THEN
        RETURN -1;
    END IF;
    EXECUTE query INTO n;
    RETURN n;
END $$;

-- Asks, by a BRIN index of the class on columns of the domains, for the least and the greatest
-- value, by each operator: how many searches, how many rows, and which were not those of the table.
CREATE FUNCTION pg_temp.check_class(type text, class text)
RETURNS TABLE (lookups int, rows bigint, wrong text) LANGUAGE plpgsql AS $$
DECLARE
    lookup text;
    found bigint;
    by_index bigint;
BEGIN
    EXECUTE format('CREATE DOMAIN flat AS %s', type);
    CREATE DOMAIN nested AS flat;
    -- values far apart, twenty times, in no order
    EXECUTE format($q$CREATE TEMP TABLE sample AS SELECT v
        FROM regexp_split_to_table('123456789ABabcdefg', '') c,
        substr(%1$s_prefix_upper('')::text, 1, 1) AS first,
             %1$s_prefix_upper(first || c) v WHERE v IS NOT NULL$q$, type);
    CREATE TABLE t (n int, f flat, d nested);
    EXECUTE format('CREATE INDEX t_f ON t USING brin (f %s) WITH (pages_per_range = 1)', class);
    EXECUTE format('CREATE INDEX t_d ON t USING brin (n, d %s) WITH (pages_per_range = 1)', class);
    INSERT INTO t SELECT i, v, v FROM sample, generate_series(1, 20) i
    ORDER BY md5(i::text || v::text);
    INSERT INTO t VALUES (0, NULL, NULL);
    PERFORM brin_summarize_new_values(index::regclass) FROM unnest('{t_f,t_d}'::text[]) AS index;
    INSERT INTO t SELECT i, v, v FROM sample, generate_series(1, 20) i
    ORDER BY md5(v::text || i::text);
    EXECUTE format('CREATE INDEX t_again ON t USING brin (f %s) WITH (pages_per_range = 2)', class);
    INSERT INTO t SELECT i, v, v FROM sample, generate_series(1, 5) i
    ORDER BY md5(v::text || i::text);
    PERFORM brin_desummarize_range(index::regclass, 0), brin_summarize_range(index::regclass, 0)
    FROM unnest('{t_f,t_d}'::text[]) AS index;
    lookups := 0;
    rows := 0;
    wrong := '';
    FOR lookup IN
    SELECT format('SELECT count(*) FROM t WHERE %s %s (SELECT %s FROM sample)', c, op, value)
                    FROM unnest('{f,d}'::text[]) AS c, unnest('{=,<,<=,>=,>}'::text[]) AS op,
                    unnest('{min(v),max(v)}'::text[]) AS value
                   WHERE op = '=' OR class !~ 'bloom' LOOP
        found := pg_temp.count_by('sequential', lookup);
        by_index := pg_temp.count_by('index', lookup);
        lookups := lookups + 1;
        rows := rows + found;
        IF found <> by_index THEN wrong := wrong ||
        format('%s: %s rows, by index %s; ', lookup, found, by_index); END IF;
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

\echo '-- ========== Each class on each kind of column serves each condition =========='
\echo '-- The rows of a scan of the table, no error.'
CREATE SCHEMA every_class;
SET search_path = every_class, public;
SELECT typeid_create_type('order_id', 'order'), typeid_create_type('short_id', 's', 'base62id'),
typeid_create_type('bill_id', 'bill', 'uid11'),
typeid_create_type('read_id', 'read', accept_uuid => true);

-- 1: the type, 2: the type of PostgreSQL that it can be read as, 3 and 4: values of that.
CREATE TEMP TABLE conditions (condition text);
INSERT INTO conditions VALUES ('x::%1$s = %3$s::%1$s'), ('x::%1$s <> %3$s::%1$s'),
('x::%1$s < %3$s::%1$s'), ('x::%1$s <= %3$s::%1$s'),
    ('x::%1$s > %3$s::%1$s'), ('x::%1$s >= %3$s::%1$s'), ('%3$s::%1$s >= x::%1$s'),
    ('x::%1$s IN (%3$s::%1$s, %4$s::%1$s)'),
    ('x::%1$s = ANY (ARRAY[%3$s::%1$s, NULL])'), ('x::%1$s <= ANY (ARRAY[%3$s::%1$s, %4$s::%1$s])'),
    ('x::%1$s BETWEEN %3$s::%1$s AND %4$s::%1$s'),
    ('x::%1$s ^@ left((%3$s::%1$s)::text, 8)'),
    ('x::%1$s LIKE left((%3$s::%1$s)::text, 9) || ''%%'''), ('x IS NULL'),
    ('x::%2$s = %3$s'), ('x::%2$s < %3$s'), ('x::%2$s >= %3$s'), ('x::%2$s IN (%3$s, %4$s)'),
    ('x::%2$s = (%3$s::%1$s)::%2$s'), ('(x::%1$s, 1) > (%3$s::%1$s, 0)'),
    ('x::%1$s = (SELECT %3$s::%1$s)'), ('x::%1$s >= (SELECT %3$s::%1$s)'),
    ('x::%2$s = (SELECT %3$s)'), ('x::%1$s = %3$s::%1$s AND x::%2$s = %3$s'),
    ('x::%1$s >= %3$s::%1$s AND x::%2$s <= %4$s');

CREATE TEMP TABLE outcomes (class name, method name, kind text, condition text, by_table text,
    by_index text);
-- Asks the table t for all conditions by an index of a class, and keeps each outcome beside what it
-- gave without.
CREATE PROCEDURE pg_temp.try_class(class name, method name, kind text, key text, questions text[],
    by_table text[]) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE INDEX by_class ON t USING %s (%s %s)%s', method, key, class, CASE method
        WHEN 'brin' THEN ' WITH (pages_per_range = 1)' ELSE '' END);
    ANALYZE t;
    PERFORM set_config('enable_seqscan', 'off', true);
    INSERT INTO outcomes SELECT class, method, kind, question, by_table[i],
    pg_temp.outcome_of(question) FROM unnest(questions) WITH ORDINALITY AS q(question, i);
    PERFORM set_config('enable_seqscan', 'on', true);
    DROP INDEX by_class;
EXCEPTION WHEN datatype_mismatch THEN
    NULL; -- the class does not take columns of this type, so there is nothing to ask
END $$;

-- Columns of the type, of what it can be read as, of domains over both; and the cast as an
-- expression.
DO $$
DECLARE
    t record;
    c record;
    kind text;
    on_type text;
    questions text[];
    by_table text[];
BEGIN
    FOR t IN SELECT oid, typname AS name, v.* FROM pg_type JOIN (VALUES
                 (16, 'uuid', 'md5((i % 300)::text)::uuid',
                     '''8f14e45f-ceea-167a-5a36-dedd4bea2543''::uuid',
                 '''c9f0f895-fb98-ab91-59f5-1fd0297e236d''::uuid'),
                 (8, 'bigint', '((i % 300) * 1234567 - 99999999)::bigint', '(-91358030)::bigint',
                     '8641968::bigint')) AS v(size, core, made, k, l) ON typlen = size
              WHERE typname IN ('base62id', 'ulid', 'order_id', 'short_id', 'bill_id', 'read_id')
              AND typtype = 'b' LOOP
        EXECUTE format('CREATE DOMAIN over_type AS %s; CREATE DOMAIN over_core AS %s', t.name,
            t.core);
        questions := ARRAY(SELECT 'SELECT count(*) FROM t WHERE ' ||
            format(condition, t.name, t.core, t.k, t.l) FROM conditions);
        FOREACH kind IN ARRAY ARRAY['type', 'core', 'domain over type', 'domain over core'] LOOP
            on_type := CASE kind WHEN 'type' THEN t.name WHEN 'core' THEN t.core
            WHEN 'domain over type' THEN 'over_type' ELSE 'over_core' END;
            EXECUTE format('CREATE TEMP TABLE t (x %s)', on_type);
            EXECUTE format('INSERT INTO t SELECT %s::%s::%s FROM generate_series(1, 1000) AS i',
                t.made, t.name, on_type);
            INSERT INTO t VALUES (NULL);
            by_table := ARRAY(SELECT pg_temp.outcome_of(question)
                FROM unnest(questions) AS question);
            FOR c IN SELECT opcname AS class, amname AS method FROM pg_opclass JOIN pg_am AS a
            ON a.oid = opcmethod WHERE opcintype = t.oid LOOP
                CALL pg_temp.try_class(c.class, c.method, kind, 'x', questions, by_table);
                CALL pg_temp.try_class(c.class, c.method, kind || ', cast',
                    format('(x::%s)', t.name), questions, by_table);
            END LOOP;
            DROP TABLE t;
        END LOOP;
        DROP DOMAIN over_type, over_core;
    END LOOP;
END $$;
\echo '-- Id types that do not accept uuids have no class for columns of what they can be read as.'
-- An outcome is a number of rows, of at most four digits, or an SQLSTATE, of five characters.
SELECT kind, count(*) >= 350 AS all_tried, count(*)
FILTER (WHERE by_table <> by_index) AS other_rows,
       count(*) FILTER (WHERE length(by_table) = 5 OR length(by_index) = 5) AS errors FROM outcomes
       GROUP BY kind ORDER BY kind;
SELECT * FROM outcomes WHERE by_table <> by_index OR length(by_table) = 5 LIMIT 20;
DROP SCHEMA every_class CASCADE;

\echo '-- A superuser''s class over a type of another layout is refused, and ends no server.'
CREATE OPERATOR CLASS forged FOR TYPE integer
USING gist AS OPERATOR 18 pg_catalog.= (integer, integer),
    FUNCTION 1 uuid_family_gist_consistent(internal, "any", smallint, oid, internal),
    FUNCTION 2 base62id_gist_union(internal, internal),
    FUNCTION 3 uuid_family_gist_compress(internal),
    FUNCTION 5 base62id_gist_penalty(internal, internal, internal),
    FUNCTION 6 base62id_gist_picksplit(internal, internal),
    FUNCTION 7 base62id_gist_same(bytea, bytea, internal), STORAGE bytea;
CREATE TEMP TABLE forgeries (i integer);
INSERT INTO forgeries VALUES (7);
CREATE INDEX ON forgeries USING gist (i forged);
DROP TABLE forgeries;
DROP OPERATOR FAMILY forged USING gist;
