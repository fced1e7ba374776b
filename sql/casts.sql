-- Casts: which there are in which context, and what they do.  Values: the tests of each system.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/sql/include/helpers.sql

\set u '\'019535d9-3df7-79fb-b466-fa907fa17f9e\''

CREATE TEMP TABLE t (id uuid, b62 base62id, b64 base64uuid, u11 uid11, tid typeid, bid baseuid, n bigint, num numeric, txt text, vc varchar, vc9 varchar(9));

-- ---------- implicit: in comparisons ----------

-- Which comparison of a type with another resolves, and which operator it finds.
CREATE FUNCTION pg_temp.operator_of(a text, b text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE format('EXPLAIN (VERBOSE, FORMAT JSON) SELECT NULL::%s = x FROM (VALUES (NULL::%s)) AS v(x)', a, b);
    RETURN 'yes';
EXCEPTION WHEN OTHERS THEN
    RETURN sqlstate;
END $$;
SELECT a, string_agg(CASE pg_temp.operator_of(a, b) WHEN 'yes' THEN b WHEN '42883' THEN NULL ELSE b || ': ' || pg_temp.operator_of(a, b) END, ', ' ORDER BY n) AS "comparable with"
  FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid}'::text[]) WITH ORDINALITY AS x(a, i),
       unnest('{base62id,base64uuid,uid11,typeid,baseuid,uuid,text,varchar,varchar(40),char(40),bigint,integer,numeric,bytea}'::text[]) WITH ORDINALITY AS y(b, n)
 GROUP BY a, i ORDER BY i;
-- a uuid meets a base62id as base62id
SELECT :u::uuid = 'Fd7Fglyf0xJZnDOKELP1zC'::base62id AS eq, :u::uuid < :u::uuid::base62id AS lt, pg_typeof(COALESCE(NULL::base62id, :u::uuid)),
       ARRAY[:u::uuid::base64uuid, :u::uuid], :u::uuid IN (SELECT :u::uuid::base62id) AS "in";
-- what stands in an array or CASE with text is text's business, not ours
SELECT pg_typeof(COALESCE('abc'::text, NULL::varchar)), pg_temp.sqlstate_of('SELECT ARRAY[NULL::typeid, NULL::text]') AS array,
       pg_temp.sqlstate_of('SELECT CASE WHEN true THEN NULL::typeid ELSE NULL::text END') AS "case";

-- ---------- assignment: INSERT and UPDATE ----------

SELECT target, source, pg_temp.error_of(format('INSERT INTO t (%s) VALUES (%s)', target, source))
  FROM (VALUES
      ('b62', 'UUID'), ('b64', 'UUID'), ('id', '''Fa84QWiAxLXUJaHZmEVPEG''::base62id'), ('id', '''F$$$$$$$$$$$$$$$$$$$$$''::base64uuid'),
      ('b62', '''Fa84QWiAxLXUJaHZmEVPEG''::text'), ('b62', '''Fa84QWiAxLXUJaHZmEVPEG''::varchar'), ('b62', '''Fa84QWiAxLXUJaHZmEVPEG''::varchar(30)'),
      ('b64', '''F$$$$$$$$$$$$$$$$$$$$$''::text'), ('b64', '''F$$$$$$$$$$$$$$$$$$$$$''::varchar'),
      ('u11', '''11111111111''::text'), ('u11', '''11111111111''::varchar'), ('u11', '5'), ('u11', '5::bigint'), ('u11', '5::smallint'), ('u11', '5::numeric'), ('u11', '-5::bigint'), ('u11', '5.5'),
      ('tid', '''00000000000000000000000000''::text'), ('tid', '''00000000000000000000000000''::varchar'),
      ('bid', '''--------------------''::text'), ('bid', '''--------------------''::varchar'),
      ('n', '''11111111112''::uid11'), ('num', '''jpXCZedGfVQ''::uid11'), ('n', '''jpXCZedGfVQ''::uid11'),
      ('id', '''user_01h455vb4pex5vsknk084sn02q''::typeid'), ('id', '''--------------------''::baseuid'),
      ('txt', '''Fa84QWiAxLXUJaHZmEVPEG''::base62id'), ('txt', '''F$$$$$$$$$$$$$$$$$$$$$''::base64uuid'), ('txt', '''11111111112''::uid11'),
      ('txt', '''user_01h455vb4pex5vsknk084sn02q''::typeid'), ('txt', '''--------------------''::baseuid'),
      ('vc', '''11111111112''::uid11'), ('vc', '''user_01h455vb4pex5vsknk084sn02q''::typeid'), ('vc9', '''11111111112''::uid11'),
      -- explicit casts only
      ('b64', '''Fa84QWiAxLXUJaHZmEVPEG''::base62id'), ('b62', '''F$$$$$$$$$$$$$$$$$$$$$''::base64uuid'), ('bid', 'UUID'),
      -- none
      ('tid', 'UUID'), ('u11', 'UUID'), ('b62', '5'), ('n', '''Fa84QWiAxLXUJaHZmEVPEG''::base62id'),
      -- a bad text
      ('b62', '''nonsense''::text'), ('u11', '''nonsense''::varchar'), ('tid', '''nonsense''::text')
  ) AS v(target, s), LATERAL (SELECT replace(s, 'UUID', quote_literal(:u) || '::uuid') AS source) AS x;
SELECT * FROM t WHERE num_nonnulls(id, b62, b64) > 0;
SELECT u11, tid, bid, n, num, txt, vc, vc9 FROM t WHERE num_nonnulls(id, b62, b64) = 0;
UPDATE t SET b62 = id, b64 = id WHERE id = '00000000-0000-0000-0000-000000000000';
UPDATE t SET txt = b62, vc = b64 WHERE id = '00000000-0000-0000-0000-000000000000';
SELECT id, b62, b64, txt, vc FROM t WHERE id = '00000000-0000-0000-0000-000000000000' LIMIT 1;

-- ---------- explicit ----------

SELECT 'Fa84QWiAxLXUJaHZmEVPEG'::base62id::base64uuid, 'Izzzzzzzzzzzzzzzzzzzzz'::base64uuid::base62id, '2d8bf8e1-4c3e-8a55-ac7e-d608f11422c4'::uuid::baseuid,
       '5'::text::varchar::numeric::uid11, 'user_01h455vb4pex5vsknk084sn02q'::typeid::uuid::base62id, 'user_01h455vb4pex5vsknk084sn02q'::typeid::varchar(4);
-- arrays convert as their elements do
SELECT '{019535d9-3df7-79fb-b466-fa907fa17f9e}'::uuid[]::base62id[], '{user_01h455vb4pex5vsknk084sn02q}'::text[]::typeid[], '{1,2}'::bigint[]::uid11[];
-- short, long and compressed text arguments
SELECT repeat('user_01h455vb4pex5vsknk084sn02q', 1)::typeid = ('user' || '_01h455vb4pex5vsknk084sn02q')::typeid AS same;
CREATE TEMP TABLE stored (x text);
INSERT INTO stored VALUES ('user_01h455vb4pex5vsknk084sn02q'), (repeat('a', 100000));
SELECT typeid_decode(x), typeid_is_valid(x), base62id_decode(x) FROM stored ORDER BY length(x);

-- ---------- text parameters of drivers ----------

-- A parameter of type text or varchar is an index condition.
CREATE TEMP TABLE k (u11 uid11 PRIMARY KEY, tid typeid UNIQUE, bid baseuid UNIQUE, b62 base62id UNIQUE);
INSERT INTO k SELECT xid_pack(timestamptz '2020-01-01' + n * interval '1 s', 0), uuid_to_typeid('user', md5(n::text)::uuid), baseuid_min(timestamptz '2020-01-01' + n * interval '1 s'), md5(n::text)::uuid FROM generate_series(1, 1000) AS n;
ANALYZE k;
SET max_parallel_workers_per_gather = 0;
SET enable_bitmapscan = off;
PREPARE by_text(text) AS SELECT count(*) FROM k WHERE tid = $1;
PREPARE by_varchar(varchar) AS SELECT count(*) FROM k WHERE tid = $1;
PREPARE by_unknown AS SELECT count(*) FROM k WHERE tid = $1;
PREPARE by_u11(text) AS SELECT count(*) FROM k WHERE u11 = $1;
PREPARE by_bid(varchar) AS SELECT count(*) FROM k WHERE bid = $1;
PREPARE by_b62(text) AS SELECT count(*) FROM k WHERE b62 = base62id_decode($1);
PREPARE by_b62_cast(text) AS SELECT count(*) FROM k WHERE b62 = $1::base62id;
PREPARE by_uuid(uuid) AS SELECT count(*) FROM k WHERE b62 = $1;
PREPARE by_list(text[]) AS SELECT count(*) FROM k WHERE tid = ANY ($1::typeid[]);
SELECT parameter_types FROM pg_prepared_statements WHERE name = 'by_unknown';
SELECT tid, u11, bid, b62 FROM k ORDER BY u11 OFFSET 500 LIMIT 1 \gset
SET plan_cache_mode = force_generic_plan;
EXECUTE by_text(:'tid'); EXECUTE by_varchar(:'tid'); EXECUTE by_unknown(:'tid'); EXECUTE by_u11(:'u11'); EXECUTE by_bid(:'bid');
EXECUTE by_b62(:'b62'); EXECUTE by_b62_cast(:'b62'); EXECUTE by_uuid(base62id_decode(:'b62')); EXECUTE by_list(ARRAY[:'tid', :'tid']);
SELECT s, (SELECT string_agg(trim(line), ' | ') FROM pg_temp.plan_of(format('EXECUTE %s(%L)', s, x)) AS line WHERE line ~ 'Index Cond|Scan' )
  FROM (VALUES (1, 'by_text', :'tid'), (2, 'by_varchar', :'tid'), (3, 'by_unknown', :'tid'), (4, 'by_u11', :'u11'), (5, 'by_bid', :'bid'),
               (6, 'by_b62', :'b62'), (7, 'by_b62_cast', :'b62'), (8, 'by_uuid', '019535d9-3df7-79fb-b466-fa907fa17f9e')) AS v(n, s, x) ORDER BY n;
EXECUTE by_text('nonsense');
EXECUTE by_b62('nonsense');
