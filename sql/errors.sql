-- The SQLSTATEs of docs/reference.md, a statement for each that needs nothing but a database.  Of files, the clock and damaged
-- data: test/health/run and sql/hostile_search.sql; of two sessions: test/isolation.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql

SELECT typeid_create_type('kept_id', 'kept') \g /dev/null
CREATE TABLE kept (id kept_id);
SELECT pg_temp.sqlstate_of(statement) AS sqlstate, statement FROM (VALUES
    ('SELECT ''!''::base62id'), ('SELECT xid_parse(''!'')'), ('SELECT ''order_01h455vb4pex5vsknk084sn02q''::kept_id'),
    ('SELECT (-1)::bigint::uid11'), ('SELECT ''jpXCZedGfVQ''::uid11::smallint'), ('SELECT xid_pack(now(), -1)'),
    ('SELECT xid_min(''infinity'')'), ('SELECT uuid_v7_new(''1969-01-01'')'),
    ('SELECT typeid_generate(''User'')'), ('SELECT uid11_snowish_new(1024)'), ('SELECT typeid_generate_batch(''user'', -1)'), ('SELECT ''order_01h455vb4pex5vsknk084sn02q''::typeid::kept_id'),
    ('SELECT uuid_to_baseuid(gen_random_uuid())'), ('SELECT typeid_create_type(''bad_id'', ''Bad'')'), ('SELECT typeid_create_type(''bad_id'', ''bad'', ''none'')'),
    ('SELECT base62id_encode(decode(repeat(''00'', 65537), ''hex''))'),
    ('SELECT uid11_snowish_new()'), ('SELECT uid11_mask(1, ''inv'')'), ('SELECT typeid_create_type(''m_id'', ''m'', mask_key => 1)'),
    ('SELECT typeid_create_type(''kept_id'', ''other'')'), ('SELECT typeid_create_type(repeat(''a'', 60), ''long'')'), ('SELECT typeid_create_type(''pg_temp.t_id'', ''t'')'),
    ('SELECT typeid_create_type(NULL, ''x'')'), ('SELECT typeid_upgrade_type(NULL)'), ('SELECT typeid_drop_type(NULL)'),
    ('SELECT typeid_upgrade_type(''uuid'')'), ('SELECT typeid_drop_type(''uuid'')'), ('SELECT typeid_drop_type(''kept_id'')'),
    ('CREATE FUNCTION bad() RETURNS kept_id LANGUAGE typed_id AS ''none'''),
    ('SET base62id.machine = 1'), ('SET base62id.output = ''none''')) AS v(statement);
DROP TABLE kept;
SELECT typeid_drop_type('kept_id');
