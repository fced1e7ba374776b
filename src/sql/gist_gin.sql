-- ---------- GiST and GIN: what types share ----------

-- GiST and GIN support functions that are the same for every type.  They take "any": an operator class takes a function
-- only of its own type or of this.

CREATE FUNCTION base62id_gist_union(internal, internal) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_gist_union(internal, internal) IS 'GiST union support';
CREATE FUNCTION base62id_gist_penalty(internal, internal, internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_gist_penalty(internal, internal, internal) IS 'GiST penalty support';
CREATE FUNCTION base62id_gist_picksplit(internal, internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_gist_picksplit(internal, internal) IS 'GiST picksplit support';
CREATE FUNCTION base62id_gist_same(bytea, bytea, internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_gist_same(bytea, bytea, internal) IS 'GiST same support';
CREATE FUNCTION base62id_gist_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_gist_sortsupport(internal) IS 'GiST sort support';
CREATE FUNCTION base62id_gin_extract_value("any", internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_gin_extract_value("any", internal) IS 'GIN extract value support';
CREATE FUNCTION base62id_gin_consistent(internal, smallint, "any", integer, internal, internal, internal, internal)
RETURNS boolean AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_gin_consistent(internal, smallint, "any", integer, internal, internal, internal, internal)
    IS 'GIN consistent support';

-- GiST and GIN for all types that are 16 octets in the order of uuid, typed ids among them

CREATE FUNCTION uuid_family_gist_consistent(internal, "any", smallint, oid, internal) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uuid_family_gist_compress(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uuid_family_gist_fetch(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uuid_family_gin_extract_query("any", internal, smallint, internal, internal, internal, internal)
RETURNS internal AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION uuid_family_gin_compare_partial("any", "any", smallint, internal) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_family_gist_consistent(internal, "any", smallint, oid, internal) IS 'GiST consistent support';
COMMENT ON FUNCTION uuid_family_gist_compress(internal) IS 'GiST compress support';
COMMENT ON FUNCTION uuid_family_gist_fetch(internal) IS 'GiST fetch support';
COMMENT ON FUNCTION uuid_family_gin_extract_query("any", internal, smallint, internal, internal, internal, internal)
    IS 'GIN extract query support';
COMMENT ON FUNCTION uuid_family_gin_compare_partial("any", "any", smallint, internal) IS 'GIN compare partial support';
