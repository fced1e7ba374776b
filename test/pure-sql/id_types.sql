-- Id types: one schema for both worlds.  Runs over the functions in SQL and over the extension.
CREATE FUNCTION pg_temp.outcome(query text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE query;
    RETURN '00000';
EXCEPTION WHEN OTHERS THEN
    RETURN sqlstate;
END $$;

CREATE SCHEMA "Shop 1";
SET search_path = "Shop 1", :"schema";
SELECT typeid_create_type('user_id', 'user') \g /dev/null
SELECT typeid_create_type('"Shop 1"."Order"', 'order') \g /dev/null
SELECT typeid_create_type('bare_id', '') \g /dev/null
CREATE TABLE users (id user_id PRIMARY KEY DEFAULT user_id_new(), name text);
CREATE TABLE orders (
    id "Order" PRIMARY KEY DEFAULT "Order_new"(),
    buyer user_id NOT NULL REFERENCES users,
    others user_id[] DEFAULT '{}'
);
INSERT INTO users (name) SELECT n::text FROM generate_series(1, 1000) AS n;
INSERT INTO orders (buyer) SELECT id FROM users;
ANALYZE;

SELECT pg_temp.ok(
    array_agg(type::text || ' ' || prefix ORDER BY prefix)
        = ARRAY['bare_id ', '"Order" order', 'user_id user'],
    'typeid_types()')
FROM typeid_types()
WHERE type = ANY (ARRAY['user_id', '"Order"', 'bare_id']::regtype[]);
SELECT pg_temp.ok(
    count(DISTINCT id) = 1000
        AND every(id::text LIKE 'user\_%')
        AND every(user_id_timestamp(id) BETWEEN now() - interval '1 min' AND clock_timestamp()),
    'ids of the default')
FROM users;
SELECT pg_temp.ok(every(u.id = o.buyer) AND count(*) = 1000, 'a join')
FROM users AS u JOIN orders AS o ON o.buyer = u.id;
SELECT pg_temp.ok(count(*) = 1000, 'a range of time')
FROM users
WHERE id BETWEEN user_id_min(now() - interval '1 min') AND user_id_max(clock_timestamp());
SELECT pg_temp.ok(
    user_id_timestamp(user_id_new(given)) = given
        AND user_id_min(given) <= user_id_new(given)
        AND user_id_max(given) >= user_id_new(given),
    'ids of a given time')
FROM (VALUES (timestamptz '2026-02-03 04:05:06.789+00')) AS v (given);
SELECT pg_temp.ok(count(*) = 1, 'search by the first symbols')
FROM users
WHERE id ^@ (SELECT left(id::text, 30) || right(id::text, 1) FROM users LIMIT 1);
SELECT pg_temp.ok(
    array_agg(id::text ORDER BY id) = array_agg(id::text ORDER BY id::text COLLATE "C"),
    'order of the texts')
FROM users;
SELECT pg_temp.ok(name = '1', 'a text parameter')
FROM users
WHERE id = (SELECT min(id::text COLLATE "C") FROM users)::user_id;
SELECT pg_temp.ok(bare_id_new()::text ~ '^[0-7][0-9a-z]{25}$', 'no type prefix');

-- The functions in SQL are domains, which refuse some of it in another way.
SELECT pg_temp.ok(pg_temp.outcome(query) = ANY (states), query)
FROM (VALUES
    ($$INSERT INTO users (id) VALUES ('order_01h455vb4pex5vsknk084sn02q')$$,
     ARRAY['22P02', '23514']),
    ($$INSERT INTO users (id) VALUES ('nonsense')$$, ARRAY['22P02', '23514']),
    ($$INSERT INTO users (id) VALUES ('')$$, ARRAY['22P02', '23514']),
    ($$INSERT INTO users (id) VALUES ('user_81h455vb4pex5vsknk084sn02q')$$,
     ARRAY['22P02', '23514']),
    ($$INSERT INTO orders (buyer) VALUES ('user_01h455vb4pex5vsknk084sn02q')$$, ARRAY['23503']),
    ($$INSERT INTO orders (buyer) SELECT id FROM orders$$, ARRAY['42804', '23514']),
    ($$SELECT typeid_create_type('other_id', 'user')$$, ARRAY['42710']),
    ($$SELECT typeid_create_type('user_id', 'other')$$, ARRAY['42710']),
    ($$SELECT typeid_create_type('bad_id', 'Bad')$$, ARRAY['22023']),
    ($$SELECT typeid_create_type('a.b.c', 'bad')$$, ARRAY['42601', '0A000']),
    ($$SELECT typeid_create_type('nowhere.b', 'bad')$$, ARRAY['3F000']),
    ($$SELECT typeid_create_type(repeat('a', 60), 'bad')$$, ARRAY['42622'])) AS v (query, states);

-- Quotes are no part of an id: not stored, or not taken.
SELECT pg_temp.outcome(
    $$INSERT INTO users (id) VALUES ('"user_01h455vb4pex5vsknk084sn02q"')$$) \g /dev/null
SELECT pg_temp.ok(count(*) = 0, 'no quotes in a column') FROM users WHERE id::text LIKE '%"%';
SELECT pg_temp.ok(array_length(ARRAY[user_id_new(), user_id_new()]::user_id[], 1) = 2, 'arrays');

RESET search_path;
SET client_min_messages = warning;
DROP TABLE "Shop 1".orders, "Shop 1".users;
DO $$
DECLARE
    kind text := (
        SELECT CASE typtype WHEN 'd' THEN 'DOMAIN' ELSE 'TYPE' END
        FROM pg_type
        WHERE oid = '"Shop 1".user_id'::regtype);
BEGIN
    EXECUTE format(
        'DROP %s "Shop 1".user_id, "Shop 1"."Order", "Shop 1".bare_id CASCADE', kind);
END $$;
SELECT pg_temp.ok(count(*) = 0, 'dropping a type takes its functions along')
FROM pg_proc
WHERE pronamespace = '"Shop 1"'::regnamespace;
DROP SCHEMA "Shop 1" CASCADE;  -- the families of the extension's types stay
