-- The SQLSTATEs of docs/reference.md, which programs look at: a statement for each that needs
-- nothing but a database. Of files, the clock and damaged data: test/health and
-- sql/hostile_search.sql; of two sessions: test/isolation.
\i test/lib/helpers.sql

SELECT typeid_create_type('kept_id', 'kept') \g /dev/null
CREATE TABLE kept (id kept_id);
SELECT pg_temp.sqlstate_of(statement) AS sqlstate, statement FROM (VALUES
    ('SELECT ''!''::base62id'), ('SELECT xid_parse(''!'')'),
    ('SELECT ''order_01h455vb4pex5vsknk084sn02q''::kept_id'),
    ('SELECT (-1)::bigint::uid11'), ('SELECT ''jpXCZedGfVQ''::uid11::smallint'),
    ('SELECT xid_pack(now(), -1)'), ('SELECT uid11_snowish_new(1024)'),
    ('SELECT xid_min(''infinity'')'), ('SELECT uuid_v7_new(''1969-01-01'')'),
    ('SELECT typeid_generate(''User'')'), ('SELECT typeid_generate_batch(''user'', -1)'),
    ('SELECT ''order_01h455vb4pex5vsknk084sn02q''::typeid::kept_id'),
    ('SELECT uuid_to_baseuid(gen_random_uuid())'),
    ('SELECT typeid_create_type(''bad_id'', ''Bad'')'),
    ('SELECT typeid_create_type(''bad_id'', ''bad'', ''none'')'),
    ('SELECT base62id_encode(decode(repeat(''00'', 65537), ''hex''))'),
    ('SELECT uid11_snowish_new()'), ('SELECT uid11_mask(1, ''inv'')'),
    ('SELECT typeid_create_type(''m_id'', ''m'', mask_key => 1)'),
    ('SELECT typeid_create_type(''kept_id'', ''other'')'),
    ('SELECT typeid_create_type(repeat(''a'', 60), ''long'')'),
    ('SELECT typeid_create_type(''pg_temp.t_id'', ''t'')'),
    ('SELECT typeid_create_type(NULL, ''x'')'), ('SELECT typeid_upgrade_type(NULL)'),
    ('SELECT typeid_drop_type(NULL)'),
    ('SELECT typeid_upgrade_type(''uuid'')'), ('SELECT typeid_drop_type(''uuid'')'),
    ('SELECT typeid_drop_type(''kept_id'')'),
    ('CREATE FUNCTION bad() RETURNS kept_id LANGUAGE id_type AS ''none'''),
    ('SET base62id.machine = 1'), ('SET base62id.output = ''none''')) AS v(statement);
DROP TABLE kept;
SELECT typeid_drop_type('kept_id');

\echo '-- ========== The settings of a server''s place in a cluster =========='
\echo '-- Without them: no number, no key.  (The server under test has none in its configuration.)'
SELECT name, CASE name WHEN 'scope' THEN (value = xid_generator_scope())::text ELSE value
    END AS value, detail FROM base62id_settings();
SELECT pg_temp.sqlstate_of('SELECT uid11_snowish_new()');
SELECT uid11_snowish_new();
SHOW base62id.machine;
SELECT name, setting, context, vartype, min_val, max_val, boot_val FROM pg_settings
    WHERE name LIKE 'base62id.%' ORDER BY name;

\echo '-- Only the configuration of the server may set them: 55P02, but of the last three names,'
\echo '-- which are no settings of ours (42602).'
SELECT count(*), string_agg(concat(statement, ': ', state), E'\n')
    FILTER (WHERE state IS DISTINCT FROM '55P02') AS others FROM (
SELECT statement, pg_temp.sqlstate_of(statement) AS state FROM unnest(ARRAY[
    'SET base62id.machine = 1', 'SET LOCAL base62id.machine = 1',
    'SET SESSION base62id.cluster_key_file = ''f''', 'RESET base62id.machine',
    'SELECT set_config(''base62id.machine'', ''1'', false)',
    'SELECT set_config(''base62id.cluster_key_file'', ''f'', true)',
    'UPDATE pg_settings SET setting = 1 WHERE name = ''base62id.machine''',
    'ALTER ROLE CURRENT_USER SET base62id.machine = 1',
    'ALTER ROLE ALL SET base62id.cluster_key_file = ''f''',
    'SET base62id.mask_key_file = ''f''', 'SET base62id.reserved_file = ''f''',
    'ALTER DATABASE template1 SET base62id.mask_key_file = ''f''',
    'ALTER DATABASE template1 SET base62id.machine = 1',
    'CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql SET base62id.machine = 1 AS ''SELECT 1''',
    'SET base62id.cluster_key = ''k''', 'SET base62id.machines = 1',
    'SET base62id.other = 1']) AS statement) AS answers;
\echo '-- Nothing has changed.'
SELECT setting FROM pg_settings WHERE name = 'base62id.machine';

\echo '-- Where the keys lie is for superusers; their digests and the number are for all.'
CREATE ROLE regress_base62id_reader;
SET ROLE regress_base62id_reader;
SELECT name, pg_temp.sqlstate_of('SELECT current_setting(''base62id.' || name || ''')')
    FROM unnest(ARRAY['cluster_key_file', 'mask_key_file', 'reserved_file']) AS name;
SELECT name FROM pg_settings WHERE name LIKE 'base62id.%';
SELECT name, value FROM base62id_settings() WHERE name <> 'scope';
RESET ROLE;
DROP ROLE regress_base62id_reader;
