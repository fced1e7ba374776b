-- casts between the systems that are UUIDs

CREATE CAST (base62id AS base64uuid) WITHOUT FUNCTION;
CREATE CAST (base64uuid AS base62id) WITHOUT FUNCTION;
CREATE CAST (base62id AS ulid) WITHOUT FUNCTION;
CREATE CAST (ulid AS base62id) WITHOUT FUNCTION;
CREATE CAST (base64uuid AS ulid) WITHOUT FUNCTION;
CREATE CAST (ulid AS base64uuid) WITHOUT FUNCTION;
-- what is of no system

CREATE FUNCTION base62id_version() RETURNS text @immutable@;
--| version of the base62id library

CREATE FUNCTION base62id_inspect(text)
RETURNS TABLE (system text, type_prefix text, uuid uuid, uuid_version integer, made timestamptz, fields jsonb)
@immutable@ ROWS 2;
--| what is this id? a row for each system that takes the text

CREATE FUNCTION base62id_health() RETURNS TABLE (what text, state text, detail text, value numeric) @volatile@ ROWS 12;
--| the state of the extension on this server, for a monitor: ok, note, warning or broken, and why; raises no error

-- PARALLEL UNSAFE: it executes anything. Whoever may SET ROLE to the role may call it.
CREATE FUNCTION base62id_execute_as(role name, statements text) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE;
--| executes statements with the rights of a role, whose code can keep nothing back: for base62id-migrate; the first
--| value of the last one, as text

-- UUIDs of version 7, for columns of uuid and of any type of its family

CREATE FUNCTION uuid_v7_new() RETURNS uuid @volatile@;
--| new UUID of version 7, greater than all that this session made before
CREATE FUNCTION uuid_v7_new(timestamptz) RETURNS uuid @volatile uuid_v7_new_at@;
--| UUID of version 7 of a given time, for backfilling
CREATE FUNCTION uuid_v7_timestamp(uuid) RETURNS timestamptz @immutable@;
--| time of a UUID of version 7, in milliseconds; NULL of another version
CREATE FUNCTION uuid_v7_min(timestamptz) RETURNS uuid @immutable@;
--| first UUID of version 7 of that millisecond
CREATE FUNCTION uuid_v7_max(timestamptz) RETURNS uuid @immutable@;
--| last UUID of version 7 of that millisecond

-- masks of UUIDs: each undoes the other, so who may call one may know when rows were made

CREATE FUNCTION uuid_mask(uuid, key integer DEFAULT 1) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL RESTRICTED;
--| UUIDv47: the version 4 façade of a version 7 UUID, by the mask key of that number
CREATE FUNCTION uuid_unmask(uuid, key integer DEFAULT 1) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL RESTRICTED;
--| UUIDv47: the version 7 UUID of a façade
REVOKE EXECUTE ON FUNCTION uuid_mask(uuid, integer), uuid_unmask(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION uuid_mask(uuid, integer), uuid_unmask(uuid, integer) TO pg_database_owner WITH GRANT OPTION;
