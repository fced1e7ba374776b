-- The calls that users write: by name, without casts, in all places. The list of everything
-- is in surface.sql.
\i test/lib/helpers.sql

\echo '-- Argument names: the calls by name that scripts contain.'
SELECT
    typeid_generate(prefix => 'user') @> 'user',
    typeid_generate_text(prefix => 'user') ^@ 'user_',
    typeid_encode(prefix => 'user', uuid => '01890a5d-ac96-774b-bcce-b302099a8057'),
    typeid_decode(input => 'user_01h455vb4pex5vsknk084sn02q'),
    typeid_parse(input => 'user_01h455vb4pex5vsknk084sn02q'),
    typeid_print(typeid => 'user_01h455vb4pex5vsknk084sn02q');
SELECT
    typeid_to_uuid(typeid => 'user_01h455vb4pex5vsknk084sn02q'),
    uuid_to_typeid(prefix => 'user', uuid => '01890a5d-ac96-774b-bcce-b302099a8057'),
    typeid_timestamp(typeid => 'user_01h455vb4pex5vsknk084sn02q'),
    cardinality(typeid_generate_batch(prefix => 'user', count => 2));
SELECT
    typeid_check('user_01h455vb4pex5vsknk084sn02q', prefix => 'user'),
    typeid_check_text('user_01h455vb4pex5vsknk084sn02q', prefix => 'user'),
    typeid_has_prefix('user_01h455vb4pex5vsknk084sn02q', prefix => 'user');
SELECT
    typeid_min('user', '2025-01-01') < typeid_max('user', '2025-01-01') AS bounds,
    (uid11_snowish_parse(uid11_snowish_new(machine => 5))).machine = 5 AS snowish,
    xid_pack('2025-01-01', random => 5),
    uid11_prefix_range(prefix => '5');
\echo '-- Columns of functions with OUT arguments.'
\pset tuples_only off
\pset footer off
SELECT * FROM uid11_prefix_range('5cnU');
SELECT * FROM xid_parse('5cnUKyF6Af5');
SELECT * FROM xid_parse_prefix('5cnUKyF');
SELECT * FROM uid11_snowish_parse('5cnUKyF6Af5');
SELECT * FROM uid11_ts_seq_rand_parse('5cnUKyF6Af5');
SELECT * FROM uid11_fullrand_parse('5cnUKyF6Af5');
\pset tuples_only on

\echo '-- What is overloaded finds its function without casts.'
SELECT
    base62id_encode('123e4567-e89b-12d3-a456-426614174000'::uuid) AS uuid,
    base62id_encode('123e4567-e89b-12d3-a456-426614174000'::text) AS text,
    base62id_encode('\x123e4567e89b12d3a456426614174000'::bytea) AS bytea,
    base62id_encode('123e4567-e89b-12d3-a456-426614174000') AS unknown,
    base62id_encode('123e4567-e89b-12d3-a456-426614174000'::varchar) AS varchar,
    base64uuid_encode('123e4567-e89b-12d3-a456-426614174000') AS unknown64;
SELECT
    abs(extract(epoch FROM now() - xid_timestamp(xid_new()))) < 60 AS now,
    xid_new('2025-01-01') ^@ '53' AS given,
    xid_new(now()) > xid_new('2025-01-01'::date) AS date,
    baseuid_new('2025-01-01'::timestamp)
        BETWEEN baseuid_min('2025-01-01') AND baseuid_max('2025-01-01') AS timestamp;
\echo '-- The same functions in the FROM clause, in an index, in a generated column, in a CHECK.'
SELECT * FROM typeid_decode('user_01h455vb4pex5vsknk084sn02q');
CREATE TEMP TABLE orders (id typeid CHECK (typeid_has_prefix(id, 'order')),
    u uuid GENERATED ALWAYS AS (typeid_to_uuid(id)) STORED);
CREATE UNIQUE INDEX ON orders (typeid_to_uuid(id));
CREATE INDEX ON orders (typeid_timestamp(id));
INSERT INTO orders VALUES ('order_01h455vb4pex5vsknk084sn02q');
SELECT * FROM orders;
SELECT pg_temp.error_of($$INSERT INTO orders VALUES ('user_01h455vb4pex5vsknk084sn02q')$$) ~
    '^23514' AS refused;
