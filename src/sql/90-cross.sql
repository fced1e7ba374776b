-- casts between systems, and what is of none of them

CREATE CAST (base62id AS base64uuid) WITHOUT FUNCTION;
CREATE CAST (base64uuid AS base62id) WITHOUT FUNCTION;
CREATE CAST (base62id AS ulid) WITHOUT FUNCTION;
CREATE CAST (ulid AS base62id) WITHOUT FUNCTION;
CREATE CAST (base64uuid AS ulid) WITHOUT FUNCTION;
CREATE CAST (ulid AS base64uuid) WITHOUT FUNCTION;

CREATE FUNCTION base62id_version() RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_version() IS 'version of the base62id library';

CREATE FUNCTION base62id_inspect(text)
RETURNS TABLE (system text, type_prefix text, uuid uuid, uuid_version integer, made timestamptz, fields jsonb)
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 2;
COMMENT ON FUNCTION base62id_inspect(text) IS 'what is this id? a row for each system that takes the text';
