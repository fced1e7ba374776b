-- LIKE, NOT LIKE, ILIKE and NOT ILIKE of ids: against their texts, by btree and BRIN, with
-- estimates.
\i test/lib/helpers.sql
\i test/lib/types.sql
SET max_parallel_workers_per_gather = 0;
SET jit = off;

\echo '-- ---------- results ----------'

-- Ids that share beginnings, in different degrees; typeids of several type prefixes.
CALL pg_temp.create_rows('liked', $$
    SELECT n, decode(left(md5((n / 40)::text), 2 * (n % 3)::integer) ||
        left(md5(n::text), 32 - 2 * (n % 3)::integer), 'hex')
      FROM generate_series(1, 400) AS n$$);
UPDATE liked SET typeid =
uuid_to_typeid((ARRAY['user', 'users', 'user_x', 'u', '', 'a_b'])[1 + n % 6], typeid::uuid);
INSERT INTO liked (n) VALUES (0);
CALL pg_temp.for_types('CREATE INDEX ON liked (%1$s)');
ANALYZE liked;

-- Patterns from some texts: whole, cut, with wildcards, escapes and letters of the other case;
-- and others.
CREATE TABLE patterns (type text, pattern text);
CALL pg_temp.for_types($$
    INSERT INTO patterns
    WITH texts AS (SELECT %1$s::text AS t FROM liked WHERE n IN (1, 4)),
         starts AS (SELECT t, k, left(t, k) AS s
             FROM texts, unnest('{0,1,4,5,6,8,30}'::integer[]) AS k)
    SELECT '%1$s', p
    FROM starts, LATERAL
    unnest(ARRAY[s, s || '%%', s || '_%%', s || '%%%%', s || '%%' ||
        right(t, 1), s || '__' || substr(t, k + 3),
                   upper(s) || '%%', lower(s) || '%%', overlay(t PLACING '_' FROM k + 1),
                   overlay(s PLACING '%%' FROM greatest(k, 1)) || '%%',
                   regexp_replace(s, '(.)', '\\\1', 'g') || '%%', replace(s, '_', '\_') || '%%',
                   s || 'é%%', s || '\%%']) AS p
    UNION SELECT '%1$s', p
    FROM unnest(ARRAY['', '%%', '%%%%', '_', '_%%', '%%_', 'é', 'é%%', '%%é%%', '%%a%%', '%%A%%b',
        '\_%%', '\%%',
                   'user\_0%%', 'user_0%%', 'USER_0%%', 'user__0%%', 'user\__0%%',
                   'user_\0%%', 'user_%%', 'user\_%%', 'user_x\_0%%', 'user_x_7%%', 'user_8%%',
                   '_0%%', '0%%', '0_%%',
                   'a_b_1%%', 'a\_b_1%%', 'u_', 'u%%_1%%',
                   repeat('x', 200) || '%%', repeat('0', 96), repeat('_', 26),
                   'us' || repeat('_', 200) || '%%', 'user"%%', '"user%%']) AS p$$);
SELECT type, count(*) > 100 AS hundreds FROM patterns GROUP BY type ORDER BY type COLLATE "C";
CREATE TABLE operators AS
    SELECT * FROM (VALUES ('LIKE', true), ('NOT LIKE', false), ('ILIKE', true),
        ('NOT ILIKE', false)) AS v(operator, by_index);
CREATE FUNCTION pg_temp.matching(condition text, VARIADIC parameters text[] DEFAULT '{}')
    RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    v text;
BEGIN
    EXECUTE
    'SELECT count(*) || '' '' || coalesce(md5(string_agg(n::text, '','' ORDER BY n)), '''')
       FROM liked
       WHERE '
    || condition
       INTO v USING parameters[1];
    RETURN v;
END $$;
-- The same by a plan that does not know the pattern.
CREATE FUNCTION pg_temp.matching_unknown(condition text, pattern text) RETURNS text
    LANGUAGE plpgsql AS $$
DECLARE
    v text;
    generic bigint;
BEGIN
    EXECUTE
    'PREPARE asked(text) AS SELECT count(*) || '' ''
         || coalesce(md5(string_agg(n::text, '','' ORDER BY n)), '''') FROM liked WHERE '
    || condition;
    EXECUTE format('EXECUTE asked(%L)', pattern) INTO v;
    SELECT generic_plans INTO generic FROM pg_prepared_statements WHERE name = 'asked';
    DEALLOCATE asked;
    RETURN CASE generic WHEN 1 THEN v ELSE 'no generic plan' END;
END $$;
-- of the text, by core's operators
CREATE TABLE answers AS
    SELECT type, pattern, operator, by_index,
    pg_temp.matching(format('%I::text COLLATE "C" %s $1', type, operator), pattern) AS found
      FROM patterns, operators;
SELECT operator, count(*) FILTER (WHERE found !~ '^0 ') > 400 AS some_find,
       count(*) FILTER (WHERE found ~ '^0 ') > 0 AS some_do_not FROM answers GROUP BY operator
       ORDER BY operator;
\echo '-- As a filter, LIKE finds what it finds in the text: no row of what differs.'
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SET enable_bitmapscan = off;
SELECT type, pattern, operator, found FROM answers
    WHERE found <> pg_temp.matching(format('%I %s $1', type, operator), pattern);
RESET enable_indexscan;
RESET enable_indexonlyscan;
\echo '-- So it does as an index condition, of a constant and of a parameter of a generic plan: no'
\echo '-- row.'
SET enable_seqscan = off;
SELECT type, pattern, operator, found FROM answers
    WHERE found <> pg_temp.matching(format('%I %s %L', type, operator, pattern));
SET plan_cache_mode = force_generic_plan;
SELECT type, pattern, operator, found FROM answers
    WHERE found <> pg_temp.matching_unknown(format('%I %s $1', type, operator), pattern);
RESET plan_cache_mode;
\echo '-- A pattern that begins with something has an index condition, and one that is no more than'
\echo '-- a beginning needs nothing else.'
SELECT type, count(*) > 50 AS many,
    bool_and(plan ~ 'Index Cond|One-Time Filter: false') AS by_index,
       bool_or(plan ~ 'Filter: \(') FILTER (WHERE pattern ~ '^[^\\_%]+%$') AS filtered,
       bool_or(plan ~ 'Filter: \(') FILTER (WHERE pattern ~ '^[^\\_%]+%[^%]') AS rechecked
  FROM patterns, LATERAL (SELECT string_agg(line, ' ') AS plan
                            FROM pg_temp.plan_of(format('SELECT n FROM liked WHERE %I LIKE %L',
                                type, pattern)) AS line) AS p
 WHERE pattern ~ '^(\\.|[^\\_%])' AND pattern ~ '^[ -~]*$' GROUP BY type ORDER BY type COLLATE "C";
\echo '-- BRIN: no pattern finds other rows.'
SET enable_bitmapscan = on;
SET enable_indexscan = off;
CREATE TABLE liked_brin WITH (fillfactor = 10) AS SELECT * FROM liked ORDER BY typeid;
CREATE INDEX ON liked_brin USING brin (typeid, uid11 uid11_minmax_multi_ops)
    WITH (pages_per_range = 1);
SELECT pg_temp.plan_of($$SELECT n FROM liked_brin WHERE typeid LIKE 'user_0%2'$$);
SELECT count(*) FROM answers WHERE type IN ('typeid', 'uid11') AND by_index
   AND
   found
   <>
   pg_temp.value_of(format('SELECT count(*) || '' ''
                                || coalesce(md5(string_agg(n::text, '','' ORDER BY n)), '''')
       FROM liked_brin
                                          WHERE %I %s %L', type, operator, pattern));
DROP TABLE liked_brin;
RESET enable_indexscan;
SET enable_bitmapscan = off;

\echo '-- ---------- plans ----------'
\echo '-- the separator, as a wildcard or escaped; a type prefix that may go on'
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE typeid LIKE 'user_01h4%'$$);
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE typeid LIKE 'user\_01h4%'$$);
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE typeid ^@ 'user_01h4'$$);
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE typeid LIKE 'user_%'$$);
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE typeid ILIKE 'USER_01H4%'$$);
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE typeid LIKE 'user!_01h4%' ESCAPE '!'$$);
\echo '-- a whole text; one that is none; an upper-case letter that no typeid has: NULL bounds find'
\echo '-- nothing'
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE typeid LIKE 'user_01h455vb4pex5vsknk084sn02q'$$);
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE typeid LIKE 'user'$$);
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE typeid LIKE 'User%'$$);
\echo '-- texts of ulids are in upper case: a search takes either, a pattern that ignores case too,'
\echo '-- LIKE does not'
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE ulid ILIKE '01arz%'$$);
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE ulid LIKE '01arz%'$$);
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE ulid ^@ '01arz'$$);
\echo '-- where letters of both cases are symbols, only what stands before the first letter helps'
\echo '-- ILIKE'
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE uid11 ILIKE '41jn%'$$);
\echo '-- nothing at the beginning, and what is searched for by leaving out: no index condition'
SET enable_seqscan = on;
SELECT line
  FROM unnest(ARRAY[$$typeid LIKE '%q'$$, $$typeid NOT LIKE 'user%'$$, $$typeid NOT ILIKE 'user%'$$,
                    $$uid11 ILIKE 'a%'$$]) AS condition,
       pg_temp.plan_of('SELECT n FROM liked WHERE ' || condition) AS line;
SET enable_seqscan = off;
\echo '-- parameters: a range that is found when the plan runs, and a filter'
SET plan_cache_mode = force_generic_plan;
PREPARE liking(text) AS SELECT count(*) FROM liked WHERE typeid LIKE $1;
PREPARE iliking(varchar) AS SELECT count(*) FROM liked WHERE ulid ILIKE $1;
SELECT pg_temp.plan_of($$EXECUTE liking('user_0%')$$);
SELECT pg_temp.plan_of($$EXECUTE iliking('0%')$$);
EXECUTE liking(NULL);
EXECUTE liking('');
EXECUTE liking('user_x_%');
RESET plan_cache_mode;
\echo '-- as functions'
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE typeid_ilike(typeid, 'User_0%')$$);
SELECT typeid_like_start('user_01%h', false), typeid_like_start('USER\_x', true),
    typeid_like_start('_', false), ulid_like_start('01ar%', true),
       uid11_like_start('12aB%', true), uid11_like_start('12aB%', false),
       typeid_like_start(NULL, true);
\echo '-- the inner side of a nested loop; NOT becomes the negator'
SELECT pg_temp.plan_of($$SELECT count(*) FROM (VALUES ('user\_0%'), ('a%')) AS v(p) JOIN liked
    ON typeid LIKE p$$);
SELECT p, count(n) FROM (VALUES ('user\_0%'), ('a%'), ('%'), (NULL)) AS v(p) LEFT JOIN liked
ON typeid LIKE p GROUP BY p ORDER BY p;
SET enable_seqscan = on;
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE NOT typeid LIKE 'user%'$$);
SET enable_seqscan = off;
SELECT pg_temp.plan_of($$SELECT n FROM liked WHERE NOT typeid NOT ILIKE 'user%'$$);
\echo '-- in arrays of patterns'
SELECT count(*) = (SELECT count(*) FROM liked
    WHERE typeid::text LIKE ANY (ARRAY['user\_0%', 'a%'])) AS same, count(*) > 10 AS some
  FROM liked WHERE typeid LIKE ANY (ARRAY['user\_0%', 'a%']);
SELECT count(*) = (SELECT count(*) FROM liked
    WHERE typeid::text NOT LIKE ALL (ARRAY['user\_0%', 'a%'])) AS same, count(*) > 10 AS some
  FROM liked WHERE typeid NOT LIKE ALL (ARRAY['user\_0%', 'a%']);
\echo '-- a domain, a varchar pattern, a partial index'
CREATE DOMAIN liked_id AS typeid;
CREATE TABLE liked_domain AS SELECT n, typeid::liked_id AS id FROM liked;
CREATE INDEX ON liked_domain (id) WHERE id LIKE 'user%';
SELECT pg_temp.plan_of($$SELECT n FROM liked_domain
    WHERE id LIKE 'user%'::varchar AND id LIKE 'user_0%'$$);
SELECT count(*) = (SELECT count(*) FROM liked WHERE typeid::text LIKE 'user\_0%') AS same
  FROM liked_domain WHERE id LIKE 'user%' AND id LIKE 'user_0%';
DROP TABLE liked_domain;
DROP DOMAIN liked_id;

\echo '-- an id type'
SELECT typeid_create_type('liked_user', 'user');
CREATE TABLE liked_id_type AS SELECT n, typeid::uuid::liked_user AS id FROM liked;
CREATE INDEX ON liked_id_type (id);
SELECT pg_temp.plan_of($$SELECT n FROM liked_id_type WHERE id LIKE 'user_01h4%'$$);
SELECT pg_temp.plan_of($$SELECT n FROM liked_id_type WHERE id ILIKE 'USER_%'$$);
SELECT pg_temp.plan_of($$SELECT n FROM liked_id_type WHERE id LIKE 'order%'$$);
SELECT pattern
FROM unnest(ARRAY['user_4%', 'user\_4%', 'use%', 'u_er_4%q', '%q', 'User%', 'users%', '%',
    '']) AS pattern,
       LATERAL (SELECT count(*) FILTER (WHERE id LIKE pattern) - count(*)
           FILTER (WHERE id::text LIKE pattern) AS by_filter,
                       count(*) FILTER (WHERE id NOT ILIKE pattern) - count(*)
                       FILTER (WHERE id::text NOT ILIKE pattern) AS by_negation
                  FROM liked_id_type) AS f,
       LATERAL (SELECT count(*) AS by_index FROM liked_id_type WHERE id LIKE pattern) AS i,
       LATERAL (SELECT count(*) AS truth FROM liked_id_type WHERE id::text LIKE pattern) AS t
 WHERE by_filter <> 0 OR by_negation <> 0 OR by_index <> truth;
DROP TABLE liked_id_type;
DROP TYPE liked_user CASCADE;
\echo '-- of other notations: all texts begin alike, so _ stands for one symbol there; behind it'
\echo '-- letters have the notation''s cases'
SELECT typeid_create_type('liked_product', 'prod', 'ulid'),
typeid_create_type('liked_customer', 'cus', 'base62id');
CREATE TABLE liked_notated AS SELECT n, typeid::uuid::liked_product AS product,
typeid::uuid::liked_customer AS customer FROM liked;
CREATE INDEX ON liked_notated (product);
CREATE INDEX ON liked_notated (customer);
SELECT condition, line
FROM unnest(ARRAY[$$product LIKE 'prod_01HZ%'$$, $$product ILIKE '____\_01hz%'$$,
    $$product LIKE 'prod_01hz%'$$,
    $$customer LIKE 'cus_Fd4n%'$$, $$customer ILIKE 'CUS\_F%'$$]) AS condition,
        pg_temp.plan_of('SELECT n FROM liked_notated WHERE ' || condition) AS line;
SET plan_cache_mode = force_generic_plan;
PREPARE liking_product(text) AS SELECT n FROM liked_notated WHERE product ILIKE $1;
SELECT pg_temp.plan_of($$EXECUTE liking_product('prod_01%')$$);
DEALLOCATE liking_product;
RESET plan_cache_mode;
DROP TABLE liked_notated;
DROP TYPE liked_product, liked_customer CASCADE;

\echo '-- ---------- errors and collations ----------'
\echo '-- A pattern that ends in the escape character is an error where a text is compared so far,'
\echo '-- as it is of a text: no id begins with "nobody".'
SELECT condition, error,
error = pg_temp.error_of('SELECT count(*) FROM liked WHERE typeid::text ' || condition) AS as_text
  FROM unnest(ARRAY['LIKE ''user\''', 'NOT LIKE ''user\_0\''', 'ILIKE ''user%\''',
      'LIKE ''nobody\''']) AS condition,
       pg_temp.error_of('SELECT count(*) FROM liked WHERE typeid ' || condition) AS error;
SET enable_seqscan = on;
SET enable_indexscan = off;
SELECT pg_temp.error_of('SELECT count(*) FROM liked WHERE typeid LIKE ''user\''');
RESET enable_indexscan;
\echo '-- The collation of the pattern does not matter: an id is no word of a language.'
SELECT count(*) > 1 AS several,
       bool_and(found = pg_temp.value_of('SELECT count(*)
                                            FROM liked
                                            WHERE ulid::text ILIKE ''%i%'' COLLATE "C"
                                            OR typeid::text LIKE ''user%''')) AS same
  FROM pg_collation, LATERAL (SELECT pg_temp.value_of(format('SELECT count(*)
        FROM liked
        WHERE ulid ILIKE ''%%i%%'' COLLATE %I
                                                                  OR typeid LIKE ''user%%'' COLLATE
                                                                  %1$I', collname)) AS found) AS f
 WHERE collname IN ('C', 'POSIX', 'tr-x-icu', 'en-x-icu', 'und-x-icu');
\echo '-- Two explicit collations conflict here as elsewhere.'
SELECT pg_temp.sqlstate_of('SELECT typeid LIKE (''a'' COLLATE "C" || ''b'' COLLATE "POSIX")
                              FROM liked');

\echo '-- ---------- estimates ----------'
\echo '-- Within a factor of two of the truth, or 25 rows, of 12,000.'
CREATE TABLE liked_skewed AS
    SELECT uuid_to_typeid((ARRAY['user', 'user', 'user', 'order', 'users'])[1 + n % 5],
                          md5(n::text)::uuid) AS id, md5((-n)::text)::uuid::ulid AS u,
           CASE WHEN n % 4 > 0 THEN md5(n::text)::uuid::base62id END AS b
               FROM generate_series(1, 12000) AS n;
ANALYZE liked_skewed;
SELECT count(*), string_agg(format('%s: estimated %s, found %s', condition, estimate, truth), '; ')
                 FILTER (WHERE (estimate BETWEEN truth / 2 AND truth * 2
                                OR greatest(truth, estimate) <= 25) IS NOT TRUE) AS not_close
  FROM unnest(ARRAY[$$id LIKE 'user_%'$$, $$id LIKE 'user\_%'$$, $$id LIKE 'users\_%'$$,
                    $$id LIKE 'order_0%'$$, $$id LIKE 'user_4%'$$,
                    $$id LIKE 'user_01%'$$,
                    $$id LIKE 'user_0%a'$$, $$id LIKE '%a'$$, $$id LIKE '%'$$, $$id LIKE 'User%'$$,
                    $$id ILIKE 'User\_%'$$,
                    $$id NOT LIKE 'user\_%'$$, $$id NOT LIKE '%'$$, $$id NOT ILIKE 'user%'$$,
                    $$id LIKE ''$$, $$id NOT LIKE ''$$, $$u LIKE '0%'$$, $$u LIKE '3a%'$$,
                    $$u ILIKE '3a%'$$, $$u LIKE '3%A'$$, $$u NOT LIKE '3%'$$, $$u NOT ILIKE '3a%'$$,
                    $$b LIKE 'G%'$$, $$b NOT LIKE 'G%'$$, $$b NOT LIKE '%G%'$$,
                    $$b LIKE NULL$$, $$b NOT LIKE NULL$$,
                    $$typeid_like(id, 'user\_%')$$, $$NOT typeid_like(id, 'user\_%')$$,
                    $$typeid_not_like(id, 'user\_%')$$]) AS condition,
       LATERAL (SELECT pg_temp.estimate_of('SELECT FROM liked_skewed WHERE ' || condition)
                    AS estimate,
                       pg_temp.value_of('SELECT count(*) FROM liked_skewed WHERE '
                                            || condition)::float8 AS truth) AS e;
\echo '-- A pattern that is not known: core''s default of 0.005, and what it leaves.'
PREPARE unknown_pattern(text) AS SELECT FROM liked_skewed WHERE id LIKE $1;
PREPARE unknown_other(text) AS SELECT FROM liked_skewed WHERE id NOT LIKE $1;
SET plan_cache_mode = force_generic_plan;
SELECT pg_temp.estimate_of($$EXECUTE unknown_pattern('user')$$) AS of_like,
       pg_temp.estimate_of($$EXECUTE unknown_other('user')$$) AS of_not_like;
DEALLOCATE ALL;
DROP TABLE liked, patterns, operators, answers, liked_skewed;
