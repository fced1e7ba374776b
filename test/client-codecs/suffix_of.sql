-- What follows the type prefix in the id of a UUID.
CREATE FUNCTION pg_temp.suffix_of(notation text, u uuid) RETURNS text LANGUAGE sql AS $$
    SELECT CASE notation
        WHEN 'typeid' THEN typeid_encode('', u)
        WHEN 'ulid' THEN ulid_encode(u)
        WHEN 'base62id' THEN base62id_encode(u)
        WHEN 'base64uuid' THEN base64uuid_encode(u)
        WHEN 'uuid' THEN u::text
        WHEN 'hex' THEN replace(u::text, '-', '')
    END
$$;
