-- Casts: which there are in which context, and what they do.  Values: the tests of each system.
\i test/lib/helpers.sql
\i test/lib/types.sql

\set u '\'019535d9-3df7-79fb-b466-fa907fa17f9e\''

\echo '-- ---------- which there are ----------'

CREATE FUNCTION pg_temp.comparable(a text, b text) RETURNS text LANGUAGE sql AS $$
    SELECT
    pg_temp.sqlstate_of(format('EXPLAIN SELECT NULL::%s = x FROM (VALUES (NULL::%s)) AS v(x)', a,
        b))
$$;
-- The widest context in which a becomes b: i, an argument of a function, as in a comparison; a, an
-- INSERT; e, a cast that is written out; NULL, none.
CREATE FUNCTION pg_temp.context(a text, b text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE FUNCTION pg_temp.sink(%s) RETURNS text LANGUAGE sql AS ''SELECT 0''', b);
    EXECUTE format('CREATE TEMP TABLE sink (c %s)', b);
    RETURN CASE '00000'
        WHEN pg_temp.sqlstate_of(format('SELECT pg_temp.sink(NULL::%s)', a)) THEN 'i'
        WHEN pg_temp.sqlstate_of(format('INSERT INTO sink SELECT NULL::%s', a)) THEN 'a'
        WHEN pg_temp.sqlstate_of(format('SELECT NULL::%s::%s', a, b)) THEN 'e'
    END;
END $$;
CREATE FUNCTION pg_temp.context_of(a text, b text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    context text;
BEGIN
    context := pg_temp.context(a, b);
    DROP TABLE sink;
    EXECUTE format('DROP FUNCTION pg_temp.sink(%s)', b);
    RETURN context;
END $$;
CREATE TEMP TABLE others AS
    SELECT n, type AS b FROM id_types
    UNION ALL SELECT 100 + i, b
      FROM
      unnest('{uuid,text,varchar,varchar(40),char(40),bigint,integer,smallint,numeric}'::text[])
      WITH ORDINALITY AS x(b, i);
\echo '-- What a type is compared with; two types of one family are ambiguous (42725).'
SELECT type, string_agg(CASE state WHEN '00000' THEN b ELSE b || ': ' || state END, ', '
    ORDER BY o.n) AS "comparable with, or ambiguous"
  FROM id_types AS t, others AS o, pg_temp.comparable(type, b) AS state WHERE state <> '42883'
  GROUP BY type, t.n ORDER BY t.n;
\echo '-- What becomes a type, and what it becomes: i, implicitly; a, where it is assigned; e, by a'
\echo '-- cast that is written out.'
SELECT type, string_agg(b || ' ' || "from", ', ' ORDER BY o.n) AS "from",
    string_agg(b || ' ' || "to", ', ' ORDER BY o.n) AS "to"
  FROM id_types AS t, others AS o, LATERAL
  (SELECT pg_temp.context_of(b, type) AS "from", pg_temp.context_of(type, b) AS "to") AS c
 WHERE type <> b GROUP BY type, t.n ORDER BY t.n;

\echo '-- to and from bytea the family has what uuid has, from PostgreSQL 19 on: no row that'
\echo '-- differs; before, no question is put'
CREATE TEMP TABLE bytes AS
    SELECT type, family, pg_temp.context_of('bytea', type) AS "from",
    pg_temp.context_of(type, 'bytea') AS "to"
      FROM (SELECT type, family FROM id_types UNION ALL VALUES ('uuid', NULL)) AS t;
SELECT t.type FROM bytes AS t LEFT JOIN bytes AS f ON f.type = t.family
 WHERE t.type <> 'uuid' AND (t."from", t."to") IS DISTINCT FROM (f."from", f."to");
SELECT ("from" IS NOT NULL AND "to" IS NOT NULL) =
    (current_setting('server_version_num')::integer >= 190000) AS uuid FROM bytes
    WHERE type = 'uuid';
SELECT type, CASE WHEN current_setting('server_version_num')::integer < 190000 THEN 'true'
                  ELSE
                  pg_temp.value_of(format('
                      SELECT (id::bytea = uuid_send(id)
                              AND id::bytea::%1$s = id
                              AND pg_temp.sqlstate_of(''SELECT ''''\x00''''::bytea::%1$s'')
                                  <> ''00000'')::text
                        FROM (SELECT %2$L::uuid::%1$s AS id) AS x',
                      type, :u)) END AS "there and back"
  FROM id_types WHERE family = 'uuid' ORDER BY n;

\echo '-- ---------- implicit: in comparisons ----------'

\echo '-- a uuid meets a type of its family as that'
SELECT type, pg_temp.value_of(format($$
    SELECT ROW(u = u::%1$s, u < u::%1$s, u IN (SELECT u::%1$s), pg_typeof(COALESCE(NULL::%1$s, u)),
        pg_typeof(ARRAY[u::%1$s, u]))
      FROM (VALUES (%2$L::uuid)) AS v(u)$$, type, :u)) AS "=, <, IN, COALESCE, ARRAY"
  FROM id_types WHERE family = 'uuid' ORDER BY n;
SELECT :u::uuid = 'Fd7Fglyf0xJZnDOKELP1zC'::base62id AS eq,
    ARRAY[:u::uuid::base64uuid, :u::uuid] AS "array";
\echo '-- what stands in an array or CASE with text is text''s business, not ours'
SELECT * FROM pg_temp.laws_of_types($$
    SELECT pg_temp.sqlstate_of('SELECT ARRAY[NULL::%1$s, NULL::text]') = '42804' AS array,
           pg_temp.sqlstate_of('SELECT CASE WHEN true THEN NULL::%1$s ELSE NULL::text END') =
           '42804' AS "case"$$);

\echo '-- ---------- assignment: INSERT and UPDATE ----------'

\echo '-- text and varchar, in both directions'
CALL pg_temp.for_types('CREATE TEMP TABLE t_%1$s (id %1$s, again %1$s, txt text, vc varchar,
                                                  vc40 varchar(100), vc9 varchar(9))');
CALL pg_temp.for_types($$
    INSERT INTO t_%1$s (id, again) SELECT v::%1$s::text, v::%1$s::varchar(100)
    FROM (SELECT %2$s AS v FROM pg_temp.octets(2)) AS x$$);
CALL pg_temp.for_types('INSERT INTO t_%1$s (txt, vc) SELECT id, id FROM t_%1$s');
CALL pg_temp.for_types('UPDATE t_%1$s SET again = txt, vc40 = txt::%1$s WHERE id IS NULL');
SELECT * FROM pg_temp.laws_of_types($$
    SELECT count(*) = 2
           AND bool_and(
               CASE
                   WHEN id IS NULL THEN txt = vc AND vc40 = txt
                       AND again = (SELECT id FROM t_%1$s WHERE id IS NOT NULL)
                   ELSE id = again
               END IS TRUE) AS same,
           pg_temp.sqlstate_of('INSERT INTO t_%1$s (vc9) SELECT id
                                  FROM t_%1$s
                                  WHERE id IS NOT NULL')
           = '22001' AS too_long,
           pg_temp.sqlstate_of('INSERT INTO t_%1$s (id) VALUES (''nonsense''::text)') =
           '22P02' AS bad_text,
           pg_temp.sqlstate_of('INSERT INTO t_%1$s (id) VALUES (''nonsense''::varchar)') =
           '22P02' AS bad_varchar,
           (SELECT (id::varchar(4))::text = left(id::text, 4) FROM t_%1$s
               WHERE id IS NOT NULL) AS cut
      FROM t_%1$s$$);

\echo '-- uuids, numbers, and what an error says'
CREATE TEMP TABLE t (id uuid, b62 base62id, b64 base64uuid, u11 uid11, tid typeid, bid baseuid,
    n bigint, num numeric);
SELECT target, source, pg_temp.error_of(format('INSERT INTO t (%s) VALUES (%s)', target, source))
  FROM (VALUES
      ('b62', 'UUID'), ('b64', 'UUID'), ('id', '''Fa84QWiAxLXUJaHZmEVPEG''::base62id'),
      ('id', '''F$$$$$$$$$$$$$$$$$$$$$''::base64uuid'),
      ('u11', '5'), ('u11', '5::bigint'), ('u11', '5::smallint'), ('u11', '5::numeric'),
      ('u11', '-5::bigint'), ('u11', '5.5'),
      ('n', '''11111111112''::uid11'), ('num', '''jpXCZedGfVQ''::uid11'),
      ('n', '''jpXCZedGfVQ''::uid11'),
      ('id', '''user_01h455vb4pex5vsknk084sn02q''::typeid'),
      ('id', '''--------------------''::baseuid'),
      -- explicit casts only
      ('b64', '''Fa84QWiAxLXUJaHZmEVPEG''::base62id'),
      ('b62', '''F$$$$$$$$$$$$$$$$$$$$$''::base64uuid'), ('bid', 'UUID'),
      -- none
      ('tid', 'UUID'), ('u11', 'UUID'), ('b62', '5'), ('n', '''Fa84QWiAxLXUJaHZmEVPEG''::base62id'),
      -- a bad text
      ('b62', '''nonsense''::text'), ('u11', '''nonsense''::varchar'), ('tid', '''nonsense''::text')
  ) AS v(target, s),
      LATERAL (SELECT replace(s, 'UUID', quote_literal(:u) || '::uuid') AS source) AS x;
\echo '-- what was stored'
SELECT id, b62, b64 FROM t WHERE num_nonnulls(id, b62, b64) > 0;
SELECT u11, n, num FROM t WHERE num_nonnulls(id, b62, b64) = 0;
\echo '-- an UPDATE assigns a uuid, too'
UPDATE t SET b62 = id, b64 = id WHERE id = '00000000-0000-0000-0000-000000000000';
SELECT id, b62, b64 FROM t WHERE id = '00000000-0000-0000-0000-000000000000' LIMIT 1;

\echo '-- ---------- explicit ----------'

SELECT 'Fa84QWiAxLXUJaHZmEVPEG'::base62id::base64uuid,
'Izzzzzzzzzzzzzzzzzzzzz'::base64uuid::base62id,
       '2d8bf8e1-4c3e-8a55-ac7e-d608f11422c4'::uuid::baseuid,
       '5'::text::varchar::numeric::uid11,
       'user_01h455vb4pex5vsknk084sn02q'::typeid::uuid::base62id,
       'user_01h455vb4pex5vsknk084sn02q'::typeid::varchar(4);
\echo '-- arrays convert as their elements do'
SELECT '{019535d9-3df7-79fb-b466-fa907fa17f9e}'::uuid[]::base62id[],
'{user_01h455vb4pex5vsknk084sn02q}'::text[]::typeid[],
       '{1,2}'::bigint[]::uid11[];
\echo '-- short, long and compressed text arguments'
SELECT typeid_decode('user' || '_01h455vb4pex5vsknk084sn02q') AS long;
CREATE TEMP TABLE stored (x text, filler text);
-- What fills a row lets another column of it be compressed.
ALTER TABLE stored ALTER x SET STORAGE MAIN, ALTER filler SET STORAGE PLAIN;
INSERT INTO stored VALUES
    ('user_01h455vb4pex5vsknk084sn02q', ''),
    (repeat('a', 63) || '_00000000000000000000000000', repeat(' ', 4000)),
    (repeat('a', 100000), '');
SELECT
    pg_column_compression(x) IS NOT NULL AS compressed,
    typeid_decode(x),
    typeid_is_valid(x),
    base62id_decode(x)
FROM stored
ORDER BY length(x);

\echo '-- ---------- text parameters of drivers ----------'

\echo '-- A parameter of type text or varchar is an index condition; so is one whose type is'
\echo '-- left open, and a list.'
CALL pg_temp.create_rows('k', $$SELECT n, decode(md5(n::text), 'hex')
    FROM generate_series(1, 1000) AS n$$);
CALL pg_temp.for_types('CREATE UNIQUE INDEX ON k (%1$s)');
ANALYZE k;
SET max_parallel_workers_per_gather = 0;
SET enable_bitmapscan = off;
SET plan_cache_mode = force_generic_plan;
CALL pg_temp.for_types('PREPARE text_%1$s(text) AS SELECT count(*) FROM k WHERE %1$s = $1');
CALL pg_temp.for_types('PREPARE varchar_%1$s(varchar) AS SELECT count(*) FROM k WHERE %1$s = $1');
CALL pg_temp.for_types('PREPARE unknown_%1$s AS SELECT count(*) FROM k WHERE %1$s = $1');
CALL pg_temp.for_types('PREPARE list_%1$s(text[]) AS SELECT count(*)
                            FROM k
                            WHERE %1$s = ANY ($1::%1$s[])');
-- The rows that a prepared statement finds, and how.
CREATE FUNCTION pg_temp.found(statement text, argument text) RETURNS text LANGUAGE sql AS $$
    SELECT concat(pg_temp.value_of(format('EXECUTE %s(%L)', statement, argument)), ' by ',
        string_agg(trim(line), ' | '))
      FROM pg_temp.plan_of(format('EXECUTE %s(%L)', statement, argument)) AS line
      WHERE line ~ 'Index Cond'
$$;
SELECT * FROM pg_temp.laws_of_types($$
    SELECT pg_temp.found('text_%1$s', id) = '1 by Index Cond: (%1$s = ($1)::%1$s)' AS text,
           pg_temp.found('varchar_%1$s', id) = '1 by Index Cond: (%1$s = ($1)::%1$s)' AS varchar,
           pg_temp.found('unknown_%1$s', id) = '1 by Index Cond: (%1$s = $1)' AS unknown,
           parameter_types = '{%1$s}' AS parameter_of_the_type,
           pg_temp.found('list_%1$s', format('{%%s,%%s}', id, id)) =
           '1 by Index Cond: (%1$s = ANY (($1)::%1$s[]))' AS list,
           pg_temp.sqlstate_of('EXECUTE text_%1$s(''nonsense'')') = '22P02' AS bad_text
      FROM (SELECT %1$s::text AS id FROM k WHERE n = 500) AS v, pg_prepared_statements
      WHERE name = 'unknown_%1$s'$$);
EXECUTE text_typeid('nonsense');
\echo '-- of a uuid for its family'
SELECT
type,
pg_temp.sqlstate_of(format('PREPARE uuid_%1$s(uuid) AS SELECT count(*) FROM k WHERE %1$s = $1',
    type)),
       pg_temp.found('uuid_' || type, md5('500'))
  FROM id_types WHERE family = 'uuid' ORDER BY n;
PREPARE decoded(text) AS SELECT count(*) FROM k WHERE base62id = base62id_decode($1);
SELECT pg_temp.found('decoded', base62id_encode(md5('500')::uuid));
DROP TABLE k;

\echo '-- ========== Binary send and receive, and COPY in binary form =========='
CALL pg_temp.add_notated();

\echo '-- ---------- there and back ----------'

-- Columns T and T_array of each type.
CALL pg_temp.create_rows('binary_values', $$
    SELECT n, decode(md5(n::text), 'hex') FROM generate_series(1, 5000) AS n
    UNION ALL SELECT n, decode(repeat(octet, 16), 'hex')
    FROM (VALUES (0, '00'), (-1, 'ff')) AS edges(n, octet)$$);
DO $$ BEGIN
    EXECUTE 'CREATE TABLE binary_out AS SELECT *, ' ||
    pg_temp.list_of_types('ARRAY[%1$s, NULL] AS %1$s_array') || ' FROM binary_values';
END $$;
INSERT INTO binary_out (n) VALUES (-2);
-- type prefixes of all lengths up to 32 letters, and of 63
UPDATE binary_out SET typeid = t, typeid_array = CASE WHEN n = 0 THEN '{}'
ELSE ARRAY[t, NULL, typeid] END
  FROM generate_series(0, 5000) AS i,
       LATERAL (SELECT CASE
           WHEN i > 0 THEN translate(left(md5((-i)::text), i % 33), '0123456789', 'abcdefghij')
                            ELSE repeat('z', 63) END) AS p(prefix),
       LATERAL (SELECT uuid_to_typeid(prefix, md5(i::text)::uuid)) AS x(t)
 WHERE i = n;
CREATE TABLE binary_in (LIKE binary_out);
\echo '-- The file is the client''s: the server may be another user''s, with a /tmp of its own.'
\getenv builddir PG_ABS_BUILDDIR
\cd :builddir
\copy binary_out TO 'results/binary.copy' (FORMAT binary)
\copy binary_in FROM 'results/binary.copy' (FORMAT binary)
\! rm -f results/binary.copy
\echo '-- 5003 rows come back, none of them another one, and all with the same text.'
SELECT count(*) FROM binary_in;
SELECT count(*) AS differ
  FROM ((TABLE binary_out EXCEPT ALL TABLE binary_in)
      UNION ALL (TABLE binary_in EXCEPT ALL TABLE binary_out)) AS d;
SELECT count(*) AS texts FROM binary_in JOIN binary_out USING (n)
 WHERE ROW(binary_in.*)::text = ROW(binary_out.*)::text;

\echo '-- ---------- what is sent ----------'

\echo '-- the octets of a value: those of the uuid, the number, or the BaseUid'
SELECT * FROM pg_temp.laws_of_types($$
    SELECT bool_and(right(encode(%1$s_send(%1$s), 'hex'), octets) =
        left(md5(n::text), octets)) AS octets,
           bool_and(length(%1$s_send(%1$s)) = octets / 2 OR '%1$s' = 'typeid') AS length
      FROM binary_out, (SELECT 2 * CASE WHEN typlen > 0 THEN typlen ELSE 16 END AS octets
          FROM pg_type WHERE oid = '%1$s'::regtype) AS t
     WHERE n > 0$$);
SELECT typeid_send('user_01h455vb4pex5vsknk084sn02q'), typeid_send('01h455vb4pex5vsknk084sn02q');
SELECT octet_length(typeid_send(repeat('a', 63) || '_00000000000000000000000000')) AS longest;

\echo '-- ---------- what is refused ----------'

-- Sends one field of a binary COPY: header, a row of one field, trailer.
CALL pg_temp.for_types('CREATE TABLE binary_field_%1$s (id %1$s)');
CREATE FUNCTION pg_temp.receive(type text, field bytea) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    file bytea := '\x5047434f50590aff0d0a00' || int4send(0) || int4send(0)
                  || int2send(1::smallint) || int4send(length(field)) || field ||
                  int2send(-1::smallint);
    octal text := (SELECT string_agg(format('\%s%s%s', b / 64, b / 8 % 8, b % 8), '' ORDER BY i)
                     FROM generate_series(0, length(file) - 1) AS i, get_byte(file, i) AS b);
BEGIN
    RETURN pg_temp.error_of(format('COPY binary_field_%s FROM PROGRAM %L (FORMAT binary)', type,
        'printf ''' || octal || ''''));
END $$;
\echo '-- Of 0 to 18 octets each type takes as many as it has; others are refused (22P03).'
SELECT string_agg(type, ' ' ORDER BY n), octets, accepted, refused FROM (
SELECT n, type, typlen AS octets, string_agg(l::text, ' ' ORDER BY l)
FILTER (WHERE error = 'no error') AS accepted,
       string_agg(DISTINCT left(error, 5), ' ') FILTER (WHERE error <> 'no error') AS refused
  FROM id_types JOIN pg_type ON pg_type.oid = type::regtype, generate_series(0, 18) AS l,
       LATERAL (SELECT pg_temp.receive(type, decode(repeat('61', l), 'hex')) AS error) AS e
 WHERE typlen > 0 GROUP BY type, typlen, n) AS v GROUP BY 2, 3, 4 ORDER BY min(n);
SELECT pg_temp.receive(type, '\x0102'), pg_temp.receive(type, decode(repeat('61', 1000), 'hex'))
  FROM id_types JOIN pg_type ON pg_type.oid = type::regtype WHERE typlen > 0 ORDER BY n;
\echo '-- typeid: a prefix of 0 to 63 octets that is one, then 16 octets'
SELECT n, pg_temp.receive('typeid', decode(repeat('61', n), 'hex'))
FROM unnest('{0,1,15,16,17,79,80,1000}'::int[]) AS n;
SELECT prefix,
pg_temp.receive('typeid', convert_to(prefix, 'UTF8') || decode(repeat('5f', 16), 'hex'))
  FROM unnest('{user,a_b,a__b,User,user1,_user,user_,_,us er,"us\"er",usér}'::text[]) AS prefix;
SELECT pg_temp.receive('typeid', '\x75007365' || decode(repeat('61', 16), 'hex')) AS nul,
       pg_temp.receive('typeid', '\x757365ff' || decode(repeat('61', 16), 'hex')) AS not_utf8;
\echo '-- what was taken'
SELECT id, typeid_prefix(id), encode(typeid_send(id), 'hex') AS sent
FROM binary_field_typeid
ORDER BY id;
DROP TABLE binary_values, binary_out, binary_in;
CALL pg_temp.for_types('DROP TABLE binary_field_%1$s');
CALL pg_temp.drop_notated();
