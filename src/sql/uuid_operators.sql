-- What the types that are UUIDs share with uuid itself; uuid_family.sql.in has the rest, for each of them.

CREATE FUNCTION uuid_family_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_family_support(internal) IS 'planner support for comparing uuid with a type of its family';

-- An operator family is complete where it has all comparisons of all its types.  Core's = (uuid, uuid) may be in
-- two families; its < may not: the planner asks an ordering operator for its one family
-- (get_ordering_op_properties), and ORDER BY on uuid columns would lose their indexes.  So these take its place,
-- as ~<~ does in text_pattern_ops.

CREATE OPERATOR ~<~ (
    FUNCTION = pg_catalog.uuid_lt, LEFTARG = uuid, RIGHTARG = uuid, COMMUTATOR = ~>~, NEGATOR = ~>=~,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
CREATE OPERATOR ~<=~ (
    FUNCTION = pg_catalog.uuid_le, LEFTARG = uuid, RIGHTARG = uuid, COMMUTATOR = ~>=~, NEGATOR = ~>~,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
CREATE OPERATOR ~>~ (
    FUNCTION = pg_catalog.uuid_gt, LEFTARG = uuid, RIGHTARG = uuid, COMMUTATOR = ~<~, NEGATOR = ~<=~,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
CREATE OPERATOR ~>=~ (
    FUNCTION = pg_catalog.uuid_ge, LEFTARG = uuid, RIGHTARG = uuid, COMMUTATOR = ~<=~, NEGATOR = ~<~,
    RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR ~<~ (uuid, uuid) IS 'less than, for operator families of types like uuid';
COMMENT ON OPERATOR ~<=~ (uuid, uuid) IS 'less than or equal, for operator families of types like uuid';
COMMENT ON OPERATOR ~>~ (uuid, uuid) IS 'greater than, for operator families of types like uuid';
COMMENT ON OPERATOR ~>=~ (uuid, uuid) IS 'greater than or equal, for operator families of types like uuid';

