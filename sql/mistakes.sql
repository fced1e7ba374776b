-- What beginners do most, and what they are told: SQLSTATE, message, DETAIL, HINT. A HINT that
-- names a statement is executed as it stands, and has to give the id that was meant.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
SELECT typeid_create_type('user_id', 'user'), typeid_create_type('order_id', 'order'),
    typeid_create_type('cus_id', 'cus', 'base62id'), typeid_create_type('prod_id', 'prod', 'ulid'),
    typeid_create_type('usr_id', 'usr', 'uuid'), typeid_create_type('s3_id', 'S3_b', 'hex'),
    typeid_create_type('nr_id', 'nr', 'uid11'), typeid_create_type('bare_id', '', 'base64uuid');
\set ECHO none
CREATE TEMP TABLE orders (id order_id PRIMARY KEY DEFAULT typeid_generate('user'), x integer);
CREATE TEMP TABLE doms (n integer);
CREATE FUNCTION pg_temp.told(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
    hint text;
BEGIN
    EXECUTE query;
    RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(E'\n', SQLSTATE || ' ' || SQLERRM, '    ' || nullif(detail, ''),
        '    ' || nullif(hint, ''));
END $$;
CREATE FUNCTION pg_temp.hint_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    hint text;
BEGIN
    EXECUTE query;
    RETURN NULL;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
    RETURN nullif(hint, '');
END $$;
-- What a HINT says to write, as an expression of the type; NULL where it names none.
CREATE FUNCTION pg_temp.remedy_of(hint text, text text, type text) RETURNS text LANGUAGE sql AS $$
    SELECT CASE
        WHEN hint ~ '^(Cast it|Choose a type prefix|Convert it'
                    '|Write the number without quotes, and cast it): '
            THEN regexp_replace(hint, '^[^:]*: (.*)\.$', '\1')
        WHEN hint ~ '^(Write|Use the id alone:) "'
            THEN format('%L::%s', substring(hint FROM '"(.*)"'), type)
        WHEN hint ~ '_normalize\(\) reads it as '
            THEN format('%s(%L)::%s', substring(hint FROM '^[a-z]*_normalize'), text, type)
        WHEN hint ~ ' generates an id '
            THEN substring(hint FROM '^(.*\)) generates')
        WHEN hint = 'Use NULL if there is no id.' OR hint = 'Write NULL without quotes.'
            THEN 'NULL::' || type
        WHEN hint ~ '^It is an id of type '
            THEN format('%L::%s', text, substring(hint FROM 'type (.*)\.$'))
        WHEN hint ~ '^It is ".*", an id of type '
            THEN format('%L::%s', substring(hint FROM '"(.*)"'),
                substring(hint FROM 'type (.*)\.$'))
    END
$$;
\set ECHO all
\echo '-- The twenty of the list.'
SELECT pg_temp.told(format('SELECT %L::%s', text, type)) FROM (VALUES
    ('user_id', 'bob'), ('user_id', '42'), ('user_id', 'none'), ('user_id', 'NULL'),
    ('user_id', 'DEFAULT'), ('user_id', ''), ('user_id', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', '01h455vb4pex5vsknk084sn02q'), ('user_id', '01H455VB4PEX5VSKNK084SN02Q'),
    ('user_id', 'order_01h455vb4pex5vsknk084sn02q'), ('user_id', 'USER_01H455VB4PEX5VSKNK084SN02Q'),
    ('user_id', 'user_01h455vb4pex5vsknk084sno2q'), ('user_id', 'user_01h455vb4pex5vsknk084sn0'),
    ('user_id', 'user_01h455vb4pex5vsknk084sn02q.'),
    ('user_id', 'https://app.example/u/user_01h455vb4pex5vsknk084sn02q'),
    ('user_id', '''user_01h455vb4pex5vsknk084sn02q'''),
    ('user_id', ' user_01h455vb4pex5vsknk084sn02q'), ('user_id', 'user-01h455vb4pex5vsknk084sn02q'),
    ('user_id', 'user_81h455vb4pex5vsknk084sn02q'), ('ulid', 'user_01h455vb4pex5vsknk084sn02q'),
    ('base62id', 'zzzzzzzzzzzzzzzzzzzzzz')) AS mistakes (type, text);
\echo '-- A separator of several octets is shown whole.'
SELECT pg_temp.told(format('SELECT %L::%s', text, type)) FROM (VALUES
    ('user_id', 'order–01h455vb4pex5vsknk084sn02q'), ('cus_id', 'cus–Fd1grph2uh4xkiIkpsM2dD'),
    ('usr_id', 'usr–01890a5d-ac96-774b-bcce-b302099a8057')) AS mistakes (type, text);
CREATE DOMAIN dom_id AS typeid CHECK (typeid_check(VALUE, 'dom'));
ALTER TABLE doms ADD id dom_id DEFAULT typeid_generate('dom');
INSERT INTO doms VALUES (1), (2);
SELECT pg_temp.told($$SELECT typeid_create_type('dom_id', 'dom')$$);
SELECT pg_temp.told($$SELECT typeid_create_type('person_id', 'user')$$);
SELECT pg_temp.told($$SELECT typeid_create_type('s3', 's3')$$);
SELECT pg_temp.told($$SELECT typeid_create_type('x_id', 'x', 'base62')$$);
SELECT pg_temp.told('INSERT INTO orders (x) VALUES (1)');
\echo '-- The HINT about the domain, followed: no column and no id is lost.'
CREATE TEMP TABLE before AS SELECT n, id::text FROM doms;
ALTER DOMAIN dom_id RENAME TO old_dom_id;
SELECT typeid_create_type('dom_id', 'dom');
ALTER TABLE doms ALTER id DROP DEFAULT, ALTER id TYPE dom_id USING id::typeid::dom_id,
    ALTER id SET DEFAULT dom_id_new();
SELECT count(*) FROM doms JOIN before USING (n) WHERE doms.id::text = before.id;
\echo '-- The HINT about the default, followed.'
ALTER TABLE orders ALTER id SET DEFAULT order_id_new();
INSERT INTO orders (x) VALUES (1) RETURNING x;
CREATE TEMP TABLE mistakes (n serial, type text, text text, meant text);
INSERT INTO mistakes (type, text, meant) VALUES
    -- what was meant is a UUID, a number or a text
    ('user_id', 'bob', NULL),
    ('user_id', '42', NULL),
    ('user_id', 'NULL', NULL),
    ('user_id', 'null', NULL),
    ('user_id', 'DEFAULT', NULL),
    ('user_id', '', NULL),
    ('user_id', '""', NULL),
    ('user_id', '01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', '{01890a5d-ac96-774b-bcce-b302099a8057}', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', '01890A5DAC96774BBCCEB302099A8057', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'urn:uuid:01890a5d-ac96-774b-bcce-b302099a8057',
     '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', '01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', '01H455VB4PEX5VSKNK084SN02Q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'order_01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'ORDER_01H455VB4PEX5VSKNK084SN02Q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'oder_01h455vb4pex5vsknk084sn02q', NULL),
    ('user_id', 'USER_01H455VB4PEX5VSKNK084SN02Q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'User_01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'user_01H455VB4PEX5VSKNK084SN02Q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'user_01h455vb4pex5vsknk084sno2q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'user_oIh455vb4pex5vsknkO84sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'user_01h455vb4pex5vsknk084sn0', NULL),
    ('user_id', 'user_01h455vb4pex5vsknk084sn02qq', NULL),
    ('user_id', 'user_', NULL),
    ('user_id', 'user', NULL),
    ('user_id', 'user_01h455vb4pex5vsknk084sn02q.', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', '"user_01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', '`user_01h455vb4pex5vsknk084sn02q`', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', E'user\\_01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', '{"id":"user_01h455vb4pex5vsknk084sn02q"}', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'id: USER_01H455VB4PEX5VSKNK084SN02Q,', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'user-01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'user 01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'user_01h4-55vb-4pex-5vsk-nk08-4sn0-2q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'user_81h455vb4pex5vsknk084sn02q', NULL),
    ('user_id', 'user_01h455vb4pex5vsknk084sn0uq', NULL),
    ('user_id', 'cus_NffrFeUfNV2Hib', NULL),
    ('user_id', '0ujtsYcgvSTl8PAuAdqWYSMnLOv', NULL),
    ('user_id', '507f1f77bcf86cd799439011', NULL),
    ('user_id', 'Fd1grph2uh4xkiIkpsM2dD', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('user_id', 'é', NULL),
    ('user_id', 'user_é1h455vb4pex5vsknk084sn02', NULL),
    ('order_id', 'nr_5cnUbceUUfj', NULL),
    ('order_id', 'user_badnonsense', NULL),
    ('user_id', 'see order_01h455vb4pex5vsknk084sn02q.', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('typeid', 'bob', NULL),
    ('typeid', 'USER_01H455VB4PEX5VSKNK084SN02Q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('typeid', 'user_01h455vb4pex5vsknk084sn0', NULL),
    ('typeid', '01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('typeid', 'us3r_01h455vb4pex5vsknk084sn02q', NULL),
    ('typeid', 'user__01h455vb4pex5vsknk084sn02q', NULL),
    ('typeid', '_01h455vb4pex5vsknk084sn02q', NULL),
    ('typeid', '8zzzzzzzzzzzzzzzzzzzzzzzzz', NULL),
    ('typeid', 'NULL', NULL),
    ('typeid', 'user_01h455vb4pex5vsknk084sn02q ', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('ulid', 'user_01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('ulid', 'O1H455VB4PEX5VSKNK084SN02Q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('ulid', '01H455VB4PEX5VSKNK084SN02', NULL),
    ('ulid', '81H455VB4PEX5VSKNK084SN02Q', NULL),
    ('ulid', '{01890a5d-ac96-774b-bcce-b302099a8057}', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('ulid', 'Fd1grph2uh4xkiIkpsM2dD', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('ulid', '', NULL),
    ('ulid', '"01H455VB4PEX5VSKNK084SN02Q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('base62id', 'zzzzzzzzzzzzzzzzzzzzzz', NULL),
    ('base62id', '01H455VB4PEX5VSKNK084SN02Q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('base62id', 'user_01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('base62id', 'Fd1grph2uh4xkiIkpsM2dD ', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('base62id', 'Fd1grph2uh4xkiIkpsM2', NULL),
    ('base62id', 'Fd1grph2uh4xkiIkpsM2d-', NULL),
    ('base64uuid', 'zzzzzzzzzzzzzzzzzzzzzz', NULL),
    ('uid11', '42', NULL),
    ('uid11', '01890a5d-ac96-774b-bcce-b302099a8057', NULL),
    ('uid11', 'zzzzzzzzzzz', NULL),
    ('uid11', '1111O111111', NULL),
    ('uid11', '""', NULL),
    ('baseuid', '01890a5d-ac96-774b-bcce-b302099a8057', NULL),
    ('baseuid', '2d8bf8e1-4c3e-8a55-ac7e-d608f11422c4', '2d8bf8e1-4c3e-8a55-ac7e-d608f11422c4'),
    ('baseuid', 'ANjssJkydKgUhN7wGFX', NULL),
    ('cus_id', 'Fd1grph2uh4xkiIkpsM2dD', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('cus_id', 'cus_zzzzzzzzzzzzzzzzzzzzzz', NULL),
    ('cus_id', 'cus-Fd1grph2uh4xkiIkpsM2dD', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('cus_id', 'cus_Fd1grph2uh4xkiIkpsM2dD,', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('cus_id', 'cus_NffrFeUfNV2Hib', NULL),
    ('cus_id', 'cus_Fd1grph2uh4xkiIkpsM2d_', NULL),
    ('cus_id', '01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('prod_id', 'prod-01H455VB4PEX5VSKNK084SN02Q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('prod_id', '01H455VB4PEX5VSKNK084SN02Q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('prod_id', 'prod_01H455VB4PEX5VSKNK084SN02U', NULL),
    ('prod_id', 'prod_01890a5d-ac96-774b-bcce-b302099a8057',
     '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('usr_id', 'usr_01890a5dac96774bbcceb302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('usr_id', 'usr-01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('usr_id', 'usr_01890a5d-ac96-774b-bcce-b302099a80g7', NULL),
    ('usr_id', 'usr_01890a5d-ac96-774b-bcce', NULL),
    ('usr_id', '01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('usr_id', 'USR_01890a5d-ac96-774b-bcce-b302099a8057', NULL),
    ('s3_id', 'S3_b_01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('s3_id', 's3_b_01890a5dac96774bbcceb302099a8057', NULL),
    ('s3_id', '01890a5dac96774bbcceb302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('s3_id', 'S3_b_01890a5dac96774bbcceb302099a805x', NULL),
    ('nr_id', '42', NULL),
    ('nr_id', 'nr_zzzzzzzzzzz', NULL),
    ('nr_id', '01890a5d-ac96-774b-bcce-b302099a8057', NULL),
    ('nr_id', '5cnUbceUUfj', NULL),
    ('nr_id', 'nr_0', NULL),
    ('nr_id', 'NULL', NULL),
    ('bare_id', 'x', NULL),
    ('bare_id', 'user_01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('bare_id', 'zzzzzzzzzzzzzzzzzzzzzz', NULL);
SELECT pg_temp.told(format('SELECT %L::%s', text, type)) FROM mistakes ORDER BY n;
\echo '-- HINTs that name what to write are followed: each gives a value, the UUID that was'
\echo '-- meant where there is one.'
CREATE FUNCTION pg_temp.value_of(expression text) RETURNS text STRICT LANGUAGE plpgsql AS $$
DECLARE
    value text;
BEGIN
    EXECUTE 'SELECT ' || expression INTO value;
    RETURN coalesce(value, 'NULL');
EXCEPTION WHEN OTHERS THEN
    RETURN 'ERROR ' || SQLERRM;
END $$;
CREATE TEMP TABLE followed AS
    SELECT m.*, hint, remedy, pg_temp.value_of(remedy) AS value
      FROM mistakes AS m, pg_temp.hint_of(format('SELECT %L::%s', text, type)) AS hint,
           pg_temp.remedy_of(hint, text, type) AS remedy;
SELECT count(*) AS mistakes, count(hint) AS hints, count(remedy) AS remedies,
    count(*) FILTER (WHERE value LIKE 'ERROR %') AS wrong FROM followed;
\echo '-- None gives an error: no row.'
SELECT type, text, hint, value FROM followed WHERE value LIKE 'ERROR %' ORDER BY n;
\echo '-- Where a UUID was meant, none but these gives another value: of a text without type prefix'
\echo '-- that two notations read, the HINT names neither.'
SELECT type, text, hint, value, meant FROM followed
    WHERE (meant IS NOT NULL AND (remedy IS NULL
           OR NOT EXISTS (SELECT FROM base62id_inspect(value) AS i WHERE i.uuid = meant::uuid)))
    ORDER BY n;
\echo '-- Those that name nothing to write.'
SELECT hint, count(*) FROM followed WHERE remedy IS NULL AND hint IS NOT NULL
    GROUP BY hint ORDER BY hint COLLATE "C";
\echo '-- None says to drop something.'
SELECT count(*) FROM followed WHERE hint ~* '\mdrop\M';
\echo '-- A type prefix.'
SELECT pg_temp.told(format('SELECT typeid_generate(%L)', prefix))
    FROM unnest(ARRAY['User', 'user_', 'user-id', 'user2']) AS prefix;
SELECT pg_temp.told($$SELECT typeid_create_type('thing_id', 'thing', 'crockford')$$);
DROP TABLE orders, doms;
DROP TYPE user_id, order_id, cus_id, prod_id, usr_id, s3_id, nr_id, bare_id, dom_id CASCADE;
DROP DOMAIN old_dom_id;
