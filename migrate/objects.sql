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
