\echo Use "CREATE EXTENSION base62id_migrate" to load this file. \quit

-- ---------- definitions, as PostgreSQL writes them ----------
--
-- Every function of this extension works with search_path = pg_catalog, so that nothing of a user's is called by
-- mistake. What it writes is for a search_path of pg_catalog and the schema of base62id: operators on ids have to be
-- found there, and a definition that is read before the move has to mean the new type's operators after it.

-- Typed ids have their operators in their own schemas.
CREATE FUNCTION base62id_migrate_path() RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT concat('pg_catalog, ', quote_ident(h.nspname), string_agg(', ' || quote_ident(o.nspname), '' ORDER BY o.nspname))
            FROM pg_extension AS e JOIN pg_namespace AS h ON h.oid = e.extnamespace
                LEFT JOIN (SELECT DISTINCT n.oid, n.nspname FROM @extschema@.base62id_migrate_family() AS f JOIN pg_type AS t ON t.oid = f.type
                           JOIN pg_namespace AS n ON n.oid = t.typnamespace) AS o ON o.oid <> h.oid
            WHERE e.extname = 'base62id' GROUP BY h.nspname);
END $$;
COMMENT ON FUNCTION base62id_migrate_path() IS 'the search_path under which definitions are written and read';

-- The SET clause confines set_config() to the function; base62id_migrate_all has set the path. Nothing but exact matches of pg_catalog is called after it.
-- Constants are written as uuids, which uuid and all types of the family read.
CREATE FUNCTION base62id_migrate_definition(what text, object oid, sub integer DEFAULT 0) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET base62id.output = 'uuid' AS $$
BEGIN
    PERFORM set_config('search_path', current_setting('base62id_migrate.path') || ', pg_temp', true);
    RETURN CASE what
        WHEN 'view' THEN rtrim(pg_get_viewdef(object), ';')
        WHEN 'index' THEN pg_get_indexdef(object)
        WHEN 'constraint' THEN pg_get_constraintdef(object)
        WHEN 'trigger' THEN pg_get_triggerdef(object)
        WHEN 'rule' THEN rtrim(pg_get_ruledef(object), ';')
        WHEN 'function' THEN rtrim(pg_get_functiondef(object), E'\n')
        WHEN 'body' THEN rtrim(pg_get_function_sqlbody(object), E'\n')
        WHEN 'statistics' THEN pg_get_statisticsobjdef(object)
        WHEN 'type' THEN format_type(object, sub)
        WHEN 'default' THEN (SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef AS d WHERE d.oid = object)
        WHEN 'using' THEN (SELECT pg_get_expr(p.polqual, p.polrelid) FROM pg_policy AS p WHERE p.oid = object)
        WHEN 'check' THEN (SELECT pg_get_expr(p.polwithcheck, p.polrelid) FROM pg_policy AS p WHERE p.oid = object)
        WHEN 'filter' THEN (SELECT pg_get_expr(p.prqual, p.prrelid) FROM pg_publication_rel AS p WHERE p.oid = object)
        WHEN 'partition key' THEN pg_get_partkeydef(object)
        WHEN 'bound' THEN (SELECT pg_get_expr(c.relpartbound, c.oid) FROM pg_class AS c WHERE c.oid = object)
        WHEN 'domain default' THEN (SELECT pg_get_expr(t.typdefaultbin, 0) FROM pg_type AS t WHERE t.oid = object)
    END;
END $$;
COMMENT ON FUNCTION base62id_migrate_definition(text, oid, integer) IS 'the definition of an object, as PostgreSQL writes it';

-- Replaces whole words of a definition, never what stands in a literal or in a quoted name. WORDS: {"old": "new"}. The
-- longest alternative wins at each place (PostgreSQL's regular expressions are POSIX ones).
CREATE FUNCTION base62id_migrate_reword(definition text, words jsonb) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    pattern text := (SELECT string_agg(regexp_replace(w, '(\W)', '\\\1', 'g'), '|') FROM jsonb_object_keys(words) AS w);
BEGIN
    IF pattern IS NULL OR definition IS NULL THEN
        RETURN definition;
    END IF;
    RETURN (SELECT string_agg(coalesce(words ->> m[1], m[1]), '' ORDER BY n)
            FROM regexp_matches(definition, format(
                $re$('(?:[^']|'')*'|(?:%s)(?![\w$])|"(?:[^"]|"")*"|[\w$]+|[^\w$'":]+|:)$re$, pattern), 'g')
                WITH ORDINALITY AS r(m, n));
END $$;
COMMENT ON FUNCTION base62id_migrate_reword(text, jsonb) IS 'a definition with other words outside of its literals and quoted names';

CREATE FUNCTION base62id_migrate_column(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT quote_ident(a.attname) FROM pg_attribute AS a WHERE a.attrelid = relation AND a.attnum = attribute);
END $$;
COMMENT ON FUNCTION base62id_migrate_column(oid, integer) IS 'the name of a column, quoted';

-- As COMMENT ON and DROP want it: VIEW app.v, POLICY p ON app.t, FUNCTION app.f(integer).
CREATE FUNCTION base62id_migrate_name(class oid, object oid, sub integer DEFAULT 0) RETURNS text
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT CASE WHEN i.type LIKE '%column' THEN 'COLUMN' WHEN i.type LIKE '%constraint' THEN 'CONSTRAINT'
                        WHEN i.type = 'statistics object' THEN 'STATISTICS' ELSE upper(i.type) END || ' ' || i.identity
            FROM pg_identify_object(class, object, sub) AS i);
END $$;
COMMENT ON FUNCTION base62id_migrate_name(oid, oid, integer) IS 'the kind and the name of an object, as COMMENT ON wants it';
