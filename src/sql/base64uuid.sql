--@ layout LIKE = pg_catalog.uuid
--@ comment UUID written as Base64UUID: 22 URL-safe symbols that sort as the value does
--@ family uuid

CREATE FUNCTION base64uuid_encode(uuid) RETURNS text
AS 'MODULE_PATHNAME', 'base64uuid_encode_uuid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_encode(uuid) IS 'Base64UUID of a UUID, 22 symbols';
CREATE FUNCTION base64uuid_encode(text) RETURNS text
AS 'MODULE_PATHNAME', 'base64uuid_encode_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_encode(text) IS 'Base64UUID of the 36-character text of a UUID, NULL if it is invalid';
CREATE FUNCTION base64uuid_decode(text) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_decode(text) IS 'UUID of a Base64UUID, NULL if it is invalid';

CREATE FUNCTION uuid_to_base32hex(uuid) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_to_base32hex(uuid)
    IS 'base32hex (RFC 4648, section 7) of a UUID for dictation: 26 upper-case symbols, no padding';
CREATE FUNCTION uuid_from_base32hex(text) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_from_base32hex(text) IS 'UUID of a base32hex in either case, NULL if it is invalid';

