-- The recipes of docs/tenants.md and docs/cookbook.md.
\i test/lib/helpers.sql
SET client_min_messages = warning;
-- A parallel worker does not know of a setting that was set and reset: there it is null, not ''.
SET max_parallel_workers_per_gather = 0;

\echo '-- ---------- row security by a setting ----------'
SELECT typeid_create_type('tenant_id', 'tenant');
CREATE TABLE documents (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant tenant_id NOT NULL, title text);
CREATE INDEX ON documents (tenant);
INSERT INTO documents (tenant, title) SELECT tenant_id_new(), 'other' FROM generate_series(1, 5000);
INSERT INTO documents (tenant, title)
    VALUES ('tenant_01h455vb4pex5vsknk084sn02q', 'mine'),
    ('tenant_01h455vb4pex5vsknk084sn02q', 'too');
ANALYZE documents;
ALTER TABLE documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON documents
    USING (tenant = tenant_id_decode(current_setting('app.tenant', true)));
CREATE ROLE regress_base62id_app;
GRANT SELECT ON documents TO regress_base62id_app;
SET ROLE regress_base62id_app;
\echo '-- never set, set, another kind, nonsense, reset'
SELECT count(*) FROM documents;
SET app.tenant = 'tenant_01h455vb4pex5vsknk084sn02q';
SELECT title FROM documents ORDER BY title;
SET app.tenant = 'user_01h455vb4pex5vsknk084sn02q';
SELECT count(*) FROM documents;
SET app.tenant = 'nonsense';
SELECT count(*) FROM documents;
RESET app.tenant;
SELECT current_setting('app.tenant', true) = '' AS empty, count(*) FROM documents;
BEGIN;
SET LOCAL app.tenant = 'tenant_01h455vb4pex5vsknk084sn02q';
SELECT count(*) FROM documents;
COMMIT;
SELECT count(*) FROM documents;
EXPLAIN (COSTS OFF) SELECT * FROM documents;
RESET ROLE;
\echo '-- what the page warns of'
SELECT pg_temp.sqlstate_of($$SELECT current_setting('app.tenant', true)::tenant_id$$);
DROP TABLE documents;
DROP ROLE regress_base62id_app;
SELECT typeid_drop_type('tenant_id');

\echo '-- ---------- one column of several kinds ----------'
SELECT typeid_create_type('post_id', 'post'), typeid_create_type('photo_id', 'photo'),
    typeid_create_type('comment_id', 'comment');
CREATE TABLE posts (id post_id PRIMARY KEY DEFAULT post_id_new(), title text);
CREATE TABLE photos (id photo_id PRIMARY KEY DEFAULT photo_id_new(), url text);
CREATE TABLE comments (
    id comment_id PRIMARY KEY DEFAULT comment_id_new(),
    subject typeid NOT NULL CHECK (typeid_prefix(subject) IN ('post', 'photo')),
    post post_id GENERATED ALWAYS AS (CASE WHEN subject @> 'post' THEN subject::post_id END) STORED
        REFERENCES posts,
    photo photo_id
        GENERATED ALWAYS AS (CASE WHEN subject @> 'photo' THEN subject::photo_id END) STORED
        REFERENCES photos,
    body text
);
INSERT INTO posts VALUES ('post_01h455vb4pex5vsknk084sn02q', 'one');
INSERT INTO photos VALUES ('photo_01h455vb4pex5vsknk084sn02r', 'two');
INSERT INTO comments (subject, body)
    VALUES ('post_01h455vb4pex5vsknk084sn02q', 'a'), ('photo_01h455vb4pex5vsknk084sn02r', 'b');
SELECT subject, post, photo, title, url FROM comments LEFT JOIN posts ON post = posts.id
    LEFT JOIN photos ON photo = photos.id ORDER BY body;
SELECT statement, pg_temp.sqlstate_of(statement) FROM (VALUES
    ($$INSERT INTO comments (subject) VALUES ('post_01h455vb4pex5vsknk084sn02z')$$),
    ($$INSERT INTO comments (subject) VALUES ('photo_01h455vb4pex5vsknk084sn02q')$$),
    ($$INSERT INTO comments (subject) VALUES ('user_01h455vb4pex5vsknk084sn02q')$$),
    ($$DELETE FROM posts$$), ($$DELETE FROM photos$$)) AS s (statement);
DROP TABLE comments, posts, photos;
SELECT typeid_drop_type('post_id'), typeid_drop_type('photo_id'), typeid_drop_type('comment_id');

\echo '-- ---------- DNS labels ----------'
SELECT bool_and(label ~ '^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$' AND typeid_normalize(label) = id)
    FROM (SELECT id, replace(id, '_', '-') AS label
          FROM (SELECT typeid_generate_text(prefix) AS id
                FROM unnest(ARRAY['a', 'user', repeat('x', 36)]) AS prefix, generate_series(1, 100))
                AS i) AS l;
\echo '-- only the last hyphen before a suffix is a separator: with another one the answer is null'
SELECT typeid_normalize('team-member-01h455vb4pex5vsknk084sn02q');

\echo '-- ---------- what compares the time of an id, and reads all rows ----------'
SELECT typeid_create_type('user_id', 'user');
CREATE TABLE users (id user_id PRIMARY KEY DEFAULT user_id_new(), x uid11, t typeid, u ulid);
\echo '-- found'
CREATE VIEW recent AS SELECT * FROM users WHERE user_id_timestamp(id) >= now() - interval '1 day';
CREATE VIEW turned AS SELECT id FROM users WHERE now() - interval '1 day' < xid_timestamp(users.x);
CREATE MATERIALIZED VIEW between_two AS
    SELECT u.id FROM users AS u WHERE typeid_timestamp(u.t) BETWEEN '2026-01-01' AND '2026-02-01';
CREATE POLICY young ON users USING (ulid_timestamp(u) > now() - interval '1 hour');
CREATE FUNCTION of_today() RETURNS bigint STABLE LANGUAGE sql
    AS 'SELECT count(*) FROM users WHERE user_id_timestamp(id)>=current_date';
CREATE FUNCTION of_today_in_plpgsql() RETURNS bigint STABLE LANGUAGE plpgsql
    AS 'BEGIN RETURN (SELECT count(*) FROM users AS u WHERE public.user_id_timestamp(u.id) = now());
        END';
CREATE FUNCTION of_today_as_body() RETURNS bigint STABLE
    BEGIN ATOMIC SELECT count(*) FROM users WHERE current_date <= user_id_timestamp(id); END;
\echo '-- not found: what shows a time, and what searches by the id'
CREATE VIEW shown AS SELECT id, user_id_timestamp(id) AS made FROM users;
CREATE VIEW searched AS SELECT id FROM users WHERE id >= user_id_min(now() - interval '1 day');
CREATE FUNCTION made(user_id) RETURNS timestamptz LANGUAGE sql AS 'SELECT user_id_timestamp($1)';
\i examples/monitor/scans.sql
\echo '-- what it says to use searches by the index, what the view has does not'
SET enable_seqscan = off;
SELECT bound, (SELECT string_agg(line, ' ') ~ 'Index Cond'
                 FROM pg_temp.plan_of('SELECT id FROM users WHERE ' || bound) AS line)
FROM (VALUES ($$user_id_timestamp(id) >= '2026-01-01 00:00+00'$$),
      ($$id >= user_id_min('2026-01-01 00:00+00')$$)) AS b (bound);
RESET enable_seqscan;
DROP FUNCTION of_today, of_today_in_plpgsql, of_today_as_body, made;
DROP VIEW recent, turned, shown, searched;
DROP MATERIALIZED VIEW between_two;
DROP TABLE users;
SELECT typeid_drop_type('user_id');
