-- What the types that are UUIDs share with uuid itself; uuid_family.sql.in has the rest, for each of them.

CREATE FUNCTION uuid_family_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_family_support(internal) IS 'planner support for comparing uuid with a type of its family';

