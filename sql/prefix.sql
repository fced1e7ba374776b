-- Search by the start of the text (^@) and by type prefix (@>, <@, typeid_has_prefix):
-- results, plans and estimates.
\i test/lib/helpers.sql
\i test/lib/types.sql

SET max_parallel_workers_per_gather = 0;
SET enable_bitmapscan = off;
SET jit = off;

CALL pg_temp.add_id_type();
-- with the edges of the types
CALL pg_temp.create_rows('prefix_ids', $$
    SELECT n, decode(CASE n WHEN 0 THEN repeat('00', 16) WHEN -1 THEN repeat('ff', 16)
        ELSE md5(n::text) END, 'hex') FROM generate_series(-1, 1400) AS n$$);
-- TypeIDs of many prefixes, four of five of near times; the others' times, an hour apart
UPDATE prefix_ids SET
    typeid = uuid_to_typeid((ARRAY['user', 'user', 'user', 'user_x', 'users', 'u', 'a_b', 'a__b',
                                   'a', '', 'z', repeat('z', 63), repeat('a', 62),
                                   'aa'])[1 + n % 14],
                            CASE WHEN n % 5 = 0 THEN md5(n::text)::uuid
                            ELSE overlay(overlay(md5(n::text) PLACING '019535d93df7' FROM 1)
                                         PLACING '7' FROM 13)::uuid END),
    uid11 = xid_pack(timestamptz '2024-01-01' + n * interval '1 hour', (n * 7919) % 4194304),
    baseuid = baseuid_encode(substring(baseuid_send(baseuid_min(timestamptz '2024-01-01'
                                                                + n * interval '1 hour'))
                                       FROM 1 FOR 6)
                             || decode(left(md5(n::text), 18), 'hex'))::baseuid WHERE n > 0;
UPDATE prefix_ids SET typeid = uuid_to_typeid(repeat('z', 63), base62id::uuid) WHERE n = -1;
INSERT INTO prefix_ids (n) VALUES (-2);
CALL pg_temp.for_types('CREATE INDEX prefix_%1$s ON prefix_ids (%1$s)');
VACUUM ANALYZE prefix_ids;

\echo '-- ---------- results ----------'

-- Every start of some ids, the same with another last symbol, and hand-made ones.
CREATE TABLE prefixes AS
    WITH texts AS (SELECT c, t, n
                     FROM prefix_ids, jsonb_each_text(to_jsonb(prefix_ids) - 'n') AS v(c, t)
                     WHERE n BETWEEN -1 AND 5),
         starts AS (SELECT c, left(t, i) AS start FROM texts, generate_series(0, length(t)) AS i)
    SELECT c, start FROM starts
    UNION SELECT c, left(start, -1) || s
    FROM starts, unnest('{0,1,8,O,u,z,_,-,"\"",é}'::text[]) AS s
    WHERE start <> '' AND length(start) % 5 = 1
    UNION SELECT type, start FROM id_types,
                 unnest(ARRAY['', ' ', '"', '"user', '"F', 'user__', 'user_', 'use', 'user_0',
                              'user_7', 'user_8', 'user_01h', 'user_x_0', 'a_',
                              'a__', 'a___', 'a__b', 'a__b_', '_', '__', '_a', '0', '7', '8', '9',
                              'k', 'j', 'jp', 'zz', 'F', 'G', 'O', 'E', 'A', 'é', 'User', 'user-',
                              'z_', repeat('z', 62), repeat('z', 63),
                              repeat('z', 63) || '_', repeat('z', 64), repeat('z', 63) || '_7',
                              repeat('a', 62), repeat('a', 62) || '_',
                              repeat('a', 62) || '_0', repeat('a', 63), repeat('a', 64),
                              repeat('_', 64), repeat('1', 11), repeat('1', 12),
                              repeat('F', 22), repeat('F', 23), repeat('x', 100000)]) AS start;
SELECT c, count(*) >= 150 AS hundreds FROM prefixes GROUP BY c ORDER BY c;
-- The ids that a condition finds: how many, and a digest.
CREATE FUNCTION pg_temp.found(c text, condition text,
                              VARIADIC parameters text[] DEFAULT '{}')
    RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    v text;
BEGIN
    EXECUTE format('SELECT count(*) || '' ''
                           || coalesce(md5(string_agg(n::text, '','' ORDER BY n)), '''')
                      FROM prefix_ids
                      WHERE ' || condition,
                   c, parameters[1]) INTO v USING parameters[1];
    RETURN v;
END $$;
\echo '-- By a filter that is none of ours some starts find ids, and some do not.'
CREATE TABLE expected_ids AS
    SELECT c, start,
           pg_temp.found(c, 'starts_with(%1$I::text, $1)',
                         CASE WHEN folds THEN upper(start COLLATE "C") ELSE start END) AS found
      FROM prefixes JOIN id_types ON type = c;
SELECT c, count(*) FILTER (WHERE found !~ '^0 ') > 50 AS some_find,
       count(*) FILTER (WHERE found ~ '^0 ') > 50 AS some_do_not
  FROM expected_ids
  GROUP BY c
  ORDER BY c;
\echo '-- Our operator finds the same as a filter: no row of what differs.'
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SELECT c, left(start, 80), found
  FROM expected_ids
  WHERE found <> pg_temp.found(c, '%1$I ^@ $1', start)
  ORDER BY 1, 2;
RESET enable_indexscan;
RESET enable_indexonlyscan;
\echo '-- So it does as an index condition, of a constant, a parameter and an expression: no row.'
SET enable_seqscan = off;
SELECT c, left(start, 80), found
  FROM expected_ids
  WHERE found <> pg_temp.found(c, '%1$I ^@ %2$L', start)
  ORDER BY 1, 2;
SET plan_cache_mode = force_generic_plan;
SELECT c, left(start, 80), found
  FROM expected_ids
  WHERE found <> pg_temp.found(c, '%1$I ^@ $1', start)
  ORDER BY 1, 2;
SELECT c, left(start, 80), found
  FROM expected_ids
  WHERE found <> pg_temp.found(c, '%1$I ^@ ($1 || left(current_user, 0))', start)
  ORDER BY 1, 2;
RESET plan_cache_mode;
\echo '-- Every plan of a constant has an index condition, or is known to find nothing, and no'
\echo '-- filter.'
SELECT c, bool_and(plan ~ 'Index Cond|One-Time Filter: false') AS by_index,
       bool_or(plan ~ 'Filter: \(|Recheck') AS filtered
  FROM expected_ids,
       LATERAL (SELECT string_agg(line, ' ') AS plan
                  FROM pg_temp.plan_of(format('SELECT n FROM prefix_ids WHERE %I ^@ %L',
                                              c, start)) AS line) AS p
  GROUP BY c
  ORDER BY c;

\echo '-- The type prefix: the 12 of the table, the others find nothing. No form of the search'
\echo '-- differs (no row), and each has an index condition and no filter.'
CREATE TABLE type_prefixes AS
    SELECT DISTINCT typeid_prefix(typeid) || s AS p
      FROM prefix_ids, unnest('{"",_,a,_a}'::text[]) AS s
      WHERE typeid IS NOT NULL
    UNION SELECT unnest(ARRAY['User', 'user1', '"user"', 'é', repeat('z', 64), repeat('x', 100000),
                              'us', 'user_', '_', 'b']);
SELECT count(*),
       count(*) FILTER (WHERE pg_temp.found('typeid', 'typeid_prefix(%1$I) = $1', p)
                              !~ '^0 ') AS found
  FROM type_prefixes;
SELECT left(p, 80)
  FROM type_prefixes,
       LATERAL (SELECT pg_temp.found('typeid', 'typeid_prefix(%1$I) = $1', p) AS found) AS e
 WHERE found <> ALL (ARRAY[pg_temp.found('typeid', '%1$I @> %2$L', p),
                           pg_temp.found('typeid', '%1$I @> $1', p),
                           pg_temp.found('typeid', '%2$L <@ %1$I', p),
                           pg_temp.found('typeid', '$1 <@ %1$I', p),
                           pg_temp.found('typeid', 'typeid_has_prefix(%1$I, %2$L)', p),
                           pg_temp.found('typeid', 'typeid_has_prefix(%1$I, $1)', p)]);
SELECT bool_and(plan ~ 'Index Cond|One-Time Filter: false') AS by_index,
       bool_or(plan ~ 'Filter: \(|Recheck') AS filtered
  FROM type_prefixes,
       unnest('{"typeid @> %L","%L <@ typeid","typeid_has_prefix(typeid, %L)"}'::text[]) AS form,
       LATERAL (SELECT string_agg(line, ' ') AS plan
                  FROM pg_temp.plan_of(format('SELECT n FROM prefix_ids WHERE ' || form, p)) AS line
               ) AS x;
\echo '-- ---------- plans ----------'
SELECT pg_temp.plan_of($$SELECT n FROM prefix_ids WHERE uid11 ^@ '4jn'$$);
SELECT pg_temp.plan_of($$SELECT n FROM prefix_ids WHERE typeid ^@ 'user_01h'$$);
SELECT pg_temp.plan_of($$SELECT n FROM prefix_ids WHERE typeid @> 'u'$$);
SELECT pg_temp.plan_of($$SELECT n FROM prefix_ids WHERE 'u' <@ typeid$$);
SELECT pg_temp.plan_of($$SELECT n FROM prefix_ids WHERE typeid_has_prefix(typeid, 'u')$$);
SELECT pg_temp.plan_of($$SELECT n FROM prefix_ids WHERE typeid_starts_with(typeid, 'u_')$$);
\echo '-- a whole id is an equality'
SELECT pg_temp.plan_of($$SELECT n FROM prefix_ids WHERE uid11 ^@ '113q8KFkAEs'$$);
\echo '-- an impossible prefix, and NULL'
SELECT pg_temp.plan_of($$SELECT n FROM prefix_ids WHERE uid11 ^@ 'k'$$);
SELECT count(*) FROM prefix_ids WHERE uid11 ^@ 'k' OR typeid ^@ 'User' OR base62id ^@ NULL
    OR typeid @> NULL;
\echo '-- a quote is no symbol: what is in quotes is the start of no text'
SELECT count(*) FROM prefix_ids WHERE base62id ^@ '"F' OR base62id ^@ '"' OR typeid ^@ '"user'
    OR typeid @> '"user"';
\echo '-- the empty prefix matches all but NULL'
SELECT pg_temp.list_of_types($$%1$s ^@ ''$$, ' AND ') AS of_each \gset
SELECT count(*), count(*) FILTER (WHERE :of_each) AS empty_prefix FROM prefix_ids;
\echo '-- a varchar on the right'
SELECT pg_temp.plan_of($$SELECT n FROM prefix_ids WHERE uid11 ^@ '4jn'::varchar$$);
\echo '-- NOT is a filter: the two edges do not begin so'
SELECT count(*) FROM prefix_ids WHERE NOT uid11 ^@ '4';

\echo '-- prepared statements: custom and generic'
SET plan_cache_mode = force_custom_plan;
PREPARE starting(text) AS SELECT count(*) FROM prefix_ids WHERE typeid ^@ $1;
PREPARE having_prefix(text) AS SELECT count(*) FROM prefix_ids WHERE typeid @> $1;
SELECT pg_temp.plan_of($$EXECUTE starting('user_01h')$$);
EXECUTE starting('user_01');
EXECUTE having_prefix('users');
SET plan_cache_mode = force_generic_plan;
SELECT pg_temp.plan_of($$EXECUTE starting('user_01h')$$);
SELECT pg_temp.plan_of($$EXECUTE having_prefix('users')$$);
EXECUTE starting('user_01');
EXECUTE starting('User');
EXECUTE starting(NULL);
EXECUTE having_prefix('users');
EXECUTE having_prefix('"users"');
RESET plan_cache_mode;
\echo '-- a stable expression; a volatile one is a filter'
SELECT pg_temp.plan_of($$SELECT n FROM prefix_ids WHERE uid11 ^@
    left(current_setting('DateStyle'), 1)$$);
RESET enable_seqscan;
SELECT pg_temp.plan_of($$SELECT n FROM prefix_ids WHERE uid11 ^@ left(random()::text, 1)$$);
SET enable_seqscan = off;
\echo '-- a subquery'
SELECT bool_or(line ~ 'Index Cond: .*uid11_prefix_lower') AS by_index
  FROM pg_temp.plan_of($$SELECT n FROM prefix_ids WHERE uid11 ^@ (SELECT '4j')$$) AS line;
\echo '-- the inner side of a nested loop'
SELECT pg_temp.plan_of($$SELECT count(*) FROM (VALUES ('user'), ('users')) AS v(p) JOIN prefix_ids
    ON typeid @> p$$);
SELECT count(*) FROM (VALUES ('user'), ('users'), ('User'), (NULL)) AS v(p) JOIN prefix_ids
    ON typeid @> p;
SELECT start, count(n) FROM (VALUES ('a_'), ('user_0'), ('z'), ('k'), ('')) AS v(start)
    LEFT JOIN prefix_ids ON typeid ^@ start GROUP BY start
 ORDER BY start COLLATE "C";
\echo '-- an anti join: all 1403 rows but 300 of user and 100 of z'
SELECT count(*) FROM prefix_ids AS p
    WHERE NOT EXISTS (SELECT FROM (VALUES ('user'), ('z')) AS v(x) WHERE p.typeid @> x);

\echo '-- several columns: the range on the last one that is bound finds what the text says'
CREATE INDEX prefix_two ON prefix_ids ((n % 10), typeid, uid11);
SELECT pg_temp.plan_of($$SELECT n FROM prefix_ids WHERE n % 10 = 3 AND typeid ^@ 'user_'$$);
SELECT count(*), count(*) FILTER (WHERE typeid::text LIKE 'user\_0%' AND n % 10 = 3) AS
    right FROM prefix_ids WHERE n % 10 = 3 AND typeid ^@ 'user_0';
SELECT pg_temp.plan_of($$SELECT n FROM prefix_ids
    WHERE n % 10 = 3 AND typeid @> 'user' AND uid11 ^@ '4'$$);
DROP INDEX prefix_two;
\echo '-- descending, and partial'
DROP INDEX prefix_typeid;
CREATE INDEX prefix_typeid ON prefix_ids (typeid DESC NULLS LAST) WHERE typeid @> 'user';
SELECT pg_temp.plan_of($$SELECT n FROM prefix_ids
    WHERE typeid @> 'user' AND typeid ^@ 'user_01h'$$);
SELECT count(*) FROM prefix_ids WHERE typeid @> 'user' AND typeid ^@ 'user_01';
SELECT typeid FROM prefix_ids WHERE typeid @> 'user' AND typeid ^@ 'user_0' ORDER BY typeid LIMIT 2;

\echo '-- BRIN: minmax and minmax_multi take the range and find all, bloom takes a whole id'
SET enable_bitmapscan = on;
SET enable_indexscan = off;
CREATE TABLE prefix_brin WITH (fillfactor = 10) AS SELECT n, uid11, baseuid, typeid FROM prefix_ids
    ORDER BY n;
CREATE INDEX prefix_brin_minmax ON prefix_brin USING brin (uid11) WITH (pages_per_range = 1);
SELECT pg_temp.plan_of($$SELECT n FROM prefix_brin WHERE uid11 ^@ '4jn'$$);
SELECT count(*) > 5 AS some, count(*) = (SELECT count(*) FROM prefix_brin
    WHERE starts_with(uid11::text, '4jn')) AS all FROM prefix_brin
 WHERE uid11 ^@ '4jn';
SELECT count(*) FROM prefix_brin WHERE uid11 ^@ 'k';
DROP INDEX prefix_brin_minmax;
CREATE INDEX prefix_brin_multi ON prefix_brin
    USING brin (uid11 uid11_minmax_multi_ops, typeid typeid_minmax_multi_ops,
                                                          baseuid baseuid_minmax_multi_ops)
                                                              WITH (pages_per_range = 1);
SELECT pg_temp.plan_of($$SELECT n FROM prefix_brin WHERE typeid @> 'users'$$);
SELECT count(*) > 5 AS some, count(*) = (SELECT count(*) FROM prefix_brin
    WHERE typeid_prefix(typeid) = 'users') AS all FROM prefix_brin
 WHERE typeid @> 'users';
SELECT count(*) > 5 AS some, count(*) = (SELECT count(*) FROM prefix_brin
    WHERE starts_with(baseuid::text, 'Ap')) AS all FROM prefix_brin
 WHERE baseuid ^@ 'Ap';
DROP INDEX prefix_brin_multi;
CREATE INDEX prefix_brin_bloom ON prefix_brin USING brin (uid11 uid11_bloom_ops)
    WITH (pages_per_range = 1);
SELECT pg_temp.plan_of($$SELECT n FROM prefix_brin WHERE uid11 = '113q8KFkAEs'$$);
\echo '-- a bloom index cannot serve a range, nor does it get the equality of a whole id by ^@'
SELECT count(*) FROM prefix_brin WHERE uid11 ^@ '11111111111';
SELECT count(*) > 5 AS some FROM prefix_brin WHERE uid11 ^@ '4jn';
DROP TABLE prefix_ids, prefixes, expected_ids, type_prefixes, prefix_brin;
DROP TYPE item_id CASCADE;

DELETE FROM id_types WHERE type = 'item_id';
\echo '-- ========== Row estimates: within a factor of two of the truth, or 25 rows at most where'
\echo '-- the truth is small =========='
SET jit = off;
SET max_parallel_workers_per_gather = 0;

-- Prefix k has about 14,000 / 1.5^k rows, together less than ANALYZE samples. Half of the
-- ids are of the year 2024, by date.
CREATE TABLE skewed AS
    SELECT uuid_to_typeid(p.prefix, CASE WHEN n % 2 = 0 THEN random::uuid
                                         ELSE overlay(overlay(random PLACING
                                             lpad(to_hex(ms), 12, '0') FROM 1) PLACING '7'
                                             FROM 13)::uuid END) AS id,
           xid_pack(timestamptz '2024-01-01' + (n * 8760.0 / p.rows) * interval '1 hour',
               n % 4194304) AS u11,
           decode(random, 'hex') AS octets
      FROM (SELECT prefix, greatest((14000 / 1.5 ^ k)::int, 30) AS rows
              FROM
              unnest('{user,order,invoice,a,a_b,account,"",team,z,session,item,cart,payment,refund,users,user_x,log,event,metric,trace}'::text[])
                   WITH ORDINALITY AS v(prefix, k)) AS p,
           generate_series(1, p.rows) AS n, md5(p.prefix || n) AS random,
           CAST(1704067200000 + n::bigint * 31536000000 / p.rows AS bigint) AS ms;
CREATE INDEX ON skewed (id);
CREATE INDEX ON skewed (u11);
CALL pg_temp.create_rows('even', 'SELECT row_number() OVER (), octets FROM skewed');
CALL pg_temp.for_types('CREATE INDEX ON even (%1$s)');
VACUUM ANALYZE skewed, even;

CREATE FUNCTION pg_temp.close(c text, condition text, relation text DEFAULT 'skewed') RETURNS text
    LANGUAGE plpgsql AS $$
DECLARE
    query text := format('SELECT * FROM ' || relation || ' WHERE ' || condition, c);
    estimate float8 := pg_temp.estimate_of(query);
    truth float8 := pg_temp.value_of(format('SELECT count(*) FROM (%s) AS q', query));
BEGIN
    RETURN CASE WHEN estimate BETWEEN truth / 2 AND truth * 2
    OR greatest(truth, estimate) <= 25 THEN 'close'
                ELSE format('estimated %s, found %s', estimate, truth) END;
END $$;

\echo '-- a type prefix, in all its forms'
SELECT form, count(*), count(*) FILTER (WHERE result = 'close') AS close,
       string_agg(prefix || ': ' || result, ', ') FILTER (WHERE result <> 'close') AS not_close
  FROM (SELECT DISTINCT typeid_prefix(id) AS prefix FROM skewed) AS p,
       unnest(ARRAY['%1$I @> ''%2$s''', '''%2$s'' <@ %1$I', 'typeid_has_prefix(%1$I, ''%2$s'')',
           '%1$I ^@ ''%2$s_0''', '%1$I ^@ ''%2$s_01h'''])
           WITH ORDINALITY AS f(form, i),
       LATERAL (SELECT pg_temp.close('id', replace(form, '%2$s', prefix)) AS result) AS r
 WHERE prefix <> '' OR i <= 3
 GROUP BY i, form ORDER BY i;
\echo '-- starts of type prefixes'
SELECT count(*), string_agg(concat(start, ': ', result), ', ')
    FILTER (WHERE result IS DISTINCT FROM 'close') AS not_close
  FROM unnest('{"",u,us,user,user_,users,a,a_,a_b,acc,i,in,z,zz,x,User,0,7,8,01}'::text[]) AS start,
  pg_temp.close('id', format('%%I ^@ %L', start)) AS result;
\echo '-- the ends of type prefixes, which share a bucket of the histogram with another'
SELECT count(*), string_agg(start || ': ' || result, ', ')
    FILTER (WHERE result <> 'close') AS not_close
  FROM unnest('{"",a_,order_,user_,a_rather_long_prefix_}'::text[]) AS p,
  unnest('{0,00,01,02,7,7t,7w,7x,7y,7z}'::text[]) AS s,
       LATERAL (SELECT p || s AS start,
           pg_temp.close('typeid', format('%%I ^@ %L', p || s), 'even') AS result) AS r;
\echo '-- what is not there'
SELECT count(*), string_agg(concat(p, ': ', result), ', ')
    FILTER (WHERE result IS DISTINCT FROM 'close') AS not_close
  FROM unnest('{nothing,User,"user ",userx}'::text[]) AS p,
  pg_temp.close('id', format('%%I @> %L', p)) AS result;
\echo '-- every type, evenly distributed; and ids by their time'
CREATE TEMP VIEW starts AS
    SELECT DISTINCT c, relation, left(t, i) AS start
      FROM (SELECT type AS c, 'even' AS relation, string_to_table(value, ' ') AS t
              FROM pg_temp.value_of_types($$
                SELECT string_agg(t, ' ')
                  FROM (SELECT DISTINCT ON (left(t, 2)) t FROM even, CAST(%1$s AS text) AS t
                         WHERE substr(md5(t), 7, 2) < '05'
                         -- a fiftieth, the same on machines of either endianness
                         ORDER BY left(t, 2), t COLLATE "C") AS v$$)
            UNION ALL (SELECT DISTINCT ON (left(t, 2)) 'u11', 'skewed', t
                FROM skewed, CAST(u11 AS text) AS t
                        WHERE substr(md5(t), 7, 2) < '05'
                        ORDER BY left(t, 2), t COLLATE "C")) AS part, generate_series(1, 3) AS i;
SELECT c, count(*), count(*) FILTER (WHERE result = 'close') AS close,
       string_agg(start || ': ' || result, ', ') FILTER (WHERE result <> 'close') AS not_close
  FROM starts, LATERAL
  (SELECT pg_temp.close(c, format('%%I ^@ %L', start), relation) AS result) AS r
 GROUP BY relation, c ORDER BY relation, c COLLATE "C";
\echo '-- a whole id is one row'
SELECT DISTINCT pg_temp.estimate_of(format('SELECT * FROM skewed WHERE u11 ^@ %L', t))
FROM (SELECT u11::text AS t FROM skewed LIMIT 20) AS v;
\echo '-- a parameter that is not known yet, and a join: core''s default of 0.005, and not all rows'
PREPARE unknown(text) AS SELECT * FROM skewed WHERE id @> $1;
SET plan_cache_mode = force_generic_plan;
SELECT pg_temp.estimate_of($$EXECUTE unknown('user')$$)
    = round(0.005 * (SELECT count(*) FROM skewed)) AS default;
RESET plan_cache_mode;
SELECT pg_temp.estimate_of($$SELECT * FROM skewed AS s JOIN (VALUES ('user'), ('order')) AS v(p)
    ON s.id @> v.p$$) BETWEEN 10 AND 20000 AS join;
\echo '-- without statistics'
CREATE TABLE unanalyzed (id typeid, u11 uid11) WITH (autovacuum_enabled = off);
INSERT INTO unanalyzed SELECT id, u11 FROM skewed LIMIT 1000;
SELECT pg_temp.estimate_of($$SELECT * FROM unanalyzed WHERE id @> 'user'$$) < 100 AS few,
       pg_temp.estimate_of($$SELECT * FROM unanalyzed WHERE u11 ^@ '4'$$) < 100 AS few;
\echo '-- NULLs and a few frequent ids'
TRUNCATE unanalyzed;
INSERT INTO unanalyzed
    SELECT CASE n % 4 WHEN 0 THEN NULL WHEN 1 THEN 'user_01h455vb4pex5vsknk084sn02q'
    WHEN 2 THEN 'order_01h455vb4pex5vsknk084sn02q'
                      ELSE uuid_to_typeid('user', md5(n::text)::uuid) END,
           CASE n % 3 WHEN 0 THEN NULL WHEN 1 THEN '4j111111111'
           ELSE ('x' || md5(n::text))::bit(63)::bigint::uid11 END
      FROM generate_series(1, 12000) AS n;
ANALYZE unanalyzed;
SELECT condition, estimate, estimate BETWEEN truth / 2 AND truth * 2 AS close
  FROM unnest(ARRAY['id @> ''user''', 'id @> ''order''', 'id ^@ ''u''',
      'id ^@ ''user_01h455vb4pex5vsknk084sn02q''', 'u11 ^@ ''4j''',
                    'u11 ^@ ''''']) AS condition,
       LATERAL (SELECT
           round(pg_temp.estimate_of('SELECT * FROM unanalyzed WHERE ' || condition) / 1000) *
       1000 AS estimate,
                       pg_temp.value_of('SELECT count(*) FROM unanalyzed WHERE ' ||
                           condition)::float8 AS truth) AS e;
\echo '-- Nothing but NULLs; more type prefixes than the statistics of type prefixes hold, so'
\echo '-- that the histogram answers: to a factor of two, or to one of its bins (120 rows).'
TRUNCATE unanalyzed;
INSERT INTO unanalyzed SELECT NULL, NULL FROM generate_series(1, 1000);
ANALYZE unanalyzed;
SELECT pg_temp.estimate_of($$SELECT * FROM unanalyzed WHERE id @> 'user'$$) <= 25 AS none,
       pg_temp.estimate_of($$SELECT * FROM unanalyzed WHERE id ^@ 'user_0'$$) <= 25 AS none;
TRUNCATE unanalyzed;
INSERT INTO unanalyzed
    SELECT uuid_to_typeid(translate((n % 3000)::text, '0123456789', 'abcdefghij'),
        md5(n::text)::uuid), NULL FROM generate_series(1, 12000) AS n;
ANALYZE unanalyzed;
SELECT condition, truth, estimate BETWEEN truth / 2 AND truth * 2
OR greatest(truth, estimate) <= 120 AS close
  FROM unnest('{"id @> ''bcd''","id ^@ ''b''","id ^@ ''bc''","id ^@ ''bcd_0''"}'::text[]) AS
  condition,
       LATERAL (SELECT
           pg_temp.estimate_of('SELECT * FROM unanalyzed WHERE ' || condition) AS estimate,
                       pg_temp.value_of('SELECT count(*) FROM unanalyzed WHERE ' ||
                           condition)::float8 AS truth) AS e;
DROP VIEW starts;
DROP TABLE skewed, even, unanalyzed;
