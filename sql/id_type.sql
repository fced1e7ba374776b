-- Id types, in sections that \echo names: their parts, beside those of the extension's types;
-- texts, binary forms, casts and functions; what is refused, in a transaction, and by whose rights;
-- the language of their functions, and what all types share; another name and schema; compiled
-- expressions. Each section goes on with the types of the first.
\i test/lib/helpers.sql

SELECT typeid_create_type('user_id', 'user'), typeid_create_type('order_id', 'order'),
    typeid_create_type('bare_id', '');
SELECT * FROM typeid_types() ORDER BY prefix;
SELECT typname, typlen, typbyval, typalign, typstorage, typcategory, typispreferred, typdelim,
    typinput, typoutput, typreceive, typsend
  FROM pg_type WHERE oid IN ('user_id'::regtype, 'bare_id'::regtype) ORDER BY typname;

\echo '-- ---------- the same as the types of the extension ----------'

\echo '-- Operators, operator classes, casts and aggregates, with the type''s name taken out.'
CREATE FUNCTION pg_temp.has(t regtype) RETURNS TABLE (what text, shape text) LANGUAGE sql AS $$
    SELECT 'operator',
    concat_ws(' ', oprname, oprresult::regtype, replace(oprcom::regoperator::text, t::text, 'T'),
                                 replace(oprnegate::regoperator::text, t::text, 'T'),
           oprcanmerge, oprcanhash, oprrest <> 0, oprjoin,
           replace(oprright::regtype::text, t::text, 'T'), provolatile, proleakproof, proisstrict,
           proparallel, procost)
      FROM pg_operator JOIN pg_proc p ON p.oid = oprcode WHERE oprleft = t
    UNION ALL
    SELECT 'operator class',
    concat_ws(' ', amname, regexp_replace(opcname, '^(user_id|bare_id|baseuid)', 'T'), opcdefault,
        opckeytype <> 0,
                                       pg_temp.is_valid_class(c.oid),
           (SELECT string_agg(amopstrategy || ' ' || amopopr::regoperator::text, ','
               ORDER BY amopstrategy) FROM pg_amop
             WHERE amopfamily = opcfamily AND amoplefttype = t AND amoprighttype = t),
           (SELECT string_agg(amprocnum::text, ',' ORDER BY amprocnum) FROM pg_amproc
             WHERE amprocfamily = opcfamily AND amproclefttype = t AND amprocrighttype = t))
      FROM pg_opclass c JOIN pg_am am ON am.oid = opcmethod
      WHERE opcintype = t AND opcname !~ '_stored_ops$'
    UNION ALL
    SELECT 'cast',
    concat_ws(' ', replace(castsource::regtype::text, t::text, 'T'),
        replace(casttarget::regtype::text, t::text, 'T'), castcontext,
                             castmethod)
      FROM pg_cast WHERE t IN (castsource, casttarget)
    UNION ALL
    SELECT 'aggregate',
    concat_ws(' ', proname, aggcombinefn <> 0, replace(aggsortop::regoperator::text, t::text, 'T'),
        proparallel)
      FROM pg_aggregate JOIN pg_proc p ON p.oid = aggfnoid WHERE aggtranstype = t
$$;
\echo '-- Only user_id has:'
SELECT what, replace(shape, 'user_id', 'T') AS only_one FROM pg_temp.has('user_id')
EXCEPT SELECT what, replace(shape, 'baseuid', 'T') FROM pg_temp.has('baseuid') ORDER BY 1, 2;
\echo '-- Only baseuid has:'
SELECT what, replace(shape, 'baseuid', 'T') AS only_the_other FROM pg_temp.has('baseuid')
EXCEPT SELECT what, replace(shape, 'user_id', 'T') FROM pg_temp.has('user_id') ORDER BY 1, 2;
\echo '-- What people call has a comment; no function runs as somebody else: no row.'
CREATE TEMP VIEW made AS
    SELECT classid, objid FROM pg_depend WHERE refclassid = 'pg_type'::regclass
    AND refobjid IN ('user_id'::regtype, 'bare_id'::regtype)
           AND deptype IN ('n', 'a');
SELECT count(*) > 50 AS many FROM made;
SELECT oid::regprocedure FROM pg_proc JOIN made
    ON classid = 'pg_proc'::regclass AND objid = pg_proc.oid
 WHERE obj_description(oid, 'pg_proc') IS NULL AND prokind = 'f'
        AND proname ~ '_(new|min|max|timestamp|decode)$'
    OR prosecdef OR proconfig IS NOT NULL
 OR NOT proisstrict AND prokind = 'f' OR proparallel <> 's'
    OR prokind = 'f' AND procost <> 1;
SELECT obj_description('user_id'::regtype, 'pg_type'),
    obj_description('bare_id'::regtype, 'pg_type');
\echo '-- None of it belongs to the extension, so it is dumped.'
SELECT count(*) FROM made JOIN pg_depend d USING (classid, objid) WHERE d.deptype = 'e';

\echo '-- ---------- text ----------'

SELECT user_id 'user_01h455vb4pex5vsknk084sn02q', order_id '"order_01h455vb4pex5vsknk084sn02q"',
    bare_id '01h455vb4pex5vsknk084sn02q',
       bare_id '"7zzzzzzzzzzzzzzzzzzzzzzzzz"';
SELECT 'user_01h455vb4pex5vsknk084sn02q'::text::user_id,
    'user_01h455vb4pex5vsknk084sn02q'::varchar::user_id,
       (user_id 'user_01h455vb4pex5vsknk084sn02q')::text || '!' AS to_text,
       format('%s', user_id 'user_01h455vb4pex5vsknk084sn02q'),
       to_json(user_id 'user_01h455vb4pex5vsknk084sn02q'),
       ARRAY[user_id 'user_01h455vb4pex5vsknk084sn02q']::text[] AS array;
SELECT bare_id '01h455vb4pex5vsknk084sn02q'::text AS bare,
    bare_id '01h455vb4pex5vsknk084sn02q'::text::bare_id;
\echo '-- refused, each with its reason'
SELECT type, text, pg_temp.error_of(format('SELECT %L::%s', text, type)) AS error FROM (VALUES
    ('user_id', 'order_01h455vb4pex5vsknk084sn02q'), ('user_id', '01h455vb4pex5vsknk084sn02q'),
    ('user_id', 'users_01h455vb4pex5vsknk084sn02q'),
    ('user_id', 'use_01h455vb4pex5vsknk084sn02q'), ('user_id', 'user_01h455vb4pex5vsknk084sn02'),
    ('user_id', 'user_01h455vb4pex5vsknk084sn02qq'),
    ('user_id', 'user_81h455vb4pex5vsknk084sn02q'), ('user_id', 'user_01h455vb4pex5vsknk084sn02u'),
    ('user_id', 'user-01h455vb4pex5vsknk084sn02q'),
    ('user_id', 'User_01h455vb4pex5vsknk084sn02q'), ('user_id', ''),
    ('user_id', '"user_01h455vb4pex5vsknk084sn02q'), ('user_id', 'user_'),
    ('bare_id', 'user_01h455vb4pex5vsknk084sn02q'),
    ('bare_id', '_01h455vb4pex5vsknk084sn02q')) AS v(type, text);
SELECT pg_temp.error_of($$SELECT 'order_01h455vb4pex5vsknk084sn02q'::text::user_id$$);
\echo '-- Every text that typeid takes with this type prefix is taken, with the same UUID, and'
\echo '-- printed as typeid prints it.'
SELECT count(*),
bool_and(t::text::user_id::uuid = t::uuid AND t::text::user_id::text = t::text
    AND ('"' || t || '"')::user_id::uuid = t::uuid) AS all
  FROM generate_series(1, 5000) AS i, uuid_to_typeid('user', md5(i::text)::uuid) AS t;
\echo '-- A type prefix of 63 symbols, in a type whose name is as long as can be.'
SELECT typeid_create_type(repeat('n', 46), repeat('p', 63)) = repeat('n', 46)::regtype AS made;
SELECT pg_temp.error_of(format('SELECT %L::%s', repeat('p', 63) || '_01h455vb4pex5vsknk084sn02q',
    repeat('n', 46))),
       length(format('%s', nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn_new())),
       max(length(proname)) AS longest_name
  FROM pg_proc WHERE proname ~ '^n{46}';
DROP TYPE nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn CASCADE;

\echo '-- ---------- binary ----------'

SELECT user_id_send('user_01h455vb4pex5vsknk084sn02q') =
uuid_send('01890a5d-ac96-774b-bcce-b302099a8057') AS as_uuid;
\echo '-- The file is the client''s: the server may be another user''s, with a /tmp of its own.'
\getenv builddir PG_ABS_BUILDDIR
\cd :builddir
CREATE TEMP TABLE wire (id user_id);
INSERT INTO wire SELECT md5(i::text)::uuid FROM generate_series(1, 100) AS i;
\copy wire TO 'results/id_type.copy' (FORMAT binary)
CREATE TEMP TABLE wire_uuid (id uuid);
\copy wire_uuid FROM 'results/id_type.copy' (FORMAT binary)
CREATE TEMP TABLE wire_back (LIKE wire);
\copy wire_back FROM 'results/id_type.copy' (FORMAT binary)
SELECT count(*) AS both FROM wire JOIN wire_back USING (id) JOIN wire_uuid u
ON u.id = wire.id::uuid;
\echo '-- A typeid is refused, with its 4 octets of "user" in front.'
\copy (SELECT typeid_generate('user')) TO 'results/id_type.copy' (FORMAT binary)
\copy wire_back FROM 'results/id_type.copy' (FORMAT binary)
\! rm -f results/id_type.copy

\echo '-- ---------- casts ----------'

SELECT (user_id 'user_01h455vb4pex5vsknk084sn02q')::uuid,
uuid '01890a5d-ac96-774b-bcce-b302099a8057'::user_id,
       (user_id 'user_01h455vb4pex5vsknk084sn02q')::typeid,
       typeid 'user_01h455vb4pex5vsknk084sn02q'::user_id,
       (bare_id '01h455vb4pex5vsknk084sn02q')::typeid AS bare,
       typeid '01h455vb4pex5vsknk084sn02q'::bare_id;
SELECT pg_temp.error_of($$SELECT typeid 'order_01h455vb4pex5vsknk084sn02q'::user_id$$) AS other,
       pg_temp.error_of($$SELECT typeid '01h455vb4pex5vsknk084sn02q'::user_id$$) AS none,
       pg_temp.error_of($$SELECT typeid 'user_01h455vb4pex5vsknk084sn02q'::bare_id$$) AS some;

\echo '-- ---------- functions ----------'

\echo '-- Bounds are typeid''s.'
SELECT user_id_min('2024-02-29 12:34:56.789012+00'), user_id_max('2024-02-29 12:34:56.789012+00'),
       typeid_min('user', '2024-02-29 12:34:56.789012+00'),
       typeid_max('user', '2024-02-29 12:34:56.789012+00');
SELECT user_id_timestamp(user_id_new('2024-02-29 12:34:56.789012+00')),
    user_id_timestamp('user_00000000000000000000000000') IS NULL AS not_v7,
       user_id_timestamp(user_id_new()) BETWEEN now() - interval '1 second'
       AND clock_timestamp() AS now,
       pg_temp.error_of($$SELECT user_id_new('1969-12-31 23:59:59+00')$$) AS too_early,
       pg_temp.error_of($$SELECT user_id_max('infinity')$$) AS never;
SELECT user_id_new('2024-02-29 12:34:56.789012+00') BETWEEN
    user_id_min('2024-02-29 12:34:56.789012+00')
       AND user_id_max('2024-02-29 12:34:56.789012+00') AS within;
\echo '-- Increasing, together with those of typeid_generate.'
SELECT count(*),
    bool_and(a::uuid < b::uuid AND b::uuid < c::uuid
    AND (before < a::uuid OR before IS NULL)) AS increasing
  FROM (SELECT a, b, c, lag(c::uuid) OVER (ORDER BY i) AS before
          FROM (SELECT i, user_id_new() AS a, typeid_generate('user') AS b, order_id_new() AS c
                  FROM generate_series(1, 10000) AS i OFFSET 0) AS s) AS t;
SELECT min(id)::text = min(id::text COLLATE "C") AS min,
    max(id)::text = max(id::text COLLATE "C") AS max FROM wire;

\echo '-- ---------- refused before anything is made ----------'

CREATE TEMP TABLE before (types bigint, functions bigint, dependencies bigint);
INSERT INTO before SELECT (SELECT count(*) FROM pg_type), (SELECT count(*) FROM pg_proc),
    (SELECT count(*) FROM pg_depend);
CREATE FUNCTION taken_id_new() RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION taken2_id_from_text(text) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION free_id_new(integer) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE TABLE a_table (i integer);
CREATE TYPE a_shell;
CREATE OPERATOR CLASS fam_id_ops FOR TYPE integer
    USING btree AS FUNCTION 1 btint4cmp(integer, integer);
SELECT name, prefix,
    replace(pg_temp.error_of(format('SELECT typeid_create_type(%L, %L)', name, prefix)),
    current_user || '.', 'me.') AS error FROM (VALUES
    ('user_id', 'other'), ('other_id', 'user'), ('uuid', 'uuid'), ('text', 'text'),
    ('a_table', 'a'), ('a_shell', 'a'), ('_user_id', 'a'),
    ('taken_id', 't'), ('taken2_id', 't'), ('', 'a'), ('a b', 'a'), ('a.b.c', 'a'),
    ('nowhere.user_id', 'a'),
    (repeat('n', 47), 'a'),
    ('pg_temp.user_id', 'a'), ('x_id', 'X'), ('x_id', '_x'), ('x_id', 'x_'), ('x_id', 'x1'),
    ('x_id', repeat('x', 64)), ('x_id', 'x''y'),
    ('x_id', 'x y')) AS v(name, prefix);
SELECT replace(pg_temp.error_of($$SELECT typeid_create_type('fam_id', 'fam', 'uid11')$$),
    current_user || '.', 'me.') AS family;
SELECT arguments, pg_temp.error_of(format('SELECT typeid_create_type(%s)', arguments))
  FROM unnest(ARRAY['NULL, $$x$$', '$$x_id$$, NULL', '$$x_id$$, $$x$$, NULL',
      '$$x_id$$, $$x$$, mask_key => NULL',
                    '$$x_id$$, $$x$$, accept_uuid => NULL']) AS arguments;
\echo '-- A function of the same name with other arguments is none of ours; the same prefix may'
\echo '-- serve in another schema.'
SELECT typeid_create_type('free_id', 'free');
CREATE SCHEMA tenant;
SELECT typeid_create_type('tenant.user_id', 'user');
SELECT pg_temp.sqlstate_of($$SELECT 'user_01h455vb4pex5vsknk084sn02q'::user_id =
    'user_01h455vb4pex5vsknk084sn02q'::tenant.user_id$$);
\echo '-- Names that need quotes.'
SELECT typeid_create_type('"User ""Id"""', 'quoted');
SELECT "User ""Id""_new"() < "User ""Id""_max"('2100-01-01'), min(x) = max(x)
FROM (SELECT "User ""Id""_new"() AS x) AS s;
SELECT typeid_create_type('"semi;colon''"', 'semi');
SELECT 'semi_01h455vb4pex5vsknk084sn02q'::text::"semi;colon'";
SELECT * FROM typeid_types() ORDER BY prefix, type::text COLLATE "C";
DROP TYPE free_id, tenant.user_id, "User ""Id""", "semi;colon'" CASCADE;
DROP SCHEMA tenant CASCADE;
DROP FUNCTION taken_id_new(), taken2_id_from_text(text), free_id_new(integer);
DROP TABLE a_table;
DROP TYPE a_shell;
DROP OPERATOR FAMILY fam_id_ops USING btree;

\echo '-- ---------- in a migration''s transaction ----------'

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
\echo '-- A ROLLBACK leaves nothing.'
SELECT to_regtype('item_id') IS NULL AS gone, to_regtype('part_id') IS NULL AS too;
SELECT types = (SELECT count(*) FROM pg_type) AS types,
functions = (SELECT count(*) FROM pg_proc) AS functions,
       dependencies = (SELECT count(*) FROM pg_depend) AS dependencies
  FROM before;

\echo '-- ---------- whose rights ----------'

CREATE ROLE id_type_nobody;
GRANT CREATE ON SCHEMA public TO id_type_nobody;
SET ROLE id_type_nobody;
SELECT pg_temp.sqlstate_of($$SELECT typeid_create_type('mine_id', 'mine')$$);
SELECT typeid_create_type('mine_id', 'mine');
SELECT pg_temp.error_of($$SELECT typeid_upgrade_type('user_id')$$);
\echo '-- A domain over typeid needs no such right, and takes one kind only.'
CREATE DOMAIN mine_id AS typeid CHECK (typeid_check(VALUE, 'mine'));
SELECT 'mine_01h455vb4pex5vsknk084sn02q'::mine_id,
pg_temp.error_of($$SELECT 'user_01h455vb4pex5vsknk084sn02q'::mine_id$$);
DROP DOMAIN mine_id;
\echo '-- The language is not trusted; the types are everybody''s to use.'
SELECT pg_temp.error_of($$CREATE FUNCTION f(user_id) RETURNS text
    LANGUAGE id_type STRICT AS 'to_text user'$$);
SELECT user_id_new() > 'user_00000000000000000000000000' AS used;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM id_type_nobody;
DROP ROLE id_type_nobody;

\echo '-- ---------- the language refuses what it does not know ----------'

\echo '-- Each is refused (42P13): a body of another type, none or more, or the signature of'
\echo '-- another role.'
SELECT definition, pg_temp.error_of('CREATE FUNCTION f' || definition) AS error FROM (VALUES
    ($$(user_id) RETURNS text LANGUAGE id_type STRICT AS 'to_text order'$$),
    ($$(user_id) RETURNS text LANGUAGE id_type STRICT AS 'to_text'$$),
    ($$(user_id) RETURNS text LANGUAGE id_type STRICT AS 'user'$$),
    ($$(user_id) RETURNS text LANGUAGE id_type STRICT AS ''$$),
    ($$(user_id) RETURNS text LANGUAGE id_type STRICT AS 'to_text  user'$$),
    ($$(user_id) RETURNS text LANGUAGE id_type STRICT AS 'to_text user '$$),
    ($$(user_id) RETURNS text LANGUAGE id_type STRICT AS 'to_text '$$),
    ($$(user_id) RETURNS text LANGUAGE id_type STRICT AS 'to_text User'$$),
    ($$(user_id) RETURNS text LANGUAGE id_type STRICT AS 'to_text user user'$$),
    ($$(user_id) RETURNS text LANGUAGE id_type AS 'to_text user'$$),
    ($$(user_id) RETURNS cstring LANGUAGE id_type STRICT AS 'to_text user'$$),
    ($$(user_id) RETURNS SETOF text LANGUAGE id_type STRICT AS 'to_text user'$$),
    ($$(user_id) RETURNS text LANGUAGE id_type STRICT WINDOW AS 'to_text user'$$),
    ($$(user_id, integer) RETURNS text LANGUAGE id_type STRICT AS 'to_text user'$$),
    ($$() RETURNS text LANGUAGE id_type STRICT AS 'to_text user'$$),
    ($$(integer) RETURNS text LANGUAGE id_type STRICT AS 'to_text user'$$),
    ($$(text) RETURNS text LANGUAGE id_type STRICT AS 'to_text user'$$),
    ($$(uuid) RETURNS text LANGUAGE id_type STRICT AS 'to_text user'$$),
    ($$(typeid) RETURNS text LANGUAGE id_type STRICT AS 'to_text user'$$),
    ($$(text) RETURNS order_id LANGUAGE id_type STRICT AS 'from_text user'$$),
    ($$(user_id) RETURNS bytea LANGUAGE id_type STRICT AS 'to_typeid user'$$),
    ($$(bytea) RETURNS user_id LANGUAGE id_type STRICT AS 'from_typeid user'$$),
    ($$(anyelement) RETURNS text LANGUAGE id_type STRICT AS 'to_text user'$$),
    ($$() RETURNS trigger LANGUAGE id_type STRICT AS 'to_text user'$$),
    ($$() RETURNS event_trigger LANGUAGE id_type STRICT AS 'from_text user'$$),
    ($$(user_id) RETURNS cstring LANGUAGE id_type STRICT AS 'out user'$$),
    ($$(cstring) RETURNS user_id LANGUAGE id_type STRICT AS 'in user'$$),
    ($$(VARIADIC user_id[]) RETURNS text
        LANGUAGE id_type STRICT AS 'to_text user'$$)) AS v(definition);
\echo '-- A domain, a procedure and a DO block are refused, too; a domain reads as its type does.'
CREATE DOMAIN user_domain AS user_id;
SELECT pg_temp.error_of($$CREATE FUNCTION f(user_domain) RETURNS text
    LANGUAGE id_type STRICT AS 'to_text user'$$) AS domain,
       pg_temp.error_of($$CREATE PROCEDURE f(user_id)
           LANGUAGE id_type AS 'to_text user'$$) AS procedure,
       pg_temp.error_of($$DO LANGUAGE id_type 'to_text user'$$) AS block;
SELECT 'user_01h455vb4pex5vsknk084sn02q'::user_domain,
    pg_temp.error_of($$SELECT 'order_01h455vb4pex5vsknk084sn02q'::user_domain$$);
DROP DOMAIN user_domain;
\echo '-- Without the validator: refused when called. The catalog is not to be believed either.'
BEGIN;
CREATE FUNCTION liar(user_id) RETURNS text LANGUAGE id_type STRICT AS 'to_text user';
CREATE FUNCTION fine(user_id) RETURNS text LANGUAGE id_type STRICT AS 'to_text user';
SELECT fine('user_01h455vb4pex5vsknk084sn02q');
UPDATE pg_proc SET prosrc = 'to_text order' WHERE proname = 'liar';
SELECT pg_temp.error_of($$SELECT liar('user_01h455vb4pex5vsknk084sn02q')$$);
UPDATE pg_proc SET prosrc = 'to_text user',
proargtypes = (SELECT proargtypes FROM pg_proc WHERE oid = 'float8out'::regproc)
WHERE proname = 'liar';
SELECT pg_temp.error_of($$SELECT liar(1.5::float8)$$);
UPDATE pg_proc SET proargtypes = (SELECT proargtypes FROM pg_proc WHERE oid = 'uuid_send'::regproc)
WHERE proname = 'liar';
SELECT pg_temp.error_of($$SELECT liar(gen_random_uuid())$$);
UPDATE pg_proc
SET proargtypes = (SELECT proargtypes FROM pg_proc WHERE oid = 'user_id_out'::regproc),
proisstrict = false WHERE proname = 'liar';
SELECT pg_temp.error_of($$SELECT liar(NULL::user_id)$$);
\echo '-- The send function says what the type is. Where it says "order", the type reads and writes'
\echo '-- those, and functions of "user" are none of its. Where it says nothing, nothing is read or'
\echo '-- written.'
UPDATE pg_proc SET prosrc = 'send order' WHERE oid = 'user_id_send'::regproc;
SELECT pg_temp.error_of($$SELECT fine(user_id_new())$$),
user_id '"order_01h455vb4pex5vsknk084sn02q"';
UPDATE pg_proc SET prosrc = 'to_text user' WHERE oid = 'user_id_send'::regproc;
SELECT pg_temp.error_of($$SELECT user_id '"user_01h455vb4pex5vsknk084sn02q"'$$),
pg_temp.error_of($$SELECT format('%s', user_id_new())$$);
ROLLBACK;
\echo '-- Text input and output are C functions, which find their type by their signature.'
BEGIN;
CREATE FUNCTION reads(cstring) RETURNS user_id
LANGUAGE c STRICT AS '$libdir/base62id', 'id_type_in';
CREATE FUNCTION writes(user_id) RETURNS cstring
LANGUAGE c STRICT AS '$libdir/base62id', 'id_type_out';
SELECT writes(reads('user_01h455vb4pex5vsknk084sn02q')),
pg_temp.error_of($$SELECT reads('order_01h455vb4pex5vsknk084sn02q')$$);
CREATE FUNCTION uuid_writes(uuid) RETURNS cstring
LANGUAGE c STRICT AS '$libdir/base62id', 'id_type_out';
CREATE FUNCTION text_writes(text) RETURNS cstring
LANGUAGE c STRICT AS '$libdir/base62id', 'id_type_out';
CREATE FUNCTION writes_text(user_id) RETURNS text
LANGUAGE c STRICT AS '$libdir/base62id', 'id_type_out';
CREATE FUNCTION null_writes(user_id) RETURNS cstring
LANGUAGE c AS '$libdir/base62id', 'id_type_out';
CREATE FUNCTION reads_uuid(cstring) RETURNS uuid
LANGUAGE c STRICT AS '$libdir/base62id', 'id_type_in';
CREATE FUNCTION reads_set(cstring) RETURNS SETOF user_id
LANGUAGE c STRICT AS '$libdir/base62id', 'id_type_in';
CREATE FUNCTION reads_int(integer) RETURNS user_id
LANGUAGE c STRICT AS '$libdir/base62id', 'id_type_in';
CREATE FUNCTION null_reads(cstring) RETURNS user_id LANGUAGE c AS '$libdir/base62id', 'id_type_in';
\echo '-- With another signature they are refused when called.'
SELECT query, pg_temp.error_of('SELECT ' || query)
FROM unnest(ARRAY['uuid_writes(gen_random_uuid())', 'text_writes(''user'')',
    'writes_text(user_id_new())',
    'null_writes(NULL)', 'null_writes(user_id_new())',
    'reads_uuid(''user_01h455vb4pex5vsknk084sn02q'')',
    'reads_set(''user_01h455vb4pex5vsknk084sn02q'')', 'reads_int(1)', 'null_reads(NULL)']) AS query;
\echo '-- Their owner cannot make them read what is not there, a NULL. Other attributes do not'
\echo '-- matter.'
ALTER FUNCTION user_id_out(user_id) CALLED ON NULL INPUT;
ALTER FUNCTION user_id_in(cstring) CALLED ON NULL INPUT;
SELECT pg_temp.error_of('SELECT user_id_out((SELECT id FROM wire LIMIT 0))') AS out,
pg_temp.error_of('SELECT user_id_in(NULL)') AS in,
pg_temp.error_of('SELECT format(''%s'', user_id_new())') AS row;
ALTER FUNCTION user_id_in(cstring) STRICT SECURITY DEFINER;
ALTER FUNCTION user_id_out(user_id) STRICT SET search_path = '';
SELECT user_id '"user_01h455vb4pex5vsknk084sn02q"';
ROLLBACK;
SELECT pg_temp.error_of('SELECT id_type_handler()') AS handler,
pg_temp.error_of('SELECT id_type_validator(0)') AS no_function,
       pg_temp.sqlstate_of($$SELECT id_type_validator('now()'::regprocedure)$$) AS not_ours;

\echo '-- ---------- what all types share ----------'

\echo '-- It finds the type in the call, and takes no other.'
CREATE DOMAIN user_domain AS user_id;
SELECT id_type_to_text(user_id 'user_01h455vb4pex5vsknk084sn02q'),
id_type_to_text('user_01h455vb4pex5vsknk084sn02q'::user_domain), id_type_to_text(NULL::integer),
       id_type_to_typeid(bare_id '01h455vb4pex5vsknk084sn02q');
DROP DOMAIN user_domain;
\echo '-- Without what PostgreSQL 19 adds to a function that does not exist.'
SELECT call, split_part(pg_temp.error_of('SELECT ' || call), ' | No function', 1) AS error
  FROM unnest(ARRAY['id_type_to_text(1)', 'id_type_to_text(''user_01h455vb4pex5vsknk084sn02q'')',
      'id_type_to_text(gen_random_uuid())', 'id_type_to_text(ARRAY[user_id_new()])',
                    'id_type_to_text(ROW(user_id_new()))',
                    'id_type_to_typeid(typeid_generate(''user''))',
                    'id_type_to_typeid(point(1, 2))']) AS call;
\echo '-- Bounds of a search: NULL for what no such id begins with, and for what is no declaration.'
SELECT prefix, declaration, id_type_prefix_lower(prefix, declaration) AS lower,
id_type_prefix_upper(prefix, declaration) AS upper
  FROM (VALUES ('user_1', 'user'), ('user_1', 'order'), ('1', ''), ('user_1', 'user notation=ulid'),
      ('user_1', 'user '), ('user_1', 'User'), ('user_1', 'user notation=none'),
  ('user_1', 'user mask=4363e2e9fc80d59c')) AS v(prefix, declaration);
BEGIN;
ALTER FUNCTION id_type_to_text(anyelement) CALLED ON NULL INPUT;
SELECT pg_temp.error_of($$SELECT id_type_to_text((SELECT id FROM wire LIMIT 0))$$) AS on_null;
ROLLBACK;
\echo '-- Who calls it without an expression, as a foreign key does that compares by a cast, is'
\echo '-- refused.'
DROP CAST (user_id AS text);
CREATE CAST (user_id AS text) WITH FUNCTION id_type_to_text(anyelement) AS IMPLICIT;
CREATE TABLE texts (id text PRIMARY KEY);
INSERT INTO texts SELECT id FROM wire LIMIT 1;
\echo '-- PostgreSQL 18 and later refuse the key itself.'
CREATE TABLE of_texts (id user_id);
SELECT split_part(pg_temp.error_of('ALTER TABLE of_texts ADD FOREIGN KEY (id) REFERENCES texts'),
    ' | ', 2)
     = CASE WHEN current_setting('server_version_num')::integer < 180000 THEN ''
     ELSE 'key columns are not both collatable' END AS key;
INSERT INTO of_texts SELECT id FROM wire WHERE id::text IN (TABLE texts);
SELECT split_part(pg_temp.error_of('UPDATE of_texts SET id = user_id_new()'), ' | ', 2)
     = CASE WHEN current_setting('server_version_num')::integer < 180000 THEN
     'function id_type_to_text(anyelement) cannot determine the type of its argument' ELSE ''
     END AS no_expression;
DROP TABLE of_texts, texts;
DROP CAST (user_id AS text);
SELECT typeid_upgrade_type('user_id');

\echo '-- ---------- another name, another schema ----------'

CREATE SCHEMA moved;
ALTER TYPE bare_id RENAME TO naked_id;
ALTER TYPE naked_id SET SCHEMA moved;
SELECT moved.naked_id '01h455vb4pex5vsknk084sn02q',
'01h455vb4pex5vsknk084sn02q'::text::moved.naked_id::text,
       bare_id_new()::uuid <> bare_id_new()::uuid AS another,
       bare_id_new() < bare_id_new() AS increasing,
       pg_temp.error_of($$SELECT moved.naked_id 'user_01h455vb4pex5vsknk084sn02q'$$);
SELECT type, prefix FROM typeid_types() WHERE prefix = '';
\echo '-- What is missing comes back where the rest is, under the old names.'
DROP OPERATOR CLASS bare_id_stored_ops USING btree;
DROP OPERATOR CLASS bare_id_hash_ops USING hash;
DROP AGGREGATE min(moved.naked_id);
DROP FUNCTION bare_id_max(timestamptz);
DROP CAST (moved.naked_id AS uuid);
SELECT typeid_upgrade_type('moved.naked_id');
SELECT typeid_upgrade_type('moved.naked_id'), typeid_upgrade_type('user_id');
\echo '-- Now both types consist of the same parts: no row.'
SELECT what, replace(shape, 'moved.naked_id', 'T') AS only_one FROM pg_temp.has('moved.naked_id')
EXCEPT SELECT what, replace(shape, 'user_id', 'T') FROM pg_temp.has('user_id') ORDER BY 1, 2;
SELECT what, replace(shape, 'user_id', 'T') AS only_the_other FROM pg_temp.has('user_id')
EXCEPT SELECT what, replace(shape, 'moved.naked_id', 'T') FROM pg_temp.has('moved.naked_id')
ORDER BY 1, 2;
SELECT min(x) = max(x) AS same, bare_id_max(now() + interval '1 hour') > min(x) AS later
FROM (SELECT bare_id_new() AS x) AS s;
SELECT pg_temp.error_of($$SELECT typeid_upgrade_type('uuid')$$),
pg_temp.error_of($$SELECT typeid_upgrade_type('typeid')$$),
       pg_temp.error_of($$SELECT typeid_upgrade_type(0)$$);
DROP TYPE moved.naked_id CASCADE;
DROP SCHEMA moved;

\echo '-- ---------- compiled expressions ----------'

-- They call input and output functions as C functions: the types that PostgreSQL converts by
-- way of these, citext's like among them.
CREATE TYPE caseless;
CREATE FUNCTION caseless_in(cstring) RETURNS caseless
    LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION caseless_out(caseless) RETURNS cstring
    LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE TYPE caseless (INPUT = caseless_in, OUTPUT = caseless_out, LIKE = text, CATEGORY = 'S');
CREATE DOMAIN user_domain AS user_id CHECK (VALUE > 'user_00000000000000000000000000');
CREATE TEMP TABLE ids AS SELECT id, id::text::char(31) AS padded, id::text::caseless AS caseless,
    order_id_new() AS other
  FROM (SELECT user_id_new() AS id FROM generate_series(1, 3) OFFSET 0) AS fresh;
SET jit = on;
SET jit_above_cost = 0;
SET jit_inline_above_cost = 0;
SET jit_optimize_above_cost = 0;
SELECT count(*), bool_and(id::varchar = id::text AND id::name = id::text
                          AND id::char(31) = id::text) AS "to core's",
       bool_and(id::caseless::text = id::text AND other::caseless::text = other::text
           AND id::user_domain::caseless::text = id::text) AS "to others",
       bool_and(padded::user_id = id AND caseless::user_id = id AND caseless::user_domain = id
           AND padded::user_domain = id) AS "from others",
       bool_and(ARRAY[id, NULL]::text = format('{%s,NULL}', id)
           AND format('{%s,NULL}', caseless)::user_id[] = ARRAY[id, NULL]
                AND ARRAY[padded, caseless::text::char(31)]::user_id[] = ARRAY[id, id]
                AND ARRAY[id]::caseless[]::text[] = ARRAY[id::text]) AS arrays,
       bool_and(ROW(id, other)::text = format('(%s,%s)', id, other)
           AND format('%s %s', id, other) = id || ' ' || other) AS rows
  FROM ids;
SELECT pg_temp.sqlstate_of('SELECT padded::order_id FROM ids') AS padded,
pg_temp.sqlstate_of('SELECT other::caseless::user_id FROM ids') AS other;
SELECT count(*) AS nulls FROM ids WHERE nullif(caseless::text, id::text)::caseless::user_id IS NULL
AND nullif(id, caseless::user_id)::caseless IS NULL;
RESET jit;
RESET jit_above_cost;
RESET jit_inline_above_cost;
RESET jit_optimize_above_cost;
DROP TABLE ids;
DROP TYPE caseless, user_domain CASCADE;

\echo '-- ---------- nothing stays behind ----------'

DROP TABLE wire, wire_back;
DROP TYPE user_id, order_id CASCADE;
\echo '-- No function, no operator family (no row), no type (0).'
SELECT oid::regprocedure FROM pg_proc WHERE proname ~ '^(user|order|bare)_id';
SELECT opfname FROM pg_opfamily WHERE opfname ~ '^(user|order|bare)_id';
SELECT count(*) FROM typeid_types();
