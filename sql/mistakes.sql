-- What beginners do most, and what they are told: SQLSTATE, message, DETAIL, HINT.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
SELECT typeid_create_type('order_id', 'order'), typeid_create_type('item_id', 'item'),
    typeid_create_type('cus_id', 'cus', 'base62id'),
       typeid_create_type('nr_id', 'nr', 'uid11');
\set ECHO none
CREATE TEMP TABLE orders (id order_id PRIMARY KEY DEFAULT typeid_generate('user'), x integer);
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
\set ECHO all
\pset format unaligned
\pset tuples_only on
-- a text for a column of a type
SELECT pg_temp.told(format('SELECT %L::%s', text, type)) FROM (VALUES
    ('typeid', 'USER_01H455VB4PEX5VSKNK084SN02Q'), ('order_id', 'ORDER_01H455VB4PEX5VSKNK084SN02Q'),
    ('typeid', 'user_01h455vb4pex5vsknk084sn02q '),
    ('order_id', ' order_01h455vb4pex5vsknk084sn02q'),
    ('order_id', E'order_01h455vb4pex5vsknk084sn02q\n'), ('base62id', 'G8YOG5efuH94ezE3H5aIvQ '),
    ('cus_id', E'\tcus_G8YOG5efuH94ezE3H5aIvQ'),
    ('order_id', '''order_01h455vb4pex5vsknk084sn02q'''), ('ulid', '"01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    ('ulid', 'O1ARZ3NDEKTSV4RRFFQ69G5FAV'),
    ('order_id', 'oder_01h455vb4pex5vsknk084sn02q'),
    ('order_id', 'item_01h455vb4pex5vsknk084sn02q'), ('cus_id', 'order_01h455vb4pex5vsknk084sn02q'),
    ('order_id', '01h455vb4pex5vsknk084sn02q'), ('cus_id', 'G8YOG5efuH94ezE3H5aIvQ'),
    ('order_id', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('typeid', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('cus_id', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('uid11', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('baseuid', '01890a5d-ac96-774b-bcce-b302099a8057'),
    ('ulid', '{01890a5d-ac96-774b-bcce-b302099a8057}'),
    ('order_id', ''), ('base62id', ''), ('uid11', '""'), ('uid11', '42'), ('typeid', 'user'),
    ('order_id', 'total'), ('order_id', '-'),
    ('uid11', 'order_01h455vb4pex5vsknk084sn02q'), ('base62id', '01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    ('nr_id', '42'), ('nr_id', '01890a5d-ac96-774b-bcce-b302099a8057'), ('nr_id', '5cnUbceUUfj'),
    ('nr_id', 'nr_0'), ('order_id', 'nr_5cnUbceUUfj'), ('ulid', 'é'),
    ('cus_id', 'cus_é')) AS mistakes (type, text);
-- a default of another kind, which only an INSERT sees
SELECT pg_temp.told('INSERT INTO orders (x) VALUES (1)');
-- a type prefix
SELECT pg_temp.told(format('SELECT typeid_generate(%L)', prefix))
    FROM unnest(ARRAY['User', 'user_', 'user-id', 'user2']) AS prefix;
SELECT pg_temp.told($$SELECT typeid_create_type('thing_id', 'thing', 'crockford')$$);
SELECT pg_temp.told($$SELECT typeid_create_type('order2_id', 'order')$$);
DROP TABLE orders;
DROP TYPE order_id, item_id, cus_id, nr_id CASCADE;
