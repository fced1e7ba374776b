-- Id types for "Try it", after pure-sql/base62id.sql.
--
-- In pure-sql an id type is a domain over text, so PostgreSQL can compare a user with an order.  On this page
-- the session is a superuser's, which may create base types.  So each kind gets one under its domain,
-- made of PostgreSQL's own functions for text and bytes, and a comparison of two kinds is refused as by
-- the extension.  Only the domain checks texts, when a row is written.

CREATE DOMAIN typeid AS text COLLATE "C" CHECK (typeid_is_valid(VALUE));
CREATE DOMAIN base62id AS uuid;

CREATE OR REPLACE FUNCTION typeid_create_type(name text, prefix text, notation text DEFAULT 'typeid',
    mask_key integer DEFAULT 0, accept_uuid boolean DEFAULT false, if_not_exists boolean DEFAULT false) RETURNS regtype
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $f$
DECLARE
    domain_name CONSTANT text := (typeid__place(name, prefix))[2];
BEGIN
    IF notation <> 'typeid' OR mask_key <> 0 OR accept_uuid THEN
        RAISE feature_not_supported USING
            MESSAGE = 'id types of this page are TypeIDs only',
            DETAIL = 'Notations, masks and input of UUIDs need the extension.';
    END IF;
    IF to_regtype(quote_ident(domain_name)) IS NOT NULL THEN
        IF if_not_exists THEN
            RETURN quote_ident(domain_name)::regtype;
        END IF;
        RAISE duplicate_object USING MESSAGE = format('type "%s" already exists', domain_name);
    END IF;

    -- user_id_text is the base type under the domain user_id.
    EXECUTE format($sql$
        CREATE TYPE %1$I;
        CREATE FUNCTION %1$I(cstring) RETURNS %1$I LANGUAGE internal IMMUTABLE STRICT AS 'textin';
        CREATE FUNCTION %1$I(%1$I) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
        CREATE TYPE %1$I (INPUT = %1$I, OUTPUT = %1$I, LIKE = text);
        CREATE CAST (text AS %1$I) WITHOUT FUNCTION AS IMPLICIT;
        CREATE CAST (%1$I AS text) WITHOUT FUNCTION AS ASSIGNMENT;
        CREATE FUNCTION %2$I(id %1$I) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT RETURN typeid_to_uuid(id::text);
        CREATE CAST (%1$I AS uuid) WITH FUNCTION %2$I(%1$I) AS ASSIGNMENT;
    $sql$, domain_name || '_text', domain_name || '_to_uuid');
    PERFORM try__add_operators(domain_name || '_text');
    EXECUTE format($sql$
        CREATE DOMAIN %2$I AS %1$I CONSTRAINT base62id_kind CHECK (typeid_check_text(VALUE::text, %3$L));
        CREATE FUNCTION %4$I() RETURNS %2$I LANGUAGE sql VOLATILE
            RETURN typeid_generate_text(%3$L)::%2$I;
        CREATE FUNCTION %4$I(ts timestamptz) RETURNS %2$I LANGUAGE sql VOLATILE STRICT
            RETURN typeid_generate(%3$L, ts)::text::%2$I;
        CREATE FUNCTION %5$I(ts timestamptz) RETURNS %2$I LANGUAGE sql IMMUTABLE STRICT
            RETURN typeid_min(%3$L, ts)::text::%2$I;
        CREATE FUNCTION %6$I(ts timestamptz) RETURNS %2$I LANGUAGE sql IMMUTABLE STRICT
            RETURN typeid_max(%3$L, ts)::text::%2$I;
        CREATE FUNCTION %7$I(id %2$I) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT
            RETURN typeid_timestamp(id::text);
        CREATE FUNCTION %8$I(input text) RETURNS %2$I LANGUAGE sql IMMUTABLE STRICT
            RETURN CASE WHEN typeid_check_text(input, %3$L) THEN input::%2$I END;
    $sql$, domain_name || '_text', domain_name, prefix, domain_name || '_new', domain_name || '_min',
        domain_name || '_max', domain_name || '_timestamp', domain_name || '_decode');
    RETURN quote_ident(domain_name)::regtype;
END
$f$;

-- Comparisons by bytes, a btree class, and the searches that the tutorial uses.
CREATE FUNCTION try__add_operators(base text) RETURNS void LANGUAGE plpgsql AS $f$
DECLARE
    operator_of record;
BEGIN
    FOR operator_of IN
        SELECT * FROM (VALUES ('=', 'byteaeq', '='), ('<>', 'byteane', '<>'), ('<', 'bytealt', '>'), ('<=', 'byteale', '>='),
                              ('>', 'byteagt', '<'), ('>=', 'byteage', '<=')) AS o (name, function, commutator)
    LOOP
        EXECUTE format($sql$
            CREATE FUNCTION %1$I(%2$I, %2$I) RETURNS boolean LANGUAGE internal IMMUTABLE STRICT AS %3$L;
            CREATE OPERATOR %4$s (FUNCTION = %1$I, LEFTARG = %2$I, RIGHTARG = %2$I, COMMUTATOR = %5$s);
        $sql$, base || '_' || operator_of.function, base, operator_of.function, operator_of.name, operator_of.commutator);
    END LOOP;
    EXECUTE format($sql$
        CREATE FUNCTION %1$I(%2$I, %2$I) RETURNS integer LANGUAGE internal IMMUTABLE STRICT AS 'byteacmp';
        CREATE OPERATOR CLASS %2$I DEFAULT FOR TYPE %2$I USING btree AS
            OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 %1$I(%2$I, %2$I);
        CREATE FUNCTION %3$I(%2$I, text) RETURNS boolean LANGUAGE internal IMMUTABLE STRICT AS 'text_starts_with';
        CREATE OPERATOR ^@ (FUNCTION = %3$I, LEFTARG = %2$I, RIGHTARG = text);
        CREATE FUNCTION %4$I(%2$I, text) RETURNS boolean LANGUAGE internal IMMUTABLE STRICT AS 'textlike';
        CREATE OPERATOR ~~ (FUNCTION = %4$I, LEFTARG = %2$I, RIGHTARG = text);
    $sql$, base || '_cmp', base, base || '_starts_with', base || '_like');
END
$f$;
