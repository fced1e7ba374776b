-- their language

CREATE FUNCTION id_type_handler() RETURNS language_handler
AS 'MODULE_PATHNAME' LANGUAGE c STRICT PARALLEL SAFE;
--| calls the functions of id types
CREATE FUNCTION id_type_validator(oid) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c STRICT PARALLEL SAFE;
--| checks the functions of id types
CREATE LANGUAGE id_type HANDLER id_type_handler VALIDATOR id_type_validator;
COMMENT ON LANGUAGE id_type IS 'functions of id types; their body is a role, the type prefix and options';

-- what id types share

CREATE FUNCTION id_type_to_text(anyelement) RETURNS text @immutable@;
--| cast: id type to text, of types without a mask
CREATE FUNCTION id_type_to_typeid(anyelement) RETURNS typeid @immutable@;
--| cast: id type to typeid, of types without a mask

-- the same of notation uid11

CREATE FUNCTION numeric_id_type_support(internal) RETURNS internal @immutable@;
--| planner support for a bigint under a cast to an id type of notation uid11
CREATE FUNCTION numeric_id_type_to_text(anyelement) RETURNS text @immutable@;
--| cast: id type of notation uid11 to text, of types without a mask
CREATE FUNCTION numeric_id_type_to_integer(anyelement) RETURNS integer @immutable@;
--| cast: id type of notation uid11 to integer; an error if it does not fit
CREATE FUNCTION numeric_id_type_to_smallint(anyelement) RETURNS smallint @immutable@;
--| cast: id type of notation uid11 to smallint; an error if it does not fit

-- Of BRIN, whose operator classes own all their members: DROP TYPE has three fewer families to lock for each type.
CREATE OPERATOR FAMILY id_type_minmax_ops USING brin;
CREATE OPERATOR FAMILY id_type_minmax_multi_ops USING brin;
CREATE OPERATOR FAMILY id_type_bloom_ops USING brin;
-- The planner compares a uuid under a cast to an id type by core's operators. Core's functions for them are what
-- brinvalidate asks for.
ALTER OPERATOR FAMILY id_type_minmax_ops USING brin ADD
    OPERATOR 1-5 pg_catalog.< <= = >= > (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_minmax_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_minmax_union(internal, internal, internal);
ALTER OPERATOR FAMILY id_type_minmax_multi_ops USING brin ADD
    OPERATOR 1-5 pg_catalog.< <= = >= > (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 (uuid, uuid) pg_catalog.brin_minmax_multi_options(internal),
    FUNCTION 11 (uuid, uuid) pg_catalog.brin_minmax_multi_distance_uuid(internal, internal);
ALTER OPERATOR FAMILY id_type_bloom_ops USING brin ADD
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
--| make an id type equal to one that is made now
CREATE FUNCTION typeid_accept_uuid(type regtype, accept boolean) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE PARALLEL UNSAFE;
--| whether an id type takes uuids: their text, and by an implicit cast where it is not masked
CREATE FUNCTION typeid_drop_type(type regtype) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE PARALLEL UNSAFE;
--| drop an id type that nothing else depends on
REVOKE EXECUTE ON FUNCTION typeid_create_type(text, text, text, integer, boolean), typeid_upgrade_type(regtype),
    typeid_accept_uuid(regtype, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION typeid_create_type(text, text, text, integer, boolean), typeid_upgrade_type(regtype),
    typeid_accept_uuid(regtype, boolean) TO pg_database_owner WITH GRANT OPTION;
