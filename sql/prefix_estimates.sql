-- Row estimates of prefix searches on a skewed table of twenty type prefixes: within a factor of two of the truth,
-- or 25 rows at most where the truth is small.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql
\i :srcdir/test/lib/types.sql
SET jit = off;
SET max_parallel_workers_per_gather = 0;

-- Prefix k has about 14,000 / 1.5^k rows, together less than ANALYZE samples.  Half of the ids are of the year 2024, by date.
CREATE TABLE skewed AS
    SELECT uuid_to_typeid(p.prefix, CASE WHEN n % 2 = 0 THEN random::uuid
                                         ELSE overlay(overlay(random PLACING lpad(to_hex(ms), 12, '0') FROM 1) PLACING '7' FROM 13)::uuid END) AS id,
           xid_pack(timestamptz '2024-01-01' + (n * 8760.0 / p.rows) * interval '1 hour', n % 4194304) AS u11,
           decode(random, 'hex') AS octets
      FROM (SELECT prefix, greatest((14000 / 1.5 ^ k)::int, 30) AS rows
              FROM unnest('{user,order,invoice,a,a_b,account,"",team,z,session,item,cart,payment,refund,users,user_x,log,event,metric,trace}'::text[])
                   WITH ORDINALITY AS v(prefix, k)) AS p,
           generate_series(1, p.rows) AS n, md5(p.prefix || n) AS random, CAST(1704067200000 + n::bigint * 31536000000 / p.rows AS bigint) AS ms;
CREATE INDEX ON skewed (id);
CREATE INDEX ON skewed (u11);
CALL pg_temp.create_rows('even', 'SELECT row_number() OVER (), octets FROM skewed');
CALL pg_temp.for_types('CREATE INDEX ON even (%1$s)');
VACUUM ANALYZE skewed, even;

CREATE FUNCTION pg_temp.close(c text, condition text, relation text DEFAULT 'skewed') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    query text := format('SELECT * FROM ' || relation || ' WHERE ' || condition, c);
    estimate float8 := pg_temp.estimate_of(query);
    truth float8 := pg_temp.value_of(format('SELECT count(*) FROM (%s) AS q', query));
BEGIN
    RETURN CASE WHEN estimate BETWEEN truth / 2 AND truth * 2 OR greatest(truth, estimate) <= 25 THEN 'close'
                ELSE format('estimated %s, found %s', estimate, truth) END;
END $$;

\echo '-- a type prefix, in all its forms'
SELECT form, count(*), count(*) FILTER (WHERE result = 'close') AS close,
       string_agg(prefix || ': ' || result, ', ') FILTER (WHERE result <> 'close') AS not_close
  FROM (SELECT DISTINCT typeid_prefix(id) AS prefix FROM skewed) AS p,
       unnest(ARRAY['%1$I @> ''%2$s''', '''%2$s'' <@ %1$I', 'typeid_has_prefix(%1$I, ''%2$s'')', '%1$I ^@ ''%2$s_0''', '%1$I ^@ ''%2$s_01h'''])
           WITH ORDINALITY AS f(form, i),
       LATERAL (SELECT pg_temp.close('id', replace(form, '%2$s', prefix)) AS result) AS r
 WHERE prefix <> '' OR i <= 3
 GROUP BY i, form ORDER BY i;
\echo '-- starts of type prefixes'
SELECT count(*), string_agg(concat(start, ': ', result), ', ') FILTER (WHERE result IS DISTINCT FROM 'close') AS not_close
  FROM unnest('{"",u,us,user,user_,users,a,a_,a_b,acc,i,in,z,zz,x,User,0,7,8,01}'::text[]) AS start, pg_temp.close('id', format('%%I ^@ %L', start)) AS result;
\echo '-- the ends of type prefixes, which share a bucket of the histogram with another'
SELECT count(*), string_agg(start || ': ' || result, ', ') FILTER (WHERE result <> 'close') AS not_close
  FROM unnest('{"",a_,order_,user_,a_rather_long_prefix_}'::text[]) AS p, unnest('{0,00,01,02,7,7t,7w,7x,7y,7z}'::text[]) AS s,
       LATERAL (SELECT p || s AS start, pg_temp.close('typeid', format('%%I ^@ %L', p || s), 'even') AS result) AS r;
\echo '-- what is not there'
SELECT count(*), string_agg(concat(p, ': ', result), ', ') FILTER (WHERE result IS DISTINCT FROM 'close') AS not_close
  FROM unnest('{nothing,User,"user ",userx}'::text[]) AS p, pg_temp.close('id', format('%%I @> %L', p)) AS result;
\echo '-- every type, evenly distributed; and ids by their time'
CREATE TEMP VIEW starts AS
    SELECT DISTINCT c, relation, left(t, i) AS start
      FROM (SELECT type AS c, 'even' AS relation, string_to_table(value, ' ') AS t
              FROM pg_temp.value_of_types($$
                SELECT string_agg(t, ' ')
                  FROM (SELECT DISTINCT ON (left(t, 2)) t FROM even, CAST(%1$s AS text) AS t
                         WHERE substr(md5(t), 7, 2) < '05' -- a fiftieth, the same on machines of either endianness
                         ORDER BY left(t, 2), t COLLATE "C") AS v$$)
            UNION ALL (SELECT DISTINCT ON (left(t, 2)) 'u11', 'skewed', t FROM skewed, CAST(u11 AS text) AS t
                        WHERE substr(md5(t), 7, 2) < '05'
                        ORDER BY left(t, 2), t COLLATE "C")) AS part, generate_series(1, 3) AS i;
SELECT c, count(*), count(*) FILTER (WHERE result = 'close') AS close,
       string_agg(start || ': ' || result, ', ') FILTER (WHERE result <> 'close') AS not_close
  FROM starts, LATERAL (SELECT pg_temp.close(c, format('%%I ^@ %L', start), relation) AS result) AS r
 GROUP BY relation, c ORDER BY relation, c COLLATE "C";
\echo '-- a whole id is one row'
SELECT DISTINCT pg_temp.estimate_of(format('SELECT * FROM skewed WHERE u11 ^@ %L', t)) FROM (SELECT u11::text AS t FROM skewed LIMIT 20) AS v;
\echo '-- a parameter that is not known yet, and a join: core''s default of 0.005, and not all rows'
PREPARE unknown(text) AS SELECT * FROM skewed WHERE id @> $1;
SET plan_cache_mode = force_generic_plan;
SELECT pg_temp.estimate_of($$EXECUTE unknown('user')$$) BETWEEN 100 AND 1000 AS default;
RESET plan_cache_mode;
SELECT pg_temp.estimate_of($$SELECT * FROM skewed AS s JOIN (VALUES ('user'), ('order')) AS v(p) ON s.id @> v.p$$) BETWEEN 10 AND 20000 AS join;
\echo '-- without statistics'
CREATE TABLE unanalyzed (id typeid, u11 uid11) WITH (autovacuum_enabled = off);
INSERT INTO unanalyzed SELECT id, u11 FROM skewed LIMIT 1000;
SELECT pg_temp.estimate_of($$SELECT * FROM unanalyzed WHERE id @> 'user'$$) < 100 AS few,
       pg_temp.estimate_of($$SELECT * FROM unanalyzed WHERE u11 ^@ '4'$$) < 100 AS few;
\echo '-- NULLs and a few frequent ids'
TRUNCATE unanalyzed;
INSERT INTO unanalyzed
    SELECT CASE n % 4 WHEN 0 THEN NULL WHEN 1 THEN 'user_01h455vb4pex5vsknk084sn02q' WHEN 2 THEN 'order_01h455vb4pex5vsknk084sn02q'
                      ELSE uuid_to_typeid('user', md5(n::text)::uuid) END,
           CASE n % 3 WHEN 0 THEN NULL WHEN 1 THEN '4j111111111' ELSE ('x' || md5(n::text))::bit(63)::bigint::uid11 END
      FROM generate_series(1, 12000) AS n;
ANALYZE unanalyzed;
SELECT condition, estimate, estimate BETWEEN truth / 2 AND truth * 2 AS close
  FROM unnest(ARRAY['id @> ''user''', 'id @> ''order''', 'id ^@ ''u''', 'id ^@ ''user_01h455vb4pex5vsknk084sn02q''', 'u11 ^@ ''4j''',
                    'u11 ^@ ''''']) AS condition,
       LATERAL (SELECT round(pg_temp.estimate_of('SELECT * FROM unanalyzed WHERE ' || condition) / 1000) * 1000 AS estimate,
                       pg_temp.value_of('SELECT count(*) FROM unanalyzed WHERE ' || condition)::float8 AS truth) AS e;
\echo '-- Nothing but NULLs; more type prefixes than the statistics of type prefixes hold, so that the histogram answers:'
\echo '-- to a factor of two, or to one of its bins (120 rows).'
TRUNCATE unanalyzed;
INSERT INTO unanalyzed SELECT NULL, NULL FROM generate_series(1, 1000);
ANALYZE unanalyzed;
SELECT pg_temp.estimate_of($$SELECT * FROM unanalyzed WHERE id @> 'user'$$) <= 25 AS none,
       pg_temp.estimate_of($$SELECT * FROM unanalyzed WHERE id ^@ 'user_0'$$) <= 25 AS none;
TRUNCATE unanalyzed;
INSERT INTO unanalyzed
    SELECT uuid_to_typeid(translate((n % 3000)::text, '0123456789', 'abcdefghij'), md5(n::text)::uuid), NULL FROM generate_series(1, 12000) AS n;
ANALYZE unanalyzed;
SELECT condition, truth, estimate BETWEEN truth / 2 AND truth * 2 OR greatest(truth, estimate) <= 120 AS close
  FROM unnest('{"id @> ''bcd''","id ^@ ''b''","id ^@ ''bc''","id ^@ ''bcd_0''"}'::text[]) AS condition,
       LATERAL (SELECT pg_temp.estimate_of('SELECT * FROM unanalyzed WHERE ' || condition) AS estimate,
                       pg_temp.value_of('SELECT count(*) FROM unanalyzed WHERE ' || condition)::float8 AS truth) AS e;
DROP VIEW starts;
DROP TABLE skewed, even, unanalyzed;
