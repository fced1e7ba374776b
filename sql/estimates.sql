-- How many rows a search is estimated to find where values repeat: as many as `=` for a whole id,
-- and never fewer than one value has.
\i test/lib/helpers.sql
\i test/lib/types.sql
SET max_parallel_workers_per_gather = 0;
SET jit = off;
CALL pg_temp.add_notated();

-- The least and the greatest estimate over all keys of a type.
CREATE TABLE keys (type text, key text);
CREATE FUNCTION pg_temp.estimates(type text, condition text) RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws(' to ', min(rows), nullif(max(rows), min(rows)))
      FROM keys AS k,
           pg_temp.estimate_of(format('SELECT FROM refs WHERE %I ', k.type) ||
               format(condition, k.key, replace(k.key, '_', '\_'), left(k.key, -2),
                      replace(left(k.key, -2), '_', '\_'))) AS rows
     WHERE k.type = $1
$$;

-- 60 keys with 50 rows each; 10 of them are most common values, the others in the histogram.
CALL pg_temp.create_rows('refs', $$
    SELECT n % 60, decode(md5((n % 60)::text), 'hex') FROM generate_series(1, 3000) AS n$$);
CALL pg_temp.for_types('ALTER TABLE refs ALTER %1$s SET STATISTICS 10');
CALL pg_temp.for_types($$
    INSERT INTO keys SELECT DISTINCT '%1$s', %1$s::text FROM refs$$);

\echo '-- 50 rows a key: without statistics'
-- How many rows that are differs from major to major: as many as for `=`, and more than one.
SELECT string_agg(type, ' ' ORDER BY n) AS types, equal = start AS "as many",
       start <> '1' AS "more than one"
  FROM id_types,
       LATERAL (SELECT pg_temp.estimates(type, $$= '%1$s'$$) AS equal,
                       pg_temp.estimates(type, $$^@ '%1$s'$$) AS start) AS e
 GROUP BY 2, 3;

ANALYZE refs;
\echo '-- ... and with them: 50 for a whole id, and 1 where no id is as long as the pattern'
SELECT string_agg(type, ' ' ORDER BY n) AS types, equal, start, "like", never
  FROM id_types,
       LATERAL (SELECT pg_temp.estimates(type, $$= '%1$s'$$) AS equal,
                       pg_temp.estimates(type, $$^@ '%1$s'$$) AS start,
                       pg_temp.estimates(type, $$LIKE '%2$s%%'$$) AS "like",
                       pg_temp.estimates(type, $$LIKE '%2$s_'$$) AS never) AS e
 GROUP BY equal, start, "like", never;
\echo '-- ... all but the last two characters of an id: never fewer than the 50 of one key'
SELECT string_agg(type, ' ' ORDER BY n) AS types, start, "like"
  FROM id_types,
       LATERAL (SELECT pg_temp.estimates(type, $$^@ '%3$s'$$) AS start,
                       pg_temp.estimates(type, $$LIKE '%4$s%%'$$) AS "like") AS e
 GROUP BY start, "like";

\echo '-- ... and of a text beside them, by core: below the 50 of one key'
ALTER TABLE refs ADD t text COLLATE "C";
UPDATE refs SET t = base62id::text;
ALTER TABLE refs ALTER t SET STATISTICS 10;
ANALYZE refs (t);
INSERT INTO keys SELECT 't', key FROM keys WHERE type = 'base62id';
SELECT pg_temp.estimates('t', $$= '%1$s'$$) AS equal,
       pg_temp.estimates('t', $$^@ '%1$s'$$) AS start,
       pg_temp.estimates('t', $$^@ '%3$s'$$) AS cut;

\echo '-- A key with half of the 4000 rows, a quarter of them without a key, and others with one'
\echo '-- row each. NOT ^@, which core estimates, counts those without a key; NOT LIKE does not.'
CREATE TABLE hot (n integer, id base62id);
INSERT INTO hot
SELECT n, CASE n % 4 WHEN 0 THEN NULL WHEN 1 THEN md5(n::text) ELSE md5('') END::uuid
  FROM generate_series(1, 4000) AS n;
ANALYZE hot;
SELECT which, pg_temp.estimate_of(format('SELECT FROM hot WHERE id = %L', key)) AS equal,
       pg_temp.estimate_of(format('SELECT FROM hot WHERE id ^@ %L', key)) AS start,
       pg_temp.estimate_of(format('SELECT FROM hot WHERE id ^@ %L', left(key, -2))) AS cut,
       pg_temp.estimate_of(format('SELECT FROM hot WHERE NOT id ^@ %L', key)) AS not_start,
       pg_temp.estimate_of(format('SELECT FROM hot WHERE id NOT LIKE %L', key)) AS not_like
  FROM (VALUES ('hot', md5('')), ('rare', md5('1')), ('none', md5('none'))) AS v(which, m),
       LATERAL (SELECT m::uuid::base62id::text) AS k(key);

\echo '-- A join starts from the 50 rows that are found, not from one: 50 * 50.'
ANALYZE refs;
SELECT pg_temp.estimate_of(format('SELECT
                                     FROM refs AS a
                                     JOIN refs AS b USING (base62id)
                                     WHERE a.base62id ^@ %L', key)) AS rows
  FROM keys WHERE type = 'base62id' ORDER BY key LIMIT 1;

\echo '-- Under row-level security a user''s own function may not look at values; what `=` may,'
\echo '-- a whole id may: 50, too.'
CREATE ROLE regress_estimates;
ALTER TABLE refs ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_rows ON refs USING (true);
GRANT SELECT ON refs, keys TO regress_estimates;
SET ROLE regress_estimates;
SELECT DISTINCT pg_temp.estimate_of(format('SELECT FROM refs WHERE base62id = %L', key)) AS equal,
       pg_temp.estimate_of(format('SELECT FROM refs WHERE base62id ^@ %L', key)) AS start
  FROM keys WHERE type = 'base62id';
RESET ROLE;
DROP TABLE refs, keys, hot;
DROP ROLE regress_estimates;
CALL pg_temp.drop_notated();
