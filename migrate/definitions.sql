\echo Use "CREATE EXTENSION base62id_migrate" to load this file. \quit

-- ---------- the parts, and how they are called ----------
--
-- base62id_migrate() stands in the extension's schema, where others may be allowed to create functions. All that it is
-- made of stands in a schema of its own that belongs to the superuser who runs this script, so that nobody else can
-- put an overload beside a part. Each part is called by its schema's name and with the very types that it declares,
-- and has a search_path of pg_catalog; pg_temp comes last, and PostgreSQL looks for no function or operator there. No
-- part has a default.

CREATE SCHEMA base62id_moves;
GRANT USAGE ON SCHEMA base62id_moves TO PUBLIC;
COMMENT ON SCHEMA base62id_moves IS 'the parts of base62id_migrate()';

-- A column. HOW: change, inherit (changes with its parent or its composite type), remake (its table is made again), or
-- stay, for REASON. SOURCE is the type beneath DOMAIN; TYPE the text of the new one, BASE that of the type beneath a
-- new domain. PREFIX and NOTATION: of a typed id that has to be made. WAS: the mark that the move leaves, or has left.
CREATE TYPE base62id_moves.moving AS (
    relation oid, attribute integer, how text, source oid, domain oid, type text, base text, prefix text, notation text,
    was jsonb, reason text
);

-- What has to be taken down before a type can change, and put back after it:
--   drop       an object: a view, an index, a policy, a constraint, a function that has a view's row in its signature
--   stub       a function with a body BEGIN ATOMIC that reads what changes: its body alone is taken away
--   generated  a generated column
--   default    a default of a moving column whose type has no cast to the new one
--   text       a column that has a changing table's row type: it is text meanwhile
--   unknown    an object that cannot be made again from here
-- What moves is a node, too, while dependents are looked for: change, inherit, remake (columns), domain, composite.
-- DEPTH: it depends on what has less.
CREATE TYPE base62id_moves.node AS (class oid, object oid, sub integer, how text, depth integer);

-- A row of base62id_migrate.
CREATE TYPE base62id_moves.row AS (kind text, statement text, remark text);

-- The schema of base62id.
CREATE FUNCTION base62id_moves.home() RETURNS name
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT n.nspname FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
            WHERE e.extname = 'base62id');
END $$;

-- ---------- definitions, as PostgreSQL writes them ----------
--
-- The search_path is pg_catalog, so all names in them have their schema. Constants are written as uuids, which all
-- types of the family read, and in forms that every session reads alike.
CREATE FUNCTION base62id_moves.definition(what text, object oid) RETURNS text
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp SET base62id.output = 'uuid' SET standard_conforming_strings = on
SET quote_all_identifiers = off SET datestyle = 'ISO, YMD' SET intervalstyle = 'postgres' SET extra_float_digits = 1
SET bytea_output = 'hex' AS $$
BEGIN
    RETURN CASE what
        WHEN 'view' THEN rtrim(pg_get_viewdef(object), ';'::text)
        WHEN 'index' THEN pg_get_indexdef(object)
        WHEN 'constraint' THEN pg_get_constraintdef(object)
        WHEN 'trigger' THEN pg_get_triggerdef(object)
        WHEN 'rule' THEN rtrim(pg_get_ruledef(object), ';'::text)
        WHEN 'function' THEN rtrim(pg_get_functiondef(object), E'\n'::text)
        WHEN 'body' THEN rtrim(pg_get_function_sqlbody(object), E'\n'::text)
        WHEN 'statistics' THEN pg_get_statisticsobjdef(object)
        WHEN 'type' THEN format_type(object, -1)
        WHEN 'default' THEN (SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef AS d WHERE d.oid = object)
        WHEN 'using' THEN (SELECT pg_get_expr(p.polqual, p.polrelid) FROM pg_policy AS p WHERE p.oid = object)
        WHEN 'check' THEN (SELECT pg_get_expr(p.polwithcheck, p.polrelid) FROM pg_policy AS p WHERE p.oid = object)
        WHEN 'filter' THEN (SELECT pg_get_expr(p.prqual, p.prrelid) FROM pg_publication_rel AS p WHERE p.oid = object)
        WHEN 'partition key' THEN pg_get_partkeydef(object)
        WHEN 'bound' THEN (SELECT pg_get_expr(c.relpartbound, c.oid) FROM pg_class AS c WHERE c.oid = object)
        WHEN 'domain default' THEN (SELECT pg_get_expr(t.typdefaultbin, 0::oid) FROM pg_type AS t WHERE t.oid = object)
    END;
END $$;

-- A text in a regular expression.
CREATE FUNCTION base62id_moves.escaped(word text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN regexp_replace(word, '(\W)'::text, '\\\1'::text, 'g'::text);
END $$;

-- A definition with other words, never in its literals and quoted names: {"old": "new"}, and operators of the schemas
-- that the statements have on their search_path without the schema's name, so that each means that of the new type.
-- The longest alternative wins at each place (PostgreSQL's regular expressions are POSIX ones).
CREATE FUNCTION base62id_moves.reworded(definition text, words jsonb) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    plain CONSTANT text := concat('(?:', (
        SELECT string_agg(concat(base62id_moves.escaped(w.word),
            CASE WHEN w.word !~ '\)$' THEN '(?![\w$])' END), '|'::text)
        FROM jsonb_object_keys(words) AS w(word)), ')');
BEGIN
    IF words = '{}' OR definition IS NULL THEN
        RETURN definition;
    END IF;
    RETURN (SELECT string_agg(coalesce(words ->> r.token[1], r.token[1]), ''::text ORDER BY r.n)
            FROM regexp_matches(definition, concat($re$('(?:[^']|'')*'|$re$, plain,
                $re$|"(?:[^"]|"")*"|[\w$]+|[^\w$'":]+|:)$re$), 'g'::text) WITH ORDINALITY AS r(token, n));
END $$;

CREATE FUNCTION base62id_moves.column_name(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT format('%I', a.attname) FROM pg_attribute AS a WHERE a.attrelid = relation AND a.attnum = attribute);
END $$;

-- As COMMENT ON and DROP want it: VIEW app.v, POLICY p ON app.t, FUNCTION app.f(integer).
CREATE FUNCTION base62id_moves.object_name(class oid, object oid, sub integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT format('%s %s', CASE WHEN i.type LIKE '%column' THEN 'COLUMN'
                WHEN i.type LIKE '%constraint' THEN 'CONSTRAINT'
                WHEN i.type = 'statistics object' THEN 'STATISTICS'
                ELSE upper(i.type) END, i.identity)
            FROM pg_identify_object(class, object, sub) AS i);
END $$;

-- The columns that move.
CREATE FUNCTION base62id_moves.movers(columns base62id_moves.moving[]) RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT c.* FROM unnest(columns) AS c WHERE c.how <> 'stay';
END $$;
