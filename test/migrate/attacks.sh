# Sourced by run: what somebody else may have named, planted or owned, against who plans and runs a move.
# shellcheck shell=bash disable=SC2016,SC2034,SC2154

# Takes every way that is known to a superuser's rights. Not IMMUTABLE: such a function could execute none of these, but calls one that can. Only in
# sessions of the program: what prepares an attack calls it, too.
armed='-c evil.armed=on'
rise='DECLARE s pg_catalog.text; BEGIN
    IF pg_catalog.current_setting($x$evil.armed$x$, true) IS NULL THEN RETURN; END IF;
    FOREACH s IN ARRAY ARRAY[$x$RESET ROLE$x$, $x$SET ROLE postgres$x$, $x$RESET SESSION AUTHORIZATION$x$, $x$SET SESSION AUTHORIZATION postgres$x$,
            $x$ALTER ROLE mallory SUPERUSER$x$, $x$SET search_path = evil, pg_catalog$x$, $x$INSERT INTO evil.later SELECT 1 WHERE (SELECT count(*) FROM evil.later) < 3$x$] LOOP
        BEGIN EXECUTE s; EXCEPTION WHEN OTHERS THEN NULL; END;
    END LOOP;
    BEGIN EXECUTE $x$ALTER ROLE mallory SUPERUSER$x$; EXCEPTION WHEN OTHERS THEN NULL; END;
    END'
# alice has an application; mallory has a schema, and whatever an attack gives her.
ground() { # NAME
    new_database "$1"
    sql "GRANT CREATE ON DATABASE \"$1\" TO alice; CREATE SCHEMA evil AUTHORIZATION mallory; GRANT USAGE ON SCHEMA evil TO PUBLIC; SET ROLE alice; CREATE SCHEMA app; CREATE TABLE app.a (id uuid PRIMARY KEY, b uuid, n int GENERATED ALWAYS AS (num_nonnulls(id, b)) STORED, CONSTRAINT two CHECK (num_nonnulls(id, b) > 0));
        INSERT INTO app.a VALUES (gen_random_uuid()); CREATE VIEW app.v AS SELECT id, num_nulls(id, b) AS n FROM app.a WHERE id <> b OR b IS NULL;
        CREATE FUNCTION app.known(uuid) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true'; CREATE INDEX known ON app.a (n) WHERE app.known(id);
        CREATE FUNCTION app.of(u uuid) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM app.a WHERE id = u; END" >/dev/null
    db_user=mallory sql "CREATE TABLE evil.later (n int); CREATE FUNCTION evil.rise() RETURNS void LANGUAGE plpgsql AS '$rise'; CREATE FUNCTION evil.become() RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM evil.rise(); RETURN true; END'; CREATE FUNCTION evil.become(anyelement) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM evil.rise(); RETURN true; END';
        CREATE FUNCTION evil.trigger() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM evil.rise(); RETURN NULL; END';
        CREATE CONSTRAINT TRIGGER later AFTER INSERT ON evil.later DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION evil.trigger()"
    [ -z "${beside-}" ] || sql "$beside" >/dev/null
}
# Attacks on a way back say "local back=$way_back".
way_back="--to back --was $work/there.sql"
there() { # OPTION...
    plan --to base62id "$@" && cp "$work/move.sql" "$work/there.sql" && move
}
# OUTCOME, and what is said then, as a pattern: stop (no file), refused (nothing happens), moved (and nobody has risen). Lines: TITLE, OUTCOME, who and what before the
# plan, who and what between plan and run, options.
# One plan serves all that differ only in what happens between: a copy of a database has its OIDs.
attack() { # TITLE OUTCOME BEFORE BETWEEN OPTION...
    local title=$1 wanted=$2 got=stop before key="$3 ${*:5} ${back-}"
    db=postgres sql "ALTER ROLE mallory NOSUPERUSER; ALTER ROLE alice NOSUPERUSER"
    if [ "$key" != "${attack_planned-}" ]; then
        db=postgres && sql "DROP DATABASE IF EXISTS planned"
        ground planned
        [ -z "${back-}" ] || there "${@:5}"
        [ -z "$3" ] || sql "$3" >/dev/null
        plan ${back:---to base62id} "${@:5}"
        attack_planned=$key attack_status=$status attack_out=$out
    fi
    status=$attack_status out=$attack_out db=postgres
    if [ "$status" = 0 ]; then
        sql "CREATE DATABASE attacked TEMPLATE planned" && db=attacked
        [ -z "$4" ] || sql "$4" >/dev/null
        before=$(dump -s)
        move
        case $status in 0) got=moved ;; 1) got=refused ;; *) got=$status ;; esac
        [ "$got" != refused ] || is "$title: nothing has happened" "$(dump -s | diff <(echo "$before") -)" ""
        db=postgres && sql "DROP DATABASE attacked"
    fi
    # shellcheck disable=SC2254 # a pattern
    case "$got $out" in $wanted*) pass "$title: $got" ;; *) fail "$title: $wanted" "$got $out" ;; esac
    sql_is "$title: nobody has risen" "SELECT bool_or(rolsuper) FROM pg_roles WHERE rolname IN ('mallory', 'alice')" f
    attack_table+="| $title | $got |"$'\n'
}
# A table of mallory's with a row, in which a CHECK executes this, whatever comes of it.
code() { # STATEMENT
    echo "SET ROLE mallory; CREATE FUNCTION evil.code(uuid) RETURNS boolean LANGUAGE plpgsql AS \$f\$BEGIN EXECUTE \$x\$$1\$x\$; RETURN true; EXCEPTION WHEN OTHERS THEN RETURN true; END\$f\$; CREATE TABLE evil.t (id uuid PRIMARY KEY); INSERT INTO evil.t VALUES (gen_random_uuid()); ALTER TABLE evil.t ADD CHECK (evil.code(id)) NOT VALID; RESET ROLE;
        UPDATE pg_constraint SET convalidated = true WHERE conrelid = 'evil.t'::regclass"
}
# A constant of an array of this domain: its CHECK is executed wherever a definition of it is read, with this function, or this expression.
constant() { # FUNCTION | EXPRESSION
    echo "SET ROLE mallory; ${1%%CHECK *} CREATE DOMAIN evil.d AS int CHECK (${1##*CHECK }); CREATE VIEW evil.constants AS SELECT '{1}'::evil.d[] AS d"
}
leaves() { # STATEMENT [OPTION]
    constant "CREATE FUNCTION evil.leaves(int) RETURNS boolean LANGUAGE plpgsql $2 AS \$f\$BEGIN IF current_setting('evil.armed', true) <> '' THEN EXECUTE \$x\$$1\$x\$; END IF; RETURN true; END\$f\$; CHECK evil.leaves(VALUE)"
}
connects="BEGIN; CREATE EXTENSION postgres_fdw; GRANT USAGE ON FOREIGN DATA WRAPPER postgres_fdw TO mallory; SET ROLE mallory;
        CREATE SERVER back FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$work', port '$port', dbname 'planned', options '$armed'); CREATE VIEW evil.v AS SELECT evil.become()::int AS n; CREATE VIEW evil.none AS SELECT 1 AS n; CREATE USER MAPPING FOR PUBLIC SERVER back OPTIONS (user 'postgres'); CREATE FOREIGN TABLE evil.f (n int) SERVER back OPTIONS (schema_name 'evil', table_name 'none');
        RESET ROLE; COMMIT; CREATE MATERIALIZED VIEW app.m AS SELECT a.id, f.n FROM app.a AS a, evil.f AS f; ALTER FOREIGN TABLE evil.f OPTIONS (SET table_name 'v')"
class="CREATE FUNCTION evil.cmp(int, int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM evil.rise(); RETURN btint4cmp(\$1, \$2); END'; ALTER FUNCTION evil.cmp(int, int) OWNER TO mallory; CREATE OPERATOR CLASS evil.ops FOR TYPE int USING btree AS OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 evil.cmp(int, int); CREATE INDEX ON app.s (n evil.ops) WHERE id IS NOT NULL"
event_triggers="CREATE FUNCTION evil.e() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM evil.rise(); END'; ALTER FUNCTION evil.e() OWNER TO mallory; CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION evil.e(); CREATE EVENT TRIGGER s ON ddl_command_start EXECUTE FUNCTION evil.e(); CREATE EVENT TRIGGER t ON table_rewrite EXECUTE FUNCTION evil.e(); CREATE EVENT TRIGGER d ON sql_drop EXECUTE FUNCTION evil.e()"
overload="SET ROLE mallory; CREATE FUNCTION public.num_nonnulls(base62id, base62id) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT evil.become()::int'"
mallory_creates="GRANT CREATE ON SCHEMA public TO mallory"
hostile="DO \$do\$DECLARE s text; BEGIN FOREACH s IN ARRAY ARRAY['search_path = evil, pg_catalog', 'transform_null_equals = on', 'quote_all_identifiers = on', 'check_function_bodies = on', 'DateStyle = ''German''', 'bytea_output = escape', 'extra_float_digits = -3', 'lock_timeout = 1', 'idle_session_timeout = 500', 'row_security = on', 'array_nulls = off',
        'default_transaction_read_only = on', 'default_transaction_isolation = ''repeatable read'''] LOOP
        EXECUTE format('ALTER DATABASE %I SET %s', current_database(), s); END LOOP;
        IF current_setting('server_version_num')::int >= 170000 THEN EXECUTE format('ALTER DATABASE %I SET transaction_timeout = 500', current_database()); END IF;
        IF current_setting('server_version_num')::int < 190000 THEN EXECUTE format('ALTER DATABASE %I SET standard_conforming_strings = off', current_database()); END IF; END\$do\$"

attacks() {
    attack "the ground itself" moved "" ""
    attack "the right to make one, between plan and run" refused "" "$mallory_creates"
    attack "one that is made between plan and run" refused "" "$mallory_creates; $overload; RESET ROLE; REVOKE CREATE ON SCHEMA public FROM mallory"
    attack "an overload of a built-in function" stop "$mallory_creates; $overload" ""
    attack "... whom alice trusts" stop "$mallory_creates; $overload" "" --trust mallory
    attack "... and may not create any more" stop "$mallory_creates; $overload; RESET ROLE; REVOKE CREATE ON SCHEMA public FROM mallory" "" --trust mallory
    attack "... by one who is trusted" refused "$mallory_creates" "$overload" --trust mallory
    attack "... of a superuser's, in whose schemas others may create" "stop*PUBLIC may create in schema tools, mallory may create in schema hers*an owner keeps it*" "CREATE SCHEMA tools; GRANT ALL ON SCHEMA tools TO PUBLIC; CREATE SCHEMA hers AUTHORIZATION mallory; CREATE FUNCTION tools.fine(anyelement) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true';
        CREATE FUNCTION hers.fine(anyelement) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true'; GRANT USAGE ON SCHEMA hers TO alice; REVOKE CREATE ON SCHEMA hers FROM mallory; ALTER TABLE app.a ADD CHECK (tools.fine(id) AND hers.fine(b))" ""
    attack "an overload of a function of the application" stop "GRANT ALL ON SCHEMA app TO mallory; SET ROLE mallory; CREATE FUNCTION app.known(base62id) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT evil.become()'" ""
    attack "... that stays when the right goes" stop "GRANT ALL ON SCHEMA app TO mallory; SET ROLE mallory; CREATE FUNCTION app.known(base62id) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT evil.become()'; RESET ROLE; REVOKE ALL ON SCHEMA app FROM mallory" ""
    attack "an operator beside that of a view" stop "$mallory_creates; SET ROLE mallory; CREATE FUNCTION evil.f(base62id, uuid[]) RETURNS boolean LANGUAGE sql AS 'SELECT evil.become()'; CREATE OPERATOR public.<> (LEFTARG = base62id, RIGHTARG = uuid[], FUNCTION = evil.f); RESET ROLE; REVOKE CREATE ON SCHEMA public FROM mallory" ""
    attack "a cast to a type of mallory's" stop "SET ROLE mallory; CREATE TYPE evil.t AS (x int); CREATE FUNCTION evil.c(base62id) RETURNS evil.t LANGUAGE sql IMMUTABLE AS 'SELECT ROW(evil.become()::int)::evil.t'; CREATE CAST (base62id AS evil.t) WITH FUNCTION evil.c(base62id) AS IMPLICIT" ""
    attack "code in a CHECK that leaves a search_path with a domain text" moved "SET ROLE mallory; CREATE DOMAIN evil.text AS pg_catalog.text CHECK (evil.become(VALUE)); CREATE FUNCTION evil.path(uuid) RETURNS boolean LANGUAGE sql AS \$x\$SELECT set_config('search_path', 'evil, pg_catalog', false) <> ''\$x\$;
        CREATE TABLE evil.t (id uuid PRIMARY KEY, o uuid REFERENCES evil.t, CHECK (evil.path(id)), CHECK (evil.become(id))); INSERT INTO evil.t VALUES (gen_random_uuid())" ""
    attack "... that leaves a cursor WITH HOLD" moved "$(code "DECLARE c CURSOR WITH HOLD FOR SELECT evil.rise()")" ""
    attack "... that leaves triggers behind, each of which leaves one" moved "SET ROLE mallory; CREATE FUNCTION evil.again() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM evil.rise(); SET CONSTRAINTS ALL DEFERRED; IF NEW.n < 100 THEN INSERT INTO evil.later VALUES (NEW.n + 1); END IF; RETURN NULL; END';
        CREATE CONSTRAINT TRIGGER again AFTER INSERT ON evil.later DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION evil.again(); $(code "INSERT INTO evil.later VALUES (1)")" ""
    attack "... that leaves a function for the session" refused "$(code "CREATE FUNCTION pg_temp.f() RETURNS boolean LANGUAGE sql AS \$y\$SELECT evil.become()\$y\$")" ""
    attack "... a type: not even that, from some minor releases on" "[mr]*" "$(code "CREATE DOMAIN pg_temp.text AS pg_catalog.text CHECK (evil.become(VALUE))")" ""
    attack "code in a materialized view that changes another definition" "refused*on app.v would use function evil.become()" "SET ROLE mallory; CREATE FUNCTION evil.swaps(uuid) RETURNS boolean LANGUAGE plpgsql AS
        'BEGIN IF current_setting(''evil.armed'', true) IS NOT NULL THEN CREATE OR REPLACE VIEW app.v AS SELECT id, 1 AS n FROM app.a WHERE evil.become(); END IF; RETURN true; END'; SET ROLE alice; CREATE MATERIALIZED VIEW app.m AS SELECT id FROM app.a WHERE evil.swaps(id)" "" --trust mallory
    attack "a cast to json of a value that the catalog holds" moved "SET ROLE mallory; CREATE TYPE evil.e AS ENUM ('a'); CREATE FUNCTION evil.j(evil.e) RETURNS json LANGUAGE sql AS 'SELECT to_json(evil.become())'; CREATE CAST (evil.e AS json) WITH FUNCTION evil.j(evil.e); CREATE TABLE evil.t (id uuid); INSERT INTO evil.t VALUES (gen_random_uuid()); ALTER TABLE evil.t ADD e evil.e DEFAULT 'a'" ""
    attack "a comment that looks like the file" moved "COMMENT ON COLUMN app.a.id IS '-- base62id-migrate {\"made\": [\"x; ALTER ROLE mallory SUPERUSER\"]}'; COMMENT ON VIEW app.v IS E'\n-- base62id-migrate {\"columns\": {}, \"made\": [], \"analyze\": {\"x\": \"1; ALTER ROLE mallory SUPERUSER\"}}\n\$b\$);\nALTER ROLE mallory SUPERUSER;--\\\\!'" ""
    attack "settings of the database" moved "SET ROLE alice; CREATE MATERIALIZED VIEW app.slow AS SELECT id FROM app.a WHERE pg_sleep(0.6) IS NOT NULL; RESET ROLE; $hostile; ALTER DATABASE planned SET role = mallory" "$hostile"
    restored
    [ -z "$full" ] || spellings
    printf '%s\n' "| attack | outcome |" "|---|---|" "$attack_table"
    for part in matrix reading between meanwhile in_the_place names rights members cures ways workers; do "$part"; done
}

# Who may act for an owner is no stranger. From 16 on a member may be able to neither use the role's rights nor take it.
members() {
    local how
    db=postgres sql "ALTER ROLE mallory NOINHERIT"
    for how in "" "WITH SET FALSE, INHERIT TRUE" "WITH SET FALSE, INHERIT FALSE" "WITH ADMIN TRUE, SET FALSE, INHERIT FALSE"; do
        [ -z "$how" ] || [ "$server_major" -ge 16 ] || break
        db=postgres sql "GRANT alice TO mallory $how"
        attack_planned=''
        attack "a member of the owner's role $how" "$([[ $how = *FALSE*FALSE ]] && echo 'stop*mallory may create in schema public' || echo moved)" "$mallory_creates" ""
        db=postgres sql "REVOKE alice FROM mallory"
    done
    db=postgres sql "ALTER ROLE mallory INHERIT"
    attack "whom an owner's materialized view reads" "stop*mallory owns view evil.v" "SET ROLE mallory; CREATE VIEW evil.v AS SELECT evil.become() AS b; GRANT SELECT ON evil.v TO alice; SET ROLE alice; CREATE MATERIALIZED VIEW app.m AS SELECT id, v.b FROM app.a, evil.v AS v" ""
    attack "in pg_catalog, too" "stop*mallory may create in schema pg_catalog" "GRANT CREATE ON SCHEMA pg_catalog TO mallory" ""
}

# What a stop says helps.
cures() {
    local view
    ground cures
    sql "CREATE EXTENSION tablefunc; CREATE EXTENSION postgres_fdw; CREATE TABLE app.one AS SELECT 1 AS n; GRANT SELECT ON app.one TO alice; CREATE SERVER near FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$work', port '$port', dbname 'cures');
        CREATE USER MAPPING FOR PUBLIC SERVER near OPTIONS (user 'alice', password_required 'false'); CREATE FOREIGN TABLE evil.f (n int) SERVER near OPTIONS (schema_name 'app', table_name 'one'); GRANT SELECT ON evil.f TO alice; GRANT USAGE ON SCHEMA evil TO alice"
    sql "CREATE MATERIALIZED VIEW app.reads AS SELECT a.id, f.n FROM app.a, evil.f; CREATE MATERIALIZED VIEW app.calls AS SELECT a.id, c.i FROM app.a, crosstab('SELECT 1, 2, 3') AS c(i int, r int); ALTER FOREIGN TABLE evil.f OWNER TO mallory"
    for view in calls reads; do
        stops "what has no superuser's rights" 'Before: give what reads or calls it an owner without superuser' --to base62id --trust mallory --trust alice
        check "... is app.$view" grep -q "REFRESH MATERIALIZED VIEW app.$view " <<<"$out"
        sql "ALTER MATERIALIZED VIEW app.$view OWNER TO alice"
    done
    there --trust mallory
    no_error "... and with another owner it moves"
}

named() { echo "CREATE COLLATION evil.c FROM \"$1\"; ALTER COLLATION evil.c OWNER TO mallory; CREATE TEXT SEARCH CONFIGURATION evil.f (copy = pg_catalog.$2); ALTER TEXT SEARCH CONFIGURATION evil.f OWNER TO mallory"; }
# What else carries code, or changes a meaning, beside the moving columns: there and back.
ways() {
    local back t other beside="CREATE TABLE app.s (id uuid PRIMARY KEY, n int, t text); INSERT INTO app.s SELECT gen_random_uuid(), n, 'x' FROM generate_series(1, 9) AS n; CREATE PUBLICATION p; ALTER PUBLICATION p ADD TABLE app.s WHERE (n > 3); CREATE TABLE evil.e AS SELECT n, 8 AS x, gen_random_uuid() AS id FROM generate_series(1, 99) AS n; ALTER TABLE evil.e OWNER TO mallory; GRANT SELECT ON evil.e TO PUBLIC; ANALYZE"
    for back in "" "$way_back"; do
        t=${back:+back: } other=$([ -z "$back" ] && echo "$overload" || echo "${overload//base62id/uuid}")
        attack "${t}the cure of a stop, and the right again" refused "$mallory_creates; REVOKE CREATE ON SCHEMA public FROM mallory" "$mallory_creates; $other; RESET ROLE; REVOKE CREATE ON SCHEMA public FROM mallory" --trust alice
        attack "${t}a publication's row filter" refused "" "ALTER PUBLICATION p SET TABLE app.s WHERE (n > 4)" --trust alice
        attack "${t}event triggers" "stop*mallory owns function evil.e()" "$event_triggers" "" --trust alice
        attack "${t}an operator class by her function" "stop*mallory owns function evil.cmp" "$class" "" --trust alice
        attack "${t}... where she is trusted" moved "$class; ALTER OPERATOR CLASS evil.ops USING btree OWNER TO mallory" "" --trust alice --trust mallory
        attack "${t}an operator that estimators call" moved "SET ROLE mallory; CREATE FUNCTION evil.op(int, int) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN PERFORM evil.rise(); RETURN true; END'; CREATE OPERATOR evil.@@ (LEFTARG = int, RIGHTARG = int, FUNCTION = evil.op, RESTRICT = eqsel, JOIN = eqjoinsel);
            RESET ROLE; CREATE MATERIALIZED VIEW app.m AS SELECT a.id FROM app.a, evil.e, evil.e AS g WHERE e.n OPERATOR(evil.@@) 4 AND e.x OPERATOR(evil.@@) g.x AND g.id IS NOT NULL" "" --trust alice --trust mallory
        attack "${t}others in the place of a collation and a configuration" "refused*index app.s_t_to_tsvector_idx would use *; index app.s_t_to_tsvector_idx would use *" "$(named C simple); CREATE INDEX ON app.s (t COLLATE evil.c, to_tsvector('evil.f', t)) WHERE id IS NOT NULL" \
            "ALTER COLLATION evil.c RENAME TO d; ALTER TEXT SEARCH CONFIGURATION evil.f RENAME TO g; $(named POSIX english)" --trust alice --trust mallory
        attack "${t}a foreign table whose server connects here" "stop*foreign table f is not read here" "$connects" "" --trust alice --trust mallory
    done
}

# What a superuser restores into a scratch database.
restored() {
    attack "settings that code in a definition leaves for those that follow" "stop*cannot execute SET within security-restricted operation" "$(leaves "SET standard_conforming_strings = off" "")" ""
    attack "... a role that its function takes" "stop*parameter \"role\" within security-restricted operation" "$(leaves "SELECT evil.rise()" ""); ALTER FUNCTION evil.leaves SET role = alice" ""
    attack "... a cursor WITH HOLD, with SECURITY DEFINER" "stop*security-restricted operation" "$(leaves "DECLARE c CURSOR WITH HOLD FOR SELECT evil.rise()" "SECURITY DEFINER")" ""
    attack "... in a definition that is read before it is executed" moved "$(leaves "SELECT evil.rise()" ""); CREATE MATERIALIZED VIEW evil.early AS SELECT '{1}'::evil.d[] AS d" ""
    attack "... what a superuser may read" "stop*function table_to_xml" "$(constant "CHECK to_regclass('evil.armed') IS NULL OR
        evil.become(table_to_xml('pg_authid', true, true, '')::text)"); CREATE TABLE evil.armed (x int)" ""
    attack "one that owns some of what moves, and may create where all is looked up" "stop*mallory may create in schema public" "$mallory_creates; SET ROLE mallory; CREATE TABLE evil.t (id uuid)" ""
}

# Names that the program could have meant bare. What comes of it is printed; nobody may rise.
spellings() {
    local line
    while IFS= read -r line; do
        line="SET ROLE mallory; CREATE $line; RESET ROLE; GRANT USAGE ON SCHEMA evil TO PUBLIC; ALTER DATABASE"
        attack "bare names: $line" "*" "$line planned SET search_path = evil, pg_catalog, public" "ALTER DATABASE attacked SET search_path = evil, pg_catalog, public"
    done <<'END'
FUNCTION evil.md5(text) RETURNS text LANGUAGE sql AS 'SELECT evil.become()::text'
FUNCTION evil.to_regclass(text) RETURNS regclass LANGUAGE sql AS 'SELECT evil.become()::int::regclass'
FUNCTION evil.format_type(oid, int) RETURNS text LANGUAGE sql AS 'SELECT evil.become()::text'
FUNCTION evil.quote_ident(name) RETURNS text LANGUAGE sql AS 'SELECT evil.become()::text'
FUNCTION evil.current_setting(text) RETURNS text LANGUAGE sql AS 'SELECT evil.become()::text'
FUNCTION evil.f(oid, oid) RETURNS boolean LANGUAGE sql AS 'SELECT evil.become()'; CREATE OPERATOR evil.= (LEFTARG = oid, RIGHTARG = oid, FUNCTION = evil.f)
FUNCTION evil.f(name, text) RETURNS boolean LANGUAGE sql AS 'SELECT evil.become()'; CREATE OPERATOR evil.= (LEFTARG = name, RIGHTARG = text, FUNCTION = evil.f)
FUNCTION evil.f(text, text) RETURNS text LANGUAGE sql AS 'SELECT evil.become()::text'; CREATE OPERATOR evil.|| (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.f)
FUNCTION evil.f(jsonb, jsonb) RETURNS boolean LANGUAGE sql AS 'SELECT evil.become()'; CREATE OPERATOR evil.@> (LEFTARG = jsonb, RIGHTARG = jsonb, FUNCTION = evil.f)
VIEW evil.pg_class AS SELECT evil.become() AS oid
DOMAIN evil.text AS pg_catalog.text CHECK (evil.become(VALUE)); CREATE DOMAIN evil.jsonb AS pg_catalog.jsonb CHECK (evil.become(VALUE))
END
}
# What carries code, at all places from which a superuser's statements could come to it. mallory is trusted in all of it, so that nothing but the guard is in the way. That each
# cell has teeth: it writes where a superuser executes the same statements without the guard, or restores the definitions.
matrix() {
    local cells functions built_in cell
    mapfile -t cells < <("$here/matrix" cells)
    mapfile -t functions < <(printf '%s\n' "${cells[@]}" | grep -v '[!]$')
    mapfile -t built_in < <(printf '%s\n' "${cells[@]}" | grep '[!]$')
    mkdir "$work/risen"
    planted matrix "${functions[@]}"
    stops "functions" 'mallory owns ' --to base62id
    note "a stop names $(named_cells | grep -c .) of ${#functions[@]} cells, none of: $(printf '%s\n' "${functions[@]}" | grep -vxF "$(named_cells)" | xargs)"
    plans "functions: a plan that trusts mallory" --to base62id --trust mallory
    is "functions: nobody has risen at plan" "$(risen)" ""
    unguarded "functions" "${functions[@]}"
    moves "functions: they move"
    is "functions: nobody has risen at run" "$(risen)" ""
    planted built_in "${built_in[@]}"
    stops "built-in functions: not with a superuser's rights" 'function (query_to_xml|current_setting).* is not called here' --to base62id --trust mallory
    is "built-in functions: nobody has risen" "$(risen)" ""
    unguarded "built-in functions" "${built_in[@]}"
    planted ground
    plan --to base62id --trust mallory && cp "$work/move.sql" "$work/ground.sql"
    between_cells "after the plan, all" "${cells[@]}"
    [ -n "$full" ] || cells=(called.predicate "read.materialized-view!") built_in=("read.array!")
    for cell in "${built_in[@]}"; do
        planted cell "$cell"
        plan --to base62id --trust mallory
        [ "$status" != 0 ] || move
        is "$cell: $([ "$status" = 0 ] && echo moved || echo stop)" "$(risen)" ""
    done
    for cell in "${cells[@]}"; do between_cells "after the plan, $cell" "$cell"; done
}
risen() { grep -rs "" "$work/risen" || true; }
planted() { # DATABASE CELL...
    db=postgres sql "DROP DATABASE IF EXISTS $1" 2>"$work/psql.log"
    new_database "$1"
    "$here/matrix" ground | sql >/dev/null
    [ $# = 1 ] || "$here/matrix" "${@:2}" "$work/risen" | psql_plain >"$work/planted.log" 2>&1
}
named_cells() { for cell in "${functions[@]}"; do grep -oE -m 1 "evil[.][a-z]?${cell//[.-]/_}\\b" <<<"$out" >"$work/named" && echo "$cell"; done; }
# What the same statements do where the superuser who runs them lends his rights to all.
unguarded() { # TITLE CELL...
    local from=$db at_run at_plan all
    db=postgres && sql "CREATE DATABASE naked TEMPLATE $from" && db=naked
    if [ -e "$work/move.sql" ]; then
        sql "CREATE SCHEMA naked; CREATE FUNCTION naked.execute_as(name, s text) RETURNS text LANGUAGE plpgsql AS 'BEGIN EXECUTE s; RETURN NULL; END'"
        sed "\$a ANALYZE;
            s/base62id.guard = on/base62id.guard = off/; s/IF now IS NOT NULL THEN/IF false THEN/; s/\(PERFORM\|:=\) public\.base62id_execute_as(/\1 naked.execute_as(/" "$work/move.sql"
    else # what ALTER TYPE does with CHECKs, and the file with materialized views
        echo "DO \$\$DECLARE s text; BEGIN FOR s IN SELECT format('ALTER TABLE %s ADD %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint WHERE contype = 'c' AND conrelid <> 0 UNION ALL SELECT 'REFRESH MATERIALIZED VIEW ' || oid::regclass FROM pg_class WHERE relkind = 'm' LOOP EXECUTE s; END LOOP; END\$\$"
    fi | db=naked PGOPTIONS=$armed psql_plain -v ON_ERROR_STOP=1 >"$work/naked.log" 2>&1 || cat "$work/naked.log"
    at_run=$(ls "$work/risen") && rm -f "$work/risen/"*
    db=postgres && sql "DROP DATABASE naked" && sql "CREATE DATABASE naked" && db=$from
    "$bindir/pg_dump" -h "$work" -p "$port" -U postgres -s "$from" | db=naked PGOPTIONS=$armed psql_plain >"$work/naked.log" 2>&1
    at_plan=$(ls "$work/risen") && rm -f "$work/risen/"*
    db=postgres && sql "DROP DATABASE naked" && db=$from
    all=$(printf '%s\n' $at_run $at_plan | sort -u)
    note "$1, unguarded: of $(($# - 1)) cells $(wc -w <<<"$at_run") rise at run, $(wc -w <<<"$at_plan") at plan; none of: $(printf '%s\n' "${@:2}" | grep -vxF "$all" | xargs)"
    check "$1: two of five cells have teeth" test "$(wc -w <<<"$all")" -ge $((($# - 1) * 2 / 5))
}
between_cells() { # TITLE CELL...
    db=postgres && sql "DROP DATABASE IF EXISTS cell" 2>"$work/psql.log"
    sql "CREATE DATABASE cell TEMPLATE ground" && db=cell
    "$here/matrix" "${@:2}" "$work/risen" | psql_plain >"$work/planted.log" 2>&1
    move "$work/ground.sql"
    is "$1: $([ "$status" = 0 ] && echo moved || echo refused)" "$(risen)" ""
}

# A plan reads texts, and what their owner has put into an index is executed when such a query is planned. It restores definitions, and a domain's CHECK is executed where a
# constant of an array of it is read.
reading() {
    ground reading
    sql "SET ROLE mallory; CREATE FUNCTION evil.write() RETURNS boolean LANGUAGE plpgsql AS \$\$BEGIN EXECUTE 'COPY (SELECT 1) TO ''$work/read'''; RETURN true; EXCEPTION WHEN OTHERS THEN RETURN true; END\$\$; CREATE FUNCTION evil.constant(int) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN evil.write(); END'; CREATE TABLE evil.users (id text PRIMARY KEY);
        INSERT INTO evil.users SELECT typeid_generate('user')::text; CREATE INDEX ON evil.users (id) WHERE evil.constant(7)"
    plan --to typed --only evil.users
    check "texts are read" grep -q 'ALTER id TYPE evil.user_id' "$work/move.sql"
    check "... with the rights of their owner" test ! -e "$work/read"
    sql "CREATE TABLE app.people (id text, n int) PARTITION BY LIST (n); CREATE TABLE evil.part PARTITION OF app.people FOR VALUES IN (1); INSERT INTO app.people SELECT typeid_generate('person')::text, 1; ALTER TABLE evil.part OWNER TO mallory; SET ROLE mallory; CREATE INDEX ON evil.part (id) WHERE evil.constant(7)"
    plan --to typed --only evil.users --only app.people --trust mallory --trust alice
    is "... of a partition, too" "$(grep -o -m 1 "ALTER id TYPE app[.]person_id" "$work/move.sql" || echo "$out")" "ALTER id TYPE app.person_id"
    check "... of another role, whose code is not executed with other rights than hers" test ! -e "$work/read"
    sql "SET ROLE mallory; CREATE DOMAIN evil.d AS int CHECK (current_setting('evil.armed', true) IS NULL OR lo_create(0) > 0); CREATE VIEW evil.constants AS SELECT '{1}'::evil.d[] AS d"
    stops "a domain's CHECK is not executed with other rights than hers" 'function current_setting.* is not called here' --to typed --only evil.users
    # not restored with the domain, but after what has the constant
    sql "DROP VIEW evil.constants; SET ROLE mallory; CREATE DOMAIN evil.late AS int; CREATE FUNCTION evil.id(evil.late[]) RETURNS base62id LANGUAGE sql AS 'SELECT gen_random_uuid()::base62id'; CREATE TABLE evil.t (id base62id DEFAULT evil.id('{1}'::evil.late[])); ALTER DOMAIN evil.late ADD CHECK (pg_create_restore_point('risen') IS NOT NULL) NOT VALID"
    plan --to text --only evil.t
    is "... nor where a default is parsed" "$status $(grep -c 'restore point "risen" created' "$server_log")" "0 0"
}

# Whatever changes of what is dropped is seen, and between the comparison and the DROP whoever tries waits.
between() {
    local line changes
    ground between
    sql "ALTER TABLE app.a ADD CONSTRAINT ex EXCLUDE (id WITH =), ALTER b SET DEFAULT gen_random_uuid(); CREATE MATERIALIZED VIEW app.m AS SELECT id FROM app.a; CREATE STATISTICS app.s ON id, b FROM app.a; CREATE INDEX other ON app.a (b) WHERE id IS NOT NULL;
        CREATE OPERATOR app.=== (LEFTARG = uuid, RIGHTARG = uuid, FUNCTION = uuid_eq); CREATE POLICY p ON app.a USING (id OPERATOR(app.===) b); CREATE TABLE app.above (); CREATE PUBLICATION p;
        CREATE AGGREGATE app.sum(int) (sfunc = int4pl, stype = int, initcond = '0'); CREATE VIEW app.sums AS SELECT app.sum(1) AS n FROM app.a GROUP BY id;
        CREATE FUNCTION app.\"of(\"(u uuid) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM app.a WHERE id = u; END; ALTER FUNCTION app.\"of(\"(uuid) OWNER TO alice;
        ALTER FUNCTION app.of(uuid) OWNER TO alice; ALTER TABLE app.m OWNER TO alice; ALTER STATISTICS app.s OWNER TO alice"
    plan --to base62id --trust alice
    mapfile -t changes < <(sed 's/ | /\n/g' <<'END'
GRANT SELECT (id) ON app.v TO mallory | GRANT SELECT ON app.v TO mallory | GRANT SELECT (id) ON app.m TO mallory | GRANT EXECUTE ON FUNCTION app.of(uuid) TO mallory | COMMENT ON VIEW app.v IS 'x' | COMMENT ON COLUMN app.v.id IS 'x' | COMMENT ON FUNCTION app.of(uuid) IS 'x'
COMMENT ON INDEX app.known IS 'x' | COMMENT ON INDEX app.ex IS 'x' | COMMENT ON CONSTRAINT ex ON app.a IS 'x' | SECURITY LABEL FOR migrate_test ON VIEW app.v IS 'x' | ALTER INDEX app.ex SET (fillfactor = 50) | COMMENT ON STATISTICS app.s IS 'x' | COMMENT ON POLICY p ON app.a IS 'x'
ALTER TABLE app.a OWNER TO mallory | ALTER VIEW app.v OWNER TO mallory | ALTER VIEW app.v SET (security_barrier) | ALTER MATERIALIZED VIEW app.m SET (fillfactor = 50) | ALTER INDEX app.known SET (fillfactor = 50) | ALTER STATISTICS app.s SET STATISTICS 7 | ALTER FUNCTION app.of(uuid) COST 7
ALTER FUNCTION app.of(uuid) SECURITY DEFINER | CREATE OR REPLACE FUNCTION app.of(u uuid) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) + 1 FROM app.a WHERE id = u; END | ALTER POLICY p ON app.a USING (false) | CREATE POLICY q ON app.a
CREATE OR REPLACE VIEW app.v AS SELECT NULL::uuid AS id, 7 AS n | CREATE RULE r AS ON DELETE TO app.a DO INSTEAD NOTHING | CREATE TRIGGER t BEFORE UPDATE ON app.a FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger() | CREATE TABLE app.below () INHERITS (app.a)
ALTER TABLE app.a INHERIT app.above | ALTER TABLE app.a ALTER b SET DEFAULT md5('x')::uuid | ALTER TABLE app.a RENAME CONSTRAINT two TO three | ALTER TABLE app.a CLUSTER ON a_pkey | ALTER PUBLICATION p ADD TABLE app.a
ALTER FUNCTION app."of("(uuid) COST 7
END
        [ "$server_major" -lt 18 ] || echo "CREATE TABLE app.refers (id uuid REFERENCES app.a NOT ENFORCED)"
    )
    for line in "${changes[@]}" "ALTER OPERATOR app.=== (uuid, uuid) SET (RESTRICT = eqsel)" "ALTER DEFAULT PRIVILEGES FOR ROLE alice GRANT ALL ON TABLES TO mallory" \
        "CREATE OR REPLACE AGGREGATE app.sum(int) (sfunc = int4pl, stype = int, initcond = '1')"; do
        is "refused after $line" "$(psql_plain -c BEGIN -c "$line" -f "$work/move.sql" 2>&1 | grep -c 'has changed since the file')" 1
    done
    is "... and after what is committed while it waits for locks" "$(sed "s/^-- Locks/COMMENT ON VIEW app.v IS 'x';\n&/" "$work/move.sql" | psql_plain -c BEGIN -f - 2>&1 | grep -c 'has changed since the file')" 1
    sed -i '/^-- Nothing has changed/,/^IF/s/^EXECUTE .*/& WHILE NOT EXISTS (SELECT FROM pg_default_acl) LOOP PERFORM pg_catalog.pg_sleep(0.1); END LOOP;/' "$work/move.sql"
    (migrate run between "$work/move.sql" >"$work/between.log" 2>&1 || true) &
    wait_until is_true "SELECT count(*) = 1 FROM pg_stat_activity WHERE datname = 'between' AND wait_event = 'PgSleep'"
    for line in "${changes[@]}"; do
        is "between the comparison and the DROP waits: $line" "$(psql_plain -c "SET lock_timeout = '50ms'" -c "$line" 2>&1 | grep -c 'due to lock timeout')" 1
    done
    sql "ALTER DEFAULT PRIVILEGES FOR ROLE alice GRANT SELECT ON TABLES TO mallory" && wait
    check "default privileges that are granted between the comparison and the DROP" grep -q 'default privileges would use GRANT .*mallory=r/alice' "$work/between.log"
}

# What is committed while a plan is written is not undone by it.
meanwhile() {
    local back
    mkdir "$work/meanwhile"
    printf '%s\n' '#!/bin/bash' "PGOPTIONS= psql -d meanwhile -XAtqc 'REVOKE ALL ON app.v FROM mallory'" "exec $bindir/pg_restore \"\$@\"" >"$work/meanwhile/pg_restore"
    chmod +x "$work/meanwhile/pg_restore" && ground meanwhile
    for back in "" "$way_back"; do
        [ -z "$back" ] || there
        sql "GRANT SELECT ON app.v TO mallory"
        PATH=$work/meanwhile:$PATH stops "${back:+back: }a grant that is revoked while a plan is written" 'has changed while this was written, as the acl app.TABLE v' ${back:---to base62id}
    done
    plans "... and then there is a plan" $back
}

# The owner of the database, who also owns public, and through it what ours are called by; who plans and runs is a superuser.
in_the_place() {
    local back t fake="CREATE FUNCTION public.base62id_execute_as(role name, statements text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN EXECUTE \$x\$DECLARE c CURSOR WITH HOLD FOR SELECT evil.rise()\$x\$; RETURN NULL; END'"
    for back in "" "$way_back"; do
        t=${back:+back: }
        ground "in_the_place${t%: }"
        sql "ALTER DATABASE $db OWNER TO mallory; CREATE FUNCTION evil.role() RETURNS boolean LANGUAGE plpgsql AS 'BEGIN SET ROLE NONE; PERFORM evil.rise(); RETURN true; EXCEPTION WHEN OTHERS THEN RETURN true; END'; ALTER FUNCTION evil.role() OWNER TO mallory; $(constant "CHECK evil.role()"); RESET ROLE;
            CREATE SCHEMA hers AUTHORIZATION mallory; CREATE TABLE hers.a (id uuid); CREATE DOMAIN hers.d AS int; CREATE VIEW app.reads AS SELECT id, 1::hers.d AS d FROM hers.a"
        [ -z "$back" ] || there --trust mallory --trust alice
        raced --trust mallory --trust alice
        no_error "${t}a scratch database's owner: who plans"
        is "... and nobody else connects to it" "$raced" "must be owner too many connections"
        replaced public "GRANT ALL ON SCHEMA public TO PUBLIC; $fake"
        check "${t}the owner of a schema puts his function in the place of ours" grep -q 'base62id_execute_as(name,text) is not called here' "$work/between.log"
        check "... and before" grep -q 'the extension base62id is not in schema public' <(psql_plain -f "$work/move.sql" 2>&1)
        sql "DROP SCHEMA public CASCADE; ALTER SCHEMA other RENAME TO public" 2>"$work/psql.log" && plan ${back:---to base62id} --only hers --trust mallory
        replaced hers "CREATE TABLE hers.a (id $([ -z "$back" ] && echo uuid || echo public.base62id)); CREATE DOMAIN hers.d AS int"
        is "... and a table and a type in the place of others" "$(grep -oE 'app.reads would use (table|type) hers.[ad]' "$work/between.log" | grep -o '[^.]*$' | sort | xargs)" "a d"
    done
    sql_is "... nobody has risen" "SELECT bool_or(rolsuper) FROM pg_roles WHERE rolname IN ('mallory', 'alice')" f
}
# What mallory meets who tries a scratch database while it is used.
raced() { # OPTION...
    mkdir -p "$work/race"
    # shellcheck disable=SC2016 # for each pg_restore
    printf '%s\n' '#!/bin/bash' 'for d in $(psql -d postgres -XAtc "SELECT datname FROM pg_database WHERE datname ~ '"'^base62id_migrate_'"'"); do' \
        '    PGOPTIONS= PGUSER=mallory psql -d postgres -XAtc "ALTER DATABASE $d SET role = mallory"; PGOPTIONS= PGUSER=mallory psql -d "$d" -XAtc "SELECT 1"; done >>'"$work/raced 2>&1" \
        "exec $bindir/pg_restore \"\$@\"" >"$work/race/pg_restore"
    chmod +x "$work/race/pg_restore" && : >"$work/raced"
    PATH=$work/race:$PATH plan ${back:---to base62id} "$@"
    raced=$(grep -o 'must be owner\|too many connections\|permission denied for database\|^1$' "$work/raced" | sort -u | xargs)
}
# While the file runs, another schema of mallory's takes the name.
replaced() { # SCHEMA STATEMENTS
    sed -i '/^-- Nothing has changed/,/^FOREACH/s/^FOREACH/WHILE NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = $$other$$) LOOP PERFORM pg_catalog.pg_sleep(0.1); END LOOP; &/' "$work/move.sql"
    (PGOPTIONS=$armed psql_plain -f "$work/move.sql" >"$work/between.log" 2>&1 || true) & # any client: the file guards itself
    wait_until is_true "SELECT count(*) = 1 FROM pg_stat_activity WHERE datname = '$db' AND wait_event = 'PgSleep'"
    db_user=mallory sql "BEGIN; ALTER SCHEMA $1 RENAME TO other; CREATE SCHEMA $1; $2; COMMIT"
    wait
}

# A subscription's worker executes triggers of whoever owns the table. No scratch database has it, and it goes on with what has moved.
workers() {
    local back n=0
    new_database source
    sql "CREATE SCHEMA evil; CREATE TABLE evil.t (id uuid PRIMARY KEY); CREATE PUBLICATION p FOR TABLE evil.t"
    sql "SELECT pg_create_logical_replication_slot('s', 'pgoutput')" >/dev/null
    ground workers
    sql "SET ROLE mallory; CREATE TABLE evil.t (id uuid PRIMARY KEY); CREATE TRIGGER t AFTER INSERT ON evil.t FOR EACH ROW EXECUTE FUNCTION evil.trigger(); ALTER TABLE evil.t ENABLE ALWAYS TRIGGER t"
    sql "CREATE SUBSCRIPTION s CONNECTION 'host=$work port=$port user=postgres dbname=source' PUBLICATION p WITH (create_slot = false)"
    for back in "" "$way_back"; do
        raced --trust mallory
        cp "$work/move.sql" "$work/there.sql" && move
        db=source sql "INSERT INTO evil.t VALUES (gen_random_uuid())"
        check "${back:+back: }a subscription goes on" wait_until is_true "SELECT count(*) = $((++n)) FROM evil.t"
    done
}

# Names that would end a constant, a line, a dollar quote or a psql command, were one not quoted.
names() {
    local name
    new_database names
    sql "CREATE ROLE \"ro\"\"l'e\"; ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO \"ro\"\"l'e\""
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
back\\slash :n :'n' %s %I {0} \\
dot.ted; -- comment /* open
carriage\\rreturn
sixty three bytes of a name that is as long as one can be 123456
$$ SET SESSION AUTHORIZATION x;\nALTER
END
    there_and_back "names" --to base62id
    plan --to base62id && psql_plain -c "SELECT set_config('standard_conforming_strings', CASE WHEN $server_major < 19 THEN 'off' ELSE 'on' END, false)" -f "$work/move.sql" >"$work/psql.log" 2>&1
    look client
    is "... in any client" "$(diff "$work/dump.there" "$work/dump.client")" ""
    sql_is "... are names" "SELECT bool_or(rolsuper) FROM pg_roles WHERE rolname = 'mallory'" f
}

# Owners, and roles that plan and run.
rights() {
    local role
    new_database owned alice
    db_user=alice sql "CREATE TABLE t (id uuid); CREATE INDEX ON t (id) WHERE id IS NOT NULL"
    plans "who may create by owning the database" --to base62id
    ground rights
    sql "ALTER DATABASE rights OWNER TO alice; CREATE TABLE app.mallorys (id uuid); ALTER TABLE app.mallorys OWNER TO mallory; GRANT SELECT ON app.mallorys TO PUBLIC; GRANT SELECT ON evil.later TO PUBLIC; CREATE ROLE creator LOGIN CREATEDB IN ROLE alice"
    db_user=creator stops "who owns the schema of the extension has no member's rights" 'alice owns schema public' --to base62id
    db_user=creator stops "an owner whom this role cannot act for" 'GRANT mallory TO creator' --to base62id --trust alice --scratch "host=$work port=$port user=postgres dbname=postgres"
    db_user=alice stops "a role that may make no database is told of --scratch" '--scratch' --to base62id --only app.a
    sql "ALTER DATABASE rights OWNER TO creator; DROP TABLE app.mallorys; GRANT mallory TO creator; GRANT alice TO creator WITH ADMIN OPTION; $(constant "CREATE FUNCTION evil.grants(int) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN GRANT alice TO mallory; RETURN true; EXCEPTION WHEN insufficient_privilege THEN RETURN true; END'; CHECK evil.grants(VALUE)"); CREATE FUNCTION evil.key(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM evil.grants(7); RETURN 7; END'; CREATE TABLE evil.parted (id uuid, n int, g text GENERATED ALWAYS AS (id::text) STORED) PARTITION BY RANGE ((n + evil.key(7))); CREATE TABLE evil.keys (id uuid PRIMARY KEY)"
    db_user=creator plans "a role's code is restored, and read where its table changes" --to base62id
    plan --to typed --only evil.keys && cp "$work/move.sql" "$work/there.sql"
    sql "SET ROLE mallory; DROP TABLE evil.keys; CREATE TYPE evil.key_id AS ENUM ('a'); CREATE TABLE evil.keys (id evil.key_id); CREATE FUNCTION evil.c(evil.key_id) RETURNS uuid LANGUAGE plpgsql IMMUTABLE AS 'BEGIN ASSERT current_user = ''mallory''; RETURN gen_random_uuid(); END'; CREATE CAST (evil.key_id AS uuid) WITH FUNCTION evil.c(evil.key_id) AS ASSIGNMENT; CREATE VIEW evil.w AS SELECT id = 'a'::evil.key_id AS w FROM evil.keys"
    db_user=creator plans "... and where a constant is read" --to back --was "$work/there.sql"
    sql_is "... and does not come to the other roles of who plans" "SELECT count(*) FROM pg_auth_members WHERE member = 'mallory'::regrole" 0
    sql "REVOKE mallory FROM creator; REVOKE ADMIN OPTION FOR alice FROM creator; DROP SCHEMA evil CASCADE; SET ROLE alice; GRANT USAGE ON SCHEMA app TO mallory; GRANT SELECT ON app.v TO mallory WITH GRANT OPTION; SET ROLE mallory; GRANT SELECT ON app.v TO PUBLIC"
    db_user=creator stops "... or who has granted" 'mallory owns or grants' --to base62id --scratch "host=$work port=$port user=postgres dbname=postgres"
    sql "GRANT CREATE ON DATABASE rights TO creator; SET ROLE alice; REVOKE ALL ON app.v FROM mallory CASCADE; CREATE DOMAIN app.d AS int CHECK (current_setting('evil.armed', true) <> ''); CREATE VIEW app.constants AS SELECT '{1}'::app.d[] AS d"
    for role in postgres creator; do db_user=$role stops "who plans does not execute what a role has put into a definition: $role" 'function current_setting.* is not called here' --to base62id; done
    sql "DROP VIEW app.constants; DROP DOMAIN app.d; SET ROLE alice; CREATE FUNCTION app.leaves() RETURNS boolean LANGUAGE plpgsql AS 'BEGIN CREATE TEMP TABLE IF NOT EXISTS t (); RETURN true; END'; CREATE DOMAIN app.d AS int CHECK (app.leaves()); CREATE VIEW app.constants AS SELECT id, '{1}'::app.d[] AS d FROM app.a"
    for role in postgres creator; do db_user=$role stops "what changes the session where a definition is planned: $role" 'Before: drop what calls it, and make it again afterwards' --to base62id; done
    sql "DROP VIEW app.constants; ALTER TABLE app.a ADD CONSTRAINT leaves CHECK (id IS NULL OR app.leaves())"
    db_user=creator plan --to base62id && db_user=creator move
    is "... or executed" "$status $(grep -c 'Before: drop what calls it' <<<"$out")" "1 1"
    sql "ALTER TABLE app.a DROP CONSTRAINT leaves"
    db_user=creator raced
    is "... to whose scratch database nobody else connects" "$status $raced" "0 must be owner permission denied for database"
    sql "ALTER DATABASE rights OWNER TO mallory; CREATE ROLE dba LOGIN CREATEDB IN ROLE postgres, alice, pg_read_all_data"
    db_user=creator stops "... unless he trusts who owns the schema of the extension" 'mallory owns schema public' --to base62id
    db_user=dba stops "who could take a superuser's role" "^stop: psql: .*could take a superuser's role" --to base62id --trust mallory
    armed+=' -c role=postgres' db_user=dba raced --trust mallory
    is "... and who has" "$status $raced" "0 must be owner permission denied for database"
    sql "ALTER DATABASE rights OWNER TO alice" && plan --to base62id && db_user=creator move
    check "... nor runs another's plan" grep -q 'who owns schema public could put functions' <<<"$out"
    db_user=creator plans "... and with it a member plans" --to base62id --trust alice --scratch "host=$work port=$port user=postgres dbname=postgres"
    db_user=mallory move
    is "another one cannot run it" "$status" 1
    for role in "SET ROLE alice" "SET SESSION AUTHORIZATION alice"; do
        is "a superuser's session in another role cannot: $role" "$(psql_plain -c "$role" -f "$work/move.sql" 2>&1 | grep -c "could take a superuser's role")" 1
    done
    is "... nor one that could take his" "$(db_user=dba psql_plain -f "$work/move.sql" 2>&1 | grep -c "could take a superuser's role")" 1
    is "... nor a transaction that does not see what others commit" "$(psql_plain -c "BEGIN ISOLATION LEVEL REPEATABLE READ" -f "$work/move.sql" 2>&1 | grep -c 'what others commit is not seen')" 1
    db_user=creator moves "... and a member does"
    check "... and makes again what was dropped" sql "SET ROLE alice; ALTER TABLE app.a ADD CHECK (id IS NULL OR app.leaves())"
    sql_is "... for the owner" "SELECT string_agg(DISTINCT relowner::regrole::text, ' ') FROM pg_class WHERE relnamespace = 'app'::regnamespace" alice
}
