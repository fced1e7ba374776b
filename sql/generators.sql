-- Generators within a session: uniqueness, order, fields, times and their limits.
\i test/lib/helpers.sql
SET jit = off;

\echo '-- ---------- uniqueness and order over 100,000 ----------'

SELECT clock_timestamp() AS began \gset
CREATE TEMP TABLE made AS
    SELECT
        n,
        xid_new() AS xid,
        typeid_generate('user') AS tid,
        typeid_generate_text('order') AS tid_text,
        baseuid_new() AS bid,
        uid11_snowish_new(n % 1024) AS snowish,
        uid11_snowish_new(1023) AS of_one,
        uid11_ts_seq_rand_new() AS ts_seq_rand,
        uid11_fullrand_new() AS fullrand,
        typeid_uuid_generate_v7() AS v7
    FROM generate_series(1, 100000) AS n;
SELECT
    count(DISTINCT xid) AS xid,
    count(DISTINCT tid) AS typeid,
    count(DISTINCT tid_text) AS typeid_text,
    count(DISTINCT bid) AS baseuid,
    count(DISTINCT snowish) AS snowish,
    count(DISTINCT ts_seq_rand) AS ts_seq_rand,
    count(DISTINCT fullrand) AS fullrand,
    count(DISTINCT v7) AS v7
FROM made;
SELECT
    bool_and(tid > tid_before) AS typeid,
    bool_and(tid_text > text_before) AS typeid_text,
    bool_and(bid > bid_before) AS baseuid,
    bool_and(v7 > v7_before) AS v7,
    bool_and(xid_timestamp(xid) >= xid_timestamp(xid_before)) AS xid_time,
    bool_and((uid11_snowish_parse(snowish)).ts >= (uid11_snowish_parse(snowish_before)).ts)
        AS snowish_time,
    bool_and(ts_seq_rand > ts_seq_rand_before) AS ts_seq_rand,
    bool_and(of_one > of_one_before) AS snowish_of_one
FROM (
    SELECT
        *,
        lag(tid) OVER w AS tid_before,
        lag(tid_text) OVER w AS text_before,
        lag(bid) OVER w AS bid_before,
        lag(v7) OVER w AS v7_before,
        lag(xid) OVER w AS xid_before,
        lag(snowish) OVER w AS snowish_before,
        lag(ts_seq_rand) OVER w AS ts_seq_rand_before,
        lag(of_one) OVER w AS of_one_before
    FROM made
    WINDOW w AS (ORDER BY n)
) AS v
WHERE n > 1;
\echo '-- one clock for all of typeid''s generators'
SELECT bool_and(a < b AND b < c AND c < d AND d < e AND e < f) AS increasing,
    bool_and(typeid_generate_batch('x', 0) = '{}') AS empty
  FROM (SELECT typeid_to_uuid(typeid_generate('a')) AS a, typeid_uuid_generate_v7() AS b,
        typeid_to_uuid(typeid_decode(typeid_generate_text('b'))) AS c,
        typeid_to_uuid(typeid_generate_nil()) AS d,
        typeid_to_uuid((typeid_generate_batch('c', 2))[2]) AS e,
        typeid_to_uuid(typeid_generate('d')) AS f
  FROM generate_series(1, 1000) OFFSET 0) AS v;
SELECT bool_and(id > before) AS batch_increasing, count(*)
  FROM (SELECT id, lag(id) OVER (ORDER BY i) AS before
      FROM unnest(typeid_generate_batch('user', 100000)) WITH ORDINALITY AS u(id, i)) AS v
 WHERE before IS NOT NULL;
\echo '-- version 7, variant 10; version 8 of BaseUid'
SELECT
    bool_and(get_byte(uuid_send(tid::uuid), 6) / 16 = 7
        AND get_byte(uuid_send(tid::uuid), 8) / 64 = 2) AS typeid,
    bool_and(get_byte(uuid_send(v7), 6) / 16 = 7 AND get_byte(uuid_send(v7), 8) / 64 = 2) AS v7,
    bool_and(get_byte(uuid_send(bid::uuid), 6) / 16 = 8
        AND get_byte(uuid_send(bid::uuid), 8) / 64 = 2
        AND get_byte(uuid_send(bid::uuid), 15) % 4 = 0) AS baseuid,
    bool_and((uid11_snowish_parse(snowish)).machine = n % 1024) AS snowish
FROM made;
\echo '-- times of now; the sequence-bearing profiles may run ahead by the ids they had to move on'
\echo '-- for'
SELECT bool_and(t BETWEEN :'began'::timestamptz - interval '1 minute'
    AND clock_timestamp() + interval '1 minute')
  FROM made, LATERAL (VALUES (xid_timestamp(xid)), (typeid_timestamp(tid)),
      (baseuid_timestamp(bid)), ((uid11_snowish_parse(snowish)).ts),
                      ((uid11_ts_seq_rand_parse(ts_seq_rand)).ts)) AS v(t) WHERE n % 100 = 0;
\echo '-- every random bit is set about as often as not: 20,000 draws, eight standard deviations'
\echo '-- are 566'
SELECT 'xid' AS of, max(abs(ones - 10000)) < 566 AS even
  FROM (SELECT b, sum((xid_random(xid) >> b) & 1) AS ones
      FROM (SELECT * FROM made WHERE n <= 20000) AS made, generate_series(0, 21) AS b
         GROUP BY b) AS v
UNION ALL SELECT 'typeid', max(abs(ones - 10000)) < 566
  FROM (SELECT b, sum(get_bit(uuid_send(v7), b / 8 * 8 + 7 - b % 8)) AS ones
          FROM (SELECT * FROM made WHERE n <= 20000) AS made, generate_series(66, 127) AS b
          GROUP BY b) AS v
UNION ALL SELECT 'baseuid', max(abs(ones - 10000)) < 566
  FROM (SELECT b, sum(get_bit(baseuid_send(bid), b)) AS ones
      FROM (SELECT * FROM made WHERE n <= 20000) AS made, generate_series(48, 119) AS b
         GROUP BY b) AS v
UNION ALL SELECT 'ts_seq_rand', max(abs(ones - 10000)) < 566
  FROM (SELECT b, sum(((uid11_ts_seq_rand_parse(ts_seq_rand)).random >> b) & 1) AS ones
          FROM (SELECT * FROM made WHERE n <= 20000) AS made, generate_series(0, 9) AS b
          GROUP BY b) AS v
UNION ALL SELECT 'fullrand', max(abs(ones - 10000)) < 566
  FROM (SELECT b, sum(get_bit(uid11_send(fullrand), b)) AS ones
      FROM (SELECT * FROM made WHERE n <= 20000) AS made, generate_series(0, 63) AS b
         GROUP BY b) AS v;
\echo '-- within a millisecond the draws are without order: about half of the neighbours go up'
SELECT count(*) > 1000 AS enough, avg((xid > before)::int) BETWEEN 0.45 AND 0.55 AS unordered
  FROM (SELECT xid, lag(xid) OVER (ORDER BY n) AS before FROM made) AS v
  WHERE xid_timestamp(xid) = xid_timestamp(before);
\echo '-- of the server; before PostgreSQL 17 of the session, unless the library is preloaded'
SELECT xid_generator_scope() = CASE
    WHEN current_setting('server_version_num')::integer >= 170000
        OR current_setting('shared_preload_libraries') LIKE '%base62id%' THEN 'server'
    ELSE 'session'
END AS scope;
DROP TABLE made;

\echo '-- ---------- a given time ----------'

\echo '-- For random times each id lies between the bounds of its time, bears it, and is new on'
\echo '-- each call.'
SELECT setseed(0.22) \g /dev/null
CREATE TEMP TABLE times AS
    SELECT timestamptz '2011-11-11 11:11:11.111' + random() *
    (timestamptz '2151-03-25 18:46:22.214' - timestamptz '2011-11-11 11:11:11.111') AS t
      FROM generate_series(1, 5000)
    UNION ALL SELECT
    unnest('{2011-11-11 11:11:11.111,2151-03-25 18:46:22.214999,2024-02-29 23:59:59.999999,2024-03-01}'::timestamptz[]);
SELECT count(*), bool_and(x BETWEEN xid_min(t) AND xid_max(t)) AS between_bounds,
    bool_and(xid_timestamp(x) = date_trunc('milliseconds', t)) AS time,
       bool_and(xid_random(xid_min(t)) = 0 AND xid_random(xid_max(t)) = 4194303
           AND xid_timestamp(xid_min(t)) = xid_timestamp(xid_max(t))) AS bounds,
       bool_and(xid_min(t)::numeric = floor(extract(epoch FROM t) * 1000 - 1321009871111) *
           4194304) AS arithmetic,
       -- 22 random bits may repeat
       count(*) FILTER (WHERE x = xid_new(t)) < 10 AS fresh
  FROM (SELECT t, xid_new(t) AS x FROM times OFFSET 0) AS v;
SELECT count(*),
    bool_and(x BETWEEN typeid_min('user', t) AND typeid_max('user', t)) AS between_bounds,
       bool_and(typeid_timestamp(x) = date_trunc('milliseconds', t)) AS time,
       bool_and(typeid_timestamp(typeid_min('user', t)) = typeid_timestamp(x)
                AND typeid_timestamp(typeid_max('user', t)) = typeid_timestamp(x)) AS bounds,
                    bool_and(x <> typeid_generate('user', t)) AS fresh,
       bool_and(typeid_max('user', t) < typeid_min('user', t + interval '1 ms')) AS disjoint
  FROM (SELECT t, typeid_generate('user', t) AS x FROM times OFFSET 0) AS v;
-- A baseuid counts units of 2^15 ns, which are 32.768 microseconds.
SELECT count(*), bool_and(x BETWEEN baseuid_min(t) AND baseuid_max(t)) AS between_bounds,
       bool_and(t - baseuid_timestamp(x) >= interval '0'
           AND t - baseuid_timestamp(x) <= interval '33 microseconds') AS time,
       bool_and(x <> baseuid_new(t)) AS fresh,
       bool_and(baseuid_max(t) < baseuid_min(t + interval '34 microseconds')) AS disjoint,
       bool_and(baseuid_send(baseuid_min(t))
                = substring(int8send((extract(epoch FROM t) * 1000000000)::bigint >> 15) FROM 3) ||
                decode(repeat('00', 9), 'hex')) AS arithmetic
  FROM (SELECT t, baseuid_new(t) AS x FROM times OFFSET 0) AS v;
\echo '-- microseconds go into version 7''s twelve bits below the millisecond'
SELECT bool_and(typeid_generate('', timestamptz '2025-01-01' + n * interval '1 microsecond')
                < typeid_generate('', timestamptz '2025-01-01' + (n + 1) * interval
                    '1 microsecond')) AS increasing
  FROM generate_series(0, 2500) AS n;
\echo '-- a time of the user leaves the clock''s ids alone'
SELECT a < b AND b < future AS goes_on
FROM (
    SELECT
        typeid_generate() AS a,
        typeid_generate('', '2200-01-01') AS future,
        xid_new('2150-01-01') AS x,
        baseuid_new('2262-01-01') AS z,
        typeid_generate() AS b
    OFFSET 0
) AS v;
SELECT
    abs(extract(epoch FROM now() - xid_timestamp(xid_new()))) < 60 AS xid,
    abs(extract(epoch FROM now() - baseuid_timestamp(baseuid_new()))) < 60 AS baseuid,
    abs(extract(epoch FROM now() - typeid_timestamp(typeid_generate()))) < 60 AS typeid;

\echo '-- ---------- limits ----------'

\echo '-- The times that each function takes; of others it says 22008.'
SELECT string_agg(f, ' ' ORDER BY i) AS functions, state, times
FROM (
    SELECT i, f, state, string_agg(t, ', ' ORDER BY j) AS times
    FROM
        unnest(ARRAY[
            'xid_new($)', 'xid_pack($, 0)', 'xid_min($)', 'xid_max($)',
            'typeid_generate('''', $)', 'typeid_min('''', $)', 'typeid_max('''', $)',
            'baseuid_new($)', 'baseuid_min($)', 'baseuid_max($)'
        ]) WITH ORDINALITY AS x(f, i),
        unnest(ARRAY[
            'infinity', '-infinity', '4714-11-24 BC', '294276-12-31',
            '1969-12-31 23:59:59.999999', '1970-01-01',
            '2011-11-11 11:11:11.110999', '2011-11-11 11:11:11.111',
            '2151-03-25 18:46:22.214999', '2151-03-25 18:46:22.215',
            '2262-04-11 23:47:16.854775', '2262-04-11 23:47:16.854776',
            '10889-08-02 05:31:50.655999', '10889-08-02 05:31:50.656'
        ]) WITH ORDINALITY AS y(t, j),
        pg_temp.sqlstate_of(format('SELECT %s', replace(f, '$', quote_literal(t)))) AS state
    WHERE state <> '22008'
    GROUP BY i, f, state
) AS allowed
GROUP BY state, times
ORDER BY min(i);
SELECT m, pg_temp.error_of(format('SELECT uid11_snowish_new(%s)', m))
    FROM unnest('{0,1023,1024,-1,2147483647,-2147483648}'::int[]) AS m;
SELECT n, pg_temp.error_of(format('SELECT typeid_generate_batch(''user'', %s)', n))
    FROM unnest('{0,1,-1,2147483647,-2147483648}'::int[]) AS n;
\echo '-- a batch can be cancelled before it is complete: the sequence behind it was not asked'
CREATE TEMP SEQUENCE completed;
SET statement_timeout = '20ms';
\set VERBOSITY terse
SELECT typeid_generate_batch('user', 8000000) IS NULL, nextval('completed');
RESET statement_timeout;
SELECT is_called FROM completed;
