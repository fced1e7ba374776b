\echo Use "CREATE EXTENSION base62id" to load this file. \quit

-- BRIN support functions for the minmax and minmax_multi classes of every type: core's, which do not work on domains

CREATE FUNCTION base62id_brin_minmax_opcinfo(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_opcinfo(internal) IS 'BRIN minmax support, for domains too';
CREATE FUNCTION base62id_brin_minmax_add_value(internal, internal, internal, internal) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_add_value(internal, internal, internal, internal)
    IS 'BRIN minmax support, for domains too';
CREATE FUNCTION base62id_brin_minmax_consistent(internal, internal, internal) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_consistent(internal, internal, internal)
    IS 'BRIN minmax support, for domains too';
CREATE FUNCTION base62id_brin_minmax_union(internal, internal, internal) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_union(internal, internal, internal) IS 'BRIN minmax support, for domains too';
CREATE FUNCTION base62id_brin_minmax_multi_opcinfo(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_multi_opcinfo(internal) IS 'BRIN minmax multi support, for domains too';
CREATE FUNCTION base62id_brin_minmax_multi_add_value(internal, internal, internal, internal) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_multi_add_value(internal, internal, internal, internal)
    IS 'BRIN minmax multi support, for domains too';
CREATE FUNCTION base62id_brin_minmax_multi_consistent(internal, internal, internal, integer) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_multi_consistent(internal, internal, internal, integer)
    IS 'BRIN minmax multi support, for domains too';
CREATE FUNCTION base62id_brin_minmax_multi_union(internal, internal, internal) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_multi_union(internal, internal, internal)
    IS 'BRIN minmax multi support, for domains too';
