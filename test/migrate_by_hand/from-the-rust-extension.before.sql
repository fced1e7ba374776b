-- A stand-in for the extension in Rust: a type of that name, in the same schema, with the same text form.
SET client_min_messages = warning; -- of the shell type
CREATE TYPE typeid;
CREATE FUNCTION typeid_in(cstring) RETURNS typeid AS 'textin' LANGUAGE internal IMMUTABLE STRICT;
CREATE FUNCTION typeid_out(typeid) RETURNS cstring AS 'textout' LANGUAGE internal IMMUTABLE STRICT;
CREATE TYPE typeid (INPUT = typeid_in, OUTPUT = typeid_out, LIKE = text, COLLATABLE = true);
CREATE FUNCTION typeid_lt(typeid, typeid) RETURNS boolean AS 'text_lt' LANGUAGE internal IMMUTABLE STRICT;
CREATE FUNCTION typeid_le(typeid, typeid) RETURNS boolean AS 'text_le' LANGUAGE internal IMMUTABLE STRICT;
CREATE FUNCTION typeid_eq(typeid, typeid) RETURNS boolean AS 'texteq' LANGUAGE internal IMMUTABLE STRICT;
CREATE FUNCTION typeid_ge(typeid, typeid) RETURNS boolean AS 'text_ge' LANGUAGE internal IMMUTABLE STRICT;
CREATE FUNCTION typeid_gt(typeid, typeid) RETURNS boolean AS 'text_gt' LANGUAGE internal IMMUTABLE STRICT;
CREATE FUNCTION typeid_cmp(typeid, typeid) RETURNS integer AS 'bttextcmp' LANGUAGE internal IMMUTABLE STRICT;
CREATE OPERATOR < (FUNCTION = typeid_lt, LEFTARG = typeid, RIGHTARG = typeid);
CREATE OPERATOR <= (FUNCTION = typeid_le, LEFTARG = typeid, RIGHTARG = typeid);
CREATE OPERATOR = (FUNCTION = typeid_eq, LEFTARG = typeid, RIGHTARG = typeid, MERGES);
CREATE OPERATOR >= (FUNCTION = typeid_ge, LEFTARG = typeid, RIGHTARG = typeid);
CREATE OPERATOR > (FUNCTION = typeid_gt, LEFTARG = typeid, RIGHTARG = typeid);
CREATE OPERATOR CLASS typeid_ops DEFAULT FOR TYPE typeid USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 typeid_cmp(typeid, typeid);

CREATE SCHEMA codec;
SET search_path = codec;
\i :top/pure-sql/base62id.sql
RESET search_path;
CREATE FUNCTION typeid_generate(prefix text) RETURNS typeid LANGUAGE plpgsql VOLATILE AS
$$BEGIN RETURN codec.typeid_generate_text(prefix)::typeid; END$$;
