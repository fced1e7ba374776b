-- The types that are uuids read a uuid's own text, and write it where base62id.output says so.
\i test/lib/helpers.sql
\i test/lib/types.sql

CREATE TEMP TABLE all_types AS TABLE id_types;
DELETE FROM id_types WHERE family IS NULL; -- laws are asked of the others

\echo '-- ---------- reading ----------'

SELECT * FROM pg_temp.laws_of_types($$
    SELECT bool_and(u::text::%1$s = u) AS cast, bool_and(upper(u::text)::%1$s = u) AS upper_case,
           bool_and(u::text::varchar::%1$s = u) AS varchar,
           bool_and(('"' || u || '"')::%1$s = u) AS quotes,
           bool_and((ARRAY[u]::text)::%1$s[] = ARRAY[u::%1$s]) AS array_input
      FROM generate_series(1, 100) AS g, pg_temp.octets(g)$$);
\echo '-- No other form that uuid takes, and no damaged one: an error of the same class as ever.'
SELECT type, pg_temp.error_of(format('SELECT %L::%s', v.text, type)) AS error FROM id_types, (VALUES
    (1, '0195357a9f3c7b2ea1d406c8e7f5b390'), (2, '{0195357a-9f3c-7b2e-a1d4-06c8e7f5b390}'),
    (3, 'urn:uuid:0195357a-9f3c-7b2e-a1d4-06c8e7f5b390'),
    (4, '0195-357a-9f3c-7b2e-a1d4-06c8-e7f5-b390'), (5, '0195357a-9f3c-7b2e-a1d4-06c8e7f5b39g'),
    (6, '0195357a-9f3c-7b2e-a1d406c8-e7f5b390'),
    (7, '0195357a-9f3c-7b2e-a1d4-06c8e7f5b39'), (8, '0195357a-9f3c-7b2e-a1d4-06c8e7f5b3900'),
    (9, ' 0195357a-9f3c-7b2e-a1d4-06c8e7f5b390'),
    (10, '"0195357a-9f3c-7b2e-a1d4-06c8e7f5b390')) AS v(k, text) ORDER BY n, k;
\echo '-- What knows the type''s own text only: NULL and false.'
SELECT base62id_decode(u::text), base64uuid_decode(u::text), ulid_decode(u::text),
    base62id_is_valid(u::text), base64uuid_is_valid(u::text),
       ulid_is_valid(u::text), u::base62id ^@ '0195357a' AS starts,
       u::base64uuid LIKE '0195357a-%' AS likes
  FROM (VALUES ('0195357a-9f3c-7b2e-a1d4-06c8e7f5b390'::uuid)) AS v(u);
\echo '-- The other types read no uuid.'
SELECT type, pg_temp.error_of(format('SELECT %L::%s', '0195357a-9f3c-7b2e-a1d4-06c8e7f5b390', type))
    ~ '^22P02' AS refused
  FROM all_types WHERE family IS NULL ORDER BY n;

\echo '-- ---------- writing ----------'

CREATE TABLE forms (n serial, b base62id, s base64uuid, u ulid);
INSERT INTO forms (b, s, u) SELECT v, v, v
    FROM (VALUES ('0195357a-9f3c-7b2e-a1d4-06c8e7f5b390'::uuid)) AS v(v);
\echo '-- By default the id, then the uuid; so do JSON, arrays, rows, COPY and format(), of which'
\echo '-- quote_literal() is a cast.'
SHOW base62id.output;
SELECT * FROM forms;
SET base62id.output = uuid;
SELECT * FROM forms;
SELECT to_json(f), ARRAY[b, b], ROW(u, s), f FROM forms AS f;
COPY forms TO stdout;
SELECT format('%s %I', b, u), concat(s), quote_literal(b) FROM forms;
\echo '-- Casts are the id''s, whatever the session says; so is the binary form.'
SELECT b::text, b::varchar, b::char(22) AS char, b::name, b::varchar(5) AS five FROM forms;
SELECT s::text, s::varchar, s::char(22) AS char, s::name, u::text, u::varchar, u::bpchar, u::name
    FROM forms;
SELECT base62id_send(b) = uuid_send(b), base64uuid_send(s) = uuid_send(b),
    ulid_send(u) = uuid_send(b), base62id_encode(b) FROM forms;
CREATE TABLE stored (id base62id, t text, v varchar(22), c char(22), n name,
    g name GENERATED ALWAYS AS (id) STORED, h varchar GENERATED ALWAYS AS (id) STORED,
                     i char(22) GENERATED ALWAYS AS (id) STORED,
                     j text GENERATED ALWAYS AS (id) STORED);
INSERT INTO stored SELECT b, b, b, b, b FROM forms;
SELECT * FROM stored;
\echo '-- A search never sees what is displayed, and takes the id''s text only.'
SELECT b ^@ '0195', b LIKE '0195%', b ^@ left(b::text, 4) AS own,
    b = '0195357a-9f3c-7b2e-a1d4-06c8e7f5b390' AS equal FROM forms;
RESET base62id.output;
SELECT * FROM stored;

\echo '-- The texts of both forms are ids: there and back by COPY''s text in either.'
SET base62id.output = uuid;
SELECT * FROM pg_temp.laws_of_types($$
    SELECT bool_and(textin(%1$s_out(u::%1$s)) = u::text) AS uuid_out,
    bool_and(%1$s_in(%1$s_out(u::%1$s)) = u) AS there_and_back
      FROM generate_series(1, 100) AS g, pg_temp.octets(g)$$);
RESET base62id.output;

\echo '-- Only the output functions of these types depend on the session (s); what is stored'
\echo '-- cannot: an index takes casts, and refuses what calls an output function.'
SELECT type, (SELECT provolatile FROM pg_proc WHERE oid = typoutput) AS output,
    (SELECT provolatile FROM pg_proc WHERE oid = typinput) AS input
  FROM all_types JOIN pg_type ON typname = type ORDER BY n;
SELECT pg_temp.error_of('CREATE INDEX ON forms (format(''%s'', b))') AS format,
    pg_temp.error_of('CREATE INDEX ON forms ((ARRAY[b]::text))') AS array,
       pg_temp.error_of('CREATE INDEX ON forms (concat(b))') AS concat,
       pg_temp.error_of('CREATE INDEX ON forms ((b::text))') AS "by cast",
       pg_temp.error_of('CREATE INDEX ON forms ((b::varchar), (b::name), (b::bpchar))') AS
       "by casts";
\echo '-- A value that the setting does not know.'
SELECT pg_temp.error_of('SET base62id.output = hex') AS other;

\echo '-- ---------- plans, workers, partitions ----------'

\echo '-- A kept plan writes what the session says now.'
PREPARE kept AS SELECT b, to_json(b)::text AS j FROM forms WHERE b = $1;
SET plan_cache_mode = force_generic_plan;
EXECUTE kept('0195357a-9f3c-7b2e-a1d4-06c8e7f5b390');
SET base62id.output = uuid;
EXECUTE kept('0195357a-9f3c-7b2e-a1d4-06c8e7f5b390');
RESET plan_cache_mode;
\echo '-- Parallel workers write as their leader.'
CREATE TABLE many (id base62id) WITH (parallel_workers = 2, autovacuum_enabled = off);
INSERT INTO many SELECT md5(g::text)::uuid FROM generate_series(1, 5000) AS g;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET parallel_leader_participation = off;
SELECT bool_or(line ~ 'Parallel Seq Scan') AS in_workers
    FROM pg_temp.plan_of('SELECT count(*) FROM many WHERE length(concat(id)) = 36') AS p(line);
SELECT count(*) FROM many WHERE length(concat(id)) = 36;
RESET parallel_leader_participation;
\echo '-- Partition bounds, defaults and constants are values, whichever form wrote them: shown as'
\echo '-- uuids, then as ids, with the rows in the same partitions.'
CREATE TABLE parts (id base62id DEFAULT '0195357a-9f3c-7b2e-a1d4-06c8e7f5b390',
    CHECK (id <> '00000000-0000-0000-0000-000000000000')) PARTITION BY RANGE (id);
CREATE TABLE parts_low PARTITION OF parts FOR VALUES
    FROM (MINVALUE) TO ('80000000-0000-0000-0000-000000000000');
CREATE TABLE parts_high PARTITION OF parts FOR VALUES FROM ('JTf5X9tDhBQMOTqyDn8G2K') TO (MAXVALUE);
CREATE TABLE lists (id ulid) PARTITION BY LIST (id);
CREATE TABLE lists_one PARTITION OF lists
    FOR VALUES IN ('0195357a-9f3c-7b2e-a1d4-06c8e7f5b390', '01JMTQN7SWFCQA3N06S3KZBCWG');
SELECT relname, pg_get_expr(relpartbound, oid) FROM pg_class WHERE relname ~ '^(parts|lists)_'
    ORDER BY 1;
INSERT INTO parts VALUES (DEFAULT), ('ffffffff-0000-4000-8000-000000000000');
SELECT tableoid::regclass, id FROM parts ORDER BY id;
SELECT pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conrelid = 'parts'::regclass AND contype = 'c';
RESET base62id.output;
SELECT relname, pg_get_expr(relpartbound, oid) FROM pg_class WHERE relname ~ '^(parts|lists)_'
    ORDER BY 1;
SELECT tableoid::regclass, id FROM parts ORDER BY id;

\echo '-- A function can pin it.'
CREATE FUNCTION pinned(id base62id) RETURNS text LANGUAGE plpgsql STABLE
    SET base62id.output = 'id' AS $$ BEGIN RETURN format('%s', id); END $$;
CREATE FUNCTION loose(id base62id) RETURNS text LANGUAGE plpgsql STABLE AS $$ BEGIN
    RETURN format('%s', id); END $$;
SET base62id.output = uuid;
SELECT pinned(b), loose(b) FROM forms;
RESET base62id.output;
DROP TABLE forms, stored, many, parts, lists;
DROP FUNCTION pinned, loose;
