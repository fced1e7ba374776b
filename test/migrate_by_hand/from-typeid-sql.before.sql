-- A stand-in for typeid-sql: its type, and functions of the names and results that its documentation gives.
-- The original has the codec in SQL too; here it is this project's, in a schema out of the way.
CREATE SCHEMA codec;
SET search_path = codec;
\i :top/pure-sql/base62id.sql
RESET search_path;

CREATE TYPE typeid AS ("type" varchar(63), "uuid" uuid);
CREATE FUNCTION typeid_generate(prefix text) RETURNS typeid LANGUAGE plpgsql VOLATILE AS
$$BEGIN RETURN ROW (prefix, codec.typeid_uuid_generate_v7())::typeid; END$$;
CREATE FUNCTION typeid_print(tid typeid) RETURNS text LANGUAGE plpgsql IMMUTABLE AS
$$BEGIN RETURN codec.typeid_encode(tid.type, tid.uuid); END$$;
CREATE FUNCTION typeid_parse(typeid_str text) RETURNS typeid LANGUAGE plpgsql IMMUTABLE AS
$$BEGIN RETURN ROW (codec.typeid_prefix(typeid_str), codec.typeid_to_uuid(typeid_str))::typeid; END$$;
CREATE FUNCTION typeid_check(tid typeid, expected_type text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
$$BEGIN RETURN (tid).type = expected_type; END$$;
CREATE FUNCTION typeid_generate_text(prefix text) RETURNS text LANGUAGE plpgsql VOLATILE AS
$$BEGIN RETURN typeid_print(typeid_generate(prefix)); END$$;
CREATE FUNCTION typeid_check_text(typeid_str text, expected_type text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
$$BEGIN RETURN typeid_check(typeid_parse(typeid_str), expected_type); END$$;
CREATE FUNCTION typeid_eq_operator(lhs_id typeid, rhs_id varchar) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
$$BEGIN RETURN typeid_print(lhs_id) = rhs_id; END$$;
CREATE OPERATOR === (FUNCTION = typeid_eq_operator, LEFTARG = typeid, RIGHTARG = varchar, COMMUTATOR = ===, NEGATOR = !==);
