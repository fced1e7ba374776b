# Sourced by run: what somebody else may have named, planted or owned, against who plans and runs a move.
# shellcheck shell=bash disable=SC2016,SC2034,SC2154

# Takes every way that is known to a superuser's rights, and returns true.
become='DECLARE s text; BEGIN
    FOREACH s IN ARRAY ARRAY[$x$RESET ROLE$x$, $x$SET ROLE postgres$x$, $x$RESET SESSION AUTHORIZATION$x$, $x$SET SESSION AUTHORIZATION postgres$x$,
            $x$ALTER ROLE mallory SUPERUSER$x$, $x$SET search_path = evil, pg_catalog$x$, $x$INSERT INTO evil.later VALUES (1)$x$] LOOP
        BEGIN EXECUTE s; EXCEPTION WHEN OTHERS THEN NULL; END;
    END LOOP;
    BEGIN EXECUTE $x$ALTER ROLE mallory SUPERUSER$x$; EXCEPTION WHEN OTHERS THEN NULL; END;
    RETURN true; END'
# alice has an application; mallory has a schema, and whatever an attack gives her.
ground() { # NAME
    new_database "$1"
    sql "GRANT CREATE ON DATABASE \"$1\" TO alice; CREATE SCHEMA evil AUTHORIZATION mallory; GRANT USAGE ON SCHEMA evil TO PUBLIC; SET ROLE alice; CREATE SCHEMA app;
        CREATE TABLE app.a (id uuid PRIMARY KEY, b uuid, n int GENERATED ALWAYS AS (num_nonnulls(id, b)) STORED, CONSTRAINT two CHECK (num_nonnulls(id, b) > 0));
        INSERT INTO app.a VALUES (gen_random_uuid()); CREATE VIEW app.v AS SELECT id, num_nulls(id, b) AS n FROM app.a WHERE id <> b OR b IS NULL;
        CREATE FUNCTION app.known(uuid) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true'; CREATE INDEX known ON app.a (n) WHERE app.known(id);
        CREATE FUNCTION app.of(u uuid) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM app.a WHERE id = u; END" >/dev/null
    db_user=mallory sql "CREATE TABLE evil.later (n int); CREATE FUNCTION evil.become() RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS '$become';
        CREATE FUNCTION evil.become(anyelement) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS '$become';
        CREATE FUNCTION evil.trigger() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN EXECUTE \$x\$ALTER ROLE mallory SUPERUSER\$x\$; RETURN NULL; EXCEPTION WHEN OTHERS THEN RETURN NULL; END';
        CREATE CONSTRAINT TRIGGER later AFTER INSERT ON evil.later DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION evil.trigger()"
}
# OUTCOME: stop (no file), refused (nothing happens), moved (and nobody has risen). Lines: TITLE, OUTCOME, who and what before the
# plan, who and what between plan and run, options.
attack() { # TITLE OUTCOME BEFORE BETWEEN OPTION...
    local title=$1 wanted=$2 got=stop before
    n_attacks=$((${n_attacks:-0} + 1))
    ground "attack_$n_attacks"
    [ -z "$3" ] || sql "$3" >/dev/null
    plan --to base62id "${@:5}"
    if [ "$status" = 0 ]; then
        [ -z "$4" ] || sql "$4" >/dev/null
        before=$(dump -s)
        move
        case $status in 0) got=moved ;; 1) got=refused ;; *) got=$status ;; esac
        [ "$got" != refused ] || is "$title: nothing has happened" "$(dump -s | diff <(echo "$before") -)" ""
    fi
    is "$title: $wanted" "$got $([ "$got" = "$wanted" ] || echo "$out")" "$wanted "
    sql_is "$title: nobody has risen" "SELECT bool_or(rolsuper) FROM pg_roles WHERE rolname IN ('mallory', 'alice')" f
    db=postgres
    sql "DROP DATABASE attack_$n_attacks"
}
overload="SET ROLE mallory; CREATE FUNCTION public.num_nonnulls(base62id, base62id) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT evil.become()::int'"
mallory_creates="GRANT CREATE ON SCHEMA public TO mallory"

attacks() {
    attack "the ground itself" moved "" ""
    attack "an overload of a built-in function" stop "$mallory_creates; $overload" ""
    attack "... whom alice trusts" stop "$mallory_creates; $overload" "" --trust mallory
    attack "... and may not create any more" stop "$mallory_creates; $overload; RESET ROLE; REVOKE CREATE ON SCHEMA public FROM mallory" "" --trust mallory
    attack "the right to make one, between plan and run" refused "" "$mallory_creates"
    attack "one that is made between plan and run" refused "" "$mallory_creates; $overload; RESET ROLE; REVOKE CREATE ON SCHEMA public FROM mallory"
    attack "... by one who is trusted" refused "$mallory_creates" "$overload" --trust mallory
    attack "an overload of a function of the application" stop "GRANT ALL ON SCHEMA app TO mallory; SET ROLE mallory;
        CREATE FUNCTION app.known(base62id) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT evil.become()'" ""
    attack "... that stays when the right goes" stop "GRANT ALL ON SCHEMA app TO mallory; SET ROLE mallory;
        CREATE FUNCTION app.known(base62id) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT evil.become()'; RESET ROLE; REVOKE ALL ON SCHEMA app FROM mallory" ""
    attack "an operator beside that of a view" stop "$mallory_creates; SET ROLE mallory; CREATE FUNCTION evil.f(base62id, uuid[]) RETURNS boolean LANGUAGE sql
        AS 'SELECT evil.become()'; CREATE OPERATOR public.<> (LEFTARG = base62id, RIGHTARG = uuid[], FUNCTION = evil.f); RESET ROLE; REVOKE CREATE ON SCHEMA public FROM mallory" ""
    attack "a cast to a type of mallory's" stop "SET ROLE mallory; CREATE TYPE evil.t AS (x int); CREATE FUNCTION evil.c(base62id) RETURNS evil.t LANGUAGE sql IMMUTABLE
        AS 'SELECT ROW(evil.become()::int)::evil.t'; CREATE CAST (base62id AS evil.t) WITH FUNCTION evil.c(base62id) AS IMPLICIT" ""
    attack "code that runs in a CHECK" moved "SET ROLE mallory; CREATE TABLE evil.t (id uuid PRIMARY KEY, CHECK (evil.become(id))); INSERT INTO evil.t VALUES (gen_random_uuid())" ""
    attack "... in an index" moved "SET ROLE mallory; CREATE TABLE evil.t (id uuid, b boolean); INSERT INTO evil.t VALUES (gen_random_uuid());
        CREATE INDEX ON evil.t (evil.become(id)); CREATE INDEX ON evil.t (id) WHERE evil.become(7)" ""
    attack "... in a generated column" moved "SET ROLE mallory; CREATE TABLE evil.t (id uuid, b boolean GENERATED ALWAYS AS (evil.become(id)) STORED,
        c boolean GENERATED ALWAYS AS (evil.become(1)) STORED); INSERT INTO evil.t VALUES (gen_random_uuid())" ""
    attack "... in a materialized view" moved "SET ROLE mallory; CREATE TABLE evil.t (id uuid); INSERT INTO evil.t VALUES (gen_random_uuid());
        CREATE MATERIALIZED VIEW evil.m AS SELECT id, evil.become(id) FROM evil.t" ""
    attack "a superuser's table that calls it" stop "CREATE TABLE app.s (id uuid, CHECK (evil.become(id)) NOT VALID)" ""
    attack "a default" moved "SET ROLE mallory; CREATE TABLE evil.t (id uuid DEFAULT CASE WHEN evil.become() THEN gen_random_uuid() END); INSERT INTO evil.t DEFAULT VALUES" ""
    attack "a table that is given away" refused "" "ALTER TABLE app.a OWNER TO mallory"
    attack "a view that changes" refused "" "ALTER VIEW app.v SET (security_barrier)"
    attack "a view's grants" refused "" "GRANT SELECT (id) ON app.v TO mallory"
    attack "a function with another body" refused "" "SET ROLE alice; CREATE OR REPLACE FUNCTION app.of(u uuid) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) + 1 FROM app.a WHERE id = u; END"
    attack "a function with other rights" refused "" "ALTER FUNCTION app.of(uuid) SECURITY DEFINER"
    attack "a new dependent" refused "" "SET ROLE alice; CREATE POLICY p ON app.a USING (id IS NOT NULL)"
    attack "default privileges" refused "" "ALTER DEFAULT PRIVILEGES FOR ROLE alice GRANT ALL ON TABLES TO mallory"
    attack "a comment that looks like the file" moved "COMMENT ON COLUMN app.a.id IS '-- base62id-migrate {\"made\": [\"x; ALTER ROLE mallory SUPERUSER\"]}'; COMMENT ON VIEW app.v IS E'\$b\$);\nALTER ROLE mallory SUPERUSER;--\\\\!'" ""
    attack "settings of the database" moved "DO \$do\$DECLARE s text; BEGIN FOREACH s IN ARRAY ARRAY['search_path = evil, pg_catalog', 'transform_null_equals = on', 'quote_all_identifiers = on', 'check_function_bodies = on',
        'DateStyle = ''German''', 'bytea_output = escape', 'extra_float_digits = -3', 'lock_timeout = 1', 'row_security = on', 'array_nulls = off'] LOOP
        EXECUTE format('ALTER DATABASE %I SET %s', current_database(), s); END LOOP;
        IF current_setting('server_version_num')::int < 190000 THEN EXECUTE format('ALTER DATABASE %I SET standard_conforming_strings = off', current_database()); END IF; END\$do\$" ""
    names
    rights
}

# Names that would end a constant, a line, a dollar quote or a psql command, were one not quoted.
names() {
    local name
    new_database names
    while IFS= read -r name; do
        name=$(printf '%b' "$name")
        psql_plain -v ON_ERROR_STOP=1 -v n="$name" >/dev/null <<'SQL'
CREATE SCHEMA :"n";
SET search_path = :"n", public;
CREATE TABLE :"n" (:"n" uuid PRIMARY KEY, CONSTRAINT :"n" CHECK (:"n" <> other), other uuid REFERENCES :"n", g uuid GENERATED ALWAYS AS (:"n") STORED);
CREATE VIEW "view" AS SELECT :"n" FROM :"n";
CREATE FUNCTION :"n"(:"n" uuid) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM "view"; END;
CREATE POLICY :"n" ON :"n" USING (:"n" IS NOT NULL);
COMMENT ON POLICY :"n" ON :"n" IS :'n';
COMMENT ON VIEW "view" IS :'n';
CREATE INDEX "index" ON :"n" (other) WHERE :"n" IS NOT NULL;
SQL
    done <<'END'
quote ' double " both
dollar $b$);ALTER ROLE mallory SUPERUSER;$b$
$move$;ALTER ROLE mallory SUPERUSER;DO $move$
line\n\\! touch /tmp/x\n-- more
back\\slash :n :'n' %s %I {0}
dot.ted; -- comment /* open
sixty three bytes of a name that is as long as one can be 123456
$$ SET SESSION AUTHORIZATION x;\nALTER
END
    there_and_back "names" --to base62id
    sql_is "... are names" "SELECT bool_or(rolsuper) FROM pg_roles WHERE rolname = 'mallory'" f
}

# Owners, and roles that plan and run.
rights() {
    ground rights
    sql "ALTER DATABASE rights OWNER TO alice; CREATE TABLE app.mallorys (id uuid); ALTER TABLE app.mallorys OWNER TO mallory; GRANT SELECT ON app.mallorys TO PUBLIC;
        GRANT SELECT ON evil.later TO PUBLIC; CREATE ROLE creator LOGIN CREATEDB IN ROLE alice"
    db_user=creator stops "an owner whom this role cannot act for" "mallory" --to base62id
    db_user=alice stops "a role that may make no database is told of --scratch" '--scratch' --to base62id --only app.a
    sql "DROP TABLE app.mallorys; DROP SCHEMA evil CASCADE"
    db_user=creator plan --to base62id --scratch "host=$work port=$port user=postgres dbname=postgres"
    is "... and with it a member plans" "$status$([ "$status" = 0 ] || echo "$out")" 0
    db_user=mallory move
    is "another one cannot run it" "$status" 1
    db_user=creator move
    is "... and a member does" "$status$([ "$status" = 0 ] || echo " $out")" 0
    sql_is "... for the owner" "SELECT string_agg(DISTINCT relowner::regrole::text, ' ') FROM pg_class WHERE relnamespace = 'app'::regnamespace" alice
}
