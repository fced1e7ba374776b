-- their language

CREATE FUNCTION typed_id_handler() RETURNS language_handler
AS 'MODULE_PATHNAME' LANGUAGE c STRICT PARALLEL SAFE;
--| calls the functions of typed ids
CREATE FUNCTION typed_id_validator(oid) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c STRICT PARALLEL SAFE;
--| checks the functions of typed ids
CREATE LANGUAGE typed_id HANDLER typed_id_handler VALIDATOR typed_id_validator;
COMMENT ON LANGUAGE typed_id IS 'functions of typed ids; their body is a role, the type prefix and options';

-- what typed ids share

CREATE FUNCTION typed_id_to_text(anyelement) RETURNS text @immutable@;
--| cast: typed id to text, of types without a mask
CREATE FUNCTION typed_id_to_typeid(anyelement) RETURNS typeid @immutable@;
--| cast: typed id to typeid, of types without a mask

-- the same of notation uid11

CREATE FUNCTION typed_number_support(internal) RETURNS internal @immutable@;
--| planner support for a bigint under a cast to a typed id of notation uid11
CREATE FUNCTION typed_number_to_text(anyelement) RETURNS text @immutable@;
--| cast: typed id of notation uid11 to text, of types without a mask
CREATE FUNCTION typed_number_to_integer(anyelement) RETURNS integer @immutable@;
--| cast: typed id of notation uid11 to integer; an error if it does not fit
CREATE FUNCTION typed_number_to_smallint(anyelement) RETURNS smallint @immutable@;
--| cast: typed id of notation uid11 to smallint; an error if it does not fit

-- Of BRIN, whose operator classes own all their members: DROP TYPE has three fewer families to lock for each type.
CREATE OPERATOR FAMILY typed_id_minmax_ops USING brin;
CREATE OPERATOR FAMILY typed_id_minmax_multi_ops USING brin;
CREATE OPERATOR FAMILY typed_id_bloom_ops USING brin;
-- The planner compares a uuid under a cast to a typed id by core's operators. Core's functions for them are what
-- brinvalidate asks for.
ALTER OPERATOR FAMILY typed_id_minmax_ops USING brin ADD
    OPERATOR 1-5 pg_catalog.< <= = >= > (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_minmax_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_minmax_union(internal, internal, internal);
ALTER OPERATOR FAMILY typed_id_minmax_multi_ops USING brin ADD
    OPERATOR 1-5 pg_catalog.< <= = >= > (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 (uuid, uuid) pg_catalog.brin_minmax_multi_options(internal),
    FUNCTION 11 (uuid, uuid) pg_catalog.brin_minmax_multi_distance_uuid(internal, internal);
ALTER OPERATOR FAMILY typed_id_bloom_ops USING brin ADD
    OPERATOR 1 pg_catalog.= (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_bloom_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_bloom_union(internal, internal, internal),
    FUNCTION 5 (uuid, uuid) pg_catalog.brin_bloom_options(internal),
    FUNCTION 11 (uuid, uuid) pg_catalog.uuid_hash(uuid);

-- their making, by owners of databases, and their end

CREATE FUNCTION typeid_create_type(name text, prefix text, notation text DEFAULT 'typeid', mask_key integer DEFAULT 0,
    accept_uuid boolean DEFAULT false) RETURNS regtype
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE PARALLEL UNSAFE;
--| make a type whose text is an id with this type prefix
CREATE FUNCTION typeid_types()
RETURNS TABLE (type regtype, prefix text, notation text, mask_key integer, accept_uuid boolean, mask text)
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE ROWS 10;
--| the types that typeid_create_type made
CREATE FUNCTION typeid_upgrade_type(type regtype) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE PARALLEL UNSAFE;
--| make a typed id equal to one that is made now
CREATE FUNCTION typeid_accept_uuid(type regtype, accept boolean) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE PARALLEL UNSAFE;
--| whether a typed id takes uuids: their text, and by an implicit cast where it is not masked
CREATE FUNCTION typeid_drop_type(type regtype) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE PARALLEL UNSAFE;
--| drop a typed id that nothing else depends on
REVOKE EXECUTE ON FUNCTION typeid_create_type(text, text, text, integer, boolean), typeid_upgrade_type(regtype),
    typeid_accept_uuid(regtype, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION typeid_create_type(text, text, text, integer, boolean), typeid_upgrade_type(regtype),
    typeid_accept_uuid(regtype, boolean) TO pg_database_owner WITH GRANT OPTION;
