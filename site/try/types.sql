-- Id types for "Try it", after pure-sql/base62id.sql.
--
-- In pure-sql an id type is a domain over text, so PostgreSQL can compare a user with an order.
-- On this page the session is a superuser's, which may create base types.  So each kind gets one
-- under its domain, made of PostgreSQL's own functions for text and bytes, and a comparison of two
-- kinds is refused as by the extension.  Only the domain checks texts, when a row is written.

CREATE DOMAIN typeid AS text COLLATE "C" CHECK (typeid_is_valid(VALUE));
CREATE DOMAIN base62id AS uuid;

-- The base type, its casts to and from text, and the one to uuid.
CREATE FUNCTION try__create_base(base text, to_uuid text) RETURNS void LANGUAGE plpgsql AS $f$
BEGIN
    EXECUTE format($sql$
        CREATE TYPE %1$I;
        CREATE FUNCTION %1$I(cstring) RETURNS %1$I
            LANGUAGE internal IMMUTABLE STRICT AS 'textin';
        CREATE FUNCTION %1$I(%1$I) RETURNS cstring
            LANGUAGE internal IMMUTABLE STRICT AS 'textout';
        CREATE TYPE %1$I (INPUT = %1$I, OUTPUT = %1$I, LIKE = text);
        CREATE CAST (text AS %1$I) WITHOUT FUNCTION AS IMPLICIT;
        CREATE CAST (%1$I AS text) WITHOUT FUNCTION AS ASSIGNMENT;
        CREATE FUNCTION %2$I(id %1$I) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT
            RETURN typeid_to_uuid(id::text);
        CREATE CAST (%1$I AS uuid) WITH FUNCTION %2$I(%1$I) AS ASSIGNMENT;
    $sql$, base, to_uuid);
END
$f$;

-- Comparisons by bytes, and a btree class of them.
CREATE FUNCTION try__create_order(base text) RETURNS void LANGUAGE plpgsql AS $f$
DECLARE
    o record;
BEGIN
    FOR o IN
        SELECT *
          FROM (VALUES ('=', 'byteaeq', '='), ('<>', 'byteane', '<>'),
                       ('<', 'bytealt', '>'), ('<=', 'byteale', '>='),
                       ('>', 'byteagt', '<'), ('>=', 'byteage', '<=')) AS o (name, of, commutator)
    LOOP
        EXECUTE format($sql$
            CREATE FUNCTION %1$I(%2$I, %2$I) RETURNS boolean
                LANGUAGE internal IMMUTABLE STRICT AS %3$L;
            CREATE OPERATOR %4$s
                (FUNCTION = %1$I, LEFTARG = %2$I, RIGHTARG = %2$I, COMMUTATOR = %5$s);
        $sql$, base || '_' || o.of, base, o.of, o.name, o.commutator);
    END LOOP;
    EXECUTE format($sql$
        CREATE FUNCTION %1$I(%2$I, %2$I) RETURNS integer
            LANGUAGE internal IMMUTABLE STRICT AS 'byteacmp';
        CREATE OPERATOR CLASS %2$I DEFAULT FOR TYPE %2$I USING btree AS
            OPERATOR 1 <,
            OPERATOR 2 <=,
            OPERATOR 3 =,
            OPERATOR 4 >=,
            OPERATOR 5 >,
            FUNCTION 1 %1$I(%2$I, %2$I);
    $sql$, base || '_cmp', base);
END
$f$;

-- The searches that the tutorial uses.
CREATE FUNCTION try__create_searches(base text) RETURNS void LANGUAGE plpgsql AS $f$
BEGIN
    EXECUTE format($sql$
        CREATE FUNCTION %2$I(%1$I, text) RETURNS boolean
            LANGUAGE internal IMMUTABLE STRICT AS 'text_starts_with';
        CREATE OPERATOR ^@ (FUNCTION = %2$I, LEFTARG = %1$I, RIGHTARG = text);
        CREATE FUNCTION %3$I(%1$I, text) RETURNS boolean
            LANGUAGE internal IMMUTABLE STRICT AS 'textlike';
        CREATE OPERATOR ~~ (FUNCTION = %3$I, LEFTARG = %1$I, RIGHTARG = text);
    $sql$, base, base || '_starts_with', base || '_like');
END
$f$;

-- The domain, which is the id type, and its functions.
CREATE FUNCTION try__create_domain(name text, base text, prefix text) RETURNS void
LANGUAGE plpgsql AS $f$
BEGIN
    EXECUTE format($sql$
        CREATE DOMAIN %1$I AS %2$I
            CONSTRAINT base62id_kind CHECK (typeid_check_text(VALUE::text, %3$L));
        CREATE FUNCTION %4$I() RETURNS %1$I LANGUAGE sql VOLATILE
            RETURN typeid_generate_text(%3$L)::%1$I;
        CREATE FUNCTION %4$I(ts timestamptz) RETURNS %1$I LANGUAGE sql VOLATILE STRICT
            RETURN typeid_generate(%3$L, ts)::text::%1$I;
        CREATE FUNCTION %5$I(ts timestamptz) RETURNS %1$I LANGUAGE sql IMMUTABLE STRICT
            RETURN typeid_min(%3$L, ts)::text::%1$I;
        CREATE FUNCTION %6$I(ts timestamptz) RETURNS %1$I LANGUAGE sql IMMUTABLE STRICT
            RETURN typeid_max(%3$L, ts)::text::%1$I;
        CREATE FUNCTION %7$I(id %1$I) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT
            RETURN typeid_timestamp(id::text);
        CREATE FUNCTION %8$I(input text) RETURNS %1$I LANGUAGE sql IMMUTABLE STRICT
            RETURN CASE WHEN typeid_check_text(input, %3$L) THEN input::%1$I END;
    $sql$, name, base, prefix, name || '_new', name || '_min', name || '_max',
        name || '_timestamp', name || '_decode');
END
$f$;

CREATE OR REPLACE FUNCTION typeid_create_type(
    name text,
    prefix text,
    notation text DEFAULT 'typeid',
    mask_key integer DEFAULT 0,
    accept_uuid boolean DEFAULT false,
    if_not_exists boolean DEFAULT false
) RETURNS regtype LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $f$
DECLARE
    domain_name CONSTANT text := (typeid__place(name, prefix))[2];
    base CONSTANT text := domain_name || '_text';
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
    PERFORM try__create_base(base, domain_name || '_to_uuid');
    PERFORM try__create_order(base);
    PERFORM try__create_searches(base);
    PERFORM try__create_domain(domain_name, base, prefix);
    RETURN quote_ident(domain_name)::regtype;
END
$f$;
