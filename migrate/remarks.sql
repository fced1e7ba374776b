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
