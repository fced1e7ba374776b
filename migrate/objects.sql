-- ---------- how each object is taken down and put back ----------

-- Whoever could have got a privilege on a new object by default privileges loses it first; then each grant is made
-- again, by its grantor where that is not the owner. TO_COLUMN: '' or '(column)'.
CREATE FUNCTION base62id_migrate_grants(what text, name text, kind "char", schema oid, acl aclitem[], owner oid, to_column text DEFAULT '')
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    usual boolean := acl IS NULL OR acl = acldefault(kind, owner);
    by_default text := (SELECT string_agg(DISTINCT CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(x.grantee)) END, ', ')
        FROM (SELECT y.grantee FROM pg_default_acl AS d, aclexplode(d.defaclacl) AS y
              WHERE d.defaclrole = current_user::regrole AND d.defaclnamespace IN (0, schema) AND d.defaclobjtype::text = kind::text
              UNION SELECT 0 UNION SELECT owner) AS x);
    r record;
BEGIN
    IF to_column = '' THEN
        IF usual AND NOT EXISTS (SELECT FROM pg_default_acl AS d WHERE d.defaclrole = current_user::regrole
                AND d.defaclnamespace IN (0, schema) AND d.defaclobjtype::text = kind::text) THEN
            RETURN;
        END IF;
        RETURN NEXT format('REVOKE ALL ON %s %s FROM %s', what, name, by_default);
    END IF;
    FOR r IN
        SELECT x.grantor, x.grantee, x.is_grantable, string_agg(x.privilege_type || to_column, ', ' ORDER BY x.privilege_type) AS privileges
        FROM aclexplode(coalesce(acl, acldefault(kind, owner))) WITH ORDINALITY AS x(grantor, grantee, privilege_type, is_grantable, n)
        GROUP BY x.grantor, x.grantee, x.is_grantable ORDER BY min(x.n)
    LOOP
        IF r.grantor <> owner THEN
            RETURN NEXT format('SET ROLE %I', pg_get_userbyid(r.grantor));
        END IF;
        RETURN NEXT format('GRANT %s ON %s %s TO %s%s', r.privileges, what, name,
            CASE r.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(r.grantee)) END,
            CASE WHEN r.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END);
        IF r.grantor <> owner THEN
            RETURN NEXT format('SET ROLE %I', current_user);
        END IF;
    END LOOP;
END $$;
COMMENT ON FUNCTION base62id_migrate_grants(text, text, "char", oid, aclitem[], oid, text) IS 'the privileges of an object, granted again';

CREATE FUNCTION base62id_migrate_all_grants(relation oid) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    c pg_class := (SELECT x FROM pg_class AS x WHERE x.oid = relation);
BEGIN
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_grants('TABLE', relation::regclass::text, 'r', c.relnamespace, c.relacl, c.relowner);
    RETURN QUERY SELECT g.* FROM pg_attribute AS a, LATERAL @extschema@.base62id_migrate_grants('TABLE', relation::regclass::text, 'r',
            c.relnamespace, a.attacl, c.relowner, format(' (%I)', a.attname)) AS g
        WHERE a.attrelid = relation AND a.attnum > 0 AND a.attacl IS NOT NULL;
END $$;
COMMENT ON FUNCTION base62id_migrate_all_grants(oid) IS 'the privileges of a relation and of its columns, granted again';

-- Comments and security labels of an object and, for a relation, of its columns; what it says it needs of extensions.
CREATE FUNCTION base62id_migrate_notes(class oid, object oid, column_only integer DEFAULT 0) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT format('COMMENT ON %s IS %L', @extschema@.base62id_migrate_name(class, object, d.objsubid), d.description)
        FROM pg_description AS d WHERE d.classoid = class AND d.objoid = object AND (column_only = 0 OR d.objsubid = column_only)
        ORDER BY d.objsubid;
    RETURN QUERY SELECT format('SECURITY LABEL FOR %I ON %s IS %L', s.provider, @extschema@.base62id_migrate_name(class, object, s.objsubid), s.label)
        FROM pg_seclabel AS s WHERE s.classoid = class AND s.objoid = object AND (column_only = 0 OR s.objsubid = column_only)
        ORDER BY s.objsubid, s.provider;
    RETURN QUERY SELECT format('ALTER %s DEPENDS ON EXTENSION %I', @extschema@.base62id_migrate_name(class, object), e.extname)
        FROM pg_depend AS d JOIN pg_extension AS e ON e.oid = d.refobjid
        WHERE d.deptype = 'x' AND d.classid = class AND d.objid = object AND d.refclassid = 'pg_extension'::regclass AND column_only = 0;
END $$;
COMMENT ON FUNCTION base62id_migrate_notes(oid, oid, integer) IS 'comments and labels of an object, made again';

CREATE FUNCTION base62id_migrate_owner(class oid, object oid, owner oid) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF owner <> current_user::regrole THEN
        RETURN NEXT format('ALTER %s OWNER TO %I', @extschema@.base62id_migrate_name(class, object), pg_get_userbyid(owner));
    END IF;
END $$;
COMMENT ON FUNCTION base62id_migrate_owner(oid, oid, oid) IS 'the owner of an object that somebody else makes again';

-- Options of columns that nothing but ALTER ... ALTER COLUMN sets.
CREATE FUNCTION base62id_migrate_column_options(relation oid, attribute integer) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    a record;
BEGIN
    FOR a IN
        SELECT x.*, t.typstorage, format('ALTER %s %s ALTER COLUMN %s', CASE WHEN c.relkind = 'm' THEN 'MATERIALIZED VIEW' WHEN c.relkind IN ('i', 'I') THEN 'INDEX' ELSE 'TABLE' END,
                c.oid::regclass, CASE WHEN c.relkind IN ('i', 'I') THEN x.attnum::text ELSE quote_ident(x.attname) END) AS alter, c.relkind
        FROM pg_attribute AS x JOIN pg_class AS c ON c.oid = x.attrelid JOIN pg_type AS t ON t.oid = x.atttypid
        WHERE x.attrelid = relation AND x.attnum > 0 AND NOT x.attisdropped AND (attribute = 0 OR x.attnum = attribute)
        ORDER BY x.attnum
    LOOP
        IF coalesce(a.attstattarget, -1) <> -1 THEN
            RETURN NEXT format('%s SET STATISTICS %s', a.alter, a.attstattarget);
        END IF;
        CONTINUE WHEN a.relkind IN ('i', 'I');
        IF a.attstorage <> a.typstorage THEN
            RETURN NEXT format('%s SET STORAGE %s', a.alter,
                CASE a.attstorage WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' ELSE 'EXTENDED' END);
        END IF;
        IF a.attcompression <> '' THEN
            RETURN NEXT format('%s SET COMPRESSION %s', a.alter, CASE a.attcompression WHEN 'p' THEN 'pglz' ELSE 'lz4' END);
        END IF;
        RETURN QUERY SELECT format('%s SET (%s)', a.alter, string_agg(o, ', ')) FROM unnest(a.attoptions) AS o WHERE o LIKE 'n_distinct%' HAVING count(*) > 0;
    END LOOP;
END $$;
COMMENT ON FUNCTION base62id_migrate_column_options(oid, integer) IS 'the options of columns, set again';

-- Materialized views are filled later, as their owner and not as who migrates.
CREATE FUNCTION base62id_migrate_make_view(object oid, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v record;
    definition text := @extschema@.base62id_migrate_reword(@extschema@.base62id_migrate_definition('view', object), words);
BEGIN
    SELECT c.*, format(CASE WHEN c.reloptions IS NULL THEN '' ELSE ' WITH (%s)' END, array_to_string(c.reloptions, ', ')) AS options,
        CASE WHEN m.amname <> current_setting('default_table_access_method') THEN format(' USING %I', m.amname) END AS method,
        CASE WHEN s.oid IS NOT NULL THEN format(' TABLESPACE %I', s.spcname) END AS tablespace
    INTO v FROM pg_class AS c LEFT JOIN pg_am AS m ON m.oid = c.relam LEFT JOIN pg_tablespace AS s ON s.oid = c.reltablespace WHERE c.oid = object;
    IF v.relkind = 'm' THEN
        RETURN NEXT concat('CREATE MATERIALIZED VIEW ', object::regclass, v.method, v.options, v.tablespace, E' AS\n', definition, E'\nWITH NO DATA');
    ELSE
        RETURN NEXT concat('CREATE VIEW ', object::regclass, v.options, E' AS\n', definition);
    END IF;
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_owner('pg_class'::regclass, object, v.relowner);
    IF v.relkind = 'm' THEN
        RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_column_options(object, 0);
    END IF;
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_notes('pg_class'::regclass, object);
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_all_grants(object);
END $$;
COMMENT ON FUNCTION base62id_migrate_make_view(oid, jsonb) IS 'a view or a materialized view, made again';

-- What of an index is in no definition: its tablespace, CLUSTER, REPLICA IDENTITY, statistics targets.
CREATE FUNCTION base62id_migrate_index_options(index oid) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT format('ALTER INDEX %s SET TABLESPACE %I', c.oid::regclass, s.spcname)
        FROM pg_class AS c JOIN pg_tablespace AS s ON s.oid = c.reltablespace WHERE c.oid = index;
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_column_options(index, 0);
    RETURN QUERY SELECT format('ALTER %s %s CLUSTER ON %I', CASE t.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, t.oid::regclass, c.relname)
        FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_class AS t ON t.oid = i.indrelid WHERE c.oid = index AND i.indisclustered;
    RETURN QUERY SELECT format('ALTER TABLE %s REPLICA IDENTITY USING INDEX %I', i.indrelid::regclass, c.relname)
        FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid WHERE c.oid = index AND i.indisreplident;
END $$;
COMMENT ON FUNCTION base62id_migrate_index_options(oid) IS 'the options of an index, set again';

-- An index with what is attached to it in partitions, as pg_dump makes them: each by itself, and then attached. A constraint
-- comes with its index.
CREATE FUNCTION base62id_migrate_make_index(index oid, words jsonb) RETURNS SETOF text
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
        SELECT t.oid, t.parent, k.oid AS constraint, k.conname, k.conrelid, c.relkind FROM tree AS t JOIN pg_class AS c ON c.oid = t.oid
            LEFT JOIN pg_constraint AS k ON k.conindid = t.oid AND k.contype IN ('p', 'u', 'x') ORDER BY t.level, t.oid::regclass::text
    LOOP
        RETURN NEXT @extschema@.base62id_migrate_reword(CASE
            WHEN i.constraint IS NULL THEN @extschema@.base62id_migrate_definition('index', i.oid)
            ELSE format('ALTER TABLE ONLY %s ADD CONSTRAINT %I %s', i.conrelid::regclass, i.conname,
                        @extschema@.base62id_migrate_definition('constraint', i.constraint)) END, words);
        IF i.parent IS NOT NULL THEN
            RETURN NEXT format('ALTER INDEX %s ATTACH PARTITION %s', i.parent::regclass, i.oid::regclass);
        END IF;
        RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_index_options(i.oid);
        RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_notes('pg_class'::regclass, i.oid);
        RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_notes('pg_constraint'::regclass, i.constraint);
    END LOOP;
END $$;
COMMENT ON FUNCTION base62id_migrate_make_index(oid, jsonb) IS 'an index or its constraint, made again';

CREATE FUNCTION base62id_migrate_make_function(object oid, how text, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    p pg_proc := (SELECT x FROM pg_proc AS x WHERE x.oid = object);
    definition text := @extschema@.base62id_migrate_definition('function', object);
    body text := @extschema@.base62id_migrate_definition('body', object);
    name text := object::regprocedure;
BEGIN
    IF body IS NOT NULL THEN
        definition := left(definition, length(definition) - length(body)) || @extschema@.base62id_migrate_reword(body, words);
    END IF;
    RETURN NEXT definition;
    IF how = 'stub' THEN
        RETURN;
    END IF;
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_owner('pg_proc'::regclass, object, p.proowner);
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_notes('pg_proc'::regclass, object);
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_grants('ROUTINE', name, 'f', p.pronamespace, p.proacl, p.proowner);
END $$;
COMMENT ON FUNCTION base62id_migrate_make_function(oid, text, jsonb) IS 'a function, made again';

CREATE FUNCTION base62id_migrate_make_policy(object oid, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT concat(
            format('CREATE POLICY %I ON %s AS %s FOR %s TO %s', p.polname, p.polrelid::regclass,
                CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
                CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
                (SELECT string_agg(CASE r WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(r)) END, ', ' ORDER BY n)
                 FROM unnest(p.polroles) WITH ORDINALITY AS u(r, n))),
            ' USING (' || @extschema@.base62id_migrate_reword(@extschema@.base62id_migrate_definition('using', object), words) || ')',
            ' WITH CHECK (' || @extschema@.base62id_migrate_reword(@extschema@.base62id_migrate_definition('check', object), words) || ')')
        FROM pg_policy AS p WHERE p.oid = object;
END $$;
COMMENT ON FUNCTION base62id_migrate_make_policy(oid, jsonb) IS 'a policy, made again';

-- D, R and A: disabled, for replicas, always. ENABLE is what a new trigger or rule is. A partition's trigger is a clone of its table's,
-- with that one's state, unless it has been given another.
CREATE FUNCTION base62id_migrate_make_trigger(class oid, object oid, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    what text := CASE class WHEN 'pg_trigger'::regclass THEN 'trigger' ELSE 'rule' END;
BEGIN
    RETURN NEXT @extschema@.base62id_migrate_reword(@extschema@.base62id_migrate_definition(what, object), words);
    RETURN QUERY
    WITH RECURSIVE state AS (
        SELECT x.oid, x.tgname AS name, x.tgrelid AS relation, x.tgenabled AS enabled, 'O'::"char" AS usual, 0 AS level
        FROM pg_trigger AS x WHERE what = 'trigger' AND x.oid = object
        UNION ALL
        SELECT x.oid, x.tgname, x.tgrelid, x.tgenabled, s.enabled, s.level + 1 FROM state AS s JOIN pg_trigger AS x ON x.tgparentid = s.oid
    ), wanted AS (
        SELECT s.* FROM state AS s
        UNION ALL SELECT r.oid, r.rulename, r.ev_class, r.ev_enabled, 'O', 0 FROM pg_rewrite AS r WHERE what = 'rule' AND r.oid = object
    )
    SELECT format('ALTER TABLE %s %s %s %I', w.relation::regclass,
            CASE w.enabled WHEN 'D' THEN 'DISABLE' WHEN 'R' THEN 'ENABLE REPLICA' WHEN 'A' THEN 'ENABLE ALWAYS' ELSE 'ENABLE' END, upper(what), w.name)
        FROM wanted AS w WHERE w.enabled <> w.usual ORDER BY w.level, w.relation::regclass::text;
END $$;
COMMENT ON FUNCTION base62id_migrate_make_trigger(oid, oid, jsonb) IS 'a trigger or a rule, made again';

CREATE FUNCTION base62id_migrate_make_other(class oid, object oid, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    CASE class::regclass::text
    WHEN 'pg_constraint' THEN
        RETURN QUERY SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname,
                @extschema@.base62id_migrate_reword(@extschema@.base62id_migrate_definition('constraint', object), words))
            FROM pg_constraint AS k WHERE k.oid = object;
    WHEN 'pg_attrdef' THEN
        RETURN QUERY SELECT format('ALTER TABLE %s ALTER COLUMN %s SET DEFAULT %s', d.adrelid::regclass, @extschema@.base62id_migrate_column(d.adrelid, d.adnum),
                @extschema@.base62id_migrate_reword(@extschema@.base62id_migrate_definition('default', object), words))
            FROM pg_attrdef AS d WHERE d.oid = object;
    WHEN 'pg_statistic_ext' THEN
        RETURN NEXT @extschema@.base62id_migrate_definition('statistics', object);
        RETURN QUERY SELECT o FROM pg_statistic_ext AS s, LATERAL @extschema@.base62id_migrate_owner(class, object, s.stxowner) AS o WHERE s.oid = object;
        RETURN QUERY SELECT format('ALTER %s SET STATISTICS %s', @extschema@.base62id_migrate_name(class, object), s.stxstattarget)
            FROM pg_statistic_ext AS s WHERE s.oid = object AND coalesce(s.stxstattarget, -1) <> -1;
    WHEN 'pg_publication_rel' THEN
        RETURN QUERY SELECT concat(format('ALTER PUBLICATION %I ADD TABLE ONLY %s', b.pubname, p.prrelid::regclass),
                (SELECT format(' (%s)', string_agg(@extschema@.base62id_migrate_column(p.prrelid, a), ', ' ORDER BY n))
                 FROM unnest(p.prattrs::integer[]) WITH ORDINALITY AS u(a, n) HAVING count(*) > 0),
                ' WHERE (' || @extschema@.base62id_migrate_reword(@extschema@.base62id_migrate_definition('filter', object), words) || ')')
            FROM pg_publication_rel AS p JOIN pg_publication AS b ON b.oid = p.prpubid WHERE p.oid = object;
    END CASE;
END $$;
COMMENT ON FUNCTION base62id_migrate_make_other(oid, oid, jsonb) IS 'a constraint without index, a default, a statistics object or a table of a publication, made again';

CREATE FUNCTION base62id_migrate_make(class oid, object oid, how text, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    relkind "char" := (SELECT c.relkind FROM pg_class AS c WHERE class = 'pg_class'::regclass AND c.oid = object);
    index oid := (SELECT k.conindid FROM pg_constraint AS k WHERE class = 'pg_constraint'::regclass AND k.oid = object AND k.contype IN ('p', 'u', 'x'));
BEGIN
    IF relkind IN ('v', 'm') THEN
        RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_make_view(object, words);
        RETURN;
    ELSIF relkind IN ('i', 'I') OR index IS NOT NULL THEN
        RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_make_index(coalesce(index, object), words);
        RETURN;
    END IF;
    CASE class::regclass::text
    WHEN 'pg_proc' THEN
        RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_make_function(object, how, words);
        RETURN;
    WHEN 'pg_policy' THEN
        RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_make_policy(object, words);
    WHEN 'pg_trigger', 'pg_rewrite' THEN
        RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_make_trigger(class, object, words);
    ELSE
        RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_make_other(class, object, words);
    END CASE;
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_notes(class, object);
END $$;
COMMENT ON FUNCTION base62id_migrate_make(oid, oid, text, jsonb) IS 'the statements that put an object back';

-- What hangs on a relation that is dropped goes with it. A body that is away raises an error, should anything call it.
CREATE FUNCTION base62id_migrate_drop(class oid, object oid, how text, dropped oid[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    definition text;
    body text;
BEGIN
    IF how = 'stub' THEN
        definition := @extschema@.base62id_migrate_definition('function', object);
        body := @extschema@.base62id_migrate_definition('body', object);
        RETURN NEXT left(definition, length(definition) - length(body)) || 'AS ''its tables are being migrated''';
        RETURN;
    END IF;
    CASE class::regclass::text
    WHEN 'pg_constraint' THEN
        RETURN QUERY SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname) FROM pg_constraint AS k WHERE k.oid = object;
    WHEN 'pg_attrdef' THEN
        RETURN QUERY SELECT format('ALTER TABLE %s ALTER COLUMN %s DROP DEFAULT', d.adrelid::regclass, @extschema@.base62id_migrate_column(d.adrelid, d.adnum))
            FROM pg_attrdef AS d WHERE d.oid = object AND NOT d.adrelid = ANY (dropped);
    WHEN 'pg_publication_rel' THEN
        RETURN QUERY SELECT format('ALTER PUBLICATION %I DROP TABLE ONLY %s', b.pubname, p.prrelid::regclass)
            FROM pg_publication_rel AS p JOIN pg_publication AS b ON b.oid = p.prpubid WHERE p.oid = object;
    ELSE
        RETURN QUERY SELECT 'DROP ' || @extschema@.base62id_migrate_name(class, object) WHERE NOT EXISTS (
            SELECT FROM pg_index AS i WHERE class = 'pg_class'::regclass AND i.indexrelid = object AND i.indrelid = ANY (dropped)
            UNION ALL SELECT FROM pg_trigger AS t WHERE class = 'pg_trigger'::regclass AND t.oid = object AND t.tgrelid = ANY (dropped)
            UNION ALL SELECT FROM pg_rewrite AS r WHERE class = 'pg_rewrite'::regclass AND r.oid = object AND r.ev_class = ANY (dropped)
            UNION ALL SELECT FROM pg_statistic_ext AS s WHERE class = 'pg_statistic_ext'::regclass AND s.oid = object AND s.stxrelid = ANY (dropped));
    END CASE;
END $$;
COMMENT ON FUNCTION base62id_migrate_drop(oid, oid, text, oid[]) IS 'the statement that takes an object down';
