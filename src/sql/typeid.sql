--@ layout INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = main, ANALYZE = typeid_typanalyze
--@ comment TypeID: a UUID with a type prefix, as in user_01h455vb4pex5vsknk084sn02q
--@ analyze yes

-- type prefix

CREATE FUNCTION typeid_prefix(typeid typeid) RETURNS text @immutable@;
--| type prefix of a typeid
CREATE FUNCTION typeid_is_nil_prefix(typeid typeid) RETURNS boolean @immutable@;
--| is the type prefix empty?
CREATE FUNCTION typeid_check(typeid typeid, prefix text) RETURNS boolean @immutable@;
--| is the type prefix exactly this? for CHECK constraints
CREATE FUNCTION typeid_check_text(input text, prefix text) RETURNS boolean @immutable@;
--| is this the text of a typeid whose type prefix is exactly this?

CREATE FUNCTION typeid_type_lower(prefix text) RETURNS typeid @immutable@;
--| least typeid of that type prefix, or NULL
CREATE FUNCTION typeid_type_upper(prefix text) RETURNS typeid @immutable@;
--| greatest typeid of that type prefix, or NULL
CREATE FUNCTION typeid_has_prefix_support(internal) RETURNS internal @immutable@;
--| planner support for searching by type prefix
CREATE FUNCTION typeid_prefix_of_support(internal) RETURNS internal @immutable@;
--| planner support for searching by type prefix
CREATE FUNCTION typeid_has_prefix_sel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
--| restriction selectivity of @> on typeid
CREATE FUNCTION typeid_prefix_of_sel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
--| restriction selectivity of <@ on typeid

CREATE FUNCTION typeid_has_prefix(typeid typeid, prefix text) RETURNS boolean
@immutable@ SUPPORT typeid_has_prefix_support;
--| type prefix is exactly
CREATE FUNCTION typeid_prefix_of(prefix text, typeid typeid) RETURNS boolean
@immutable@ SUPPORT typeid_prefix_of_support;
--| is exactly the type prefix of
CREATE OPERATOR @> (
    FUNCTION = typeid_has_prefix, LEFTARG = typeid, RIGHTARG = text, COMMUTATOR = <@,
    RESTRICT = typeid_has_prefix_sel, JOIN = pg_catalog.prefixjoinsel
);
--| type prefix is exactly
CREATE OPERATOR <@ (
    FUNCTION = typeid_prefix_of, LEFTARG = text, RIGHTARG = typeid, COMMUTATOR = @>,
    RESTRICT = typeid_prefix_of_sel, JOIN = pg_catalog.prefixjoinsel
);
--| is exactly the type prefix of

-- the same under the name that another package has
CREATE FUNCTION typeid_prefix_matches(prefix text, typeid typeid) RETURNS boolean
@immutable typeid_prefix_of@ SUPPORT typeid_prefix_of_support;
--| is exactly the type prefix of

-- conversion

CREATE FUNCTION typeid_encode(prefix text, uuid uuid) RETURNS text @immutable@;
--| text of the typeid of a type prefix and a UUID, NULL if the prefix is invalid
CREATE FUNCTION typeid_decode(input text) RETURNS typeid @immutable@;
--| typeid of its text, NULL if it is invalid
CREATE FUNCTION typeid_parse(input text) RETURNS typeid @immutable typeid_from_text@;
--| typeid of its text; an error if it is invalid
CREATE FUNCTION typeid_print(typeid typeid) RETURNS text @immutable typeid_to_text@;
--| text of a typeid
CREATE FUNCTION typeid_normalize(text) RETURNS text @immutable@;
--| the TypeID that somebody typed: I and L read as 1, O as 0, without hyphens and spaces, in any case; NULL if it is
--| invalid
CREATE FUNCTION typeid_to_uuid(typeid typeid) RETURNS uuid @immutable@;
--| UUID of a typeid
CREATE FUNCTION uuid_to_typeid(prefix text, uuid uuid) RETURNS typeid @immutable@;
--| typeid of a type prefix and a UUID
CREATE FUNCTION typeid_timestamp(typeid typeid) RETURNS timestamptz @immutable@;
--| time of a typeid in milliseconds, NULL unless its UUID is version 7
CREATE CAST (typeid AS uuid) WITH FUNCTION typeid_to_uuid(typeid) AS ASSIGNMENT;

-- generator

CREATE FUNCTION typeid_generate(prefix text DEFAULT '') RETURNS typeid @volatile@;
--| new typeid with a UUID of version 7, increasing within a session
CREATE FUNCTION typeid_generate(prefix text, timestamptz) RETURNS typeid @volatile typeid_generate_at@;
--| typeid of a given time and 62 random bits, for backfilling
CREATE FUNCTION typeid_generate_text(prefix text) RETURNS text @volatile@;
--| text of a new typeid
CREATE FUNCTION typeid_generate_nil() RETURNS typeid @volatile@;
--| new typeid with the empty type prefix
CREATE FUNCTION typeid_generate_batch(prefix text, count integer) RETURNS typeid[] @volatile@;
--| that many new typeids, increasing
CREATE FUNCTION typeid_uuid_generate_v7() RETURNS uuid @volatile uuid_v7_new@;
--| new UUID of version 7, as typeid_generate makes it
CREATE FUNCTION typeid_min(prefix text, timestamptz) RETURNS typeid @immutable@;
--| first typeid with a UUID of version 7 of that millisecond
CREATE FUNCTION typeid_max(prefix text, timestamptz) RETURNS typeid @immutable@;
--| last typeid with a UUID of version 7 of that millisecond
