-- ALTER TABLE between uuid, base62id and base64uuid: the heap stays, the indexes are built anew.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql
SET max_parallel_workers_per_gather = 0;
SET enable_bitmapscan = off;

CREATE TABLE documents (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), parent uuid, title text, made timestamptz DEFAULT now());
INSERT INTO documents (id, parent, title) SELECT md5(n::text)::uuid, md5((n / 2)::text)::uuid, 'document ' || n FROM generate_series(1, 2000) AS n;
CREATE INDEX documents_parent ON documents (parent);
CREATE INDEX documents_made ON documents (made);
CREATE TABLE before AS SELECT id, parent, title FROM documents;
CREATE FUNCTION pg_temp.files() RETURNS text LANGUAGE sql AS $$
    SELECT format('heap %s, primary key %s, other index %s', pg_relation_filenode('documents'), pg_relation_filenode('documents_pkey'),
                  pg_relation_filenode('documents_made'))
$$;
CREATE FUNCTION pg_temp.what_changed(earlier text, later text) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(CASE WHEN (regexp_match(earlier, part || ' (\d+)'))[1] = (regexp_match(later, part || ' (\d+)'))[1]
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
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'documents'::regclass AND adnum = 1;
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

\echo '-- a foreign key: the referencing column may follow later, because uuid -> base62id is implicit'
ALTER TABLE documents ADD CONSTRAINT documents_parent_fkey FOREIGN KEY (parent) REFERENCES documents NOT VALID;
SELECT pg_temp.files() AS files \gset
ALTER TABLE documents ALTER id TYPE base62id;
SELECT pg_temp.what_changed(:'files', pg_temp.files()) AS "key of a foreign key";
INSERT INTO documents (parent, title) VALUES (md5('5')::uuid, 'child');
SELECT pg_temp.sqlstate_of($$INSERT INTO documents (parent, title) VALUES ('00000000-0000-0000-0000-000000000000', 'orphan')$$);
ALTER TABLE documents ALTER parent TYPE base62id;
INSERT INTO documents (parent, title) VALUES (md5('5')::uuid, 'child');
SELECT pg_temp.sqlstate_of($$INSERT INTO documents (parent, title) VALUES ('00000000-0000-0000-0000-000000000000'::uuid, 'orphan')$$);

\echo '-- a view and a partition do not stand in the way more than they do with any other type'
CREATE TABLE parted (id uuid, made date) PARTITION BY RANGE (made);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
INSERT INTO parted SELECT md5(n::text)::uuid, '2025-06-01' FROM generate_series(1, 100) AS n;
SELECT pg_relation_filenode('parted_1') AS node \gset
ALTER TABLE parted ALTER id TYPE base62id;
SELECT pg_relation_filenode('parted_1') = :node AS heap_kept, count(*),
       min(id) = (SELECT min(id) FROM documents WHERE title IN (SELECT 'document ' || n FROM generate_series(1, 100) AS n)) AS same FROM parted;

\echo '-- text of ids becomes the type by the rewrite that any such change is'
CREATE TABLE texts (id text PRIMARY KEY, x text);
INSERT INTO texts SELECT typeid_encode('user', md5(n::text)::uuid), uid11_encode(n) FROM generate_series(1, 100) AS n;
ALTER TABLE texts ALTER id TYPE typeid, ALTER x TYPE uid11;
SELECT count(*), bool_and(id @> 'user'), min(x), max(x) FROM texts;
ALTER TABLE texts ALTER x TYPE bigint, ALTER id TYPE text;
SELECT min(x), max(x), pg_typeof(min(id)) FROM texts;
ALTER TABLE texts ALTER x TYPE uid11;
INSERT INTO texts VALUES ('nonsense', 'jpXCZedGfVQ');
ALTER TABLE texts ALTER id TYPE typeid;
ALTER TABLE texts ALTER x TYPE bigint;
DROP TABLE documents, before, parted, texts;
