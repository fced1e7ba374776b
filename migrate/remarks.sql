-- ---------- remarks ----------
--
-- What no statement can do, or what has to be known before the statements are run. The statement of a remark is a
-- query that shows more.

CREATE FUNCTION base62id_moves.remarks_on_locks(target text, columns base62id_moves.moving[],
    nodes base62id_moves.node[],
    locked oid[])
RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    relations CONSTANT oid[] := ARRAY(SELECT DISTINCT r.oid FROM base62id_moves.movers(columns) AS c
        JOIN pg_class AS r ON r.oid = c.relation AND r.relkind <> 'c');
    list CONSTANT text := (SELECT string_agg(format('%L', r::regclass), ', '::text ORDER BY r::regclass::text)
        FROM unnest(relations) AS r);
    foreign_keys CONSTANT bigint := (SELECT count(*) FROM unnest(nodes) AS n
        JOIN pg_constraint AS k ON n.class = 'pg_constraint'::regclass AND k.oid = n.object AND k.contype = 'f');
    l record;
BEGIN
    IF list IS NULL THEN
        RETURN QUERY VALUES (NULL::text, 'no column moves');
        RETURN;
    END IF;
    SELECT * INTO l FROM base62id_moves.number_of_locks(target, columns, nodes, locked);
    RETURN QUERY SELECT
        format(E'SELECT c.oid::pg_catalog.regclass, pg_catalog.pg_size_pretty(pg_catalog.pg_table_size(c.oid)) AS '
            'rows, '
               'pg_catalog.pg_size_pretty(pg_catalog.pg_indexes_size(c.oid)) AS indexes\n'
               '  FROM pg_catalog.unnest(ARRAY[%s]::pg_catalog.regclass[]) AS c(oid) ORDER BY 3 DESC', list),
        format('Run the statements in one transaction: when one fails, nothing has happened. %s tables and views are '
            'locked against '
               'everybody (ACCESS EXCLUSIVE) until it commits: as long as the indexes of %s columns are built again%s. '
                   'To lock less '
               'at a time, give "tables". It takes about %s locks; the server has room for %s.',
               cardinality(locked), (SELECT count(*) FROM base62id_moves.movers(columns)),
               CASE WHEN foreign_keys > 0 THEN format(' and %s foreign keys are checked', foreign_keys) END, l.needed,
                   l.room);
    RETURN QUERY VALUES (NULL::text,
        'Sessions that have prepared a query of these columns get "cached plan must not change result '
        'type" once: let the connections of poolers and drivers be made anew afterwards.');
END $$;

-- What is more work than a change of the catalog, and what is not the same afterwards.
CREATE FUNCTION base62id_moves.remarks_on_rewrites(target text, columns base62id_moves.moving[],
    nodes base62id_moves.node[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT
        format('%s is partitioned by a column that moves, which PostgreSQL cannot change: it is dropped and made '
            'again, and its partitions (%s) are detached before and attached after. ATTACH PARTITION reads each of '
                'them once.',
            r::regclass, (SELECT count(*) FROM pg_inherits AS i WHERE i.inhparent = r))
        FROM base62id_moves.remade(columns) AS r ORDER BY r::regclass::text;
    RETURN QUERY SELECT
        format('%s.%s holds rows of a type that changes: the table is written anew twice, because they are text '
            'meanwhile.', n.object::regclass, base62id_moves.column_name(n.object, n.sub))
        FROM unnest(nodes) AS n WHERE n.how = 'text' ORDER BY n.object::regclass::text, n.sub;
    RETURN QUERY
    WITH generated AS (
        SELECT n.object, n.sub FROM unnest(nodes) AS n WHERE n.how = 'generated'
    )
    SELECT
        format('%s.%s is a generated column that has to be dropped and added again: it comes behind the other columns, '
            'and '
            'stays there on the way back. SELECT * and INSERT without a list of columns notice.', g.object::regclass,
            base62id_moves.column_name(g.object, g.sub))
        FROM generated AS g WHERE EXISTS (SELECT FROM pg_attribute AS a
            WHERE a.attrelid = g.object AND a.attnum > g.sub AND NOT a.attisdropped
                AND (a.attrelid, a.attnum::integer) NOT IN (SELECT o.object, o.sub FROM generated AS o))
        ORDER BY g.object::regclass::text, g.sub;
    RETURN QUERY SELECT
        format('The index %s calls a function in a procedural language on a column that moves: ids that such a '
            'function writes as text have the session''s form. Give the function SET base62id.output = ''id'', and '
                'REINDEX.',
            i.indexrelid::regclass)
        FROM pg_index AS i JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
                AND d.refclassid = 'pg_proc'::regclass
            JOIN pg_proc AS p ON p.oid = d.refobjid
            JOIN pg_language AS l ON l.oid = p.prolang AND l.lanname NOT IN ('internal', 'c', 'typed_id')
        WHERE EXISTS (SELECT FROM pg_depend AS o JOIN base62id_moves.movers(columns) AS c
            ON o.refclassid = 'pg_class'::regclass AND o.refobjid = c.relation AND o.refobjsubid = c.attribute
            WHERE o.classid = 'pg_class'::regclass AND o.objid = i.indexrelid) ORDER BY i.indexrelid::regclass::text;
    RETURN QUERY SELECT t.remains FROM base62id_moves.old_types(target, columns) AS t WHERE t.remains IS NOT NULL;
END $$;

-- Where more than ten columns stay for one reason, it is said once, and the query lists them.
CREATE FUNCTION base62id_moves.remarks_on_stays(columns base62id_moves.moving[])
RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH stay AS (
        SELECT format('%s.%s', c.relation::regclass, base62id_moves.column_name(c.relation, c.attribute)) AS name,
            c.reason, count(*) OVER r AS alike, row_number() OVER (r ORDER BY c.relation::regclass::text, c.attribute)
                AS place, c.relation::regclass::text AS relation, c.attribute
        FROM unnest(columns) AS c JOIN pg_attribute AS a ON a.attrelid = c.relation AND a.attnum = c.attribute
        WHERE c.how = 'stay' AND a.attinhcount = 0 WINDOW r AS (PARTITION BY c.reason)
    )
    SELECT CASE WHEN s.alike > 10 THEN base62id_moves.list_query(ARRAY(SELECT o.name FROM stay AS o
            WHERE o.reason = s.reason ORDER BY o.place)) END,
        CASE WHEN s.alike > 10
            THEN format('%s and %s other columns stay as they are: %s', s.name, s.alike - 1, s.reason)
            ELSE format('%s stays as it is: %s', s.name, s.reason) END
    FROM stay AS s WHERE s.alike <= 10 OR s.place = 1 ORDER BY s.relation, s.attribute;
END $$;

CREATE FUNCTION base62id_moves.list_query(names text[]) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN format('SELECT pg_catalog.unnest(%L::pg_catalog.text[]) AS columns', names);
END $$;

CREATE FUNCTION base62id_moves.remarks_on_what_stays(schemas name[], tables regclass[], columns base62id_moves.moving[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    roles CONSTANT oid[] := ARRAY(SELECT r FROM base62id_moves.roles() AS r);
BEGIN
    RETURN QUERY SELECT format('%s is a table of the extension %s and stays as it is', c.oid::regclass, e.extname)
        FROM pg_depend AS d
            JOIN pg_class AS c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid AND c.relkind IN ('r', 'p')
            JOIN pg_extension AS e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid
            JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE d.deptype = 'e' AND (schemas IS NULL OR n.nspname = ANY (schemas))
            AND (tables IS NULL OR c.oid = ANY (tables::oid[])) AND EXISTS (SELECT FROM pg_attribute AS a
                WHERE a.attrelid = c.oid AND a.atttypid = 'uuid'::regtype AND NOT a.attisdropped)
        ORDER BY c.oid::regclass::text;
    RETURN QUERY SELECT format('%s %s to %s, from whom %s does not inherit. To move %s: SET ROLE %s',
        string_agg(c.oid::regclass::text,
                ', '::text ORDER BY c.oid::regclass::text), CASE count(*) WHEN 1 THEN 'belongs' ELSE 'belong' END,
            o.name, current_user, CASE count(*) WHEN 1 THEN 'it' ELSE 'them' END, o.name)
        FROM base62id_moves.meant(schemas, tables) AS m JOIN pg_class AS c ON c.oid = m.relation,
            LATERAL (SELECT base62id_moves.role_name(m.owner)) AS o(name)
        WHERE NOT m.owner = ANY (roles) AND EXISTS (SELECT FROM pg_attribute AS a JOIN pg_type AS t
            ON t.oid = a.atttypid
            WHERE a.attrelid = c.oid AND NOT a.attisdropped AND (t.oid = 'uuid'::regtype OR t.oid IN (
                SELECT f.type FROM base62id_moves.family() AS f)))
        GROUP BY o.name ORDER BY o.name;
    RETURN QUERY SELECT
        format('%s.%I is an array and stays %s: it would be written anew, and an array of another type does not '
            'compare with it. Where a query compares it with ids of the new type, cast its other side: @> '
                'ARRAY[id]::uuid[]',
            c.oid::regclass, a.attname, a.atttypid::regtype)
        FROM base62id_moves.relations(schemas, tables) AS t JOIN pg_class AS c ON c.oid = t
            JOIN pg_attribute AS a ON a.attrelid = c.oid AND NOT a.attisdropped AND a.attinhcount = 0
        WHERE a.atttypid = 'uuid[]'::regtype AND c.relkind IN ('r', 'p') ORDER BY c.oid::regclass::text, a.attnum;
    RETURN QUERY SELECT
        format('%s is a foreign table: its columns stay as they are. What is sent to the other server is of the '
            'type that it has there.', c.oid::regclass)
        FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE c.relkind = 'f' AND (schemas IS NULL OR n.nspname = ANY (schemas)) AND tables IS NULL
            AND EXISTS (SELECT FROM pg_attribute AS a
                WHERE a.attrelid = c.oid AND a.atttypid = 'uuid'::regtype AND NOT a.attisdropped)
        ORDER BY c.oid::regclass::text;
END $$;

-- Columns that could hold ULIDs and hold nothing: what to say where they do. They are chosen before one is read.
CREATE FUNCTION base62id_moves.remarks_on_empty_texts(schemas name[], tables regclass[],
    columns base62id_moves.moving[])
RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET row_security = off AS $$
DECLARE
    empty text[] := '{}';
    told jsonb := '{}';
    c record;
BEGIN
    FOR c IN
        SELECT r.oid::regclass AS relation, format('%I', a.attname) AS name,
            format('%s.%s', n.nspname, r.relname) AS told
        FROM base62id_moves.relations(schemas, tables) AS t JOIN pg_class AS r ON r.oid = t AND r.relkind IN ('r', 'p')
            JOIN pg_namespace AS n ON n.oid = r.relnamespace
            JOIN pg_attribute AS a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attinhcount = 0
        WHERE base62id_moves.could_be_ulid(a.atttypid, a.atttypmod, EXISTS (SELECT FROM pg_constraint AS k
                WHERE k.conrelid = r.oid AND k.contype = 'p' AND a.attnum = ANY (k.conkey)), a.attname::text)
            AND (a.attrelid, a.attnum::integer) NOT IN (SELECT m.relation, m.attribute FROM unnest(columns) AS m)
            AND base62id_moves.text_obstacle(a.attrelid, a.attnum::integer) IS NULL
        ORDER BY r.oid::regclass::text, a.attnum
    LOOP
        IF NOT base62id_moves.finds(format('SELECT FROM %s WHERE %s IS NOT NULL', c.relation, c.name)) THEN
            empty := empty || format('%s.%s', c.relation, c.name);
            told := told || jsonb_build_object(c.told, '["ulid"]'::jsonb);
        END IF;
    END LOOP;
    RETURN QUERY SELECT format('SELECT * FROM %I.base62id_migrate(''ulid'', types => %L) ORDER BY step', n.nspname,
                told),
            format('%s columns of 26 symbols hold no values, as %s. Where they are to hold ULIDs, say so in "types", '
                'as the query does for all of them.', cardinality(empty), empty[1])
        FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
        WHERE e.extname = 'base62id_migrate' AND cardinality(empty) > 0;
END $$;

-- Text columns: those that move, and those whose values are texts of uuids.
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
    WITH text AS (
        SELECT m.*, format('%s.%s', m.relation::regclass, base62id_moves.column_name(m.relation, m.attribute)) AS name,
            coalesce(m.base::bigint, 0) AS looked, coalesce(m.base::bigint, 0) >= 100000 AS more
        FROM base62id_moves.movers(columns) AS m
        WHERE m.how = 'change' AND m.source IN ('text'::regtype, 'varchar'::regtype, 'character'::regtype)
    ), line AS (
        SELECT t.*, count(*) OVER w AS alike, count(*) OVER w > 10 AND NOT t.more AS many,
            sum(t.looked) OVER w AS all_looked, row_number() OVER (w ORDER BY t.name, t.attribute) AS place
        FROM text AS t WINDOW w AS (PARTITION BY t.type, t.more)
    )
    SELECT CASE WHEN l.more THEN base62id_moves.values_query(target, l.relation, l.attribute, NULL::text)
            WHEN l.many THEN base62id_moves.list_query(ARRAY(SELECT o.name FROM line AS o
                WHERE o.many AND o.type = l.type ORDER BY o.place)) END,
        CASE WHEN l.many THEN format('%s and %s other columns hold texts of ids and become %s: %s values have been '
                'looked at.', l.name, l.alike - 1, l.type, l.all_looked)
            ELSE concat(format('%s holds texts of ids and becomes %s: %s values have been looked at.', l.name, l.type,
                l.looked), CASE WHEN l.more THEN ' The query looks at all. Where it gives more than one row, the '
                'statement that changes the column fails.' END) END
    FROM line AS l WHERE NOT l.many OR l.place = 1 ORDER BY l.relation::regclass::text, l.attribute;
    IF target = 'ulid' THEN
        RETURN QUERY SELECT s.query, s.remark
            FROM base62id_moves.remarks_on_empty_texts(schemas, tables, columns) AS s;
    ELSIF target IN ('uuid', 'text', 'bigint') THEN
        RETURN;
    END IF;
    FOR c IN
        SELECT r.oid, r.oid::regclass AS relation, a.attname, format_type(a.atttypid, a.atttypmod) AS type
        FROM base62id_moves.relations(schemas, tables) AS t JOIN pg_class AS r ON r.oid = t AND r.relkind IN ('r', 'p')
            JOIN pg_attribute AS a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attinhcount = 0
        WHERE a.atttypid IN ('text'::regtype, 'varchar'::regtype, 'character'::regtype)
            AND base62id_moves.named_as_id(a.attname::text)
            AND (a.attrelid, a.attnum::integer) NOT IN (SELECT m.relation, m.attribute
                FROM base62id_moves.movers(columns) AS m)
            AND NOT EXISTS (SELECT FROM pg_partition_tree(r.oid::regclass) AS p JOIN pg_class AS f ON f.oid = p.relid
                WHERE f.relkind = 'f')
        ORDER BY r.oid::regclass::text, a.attnum
    LOOP
        EXECUTE format('SELECT count(*), count(*) FILTER (WHERE v.value ~ %L) FROM (SELECT %I::text AS value FROM %s
            WHERE %I IS NOT NULL LIMIT 10000) AS v', uuid_text, c.attname, c.relation, c.attname) INTO looked, uuids;
        CONTINUE WHEN uuids = 0;
        RETURN QUERY SELECT
            format('SELECT pg_catalog.count(*) AS rows, pg_catalog.count(*) FILTER (WHERE %1$I::pg_catalog.text '
                'OPERATOR(pg_catalog.~) %2$L) AS uuids FROM %3$s', c.attname, uuid_text, c.relation),
            format('%s.%I is %s, and %s of its first %s values are texts of uuids. Compared with id::text they find '
                'nothing '
                'afterwards: id::text is the new text. Compare with id::uuid::text, or change the column too.',
                    c.relation, c.attname,
                c.type, uuids, looked);
    END LOOP;
END $$;

-- Columns of ids without a foreign key: by their name, whose ids they could be; the query asks the values.
CREATE FUNCTION base62id_moves.remarks_on_keys(target text, columns base62id_moves.moving[])
RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF target <> 'typed' THEN
        RETURN;
    END IF;
    RETURN QUERY
    WITH lone AS (
        SELECT c.relation, c.attribute, a.attname, regexp_replace(base62id_moves.singular(a.attname::text),
            '_?(id|uuid)$'::text,
            ''::text) AS word
        FROM unnest(columns) AS c JOIN pg_attribute AS a
            ON a.attrelid = c.relation AND a.attnum = c.attribute AND a.attinhcount = 0 AND a.atttypid = 'uuid'::regtype
        WHERE NOT EXISTS (SELECT FROM pg_constraint AS k
                WHERE k.contype = 'f' AND k.conrelid = c.relation AND c.attribute = ANY (k.conkey))
            AND NOT EXISTS (SELECT FROM pg_index AS i
                WHERE i.indrelid = c.relation AND i.indisprimary AND i.indkey::text = c.attribute::text)
    ), named AS (
        SELECT DISTINCT ON (l.relation, l.attribute) l.*, k.conrelid AS other, k.conkey[1]::integer AS key
        FROM lone AS l JOIN pg_constraint AS k ON k.contype = 'p' AND cardinality(k.conkey) = 1
            JOIN unnest(columns) AS c ON c.relation = k.conrelid AND c.attribute = k.conkey[1]
            JOIN pg_class AS t ON t.oid = k.conrelid, LATERAL (SELECT base62id_moves.singular(t.relname::text)) AS
                s(word)
        WHERE l.word <> '' AND (s.word = l.word OR s.word ~ format('_%s$', l.word))
        ORDER BY l.relation, l.attribute, length(t.relname::text), k.conrelid
    )
    SELECT
        format('SELECT pg_catalog.count(*) AS rows, pg_catalog.count(*) FILTER (WHERE NOT EXISTS (SELECT FROM %1$s AS '
            'k WHERE '
                  'k.%2$s::pg_catalog.text OPERATOR(pg_catalog.=) t.%3$I::pg_catalog.text)) AS strangers FROM %4$s AS '
                      't '
                  'WHERE t.%3$I IS NOT NULL',
                  n.other::regclass, base62id_moves.column_name(n.other, n.key), n.attname, n.relation::regclass),
        format('%s.%I has no foreign key; by its name it holds ids of %s. Without one it stays uuid, which does not '
            'compare with '
            'a typed id: add the foreign key first, where there are no strangers.', n.relation::regclass, n.attname,
            n.other::regclass)
    FROM named AS n ORDER BY n.relation::regclass::text, n.attribute;
    RETURN QUERY SELECT NULL::text, format('%s have keys of one type, %s: %s.', string_agg(c.relation::regclass::text,
        ', '::text
                ORDER BY c.relation::regclass::text), c.type,
            CASE WHEN min(c.source) = 'uuid'::regtype THEN 'foreign keys connect them'
                ELSE 'their ids have one type prefix' END)
        FROM base62id_moves.movers(columns) AS c
            JOIN pg_index AS i ON i.indrelid = c.relation AND i.indisprimary AND i.indkey::text = c.attribute::text
        WHERE c.how = 'change' AND NOT EXISTS (SELECT FROM pg_constraint AS k
            WHERE k.contype = 'f' AND k.conrelid = c.relation AND c.attribute = ANY (k.conkey))
        GROUP BY c.type HAVING count(*) > 1 ORDER BY c.type;
END $$;

-- Code that PostgreSQL does not look into, and other servers.
CREATE FUNCTION base62id_moves.remarks_on_code(target text, columns base62id_moves.moving[])
RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    texts CONSTANT text := 'SELECT p.oid::pg_catalog.regprocedure FROM pg_catalog.pg_proc AS p '
        'JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) p.pronamespace '
        'WHERE n.nspname OPERATOR(pg_catalog.!~) ''^(pg_|information_schema$|base62id_moves$)'' '
        'AND p.prosrc OPERATOR(pg_catalog.~*) ''id\M["\s]*(::|\s+as\s+)\s*(text|varchar|character varying)'' '
        'AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend AS d WHERE d.objid OPERATOR(pg_catalog.=) p.oid '
        'AND d.deptype OPERATOR(pg_catalog.=) ''e''::pg_catalog."char") ORDER BY '
            'p.oid::pg_catalog.regprocedure::pg_catalog.text';
BEGIN
    IF target NOT IN ('uuid', 'text', 'bigint') AND base62id_moves.finds(texts) THEN
        RETURN QUERY VALUES (texts,
            'Functions that write ids as text: id::text is the new text afterwards, and finds nothing in '
            'columns that keep a uuid''s. The query lists functions whose source says so.');
    END IF;
    RETURN QUERY SELECT NULL::text,
        format('%s is published by %s: change the type on each subscriber too; either side reads what '
            'the other sends in text while base62id.output is id for the replicating role.', p.prrelid::regclass,
            string_agg(format('%I', b.pubname), ', '::text ORDER BY b.pubname))
        FROM pg_publication_rel AS p JOIN pg_publication AS b ON b.oid = p.prpubid
        WHERE p.prrelid IN (SELECT c.relation FROM base62id_moves.movers(columns) AS c)
        GROUP BY p.prrelid ORDER BY p.prrelid::regclass::text;
    RETURN QUERY SELECT NULL::text,
        format('%s is filled by a subscription: change the type at its publisher too; either side '
            'reads what the other sends in text while base62id.output is id for the replicating role.',
                s.srrelid::regclass)
        FROM pg_subscription_rel AS s WHERE s.srrelid IN (SELECT c.relation FROM base62id_moves.movers(columns) AS c)
        ORDER BY s.srrelid::regclass::text;
    IF target NOT IN ('uuid', 'text', 'bigint') THEN
        RETURN QUERY VALUES (NULL::text,
            'An application that knows uuids only goes on as it is after: ALTER ROLE app SET '
            'base62id.output = uuid. citext, JSON, format, concat and procedural languages write the session''s form: '
                'what stores or '
            'compares such text has to pin base62id.output.');
    END IF;
END $$;
