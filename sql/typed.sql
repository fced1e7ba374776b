-- Typed ids: making the types, their text and binary forms, functions and casts, and what is refused.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql

SELECT typeid_create_type('user_id', 'user'), typeid_create_type('order_id', 'order'), typeid_create_type('bare_id', '');
SELECT * FROM typeid_types() ORDER BY prefix;
SELECT typname, typlen, typbyval, typalign, typstorage, typcategory, typispreferred, typdelim, typinput, typoutput, typreceive, typsend
  FROM pg_type WHERE oid IN ('user_id'::regtype, 'bare_id'::regtype) ORDER BY typname;

-- ---------- the same as the types of the extension ----------

-- Operators, operator classes, casts and aggregates, with the type's name taken out.
CREATE FUNCTION pg_temp.has(t regtype) RETURNS TABLE (what text, shape text) LANGUAGE sql AS $$
    SELECT 'operator', concat_ws(' ', oprname, oprresult::regtype, replace(oprcom::regoperator::text, t::text, 'T'),
                                 replace(oprnegate::regoperator::text, t::text, 'T'),
           oprcanmerge, oprcanhash, oprrest <> 0, oprjoin, replace(oprright::regtype::text, t::text, 'T'), provolatile, proleakproof, proisstrict,
           proparallel, procost)
      FROM pg_operator JOIN pg_proc p ON p.oid = oprcode WHERE oprleft = t
    UNION ALL
    SELECT 'operator class', concat_ws(' ', amname, regexp_replace(opcname, '^(user_id|bare_id|baseuid)', 'T'), opcdefault, opckeytype <> 0,
                                       amvalidate(c.oid),
           (SELECT string_agg(amopstrategy || ' ' || amopopr::regoperator::text, ',' ORDER BY amopstrategy) FROM pg_amop
             WHERE amopfamily = opcfamily AND amoplefttype = t AND amoprighttype = t),
           (SELECT string_agg(amprocnum::text, ',' ORDER BY amprocnum) FROM pg_amproc
             WHERE amprocfamily = opcfamily AND amproclefttype = t AND amprocrighttype = t))
      FROM pg_opclass c JOIN pg_am am ON am.oid = opcmethod WHERE opcintype = t
    UNION ALL
    SELECT 'cast', concat_ws(' ', replace(castsource::regtype::text, t::text, 'T'), replace(casttarget::regtype::text, t::text, 'T'), castcontext,
                             castmethod)
      FROM pg_cast WHERE t IN (castsource, casttarget)
    UNION ALL
    SELECT 'aggregate', concat_ws(' ', proname, aggcombinefn <> 0, replace(aggsortop::regoperator::text, t::text, 'T'), proparallel)
      FROM pg_aggregate JOIN pg_proc p ON p.oid = aggfnoid WHERE aggtranstype = t
$$;
SELECT what, replace(shape, 'user_id', 'T') AS only_one FROM pg_temp.has('user_id')
EXCEPT SELECT what, replace(shape, 'baseuid', 'T') FROM pg_temp.has('baseuid') ORDER BY 1, 2;
SELECT what, replace(shape, 'baseuid', 'T') AS only_the_other FROM pg_temp.has('baseuid')
EXCEPT SELECT what, replace(shape, 'user_id', 'T') FROM pg_temp.has('user_id') ORDER BY 1, 2;
-- Nothing without a comment; no function that runs as somebody else.
CREATE TEMP VIEW made AS
    SELECT classid, objid FROM pg_depend WHERE refclassid = 'pg_type'::regclass AND refobjid IN ('user_id'::regtype, 'bare_id'::regtype)
           AND deptype IN ('n', 'a');
SELECT oid::regprocedure FROM pg_proc JOIN made ON classid = 'pg_proc'::regclass AND objid = pg_proc.oid
 WHERE obj_description(oid, 'pg_proc') IS NULL OR prosecdef OR proconfig IS NOT NULL OR NOT proisstrict AND prokind = 'f' OR proparallel <> 's'
    OR prokind = 'f' AND procost <> 1;
SELECT oid::regoperator FROM pg_operator JOIN made ON classid = 'pg_operator'::regclass AND objid = pg_operator.oid
 WHERE obj_description(oid, 'pg_operator') IS NULL;
SELECT obj_description('user_id'::regtype, 'pg_type'), obj_description('bare_id'::regtype, 'pg_type');
-- All functions, and in which language.
SELECT p.oid::regprocedure, prorettype::regtype, provolatile, proleakproof AS leakproof, lanname, prosrc
  FROM pg_proc p JOIN made ON classid = 'pg_proc'::regclass AND objid = p.oid JOIN pg_language l ON l.oid = prolang
 WHERE proname LIKE 'user_id%' GROUP BY p.oid, l.oid ORDER BY p.oid::regprocedure::text COLLATE "C";
-- None of it belongs to the extension, so it is dumped.
SELECT count(*) FROM made JOIN pg_depend d USING (classid, objid) WHERE d.deptype = 'e';

-- ---------- text ----------

SELECT user_id 'user_01h455vb4pex5vsknk084sn02q', order_id '"order_01h455vb4pex5vsknk084sn02q"', bare_id '01h455vb4pex5vsknk084sn02q',
       bare_id '"7zzzzzzzzzzzzzzzzzzzzzzzzz"';
SELECT 'user_01h455vb4pex5vsknk084sn02q'::text::user_id, 'user_01h455vb4pex5vsknk084sn02q'::varchar::user_id,
       (user_id 'user_01h455vb4pex5vsknk084sn02q')::text || '!' AS to_text, format('%s', user_id 'user_01h455vb4pex5vsknk084sn02q'),
       to_json(user_id 'user_01h455vb4pex5vsknk084sn02q'), ARRAY[user_id 'user_01h455vb4pex5vsknk084sn02q']::text[] AS array;
SELECT bare_id '01h455vb4pex5vsknk084sn02q'::text AS bare, bare_id '01h455vb4pex5vsknk084sn02q'::text::bare_id;
-- refused, each with its reason
SELECT type, text, pg_temp.error_of(format('SELECT %L::%s', text, type)) AS error FROM (VALUES
    ('user_id', 'order_01h455vb4pex5vsknk084sn02q'), ('user_id', '01h455vb4pex5vsknk084sn02q'), ('user_id', 'users_01h455vb4pex5vsknk084sn02q'),
    ('user_id', 'use_01h455vb4pex5vsknk084sn02q'), ('user_id', 'user_01h455vb4pex5vsknk084sn02'), ('user_id', 'user_01h455vb4pex5vsknk084sn02qq'),
    ('user_id', 'user_81h455vb4pex5vsknk084sn02q'), ('user_id', 'user_01h455vb4pex5vsknk084sn02u'), ('user_id', 'user-01h455vb4pex5vsknk084sn02q'),
    ('user_id', 'User_01h455vb4pex5vsknk084sn02q'), ('user_id', ''), ('user_id', '"user_01h455vb4pex5vsknk084sn02q'), ('user_id', 'user_'),
    ('bare_id', 'user_01h455vb4pex5vsknk084sn02q'), ('bare_id', '_01h455vb4pex5vsknk084sn02q')) AS v(type, text);
SELECT pg_temp.error_of($$SELECT 'order_01h455vb4pex5vsknk084sn02q'::text::user_id$$);
-- Every text that typeid takes with this type prefix is taken, with the same UUID, and printed as typeid prints it.
SELECT count(*), bool_and(t::text::user_id::uuid = t::uuid AND t::text::user_id::text = t::text AND ('"' || t || '"')::user_id::uuid = t::uuid) AS all
  FROM generate_series(1, 5000) AS i, uuid_to_typeid('user', md5(i::text)::uuid) AS t;
-- A type prefix of 63 symbols, in a type whose name is as long as can be.
SELECT typeid_create_type(repeat('n', 46), repeat('p', 63)) = repeat('n', 46)::regtype AS made;
SELECT pg_temp.error_of(format('SELECT %L::%s', repeat('p', 63) || '_01h455vb4pex5vsknk084sn02q', repeat('n', 46))),
       length(format('%s', nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn_new())), max(length(proname)) AS longest_name
  FROM pg_proc WHERE proname ~ '^n{46}';
DROP TYPE nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn CASCADE;

-- ---------- binary ----------

SELECT user_id_send('user_01h455vb4pex5vsknk084sn02q') = uuid_send('01890a5d-ac96-774b-bcce-b302099a8057') AS as_uuid;
-- The file is the client's: the server may be another user's, with a /tmp of its own.
\getenv builddir PG_ABS_BUILDDIR
\cd :builddir
CREATE TEMP TABLE wire (id user_id);
INSERT INTO wire SELECT md5(i::text)::uuid FROM generate_series(1, 100) AS i;
\copy wire TO 'results/typed.copy' (FORMAT binary)
CREATE TEMP TABLE wire_uuid (id uuid);
\copy wire_uuid FROM 'results/typed.copy' (FORMAT binary)
CREATE TEMP TABLE wire_back (LIKE wire);
\copy wire_back FROM 'results/typed.copy' (FORMAT binary)
SELECT count(*) AS both FROM wire JOIN wire_back USING (id) JOIN wire_uuid u ON u.id = wire.id::uuid;
\copy (SELECT typeid_generate('user')) TO 'results/typed.copy' (FORMAT binary)
\copy wire_back FROM 'results/typed.copy' (FORMAT binary)
\! rm -f results/typed.copy

-- ---------- casts ----------

SELECT (user_id 'user_01h455vb4pex5vsknk084sn02q')::uuid, uuid '01890a5d-ac96-774b-bcce-b302099a8057'::user_id,
       (user_id 'user_01h455vb4pex5vsknk084sn02q')::typeid, typeid 'user_01h455vb4pex5vsknk084sn02q'::user_id,
       (bare_id '01h455vb4pex5vsknk084sn02q')::typeid AS bare, typeid '01h455vb4pex5vsknk084sn02q'::bare_id;
SELECT pg_temp.error_of($$SELECT typeid 'order_01h455vb4pex5vsknk084sn02q'::user_id$$) AS other,
       pg_temp.error_of($$SELECT typeid '01h455vb4pex5vsknk084sn02q'::user_id$$) AS none,
       pg_temp.error_of($$SELECT typeid 'user_01h455vb4pex5vsknk084sn02q'::bare_id$$) AS some;

-- ---------- functions ----------

SELECT user_id_min('2024-02-29 12:34:56.789012+00'), user_id_max('2024-02-29 12:34:56.789012+00'),
       typeid_min('user', '2024-02-29 12:34:56.789012+00'), typeid_max('user', '2024-02-29 12:34:56.789012+00');
SELECT user_id_timestamp(user_id_new('2024-02-29 12:34:56.789012+00')), user_id_timestamp('user_00000000000000000000000000') IS NULL AS not_v7,
       user_id_timestamp(user_id_new()) BETWEEN now() - interval '1 second' AND clock_timestamp() AS now,
       pg_temp.error_of($$SELECT user_id_new('1969-12-31 23:59:59+00')$$) AS too_early, pg_temp.error_of($$SELECT user_id_max('infinity')$$) AS never;
SELECT user_id_new('2024-02-29 12:34:56.789012+00') BETWEEN user_id_min('2024-02-29 12:34:56.789012+00')
       AND user_id_max('2024-02-29 12:34:56.789012+00') AS within;
-- Increasing, together with those of typeid_generate.
SELECT count(*), bool_and(a::uuid < b::uuid AND b::uuid < c::uuid AND (before < a::uuid OR before IS NULL)) AS increasing
  FROM (SELECT a, b, c, lag(c::uuid) OVER (ORDER BY i) AS before
          FROM (SELECT i, user_id_new() AS a, typeid_generate('user') AS b, order_id_new() AS c
                  FROM generate_series(1, 10000) AS i OFFSET 0) AS s) AS t;
SELECT min(id)::text = min(id::text COLLATE "C") AS min, max(id)::text = max(id::text COLLATE "C") AS max FROM wire;

-- ---------- refused before anything is made ----------

CREATE TEMP TABLE before (types bigint, functions bigint, dependencies bigint);
INSERT INTO before SELECT (SELECT count(*) FROM pg_type), (SELECT count(*) FROM pg_proc), (SELECT count(*) FROM pg_depend);
CREATE FUNCTION taken_id_new() RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION taken2_id_from_text(text) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION free_id_new(integer) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE TABLE a_table (i integer);
CREATE TYPE a_shell;
CREATE OPERATOR FAMILY fam_id_ops USING btree;
ALTER OPERATOR FAMILY fam_id_ops USING btree ADD FUNCTION 1 (integer, integer) btint4cmp(integer, integer);
SELECT name, prefix, pg_temp.error_of(format('SELECT typeid_create_type(%L, %L)', name, prefix)) AS error FROM (VALUES
    ('user_id', 'other'), ('other_id', 'user'), ('uuid', 'uuid'), ('text', 'text'), ('a_table', 'a'), ('a_shell', 'a'), ('_user_id', 'a'),
    ('taken_id', 't'), ('taken2_id', 't'), ('fam_id', 'fam'), ('', 'a'), ('a b', 'a'), ('a.b.c', 'a'), ('nowhere.user_id', 'a'),
    (repeat('n', 47), 'a'),
    ('pg_temp.user_id', 'a'), ('x_id', 'X'), ('x_id', '_x'), ('x_id', 'x_'), ('x_id', 'x1'), ('x_id', repeat('x', 64)), ('x_id', 'x''y'),
    ('x_id', 'x y')) AS v(name, prefix);
SELECT typeid_create_type(NULL, 'x') IS NULL AS null_name, typeid_create_type('x_id', NULL) IS NULL AS null_prefix;
-- A function of the same name with other arguments is none of ours; the same prefix may serve in another schema.
SELECT typeid_create_type('free_id', 'free');
CREATE SCHEMA tenant;
SELECT typeid_create_type('tenant.user_id', 'user');
SELECT pg_temp.sqlstate_of($$SELECT 'user_01h455vb4pex5vsknk084sn02q'::user_id = 'user_01h455vb4pex5vsknk084sn02q'::tenant.user_id$$);
-- Names that need quotes.
SELECT typeid_create_type('"User ""Id"""', 'quoted');
SELECT "User ""Id""_new"() < "User ""Id""_max"('2100-01-01'), min(x) = max(x) FROM (SELECT "User ""Id""_new"() AS x) AS s;
SELECT typeid_create_type('"semi;colon''"', 'semi');
SELECT 'semi_01h455vb4pex5vsknk084sn02q'::text::"semi;colon'";
SELECT * FROM typeid_types() ORDER BY prefix, type::text COLLATE "C";
DROP TYPE free_id, tenant.user_id, "User ""Id""", "semi;colon'" CASCADE;
DROP SCHEMA tenant;
DROP FUNCTION taken_id_new(), taken2_id_from_text(text), free_id_new(integer);
DROP TABLE a_table;
DROP TYPE a_shell;
DROP OPERATOR FAMILY fam_id_ops USING btree;

-- ---------- in a migration's transaction ----------

BEGIN;
SELECT typeid_create_type('item_id', 'item');
CREATE TABLE items (id item_id PRIMARY KEY DEFAULT item_id_new(), of order_id);
INSERT INTO items (of) VALUES (order_id_new());
SELECT count(*) FROM items WHERE id::text LIKE 'item\_%';
SAVEPOINT s;
SELECT typeid_create_type('part_id', 'part');
ROLLBACK TO s;
SELECT typeid_create_type('part_id', 'part');
ROLLBACK;
SELECT to_regtype('item_id') IS NULL AS gone, to_regtype('part_id') IS NULL AS too;
SELECT types = (SELECT count(*) FROM pg_type) AS types, functions = (SELECT count(*) FROM pg_proc) AS functions,
       dependencies = (SELECT count(*) FROM pg_depend) AS dependencies
  FROM before;

-- ---------- whose rights ----------

CREATE ROLE typed_nobody;
GRANT CREATE ON SCHEMA public TO typed_nobody;
SET ROLE typed_nobody;
SELECT pg_temp.sqlstate_of($$SELECT typeid_create_type('mine_id', 'mine')$$);
SELECT typeid_create_type('mine_id', 'mine');
SELECT pg_temp.error_of($$SELECT typeid_upgrade_type('user_id')$$);
-- The domain of the HINT works.
CREATE DOMAIN mine_id AS typeid CHECK (typeid_check(VALUE, 'mine'));
SELECT 'mine_01h455vb4pex5vsknk084sn02q'::mine_id, pg_temp.error_of($$SELECT 'user_01h455vb4pex5vsknk084sn02q'::mine_id$$);
DROP DOMAIN mine_id;
-- The language is not trusted; the types are everybody's to use.
SELECT pg_temp.error_of($$CREATE FUNCTION f(user_id) RETURNS cstring LANGUAGE typed_id STRICT AS 'out user'$$);
SELECT user_id_new() > 'user_00000000000000000000000000' AS used;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM typed_nobody;
DROP ROLE typed_nobody;

-- ---------- the language refuses what it does not know ----------

SELECT definition, pg_temp.error_of('CREATE FUNCTION f' || definition) AS error FROM (VALUES
    ($$(user_id) RETURNS cstring LANGUAGE typed_id STRICT AS 'out order'$$), ($$(user_id) RETURNS cstring LANGUAGE typed_id STRICT AS 'out'$$),
    ($$(user_id) RETURNS cstring LANGUAGE typed_id STRICT AS 'user'$$), ($$(user_id) RETURNS cstring LANGUAGE typed_id STRICT AS ''$$),
    ($$(user_id) RETURNS cstring LANGUAGE typed_id STRICT AS 'out  user'$$), ($$(user_id) RETURNS cstring LANGUAGE typed_id STRICT AS 'out user '$$),
    ($$(user_id) RETURNS cstring LANGUAGE typed_id STRICT AS 'out '$$), ($$(user_id) RETURNS cstring LANGUAGE typed_id STRICT AS 'out User'$$),
    ($$(user_id) RETURNS cstring LANGUAGE typed_id STRICT AS 'out user user'$$),
    ($$(user_id) RETURNS cstring LANGUAGE typed_id AS 'out user'$$), ($$(user_id) RETURNS text LANGUAGE typed_id STRICT AS 'out user'$$),
    ($$(user_id) RETURNS SETOF cstring LANGUAGE typed_id STRICT AS 'out user'$$),
    ($$(user_id) RETURNS cstring LANGUAGE typed_id STRICT WINDOW AS 'out user'$$),
    ($$(user_id, integer) RETURNS cstring LANGUAGE typed_id STRICT AS 'out user'$$), ($$() RETURNS cstring LANGUAGE typed_id STRICT AS 'out user'$$),
    ($$(integer) RETURNS cstring LANGUAGE typed_id STRICT AS 'out user'$$), ($$(text) RETURNS cstring LANGUAGE typed_id STRICT AS 'out user'$$),
    ($$(uuid) RETURNS cstring LANGUAGE typed_id STRICT AS 'out user'$$), ($$(typeid) RETURNS cstring LANGUAGE typed_id STRICT AS 'out user'$$),
    ($$(cstring) RETURNS order_id LANGUAGE typed_id STRICT AS 'in user'$$),
    ($$(user_id) RETURNS bytea LANGUAGE typed_id STRICT AS 'to_typeid user'$$),
    ($$(bytea) RETURNS user_id LANGUAGE typed_id STRICT AS 'from_typeid user'$$),
    ($$(anyelement) RETURNS cstring LANGUAGE typed_id STRICT AS 'out user'$$),
    ($$() RETURNS trigger LANGUAGE typed_id STRICT AS 'out user'$$), ($$() RETURNS event_trigger LANGUAGE typed_id STRICT AS 'in user'$$),
    ($$(VARIADIC user_id[]) RETURNS cstring LANGUAGE typed_id STRICT AS 'out user'$$)) AS v(definition);
CREATE DOMAIN user_domain AS user_id;
SELECT pg_temp.error_of($$CREATE FUNCTION f(user_domain) RETURNS cstring LANGUAGE typed_id STRICT AS 'out user'$$) AS domain,
       pg_temp.error_of($$CREATE PROCEDURE f(user_id) LANGUAGE typed_id AS 'out user'$$) AS procedure,
       pg_temp.error_of($$DO LANGUAGE typed_id 'out user'$$) AS block;
SELECT 'user_01h455vb4pex5vsknk084sn02q'::user_domain, pg_temp.error_of($$SELECT 'order_01h455vb4pex5vsknk084sn02q'::user_domain$$);
DROP DOMAIN user_domain;
-- Without the validator: refused when called. The catalog is not to be believed either.
BEGIN;
CREATE FUNCTION liar(user_id) RETURNS cstring LANGUAGE typed_id STRICT AS 'out user';
CREATE FUNCTION fine(user_id) RETURNS text LANGUAGE typed_id STRICT AS 'to_text user';
SELECT fine('user_01h455vb4pex5vsknk084sn02q');
UPDATE pg_proc SET prosrc = 'out order' WHERE proname = 'liar';
SELECT pg_temp.error_of($$SELECT liar('user_01h455vb4pex5vsknk084sn02q')$$);
UPDATE pg_proc SET prosrc = 'out user', proargtypes = (SELECT proargtypes FROM pg_proc WHERE oid = 'float8out'::regproc) WHERE proname = 'liar';
SELECT pg_temp.error_of($$SELECT liar(1.5::float8)$$);
UPDATE pg_proc SET proargtypes = (SELECT proargtypes FROM pg_proc WHERE oid = 'uuid_send'::regproc) WHERE proname = 'liar';
SELECT pg_temp.error_of($$SELECT liar(gen_random_uuid())$$);
UPDATE pg_proc SET proargtypes = (SELECT proargtypes FROM pg_proc WHERE oid = 'user_id_out'::regproc), proisstrict = false WHERE proname = 'liar';
SELECT pg_temp.error_of($$SELECT liar(NULL::user_id)$$);
UPDATE pg_proc SET prosrc = 'in order' WHERE oid = 'user_id_in'::regproc;
SELECT pg_temp.error_of($$SELECT fine(user_id_new())$$);
ROLLBACK;
SELECT pg_temp.error_of('SELECT typed_id_handler()') AS handler, pg_temp.error_of('SELECT typed_id_validator(0)') AS no_function,
       pg_temp.sqlstate_of($$SELECT typed_id_validator('now()'::regprocedure)$$) AS not_ours;

-- ---------- another name, another schema ----------

CREATE SCHEMA moved;
ALTER TYPE bare_id RENAME TO naked_id;
ALTER TYPE naked_id SET SCHEMA moved;
SELECT moved.naked_id '01h455vb4pex5vsknk084sn02q', '01h455vb4pex5vsknk084sn02q'::text::moved.naked_id::text,
       bare_id_new()::uuid = bare_id_new()::uuid AS same,
       bare_id_new() < bare_id_new() AS increasing, pg_temp.error_of($$SELECT moved.naked_id 'user_01h455vb4pex5vsknk084sn02q'$$);
SELECT type, prefix FROM typeid_types() WHERE prefix = '';
-- What is missing comes back where the rest is, under the old names.
DROP OPERATOR CLASS bare_id_bloom_ops USING brin;
DROP OPERATOR CLASS bare_id_hash_ops USING hash;
DROP OPERATOR FAMILY bare_id_hash_ops USING hash;
DROP AGGREGATE min(moved.naked_id);
DROP FUNCTION bare_id_max(timestamptz);
DROP CAST (moved.naked_id AS uuid);
SELECT typeid_upgrade_type('moved.naked_id');
SELECT typeid_upgrade_type('moved.naked_id'), typeid_upgrade_type('user_id');
SELECT what, replace(shape, 'moved.naked_id', 'T') AS only_one FROM pg_temp.has('moved.naked_id')
EXCEPT SELECT what, replace(shape, 'user_id', 'T') FROM pg_temp.has('user_id') ORDER BY 1, 2;
SELECT what, replace(shape, 'user_id', 'T') AS only_the_other FROM pg_temp.has('user_id')
EXCEPT SELECT what, replace(shape, 'moved.naked_id', 'T') FROM pg_temp.has('moved.naked_id') ORDER BY 1, 2;
SELECT min(x) = max(x) AS same, bare_id_max(now() + interval '1 hour') > min(x) AS later FROM (SELECT bare_id_new() AS x) AS s;
SELECT pg_temp.error_of($$SELECT typeid_upgrade_type('uuid')$$), pg_temp.error_of($$SELECT typeid_upgrade_type('typeid')$$),
       pg_temp.error_of($$SELECT typeid_upgrade_type(0)$$);
DROP TYPE moved.naked_id CASCADE;
DROP SCHEMA moved;

-- Casts to core's text types are functions, also in compiled expressions, which take an output function for one of C.
SET jit = on;
SET jit_above_cost = 0;
SELECT count(*), bool_and(id::varchar = id::text AND id::name = id::text AND id::char(31) = id::text) AS equal
  FROM (SELECT user_id_new() AS id FROM generate_series(1, 3)) AS fresh;
RESET jit;
RESET jit_above_cost;

-- ---------- nothing stays behind ----------

DROP TABLE wire, wire_back;
DROP TYPE user_id, order_id CASCADE;
SELECT oid::regprocedure FROM pg_proc WHERE proname ~ '^(user|order|bare)_id';
SELECT opfname FROM pg_opfamily WHERE opfname ~ '^(user|order|bare)_id';
SELECT count(*) FROM typeid_types();
