--@ layout LIKE = pg_catalog.uuid
--@ comment UUID written as Base62id: 22 symbols that sort as the value does
--@ family uuid

CREATE FUNCTION base62id_encode(uuid) RETURNS text
AS 'MODULE_PATHNAME', 'base62id_encode_uuid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_encode(uuid) IS 'Base62id of a UUID, 22 symbols';
CREATE FUNCTION base62id_encode(text) RETURNS text
AS 'MODULE_PATHNAME', 'base62id_encode_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_encode(text) IS 'Base62id of the 36-character text of a UUID, NULL if it is invalid';
CREATE FUNCTION base62id_encode(bytea) RETURNS text
AS 'MODULE_PATHNAME', 'base62id_encode_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION base62id_encode(bytea) IS 'Base62id of any octets up to 64 KiB';
CREATE FUNCTION base62id_decode(text) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_decode(text) IS 'UUID of a Base62id of 22 symbols, NULL if it is invalid';
CREATE FUNCTION base62id_decode_bytea(text) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION base62id_decode_bytea(text) IS 'octets of a Base62id of any length, NULL if it is invalid';

