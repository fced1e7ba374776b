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

-- What the planner makes of the right side of a search that must be evaluated once (src/pg/search.cpp).  VOLATILE,
-- so that no estimate calls them.
CREATE FUNCTION base62id_right_side(text, integer) RETURNS text
AS 'MODULE_PATHNAME', 'base62id_keep_right_side' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
CREATE FUNCTION base62id_right_side(integer) RETURNS text
AS 'MODULE_PATHNAME', 'base62id_take_right_side' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_right_side(text, integer) IS 'for index conditions: the right side of a search, kept for the next call';
COMMENT ON FUNCTION base62id_right_side(integer) IS 'for index conditions: the right side of a search, as it was kept';
