-- what is of no system

CREATE FUNCTION base62id_version() RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_version() IS 'version of the base62id library';

CREATE FUNCTION base62id_inspect(text)
RETURNS TABLE (system text, type_prefix text, uuid uuid, uuid_version integer, made timestamptz, fields jsonb)
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 2;
COMMENT ON FUNCTION base62id_inspect(text) IS 'what is this id? a row for each system that takes the text';

CREATE FUNCTION base62id_health() RETURNS TABLE (what text, state text, detail text, value numeric)
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE ROWS 12;
COMMENT ON FUNCTION base62id_health()
    IS 'the state of the extension on this server, for a monitor: ok, note, warning or broken, and why; '
    'raises no error';

-- PARALLEL UNSAFE: it executes anything. Whoever may SET ROLE to the role may call it.
CREATE FUNCTION base62id_execute_as(role name, statements text) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE;
COMMENT ON FUNCTION base62id_execute_as(name, text)
    IS 'executes statements with the rights of a role, whose code can keep nothing back: for '
    'base62id-migrate; the first value of the last one, as text';

-- UUIDs of version 7, for columns of uuid and of any type of its family

CREATE FUNCTION uuid_v7_new() RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v7_new() IS 'new UUID of version 7, greater than all that this session made before';
CREATE FUNCTION uuid_v7_new(timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'uuid_v7_new_at' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v7_new(timestamptz) IS 'UUID of version 7 of a given time, for backfilling';
CREATE FUNCTION uuid_v7_timestamp(uuid) RETURNS timestamptz
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v7_timestamp(uuid) IS 'time of a UUID of version 7, in milliseconds; NULL of another version';
CREATE FUNCTION uuid_v7_min(timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v7_min(timestamptz) IS 'first UUID of version 7 of that millisecond';
CREATE FUNCTION uuid_v7_max(timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v7_max(timestamptz) IS 'last UUID of version 7 of that millisecond';

-- masks of UUIDs: each undoes the other, so who may call one may know when rows were made

CREATE FUNCTION uuid_mask(uuid, key integer DEFAULT 1) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL RESTRICTED;
CREATE FUNCTION uuid_unmask(uuid, key integer DEFAULT 1) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL RESTRICTED;
REVOKE EXECUTE ON FUNCTION uuid_mask(uuid, integer), uuid_unmask(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION uuid_mask(uuid, integer), uuid_unmask(uuid, integer) TO pg_database_owner WITH GRANT OPTION;
COMMENT ON FUNCTION uuid_mask(uuid, integer)
    IS 'UUIDv47: the version 4 façade of a version 7 UUID, by the mask key of that number';
COMMENT ON FUNCTION uuid_unmask(uuid, integer) IS 'UUIDv47: the version 7 UUID of a façade';
