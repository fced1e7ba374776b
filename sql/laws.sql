-- One order and one equality for each type, whichever way PostgreSQL asks: operators, comparison function, sorts with
-- and without abbreviated keys, indexes, hashes, and the text under COLLATE "C".
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/sql/include/helpers.sql
SET jit = off;

-- Random values, their neighbours in one bit or octet, and the edges.
SELECT setseed(0.62);
CREATE TABLE law_octets AS
    WITH random_octets AS (SELECT n, decode(string_agg(lpad(to_hex((random() * 255)::int), 2, '0'), '' ORDER BY i), 'hex') AS o FROM generate_series(1, 150) AS n, generate_series(1, 16) AS i GROUP BY n)
    SELECT o FROM random_octets
    UNION SELECT set_bit(o, n % 128, 1 - get_bit(o, n % 128)) FROM random_octets
    UNION SELECT set_byte(o, n % 16, 0) FROM random_octets
    UNION SELECT set_byte(o, n % 16, 255) FROM random_octets
    UNION SELECT decode(repeat(b, 16), 'hex') FROM unnest('{00,01,7f,80,fe,ff}'::text[]) AS b
    UNION SELECT set_byte(decode(repeat('00', 16), 'hex'), i, b) FROM generate_series(0, 15) AS i, unnest('{1,127,128,255}'::int[]) AS b
    UNION SELECT set_byte(decode(repeat('ff', 16), 'hex'), i, b) FROM generate_series(0, 15) AS i, unnest('{0,127,128,254}'::int[]) AS b;
CREATE TABLE law_base62id AS SELECT encode(o, 'hex')::uuid::base62id AS v FROM law_octets;
CREATE TABLE law_base64uuid AS SELECT encode(o, 'hex')::uuid::base64uuid AS v FROM law_octets;
CREATE TABLE law_uid11 AS SELECT DISTINCT uid11_encode(('x' || encode(substring(o FROM 1 FOR 8), 'hex'))::bit(64)::bigint::numeric + CASE WHEN get_byte(o, 0) >= 128 THEN 18446744073709551616 ELSE 0 END)::uid11 AS v FROM law_octets;
CREATE TABLE law_baseuid AS SELECT DISTINCT baseuid_encode(substring(o FROM 1 FOR 15))::baseuid AS v FROM law_octets;
-- type prefixes that begin alike, with underscores, of all lengths around 8 octets and of 63
CREATE TABLE law_typeid AS
    SELECT DISTINCT uuid_to_typeid(p, encode(o, 'hex')::uuid) AS v
      FROM (SELECT o, row_number() OVER (ORDER BY o) AS n FROM law_octets) AS x,
           unnest(ARRAY['', 'a', 'a_b', 'a__b', 'aa', 'ab', 'b', 'user', 'user_x', 'users', 'usfr', 'abcdefg', 'abcdefgh', 'abcdefghi', 'abcdefgi', 'abcdefg_h', 'z', 'zz', repeat('a', 62), repeat('a', 63), repeat('z', 62), repeat('z', 63),
                        repeat('a', 62) || 'b', 'a' || repeat('_', 61) || 'a']) WITH ORDINALITY AS y(p, k)
     WHERE n % 12 = k % 12 OR o IN ('\x00000000000000000000000000000000', '\xffffffffffffffffffffffffffffffff');
SELECT (SELECT count(*) FROM law_base62id) > 700 AS many, (SELECT count(*) FROM law_typeid) > 1000 AS many, (SELECT count(*) FROM law_uid11) > 400 AS many, (SELECT count(*) FROM law_baseuid) > 500 AS many;

-- Every pair: each operator and the comparison function against the text, equality against the hashes.
CREATE FUNCTION pg_temp.laws(type text) RETURNS TABLE (pairs bigint, lt bool, le bool, eq bool, ne bool, ge bool, gt bool, cmp bool, hash bool, hash_extended bool, smaller bool, larger bool) LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE format($q$
        WITH v AS MATERIALIZED (SELECT v, v::text COLLATE "C" AS t, %1$s_hash(v) AS h, %1$s_hash_extended(v, 0) AS h0, %1$s_hash_extended(v, 42) AS h42 FROM (SELECT * FROM law_%1$s ORDER BY md5(v::text) LIMIT 500) AS part)
        SELECT count(*), bool_and((a.v < b.v) = (a.t < b.t)), bool_and((a.v <= b.v) = (a.t <= b.t)), bool_and((a.v = b.v) = (a.t = b.t)), bool_and((a.v <> b.v) = (a.t <> b.t)),
               bool_and((a.v >= b.v) = (a.t >= b.t)), bool_and((a.v > b.v) = (a.t > b.t)), bool_and(sign(%1$s_cmp(a.v, b.v)) = sign(bttextcmp(a.t, b.t))),
               bool_and(a.t <> b.t OR a.h = b.h), bool_and(a.t <> b.t OR a.h0 = b.h0 AND a.h42 = b.h42 AND (a.h0 & 4294967295) = (a.h::bigint & 4294967295)),
               bool_and(%1$s_smaller(a.v, b.v)::text = least(a.t, b.t)), bool_and(%1$s_larger(a.v, b.v)::text = greatest(a.t, b.t))
          FROM v AS a, v AS b $q$, type);
END $$;
SELECT type, l.* FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid}'::text[]) AS type, pg_temp.laws(type) AS l;
-- hashes differ where they should: hardly any two of these values share 32 bits, and a seed changes them
SELECT (SELECT count(DISTINCT base62id_hash(v)) FROM law_base62id) >= (SELECT count(*) - 2 FROM law_base62id) AS base62id,
       (SELECT count(DISTINCT uid11_hash(v)) FROM law_uid11) >= (SELECT count(*) - 2 FROM law_uid11) AS uid11,
       (SELECT count(DISTINCT typeid_hash(v)) FROM law_typeid) >= (SELECT count(*) - 2 FROM law_typeid) AS typeid,
       (SELECT count(DISTINCT baseuid_hash(v)) FROM law_baseuid) >= (SELECT count(*) - 2 FROM law_baseuid) AS baseuid,
       (SELECT bool_and(typeid_hash_extended(v, 1) <> typeid_hash_extended(v, 2)) FROM law_typeid) AS seed;
-- uuid and the types that have its layout hash alike
SELECT bool_and(uuid_hash(v::uuid) = base62id_hash(v) AND uuid_hash_extended(v::uuid, 7) = base62id_hash_extended(v, 7) AND uuid_hash(v::uuid) = base64uuid_hash(v::base64uuid)) AS as_uuid FROM law_base62id;

-- Sorts of random order, up and down: by the type (abbreviated keys), by the text, by an index.
CREATE FUNCTION pg_temp.sorts(type text) RETURNS TABLE (up bool, down bool, with_ties bool, btree bool, multicolumn bool) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TEMP TABLE shuffled_%1$s AS SELECT v, v::text COLLATE "C" AS t, n FROM law_%1$s, generate_series(1, 20) AS n ORDER BY md5(v::text || n)', type);
    EXECUTE format('CREATE INDEX shuffled_%1$s_v ON shuffled_%1$s (v)', type);
    EXECUTE format('CREATE INDEX shuffled_%1$s_nv ON shuffled_%1$s ((n %% 3), v DESC)', type);
    SET LOCAL enable_indexscan = off;
    SET LOCAL enable_indexonlyscan = off;
    SET LOCAL enable_bitmapscan = off;
    EXECUTE format('SELECT array_agg(v::text ORDER BY v) = array_agg(t::text ORDER BY t), array_agg(v::text ORDER BY v DESC) = array_agg(t::text ORDER BY t DESC) FROM shuffled_%1$s', type) INTO up, down;
    EXECUTE format('SELECT array_agg(n ORDER BY v, n) = array_agg(n ORDER BY t, n) FROM shuffled_%1$s', type) INTO with_ties;
    RESET enable_indexscan;
    SET LOCAL enable_seqscan = off;
    SET LOCAL enable_sort = off;
    EXECUTE format('SELECT bool_and(t >= previous) FROM (SELECT t, lag(t) OVER () AS previous FROM (SELECT t FROM shuffled_%1$s ORDER BY v) AS s) AS w', type) INTO btree;
    EXECUTE format('SELECT bool_and(t <= previous) FROM (SELECT t, lag(t) OVER () AS previous FROM (SELECT t FROM shuffled_%1$s WHERE n %% 3 = 1 ORDER BY v DESC) AS s) AS w', type) INTO multicolumn;
    SET LOCAL enable_seqscan = on;
    SET LOCAL enable_sort = on;
    RETURN NEXT;
END $$;
SELECT type, s.* FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid}'::text[]) AS type, pg_temp.sorts(type) AS s;
-- An abbreviated key of typeid is relative to the type prefix that a sort meets first: each of them in turn.
SELECT count(*) AS prefixes, bool_and(ordered) AS ordered
  FROM (SELECT DISTINCT typeid_prefix(v) AS first FROM law_typeid) AS p,
       LATERAL (SELECT array_agg(v::text ORDER BY v) = array_agg(v::text ORDER BY v::text COLLATE "C") AS ordered
                  FROM (SELECT v FROM law_typeid ORDER BY typeid_prefix(v) = first DESC, md5(v::text) OFFSET 0) AS s) AS sorted;

-- Joins: hash, merge and nested loop find the same pairs.
CREATE FUNCTION pg_temp.joined(type text, method text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    pairs bigint;
BEGIN
    PERFORM set_config('enable_' || m, (m = method)::text, true) FROM unnest('{hashjoin,mergejoin,nestloop}'::text[]) AS m;
    IF NOT (SELECT string_agg(line, ' ') ~ CASE method WHEN 'hashjoin' THEN 'Hash Join' WHEN 'mergejoin' THEN 'Merge Join' ELSE 'Nested Loop' END
              FROM pg_temp.plan_of(format('SELECT count(*) FROM law_%1$s AS a JOIN shuffled_%1$s AS b USING (v)', type)) AS line) THEN
        RAISE 'not a % of %', method, type;
    END IF;
    EXECUTE format('SELECT count(*) FROM law_%1$s AS a JOIN shuffled_%1$s AS b USING (v)', type) INTO pairs;
    PERFORM set_config('enable_' || m, 'on', true) FROM unnest('{hashjoin,mergejoin,nestloop}'::text[]) AS m;
    RETURN pairs;
END $$;
SET max_parallel_workers_per_gather = 0;
SELECT type, pg_temp.joined(type, 'hashjoin') = pg_temp.joined(type, 'nestloop') AS hash, pg_temp.joined(type, 'mergejoin') = pg_temp.joined(type, 'nestloop') AS merge,
       pg_temp.joined(type, 'hashjoin') = pg_temp.value_of(format('SELECT count(*) FROM shuffled_%s', type))::bigint AS all
  FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid}'::text[]) AS type;
-- across uuid and base62id
SELECT count(*) > 700 AS many, count(*) = (SELECT count(*) FROM law_base62id) AS all FROM law_base62id AS a JOIN (SELECT v::uuid AS u FROM law_base62id) AS b ON a.v = b.u;
DROP TABLE law_octets, law_base62id, law_base64uuid, law_uid11, law_typeid, law_baseuid;
