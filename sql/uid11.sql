-- uid11 and xid: the text form, numbers, prefix ranges, and the profiles' fields. What every type's
-- text obeys: text.sql; generators: generators.sql.
\i test/lib/helpers.sql

\echo '-- ---------- vectors ----------'

\set content `cat test/vectors/uid11.json`
CREATE TEMP TABLE vectors AS SELECT :'content'::jsonb AS j;
CREATE TEMP TABLE payloads AS
    SELECT v.*, timestamptz '1970-01-01' + xid_unix_ms * interval '1 ms' AS ts
      FROM vectors,
      jsonb_to_recordset(j -> 'payload') AS v(payload numeric, text text, xid_unix_ms bigint,
          xid_random integer);
SELECT count(*) FROM payloads;
\echo '-- of which none is written or read in another way: no row'
SELECT * FROM payloads
 WHERE (uid11_encode(payload) = text AND uid11_decode(text) = payload::uid11
        AND uid11_decode('"' || text || '"') = payload::uid11 AND uid11_is_valid(text)
        AND uid11_is_valid('"' || text || '"')
        AND text::uid11::numeric = payload AND payload::uid11::text = text
        AND format('%s', payload::uid11) = text
        AND CASE WHEN payload < 2 ^ 63::numeric THEN text::uid11::bigint = payload
        AND payload::bigint::uid11::text = text ELSE true END
        AND encode(uid11_send(text), 'hex') = lpad(to_hex(div(payload, 4294967296)::bigint), 8, '0')
                                              || lpad(to_hex(mod(payload, 4294967296)::bigint), 8,
                                                  '0')
        AND xid_timestamp(text) = ts AND xid_random(text) = xid_random
        AND xid_parse(text) IS NOT DISTINCT FROM ROW(ts, xid_random)
        AND xid_pack(ts, xid_random)::text = text
        AND text::uid11 BETWEEN xid_min(ts) AND xid_max(ts)) IS NOT TRUE;
\echo '-- prefixes, null where the prefix names nothing'
CREATE TEMP TABLE prefixes AS
    SELECT v.prefix, (v.range ->> 0)::numeric AS lower, (v.range ->> 1)::numeric AS upper
      FROM vectors, jsonb_to_recordset(j -> 'prefix') AS v(prefix text, range jsonb);
SELECT prefix, r.lower, r.upper,
       r.lower::numeric IS NOT DISTINCT FROM p.lower
       AND r.upper::numeric IS NOT DISTINCT FROM p.upper AS as_given
  FROM prefixes AS p, uid11_prefix_range(prefix) AS r ORDER BY prefix COLLATE "C";
\echo '-- invalid texts'
SELECT v.why, v.text, uid11_decode(v.text) IS NULL AS null, uid11_is_valid(v.text),
       pg_temp.error_of(format('SELECT %L::uid11', v.text))
  FROM vectors, ROWS FROM (jsonb_to_recordset(j -> 'invalid_text') AS (text text, why text))
  WITH ORDINALITY AS v(text, why, n)
 ORDER BY n;

\echo '-- ---------- input and output ----------'

SELECT uid11 '11111111111' AS first, '"jpXCZedGfVQ"'::uid11 AS last,
    '{11111111111,NULL,jpXCZedGfVQ}'::uid11[];
\echo '-- a number beyond 64 bits'
SELECT pg_temp.error_of(format('SELECT %L::uid11', text)), uid11_decode(text)
  FROM unnest(ARRAY['jpXCZedGfVR', 'k1111111111', 'zzzzzzzzzzz', '"zzzzzzzzzzz"']) AS text;
\echo '-- a megabyte'
SELECT length(junk), uid11_prefix_range(junk),
    pg_temp.sqlstate_of(format('SELECT xid_parse(%L)', junk))
  FROM (VALUES (repeat('1', 1048576)), (repeat('"', 1048576)), (repeat('é', 524288))) AS v(junk);

\echo '-- ---------- numbers ----------'

SELECT left(n::text, 24) AS n, uid11_encode(n),
    pg_temp.error_of(format('SELECT %L::numeric::uid11', n))
  FROM
  unnest('{0,1,-1,-0.0,0.5,1.0,57.000,18446744073709551615,18446744073709551615.0,18446744073709551616,
                1e19,1.8446744073709551615e19,1e20,1e1000,-1e1000,1e-1000,NaN,Infinity,-Infinity}'::numeric[]) WITH ORDINALITY AS v(n, i)
 ORDER BY i;
SELECT pg_temp.error_of('SELECT (-1)::bigint::uid11'),
    pg_temp.error_of('SELECT (-9223372036854775808)::bigint::uid11');
SELECT 0::bigint::uid11, 9223372036854775807::bigint::uid11,
    '9223372036854775807'::numeric::uid11::bigint;
SELECT pg_temp.error_of('SELECT 9223372036854775808::numeric::uid11::bigint'),
    pg_temp.error_of($$SELECT uid11 'jpXCZedGfVQ'::bigint$$);
\echo '-- integers, in assignments and written out; an operator is none, and PostgreSQL''s hint'
\echo '-- then works'
CREATE TEMP TABLE numbered (id uid11 PRIMARY KEY DEFAULT 7, small uid11);
INSERT INTO numbered VALUES (42, 42::smallint), (2147483647, 32767::smallint),
(42000000000, 0::smallint), (DEFAULT, NULL);
SELECT *, id::bigint AS n, small::bigint AS m FROM numbered ORDER BY id;
SELECT query, pg_temp.error_of(query)
FROM unnest(ARRAY['INSERT INTO numbered VALUES (-1)',
    'INSERT INTO numbered VALUES (8, (-1)::smallint)',
    'SELECT (-2147483648)::uid11', 'SELECT FROM numbered WHERE id = 42',
    'SELECT FROM numbered WHERE id = 42::smallint', 'SELECT FROM numbered WHERE id IN (42, 43)',
    'SELECT FROM numbered WHERE id = 42::uid11',
    'SELECT FROM numbered WHERE id IN (42::uid11, 43::uid11)']) AS query;
SELECT count(*) FROM numbered WHERE id IN (42::uid11, 7::smallint::uid11);
\echo '-- and back: the last that fits, and the first that does not'
SELECT n, type, pg_temp.value_of(format('SELECT %s::numeric::uid11::%s', n, type)) AS fits,
pg_temp.error_of(format('SELECT %s::numeric::uid11::%s', n + 1, type)) AS next
  FROM (VALUES (32767::numeric, 'smallint'), (2147483647, 'integer'),
      (9223372036854775807, 'bigint')) AS v(n, type);
SELECT pg_temp.error_of(format('SELECT ''jpXCZedGfVQ''::uid11::%s', type))
FROM unnest(ARRAY['smallint', 'integer', 'bigint']) AS type;
CREATE TEMP TABLE narrow (i integer, s smallint);
INSERT INTO narrow VALUES (70000::uid11, 7::uid11);  -- assignments
SELECT * FROM narrow;
\echo '-- integers of all sizes convert implicitly'
SELECT uid11_encode(58::smallint), uid11_encode(58), uid11_encode(58::bigint),
uid11_encode(58::numeric);
SELECT count(*),
count(*) FILTER (WHERE uid11_decode(uid11_encode(n)) = n::uid11 AND n::uid11::numeric = n
    AND n::uid11::text::uid11::numeric = n) AS round_trip
  FROM (SELECT trunc(('x' || md5(i::text))::bit(64)::bigint::numeric + 9223372036854775808) AS n
      FROM generate_series(1, 10000) AS i) AS v;

\echo '-- ---------- prefix ranges ----------'

\echo '-- section 4: value(P) * 58^(11 - N), computed in numeric, for every start of many ids'
SELECT count(*), count(*) FILTER (WHERE r.lower::numeric = p.value * s.scale) AS lower,
       count(*) FILTER (WHERE r.upper::numeric = least(p.value * s.scale + s.scale - 1,
           18446744073709551615)) AS upper,
       count(*) FILTER (WHERE starts_with(r.lower::text, p.prefix)) AS lower_starts_so,
       count(*) FILTER (WHERE starts_with(r.upper::text, p.prefix)) AS upper_starts_so
  FROM (SELECT left(t, n) AS prefix, n,
               (SELECT sum((strpos('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
                   substr(t, i, 1)) - 1) * 58::numeric ^ (n - i))
                  FROM generate_series(1, n) AS i) AS value
          FROM (SELECT uid11_encode(('x' || md5(i::text))::bit(64)::bigint::numeric +
              9223372036854775808) AS t
                  FROM generate_series(1, 200) AS i) AS v,
               generate_series(1, 11) AS n) AS p,
       LATERAL (SELECT trunc(58::numeric ^ (11 - p.n)) AS scale) AS s,
       uid11_prefix_range(p.prefix) AS r;
\echo '-- NULL where no uid11 begins so; the empty one is all of them'
SELECT p, r.*
FROM unnest(ARRAY['j', 'jpXCZedGfVQ', 'jpXCZedGfVR', 'k', 'z', '0', '', '111111111111', '"1', '1"',
    'é']) WITH ORDINALITY AS v(p, n),
       uid11_prefix_range(p) AS r ORDER BY n;

\echo '-- ---------- profile xid ----------'

SELECT xid_pack('2011-11-11 11:11:11.111', 0) AS zero,
xid_pack('2011-11-11 11:11:11.112', 0) AS one, xid_pack('2011-11-12 11:11:11.111', 0) AS day,
       xid_pack('2151-03-25 18:46:22.214', 4194303) AS last;
\echo '-- below a millisecond is cut off'
SELECT xid_pack('2011-11-11 11:11:11.111999', 0),
xid_timestamp(xid_pack('2024-02-29 23:59:59.999999', 7)),
       xid_random(xid_pack('2024-02-29 23:59:59.999999', 7));
SELECT pg_temp.error_of(format('SELECT xid_pack(%L, %s)', ts, random))
  FROM (VALUES ('2011-11-11 11:11:11.110999', 0), ('2151-03-25 18:46:22.215', 0), ('infinity', 0),
      ('-infinity', 0), ('4713-01-01 BC', 0),
               ('2024-01-01', -1), ('2024-01-01', 4194304)) AS v(ts, random);
SELECT xid_parse('113q8KFkAEs'), (xid_parse('jpXCZedGfVQ')).*;
SELECT pg_temp.error_of($$SELECT xid_parse('113q8KFkAE')$$),
pg_temp.error_of($$SELECT xid_parse('jpXCZedGfVR')$$);
SELECT p, r.*
FROM unnest(ARRAY['5', '5cnUKy', '5cnUKyF', '5cnUKyF6Af5', 'jpXCZedGfVQ', 'k', '', '5-',
    '5cnUKyF6Af55']) WITH ORDINALITY AS v(p, n),
       xid_parse_prefix(p) AS r ORDER BY n;
\echo '-- section 8.4 against the bounds of section 4'
SELECT count(*), count(*) FILTER (WHERE r.ts_lo = xid_timestamp(b.lower)
                                        AND r.ts_hi = xid_timestamp(b.upper)
                                        AND r.rand_lo = xid_random(b.lower)
                                        AND r.rand_hi = xid_random(b.upper)) AS same
  FROM (SELECT left(uid11_encode(('x' || md5(i::text))::bit(63)::bigint), n) AS p
          FROM generate_series(1, 200) AS i, generate_series(1, 11) AS n) AS v,
       xid_parse_prefix(p) AS r, uid11_prefix_range(p) AS b;

\echo '-- ---------- other profiles ----------'

\echo '-- 1 reserved | 41 ms | 10 machine | 12 sequence'
SELECT * FROM uid11_snowish_parse(((86400000::numeric * 4194304) + 513 * 4096 + 4095)::uid11);
\echo '-- 42 ms | 12 sequence | 10 random'
SELECT * FROM uid11_ts_seq_rand_parse(((86400000::numeric * 4194304) + 4095 * 1024 + 513)::uid11);
SELECT * FROM uid11_fullrand_parse('jpXCZedGfVQ');
\echo '-- the greatest payload of the profile, and one more'
SELECT (uid11_snowish_parse(9223372036854775807::uid11)).*;
SELECT pg_temp.error_of($$SELECT uid11_snowish_parse(9223372036854775808::numeric::uid11)$$),
pg_temp.sqlstate_of($$SELECT uid11_snowish_parse('jpXCZedGfVQ')$$);

\echo '-- NULL in, NULL out'
SELECT uid11_encode(NULL), uid11_prefix_range(NULL), xid_timestamp(NULL), xid_random(NULL),
       xid_parse(NULL), xid_parse_prefix(NULL), xid_pack(NULL, 1), xid_pack(now(), NULL),
       xid_min(NULL), xid_max(NULL);
