-- Functions by which test_conformance.py asks the server. They return the SQLSTATE of what is
-- refused. A text comes as octets of UTF-8, since one with a zero octet cannot be a literal.

-- The canonical id that a type reads in a text.
CREATE FUNCTION id_in(type text, octets bytea) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    id text;
BEGIN
    EXECUTE format('SELECT ($1::%s)::text', type) INTO id USING convert_from(octets, 'UTF8');
    RETURN id;
EXCEPTION WHEN OTHERS THEN
    RETURN sqlstate;
END $$;

-- The name of a new id type, in a schema of its own: a schema has a type prefix once.
CREATE FUNCTION new_type(n integer, prefix bytea, notation text, mask_key integer, accepts boolean)
RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE SCHEMA kind_%s', n);
    RETURN typeid_create_type(
        format('kind_%s.id', n), convert_from(prefix, 'UTF8'), notation, mask_key, accepts);
EXCEPTION WHEN OTHERS THEN
    RETURN sqlstate;
END $$;
