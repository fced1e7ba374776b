# Sourced by run: what somebody else may have named, planted or owned, against who runs a migration.
# shellcheck shell=bash disable=SC2016,SC2034,SC2154

stops="SELECT string_agg(remark, E'\n' ORDER BY step) FROM base62id_migrate('%s') WHERE kind = 'stop'"

# What the statements of base62id_migrate are, in one text.
plan_of() { # TARGET
    psql_plain -c "SET search_path = public, pg_catalog, pg_temp" -c "SELECT kind, statement, remark FROM public.base62id_migrate('$1'::text) ORDER BY step" 2>&1
}

# Overloads beside every function of the extension that would fit a call better, were a call not exact; functions, operators,
# casts, types and temporary tables of the names that it uses, before pg_catalog on the caller's search_path.
planted() {
    local target before after
    new_database planted postgres
    sql <"$here/typed.sql"
    sql <"$here/texts.sql"
    for target in base62id typed ulid uuid text; do plan_of "$target"; done >"$work/plan.before"
    sql 'CREATE FUNCTION public.caught() RETURNS void LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION $x$caught$x$; END$$;'
    sql <<'SQL'
DO $plant$
DECLARE
    f record;
    planted integer := 0;
BEGIN
    FOR f IN
        WITH part AS (
            SELECT p.oid, n.nspname, p.proname, p.proargtypes::oid[] AS types, pg_get_function_result(p.oid) AS result
            FROM pg_depend AS d JOIN pg_extension AS e ON e.oid = d.refobjid AND e.extname = 'base62id_migrate'
                JOIN pg_proc AS p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid JOIN pg_namespace AS n ON n.oid = p.pronamespace
            WHERE d.deptype = 'e'
        ), other (type, better) AS (
            VALUES ('oid'::regtype, 'regclass'::regtype), ('oid', 'integer'), ('oid', 'regtype'), ('oid', 'regproc'), ('integer', 'smallint'),
                ('integer', 'bigint'), ('text', 'name'), ('text', 'varchar'), ('text', '"char"'), ('text', 'bpchar'), ('"char"', 'text'),
                ('name', 'text'), ('jsonb', 'json'), ('jsonb', 'text'), ('boolean', 'text'), ('oid[]', 'regclass[]'), ('name[]', 'text[]')
        )
        SELECT DISTINCT p.nspname, p.proname, p.result,
            array_to_string(p.types[:i - 1]::regtype[] || o.better || p.types[i + 1:]::regtype[], ', ') AS arguments
        FROM part AS p, generate_subscripts(p.types, 1) AS i JOIN other AS o ON true
        WHERE o.type = (SELECT t.t FROM unnest(p.types) WITH ORDINALITY AS t(t, n) WHERE t.n = i)
        UNION
        SELECT p.nspname, p.proname, p.result, array_to_string(p.types[:cardinality(p.types) - 1]::regtype[], ', ')
        FROM part AS p WHERE cardinality(p.types) > 1
    LOOP
        BEGIN
            EXECUTE format('CREATE FUNCTION %I.%I(%s) RETURNS %s LANGUAGE plpgsql AS %L', f.nspname, f.proname, f.arguments,
                CASE WHEN f.result ~ '^TABLE' THEN 'SETOF record' ELSE f.result END,
                'BEGIN PERFORM public.caught(); RETURN; END');
        EXCEPTION WHEN syntax_error OR datatype_mismatch OR invalid_function_definition THEN
            EXECUTE format('CREATE FUNCTION %I.%I(%s) RETURNS %s LANGUAGE plpgsql AS %L', f.nspname, f.proname, f.arguments,
                CASE WHEN f.result ~ '^TABLE' THEN 'SETOF record' ELSE f.result END, 'BEGIN PERFORM public.caught(); RETURN NULL; END');
        WHEN duplicate_function THEN CONTINUE;
        END;
        planted := planted + 1;
    END LOOP;
    IF planted < 20 THEN
        RAISE EXCEPTION 'only % overloads', planted;
    END IF;
END $plant$;
-- what the bodies call and compare with, in every schema that a search_path could have
CREATE FUNCTION public.is_caught(anyelement, anyelement) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN PERFORM public.caught(); RETURN false; END$$;
DO $plant$
DECLARE
    s text;
    x record;
BEGIN
    FOR s IN SELECT nspname FROM pg_namespace WHERE nspname IN ('public', 'base62id_moves') LOOP
        FOR x IN SELECT * FROM (VALUES ('oid', 'regclass'), ('oid', 'integer'), ('oid', 'bigint'), ('integer', 'smallint'), ('smallint', 'integer'),
                ('text', 'name'), ('name', 'text'), ('"char"', 'text'), ('text', 'varchar'), ('regtype', 'oid'), ('oid', 'regtype')) AS v(a, b),
            unnest('{=,<>,<,>,~,!~,||,~~,+}'::text[]) AS o LOOP
            BEGIN
                EXECUTE format('CREATE FUNCTION %I.caught(%s, %s) RETURNS boolean LANGUAGE plpgsql AS %L', s, x.a, x.b,
                    'BEGIN PERFORM public.caught(); RETURN false; END');
            EXCEPTION WHEN duplicate_function THEN NULL;
            END;
            EXECUTE format('CREATE OPERATOR %I.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = %I.caught)', s, x.o, x.a, x.b, s);
        END LOOP;
        FOR x IN SELECT unnest('{concat,format,string_agg,quote_ident,quote_literal,left,right,replace,unnest,array_agg,coalesce,current_setting,
            row_number,pg_get_userbyid,format_type,jsonb_object_agg}'::text[]) AS f LOOP
            EXECUTE format('CREATE FUNCTION %I.%I(text) RETURNS text LANGUAGE plpgsql AS %L', s, x.f, 'BEGIN PERFORM public.caught(); RETURN 1; END');
            EXECUTE format('CREATE FUNCTION %I.%I(text, text) RETURNS text LANGUAGE plpgsql AS %L', s, x.f, 'BEGIN PERFORM public.caught(); RETURN 1; END');
        END LOOP;
        FOR x IN SELECT unnest('{oid,text,name,jsonb,regclass,int4,bool}'::text[]) AS t LOOP
            EXECUTE format('CREATE DOMAIN %I.%I AS pg_catalog.int2', s, x.t);
        END LOOP;
    END LOOP;
END $plant$;
CREATE FUNCTION public.caught(pg_catalog.jsonb) RETURNS pg_catalog.text LANGUAGE plpgsql AS $$BEGIN PERFORM public.caught(); RETURN 1; END$$;
CREATE CAST (pg_catalog.jsonb AS pg_catalog.text) WITH FUNCTION public.caught(pg_catalog.jsonb) AS IMPLICIT;
SQL
    for target in base62id typed ulid uuid text; do
        psql_plain -c "CREATE TEMP TABLE pg_class AS SELECT 1 AS oid; CREATE TEMP TABLE pg_proc AS SELECT 1 AS oid; CREATE TEMP TABLE pg_type AS SELECT 1 AS oid" \
            -c "SET search_path = public, pg_catalog" \
            -c "SELECT kind, statement, remark FROM public.base62id_migrate('$target'::pg_catalog.text, NULL::pg_catalog.name[], NULL::pg_catalog.regclass[], NULL::pg_catalog.jsonb) ORDER BY step" 2>&1
    done >"$work/plan.after"
    is "what is planted beside every call is never called, and changes no statement" \
        "$(diff <(sed "s/public, pg_catalog, pg_temp/public, pg_catalog/" "$work/plan.before") "$work/plan.after" | grep -v "stays, because\|operator public\|function public" | head -n 8)" ""
}

# Somebody else's objects, and what a superuser's move does with them.
others() {
    local moved
    new_database others postgres
    sql 'CREATE SCHEMA evil AUTHORIZATION mallory; CREATE TABLE mine (id uuid PRIMARY KEY); CREATE TABLE also_mine (id uuid PRIMARY KEY)'
    sql 'CREATE TABLE of_app (id uuid PRIMARY KEY); ALTER TABLE of_app OWNER TO migrate_owner; GRANT REFERENCES, SELECT ON also_mine TO mallory'
    sql 'CREATE TABLE evil.trap (id uuid); INSERT INTO evil.trap VALUES (gen_random_uuid()); ALTER TABLE evil.trap OWNER TO mallory'
    db_user=mallory sql 'CREATE FUNCTION evil.become(u uuid) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN
            IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN EXECUTE $x$ALTER ROLE mallory SUPERUSER$x$; END IF; RETURN true; END$$;
        ALTER TABLE evil.trap ADD CHECK (evil.become(id))'
    sql_is "a superuser is told of a table of somebody else's" "SELECT remark FROM base62id_migrate('base62id') WHERE remark LIKE 'evil%'" \
        "evil.trap belongs to mallory, from whom postgres does not inherit. To move it: SET ROLE mallory"
    check "... moves its own" move base62id
    sql_is "... and those of a role that it inherits from, and runs nothing of the other's" "SELECT (SELECT rolsuper FROM pg_roles WHERE rolname = 'mallory'),
        (SELECT string_agg(format('%s %s', attrelid::regclass, atttypid::regtype), ', ' ORDER BY attrelid::regclass::text) FROM pg_attribute
         WHERE attname = 'id' AND attrelid IN ('mine'::regclass, 'of_app'::regclass, 'evil.trap'::regclass))" \
        "f|evil.trap uuid, mine base62id, of_app base62id"
    moved=$(move uuid 2>&1 >/dev/null) || fail "others: back" "$moved"
    db_user=mallory sql 'CREATE TABLE evil.referring (id uuid REFERENCES also_mine)'
    # shellcheck disable=SC2059
    sql_is "a foreign key from somebody else's table is a stop" "$(printf "$stops" base62id)" \
        "constraint referring_id_fkey on table evil.referring depends on what changes, and belongs to mallory. Run this as a role that inherits from mallory \
and from the owner of the tables (GRANT mallory TO ...), or drop it before and let mallory make it again after."
    sql_is "... and no statement is written" "SELECT count(*) FROM base62id_migrate('base62id') WHERE kind NOT IN ('stop', 'check')" 0
    sql_is "... but what is not connected moves by itself" "SELECT count(*) > 0 FROM base62id_migrate('base62id', tables => '{mine}') WHERE kind = 'change'" t
    sql 'GRANT mallory TO noinherit; GRANT migrate_owner TO noinherit'
    sql_is "a member that inherits nothing moves nothing" "SET ROLE noinherit; SELECT string_agg(kind, ' ') FROM base62id_migrate('base62id', tables => '{of_app}')" "check check"
    sql 'REVOKE mallory FROM noinherit; REVOKE migrate_owner FROM noinherit; GRANT CREATE ON SCHEMA public TO mallory'
    sql 'DROP TABLE evil.referring; CREATE FUNCTION public.checked(uuid) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$SELECT true$$;
        ALTER TABLE mine ADD CHECK (public.checked(id))'
    db_user=mallory sql 'CREATE FUNCTION public.checked(base62id) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$SELECT evil.become($1::uuid)$$;
        CREATE FUNCTION public.caught(base62id, name) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$SELECT evil.become($1::uuid)$$;
        CREATE OPERATOR public.= (LEFTARG = base62id, RIGHTARG = name, FUNCTION = public.caught)'
    # shellcheck disable=SC2059
    sql_is "an overload and an operator of somebody else's are stops" "$(printf "$stops" base62id)" \
        'the operator public.=(public.base62id,name) is of mallory, and an expression that is read again could mean it. Drop it, or move the extension to a schema in which nobody else creates.
the function public.checked(public.base62id) is of mallory, and what calls public.checked(uuid) could mean it when it is read again. Drop it or give it another name.'
}

# Values that become statements.
quoted() {
    new_database quoted postgres
    sql "CREATE TABLE a (id uuid PRIMARY KEY)"
    PGOPTIONS="-c search_path=public,x;alter/**/role/**/mallory/**/superuser" move base62id >"$work/quoted.log" 2>&1
    sql_is "a search_path is no statement" "SELECT rolsuper, (SELECT atttypid::regtype FROM pg_attribute WHERE attrelid = 'a'::regclass AND attname = 'id')
        FROM pg_roles WHERE rolname = 'mallory'" "f|base62id"
}

# What is read for typed ids: nothing that was not asked for.
reads() {
    new_database reads migrate_owner
    db_user=migrate_owner sql "CREATE TABLE wanted (id text PRIMARY KEY); CREATE TABLE unrelated (id text PRIMARY KEY)"
    sql_is "of all tables, only those that were asked for are read" "BEGIN; SELECT FROM base62id_migrate('typed', tables => '{wanted}');
        SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_stat_xact_user_tables WHERE seq_scan > 0; COMMIT" wanted
    db_user=migrate_owner sql_is "an owner can ask for typed ids" "SELECT count(*) > 0 FROM base62id_migrate('typed')" t
}

# What else is made of a typed id, when its columns go back: each is a stop, and all are still there.
made_of() {
    local what statement
    new_database made_of postgres
    sql "CREATE SCHEMA x; CREATE TABLE items (id uuid PRIMARY KEY, parent uuid REFERENCES items, n int)"
    check "typed ids are made" move typed
    while IFS=$'\t' read -r what statement; do
        sql "$statement"
        sql_is "made of a typed id: $what" "SELECT remark LIKE '%is made of the type public.item_id, which would go%' OR remark LIKE '%cannot be made again%'
            FROM base62id_migrate('uuid') WHERE kind = 'stop' LIMIT 1" t
        sql_is "... and nothing is written" "SELECT count(*) FROM base62id_migrate('uuid') WHERE kind NOT IN ('stop', 'check')" 0
        sql "DROP SCHEMA x CASCADE; CREATE SCHEMA x; ALTER TABLE items ALTER id DROP DEFAULT" 2>/dev/null
    done <<'END'
a range	CREATE TYPE x.range AS RANGE (subtype = item_id); CREATE TABLE x.ranges (r x.range)
a multirange	CREATE TYPE x.range AS RANGE (subtype = item_id); CREATE TABLE x.ranges (r x.multirange)
an array of a domain	CREATE DOMAIN x.one AS item_id; CREATE TABLE x.ones (o x.one[])
a default	CREATE TABLE x.others (id text DEFAULT item_id_new()::text)
a default of a column that moves	ALTER TABLE items ALTER id SET DEFAULT item_id_new()
a function's signature	CREATE FUNCTION x.f(item_id) RETURNS int LANGUAGE sql AS 'SELECT 1'
a function's result	CREATE FUNCTION x.f() RETURNS item_id LANGUAGE sql AS 'SELECT NULL::item_id'
a body	CREATE FUNCTION x.f(text) RETURNS boolean LANGUAGE sql RETURN $1::item_id IS NULL
a view that only casts	CREATE VIEW x.v AS SELECT 'item_01h455vb4pex5vsknk084sn02q'::item_id AS c
a materialized view	CREATE MATERIALIZED VIEW x.v AS SELECT 'item_01h455vb4pex5vsknk084sn02q'::item_id AS c
a check	CREATE TABLE x.t (t text CHECK (t::item_id IS NOT NULL))
an expression's index	CREATE TABLE x.t (t text); CREATE INDEX ON x.t ((t::item_id))
a policy	CREATE TABLE x.t (t text); CREATE POLICY p ON x.t USING (t::item_id IS NOT NULL)
an aggregate	CREATE AGGREGATE x.first(item_id) (SFUNC = item_id_smaller, STYPE = item_id)
an operator	CREATE FUNCTION x.f(item_id, int) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE OPERATOR x.+ (LEFTARG = item_id, RIGHTARG = int, FUNCTION = x.f)
a cast	CREATE FUNCTION x.f(item_id) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE CAST (item_id AS int) WITH FUNCTION x.f(item_id)
END
    # What somebody makes of the type after the statements were written.
    { echo "BEGIN;" && sql "SELECT statement FROM base62id_migrate('uuid') WHERE kind NOT IN ('stop', 'check') ORDER BY step" && echo "COMMIT;"; } >"$work/made_of.sql"
    is "no statement says CASCADE" "$(grep -c CASCADE "$work/made_of.sql")" 0
    sql "CREATE FUNCTION x.late(item_id) RETURNS int LANGUAGE sql AS 'SELECT 1'"
    statement=$(psql_plain -v ON_ERROR_STOP=1 -o /dev/null -f "$work/made_of.sql" 2>&1) || true
    check "... and drops nothing that was made after the statements were written" grep -q "cannot drop type item_id because other objects depend on it" <<<"$statement"
    sql_is "... so nothing has moved" "SELECT atttypid::regtype, to_regprocedure('x.late(item_id)') FROM pg_attribute WHERE attrelid = 'items'::regclass AND attname = 'id'" "item_id|x.late(item_id)"
    sql "DROP FUNCTION x.late(item_id)"
    check "without them all goes back" move uuid
    sql_is "... and the type is gone" "SELECT to_regtype('item_id')" ""
}

# Names that break out of a statement, were one not quoted: each is the name of a schema with everything in it, and all together are
# the search_path. 63 bytes: as long as a name can be.
hostile() {
    local how out
    new_database hostile postgres
    sql <<'SQL'
CREATE FUNCTION public.make(s text) RETURNS void LANGUAGE plpgsql AS $f$
BEGIN
    EXECUTE format('CREATE SCHEMA %1$I; SET search_path = %1$I, public;
        CREATE TABLE %1$I (%1$I uuid PRIMARY KEY DEFAULT gen_random_uuid(), other uuid CONSTRAINT %1$I REFERENCES %1$I, n int, g uuid GENERATED ALWAYS AS (other) STORED);
        CREATE TABLE parted (%1$I uuid DEFAULT %2$L, n int, PRIMARY KEY (%1$I)) PARTITION BY HASH (%1$I);
        CREATE TABLE "%% part" PARTITION OF parted FOR VALUES WITH (MODULUS 1, REMAINDER 0);
        CREATE INDEX "$$ i" ON %1$I (other) WHERE n > 0; CREATE VIEW "%%s v" AS SELECT %1$I AS %1$I FROM %1$I;
        CREATE MATERIALIZED VIEW "%%I m" AS SELECT %1$I FROM "%%s v"; CREATE DOMAIN "%%L d" AS uuid CHECK (VALUE <> %2$L);
        CREATE TABLE domained (x "%%L d"); COMMENT ON TABLE %1$I IS %3$L; COMMENT ON COLUMN %1$I.g IS %3$L;
        CREATE FUNCTION "f" (uuid) RETURNS bigint LANGUAGE sql RETURN (SELECT count(*) FROM %1$I WHERE other = $1);
        CREATE POLICY %1$I ON %1$I USING (other = %2$L); CREATE STATISTICS "s" ON %1$I, n FROM %1$I;
        CREATE FUNCTION "t" () RETURNS trigger LANGUAGE plpgsql AS ''BEGIN RETURN NEW; END'';
        CREATE TRIGGER %1$I BEFORE UPDATE OF other ON %1$I FOR EACH ROW WHEN (OLD.other <> NEW.other) EXECUTE FUNCTION "t"(%3$L);
        CREATE PUBLICATION %1$I FOR TABLE %1$I (%1$I, n); INSERT INTO parted VALUES (DEFAULT, 1); RESET search_path',
        s, '00000000-0000-0000-0000-000000000001', s || $x$ '); ALTER ROLE mallory SUPERUSER; -- $x$);
END $f$;
SELECT public.make(n) FROM unnest(ARRAY['; alter role mallory superuser; --', '$move$', '$do$ $$', 'a''b', 'a"b', 'back\slash\', E'new\nline',
    'select', '%s %I %L', '"', repeat('é', 31) || 'x', E'\\''; alter role mallory superuser; --', '@extschema@', ':var :''x'' :"y"', 'x;y,z', '{a,b}', ' ']) AS n;
DROP FUNCTION public.make;
SQL
    # shellcheck disable=SC2155
    local path=$(sql "SELECT string_agg(quote_ident(nspname), ', ') FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema|base62id_moves)'")
    sql "ALTER DATABASE hostile SET search_path = $path"
    dump "$db" >"$work/dump.before"
    for how in base62id ulid; do
        check "hostile names, $how: there, by a file" move "$how"
        if ! out=$({ echo 'BEGIN;' && echo "SELECT statement FROM base62id_migrate('uuid') WHERE kind NOT IN ('stop', 'check') ORDER BY step \\gexec" && echo 'COMMIT;'; } |
            psql_plain -v ON_ERROR_STOP=1 -o /dev/null -f - 2>&1); then
            fail "hostile names, $how: back, by \\gexec" "$out"
            return
        fi
        is "hostile names, $how: there and back is the same" "$(dump "$db" | diff "$work/dump.before" - | head -n 20)" ""
    done
    sql_is "hostile names: nobody has become superuser" "SELECT rolsuper FROM pg_roles WHERE rolname = 'mallory'" f
}

# Every call in the bodies of the extension, read from pg_proc: of a part by its schema's name, or of pg_catalog, which is all
# that the parts have on their search_path. base62id_migrate() has the caller's, so it names a schema for each.
calls() {
    new_database calls postgres
    sql <<'SQL' >"$work/calls"
CREATE TEMP TABLE body AS
    SELECT p.oid, p.oid::regprocedure::text AS part, n.nspname = 'base62id_moves' AS is_part, p.proconfig,
        -- without comments, literals and quoted names, and without what declares lists of columns
        regexp_replace(p.prosrc, $$--[^\n]*|'([^']|'')*'|\$(\w*)\$.*?\$\2\$|"[^"]*"$$, ' ', 'g') AS text
    FROM pg_depend AS d JOIN pg_extension AS e ON e.oid = d.refobjid AND e.extname = 'base62id_migrate' AND d.deptype = 'e'
        JOIN pg_proc AS p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid JOIN pg_namespace AS n ON n.oid = p.pronamespace;
INSERT INTO body VALUES (0, 'planted', true, '{"search_path=pg_catalog, pg_temp"}', 'BEGIN PERFORM evil (1); RETURN public.length(2); END');
CREATE TEMP TABLE call AS
    SELECT DISTINCT b.part, b.is_part, c[1] IS NOT NULL AND c[1] ~* '^(as|into)$' AS declares, rtrim(c[2], '.') AS schema, c[3] AS name
    FROM body AS b, regexp_matches(b.text, '(?:\m(as|into|recursive)\s+)?(\w+\.)?(\w+)\s*\(', 'gi') AS c
    WHERE lower(c[3]) NOT IN (SELECT word FROM pg_get_keywords() WHERE catcode = 'R')
        AND lower(c[3]) NOT IN ('values', 'exists', 'coalesce', 'row', 'greatest', 'least', 'nullif', 'filter', 'over', 'char', 'by', 'return', 'join', 'operator');
SELECT 'a part has another search_path: ' || part FROM body WHERE is_part AND NOT 'search_path=pg_catalog, pg_temp' = ANY (coalesce(proconfig, '{}'));
SELECT format('%s calls %s', part, concat_ws('.', schema, name)) FROM call AS c WHERE NOT declares AND NOT CASE
    WHEN schema = 'base62id_moves' THEN EXISTS (SELECT FROM pg_proc WHERE pronamespace = 'base62id_moves'::regnamespace AND proname = c.name)
    WHEN schema IS NULL AND is_part OR schema = 'pg_catalog' THEN EXISTS (SELECT FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = lower(c.name))
    ELSE false END ORDER BY 1;
SELECT '# ' || count(DISTINCT name) FILTER (WHERE schema = 'base62id_moves') || ' parts are called, and of pg_catalog: ' ||
    string_agg(DISTINCT lower(name), ' ') FILTER (WHERE schema IS DISTINCT FROM 'base62id_moves') FROM call WHERE NOT declares;
SQL
    grep '^#' "$work/calls"
    is "no body but a planted one calls what is neither a part nor of pg_catalog" "$(grep -v '^#' "$work/calls")" "planted calls evil
planted calls public.length"
}

attacks() {
    calls
    planted
    others
    quoted
    reads
    made_of
    hostile
}
