-- The extension in other schemas and other hands: it depends on no search_path and on no superuser.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql
SET max_parallel_workers_per_gather = 0;
SET enable_bitmapscan = off;

\echo '-- ---------- another schema, an empty search_path ----------'

CREATE SCHEMA "Other Place";
CREATE TABLE moved (id typeid PRIMARY KEY DEFAULT typeid_generate('user'), u11 uid11 DEFAULT xid_new(), b62 base62id, bid baseuid);
INSERT INTO moved SELECT uuid_to_typeid('user', md5(n::text)::uuid), n::bigint, md5(n::text)::uuid,
    baseuid_min(timestamptz '2025-01-01' + n * interval '1 s') FROM generate_series(1, 2000) AS n;
CREATE INDEX moved_u11 ON moved (u11);
CREATE INDEX moved_b62 ON moved (b62);
CREATE INDEX moved_bid ON moved (bid);
ANALYZE moved;
-- objects of a hostile user in the path: the same names, nearer than the extension's
CREATE SCHEMA hostile;
CREATE FUNCTION hostile.typeid_prefix_lower(text) RETURNS typeid LANGUAGE plpgsql AS $$BEGIN RAISE 'hostile function called'; END$$;
CREATE FUNCTION hostile.typeid_prefix_upper(text) RETURNS typeid LANGUAGE plpgsql AS $$BEGIN RAISE 'hostile function called'; END$$;
CREATE FUNCTION hostile.typeid_type_lower(text) RETURNS typeid LANGUAGE plpgsql AS $$BEGIN RAISE 'hostile function called'; END$$;
CREATE FUNCTION hostile.typeid_cmp(typeid, typeid) RETURNS integer LANGUAGE plpgsql AS $$BEGIN RAISE 'hostile function called'; END$$;
SET search_path = hostile, public, pg_temp;
PREPARE hostile_path(text) AS SELECT count(*) FROM moved WHERE id ^@ $1;
SET plan_cache_mode = force_generic_plan;
EXECUTE hostile_path('user_0');
SELECT pg_temp.plan_of($$EXECUTE hostile_path('user_0')$$);
RESET search_path;
ALTER EXTENSION base62id SET SCHEMA "Other Place";
SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'base62id';
SET search_path = '';
SELECT count(*) FROM public.moved WHERE id OPERATOR("Other Place".^@) 'user_0';
PREPARE by_start(text) AS SELECT count(*) FROM public.moved WHERE id OPERATOR("Other Place".^@) $1;
PREPARE by_type(text) AS SELECT count(*) FROM public.moved WHERE id OPERATOR("Other Place".@>) $1;
PREPARE by_u11(text) AS SELECT count(*) FROM public.moved WHERE u11 OPERATOR("Other Place".^@) $1;
PREPARE by_b62(text) AS SELECT count(*) FROM public.moved WHERE b62 OPERATOR("Other Place".^@) $1;
PREPARE by_bid(text) AS SELECT count(*) FROM public.moved WHERE bid OPERATOR("Other Place".^@) $1;
SET enable_seqscan = off;
EXECUTE by_start('user_0'); EXECUTE by_type('user'); EXECUTE by_type('users'); EXECUTE by_u11('1111111111'); EXECUTE by_b62('F'); EXECUTE by_bid('B');
SELECT pg_temp.plan_of($$EXECUTE by_start('user_0')$$);
SELECT pg_temp.plan_of($$EXECUTE by_u11('1')$$);
\echo '-- defaults, indexes, input and casts go on'
INSERT INTO public.moved DEFAULT VALUES;
SELECT count(*), pg_catalog.count(DISTINCT id) FROM public.moved;
SELECT id::text FROM public.moved WHERE id OPERATOR("Other Place".=) '"user_000k8bb7gs8rfz29q3m2582k1k"';
SELECT pg_catalog.cardinality("Other Place".typeid_generate_batch('user', 3)), ("Other Place".xid_parse('113q8KFkAEs')).random;
SELECT pg_catalog.min(n) FROM (SELECT "Other Place".min(id)::text AS n FROM public.moved) AS x;
VACUUM ANALYZE public.moved;
RESET search_path;
RESET enable_seqscan;
\echo '-- REINDEX, a new index and a partition without the schema in the path'
REINDEX TABLE moved;
CREATE INDEX ON moved USING hash (id);
CREATE INDEX ON moved USING brin (u11);
ALTER EXTENSION base62id SET SCHEMA public;
EXECUTE hostile_path('user_0');
DROP TABLE moved;
DROP SCHEMA hostile CASCADE;
DROP SCHEMA "Other Place";
RESET plan_cache_mode;

\echo '-- ---------- another owner ----------'

-- CREATE EXTENSION by a user who may create objects in the database, and nothing else: the extension is trusted.
SELECT current_database() AS db \gset
CREATE ROLE regress_base62id_owner;
GRANT CREATE ON DATABASE :db TO regress_base62id_owner;
DROP EXTENSION base62id;
SELECT count(*) FROM pg_proc WHERE proname LIKE 'typeid%' OR proname LIKE 'base62id%';
SET ROLE regress_base62id_owner;
CREATE SCHEMA regress_own;
CREATE EXTENSION base62id SCHEMA regress_own;
SELECT extowner::regrole, extnamespace::regnamespace, extversion FROM pg_extension WHERE extname = 'base62id';
SET search_path = regress_own, public;
CREATE TABLE regress_own.t (id typeid PRIMARY KEY DEFAULT typeid_generate('user'));
INSERT INTO t SELECT FROM generate_series(1, 100);
SELECT count(*), bool_and(id ^@ 'user_') FROM t;
\echo '-- dropping it needs CASCADE while something uses it, and takes exactly that along'
DROP EXTENSION base62id;
DROP EXTENSION base62id CASCADE;
SELECT attname FROM pg_attribute WHERE attrelid = 'regress_own.t'::regclass AND attnum > 0 AND NOT attisdropped;
DROP SCHEMA regress_own CASCADE;
RESET ROLE;
RESET search_path;
REVOKE CREATE ON DATABASE :db FROM regress_base62id_owner;
DROP ROLE regress_base62id_owner;
CREATE EXTENSION base62id;
SELECT typeid_generate('user') ^@ 'user_' AS back;
