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
