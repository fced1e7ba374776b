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
-- ---------- which columns move, and to which type ----------

-- The types whose values are a uuid's 16 bytes, and typed ids that are numbers.
CREATE FUNCTION base62id_moves.family() RETURNS TABLE (type oid, typed boolean, number boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    home CONSTANT name := base62id_moves.home();
BEGIN
    RETURN QUERY
    SELECT t.oid, false, false FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace
    WHERE n.nspname = home AND t.typname IN ('base62id', 'base64uuid', 'ulid');
    RETURN QUERY EXECUTE format('SELECT t.type::oid, true, t.notation = ''uid11'' FROM %I.typeid_types() AS t', home);
END $$;

-- The current user, and the roles that it inherits from along the whole path, as PostgreSQL checks ownership. Being a
-- superuser counts for nothing here: it says nothing about whose tables should move.
CREATE FUNCTION base62id_moves.roles() RETURNS SETOF oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    -- inherit_option: from PostgreSQL 16 on
    RETURN QUERY
    WITH RECURSIVE mine AS (
        SELECT r.oid FROM pg_roles AS r WHERE r.rolname = current_user
        UNION
        SELECT g.role FROM mine AS i, LATERAL (
            SELECT m.roleid FROM pg_auth_members AS m JOIN pg_roles AS r ON r.oid = m.member
            WHERE m.member = i.oid AND coalesce((to_jsonb(m) ->> 'inherit_option'::text)::boolean, r.rolinherit)
            UNION ALL
            SELECT o.oid FROM pg_database AS d JOIN pg_roles AS o ON o.rolname = 'pg_database_owner'
            WHERE d.datname = current_database() AND d.datdba = i.oid) AS g(role)
    )
    SELECT i.oid FROM mine AS i;
END $$;

-- The tables and composite types that SCHEMAS and TABLES name. With TABLES, composite types stay. Tables of extensions
-- always stay.
CREATE FUNCTION base62id_moves.meant(schemas name[], tables regclass[]) RETURNS TABLE (relation oid, owner oid)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT c.oid, c.relowner FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE (c.relkind IN ('r', 'p') OR c.relkind = 'c' AND tables IS NULL) AND c.relpersistence <> 't'
        AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND n.nspname <> 'base62id_moves'
        AND (schemas IS NULL OR n.nspname = ANY (schemas)) AND (tables IS NULL OR c.oid = ANY (tables::oid[]))
        AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.deptype = 'e'
            AND (d.classid, d.objid) IN (('pg_class'::regclass::oid, c.oid), ('pg_type'::regclass::oid, c.reltype)));
END $$;

-- Those of them that move, with what inherits from them.
CREATE FUNCTION base62id_moves.relations(schemas name[], tables regclass[]) RETURNS SETOF oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    roles CONSTANT oid[] := ARRAY(SELECT r FROM base62id_moves.roles() AS r);
BEGIN
    RETURN QUERY
    WITH RECURSIVE wanted AS (
        SELECT m.relation FROM base62id_moves.meant(schemas, tables) AS m WHERE m.owner = ANY (roles)
        UNION
        SELECT i.inhrelid FROM wanted AS w JOIN pg_inherits AS i ON i.inhparent = w.relation
    )
    SELECT w.relation FROM wanted AS w JOIN pg_class AS c ON c.oid = w.relation WHERE c.relowner = ANY (roles);
END $$;

-- All relations that share this column: parents and children, partitions, tables OF a composite type. Most columns are
-- in one relation only. OFFSET 0 keeps the planner from starting with all columns of the same name.
CREATE FUNCTION base62id_moves.relatives(relation oid, attribute integer) RETURNS TABLE (relative oid, place integer)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
            SELECT FROM pg_class AS c WHERE c.oid = relation AND (c.relkind = 'c' OR c.reloftype <> 0)
            UNION ALL SELECT FROM pg_inherits AS i WHERE i.inhrelid = relation
            UNION ALL SELECT FROM pg_inherits AS i WHERE i.inhparent = relation) THEN
        RETURN QUERY VALUES (relation, attribute);
        RETURN;
    END IF;
    RETURN QUERY
    WITH RECURSIVE there AS (
        SELECT a.attrelid, a.attnum, a.attname FROM pg_attribute AS a
        WHERE a.attrelid = relation AND a.attnum = attribute
        UNION
        SELECT a.attrelid, a.attnum, a.attname FROM there AS t,
            LATERAL (
                SELECT i.inhparent FROM pg_inherits AS i WHERE i.inhrelid = t.attrelid
                UNION ALL SELECT i.inhrelid FROM pg_inherits AS i WHERE i.inhparent = t.attrelid
                UNION ALL SELECT y.typrelid FROM pg_class AS c JOIN pg_type AS y ON y.oid = c.reloftype
                    WHERE c.oid = t.attrelid
                UNION ALL SELECT o.oid FROM pg_class AS c JOIN pg_class AS o ON o.reloftype = c.reltype
                    WHERE c.oid = t.attrelid AND c.relkind = 'c'
            ) AS next(oid),
            LATERAL (
                SELECT x.attrelid, x.attnum, x.attname FROM pg_attribute AS x
                WHERE x.attrelid = next.oid AND x.attname = t.attname AND NOT x.attisdropped OFFSET 0) AS a
    )
    SELECT t.attrelid, t.attnum::integer FROM there AS t;
END $$;

-- Virtual generated columns (PostgreSQL 18) allow no types of extensions.
CREATE FUNCTION base62id_moves.virtual_obstacle(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT format('the virtual generated column %s reads it, and PostgreSQL allows no types of extensions there',
            string_agg(format('%I', g.attname), ', '::text ORDER BY g.attnum))
        FROM pg_attribute AS g JOIN pg_attrdef AS f ON f.adrelid = g.attrelid AND f.adnum = g.attnum
        WHERE g.attrelid = relation AND g.attgenerated = 'v' AND (g.attnum = attribute OR EXISTS (
            SELECT FROM pg_depend AS d
            WHERE d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid
                AND d.refclassid = 'pg_class'::regclass AND d.refobjid = relation AND d.refobjsubid = attribute))
        HAVING count(*) > 0);
END $$;

-- Why a column cannot change its type, or NULL.
CREATE FUNCTION base62id_moves.obstacle(relation oid, attribute integer, moving oid[]) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT min(CASE
            WHEN c.relkind = 'f' THEN format('the foreign table %s has it too', c.oid::regclass)
            WHEN NOT c.oid = ANY (moving) AND c.relkind = 'c'
            THEN format('the composite type %s has it too, and does not move', c.oid::regclass)
            WHEN NOT c.oid = ANY (moving) THEN format('%s has it too, and does not move', c.oid::regclass)
            WHEN c.reloftype <> 0 AND EXISTS (
                SELECT FROM pg_attribute AS g WHERE g.attrelid = c.oid AND g.attgenerated <> '')
            THEN format('%s is a table OF a composite type and has a generated column', c.oid::regclass)
            ELSE coalesce(base62id_moves.key_obstacle(c.oid, r.place),
                base62id_moves.virtual_obstacle(c.oid, r.place), (
                SELECT format('the row filter of publication %s reads it, and PostgreSQL allows no types of extensions '
                    'there', string_agg(format('%I', b.pubname), ', '::text ORDER BY b.pubname))
                FROM pg_publication_rel AS p JOIN pg_publication AS b ON b.oid = p.prpubid
                WHERE p.prrelid = c.oid AND p.prqual::text ~ format(':varattno %s ', r.place)
                HAVING count(*) > 0))
            END)
        FROM base62id_moves.relatives(relation, attribute) AS r JOIN pg_class AS c ON c.oid = r.relative);
END $$;

-- A domain is made again over the new type, with the columns and functions that use it. Anything else that uses it has
-- to stay as it is, and keeps it.
CREATE FUNCTION base62id_moves.domain_obstacle(domain oid, moving oid[]) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT min(format('the domain %s is used by %s, which does not move', domain::regtype,
            pg_describe_object(d.classid, d.objid, d.objsubid)))
        FROM pg_type AS t
            JOIN pg_depend AS d ON d.refclassid = 'pg_type'::regclass AND d.refobjid IN (t.oid, t.typarray)
                AND d.objid <> t.typarray
            LEFT JOIN pg_class AS c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid
        WHERE t.oid = domain
            AND d.classid NOT IN ('pg_proc'::regclass, 'pg_constraint'::regclass, 'pg_rewrite'::regclass,
                'pg_attrdef'::regclass, 'pg_policy'::regclass)
            AND NOT (coalesce(c.relkind IN ('v', 'm'), false) OR d.objid = ANY (moving) AND d.refobjid = t.oid));
END $$;

-- The mark that a move left in the comment of a column, and the comment without it.
CREATE FUNCTION base62id_moves.mark(relation oid, attribute integer, OUT was jsonb, OUT remains text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    parts CONSTANT text[] := regexp_match(col_description(relation, attribute),
        '^(.*?)\n?\[base62id_migrate: (\{[^\n]*\})\]$'::text);
BEGIN
    remains := CASE WHEN parts IS NULL THEN col_description(relation, attribute) ELSE nullif(parts[1], ''::text) END;
    was := parts[2];
EXCEPTION WHEN invalid_text_representation THEN -- it looks like a mark, and is none
    remains := col_description(relation, attribute);
END $$;

-- All columns of the types that move, in the relations that move.
CREATE FUNCTION base62id_moves.candidates(target text, moving oid[]) RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    sources oid[] := CASE WHEN target IN ('uuid', 'text', 'bigint')
        THEN ARRAY(SELECT f.type FROM base62id_moves.family() AS f WHERE f.number = (target = 'bigint'))
        ELSE ARRAY['uuid'::regtype::oid] END;
BEGIN
    RETURN QUERY
    WITH RECURSIVE based AS (
        SELECT s AS type, s AS source FROM unnest(sources) AS s
        UNION
        SELECT t.oid, b.source FROM based AS b JOIN pg_type AS t ON t.typtype = 'd' AND t.typbasetype = b.type
    ), found AS (
        SELECT a.attrelid, a.attnum::integer AS attnum, a.attinhcount > 0 OR c.reloftype <> 0 AS inherited, b.source,
            CASE WHEN b.type <> b.source THEN b.type END AS domain, k.was
        FROM unnest(moving) AS m
            JOIN pg_class AS c ON c.oid = m
            JOIN pg_attribute AS a ON a.attrelid = m AND a.attnum > 0 AND NOT a.attisdropped
            JOIN based AS b ON b.type = a.atttypid,
            LATERAL base62id_moves.mark(a.attrelid, a.attnum::integer) AS k
    ), judged AS (
        SELECT f.*, coalesce(
            CASE WHEN target IN ('text', 'bigint') THEN base62id_moves.text_obstacle(f.attrelid, f.attnum) END,
            base62id_moves.obstacle(f.attrelid, f.attnum, moving),
            base62id_moves.domain_obstacle(f.domain, moving)) AS why
        FROM found AS f
    )
    SELECT j.attrelid, j.attnum,
        CASE WHEN j.why IS NOT NULL THEN 'stay' WHEN j.inherited THEN 'inherit' ELSE 'change' END,
        j.source, j.domain, NULL::text, NULL::text, NULL::text, NULL::text, j.was, j.why
    FROM judged AS j;
END $$;

-- What was text becomes text, with all that foreign keys connect with it; all else becomes uuid.
CREATE FUNCTION base62id_moves.on_the_way_back(target text, candidates base62id_moves.moving[])
RETURNS base62id_moves.moving[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN ARRAY(
        WITH candidate AS (
            SELECT c, k.component FROM unnest(candidates) AS c
                JOIN base62id_moves.kinds(candidates) AS k ON k.origin = base62id_moves.origin(c.relation, c.attribute)
        ), marked AS (
            SELECT DISTINCT x.component FROM candidate AS x WHERE (x.c).was IS NOT NULL
        )
        SELECT x.c FROM candidate AS x
        WHERE (target = 'text') = EXISTS (SELECT FROM marked AS m WHERE m.component = x.component));
END $$;

-- The columns that could move, with the text of their new type.
CREATE FUNCTION base62id_moves.wanted(target text, moving oid[], types jsonb) RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    new_type CONSTANT text := CASE WHEN target IN ('uuid', 'text', 'bigint') THEN target
        ELSE format('%I.%I', base62id_moves.home(), target) END;
    candidates base62id_moves.moving[];
BEGIN
    IF target = 'typed' THEN
        RETURN QUERY SELECT t.* FROM base62id_moves.typed(moving, types) AS t;
        RETURN;
    END IF;
    candidates := ARRAY(SELECT c FROM base62id_moves.candidates(target, moving) AS c);
    IF target IN ('uuid', 'text') THEN
        candidates := base62id_moves.on_the_way_back(target, candidates);
    END IF;
    RETURN QUERY
    SELECT c.relation, c.attribute, c.how, c.source, c.domain,
        CASE WHEN c.domain IS NOT NULL THEN c.domain::regtype::text ELSE coalesce(c.was ->> 'type'::text, new_type) END,
        new_type, NULL::text, NULL::text, c.was, c.reason
    FROM unnest(candidates) AS c;
    IF target = 'ulid' THEN
        RETURN QUERY SELECT t.* FROM base62id_moves.texts(target, moving, types) AS t;
    END IF;
END $$;

-- The same, with HOW for partitions: the columns of a table that is made again are remade, and its partitions change by
-- themselves.
CREATE FUNCTION base62id_moves.columns(target text, moving oid[], types jsonb) RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    wanted CONSTANT base62id_moves.moving[] := ARRAY(SELECT w FROM base62id_moves.wanted(target, moving, types) AS w);
    remade CONSTANT oid[] := ARRAY(SELECT r FROM base62id_moves.remade(wanted) AS r);
BEGIN
    RETURN QUERY
    SELECT w.relation, w.attribute, CASE
            WHEN w.how = 'stay' THEN w.how
            WHEN w.relation = ANY (remade) THEN 'remake'
            WHEN EXISTS (SELECT FROM pg_inherits AS i WHERE i.inhrelid = w.relation AND i.inhparent = ANY (remade))
            THEN 'change'
            ELSE w.how END,
        w.source, w.domain, w.type, w.base, w.prefix, w.notation, w.was, w.reason
    FROM unnest(wanted) AS w
    ORDER BY w.relation, w.attribute;
END $$;
-- ---------- typed ids: one type for each kind of id ----------

-- The column that a partition's or a child's column is inherited from, as RELATION.ATTRIBUTE.
CREATE FUNCTION base62id_moves.origin(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        WITH RECURSIVE above AS (
            SELECT a.attrelid, a.attnum, a.attname, 0 AS level FROM pg_attribute AS a
            WHERE a.attrelid = relation AND a.attnum = attribute
            UNION
            SELECT p.attrelid, p.attnum, p.attname, a.level + 1
            FROM above AS a
                JOIN pg_inherits AS i ON i.inhrelid = a.attrelid
                JOIN pg_attribute AS p ON p.attrelid = i.inhparent AND p.attname = a.attname AND NOT p.attisdropped
        )
        SELECT format('%s.%s', a.attrelid, a.attnum) FROM above AS a ORDER BY a.level DESC, a.attrelid LIMIT 1);
END $$;

-- order_items -> order_item, OrderItem -> order_item, addresses -> address. A type prefix has a-z and _ only.
CREATE FUNCTION base62id_moves.singular(name text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    word text := lower(regexp_replace(name, '([a-z0-9])([A-Z])'::text, '\1_\2'::text, 'g'::text));
BEGIN
    word := regexp_replace(word, '[^a-z_]+'::text, ''::text, 'g'::text);
    word := btrim(regexp_replace(word, '__+'::text, '_'::text, 'g'::text), '_'::text);
    RETURN CASE
        WHEN word ~ '(^|_)people$' THEN regexp_replace(word, 'people$'::text, 'person'::text)
        WHEN word ~ '(^|_)children$' THEN regexp_replace(word, 'ren$'::text, ''::text)
        WHEN word ~ '[^aeiou]ies$' AND word !~ '(^|_)(series|species|movies|cookies)$'
        THEN regexp_replace(word, 'ies$'::text, 'y'::text)
        WHEN word ~ '(ss|x|ch|sh|tus|rus|bus|nus|lias)es$' THEN regexp_replace(word, 'es$'::text, ''::text)
        WHEN word ~ '[^siu]s$' AND word !~ '(^|_)(series|species|news|sms)$'
        THEN regexp_replace(word, 's$'::text, ''::text)
        ELSE word
    END;
END $$;

-- Columns that foreign keys connect are one kind of id. LEADER is the table whose key they all refer to, which names
-- the type; COMPONENT is the same for all columns of a kind; OUTSIDE is why the kind cannot move.
CREATE FUNCTION base62id_moves.kinds(candidates base62id_moves.moving[])
RETURNS TABLE (origin text, leader oid, outside text, component text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH RECURSIVE node AS MATERIALIZED (
        SELECT DISTINCT ON (x.o) x.o, c.relation, c.attribute, c.reason
        FROM unnest(candidates) AS c, LATERAL (SELECT base62id_moves.origin(c.relation, c.attribute)) AS x(o)
        ORDER BY x.o, c.how, c.relation
    ), reference AS MATERIALIZED (
        SELECT DISTINCT base62id_moves.origin(k.conrelid, u.a) AS a, base62id_moves.origin(k.confrelid, u.b) AS b
        FROM pg_constraint AS k, unnest(k.conkey::integer[], k.confkey::integer[]) AS u(a, b)
        WHERE k.contype = 'f'
    ), edge AS MATERIALIZED (
        SELECT r.a, r.b FROM reference AS r UNION SELECT r.b, r.a FROM reference AS r
    ), reach AS (
        SELECT n.o AS here, n.o AS there FROM node AS n
        UNION
        SELECT r.here, e.b FROM reach AS r JOIN edge AS e ON e.a = r.there
    ), rank AS (
        SELECT n.*, EXISTS (SELECT FROM reference AS r WHERE r.a = n.o AND r.b <> n.o) AS refers,
            EXISTS (SELECT FROM reference AS r WHERE r.b = n.o) AS referenced,
            EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = n.relation AND i.indisprimary
                AND i.indkey::text = n.attribute::text) AS key
        FROM node AS n
    )
    SELECT r.here,
        (array_agg(n.relation ORDER BY n.refers, NOT n.key, n.relation::regclass::text)
            FILTER (WHERE n.key OR n.referenced))[1],
        min(CASE
            WHEN n.o IS NULL THEN format('its foreign keys lead to %s, which does not move',
                split_part(r.there, '.'::text, 1)::oid::regclass)
            WHEN r.here = r.there OR n.reason IS NULL THEN n.reason
            ELSE format('its foreign keys lead to %s.%s, which stays: %s', n.relation::regclass,
                base62id_moves.column_name(n.relation, n.attribute), n.reason) END),
        min(r.there)
    FROM reach AS r LEFT JOIN rank AS n ON n.o = r.there
    GROUP BY r.here;
END $$;

-- What TYPES gives for a table: {"table": ["type", "prefix", "notation"]}, or "schema.table".
CREATE FUNCTION base62id_moves.given(types jsonb, relation oid) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT coalesce(types -> format('%s.%s', n.nspname, c.relname), types -> c.relname::text)
        FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE c.oid = relation);
END $$;

-- The typed ids that there are.
CREATE FUNCTION base62id_moves.typed_ids() RETURNS TABLE (type oid, schema oid, prefix text, notation text,
    mask_key integer)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY EXECUTE format('SELECT t.oid, t.typnamespace, y.prefix, y.notation, y.mask_key
        FROM %I.typeid_types() AS y JOIN pg_type AS t ON t.oid = y.type', base62id_moves.home());
END $$;

-- The type and the type prefix of each kind, or why there is none.
CREATE FUNCTION base62id_moves.kind_names(leaders oid[], types jsonb)
RETURNS TABLE (leader oid, type text, prefix text, made boolean, why text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH leader_table AS (
        SELECT c.oid, n.oid AS schema, n.nspname, c.relname, base62id_moves.singular(c.relname::text) AS word,
            base62id_moves.given(types, c.oid) AS given
        FROM unnest(leaders) AS l JOIN pg_class AS c ON c.oid = l JOIN pg_namespace AS n ON n.oid = c.relnamespace
    ), based AS (
        SELECT n.*, CASE WHEN count(*) OVER (PARTITION BY n.schema, n.word) = 1 THEN n.word
            ELSE btrim(regexp_replace(lower(n.relname::text), '[^a-z_]+'::text, ''::text, 'g'::text), '_'::text)
            END AS base
        FROM leader_table AS n
    ), wanted AS (
        SELECT t.*, coalesce(t.given ->> 1, left(t.base, 63)) AS prefix,
            coalesce(t.given ->> 0, concat(left(t.base, 43), '_id')) AS type
        FROM based AS t
    ), named AS (
        SELECT w.oid, coalesce(y.type::regtype::text, format('%I.%I', w.nspname, w.type)) AS name, w.prefix,
            y.type IS NOT NULL AS made
        FROM wanted AS w LEFT JOIN LATERAL (
            SELECT min(i.type) AS type FROM base62id_moves.typed_ids() AS i
            WHERE i.schema = w.schema AND i.prefix = w.prefix AND i.mask_key = 0 AND i.notation <> 'uid11') AS y ON true
    )
    SELECT n.oid, n.name, n.prefix, n.made, CASE
        WHEN n.prefix !~ '^[a-z]([a-z_]{0,61}[a-z])?$'
        THEN format('no type prefix can be made of the name of %s; give one in "types"', n.oid::regclass)
        WHEN count(*) OVER same > 1
        THEN format('%s would have one type, %s; give others in "types"',
            string_agg(n.oid::regclass::text, ' and '::text) OVER same, n.name)
        END
    FROM named AS n
    WINDOW same AS (PARTITION BY n.name ORDER BY n.oid::regclass::text
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING);
END $$;

-- The column that says of which table an id is: commentable_type beside commentable_id, ownerType beside ownerId.
CREATE FUNCTION base62id_moves.kind_column(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT format('%I', min(t.attname::text))
        FROM pg_attribute AS i
            JOIN pg_attribute AS t ON t.attrelid = i.attrelid AND t.attnum > 0 AND NOT t.attisdropped
        WHERE i.attrelid = relation AND i.attnum = attribute AND i.attname ~ '(_id|Id|ID)$'
            AND lower(t.attname::text) IN (
                SELECT lower(regexp_replace(i.attname::text, '(_?)(id|Id|ID)$'::text, concat('\1', w)))
                FROM unnest('{type,kind}'::text[]) AS w)
        HAVING count(*) > 0);
END $$;

-- The columns that become typed ids, and their types.
CREATE FUNCTION base62id_moves.typed(moving oid[], types jsonb) RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- a domain stays, and all that foreign keys connect with it
    candidates CONSTANT base62id_moves.moving[] := ARRAY(SELECT (c.relation, c.attribute, c.how, c.source, c.domain,
            c.type, c.base, c.prefix, c.notation, c.was, coalesce(c.reason, CASE WHEN c.domain IS NOT NULL
                THEN format('it is of the domain %s', c.domain::regtype) END))::base62id_moves.moving
        FROM base62id_moves.candidates('typed'::text, moving) AS c);
BEGIN
    RETURN QUERY
    WITH kind AS MATERIALIZED (
        SELECT k.* FROM base62id_moves.kinds(candidates) AS k
    ), named AS MATERIALIZED (
        SELECT n.* FROM base62id_moves.kind_names(
            ARRAY(SELECT DISTINCT k.leader FROM kind AS k WHERE k.outside IS NULL AND k.leader IS NOT NULL), types) AS n
    ), found AS (
        SELECT c.*, n.type AS new_type, n.prefix AS new_prefix, n.made, CASE
            WHEN k.outside IS NOT NULL THEN k.outside
            WHEN k.leader IS NULL THEN concat('no foreign key says whose id it is', (
                SELECT format('; with %s beside it, it may hold ids of several tables', x.name)
                FROM base62id_moves.kind_column(c.relation, c.attribute) AS x(name) WHERE x.name IS NOT NULL))
            ELSE n.why
            END AS why
        FROM unnest(candidates) AS c
            LEFT JOIN kind AS k ON k.origin = base62id_moves.origin(c.relation, c.attribute)
            LEFT JOIN named AS n ON n.leader = k.leader
    )
    SELECT f.relation, f.attribute, CASE WHEN f.why IS NULL THEN f.how ELSE 'stay' END, f.source, NULL::oid, f.new_type,
        NULL::text, CASE WHEN NOT f.made THEN f.new_prefix END, NULL::text, NULL::jsonb, f.why
    FROM found AS f;
    RETURN QUERY SELECT t.* FROM base62id_moves.texts('typed'::text, moving, types) AS t;
    RETURN QUERY SELECT n.* FROM base62id_moves.numbers(moving, types) AS n;
END $$;

-- What typeid_create_type made for a type, and nothing that somebody made of it.
CREATE FUNCTION base62id_moves.own_parts(type oid) RETURNS TABLE (class oid, object oid)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH self AS (
        SELECT t.oid, t.typarray, t.typnamespace, t.typname FROM pg_type AS t WHERE t.oid = type
    ), function AS (
        SELECT p.oid
        FROM self AS s
            JOIN pg_proc AS p ON p.pronamespace = s.typnamespace
            JOIN pg_language AS l ON l.oid = p.prolang
        WHERE (s.oid = p.prorettype OR s.oid = ANY (p.proargtypes::oid[])
                OR p.proname LIKE replace(s.typname::text, '_', '\_') || '\_%')
            AND (l.lanname = 'typed_id' OR p.probin = (
                SELECT m.probin FROM pg_proc AS m JOIN pg_namespace AS n ON n.oid = m.pronamespace
                WHERE n.nspname = base62id_moves.home() AND m.proname = 'typeid_create_type'))
    ), routine AS (
        SELECT f.oid FROM function AS f
        UNION SELECT a.aggfnoid FROM pg_aggregate AS a WHERE a.aggtransfn::oid IN (SELECT f.oid FROM function AS f)
            AND (SELECT p.proname IN ('min', 'max') FROM pg_proc AS p WHERE p.oid = a.aggfnoid)
    ), opclass AS (
        SELECT o.oid, o.opcfamily
        FROM self AS s
            JOIN pg_opclass AS o ON o.opcintype = s.oid AND o.opcnamespace = s.typnamespace
                AND left(o.opcname::text, length(s.typname::text) + 1) = concat(s.typname, '_')
    )
    SELECT 'pg_type'::regclass::oid, x.oid FROM self AS s, LATERAL (VALUES (s.oid), (s.typarray)) AS x(oid)
    UNION ALL SELECT 'pg_proc'::regclass, r.oid FROM routine AS r
    UNION ALL SELECT 'pg_operator'::regclass, o.oid FROM pg_operator AS o
        WHERE o.oprcode::oid IN (SELECT f.oid FROM function AS f)
    UNION ALL SELECT 'pg_cast'::regclass, c.oid FROM pg_cast AS c
        WHERE type IN (c.castsource, c.casttarget) AND (c.castmethod = 'b'
            OR c.castfunc IN (SELECT f.oid FROM function AS f)
            OR c.castfunc IN (SELECT d.objid FROM pg_depend AS d JOIN pg_extension AS e ON e.oid = d.refobjid
                WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
                    AND e.extname = 'base62id'))
    UNION ALL SELECT 'pg_opclass'::regclass, o.oid FROM opclass AS o
    UNION ALL SELECT DISTINCT 'pg_opfamily'::regclass::oid, o.opcfamily FROM opclass AS o
    UNION ALL SELECT 'pg_amop'::regclass, a.oid FROM pg_amop AS a WHERE type IN (a.amoplefttype, a.amoprighttype)
    UNION ALL SELECT 'pg_amproc'::regclass, a.oid FROM pg_amproc AS a
        WHERE type IN (a.amproclefttype, a.amprocrighttype);
END $$;

-- What others made of a typed id, beside columns of the type or its array.
CREATE FUNCTION base62id_moves.made_of(type oid) RETURNS TABLE (class oid, object oid, sub integer)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET jit = off AS $$
BEGIN
    RETURN QUERY
    WITH own AS MATERIALIZED (
        SELECT p.class, p.object FROM base62id_moves.own_parts(type) AS p
    )
    SELECT DISTINCT d.classid, d.objid, d.objsubid
    FROM own AS o JOIN pg_depend AS d ON d.refclassid = o.class AND d.refobjid = o.object
    WHERE (d.classid, d.objid) NOT IN (SELECT p.class, p.object FROM own AS p)
        AND NOT (o.class = 'pg_opfamily'::regclass AND d.deptype IN ('a', 'i')
            AND d.classid IN ('pg_amop'::regclass, 'pg_amproc'::regclass, 'pg_opclass'::regclass));
END $$;
-- ---------- texts that are ids already ----------
--
-- Targets typed and ulid also take columns of text, varchar and char: typed those whose values all have one type prefix
-- and one notation behind it, ulid those whose values all are ULIDs. Only the values show that, so some are read. The
-- statement that changes the column reads all, and fails where another value was overlooked.

-- What the values of a column are: a row for each type prefix and notation, and one for all that are no such ids.
CREATE FUNCTION base62id_moves.values_query(target text, relation oid, attribute integer, most text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    ulid CONSTANT text := '[0-7][0-9A-HJKMNP-TV-Z]{25}$';
    prefix CONSTANT text := '^[a-z]([a-z_]{0,61}[a-z])?_';
BEGIN
    RETURN format($query$SELECT CASE WHEN n.notation IS NOT NULL AND %4$L::pg_catalog.text <> 'ulid'
        THEN pg_catalog.left(v.value, CASE WHEN n.notation IN ('typeid', 'ulid') THEN -27 ELSE -23 END) END AS prefix,
    n.notation, pg_catalog.count(*) AS rows, pg_catalog.min(v.value) AS example
FROM (SELECT %1$s::pg_catalog.text AS value FROM %2$s WHERE %1$s IS NOT NULL%3$s) AS v, LATERAL (SELECT CASE
    WHEN %4$L::pg_catalog.text = 'ulid' THEN CASE WHEN v.value ~ %5$L THEN 'ulid' END
    WHEN v.value ~ %6$L THEN 'typeid'
    WHEN v.value ~ %7$L THEN 'ulid'
    WHEN v.value !~ %8$L THEN NULL
    WHEN NOT %9$I.base62id_is_valid(pg_catalog.right(v.value, 22)) THEN
        CASE WHEN %9$I.base64uuid_is_valid(pg_catalog.right(v.value, 22)) THEN 'base64uuid' END
    WHEN %9$I.base64uuid_is_valid(pg_catalog.right(v.value, 22)) THEN 'either'
    ELSE 'base62id' END) AS n(notation)
GROUP BY 1, 2 ORDER BY 3 DESC$query$, base62id_moves.column_name(relation, attribute), relation::regclass,
        CASE WHEN most IS NOT NULL THEN format(' LIMIT %s', most) END, target, concat('^', ulid),
        concat(prefix, '[0-7][0-9a-hjkmnp-tv-z]{25}$'), concat(prefix, ulid), concat(prefix, '.{22}$'),
        base62id_moves.home());
END $$;

-- No row where the column holds no ids. OBSTACLE: why it cannot become such an id. Some texts of 22 symbols are of two
-- notations; other values of the column show which is meant.
CREATE FUNCTION base62id_moves.look(target text, relation oid, attribute integer)
RETURNS TABLE (prefix text, notation text, looked bigint, obstacle text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET row_security = off AS $$
DECLARE
    v record;
    prefixes text[] := '{}';
    notations text[] := '{}';
    rows bigint := 0;
    strange bigint := 0;
    stranger text;
BEGIN
    IF NOT base62id_moves.finds(format('SELECT FROM (%s) AS v WHERE v.notation IS NOT NULL',
            base62id_moves.values_query(target, relation, attribute, '1000'::text))) THEN
        RETURN;
    END IF;
    FOR v IN EXECUTE base62id_moves.values_query(target, relation, attribute, '100000'::text) LOOP
        rows := rows + v.rows;
        IF v.notation IS NULL THEN
            strange := v.rows;
            stranger := v.example;
            CONTINUE;
        END IF;
        prefixes := CASE WHEN v.prefix = ANY (prefixes) THEN prefixes ELSE prefixes || v.prefix END;
        notations := CASE WHEN v.notation = ANY (notations) THEN notations ELSE notations || v.notation END;
    END LOOP;
    IF cardinality(notations) > 1 THEN
        notations := array_remove(notations, 'either'::text);
    END IF;
    RETURN QUERY SELECT prefixes[1], notations[1], rows, CASE
        WHEN stranger IS NOT NULL THEN format('%s of %s values are no such ids, as %L', strange, rows, stranger)
        WHEN cardinality(prefixes) > 1
        THEN format('it holds ids of several type prefixes, as %s and %s', prefixes[1], prefixes[2])
        WHEN cardinality(notations) > 1
        THEN format('it holds ids of several notations, %s and %s', notations[1], notations[2])
        WHEN notations[1] = 'either' THEN 'its few ids can be base62id or base64uuid'
        END;
END $$;

CREATE FUNCTION base62id_moves.finds(query text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET row_security = off AS $$
DECLARE
    found_one boolean;
BEGIN
    EXECUTE format('SELECT EXISTS (%s)', query) INTO found_one;
    RETURN found_one;
END $$;

-- Why a text column keeps its type, whatever it holds.
CREATE FUNCTION base62id_moves.text_obstacle(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT min(x.why)
        FROM base62id_moves.relatives(relation, attribute) AS r
            JOIN pg_class AS c ON c.oid = r.relative
            JOIN pg_attribute AS a ON a.attrelid = r.relative AND a.attnum = r.place,
            LATERAL (
                SELECT format('it is of the partition key of %s, and ids sort or hash otherwise', c.oid::regclass)
                FROM pg_partitioned_table AS p
                WHERE p.partrelid = c.oid AND (a.attnum = ANY (p.partattrs::smallint[])
                    OR p.partexprs::text ~ format(':varattno %s ', a.attnum))
                UNION ALL SELECT format('%s is a table OF a composite type', c.oid::regclass) WHERE c.reloftype <> 0
                UNION ALL SELECT format('the foreign table %s has it too', c.oid::regclass) WHERE c.relkind = 'f'
                UNION ALL SELECT 'it is a generated column' WHERE a.attgenerated <> ''
                UNION ALL
                SELECT format('the index %s chooses an operator class or a collation', i.indexrelid::regclass)
                FROM pg_index AS i,
                    unnest(i.indkey::smallint[], i.indclass::oid[], i.indcollation::oid[]) AS k(attribute, class, coll)
                    JOIN pg_opclass AS o ON o.oid = k.class
                WHERE i.indrelid = c.oid AND k.attribute = a.attnum
                    AND (NOT o.opcdefault OR k.coll NOT IN (0, a.attcollation))) AS x(why));
END $$;

-- user_id, userId, id: without a foreign key, only its name says that the column will hold nothing but ids.
CREATE FUNCTION base62id_moves.named_as_id(name text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN name ~ '(^|_)(id|uuid|guid|gid)$' OR name ~ '[a-z](Id|ID|Uuid|UUID)$';
END $$;

-- The notation that TYPES gives the texts of a table: {"table": ["ulid"]} for target ulid, the third word for typed.
CREATE FUNCTION base62id_moves.given_notation(target text, types jsonb, relation oid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN base62id_moves.given(types, relation) ->> CASE target WHEN 'ulid' THEN 0 ELSE 2 END;
END $$;

-- Columns of 26 symbols that are keys or named as ids. Where they are empty, only TYPES can say that they hold ULIDs.
CREATE FUNCTION base62id_moves.could_be_ulid(type oid, modifier integer, key boolean, name text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN type IN ('varchar'::regtype, 'character'::regtype) AND modifier = 26 + 4
        AND (key OR base62id_moves.named_as_id(name));
END $$;

-- Text columns that hold ids, and those that could: keys, and what foreign keys connect with others. BASE: how many
-- values were read.
CREATE FUNCTION base62id_moves.text_candidates(target text, moving oid[], types jsonb)
RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    -- no value is read before it is known which columns move
    WITH found AS MATERIALIZED (
        SELECT a.attrelid, a.attnum::integer AS attnum, a.attname, a.atttypid, a.atttypmod,
            CASE WHEN a.attinhcount > 0 THEN 'inherit' ELSE 'change' END AS how,
            base62id_moves.given_notation(target, types, a.attrelid) AS given,
            jsonb_build_object('type', concat(format_type(a.atttypid, a.atttypmod),
                CASE WHEN a.attcollation <> t.typcollation THEN (
                    SELECT format(' COLLATE %I.%I', n.nspname, l.collname)
                    FROM pg_collation AS l JOIN pg_namespace AS n ON n.oid = l.collnamespace
                    WHERE l.oid = a.attcollation) END)) AS was,
            coalesce(base62id_moves.text_obstacle(a.attrelid, a.attnum::integer),
                base62id_moves.obstacle(a.attrelid, a.attnum::integer, moving)) AS obstacle,
            EXISTS (SELECT FROM pg_constraint AS k
                WHERE k.contype IN ('p', 'f') AND (k.conrelid = a.attrelid AND a.attnum = ANY (k.conkey)
                    OR k.confrelid = a.attrelid AND a.attnum = ANY (k.confkey))) AS key
        FROM unnest(moving) AS m
            JOIN pg_class AS c ON c.oid = m AND c.relkind IN ('r', 'p')
            JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                AND a.atttypid IN ('text'::regtype, 'varchar'::regtype, 'character'::regtype)
            JOIN pg_type AS t ON t.oid = a.atttypid
    )
    SELECT f.attrelid, f.attnum, f.how, f.atttypid, NULL::oid, NULL::text, v.looked::text, v.prefix, v.notation, f.was,
        coalesce(v.obstacle, f.obstacle, CASE
            WHEN f.given IS NOT NULL AND v.notation IS NULL AND f.how = 'change' AND base62id_moves.finds(
                format('SELECT FROM %s WHERE %I IS NOT NULL', f.attrelid::regclass, f.attname))
            THEN 'none of its first values is such an id'
            WHEN f.how = 'change' AND NOT f.key AND NOT base62id_moves.named_as_id(f.attname::text)
            THEN 'it holds ids, but has no foreign key and is not named as an id: it may hold other texts tomorrow'
            END)
    FROM found AS f
        LEFT JOIN LATERAL base62id_moves.look(target, f.attrelid, f.attnum) AS v
            ON f.how = 'change' AND (f.obstacle IS NULL OR f.obstacle !~ '^the foreign table ')
    WHERE f.key OR v.notation IS NOT NULL OR f.how = 'inherit' OR target = 'ulid' AND f.given = 'ulid'
        AND base62id_moves.could_be_ulid(f.atttypid, f.atttypmod, f.key, f.attname::text);
END $$;

-- What foreign keys connect is one kind of id, and so is what has one type prefix and notation. PREFIX and NOTATION are
-- those of the values, or where there are none those that TYPES gives. A table of the kind names the type: the one
-- whose key it is, if there is one.
CREATE FUNCTION base62id_moves.text_kinds(target text, candidates base62id_moves.moving[], types jsonb)
RETURNS TABLE (origin text, type text, prefix text, notation text, made boolean, why text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH kind_of AS MATERIALIZED (
        SELECT k.* FROM base62id_moves.kinds(candidates) AS k
    ), member AS (
        SELECT k.origin, k.component, k.leader, k.outside, c.notation, t.relnamespace, t.relname, n.nspname,
            coalesce(c.prefix, CASE WHEN c.notation IS NOT NULL THEN '' END) AS prefix,
            base62id_moves.given(types, t.oid) AS given,
            base62id_moves.given_notation(target, types, t.oid) AS given_notation
        FROM kind_of AS k
            JOIN unnest(candidates) AS c ON c.how = 'change' AND k.origin = format('%s.%s', c.relation, c.attribute)
            JOIN pg_class AS t ON t.oid = coalesce(k.leader, c.relation)
            JOIN pg_namespace AS n ON n.oid = t.relnamespace
    ), kind AS (
        SELECT m.component, count(m.outside) > 0 AS stays,
            coalesce(min(m.prefix), min(CASE WHEN target <> 'ulid' THEN m.given ->> 1
                WHEN m.given_notation = 'ulid' THEN '' END)) AS prefix,
            coalesce(min(m.notation), min(m.given_notation)) AS notation,
            CASE WHEN count(DISTINCT format('%s:%s', m.prefix, m.notation)) FILTER (WHERE m.notation IS NOT NULL) > 1
                THEN format('its foreign keys connect ids of the type prefixes %s',
                    string_agg(DISTINCT m.prefix, ', '::text)) END AS why
        FROM member AS m GROUP BY m.component
    ), named AS (
        SELECT DISTINCT ON (k.prefix, k.notation) k.prefix, k.notation, m.relnamespace, m.nspname,
            coalesce(m.given ->> 0, concat(CASE WHEN m.leader IS NULL THEN k.prefix
                ELSE left(base62id_moves.singular(m.relname::text), 43) END, '_id')) AS name
        FROM kind AS k JOIN member AS m ON m.component = k.component
        WHERE k.why IS NULL AND NOT k.stays AND k.prefix IS NOT NULL AND k.notation IS NOT NULL AND target = 'typed'
        ORDER BY k.prefix, k.notation, m.leader IS NULL, m.nspname, m.relname
    )
    SELECT m.origin, CASE WHEN target = 'ulid' THEN format('%I.ulid', base62id_moves.home())
            WHEN n.name IS NOT NULL THEN coalesce(y.type::regtype::text, format('%I.%I', n.nspname, n.name)) END,
        k.prefix, k.notation, target = 'ulid' OR y.type IS NOT NULL, coalesce(m.outside, k.why)
    FROM kind AS k
        JOIN member AS m ON m.component = k.component
        LEFT JOIN named AS n ON n.prefix = k.prefix AND n.notation = k.notation
        LEFT JOIN LATERAL (
            SELECT min(i.type) AS type FROM base62id_moves.typed_ids() AS i
            WHERE i.schema = n.relnamespace AND i.prefix = k.prefix AND i.notation = k.notation AND i.mask_key = 0
            ) AS y ON true
    WHERE k.prefix IS NOT NULL AND k.notation IS NOT NULL;
END $$;

-- The text columns that become ids, and their types.
CREATE FUNCTION base62id_moves.texts(target text, moving oid[], types jsonb) RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    candidates CONSTANT base62id_moves.moving[] :=
        ARRAY(SELECT c FROM base62id_moves.text_candidates(target, moving, types) AS c);
BEGIN
    RETURN QUERY
    SELECT c.relation, c.attribute, CASE WHEN k.why IS NULL THEN c.how ELSE 'stay' END, c.source, NULL::oid, k.type,
        c.base, CASE WHEN NOT k.made THEN k.prefix END, CASE WHEN NOT k.made THEN k.notation END, c.was, k.why
    FROM unnest(candidates) AS c
        JOIN base62id_moves.text_kinds(target, candidates, types) AS k
            ON k.origin = base62id_moves.origin(c.relation, c.attribute);
END $$;
-- ---------- numbers ----------
--
-- types => {"invoices": ["invoice_id", "inv", "uid11", mask_key]} moves the key of a table, and what references it,
-- from bigint, integer or smallint to a typed id over numbers; target bigint brings back what a typed id over numbers
-- has. An identity becomes a default of a sequence of the same name and value, and an identity again. The mark says
-- whether it was GENERATED ALWAYS, and which width the number had.

-- The numbers that foreign keys connect with a key for which TYPES has a type. BASE is the number of the mask's key.
CREATE FUNCTION base62id_moves.numbers(moving oid[], types jsonb) RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    candidates base62id_moves.moving[];
BEGIN
    IF NOT EXISTS (SELECT FROM jsonb_each(types) AS t WHERE t.value ->> 2 = 'uid11') THEN
        RETURN;
    END IF;
    candidates := ARRAY(
        SELECT ROW(a.attrelid, a.attnum, CASE WHEN a.attinhcount > 0 THEN 'inherit' ELSE 'change' END, a.atttypid,
            NULL, NULL, NULL, NULL, NULL,
            jsonb_strip_nulls(jsonb_build_object('type', format_type(a.atttypid, -1),
                'identity', nullif(a.attidentity::text, ''::text))),
            coalesce(base62id_moves.text_obstacle(a.attrelid, a.attnum::integer),
                base62id_moves.obstacle(a.attrelid, a.attnum::integer, moving)))::base62id_moves.moving
        FROM unnest(moving) AS m
            JOIN pg_class AS c ON c.oid = m AND c.relkind IN ('r', 'p')
            JOIN pg_attribute AS a ON a.attrelid = m AND a.attnum > 0 AND NOT a.attisdropped
                AND a.atttypid IN ('bigint'::regtype, 'integer'::regtype, 'smallint'::regtype)
        WHERE EXISTS (SELECT FROM pg_constraint AS k
            WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
                    AND (k.contype = 'f' OR k.contype = 'p' AND cardinality(k.conkey) = 1)
                OR a.attrelid = k.confrelid AND a.attnum = ANY (k.confkey)));
    RETURN QUERY
    WITH kind AS MATERIALIZED (
        SELECT k.*, base62id_moves.given(types, k.leader) AS given FROM base62id_moves.kinds(candidates) AS k
    ), named AS (
        SELECT k.*, k.given ->> 1 AS prefix, coalesce((k.given ->> 3)::integer, 0) AS mask, n.oid AS schema,
            format('%I.%I', n.nspname, k.given ->> 0) AS type
        FROM kind AS k
            JOIN pg_class AS c ON c.oid = k.leader
            JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE k.given ->> 2 = 'uid11'
    )
    SELECT c.relation, c.attribute, CASE WHEN n.outside IS NULL THEN c.how ELSE 'stay' END, c.source, NULL::oid,
        coalesce(y.type::regtype::text, n.type), n.mask::text, CASE WHEN y.type IS NULL THEN n.prefix END, 'uid11',
        c.was, n.outside
    FROM unnest(candidates) AS c
        JOIN named AS n ON n.origin = base62id_moves.origin(c.relation, c.attribute)
        LEFT JOIN LATERAL (
            SELECT min(i.type) AS type FROM base62id_moves.typed_ids() AS i
            WHERE i.schema = n.schema AND i.prefix = n.prefix AND i.notation = 'uid11' AND i.mask_key = n.mask
            ) AS y ON true;
END $$;

-- The sequences of identities that move, and those that stand for one. KIND: what the identity was.
CREATE FUNCTION base62id_moves.identities(target text, columns base62id_moves.moving[])
RETURNS TABLE (relation oid, attribute integer, sequence oid, kind text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT c.relation, c.attribute, d.objid, c.was ->> 'identity'::text
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
            AND d.refobjid = c.relation AND d.refobjsubid = c.attribute
            AND d.deptype = CASE WHEN target = 'bigint' THEN 'a'::"char" ELSE 'i'::"char" END
        JOIN pg_sequence AS s ON s.seqrelid = d.objid
    WHERE c.was ? 'identity' AND c.how = 'change'
    ORDER BY c.relation::regclass::text;
END $$;

CREATE FUNCTION base62id_moves.sequence_options(sequence oid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT format('INCREMENT BY %s MINVALUE %s MAXVALUE %s START WITH %s CACHE %s %s', s.seqincrement, s.seqmin,
            s.seqmax, s.seqstart, s.seqcache, CASE WHEN s.seqcycle THEN 'CYCLE' ELSE 'NO CYCLE' END)
        FROM pg_sequence AS s WHERE s.seqrelid = sequence);
END $$;

-- An identity cannot give its sequence away, and takes none that is there. So one is dropped and the other made, with
-- the value that is read under the lock.
CREATE FUNCTION base62id_moves.number_statements(target text, columns base62id_moves.moving[])
RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    i record;
    body CONSTANT text := E'DECLARE\n    was pg_catalog.int8;\n    called pg_catalog.bool;\nBEGIN\n'
        '    SELECT last_value, is_called INTO was, called FROM %s;%s\n'
        '    PERFORM pg_catalog.setval(%L::pg_catalog.regclass, was, called);\nEND';
BEGIN
    FOR i IN
        SELECT x.*, x.sequence::regclass AS name, q.relname, q.relacl, q.relowner, q.relnamespace,
            s.seqtypid::regtype AS width, q.relpersistence, base62id_moves.sequence_options(x.sequence) AS options,
            format('ALTER TABLE %s ALTER COLUMN %s', x.relation::regclass,
                base62id_moves.column_name(x.relation, x.attribute)) AS alter
        FROM base62id_moves.identities(target, columns) AS x
            JOIN pg_class AS q ON q.oid = x.sequence
            JOIN pg_sequence AS s ON s.seqrelid = x.sequence
    LOOP
        IF target = 'bigint' THEN
            RETURN QUERY VALUES
                ('before', format('%s DROP DEFAULT', i.alter), NULL::text),
                ('after', format('DO %L', format(body, i.name, format(
                    E'\n    DROP SEQUENCE %s;\n    %s ADD GENERATED %s AS IDENTITY (SEQUENCE NAME %s %s);',
                    i.name, i.alter, CASE i.kind WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END, i.name, i.options),
                    i.name)), NULL::text);
        ELSE
            RETURN QUERY VALUES ('before', format('DO %L', format(body, i.name, format(
                E'\n    %s DROP IDENTITY;\n    CREATE %sSEQUENCE %s AS %s %s;', i.alter,
                CASE i.relpersistence WHEN 'u' THEN 'UNLOGGED ' END, i.name, i.width, i.options), i.name)), NULL::text);
            RETURN QUERY
            SELECT 'before', o, NULL::text
            FROM base62id_moves.owner('pg_class'::regclass::oid, i.sequence, i.relowner) AS o;
            RETURN QUERY VALUES
                ('after', format('ALTER SEQUENCE %s OWNED BY %s.%s', i.name, i.relation::regclass,
                    base62id_moves.column_name(i.relation, i.attribute)), NULL::text),
                ('after', format('%s SET DEFAULT pg_catalog.nextval(%L::pg_catalog.regclass)', i.alter, i.name),
                    NULL::text);
        END IF;
        RETURN QUERY
        SELECT 'after', n, NULL::text FROM base62id_moves.notes('pg_class'::regclass::oid, i.sequence, 0) AS n;
        RETURN QUERY
        SELECT 'after', g, NULL::text FROM base62id_moves.grants('SEQUENCE'::text, i.name::text, 's'::"char",
            i.relnamespace, i.relacl, i.relowner, ''::text) AS g;
    END LOOP;
END $$;

-- Numbers that would not keep their order, and functions that take numbers.
CREATE FUNCTION base62id_moves.stops_of_numbers(columns base62id_moves.moving[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    c record;
BEGIN
    FOR c IN
        SELECT m.*, m.relation::regclass AS name, x.attname, base62id_moves.escaped(r.relname::text) AS table_word,
            base62id_moves.escaped(x.attname) AS column_word
        FROM base62id_moves.movers(columns) AS m
            JOIN pg_class AS r ON r.oid = m.relation,
            LATERAL (SELECT base62id_moves.column_name(m.relation, m.attribute)) AS x(attname)
        WHERE m.source IN ('bigint'::regtype, 'integer'::regtype, 'smallint'::regtype)
        ORDER BY m.relation::regclass::text, m.attribute
    LOOP
        IF c.how = 'change' AND base62id_moves.finds(format(
                'SELECT FROM %s AS t WHERE t.%s OPERATOR(pg_catalog.<) 0::pg_catalog.int2', c.name, c.attname)) THEN
            RETURN NEXT format('%s.%s holds numbers below zero, which would sort behind all others. Change or delete '
                'them before.', c.name, c.attname);
        END IF;
        RETURN QUERY
        SELECT format('the function %s speaks of %s and %s, and takes or compares with numbers. Let it take %s, or '
            'cast: %s::bigint.', p.oid::regprocedure, c.name, c.attname, c.type, c.attname)
        FROM pg_proc AS p
        WHERE p.prosrc ~* format('\m%s\M', c.table_word) AND p.prosrc ~* format('\m%s\M', c.column_word)
            AND p.prosrc !~* format('\m%s"?::bigint\M', c.column_word)
            AND (p.proargtypes::oid[] && ARRAY['bigint'::regtype, 'integer'::regtype, 'smallint'::regtype]::oid[]
                OR p.prosrc ~* format('\m%s"?\s*(=|<>|!=|<|>|\min\M)[=>]?\s*\(?\s*\d', c.column_word))
            AND NOT EXISTS (SELECT FROM pg_depend AS d
                WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
        ORDER BY 1;
    END LOOP;
END $$;
-- ---------- partition keys ----------
--
-- PostgreSQL changes no column of a partition key. So a table that is partitioned by a column that moves is made again:
-- its partitions are detached, it is dropped and created over the new type, each partition changes by itself, and all
-- are attached again. What depends on it is taken down and put back as for any other object. The new types hash and
-- sort as uuid does, and ATTACH PARTITION reads each partition to see that its rows belong there.

CREATE FUNCTION base62id_moves.remade(columns base62id_moves.moving[]) RETURNS SETOF oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT DISTINCT p.partrelid
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_partitioned_table AS p ON p.partrelid = c.relation AND c.attribute = ANY (p.partattrs::smallint[]);
END $$;

-- Why a table cannot be made again over another type of this column of its partition key, or NULL; also NULL where the
-- column is in no key.
CREATE FUNCTION base62id_moves.key_obstacle(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT format(CASE
            WHEN p.partexprs::text ~ format(':varattno %s ', attribute)
            THEN 'the partition key of %s has an expression that reads it, and may have another value for the new type'
            WHEN NOT attribute = ANY (p.partattrs::smallint[]) THEN NULL
            WHEN c.reloftype <> 0 THEN 'it is of the partition key of %s, a table OF a composite type'
            WHEN EXISTS (SELECT FROM pg_attribute AS a
                WHERE a.attrelid = relation AND a.attidentity <> '' AND NOT a.attisdropped)
            THEN 'it is of the partition key of %s, which has an identity column'
            WHEN EXISTS (SELECT FROM pg_constraint AS k
                WHERE k.conrelid = relation AND k.contype = 'n' AND NOT k.convalidated)
            THEN 'it is of the partition key of %s, which has a NOT NULL constraint that is not valid'
            WHEN EXISTS (SELECT FROM pg_subscription_rel AS s WHERE s.srrelid = relation)
            THEN 'it is of the partition key of %s, which a subscription fills'
            WHEN EXISTS (SELECT FROM pg_inherits AS i WHERE i.inhparent = relation AND i.inhdetachpending)
            THEN 'it is of the partition key of %s, of which a partition waits for DETACH ... FINALIZE'
            END, c.oid::regclass)
        FROM pg_partitioned_table AS p JOIN pg_class AS c ON c.oid = p.partrelid
        WHERE p.partrelid = relation);
END $$;

-- The partitions that are detached for the time of the change, parents first, default partitions last.
CREATE FUNCTION base62id_moves.cuts(columns base62id_moves.moving[]) RETURNS TABLE (parent oid, child oid, bound text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT i.inhparent, i.inhrelid, base62id_moves.definition('bound'::text, i.inhrelid)
    FROM base62id_moves.remade(columns) AS r
        JOIN pg_inherits AS i ON r IN (i.inhparent, i.inhrelid)
        JOIN pg_class AS c ON c.oid = i.inhrelid
    GROUP BY i.inhparent, i.inhrelid, c.relpartbound
    ORDER BY (SELECT count(*) FROM pg_partition_ancestors(i.inhparent::regclass)),
        pg_get_expr(c.relpartbound, 0::oid) = 'DEFAULT', i.inhrelid::regclass::text;
END $$;

-- A column as CREATE TABLE and ADD COLUMN have it. TYPE: NULL where it keeps its own.
CREATE FUNCTION base62id_moves.column_definition(relation oid, attribute integer, type text, words jsonb) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    -- constraints NOT NULL have a name from PostgreSQL 18 on
    RETURN (
        SELECT concat(format('%I %s', a.attname, coalesce(type, format_type(a.atttypid, a.atttypmod))),
            CASE WHEN a.attcollation <> t.typcollation THEN (
                SELECT format(' COLLATE %I.%I', n.nspname, l.collname)
                FROM pg_collation AS l JOIN pg_namespace AS n ON n.oid = l.collnamespace
                WHERE l.oid = a.attcollation) END,
            CASE WHEN d.oid IS NOT NULL THEN format(CASE a.attgenerated
                    WHEN '' THEN ' DEFAULT %s'
                    WHEN 's' THEN ' GENERATED ALWAYS AS (%s) STORED'
                    ELSE ' GENERATED ALWAYS AS (%s) VIRTUAL' END,
                base62id_moves.reworded(base62id_moves.definition('default'::text, d.oid), words)) END,
            CASE WHEN a.attnotnull THEN concat((
                SELECT format(' CONSTRAINT %I', k.conname) FROM pg_constraint AS k
                WHERE k.conrelid = relation AND k.contype = 'n' AND k.conkey = ARRAY[a.attnum]), ' NOT NULL') END)
        FROM pg_attribute AS a
            JOIN pg_type AS t ON t.oid = a.atttypid
            LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = relation AND a.attnum = attribute);
END $$;

-- The sequences that columns of a table own. They outlive the table, with their values.
CREATE FUNCTION base62id_moves.owned(relation oid) RETURNS TABLE (sequence text, owner text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT s.oid::regclass::text,
        format('%s.%s', relation::regclass, base62id_moves.column_name(relation, d.refobjsubid))
    FROM pg_depend AS d
        JOIN pg_class AS s ON d.classid = 'pg_class'::regclass AND s.oid = d.objid AND s.relkind = 'S'
    WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = relation AND d.refobjsubid > 0 AND d.deptype = 'a'
    ORDER BY 1;
END $$;

CREATE FUNCTION base62id_moves.make_table(object oid, columns base62id_moves.moving[], words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    t CONSTANT pg_class := (SELECT c FROM pg_class AS c WHERE c.oid = object);
BEGIN
    RETURN NEXT format(E'CREATE %sTABLE %s (%s\n) PARTITION BY %s%s%s',
        CASE t.relpersistence WHEN 'u' THEN 'UNLOGGED ' END, object::regclass,
        (SELECT string_agg(concat(E'\n    ',
             base62id_moves.column_definition(object, a.attnum::integer, c.type, words)), ','::text ORDER BY a.attnum)
         FROM pg_attribute AS a
             LEFT JOIN base62id_moves.movers(columns) AS c ON c.relation = object AND c.attribute = a.attnum
         WHERE a.attrelid = object AND a.attnum > 0 AND NOT a.attisdropped),
        base62id_moves.reworded(base62id_moves.definition('partition key'::text, object), words),
        (SELECT format(' USING %I', m.amname) FROM pg_am AS m WHERE m.oid = t.relam),
        (SELECT format(' TABLESPACE %I', s.spcname) FROM pg_tablespace AS s WHERE s.oid = t.reltablespace));
    RETURN QUERY SELECT * FROM base62id_moves.owner('pg_class'::regclass::oid, object, t.relowner);
    RETURN QUERY
    SELECT format('ALTER SEQUENCE %s OWNED BY %s', s.sequence, s.owner) FROM base62id_moves.owned(object) AS s;
    RETURN QUERY
    SELECT format('ALTER TABLE %s %s', object::regclass, x.action)
    FROM (VALUES
        (1, t.relrowsecurity, 'ENABLE ROW LEVEL SECURITY'),
        (2, t.relforcerowsecurity, 'FORCE ROW LEVEL SECURITY'),
        (3, t.relreplident = 'f', 'REPLICA IDENTITY FULL'),
        (4, t.relreplident = 'n', 'REPLICA IDENTITY NOTHING')) AS x(n, wanted, action)
    WHERE x.wanted ORDER BY x.n;
    RETURN QUERY SELECT * FROM base62id_moves.column_options(object, 0);
    RETURN QUERY SELECT * FROM base62id_moves.notes('pg_class'::regclass::oid, object, 0);
    RETURN QUERY SELECT * FROM base62id_moves.relation_grants(object);
END $$;

-- BEFORE the columns change, partitions are detached and their tables made again. Afterwards they are attached.
CREATE FUNCTION base62id_moves.partitions(before boolean, columns base62id_moves.moving[], words jsonb)
RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT before THEN
        RETURN QUERY
        SELECT 'change', format('ALTER TABLE %s ATTACH PARTITION %s %s', c.parent::regclass, c.child::regclass,
            c.bound), 'the partition is read, to see that its rows belong there'
        FROM base62id_moves.cuts(columns) AS c;
        RETURN;
    END IF;
    RETURN QUERY
    SELECT 'change', format('ALTER TABLE %s DETACH PARTITION %s', c.parent::regclass, c.child::regclass), NULL::text
    FROM base62id_moves.cuts(columns) AS c;
    RETURN QUERY
    SELECT 'change', format('ALTER SEQUENCE %s OWNED BY NONE', s.sequence), NULL::text
    FROM base62id_moves.remade(columns) AS r, LATERAL base62id_moves.owned(r) AS s
    ORDER BY s.sequence;
    RETURN QUERY
    SELECT 'change', format('DROP TABLE %s', r::regclass),
        'it has no rows: its partitions are detached, and all that depends on it is put back later'
    FROM base62id_moves.remade(columns) AS r
    ORDER BY r::regclass::text;
    RETURN QUERY
    SELECT 'change', s.statement, NULL::text
    FROM base62id_moves.remade(columns) AS r,
        LATERAL base62id_moves.make_table(r, columns, words) WITH ORDINALITY AS s(statement, n)
    ORDER BY r::regclass::text, s.n;
END $$;
-- ---------- what depends on what changes ----------

-- An index with an operator class of the family that is no default: ALTER TYPE does not name another.
CREATE FUNCTION base62id_moves.has_named_opclass(index oid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM pg_index AS i, unnest(i.indclass::oid[]) AS u(class) JOIN pg_opclass AS o ON o.oid = u.class
        WHERE i.indexrelid = index AND NOT o.opcdefault
            AND o.opcintype IN (SELECT 'uuid'::regtype UNION ALL SELECT f.type FROM base62id_moves.family() AS f));
END $$;

-- The constraint from which a partition has this one.
CREATE FUNCTION base62id_moves.top_constraint(object oid) RETURNS oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    parent CONSTANT oid := (
        SELECT coalesce(nullif(k.conparentid, 0::oid), (
            SELECT p.oid
            FROM pg_inherits AS i
                JOIN pg_constraint AS p ON p.conrelid = i.inhparent AND p.conname = k.conname AND p.contype = 'c'
            WHERE i.inhrelid = k.conrelid AND k.contype = 'c' AND k.coninhcount > 0 LIMIT 1))
        FROM pg_constraint AS k WHERE k.oid = object);
BEGIN
    RETURN CASE WHEN parent IS NULL THEN object ELSE base62id_moves.top_constraint(parent) END;
END $$;

-- What refers to the node in pg_depend. A relation includes its row type and that type's array, a type its array, and a
-- constraint its index.
CREATE FUNCTION base62id_moves.referrers(class oid, object oid, sub integer)
RETURNS TABLE (classid oid, objid oid, objsubid integer)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH target AS (
        SELECT class AS c, object AS o
        UNION ALL
        SELECT 'pg_type'::regclass, u.t FROM pg_type AS t, unnest(ARRAY[t.oid, t.typarray]) AS u(t)
        WHERE class = 'pg_class'::regclass AND sub = 0 AND t.typrelid = object
            OR class = 'pg_type'::regclass AND t.oid = object
        UNION ALL
        SELECT 'pg_class'::regclass, k.conindid FROM pg_constraint AS k
        WHERE class = 'pg_constraint'::regclass AND k.oid = object AND k.contype IN ('p', 'u', 'x')
    )
    SELECT DISTINCT d.classid, d.objid, d.objsubid
    FROM target AS t
        JOIN pg_depend AS d ON d.refclassid = t.c AND d.refobjid = t.o AND (sub = 0 OR d.refobjsubid = sub)
    WHERE (d.classid, d.objid) IS DISTINCT FROM (class, object) OR d.objsubid <> 0;
END $$;

-- A view is its rule _RETURN in pg_depend. A default is an object of its own, unless it is the changing column's.
CREATE FUNCTION base62id_moves.next_relation(n base62id_moves.node, refclass oid, reference oid, refsub integer)
RETURNS SETOF base62id_moves.node
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    changes CONSTANT boolean := n.how IN ('change', 'inherit');
BEGIN
    CASE refclass::regclass::text
    WHEN 'pg_rewrite' THEN
        RETURN QUERY
        SELECT x.c, x.o, 0, 'drop'::text, n.depth + 1
        FROM pg_rewrite AS r, LATERAL (
            SELECT 'pg_class'::regclass::oid, r.ev_class WHERE r.rulename = '_RETURN'
            UNION ALL SELECT refclass, r.oid WHERE r.rulename <> '_RETURN') AS x(c, o)
        WHERE r.oid = reference AND (x.c, x.o) IS DISTINCT FROM (n.class, n.object);
    WHEN 'pg_attrdef' THEN
        RETURN QUERY
        SELECT CASE WHEN g.generated THEN 'pg_class'::regclass::oid ELSE refclass END,
            CASE WHEN g.generated THEN d.adrelid ELSE d.oid END,
            CASE WHEN g.generated THEN d.adnum ELSE 0 END::integer,
            CASE WHEN g.generated THEN 'generated' ELSE 'drop' END,
            n.depth + 1
        FROM pg_attrdef AS d
            JOIN pg_attribute AS a ON a.attrelid = d.adrelid AND a.attnum = d.adnum,
            LATERAL (SELECT a.attgenerated <> '') AS g(generated)
        WHERE d.oid = reference
            AND NOT (d.adrelid = n.object AND d.adnum = n.sub AND (g.generated OR n.how <> 'text'))
            AND NOT (n.how = 'remake' AND d.adrelid = n.object)
            -- a partition that changes by itself has been detached
            AND NOT (g.generated AND a.attinhcount > 0
                AND NOT (n.how = 'change' AND (SELECT c.relispartition FROM pg_class AS c WHERE c.oid = n.object)));
    WHEN 'pg_class' THEN
        RETURN QUERY
        SELECT refclass, CASE WHEN c.relkind = 'I' THEN pg_partition_root(c.oid::regclass)::oid ELSE c.oid END,
            CASE WHEN c.relkind IN ('r', 'p', 'f') THEN refsub ELSE 0 END,
            CASE WHEN c.relkind IN ('r', 'p', 'f') THEN 'text' WHEN c.relkind = 'c' THEN 'unknown' ELSE 'drop' END,
            n.depth + 1
        FROM pg_class AS c
        WHERE c.oid = reference AND (
            c.relkind IN ('r', 'p', 'f', 'v', 'm', 'c') AND refsub <> 0 AND c.oid <> n.object
                AND NOT (n.how = 'domain' AND c.relkind IN ('r', 'p', 'f', 'c')
                    OR n.how = 'composite' AND c.relkind = 'c')
            OR c.relkind IN ('i', 'I') AND (NOT c.relispartition OR n.how = 'remake')
                AND NOT EXISTS (SELECT FROM pg_constraint AS k
                    WHERE k.conindid = c.oid AND k.contype IN ('p', 'u', 'x'))
                AND (NOT changes OR c.relkind = 'I' OR base62id_moves.has_named_opclass(c.oid)
                    OR EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = refclass AND d.objid = c.oid
                        AND d.refclassid = 'pg_type'::regclass)));
    END CASE;
END $$;

-- ALTER TYPE makes indexes and constraints again by itself, but gives those of partitions other names. Foreign keys are
-- taken down, so that each is checked once, when all has changed; so are checks that call functions, which may look at
-- tables that have changed only in part.
CREATE FUNCTION base62id_moves.next_constraint(n base62id_moves.node, reference oid) RETURNS SETOF oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    changes CONSTANT boolean := n.how IN ('change', 'inherit');
BEGIN
    RETURN QUERY
    SELECT base62id_moves.top_constraint(k.oid)
    FROM pg_constraint AS k
    WHERE k.oid = reference AND CASE
        WHEN k.contypid <> 0 THEN false
        WHEN k.contype = 'f' THEN true
        WHEN k.contype = 'c' THEN (k.coninhcount = 0 OR n.how = 'remake')
            AND (NOT changes OR EXISTS (SELECT FROM pg_depend AS d
                WHERE d.classid = 'pg_constraint'::regclass AND d.objid = k.oid
                    AND d.refclassid IN ('pg_proc'::regclass, 'pg_type'::regclass)))
        WHEN k.contype IN ('p', 'u', 'x') THEN (k.conparentid = 0 OR n.how = 'remake')
            AND (NOT changes OR (SELECT c.relkind = 'I' FROM pg_class AS c WHERE c.oid = k.conindid)
                OR base62id_moves.has_named_opclass(k.conindid))
        ELSE false
    END;
END $$;

-- A function is dropped only for its signature, else its body is taken away; pg_depend does not say which it is. The
-- change of a composite type leaves signatures as they are.
CREATE FUNCTION base62id_moves.next_function(n base62id_moves.node, reference oid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT CASE
            WHEN n.how = 'composite' THEN CASE WHEN p.prosqlbody IS NOT NULL THEN 'stub' END
            WHEN p.prokind NOT IN ('f', 'p') THEN 'unknown'
            WHEN EXISTS (
                SELECT FROM unnest(p.prorettype || coalesce(p.proallargtypes, p.proargtypes::oid[])) AS s(type)
                    JOIN pg_type AS t ON s.type IN (t.oid, t.typarray)
                WHERE n.class = 'pg_class'::regclass AND t.typrelid = n.object
                    OR n.class = 'pg_type'::regclass AND t.oid = n.object)
            THEN 'drop'
            WHEN p.prosqlbody IS NOT NULL THEN 'stub'
            ELSE 'unknown'
        END FROM pg_proc AS p WHERE p.oid = reference);
END $$;

-- The nodes that depend on a node.
CREATE FUNCTION base62id_moves.next(n base62id_moves.node) RETURNS SETOF base62id_moves.node
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    r record;
BEGIN
    FOR r IN SELECT x.* FROM base62id_moves.referrers(n.class, n.object, n.sub) AS x LOOP
        CASE r.classid::regclass::text
        WHEN 'pg_rewrite', 'pg_attrdef', 'pg_class' THEN
            RETURN QUERY SELECT x.* FROM base62id_moves.next_relation(n, r.classid, r.objid, r.objsubid) AS x;
        WHEN 'pg_constraint' THEN
            RETURN QUERY
            SELECT r.classid, c, 0, 'drop'::text, n.depth + 1 FROM base62id_moves.next_constraint(n, r.objid) AS c
            WHERE (r.classid, c) IS DISTINCT FROM (n.class, n.object);
        WHEN 'pg_proc' THEN
            RETURN QUERY
            SELECT r.classid, r.objid, 0, f, n.depth + 1 FROM base62id_moves.next_function(n, r.objid) AS f
            WHERE f IS NOT NULL;
        WHEN 'pg_trigger' THEN
            RETURN QUERY
            WITH RECURSIVE above AS (
                SELECT t.oid, t.tgparentid FROM pg_trigger AS t
                WHERE t.oid = r.objid AND NOT t.tgisinternal AND (t.tgparentid = 0 OR n.how = 'remake')
                UNION ALL
                SELECT t.oid, t.tgparentid FROM above AS a JOIN pg_trigger AS t ON t.oid = a.tgparentid
            )
            SELECT r.classid, a.oid, 0, 'drop'::text, n.depth + 1 FROM above AS a WHERE a.tgparentid = 0;
        WHEN 'pg_policy', 'pg_publication_rel', 'pg_statistic_ext' THEN
            RETURN QUERY SELECT r.classid, r.objid, 0, 'drop'::text, n.depth + 1;
        WHEN 'pg_type' THEN
            RETURN QUERY
            SELECT r.classid, r.objid, 0, 'unknown'::text, n.depth + 1 FROM pg_type AS t
            WHERE t.oid = r.objid AND t.typtype IN ('d', 'r') AND (n.class <> r.classid OR t.typtype = 'r');
        WHEN 'pg_default_acl', 'pg_init_privs', 'pg_shdepend' THEN NULL;
        ELSE
            RETURN QUERY SELECT r.classid, r.objid, 0, 'unknown'::text, n.depth + 1 WHERE n.how <> 'composite';
        END CASE;
    END LOOP;
END $$;

-- Columns of other tables that hold rows of a changing table, and parsed bodies that have its row type: by itself, as
-- an array, in a domain or in a composite type.
CREATE FUNCTION base62id_moves.row_columns(relations oid[]) RETURNS SETOF base62id_moves.node
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH RECURSIVE within AS (
        SELECT u.t
        FROM unnest(relations) AS r JOIN pg_type AS t ON t.typrelid = r, unnest(ARRAY[t.oid, t.typarray]) AS u(t)
        UNION
        SELECT u.t
        FROM within AS w
            JOIN pg_type AS t ON t.typtype = 'd' AND t.typbasetype = w.t
                OR EXISTS (SELECT FROM pg_attribute AS a
                    JOIN pg_class AS c ON c.oid = a.attrelid AND c.relkind = 'c'
                    WHERE c.oid = t.typrelid AND a.atttypid = w.t AND NOT a.attisdropped),
            unnest(ARRAY[t.oid, t.typarray]) AS u(t)
    )
    SELECT 'pg_class'::regclass::oid, c.oid, CASE c.relkind WHEN 'm' THEN 0 ELSE a.attnum END::integer,
        CASE c.relkind WHEN 'm' THEN 'drop' ELSE 'text' END, 0
    FROM within AS w
        JOIN pg_attribute AS a ON a.atttypid = w.t AND NOT a.attisdropped AND a.attnum > 0 AND a.attinhcount = 0
        JOIN pg_class AS c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p', 'm')
    UNION ALL
    SELECT d.classid, d.objid, 0, 'stub', 0
    FROM within AS w
        JOIN pg_depend AS d ON d.refclassid = 'pg_type'::regclass AND d.refobjid = w.t
        JOIN pg_proc AS p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid AND p.prosqlbody IS NOT NULL;
END $$;

-- Defaults that ALTER TYPE does not take along: one of another type of the family has no cast to the new one in
-- assignments (id uuid DEFAULT ulid_generate()), and a constant of a type that goes would keep it.
CREATE FUNCTION base62id_moves.foreign_defaults(columns base62id_moves.moving[]) RETURNS SETOF base62id_moves.node
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT 'pg_attrdef'::regclass::oid, d.oid, 0, 'default', 0
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_attrdef AS d ON d.adrelid = c.relation AND d.adnum = c.attribute
        JOIN pg_attribute AS a ON a.attrelid = d.adrelid AND a.attnum = d.adnum AND a.attgenerated = ''
    WHERE c.how <> 'remake' AND EXISTS (
        SELECT FROM pg_depend AS x
            LEFT JOIN pg_proc AS p ON x.refclassid = 'pg_proc'::regclass AND p.oid = x.refobjid
        WHERE x.classid = 'pg_attrdef'::regclass AND x.objid = d.oid AND (x.refclassid = 'pg_type'::regclass
            OR p.prorettype IN (SELECT f.type FROM base62id_moves.family() AS f WHERE NOT f.number)));
END $$;

-- All nodes. Each has a greater depth than those that it depends on.
CREATE FUNCTION base62id_moves.nodes(columns base62id_moves.moving[]) RETURNS SETOF base62id_moves.node
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    deepest CONSTANT integer := 200;
BEGIN
    RETURN QUERY
    WITH RECURSIVE moving AS (
        SELECT m.* FROM base62id_moves.movers(columns) AS m
    ), node AS (
        -- a table that is made again and a composite type as a whole, of other tables the columns
        SELECT DISTINCT 'pg_class'::regclass::oid AS class, m.relation AS object,
            CASE WHEN k.how IS NULL THEN m.attribute ELSE 0 END AS sub, coalesce(k.how, m.how) AS how, 0 AS depth
        FROM moving AS m
            JOIN pg_class AS c ON c.oid = m.relation,
            LATERAL (SELECT CASE WHEN c.relkind = 'c' THEN 'composite' WHEN m.how = 'remake' THEN m.how END) AS k(how)
        UNION
        SELECT DISTINCT 'pg_type'::regclass::oid, m.domain, 0, 'domain', 0 FROM moving AS m WHERE m.domain IS NOT NULL
        UNION
        SELECT r.* FROM base62id_moves.row_columns(ARRAY(SELECT DISTINCT m.relation FROM moving AS m)) AS r
        UNION
        SELECT f.* FROM base62id_moves.foreign_defaults(columns) AS f
        UNION
        SELECT x.*
        FROM node AS n,
            LATERAL base62id_moves.next(ROW(n.class, n.object, n.sub, n.how, n.depth)::base62id_moves.node) AS x
        WHERE n.how NOT IN ('stub', 'unknown', 'default') AND n.depth < deepest
    ), ranked AS (
        SELECT n.class, n.object, n.sub, max(n.depth) AS depth,
            (array_agg(n.how ORDER BY n.how <> 'unknown', n.how = 'stub', n.how <> 'default'))[1] AS how
        FROM node AS n WHERE n.how NOT IN ('change', 'inherit', 'domain', 'remake', 'composite')
        GROUP BY n.class, n.object, n.sub
    )
    SELECT r.class, r.object, r.sub, CASE WHEN r.depth >= deepest THEN 'unknown' ELSE r.how END, r.depth
    FROM ranked AS r;
END $$;
-- ---------- how each object is taken down and put back ----------

-- Whoever could have got a privilege on a new object by default privileges loses it first. Then each grant is made
-- again, by its grantor where that is not the owner. TO_COLUMN: '' or '(column)'.
CREATE FUNCTION base62id_moves.grants(what text, name text, kind "char", schema oid, acl aclitem[], owner oid,
    to_column text)
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    usual CONSTANT boolean := acl IS NULL OR acl = acldefault(kind, owner);
    me CONSTANT oid := (SELECT r.oid FROM pg_roles AS r WHERE r.rolname = current_user);
    changed CONSTANT boolean := EXISTS (SELECT FROM pg_default_acl AS d
        WHERE d.defaclrole = me AND d.defaclnamespace IN (0, schema) AND d.defaclobjtype = kind);
    by_default CONSTANT text := (
        SELECT string_agg(DISTINCT base62id_moves.role_name(x.grantee), ', '::text) FROM (
            SELECT y.grantee FROM pg_default_acl AS d, aclexplode(d.defaclacl) AS y
            WHERE d.defaclrole = me AND d.defaclnamespace IN (0, schema) AND d.defaclobjtype = kind
            UNION SELECT 0 UNION SELECT owner) AS x);
    r record;
BEGIN
    IF to_column = '' THEN
        IF usual AND NOT changed THEN
            RETURN;
        END IF;
        RETURN NEXT format('REVOKE ALL ON %s %s FROM %s', what, name, by_default);
    END IF;
    FOR r IN
        SELECT x.grantor, x.grantee, x.is_grantable,
            string_agg(concat(x.privilege_type, to_column), ', '::text ORDER BY x.privilege_type) AS privileges
        FROM aclexplode(coalesce(acl, acldefault(kind, owner))) WITH ORDINALITY
            AS x(grantor, grantee, privilege_type, is_grantable, n)
        GROUP BY x.grantor, x.grantee, x.is_grantable ORDER BY min(x.n)
    LOOP
        IF r.grantor <> owner THEN
            RETURN NEXT format('SET ROLE %s', base62id_moves.role_name(r.grantor));
        END IF;
        RETURN NEXT format('GRANT %s ON %s %s TO %s%s', r.privileges, what, name, base62id_moves.role_name(r.grantee),
            CASE WHEN r.is_grantable THEN ' WITH GRANT OPTION' END);
        IF r.grantor <> owner THEN
            RETURN NEXT format('SET ROLE %I', current_user);
        END IF;
    END LOOP;
END $$;

CREATE FUNCTION base62id_moves.role_name(role oid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN CASE WHEN role = 0 THEN 'PUBLIC' ELSE format('%I', pg_get_userbyid(role)) END;
END $$;

CREATE FUNCTION base62id_moves.relation_grants(relation oid) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    c CONSTANT pg_class := (SELECT x FROM pg_class AS x WHERE x.oid = relation);
    name CONSTANT text := relation::regclass;
BEGIN
    RETURN QUERY SELECT * FROM base62id_moves.grants('TABLE'::text, name, 'r'::"char", c.relnamespace, c.relacl,
        c.relowner, ''::text);
    RETURN QUERY
    SELECT g.*
    FROM pg_attribute AS a, LATERAL base62id_moves.grants('TABLE'::text, name, 'r'::"char", c.relnamespace, a.attacl,
        c.relowner, format(' (%I)', a.attname)) AS g
    WHERE a.attrelid = relation AND a.attnum > 0 AND a.attacl IS NOT NULL;
END $$;

-- Comments and security labels of an object and, for a relation, of its columns (or of COLUMN_ONLY), and the extensions
-- that it depends on.
CREATE FUNCTION base62id_moves.notes(class oid, object oid, column_only integer) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format('COMMENT ON %s IS %L', base62id_moves.object_name(class, object, d.objsubid), d.description)
    FROM pg_description AS d
    WHERE d.classoid = class AND d.objoid = object AND (column_only = 0 OR d.objsubid = column_only)
    ORDER BY d.objsubid;

    RETURN QUERY
    SELECT format('SECURITY LABEL FOR %I ON %s IS %L', s.provider,
        base62id_moves.object_name(class, object, s.objsubid), s.label)
    FROM pg_seclabel AS s
    WHERE s.classoid = class AND s.objoid = object AND (column_only = 0 OR s.objsubid = column_only)
    ORDER BY s.objsubid, s.provider;

    RETURN QUERY
    SELECT format('ALTER %s DEPENDS ON EXTENSION %I', base62id_moves.object_name(class, object, 0), e.extname)
    FROM pg_depend AS d JOIN pg_extension AS e ON e.oid = d.refobjid
    WHERE d.deptype = 'x' AND d.classid = class AND d.objid = object AND d.refclassid = 'pg_extension'::regclass
        AND column_only = 0;
END $$;

CREATE FUNCTION base62id_moves.owner(class oid, object oid, owner oid) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF pg_get_userbyid(owner) <> current_user THEN
        RETURN NEXT format('ALTER %s OWNER TO %I', base62id_moves.object_name(class, object, 0),
            pg_get_userbyid(owner));
    END IF;
END $$;

-- Options of columns that only ALTER ... ALTER COLUMN sets. ATTRIBUTE: 0 for all.
CREATE FUNCTION base62id_moves.column_options(relation oid, attribute integer) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    a record;
BEGIN
    FOR a IN
        SELECT x.*, t.typstorage, k.is_index, format('ALTER %s %s ALTER COLUMN %s',
                CASE WHEN c.relkind = 'm' THEN 'MATERIALIZED VIEW' WHEN k.is_index THEN 'INDEX' ELSE 'TABLE' END,
                c.oid::regclass, CASE WHEN k.is_index THEN x.attnum::text ELSE format('%I', x.attname) END) AS alter
        FROM pg_attribute AS x
            JOIN pg_class AS c ON c.oid = x.attrelid
            JOIN pg_type AS t ON t.oid = x.atttypid,
            LATERAL (SELECT c.relkind IN ('i', 'I')) AS k(is_index)
        WHERE x.attrelid = relation AND x.attnum > 0 AND NOT x.attisdropped AND (attribute = 0 OR x.attnum = attribute)
        ORDER BY x.attnum
    LOOP
        IF coalesce(a.attstattarget::integer, -1) <> -1 THEN
            RETURN NEXT format('%s SET STATISTICS %s', a.alter, a.attstattarget);
        END IF;
        CONTINUE WHEN a.is_index;
        IF a.attstorage <> a.typstorage THEN
            RETURN NEXT format('%s SET STORAGE %s', a.alter, CASE a.attstorage
                WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' ELSE 'EXTENDED' END);
        END IF;
        IF a.attcompression <> '' THEN
            RETURN NEXT format('%s SET COMPRESSION %s', a.alter,
                CASE a.attcompression WHEN 'p' THEN 'pglz' ELSE 'lz4' END);
        END IF;
        RETURN QUERY
        SELECT format('%s SET (%s)', a.alter, base62id_moves.options(x.options))
        FROM (SELECT array_agg(o) FROM unnest(a.attoptions) AS o WHERE o LIKE 'n\_distinct%') AS x(options)
        WHERE x.options IS NOT NULL;
    END LOOP;
END $$;

-- name=value of pg_class.reloptions, as SET and WITH want them.
CREATE FUNCTION base62id_moves.options(options text[]) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT string_agg(format('%I = %L', split_part(o, '='::text, 1), substr(o, strpos(o, '='::text) + 1)),
            ', '::text)
        FROM unnest(options) AS o);
END $$;

-- Materialized views are filled later, as their owner and not as the user who migrates.
CREATE FUNCTION base62id_moves.make_view(object oid, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v record;
    definition CONSTANT text := base62id_moves.reworded(base62id_moves.definition('view'::text, object), words);
BEGIN
    SELECT c.*,
        CASE WHEN c.reloptions IS NOT NULL THEN format(' WITH (%s)', base62id_moves.options(c.reloptions)) END
            AS options,
        CASE WHEN m.amname <> current_setting('default_table_access_method'::text)
            THEN format(' USING %I', m.amname) END AS method,
        CASE WHEN s.oid IS NOT NULL THEN format(' TABLESPACE %I', s.spcname) END AS tablespace
    INTO v
    FROM pg_class AS c
        LEFT JOIN pg_am AS m ON m.oid = c.relam
        LEFT JOIN pg_tablespace AS s ON s.oid = c.reltablespace
    WHERE c.oid = object;
    IF v.relkind = 'm' THEN
        RETURN NEXT concat('CREATE MATERIALIZED VIEW ', object::regclass, v.method, v.options, v.tablespace,
            E' AS\n', definition, E'\nWITH NO DATA');
    ELSE
        RETURN NEXT concat('CREATE VIEW ', object::regclass, v.options, E' AS\n', definition);
    END IF;
    RETURN QUERY SELECT * FROM base62id_moves.owner('pg_class'::regclass::oid, object, v.relowner);
    IF v.relkind = 'm' THEN
        RETURN QUERY SELECT * FROM base62id_moves.column_options(object, 0);
    END IF;
    RETURN QUERY SELECT * FROM base62id_moves.notes('pg_class'::regclass::oid, object, 0);
    RETURN QUERY SELECT * FROM base62id_moves.relation_grants(object);
END $$;

-- What the definition of an index leaves out: tablespace, CLUSTER, REPLICA IDENTITY, statistics targets.
CREATE FUNCTION base62id_moves.index_options(index oid) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format('ALTER INDEX %s SET TABLESPACE %I', c.oid::regclass, s.spcname)
    FROM pg_class AS c JOIN pg_tablespace AS s ON s.oid = c.reltablespace
    WHERE c.oid = index;

    RETURN QUERY SELECT * FROM base62id_moves.column_options(index, 0);

    RETURN QUERY
    SELECT format('ALTER %s %s CLUSTER ON %I', CASE t.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
        t.oid::regclass, c.relname)
    FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_class AS t ON t.oid = i.indrelid
    WHERE c.oid = index AND i.indisclustered;

    RETURN QUERY
    SELECT format('ALTER TABLE %s REPLICA IDENTITY USING INDEX %I', i.indrelid::regclass, c.relname)
    FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE c.oid = index AND i.indisreplident;
END $$;

-- An index with those attached to it in partitions, as pg_dump makes them: each by itself, then attached. A constraint
-- comes with its index.
CREATE FUNCTION base62id_moves.make_index(index oid, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    i record;
BEGIN
    FOR i IN
        WITH RECURSIVE tree AS (
            SELECT index AS oid, NULL::oid AS parent, 0 AS level
            UNION ALL
            SELECT h.inhrelid, t.oid, t.level + 1 FROM tree AS t JOIN pg_inherits AS h ON h.inhparent = t.oid
        )
        SELECT t.oid, t.parent, k.oid AS constraint, k.conname, k.conrelid
        FROM tree AS t LEFT JOIN pg_constraint AS k ON k.conindid = t.oid AND k.contype IN ('p', 'u', 'x')
        ORDER BY t.level, t.oid::regclass::text
    LOOP
        RETURN NEXT base62id_moves.reworded(CASE
            WHEN i.constraint IS NULL THEN base62id_moves.definition('index'::text, i.oid)
            ELSE format('ALTER TABLE ONLY %s ADD CONSTRAINT %I %s', i.conrelid::regclass, i.conname,
                base62id_moves.definition('constraint'::text, i.constraint)) END, words);
        IF i.parent IS NOT NULL THEN
            RETURN NEXT format('ALTER INDEX %s ATTACH PARTITION %s', i.parent::regclass, i.oid::regclass);
        END IF;
        RETURN QUERY SELECT * FROM base62id_moves.index_options(i.oid);
        RETURN QUERY SELECT * FROM base62id_moves.notes('pg_class'::regclass::oid, i.oid, 0);
        RETURN QUERY SELECT * FROM base62id_moves.notes('pg_constraint'::regclass::oid, i.constraint, 0);
    END LOOP;
END $$;

CREATE FUNCTION base62id_moves.make_function(object oid, how text, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    p CONSTANT pg_proc := (SELECT x FROM pg_proc AS x WHERE x.oid = object);
    definition text := base62id_moves.definition('function'::text, object);
    body CONSTANT text := base62id_moves.definition('body'::text, object);
BEGIN
    IF body IS NOT NULL THEN
        definition := concat(left(definition, length(definition) - length(body)), base62id_moves.reworded(body, words));
    END IF;
    RETURN NEXT definition;
    IF how = 'stub' THEN
        RETURN;
    END IF;
    RETURN QUERY SELECT * FROM base62id_moves.owner('pg_proc'::regclass::oid, object, p.proowner);
    RETURN QUERY SELECT * FROM base62id_moves.notes('pg_proc'::regclass::oid, object, 0);
    RETURN QUERY SELECT * FROM base62id_moves.grants('ROUTINE'::text, object::regprocedure::text, 'f'::"char",
        p.pronamespace, p.proacl, p.proowner, ''::text);
END $$;

CREATE FUNCTION base62id_moves.make_policy(object oid, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT concat(format('CREATE POLICY %I ON %s AS %s FOR %s TO %s', p.polname, p.polrelid::regclass,
            CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
            CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE'
                ELSE 'ALL' END,
            (SELECT string_agg(base62id_moves.role_name(u.r), ', '::text ORDER BY u.n)
             FROM unnest(p.polroles) WITH ORDINALITY AS u(r, n))),
        CASE WHEN p.polqual IS NOT NULL THEN format(' USING (%s)',
            base62id_moves.reworded(base62id_moves.definition('using'::text, object), words)) END,
        CASE WHEN p.polwithcheck IS NOT NULL THEN format(' WITH CHECK (%s)',
            base62id_moves.reworded(base62id_moves.definition('check'::text, object), words)) END)
    FROM pg_policy AS p WHERE p.oid = object;
END $$;

-- D, R and A: disabled, for replicas, always. A new trigger or rule is enabled. A partition's trigger is a clone of its
-- table's, with the same state unless it was given another.
CREATE FUNCTION base62id_moves.make_trigger(class oid, object oid, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    what CONSTANT text := CASE WHEN class = 'pg_trigger'::regclass THEN 'trigger' ELSE 'rule' END;
BEGIN
    RETURN NEXT base62id_moves.reworded(base62id_moves.definition(what, object), words);
    RETURN QUERY
    WITH RECURSIVE state AS (
        SELECT x.oid, x.tgname AS name, x.tgrelid AS relation, x.tgenabled AS enabled, 'O'::"char" AS usual, 0 AS level
        FROM pg_trigger AS x WHERE what = 'trigger' AND x.oid = object
        UNION ALL
        SELECT x.oid, x.tgname, x.tgrelid, x.tgenabled, s.enabled, s.level + 1
        FROM state AS s JOIN pg_trigger AS x ON x.tgparentid = s.oid
    ), wanted AS (
        SELECT s.* FROM state AS s
        UNION ALL
        SELECT r.oid, r.rulename, r.ev_class, r.ev_enabled, 'O'::"char", 0 FROM pg_rewrite AS r
        WHERE what = 'rule' AND r.oid = object
    )
    SELECT format('ALTER TABLE %s %s %s %I', w.relation::regclass,
        CASE w.enabled WHEN 'D' THEN 'DISABLE' WHEN 'R' THEN 'ENABLE REPLICA' WHEN 'A' THEN 'ENABLE ALWAYS'
            ELSE 'ENABLE' END,
        upper(what), w.name)
    FROM wanted AS w
    WHERE w.enabled <> w.usual
    ORDER BY w.level, w.relation::regclass::text;
END $$;

-- A constraint without an index, a default, a statistics object, or a table of a publication.
CREATE FUNCTION base62id_moves.make_other(class oid, object oid, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    CASE class::regclass::text
    WHEN 'pg_constraint' THEN
        RETURN QUERY
        SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname,
            base62id_moves.reworded(base62id_moves.definition('constraint'::text, object), words))
        FROM pg_constraint AS k WHERE k.oid = object;
    WHEN 'pg_attrdef' THEN
        RETURN QUERY
        SELECT format('ALTER TABLE ONLY %s ALTER COLUMN %s SET DEFAULT %s', d.adrelid::regclass,
            base62id_moves.column_name(d.adrelid, d.adnum),
            base62id_moves.reworded(base62id_moves.definition('default'::text, object), words))
        FROM pg_attrdef AS d WHERE d.oid = object;
    WHEN 'pg_statistic_ext' THEN
        RETURN NEXT base62id_moves.reworded(base62id_moves.definition('statistics'::text, object), words);
        RETURN QUERY
        SELECT o FROM pg_statistic_ext AS s, LATERAL base62id_moves.owner(class, object, s.stxowner) AS o
        WHERE s.oid = object;
        RETURN QUERY
        SELECT format('ALTER %s SET STATISTICS %s', base62id_moves.object_name(class, object, 0), s.stxstattarget)
        FROM pg_statistic_ext AS s WHERE s.oid = object AND coalesce(s.stxstattarget::integer, -1) <> -1;
    WHEN 'pg_publication_rel' THEN
        RETURN QUERY
        SELECT concat(format('ALTER PUBLICATION %I ADD TABLE ONLY %s', b.pubname, p.prrelid::regclass),
            (SELECT format(' (%s)', string_agg(base62id_moves.column_name(p.prrelid, u.a), ', '::text ORDER BY u.n))
             FROM unnest(p.prattrs::smallint[]) WITH ORDINALITY AS u(a, n) HAVING count(*) > 0),
            CASE WHEN p.prqual IS NOT NULL THEN format(' WHERE (%s)',
                base62id_moves.reworded(base62id_moves.definition('filter'::text, object), words)) END)
        FROM pg_publication_rel AS p JOIN pg_publication AS b ON b.oid = p.prpubid
        WHERE p.oid = object;
    END CASE;
END $$;

-- The statements that put an object back.
CREATE FUNCTION base62id_moves.make(class oid, object oid, how text, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    relkind CONSTANT "char" := (
        SELECT c.relkind FROM pg_class AS c WHERE class = 'pg_class'::regclass AND c.oid = object);
    index CONSTANT oid := (
        SELECT k.conindid FROM pg_constraint AS k
        WHERE class = 'pg_constraint'::regclass AND k.oid = object AND k.contype IN ('p', 'u', 'x'));
BEGIN
    IF relkind IN ('v', 'm') THEN
        RETURN QUERY SELECT * FROM base62id_moves.make_view(object, words);
        RETURN;
    ELSIF relkind IN ('i', 'I') OR index IS NOT NULL THEN
        RETURN QUERY SELECT * FROM base62id_moves.make_index(coalesce(index, object), words);
        RETURN;
    END IF;
    CASE class::regclass::text
    WHEN 'pg_proc' THEN
        RETURN QUERY SELECT * FROM base62id_moves.make_function(object, how, words);
        RETURN;
    WHEN 'pg_policy' THEN
        RETURN QUERY SELECT * FROM base62id_moves.make_policy(object, words);
    WHEN 'pg_trigger', 'pg_rewrite' THEN
        RETURN QUERY SELECT * FROM base62id_moves.make_trigger(class, object, words);
    ELSE
        RETURN QUERY SELECT * FROM base62id_moves.make_other(class, object, words);
    END CASE;
    RETURN QUERY SELECT * FROM base62id_moves.notes(class, object, 0);
END $$;

-- The statement that takes an object down. What belongs to a relation that is dropped goes with it. Calling a function
-- whose body is away is an error.
CREATE FUNCTION base62id_moves.take_down(class oid, object oid, how text, dropped oid[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    definition text;
BEGIN
    IF how = 'stub' THEN
        definition := base62id_moves.definition('function'::text, object);
        RETURN NEXT concat(
            left(definition, length(definition) - length(base62id_moves.definition('body'::text, object))),
            'AS ''its tables are being migrated''');
        RETURN;
    END IF;
    CASE class::regclass::text
    WHEN 'pg_constraint' THEN
        RETURN QUERY
        SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname)
        FROM pg_constraint AS k WHERE k.oid = object;
    WHEN 'pg_attrdef' THEN
        RETURN QUERY
        SELECT format('ALTER TABLE %s ALTER COLUMN %s DROP DEFAULT', d.adrelid::regclass,
            base62id_moves.column_name(d.adrelid, d.adnum))
        FROM pg_attrdef AS d WHERE d.oid = object AND NOT d.adrelid = ANY (dropped);
    WHEN 'pg_publication_rel' THEN
        RETURN QUERY
        SELECT format('ALTER PUBLICATION %I DROP TABLE ONLY %s', b.pubname, p.prrelid::regclass)
        FROM pg_publication_rel AS p JOIN pg_publication AS b ON b.oid = p.prpubid
        WHERE p.oid = object;
    ELSE
        RETURN QUERY
        SELECT format('DROP %s', base62id_moves.object_name(class, object, 0))
        WHERE NOT EXISTS (
            SELECT FROM pg_index AS i
            WHERE class = 'pg_class'::regclass AND i.indexrelid = object AND i.indrelid = ANY (dropped)
            UNION ALL SELECT FROM pg_trigger AS t
            WHERE class = 'pg_trigger'::regclass AND t.oid = object AND t.tgrelid = ANY (dropped)
            UNION ALL SELECT FROM pg_rewrite AS r
            WHERE class = 'pg_rewrite'::regclass AND r.oid = object AND r.ev_class = ANY (dropped)
            UNION ALL SELECT FROM pg_statistic_ext AS s
            WHERE class = 'pg_statistic_ext'::regclass AND s.oid = object AND s.stxrelid = ANY (dropped));
    END CASE;
END $$;
-- ---------- locks ----------
--
-- Two statements lock all relations before anything changes, in the order of their names. An application that waits for
-- one of them looks for a deadlock after deadlock_timeout, and would be its victim. So the two statements together end
-- before that, and the move is tried again.

-- The relations, with the partitions and children of each.
CREATE FUNCTION base62id_moves.locked(columns base62id_moves.moving[], nodes base62id_moves.node[]) RETURNS SETOF oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH related AS (
        SELECT c.relation AS oid FROM base62id_moves.movers(columns) AS c
        UNION SELECT x.oid FROM base62id_moves.cuts(columns) AS p, LATERAL (VALUES (p.parent), (p.child)) AS x(oid)
        UNION SELECT d.objid FROM base62id_moves.remade(columns) AS r
            JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.deptype = 'a'
                AND d.refclassid = 'pg_class'::regclass AND d.refobjid = r AND d.refobjsubid > 0
        UNION SELECT d.objid FROM base62id_moves.movers(columns) AS c
            JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
                AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.relation AND d.refobjsubid = c.attribute
            WHERE c.was ? 'identity'
        UNION
        SELECT x.oid FROM unnest(nodes) AS n, LATERAL (
            SELECT n.object WHERE n.class = 'pg_class'::regclass
            UNION ALL SELECT i.indrelid FROM pg_index AS i
                WHERE n.class = 'pg_class'::regclass AND i.indexrelid = n.object
            UNION ALL SELECT y.oid FROM pg_constraint AS k, LATERAL (VALUES (k.conrelid), (k.confrelid)) AS y(oid)
                WHERE n.class = 'pg_constraint'::regclass AND k.oid = n.object
            UNION ALL SELECT d.adrelid FROM pg_attrdef AS d WHERE n.class = 'pg_attrdef'::regclass AND d.oid = n.object
            UNION ALL SELECT p.polrelid FROM pg_policy AS p WHERE n.class = 'pg_policy'::regclass AND p.oid = n.object
            UNION ALL SELECT t.tgrelid FROM pg_trigger AS t WHERE n.class = 'pg_trigger'::regclass AND t.oid = n.object
            UNION ALL SELECT r.ev_class FROM pg_rewrite AS r WHERE n.class = 'pg_rewrite'::regclass AND r.oid = n.object
            UNION ALL SELECT p.prrelid FROM pg_publication_rel AS p
                WHERE n.class = 'pg_publication_rel'::regclass AND p.oid = n.object
            UNION ALL SELECT s.stxrelid FROM pg_statistic_ext AS s
                WHERE n.class = 'pg_statistic_ext'::regclass AND s.oid = n.object
        ) AS x(oid)
    ), whole AS (
        SELECT r.oid FROM related AS r
        UNION SELECT t.relid FROM related AS r, LATERAL pg_partition_tree(r.oid::regclass) AS t
    )
    SELECT w.oid FROM whole AS w JOIN pg_class AS c ON c.oid = w.oid WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S');
END $$;

-- No statement locks a row of a catalog. But writing one without a change makes everybody else who writes it wait, and
-- then fail with "tuple concurrently updated". GRANT, CREATE OR REPLACE FUNCTION and ALTER DOMAIN wait for nothing
-- else. OWNER TO locks a function against COMMENT.
CREATE FUNCTION base62id_moves.touch_statements(columns base62id_moves.moving[], nodes base62id_moves.node[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format('ALTER %s %s %s', CASE c.relkind WHEN 'v' THEN 'VIEW' ELSE 'MATERIALIZED VIEW' END, c.oid::regclass,
        CASE WHEN c.reloptions IS NOT NULL THEN format('SET (%s)', base62id_moves.options(c.reloptions))
            WHEN c.relkind = 'v' THEN 'RESET (security_barrier)' ELSE 'RESET (fillfactor)' END)
    FROM unnest(nodes) AS n JOIN pg_class AS c ON n.class = 'pg_class'::regclass AND c.oid = n.object
    WHERE c.relkind IN ('v', 'm')
    ORDER BY 1;

    RETURN QUERY
    SELECT format('ALTER ROUTINE %s %s', p.oid::regprocedure, x.action)
    FROM unnest(nodes) AS n
        JOIN pg_proc AS p ON n.class = 'pg_proc'::regclass AND p.oid = n.object AND p.prokind IN ('f', 'p'),
        LATERAL (VALUES (format('OWNER TO %I', pg_get_userbyid(p.proowner))),
            (CASE WHEN p.prosecdef THEN 'SECURITY DEFINER' ELSE 'SECURITY INVOKER' END)) AS x(action)
    ORDER BY 1;

    RETURN QUERY
    SELECT DISTINCT format('ALTER DOMAIN %s %s', t.oid::regtype, CASE WHEN t.typdefaultbin IS NULL THEN 'DROP DEFAULT'
        ELSE format('SET DEFAULT %s', base62id_moves.definition('domain default'::text, t.oid)) END)
    FROM base62id_moves.movers(columns) AS c JOIN pg_type AS t ON t.oid = c.domain
    ORDER BY 1;
END $$;

-- LOCK TABLE takes a view only with its tables. So views are locked first, with all else that is no table: OWNER TO the
-- same owner is the strongest lock and no change.
CREATE FUNCTION base62id_moves.lock_statements(columns base62id_moves.moving[], nodes base62id_moves.node[],
    locked oid[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    time_of_each CONSTANT integer := (
        SELECT greatest(s.setting::integer * 2 / 5, 1) FROM pg_settings AS s WHERE s.name = 'deadlock_timeout');
    first text;
    tables text;
BEGIN
    SELECT string_agg(format(E'\n    ALTER %s %s OWNER TO %I;',
            CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'MATERIALIZED VIEW' END,
            c.oid::regclass, pg_get_userbyid(c.relowner)), ''::text ORDER BY c.oid::regclass::text)
            FILTER (WHERE c.relkind NOT IN ('r', 'p')),
        string_agg(format('ONLY %s', c.oid::regclass), E',\n    '::text ORDER BY c.oid::regclass::text)
            FILTER (WHERE c.relkind IN ('r', 'p'))
    INTO first, tables
    FROM pg_class AS c WHERE c.oid = ANY (locked);
    first := concat(first, (SELECT string_agg(format(E'\n    %s;', t), ''::text)
        FROM base62id_moves.touch_statements(columns, nodes) AS t));
    RETURN NEXT format('SET LOCAL statement_timeout = %L', time_of_each);
    IF first <> '' THEN
        RETURN NEXT format('DO %L', format(E'BEGIN%s\nEND', first));
    END IF;
    IF tables IS NOT NULL THEN
        RETURN NEXT format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', tables);
    END IF;
    RETURN NEXT format('SET LOCAL statement_timeout = %L', current_setting('statement_timeout'::text));
END $$;

-- About how many locks the statements take, and how many the server has room for: a relation with its row type, its
-- TOAST table and its indexes, old and new; a foreign key with its triggers, in each partition; what else is taken
-- down, with its parts; the parts of a typed id; and the system catalogs. The factors were counted in pg_locks, and
-- test/migrate_schema/run compares.
CREATE FUNCTION base62id_moves.number_of_locks(target text, columns base62id_moves.moving[],
    nodes base62id_moves.node[], locked oid[], OUT needed bigint, OUT room bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    needed := 100 + 2 * cardinality(locked) + 3 * cardinality(nodes)
        + 2 * (SELECT count(*) FROM pg_index AS i WHERE i.indrelid = ANY (locked))
        + 2 * (SELECT count(*) FROM pg_class AS c WHERE c.oid = ANY (locked) AND c.reltoastrelid <> 0)
        + 5 * (SELECT count(*) FROM unnest(nodes) AS n JOIN pg_constraint AS k ON n.class = 'pg_constraint'::regclass
               AND n.object IN (k.oid, k.conparentid) AND k.contype = 'f')
        + 50 * (SELECT count(*) FROM base62id_moves.new_types(columns))
        + 50 * (SELECT count(*) FROM base62id_moves.old_types(target, columns) AS t WHERE t.remains IS NULL);
    room := (SELECT max(s.setting::bigint) FILTER (WHERE s.name = 'max_locks_per_transaction')
            * sum(s.setting::bigint) FILTER (WHERE s.name <> 'max_locks_per_transaction')
        FROM pg_settings AS s
        WHERE s.name IN ('max_locks_per_transaction', 'max_connections', 'max_prepared_transactions',
            'autovacuum_max_workers', 'max_worker_processes', 'max_wal_senders'));
END $$;
-- ---------- the statements ----------

-- The schemas of the operators on ids, for the search_path of the statements. An expression that was written for uuid
-- finds the new type's operators by it. Any other name in a definition has its schema.
CREATE FUNCTION base62id_moves.operator_schemas(columns base62id_moves.moving[]) RETURNS SETOF name
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN NEXT base62id_moves.home();
    RETURN QUERY
    SELECT DISTINCT x.schema
    FROM base62id_moves.movers(columns) AS c, LATERAL (
        SELECT n.nspname FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace WHERE t.oid = c.source
        UNION ALL SELECT (parse_ident(c.type, false))[1]::name WHERE c.domain IS NULL AND c.type LIKE '%.%'
        ) AS x(schema)
    WHERE x.schema NOT IN ('pg_catalog', base62id_moves.home())
    ORDER BY 1;
END $$;

-- What changes in definitions. Operators lose the schemas that the statements search. On the way back "::base62id" is
-- "::uuid"; on the way there "::uuid" remains, but PostgreSQL writes it behind the ELSE NULL of a CASE, too, where it
-- would not go with a typed id. Operator classes that are chosen by name are those of the new type.
CREATE FUNCTION base62id_moves.words(target text, columns base62id_moves.moving[]) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    family CONSTANT oid[] := ARRAY(
        SELECT 'uuid'::regtype UNION ALL SELECT f.type FROM base62id_moves.family() AS f WHERE NOT f.typed);
    there CONSTANT oid := (SELECT t.oid FROM pg_type AS t WHERE t.oid = ANY (family) AND t.typname = target);
BEGIN
    RETURN (SELECT coalesce(jsonb_object_agg(w.old, w.new), '{}') FROM (
        SELECT DISTINCT format('OPERATOR(%I.%s)', n.nspname, o.oprname) AS old, o.oprname::text AS new
        FROM base62id_moves.operator_schemas(columns) AS s
            JOIN pg_namespace AS n ON n.nspname = s
            JOIN pg_operator AS o ON o.oprnamespace = n.oid
        UNION ALL
        SELECT DISTINCT x.old, x.new
        FROM base62id_moves.movers(columns) AS c,
            LATERAL (SELECT base62id_moves.definition('type'::text, c.source)) AS t(name),
            LATERAL (VALUES (format('::%s', t.name), format('::%s', target), ARRAY['uuid', 'text', 'bigint']),
                (format('ELSE NULL::%s', t.name), 'ELSE NULL', ARRAY['typed', 'ulid'])) AS x(old, new, targets)
        WHERE target = ANY (x.targets)
        UNION ALL
        SELECT DISTINCT base62id_moves.opclass_name(a.oid), base62id_moves.opclass_name(b.oid)
        FROM pg_opclass AS a
            JOIN pg_opclass AS b ON b.opcmethod = a.opcmethod AND b.opcintype = there AND NOT a.opcdefault
                AND a.opcintype = ANY (family) AND a.opcintype <> there
            JOIN pg_type AS t ON t.oid = a.opcintype AND b.opcname = replace(a.opcname::text, t.typname::text, target)
    ) AS w);
END $$;

-- As an index's definition has it.
CREATE FUNCTION base62id_moves.opclass_name(opclass oid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT CASE n.nspname WHEN 'pg_catalog' THEN format('%I', o.opcname)
                ELSE format('%I.%I', n.nspname, o.opcname) END
            FROM pg_opclass AS o JOIN pg_namespace AS n ON n.oid = o.opcnamespace WHERE o.oid = opclass);
END $$;

-- Generated columns of a table that inherits a column that changes: the statement of its parent changes that one.
CREATE FUNCTION base62id_moves.lonely(columns base62id_moves.moving[], nodes base62id_moves.node[])
RETURNS SETOF base62id_moves.node
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT n.* FROM unnest(nodes) AS n
    WHERE n.how = 'generated'
        AND EXISTS (SELECT FROM unnest(columns) AS c WHERE c.relation = n.object AND c.how = 'inherit')
    ORDER BY n.object, n.sub;
END $$;

-- One ALTER TABLE a table. It drops and adds the generated columns that read a changing one, so that the table is
-- written once: PostgreSQL drops first, changes types then, and adds last. CASCADE of ALTER ATTRIBUTE drops nothing: it
-- changes the tables OF the type, which PostgreSQL asks for where there are any. All of them move (see obstacle()).
CREATE FUNCTION base62id_moves.change(columns base62id_moves.moving[], nodes base62id_moves.node[], words jsonb)
RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH moving AS (
        SELECT c.*, CASE WHEN r.relkind <> 'c' THEN NULL
                WHEN EXISTS (SELECT FROM pg_class AS o WHERE o.reloftype = r.reltype)
                THEN 'ALTER ATTRIBUTE %1$s TYPE %2$s CASCADE'
                ELSE 'ALTER ATTRIBUTE %1$s TYPE %2$s' END AS composite,
            s.typcategory = 'S' OR t.typcategory = 'S' OR s.typlen <> t.typlen AS anew
        FROM base62id_moves.movers(columns) AS c
            JOIN pg_class AS r ON r.oid = c.relation
            JOIN pg_type AS s ON s.oid = c.source
            LEFT JOIN pg_type AS t ON c.domain IS NULL AND t.oid = to_regtype(split_part(c.type, ' COLLATE '::text, 1))
        WHERE c.how = 'change'
    ), generated AS (
        SELECT n.object AS relation, n.sub AS attribute FROM unnest(nodes) AS n WHERE n.how = 'generated'
    ), anew AS (
        SELECT g.* FROM generated AS g
        WHERE (g.relation, g.attribute) NOT IN (SELECT l.object, l.sub FROM base62id_moves.lonely(columns, nodes) AS l)
    ), part AS (
        SELECT g.relation, 1 AS pass, g.attribute, false AS anew,
            format('DROP COLUMN %s', base62id_moves.column_name(g.relation, g.attribute)) AS text
        FROM anew AS g
        UNION ALL
        SELECT m.relation, 2, m.attribute, m.anew, format(CASE
                WHEN m.composite IS NOT NULL THEN m.composite
                WHEN m.type = 'smallint' THEN 'ALTER COLUMN %1$s TYPE %2$s USING %1$s::bigint::%2$s'
                WHEN m.source = 'character'::regtype THEN 'ALTER COLUMN %1$s TYPE %2$s USING %1$s::text::%2$s'
                ELSE 'ALTER COLUMN %1$s TYPE %2$s' END,
            base62id_moves.column_name(m.relation, m.attribute), m.type)
        FROM moving AS m
        WHERE (m.relation, m.attribute) NOT IN (SELECT g.relation, g.attribute FROM generated AS g)
        UNION ALL
        SELECT g.relation, 3, g.attribute, true,
            format('ADD COLUMN %s', base62id_moves.column_definition(g.relation, g.attribute, m.type, words))
        FROM anew AS g LEFT JOIN moving AS m ON m.relation = g.relation AND m.attribute = g.attribute
    )
    SELECT 'change', format('ALTER %s %s%s', CASE c.relkind WHEN 'c' THEN 'TYPE' ELSE 'TABLE' END, c.oid::regclass,
            string_agg(format(E'\n    %s', p.text), ','::text ORDER BY p.pass, p.attribute)),
        CASE WHEN c.relkind = 'c' THEN 'tables OF it change with it'
            WHEN max(p.pass) = 3 THEN 'the table is written anew: it has a generated column, which becomes its last one'
            WHEN bool_or(p.anew) THEN 'the table is written anew'
            ELSE 'the rows stay where they are; the indexes of these columns are built again' END
    FROM part AS p JOIN pg_class AS c ON c.oid = p.relation
    WHERE p.relation IN (SELECT m.relation FROM moving AS m)
    GROUP BY c.oid, c.relkind
    ORDER BY c.oid::regclass::text;
END $$;

-- A domain is made again under its name, over the new type. The old one has another name until no column has it.
CREATE FUNCTION base62id_moves.domains(columns base62id_moves.moving[], words jsonb) RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    d record;
    aside text;
BEGIN
    FOR d IN
        SELECT DISTINCT ON (length(t.oid::regtype::text), t.oid) t.*, c.source, c.base, n.nspname
        FROM pg_type AS t
            JOIN pg_namespace AS n ON n.oid = t.typnamespace
            JOIN base62id_moves.movers(columns) AS c ON c.domain = t.oid
    LOOP
        aside := concat(left(d.typname::text, 12), ' before ', d.oid);
        RETURN QUERY
        SELECT 'before', s, NULL::text FROM (
            SELECT format('ALTER DOMAIN %s RENAME TO %I', d.oid::regtype, aside)
            UNION ALL
            SELECT concat('CREATE DOMAIN ', d.oid::regtype, ' AS ',
                CASE WHEN d.typbasetype = d.source THEN d.base ELSE d.typbasetype::regtype::text END,
                CASE WHEN d.typdefaultbin IS NOT NULL THEN format(' DEFAULT %s',
                    base62id_moves.reworded(base62id_moves.definition('domain default'::text, d.oid), words)) END,
                CASE WHEN d.typnotnull THEN ' NOT NULL' END,
                (SELECT string_agg(format(' CONSTRAINT %I %s', k.conname,
                     base62id_moves.reworded(base62id_moves.definition('constraint'::text, k.oid), words)), ''::text
                     ORDER BY k.conname)
                 FROM pg_constraint AS k WHERE k.contypid = d.oid AND k.contype = 'c'))
            UNION ALL
            SELECT * FROM base62id_moves.owner('pg_type'::regclass::oid, d.oid, d.typowner)
            UNION ALL
            SELECT * FROM base62id_moves.notes('pg_type'::regclass::oid, d.oid, 0)
            UNION ALL
            SELECT format('COMMENT ON CONSTRAINT %I ON DOMAIN %s IS %L', k.conname, d.oid::regtype,
                obj_description(k.oid, 'pg_constraint'::name))
            FROM pg_constraint AS k
            WHERE k.contypid = d.oid AND obj_description(k.oid, 'pg_constraint'::name) IS NOT NULL
            UNION ALL
            SELECT * FROM base62id_moves.grants('DOMAIN'::text, d.oid::regtype::text, 'T'::"char", d.typnamespace,
                d.typacl, d.typowner, ''::text)) AS x(s);
        RETURN QUERY SELECT 'after', format('DROP DOMAIN %I.%I', d.nspname, aside), NULL::text;
    END LOOP;
END $$;

-- Defaults that go before the change come back with two casts, by which the way back knows them. Each table has its
-- own: a partition may have none where its table has one.
CREATE FUNCTION base62id_moves.defaults(columns base62id_moves.moving[], nodes base62id_moves.node[], words jsonb)
RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH default_of AS (
        SELECT format('ALTER TABLE ONLY %s ALTER COLUMN %s', c.relation::regclass,
                base62id_moves.column_name(c.relation, c.attribute)) AS alter,
            base62id_moves.definition('default'::text, n.object) AS old, c.type, c.domain,
            base62id_moves.definition('type'::text, c.source) AS source,
            EXISTS (SELECT FROM pg_depend AS x
                JOIN pg_proc AS p ON x.refclassid = 'pg_proc'::regclass AND p.oid = x.refobjid
                WHERE x.classid = n.class AND x.objid = n.object
                    AND p.prorettype IN (SELECT f.type FROM base62id_moves.family() AS f)) AS calls
        FROM unnest(nodes) AS n
            JOIN pg_attrdef AS d ON n.how = 'default' AND d.oid = n.object
            JOIN base62id_moves.movers(columns) AS c ON c.relation = d.adrelid AND c.attribute = d.adnum
        WHERE NOT coalesce(c.was ? 'identity', false)
    ), back AS (
        -- a domain keeps its name, and takes uuids without a cast
        SELECT d.*, format(')::uuid)::%s', CASE WHEN d.domain IS NULL THEN d.source ELSE d.type END) AS ending,
            d.domain IS NOT NULL AND NOT d.calls AS plain
        FROM default_of AS d
    )
    SELECT x.kind, x.statement, NULL::text
    FROM back AS b, LATERAL (VALUES
        ('before', format('%s DROP DEFAULT', b.alter)),
        ('after', format('%s SET DEFAULT %s', b.alter, CASE
            WHEN b.old LIKE '((%' AND right(b.old, length(b.ending)) = b.ending
            THEN substr(b.old, 3, length(b.old) - 2 - length(b.ending))
            WHEN b.type = 'uuid' OR b.source <> 'uuid' OR b.plain THEN base62id_moves.reworded(b.old, words)
            ELSE format('((%s)::uuid)::%s', b.old, b.type) END))) AS x(kind, statement);
END $$;

-- Columns that hold rows of a changing table become text, with ids in the form that both types read.
CREATE FUNCTION base62id_moves.row_statements(nodes base62id_moves.node[]) RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT x.kind, x.statement, NULL::text
    FROM unnest(nodes) AS n
        JOIN pg_attribute AS a ON a.attrelid = n.object AND a.attnum = n.sub,
        LATERAL (SELECT format('ALTER TABLE %1$s ALTER COLUMN %2$I TYPE %3$s USING %2$I::%3$s', a.attrelid::regclass,
            a.attname, t.name) FROM (VALUES ('text'), (format_type(a.atttypid, a.atttypmod))) AS t(name)) AS s(alter),
        LATERAL (VALUES
            (1, 'SET LOCAL base62id.output = ''uuid'''), (2, s.alter), (3, 'SET LOCAL base62id.output = ''id''')
            ) AS y(n, statement),
        LATERAL (SELECT CASE WHEN s.alter LIKE '%::text' THEN 'before' ELSE 'after' END, y.statement)
            AS x(kind, statement)
    WHERE n.how = 'text'
    ORDER BY a.attrelid::regclass::text, n.sub, x.kind DESC, y.n;
END $$;

-- The comment of a moved column says what it was, behind what it said before.
CREATE FUNCTION base62id_moves.marks(target text, columns base62id_moves.moving[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format('COMMENT ON COLUMN %s.%s IS %L', c.relation::regclass,
        base62id_moves.column_name(c.relation, c.attribute), CASE WHEN target IN ('text', 'bigint') THEN m.remains
            ELSE concat_ws(E'\n', m.remains, format('[base62id_migrate: %s]', c.was)) END)
    FROM base62id_moves.movers(columns) AS c, LATERAL base62id_moves.mark(c.relation, c.attribute) AS m
    WHERE c.was IS NOT NULL AND c.how = 'change'
    ORDER BY c.relation::regclass::text, c.attribute;
END $$;

-- What is put back, in its order: objects, then checks and foreign keys, then the contents of materialized views, which
-- may call anything, then what is built from those contents.
CREATE FUNCTION base62id_moves.back(nodes base62id_moves.node[], words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH node AS (
        SELECT n.*, CASE WHEN k.contype IN ('c', 'f') THEN 2 WHEN m.relkind = 'm' THEN 4 ELSE 1 END AS stage
        FROM unnest(nodes) AS n
            LEFT JOIN pg_constraint AS k ON n.class = 'pg_constraint'::regclass AND k.oid = n.object
            LEFT JOIN pg_index AS i ON n.class = 'pg_class'::regclass AND i.indexrelid = n.object
            LEFT JOIN pg_statistic_ext AS s ON n.class = 'pg_statistic_ext'::regclass AND s.oid = n.object
            LEFT JOIN pg_class AS m ON m.oid = coalesce(i.indrelid, s.stxrelid)
        WHERE n.how IN ('drop', 'stub')
    ), made AS (
        SELECT n.stage, n.depth, n.class, n.object, s.o, s.statement
        FROM node AS n,
            LATERAL base62id_moves.make(n.class, n.object, n.how, words) WITH ORDINALITY AS s(statement, o)
        UNION ALL
        SELECT 3, n.depth, n.class, n.object, 1, format('REFRESH MATERIALIZED VIEW %s', c.oid::regclass)
        FROM node AS n JOIN pg_class AS c ON n.class = 'pg_class'::regclass AND c.oid = n.object
            AND c.relkind = 'm' AND c.relispopulated
    )
    SELECT m.statement FROM made AS m ORDER BY m.stage, m.depth, m.class::regclass::text, m.object, m.o;
END $$;

-- ALTER TYPE keeps the privileges and options of columns, but a generated column is new.
CREATE FUNCTION base62id_moves.touch_up(nodes base62id_moves.node[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH generated AS (
        SELECT c.*, a.attname, a.attacl, a.attnum::integer AS attnum
        FROM unnest(nodes) AS n
            JOIN pg_class AS c ON c.oid = n.object
            JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = n.sub
        WHERE n.how = 'generated'
    )
    SELECT s.statement
    FROM generated AS g, LATERAL (
        SELECT o, 1 FROM base62id_moves.column_options(g.oid, g.attnum) AS o
        UNION ALL SELECT o, 2 FROM base62id_moves.notes('pg_class'::regclass::oid, g.oid, g.attnum) AS o
        UNION ALL SELECT o, 3 FROM base62id_moves.grants('TABLE'::text, g.oid::regclass::text, 'r'::"char",
            g.relnamespace, g.attacl, g.relowner, format(' (%I)', g.attname)) AS o
        WHERE g.attacl IS NOT NULL) AS s(statement, n)
    ORDER BY g.oid, g.attnum, s.n;
END $$;

-- Indexes that ALTER TYPE makes again lose the statistics targets of their expressions.
CREATE FUNCTION base62id_moves.touch_up_indexes(columns base62id_moves.moving[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT DISTINCT o
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_index AS i ON i.indrelid = c.relation,
        LATERAL base62id_moves.column_options(i.indexrelid, 0) AS o
    ORDER BY 1;
END $$;

-- Typed ids are made before the change, and given to the owner of the tables.
CREATE FUNCTION base62id_moves.new_types(columns base62id_moves.moving[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format(E'SELECT %I.typeid_create_type(%L::pg_catalog.text, %L::pg_catalog.text, %L::pg_catalog.text, %s, '
        '%L::pg_catalog.bool);\nCOMMENT ON TYPE %s IS %L;\nALTER TYPE %s OWNER TO %I',
        base62id_moves.home(), c.type, c.prefix, coalesce(c.notation, 'typeid'), k.mask, c.notation IS NULL,
        c.type, base62id_moves.made_here(), c.type, pg_get_userbyid(min(r.relowner)))
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_class AS r ON r.oid = c.relation,
        LATERAL (SELECT CASE WHEN c.notation = 'uid11' THEN c.base ELSE '0' END) AS k(mask)
    WHERE c.prefix IS NOT NULL
    GROUP BY c.type, c.prefix, c.notation, k.mask
    ORDER BY c.type;
END $$;

-- The comment by which the way back knows the types that it drops.
CREATE FUNCTION base62id_moves.made_here() RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN 'made by base62id_migrate, and dropped by it when its columns move back';
END $$;

-- The typed ids that no column has any more when these have moved back. REMAINS: why one stays.
CREATE FUNCTION base62id_moves.old_types(target text, columns base62id_moves.moving[])
RETURNS TABLE (type oid, remains text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT s.source, CASE
            WHEN obj_description(s.source, 'pg_type'::name) IS DISTINCT FROM base62id_moves.made_here()
            THEN format('the type %s stays, because no move made it; no column has it any more', s.source::regtype)
            WHEN u.used IS NOT NULL THEN format('the type %s stays: %s has it', s.source::regtype, u.used)
            WHEN e.extname IS NOT NULL
            THEN format('the type %s stays: it is of the extension %s', s.source::regtype, e.extname)
        END
    FROM (SELECT DISTINCT c.source FROM base62id_moves.movers(columns) AS c
              JOIN base62id_moves.family() AS f ON f.type = c.source AND f.typed
          WHERE target IN ('uuid', 'text', 'bigint')) AS s(source)
        LEFT JOIN pg_depend AS x ON x.classid = 'pg_type'::regclass AND x.objid = s.source AND x.deptype = 'e'
        LEFT JOIN pg_extension AS e ON e.oid = x.refobjid,
        LATERAL (
            SELECT min(format('%s.%I', a.attrelid::regclass, a.attname))
            FROM pg_type AS t
                JOIN pg_attribute AS a ON a.atttypid IN (t.oid, t.typarray) AND NOT a.attisdropped
                JOIN pg_class AS r ON r.oid = a.attrelid AND r.relkind IN ('r', 'p', 'f', 'c')
            WHERE t.oid = s.source AND (a.attrelid, a.attnum::integer) NOT IN (
                SELECT c.relation, c.attribute FROM base62id_moves.movers(columns) AS c)) AS u(used)
    ORDER BY s.source::regtype::text;
END $$;

CREATE FUNCTION base62id_moves.drop_types(target text, columns base62id_moves.moving[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format('SELECT %I.typeid_drop_type(%L::pg_catalog.regtype)', base62id_moves.home(), t.type::regtype)
    FROM base62id_moves.old_types(target, columns) AS t
    WHERE t.remains IS NULL;
END $$;
-- ---------- expressions that the new types do not have ----------
--
-- Definitions are put back as they were, and ALTER TYPE reads checks and indexes again. The new types have fewer
-- operators and implicit casts than what they replace, so an expression could be an error in the middle of the move.
-- Here each operator, call, cast and list is looked up before, in the parsed definitions of the catalogs, with the
-- types of afterwards. What is not certain to fail is left to PostgreSQL.
--
-- MOVE: {"columns": {"RELATION.ATTRIBUTE": new type, null if not certain}, "types": {new type: old type},
-- "domains": {OID of a domain: the new type that it will be over}, "old": {OID of a type that may change: true}}. Types
-- are names here: those that have to be made first have no OID.

-- A pg_node_tree. Tokens are those of pg_strtok() (PostgreSQL's read.c), but LENGTH [ BYTES ] is one here. A node is an
-- object, its label is "node". NULL where a name begins with a colon: PostgreSQL writes it as the name of a field.
CREATE FUNCTION base62id_moves.tree(definition text) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        WITH token AS (
            SELECT r.t[1] AS token, lag(r.t[1]) OVER (ORDER BY r.n) AS prior, r.n
            FROM regexp_matches(definition, '-?\d+ \[ [-\d ]*\]|[(){}]|(?:\\.|[^\s(){}\\])+'::text, 'g'::text)
                WITH ORDINALITY AS r(t, n)
        )
        SELECT string_agg(concat(
                CASE WHEN t.token !~ '^[:)}]' AND t.prior !~ '^[:({]' THEN ',' END,
                CASE t.token WHEN '{' THEN '{"node":' WHEN '}' THEN '}' WHEN '(' THEN '[' WHEN ')' THEN ']'
                    ELSE CASE WHEN t.token LIKE ':%' THEN format(',%s:', to_json(substr(t.token, 2)))
                        ELSE to_json(t.token)::text END END), ''::text ORDER BY t.n)
        FROM token AS t)::jsonb;
EXCEPTION WHEN invalid_text_representation THEN
    RETURN NULL;
END $$;

-- The type of a node after the move; NULL if that is not certain.
CREATE FUNCTION base62id_moves.type_of(tree jsonb, path text[], move jsonb) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    n CONSTANT jsonb := tree #> path;
    kind CONSTANT text := n ->> 'node';
    old CONSTANT text := coalesce(n ->> 'vartype', n ->> 'consttype', n ->> 'paramtype', n ->> 'funcresulttype',
        n ->> 'resulttype', n ->> 'opresulttype', n ->> 'aggtype', n ->> 'wintype', n ->> 'casetype',
        n ->> 'coalescetype', n ->> 'minmaxtype', n ->> 'array_typeid');
    form CONSTANT text := coalesce(n ->> 'funcformat', n ->> 'relabelformat', n ->> 'coerceformat');
BEGIN
    IF kind = 'TARGETENTRY' THEN
        RETURN base62id_moves.type_of(tree, path || 'expr'::text, move);
    ELSIF kind = 'SUBLINK' AND n ->> 'subLinkType' = '4' THEN
        RETURN base62id_moves.type_of(tree, path || '{subselect,targetList,0}'::text[], move);
    ELSIF form = '2' THEN
        -- an implicit cast is not written: afterwards it is another one or none
        RETURN (SELECT CASE WHEN move -> 'types' ? x.t THEN x.t WHEN x.t IS NOT NULL THEN old::oid::regtype::text
                ELSE move -> 'domains' ->> (n #>> '{arg,vartype}') END
            FROM (SELECT base62id_moves.type_of(tree, path || CASE kind WHEN 'FUNCEXPR' THEN '{args,0}'::text[]
                ELSE '{arg}' END, move)) AS x(t));
    ELSIF NOT move -> 'old' ? old OR kind = 'CONST' OR form = '1' OR kind = 'PARAM' AND n ->> 'paramkind' = '0'
        OR kind = 'FUNCEXPR' AND NOT EXISTS (SELECT FROM pg_proc AS p JOIN pg_type AS t ON t.oid = p.prorettype
            WHERE p.oid::text = n ->> 'funcid' AND t.typtype = 'p') THEN
        RETURN old::oid::regtype;
    ELSIF kind = 'PARAM' AND n ->> 'paramkind' = '2' THEN
        -- a column of the query to the right of IN
        RETURN base62id_moves.type_of(tree, path[:array_position(path, 'testexpr') - 1]
            || ARRAY['subselect', 'targetList', ((n ->> 'paramid')::integer - 1)::text], move);
    ELSIF kind IN ('CASEEXPR', 'COALESCEEXPR', 'MINMAXEXPR') THEN
        RETURN (SELECT min(x.t) FROM base62id_moves.alternatives(tree, path, 0) AS a,
                LATERAL (SELECT base62id_moves.type_of(tree, a, move)) AS x(t)
            HAVING count(DISTINCT x.t) = 1 AND count(*) = count(x.t));
    ELSIF kind = 'VAR' AND n ->> 'varattno' <> '0' THEN
        RETURN base62id_moves.type_of_column(tree, path, move);
    END IF;
    RETURN NULL;
END $$;

-- The query around a node, LEVEL queries further out.
CREATE FUNCTION base62id_moves.query_around(tree jsonb, path text[], level integer) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT path[:i] FROM generate_series(cardinality(path) - 1, 0, -1) AS i
        WHERE tree #>> (path[:i] || 'node'::text) = 'QUERY' ORDER BY i DESC OFFSET level LIMIT 1);
END $$;

-- The type of a VAR: the numbers are those of RTEKind in PostgreSQL's parsenodes.h.
CREATE FUNCTION base62id_moves.type_of_column(tree jsonb, path text[], move jsonb) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    n CONSTANT jsonb := tree #> path;
    place CONSTANT text := (n ->> 'varattno')::integer - 1;
    source text[] := base62id_moves.query_around(tree, path, (n ->> 'varlevelsup')::integer)
        || ARRAY['rtable', ((n ->> 'varno')::integer - 1)::text];
    entry CONSTANT jsonb := tree #> source;
    relation_column CONSTANT text := format('%s.%s', entry ->> 'relid', n ->> 'varattno');
BEGIN
    CASE entry ->> 'rtekind'
    WHEN '0' THEN
        RETURN CASE WHEN move -> 'columns' ? relation_column THEN move -> 'columns' ->> relation_column
            ELSE (n ->> 'vartype')::oid::regtype::text END;
    WHEN '1' THEN
        source := source || ARRAY['subquery', 'targetList', place];
    WHEN '2' THEN
        source := source || ARRAY['joinaliasvars', place];
    WHEN '6' THEN -- WITH
        source := base62id_moves.query_around(tree, source, (entry ->> 'ctelevelsup')::integer);
        source := (SELECT source || ARRAY['cteList', (c.n - 1)::text, 'ctequery', 'targetList', place]
            FROM jsonb_array_elements(tree #> (source || 'cteList'::text)) WITH ORDINALITY AS c(cte, n)
            WHERE c.cte ->> 'ctename' = entry ->> 'ctename');
    WHEN '9' THEN -- GROUP BY, from PostgreSQL 18 on
        source := source || ARRAY['groupexprs', place];
    ELSE
        RETURN NULL;
    END CASE;
    RETURN base62id_moves.type_of(tree, source, move);
END $$;

-- An empty list is NULL in a pg_node_tree, and no array.
CREATE FUNCTION base62id_moves.length_of(list jsonb) RETURNS integer
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN CASE jsonb_typeof(list) WHEN 'array' THEN jsonb_array_length(list) ELSE 0 END;
END $$;

-- The paths of what has to have one type in a node: the arms of a CASE, arguments, elements of an array, and of a UNION
-- the columns of that PLACE to the left and to the right.
CREATE FUNCTION base62id_moves.alternatives(tree jsonb, path text[], place integer) RETURNS SETOF text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    n CONSTANT jsonb := tree #> path;
    list CONSTANT text := CASE n ->> 'node' WHEN 'ARRAYEXPR' THEN 'elements' ELSE 'args' END;
BEGIN
    IF n ->> 'node' = 'SETOPERATIONSTMT' THEN
        RETURN QUERY SELECT path[:array_position(path, 'setOperations') - 1]
                || ARRAY['rtable', (i::text::integer - 1)::text, 'subquery', 'targetList', place::text]
            FROM (VALUES ('larg'), ('rarg')) AS side(name),
                LATERAL (SELECT jsonb_path_query_first(n -> side.name, '$.**.rtindex') #>> '{}') AS x(i);
        RETURN;
    END IF;
    RETURN QUERY SELECT path || ARRAY[list, (i - 1)::text]
            || CASE WHEN n ->> 'node' = 'CASEEXPR' THEN '{result}'::text[] ELSE '{}' END
        FROM generate_series(1, base62id_moves.length_of(n -> list)) AS i;
    -- ELSE NULL is written without a type (see words())
    IF n ->> 'node' = 'CASEEXPR' AND n #>> '{defresult,constisnull}' IS DISTINCT FROM 'true' THEN
        RETURN NEXT path || 'defresult'::text;
    END IF;
END $$;

-- Does PostgreSQL cast without being asked? Texts are cast to each of our types.
CREATE FUNCTION base62id_moves.is_implicit(source text, target text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN source = target OR to_regtype(target) IS NULL AND source IN ('text', 'character varying')
        OR EXISTS (SELECT FROM pg_cast AS c
            WHERE c.castsource = to_regtype(source) AND c.casttarget = to_regtype(target) AND c.castcontext = 'i')
        OR target IN ('anyelement', 'anynonarray', 'anycompatible', 'anycompatiblenonarray', '"any"')
        OR target IN ('anyarray', 'anycompatiblearray') AND source LIKE '%[]';
END $$;

-- A typed id that has to be made has the operators and aggregates of all.
CREATE FUNCTION base62id_moves.has_operator(name name, a text, b text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN EXISTS (SELECT FROM pg_operator AS o WHERE o.oprname = name AND o.oprkind = 'b'
            AND base62id_moves.is_implicit(a, o.oprleft::regtype::text)
            AND base62id_moves.is_implicit(b, o.oprright::regtype::text))
        OR to_regtype(a) IS NULL AND (name IN ('=', '<>', '<', '<=', '>', '>=') AND base62id_moves.is_implicit(b, a)
            OR name IN ('^@', '~~', '!~~', '~~*', '!~~*'))
        OR to_regtype(b) IS NULL AND name IN ('=', '<>', '<', '<=', '>', '>=') AND base62id_moves.is_implicit(a, b)
        OR EXISTS (SELECT FROM pg_range AS r WHERE r.rngsubtype IN (to_regtype(a), to_regtype(b))
            AND (r.rngtypid IN (to_regtype(a), to_regtype(b)) OR r.rngmultitypid IN (to_regtype(a), to_regtype(b))));
END $$;

CREATE FUNCTION base62id_moves.has_function(name name, place integer, type text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN EXISTS (SELECT FROM pg_proc AS p WHERE p.proname = name AND (p.provariadic <> 0
            OR p.pronargs > place AND base62id_moves.is_implicit(type, p.proargtypes[place]::regtype::text)))
        OR to_regtype(type) IS NULL AND name IN ('min', 'max');
END $$;

-- A constant that is too short for any id, whose texts have 22 bytes at least. A datum begins with its length: a text
-- with 4 bytes more, an array of one text with 28 bytes more. An empty array has 16.
CREATE FUNCTION base62id_moves.is_no_id(n jsonb) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    size CONSTANT integer := substring(n ->> 'constvalue' FROM '^\d+');
BEGIN
    RETURN n ->> 'node' = 'CONST' AND n ->> 'constisnull' = 'false' AND EXISTS (SELECT FROM pg_type AS t
        WHERE t.oid::text = n ->> 'consttype'
            AND (t.typcategory = 'S' AND size < 26 OR t.typcategory = 'A' AND size BETWEEN 17 AND 52));
END $$;

-- What is wrong with a node after the move, and the new type that it is wrong with.
CREATE FUNCTION base62id_moves.wrong(tree jsonb, path text[], move jsonb, OUT why text, OUT type text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    n CONSTANT jsonb := tree #> path;
    kind CONSTANT text := n ->> 'node';
    new_types CONSTANT jsonb := move -> 'types';
    name name;
    types text[];
    argument text[];
    i integer;
BEGIN
    IF kind IN ('OPEXPR', 'DISTINCTEXPR', 'NULLIFEXPR', 'SCALARARRAYOPEXPR') THEN
        name := (SELECT o.oprname FROM pg_operator AS o WHERE o.oid::text = n ->> 'opno');
        types := ARRAY[base62id_moves.type_of(tree, path || '{args,0}'::text[], move),
            base62id_moves.type_of(tree, path || '{args,1}'::text[], move)];
        IF kind = 'SCALARARRAYOPEXPR' THEN
            types[2] := CASE WHEN n #>> '{args,1,node}' = 'ARRAYEXPR'
                THEN (SELECT max(base62id_moves.type_of(tree, a, move))
                      FROM base62id_moves.alternatives(tree, path || '{args,1}'::text[], 0) AS a)
                ELSE (SELECT t.typelem::regtype::text FROM pg_type AS t WHERE t.oid = to_regtype(types[2])) END;
        END IF;
        type := CASE WHEN new_types ? types[1] THEN types[1] WHEN new_types ? types[2] THEN types[2] END;
        IF type IS NULL OR types[1] IS NULL OR types[2] IS NULL THEN
            RETURN;
        ELSIF NOT base62id_moves.has_operator(name, types[1], types[2]) THEN
            why := format('there is no operator %s %s %s', types[1], name, types[2]);
        ELSIF new_types ->> types[1] = 'text' AND name IN ('=', '<>', '<', '<=', '>', '>=')
            AND base62id_moves.is_no_id(coalesce(n #> '{args,1,elements,0}', n #> '{args,1}')) THEN
            why := format('it has a constant that is no %s', types[1]);
        END IF;
    ELSIF kind IN ('FUNCEXPR', 'AGGREF', 'WINDOWFUNC') AND coalesce(n ->> 'funcformat', '0') = '0' THEN
        name := (SELECT p.proname FROM pg_proc AS p
            WHERE p.oid::text = coalesce(n ->> 'funcid', n ->> 'aggfnoid', n ->> 'winfnoid'));
        FOR i IN 0 .. base62id_moves.length_of(n -> 'args') - 1 LOOP
            type := base62id_moves.type_of(tree, path || ARRAY['args', i::text], move);
            IF new_types ? type AND NOT base62id_moves.has_function(name, i, type) THEN
                why := format('there is no function %I of %s', name, type);
                EXIT;
            END IF;
        END LOOP;
    ELSIF kind IN ('FUNCEXPR', 'RELABELTYPE', 'COERCEVIAIO')
        AND coalesce(n ->> 'funcformat', n ->> 'relabelformat', n ->> 'coerceformat') = '1' THEN
        argument := path || CASE kind WHEN 'FUNCEXPR' THEN '{args,0}'::text[] ELSE '{arg}' END;
        type := coalesce(base62id_moves.type_of(tree, argument, move),
            move -> 'domains' ->> (tree #>> (argument || 'vartype'::text)));
        why := (SELECT format('there is no cast from %s to %s', type, t.oid::regtype) FROM pg_type AS t
            JOIN pg_namespace AS s ON s.oid = t.typnamespace
            WHERE new_types ? type AND t.oid::text = coalesce(n ->> 'funcresulttype', n ->> 'resulttype')
                AND t.typcategory <> 'S' AND t.typtype <> 'd' AND t.oid IS DISTINCT FROM to_regtype(type)::oid
                AND CASE WHEN to_regtype(type) IS NULL
                    THEN (s.nspname, t.typname) NOT IN (('pg_catalog', 'uuid'), ('pg_catalog', 'int8'),
                        ('pg_catalog', 'int4'), (base62id_moves.home(), 'typeid'), (base62id_moves.home(), 'uid11'))
                    ELSE NOT EXISTS (SELECT FROM pg_cast AS c
                        WHERE c.castsource = to_regtype(type) AND c.casttarget = t.oid) END);
    ELSIF kind IN ('CASEEXPR', 'COALESCEEXPR', 'MINMAXEXPR', 'ARRAYEXPR', 'SETOPERATIONSTMT') THEN
        FOR i IN 0 .. CASE kind WHEN 'SETOPERATIONSTMT' THEN base62id_moves.length_of(n -> 'colTypes') - 2 ELSE 0 END
        LOOP
            types := ARRAY(SELECT DISTINCT base62id_moves.type_of(tree, a, move)
                FROM base62id_moves.alternatives(tree, path, i) AS a);
            SELECT t INTO type FROM unnest(types) AS t WHERE new_types ? t;
            IF type IS NOT NULL AND NOT EXISTS (SELECT FROM unnest(types) AS t
                    WHERE NOT EXISTS (SELECT FROM unnest(types) AS o WHERE NOT base62id_moves.is_alike(o, t))) THEN
                why := format('%s cannot join %s', CASE kind WHEN 'SETOPERATIONSTMT' THEN 'UNION'
                    WHEN 'MINMAXEXPR' THEN 'GREATEST' ELSE replace(kind, 'EXPR'::text, ''::text) END,
                    array_to_string(types, ' and '::text));
                EXIT;
            END IF;
        END LOOP;
    END IF;
END $$;

-- May one type stand for the other in a list? PostgreSQL asks for one category.
CREATE FUNCTION base62id_moves.is_alike(source text, target text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    categories CONSTANT "char"[] := ARRAY(SELECT DISTINCT coalesce(t.typcategory, 'U')
        FROM unnest(ARRAY[source, target]) AS n LEFT JOIN pg_type AS t ON t.oid = to_regtype(n));
BEGIN
    RETURN source IS NULL OR target IS NULL
        OR cardinality(categories) = 1 AND base62id_moves.is_implicit(source, target);
END $$;

-- The parsed definitions of what depends on the columns. RELATION: whose columns an expression reads, or the view.
CREATE FUNCTION base62id_moves.trees(columns base62id_moves.moving[], nodes base62id_moves.node[])
RETURNS TABLE (class oid, object oid, relation oid, tree text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT o.class, o.object, x.relation, x.tree FROM (
        SELECT n.class, n.object, n.depth FROM unnest(nodes) AS n
        UNION SELECT d.classid, d.objid, 0 FROM base62id_moves.movers(columns) AS c JOIN pg_depend AS d
            ON d.refclassid = 'pg_class'::regclass AND d.refobjid = c.relation AND d.refobjsubid = c.attribute
            AND d.classid IN ('pg_constraint'::regclass, 'pg_class'::regclass, 'pg_attrdef'::regclass)
        ) AS o, LATERAL (
        SELECT r.ev_class, r.ev_action::text FROM pg_rewrite AS r
            WHERE o.class = 'pg_rewrite'::regclass AND r.oid = o.object
            OR o.class = 'pg_class'::regclass AND r.ev_class = o.object AND r.rulename = '_RETURN'
        UNION ALL SELECT r.ev_class, r.ev_qual::text FROM pg_rewrite AS r
            WHERE o.class = 'pg_rewrite'::regclass AND r.oid = o.object
        UNION ALL SELECT k.conrelid, k.conbin::text FROM pg_constraint AS k
            WHERE o.class = 'pg_constraint'::regclass AND k.oid = o.object AND k.coninhcount = 0
        UNION ALL SELECT p.polrelid, e FROM pg_policy AS p, unnest(ARRAY[p.polqual::text, p.polwithcheck::text]) AS e
            WHERE o.class = 'pg_policy'::regclass AND p.oid = o.object
        UNION ALL SELECT i.indrelid, e FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid,
                unnest(ARRAY[i.indexprs::text, i.indpred::text]) AS e
            WHERE o.class = 'pg_class'::regclass AND c.oid = o.object AND NOT c.relispartition
        UNION ALL SELECT d.adrelid, d.adbin::text FROM pg_attrdef AS d JOIN pg_attribute AS a
                ON a.attrelid = d.adrelid AND a.attnum = d.adnum AND a.attinhcount = 0
            WHERE o.class = 'pg_attrdef'::regclass AND d.oid = o.object
        UNION ALL SELECT t.tgrelid, t.tgqual::text FROM pg_trigger AS t
            WHERE o.class = 'pg_trigger'::regclass AND t.oid = o.object
        UNION ALL SELECT 0::oid, p.prosqlbody::text FROM pg_proc AS p
            WHERE o.class = 'pg_proc'::regclass AND p.oid = o.object
        UNION ALL SELECT s.stxrelid, s.stxexprs::text FROM pg_statistic_ext AS s
            WHERE o.class = 'pg_statistic_ext'::regclass AND s.oid = o.object
        ) AS x(relation, tree)
    WHERE x.tree IS NOT NULL ORDER BY o.depth, o.class, o.object;
END $$;

CREATE FUNCTION base62id_moves.stops_of_expressions(target text, columns base62id_moves.moving[],
    nodes base62id_moves.node[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    move jsonb;
    d record;
    tree jsonb;
BEGIN
    IF target IN ('uuid', 'text', 'bigint') THEN
        RETURN;
    END IF;
    SELECT jsonb_build_object('columns', jsonb_object_agg(format('%s.%s', c.relation, c.attribute),
            CASE WHEN c.domain IS NULL THEN c.type END),
        'types', jsonb_object_agg(CASE WHEN c.domain IS NULL THEN c.type ELSE c.base END,
            CASE t.typcategory WHEN 'S' THEN 'text' WHEN 'N' THEN 'bigint' ELSE c.source::regtype::text END)
            FILTER (WHERE t.oid = c.source),
        'domains', coalesce(jsonb_object_agg(c.domain, c.base) FILTER (WHERE t.oid = c.domain), '{}'),
        'old', jsonb_object_agg(t.oid, true) || jsonb_object_agg(t.typarray, true))
    INTO move FROM base62id_moves.movers(columns) AS c JOIN pg_type AS t ON t.oid IN (c.source, c.domain);
    FOR d IN SELECT t.* FROM base62id_moves.trees(columns, nodes) AS t LOOP
        tree := base62id_moves.tree(d.tree);
        IF d.object <> d.relation AND tree -> 0 ->> 'node' IS DISTINCT FROM 'QUERY' THEN
            -- OLD and NEW of a trigger are 1 and 2
            tree := jsonb_build_object('node', 'QUERY', 'is', tree, 'rtable', jsonb_build_array(
                jsonb_build_object('rtekind', '0', 'relid', d.relation::text),
                jsonb_build_object('rtekind', '0', 'relid', d.relation::text)));
        ELSIF d.object = d.relation THEN -- a view
            move := jsonb_set(move, '{columns}', (move -> 'columns') || coalesce((
                SELECT jsonb_object_agg(format('%s.%s', d.relation, a.attnum),
                    base62id_moves.type_of(tree, ARRAY['0', 'targetList', (a.attnum - 1)::text], move))
                FROM pg_attribute AS a WHERE a.attrelid = d.relation AND a.attnum > 0), '{}'));
        END IF;
        RETURN QUERY
        WITH RECURSIVE node AS (
            SELECT '{}'::text[] AS path, tree AS n
            UNION ALL
            SELECT o.path || e.key, e.value FROM node AS o, LATERAL (
                SELECT j.key, j.value FROM jsonb_each(CASE jsonb_typeof(o.n) WHEN 'object' THEN o.n ELSE '{}' END) AS j
                UNION ALL
                SELECT (j.place - 1)::text, j.value FROM jsonb_array_elements(
                    CASE jsonb_typeof(o.n) WHEN 'array' THEN o.n ELSE '[]' END) WITH ORDINALITY AS j(value, place)) AS e
            WHERE jsonb_typeof(e.value) IN ('object', 'array')
        )
        SELECT DISTINCT format('%s does not fit the new types: %s. Cast the id there, as id::%s, which works before '
            'and after the move.', pg_describe_object(d.class, d.object, 0), w.why, move -> 'types' ->> w.type)
        FROM node AS o, LATERAL base62id_moves.wrong(tree, o.path, move) AS w
        WHERE o.n ->> 'node' ~ '(EXPR|FUNC|AGGREF|TYPE|VIAIO|STMT)$' AND w.why IS NOT NULL;
    END LOOP;
END $$;
-- ---------- stops ----------
--
-- What has to be changed by hand before anything moves. While there is one, no statements are written.

CREATE FUNCTION base62id_moves.owner_of(class oid, object oid) RETURNS oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT c.relowner FROM pg_class AS c WHERE class = 'pg_class'::regclass AND c.oid = object
        UNION ALL SELECT p.proowner FROM pg_proc AS p WHERE class = 'pg_proc'::regclass AND p.oid = object
        UNION ALL SELECT s.stxowner FROM pg_statistic_ext AS s
            WHERE class = 'pg_statistic_ext'::regclass AND s.oid = object
        UNION ALL SELECT t.typowner FROM pg_type AS t WHERE class = 'pg_type'::regclass AND t.oid = object
        UNION ALL SELECT b.pubowner FROM pg_publication_rel AS p JOIN pg_publication AS b ON b.oid = p.prpubid
            WHERE class = 'pg_publication_rel'::regclass AND p.oid = object
        UNION ALL SELECT c.relowner FROM pg_class AS c JOIN (
            SELECT k.conrelid FROM pg_constraint AS k WHERE class = 'pg_constraint'::regclass AND k.oid = object
            UNION ALL SELECT d.adrelid FROM pg_attrdef AS d WHERE class = 'pg_attrdef'::regclass AND d.oid = object
            UNION ALL SELECT p.polrelid FROM pg_policy AS p WHERE class = 'pg_policy'::regclass AND p.oid = object
            UNION ALL SELECT t.tgrelid FROM pg_trigger AS t WHERE class = 'pg_trigger'::regclass AND t.oid = object
            UNION ALL SELECT r.ev_class FROM pg_rewrite AS r WHERE class = 'pg_rewrite'::regclass AND r.oid = object
        ) AS x(relation) ON c.oid = x.relation);
END $$;

-- PostgreSQL drops no member of an extension alone. A body can change: CREATE OR REPLACE leaves a member one.
CREATE FUNCTION base62id_moves.stops_of_members(columns base62id_moves.moving[], nodes base62id_moves.node[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format('%1$s depends on what changes, and is of the extension %2$I, which does not let it go. '
        'Run ALTER EXTENSION %2$I DROP for it before, and ADD after.',
        pg_describe_object(m.class, m.object, 0), e.extname)
    FROM (
        SELECT n.class, n.object FROM unnest(nodes) AS n WHERE n.how = 'drop'
        UNION SELECT 'pg_type'::regclass::oid, c.domain FROM base62id_moves.movers(columns) AS c) AS m
        JOIN pg_depend AS d ON d.classid = m.class AND d.objid = m.object AND d.deptype = 'e'
        JOIN pg_extension AS e ON e.oid = d.refobjid
    ORDER BY 1;
END $$;

-- What somebody else owns. A superuser could take it down, and would then run what it calls.
CREATE FUNCTION base62id_moves.stops_of_others(columns base62id_moves.moving[], nodes base62id_moves.node[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    roles CONSTANT oid[] := ARRAY(SELECT r FROM base62id_moves.roles() AS r);
BEGIN
    RETURN QUERY
    WITH owned AS (
        SELECT n.class, n.object, base62id_moves.owner_of(n.class, n.object) AS owner
        FROM unnest(nodes) AS n WHERE n.how <> 'unknown'
        UNION
        SELECT 'pg_type'::regclass::oid, c.domain, base62id_moves.owner_of('pg_type'::regclass::oid, c.domain)
        FROM base62id_moves.movers(columns) AS c WHERE c.domain IS NOT NULL
        UNION
        SELECT n.class, n.object, r.relowner
        FROM unnest(nodes) AS n
            JOIN pg_constraint AS k ON n.class = 'pg_constraint'::regclass AND k.oid = n.object
            JOIN pg_class AS r ON r.oid = k.confrelid
    )
    SELECT format('%1$s depends on what changes, and belongs to %2$s. Run this as a role that inherits from %2$s and '
        'from the owner of the tables (GRANT %2$s TO ...), or drop it before and let %2$s make it again after.',
        pg_describe_object(o.class, o.object, 0), base62id_moves.role_name(o.owner))
    FROM owned AS o
    WHERE NOT o.owner = ANY (roles)
    ORDER BY 1;
END $$;

-- A PL/pgSQL function that declares the old type and returns the rows of a query: PL/pgSQL compares the types when it
-- runs. One with as many casts as it needs is no stop.
CREATE FUNCTION base62id_moves.stops_of_functions(columns base62id_moves.moving[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    names CONSTANT text := (
        SELECT format('(?<!\w)(%s)(?!\w)', string_agg(DISTINCT base62id_moves.escaped(
            replace(r.relname::text, '"'::text, '""'::text)), '|'::text))
        FROM base62id_moves.movers(columns) AS c JOIN pg_class AS r ON r.oid = c.relation);
BEGIN
    RETURN QUERY
    WITH source AS (
        SELECT DISTINCT c.source, format_type(c.source, -1) AS full_name, t.typname
        FROM base62id_moves.movers(columns) AS c JOIN pg_type AS t ON t.oid = c.source
    ), function AS (
        SELECT p.oid, p.prosrc, s.full_name, s.typname,
            regexp_count(p.prosrc, 'return\s+query'::text, 1, 'i'::text) AS queries,
            regexp_count(p.prosrc, format('(::|\mas)\s*("?\w+"?\.)?"?%s\M', s.typname), 1, 'i'::text) AS casts,
            (SELECT count(*) FROM unnest(p.proallargtypes, p.proargmodes) AS u(type, mode)
             WHERE u.type = s.source AND u.mode IN ('o', 'b', 't'))
            + CASE WHEN p.prorettype = s.source THEN 1 ELSE 0 END
            + (SELECT count(*) FROM pg_type AS t
                   JOIN pg_attribute AS a ON a.attrelid = t.typrelid AND NOT a.attisdropped AND a.attnum > 0
                       AND a.atttypid = s.source
               WHERE t.oid = p.prorettype AND p.prosrc ~* names
                   AND (a.attrelid, a.attnum::integer) NOT IN (
                       SELECT c.relation, c.attribute FROM base62id_moves.movers(columns) AS c)) AS declared
        FROM pg_proc AS p JOIN pg_language AS l ON l.oid = p.prolang AND l.lanname = 'plpgsql', source AS s
        -- the query of RETURN QUERY EXECUTE may be put together of pieces of a name
        WHERE p.proretset AND p.prosrc ~* concat(names, '|return\s+query\s+execute')
            AND NOT EXISTS (SELECT FROM pg_depend AS d
                WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    )
    SELECT format('the function %1$s says that it returns %2$s, and returns what a query gives: PL/pgSQL compares the '
        'two when it runs, and would end in "structure of query does not match function result type". '
        'Write id::%2$s in its RETURN QUERY for each id that it returns; that works before and after.',
        f.oid::regprocedure, f.full_name)
    FROM function AS f
    WHERE f.declared > 0 AND f.queries > 0 AND f.casts < f.queries * f.declared
    ORDER BY f.oid::regprocedure::text;
END $$;

-- A function or an operator of somebody else that fits the new type better than the one an expression means now.
CREATE FUNCTION base62id_moves.stops_of_overloads(columns base62id_moves.moving[], nodes base62id_moves.node[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    trusted CONSTANT oid[] := ARRAY(
        SELECT r FROM base62id_moves.roles() AS r
        UNION SELECT r.oid FROM pg_roles AS r WHERE r.rolsuper
        UNION SELECT base62id_moves.owner_of(n.class, n.object) FROM unnest(nodes) AS n);
BEGIN
    RETURN QUERY
    SELECT format('the operator %s is of %s, and an expression that is read again could mean it. Drop it, or move the '
        'extension to a schema in which nobody else creates.',
        o.oid::regoperator, base62id_moves.role_name(o.oprowner))
    FROM base62id_moves.operator_schemas(columns) AS s
        JOIN pg_namespace AS n ON n.nspname = s
        JOIN pg_operator AS o ON o.oprnamespace = n.oid
    WHERE NOT o.oprowner = ANY (trusted)
    ORDER BY 1;

    RETURN QUERY
    SELECT DISTINCT format('the function %s is of %s, and what calls %s could mean it when it is read again. '
        'Drop it or give it another name.',
        q.oid::regprocedure, base62id_moves.role_name(q.proowner), p.oid::regprocedure)
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = c.relation
        JOIN pg_depend AS f ON f.classid = d.classid AND f.objid = d.objid AND f.refclassid = 'pg_proc'::regclass
        JOIN pg_proc AS p ON p.oid = f.refobjid
        JOIN pg_proc AS q ON q.proname = p.proname AND q.pronamespace = p.pronamespace AND q.oid <> p.oid
    WHERE NOT q.proowner = ANY (trusted)
    ORDER BY 1;
END $$;

-- An index that names an operator class of one type. Each typed id has its own classes.
CREATE FUNCTION base62id_moves.stops_of_indexes(target text, columns base62id_moves.moving[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT DISTINCT format('the index %s names the operator class %s, which %s does not have. Drop it before, and make '
        'it again after with one of that type.', i.indexrelid::regclass, base62id_moves.opclass_name(o.oid), c.type)
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_index AS i ON i.indrelid = c.relation
        JOIN pg_class AS r ON r.oid = i.indexrelid AND NOT r.relispartition,
        unnest(i.indkey::smallint[], i.indclass::oid[]) AS k(attribute, class)
        JOIN pg_opclass AS o ON o.oid = k.class
    WHERE k.attribute = c.attribute AND NOT o.opcdefault
        AND (target = 'typed' OR c.source IN (SELECT f.type FROM base62id_moves.family() AS f WHERE f.typed))
    ORDER BY 1;
END $$;

-- What others made of a typed id that is to be dropped.
CREATE FUNCTION base62id_moves.stops_of_types(target text, columns base62id_moves.moving[], nodes base62id_moves.node[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    tables CONSTANT oid[] := ARRAY(SELECT DISTINCT c.relation FROM base62id_moves.movers(columns) AS c);
BEGIN
    RETURN QUERY
    SELECT DISTINCT format('%s is made of the type %s, which would go. Change it to %s or drop it before.',
        pg_describe_object(m.class, m.object, m.sub), t.type::regtype, target)
    FROM base62id_moves.old_types(target, columns) AS t, LATERAL base62id_moves.made_of(t.type) AS m
    WHERE t.remains IS NULL
        AND NOT (m.class = 'pg_class'::regclass AND (m.object, m.sub) IN (
            SELECT c.relation, x.sub
            FROM base62id_moves.movers(columns) AS c, LATERAL (VALUES (c.attribute), (0)) AS x(sub)))
        -- what of these tables is made again with the new type: indexes, checks, generated columns, and a table that is
        -- partitioned by such a column, with its defaults
        AND NOT EXISTS (
            SELECT FROM pg_index AS i
            WHERE m.class = 'pg_class'::regclass AND i.indexrelid = m.object AND i.indrelid = ANY (tables)
            UNION ALL SELECT FROM pg_constraint AS k
            WHERE m.class = 'pg_constraint'::regclass AND k.oid = m.object AND k.conrelid = ANY (tables)
            UNION ALL SELECT FROM pg_attrdef AS f
                JOIN pg_attribute AS a ON a.attrelid = f.adrelid AND a.attnum = f.adnum
            WHERE m.class = 'pg_attrdef'::regclass AND f.oid = m.object AND f.adrelid = ANY (tables)
                AND (a.attgenerated <> '' OR f.adrelid IN (SELECT r FROM base62id_moves.remade(columns) AS r)
                    AND base62id_moves.calls_none_of(f.oid, t.type))
            UNION ALL SELECT FROM unnest(nodes) AS n
            WHERE n.how <> 'unknown' AND n.class = m.class AND n.object = m.object
                AND (n.how <> 'default' OR base62id_moves.calls_none_of(m.object, t.type))
            UNION ALL SELECT FROM unnest(nodes) AS n JOIN pg_rewrite AS r ON r.ev_class = n.object
            WHERE n.class = 'pg_class'::regclass AND m.class = 'pg_rewrite'::regclass AND r.oid = m.object)
    ORDER BY 1;
END $$;

-- A default that is a constant of the type, and no call as order_id_new().
CREATE FUNCTION base62id_moves.calls_none_of(object oid, type oid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN NOT EXISTS (
        SELECT FROM pg_depend AS d
        WHERE d.classid = 'pg_attrdef'::regclass AND d.objid = object AND d.refclassid = 'pg_proc'::regclass
            AND (d.refclassid, d.refobjid) IN (SELECT p.class, p.object FROM base62id_moves.own_parts(type) AS p));
END $$;

CREATE FUNCTION base62id_moves.stops(target text, columns base62id_moves.moving[], nodes base62id_moves.node[],
    locked oid[])
RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT 'stop', NULL::text, s FROM (
        SELECT format('%s depends on what changes, and cannot be made again from here. Drop it before, and make it '
            'again after.', pg_describe_object(n.class, n.object, n.sub))
        FROM unnest(nodes) AS n WHERE n.how = 'unknown'
        ORDER BY 1) AS x(s);
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_others(columns, nodes) AS s;
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_members(columns, nodes) AS s;
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_functions(columns) AS s;
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_overloads(columns, nodes) AS s;
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_expressions(target, columns, nodes) AS s;
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_numbers(columns) AS s;
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_indexes(target, columns) AS s;
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_types(target, columns, nodes) AS s;
    RETURN QUERY
    SELECT 'stop', NULL::text, format('Two kinds of ids would have the type %s: those of %s. Give other names in '
        '"types".', c.type, string_agg(DISTINCT format('%s.%s', c.relation::regclass,
            base62id_moves.column_name(c.relation, c.attribute)), ', '::text))
    FROM base62id_moves.movers(columns) AS c
    WHERE c.prefix IS NOT NULL
    GROUP BY c.type HAVING count(DISTINCT concat_ws(' ', c.prefix, c.notation)) > 1;
    RETURN QUERY
    SELECT 'stop', s, 'only a superuser makes typed ids: let one run this statement, and come back'
    FROM base62id_moves.new_types(columns) AS s
    WHERE NOT (SELECT r.rolsuper FROM pg_roles AS r WHERE r.rolname = current_user);
    RETURN QUERY
    SELECT 'stop', NULL::text, format('The move takes about %s locks, and the server has room for %s. '
        'Raise max_locks_per_transaction to %s, or give "tables" and move some at a time.', l.needed, l.room,
        current_setting('max_locks_per_transaction'::text)::bigint * l.needed / l.room * 2)
    FROM base62id_moves.number_of_locks(target, columns, nodes, locked) AS l
    WHERE l.needed > l.room;
END $$;
-- ---------- remarks ----------
--
-- What no statement can do, and what to know before the statements are run. The statement of a remark is a query that
-- shows more.

-- Where more than ten columns have the same remark, it is written once, and its query lists them. ONE and MANY are the
-- sentence behind the column's name and behind the names of several.
CREATE TYPE base62id_moves.about AS (name text, query text, one text, many text);

CREATE FUNCTION base62id_moves.grouped(remarks base62id_moves.about[]) RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH line AS (
        SELECT r.*, count(*) OVER same AS alike, row_number() OVER (same ORDER BY r.n) AS place
        FROM unnest(remarks) WITH ORDINALITY AS r(name, query, one, many, n)
        WINDOW same AS (PARTITION BY r.many)
    )
    SELECT CASE WHEN l.alike > 10
            THEN base62id_moves.list_query(ARRAY(SELECT o.name FROM line AS o WHERE o.many = l.many ORDER BY o.n))
            ELSE l.query END,
        CASE WHEN l.alike > 10 THEN format('%s and %s other columns %s', l.name, l.alike - 1, l.many)
            ELSE format('%s %s', l.name, l.one) END
    FROM line AS l WHERE l.alike <= 10 OR l.place = 1
    ORDER BY l.n;
END $$;

CREATE FUNCTION base62id_moves.list_query(names text[]) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN format('SELECT pg_catalog.unnest(%L::pg_catalog.text[]) AS columns', names);
END $$;

CREATE FUNCTION base62id_moves.remarks_on_locks(target text, columns base62id_moves.moving[],
    nodes base62id_moves.node[], locked oid[])
RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    tables CONSTANT text := (
        SELECT string_agg(DISTINCT format('%L', r.oid::regclass), ', '::text)
        FROM base62id_moves.movers(columns) AS c JOIN pg_class AS r ON r.oid = c.relation AND r.relkind <> 'c');
    foreign_keys CONSTANT bigint := (
        SELECT count(*) FROM unnest(nodes) AS n
            JOIN pg_constraint AS k ON n.class = 'pg_constraint'::regclass AND k.oid = n.object AND k.contype = 'f');
BEGIN
    IF tables IS NULL THEN
        RETURN QUERY VALUES (NULL::text, 'no column moves');
        RETURN;
    END IF;
    RETURN QUERY
    SELECT format(E'SELECT c.oid::pg_catalog.regclass,\n'
            '    pg_catalog.pg_size_pretty(pg_catalog.pg_table_size(c.oid)) AS rows,\n'
            '    pg_catalog.pg_size_pretty(pg_catalog.pg_indexes_size(c.oid)) AS indexes\n'
            'FROM pg_catalog.unnest(ARRAY[%s]::pg_catalog.regclass[]) AS c(oid) ORDER BY 3 DESC', tables),
        format('Run the statements in one transaction: when one fails, nothing has happened. '
            '%s tables and views are locked against everybody (ACCESS EXCLUSIVE) until it commits: '
            'as long as the indexes of %s columns are built again%s. To lock less at a time, give "tables". '
            'It takes about %s locks; the server has room for %s.',
            cardinality(locked), (SELECT count(*) FROM base62id_moves.movers(columns)),
            CASE WHEN foreign_keys > 0 THEN format(' and %s foreign keys are checked', foreign_keys) END,
            l.needed, l.room)
    FROM base62id_moves.number_of_locks(target, columns, nodes, locked) AS l;
    RETURN QUERY VALUES (NULL::text,
        'After the move, let poolers and drivers open new connections. A session that has prepared a query of these '
        'columns gets "cached plan must not change result type" once.');
END $$;

-- What is more work than a change of the catalog, and what is not the same afterwards.
CREATE FUNCTION base62id_moves.remarks_on_rewrites(target text, columns base62id_moves.moving[],
    nodes base62id_moves.node[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format('%s is partitioned by a column that moves, which PostgreSQL cannot change. '
            'So its partitions (%s) are detached, it is dropped and made again, and they are attached again. '
            'ATTACH PARTITION reads each of them once.',
            r::regclass, (SELECT count(*) FROM pg_inherits AS i WHERE i.inhparent = r))
    FROM base62id_moves.remade(columns) AS r
    ORDER BY r::regclass::text;

    RETURN QUERY
    SELECT format('%s.%s holds rows of a type that changes. It is text meanwhile, so the table is written twice.',
            n.object::regclass, base62id_moves.column_name(n.object, n.sub))
    FROM unnest(nodes) AS n WHERE n.how = 'text'
    ORDER BY n.object::regclass::text, n.sub;

    RETURN QUERY
    WITH generated AS (
        SELECT n.object, n.sub FROM unnest(nodes) AS n WHERE n.how = 'generated'
    )
    SELECT format('%s.%s is a generated column that has to be dropped and added again: it comes behind the other '
            'columns, and stays there on the way back. Name the columns where you use SELECT * or INSERT without a '
            'list.', g.object::regclass, base62id_moves.column_name(g.object, g.sub))
    FROM generated AS g
    WHERE EXISTS (SELECT FROM pg_attribute AS a
        WHERE a.attrelid = g.object AND a.attnum > g.sub AND NOT a.attisdropped
            AND (a.attrelid, a.attnum::integer) NOT IN (SELECT o.object, o.sub FROM generated AS o))
    ORDER BY g.object::regclass::text, g.sub;

    RETURN QUERY
    SELECT format('The index %s calls a function in a procedural language on a column that moves. Give the function '
            'SET base62id.output = ''id'', or it writes ids in the form that each session chose, and REINDEX.',
            i.indexrelid::regclass)
    FROM pg_index AS i
        JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
            AND d.refclassid = 'pg_proc'::regclass
        JOIN pg_proc AS p ON p.oid = d.refobjid
        JOIN pg_language AS l ON l.oid = p.prolang AND l.lanname NOT IN ('internal', 'c', 'typed_id')
    WHERE EXISTS (
        SELECT FROM pg_depend AS o JOIN base62id_moves.movers(columns) AS c
            ON o.refclassid = 'pg_class'::regclass AND o.refobjid = c.relation AND o.refobjsubid = c.attribute
        WHERE o.classid = 'pg_class'::regclass AND o.objid = i.indexrelid)
    ORDER BY i.indexrelid::regclass::text;

    RETURN QUERY SELECT t.remains FROM base62id_moves.old_types(target, columns) AS t WHERE t.remains IS NOT NULL;
END $$;

CREATE FUNCTION base62id_moves.remarks_on_stays(columns base62id_moves.moving[])
RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT g.* FROM base62id_moves.grouped(ARRAY(
        SELECT ROW(format('%s.%I', c.relation::regclass, a.attname), NULL, format('stays as it is: %s', c.reason),
            format('stay as they are: %s', c.reason))::base62id_moves.about
        FROM unnest(columns) AS c JOIN pg_attribute AS a ON a.attrelid = c.relation AND a.attnum = c.attribute
        WHERE c.how = 'stay' AND a.attinhcount = 0
        ORDER BY c.relation::regclass::text, c.attribute)) AS g;
END $$;

CREATE FUNCTION base62id_moves.remarks_on_what_stays(schemas name[], tables regclass[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    roles CONSTANT oid[] := ARRAY(SELECT r FROM base62id_moves.roles() AS r);
BEGIN
    RETURN QUERY
    SELECT format('%s is a table of the extension %s and stays as it is', c.oid::regclass, e.extname)
    FROM pg_depend AS d
        JOIN pg_class AS c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid AND c.relkind IN ('r', 'p')
        JOIN pg_extension AS e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid
        JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE d.deptype = 'e' AND (schemas IS NULL OR n.nspname = ANY (schemas))
        AND (tables IS NULL OR c.oid = ANY (tables::oid[])) AND base62id_moves.has_uuid(c.oid)
    ORDER BY c.oid::regclass::text;

    RETURN QUERY
    SELECT format(CASE count(*)
                WHEN 1 THEN '%1$s belongs to %2$s, from whom %3$s does not inherit. To move it: SET ROLE %2$s'
                ELSE '%1$s belong to %2$s, from whom %3$s does not inherit. To move them: SET ROLE %2$s' END,
            string_agg(m.relation::regclass::text, ', '::text ORDER BY m.relation::regclass::text),
            o.name, current_user)
    FROM base62id_moves.meant(schemas, tables) AS m, LATERAL (SELECT base62id_moves.role_name(m.owner)) AS o(name)
    WHERE NOT m.owner = ANY (roles) AND (base62id_moves.has_uuid(m.relation) OR EXISTS (
        SELECT FROM pg_attribute AS a JOIN base62id_moves.family() AS f ON f.type = a.atttypid
        WHERE a.attrelid = m.relation AND NOT a.attisdropped))
    GROUP BY o.name ORDER BY o.name;

    RETURN QUERY
    SELECT format('%s.%I is an array and stays %s. Where a query compares it with ids of the new type, cast those: '
            '@> ARRAY[id]::uuid[]', c.oid::regclass, a.attname, a.atttypid::regtype)
    FROM base62id_moves.relations(schemas, tables) AS t
        JOIN pg_class AS c ON c.oid = t AND c.relkind IN ('r', 'p')
        JOIN pg_attribute AS a ON a.attrelid = c.oid AND NOT a.attisdropped AND a.attinhcount = 0
            AND a.atttypid = 'uuid[]'::regtype
    ORDER BY c.oid::regclass::text, a.attnum;

    RETURN QUERY
    SELECT format('%s is a foreign table: its columns stay as they are. What is sent to the other server is of the '
            'type that it has there.', c.oid::regclass)
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind = 'f' AND (schemas IS NULL OR n.nspname = ANY (schemas)) AND tables IS NULL
        AND base62id_moves.has_uuid(c.oid)
    ORDER BY c.oid::regclass::text;
END $$;

CREATE FUNCTION base62id_moves.has_uuid(relation oid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN EXISTS (SELECT FROM pg_attribute AS a
        WHERE a.attrelid = relation AND a.atttypid = 'uuid'::regtype AND NOT a.attisdropped);
END $$;

-- Columns that could hold ULIDs and hold nothing yet.
CREATE FUNCTION base62id_moves.remarks_on_empty_texts(schemas name[], tables regclass[],
    columns base62id_moves.moving[])
RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET row_security = off AS $$
DECLARE
    empty text[] := '{}';
    types jsonb := '{}';
    c record;
BEGIN
    FOR c IN
        -- no function looks at columns of other relations
        WITH candidate AS MATERIALIZED (
            SELECT r.oid, format('%s.%s', n.nspname, r.relname) AS key, a.attnum::integer AS attnum, a.attname,
                a.atttypid, a.atttypmod
            FROM base62id_moves.relations(schemas, tables) AS t
                JOIN pg_class AS r ON r.oid = t AND r.relkind IN ('r', 'p')
                JOIN pg_namespace AS n ON n.oid = r.relnamespace
                JOIN pg_attribute AS a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
                    AND a.attinhcount = 0 AND a.atttypid IN ('varchar'::regtype, 'character'::regtype)
        )
        SELECT o.key, o.oid::regclass AS relation, format('%I', o.attname) AS name
        FROM candidate AS o
        WHERE (o.oid, o.attnum) NOT IN (SELECT m.relation, m.attribute FROM unnest(columns) AS m)
            AND base62id_moves.could_be_ulid(o.atttypid, o.atttypmod, EXISTS (SELECT FROM pg_constraint AS k
                WHERE k.conrelid = o.oid AND k.contype = 'p' AND o.attnum = ANY (k.conkey)), o.attname::text)
            AND base62id_moves.text_obstacle(o.oid, o.attnum) IS NULL
        ORDER BY o.oid::regclass::text, o.attnum
    LOOP
        IF NOT base62id_moves.finds(format('SELECT FROM %s WHERE %s IS NOT NULL', c.relation, c.name)) THEN
            empty := empty || format('%s.%s', c.relation, c.name);
            types := types || jsonb_build_object(c.key, '["ulid"]'::jsonb);
        END IF;
    END LOOP;
    RETURN QUERY
    SELECT format('SELECT * FROM %I.base62id_migrate(''ulid'', types => %L) ORDER BY step', n.nspname, types),
        format('%s columns of 26 symbols hold no values, as %s. Where they are to hold ULIDs, say so in "types", '
            'as the query does for all of them.', cardinality(empty), empty[1])
    FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
    WHERE e.extname = 'base62id_migrate' AND cardinality(empty) > 0;
END $$;

-- Text columns that move, and those that stay and hold texts of uuids.
CREATE FUNCTION base62id_moves.remarks_on_texts(target text, schemas name[], tables regclass[],
    columns base62id_moves.moving[])
RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET row_security = off AS $$
DECLARE
    uuid_text CONSTANT text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
    c record;
    uuids bigint;
    looked bigint;
BEGIN
    RETURN QUERY
    SELECT g.* FROM base62id_moves.grouped(ARRAY(
        SELECT ROW(x.name, CASE WHEN x.looked >= 100000
                THEN base62id_moves.values_query(target, m.relation, m.attribute, NULL::text) END,
            concat(format('holds texts of ids and becomes %s: %s values have been looked at.', m.type, x.looked),
                CASE WHEN x.looked >= 100000 THEN ' Run the query, which looks at all: where it gives more than one '
                    'row, the statement that changes the column fails.' END),
            -- each that has a query has a line
            concat(format('hold texts of ids and become %s', m.type), CASE WHEN x.looked >= 100000 THEN x.name END)
            )::base62id_moves.about
        FROM base62id_moves.movers(columns) AS m, LATERAL (
            SELECT format('%s.%s', m.relation::regclass, base62id_moves.column_name(m.relation, m.attribute)),
                coalesce(m.base::bigint, 0)) AS x(name, looked)
        WHERE m.how = 'change' AND m.source IN ('text'::regtype, 'varchar'::regtype, 'character'::regtype)
        ORDER BY m.relation::regclass::text, m.attribute)) AS g;
    IF target = 'ulid' THEN
        RETURN QUERY SELECT s.* FROM base62id_moves.remarks_on_empty_texts(schemas, tables, columns) AS s;
    ELSIF target IN ('uuid', 'text', 'bigint') THEN
        RETURN;
    END IF;
    FOR c IN
        SELECT r.oid, r.oid::regclass AS relation, a.attname, format_type(a.atttypid, a.atttypmod) AS type
        FROM base62id_moves.relations(schemas, tables) AS t
            JOIN pg_class AS r ON r.oid = t AND r.relkind IN ('r', 'p')
            JOIN pg_attribute AS a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attinhcount = 0
        WHERE a.atttypid IN ('text'::regtype, 'varchar'::regtype, 'character'::regtype)
            AND base62id_moves.named_as_id(a.attname::text)
            AND (a.attrelid, a.attnum::integer) NOT IN (
                SELECT m.relation, m.attribute FROM base62id_moves.movers(columns) AS m)
            AND NOT EXISTS (SELECT FROM pg_partition_tree(r.oid::regclass) AS p
                JOIN pg_class AS f ON f.oid = p.relid AND f.relkind = 'f')
        ORDER BY r.oid::regclass::text, a.attnum
    LOOP
        EXECUTE format('SELECT count(*), count(*) FILTER (WHERE v.value ~ %L) FROM (
            SELECT %I::text AS value FROM %s WHERE %I IS NOT NULL LIMIT 10000) AS v',
            uuid_text, c.attname, c.relation, c.attname) INTO looked, uuids;
        CONTINUE WHEN uuids = 0;
        RETURN QUERY
        SELECT format('SELECT pg_catalog.count(*) AS rows, pg_catalog.count(*) FILTER ('
                'WHERE %1$I::pg_catalog.text OPERATOR(pg_catalog.~) %2$L) AS uuids FROM %3$s',
                c.attname, uuid_text, c.relation),
            format('%s.%I is %s, and %s of its first %s values are texts of uuids. Where a query compares them with '
                'id::text, write id::uuid::text, because id::text is the new text afterwards; or change the column '
                'too.', c.relation, c.attname, c.type, uuids, looked);
    END LOOP;
END $$;

-- Columns of ids without a foreign key that are named after a table whose key moves.
CREATE FUNCTION base62id_moves.remarks_on_keys(target text, columns base62id_moves.moving[])
RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF target <> 'typed' THEN
        RETURN;
    END IF;
    RETURN QUERY
    WITH lone AS (
        SELECT c.relation, c.attribute, a.attname,
            regexp_replace(base62id_moves.singular(a.attname::text), '_?(id|uuid)$'::text, ''::text) AS word
        FROM unnest(columns) AS c
            JOIN pg_attribute AS a ON a.attrelid = c.relation AND a.attnum = c.attribute AND a.attinhcount = 0
                AND a.atttypid = 'uuid'::regtype
        WHERE NOT EXISTS (SELECT FROM pg_constraint AS k
                WHERE k.contype = 'f' AND k.conrelid = c.relation AND c.attribute = ANY (k.conkey))
            AND NOT EXISTS (SELECT FROM pg_index AS i
                WHERE i.indrelid = c.relation AND i.indisprimary AND i.indkey::text = c.attribute::text)
            AND base62id_moves.kind_column(c.relation, c.attribute) IS NULL
    ), named AS (
        SELECT DISTINCT ON (l.relation, l.attribute) l.*, k.conrelid AS other, k.conkey[1]::integer AS key
        FROM lone AS l
            JOIN pg_constraint AS k ON k.contype = 'p' AND cardinality(k.conkey) = 1
            JOIN unnest(columns) AS c ON c.relation = k.conrelid AND c.attribute = k.conkey[1]
            JOIN pg_class AS t ON t.oid = k.conrelid
        WHERE l.word <> '' AND base62id_moves.singular(t.relname::text) = l.word
        ORDER BY l.relation, l.attribute, k.conrelid
    )
    SELECT g.* FROM base62id_moves.grouped(ARRAY(
        SELECT ROW(format('%s.%I', n.relation::regclass, n.attname),
            format('SELECT pg_catalog.count(*) AS rows, pg_catalog.count(*) FILTER (WHERE NOT EXISTS ('
                'SELECT FROM %1$s AS k WHERE k.%2$s::pg_catalog.text OPERATOR(pg_catalog.=) t.%3$I::pg_catalog.text'
                ')) AS strangers FROM %4$s AS t WHERE t.%3$I IS NOT NULL',
                n.other::regclass, base62id_moves.column_name(n.other, n.key), n.attname, n.relation::regclass),
            format('has no foreign key; by its name it holds ids of %s. Without one it stays uuid, which does not '
                'compare with a typed id: add the foreign key first, where there are no strangers.',
                n.other::regclass),
            'have no foreign key; by their names they hold ids of other tables. Without one they stay uuid, which does '
            'not compare with a typed id: add foreign keys first.')::base62id_moves.about
        FROM named AS n ORDER BY n.relation::regclass::text, n.attribute)) AS g;

    RETURN QUERY
    SELECT NULL::text, format('%s have keys of one type, %s: %s.',
            string_agg(c.relation::regclass::text, ', '::text ORDER BY c.relation::regclass::text), c.type,
            CASE WHEN min(c.source) = 'uuid'::regtype THEN 'foreign keys connect them'
                ELSE 'their ids have one type prefix' END)
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_index AS i ON i.indrelid = c.relation AND i.indisprimary AND i.indkey::text = c.attribute::text
    WHERE c.how = 'change' AND NOT EXISTS (SELECT FROM pg_constraint AS k
        WHERE k.contype = 'f' AND k.conrelid = c.relation AND c.attribute = ANY (k.conkey))
    GROUP BY c.type HAVING count(*) > 1 ORDER BY c.type;
END $$;

-- Code and definitions whose results change, and other servers.
CREATE FUNCTION base62id_moves.remarks_on_code(target text, columns base62id_moves.moving[],
    nodes base62id_moves.node[])
RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    tables CONSTANT oid[] := ARRAY(SELECT DISTINCT c.relation FROM base62id_moves.movers(columns) AS c);
    functions CONSTANT text := 'SELECT p.oid::pg_catalog.regprocedure FROM pg_catalog.pg_proc AS p '
        'JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) p.pronamespace '
        'WHERE n.nspname OPERATOR(pg_catalog.!~) ''^(pg_|information_schema$|base62id_moves$)'' '
        'AND p.prosrc OPERATOR(pg_catalog.~*) ''id\M["\s]*(::|\s+as\s+)\s*(text|varchar|character varying)'' '
        'AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend AS d WHERE d.objid OPERATOR(pg_catalog.=) p.oid '
        'AND d.deptype OPERATOR(pg_catalog.=) ''e''::pg_catalog."char") '
        'ORDER BY p.oid::pg_catalog.regprocedure::pg_catalog.text';
    objects CONSTANT text[] := ARRAY(
        SELECT DISTINCT pg_describe_object(t.class, t.object, 0) FROM base62id_moves.trees(columns, nodes) AS t
        WHERE t.tree ~ format('\{COERCEVIAIO :arg \{VAR [^{}]*:vartype %s [^{}]*\} :resulttype (25|1042|1043) ',
            'uuid'::regtype::oid)
        ORDER BY 1);
BEGIN
    IF tables = '{}' THEN
        RETURN;
    END IF;
    RETURN QUERY
    SELECT NULL::text, format('%s is published by %s: change the type on each subscriber too. Either side reads what '
            'the other sends in text while base62id.output is id for the replicating role.', p.prrelid::regclass,
            string_agg(format('%I', b.pubname), ', '::text ORDER BY b.pubname))
    FROM pg_publication_rel AS p JOIN pg_publication AS b ON b.oid = p.prpubid
    WHERE p.prrelid = ANY (tables)
    GROUP BY p.prrelid ORDER BY p.prrelid::regclass::text;

    RETURN QUERY
    SELECT NULL::text, format('%s is filled by a subscription: change the type at its publisher too. Either side '
            'reads what the other sends in text while base62id.output is id for the replicating role.',
            s.srrelid::regclass)
    FROM pg_subscription_rel AS s WHERE s.srrelid = ANY (tables)
    ORDER BY s.srrelid::regclass::text;

    IF target IN ('uuid', 'text', 'bigint') THEN
        RETURN;
    END IF;
    IF base62id_moves.finds(functions) THEN
        RETURN QUERY VALUES (functions, 'Look at the functions that the query lists: they write id::text, which is the '
            'new text afterwards, and finds nothing in columns that hold texts of uuids. Write id::uuid::text there.');
    END IF;
    IF objects <> '{}' THEN
        RETURN QUERY VALUES (base62id_moves.list_query(objects), format('Look at %s%s: it has id::text, which is the '
            'new text afterwards. Write id::uuid::text before the move where texts of uuids are compared or kept.',
            objects[1], CASE WHEN objects[2] IS NOT NULL
                THEN format(' and %s others that the query lists', cardinality(objects) - 1) END));
    END IF;
    RETURN QUERY VALUES (NULL::text,
        'For an application that knows uuids only, run ALTER ROLE app SET base62id.output = uuid. '
        'citext, JSON, format, concat and procedural languages then write ids as uuids too: '
        'what stores or compares such text has to set base62id.output itself.');
END $$;
-- ---------- the function ----------

-- The settings under which the statements run; the last of them puts the old ones back. They end with the transaction.
CREATE FUNCTION base62id_moves.settings(columns base62id_moves.moving[], nodes base62id_moves.node[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN NEXT format('SET LOCAL search_path = pg_catalog, %s, pg_temp',
        (SELECT string_agg(format('%I', s), ', '::text) FROM base62id_moves.operator_schemas(columns) AS s));
    RETURN NEXT 'SET LOCAL base62id.output = ''id''';
    RETURN NEXT 'SET LOCAL standard_conforming_strings = on';
    IF EXISTS (SELECT FROM unnest(nodes) AS n WHERE n.how = 'stub') THEN
        RETURN NEXT 'SET LOCAL check_function_bodies = off';
    END IF;
END $$;

-- A digest of all that the statements take down, put back or change, as the catalogs have it now.
CREATE FUNCTION base62id_moves.digest(target text, movers base62id_moves.moving[]) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    nodes CONSTANT base62id_moves.node[] := ARRAY(SELECT n FROM base62id_moves.nodes(movers) AS n);
    words CONSTANT jsonb := base62id_moves.words(target, movers);
BEGIN
    RETURN (SELECT md5(string_agg(x.s, E'\n'::text ORDER BY x.s COLLATE "C")) FROM (
        SELECT b FROM base62id_moves.back(nodes, words) AS b
        UNION ALL SELECT t FROM base62id_moves.touch_up(nodes) AS t
        UNION ALL SELECT d.statement FROM base62id_moves.defaults(movers, nodes, words) AS d
        UNION ALL SELECT d.statement FROM base62id_moves.domains(movers, words) AS d
        UNION ALL SELECT n.statement FROM base62id_moves.number_statements(target, movers) AS n
        UNION ALL SELECT p.statement FROM base62id_moves.partitions(true, movers, words) AS p
        UNION ALL SELECT p.statement FROM base62id_moves.partitions(false, movers, words) AS p
        UNION ALL SELECT c.statement FROM base62id_moves.change(movers, nodes, words) AS c) AS x(s));
END $$;

-- The first statement behind the locks. A snapshot from before the locks would not show what has changed.
--
-- JIT is off here and in base62id_migrate(). Queries of the catalogs look expensive to the planner, but read few rows;
-- compiling them took nine tenths of the time in which the locks are held.
CREATE FUNCTION base62id_moves.unchanged(planned text, target text, movers base62id_moves.moving[]) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET jit = off AS $$
BEGIN
    IF current_setting('transaction_isolation'::text) NOT IN ('read committed', 'read uncommitted') THEN
        RAISE EXCEPTION USING ERRCODE = 'invalid_transaction_state',
            MESSAGE = 'the statements of base62id_migrate run at the isolation level READ COMMITTED only';
    ELSIF base62id_moves.digest(target, movers) IS DISTINCT FROM planned THEN
        RAISE EXCEPTION USING ERRCODE = 'object_not_in_prerequisite_state',
            MESSAGE = 'what depends on the columns has changed since these statements were written',
            HINT = 'Ask base62id_migrate for them again.';
    END IF;
END $$;

CREATE FUNCTION base62id_moves.before(target text, columns base62id_moves.moving[], nodes base62id_moves.node[],
    locked oid[], words jsonb)
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    dropped CONSTANT oid[] := ARRAY(SELECT n.object FROM unnest(nodes) AS n
        WHERE n.class = 'pg_class'::regclass AND n.sub = 0 AND n.how = 'drop');
    movers CONSTANT base62id_moves.moving[] := ARRAY(SELECT m FROM base62id_moves.movers(columns) AS m);
BEGIN
    RETURN QUERY SELECT s FROM base62id_moves.new_types(columns) AS s;
    RETURN QUERY SELECT s FROM base62id_moves.lock_statements(columns, nodes, locked) AS s;
    RETURN NEXT format('SELECT base62id_moves.unchanged('
        '%L::pg_catalog.text, %L::pg_catalog.text, %L::base62id_moves.moving[])',
        base62id_moves.digest(target, movers), target, movers);
    RETURN QUERY SELECT s FROM base62id_moves.settings(columns, nodes) AS s;
    RETURN QUERY
    SELECT d FROM unnest(nodes) AS n, LATERAL base62id_moves.take_down(n.class, n.object, n.how, dropped) AS d
    WHERE n.how IN ('drop', 'stub')
    ORDER BY n.depth DESC, n.class::regclass::text, n.object DESC;
    RETURN QUERY SELECT r.statement FROM base62id_moves.row_statements(nodes) AS r WHERE r.kind = 'before';
    RETURN QUERY SELECT d.statement FROM base62id_moves.defaults(columns, nodes, words) AS d WHERE d.kind = 'before';
    RETURN QUERY SELECT d.statement FROM base62id_moves.domains(columns, words) AS d WHERE d.kind = 'before';
    RETURN QUERY SELECT s.statement FROM base62id_moves.number_statements(target, columns) AS s WHERE s.kind = 'before';
    RETURN QUERY
    SELECT format('ALTER TABLE %s DROP COLUMN %s', n.object::regclass, base62id_moves.column_name(n.object, n.sub))
    FROM base62id_moves.lonely(columns, nodes) AS n;
END $$;

CREATE FUNCTION base62id_moves.after(target text, columns base62id_moves.moving[], nodes base62id_moves.node[],
    words jsonb, path text)
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format('ALTER TABLE %s ADD COLUMN %s', n.object::regclass,
        base62id_moves.column_definition(n.object, n.sub, (SELECT c.type FROM base62id_moves.movers(columns) AS c
            WHERE c.relation = n.object AND c.attribute = n.sub), words))
    FROM base62id_moves.lonely(columns, nodes) AS n;
    RETURN QUERY SELECT r.statement FROM base62id_moves.row_statements(nodes) AS r WHERE r.kind = 'after';
    RETURN QUERY SELECT d.statement FROM base62id_moves.defaults(columns, nodes, words) AS d WHERE d.kind = 'after';
    RETURN QUERY SELECT s.statement FROM base62id_moves.number_statements(target, columns) AS s WHERE s.kind = 'after';
    RETURN QUERY SELECT t FROM base62id_moves.touch_up(nodes) AS t;
    RETURN QUERY SELECT b FROM base62id_moves.back(nodes, words) AS b;
    RETURN QUERY SELECT t FROM base62id_moves.touch_up_indexes(columns) AS t;
    RETURN QUERY SELECT m FROM base62id_moves.marks(target, columns) AS m;
    RETURN QUERY
    SELECT d.statement
    FROM base62id_moves.domains(columns, words) WITH ORDINALITY AS d(kind, statement, remark, n)
    WHERE d.kind = 'after'
    ORDER BY d.n DESC;
    RETURN QUERY SELECT t FROM base62id_moves.drop_types(target, columns) AS t;
    RETURN NEXT format('SELECT pg_catalog.set_config(s.name, s.value, true) FROM (VALUES '
        '(''search_path''::pg_catalog.text, %L::pg_catalog.text), (''base62id.output'', %L), '
        '(''standard_conforming_strings'', %L), (''check_function_bodies'', %L)) AS s(name, value)',
        path, current_setting('base62id.output'::text), current_setting('standard_conforming_strings'::text),
        current_setting('check_function_bodies'::text));
END $$;

CREATE FUNCTION base62id_moves.remarks(target text, schemas name[], tables regclass[],
    columns base62id_moves.moving[], nodes base62id_moves.node[], locked oid[])
RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT r.* FROM base62id_moves.remarks_on_locks(target, columns, nodes, locked) AS r;
    RETURN QUERY SELECT NULL::text, r FROM base62id_moves.remarks_on_rewrites(target, columns, nodes) AS r;
    RETURN QUERY SELECT r.* FROM base62id_moves.remarks_on_stays(columns) AS r;
    RETURN QUERY SELECT NULL::text, r FROM base62id_moves.remarks_on_what_stays(schemas, tables) AS r;
    RETURN QUERY SELECT r.* FROM base62id_moves.remarks_on_texts(target, schemas, tables, columns) AS r;
    RETURN QUERY SELECT r.* FROM base62id_moves.remarks_on_keys(target, columns) AS r;
    RETURN QUERY SELECT r.* FROM base62id_moves.remarks_on_code(target, columns, nodes) AS r;
END $$;

CREATE FUNCTION base62id_moves.plan(target text, schemas name[], tables regclass[], types jsonb, path text)
RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    moving CONSTANT oid[] := ARRAY(SELECT r FROM base62id_moves.relations(schemas, tables) AS r);
    columns CONSTANT base62id_moves.moving[] := ARRAY(SELECT c FROM base62id_moves.columns(target, moving, types) AS c);
    nodes CONSTANT base62id_moves.node[] := ARRAY(SELECT n FROM base62id_moves.nodes(columns) AS n);
    locked CONSTANT oid[] := ARRAY(SELECT l FROM base62id_moves.locked(columns, nodes) AS l);
    words CONSTANT jsonb := base62id_moves.words(target, columns);
    stops CONSTANT base62id_moves.row[] :=
        ARRAY(SELECT s FROM base62id_moves.stops(target, columns, nodes, locked) AS s);
BEGIN
    RETURN QUERY SELECT s.* FROM unnest(stops) AS s;
    RETURN QUERY SELECT 'check', r.query, r.remark
        FROM base62id_moves.remarks(target, schemas, tables, columns, nodes, locked) AS r;
    IF cardinality(stops) > 0 OR NOT EXISTS (SELECT FROM base62id_moves.movers(columns)) THEN
        RETURN;
    END IF;
    RETURN QUERY SELECT 'before', s, NULL::text FROM base62id_moves.before(target, columns, nodes, locked, words) AS s;
    RETURN QUERY SELECT p.* FROM base62id_moves.partitions(true, columns, words) AS p;
    RETURN QUERY SELECT c.* FROM base62id_moves.change(columns, nodes, words) AS c;
    RETURN QUERY SELECT p.* FROM base62id_moves.partitions(false, columns, words) AS p;
    RETURN QUERY SELECT 'after', s, NULL::text FROM base62id_moves.after(target, columns, nodes, words, path) AS s;
    RETURN QUERY
    SELECT 'analyze', format('ANALYZE %s', a.relation::regclass), 'ALTER TYPE drops the statistics of a column'
    FROM (
        SELECT c.relation
        FROM base62id_moves.movers(columns) AS c JOIN pg_class AS r ON r.oid = c.relation AND r.relkind <> 'c'
        UNION
        SELECT m.oid
        FROM unnest(nodes) AS n JOIN pg_class AS m ON n.class = 'pg_class'::regclass AND m.oid = n.object
            AND m.relkind = 'm' AND m.relispopulated AND n.how = 'drop') AS a
    ORDER BY a.relation::regclass::text;
END $$;

-- This function has the caller's search_path, to write the statement that puts it back. So it names all schemas and
-- exact types itself.
CREATE FUNCTION base62id_migrate(target text, schemas name[] DEFAULT NULL, tables regclass[] DEFAULT NULL,
    types jsonb DEFAULT NULL)
RETURNS TABLE (step integer, kind text, statement text, remark text)
LANGUAGE plpgsql STABLE SET jit = off AS $$
BEGIN
    IF target OPERATOR(pg_catalog.=) ANY ('{base62id,base64uuid,ulid,typed,uuid,text,bigint}'::pg_catalog.text[])
        IS NOT TRUE THEN
        RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value',
            MESSAGE = pg_catalog.concat('there is no target ', pg_catalog.quote_nullable(target)),
            HINT = 'The targets are base62id, base64uuid, ulid, typed, uuid, text and bigint.';
    END IF;
    RETURN QUERY
    SELECT (pg_catalog.row_number() OVER ())::pg_catalog.int4, p.kind,
        CASE WHEN p.statement IS NOT NULL THEN pg_catalog.concat(p.statement, ';') END, p.remark
    FROM base62id_moves.plan(target, schemas, tables, types,
        pg_catalog.current_setting('search_path'::pg_catalog.text)) AS p;
END $$;
COMMENT ON FUNCTION base62id_migrate(text, name[], regclass[], jsonb)
    IS 'writes the statements that move a schema between uuid and other types of ids, and executes none';
