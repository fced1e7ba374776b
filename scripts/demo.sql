-- The tour of scripts/demo.  Every chapter checks itself: expect() raises, and psql stops.
\set QUIET on
\set ECHO none
\pset footer off
SET client_min_messages = warning;
SET TimeZone = 'UTC';
CREATE EXTENSION base62id;
CREATE FUNCTION pg_temp.expect(what text, holds boolean) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF holds IS NOT TRUE THEN
        RAISE EXCEPTION 'this should hold, and does not: %', what;
    END IF;
    RETURN '  -- checked: ' || what;
END $$;
CREATE FUNCTION pg_temp.plan(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    lines text := '';
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        lines := lines || line || E'\n';
    END LOOP;
    RETURN lines;
END $$;

\echo '== 1. Tables whose ids make themselves'
\set ECHO queries
-- A type for one kind of id: 16 bytes, as uuid. The owner of the database makes it.
SELECT typeid_create_type('user_id', 'user');
CREATE TABLE users  (id user_id PRIMARY KEY DEFAULT user_id_new(), name text NOT NULL);
CREATE TABLE orders (id uid11 PRIMARY KEY DEFAULT xid_new(), buyer user_id REFERENCES users);
CREATE TABLE payments (id ulid PRIMARY KEY DEFAULT ulid_generate(), payer user_id REFERENCES users);
INSERT INTO users (name) VALUES ('Ada'), ('Grace'), ('Edsger');
INSERT INTO orders (buyer) SELECT id FROM users;
INSERT INTO payments (payer) SELECT id FROM users;
SELECT u.id AS "user", o.id AS "order", p.id AS payment, name
  FROM users u JOIN orders o ON o.buyer = u.id JOIN payments p ON p.payer = u.id ORDER BY u.id;
SELECT user_id_timestamp(u.id) AS "user made at", xid_timestamp(o.id) AS "order made at",
       ulid_timestamp(p.id) AS "payment made at"
  FROM users u JOIN orders o ON o.buyer = u.id JOIN payments p ON p.payer = u.id LIMIT 1;
\set ECHO none
\pset tuples_only on
SELECT pg_temp.expect('text forms, lengths, order of creation, times of now',
    count(*) = 3
    AND every(u.id::text ~ '^user_[0-7][0-9a-hjkmnp-tv-z]{25}$')
    AND every(o.id::text ~ '^[1-9A-HJ-NP-Za-km-z]{11}$')
    AND every(p.id::text ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$')
    AND every(pg_column_size(u.id) = 16)
    AND array_agg(name ORDER BY u.id) = '{Ada,Grace,Edsger}'
    AND array_agg(name ORDER BY p.id) = '{Ada,Grace,Edsger}'
    AND every(abs(extract(epoch FROM now() - user_id_timestamp(u.id))) < 60)
    AND every(abs(extract(epoch FROM now() - xid_timestamp(o.id))) < 60)
    AND every(abs(extract(epoch FROM now() - ulid_timestamp(p.id))) < 60))
  FROM users u JOIN orders o ON o.buyer = u.id JOIN payments p ON p.payer = u.id;
\pset tuples_only off

\echo
\echo '== 2. 100,000 uuids in every text form and back'
\set ECHO queries
CREATE TABLE uuids AS SELECT gen_random_uuid() AS id FROM generate_series(1, 100000);
SELECT id AS uuid, base62id_encode(id) AS base62id, base64uuid_encode(id) AS base64uuid
  FROM uuids LIMIT 3;
SELECT typeid_encode('user', id) AS typeid, uuid_to_base32hex(id) AS base32hex
  FROM uuids LIMIT 3;
CREATE TABLE forms AS
    SELECT id, base62id_encode(id) AS base62id, base64uuid_encode(id) AS base64uuid,
           typeid_encode('user', id) AS typeid, uuid_to_base32hex(id) AS base32hex
      FROM uuids;
SELECT count(*) AS uuids,
       count(*) FILTER (WHERE base62id_decode(base62id) = id) AS base62id,
       count(*) FILTER (WHERE base64uuid_decode(base64uuid) = id) AS base64uuid,
       count(*) FILTER (WHERE typeid_to_uuid(typeid_decode(typeid)) = id) AS typeid,
       count(*) FILTER (WHERE uuid_from_base32hex(base32hex) = id) AS base32hex
  FROM forms;
-- A BaseUid is a UUID of version 8, and comes back from it.
CREATE TABLE baseuids AS SELECT baseuid_new() AS id FROM generate_series(1, 100000);
SELECT id, baseuid_to_uuid(id) FROM baseuids LIMIT 1;
SELECT count(*) AS baseuids,
       count(*) FILTER (WHERE baseuid_from_uuid(baseuid_to_uuid(id)) = id) AS "by way of uuid",
       count(*) FILTER (WHERE baseuid_decode(id::text) = id) AS "by way of text"
  FROM baseuids;
\set ECHO none
\pset tuples_only on
SELECT pg_temp.expect('all of them came back, and text order is uuid order',
    (SELECT count(*) = 100000
        AND every(base62id_decode(base62id) = id) AND every(base64uuid_decode(base64uuid) = id)
        AND every(typeid_to_uuid(typeid_decode(typeid)) = id) AND every(uuid_from_base32hex(base32hex) = id)
       FROM forms)
    AND (SELECT count(*) = 100000 FROM baseuids
         WHERE baseuid_from_uuid(baseuid_to_uuid(id)) = id AND baseuid_decode(id::text) = id)
    AND (SELECT every(a = b AND a = c AND a = d)
         FROM (SELECT row_number() OVER (ORDER BY id) AS a,
                      row_number() OVER (ORDER BY base62id COLLATE "C") AS b,
                      row_number() OVER (ORDER BY base64uuid COLLATE "C") AS c,
                      row_number() OVER (ORDER BY typeid COLLATE "C") AS d
                 FROM forms) AS ranks));
\pset tuples_only off

\echo
\echo '== 3. A uuid column becomes base62id; its heap is not rewritten'
\set ECHO queries
CREATE TABLE documents (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), title text);
INSERT INTO documents (title) SELECT 'document ' || n FROM generate_series(1, 100000) AS n;
SELECT id, title FROM documents WHERE title = 'document 500';
SELECT pg_relation_filenode('documents') AS heap_file;
\set ECHO none
SELECT pg_relation_filenode('documents') AS before, (SELECT id FROM documents WHERE title = 'document 500') AS was \gset
\set ECHO queries
ALTER TABLE documents ALTER id TYPE base62id;
SELECT pg_relation_filenode('documents') AS heap_file;
SELECT id, title FROM documents WHERE title = 'document 500';
INSERT INTO documents (title) VALUES ('the old default still works') RETURNING id, title;
\set ECHO none
SELECT id AS now FROM documents WHERE title = 'document 500' \gset
\pset tuples_only on
SELECT pg_temp.expect('same heap file, same values, found by text and by uuid',
    pg_relation_filenode('documents') = :before
    AND (SELECT count(*) = 100001 FROM documents)
    AND base62id_decode(:'now') = :'was'
    AND (SELECT title = 'document 500' FROM documents WHERE id = :'now')
    AND (SELECT title = 'document 500' FROM documents WHERE id = :'was'::uuid)
    AND pg_temp.plan(format('SELECT 1 FROM documents WHERE id = %L::uuid', :'was')) ~ 'Index Cond');
\pset tuples_only off

\echo
\echo '== 4. Somebody reads the first symbols of an id to you over the phone'
ANALYZE documents;
SELECT left(:'now', 7) AS short \gset
\set ECHO queries
SELECT id, title FROM documents WHERE id ^@ :'short';
EXPLAIN (COSTS OFF) SELECT id, title FROM documents WHERE id ^@ :'short';
\set ECHO none
\pset tuples_only on
SELECT pg_temp.expect('the row is found, by a range of the index, and equals what a scan finds',
    (SELECT 'document 500' = any (array_agg(title)) FROM documents WHERE id ^@ :'short')
    AND (SELECT array_agg(id ORDER BY id) FROM documents WHERE id ^@ :'short')
      = (SELECT array_agg(id ORDER BY id) FROM documents WHERE starts_with(id::text, :'short'))
    AND pg_temp.plan(format('SELECT id FROM documents WHERE id ^@ %L', :'short')) ~ 'Index Cond');
\pset tuples_only off

\echo
\echo '== 5. The ids between two points in time'
\set ECHO queries
CREATE TABLE readings (id uid11 PRIMARY KEY DEFAULT xid_new());
-- Backfill a day with one reading a second.
INSERT INTO readings
    SELECT xid_new(t) FROM generate_series(timestamptz '2025-06-01', '2025-06-01 23:59:59', '1 second') AS t;
SELECT count(*), min(id), max(id), xid_timestamp(min(id)) AS first, xid_timestamp(max(id)) AS last
  FROM readings
 WHERE id BETWEEN xid_min('2025-06-01 12:00') AND xid_max('2025-06-01 12:59:59.999');
\set ECHO none
ANALYZE readings;
\set ECHO queries
EXPLAIN (COSTS OFF) SELECT id FROM readings
 WHERE id BETWEEN xid_min('2025-06-01 12:00') AND xid_max('2025-06-01 12:59:59.999');
SELECT typeid_min('user', '2025-06-01') AS typeid, baseuid_min('2025-06-01') AS baseuid;
\set ECHO none
\pset tuples_only on
SELECT pg_temp.expect('exactly that hour, by the index',
    count(*) = 3600
    AND xid_timestamp(min(id)) = '2025-06-01 12:00' AND xid_timestamp(max(id)) = '2025-06-01 12:59:59'
    AND pg_temp.plan($$SELECT id FROM readings WHERE id BETWEEN xid_min('2025-06-01 12:00')
                       AND xid_max('2025-06-01 12:59:59.999')$$) ~ 'Index Cond'
    AND typeid_timestamp(typeid_min('user', '2025-06-01')) = '2025-06-01'
    AND abs(extract(epoch FROM baseuid_timestamp(baseuid_min('2025-06-01')) - '2025-06-01')) < 0.001)
  FROM readings
 WHERE id BETWEEN xid_min('2025-06-01 12:00') AND xid_max('2025-06-01 12:59:59.999');
\pset tuples_only off

\echo
\echo '== 6. What bad input says'
\set ECHO queries
\set ON_ERROR_STOP off
SELECT base62id 'Fa84QWiAxLXUJaHZ';
\set code1 :SQLSTATE
SELECT uid11 'jpXCZedG-VQ';
\set code2 :SQLSTATE
SELECT uid11 'zzzzzzzzzzz';
\set code3 :SQLSTATE
SELECT base64uuid 'A$$$$$$$$$$$$$$$$$$$$$';
\set code4 :SQLSTATE
SELECT typeid 'User_01h455vb4pex5vsknk084sn02q';
\set code5 :SQLSTATE
INSERT INTO users VALUES (typeid_generate('order'), 'Mallory');
\set code6 :SQLSTATE
-- Two kinds of id do not even compare.
SELECT typeid_create_type('item_id', 'item');
SELECT * FROM users WHERE id = item_id_new();
\set code8 :SQLSTATE
SELECT xid_new('1999-12-31');
\set code7 :SQLSTATE
\set ON_ERROR_STOP on
-- The functions that end in _decode and _is_valid raise nothing.
SELECT base62id_decode('nonsense') IS NULL AS "decoded to NULL", typeid_is_valid('nonsense') AS "is valid";
\set ECHO none
\pset tuples_only on
SELECT pg_temp.expect('each SQLSTATE is the documented one',
    array[:'code1', :'code2', :'code3', :'code4', :'code5', :'code6', :'code7', :'code8']
        = array['22P02', '22P02', '22P02', '22P02', '22P02', '22023', '22008', '42883']
    AND base62id_decode('nonsense') IS NULL AND NOT typeid_is_valid('nonsense')
    AND (SELECT count(*) = 3 FROM users));
\echo '== end'
