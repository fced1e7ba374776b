\echo Use "CREATE EXTENSION base62id" to load this file. \quit

-- BRIN support functions for the minmax and minmax_multi classes of every type: core's, which do not work on domains

CREATE FUNCTION base62id_brin_minmax_opcinfo(internal) RETURNS internal @immutable@;
--| BRIN minmax support, for domains too
CREATE FUNCTION base62id_brin_minmax_add_value(internal, internal, internal, internal) RETURNS boolean @immutable@;
--| BRIN minmax support, for domains too
CREATE FUNCTION base62id_brin_minmax_consistent(internal, internal, internal) RETURNS boolean @immutable@;
--| BRIN minmax support, for domains too
CREATE FUNCTION base62id_brin_minmax_union(internal, internal, internal) RETURNS boolean @immutable@;
--| BRIN minmax support, for domains too
CREATE FUNCTION base62id_brin_minmax_multi_opcinfo(internal) RETURNS internal @immutable@;
--| BRIN minmax multi support, for domains too
CREATE FUNCTION base62id_brin_minmax_multi_add_value(internal, internal, internal, internal) RETURNS boolean
@immutable@;
--| BRIN minmax multi support, for domains too
CREATE FUNCTION base62id_brin_minmax_multi_consistent(internal, internal, internal, integer) RETURNS boolean
@immutable@;
--| BRIN minmax multi support, for domains too
CREATE FUNCTION base62id_brin_minmax_multi_union(internal, internal, internal) RETURNS boolean @immutable@;
--| BRIN minmax multi support, for domains too

-- ---------- GiST and GIN: what types share ----------

-- GiST and GIN support functions that are the same for every type.  They take "any": an operator class takes a function
-- only of its own type or of this.

CREATE FUNCTION base62id_gist_union(internal, internal) RETURNS bytea @immutable@;
--| GiST union support
CREATE FUNCTION base62id_gist_penalty(internal, internal, internal) RETURNS internal @immutable@;
--| GiST penalty support
CREATE FUNCTION base62id_gist_picksplit(internal, internal) RETURNS internal @immutable@;
--| GiST picksplit support
CREATE FUNCTION base62id_gist_same(bytea, bytea, internal) RETURNS internal @immutable@;
--| GiST same support
CREATE FUNCTION base62id_gist_sortsupport(internal) RETURNS void @immutable@;
--| GiST sort support
CREATE FUNCTION base62id_gin_extract_value("any", internal) RETURNS internal @immutable@;
--| GIN extract value support
CREATE FUNCTION base62id_gin_consistent(internal, smallint, "any", integer, internal, internal, internal, internal)
RETURNS boolean @immutable@;
--| GIN consistent support

-- GiST and GIN for all types that are 16 octets in the order of uuid, id types among them

CREATE FUNCTION uuid_family_gist_consistent(internal, "any", smallint, oid, internal) RETURNS boolean @immutable@;
--| GiST consistent support
CREATE FUNCTION uuid_family_gist_compress(internal) RETURNS internal @immutable@;
--| GiST compress support
CREATE FUNCTION uuid_family_gist_fetch(internal) RETURNS internal @immutable@;
--| GiST fetch support
CREATE FUNCTION uuid_family_gin_extract_query("any", internal, smallint, internal, internal, internal, internal)
RETURNS internal @immutable@;
--| GIN extract query support
CREATE FUNCTION uuid_family_gin_compare_partial("any", "any", smallint, internal) RETURNS integer @immutable@;
--| GIN compare partial support

-- What the types that are UUIDs share with uuid itself; uuid_family.sql.in has the rest, for each of them.

CREATE FUNCTION uuid_family_support(internal) RETURNS internal @immutable@;
--| planner support for comparing uuid with a type of its family
