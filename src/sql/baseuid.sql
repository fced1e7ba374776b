--@ layout INTERNALLENGTH = 15, ALIGNMENT = char, STORAGE = plain
--@ comment BaseUid: 48 bits of time and 72 random bits as 20 symbols that sort as the value does

CREATE FUNCTION baseuid_new() RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_new() IS 'new baseuid, increasing within a session';
CREATE FUNCTION baseuid_new(timestamptz) RETURNS baseuid
AS 'MODULE_PATHNAME', 'baseuid_new_at' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_new(timestamptz) IS 'baseuid of a given time and 72 random bits, for backfilling';
CREATE FUNCTION baseuid_encode(bytea) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_encode(bytea) IS 'BaseUid text of 15 octets, NULL for any other length';
CREATE FUNCTION baseuid_decode(text) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_decode(text) IS 'baseuid of its text, NULL if it is invalid';
CREATE FUNCTION baseuid_timestamp(baseuid) RETURNS timestamptz
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_timestamp(baseuid) IS 'time of a baseuid, in steps of 32.768 microseconds';
CREATE FUNCTION baseuid_min(timestamptz) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_min(timestamptz) IS 'first baseuid of that microsecond';
CREATE FUNCTION baseuid_max(timestamptz) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_max(timestamptz) IS 'last baseuid of that microsecond';

-- UUID version 8

CREATE FUNCTION baseuid_to_uuid(baseuid) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_to_uuid(baseuid) IS 'baseuid as UUID of version 8';
CREATE FUNCTION baseuid_from_uuid(uuid) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_from_uuid(uuid) IS 'baseuid of its UUID of version 8, NULL if it is invalid';
CREATE FUNCTION uuid_to_baseuid(uuid) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_to_baseuid(uuid) IS 'cast: baseuid of its UUID of version 8; an error if it is invalid';
CREATE CAST (baseuid AS uuid) WITH FUNCTION baseuid_to_uuid(baseuid) AS ASSIGNMENT;
CREATE CAST (uuid AS baseuid) WITH FUNCTION uuid_to_baseuid(uuid);

