-- TypeID: the text form, the type's input and output, and the functions. Generators:
-- generators.sql.
\i test/lib/helpers.sql

\echo '-- ---------- vectors ----------'

\set content `cat test/vectors/typeid.json`
\set valid `cat test/vectors/typeid-official-valid.json`
\set invalid `cat test/vectors/typeid-official-invalid.json`
CREATE TEMP TABLE vectors AS SELECT :'content'::jsonb AS j, :'valid'::jsonb AS valid,
    :'invalid'::jsonb AS invalid;
CREATE TEMP TABLE ids AS
    SELECT 'ours' AS origin, v.* FROM vectors,
    jsonb_to_recordset(j -> 'typeid') AS v(prefix text, uuid uuid, text text)
    UNION ALL
    SELECT 'official', v.*
    FROM vectors, jsonb_to_recordset(valid) AS v(prefix text, uuid uuid, typeid text);
SELECT origin, count(*), max(length(prefix)), max(length(text)) FROM ids
    GROUP BY origin ORDER BY origin;
\echo '-- of which none is written or read in another way: no row'
SELECT * FROM ids
 WHERE (typeid_encode(prefix, uuid) = text AND typeid_to_uuid(typeid_decode(text)) = uuid
     AND typeid_prefix(typeid_decode(text)) = prefix
        AND typeid_decode('"' || text || '"') = typeid_decode(text) AND typeid_is_valid(text)
        AND typeid_is_valid('"' || text || '"')
        AND text::typeid::text = text AND format('%s', text::typeid) = text
        AND ('"' || text || '"')::typeid = text::typeid
        AND uuid_to_typeid(prefix, uuid)::text = text AND typeid_parse(text) = text::typeid
        AND typeid_print(text) = text
        AND text::typeid::uuid = uuid AND typeid_to_uuid(text::typeid) = uuid
        AND typeid_prefix(text::typeid) = prefix
        AND typeid_send(text) = convert_to(prefix, 'UTF8') || uuid_send(uuid)
        AND pg_column_size(text::typeid) = 1 + length(prefix) + 16
        AND typeid_check(text, prefix) AND typeid_check_text(text, prefix)
        AND typeid_has_prefix(text, prefix)
        AND text::typeid @> prefix AND prefix <@ text::typeid
        AND NOT text::typeid @> (prefix || 'x') AND NOT typeid_check(text, prefix || 'x')
        AND typeid_is_nil_prefix(text) = (prefix = '')) IS NOT TRUE;
\echo '-- invalid texts: ours, then the official ones'
SELECT v.why, left(v.text, 20) AS text, typeid_decode(v.text) IS NULL AS null,
    typeid_is_valid(v.text),
       regexp_replace(pg_temp.error_of(format('SELECT %L::typeid', v.text)), '"[^|]*"',
           '"..."') AS error
  FROM vectors, ROWS FROM (jsonb_to_recordset(j -> 'invalid_text') AS (text text, why text))
  WITH ORDINALITY AS v(text, why, n)
 ORDER BY n;
SELECT v.name, left(v.text, 20) AS text, typeid_decode(v.text) IS NULL AS null,
    typeid_is_valid(v.text),
       regexp_replace(pg_temp.error_of(format('SELECT typeid_parse(%L)', v.text)), '"[^|]*"',
           '"..."') AS error
  FROM vectors, ROWS
  FROM (jsonb_to_recordset(invalid) AS (name text, typeid text, description text))
  WITH ORDINALITY AS v(name, text, description, n)
 ORDER BY n;

\echo '-- ---------- input and output ----------'

SELECT typeid '00000000000000000000000000' AS nil,
    '"user_01h455vb4pex5vsknk084sn02q"'::typeid AS quoted,
       '{user_01h455vb4pex5vsknk084sn02q,NULL,"7zzzzzzzzzzzzzzzzzzzzzzzzz"}'::typeid[];
\echo '-- the message quotes the whole text'
SELECT pg_temp.error_of($$SELECT 'User_01h455vb4pex5vsknk084sn02q'::typeid$$);
\echo '-- prefixes of every length'
SELECT array_agg(n) FILTER (WHERE typeid_is_valid(repeat('a', n) || '_00000000000000000000000000'))
           = (SELECT array_agg(i) FROM generate_series(1, 63) AS i) AS from_1_to_63,
       count(*) FILTER (WHERE length(typeid_decode(
           repeat('a', n) || '_00000000000000000000000000')::text) = n + 27) AS texts
  FROM generate_series(0, 300) AS n;
\echo '-- symbols of a prefix and of a suffix, and what can stand at the ends'
SELECT string_agg(chr(c), '' ORDER BY c)
FILTER (WHERE typeid_is_valid('us' || chr(c) || 'er_00000000000000000000000000')) AS prefix,
       string_agg(chr(c), '' ORDER BY c)
       FILTER (WHERE typeid_is_valid(chr(c) || 'user_00000000000000000000000000')) AS first,
       string_agg(chr(c), '' ORDER BY c)
       FILTER (WHERE typeid_is_valid('user' || chr(c) || '_00000000000000000000000000')) AS last,
       string_agg(chr(c), '' ORDER BY c)
       FILTER (WHERE typeid_is_valid('user_0000000' || chr(c) || '000000000000000000')) AS suffix,
       string_agg(chr(c), '' ORDER BY c)
       FILTER (WHERE
           typeid_is_valid('user_' || chr(c) || '0000000000000000000000000')) AS suffix_first
  FROM generate_series(1, 127) AS c;
\echo '-- at every position the error tells the right one (in front of the 6th a wrong symbol cuts'
\echo '-- the text in two, or is no separator any more)'
SELECT string_agg(coalesce(substring(pg_temp.error_of(format('SELECT %L::typeid',
           overlay('user_01h455vb4pex5vsknk084sn02q' PLACING '!' FROM p)))
               FROM '(?:position|Character) (\d+)'), '-'), ' ' ORDER BY p) AS bare,
       string_agg(coalesce(substring(pg_temp.error_of(format('SELECT %L::typeid',
           '"' || overlay('user_01h455vb4pex5vsknk084sn02q' PLACING '!' FROM p) || '"'))
               FROM '(?:position|Character) (\d+)'), '-'), ' ' ORDER BY p) AS quoted
  FROM generate_series(1, 31) AS p;
SELECT text, pg_temp.error_of(format('SELECT %L::typeid', text)) AS error
  FROM unnest(ARRAY['user_01h455vb4pex5vsknk084sn02i', 'user_01h455vb4pex5vsknk084sn02l',
      'user_01h455vb4pex5vsknk084sn02o',
                    'user_01h455vb4pex5vsknk084sn02u',
                    'USER_01H455VB4PEX5VSKNK084SN02Q', 'user_8zzzzzzzzzzzzzzzzzzzzzzzzz',
                    '"user_8zzzzzzzzzzzzzzzzzzzzzzzzz"',
                    '8zzzzzzzzzzzzzzzzzzzzzzzzz',
                    'a_b_01h455vb4pex5vsknk084sn02q', 'a__b_01h455vb4pex5vsknk084sn02q',
                    'a__01h455vb4pex5vsknk084sn02q',
                    '_a_01h455vb4pex5vsknk084sn02q', '_01h455vb4pex5vsknk084sn02q',
                    '"_01h455vb4pex5vsknk084sn02q"', '_', '__', 'user_',
                    'usér_01h455vb4pex5vsknk084sn02q', 'user_01h455vb4pex5vsknk084sn0é',
                    'user_é1h455vb4pex5vsknk084sn02q',
                    ' user_01h455vb4pex5vsknk084sn02q',
                    'user_01h455vb4pex5vsknk084sn02q ', '"user_01h455vb4pex5vsknk084sn02q',
                    'user_01h455vb4pex5vsknk084sn02q"', '"', '""', '"""',
                    '''01h455vb4pex5vsknk084sn02q''']) AS text;
\echo '-- a megabyte is refused, not a crash'
SELECT length(junk), typeid_decode(junk), typeid_is_valid(junk), typeid_check_text(junk, 'user'),
       pg_temp.sqlstate_of(format('SELECT %L::typeid', junk)),
       pg_temp.sqlstate_of(format('SELECT typeid_generate(%L)', junk)),
       typeid_encode(junk, gen_random_uuid())
  FROM (VALUES (repeat('x', 1048576)), (repeat('"', 1048576)), (repeat('_', 1048576)),
      (repeat('é', 524288)),
               (repeat('a', 1048576) || '_01h455vb4pex5vsknk084sn02q')) AS v(junk);

\echo '-- ---------- functions ----------'

\echo '-- bad prefixes: NULL of _encode, 22023 of the others, false of the checks'
SELECT left(prefix, 20) AS prefix,
typeid_encode(prefix, '01890a5d-ac96-774b-bcce-b302099a8057') AS encode,
       pg_temp.error_of(format('SELECT uuid_to_typeid(%L, %L)', prefix,
           '01890a5d-ac96-774b-bcce-b302099a8057')) AS error
  FROM unnest(ARRAY['', 'a', 'a_b', 'a__b', 'User', 'us er', 'user1', '_user', 'user_', '_',
      '"user"', 'usér', repeat('a', 63),
                    repeat('a', 64)]) AS prefix;
\echo '-- Calls with a bad prefix or number are 22023; times that no UUID holds are 22008; the last'
\echo '-- is the last one that it holds.'
SELECT count(*), string_agg(concat(call, ': ', state), E'\n')
FILTER (WHERE state IS DISTINCT FROM '22023') AS others FROM (
SELECT call, pg_temp.sqlstate_of('SELECT ' || call) AS state
  FROM unnest(ARRAY['typeid_generate(''User'')', 'typeid_generate(''User'', now())',
      'typeid_generate_text(''User'')',
                    'typeid_generate_batch(''User'', 1)',
                    'typeid_min(''User'', now())', 'typeid_max(''User'', now())',
                    'typeid_generate_batch(''user'', -1)',
                    'typeid_generate_batch(''user'', 2147483647)',
                    'typeid_generate(''user'', ''infinity'')',
                    'typeid_generate(''user'', ''-infinity'')',
                    'typeid_generate(''user'', ''1969-12-31 23:59:59.999999'')',
                    'typeid_min(''user'', ''10889-08-02 05:31:50.656'')',
                    'typeid_max(''user'', ''10889-08-02 05:31:50.655999'')']) AS call) AS answers;
\echo '-- The checks are true of the whole type prefix alone.'
SELECT typeid_check('user_01h455vb4pex5vsknk084sn02q', prefix),
typeid_check_text('user_01h455vb4pex5vsknk084sn02q', prefix),
       typeid_has_prefix('user_01h455vb4pex5vsknk084sn02q', prefix),
       typeid 'user_01h455vb4pex5vsknk084sn02q' @> prefix AS contains, prefix
  FROM unnest('{user,use,users,User,"",user_,"\"user\""}'::text[]) AS prefix;
SELECT typeid_check_text('"user_01h455vb4pex5vsknk084sn02q"', 'user') AS quoted,
typeid_check_text('user_01h455vb4pex5vsknk084sn02', 'user') AS short,
       typeid_check_text('01h455vb4pex5vsknk084sn02q', '') AS nil,
       typeid_check_text('', '') AS empty;
CREATE TEMP TABLE t (id typeid);
INSERT INTO t VALUES ('user_01h455vb4pex5vsknk084sn02q'), ('01h455vb4pex5vsknk084sn02q');
SELECT typeid_is_nil_prefix(id), typeid_prefix(id), typeid_to_uuid(id) FROM t;
\echo '-- no function of ours has a name that a user''s own may have: (id).type and uuid(id) are'
\echo '-- none'
SELECT pg_temp.sqlstate_of('SELECT (id).type FROM t') AS type,
pg_temp.sqlstate_of('SELECT uuid(id) FROM t') AS uuid;
SELECT prefix, typeid_prefix_matches(prefix, 'user_01h455vb4pex5vsknk084sn02q'),
       typeid_prefix_matches(prefix => prefix, typeid => '01h455vb4pex5vsknk084sn02q')
  FROM unnest('{user,use,users,""}'::text[]) AS prefix;
SELECT typeid_print(typeid => id), typeid_timestamp(typeid => id) FROM t;
\echo '-- no timestamp unless version 7 with the variant of RFC 9562'
SELECT u, typeid_timestamp(uuid_to_typeid('x', u))
  FROM
  unnest('{01890a5d-ac96-774b-bcce-b302099a8057,01890a5d-ac96-474b-bcce-b302099a8057,01890a5d-ac96-774b-3cce-b302099a8057,
                01890a5d-ac96-774b-ccce-b302099a8057,00000000-0000-7000-8000-000000000000,ffffffff-ffff-7fff-bfff-ffffffffffff}'::uuid[]) AS u;
SELECT typeid_min('user', '2023-06-29 13:36:26.006'),
typeid_max('user', '2023-06-29 13:36:26.006999'), typeid_min('', '1970-01-01')::uuid;
SELECT cardinality(typeid_generate_batch('user', 0)), cardinality(typeid_generate_batch('user', 1)),
       cardinality(typeid_generate_batch(prefix => '', count => 100000));
SELECT array_ndims(ids), array_lower(ids, 1), pg_typeof(ids),
(SELECT bool_and(id @> 'user') FROM unnest(ids) AS id)
  FROM typeid_generate_batch('user', 3) AS ids;
SELECT typeid_generate() @> '' AS default_prefix, typeid_is_nil_prefix(typeid_generate_nil()),
       typeid_generate_text('a_b') ~ '^a_b_[0-7][0-9a-hjkmnp-tv-z]{25}$' AS text,
       typeid_generate_text('') ~ '^[0-7][0-9a-hjkmnp-tv-z]{25}$' AS nil_text,
       typeid_uuid_generate_v7()::text ~ '^.{14}7.{4}[89ab]' AS v7;
\echo '-- NULL in, NULL out'
SELECT typeid_generate(NULL), typeid_generate(NULL, now()), typeid_generate('x', NULL),
typeid_generate_text(NULL), typeid_generate_batch('x', NULL),
       typeid_encode(NULL, gen_random_uuid()), typeid_encode('x', NULL), typeid_decode(NULL),
       typeid_is_valid(NULL), typeid_check(NULL, 'x'),
       typeid_check_text('x', NULL), typeid_prefix(NULL), typeid_to_uuid(NULL),
       typeid_timestamp(NULL), typeid_min(NULL, now()),
       typeid_max('x', NULL);

\echo '-- ---------- round trips ----------'

SELECT count(*), count(*) FILTER (WHERE typeid_decode(t)::text = t) AS functions,
       count(*) FILTER (WHERE t::typeid::uuid = u AND t::typeid @> p) AS parts,
       count(*) FILTER (WHERE length(t) = length(p) + 26 + (p <> '')::int) AS length
  FROM (SELECT p, u, typeid_encode(p, u) AS t
          FROM (SELECT md5(n::text)::uuid AS u,
              translate(left(repeat(md5((-n)::text), 2), (n * 7) % 64), '0123456789',
              'abcdefghij') AS p
                  FROM generate_series(1, 10000) AS n) AS v) AS w;
