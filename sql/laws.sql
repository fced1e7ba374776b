-- The types that other tests go through are those of the catalog; and each has one order and one
-- equality, whichever way PostgreSQL asks for it.
\i test/lib/helpers.sql
\i test/lib/types.sql

SELECT count(*) AS types, count(DISTINCT type) = count(*) AS distinct,
       bool_and(num_nulls(type, text, value, fresh, ascending) = 0) AS complete
  FROM id_types;
\echo '-- What the catalog or test/lib/types.tsv knows alone: no row.'
SELECT COALESCE(t.typname, x.type) AS type,
       CASE WHEN x.type IS NULL THEN 'is not in test/lib/types.tsv'
       ELSE 'is no type of the extension' END AS wrong
  FROM (SELECT typname FROM pg_type JOIN pg_depend
      ON classid = 'pg_type'::regclass AND objid = pg_type.oid AND deptype = 'e'
         WHERE refclassid = 'pg_extension'::regclass
         AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'base62id')
           AND typtype = 'b' AND typcategory <> 'A') AS t
  FULL JOIN id_types AS x ON x.type = t.typname
 WHERE t.typname IS NULL OR x.type IS NULL;
\echo '-- The family is what can be cast without a function, and is stored alike: no row that'
\echo '-- differs.'
SELECT x.type, x.family, c.castmethod IS NOT NULL AS by_the_catalog
  FROM id_types AS x LEFT JOIN pg_cast AS c
  ON castsource = x.type::regtype AND casttarget = 'uuid'::regtype AND castmethod = 'b'
 WHERE (c.castmethod IS NULL) <> (x.family IS NULL);

\echo '-- What the columns say. A fresh id is given where a column of the type takes it by default.'
CALL pg_temp.for_types($$CREATE TEMP TABLE few_%1$s
    (i integer, id %1$s, fresh %1$s DEFAULT %3$s)$$);
CALL pg_temp.for_types($$INSERT INTO few_%1$s SELECT i, %2$s
    FROM generate_series(1, 1000) AS g, pg_temp.octets(g)$$);
SELECT * FROM pg_temp.laws_of_types($$
    SELECT bool_and(pg_typeof(id)::text = '%1$s') AS type, count(DISTINCT id) = 1000 AS distinct,
    count(DISTINCT fresh) = 1000 AS fresh,
           bool_and(id::text ~ text AND fresh::text ~ text AND length(text) < 100) AS text,
           CASE WHEN ascending THEN bool_and(fresh > previous) ELSE true END AS ascending
      FROM (SELECT *, lag(fresh) OVER (ORDER BY i) AS previous FROM few_%1$s) AS f,
           (SELECT format('^%%s$', text) AS text, ascending FROM id_types WHERE type = '%1$s') AS t
     GROUP BY ascending$$);
SELECT
type,
pg_temp.value_of(format('SELECT bool_and(abs(extract(epoch FROM now() - %s)) < 60)
                           FROM (SELECT fresh AS v FROM few_%s) AS f',
                                     time, type)) AS of_now
  FROM id_types WHERE time IS NOT NULL ORDER BY n;
\echo '-- the octets are those of the value: what is sent of it, a type prefix apart, is their'
\echo '-- beginning'
SELECT * FROM pg_temp.laws_of_types($$
    SELECT bool_and(right(sent, octets) = left(md5(i::text), octets)) AS octets
      FROM (SELECT i, encode(%1$s_send(id), 'hex') AS sent FROM few_%1$s) AS s,
           (SELECT 2 * CASE WHEN typlen > 0 THEN typlen ELSE 16 END AS octets FROM pg_type
               WHERE oid = '%1$s'::regtype) AS t$$);

\echo '-- ========== One order and one equality for each type, whichever way PostgreSQL asks'
\echo '-- =========='
CALL pg_temp.add_notated();
SET jit = off;

\echo '-- Random values, their neighbours in one bit or octet, and the edges.'
SELECT setseed(0.62);
CREATE TABLE law_octets AS
    WITH random_octets AS (
        SELECT n, decode(string_agg(lpad(to_hex((random() * 255)::int), 2, '0'), '' ORDER BY i),
            'hex') AS o
          FROM generate_series(1, 150) AS n, generate_series(1, 16) AS i GROUP BY n)
    SELECT o FROM random_octets
    UNION SELECT set_bit(o, n % 128, 1 - get_bit(o, n % 128)) FROM random_octets
    UNION SELECT set_byte(o, n % 16, 0) FROM random_octets
    UNION SELECT set_byte(o, n % 16, 255) FROM random_octets
    UNION SELECT decode(repeat(b, 16), 'hex') FROM unnest('{00,01,7f,80,fe,ff}'::text[]) AS b
    UNION SELECT set_byte(decode(repeat('00', 16), 'hex'), i, b)
    FROM generate_series(0, 15) AS i, unnest('{1,127,128,255}'::int[]) AS b
    UNION SELECT set_byte(decode(repeat('ff', 16), 'hex'), i, b)
    FROM generate_series(0, 15) AS i, unnest('{0,127,128,254}'::int[]) AS b;
CALL pg_temp.for_types($$CREATE TABLE law_%1$s AS
    SELECT DISTINCT %2$s AS v
      FROM (SELECT row_number() OVER (ORDER BY o), o FROM law_octets) AS l(nr, octets),
      pg_temp.octets(nr, octets)$$);
-- type prefixes that begin alike, with underscores, of all lengths around 8 octets and of 63
INSERT INTO law_typeid
    SELECT uuid_to_typeid(p, encode(o, 'hex')::uuid)
      FROM (SELECT o, row_number() OVER (ORDER BY o) AS n FROM law_octets) AS x,
           unnest(ARRAY['', 'a', 'a_b', 'a__b', 'aa', 'ab', 'b', 'user', 'user_x', 'users', 'usfr',
               'abcdefg', 'abcdefgh', 'abcdefghi', 'abcdefgi',
                        'abcdefg_h', 'z', 'zz', repeat('a', 62), repeat('a', 63), repeat('z', 62),
                        repeat('z', 63), repeat('a', 62) || 'b',
                        'a' || repeat('_', 61) || 'a']) WITH ORDINALITY AS y(p, k)
     WHERE n % 12 = k % 12
     OR o IN ('\x00000000000000000000000000000000', '\xffffffffffffffffffffffffffffffff')
    EXCEPT SELECT v FROM law_typeid;
SELECT * FROM pg_temp.laws_of_types($$SELECT count(*) > 400 AND count(DISTINCT v) = count(*) AS many
    FROM law_%1$s$$);
SELECT count(*) > 1700 AS many, count(DISTINCT typeid_prefix(v)) AS prefixes FROM law_typeid;

\echo '-- Every pair: each operator and the comparison function against the text, equality'
\echo '-- against the hashes. Of numbers there are 462 values, of the others 500.'
SELECT string_agg(type, ' ' ORDER BY n), l.*
FROM id_types,
pg_temp.laws(type, format('SELECT v FROM law_%s ORDER BY md5(v::text) LIMIT 500', type)) AS l
 GROUP BY 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 ORDER BY min(n);
\echo '-- Hashes: those of the octets that are sent, as core hashes them; they differ where they'
\echo '-- should: hardly any two of these values share 32 bits, and a seed changes them.'
SELECT * FROM pg_temp.laws_of_types($$
    SELECT bool_and(h = hash_record(ROW(sent))) AS hash,
           bool_and(h0 = hash_record_extended(ROW(sent), 0)
               AND h42 = hash_record_extended(ROW(sent), 42)) AS hash_extended,
           count(DISTINCT h) >= count(*) - 2 AS differs, bool_and(h0 <> h42) AS seed
      FROM (SELECT %1$s_send(v) AS sent, hash_record(ROW(v)) AS h,
          hash_record_extended(ROW(v), 0) AS h0,
          hash_record_extended(ROW(v), 42) AS h42 FROM law_%1$s) AS l$$);
\echo '-- the types that are stored as uuid hash as uuid does'
SELECT string_agg(type, ' ' ORDER BY n), pg_temp.value_of(format($$
    SELECT bool_and(hash_record(ROW(v::%2$s)) = hash_record(ROW(v))
        AND hash_record_extended(ROW(v::%2$s), 7) = hash_record_extended(ROW(v), 7))
      FROM law_%1$s$$, type, family)) AS as_uuid
  FROM id_types WHERE family IS NOT NULL GROUP BY 2 ORDER BY min(n);

\echo '-- Sorts of random order, up and down: by the type (abbreviated keys), by the text, by an'
\echo '-- index.'
CREATE FUNCTION pg_temp.sorts(type text)
RETURNS TABLE (up bool, down bool, with_ties bool, btree bool, multicolumn bool)
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TEMP TABLE shuffled_%1$s AS
        SELECT v, v::text COLLATE "C" AS t, n
          FROM law_%1$s, generate_series(1, 20) AS n
          ORDER BY md5(v::text || n)', type);
    EXECUTE format('CREATE INDEX shuffled_%1$s_v ON shuffled_%1$s (v)', type);
    EXECUTE format('CREATE INDEX shuffled_%1$s_nv ON shuffled_%1$s ((n %% 3), v DESC)', type);
    SET LOCAL enable_indexscan = off;
    SET LOCAL enable_indexonlyscan = off;
    SET LOCAL enable_bitmapscan = off;
    EXECUTE format('
        SELECT array_agg(v::text ORDER BY v) = array_agg(t::text ORDER BY t),
               array_agg(v::text ORDER BY v DESC) = array_agg(t::text ORDER BY t DESC)
                   FROM shuffled_%1$s', type) INTO up, down;
    EXECUTE format('SELECT array_agg(n ORDER BY v, n) = array_agg(n ORDER BY t, n)
                      FROM shuffled_%1$s',
        type) INTO with_ties;
    RESET enable_indexscan;
    SET LOCAL enable_seqscan = off;
    SET LOCAL enable_sort = off;
    EXECUTE format('
        SELECT bool_and(t >= previous)
          FROM (SELECT t, lag(t) OVER () AS previous
                  FROM (SELECT t FROM shuffled_%1$s ORDER BY v) AS s) AS w', type) INTO btree;
    EXECUTE format('
        SELECT bool_and(t <= previous)
          FROM (SELECT t, lag(t) OVER () AS previous
                  FROM (SELECT t FROM shuffled_%1$s WHERE n %% 3 = 1 ORDER BY v DESC) AS s) AS w',
                       type) INTO multicolumn;
    SET LOCAL enable_seqscan = on;
    SET LOCAL enable_sort = on;
    RETURN NEXT;
END $$;
SELECT string_agg(type, ' ' ORDER BY n), s.* FROM id_types, pg_temp.sorts(type) AS s
GROUP BY 2, 3, 4, 5, 6 ORDER BY min(n);
\echo '-- An abbreviated key of typeid is relative to the type prefix that a sort meets first:'
\echo '-- each of them in turn.'
SELECT count(*) AS prefixes, bool_and(ordered) AS ordered
  FROM (SELECT DISTINCT typeid_prefix(v) AS first FROM law_typeid) AS p,
       LATERAL (SELECT array_agg(v::text ORDER BY v) = array_agg(v::text
           ORDER BY v::text COLLATE "C") AS ordered
                  FROM (SELECT v FROM law_typeid
                      ORDER BY typeid_prefix(v) = first DESC,
                  md5(v::text) OFFSET 0) AS s) AS sorted;

\echo '-- Joins: hash, merge and nested loop find the same pairs.'
CREATE FUNCTION pg_temp.joined(type text, method text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    pairs bigint;
BEGIN
    PERFORM set_config('enable_' || m, (m = method)::text, true)
    FROM unnest('{hashjoin,mergejoin,nestloop}'::text[]) AS m;
    IF NOT (SELECT string_agg(line, ' ') ~ CASE method WHEN 'hashjoin' THEN 'Hash Join'
        WHEN 'mergejoin' THEN 'Merge Join' ELSE 'Nested Loop' END
              FROM
              pg_temp.plan_of(format('SELECT count(*)
                                        FROM law_%1$s AS a
                                        JOIN shuffled_%1$s AS b USING (v)',
                  type)) AS line) THEN
        RAISE 'not a % of %', method, type;
    END IF;
    EXECUTE format('SELECT count(*) FROM law_%1$s AS a JOIN shuffled_%1$s AS b USING (v)', type)
    INTO pairs;
    PERFORM set_config('enable_' || m, 'on', true)
    FROM unnest('{hashjoin,mergejoin,nestloop}'::text[]) AS m;
    RETURN pairs;
END $$;
SET max_parallel_workers_per_gather = 0;
SELECT string_agg(type, ' ' ORDER BY n), pg_temp.joined(type, 'hashjoin') =
pg_temp.joined(type, 'nestloop') AS hash,
       pg_temp.joined(type, 'mergejoin') = pg_temp.joined(type, 'nestloop') AS merge,
       pg_temp.joined(type, 'hashjoin') =
       pg_temp.value_of(format('SELECT count(*) FROM shuffled_%s', type))::bigint AS all
  FROM id_types GROUP BY 2, 3, 4 ORDER BY min(n);
\echo '-- across uuid and the types that are stored as uuid'
SELECT string_agg(type, ' ' ORDER BY n), pg_temp.value_of(format($$
    SELECT count(*) = (SELECT count(*) FROM law_%1$s)
      FROM law_%1$s AS a JOIN (SELECT v::%2$s AS u FROM law_%1$s) AS b
      ON a.v = b.u$$, type, family)) AS all
  FROM id_types WHERE family IS NOT NULL GROUP BY 2 ORDER BY min(n);
CALL pg_temp.for_types('DROP TABLE law_%1$s');
DROP TABLE law_octets;
CALL pg_temp.drop_notated();
