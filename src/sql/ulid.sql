--@ layout LIKE = pg_catalog.uuid
--@ comment ULID: 48 bits of time and 80 random bits as 26 symbols that sort as the value does
--@ family uuid

CREATE FUNCTION ulid_generate() RETURNS ulid
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_generate() IS 'new ulid, increasing within a session';
CREATE FUNCTION ulid_generate(timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME', 'ulid_generate_at' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_generate(timestamptz) IS 'ulid of a given time and 80 random bits, for backfilling';
CREATE FUNCTION ulid_encode(uuid) RETURNS text
AS 'MODULE_PATHNAME', 'ulid_encode_uuid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_encode(uuid) IS 'ULID of a UUID, 26 symbols';
CREATE FUNCTION ulid_encode(text) RETURNS text
AS 'MODULE_PATHNAME', 'ulid_encode_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_encode(text) IS 'ULID of the 36-character text of a UUID, NULL if it is invalid';
CREATE FUNCTION ulid_decode(text) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_decode(text) IS 'UUID of a ULID in either case, NULL if it is invalid';
CREATE FUNCTION ulid_normalize(text) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_normalize(text)
    IS 'the ULID that somebody typed: I and L read as 1, O as 0, without hyphens and spaces; NULL if it is invalid';
CREATE FUNCTION ulid_timestamp(ulid) RETURNS timestamptz
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_timestamp(ulid) IS 'time of a ulid, to the millisecond';
CREATE FUNCTION ulid_min(timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_min(timestamptz) IS 'first ulid of that millisecond';
CREATE FUNCTION ulid_max(timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_max(timestamptz) IS 'last ulid of that millisecond';
