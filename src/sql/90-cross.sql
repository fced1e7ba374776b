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
