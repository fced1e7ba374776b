\echo Use "CREATE EXTENSION base62id" to load this file. \quit

-- BRIN support functions for the minmax and minmax_multi classes of every type: core's, which do
-- not work on domains

CREATE FUNCTION base62id_brin_minmax_opcinfo(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_opcinfo(internal)
    IS 'BRIN minmax support, for domains too';

CREATE FUNCTION base62id_brin_minmax_add_value(internal, internal, internal, internal)
RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_add_value(internal, internal, internal, internal)
    IS 'BRIN minmax support, for domains too';

CREATE FUNCTION base62id_brin_minmax_consistent(internal, internal, internal) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_consistent(internal, internal, internal)
    IS 'BRIN minmax support, for domains too';

CREATE FUNCTION base62id_brin_minmax_union(internal, internal, internal) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_union(internal, internal, internal)
    IS 'BRIN minmax support, for domains too';

CREATE FUNCTION base62id_brin_minmax_multi_opcinfo(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_multi_opcinfo(internal)
    IS 'BRIN minmax multi support, for domains too';

CREATE FUNCTION base62id_brin_minmax_multi_add_value(internal, internal, internal, internal)
RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_multi_add_value(internal, internal, internal, internal)
    IS 'BRIN minmax multi support, for domains too';

CREATE FUNCTION base62id_brin_minmax_multi_consistent(internal, internal, internal, integer)
RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_multi_consistent(internal, internal, internal, integer)
    IS 'BRIN minmax multi support, for domains too';

CREATE FUNCTION base62id_brin_minmax_multi_union(internal, internal, internal) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_minmax_multi_union(internal, internal, internal)
    IS 'BRIN minmax multi support, for domains too';

-- ---------- GiST and GIN: what types share ----------

-- GiST and GIN support functions that are the same for every type. They take "any": an operator
-- class takes a function only of its own type or of this.

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

CREATE FUNCTION base62id_gin_consistent(internal, smallint, "any", integer, internal, internal,
        internal, internal)
RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_gin_consistent(internal, smallint, "any", integer, internal, internal,
        internal, internal)
    IS 'GIN consistent support';

-- GiST and GIN for all types that are 16 octets in the order of uuid, id types among them

CREATE FUNCTION uuid_family_gist_consistent(internal, "any", smallint, oid, internal)
RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_family_gist_consistent(internal, "any", smallint, oid, internal)
    IS 'GiST consistent support';

CREATE FUNCTION uuid_family_gist_compress(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_family_gist_compress(internal) IS 'GiST compress support';

CREATE FUNCTION uuid_family_gist_fetch(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_family_gist_fetch(internal) IS 'GiST fetch support';

CREATE FUNCTION uuid_family_gin_extract_query("any", internal, smallint, internal, internal,
        internal, internal)
RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_family_gin_extract_query("any", internal, smallint, internal, internal,
        internal, internal)
    IS 'GIN extract query support';

CREATE FUNCTION uuid_family_gin_compare_partial("any", "any", smallint, internal) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_family_gin_compare_partial("any", "any", smallint, internal)
    IS 'GIN compare partial support';

-- What the types that are UUIDs share with uuid itself. The rest is in the section of each type,
-- "one family with uuid".

CREATE FUNCTION uuid_family_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_family_support(internal)
    IS 'planner support for comparing uuid with a type of its family';

-- ---------- base62id ----------

-- input, output, casts, comparisons, hash, searches, operator classes, min and max of every type

CREATE TYPE base62id;

CREATE FUNCTION base62id_in(cstring) RETURNS base62id
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION base62id_in(cstring) IS 'I/O';

CREATE FUNCTION base62id_out(base62id) RETURNS cstring
AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION base62id_out(base62id) IS 'I/O';

CREATE FUNCTION base62id_recv(internal) RETURNS base62id
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_recv(internal) IS 'I/O';

CREATE FUNCTION base62id_send(base62id) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION base62id_send(base62id) IS 'I/O';

CREATE TYPE base62id (
    INPUT = base62id_in,
    OUTPUT = base62id_out,
    RECEIVE = base62id_recv,
    SEND = base62id_send,
    LIKE = pg_catalog.uuid
);
COMMENT ON TYPE base62id IS 'UUID written as Base62id: 22 characters that sort as the value does';

-- casts from and to text; implicit from it, for drivers that bind strings as text or varchar. To it
-- by a function that always writes the id: what the output function writes depends on
-- base62id.output (pg/settings.hpp)

CREATE FUNCTION base62id_from_text(text) RETURNS base62id
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION base62id_from_text(text) IS 'cast: text to base62id; an error if it is invalid';
CREATE CAST (text AS base62id) WITH FUNCTION base62id_from_text(text) AS IMPLICIT;
CREATE CAST (varchar AS base62id) WITH FUNCTION base62id_from_text(text) AS IMPLICIT;

CREATE FUNCTION base62id_to_text(base62id) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_to_text(base62id) IS 'cast: base62id to text';
CREATE CAST (base62id AS text) WITH FUNCTION base62id_to_text(base62id) AS ASSIGNMENT;

-- comparison

CREATE FUNCTION base62id_eq(base62id, base62id) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base62id_eq(base62id, base62id) IS 'implementation of = operator';

CREATE OPERATOR = (
    FUNCTION = base62id_eq, LEFTARG = base62id, RIGHTARG = base62id, COMMUTATOR = =,
    NEGATOR = <>, RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (base62id, base62id) IS 'equal';

CREATE FUNCTION base62id_ne(base62id, base62id) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base62id_ne(base62id, base62id) IS 'implementation of <> operator';

CREATE OPERATOR <> (
    FUNCTION = base62id_ne, LEFTARG = base62id, RIGHTARG = base62id, COMMUTATOR = <>,
    NEGATOR = =, RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel
);
COMMENT ON OPERATOR <> (base62id, base62id) IS 'not equal';

CREATE FUNCTION base62id_lt(base62id, base62id) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base62id_lt(base62id, base62id) IS 'implementation of < operator';

CREATE OPERATOR < (
    FUNCTION = base62id_lt, LEFTARG = base62id, RIGHTARG = base62id, COMMUTATOR = >,
    NEGATOR = >=, RESTRICT = pg_catalog.scalarltsel, JOIN = pg_catalog.scalarltjoinsel
);
COMMENT ON OPERATOR < (base62id, base62id) IS 'less than';

CREATE FUNCTION base62id_le(base62id, base62id) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base62id_le(base62id, base62id) IS 'implementation of <= operator';

CREATE OPERATOR <= (
    FUNCTION = base62id_le, LEFTARG = base62id, RIGHTARG = base62id, COMMUTATOR = >=,
    NEGATOR = >, RESTRICT = pg_catalog.scalarlesel, JOIN = pg_catalog.scalarlejoinsel
);
COMMENT ON OPERATOR <= (base62id, base62id) IS 'less than or equal';

CREATE FUNCTION base62id_gt(base62id, base62id) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base62id_gt(base62id, base62id) IS 'implementation of > operator';

CREATE OPERATOR > (
    FUNCTION = base62id_gt, LEFTARG = base62id, RIGHTARG = base62id, COMMUTATOR = <,
    NEGATOR = <=, RESTRICT = pg_catalog.scalargtsel, JOIN = pg_catalog.scalargtjoinsel
);
COMMENT ON OPERATOR > (base62id, base62id) IS 'greater than';

CREATE FUNCTION base62id_ge(base62id, base62id) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base62id_ge(base62id, base62id) IS 'implementation of >= operator';

CREATE OPERATOR >= (
    FUNCTION = base62id_ge, LEFTARG = base62id, RIGHTARG = base62id, COMMUTATOR = <=,
    NEGATOR = <, RESTRICT = pg_catalog.scalargesel, JOIN = pg_catalog.scalargejoinsel
);
COMMENT ON OPERATOR >= (base62id, base62id) IS 'greater than or equal';

-- indexes

CREATE FUNCTION base62id_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_sortsupport(internal) IS 'sort support';

CREATE FUNCTION base62id_brin_distance(internal, internal) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_brin_distance(internal, internal) IS 'BRIN multi minmax distance';

CREATE FUNCTION base62id_cmp(base62id, base62id) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION base62id_cmp(base62id, base62id) IS 'less-equal-greater';

CREATE FUNCTION base62id_hash(base62id) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION base62id_hash(base62id) IS 'hash';

CREATE FUNCTION base62id_hash_extended(base62id, bigint) RETURNS bigint
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION base62id_hash_extended(base62id, bigint) IS 'hash';

CREATE OPERATOR CLASS base62id_ops DEFAULT FOR TYPE base62id USING btree AS
    OPERATOR 1 < (base62id, base62id),
    OPERATOR 2 <= (base62id, base62id),
    OPERATOR 3 = (base62id, base62id),
    OPERATOR 4 >= (base62id, base62id),
    OPERATOR 5 > (base62id, base62id),
    FUNCTION 1 base62id_cmp(base62id, base62id),
    FUNCTION 2 base62id_sortsupport(internal),
    FUNCTION 4 pg_catalog.btequalimage(oid);

-- For the way back to uuid: an index with this class over a column outlives ALTER TYPE to uuid,
-- because PostgreSQL writes out the name of a class that is not the default.
CREATE OPERATOR CLASS base62id_stored_ops FOR TYPE base62id USING btree FAMILY base62id_ops AS
    STORAGE base62id;

CREATE OPERATOR CLASS base62id_hash_ops DEFAULT FOR TYPE base62id USING hash AS
    OPERATOR 1 = (base62id, base62id),
    FUNCTION 1 (base62id, base62id) pg_catalog.uuid_hash(uuid),
    FUNCTION 2 (base62id, base62id) pg_catalog.uuid_hash_extended(uuid, bigint);

CREATE OPERATOR CLASS base62id_minmax_ops DEFAULT FOR TYPE base62id USING brin AS
    OPERATOR 1 < (base62id, base62id),
    OPERATOR 2 <= (base62id, base62id),
    OPERATOR 3 = (base62id, base62id),
    OPERATOR 4 >= (base62id, base62id),
    OPERATOR 5 > (base62id, base62id),
    FUNCTION 1 base62id_brin_minmax_opcinfo(internal),
    FUNCTION 2 base62id_brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 base62id_brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 base62id_brin_minmax_union(internal, internal, internal);

CREATE OPERATOR CLASS base62id_minmax_multi_ops FOR TYPE base62id USING brin AS
    OPERATOR 1 < (base62id, base62id),
    OPERATOR 2 <= (base62id, base62id),
    OPERATOR 3 = (base62id, base62id),
    OPERATOR 4 >= (base62id, base62id),
    OPERATOR 5 > (base62id, base62id),
    FUNCTION 1 base62id_brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 base62id_brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 base62id_brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 base62id_brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_minmax_multi_options(internal),
    FUNCTION 11 base62id_brin_distance(internal, internal);

CREATE OPERATOR CLASS base62id_bloom_ops FOR TYPE base62id USING brin AS
    OPERATOR 1 = (base62id, base62id),
    FUNCTION 1 pg_catalog.brin_bloom_opcinfo(internal),
    FUNCTION 2 pg_catalog.brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 pg_catalog.brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 pg_catalog.brin_bloom_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_bloom_options(internal),
    FUNCTION 11 base62id_hash(base62id),
    STORAGE base62id;

CREATE OPERATOR CLASS base62id_gist_ops DEFAULT FOR TYPE base62id USING gist AS
    OPERATOR 18 = (base62id, base62id),
    OPERATOR 19 <> (base62id, base62id),
    OPERATOR 20 < (base62id, base62id),
    OPERATOR 21 <= (base62id, base62id),
    OPERATOR 22 > (base62id, base62id),
    OPERATOR 23 >= (base62id, base62id),
    FUNCTION 1 uuid_family_gist_consistent(internal, "any", smallint, oid, internal),
    FUNCTION 2 base62id_gist_union(internal, internal),
    FUNCTION 3 uuid_family_gist_compress(internal),
    FUNCTION 5 base62id_gist_penalty(internal, internal, internal),
    FUNCTION 6 base62id_gist_picksplit(internal, internal),
    FUNCTION 7 base62id_gist_same(bytea, bytea, internal),
    FUNCTION 9 uuid_family_gist_fetch(internal),
    FUNCTION 11 base62id_gist_sortsupport(internal),
    STORAGE bytea;

CREATE OPERATOR CLASS base62id_gin_ops DEFAULT FOR TYPE base62id USING gin AS
    OPERATOR 1 < (base62id, base62id),
    OPERATOR 2 <= (base62id, base62id),
    OPERATOR 3 = (base62id, base62id),
    OPERATOR 4 >= (base62id, base62id),
    OPERATOR 5 > (base62id, base62id),
    FUNCTION 2 base62id_gin_extract_value("any", internal),
    FUNCTION 3 uuid_family_gin_extract_query("any", internal, smallint, internal, internal,
        internal, internal),
    FUNCTION 4 base62id_gin_consistent(internal, smallint, "any", integer, internal, internal,
        internal, internal),
    FUNCTION 5 uuid_family_gin_compare_partial("any", "any", smallint, internal);

-- aggregates

CREATE FUNCTION base62id_smaller(base62id, base62id) RETURNS base62id
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_smaller(base62id, base62id) IS 'smaller of two';

CREATE FUNCTION base62id_larger(base62id, base62id) RETURNS base62id
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_larger(base62id, base62id) IS 'larger of two';

CREATE AGGREGATE min(base62id) (
    SFUNC = base62id_smaller, STYPE = base62id, COMBINEFUNC = base62id_smaller, SORTOP = <,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(base62id) IS 'minimum value of all base62id input values';

CREATE AGGREGATE max(base62id) (
    SFUNC = base62id_larger, STYPE = base62id, COMBINEFUNC = base62id_larger, SORTOP = >,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(base62id) IS 'maximum value of all base62id input values';

-- search by the start of the text

CREATE FUNCTION base62id_prefix_lower(prefix text) RETURNS base62id
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_prefix_lower(text)
    IS 'least base62id whose text starts with this, or NULL';

CREATE FUNCTION base62id_prefix_upper(prefix text) RETURNS base62id
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_prefix_upper(text)
    IS 'greatest base62id whose text starts with this, or NULL';

CREATE FUNCTION base62id_prefix_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_prefix_support(internal)
    IS 'planner support for searching base62id by the start of its text';

CREATE FUNCTION base62id_prefixsel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_prefixsel(internal, oid, internal, integer)
    IS 'restriction selectivity of ^@ on base62id';

CREATE FUNCTION base62id_starts_with(base62id, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT base62id_prefix_support;
COMMENT ON FUNCTION base62id_starts_with(base62id, text) IS 'implementation of ^@ operator';

CREATE OPERATOR ^@ (
    FUNCTION = base62id_starts_with, LEFTARG = base62id, RIGHTARG = text,
    RESTRICT = base62id_prefixsel, JOIN = pg_catalog.prefixjoinsel
);
COMMENT ON OPERATOR ^@ (base62id, text) IS 'text starts with';

-- LIKE and its kin

CREATE FUNCTION base62id_like_start(pattern text, ignore_case boolean) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_like_start(text, boolean)
    IS 'what each base62id begins with whose text matches this LIKE (ILIKE) pattern';

CREATE FUNCTION base62id_like(base62id, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT base62id_prefix_support;
COMMENT ON FUNCTION base62id_like(base62id, text) IS 'implementation of ~~ operator';

CREATE OPERATOR ~~ (
    FUNCTION = base62id_like, LEFTARG = base62id, RIGHTARG = text, NEGATOR = !~~,
    RESTRICT = base62id_prefixsel, JOIN = pg_catalog.likejoinsel
);
COMMENT ON OPERATOR ~~ (base62id, text) IS 'text matches LIKE expression';

CREATE FUNCTION base62id_not_like(base62id, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT base62id_prefix_support;
COMMENT ON FUNCTION base62id_not_like(base62id, text) IS 'implementation of !~~ operator';

CREATE OPERATOR !~~ (
    FUNCTION = base62id_not_like, LEFTARG = base62id, RIGHTARG = text, NEGATOR = ~~,
    RESTRICT = base62id_prefixsel, JOIN = pg_catalog.nlikejoinsel
);
COMMENT ON OPERATOR !~~ (base62id, text) IS 'text does not match LIKE expression';

CREATE FUNCTION base62id_ilike(base62id, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT base62id_prefix_support;
COMMENT ON FUNCTION base62id_ilike(base62id, text) IS 'implementation of ~~* operator';

CREATE OPERATOR ~~* (
    FUNCTION = base62id_ilike, LEFTARG = base62id, RIGHTARG = text, NEGATOR = !~~*,
    RESTRICT = base62id_prefixsel, JOIN = pg_catalog.iclikejoinsel
);
COMMENT ON OPERATOR ~~* (base62id, text) IS 'text matches LIKE expression, case-insensitive';

CREATE FUNCTION base62id_not_ilike(base62id, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT base62id_prefix_support;
COMMENT ON FUNCTION base62id_not_ilike(base62id, text) IS 'implementation of !~~* operator';

CREATE OPERATOR !~~* (
    FUNCTION = base62id_not_ilike, LEFTARG = base62id, RIGHTARG = text, NEGATOR = ~~*,
    RESTRICT = base62id_prefixsel, JOIN = pg_catalog.icnlikejoinsel
);
COMMENT ON OPERATOR !~~* (base62id, text)
    IS 'text does not match LIKE expression, case-insensitive';

CREATE FUNCTION base62id_is_valid(input text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_is_valid(text) IS 'is this the text of a base62id?';

-- ---------- one family with uuid ----------

CREATE CAST (uuid AS base62id) WITHOUT FUNCTION AS IMPLICIT;
CREATE CAST (base62id AS uuid) WITHOUT FUNCTION AS IMPLICIT;

-- By the output function, as PostgreSQL does without these, what is stored would be the session's
-- form.

CREATE CAST (base62id AS varchar) WITH FUNCTION base62id_to_text(base62id) AS ASSIGNMENT;
CREATE CAST (base62id AS bpchar) WITH FUNCTION base62id_to_text(base62id) AS ASSIGNMENT;

CREATE FUNCTION base62id_to_name(base62id) RETURNS name
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_to_name(base62id) IS 'cast: base62id to name';
CREATE CAST (base62id AS name) WITH FUNCTION base62id_to_name(base62id) AS ASSIGNMENT;

-- Without these, the two casts would make base62id = uuid ambiguous. Seven C functions serve all
-- such types.

CREATE FUNCTION base62id_eq_uuid(base62id, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_eq' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base62id_eq_uuid(base62id, uuid) IS 'implementation of = operator';

CREATE FUNCTION uuid_eq_base62id(uuid, base62id) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_eq' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_eq_base62id(uuid, base62id) IS 'implementation of = operator';

CREATE OPERATOR = (
    FUNCTION = base62id_eq_uuid, LEFTARG = base62id, RIGHTARG = uuid, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (base62id, uuid) IS 'equal';

CREATE OPERATOR = (
    FUNCTION = uuid_eq_base62id, LEFTARG = uuid, RIGHTARG = base62id, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (uuid, base62id) IS 'equal';

CREATE FUNCTION base62id_ne_uuid(base62id, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_ne' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base62id_ne_uuid(base62id, uuid) IS 'implementation of <> operator';

CREATE FUNCTION uuid_ne_base62id(uuid, base62id) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_ne' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_ne_base62id(uuid, base62id) IS 'implementation of <> operator';

CREATE OPERATOR <> (
    FUNCTION = base62id_ne_uuid, LEFTARG = base62id, RIGHTARG = uuid, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel
);
COMMENT ON OPERATOR <> (base62id, uuid) IS 'not equal';

CREATE OPERATOR <> (
    FUNCTION = uuid_ne_base62id, LEFTARG = uuid, RIGHTARG = base62id, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel
);
COMMENT ON OPERATOR <> (uuid, base62id) IS 'not equal';

CREATE FUNCTION base62id_lt_uuid(base62id, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_lt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base62id_lt_uuid(base62id, uuid) IS 'implementation of < operator';

CREATE FUNCTION uuid_lt_base62id(uuid, base62id) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_lt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_lt_base62id(uuid, base62id) IS 'implementation of < operator';

CREATE OPERATOR < (
    FUNCTION = base62id_lt_uuid, LEFTARG = base62id, RIGHTARG = uuid, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = pg_catalog.scalarltsel, JOIN = pg_catalog.scalarltjoinsel
);
COMMENT ON OPERATOR < (base62id, uuid) IS 'less than';

CREATE OPERATOR < (
    FUNCTION = uuid_lt_base62id, LEFTARG = uuid, RIGHTARG = base62id, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = pg_catalog.scalarltsel, JOIN = pg_catalog.scalarltjoinsel
);
COMMENT ON OPERATOR < (uuid, base62id) IS 'less than';

CREATE FUNCTION base62id_le_uuid(base62id, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_le' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base62id_le_uuid(base62id, uuid) IS 'implementation of <= operator';

CREATE FUNCTION uuid_le_base62id(uuid, base62id) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_le' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_le_base62id(uuid, base62id) IS 'implementation of <= operator';

CREATE OPERATOR <= (
    FUNCTION = base62id_le_uuid, LEFTARG = base62id, RIGHTARG = uuid, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = pg_catalog.scalarlesel, JOIN = pg_catalog.scalarlejoinsel
);
COMMENT ON OPERATOR <= (base62id, uuid) IS 'less than or equal';

CREATE OPERATOR <= (
    FUNCTION = uuid_le_base62id, LEFTARG = uuid, RIGHTARG = base62id, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = pg_catalog.scalarlesel, JOIN = pg_catalog.scalarlejoinsel
);
COMMENT ON OPERATOR <= (uuid, base62id) IS 'less than or equal';

CREATE FUNCTION base62id_gt_uuid(base62id, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_gt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base62id_gt_uuid(base62id, uuid) IS 'implementation of > operator';

CREATE FUNCTION uuid_gt_base62id(uuid, base62id) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_gt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_gt_base62id(uuid, base62id) IS 'implementation of > operator';

CREATE OPERATOR > (
    FUNCTION = base62id_gt_uuid, LEFTARG = base62id, RIGHTARG = uuid, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = pg_catalog.scalargtsel, JOIN = pg_catalog.scalargtjoinsel
);
COMMENT ON OPERATOR > (base62id, uuid) IS 'greater than';

CREATE OPERATOR > (
    FUNCTION = uuid_gt_base62id, LEFTARG = uuid, RIGHTARG = base62id, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = pg_catalog.scalargtsel, JOIN = pg_catalog.scalargtjoinsel
);
COMMENT ON OPERATOR > (uuid, base62id) IS 'greater than';

CREATE FUNCTION base62id_ge_uuid(base62id, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_ge' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base62id_ge_uuid(base62id, uuid) IS 'implementation of >= operator';

CREATE FUNCTION uuid_ge_base62id(uuid, base62id) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_ge' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_ge_base62id(uuid, base62id) IS 'implementation of >= operator';

CREATE OPERATOR >= (
    FUNCTION = base62id_ge_uuid, LEFTARG = base62id, RIGHTARG = uuid, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = pg_catalog.scalargesel, JOIN = pg_catalog.scalargejoinsel
);
COMMENT ON OPERATOR >= (base62id, uuid) IS 'greater than or equal';

CREATE OPERATOR >= (
    FUNCTION = uuid_ge_base62id, LEFTARG = uuid, RIGHTARG = base62id, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = pg_catalog.scalargesel, JOIN = pg_catalog.scalargejoinsel
);
COMMENT ON OPERATOR >= (uuid, base62id) IS 'greater than or equal';

CREATE FUNCTION base62id_cmp_uuid(base62id, uuid) RETURNS integer
AS 'MODULE_PATHNAME', 'uuid_family_cmp' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION base62id_cmp_uuid(base62id, uuid) IS 'less-equal-greater';

CREATE FUNCTION uuid_cmp_base62id(uuid, base62id) RETURNS integer
AS 'MODULE_PATHNAME', 'uuid_family_cmp' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuid_cmp_base62id(uuid, base62id) IS 'less-equal-greater';

-- The families get all pairs of the two types, and core's operators themselves: a clause id::uuid =
-- ..., of a query or of the check of a foreign key to a uuid, finds the index of a base62id. Core's
-- families get nothing. Where the planner asks for the one family of an ordering operator
-- (get_ordering_op_properties), it takes that with the smallest OID, which is core's.

ALTER OPERATOR FAMILY base62id_ops USING btree ADD
    OPERATOR 1 < (base62id, uuid),
    OPERATOR 2 <= (base62id, uuid),
    OPERATOR 3 = (base62id, uuid),
    OPERATOR 4 >= (base62id, uuid),
    OPERATOR 5 > (base62id, uuid),
    OPERATOR 1 < (uuid, base62id),
    OPERATOR 2 <= (uuid, base62id),
    OPERATOR 3 = (uuid, base62id),
    OPERATOR 4 >= (uuid, base62id),
    OPERATOR 5 > (uuid, base62id),
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid),
    FUNCTION 1 (base62id, uuid) base62id_cmp_uuid(base62id, uuid),
    FUNCTION 1 (uuid, base62id) uuid_cmp_base62id(uuid, base62id),
    FUNCTION 1 (uuid, uuid) pg_catalog.uuid_cmp(uuid, uuid),
    FUNCTION 2 (uuid, uuid) pg_catalog.uuid_sortsupport(internal);

ALTER OPERATOR FAMILY base62id_hash_ops USING hash ADD
    OPERATOR 1 = (base62id, uuid),
    OPERATOR 1 = (uuid, base62id),
    OPERATOR 1 pg_catalog.= (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.uuid_hash(uuid),
    FUNCTION 2 (uuid, uuid) pg_catalog.uuid_hash_extended(uuid, bigint);

ALTER OPERATOR FAMILY base62id_minmax_ops USING brin ADD
    OPERATOR 1 < (base62id, uuid),
    OPERATOR 2 <= (base62id, uuid),
    OPERATOR 3 = (base62id, uuid),
    OPERATOR 4 >= (base62id, uuid),
    OPERATOR 5 > (base62id, uuid),
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_minmax_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_minmax_add_value(internal, internal, internal,
        internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_minmax_union(internal, internal, internal);

ALTER OPERATOR FAMILY base62id_minmax_multi_ops USING brin ADD
    OPERATOR 1 < (base62id, uuid),
    OPERATOR 2 <= (base62id, uuid),
    OPERATOR 3 = (base62id, uuid),
    OPERATOR 4 >= (base62id, uuid),
    OPERATOR 5 > (base62id, uuid),
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_minmax_multi_add_value(internal, internal, internal,
        internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_minmax_multi_consistent(internal, internal, internal,
        integer),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 (uuid, uuid) pg_catalog.brin_minmax_multi_options(internal),
    FUNCTION 11 (uuid, uuid) pg_catalog.brin_minmax_multi_distance_uuid(internal, internal);

ALTER OPERATOR FAMILY base62id_bloom_ops USING brin ADD
    OPERATOR 1 = (base62id, uuid),
    OPERATOR 1 pg_catalog.= (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_bloom_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_bloom_union(internal, internal, internal),
    FUNCTION 5 (uuid, uuid) pg_catalog.brin_bloom_options(internal),
    FUNCTION 11 (uuid, uuid) pg_catalog.uuid_hash(uuid);

-- An index condition takes a cast without function off its column, so core's operators are members
-- here: no planner asks families of these methods which orders there are.

ALTER OPERATOR FAMILY base62id_gist_ops USING gist ADD
    OPERATOR 18 = (base62id, uuid),
    OPERATOR 19 <> (base62id, uuid),
    OPERATOR 20 < (base62id, uuid),
    OPERATOR 21 <= (base62id, uuid),
    OPERATOR 22 > (base62id, uuid),
    OPERATOR 23 >= (base62id, uuid),
    OPERATOR 18 pg_catalog.= (uuid, uuid),
    OPERATOR 19 pg_catalog.<> (uuid, uuid),
    OPERATOR 20 pg_catalog.< (uuid, uuid),
    OPERATOR 21 pg_catalog.<= (uuid, uuid),
    OPERATOR 22 pg_catalog.> (uuid, uuid),
    OPERATOR 23 pg_catalog.>= (uuid, uuid);

ALTER OPERATOR FAMILY base62id_gin_ops USING gin ADD
    OPERATOR 1 < (base62id, uuid),
    OPERATOR 2 <= (base62id, uuid),
    OPERATOR 3 = (base62id, uuid),
    OPERATOR 4 >= (base62id, uuid),
    OPERATOR 5 > (base62id, uuid),
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid);

CREATE FUNCTION base62id_encode(uuid) RETURNS text
AS 'MODULE_PATHNAME', 'base62id_encode_uuid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_encode(uuid) IS 'Base62id of a UUID, 22 characters';

CREATE FUNCTION base62id_encode(text) RETURNS text
AS 'MODULE_PATHNAME', 'base62id_encode_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_encode(text)
    IS 'Base62id of the 36-character text of a UUID, NULL if it is invalid';

CREATE FUNCTION base62id_encode(bytea) RETURNS text
AS 'MODULE_PATHNAME', 'base62id_encode_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION base62id_encode(bytea) IS 'Base62id of any bytes up to 64 KiB';

CREATE FUNCTION base62id_decode(text) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_decode(text)
    IS 'UUID of a Base62id of 22 characters, NULL if it is invalid';

CREATE FUNCTION base62id_decode_bytea(text) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION base62id_decode_bytea(text)
    IS 'bytes of a Base62id of any length, NULL if it is invalid';

-- ---------- base64uuid ----------

-- input, output, casts, comparisons, hash, searches, operator classes, min and max of every type

CREATE TYPE base64uuid;

CREATE FUNCTION base64uuid_in(cstring) RETURNS base64uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION base64uuid_in(cstring) IS 'I/O';

CREATE FUNCTION base64uuid_out(base64uuid) RETURNS cstring
AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION base64uuid_out(base64uuid) IS 'I/O';

CREATE FUNCTION base64uuid_recv(internal) RETURNS base64uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_recv(internal) IS 'I/O';

CREATE FUNCTION base64uuid_send(base64uuid) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION base64uuid_send(base64uuid) IS 'I/O';

CREATE TYPE base64uuid (
    INPUT = base64uuid_in,
    OUTPUT = base64uuid_out,
    RECEIVE = base64uuid_recv,
    SEND = base64uuid_send,
    LIKE = pg_catalog.uuid
);
COMMENT ON TYPE base64uuid
    IS 'UUID written as Base64UUID: 22 URL-safe characters that sort as the value does';

-- casts from and to text; implicit from it, for drivers that bind strings as text or varchar. To it
-- by a function that always writes the id: what the output function writes depends on
-- base62id.output (pg/settings.hpp)

CREATE FUNCTION base64uuid_from_text(text) RETURNS base64uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION base64uuid_from_text(text)
    IS 'cast: text to base64uuid; an error if it is invalid';
CREATE CAST (text AS base64uuid) WITH FUNCTION base64uuid_from_text(text) AS IMPLICIT;
CREATE CAST (varchar AS base64uuid) WITH FUNCTION base64uuid_from_text(text) AS IMPLICIT;

CREATE FUNCTION base64uuid_to_text(base64uuid) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_to_text(base64uuid) IS 'cast: base64uuid to text';
CREATE CAST (base64uuid AS text) WITH FUNCTION base64uuid_to_text(base64uuid) AS ASSIGNMENT;

-- comparison

CREATE FUNCTION base64uuid_eq(base64uuid, base64uuid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base64uuid_eq(base64uuid, base64uuid) IS 'implementation of = operator';

CREATE OPERATOR = (
    FUNCTION = base64uuid_eq, LEFTARG = base64uuid, RIGHTARG = base64uuid, COMMUTATOR = =,
    NEGATOR = <>, RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (base64uuid, base64uuid) IS 'equal';

CREATE FUNCTION base64uuid_ne(base64uuid, base64uuid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base64uuid_ne(base64uuid, base64uuid) IS 'implementation of <> operator';

CREATE OPERATOR <> (
    FUNCTION = base64uuid_ne, LEFTARG = base64uuid, RIGHTARG = base64uuid, COMMUTATOR = <>,
    NEGATOR = =, RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel
);
COMMENT ON OPERATOR <> (base64uuid, base64uuid) IS 'not equal';

CREATE FUNCTION base64uuid_lt(base64uuid, base64uuid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base64uuid_lt(base64uuid, base64uuid) IS 'implementation of < operator';

CREATE OPERATOR < (
    FUNCTION = base64uuid_lt, LEFTARG = base64uuid, RIGHTARG = base64uuid, COMMUTATOR = >,
    NEGATOR = >=, RESTRICT = pg_catalog.scalarltsel, JOIN = pg_catalog.scalarltjoinsel
);
COMMENT ON OPERATOR < (base64uuid, base64uuid) IS 'less than';

CREATE FUNCTION base64uuid_le(base64uuid, base64uuid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base64uuid_le(base64uuid, base64uuid) IS 'implementation of <= operator';

CREATE OPERATOR <= (
    FUNCTION = base64uuid_le, LEFTARG = base64uuid, RIGHTARG = base64uuid, COMMUTATOR = >=,
    NEGATOR = >, RESTRICT = pg_catalog.scalarlesel, JOIN = pg_catalog.scalarlejoinsel
);
COMMENT ON OPERATOR <= (base64uuid, base64uuid) IS 'less than or equal';

CREATE FUNCTION base64uuid_gt(base64uuid, base64uuid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base64uuid_gt(base64uuid, base64uuid) IS 'implementation of > operator';

CREATE OPERATOR > (
    FUNCTION = base64uuid_gt, LEFTARG = base64uuid, RIGHTARG = base64uuid, COMMUTATOR = <,
    NEGATOR = <=, RESTRICT = pg_catalog.scalargtsel, JOIN = pg_catalog.scalargtjoinsel
);
COMMENT ON OPERATOR > (base64uuid, base64uuid) IS 'greater than';

CREATE FUNCTION base64uuid_ge(base64uuid, base64uuid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base64uuid_ge(base64uuid, base64uuid) IS 'implementation of >= operator';

CREATE OPERATOR >= (
    FUNCTION = base64uuid_ge, LEFTARG = base64uuid, RIGHTARG = base64uuid, COMMUTATOR = <=,
    NEGATOR = <, RESTRICT = pg_catalog.scalargesel, JOIN = pg_catalog.scalargejoinsel
);
COMMENT ON OPERATOR >= (base64uuid, base64uuid) IS 'greater than or equal';

-- indexes

CREATE FUNCTION base64uuid_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_sortsupport(internal) IS 'sort support';

CREATE FUNCTION base64uuid_brin_distance(internal, internal) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_brin_distance(internal, internal) IS 'BRIN multi minmax distance';

CREATE FUNCTION base64uuid_cmp(base64uuid, base64uuid) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_cmp(base64uuid, base64uuid) IS 'less-equal-greater';

CREATE FUNCTION base64uuid_hash(base64uuid) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_hash(base64uuid) IS 'hash';

CREATE FUNCTION base64uuid_hash_extended(base64uuid, bigint) RETURNS bigint
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_hash_extended(base64uuid, bigint) IS 'hash';

CREATE OPERATOR CLASS base64uuid_ops DEFAULT FOR TYPE base64uuid USING btree AS
    OPERATOR 1 < (base64uuid, base64uuid),
    OPERATOR 2 <= (base64uuid, base64uuid),
    OPERATOR 3 = (base64uuid, base64uuid),
    OPERATOR 4 >= (base64uuid, base64uuid),
    OPERATOR 5 > (base64uuid, base64uuid),
    FUNCTION 1 base64uuid_cmp(base64uuid, base64uuid),
    FUNCTION 2 base64uuid_sortsupport(internal),
    FUNCTION 4 pg_catalog.btequalimage(oid);

-- For the way back to uuid: an index with this class over a column outlives ALTER TYPE to uuid,
-- because PostgreSQL writes out the name of a class that is not the default.
CREATE OPERATOR CLASS base64uuid_stored_ops FOR TYPE base64uuid USING btree FAMILY base64uuid_ops AS
    STORAGE base64uuid;

CREATE OPERATOR CLASS base64uuid_hash_ops DEFAULT FOR TYPE base64uuid USING hash AS
    OPERATOR 1 = (base64uuid, base64uuid),
    FUNCTION 1 (base64uuid, base64uuid) pg_catalog.uuid_hash(uuid),
    FUNCTION 2 (base64uuid, base64uuid) pg_catalog.uuid_hash_extended(uuid, bigint);

CREATE OPERATOR CLASS base64uuid_minmax_ops DEFAULT FOR TYPE base64uuid USING brin AS
    OPERATOR 1 < (base64uuid, base64uuid),
    OPERATOR 2 <= (base64uuid, base64uuid),
    OPERATOR 3 = (base64uuid, base64uuid),
    OPERATOR 4 >= (base64uuid, base64uuid),
    OPERATOR 5 > (base64uuid, base64uuid),
    FUNCTION 1 base62id_brin_minmax_opcinfo(internal),
    FUNCTION 2 base62id_brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 base62id_brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 base62id_brin_minmax_union(internal, internal, internal);

CREATE OPERATOR CLASS base64uuid_minmax_multi_ops FOR TYPE base64uuid USING brin AS
    OPERATOR 1 < (base64uuid, base64uuid),
    OPERATOR 2 <= (base64uuid, base64uuid),
    OPERATOR 3 = (base64uuid, base64uuid),
    OPERATOR 4 >= (base64uuid, base64uuid),
    OPERATOR 5 > (base64uuid, base64uuid),
    FUNCTION 1 base62id_brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 base62id_brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 base62id_brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 base62id_brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_minmax_multi_options(internal),
    FUNCTION 11 base64uuid_brin_distance(internal, internal);

CREATE OPERATOR CLASS base64uuid_bloom_ops FOR TYPE base64uuid USING brin AS
    OPERATOR 1 = (base64uuid, base64uuid),
    FUNCTION 1 pg_catalog.brin_bloom_opcinfo(internal),
    FUNCTION 2 pg_catalog.brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 pg_catalog.brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 pg_catalog.brin_bloom_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_bloom_options(internal),
    FUNCTION 11 base64uuid_hash(base64uuid),
    STORAGE base64uuid;

CREATE OPERATOR CLASS base64uuid_gist_ops DEFAULT FOR TYPE base64uuid USING gist AS
    OPERATOR 18 = (base64uuid, base64uuid),
    OPERATOR 19 <> (base64uuid, base64uuid),
    OPERATOR 20 < (base64uuid, base64uuid),
    OPERATOR 21 <= (base64uuid, base64uuid),
    OPERATOR 22 > (base64uuid, base64uuid),
    OPERATOR 23 >= (base64uuid, base64uuid),
    FUNCTION 1 uuid_family_gist_consistent(internal, "any", smallint, oid, internal),
    FUNCTION 2 base62id_gist_union(internal, internal),
    FUNCTION 3 uuid_family_gist_compress(internal),
    FUNCTION 5 base62id_gist_penalty(internal, internal, internal),
    FUNCTION 6 base62id_gist_picksplit(internal, internal),
    FUNCTION 7 base62id_gist_same(bytea, bytea, internal),
    FUNCTION 9 uuid_family_gist_fetch(internal),
    FUNCTION 11 base62id_gist_sortsupport(internal),
    STORAGE bytea;

CREATE OPERATOR CLASS base64uuid_gin_ops DEFAULT FOR TYPE base64uuid USING gin AS
    OPERATOR 1 < (base64uuid, base64uuid),
    OPERATOR 2 <= (base64uuid, base64uuid),
    OPERATOR 3 = (base64uuid, base64uuid),
    OPERATOR 4 >= (base64uuid, base64uuid),
    OPERATOR 5 > (base64uuid, base64uuid),
    FUNCTION 2 base62id_gin_extract_value("any", internal),
    FUNCTION 3 uuid_family_gin_extract_query("any", internal, smallint, internal, internal,
        internal, internal),
    FUNCTION 4 base62id_gin_consistent(internal, smallint, "any", integer, internal, internal,
        internal, internal),
    FUNCTION 5 uuid_family_gin_compare_partial("any", "any", smallint, internal);

-- aggregates

CREATE FUNCTION base64uuid_smaller(base64uuid, base64uuid) RETURNS base64uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_smaller(base64uuid, base64uuid) IS 'smaller of two';

CREATE FUNCTION base64uuid_larger(base64uuid, base64uuid) RETURNS base64uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_larger(base64uuid, base64uuid) IS 'larger of two';

CREATE AGGREGATE min(base64uuid) (
    SFUNC = base64uuid_smaller, STYPE = base64uuid, COMBINEFUNC = base64uuid_smaller, SORTOP = <,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(base64uuid) IS 'minimum value of all base64uuid input values';

CREATE AGGREGATE max(base64uuid) (
    SFUNC = base64uuid_larger, STYPE = base64uuid, COMBINEFUNC = base64uuid_larger, SORTOP = >,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(base64uuid) IS 'maximum value of all base64uuid input values';

-- search by the start of the text

CREATE FUNCTION base64uuid_prefix_lower(prefix text) RETURNS base64uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_prefix_lower(text)
    IS 'least base64uuid whose text starts with this, or NULL';

CREATE FUNCTION base64uuid_prefix_upper(prefix text) RETURNS base64uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_prefix_upper(text)
    IS 'greatest base64uuid whose text starts with this, or NULL';

CREATE FUNCTION base64uuid_prefix_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_prefix_support(internal)
    IS 'planner support for searching base64uuid by the start of its text';

CREATE FUNCTION base64uuid_prefixsel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_prefixsel(internal, oid, internal, integer)
    IS 'restriction selectivity of ^@ on base64uuid';

CREATE FUNCTION base64uuid_starts_with(base64uuid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT base64uuid_prefix_support;
COMMENT ON FUNCTION base64uuid_starts_with(base64uuid, text) IS 'implementation of ^@ operator';

CREATE OPERATOR ^@ (
    FUNCTION = base64uuid_starts_with, LEFTARG = base64uuid, RIGHTARG = text,
    RESTRICT = base64uuid_prefixsel, JOIN = pg_catalog.prefixjoinsel
);
COMMENT ON OPERATOR ^@ (base64uuid, text) IS 'text starts with';

-- LIKE and its kin

CREATE FUNCTION base64uuid_like_start(pattern text, ignore_case boolean) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_like_start(text, boolean)
    IS 'what each base64uuid begins with whose text matches this LIKE (ILIKE) pattern';

CREATE FUNCTION base64uuid_like(base64uuid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT base64uuid_prefix_support;
COMMENT ON FUNCTION base64uuid_like(base64uuid, text) IS 'implementation of ~~ operator';

CREATE OPERATOR ~~ (
    FUNCTION = base64uuid_like, LEFTARG = base64uuid, RIGHTARG = text, NEGATOR = !~~,
    RESTRICT = base64uuid_prefixsel, JOIN = pg_catalog.likejoinsel
);
COMMENT ON OPERATOR ~~ (base64uuid, text) IS 'text matches LIKE expression';

CREATE FUNCTION base64uuid_not_like(base64uuid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT base64uuid_prefix_support;
COMMENT ON FUNCTION base64uuid_not_like(base64uuid, text) IS 'implementation of !~~ operator';

CREATE OPERATOR !~~ (
    FUNCTION = base64uuid_not_like, LEFTARG = base64uuid, RIGHTARG = text, NEGATOR = ~~,
    RESTRICT = base64uuid_prefixsel, JOIN = pg_catalog.nlikejoinsel
);
COMMENT ON OPERATOR !~~ (base64uuid, text) IS 'text does not match LIKE expression';

CREATE FUNCTION base64uuid_ilike(base64uuid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT base64uuid_prefix_support;
COMMENT ON FUNCTION base64uuid_ilike(base64uuid, text) IS 'implementation of ~~* operator';

CREATE OPERATOR ~~* (
    FUNCTION = base64uuid_ilike, LEFTARG = base64uuid, RIGHTARG = text, NEGATOR = !~~*,
    RESTRICT = base64uuid_prefixsel, JOIN = pg_catalog.iclikejoinsel
);
COMMENT ON OPERATOR ~~* (base64uuid, text) IS 'text matches LIKE expression, case-insensitive';

CREATE FUNCTION base64uuid_not_ilike(base64uuid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT base64uuid_prefix_support;
COMMENT ON FUNCTION base64uuid_not_ilike(base64uuid, text) IS 'implementation of !~~* operator';

CREATE OPERATOR !~~* (
    FUNCTION = base64uuid_not_ilike, LEFTARG = base64uuid, RIGHTARG = text, NEGATOR = ~~*,
    RESTRICT = base64uuid_prefixsel, JOIN = pg_catalog.icnlikejoinsel
);
COMMENT ON OPERATOR !~~* (base64uuid, text)
    IS 'text does not match LIKE expression, case-insensitive';

CREATE FUNCTION base64uuid_is_valid(input text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_is_valid(text) IS 'is this the text of a base64uuid?';

-- ---------- one family with uuid ----------

CREATE CAST (uuid AS base64uuid) WITHOUT FUNCTION AS IMPLICIT;
CREATE CAST (base64uuid AS uuid) WITHOUT FUNCTION AS IMPLICIT;

-- By the output function, as PostgreSQL does without these, what is stored would be the session's
-- form.

CREATE CAST (base64uuid AS varchar) WITH FUNCTION base64uuid_to_text(base64uuid) AS ASSIGNMENT;
CREATE CAST (base64uuid AS bpchar) WITH FUNCTION base64uuid_to_text(base64uuid) AS ASSIGNMENT;

CREATE FUNCTION base64uuid_to_name(base64uuid) RETURNS name
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_to_name(base64uuid) IS 'cast: base64uuid to name';
CREATE CAST (base64uuid AS name) WITH FUNCTION base64uuid_to_name(base64uuid) AS ASSIGNMENT;

-- Without these, the two casts would make base64uuid = uuid ambiguous. Seven C functions serve all
-- such types.

CREATE FUNCTION base64uuid_eq_uuid(base64uuid, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_eq' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base64uuid_eq_uuid(base64uuid, uuid) IS 'implementation of = operator';

CREATE FUNCTION uuid_eq_base64uuid(uuid, base64uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_eq' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_eq_base64uuid(uuid, base64uuid) IS 'implementation of = operator';

CREATE OPERATOR = (
    FUNCTION = base64uuid_eq_uuid, LEFTARG = base64uuid, RIGHTARG = uuid, COMMUTATOR = =,
    NEGATOR = <>,
    RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (base64uuid, uuid) IS 'equal';

CREATE OPERATOR = (
    FUNCTION = uuid_eq_base64uuid, LEFTARG = uuid, RIGHTARG = base64uuid, COMMUTATOR = =,
    NEGATOR = <>,
    RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (uuid, base64uuid) IS 'equal';

CREATE FUNCTION base64uuid_ne_uuid(base64uuid, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_ne' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base64uuid_ne_uuid(base64uuid, uuid) IS 'implementation of <> operator';

CREATE FUNCTION uuid_ne_base64uuid(uuid, base64uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_ne' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_ne_base64uuid(uuid, base64uuid) IS 'implementation of <> operator';

CREATE OPERATOR <> (
    FUNCTION = base64uuid_ne_uuid, LEFTARG = base64uuid, RIGHTARG = uuid, COMMUTATOR = <>,
    NEGATOR = =,
    RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel
);
COMMENT ON OPERATOR <> (base64uuid, uuid) IS 'not equal';

CREATE OPERATOR <> (
    FUNCTION = uuid_ne_base64uuid, LEFTARG = uuid, RIGHTARG = base64uuid, COMMUTATOR = <>,
    NEGATOR = =,
    RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel
);
COMMENT ON OPERATOR <> (uuid, base64uuid) IS 'not equal';

CREATE FUNCTION base64uuid_lt_uuid(base64uuid, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_lt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base64uuid_lt_uuid(base64uuid, uuid) IS 'implementation of < operator';

CREATE FUNCTION uuid_lt_base64uuid(uuid, base64uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_lt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_lt_base64uuid(uuid, base64uuid) IS 'implementation of < operator';

CREATE OPERATOR < (
    FUNCTION = base64uuid_lt_uuid, LEFTARG = base64uuid, RIGHTARG = uuid, COMMUTATOR = >,
    NEGATOR = >=,
    RESTRICT = pg_catalog.scalarltsel, JOIN = pg_catalog.scalarltjoinsel
);
COMMENT ON OPERATOR < (base64uuid, uuid) IS 'less than';

CREATE OPERATOR < (
    FUNCTION = uuid_lt_base64uuid, LEFTARG = uuid, RIGHTARG = base64uuid, COMMUTATOR = >,
    NEGATOR = >=,
    RESTRICT = pg_catalog.scalarltsel, JOIN = pg_catalog.scalarltjoinsel
);
COMMENT ON OPERATOR < (uuid, base64uuid) IS 'less than';

CREATE FUNCTION base64uuid_le_uuid(base64uuid, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_le' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base64uuid_le_uuid(base64uuid, uuid) IS 'implementation of <= operator';

CREATE FUNCTION uuid_le_base64uuid(uuid, base64uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_le' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_le_base64uuid(uuid, base64uuid) IS 'implementation of <= operator';

CREATE OPERATOR <= (
    FUNCTION = base64uuid_le_uuid, LEFTARG = base64uuid, RIGHTARG = uuid, COMMUTATOR = >=,
    NEGATOR = >,
    RESTRICT = pg_catalog.scalarlesel, JOIN = pg_catalog.scalarlejoinsel
);
COMMENT ON OPERATOR <= (base64uuid, uuid) IS 'less than or equal';

CREATE OPERATOR <= (
    FUNCTION = uuid_le_base64uuid, LEFTARG = uuid, RIGHTARG = base64uuid, COMMUTATOR = >=,
    NEGATOR = >,
    RESTRICT = pg_catalog.scalarlesel, JOIN = pg_catalog.scalarlejoinsel
);
COMMENT ON OPERATOR <= (uuid, base64uuid) IS 'less than or equal';

CREATE FUNCTION base64uuid_gt_uuid(base64uuid, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_gt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base64uuid_gt_uuid(base64uuid, uuid) IS 'implementation of > operator';

CREATE FUNCTION uuid_gt_base64uuid(uuid, base64uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_gt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_gt_base64uuid(uuid, base64uuid) IS 'implementation of > operator';

CREATE OPERATOR > (
    FUNCTION = base64uuid_gt_uuid, LEFTARG = base64uuid, RIGHTARG = uuid, COMMUTATOR = <,
    NEGATOR = <=,
    RESTRICT = pg_catalog.scalargtsel, JOIN = pg_catalog.scalargtjoinsel
);
COMMENT ON OPERATOR > (base64uuid, uuid) IS 'greater than';

CREATE OPERATOR > (
    FUNCTION = uuid_gt_base64uuid, LEFTARG = uuid, RIGHTARG = base64uuid, COMMUTATOR = <,
    NEGATOR = <=,
    RESTRICT = pg_catalog.scalargtsel, JOIN = pg_catalog.scalargtjoinsel
);
COMMENT ON OPERATOR > (uuid, base64uuid) IS 'greater than';

CREATE FUNCTION base64uuid_ge_uuid(base64uuid, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_ge' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION base64uuid_ge_uuid(base64uuid, uuid) IS 'implementation of >= operator';

CREATE FUNCTION uuid_ge_base64uuid(uuid, base64uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_ge' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_ge_base64uuid(uuid, base64uuid) IS 'implementation of >= operator';

CREATE OPERATOR >= (
    FUNCTION = base64uuid_ge_uuid, LEFTARG = base64uuid, RIGHTARG = uuid, COMMUTATOR = <=,
    NEGATOR = <,
    RESTRICT = pg_catalog.scalargesel, JOIN = pg_catalog.scalargejoinsel
);
COMMENT ON OPERATOR >= (base64uuid, uuid) IS 'greater than or equal';

CREATE OPERATOR >= (
    FUNCTION = uuid_ge_base64uuid, LEFTARG = uuid, RIGHTARG = base64uuid, COMMUTATOR = <=,
    NEGATOR = <,
    RESTRICT = pg_catalog.scalargesel, JOIN = pg_catalog.scalargejoinsel
);
COMMENT ON OPERATOR >= (uuid, base64uuid) IS 'greater than or equal';

CREATE FUNCTION base64uuid_cmp_uuid(base64uuid, uuid) RETURNS integer
AS 'MODULE_PATHNAME', 'uuid_family_cmp' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_cmp_uuid(base64uuid, uuid) IS 'less-equal-greater';

CREATE FUNCTION uuid_cmp_base64uuid(uuid, base64uuid) RETURNS integer
AS 'MODULE_PATHNAME', 'uuid_family_cmp' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuid_cmp_base64uuid(uuid, base64uuid) IS 'less-equal-greater';

-- The families get all pairs of the two types, and core's operators themselves: a clause id::uuid =
-- ..., of a query or of the check of a foreign key to a uuid, finds the index of a base64uuid.
-- Core's families get nothing. Where the planner asks for the one family of an ordering operator
-- (get_ordering_op_properties), it takes that with the smallest OID, which is core's.

ALTER OPERATOR FAMILY base64uuid_ops USING btree ADD
    OPERATOR 1 < (base64uuid, uuid),
    OPERATOR 2 <= (base64uuid, uuid),
    OPERATOR 3 = (base64uuid, uuid),
    OPERATOR 4 >= (base64uuid, uuid),
    OPERATOR 5 > (base64uuid, uuid),
    OPERATOR 1 < (uuid, base64uuid),
    OPERATOR 2 <= (uuid, base64uuid),
    OPERATOR 3 = (uuid, base64uuid),
    OPERATOR 4 >= (uuid, base64uuid),
    OPERATOR 5 > (uuid, base64uuid),
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid),
    FUNCTION 1 (base64uuid, uuid) base64uuid_cmp_uuid(base64uuid, uuid),
    FUNCTION 1 (uuid, base64uuid) uuid_cmp_base64uuid(uuid, base64uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.uuid_cmp(uuid, uuid),
    FUNCTION 2 (uuid, uuid) pg_catalog.uuid_sortsupport(internal);

ALTER OPERATOR FAMILY base64uuid_hash_ops USING hash ADD
    OPERATOR 1 = (base64uuid, uuid),
    OPERATOR 1 = (uuid, base64uuid),
    OPERATOR 1 pg_catalog.= (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.uuid_hash(uuid),
    FUNCTION 2 (uuid, uuid) pg_catalog.uuid_hash_extended(uuid, bigint);

ALTER OPERATOR FAMILY base64uuid_minmax_ops USING brin ADD
    OPERATOR 1 < (base64uuid, uuid),
    OPERATOR 2 <= (base64uuid, uuid),
    OPERATOR 3 = (base64uuid, uuid),
    OPERATOR 4 >= (base64uuid, uuid),
    OPERATOR 5 > (base64uuid, uuid),
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_minmax_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_minmax_add_value(internal, internal, internal,
        internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_minmax_union(internal, internal, internal);

ALTER OPERATOR FAMILY base64uuid_minmax_multi_ops USING brin ADD
    OPERATOR 1 < (base64uuid, uuid),
    OPERATOR 2 <= (base64uuid, uuid),
    OPERATOR 3 = (base64uuid, uuid),
    OPERATOR 4 >= (base64uuid, uuid),
    OPERATOR 5 > (base64uuid, uuid),
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_minmax_multi_add_value(internal, internal, internal,
        internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_minmax_multi_consistent(internal, internal, internal,
        integer),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 (uuid, uuid) pg_catalog.brin_minmax_multi_options(internal),
    FUNCTION 11 (uuid, uuid) pg_catalog.brin_minmax_multi_distance_uuid(internal, internal);

ALTER OPERATOR FAMILY base64uuid_bloom_ops USING brin ADD
    OPERATOR 1 = (base64uuid, uuid),
    OPERATOR 1 pg_catalog.= (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_bloom_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_bloom_union(internal, internal, internal),
    FUNCTION 5 (uuid, uuid) pg_catalog.brin_bloom_options(internal),
    FUNCTION 11 (uuid, uuid) pg_catalog.uuid_hash(uuid);

-- An index condition takes a cast without function off its column, so core's operators are members
-- here: no planner asks families of these methods which orders there are.

ALTER OPERATOR FAMILY base64uuid_gist_ops USING gist ADD
    OPERATOR 18 = (base64uuid, uuid),
    OPERATOR 19 <> (base64uuid, uuid),
    OPERATOR 20 < (base64uuid, uuid),
    OPERATOR 21 <= (base64uuid, uuid),
    OPERATOR 22 > (base64uuid, uuid),
    OPERATOR 23 >= (base64uuid, uuid),
    OPERATOR 18 pg_catalog.= (uuid, uuid),
    OPERATOR 19 pg_catalog.<> (uuid, uuid),
    OPERATOR 20 pg_catalog.< (uuid, uuid),
    OPERATOR 21 pg_catalog.<= (uuid, uuid),
    OPERATOR 22 pg_catalog.> (uuid, uuid),
    OPERATOR 23 pg_catalog.>= (uuid, uuid);

ALTER OPERATOR FAMILY base64uuid_gin_ops USING gin ADD
    OPERATOR 1 < (base64uuid, uuid),
    OPERATOR 2 <= (base64uuid, uuid),
    OPERATOR 3 = (base64uuid, uuid),
    OPERATOR 4 >= (base64uuid, uuid),
    OPERATOR 5 > (base64uuid, uuid),
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid);

CREATE FUNCTION base64uuid_encode(uuid) RETURNS text
AS 'MODULE_PATHNAME', 'base64uuid_encode_uuid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_encode(uuid) IS 'Base64UUID of a UUID, 22 characters';

CREATE FUNCTION base64uuid_encode(text) RETURNS text
AS 'MODULE_PATHNAME', 'base64uuid_encode_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_encode(text)
    IS 'Base64UUID of the 36-character text of a UUID, NULL if it is invalid';

CREATE FUNCTION base64uuid_decode(text) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base64uuid_decode(text) IS 'UUID of a Base64UUID, NULL if it is invalid';

CREATE FUNCTION uuid_to_base32hex(uuid) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_to_base32hex(uuid)
    IS 'base32hex (RFC 4648, section 7) of a UUID for dictation: 26 upper-case characters, no padding';

CREATE FUNCTION uuid_from_base32hex(text) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_from_base32hex(text)
    IS 'UUID of a base32hex in either case, NULL if it is invalid';

-- ---------- uid11 ----------

-- input, output, casts, comparisons, hash, searches, operator classes, min and max of every type

CREATE TYPE uid11;

CREATE FUNCTION uid11_in(cstring) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION uid11_in(cstring) IS 'I/O';

CREATE FUNCTION uid11_out(uid11) RETURNS cstring
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION uid11_out(uid11) IS 'I/O';

CREATE FUNCTION uid11_recv(internal) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_recv(internal) IS 'I/O';

CREATE FUNCTION uid11_send(uid11) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION uid11_send(uid11) IS 'I/O';

CREATE TYPE uid11 (
    INPUT = uid11_in,
    OUTPUT = uid11_out,
    RECEIVE = uid11_recv,
    SEND = uid11_send,
    INTERNALLENGTH = 8, PASSEDBYVALUE, ALIGNMENT = double, STORAGE = plain
);
COMMENT ON TYPE uid11 IS '64-bit id written as 11 Base58 characters that sort as the value does';

-- casts from and to text; implicit from it, for drivers that bind strings as text or varchar. To it
-- by a function that always writes the id: what the output function writes depends on
-- base62id.output (pg/settings.hpp)

CREATE FUNCTION uid11_from_text(text) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION uid11_from_text(text) IS 'cast: text to uid11; an error if it is invalid';
CREATE CAST (text AS uid11) WITH FUNCTION uid11_from_text(text) AS IMPLICIT;
CREATE CAST (varchar AS uid11) WITH FUNCTION uid11_from_text(text) AS IMPLICIT;

CREATE FUNCTION uid11_to_text(uid11) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_to_text(uid11) IS 'cast: uid11 to text';
CREATE CAST (uid11 AS text) WITH FUNCTION uid11_to_text(uid11) AS ASSIGNMENT;

-- comparison

CREATE FUNCTION uid11_eq(uid11, uid11) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid11_eq(uid11, uid11) IS 'implementation of = operator';

CREATE OPERATOR = (
    FUNCTION = uid11_eq, LEFTARG = uid11, RIGHTARG = uid11, COMMUTATOR = =,
    NEGATOR = <>, RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (uid11, uid11) IS 'equal';

CREATE FUNCTION uid11_ne(uid11, uid11) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid11_ne(uid11, uid11) IS 'implementation of <> operator';

CREATE OPERATOR <> (
    FUNCTION = uid11_ne, LEFTARG = uid11, RIGHTARG = uid11, COMMUTATOR = <>,
    NEGATOR = =, RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel
);
COMMENT ON OPERATOR <> (uid11, uid11) IS 'not equal';

CREATE FUNCTION uid11_lt(uid11, uid11) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid11_lt(uid11, uid11) IS 'implementation of < operator';

CREATE OPERATOR < (
    FUNCTION = uid11_lt, LEFTARG = uid11, RIGHTARG = uid11, COMMUTATOR = >,
    NEGATOR = >=, RESTRICT = pg_catalog.scalarltsel, JOIN = pg_catalog.scalarltjoinsel
);
COMMENT ON OPERATOR < (uid11, uid11) IS 'less than';

CREATE FUNCTION uid11_le(uid11, uid11) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid11_le(uid11, uid11) IS 'implementation of <= operator';

CREATE OPERATOR <= (
    FUNCTION = uid11_le, LEFTARG = uid11, RIGHTARG = uid11, COMMUTATOR = >=,
    NEGATOR = >, RESTRICT = pg_catalog.scalarlesel, JOIN = pg_catalog.scalarlejoinsel
);
COMMENT ON OPERATOR <= (uid11, uid11) IS 'less than or equal';

CREATE FUNCTION uid11_gt(uid11, uid11) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid11_gt(uid11, uid11) IS 'implementation of > operator';

CREATE OPERATOR > (
    FUNCTION = uid11_gt, LEFTARG = uid11, RIGHTARG = uid11, COMMUTATOR = <,
    NEGATOR = <=, RESTRICT = pg_catalog.scalargtsel, JOIN = pg_catalog.scalargtjoinsel
);
COMMENT ON OPERATOR > (uid11, uid11) IS 'greater than';

CREATE FUNCTION uid11_ge(uid11, uid11) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid11_ge(uid11, uid11) IS 'implementation of >= operator';

CREATE OPERATOR >= (
    FUNCTION = uid11_ge, LEFTARG = uid11, RIGHTARG = uid11, COMMUTATOR = <=,
    NEGATOR = <, RESTRICT = pg_catalog.scalargesel, JOIN = pg_catalog.scalargejoinsel
);
COMMENT ON OPERATOR >= (uid11, uid11) IS 'greater than or equal';

-- indexes

CREATE FUNCTION uid11_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_sortsupport(internal) IS 'sort support';

CREATE FUNCTION uid11_brin_distance(internal, internal) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_brin_distance(internal, internal) IS 'BRIN multi minmax distance';

CREATE FUNCTION uid11_cmp(uid11, uid11) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid11_cmp(uid11, uid11) IS 'less-equal-greater';

CREATE FUNCTION uid11_hash(uid11) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid11_hash(uid11) IS 'hash';

CREATE FUNCTION uid11_hash_extended(uid11, bigint) RETURNS bigint
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid11_hash_extended(uid11, bigint) IS 'hash';

CREATE OPERATOR CLASS uid11_ops DEFAULT FOR TYPE uid11 USING btree AS
    OPERATOR 1 < (uid11, uid11),
    OPERATOR 2 <= (uid11, uid11),
    OPERATOR 3 = (uid11, uid11),
    OPERATOR 4 >= (uid11, uid11),
    OPERATOR 5 > (uid11, uid11),
    FUNCTION 1 uid11_cmp(uid11, uid11),
    FUNCTION 2 uid11_sortsupport(internal),
    FUNCTION 4 pg_catalog.btequalimage(oid);

CREATE OPERATOR CLASS uid11_hash_ops DEFAULT FOR TYPE uid11 USING hash AS
    OPERATOR 1 = (uid11, uid11),
    FUNCTION 1 uid11_hash(uid11),
    FUNCTION 2 uid11_hash_extended(uid11, bigint);

CREATE OPERATOR CLASS uid11_minmax_ops DEFAULT FOR TYPE uid11 USING brin AS
    OPERATOR 1 < (uid11, uid11),
    OPERATOR 2 <= (uid11, uid11),
    OPERATOR 3 = (uid11, uid11),
    OPERATOR 4 >= (uid11, uid11),
    OPERATOR 5 > (uid11, uid11),
    FUNCTION 1 base62id_brin_minmax_opcinfo(internal),
    FUNCTION 2 base62id_brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 base62id_brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 base62id_brin_minmax_union(internal, internal, internal);

CREATE OPERATOR CLASS uid11_minmax_multi_ops FOR TYPE uid11 USING brin AS
    OPERATOR 1 < (uid11, uid11),
    OPERATOR 2 <= (uid11, uid11),
    OPERATOR 3 = (uid11, uid11),
    OPERATOR 4 >= (uid11, uid11),
    OPERATOR 5 > (uid11, uid11),
    FUNCTION 1 base62id_brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 base62id_brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 base62id_brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 base62id_brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_minmax_multi_options(internal),
    FUNCTION 11 uid11_brin_distance(internal, internal);

CREATE OPERATOR CLASS uid11_bloom_ops FOR TYPE uid11 USING brin AS
    OPERATOR 1 = (uid11, uid11),
    FUNCTION 1 pg_catalog.brin_bloom_opcinfo(internal),
    FUNCTION 2 pg_catalog.brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 pg_catalog.brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 pg_catalog.brin_bloom_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_bloom_options(internal),
    FUNCTION 11 uid11_hash(uid11),
    STORAGE uid11;

CREATE FUNCTION uid11_gist_consistent(internal, "any", smallint, oid, internal) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_gist_consistent(internal, "any", smallint, oid, internal)
    IS 'GiST consistent support';

CREATE FUNCTION uid11_gist_compress(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_gist_compress(internal) IS 'GiST compress support';

CREATE FUNCTION uid11_gist_fetch(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_gist_fetch(internal) IS 'GiST fetch support';

CREATE FUNCTION uid11_gin_extract_query("any", internal, smallint, internal, internal, internal,
        internal)
RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_gin_extract_query("any", internal, smallint, internal, internal,
        internal, internal)
    IS 'GIN extract query support';

CREATE FUNCTION uid11_gin_compare_partial("any", "any", smallint, internal) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_gin_compare_partial("any", "any", smallint, internal)
    IS 'GIN compare partial support';

CREATE OPERATOR CLASS uid11_gist_ops DEFAULT FOR TYPE uid11 USING gist AS
    OPERATOR 18 = (uid11, uid11),
    OPERATOR 19 <> (uid11, uid11),
    OPERATOR 20 < (uid11, uid11),
    OPERATOR 21 <= (uid11, uid11),
    OPERATOR 22 > (uid11, uid11),
    OPERATOR 23 >= (uid11, uid11),
    FUNCTION 1 uid11_gist_consistent(internal, "any", smallint, oid, internal),
    FUNCTION 2 base62id_gist_union(internal, internal),
    FUNCTION 3 uid11_gist_compress(internal),
    FUNCTION 5 base62id_gist_penalty(internal, internal, internal),
    FUNCTION 6 base62id_gist_picksplit(internal, internal),
    FUNCTION 7 base62id_gist_same(bytea, bytea, internal),
    FUNCTION 9 uid11_gist_fetch(internal),
    FUNCTION 11 base62id_gist_sortsupport(internal),
    STORAGE bytea;

CREATE OPERATOR CLASS uid11_gin_ops DEFAULT FOR TYPE uid11 USING gin AS
    OPERATOR 1 < (uid11, uid11),
    OPERATOR 2 <= (uid11, uid11),
    OPERATOR 3 = (uid11, uid11),
    OPERATOR 4 >= (uid11, uid11),
    OPERATOR 5 > (uid11, uid11),
    FUNCTION 2 base62id_gin_extract_value("any", internal),
    FUNCTION 3 uid11_gin_extract_query("any", internal, smallint, internal, internal, internal,
        internal),
    FUNCTION 4 base62id_gin_consistent(internal, smallint, "any", integer, internal, internal,
        internal, internal),
    FUNCTION 5 uid11_gin_compare_partial("any", "any", smallint, internal);

-- aggregates

CREATE FUNCTION uid11_smaller(uid11, uid11) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_smaller(uid11, uid11) IS 'smaller of two';

CREATE FUNCTION uid11_larger(uid11, uid11) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_larger(uid11, uid11) IS 'larger of two';

CREATE AGGREGATE min(uid11) (
    SFUNC = uid11_smaller, STYPE = uid11, COMBINEFUNC = uid11_smaller, SORTOP = <, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(uid11) IS 'minimum value of all uid11 input values';

CREATE AGGREGATE max(uid11) (
    SFUNC = uid11_larger, STYPE = uid11, COMBINEFUNC = uid11_larger, SORTOP = >, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(uid11) IS 'maximum value of all uid11 input values';

-- search by the start of the text

CREATE FUNCTION uid11_prefix_lower(prefix text) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_prefix_lower(text) IS 'least uid11 whose text starts with this, or NULL';

CREATE FUNCTION uid11_prefix_upper(prefix text) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_prefix_upper(text)
    IS 'greatest uid11 whose text starts with this, or NULL';

CREATE FUNCTION uid11_prefix_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_prefix_support(internal)
    IS 'planner support for searching uid11 by the start of its text';

CREATE FUNCTION uid11_prefixsel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_prefixsel(internal, oid, internal, integer)
    IS 'restriction selectivity of ^@ on uid11';

CREATE FUNCTION uid11_starts_with(uid11, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT uid11_prefix_support;
COMMENT ON FUNCTION uid11_starts_with(uid11, text) IS 'implementation of ^@ operator';

CREATE OPERATOR ^@ (
    FUNCTION = uid11_starts_with, LEFTARG = uid11, RIGHTARG = text,
    RESTRICT = uid11_prefixsel, JOIN = pg_catalog.prefixjoinsel
);
COMMENT ON OPERATOR ^@ (uid11, text) IS 'text starts with';

-- LIKE and its kin

CREATE FUNCTION uid11_like_start(pattern text, ignore_case boolean) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_like_start(text, boolean)
    IS 'what each uid11 begins with whose text matches this LIKE (ILIKE) pattern';

CREATE FUNCTION uid11_like(uid11, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT uid11_prefix_support;
COMMENT ON FUNCTION uid11_like(uid11, text) IS 'implementation of ~~ operator';

CREATE OPERATOR ~~ (
    FUNCTION = uid11_like, LEFTARG = uid11, RIGHTARG = text, NEGATOR = !~~,
    RESTRICT = uid11_prefixsel, JOIN = pg_catalog.likejoinsel
);
COMMENT ON OPERATOR ~~ (uid11, text) IS 'text matches LIKE expression';

CREATE FUNCTION uid11_not_like(uid11, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT uid11_prefix_support;
COMMENT ON FUNCTION uid11_not_like(uid11, text) IS 'implementation of !~~ operator';

CREATE OPERATOR !~~ (
    FUNCTION = uid11_not_like, LEFTARG = uid11, RIGHTARG = text, NEGATOR = ~~,
    RESTRICT = uid11_prefixsel, JOIN = pg_catalog.nlikejoinsel
);
COMMENT ON OPERATOR !~~ (uid11, text) IS 'text does not match LIKE expression';

CREATE FUNCTION uid11_ilike(uid11, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT uid11_prefix_support;
COMMENT ON FUNCTION uid11_ilike(uid11, text) IS 'implementation of ~~* operator';

CREATE OPERATOR ~~* (
    FUNCTION = uid11_ilike, LEFTARG = uid11, RIGHTARG = text, NEGATOR = !~~*,
    RESTRICT = uid11_prefixsel, JOIN = pg_catalog.iclikejoinsel
);
COMMENT ON OPERATOR ~~* (uid11, text) IS 'text matches LIKE expression, case-insensitive';

CREATE FUNCTION uid11_not_ilike(uid11, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT uid11_prefix_support;
COMMENT ON FUNCTION uid11_not_ilike(uid11, text) IS 'implementation of !~~* operator';

CREATE OPERATOR !~~* (
    FUNCTION = uid11_not_ilike, LEFTARG = uid11, RIGHTARG = text, NEGATOR = ~~*,
    RESTRICT = uid11_prefixsel, JOIN = pg_catalog.icnlikejoinsel
);
COMMENT ON OPERATOR !~~* (uid11, text) IS 'text does not match LIKE expression, case-insensitive';

CREATE FUNCTION uid11_is_valid(input text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_is_valid(text) IS 'is this the text of a uid11?';

-- numbers

CREATE FUNCTION uid11_from_bigint(bigint) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_from_bigint(bigint)
    IS 'cast: bigint to uid11; an error if it is negative';

CREATE FUNCTION uid11_from_integer(integer) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_from_integer(integer)
    IS 'cast: integer to uid11; an error if it is negative';

CREATE FUNCTION uid11_from_smallint(smallint) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_from_smallint(smallint)
    IS 'cast: smallint to uid11; an error if it is negative';

CREATE FUNCTION uid11_to_bigint(uid11) RETURNS bigint
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_to_bigint(uid11) IS 'cast: uid11 to bigint, an error from 2^63 on';

CREATE FUNCTION uid11_to_integer(uid11) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_to_integer(uid11) IS 'cast: uid11 to integer, an error from 2^31 on';

CREATE FUNCTION uid11_to_smallint(uid11) RETURNS smallint
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_to_smallint(uid11) IS 'cast: uid11 to smallint, an error from 2^15 on';

CREATE FUNCTION uid11_from_numeric(numeric) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_from_numeric(numeric)
    IS 'cast: numeric to uid11; an error unless it is an integer of 64 bits';

CREATE FUNCTION uid11_to_numeric(uid11) RETURNS numeric
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_to_numeric(uid11) IS 'cast: uid11 to numeric';
CREATE CAST (bigint AS uid11) WITH FUNCTION uid11_from_bigint(bigint) AS ASSIGNMENT;
CREATE CAST (integer AS uid11) WITH FUNCTION uid11_from_integer(integer) AS ASSIGNMENT;
CREATE CAST (smallint AS uid11) WITH FUNCTION uid11_from_smallint(smallint) AS ASSIGNMENT;
CREATE CAST (uid11 AS bigint) WITH FUNCTION uid11_to_bigint(uid11) AS ASSIGNMENT;
CREATE CAST (uid11 AS integer) WITH FUNCTION uid11_to_integer(uid11) AS ASSIGNMENT;
CREATE CAST (uid11 AS smallint) WITH FUNCTION uid11_to_smallint(uid11) AS ASSIGNMENT;
CREATE CAST (numeric AS uid11) WITH FUNCTION uid11_from_numeric(numeric) AS ASSIGNMENT;
CREATE CAST (uid11 AS numeric) WITH FUNCTION uid11_to_numeric(uid11) AS ASSIGNMENT;

CREATE FUNCTION uid11_encode(numeric) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_encode(numeric)
    IS 'uid11 text of a payload, NULL unless it is an integer of 64 bits';

CREATE FUNCTION uid11_decode(text) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_decode(text) IS 'uid11 of its text, NULL if it is invalid';

CREATE FUNCTION uid11_prefix_range(prefix text, OUT lower uid11, OUT upper uid11)
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_prefix_range(text)
    IS 'least and greatest uid11 whose text starts with this, NULLs if there are none';

-- masks of numbers: an oracle each for who may call them

CREATE FUNCTION uid11_mask(bigint, prefix text, key integer DEFAULT 1) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION uid11_mask(bigint, text, integer)
    IS 'the façade of a number, for a type prefix and by the mask key of that number';

CREATE FUNCTION uid11_unmask(uid11, prefix text, key integer DEFAULT 1) RETURNS bigint
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION uid11_unmask(uid11, text, integer) IS 'the number of a façade';
REVOKE EXECUTE ON FUNCTION uid11_mask(bigint, text, integer), uid11_unmask(uid11, text,
        integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION uid11_mask(bigint, text, integer), uid11_unmask(uid11, text, integer)
    TO pg_database_owner WITH GRANT OPTION;

-- profile xid

CREATE FUNCTION xid_new() RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION xid_new()
    IS 'new xid: a uid11 of the current millisecond and 22 bits that no other id of the server, or of the cluster, has in it';

CREATE FUNCTION xid_new(timestamptz) RETURNS uid11
AS 'MODULE_PATHNAME', 'xid_new_at' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION xid_new(timestamptz)
    IS 'xid of a given time and 22 random bits, for backfilling';

CREATE FUNCTION xid_pack(timestamptz, random integer) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION xid_pack(timestamptz, integer) IS 'xid of a time and a random field of 22 bits';

CREATE FUNCTION xid_timestamp(uid11) RETURNS timestamptz
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION xid_timestamp(uid11) IS 'time of an xid, in milliseconds';

CREATE FUNCTION xid_random(uid11) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION xid_random(uid11) IS 'random field of an xid, 22 bits';

CREATE FUNCTION xid_parse(text, OUT ts timestamptz, OUT random integer)
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION xid_parse(text)
    IS 'time and random field of the text of an xid; an error if it is invalid';

CREATE FUNCTION xid_parse_prefix(text, OUT ts_lo timestamptz, OUT ts_hi timestamptz,
    OUT rand_lo integer,
    OUT rand_hi integer)
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION xid_parse_prefix(text)
    IS 'fields of the least and the greatest xid whose text starts with this, NULLs if there are none';

CREATE FUNCTION xid_min(timestamptz) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION xid_min(timestamptz) IS 'first xid of that millisecond';

CREATE FUNCTION xid_max(timestamptz) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION xid_max(timestamptz) IS 'last xid of that millisecond';

CREATE FUNCTION xid_generator_scope() RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION xid_generator_scope()
    IS 'where xid_new() is guaranteed never to repeat: cluster, server or session';

-- the server's place in a cluster

CREATE FUNCTION base62id_settings() RETURNS TABLE (name text, value text, detail text)
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE ROWS 4;
COMMENT ON FUNCTION base62id_settings()
    IS 'settings in force on this server, to compare those of a cluster: its machine number, a digest of the cluster key, the scope of xid_new(), the fingerprint of each mask key; and what is wrong with each';

-- other profiles

CREATE FUNCTION uid11_fullrand_new() RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_fullrand_new() IS 'new uid11 of 64 random bits';

CREATE FUNCTION uid11_fullrand_parse(uid11, OUT random numeric)
AS 'MODULE_PATHNAME', 'uid11_to_numeric' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_fullrand_parse(uid11) IS 'field of a fullrand uid11';

CREATE FUNCTION uid11_snowish_new() RETURNS uid11
AS 'MODULE_PATHNAME', 'uid11_snowish_new_here' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_snowish_new()
    IS 'new snowish uid11 of the machine number in base62id.machine';

CREATE FUNCTION uid11_snowish_new(machine integer) RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_snowish_new(integer)
    IS 'new snowish uid11: 41 bits of milliseconds, machine 0 to 1023, 12 bits of sequence';

CREATE FUNCTION uid11_snowish_parse(uid11, OUT ts timestamptz, OUT machine integer,
    OUT sequence integer)
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_snowish_parse(uid11) IS 'fields of a snowish uid11';

CREATE FUNCTION uid11_ts_seq_rand_new() RETURNS uid11
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_ts_seq_rand_new()
    IS 'new ts_seq_rand uid11: 42 bits of milliseconds, 12 bits of sequence, 10 random bits';

CREATE FUNCTION uid11_ts_seq_rand_parse(uid11, OUT ts timestamptz, OUT sequence integer,
    OUT random integer)
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid11_ts_seq_rand_parse(uid11) IS 'fields of a ts_seq_rand uid11';

-- ---------- typeid ----------

-- input, output, casts, comparisons, hash, searches, operator classes, min and max of every type

CREATE TYPE typeid;

CREATE FUNCTION typeid_in(cstring) RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION typeid_in(cstring) IS 'I/O';

CREATE FUNCTION typeid_out(typeid) RETURNS cstring
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION typeid_out(typeid) IS 'I/O';

CREATE FUNCTION typeid_recv(internal) RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_recv(internal) IS 'I/O';

CREATE FUNCTION typeid_send(typeid) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION typeid_send(typeid) IS 'I/O';

CREATE FUNCTION typeid_typanalyze(internal) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_typanalyze(internal) IS 'typeid typanalyze';

CREATE TYPE typeid (
    INPUT = typeid_in,
    OUTPUT = typeid_out,
    RECEIVE = typeid_recv,
    SEND = typeid_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = main, ANALYZE = typeid_typanalyze
);
COMMENT ON TYPE typeid
    IS 'TypeID: a UUID with a type prefix, as in user_01h455vb4pex5vsknk084sn02q';

-- casts from and to text; implicit from it, for drivers that bind strings as text or varchar. To it
-- by a function that always writes the id: what the output function writes depends on
-- base62id.output (pg/settings.hpp)

CREATE FUNCTION typeid_from_text(text) RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION typeid_from_text(text) IS 'cast: text to typeid; an error if it is invalid';
CREATE CAST (text AS typeid) WITH FUNCTION typeid_from_text(text) AS IMPLICIT;
CREATE CAST (varchar AS typeid) WITH FUNCTION typeid_from_text(text) AS IMPLICIT;

CREATE FUNCTION typeid_to_text(typeid) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_to_text(typeid) IS 'cast: typeid to text';
CREATE CAST (typeid AS text) WITH FUNCTION typeid_to_text(typeid) AS ASSIGNMENT;

-- comparison

CREATE FUNCTION typeid_eq(typeid, typeid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION typeid_eq(typeid, typeid) IS 'implementation of = operator';

CREATE OPERATOR = (
    FUNCTION = typeid_eq, LEFTARG = typeid, RIGHTARG = typeid, COMMUTATOR = =,
    NEGATOR = <>, RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (typeid, typeid) IS 'equal';

CREATE FUNCTION typeid_ne(typeid, typeid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION typeid_ne(typeid, typeid) IS 'implementation of <> operator';

CREATE OPERATOR <> (
    FUNCTION = typeid_ne, LEFTARG = typeid, RIGHTARG = typeid, COMMUTATOR = <>,
    NEGATOR = =, RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel
);
COMMENT ON OPERATOR <> (typeid, typeid) IS 'not equal';

CREATE FUNCTION typeid_lt(typeid, typeid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION typeid_lt(typeid, typeid) IS 'implementation of < operator';

CREATE OPERATOR < (
    FUNCTION = typeid_lt, LEFTARG = typeid, RIGHTARG = typeid, COMMUTATOR = >,
    NEGATOR = >=, RESTRICT = pg_catalog.scalarltsel, JOIN = pg_catalog.scalarltjoinsel
);
COMMENT ON OPERATOR < (typeid, typeid) IS 'less than';

CREATE FUNCTION typeid_le(typeid, typeid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION typeid_le(typeid, typeid) IS 'implementation of <= operator';

CREATE OPERATOR <= (
    FUNCTION = typeid_le, LEFTARG = typeid, RIGHTARG = typeid, COMMUTATOR = >=,
    NEGATOR = >, RESTRICT = pg_catalog.scalarlesel, JOIN = pg_catalog.scalarlejoinsel
);
COMMENT ON OPERATOR <= (typeid, typeid) IS 'less than or equal';

CREATE FUNCTION typeid_gt(typeid, typeid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION typeid_gt(typeid, typeid) IS 'implementation of > operator';

CREATE OPERATOR > (
    FUNCTION = typeid_gt, LEFTARG = typeid, RIGHTARG = typeid, COMMUTATOR = <,
    NEGATOR = <=, RESTRICT = pg_catalog.scalargtsel, JOIN = pg_catalog.scalargtjoinsel
);
COMMENT ON OPERATOR > (typeid, typeid) IS 'greater than';

CREATE FUNCTION typeid_ge(typeid, typeid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION typeid_ge(typeid, typeid) IS 'implementation of >= operator';

CREATE OPERATOR >= (
    FUNCTION = typeid_ge, LEFTARG = typeid, RIGHTARG = typeid, COMMUTATOR = <=,
    NEGATOR = <, RESTRICT = pg_catalog.scalargesel, JOIN = pg_catalog.scalargejoinsel
);
COMMENT ON OPERATOR >= (typeid, typeid) IS 'greater than or equal';

-- indexes

CREATE FUNCTION typeid_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_sortsupport(internal) IS 'sort support';

CREATE FUNCTION typeid_brin_distance(internal, internal) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_brin_distance(internal, internal) IS 'BRIN multi minmax distance';

CREATE FUNCTION typeid_cmp(typeid, typeid) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION typeid_cmp(typeid, typeid) IS 'less-equal-greater';

CREATE FUNCTION typeid_hash(typeid) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION typeid_hash(typeid) IS 'hash';

CREATE FUNCTION typeid_hash_extended(typeid, bigint) RETURNS bigint
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION typeid_hash_extended(typeid, bigint) IS 'hash';

CREATE OPERATOR CLASS typeid_ops DEFAULT FOR TYPE typeid USING btree AS
    OPERATOR 1 < (typeid, typeid),
    OPERATOR 2 <= (typeid, typeid),
    OPERATOR 3 = (typeid, typeid),
    OPERATOR 4 >= (typeid, typeid),
    OPERATOR 5 > (typeid, typeid),
    FUNCTION 1 typeid_cmp(typeid, typeid),
    FUNCTION 2 typeid_sortsupport(internal),
    FUNCTION 4 pg_catalog.btequalimage(oid);

CREATE OPERATOR CLASS typeid_hash_ops DEFAULT FOR TYPE typeid USING hash AS
    OPERATOR 1 = (typeid, typeid),
    FUNCTION 1 typeid_hash(typeid),
    FUNCTION 2 typeid_hash_extended(typeid, bigint);

CREATE OPERATOR CLASS typeid_minmax_ops DEFAULT FOR TYPE typeid USING brin AS
    OPERATOR 1 < (typeid, typeid),
    OPERATOR 2 <= (typeid, typeid),
    OPERATOR 3 = (typeid, typeid),
    OPERATOR 4 >= (typeid, typeid),
    OPERATOR 5 > (typeid, typeid),
    FUNCTION 1 base62id_brin_minmax_opcinfo(internal),
    FUNCTION 2 base62id_brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 base62id_brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 base62id_brin_minmax_union(internal, internal, internal);

CREATE OPERATOR CLASS typeid_minmax_multi_ops FOR TYPE typeid USING brin AS
    OPERATOR 1 < (typeid, typeid),
    OPERATOR 2 <= (typeid, typeid),
    OPERATOR 3 = (typeid, typeid),
    OPERATOR 4 >= (typeid, typeid),
    OPERATOR 5 > (typeid, typeid),
    FUNCTION 1 base62id_brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 base62id_brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 base62id_brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 base62id_brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_minmax_multi_options(internal),
    FUNCTION 11 typeid_brin_distance(internal, internal);

CREATE OPERATOR CLASS typeid_bloom_ops FOR TYPE typeid USING brin AS
    OPERATOR 1 = (typeid, typeid),
    FUNCTION 1 pg_catalog.brin_bloom_opcinfo(internal),
    FUNCTION 2 pg_catalog.brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 pg_catalog.brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 pg_catalog.brin_bloom_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_bloom_options(internal),
    FUNCTION 11 typeid_hash(typeid),
    STORAGE typeid;

CREATE FUNCTION typeid_gist_consistent(internal, "any", smallint, oid, internal) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_gist_consistent(internal, "any", smallint, oid, internal)
    IS 'GiST consistent support';

CREATE FUNCTION typeid_gist_compress(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_gist_compress(internal) IS 'GiST compress support';

CREATE FUNCTION typeid_gist_fetch(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_gist_fetch(internal) IS 'GiST fetch support';

CREATE FUNCTION typeid_gin_extract_query("any", internal, smallint, internal, internal, internal,
        internal)
RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_gin_extract_query("any", internal, smallint, internal, internal,
        internal, internal)
    IS 'GIN extract query support';

CREATE FUNCTION typeid_gin_compare_partial("any", "any", smallint, internal) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_gin_compare_partial("any", "any", smallint, internal)
    IS 'GIN compare partial support';

CREATE OPERATOR CLASS typeid_gist_ops DEFAULT FOR TYPE typeid USING gist AS
    OPERATOR 18 = (typeid, typeid),
    OPERATOR 19 <> (typeid, typeid),
    OPERATOR 20 < (typeid, typeid),
    OPERATOR 21 <= (typeid, typeid),
    OPERATOR 22 > (typeid, typeid),
    OPERATOR 23 >= (typeid, typeid),
    FUNCTION 1 typeid_gist_consistent(internal, "any", smallint, oid, internal),
    FUNCTION 2 base62id_gist_union(internal, internal),
    FUNCTION 3 typeid_gist_compress(internal),
    FUNCTION 5 base62id_gist_penalty(internal, internal, internal),
    FUNCTION 6 base62id_gist_picksplit(internal, internal),
    FUNCTION 7 base62id_gist_same(bytea, bytea, internal),
    FUNCTION 9 typeid_gist_fetch(internal),
    FUNCTION 11 base62id_gist_sortsupport(internal),
    STORAGE bytea;

CREATE OPERATOR CLASS typeid_gin_ops DEFAULT FOR TYPE typeid USING gin AS
    OPERATOR 1 < (typeid, typeid),
    OPERATOR 2 <= (typeid, typeid),
    OPERATOR 3 = (typeid, typeid),
    OPERATOR 4 >= (typeid, typeid),
    OPERATOR 5 > (typeid, typeid),
    FUNCTION 2 base62id_gin_extract_value("any", internal),
    FUNCTION 3 typeid_gin_extract_query("any", internal, smallint, internal, internal, internal,
        internal),
    FUNCTION 4 base62id_gin_consistent(internal, smallint, "any", integer, internal, internal,
        internal, internal),
    FUNCTION 5 typeid_gin_compare_partial("any", "any", smallint, internal);

-- aggregates

CREATE FUNCTION typeid_smaller(typeid, typeid) RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_smaller(typeid, typeid) IS 'smaller of two';

CREATE FUNCTION typeid_larger(typeid, typeid) RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_larger(typeid, typeid) IS 'larger of two';

CREATE AGGREGATE min(typeid) (
    SFUNC = typeid_smaller, STYPE = typeid, COMBINEFUNC = typeid_smaller, SORTOP = <,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(typeid) IS 'minimum value of all typeid input values';

CREATE AGGREGATE max(typeid) (
    SFUNC = typeid_larger, STYPE = typeid, COMBINEFUNC = typeid_larger, SORTOP = >, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(typeid) IS 'maximum value of all typeid input values';

-- search by the start of the text

CREATE FUNCTION typeid_prefix_lower(prefix text) RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_prefix_lower(text)
    IS 'least typeid whose text starts with this, or NULL';

CREATE FUNCTION typeid_prefix_upper(prefix text) RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_prefix_upper(text)
    IS 'greatest typeid whose text starts with this, or NULL';

CREATE FUNCTION typeid_prefix_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_prefix_support(internal)
    IS 'planner support for searching typeid by the start of its text';

CREATE FUNCTION typeid_prefixsel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_prefixsel(internal, oid, internal, integer)
    IS 'restriction selectivity of ^@ on typeid';

CREATE FUNCTION typeid_starts_with(typeid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT typeid_prefix_support;
COMMENT ON FUNCTION typeid_starts_with(typeid, text) IS 'implementation of ^@ operator';

CREATE OPERATOR ^@ (
    FUNCTION = typeid_starts_with, LEFTARG = typeid, RIGHTARG = text,
    RESTRICT = typeid_prefixsel, JOIN = pg_catalog.prefixjoinsel
);
COMMENT ON OPERATOR ^@ (typeid, text) IS 'text starts with';

-- LIKE and its kin

CREATE FUNCTION typeid_like_start(pattern text, ignore_case boolean) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_like_start(text, boolean)
    IS 'what each typeid begins with whose text matches this LIKE (ILIKE) pattern';

CREATE FUNCTION typeid_like(typeid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT typeid_prefix_support;
COMMENT ON FUNCTION typeid_like(typeid, text) IS 'implementation of ~~ operator';

CREATE OPERATOR ~~ (
    FUNCTION = typeid_like, LEFTARG = typeid, RIGHTARG = text, NEGATOR = !~~,
    RESTRICT = typeid_prefixsel, JOIN = pg_catalog.likejoinsel
);
COMMENT ON OPERATOR ~~ (typeid, text) IS 'text matches LIKE expression';

CREATE FUNCTION typeid_not_like(typeid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT typeid_prefix_support;
COMMENT ON FUNCTION typeid_not_like(typeid, text) IS 'implementation of !~~ operator';

CREATE OPERATOR !~~ (
    FUNCTION = typeid_not_like, LEFTARG = typeid, RIGHTARG = text, NEGATOR = ~~,
    RESTRICT = typeid_prefixsel, JOIN = pg_catalog.nlikejoinsel
);
COMMENT ON OPERATOR !~~ (typeid, text) IS 'text does not match LIKE expression';

CREATE FUNCTION typeid_ilike(typeid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT typeid_prefix_support;
COMMENT ON FUNCTION typeid_ilike(typeid, text) IS 'implementation of ~~* operator';

CREATE OPERATOR ~~* (
    FUNCTION = typeid_ilike, LEFTARG = typeid, RIGHTARG = text, NEGATOR = !~~*,
    RESTRICT = typeid_prefixsel, JOIN = pg_catalog.iclikejoinsel
);
COMMENT ON OPERATOR ~~* (typeid, text) IS 'text matches LIKE expression, case-insensitive';

CREATE FUNCTION typeid_not_ilike(typeid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT typeid_prefix_support;
COMMENT ON FUNCTION typeid_not_ilike(typeid, text) IS 'implementation of !~~* operator';

CREATE OPERATOR !~~* (
    FUNCTION = typeid_not_ilike, LEFTARG = typeid, RIGHTARG = text, NEGATOR = ~~*,
    RESTRICT = typeid_prefixsel, JOIN = pg_catalog.icnlikejoinsel
);
COMMENT ON OPERATOR !~~* (typeid, text) IS 'text does not match LIKE expression, case-insensitive';

CREATE FUNCTION typeid_is_valid(input text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_is_valid(text) IS 'is this the text of a typeid?';

-- type prefix

CREATE FUNCTION typeid_prefix(typeid typeid) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_prefix(typeid) IS 'type prefix of a typeid';

CREATE FUNCTION typeid_is_nil_prefix(typeid typeid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_is_nil_prefix(typeid) IS 'is the type prefix empty?';

CREATE FUNCTION typeid_check(typeid typeid, prefix text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_check(typeid, text)
    IS 'is the type prefix exactly this? for CHECK constraints';

CREATE FUNCTION typeid_check_text(input text, prefix text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_check_text(text, text)
    IS 'is this the text of a typeid whose type prefix is exactly this?';

CREATE FUNCTION typeid_type_lower(prefix text) RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_type_lower(text) IS 'least typeid of that type prefix, or NULL';

CREATE FUNCTION typeid_type_upper(prefix text) RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_type_upper(text) IS 'greatest typeid of that type prefix, or NULL';

CREATE FUNCTION typeid_has_prefix_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_has_prefix_support(internal)
    IS 'planner support for searching by type prefix';

CREATE FUNCTION typeid_prefix_of_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_prefix_of_support(internal)
    IS 'planner support for searching by type prefix';

CREATE FUNCTION typeid_has_prefix_sel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_has_prefix_sel(internal, oid, internal, integer)
    IS 'restriction selectivity of @> on typeid';

CREATE FUNCTION typeid_prefix_of_sel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_prefix_of_sel(internal, oid, internal, integer)
    IS 'restriction selectivity of <@ on typeid';

CREATE FUNCTION typeid_has_prefix(typeid typeid, prefix text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE SUPPORT typeid_has_prefix_support;
COMMENT ON FUNCTION typeid_has_prefix(typeid, text) IS 'type prefix is exactly';

CREATE FUNCTION typeid_prefix_of(prefix text, typeid typeid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE SUPPORT typeid_prefix_of_support;
COMMENT ON FUNCTION typeid_prefix_of(text, typeid) IS 'is exactly the type prefix of';

CREATE OPERATOR @> (
    FUNCTION = typeid_has_prefix, LEFTARG = typeid, RIGHTARG = text, COMMUTATOR = <@,
    RESTRICT = typeid_has_prefix_sel, JOIN = pg_catalog.prefixjoinsel
);
COMMENT ON OPERATOR @> (typeid, text) IS 'type prefix is exactly';

CREATE OPERATOR <@ (
    FUNCTION = typeid_prefix_of, LEFTARG = text, RIGHTARG = typeid, COMMUTATOR = @>,
    RESTRICT = typeid_prefix_of_sel, JOIN = pg_catalog.prefixjoinsel
);
COMMENT ON OPERATOR <@ (text, typeid) IS 'is exactly the type prefix of';

-- the same under the name that another package has
CREATE FUNCTION typeid_prefix_matches(prefix text, typeid typeid) RETURNS boolean
AS 'MODULE_PATHNAME', 'typeid_prefix_of' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
SUPPORT typeid_prefix_of_support;
COMMENT ON FUNCTION typeid_prefix_matches(text, typeid) IS 'is exactly the type prefix of';

-- conversion

CREATE FUNCTION typeid_encode(prefix text, uuid uuid) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_encode(text, uuid)
    IS 'text of the typeid of a type prefix and a UUID, NULL if the prefix is invalid';

CREATE FUNCTION typeid_decode(input text) RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_decode(text) IS 'typeid of its text, NULL if it is invalid';

CREATE FUNCTION typeid_parse(input text) RETURNS typeid
AS 'MODULE_PATHNAME', 'typeid_from_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_parse(text) IS 'typeid of its text; an error if it is invalid';

CREATE FUNCTION typeid_print(typeid typeid) RETURNS text
AS 'MODULE_PATHNAME', 'typeid_to_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_print(typeid) IS 'text of a typeid';

CREATE FUNCTION typeid_normalize(text) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_normalize(text)
    IS 'the TypeID that somebody typed: I and L read as 1, O as 0, without hyphens and spaces, in any case; NULL if it is invalid';

CREATE FUNCTION typeid_to_uuid(typeid typeid) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_to_uuid(typeid) IS 'UUID of a typeid';

CREATE FUNCTION uuid_to_typeid(prefix text, uuid uuid) RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_to_typeid(text, uuid) IS 'typeid of a type prefix and a UUID';

CREATE FUNCTION typeid_timestamp(typeid typeid) RETURNS timestamptz
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_timestamp(typeid)
    IS 'time of a typeid in milliseconds, NULL unless its UUID is version 7';
CREATE CAST (typeid AS uuid) WITH FUNCTION typeid_to_uuid(typeid) AS ASSIGNMENT;

-- generator

CREATE FUNCTION typeid_generate(prefix text DEFAULT '') RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_generate(text)
    IS 'new typeid with a UUID of version 7, increasing within a session';

CREATE FUNCTION typeid_generate(prefix text, timestamptz) RETURNS typeid
AS 'MODULE_PATHNAME', 'typeid_generate_at' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_generate(text, timestamptz)
    IS 'typeid of a given time and 62 random bits, for backfilling';

CREATE FUNCTION typeid_generate_text(prefix text) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_generate_text(text) IS 'text of a new typeid';

CREATE FUNCTION typeid_generate_nil() RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_generate_nil() IS 'new typeid with the empty type prefix';

CREATE FUNCTION typeid_generate_batch(prefix text, count integer) RETURNS typeid[]
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_generate_batch(text, integer) IS 'that many new typeids, increasing';

CREATE FUNCTION typeid_uuid_generate_v7() RETURNS uuid
AS 'MODULE_PATHNAME', 'uuid_v7_new' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_uuid_generate_v7()
    IS 'new UUID of version 7, as typeid_generate makes it';

CREATE FUNCTION typeid_min(prefix text, timestamptz) RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_min(text, timestamptz)
    IS 'first typeid with a UUID of version 7 of that millisecond';

CREATE FUNCTION typeid_max(prefix text, timestamptz) RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_max(text, timestamptz)
    IS 'last typeid with a UUID of version 7 of that millisecond';

-- ---------- baseuid ----------

-- input, output, casts, comparisons, hash, searches, operator classes, min and max of every type

CREATE TYPE baseuid;

CREATE FUNCTION baseuid_in(cstring) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION baseuid_in(cstring) IS 'I/O';

CREATE FUNCTION baseuid_out(baseuid) RETURNS cstring
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION baseuid_out(baseuid) IS 'I/O';

CREATE FUNCTION baseuid_recv(internal) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_recv(internal) IS 'I/O';

CREATE FUNCTION baseuid_send(baseuid) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION baseuid_send(baseuid) IS 'I/O';

CREATE TYPE baseuid (
    INPUT = baseuid_in,
    OUTPUT = baseuid_out,
    RECEIVE = baseuid_recv,
    SEND = baseuid_send,
    INTERNALLENGTH = 15, ALIGNMENT = char, STORAGE = plain
);
COMMENT ON TYPE baseuid
    IS 'BaseUid: 48 bits of time and 72 random bits as 20 characters that sort as the value does';

-- casts from and to text; implicit from it, for drivers that bind strings as text or varchar. To it
-- by a function that always writes the id: what the output function writes depends on
-- base62id.output (pg/settings.hpp)

CREATE FUNCTION baseuid_from_text(text) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION baseuid_from_text(text) IS 'cast: text to baseuid; an error if it is invalid';
CREATE CAST (text AS baseuid) WITH FUNCTION baseuid_from_text(text) AS IMPLICIT;
CREATE CAST (varchar AS baseuid) WITH FUNCTION baseuid_from_text(text) AS IMPLICIT;

CREATE FUNCTION baseuid_to_text(baseuid) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_to_text(baseuid) IS 'cast: baseuid to text';
CREATE CAST (baseuid AS text) WITH FUNCTION baseuid_to_text(baseuid) AS ASSIGNMENT;

-- comparison

CREATE FUNCTION baseuid_eq(baseuid, baseuid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_eq(baseuid, baseuid) IS 'implementation of = operator';

CREATE OPERATOR = (
    FUNCTION = baseuid_eq, LEFTARG = baseuid, RIGHTARG = baseuid, COMMUTATOR = =,
    NEGATOR = <>, RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (baseuid, baseuid) IS 'equal';

CREATE FUNCTION baseuid_ne(baseuid, baseuid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_ne(baseuid, baseuid) IS 'implementation of <> operator';

CREATE OPERATOR <> (
    FUNCTION = baseuid_ne, LEFTARG = baseuid, RIGHTARG = baseuid, COMMUTATOR = <>,
    NEGATOR = =, RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel
);
COMMENT ON OPERATOR <> (baseuid, baseuid) IS 'not equal';

CREATE FUNCTION baseuid_lt(baseuid, baseuid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_lt(baseuid, baseuid) IS 'implementation of < operator';

CREATE OPERATOR < (
    FUNCTION = baseuid_lt, LEFTARG = baseuid, RIGHTARG = baseuid, COMMUTATOR = >,
    NEGATOR = >=, RESTRICT = pg_catalog.scalarltsel, JOIN = pg_catalog.scalarltjoinsel
);
COMMENT ON OPERATOR < (baseuid, baseuid) IS 'less than';

CREATE FUNCTION baseuid_le(baseuid, baseuid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_le(baseuid, baseuid) IS 'implementation of <= operator';

CREATE OPERATOR <= (
    FUNCTION = baseuid_le, LEFTARG = baseuid, RIGHTARG = baseuid, COMMUTATOR = >=,
    NEGATOR = >, RESTRICT = pg_catalog.scalarlesel, JOIN = pg_catalog.scalarlejoinsel
);
COMMENT ON OPERATOR <= (baseuid, baseuid) IS 'less than or equal';

CREATE FUNCTION baseuid_gt(baseuid, baseuid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_gt(baseuid, baseuid) IS 'implementation of > operator';

CREATE OPERATOR > (
    FUNCTION = baseuid_gt, LEFTARG = baseuid, RIGHTARG = baseuid, COMMUTATOR = <,
    NEGATOR = <=, RESTRICT = pg_catalog.scalargtsel, JOIN = pg_catalog.scalargtjoinsel
);
COMMENT ON OPERATOR > (baseuid, baseuid) IS 'greater than';

CREATE FUNCTION baseuid_ge(baseuid, baseuid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_ge(baseuid, baseuid) IS 'implementation of >= operator';

CREATE OPERATOR >= (
    FUNCTION = baseuid_ge, LEFTARG = baseuid, RIGHTARG = baseuid, COMMUTATOR = <=,
    NEGATOR = <, RESTRICT = pg_catalog.scalargesel, JOIN = pg_catalog.scalargejoinsel
);
COMMENT ON OPERATOR >= (baseuid, baseuid) IS 'greater than or equal';

-- indexes

CREATE FUNCTION baseuid_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_sortsupport(internal) IS 'sort support';

CREATE FUNCTION baseuid_brin_distance(internal, internal) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_brin_distance(internal, internal) IS 'BRIN multi minmax distance';

CREATE FUNCTION baseuid_cmp(baseuid, baseuid) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_cmp(baseuid, baseuid) IS 'less-equal-greater';

CREATE FUNCTION baseuid_hash(baseuid) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_hash(baseuid) IS 'hash';

CREATE FUNCTION baseuid_hash_extended(baseuid, bigint) RETURNS bigint
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_hash_extended(baseuid, bigint) IS 'hash';

CREATE OPERATOR CLASS baseuid_ops DEFAULT FOR TYPE baseuid USING btree AS
    OPERATOR 1 < (baseuid, baseuid),
    OPERATOR 2 <= (baseuid, baseuid),
    OPERATOR 3 = (baseuid, baseuid),
    OPERATOR 4 >= (baseuid, baseuid),
    OPERATOR 5 > (baseuid, baseuid),
    FUNCTION 1 baseuid_cmp(baseuid, baseuid),
    FUNCTION 2 baseuid_sortsupport(internal),
    FUNCTION 4 pg_catalog.btequalimage(oid);

CREATE OPERATOR CLASS baseuid_hash_ops DEFAULT FOR TYPE baseuid USING hash AS
    OPERATOR 1 = (baseuid, baseuid),
    FUNCTION 1 baseuid_hash(baseuid),
    FUNCTION 2 baseuid_hash_extended(baseuid, bigint);

CREATE OPERATOR CLASS baseuid_minmax_ops DEFAULT FOR TYPE baseuid USING brin AS
    OPERATOR 1 < (baseuid, baseuid),
    OPERATOR 2 <= (baseuid, baseuid),
    OPERATOR 3 = (baseuid, baseuid),
    OPERATOR 4 >= (baseuid, baseuid),
    OPERATOR 5 > (baseuid, baseuid),
    FUNCTION 1 base62id_brin_minmax_opcinfo(internal),
    FUNCTION 2 base62id_brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 base62id_brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 base62id_brin_minmax_union(internal, internal, internal);

CREATE OPERATOR CLASS baseuid_minmax_multi_ops FOR TYPE baseuid USING brin AS
    OPERATOR 1 < (baseuid, baseuid),
    OPERATOR 2 <= (baseuid, baseuid),
    OPERATOR 3 = (baseuid, baseuid),
    OPERATOR 4 >= (baseuid, baseuid),
    OPERATOR 5 > (baseuid, baseuid),
    FUNCTION 1 base62id_brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 base62id_brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 base62id_brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 base62id_brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_minmax_multi_options(internal),
    FUNCTION 11 baseuid_brin_distance(internal, internal);

CREATE OPERATOR CLASS baseuid_bloom_ops FOR TYPE baseuid USING brin AS
    OPERATOR 1 = (baseuid, baseuid),
    FUNCTION 1 pg_catalog.brin_bloom_opcinfo(internal),
    FUNCTION 2 pg_catalog.brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 pg_catalog.brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 pg_catalog.brin_bloom_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_bloom_options(internal),
    FUNCTION 11 baseuid_hash(baseuid),
    STORAGE baseuid;

CREATE FUNCTION baseuid_gist_consistent(internal, "any", smallint, oid, internal) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_gist_consistent(internal, "any", smallint, oid, internal)
    IS 'GiST consistent support';

CREATE FUNCTION baseuid_gist_compress(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_gist_compress(internal) IS 'GiST compress support';

CREATE FUNCTION baseuid_gist_fetch(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_gist_fetch(internal) IS 'GiST fetch support';

CREATE FUNCTION baseuid_gin_extract_query("any", internal, smallint, internal, internal, internal,
        internal)
RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_gin_extract_query("any", internal, smallint, internal, internal,
        internal, internal)
    IS 'GIN extract query support';

CREATE FUNCTION baseuid_gin_compare_partial("any", "any", smallint, internal) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_gin_compare_partial("any", "any", smallint, internal)
    IS 'GIN compare partial support';

CREATE OPERATOR CLASS baseuid_gist_ops DEFAULT FOR TYPE baseuid USING gist AS
    OPERATOR 18 = (baseuid, baseuid),
    OPERATOR 19 <> (baseuid, baseuid),
    OPERATOR 20 < (baseuid, baseuid),
    OPERATOR 21 <= (baseuid, baseuid),
    OPERATOR 22 > (baseuid, baseuid),
    OPERATOR 23 >= (baseuid, baseuid),
    FUNCTION 1 baseuid_gist_consistent(internal, "any", smallint, oid, internal),
    FUNCTION 2 base62id_gist_union(internal, internal),
    FUNCTION 3 baseuid_gist_compress(internal),
    FUNCTION 5 base62id_gist_penalty(internal, internal, internal),
    FUNCTION 6 base62id_gist_picksplit(internal, internal),
    FUNCTION 7 base62id_gist_same(bytea, bytea, internal),
    FUNCTION 9 baseuid_gist_fetch(internal),
    FUNCTION 11 base62id_gist_sortsupport(internal),
    STORAGE bytea;

CREATE OPERATOR CLASS baseuid_gin_ops DEFAULT FOR TYPE baseuid USING gin AS
    OPERATOR 1 < (baseuid, baseuid),
    OPERATOR 2 <= (baseuid, baseuid),
    OPERATOR 3 = (baseuid, baseuid),
    OPERATOR 4 >= (baseuid, baseuid),
    OPERATOR 5 > (baseuid, baseuid),
    FUNCTION 2 base62id_gin_extract_value("any", internal),
    FUNCTION 3 baseuid_gin_extract_query("any", internal, smallint, internal, internal, internal,
        internal),
    FUNCTION 4 base62id_gin_consistent(internal, smallint, "any", integer, internal, internal,
        internal, internal),
    FUNCTION 5 baseuid_gin_compare_partial("any", "any", smallint, internal);

-- aggregates

CREATE FUNCTION baseuid_smaller(baseuid, baseuid) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_smaller(baseuid, baseuid) IS 'smaller of two';

CREATE FUNCTION baseuid_larger(baseuid, baseuid) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_larger(baseuid, baseuid) IS 'larger of two';

CREATE AGGREGATE min(baseuid) (
    SFUNC = baseuid_smaller, STYPE = baseuid, COMBINEFUNC = baseuid_smaller, SORTOP = <,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(baseuid) IS 'minimum value of all baseuid input values';

CREATE AGGREGATE max(baseuid) (
    SFUNC = baseuid_larger, STYPE = baseuid, COMBINEFUNC = baseuid_larger, SORTOP = >,
    PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(baseuid) IS 'maximum value of all baseuid input values';

-- search by the start of the text

CREATE FUNCTION baseuid_prefix_lower(prefix text) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_prefix_lower(text)
    IS 'least baseuid whose text starts with this, or NULL';

CREATE FUNCTION baseuid_prefix_upper(prefix text) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_prefix_upper(text)
    IS 'greatest baseuid whose text starts with this, or NULL';

CREATE FUNCTION baseuid_prefix_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_prefix_support(internal)
    IS 'planner support for searching baseuid by the start of its text';

CREATE FUNCTION baseuid_prefixsel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_prefixsel(internal, oid, internal, integer)
    IS 'restriction selectivity of ^@ on baseuid';

CREATE FUNCTION baseuid_starts_with(baseuid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT baseuid_prefix_support;
COMMENT ON FUNCTION baseuid_starts_with(baseuid, text) IS 'implementation of ^@ operator';

CREATE OPERATOR ^@ (
    FUNCTION = baseuid_starts_with, LEFTARG = baseuid, RIGHTARG = text,
    RESTRICT = baseuid_prefixsel, JOIN = pg_catalog.prefixjoinsel
);
COMMENT ON OPERATOR ^@ (baseuid, text) IS 'text starts with';

-- LIKE and its kin

CREATE FUNCTION baseuid_like_start(pattern text, ignore_case boolean) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_like_start(text, boolean)
    IS 'what each baseuid begins with whose text matches this LIKE (ILIKE) pattern';

CREATE FUNCTION baseuid_like(baseuid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT baseuid_prefix_support;
COMMENT ON FUNCTION baseuid_like(baseuid, text) IS 'implementation of ~~ operator';

CREATE OPERATOR ~~ (
    FUNCTION = baseuid_like, LEFTARG = baseuid, RIGHTARG = text, NEGATOR = !~~,
    RESTRICT = baseuid_prefixsel, JOIN = pg_catalog.likejoinsel
);
COMMENT ON OPERATOR ~~ (baseuid, text) IS 'text matches LIKE expression';

CREATE FUNCTION baseuid_not_like(baseuid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT baseuid_prefix_support;
COMMENT ON FUNCTION baseuid_not_like(baseuid, text) IS 'implementation of !~~ operator';

CREATE OPERATOR !~~ (
    FUNCTION = baseuid_not_like, LEFTARG = baseuid, RIGHTARG = text, NEGATOR = ~~,
    RESTRICT = baseuid_prefixsel, JOIN = pg_catalog.nlikejoinsel
);
COMMENT ON OPERATOR !~~ (baseuid, text) IS 'text does not match LIKE expression';

CREATE FUNCTION baseuid_ilike(baseuid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT baseuid_prefix_support;
COMMENT ON FUNCTION baseuid_ilike(baseuid, text) IS 'implementation of ~~* operator';

CREATE OPERATOR ~~* (
    FUNCTION = baseuid_ilike, LEFTARG = baseuid, RIGHTARG = text, NEGATOR = !~~*,
    RESTRICT = baseuid_prefixsel, JOIN = pg_catalog.iclikejoinsel
);
COMMENT ON OPERATOR ~~* (baseuid, text) IS 'text matches LIKE expression, case-insensitive';

CREATE FUNCTION baseuid_not_ilike(baseuid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT baseuid_prefix_support;
COMMENT ON FUNCTION baseuid_not_ilike(baseuid, text) IS 'implementation of !~~* operator';

CREATE OPERATOR !~~* (
    FUNCTION = baseuid_not_ilike, LEFTARG = baseuid, RIGHTARG = text, NEGATOR = ~~*,
    RESTRICT = baseuid_prefixsel, JOIN = pg_catalog.icnlikejoinsel
);
COMMENT ON OPERATOR !~~* (baseuid, text) IS 'text does not match LIKE expression, case-insensitive';

CREATE FUNCTION baseuid_is_valid(input text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_is_valid(text) IS 'is this the text of a baseuid?';

CREATE FUNCTION baseuid_new() RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_new() IS 'new baseuid, increasing within a session';

CREATE FUNCTION baseuid_new(timestamptz) RETURNS baseuid
AS 'MODULE_PATHNAME', 'baseuid_new_at' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_new(timestamptz)
    IS 'baseuid of a given time and 72 random bits, for backfilling';

CREATE FUNCTION baseuid_encode(bytea) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_encode(bytea) IS 'BaseUid text of 15 bytes, NULL for any other length';

CREATE FUNCTION baseuid_decode(text) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_decode(text) IS 'baseuid of its text, NULL if it is invalid';

CREATE FUNCTION baseuid_timestamp(baseuid) RETURNS timestamptz
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_timestamp(baseuid)
    IS 'time of a baseuid, in steps of 32.768 microseconds';

CREATE FUNCTION baseuid_min(timestamptz) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_min(timestamptz) IS 'first baseuid of that microsecond';

CREATE FUNCTION baseuid_max(timestamptz) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_max(timestamptz) IS 'last baseuid of that microsecond';

-- UUID version 8

CREATE FUNCTION baseuid_to_uuid(baseuid) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_to_uuid(baseuid) IS 'baseuid as UUID of version 8';

CREATE FUNCTION baseuid_from_uuid(uuid) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION baseuid_from_uuid(uuid)
    IS 'baseuid of its UUID of version 8, NULL if it is invalid';

CREATE FUNCTION uuid_to_baseuid(uuid) RETURNS baseuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_to_baseuid(uuid)
    IS 'cast: baseuid of its UUID of version 8; an error if it is invalid';
CREATE CAST (baseuid AS uuid) WITH FUNCTION baseuid_to_uuid(baseuid) AS ASSIGNMENT;
CREATE CAST (uuid AS baseuid) WITH FUNCTION uuid_to_baseuid(uuid);

-- ---------- ulid ----------

-- input, output, casts, comparisons, hash, searches, operator classes, min and max of every type

CREATE TYPE ulid;

CREATE FUNCTION ulid_in(cstring) RETURNS ulid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION ulid_in(cstring) IS 'I/O';

CREATE FUNCTION ulid_out(ulid) RETURNS cstring
AS 'MODULE_PATHNAME' LANGUAGE c STABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION ulid_out(ulid) IS 'I/O';

CREATE FUNCTION ulid_recv(internal) RETURNS ulid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_recv(internal) IS 'I/O';

CREATE FUNCTION ulid_send(ulid) RETURNS bytea
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION ulid_send(ulid) IS 'I/O';

CREATE TYPE ulid (
    INPUT = ulid_in,
    OUTPUT = ulid_out,
    RECEIVE = ulid_recv,
    SEND = ulid_send,
    LIKE = pg_catalog.uuid
);
COMMENT ON TYPE ulid
    IS 'ULID: 48 bits of time and 80 random bits as 26 characters that sort as the value does';

-- casts from and to text; implicit from it, for drivers that bind strings as text or varchar. To it
-- by a function that always writes the id: what the output function writes depends on
-- base62id.output (pg/settings.hpp)

CREATE FUNCTION ulid_from_text(text) RETURNS ulid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT;
COMMENT ON FUNCTION ulid_from_text(text) IS 'cast: text to ulid; an error if it is invalid';
CREATE CAST (text AS ulid) WITH FUNCTION ulid_from_text(text) AS IMPLICIT;
CREATE CAST (varchar AS ulid) WITH FUNCTION ulid_from_text(text) AS IMPLICIT;

CREATE FUNCTION ulid_to_text(ulid) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_to_text(ulid) IS 'cast: ulid to text';
CREATE CAST (ulid AS text) WITH FUNCTION ulid_to_text(ulid) AS ASSIGNMENT;

-- comparison

CREATE FUNCTION ulid_eq(ulid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION ulid_eq(ulid, ulid) IS 'implementation of = operator';

CREATE OPERATOR = (
    FUNCTION = ulid_eq, LEFTARG = ulid, RIGHTARG = ulid, COMMUTATOR = =,
    NEGATOR = <>, RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (ulid, ulid) IS 'equal';

CREATE FUNCTION ulid_ne(ulid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION ulid_ne(ulid, ulid) IS 'implementation of <> operator';

CREATE OPERATOR <> (
    FUNCTION = ulid_ne, LEFTARG = ulid, RIGHTARG = ulid, COMMUTATOR = <>,
    NEGATOR = =, RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel
);
COMMENT ON OPERATOR <> (ulid, ulid) IS 'not equal';

CREATE FUNCTION ulid_lt(ulid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION ulid_lt(ulid, ulid) IS 'implementation of < operator';

CREATE OPERATOR < (
    FUNCTION = ulid_lt, LEFTARG = ulid, RIGHTARG = ulid, COMMUTATOR = >,
    NEGATOR = >=, RESTRICT = pg_catalog.scalarltsel, JOIN = pg_catalog.scalarltjoinsel
);
COMMENT ON OPERATOR < (ulid, ulid) IS 'less than';

CREATE FUNCTION ulid_le(ulid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION ulid_le(ulid, ulid) IS 'implementation of <= operator';

CREATE OPERATOR <= (
    FUNCTION = ulid_le, LEFTARG = ulid, RIGHTARG = ulid, COMMUTATOR = >=,
    NEGATOR = >, RESTRICT = pg_catalog.scalarlesel, JOIN = pg_catalog.scalarlejoinsel
);
COMMENT ON OPERATOR <= (ulid, ulid) IS 'less than or equal';

CREATE FUNCTION ulid_gt(ulid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION ulid_gt(ulid, ulid) IS 'implementation of > operator';

CREATE OPERATOR > (
    FUNCTION = ulid_gt, LEFTARG = ulid, RIGHTARG = ulid, COMMUTATOR = <,
    NEGATOR = <=, RESTRICT = pg_catalog.scalargtsel, JOIN = pg_catalog.scalargtjoinsel
);
COMMENT ON OPERATOR > (ulid, ulid) IS 'greater than';

CREATE FUNCTION ulid_ge(ulid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION ulid_ge(ulid, ulid) IS 'implementation of >= operator';

CREATE OPERATOR >= (
    FUNCTION = ulid_ge, LEFTARG = ulid, RIGHTARG = ulid, COMMUTATOR = <=,
    NEGATOR = <, RESTRICT = pg_catalog.scalargesel, JOIN = pg_catalog.scalargejoinsel
);
COMMENT ON OPERATOR >= (ulid, ulid) IS 'greater than or equal';

-- indexes

CREATE FUNCTION ulid_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_sortsupport(internal) IS 'sort support';

CREATE FUNCTION ulid_brin_distance(internal, internal) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_brin_distance(internal, internal) IS 'BRIN multi minmax distance';

CREATE FUNCTION ulid_cmp(ulid, ulid) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION ulid_cmp(ulid, ulid) IS 'less-equal-greater';

CREATE FUNCTION ulid_hash(ulid) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION ulid_hash(ulid) IS 'hash';

CREATE FUNCTION ulid_hash_extended(ulid, bigint) RETURNS bigint
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION ulid_hash_extended(ulid, bigint) IS 'hash';

CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING btree AS
    OPERATOR 1 < (ulid, ulid),
    OPERATOR 2 <= (ulid, ulid),
    OPERATOR 3 = (ulid, ulid),
    OPERATOR 4 >= (ulid, ulid),
    OPERATOR 5 > (ulid, ulid),
    FUNCTION 1 ulid_cmp(ulid, ulid),
    FUNCTION 2 ulid_sortsupport(internal),
    FUNCTION 4 pg_catalog.btequalimage(oid);

-- For the way back to uuid: an index with this class over a column outlives ALTER TYPE to uuid,
-- because PostgreSQL writes out the name of a class that is not the default.
CREATE OPERATOR CLASS ulid_stored_ops FOR TYPE ulid USING btree FAMILY ulid_ops AS
    STORAGE ulid;

CREATE OPERATOR CLASS ulid_hash_ops DEFAULT FOR TYPE ulid USING hash AS
    OPERATOR 1 = (ulid, ulid),
    FUNCTION 1 (ulid, ulid) pg_catalog.uuid_hash(uuid),
    FUNCTION 2 (ulid, ulid) pg_catalog.uuid_hash_extended(uuid, bigint);

CREATE OPERATOR CLASS ulid_minmax_ops DEFAULT FOR TYPE ulid USING brin AS
    OPERATOR 1 < (ulid, ulid),
    OPERATOR 2 <= (ulid, ulid),
    OPERATOR 3 = (ulid, ulid),
    OPERATOR 4 >= (ulid, ulid),
    OPERATOR 5 > (ulid, ulid),
    FUNCTION 1 base62id_brin_minmax_opcinfo(internal),
    FUNCTION 2 base62id_brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 base62id_brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 base62id_brin_minmax_union(internal, internal, internal);

CREATE OPERATOR CLASS ulid_minmax_multi_ops FOR TYPE ulid USING brin AS
    OPERATOR 1 < (ulid, ulid),
    OPERATOR 2 <= (ulid, ulid),
    OPERATOR 3 = (ulid, ulid),
    OPERATOR 4 >= (ulid, ulid),
    OPERATOR 5 > (ulid, ulid),
    FUNCTION 1 base62id_brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 base62id_brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 base62id_brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 base62id_brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_minmax_multi_options(internal),
    FUNCTION 11 ulid_brin_distance(internal, internal);

CREATE OPERATOR CLASS ulid_bloom_ops FOR TYPE ulid USING brin AS
    OPERATOR 1 = (ulid, ulid),
    FUNCTION 1 pg_catalog.brin_bloom_opcinfo(internal),
    FUNCTION 2 pg_catalog.brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 pg_catalog.brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 pg_catalog.brin_bloom_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_bloom_options(internal),
    FUNCTION 11 ulid_hash(ulid),
    STORAGE ulid;

CREATE OPERATOR CLASS ulid_gist_ops DEFAULT FOR TYPE ulid USING gist AS
    OPERATOR 18 = (ulid, ulid),
    OPERATOR 19 <> (ulid, ulid),
    OPERATOR 20 < (ulid, ulid),
    OPERATOR 21 <= (ulid, ulid),
    OPERATOR 22 > (ulid, ulid),
    OPERATOR 23 >= (ulid, ulid),
    FUNCTION 1 uuid_family_gist_consistent(internal, "any", smallint, oid, internal),
    FUNCTION 2 base62id_gist_union(internal, internal),
    FUNCTION 3 uuid_family_gist_compress(internal),
    FUNCTION 5 base62id_gist_penalty(internal, internal, internal),
    FUNCTION 6 base62id_gist_picksplit(internal, internal),
    FUNCTION 7 base62id_gist_same(bytea, bytea, internal),
    FUNCTION 9 uuid_family_gist_fetch(internal),
    FUNCTION 11 base62id_gist_sortsupport(internal),
    STORAGE bytea;

CREATE OPERATOR CLASS ulid_gin_ops DEFAULT FOR TYPE ulid USING gin AS
    OPERATOR 1 < (ulid, ulid),
    OPERATOR 2 <= (ulid, ulid),
    OPERATOR 3 = (ulid, ulid),
    OPERATOR 4 >= (ulid, ulid),
    OPERATOR 5 > (ulid, ulid),
    FUNCTION 2 base62id_gin_extract_value("any", internal),
    FUNCTION 3 uuid_family_gin_extract_query("any", internal, smallint, internal, internal,
        internal, internal),
    FUNCTION 4 base62id_gin_consistent(internal, smallint, "any", integer, internal, internal,
        internal, internal),
    FUNCTION 5 uuid_family_gin_compare_partial("any", "any", smallint, internal);

-- aggregates

CREATE FUNCTION ulid_smaller(ulid, ulid) RETURNS ulid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_smaller(ulid, ulid) IS 'smaller of two';

CREATE FUNCTION ulid_larger(ulid, ulid) RETURNS ulid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_larger(ulid, ulid) IS 'larger of two';

CREATE AGGREGATE min(ulid) (
    SFUNC = ulid_smaller, STYPE = ulid, COMBINEFUNC = ulid_smaller, SORTOP = <, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(ulid) IS 'minimum value of all ulid input values';

CREATE AGGREGATE max(ulid) (
    SFUNC = ulid_larger, STYPE = ulid, COMBINEFUNC = ulid_larger, SORTOP = >, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(ulid) IS 'maximum value of all ulid input values';

-- search by the start of the text

CREATE FUNCTION ulid_prefix_lower(prefix text) RETURNS ulid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_prefix_lower(text) IS 'least ulid whose text starts with this, or NULL';

CREATE FUNCTION ulid_prefix_upper(prefix text) RETURNS ulid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_prefix_upper(text) IS 'greatest ulid whose text starts with this, or NULL';

CREATE FUNCTION ulid_prefix_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_prefix_support(internal)
    IS 'planner support for searching ulid by the start of its text';

CREATE FUNCTION ulid_prefixsel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_prefixsel(internal, oid, internal, integer)
    IS 'restriction selectivity of ^@ on ulid';

CREATE FUNCTION ulid_starts_with(ulid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT ulid_prefix_support;
COMMENT ON FUNCTION ulid_starts_with(ulid, text) IS 'implementation of ^@ operator';

CREATE OPERATOR ^@ (
    FUNCTION = ulid_starts_with, LEFTARG = ulid, RIGHTARG = text,
    RESTRICT = ulid_prefixsel, JOIN = pg_catalog.prefixjoinsel
);
COMMENT ON OPERATOR ^@ (ulid, text) IS 'text starts with';

-- LIKE and its kin

CREATE FUNCTION ulid_like_start(pattern text, ignore_case boolean) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_like_start(text, boolean)
    IS 'what each ulid begins with whose text matches this LIKE (ILIKE) pattern';

CREATE FUNCTION ulid_like(ulid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT ulid_prefix_support;
COMMENT ON FUNCTION ulid_like(ulid, text) IS 'implementation of ~~ operator';

CREATE OPERATOR ~~ (
    FUNCTION = ulid_like, LEFTARG = ulid, RIGHTARG = text, NEGATOR = !~~,
    RESTRICT = ulid_prefixsel, JOIN = pg_catalog.likejoinsel
);
COMMENT ON OPERATOR ~~ (ulid, text) IS 'text matches LIKE expression';

CREATE FUNCTION ulid_not_like(ulid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT ulid_prefix_support;
COMMENT ON FUNCTION ulid_not_like(ulid, text) IS 'implementation of !~~ operator';

CREATE OPERATOR !~~ (
    FUNCTION = ulid_not_like, LEFTARG = ulid, RIGHTARG = text, NEGATOR = ~~,
    RESTRICT = ulid_prefixsel, JOIN = pg_catalog.nlikejoinsel
);
COMMENT ON OPERATOR !~~ (ulid, text) IS 'text does not match LIKE expression';

CREATE FUNCTION ulid_ilike(ulid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT ulid_prefix_support;
COMMENT ON FUNCTION ulid_ilike(ulid, text) IS 'implementation of ~~* operator';

CREATE OPERATOR ~~* (
    FUNCTION = ulid_ilike, LEFTARG = ulid, RIGHTARG = text, NEGATOR = !~~*,
    RESTRICT = ulid_prefixsel, JOIN = pg_catalog.iclikejoinsel
);
COMMENT ON OPERATOR ~~* (ulid, text) IS 'text matches LIKE expression, case-insensitive';

CREATE FUNCTION ulid_not_ilike(ulid, text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE STRICT SUPPORT ulid_prefix_support;
COMMENT ON FUNCTION ulid_not_ilike(ulid, text) IS 'implementation of !~~* operator';

CREATE OPERATOR !~~* (
    FUNCTION = ulid_not_ilike, LEFTARG = ulid, RIGHTARG = text, NEGATOR = ~~*,
    RESTRICT = ulid_prefixsel, JOIN = pg_catalog.icnlikejoinsel
);
COMMENT ON OPERATOR !~~* (ulid, text) IS 'text does not match LIKE expression, case-insensitive';

CREATE FUNCTION ulid_is_valid(input text) RETURNS boolean
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_is_valid(text) IS 'is this the text of a ulid?';

-- ---------- one family with uuid ----------

CREATE CAST (uuid AS ulid) WITHOUT FUNCTION AS IMPLICIT;
CREATE CAST (ulid AS uuid) WITHOUT FUNCTION AS IMPLICIT;

-- By the output function, as PostgreSQL does without these, what is stored would be the session's
-- form.

CREATE CAST (ulid AS varchar) WITH FUNCTION ulid_to_text(ulid) AS ASSIGNMENT;
CREATE CAST (ulid AS bpchar) WITH FUNCTION ulid_to_text(ulid) AS ASSIGNMENT;

CREATE FUNCTION ulid_to_name(ulid) RETURNS name
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_to_name(ulid) IS 'cast: ulid to name';
CREATE CAST (ulid AS name) WITH FUNCTION ulid_to_name(ulid) AS ASSIGNMENT;

-- Without these, the two casts would make ulid = uuid ambiguous. Seven C functions serve all such
-- types.

CREATE FUNCTION ulid_eq_uuid(ulid, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_eq' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION ulid_eq_uuid(ulid, uuid) IS 'implementation of = operator';

CREATE FUNCTION uuid_eq_ulid(uuid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_eq' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_eq_ulid(uuid, ulid) IS 'implementation of = operator';

CREATE OPERATOR = (
    FUNCTION = ulid_eq_uuid, LEFTARG = ulid, RIGHTARG = uuid, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (ulid, uuid) IS 'equal';

CREATE OPERATOR = (
    FUNCTION = uuid_eq_ulid, LEFTARG = uuid, RIGHTARG = ulid, COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel, HASHES, MERGES
);
COMMENT ON OPERATOR = (uuid, ulid) IS 'equal';

CREATE FUNCTION ulid_ne_uuid(ulid, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_ne' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION ulid_ne_uuid(ulid, uuid) IS 'implementation of <> operator';

CREATE FUNCTION uuid_ne_ulid(uuid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_ne' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_ne_ulid(uuid, ulid) IS 'implementation of <> operator';

CREATE OPERATOR <> (
    FUNCTION = ulid_ne_uuid, LEFTARG = ulid, RIGHTARG = uuid, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel
);
COMMENT ON OPERATOR <> (ulid, uuid) IS 'not equal';

CREATE OPERATOR <> (
    FUNCTION = uuid_ne_ulid, LEFTARG = uuid, RIGHTARG = ulid, COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel
);
COMMENT ON OPERATOR <> (uuid, ulid) IS 'not equal';

CREATE FUNCTION ulid_lt_uuid(ulid, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_lt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION ulid_lt_uuid(ulid, uuid) IS 'implementation of < operator';

CREATE FUNCTION uuid_lt_ulid(uuid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_lt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_lt_ulid(uuid, ulid) IS 'implementation of < operator';

CREATE OPERATOR < (
    FUNCTION = ulid_lt_uuid, LEFTARG = ulid, RIGHTARG = uuid, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = pg_catalog.scalarltsel, JOIN = pg_catalog.scalarltjoinsel
);
COMMENT ON OPERATOR < (ulid, uuid) IS 'less than';

CREATE OPERATOR < (
    FUNCTION = uuid_lt_ulid, LEFTARG = uuid, RIGHTARG = ulid, COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = pg_catalog.scalarltsel, JOIN = pg_catalog.scalarltjoinsel
);
COMMENT ON OPERATOR < (uuid, ulid) IS 'less than';

CREATE FUNCTION ulid_le_uuid(ulid, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_le' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION ulid_le_uuid(ulid, uuid) IS 'implementation of <= operator';

CREATE FUNCTION uuid_le_ulid(uuid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_le' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_le_ulid(uuid, ulid) IS 'implementation of <= operator';

CREATE OPERATOR <= (
    FUNCTION = ulid_le_uuid, LEFTARG = ulid, RIGHTARG = uuid, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = pg_catalog.scalarlesel, JOIN = pg_catalog.scalarlejoinsel
);
COMMENT ON OPERATOR <= (ulid, uuid) IS 'less than or equal';

CREATE OPERATOR <= (
    FUNCTION = uuid_le_ulid, LEFTARG = uuid, RIGHTARG = ulid, COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = pg_catalog.scalarlesel, JOIN = pg_catalog.scalarlejoinsel
);
COMMENT ON OPERATOR <= (uuid, ulid) IS 'less than or equal';

CREATE FUNCTION ulid_gt_uuid(ulid, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_gt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION ulid_gt_uuid(ulid, uuid) IS 'implementation of > operator';

CREATE FUNCTION uuid_gt_ulid(uuid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_gt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_gt_ulid(uuid, ulid) IS 'implementation of > operator';

CREATE OPERATOR > (
    FUNCTION = ulid_gt_uuid, LEFTARG = ulid, RIGHTARG = uuid, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = pg_catalog.scalargtsel, JOIN = pg_catalog.scalargtjoinsel
);
COMMENT ON OPERATOR > (ulid, uuid) IS 'greater than';

CREATE OPERATOR > (
    FUNCTION = uuid_gt_ulid, LEFTARG = uuid, RIGHTARG = ulid, COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = pg_catalog.scalargtsel, JOIN = pg_catalog.scalargtjoinsel
);
COMMENT ON OPERATOR > (uuid, ulid) IS 'greater than';

CREATE FUNCTION ulid_ge_uuid(ulid, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_ge' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION ulid_ge_uuid(ulid, uuid) IS 'implementation of >= operator';

CREATE FUNCTION uuid_ge_ulid(uuid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME', 'uuid_family_ge' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuid_family_support;
COMMENT ON FUNCTION uuid_ge_ulid(uuid, ulid) IS 'implementation of >= operator';

CREATE OPERATOR >= (
    FUNCTION = ulid_ge_uuid, LEFTARG = ulid, RIGHTARG = uuid, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = pg_catalog.scalargesel, JOIN = pg_catalog.scalargejoinsel
);
COMMENT ON OPERATOR >= (ulid, uuid) IS 'greater than or equal';

CREATE OPERATOR >= (
    FUNCTION = uuid_ge_ulid, LEFTARG = uuid, RIGHTARG = ulid, COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = pg_catalog.scalargesel, JOIN = pg_catalog.scalargejoinsel
);
COMMENT ON OPERATOR >= (uuid, ulid) IS 'greater than or equal';

CREATE FUNCTION ulid_cmp_uuid(ulid, uuid) RETURNS integer
AS 'MODULE_PATHNAME', 'uuid_family_cmp' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION ulid_cmp_uuid(ulid, uuid) IS 'less-equal-greater';

CREATE FUNCTION uuid_cmp_ulid(uuid, ulid) RETURNS integer
AS 'MODULE_PATHNAME', 'uuid_family_cmp' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuid_cmp_ulid(uuid, ulid) IS 'less-equal-greater';

-- The families get all pairs of the two types, and core's operators themselves: a clause id::uuid =
-- ..., of a query or of the check of a foreign key to a uuid, finds the index of a ulid. Core's
-- families get nothing. Where the planner asks for the one family of an ordering operator
-- (get_ordering_op_properties), it takes that with the smallest OID, which is core's.

ALTER OPERATOR FAMILY ulid_ops USING btree ADD
    OPERATOR 1 < (ulid, uuid),
    OPERATOR 2 <= (ulid, uuid),
    OPERATOR 3 = (ulid, uuid),
    OPERATOR 4 >= (ulid, uuid),
    OPERATOR 5 > (ulid, uuid),
    OPERATOR 1 < (uuid, ulid),
    OPERATOR 2 <= (uuid, ulid),
    OPERATOR 3 = (uuid, ulid),
    OPERATOR 4 >= (uuid, ulid),
    OPERATOR 5 > (uuid, ulid),
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid),
    FUNCTION 1 (ulid, uuid) ulid_cmp_uuid(ulid, uuid),
    FUNCTION 1 (uuid, ulid) uuid_cmp_ulid(uuid, ulid),
    FUNCTION 1 (uuid, uuid) pg_catalog.uuid_cmp(uuid, uuid),
    FUNCTION 2 (uuid, uuid) pg_catalog.uuid_sortsupport(internal);

ALTER OPERATOR FAMILY ulid_hash_ops USING hash ADD
    OPERATOR 1 = (ulid, uuid),
    OPERATOR 1 = (uuid, ulid),
    OPERATOR 1 pg_catalog.= (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.uuid_hash(uuid),
    FUNCTION 2 (uuid, uuid) pg_catalog.uuid_hash_extended(uuid, bigint);

ALTER OPERATOR FAMILY ulid_minmax_ops USING brin ADD
    OPERATOR 1 < (ulid, uuid),
    OPERATOR 2 <= (ulid, uuid),
    OPERATOR 3 = (ulid, uuid),
    OPERATOR 4 >= (ulid, uuid),
    OPERATOR 5 > (ulid, uuid),
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_minmax_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_minmax_add_value(internal, internal, internal,
        internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_minmax_union(internal, internal, internal);

ALTER OPERATOR FAMILY ulid_minmax_multi_ops USING brin ADD
    OPERATOR 1 < (ulid, uuid),
    OPERATOR 2 <= (ulid, uuid),
    OPERATOR 3 = (ulid, uuid),
    OPERATOR 4 >= (ulid, uuid),
    OPERATOR 5 > (ulid, uuid),
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_minmax_multi_add_value(internal, internal, internal,
        internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_minmax_multi_consistent(internal, internal, internal,
        integer),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 (uuid, uuid) pg_catalog.brin_minmax_multi_options(internal),
    FUNCTION 11 (uuid, uuid) pg_catalog.brin_minmax_multi_distance_uuid(internal, internal);

ALTER OPERATOR FAMILY ulid_bloom_ops USING brin ADD
    OPERATOR 1 = (ulid, uuid),
    OPERATOR 1 pg_catalog.= (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_bloom_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_bloom_union(internal, internal, internal),
    FUNCTION 5 (uuid, uuid) pg_catalog.brin_bloom_options(internal),
    FUNCTION 11 (uuid, uuid) pg_catalog.uuid_hash(uuid);

-- An index condition takes a cast without function off its column, so core's operators are members
-- here: no planner asks families of these methods which orders there are.

ALTER OPERATOR FAMILY ulid_gist_ops USING gist ADD
    OPERATOR 18 = (ulid, uuid),
    OPERATOR 19 <> (ulid, uuid),
    OPERATOR 20 < (ulid, uuid),
    OPERATOR 21 <= (ulid, uuid),
    OPERATOR 22 > (ulid, uuid),
    OPERATOR 23 >= (ulid, uuid),
    OPERATOR 18 pg_catalog.= (uuid, uuid),
    OPERATOR 19 pg_catalog.<> (uuid, uuid),
    OPERATOR 20 pg_catalog.< (uuid, uuid),
    OPERATOR 21 pg_catalog.<= (uuid, uuid),
    OPERATOR 22 pg_catalog.> (uuid, uuid),
    OPERATOR 23 pg_catalog.>= (uuid, uuid);

ALTER OPERATOR FAMILY ulid_gin_ops USING gin ADD
    OPERATOR 1 < (ulid, uuid),
    OPERATOR 2 <= (ulid, uuid),
    OPERATOR 3 = (ulid, uuid),
    OPERATOR 4 >= (ulid, uuid),
    OPERATOR 5 > (ulid, uuid),
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid);

CREATE FUNCTION ulid_generate() RETURNS ulid
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_generate() IS 'new ulid, increasing within a session';

CREATE FUNCTION ulid_generate(timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME', 'ulid_generate_at' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_generate(timestamptz)
    IS 'ulid of a given time and 80 random bits, for backfilling';

CREATE FUNCTION ulid_encode(uuid) RETURNS text
AS 'MODULE_PATHNAME', 'ulid_encode_uuid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_encode(uuid) IS 'ULID of a UUID, 26 characters';

CREATE FUNCTION ulid_encode(text) RETURNS text
AS 'MODULE_PATHNAME', 'ulid_encode_text' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_encode(text)
    IS 'ULID of the 36-character text of a UUID, NULL if it is invalid';

CREATE FUNCTION ulid_decode(text) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_decode(text) IS 'UUID of a ULID in either case, NULL if it is invalid';

CREATE FUNCTION ulid_normalize(text) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_normalize(text)
    IS 'the ULID that somebody typed: I and L read as 1, O as 0, without hyphens and spaces; NULL if it is invalid';

CREATE FUNCTION ulid_timestamp(ulid) RETURNS timestamptz
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_timestamp(ulid) IS 'time of a ulid, to the millisecond';

CREATE FUNCTION ulid_min(timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_min(timestamptz) IS 'first ulid of that millisecond';

CREATE FUNCTION ulid_max(timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_max(timestamptz) IS 'last ulid of that millisecond';

-- ---------- id types ----------

CREATE FUNCTION id_type_prefix_lower(prefix text, declaration text) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION id_type_prefix_lower(text, text)
    IS 'least uuid of an id type, declared so, whose text starts with this, or NULL';

CREATE FUNCTION id_type_prefix_upper(prefix text, declaration text) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION id_type_prefix_upper(text, text)
    IS 'greatest uuid of an id type, declared so, whose text starts with this, or NULL';

CREATE FUNCTION id_type_like_start(pattern text, ignore_case boolean, declaration text) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION id_type_like_start(text, boolean, text)
    IS 'what each id type, declared so, begins with whose text matches this LIKE (ILIKE) pattern';

CREATE FUNCTION id_type_prefix_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION id_type_prefix_support(internal)
    IS 'planner support for searching id types by the start of their text';

CREATE FUNCTION id_type_prefixsel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION id_type_prefixsel(internal, oid, internal, integer)
    IS 'restriction selectivity of ^@ on id types';

CREATE FUNCTION numeric_id_type_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION numeric_id_type_sortsupport(internal) IS 'sort support';

CREATE FUNCTION numeric_id_type_brin_distance(internal, internal) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION numeric_id_type_brin_distance(internal, internal)
    IS 'BRIN multi minmax distance';

CREATE FUNCTION numeric_id_type_prefix_lower(prefix text, declaration text) RETURNS bigint
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION numeric_id_type_prefix_lower(text, text)
    IS 'least bigint of an id type, declared so, whose text starts with this, or NULL';

CREATE FUNCTION numeric_id_type_prefix_upper(prefix text, declaration text) RETURNS bigint
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION numeric_id_type_prefix_upper(text, text)
    IS 'greatest bigint of an id type, declared so, whose text starts with this, or NULL';

CREATE FUNCTION numeric_id_type_like_start(pattern text, ignore_case boolean, declaration text)
RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION numeric_id_type_like_start(text, boolean, text)
    IS 'what each id type, declared so, begins with whose text matches this LIKE (ILIKE) pattern';

CREATE FUNCTION numeric_id_type_prefix_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION numeric_id_type_prefix_support(internal)
    IS 'planner support for searching id types of notation uid11 by the start of their text';

CREATE FUNCTION numeric_id_type_prefixsel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION numeric_id_type_prefixsel(internal, oid, internal, integer)
    IS 'restriction selectivity of ^@ on id types of notation uid11';

-- their language

CREATE FUNCTION id_type_handler() RETURNS language_handler
AS 'MODULE_PATHNAME' LANGUAGE c STRICT PARALLEL SAFE;
COMMENT ON FUNCTION id_type_handler() IS 'calls the functions of id types';

CREATE FUNCTION id_type_validator(oid) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c STRICT PARALLEL SAFE;
COMMENT ON FUNCTION id_type_validator(oid) IS 'checks the functions of id types';
CREATE LANGUAGE id_type HANDLER id_type_handler VALIDATOR id_type_validator;
COMMENT ON LANGUAGE id_type
    IS 'functions of id types; their body is a role, the type prefix and options';

-- what id types share

CREATE FUNCTION id_type_to_text(anyelement) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION id_type_to_text(anyelement) IS 'cast: id type to text, of types without a mask';

CREATE FUNCTION id_type_to_typeid(anyelement) RETURNS typeid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION id_type_to_typeid(anyelement)
    IS 'cast: id type to typeid, of types without a mask';

-- the same of notation uid11

CREATE FUNCTION numeric_id_type_support(internal) RETURNS internal
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION numeric_id_type_support(internal)
    IS 'planner support for a bigint under a cast to an id type of notation uid11';

CREATE FUNCTION numeric_id_type_to_text(anyelement) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION numeric_id_type_to_text(anyelement)
    IS 'cast: id type of notation uid11 to text, of types without a mask';

CREATE FUNCTION numeric_id_type_to_integer(anyelement) RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION numeric_id_type_to_integer(anyelement)
    IS 'cast: id type of notation uid11 to integer; an error if it does not fit';

CREATE FUNCTION numeric_id_type_to_smallint(anyelement) RETURNS smallint
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION numeric_id_type_to_smallint(anyelement)
    IS 'cast: id type of notation uid11 to smallint; an error if it does not fit';

-- their making, by owners of databases, and their end

CREATE FUNCTION typeid_create_type(name text, prefix text, notation text DEFAULT 'typeid',
    mask_key integer DEFAULT 0, accept_uuid boolean DEFAULT false,
    if_not_exists boolean DEFAULT false) RETURNS regtype
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE PARALLEL UNSAFE;
COMMENT ON FUNCTION typeid_create_type(text, text, text, integer, boolean, boolean)
    IS 'make a type whose text is an id with this type prefix';

CREATE FUNCTION typeid_create_type_sql(name text, prefix text, notation text DEFAULT 'typeid',
    mask_key integer DEFAULT 0, accept_uuid boolean DEFAULT false) RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_create_type_sql(text, text, text, integer, boolean)
    IS 'the statements that typeid_create_type executes for a type, to be read';

CREATE FUNCTION typeid_types()
RETURNS TABLE (type regtype, prefix text, notation text, mask_key integer, accept_uuid boolean,
    mask text, accept_bigint boolean)
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE ROWS 10;
COMMENT ON FUNCTION typeid_types() IS 'the types that typeid_create_type made';

CREATE FUNCTION typeid_upgrade_type(type regtype) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE PARALLEL UNSAFE;
COMMENT ON FUNCTION typeid_upgrade_type(regtype) IS 'give an id type everything that a new one has';

CREATE FUNCTION typeid_accept_uuid(type regtype, accept boolean) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE PARALLEL UNSAFE;
COMMENT ON FUNCTION typeid_accept_uuid(regtype, boolean)
    IS 'whether an id type takes uuids: their text, and by an implicit cast where it is not masked';

CREATE FUNCTION typeid_accept_bigint(type regtype, accept boolean) RETURNS regtype
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE PARALLEL UNSAFE;
COMMENT ON FUNCTION typeid_accept_bigint(regtype, boolean)
    IS 'whether the casts between bigint and an id type of notation uid11 are implicit';

CREATE FUNCTION typeid_drop_type(type regtype) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE PARALLEL UNSAFE;
COMMENT ON FUNCTION typeid_drop_type(regtype) IS 'drop an id type that nothing else depends on';

REVOKE EXECUTE ON FUNCTION typeid_create_type(text, text, text, integer, boolean, boolean),
    typeid_upgrade_type(regtype), typeid_accept_uuid(regtype, boolean),
    typeid_accept_bigint(regtype, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION typeid_create_type(text, text, text, integer, boolean, boolean),
    typeid_upgrade_type(regtype), typeid_accept_uuid(regtype, boolean),
    typeid_accept_bigint(regtype, boolean) TO pg_database_owner WITH GRANT OPTION;

-- The statements that make an id type. The server fills in the words between @ signs, leaves out
-- what does not apply between @begin ...@ and @end@ (docs/formats.md), and executes the rest:
-- SELECT typeid_create_type_sql('user_id', 'user') shows it.
--
--   @type@          the type; with a suffix, the name of a part. Within quotes its bare name
--   @schema@        the schema of the parts
--   @family@        with a suffix, an operator family, which other types may share
--   @base62id@      the schema of the extension
--   @relative@      its type with the same values: typeid, or uid11
--   @language@      the language id_type; @library@ the library
--   @declaration@   what the type's ids are like: type prefix, notation, mask
--   @comment@       the same for people
--   @shows@         volatility of what reads or writes a text; @output@ of the output function
--   @accepts@       IMPLICIT or ASSIGNMENT, of the cast from what is stored, and of numbers to it
--   @begin ...@     plain or masked: without or with a mask key; accepting: with accept_uuid;
--                   typeids: a typeid can have the type prefix; 18: from that major on
--
-- Operator classes belong to types, so an id type is forty functions and not one. In C are those
-- that need no type prefix; the others are of the language id_type, and their bodies say what they
-- are.

CREATE FUNCTION id_type_template()
RETURNS text LANGUAGE id_type IMMUTABLE STRICT PARALLEL SAFE COST 1 AS $template$
CREATE TYPE @type@;

CREATE FUNCTION @type@_in(cstring) RETURNS @type@
AS '@library@', 'id_type_in' LANGUAGE c @shows@ STRICT;

CREATE FUNCTION @type@_out(@type@) RETURNS cstring
AS '@library@', 'id_type_out' LANGUAGE c @output@ STRICT;
@begin plain@
CREATE FUNCTION @type@_recv(internal) RETURNS @type@
AS '@library@', 'id_type_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
@end@
@begin masked@
CREATE FUNCTION @type@_recv(internal) RETURNS @type@
COST 1 LANGUAGE @language@ AS 'recv@declaration@' @shows@ STRICT;
@end@
CREATE FUNCTION @type@_send(@type@) RETURNS bytea
COST 1 LANGUAGE @language@ AS 'send@declaration@' @shows@ STRICT;

CREATE TYPE @type@ (
    INPUT = @type@_in,
    OUTPUT = @type@_out,
    RECEIVE = @type@_recv,
    SEND = @type@_send,
    LIKE = pg_catalog.uuid
);
COMMENT ON TYPE @type@ IS '@comment@';

-- which version made the parts, or upgraded them last
COMMENT ON FUNCTION @type@_in(cstring) IS 'input of an id type, with the parts of base62id 1.0';

-- from and to text; implicit from it, for drivers that bind strings as text or varchar
CREATE FUNCTION @type@_from_text(text) RETURNS @type@
COST 1 LANGUAGE @language@ AS 'from_text@declaration@' @shows@ STRICT;
CREATE CAST (text AS @type@) WITH FUNCTION @type@_from_text(text) AS IMPLICIT;
CREATE CAST (varchar AS @type@) WITH FUNCTION @type@_from_text(text) AS IMPLICIT;
@begin plain@
CREATE CAST (@type@ AS text) WITH FUNCTION @base62id@.id_type_to_text(anyelement) AS ASSIGNMENT;
@end@
@begin masked@
CREATE FUNCTION @type@_to_text(@type@) RETURNS text
COST 1 LANGUAGE @language@ AS 'to_text@declaration@' @shows@ STRICT;
CREATE CAST (@type@ AS text) WITH FUNCTION @type@_to_text(@type@) AS ASSIGNMENT;
@end@
CREATE FUNCTION @type@_decode(text) RETURNS @type@
COST 1 LANGUAGE @language@ AS 'decode@declaration@' @shows@ STRICT;
COMMENT ON FUNCTION @type@_decode(text) IS '@type@ of its text, NULL if it is invalid';

-- comparison
CREATE FUNCTION @type@_eq(@type@, @type@) RETURNS boolean
AS '@library@', 'id_type_eq' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT @base62id@.uuid_family_support;

CREATE OPERATOR @schema@.= (
    FUNCTION = @type@_eq, LEFTARG = @type@, RIGHTARG = @type@, COMMUTATOR = OPERATOR(@schema@.=),
    NEGATOR = OPERATOR(@schema@.<>), RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel,
    HASHES, MERGES
);

CREATE FUNCTION @type@_ne(@type@, @type@) RETURNS boolean
AS '@library@', 'id_type_ne' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT @base62id@.uuid_family_support;

CREATE OPERATOR @schema@.<> (
    FUNCTION = @type@_ne, LEFTARG = @type@, RIGHTARG = @type@, COMMUTATOR = OPERATOR(@schema@.<>),
    NEGATOR = OPERATOR(@schema@.=), RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel
);

CREATE FUNCTION @type@_lt(@type@, @type@) RETURNS boolean
AS '@library@', 'id_type_lt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT @base62id@.uuid_family_support;

CREATE OPERATOR @schema@.< (
    FUNCTION = @type@_lt, LEFTARG = @type@, RIGHTARG = @type@, COMMUTATOR = OPERATOR(@schema@.>),
    NEGATOR = OPERATOR(@schema@.>=), RESTRICT = pg_catalog.scalarltsel,
    JOIN = pg_catalog.scalarltjoinsel
);

CREATE FUNCTION @type@_le(@type@, @type@) RETURNS boolean
AS '@library@', 'id_type_le' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT @base62id@.uuid_family_support;

CREATE OPERATOR @schema@.<= (
    FUNCTION = @type@_le, LEFTARG = @type@, RIGHTARG = @type@, COMMUTATOR = OPERATOR(@schema@.>=),
    NEGATOR = OPERATOR(@schema@.>), RESTRICT = pg_catalog.scalarlesel,
    JOIN = pg_catalog.scalarlejoinsel
);

CREATE FUNCTION @type@_gt(@type@, @type@) RETURNS boolean
AS '@library@', 'id_type_gt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT @base62id@.uuid_family_support;

CREATE OPERATOR @schema@.> (
    FUNCTION = @type@_gt, LEFTARG = @type@, RIGHTARG = @type@, COMMUTATOR = OPERATOR(@schema@.<),
    NEGATOR = OPERATOR(@schema@.<=), RESTRICT = pg_catalog.scalargtsel,
    JOIN = pg_catalog.scalargtjoinsel
);

CREATE FUNCTION @type@_ge(@type@, @type@) RETURNS boolean
AS '@library@', 'id_type_ge' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT @base62id@.uuid_family_support;

CREATE OPERATOR @schema@.>= (
    FUNCTION = @type@_ge, LEFTARG = @type@, RIGHTARG = @type@, COMMUTATOR = OPERATOR(@schema@.<=),
    NEGATOR = OPERATOR(@schema@.<), RESTRICT = pg_catalog.scalargesel,
    JOIN = pg_catalog.scalargejoinsel
);

-- indexes; the types of 16 bytes that no other extension made share their families
CREATE OPERATOR FAMILY @family@_ops USING btree;
CREATE OPERATOR FAMILY @family@_hash_ops USING hash;
CREATE OPERATOR FAMILY @family@_gist_ops USING gist;
CREATE OPERATOR FAMILY @family@_gin_ops USING gin;
CREATE OPERATOR FAMILY @family@_minmax_ops USING brin;

CREATE OPERATOR CLASS @type@_ops DEFAULT FOR TYPE @type@ USING btree FAMILY @family@_ops AS
    OPERATOR 1 @schema@.< (@type@, @type@),
    OPERATOR 2 @schema@.<= (@type@, @type@),
    OPERATOR 3 @schema@.= (@type@, @type@),
    OPERATOR 4 @schema@.>= (@type@, @type@),
    OPERATOR 5 @schema@.> (@type@, @type@),
    FUNCTION 1 (@type@, @type@) pg_catalog.uuid_cmp(uuid, uuid),
    FUNCTION 2 (@type@, @type@) pg_catalog.uuid_sortsupport(internal),
    FUNCTION 4 pg_catalog.btequalimage(oid);

-- For the way back: an index with this class over a column outlives ALTER TYPE to what the type
-- stores, because PostgreSQL writes out the name of a class that is not the default.
CREATE OPERATOR CLASS @type@_stored_ops FOR TYPE @type@ USING btree FAMILY @family@_ops AS
    STORAGE @type@;

CREATE OPERATOR CLASS @type@_hash_ops DEFAULT FOR TYPE @type@ USING hash FAMILY @family@_hash_ops AS
    OPERATOR 1 @schema@.= (@type@, @type@),
    FUNCTION 1 (@type@, @type@) pg_catalog.uuid_hash(uuid),
    FUNCTION 2 (@type@, @type@) pg_catalog.uuid_hash_extended(uuid, bigint);

CREATE OPERATOR CLASS @type@_minmax_ops DEFAULT FOR TYPE @type@ USING brin
    FAMILY @family@_minmax_ops AS
    OPERATOR 1 @schema@.< (@type@, @type@),
    OPERATOR 2 @schema@.<= (@type@, @type@),
    OPERATOR 3 @schema@.= (@type@, @type@),
    OPERATOR 4 @schema@.>= (@type@, @type@),
    OPERATOR 5 @schema@.> (@type@, @type@),
    FUNCTION 1 @base62id@.base62id_brin_minmax_opcinfo(internal),
    FUNCTION 2 @base62id@.base62id_brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 @base62id@.base62id_brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 @base62id@.base62id_brin_minmax_union(internal, internal, internal);

CREATE OPERATOR CLASS @type@_gist_ops DEFAULT FOR TYPE @type@ USING gist FAMILY @family@_gist_ops AS
    OPERATOR 18 @schema@.= (@type@, @type@),
    OPERATOR 19 @schema@.<> (@type@, @type@),
    OPERATOR 20 @schema@.< (@type@, @type@),
    OPERATOR 21 @schema@.<= (@type@, @type@),
    OPERATOR 22 @schema@.> (@type@, @type@),
    OPERATOR 23 @schema@.>= (@type@, @type@),
    FUNCTION 1 @base62id@.uuid_family_gist_consistent(internal, "any", smallint, oid, internal),
    FUNCTION 2 @base62id@.base62id_gist_union(internal, internal),
    FUNCTION 3 @base62id@.uuid_family_gist_compress(internal),
    FUNCTION 5 @base62id@.base62id_gist_penalty(internal, internal, internal),
    FUNCTION 6 @base62id@.base62id_gist_picksplit(internal, internal),
    FUNCTION 7 @base62id@.base62id_gist_same(bytea, bytea, internal),
    FUNCTION 9 @base62id@.uuid_family_gist_fetch(internal),
    FUNCTION 11 @base62id@.base62id_gist_sortsupport(internal),
    STORAGE bytea;

CREATE OPERATOR CLASS @type@_gin_ops DEFAULT FOR TYPE @type@ USING gin FAMILY @family@_gin_ops AS
    OPERATOR 1 @schema@.< (@type@, @type@),
    OPERATOR 2 @schema@.<= (@type@, @type@),
    OPERATOR 3 @schema@.= (@type@, @type@),
    OPERATOR 4 @schema@.>= (@type@, @type@),
    OPERATOR 5 @schema@.> (@type@, @type@),
    FUNCTION 2 @base62id@.base62id_gin_extract_value("any", internal),
    FUNCTION 3 @base62id@.uuid_family_gin_extract_query("any", internal, smallint, internal,
        internal, internal, internal),
    FUNCTION 4 @base62id@.base62id_gin_consistent(internal, smallint, "any", integer, internal,
        internal, internal, internal),
    FUNCTION 5 @base62id@.uuid_family_gin_compare_partial("any", "any", smallint, internal);

-- aggregates
CREATE FUNCTION @type@_smaller(@type@, @type@) RETURNS @type@
AS '@library@', 'id_type_smaller' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION @type@_larger(@type@, @type@) RETURNS @type@
AS '@library@', 'id_type_larger' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE @schema@.min(@type@) (
    SFUNC = @type@_smaller, STYPE = @type@, COMBINEFUNC = @type@_smaller,
    SORTOP = OPERATOR(@schema@.<), PARALLEL = SAFE
);

CREATE AGGREGATE @schema@.max(@type@) (
    SFUNC = @type@_larger, STYPE = @type@, COMBINEFUNC = @type@_larger,
    SORTOP = OPERATOR(@schema@.>), PARALLEL = SAFE
);

-- search by the text
CREATE FUNCTION @type@_starts_with(@type@, text) RETURNS boolean
COST 1 LANGUAGE @language@
AS 'starts_with@declaration@' @shows@ STRICT SUPPORT @base62id@.id_type_prefix_support;

CREATE OPERATOR @schema@.^@ (
    FUNCTION = @type@_starts_with, LEFTARG = @type@, RIGHTARG = text,
    RESTRICT = @base62id@.id_type_prefixsel, JOIN = pg_catalog.prefixjoinsel
);

CREATE FUNCTION @type@_like(@type@, text) RETURNS boolean
COST 1 LANGUAGE @language@
AS 'like@declaration@' @shows@ STRICT SUPPORT @base62id@.id_type_prefix_support;

CREATE OPERATOR @schema@.~~ (
    FUNCTION = @type@_like, LEFTARG = @type@, RIGHTARG = text, NEGATOR = OPERATOR(@schema@.!~~),
    RESTRICT = @base62id@.id_type_prefixsel, JOIN = pg_catalog.likejoinsel
);

CREATE FUNCTION @type@_not_like(@type@, text) RETURNS boolean
COST 1 LANGUAGE @language@
AS 'not_like@declaration@' @shows@ STRICT SUPPORT @base62id@.id_type_prefix_support;

CREATE OPERATOR @schema@.!~~ (
    FUNCTION = @type@_not_like, LEFTARG = @type@, RIGHTARG = text, NEGATOR = OPERATOR(@schema@.~~),
    RESTRICT = @base62id@.id_type_prefixsel, JOIN = pg_catalog.nlikejoinsel
);

CREATE FUNCTION @type@_ilike(@type@, text) RETURNS boolean
COST 1 LANGUAGE @language@
AS 'ilike@declaration@' @shows@ STRICT SUPPORT @base62id@.id_type_prefix_support;

CREATE OPERATOR @schema@.~~* (
    FUNCTION = @type@_ilike, LEFTARG = @type@, RIGHTARG = text, NEGATOR = OPERATOR(@schema@.!~~*),
    RESTRICT = @base62id@.id_type_prefixsel, JOIN = pg_catalog.iclikejoinsel
);

CREATE FUNCTION @type@_not_ilike(@type@, text) RETURNS boolean
COST 1 LANGUAGE @language@
AS 'not_ilike@declaration@' @shows@ STRICT SUPPORT @base62id@.id_type_prefix_support;

CREATE OPERATOR @schema@.!~~* (
    FUNCTION = @type@_not_ilike, LEFTARG = @type@, RIGHTARG = text,
    NEGATOR = OPERATOR(@schema@.~~*),
    RESTRICT = @base62id@.id_type_prefixsel, JOIN = pg_catalog.icnlikejoinsel
);

-- Without these PostgreSQL converts by the output function. What is stored would be the session's
-- form, of types for which base62id.output is.
@begin accepting plain@
CREATE CAST (@type@ AS varchar) WITH FUNCTION @base62id@.id_type_to_text(anyelement) AS ASSIGNMENT;
CREATE CAST (@type@ AS bpchar) WITH FUNCTION @base62id@.id_type_to_text(anyelement) AS ASSIGNMENT;
@end@
@begin accepting masked@
CREATE CAST (@type@ AS varchar) WITH FUNCTION @type@_to_text(@type@) AS ASSIGNMENT;
CREATE CAST (@type@ AS bpchar) WITH FUNCTION @type@_to_text(@type@) AS ASSIGNMENT;
@end@
@begin accepting@
CREATE FUNCTION @type@_to_name(@type@) RETURNS name
COST 1 LANGUAGE @language@ AS 'to_name@declaration@' @shows@ STRICT;
CREATE CAST (@type@ AS name) WITH FUNCTION @type@_to_name(@type@) AS ASSIGNMENT;
@end@

-- In assignments only: else one kind of id would be compared with another by way of these. From
-- uuid also implicit, for types that take a uuid's text: what hands over UUIDs goes on when a
-- column has moved, foreign keys among it.
CREATE CAST (@type@ AS uuid) WITHOUT FUNCTION AS ASSIGNMENT;

-- Only where a typeid can have the type prefix.
@begin typeids@
CREATE FUNCTION @type@_from_typeid(@relative@) RETURNS @type@
COST 1 LANGUAGE @language@ AS 'from_typeid@declaration@' @shows@ STRICT;
CREATE CAST (@relative@ AS @type@)
    WITH FUNCTION @type@_from_typeid(@relative@) AS ASSIGNMENT;
@end@
@begin typeids plain@
CREATE CAST (@type@ AS @relative@)
    WITH FUNCTION @base62id@.id_type_to_typeid(anyelement) AS ASSIGNMENT;
@end@
@begin typeids masked@
CREATE FUNCTION @type@_to_typeid(@type@) RETURNS @relative@
COST 1 LANGUAGE @language@ AS 'to_typeid@declaration@' @shows@ STRICT;
CREATE CAST (@type@ AS @relative@) WITH FUNCTION @type@_to_typeid(@type@) AS ASSIGNMENT;
@end@
@begin plain@
-- IMPLICIT for types that accept uuids
CREATE CAST (uuid AS @type@) WITHOUT FUNCTION AS @accepts@;
@end@
@begin masked@
CREATE FUNCTION @type@_from_uuid(uuid) RETURNS @type@
COST 1 LANGUAGE @language@ AS 'from_uuid@declaration@' IMMUTABLE STRICT PARALLEL SAFE;
CREATE CAST (uuid AS @type@) WITH FUNCTION @type@_from_uuid(uuid) AS ASSIGNMENT;
@end@

-- The families hold core's operators: so u::T = x, for a column u of uuid, is to the planner a
-- comparison of uuids that T's indexes serve too.
ALTER OPERATOR FAMILY @family@_ops USING btree ADD
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.uuid_cmp(uuid, uuid),
    FUNCTION 1 (@type@, uuid) pg_catalog.uuid_cmp(uuid, uuid),
    FUNCTION 1 (uuid, @type@) pg_catalog.uuid_cmp(uuid, uuid),
    FUNCTION 2 (uuid, uuid) pg_catalog.uuid_sortsupport(internal);
ALTER OPERATOR FAMILY @family@_hash_ops USING hash ADD
    OPERATOR 1 pg_catalog.= (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.uuid_hash(uuid),
    FUNCTION 2 (uuid, uuid) pg_catalog.uuid_hash_extended(uuid, bigint);
ALTER OPERATOR FAMILY @family@_minmax_ops USING brin ADD
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid),
    FUNCTION 1 (uuid, uuid) pg_catalog.brin_minmax_opcinfo(internal),
    FUNCTION 2 (uuid, uuid) pg_catalog.brin_minmax_add_value(internal, internal, internal,
        internal),
    FUNCTION 3 (uuid, uuid) pg_catalog.brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 (uuid, uuid) pg_catalog.brin_minmax_union(internal, internal, internal);
ALTER OPERATOR FAMILY @family@_gist_ops USING gist ADD
    OPERATOR 18 pg_catalog.= (uuid, uuid),
    OPERATOR 19 pg_catalog.<> (uuid, uuid),
    OPERATOR 20 pg_catalog.< (uuid, uuid),
    OPERATOR 21 pg_catalog.<= (uuid, uuid),
    OPERATOR 22 pg_catalog.> (uuid, uuid),
    OPERATOR 23 pg_catalog.>= (uuid, uuid);
ALTER OPERATOR FAMILY @family@_gin_ops USING gin ADD
    OPERATOR 1 pg_catalog.< (uuid, uuid),
    OPERATOR 2 pg_catalog.<= (uuid, uuid),
    OPERATOR 3 pg_catalog.= (uuid, uuid),
    OPERATOR 4 pg_catalog.>= (uuid, uuid),
    OPERATOR 5 pg_catalog.> (uuid, uuid);

-- generator and times
CREATE FUNCTION @type@_new() RETURNS @type@
AS '@library@', 'id_type_new' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @type@_new() IS 'new @type@, greater than all before it in this session';
@begin plain@
CREATE FUNCTION @type@_new(timestamp with time zone) RETURNS @type@
AS '@library@', 'id_type_new_at' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @type@_new(timestamp with time zone) IS 'new @type@ of that time';
@end@
@begin masked@
CREATE FUNCTION @type@_new(timestamp with time zone) RETURNS @type@
AS '@library@', 'id_type_new_masked_at' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @type@_new(timestamp with time zone) IS 'new @type@ of that time';
@end@
CREATE FUNCTION @type@_min(timestamp with time zone) RETURNS @type@
AS '@library@', 'id_type_min' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @type@_min(timestamp with time zone) IS 'least @type@ of that millisecond';

CREATE FUNCTION @type@_max(timestamp with time zone) RETURNS @type@
AS '@library@', 'id_type_max' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @type@_max(timestamp with time zone) IS 'greatest @type@ of that millisecond';

CREATE FUNCTION @type@_timestamp(@type@) RETURNS timestamp with time zone
AS '@library@', 'id_type_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @type@_timestamp(@type@)
    IS 'time of the id, to the millisecond; NULL unless its UUID is of version 7';

-- Skip scans; and which operator of GiST is =, which WITHOUT OVERLAPS and PERIOD ask for.
@begin 18@
ALTER OPERATOR FAMILY @family@_ops USING btree ADD
    FUNCTION 6 (@type@, @type@) pg_catalog.uuid_skipsupport(internal);
ALTER OPERATOR FAMILY @family@_gist_ops USING gist ADD
    FUNCTION 12 ("any", "any") pg_catalog.gist_translate_cmptype_common(integer);
@end@
$template$;
COMMENT ON FUNCTION id_type_template()
    IS 'the statements that make an id type, with words to fill in';

-- The same of notation uid11: a number of 64 bits, which has no time of its own.

CREATE FUNCTION numeric_id_type_template()
RETURNS text LANGUAGE id_type IMMUTABLE STRICT PARALLEL SAFE COST 1 AS $template$
CREATE TYPE @type@;

CREATE FUNCTION @type@_in(cstring) RETURNS @type@
AS '@library@', 'numeric_id_type_in' LANGUAGE c @shows@ STRICT;

CREATE FUNCTION @type@_out(@type@) RETURNS cstring
AS '@library@', 'numeric_id_type_out' LANGUAGE c @output@ STRICT;
@begin plain@
CREATE FUNCTION @type@_recv(internal) RETURNS @type@
AS '@library@', 'numeric_id_type_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
@end@
@begin masked@
CREATE FUNCTION @type@_recv(internal) RETURNS @type@
COST 1 LANGUAGE @language@ AS 'recv@declaration@' @shows@ STRICT;
@end@
CREATE FUNCTION @type@_send(@type@) RETURNS bytea
COST 1 LANGUAGE @language@ AS 'send@declaration@' @shows@ STRICT;

CREATE TYPE @type@ (
    INPUT = @type@_in,
    OUTPUT = @type@_out,
    RECEIVE = @type@_recv,
    SEND = @type@_send,
    LIKE = pg_catalog.int8
);
COMMENT ON TYPE @type@ IS '@comment@';

-- which version made the parts, or upgraded them last
COMMENT ON FUNCTION @type@_in(cstring) IS 'input of an id type, with the parts of base62id 1.0';

-- from and to text; implicit from it, for drivers that bind strings as text or varchar
CREATE FUNCTION @type@_from_text(text) RETURNS @type@
COST 1 LANGUAGE @language@ AS 'from_text@declaration@' @shows@ STRICT;
CREATE CAST (text AS @type@) WITH FUNCTION @type@_from_text(text) AS IMPLICIT;
CREATE CAST (varchar AS @type@) WITH FUNCTION @type@_from_text(text) AS IMPLICIT;
@begin plain@
CREATE CAST (@type@ AS text)
    WITH FUNCTION @base62id@.numeric_id_type_to_text(anyelement) AS ASSIGNMENT;
@end@
@begin masked@
CREATE FUNCTION @type@_to_text(@type@) RETURNS text
COST 1 LANGUAGE @language@ AS 'to_text@declaration@' @shows@ STRICT;
CREATE CAST (@type@ AS text) WITH FUNCTION @type@_to_text(@type@) AS ASSIGNMENT;
@end@
CREATE FUNCTION @type@_decode(text) RETURNS @type@
COST 1 LANGUAGE @language@ AS 'decode@declaration@' @shows@ STRICT;
COMMENT ON FUNCTION @type@_decode(text) IS '@type@ of its text, NULL if it is invalid';

-- comparison
CREATE FUNCTION @type@_eq(@type@, @type@) RETURNS boolean
AS '@library@', 'numeric_id_type_eq' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT @base62id@.numeric_id_type_support;

CREATE OPERATOR @schema@.= (
    FUNCTION = @type@_eq, LEFTARG = @type@, RIGHTARG = @type@, COMMUTATOR = OPERATOR(@schema@.=),
    NEGATOR = OPERATOR(@schema@.<>), RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel,
    HASHES, MERGES
);

CREATE FUNCTION @type@_ne(@type@, @type@) RETURNS boolean
AS '@library@', 'numeric_id_type_ne' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT @base62id@.numeric_id_type_support;

CREATE OPERATOR @schema@.<> (
    FUNCTION = @type@_ne, LEFTARG = @type@, RIGHTARG = @type@, COMMUTATOR = OPERATOR(@schema@.<>),
    NEGATOR = OPERATOR(@schema@.=), RESTRICT = pg_catalog.neqsel, JOIN = pg_catalog.neqjoinsel
);

CREATE FUNCTION @type@_lt(@type@, @type@) RETURNS boolean
AS '@library@', 'numeric_id_type_lt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT @base62id@.numeric_id_type_support;

CREATE OPERATOR @schema@.< (
    FUNCTION = @type@_lt, LEFTARG = @type@, RIGHTARG = @type@, COMMUTATOR = OPERATOR(@schema@.>),
    NEGATOR = OPERATOR(@schema@.>=), RESTRICT = pg_catalog.scalarltsel,
    JOIN = pg_catalog.scalarltjoinsel
);

CREATE FUNCTION @type@_le(@type@, @type@) RETURNS boolean
AS '@library@', 'numeric_id_type_le' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT @base62id@.numeric_id_type_support;

CREATE OPERATOR @schema@.<= (
    FUNCTION = @type@_le, LEFTARG = @type@, RIGHTARG = @type@, COMMUTATOR = OPERATOR(@schema@.>=),
    NEGATOR = OPERATOR(@schema@.>), RESTRICT = pg_catalog.scalarlesel,
    JOIN = pg_catalog.scalarlejoinsel
);

CREATE FUNCTION @type@_gt(@type@, @type@) RETURNS boolean
AS '@library@', 'numeric_id_type_gt' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT @base62id@.numeric_id_type_support;

CREATE OPERATOR @schema@.> (
    FUNCTION = @type@_gt, LEFTARG = @type@, RIGHTARG = @type@, COMMUTATOR = OPERATOR(@schema@.<),
    NEGATOR = OPERATOR(@schema@.<=), RESTRICT = pg_catalog.scalargtsel,
    JOIN = pg_catalog.scalargtjoinsel
);

CREATE FUNCTION @type@_ge(@type@, @type@) RETURNS boolean
AS '@library@', 'numeric_id_type_ge' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT @base62id@.numeric_id_type_support;

CREATE OPERATOR @schema@.>= (
    FUNCTION = @type@_ge, LEFTARG = @type@, RIGHTARG = @type@, COMMUTATOR = OPERATOR(@schema@.<=),
    NEGATOR = OPERATOR(@schema@.<), RESTRICT = pg_catalog.scalargesel,
    JOIN = pg_catalog.scalargejoinsel
);

CREATE FUNCTION @type@_cmp(@type@, @type@) RETURNS integer
AS '@library@', 'numeric_id_type_cmp' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;

CREATE FUNCTION @type@_hash(@type@) RETURNS integer
AS '@library@', 'numeric_id_type_hash' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;

CREATE FUNCTION @type@_hash_extended(@type@, bigint) RETURNS bigint
AS '@library@', 'numeric_id_type_hash_extended' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;

-- indexes; the order is not that of bigint, so the families are the type's own
CREATE OPERATOR FAMILY @family@_ops USING btree;
CREATE OPERATOR FAMILY @family@_hash_ops USING hash;
CREATE OPERATOR FAMILY @family@_gist_ops USING gist;
CREATE OPERATOR FAMILY @family@_gin_ops USING gin;
CREATE OPERATOR FAMILY @family@_minmax_ops USING brin;
CREATE OPERATOR FAMILY @family@_minmax_multi_ops USING brin;
CREATE OPERATOR FAMILY @family@_bloom_ops USING brin;

CREATE OPERATOR CLASS @type@_ops DEFAULT FOR TYPE @type@ USING btree FAMILY @family@_ops AS
    OPERATOR 1 @schema@.< (@type@, @type@),
    OPERATOR 2 @schema@.<= (@type@, @type@),
    OPERATOR 3 @schema@.= (@type@, @type@),
    OPERATOR 4 @schema@.>= (@type@, @type@),
    OPERATOR 5 @schema@.> (@type@, @type@),
    FUNCTION 1 @type@_cmp(@type@, @type@),
    FUNCTION 2 @base62id@.numeric_id_type_sortsupport(internal),
    FUNCTION 4 pg_catalog.btequalimage(oid);

-- For the way back: an index with this class over a column outlives ALTER TYPE to what the type
-- stores, because PostgreSQL writes out the name of a class that is not the default.
CREATE OPERATOR CLASS @type@_stored_ops FOR TYPE @type@ USING btree FAMILY @family@_ops AS
    STORAGE @type@;

CREATE OPERATOR CLASS @type@_hash_ops DEFAULT FOR TYPE @type@ USING hash FAMILY @family@_hash_ops AS
    OPERATOR 1 @schema@.= (@type@, @type@),
    FUNCTION 1 @type@_hash(@type@),
    FUNCTION 2 @type@_hash_extended(@type@, bigint);

CREATE OPERATOR CLASS @type@_minmax_ops DEFAULT FOR TYPE @type@ USING brin
    FAMILY @family@_minmax_ops AS
    OPERATOR 1 @schema@.< (@type@, @type@),
    OPERATOR 2 @schema@.<= (@type@, @type@),
    OPERATOR 3 @schema@.= (@type@, @type@),
    OPERATOR 4 @schema@.>= (@type@, @type@),
    OPERATOR 5 @schema@.> (@type@, @type@),
    FUNCTION 1 @base62id@.base62id_brin_minmax_opcinfo(internal),
    FUNCTION 2 @base62id@.base62id_brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 @base62id@.base62id_brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 @base62id@.base62id_brin_minmax_union(internal, internal, internal);

CREATE OPERATOR CLASS @type@_minmax_multi_ops FOR TYPE @type@ USING brin
    FAMILY @family@_minmax_multi_ops AS
    OPERATOR 1 @schema@.< (@type@, @type@),
    OPERATOR 2 @schema@.<= (@type@, @type@),
    OPERATOR 3 @schema@.= (@type@, @type@),
    OPERATOR 4 @schema@.>= (@type@, @type@),
    OPERATOR 5 @schema@.> (@type@, @type@),
    FUNCTION 1 @base62id@.base62id_brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 @base62id@.base62id_brin_minmax_multi_add_value(internal, internal, internal,
        internal),
    FUNCTION 3 @base62id@.base62id_brin_minmax_multi_consistent(internal, internal, internal,
        integer),
    FUNCTION 4 @base62id@.base62id_brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_minmax_multi_options(internal),
    FUNCTION 11 @base62id@.numeric_id_type_brin_distance(internal, internal);

CREATE OPERATOR CLASS @type@_bloom_ops FOR TYPE @type@ USING brin
    FAMILY @family@_bloom_ops AS
    OPERATOR 1 @schema@.= (@type@, @type@),
    FUNCTION 1 pg_catalog.brin_bloom_opcinfo(internal),
    FUNCTION 2 pg_catalog.brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 pg_catalog.brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 pg_catalog.brin_bloom_union(internal, internal, internal),
    FUNCTION 5 pg_catalog.brin_bloom_options(internal),
    FUNCTION 11 @type@_hash(@type@),
    STORAGE @type@;

CREATE OPERATOR CLASS @type@_gist_ops DEFAULT FOR TYPE @type@ USING gist FAMILY @family@_gist_ops AS
    OPERATOR 18 @schema@.= (@type@, @type@),
    OPERATOR 19 @schema@.<> (@type@, @type@),
    OPERATOR 20 @schema@.< (@type@, @type@),
    OPERATOR 21 @schema@.<= (@type@, @type@),
    OPERATOR 22 @schema@.> (@type@, @type@),
    OPERATOR 23 @schema@.>= (@type@, @type@),
    FUNCTION 1 @base62id@.uid11_gist_consistent(internal, "any", smallint, oid, internal),
    FUNCTION 2 @base62id@.base62id_gist_union(internal, internal),
    FUNCTION 3 @base62id@.uid11_gist_compress(internal),
    FUNCTION 5 @base62id@.base62id_gist_penalty(internal, internal, internal),
    FUNCTION 6 @base62id@.base62id_gist_picksplit(internal, internal),
    FUNCTION 7 @base62id@.base62id_gist_same(bytea, bytea, internal),
    FUNCTION 9 @base62id@.uid11_gist_fetch(internal),
    FUNCTION 11 @base62id@.base62id_gist_sortsupport(internal),
    STORAGE bytea;

CREATE OPERATOR CLASS @type@_gin_ops DEFAULT FOR TYPE @type@ USING gin FAMILY @family@_gin_ops AS
    OPERATOR 1 @schema@.< (@type@, @type@),
    OPERATOR 2 @schema@.<= (@type@, @type@),
    OPERATOR 3 @schema@.= (@type@, @type@),
    OPERATOR 4 @schema@.>= (@type@, @type@),
    OPERATOR 5 @schema@.> (@type@, @type@),
    FUNCTION 2 @base62id@.base62id_gin_extract_value("any", internal),
    FUNCTION 3 @base62id@.uid11_gin_extract_query("any", internal, smallint, internal, internal,
        internal, internal),
    FUNCTION 4 @base62id@.base62id_gin_consistent(internal, smallint, "any", integer, internal,
        internal, internal, internal),
    FUNCTION 5 @base62id@.uid11_gin_compare_partial("any", "any", smallint, internal);

-- aggregates
CREATE FUNCTION @type@_smaller(@type@, @type@) RETURNS @type@
AS '@library@', 'numeric_id_type_smaller' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION @type@_larger(@type@, @type@) RETURNS @type@
AS '@library@', 'numeric_id_type_larger' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE @schema@.min(@type@) (
    SFUNC = @type@_smaller, STYPE = @type@, COMBINEFUNC = @type@_smaller,
    SORTOP = OPERATOR(@schema@.<), PARALLEL = SAFE
);

CREATE AGGREGATE @schema@.max(@type@) (
    SFUNC = @type@_larger, STYPE = @type@, COMBINEFUNC = @type@_larger,
    SORTOP = OPERATOR(@schema@.>), PARALLEL = SAFE
);

-- search by the text
CREATE FUNCTION @type@_starts_with(@type@, text) RETURNS boolean
COST 1 LANGUAGE @language@
AS 'starts_with@declaration@' @shows@ STRICT SUPPORT @base62id@.numeric_id_type_prefix_support;

CREATE OPERATOR @schema@.^@ (
    FUNCTION = @type@_starts_with, LEFTARG = @type@, RIGHTARG = text,
    RESTRICT = @base62id@.numeric_id_type_prefixsel, JOIN = pg_catalog.prefixjoinsel
);

CREATE FUNCTION @type@_like(@type@, text) RETURNS boolean
COST 1 LANGUAGE @language@
AS 'like@declaration@' @shows@ STRICT SUPPORT @base62id@.numeric_id_type_prefix_support;

CREATE OPERATOR @schema@.~~ (
    FUNCTION = @type@_like, LEFTARG = @type@, RIGHTARG = text, NEGATOR = OPERATOR(@schema@.!~~),
    RESTRICT = @base62id@.numeric_id_type_prefixsel, JOIN = pg_catalog.likejoinsel
);

CREATE FUNCTION @type@_not_like(@type@, text) RETURNS boolean
COST 1 LANGUAGE @language@
AS 'not_like@declaration@' @shows@ STRICT SUPPORT @base62id@.numeric_id_type_prefix_support;

CREATE OPERATOR @schema@.!~~ (
    FUNCTION = @type@_not_like, LEFTARG = @type@, RIGHTARG = text, NEGATOR = OPERATOR(@schema@.~~),
    RESTRICT = @base62id@.numeric_id_type_prefixsel, JOIN = pg_catalog.nlikejoinsel
);

CREATE FUNCTION @type@_ilike(@type@, text) RETURNS boolean
COST 1 LANGUAGE @language@
AS 'ilike@declaration@' @shows@ STRICT SUPPORT @base62id@.numeric_id_type_prefix_support;

CREATE OPERATOR @schema@.~~* (
    FUNCTION = @type@_ilike, LEFTARG = @type@, RIGHTARG = text, NEGATOR = OPERATOR(@schema@.!~~*),
    RESTRICT = @base62id@.numeric_id_type_prefixsel, JOIN = pg_catalog.iclikejoinsel
);

CREATE FUNCTION @type@_not_ilike(@type@, text) RETURNS boolean
COST 1 LANGUAGE @language@
AS 'not_ilike@declaration@' @shows@ STRICT SUPPORT @base62id@.numeric_id_type_prefix_support;

CREATE OPERATOR @schema@.!~~* (
    FUNCTION = @type@_not_ilike, LEFTARG = @type@, RIGHTARG = text,
    NEGATOR = OPERATOR(@schema@.~~*),
    RESTRICT = @base62id@.numeric_id_type_prefixsel, JOIN = pg_catalog.icnlikejoinsel
);

-- Numbers. In assignments only: else one kind of id would be compared with another, and with
-- numbers, by way of these. A negative bigint is the uid11 of the same bits, which sorts last.
-- IMPLICIT while typeid_accept_bigint() has both so: an index can have the operator class of one
-- over a column of the other.
CREATE CAST (bigint AS @type@) WITHOUT FUNCTION AS @accepts@;
CREATE CAST (@type@ AS bigint) WITHOUT FUNCTION AS @accepts@;
CREATE CAST (@relative@ AS @type@) WITHOUT FUNCTION AS ASSIGNMENT;
CREATE CAST (@type@ AS @relative@) WITHOUT FUNCTION AS ASSIGNMENT;

CREATE FUNCTION @type@_from_integer(integer) RETURNS @type@
AS '@library@', 'numeric_id_type_from_integer' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION @type@_from_smallint(smallint) RETURNS @type@
AS '@library@', 'numeric_id_type_from_smallint' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE CAST (integer AS @type@) WITH FUNCTION @type@_from_integer(integer) AS ASSIGNMENT;
CREATE CAST (smallint AS @type@) WITH FUNCTION @type@_from_smallint(smallint) AS ASSIGNMENT;
CREATE CAST (@type@ AS integer)
    WITH FUNCTION @base62id@.numeric_id_type_to_integer(anyelement) AS ASSIGNMENT;
CREATE CAST (@type@ AS smallint)
    WITH FUNCTION @base62id@.numeric_id_type_to_smallint(anyelement) AS ASSIGNMENT;

-- Skip scans; and which operator of GiST is =, which WITHOUT OVERLAPS and PERIOD ask for. A type
-- has its own skip support: an extension that pg_upgrade brought from before 18 lacks that of
-- uid11.
@begin 18@
CREATE FUNCTION @type@_skipsupport(internal) RETURNS void
AS '@library@', 'numeric_id_type_skipsupport' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
ALTER OPERATOR FAMILY @family@_ops USING btree ADD
    FUNCTION 6 (@type@, @type@) @type@_skipsupport(internal);
ALTER OPERATOR FAMILY @family@_gist_ops USING gist ADD
    FUNCTION 12 ("any", "any") pg_catalog.gist_translate_cmptype_common(integer);
@end@
$template$;
COMMENT ON FUNCTION numeric_id_type_template()
    IS 'the statements that make an id type, with words to fill in';

-- casts between the systems that are UUIDs

CREATE CAST (base62id AS base64uuid) WITHOUT FUNCTION;
CREATE CAST (base64uuid AS base62id) WITHOUT FUNCTION;
CREATE CAST (base62id AS ulid) WITHOUT FUNCTION;
CREATE CAST (ulid AS base62id) WITHOUT FUNCTION;
CREATE CAST (base64uuid AS ulid) WITHOUT FUNCTION;
CREATE CAST (ulid AS base64uuid) WITHOUT FUNCTION;

-- what is of no system

CREATE FUNCTION base62id_version() RETURNS text
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_version() IS 'version of the base62id library';

CREATE FUNCTION base62id_inspect(text)
RETURNS TABLE (system text, type_prefix text, uuid uuid, uuid_version integer, made timestamptz,
    fields jsonb)
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 2;
COMMENT ON FUNCTION base62id_inspect(text)
    IS 'what is this id? a row for each system that takes the text, or the first id in it';

CREATE FUNCTION base62id_find(text)
RETURNS TABLE (found text, system text, reading text, made timestamptz, note text)
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE ROWS 2;
COMMENT ON FUNCTION base62id_find(text)
    IS 'the ids in a text that somebody pasted, what may be left of one, and other systems'' ids';

CREATE FUNCTION base62id_health() RETURNS TABLE (what text, state text, detail text, value numeric)
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE ROWS 12;
COMMENT ON FUNCTION base62id_health()
    IS 'the state of the extension on this server, for a monitor: ok, note, warning or broken, and why; raises no error';

-- UUIDs of version 7, for columns of uuid and of any type of its family

CREATE FUNCTION uuid_v7_new() RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v7_new()
    IS 'new UUID of version 7, greater than all that this session made before';

CREATE FUNCTION uuid_v7_new(timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'uuid_v7_new_at' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v7_new(timestamptz)
    IS 'UUID of version 7 of a given time, for backfilling';

CREATE FUNCTION uuid_v7_timestamp(uuid) RETURNS timestamptz
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v7_timestamp(uuid)
    IS 'time of a UUID of version 7, in milliseconds; NULL of another version';

CREATE FUNCTION uuid_v7_min(timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v7_min(timestamptz) IS 'first UUID of version 7 of that millisecond';

CREATE FUNCTION uuid_v7_max(timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_v7_max(timestamptz) IS 'last UUID of version 7 of that millisecond';

-- masks of UUIDs: each undoes the other, so who may call one may know when rows were made

CREATE FUNCTION uuid_mask(uuid, key integer DEFAULT 1) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuid_mask(uuid, integer)
    IS 'UUIDv47: the version 4 façade of a version 7 UUID, by the mask key of that number';

CREATE FUNCTION uuid_unmask(uuid, key integer DEFAULT 1) RETURNS uuid
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuid_unmask(uuid, integer) IS 'UUIDv47: the version 7 UUID of a façade';
REVOKE EXECUTE ON FUNCTION uuid_mask(uuid, integer), uuid_unmask(uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION uuid_mask(uuid, integer), uuid_unmask(uuid, integer)
TO pg_database_owner WITH GRANT OPTION;

-- ---------- what later majors add ----------

-- base62id-skip-support.sql makes the same in a database that pg_upgrade brought from an earlier
-- major.

DO $later$
DECLARE
    home CONSTANT pg_catalog.text :=
        pg_catalog.quote_ident(pg_catalog.current_schema()::pg_catalog.text);
    path CONSTANT pg_catalog.text := pg_catalog.current_setting('search_path'::pg_catalog.text);
    major CONSTANT pg_catalog.int4 :=
        pg_catalog.current_setting('server_version_num'::pg_catalog.text)::pg_catalog.int4
        OPERATOR(pg_catalog./) 10000;
    type pg_catalog.text;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    IF major >= 18 THEN
        -- Skip scans; and which operator of GiST is =, which WITHOUT OVERLAPS and PERIOD ask for.
        FOREACH type IN ARRAY '{base62id,base64uuid,uid11,typeid,baseuid,ulid}'::text[] LOOP
            EXECUTE format('CREATE FUNCTION %1$s.%2$s_skipsupport(internal) RETURNS void '
                'AS ''MODULE_PATHNAME'' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE', home, type);
            EXECUTE format('COMMENT ON FUNCTION %1$s.%2$s_skipsupport(internal) '
                'IS ''skip support''', home, type);
            EXECUTE format('ALTER OPERATOR FAMILY %1$s.%2$s_ops USING btree ADD '
                'FUNCTION 6 (%1$s.%2$s, %1$s.%2$s) %1$s.%2$s_skipsupport(internal)', home, type);
            EXECUTE format('ALTER OPERATOR FAMILY %1$s.%2$s_gist_ops USING gist ADD '
                'FUNCTION 12 ("any", "any") pg_catalog.gist_translate_cmptype_common(integer)',
                home, type);
        END LOOP;
    END IF;
    IF major >= 19 THEN
        -- Casts to and from bytea, as uuid has them.
        FOREACH type IN ARRAY '{base62id,base64uuid,ulid}'::text[] LOOP
            EXECUTE format('CREATE CAST (%s.%s AS bytea) WITH FUNCTION pg_catalog.bytea(uuid)',
                home, type);
            EXECUTE format('CREATE CAST (bytea AS %s.%s) WITH FUNCTION pg_catalog.uuid(bytea)',
                home, type);
        END LOOP;
    END IF;
    PERFORM set_config('search_path', path, true);
END
$later$;
