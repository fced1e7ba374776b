-- The extension in other schemas and other hands: it depends on no search_path and on no superuser.
\i test/lib/helpers.sql

SET max_parallel_workers_per_gather = 0;
SET enable_bitmapscan = off;

\echo '-- ---------- another schema, an empty search_path ----------'

CREATE SCHEMA "Other Place";
CREATE TABLE moved (id typeid PRIMARY KEY DEFAULT typeid_generate('user'),
    u11 uid11 DEFAULT xid_new(), b62 base62id, bid baseuid);
INSERT INTO moved SELECT uuid_to_typeid('user', md5(n::text)::uuid), n::bigint, md5(n::text)::uuid,
    baseuid_min(timestamptz '2025-01-01' + n * interval '1 s') FROM generate_series(1, 2000) AS n;
CREATE INDEX moved_u11 ON moved (u11);
CREATE INDEX moved_b62 ON moved (b62);
CREATE INDEX moved_bid ON moved (bid);
ANALYZE moved;
CREATE VIEW moved_view AS SELECT id FROM moved WHERE id ^@ 'user_0';
-- objects of a hostile user in the path: the same names, nearer than the extension's
CREATE SCHEMA hostile;
CREATE FUNCTION hostile.typeid_prefix_lower(text) RETURNS typeid LANGUAGE plpgsql AS $$BEGIN
    RAISE 'hostile function called'; END$$;
CREATE FUNCTION hostile.typeid_prefix_upper(text) RETURNS typeid LANGUAGE plpgsql AS $$BEGIN
RAISE 'hostile function called';
END$$;
CREATE FUNCTION hostile.typeid_type_lower(text) RETURNS typeid LANGUAGE plpgsql AS $$BEGIN
    RAISE 'hostile function called'; END$$;
CREATE FUNCTION hostile.typeid_cmp(typeid, typeid) RETURNS integer LANGUAGE plpgsql AS $$BEGIN
RAISE 'hostile function called';
END$$;
SET search_path = hostile, public, pg_temp;
\echo '-- A search calls none of a schema that stands in front.'
PREPARE hostile_path(text) AS SELECT count(*) FROM moved WHERE id ^@ $1;
SET plan_cache_mode = force_generic_plan;
EXECUTE hostile_path('user_0');
SELECT pg_temp.plan_of($$EXECUTE hostile_path('user_0')$$);
RESET search_path;
ALTER EXTENSION base62id SET SCHEMA "Other Place";
SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'base62id';
SET search_path = '';
SELECT count(*), (SELECT pg_catalog.count(*) FROM public.moved_view) FROM public.moved
    WHERE id OPERATOR("Other Place".^@) 'user_0';
PREPARE by_start(text) AS SELECT count(*) FROM public.moved WHERE id OPERATOR("Other Place".^@) $1;
PREPARE by_type(text) AS SELECT count(*) FROM public.moved WHERE id OPERATOR("Other Place".@>) $1;
PREPARE by_u11(text) AS SELECT count(*) FROM public.moved WHERE u11 OPERATOR("Other Place".^@) $1;
PREPARE by_b62(text) AS SELECT count(*) FROM public.moved WHERE b62 OPERATOR("Other Place".^@) $1;
PREPARE by_bid(text) AS SELECT count(*) FROM public.moved WHERE bid OPERATOR("Other Place".^@) $1;
SET enable_seqscan = off;
\echo '-- Of 2000 rows: user_0; all users, no users_; the numbers below 58; base62ids with F;'
\echo '-- BaseUids with B.'
EXECUTE by_start('user_0');
EXECUTE by_type('user');
EXECUTE by_type('users');
EXECUTE by_u11('1111111111');
EXECUTE by_b62('F');
EXECUTE by_bid('B');
SELECT pg_temp.plan_of($$EXECUTE by_start('user_0')$$);
SELECT pg_temp.plan_of($$EXECUTE by_u11('1')$$);
\echo '-- defaults, indexes, input and casts go on'
INSERT INTO public.moved DEFAULT VALUES;
SELECT count(*), pg_catalog.count(DISTINCT id) FROM public.moved;
SELECT id::text FROM public.moved
    WHERE id OPERATOR("Other Place".=) '"user_000k8bb7gs8rfz29q3m2582k1k"';
SELECT pg_catalog.cardinality("Other Place".typeid_generate_batch('user', 3)),
    ("Other Place".xid_parse('113q8KFkAEs')).random;
SELECT pg_catalog.min(n) FROM (SELECT "Other Place".min(id)::text AS n FROM public.moved) AS x;
VACUUM ANALYZE public.moved;
RESET search_path;
RESET enable_seqscan;
\echo '-- REINDEX and new indexes without the schema in the path; then back, and one row more is'
\echo '-- found'
REINDEX TABLE moved;
CREATE INDEX ON moved USING hash (id);
CREATE INDEX ON moved USING brin (u11);
ALTER EXTENSION base62id SET SCHEMA public;
EXECUTE hostile_path('user_0');
DROP TABLE moved CASCADE;
DROP SCHEMA hostile CASCADE;
DROP SCHEMA "Other Place";
RESET plan_cache_mode;

\echo '-- ---------- another owner ----------'

-- CREATE EXTENSION by a user who may create objects in the database, and nothing else: the
-- extension is trusted.
SELECT current_database() AS db \gset
CREATE ROLE regress_base62id_owner;
GRANT CREATE ON DATABASE :db TO regress_base62id_owner;
DROP EXTENSION base62id;
SELECT count(*) FROM pg_proc WHERE proname LIKE 'typeid%' OR proname LIKE 'base62id%';
SET ROLE regress_base62id_owner;
CREATE SCHEMA regress_own;
CREATE EXTENSION base62id SCHEMA regress_own;
SELECT extowner::regrole, extnamespace::regnamespace, extversion FROM pg_extension
    WHERE extname = 'base62id';
SET search_path = regress_own, public;
CREATE TABLE regress_own.t (id typeid PRIMARY KEY DEFAULT typeid_generate('user'));
INSERT INTO t SELECT FROM generate_series(1, 100);
SELECT count(*), bool_and(id ^@ 'user_') FROM t;
\echo '-- dropping it needs CASCADE while something uses it, and takes exactly that along: the'
\echo '-- table is there, its only column is not (no row)'
DROP EXTENSION base62id;
DROP EXTENSION base62id CASCADE;
SELECT attname FROM pg_attribute WHERE attrelid = 'regress_own.t'::regclass AND attnum > 0
    AND NOT attisdropped;
DROP SCHEMA regress_own CASCADE;
RESET ROLE;
RESET search_path;
REVOKE CREATE ON DATABASE :db FROM regress_base62id_owner;
DROP ROLE regress_base62id_owner;
CREATE EXTENSION base62id;
SELECT typeid_generate('user') ^@ 'user_' AS back;

\echo '-- ========== ALTER TABLE between uuid, base62id and base64uuid: the heap stays, the indexes'
\echo '-- are built anew =========='
SET max_parallel_workers_per_gather = 0;
SET enable_bitmapscan = off;

CREATE TABLE documents (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), parent uuid, title text,
    made timestamptz DEFAULT now());
INSERT INTO documents (id, parent, title)
    SELECT md5(n::text)::uuid, md5((n / 2)::text)::uuid, 'document ' || n
    FROM generate_series(1, 2000) AS n;
CREATE INDEX documents_parent ON documents (parent);
CREATE INDEX documents_made ON documents (made);
CREATE TABLE before AS SELECT id, parent, title FROM documents;
CREATE FUNCTION pg_temp.files() RETURNS text LANGUAGE sql AS $$
    SELECT format('heap %s, primary key %s, other index %s', pg_relation_filenode('documents'),
        pg_relation_filenode('documents_pkey'),
                  pg_relation_filenode('documents_made'))
$$;
CREATE FUNCTION pg_temp.what_changed(earlier text, later text) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(CASE
        WHEN (regexp_match(earlier, part || ' (\d+)'))[1] =
    (regexp_match(later, part || ' (\d+)'))[1]
                           THEN part || ' kept' ELSE part || ' new' END, ', ' ORDER BY n)
      FROM unnest('{heap,primary key,other index}'::text[]) WITH ORDINALITY AS v(part, n)
$$;

SELECT pg_temp.files() AS files \gset
ALTER TABLE documents ALTER id TYPE base62id;
SELECT pg_temp.what_changed(:'files', pg_temp.files()) AS "uuid -> base62id";
SELECT count(*), bool_and(d.id = b.id) AS same, bool_and(d.id::text = base62id_encode(b.id)) AS text
  FROM documents AS d JOIN before AS b USING (title);
\echo '-- the default goes on'
INSERT INTO documents (title) VALUES ('by default');
SELECT pg_typeof(id), base62id_is_valid(id::text) FROM documents WHERE title = 'by default';
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef
    WHERE adrelid = 'documents'::regclass AND adnum = 1;
\echo '-- found by uuid, by text, by its start'
SELECT pg_temp.plan_of(format('SELECT title FROM documents WHERE id = %L::uuid', md5('77')::uuid));
SELECT title FROM documents WHERE id = md5('77')::uuid;
SELECT title FROM documents WHERE id ^@ left(base62id_encode(md5('77')::uuid), 9);

\echo '-- this cast is explicit'
ALTER TABLE documents ALTER id TYPE base64uuid;
SELECT pg_temp.files() AS files \gset
ALTER TABLE documents ALTER id TYPE base64uuid USING id::base64uuid;
SELECT pg_temp.what_changed(:'files', pg_temp.files()) AS "base62id -> base64uuid";
SELECT count(*), bool_and(d.id = b.id) AS same FROM documents AS d JOIN before AS b USING (title);
SELECT pg_temp.files() AS files \gset
ALTER TABLE documents ALTER id TYPE uuid;
SELECT pg_temp.what_changed(:'files', pg_temp.files()) AS "base64uuid -> uuid";
SELECT count(*), bool_and(d.id = b.id) AS same FROM documents AS d JOIN before AS b USING (title);
SELECT title FROM documents WHERE id = md5('77')::uuid;
ALTER TABLE documents ALTER id TYPE base64uuid;
ALTER TABLE documents ALTER id TYPE base62id USING id::base62id;
ALTER TABLE documents ALTER id TYPE uuid;
INSERT INTO documents (title) VALUES ('by default again');
SELECT count(*), count(DISTINCT id) FROM documents;

\echo '-- a foreign key: the referencing column may follow later, because uuid -> base62id is'
\echo '-- implicit'
ALTER TABLE documents ADD CONSTRAINT documents_parent_fkey FOREIGN KEY (parent) REFERENCES documents
    NOT VALID;
SELECT pg_temp.files() AS files \gset
ALTER TABLE documents ALTER id TYPE base62id;
SELECT pg_temp.what_changed(:'files', pg_temp.files()) AS "key of a foreign key";
INSERT INTO documents (parent, title) VALUES (md5('5')::uuid, 'child');
SELECT pg_temp.sqlstate_of($$INSERT INTO documents (parent, title)
    VALUES ('00000000-0000-0000-0000-000000000000', 'orphan')$$);
ALTER TABLE documents ALTER parent TYPE base62id;
INSERT INTO documents (parent, title) VALUES (md5('5')::uuid, 'child');
SELECT pg_temp.sqlstate_of($$INSERT INTO documents (parent, title)
    VALUES ('00000000-0000-0000-0000-000000000000'::uuid, 'orphan')$$);

\echo '-- a partition keeps its heap, too'
CREATE TABLE parted (id uuid, made date) PARTITION BY RANGE (made);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
INSERT INTO parted SELECT md5(n::text)::uuid, '2025-06-01' FROM generate_series(1, 100) AS n;
SELECT pg_relation_filenode('parted_1') AS node \gset
ALTER TABLE parted ALTER id TYPE base62id;
SELECT pg_relation_filenode('parted_1') = :node AS heap_kept, count(*),
       min(id) = (SELECT min(id) FROM documents
           WHERE title IN (SELECT 'document ' || n FROM generate_series(1, 100) AS n)) AS same
           FROM parted;

\echo '-- text of ids becomes the type by the rewrite that any such change is'
CREATE TABLE texts (id text PRIMARY KEY, x text);
INSERT INTO texts SELECT typeid_encode('user', md5(n::text)::uuid), uid11_encode(n)
    FROM generate_series(1, 100) AS n;
ALTER TABLE texts ALTER id TYPE typeid, ALTER x TYPE uid11;
SELECT count(*), bool_and(id @> 'user'), min(x), max(x) FROM texts;
ALTER TABLE texts ALTER x TYPE bigint, ALTER id TYPE text;
SELECT min(x), max(x), pg_typeof(min(id)) FROM texts;
ALTER TABLE texts ALTER x TYPE uid11;
\echo '-- what is no id, or no bigint, is an error'
INSERT INTO texts VALUES ('nonsense', 'jpXCZedGfVQ');
ALTER TABLE texts ALTER id TYPE typeid;
ALTER TABLE texts ALTER x TYPE bigint;
DROP TABLE documents, before, parted, texts;
