# Sourced by run: what somebody else may have planted, owned or named, against who plans and runs a move.
# shellcheck shell=bash disable=SC2016,SC2034,SC2154

# A superuser plans and runs. alice, whom he trusts, has an application. mallory has a schema, and whatever
# an attack gives her. Her code leaves a line in the server's log, which a rollback keeps and a READ ONLY
# transaction allows.
ground() { # NAME
    new_database "$1"
    sql "CREATE SCHEMA app AUTHORIZATION alice"
    sql "SET ROLE alice;
        CREATE TABLE app.a (id uuid PRIMARY KEY, b uuid,
            n int GENERATED ALWAYS AS (num_nonnulls(id, b)) STORED,
            CONSTRAINT two CHECK (num_nonnulls(id, b) > 0));
        INSERT INTO app.a VALUES (gen_random_uuid());
        CREATE VIEW app.v AS SELECT id, num_nulls(id, b) AS n FROM app.a WHERE id <> b OR b IS NULL;
        CREATE FUNCTION app.known(uuid) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true';
        CREATE INDEX known ON app.a (n) WHERE app.known(id);
        CREATE FUNCTION app.of(u uuid) RETURNS bigint LANGUAGE sql
            BEGIN ATOMIC SELECT count(*) FROM app.a WHERE id = u; END" >/dev/null
}
# What mallory needs for each of them.
evil="CREATE SCHEMA evil AUTHORIZATION mallory; GRANT USAGE ON SCHEMA evil TO PUBLIC; SET ROLE mallory;
    CREATE FUNCTION evil.rise() RETURNS boolean LANGUAGE plpgsql AS
        'BEGIN RAISE LOG ''mallory ran as %'', current_user; RETURN true; END';
    CREATE FUNCTION evil.become(anyelement) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
        'BEGIN RETURN evil.rise(); END'; RESET ROLE"
# What mallory's code has written to the log since this had that many bytes, once each.
log_size() { stat -c %s "$server_log"; }
risen_since() { # BYTES
    tail -c "+$(($1 + 1))" "$server_log" | grep -oP ' LOG:  \Kmallory ran as \w+' | sort -u
}

# TITLE | WHO the stop has to name | STATEMENTS. Each is tried before the plan, which stops, and between
# plan and run, which refuses. Nothing happens, and nothing that mallory wrote is executed. The short form
# tries the first six: of these one is a right alone, and five are code that is there to be executed.
listed_attacks() {
    cat <<'END'
the right of everybody | PUBLIC | CREATE SCHEMA tools; GRANT CREATE ON SCHEMA tools TO PUBLIC
an overload of a built-in function | mallory | $evil; GRANT CREATE ON SCHEMA public TO mallory; SET ROLE mallory; CREATE FUNCTION public.num_nonnulls(base62id, base62id) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT evil.rise()::int'
... that stays when the right goes | mallory | $evil; GRANT CREATE ON SCHEMA public TO mallory; SET ROLE mallory; CREATE FUNCTION public.num_nonnulls(base62id, base62id) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT evil.rise()::int'; RESET ROLE; REVOKE CREATE ON SCHEMA public FROM mallory; ALTER SCHEMA evil OWNER TO postgres
code in a CHECK | mallory | $evil; SET ROLE mallory; CREATE TABLE evil.t (id uuid PRIMARY KEY, CHECK (id IS NULL OR evil.become(id))); INSERT INTO evil.t VALUES (gen_random_uuid())
a constant of an array of a domain | mallory | $evil; SET ROLE mallory; CREATE DOMAIN evil.d AS int CHECK (evil.rise()); CREATE VIEW evil.v AS SELECT '{1}'::evil.d[] AS d
an event trigger's function | mallory | $evil; CREATE FUNCTION evil.e() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM evil.rise(); END'; ALTER FUNCTION evil.e OWNER TO mallory; ALTER SCHEMA evil OWNER TO postgres; CREATE EVENT TRIGGER @ ON ddl_command_end EXECUTE FUNCTION evil.e()
the right to create where all is looked up | mallory | GRANT CREATE ON SCHEMA public TO mallory
the right in pg_catalog | mallory | GRANT CREATE ON SCHEMA pg_catalog TO mallory
an empty schema | mallory | CREATE SCHEMA hers AUTHORIZATION mallory
the database | mallory | ALTER DATABASE @ OWNER TO mallory
the database, by which public is hers | mallory | ALTER DATABASE @ OWNER TO mallory; ALTER SCHEMA public OWNER TO pg_database_owner
a member of the owner | mallory can become alice | GRANT alice TO mallory
an overload of the application's function | mallory | $evil; GRANT CREATE ON SCHEMA app TO mallory; SET ROLE mallory; CREATE FUNCTION app.known(base62id) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT evil.rise()'
an operator beside that of a view | mallory | $evil; SET ROLE mallory; CREATE FUNCTION evil.f(base62id, uuid[]) RETURNS boolean LANGUAGE sql AS 'SELECT evil.rise()'; CREATE OPERATOR evil.<> (LEFTARG = base62id, RIGHTARG = uuid[], FUNCTION = evil.f)
a cast to a type of hers | mallory | $evil; SET ROLE mallory; CREATE TYPE evil.t AS (x boolean); CREATE FUNCTION evil.c(base62id) RETURNS evil.t LANGUAGE sql IMMUTABLE AS 'SELECT ROW(evil.rise())::evil.t'; CREATE CAST (base62id AS evil.t) WITH FUNCTION evil.c(base62id) AS IMPLICIT
a partition of hers | mallory | $evil; CREATE TABLE app.p (id uuid, n int) PARTITION BY LIST (n); CREATE TABLE evil.p PARTITION OF app.p FOR VALUES IN (1); ALTER TABLE evil.p OWNER TO mallory; SET ROLE mallory; CREATE INDEX ON evil.p (n) WHERE evil.become(7)
what an owner's materialized view reads | mallory | $evil; SET ROLE mallory; CREATE VIEW evil.v AS SELECT evil.rise() AS b; GRANT SELECT ON evil.v TO alice; SET ROLE alice; CREATE MATERIALIZED VIEW app.m AS SELECT a.id, v.b FROM app.a AS a, evil.v AS v WITH NO DATA
an operator class by her function | mallory | $evil; CREATE FUNCTION evil.cmp(int, int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM evil.rise(); RETURN $1 - $2; END'; ALTER FUNCTION evil.cmp OWNER TO mallory; CREATE OPERATOR CLASS evil.ops FOR TYPE int USING btree AS OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 evil.cmp(int, int); CREATE INDEX ON app.a (n evil.ops); ALTER SCHEMA evil OWNER TO postgres
a trigger's function | mallory | $evil; CREATE FUNCTION evil.t() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM evil.rise(); RETURN NEW; END'; CREATE TRIGGER t AFTER UPDATE OF id ON app.a FOR EACH ROW EXECUTE FUNCTION evil.t(); ALTER FUNCTION evil.t OWNER TO mallory; ALTER SCHEMA evil OWNER TO postgres
a collation, and a text search configuration | mallory | CREATE COLLATION app.c FROM "C"; ALTER COLLATION app.c OWNER TO mallory; CREATE TEXT SEARCH CONFIGURATION app.f (copy = pg_catalog.simple); ALTER TEXT SEARCH CONFIGURATION app.f OWNER TO mallory
a server that connects here | mallory | CREATE EXTENSION postgres_fdw; GRANT USAGE ON FOREIGN DATA WRAPPER postgres_fdw TO mallory; SET ROLE mallory; CREATE SERVER back FOREIGN DATA WRAPPER postgres_fdw
an extension of hers | mallory | GRANT CREATE ON DATABASE @ TO mallory; SET ROLE mallory; CREATE EXTENSION hstore SCHEMA app
a publication of hers | mallory | CREATE PUBLICATION p; GRANT CREATE ON DATABASE @ TO mallory; ALTER PUBLICATION p OWNER TO mallory
END
    # From 16 on it takes ADMIN OPTION to grant a role.
    [ "$server_major" -ge 16 ] || cat <<'END'
who may make roles, and so can become any | mallory can become alice | ALTER ROLE mallory CREATEROLE
a member of who may | mallory can become alice | CREATE ROLE maker CREATEROLE ROLE mallory
END
}
attacks() {
    local title who statements size
    ground planned
    plans "the ground itself" --to base62id --trust alice
    check "... which says when it reads" grep -q 'reads the definitions' "$work/said"
    cp "$work/move.sql" "$work/planned.sql"
    traced
    while IFS='|' read -r title who statements; do
        # A copy has the OIDs of what it is a copy of, so planned.sql finds here what it was written for, and
        # is refused for nothing but the attack.
        db=postgres sql "CREATE DATABASE attacked TEMPLATE planned" && db=attacked
        statements=${statements//'$evil'/$evil}
        sql "${statements//@/attacked}" >/dev/null
        who=$(xargs <<<"$who") size=$(log_size)
        stops "${title% }: the plan" "^  $who( |\$)" --to base62id --trust alice
        is "... which has read nothing before" "$(grep 'reads the definitions' "$work/said")" ""
        move "$work/planned.sql"
        is "${title% }: between plan and run" "$status $(
            grep -Ec "42501: code of others could run with your rights: .*$who( |;|\$)" <<<"$out"
        )" "1 1"
        sql_is "... and nothing has happened" "SELECT atttypid::regtype FROM pg_attribute
            WHERE attrelid = 'app.a'::regclass AND attname = 'id'" uuid
        is "... nor has her code run" "$(risen_since "$size")" ""
        db=postgres sql "DROP DATABASE attacked"
        db=postgres sql "REVOKE alice FROM mallory; ALTER ROLE mallory NOCREATEROLE; DROP ROLE IF EXISTS maker" 2>"$work/psql.log"
    done < <(if [ -n "$full" ]; then listed_attacks; else listed_attacks | head -n 6; fi)
    for part in trusted in_files between ${full:+meanwhile names rights}; do "$part"; done
}

# The same code where it does run: in a transaction as the plan's, and for who trusts mallory. The plan
# restores a view, of which a domain checks a constant; the move asks a CHECK of each row, as the owner.
traced() {
    local size
    db=postgres sql "CREATE DATABASE traced TEMPLATE planned" && db=traced
    sql "$evil"
    size=$(log_size)
    sql "BEGIN READ ONLY; SELECT evil.rise(); ROLLBACK" >/dev/null
    is "mallory's code leaves a trace in a READ ONLY transaction that is rolled back" "$(risen_since "$size")" "mallory ran as postgres"
    sql "SET ROLE mallory; CREATE DOMAIN evil.d AS int CHECK (evil.rise());
        CREATE VIEW evil.v AS SELECT '{1}'::evil.d[] AS d;
        CREATE TABLE evil.t (id uuid PRIMARY KEY, CHECK (id IS NULL OR evil.become(id)));
        INSERT INTO evil.t VALUES (gen_random_uuid())"
    size=$(log_size)
    plans "for who trusts mallory" --to base62id --trust alice --trust mallory
    is "... her code runs in the plan" "$(risen_since "$size")" "mallory ran as postgres"
    size=$(log_size)
    moves "... which moves"
    is "... and in the move" "$(risen_since "$size")" "mallory ran as mallory"
    db=postgres sql "DROP DATABASE traced"
}

# Who is no stranger, and what a name after --trust means.
trusted() {
    ground trusted
    sql "CREATE SCHEMA hers AUTHORIZATION mallory"
    stops "PUBLIC cannot be trusted" 'REVOKE CREATE ON SCHEMA . FROM PUBLIC' --to base62id --trust PUBLIC
    stops "a name is not a pattern" '^  mallory ' --to base62id --trust alice --trust 'm%'
    check "... and what to paste is said" grep -q '^--trust mallory$' <<<"$out"
    plans "all that are named" --to base62id --trust alice --trust mallory
    cp "$work/move.sql" "$work/there.sql" && moves "... at run, too"
    plans "the way back takes the names of the way there" --to back --was "$work/there.sql"
    moves "... at run, too"
    sql "DROP SCHEMA hers; CREATE ROLE other_dba SUPERUSER; CREATE SCHEMA his AUTHORIZATION other_dba;
        ALTER DEFAULT PRIVILEGES FOR ROLE mallory GRANT SELECT ON TABLES TO PUBLIC; SELECT lo_create(1);
        ALTER LARGE OBJECT 1 OWNER TO mallory" >/dev/null
    plans "a superuser, a large object and default privileges are no strangers" --to base62id --trust alice
    sql "ALTER DEFAULT PRIVILEGES FOR ROLE mallory REVOKE SELECT ON TABLES FROM PUBLIC; SELECT lo_unlink(1);
        ALTER DATABASE trusted OWNER TO alice; DROP SCHEMA his;
        ALTER ROLE alice CREATEDB" >/dev/null
    db_user=alice plans "nor is who plans, of what is alice's" --to base62id
    db_user=alice moves "... and she runs it"
    sql "ALTER ROLE alice NOCREATEDB; DROP ROLE other_dba"
}

# Each of the three files refuses by itself, for who executes them by psql.
refused() { # FILE WORDS
    is "$1 refuses: $2" "$(psql_plain -v ON_ERROR_STOP=1 -f "$work/move/$1" 2>&1 | grep -c "$2")" 1
}
in_files() {
    local form=move strangers='code of others could run with your rights: mallory owns '
    ground in_files
    plans "three files" --to base62id --trust alice
    sql "COMMENT ON COLUMN app.a.id IS 'changed'"
    refused 1-prepare.sql 'what this moves has changed since the file was written'
    sql "COMMENT ON COLUMN app.a.id IS NULL; CREATE SCHEMA hers AUTHORIZATION mallory"
    refused 1-prepare.sql "$strangers"
    sql_is "... before it makes anything" "SELECT count(*) FROM pg_class WHERE relname ~ '^base62id_[0-9a-f]{12}$'" 0
    sql "DROP SCHEMA hers"
    check "... and nothing when she is gone" psql_plain -q -v ON_ERROR_STOP=1 -f "$work/move/1-prepare.sql"
    sql "CREATE SCHEMA hers AUTHORIZATION mallory"
    refused 2-move.sql "$strangers"
    sql "DROP SCHEMA hers"
    check "... nor does it then" psql_plain -q -v ON_ERROR_STOP=1 -f "$work/move/2-move.sql"
    sql "CREATE SCHEMA hers AUTHORIZATION mallory"
    refused 3-finish.sql "$strangers"
    sql "DROP SCHEMA hers"
    check "... nor does that" psql_plain -q -v ON_ERROR_STOP=1 -f "$work/move/3-finish.sql"
}

# Whatever changes of what is dropped is seen, and between the comparison and the DROP whoever tries waits.
between() {
    local line changes stay refusal
    ground between
    sql <<'SQL'
ALTER TABLE app.a ADD CONSTRAINT ex EXCLUDE (id WITH =), ALTER b SET DEFAULT gen_random_uuid();
CREATE MATERIALIZED VIEW app.m AS SELECT id FROM app.a;
CREATE STATISTICS app.s ON id, b FROM app.a;
CREATE INDEX other ON app.a (b) WHERE id IS NOT NULL;
CREATE OPERATOR app.=== (LEFTARG = uuid, RIGHTARG = uuid, FUNCTION = uuid_eq);
CREATE POLICY p ON app.a USING (id OPERATOR(app.===) b);
CREATE TABLE app.above ();
CREATE PUBLICATION p;
CREATE AGGREGATE app.sum(int) (sfunc = int4pl, stype = int, initcond = '0');
CREATE VIEW app.sums AS SELECT app.sum(1) AS n FROM app.a GROUP BY id;
CREATE FUNCTION app."of("(u uuid) RETURNS bigint LANGUAGE sql
    BEGIN ATOMIC SELECT count(*) FROM app.a WHERE id = u; END;
ALTER FUNCTION app."of("(uuid) OWNER TO alice;
ALTER FUNCTION app.of(uuid) OWNER TO alice;
ALTER TABLE app.m OWNER TO alice;
ALTER STATISTICS app.s OWNER TO alice;
SQL
    plan --to base62id --trust alice
    mapfile -t changes < <(
        cat <<'END'
GRANT SELECT (id) ON app.v TO mallory
GRANT SELECT ON app.v TO mallory
GRANT SELECT (id) ON app.m TO mallory
GRANT EXECUTE ON FUNCTION app.of(uuid) TO mallory
COMMENT ON VIEW app.v IS 'x'
COMMENT ON COLUMN app.v.id IS 'x'
COMMENT ON FUNCTION app.of(uuid) IS 'x'
COMMENT ON INDEX app.known IS 'x'
COMMENT ON INDEX app.ex IS 'x'
COMMENT ON CONSTRAINT ex ON app.a IS 'x'
SECURITY LABEL FOR migrate_test ON VIEW app.v IS 'x'
ALTER INDEX app.ex SET (fillfactor = 50)
COMMENT ON STATISTICS app.s IS 'x'
COMMENT ON POLICY p ON app.a IS 'x'
ALTER TABLE app.a OWNER TO mallory
ALTER VIEW app.v OWNER TO mallory
ALTER TABLE app.a OWNER TO postgres
ALTER VIEW app.v OWNER TO postgres
ALTER VIEW app.v SET (security_barrier)
ALTER MATERIALIZED VIEW app.m SET (fillfactor = 50)
ALTER INDEX app.known SET (fillfactor = 50)
ALTER STATISTICS app.s SET STATISTICS 7
ALTER FUNCTION app.of(uuid) COST 7
ALTER FUNCTION app.of(uuid) SECURITY DEFINER
CREATE OR REPLACE FUNCTION app.of(u uuid) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) + 1 FROM app.a WHERE id = u; END
ALTER POLICY p ON app.a USING (false)
CREATE POLICY q ON app.a
CREATE OR REPLACE VIEW app.v AS SELECT NULL::uuid AS id, 7 AS n
CREATE RULE r AS ON DELETE TO app.a DO INSTEAD NOTHING
CREATE TRIGGER t BEFORE UPDATE ON app.a FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()
CREATE TABLE app.below () INHERITS (app.a)
ALTER TABLE app.a INHERIT app.above
ALTER TABLE app.a ALTER b SET DEFAULT md5('x')::uuid
ALTER TABLE app.a RENAME CONSTRAINT two TO three
ALTER TABLE app.a CLUSTER ON a_pkey
ALTER PUBLICATION p ADD TABLE app.a
ALTER FUNCTION app."of("(uuid) COST 7
END
        [ "$server_major" -lt 18 ] || echo "CREATE TABLE app.refers (id uuid REFERENCES app.a NOT ENFORCED)"
    )
    # What is not dropped, so nobody waits for it: an operator and an aggregate that definitions call, which
    # the move does not lock, and default privileges, for which there is no lock. The latter are looked up
    # again after the locks, below.
    mapfile -t stay <<'END'
ALTER OPERATOR app.=== (uuid, uuid) SET (RESTRICT = eqsel)
CREATE OR REPLACE AGGREGATE app.sum(int) (sfunc = int4pl, stype = int, initcond = '1')
ALTER DEFAULT PRIVILEGES FOR ROLE alice GRANT ALL ON TABLES TO mallory
END
    for line in "${changes[@]}" "${stay[@]}"; do
        refusal='what this moves has changed since the file was written'
        # Who owns something is looked up first.
        [[ $line != *'OWNER TO mallory' ]] || refusal='code of others could run with your rights: mallory owns '
        is "refused after $line" "$(psql_plain -c BEGIN -c "$line" -f "$work/move.sql" 2>&1 | grep -c "$refusal")" 1
    done
    is "... and after what is committed while it waits for locks" "$(sed "s/^-- Waits for/COMMENT ON VIEW app.v IS 'x';\n&/" "$work/move.sql" | psql_plain -c BEGIN -f - 2>&1 | grep -c 'has changed since the file')" 1
    # It has all locks now, and waits before the first DROP until there are default privileges.
    sed -i '/^-- The locks are there[.]$/r /dev/stdin' "$work/move.sql" <<'SQL'
WHILE NOT EXISTS (SELECT FROM pg_default_acl) LOOP
    PERFORM pg_catalog.pg_sleep(0.1);
END LOOP;
SQL
    (psql_plain -f "$work/move.sql" >"$work/between.log" 2>&1 || true) &
    wait_until is_true "SELECT count(*) = 1 FROM pg_stat_activity WHERE datname = 'between' AND wait_event = 'PgSleep'"
    for line in "${changes[@]}"; do
        is "between the comparison and the DROP waits: $line" "$(psql_plain -c "SET lock_timeout = '50ms'" -c "$line" 2>&1 | grep -c 'due to lock timeout')" 1
    done
    sql "ALTER DEFAULT PRIVILEGES FOR ROLE alice GRANT SELECT ON TABLES TO mallory" && wait
    check "default privileges that are granted between the comparison and the DROP" grep -q 'default privileges would use GRANT .*mallory=r/alice' "$work/between.log"
}

# What is committed while a plan is written is not undone by it.
meanwhile() {
    local back title way_back="--to back --was $work/there.sql"
    mkdir "$work/meanwhile"
    printf '%s\n' '#!/bin/bash' "PGOPTIONS= psql -d meanwhile -XAtqc 'REVOKE ALL ON app.v FROM mallory'" \
        "exec $bindir/pg_restore \"\$@\"" >"$work/meanwhile/pg_restore"
    chmod +x "$work/meanwhile/pg_restore" && ground meanwhile
    for back in "" "$way_back"; do
        [ -z "$back" ] || { plan --to base62id --trust alice && cp "$work/move.sql" "$work/there.sql" && move; }
        sql "GRANT SELECT ON app.v TO mallory"
        title="${back:+back: }a grant that is revoked while a plan is written"
        # shellcheck disable=SC2086 # words
        PATH=$work/meanwhile:$PATH stops "$title" 'has changed while this was written, as the acl app.TABLE v' \
            ${back:---to base62id} --trust alice
    done
    # shellcheck disable=SC2086 # words
    plans "... and then there is a plan" $back
}

# Names that would end a constant, a line, a dollar quote or a psql command, were one not quoted.
names() {
    local name command_of_psql
    # One is a command of psql, whose shell knows where to leave a file.
    command_of_psql='line\n\\! touch $work/executed\n-- more'
    export work
    printf '%b' "$command_of_psql" | psql_plain >/dev/null 2>&1 || true
    check "a command of psql, in a name that is not quoted, leaves a file" rm "$work/executed"
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
    done < <(
        echo "$command_of_psql" && cat <<'END'
quote ' double " both
dollar $b$);ALTER ROLE mallory SUPERUSER;$b$
$move$;ALTER ROLE mallory SUPERUSER;DO $move$
back\\slash :n :'n' %s %I {0} \\
dot.ted; -- comment /* open
carriage\\rreturn
sixty three bytes of a name that is as long as one can be 123456
$$ SET SESSION AUTHORIZATION x;\nALTER
END
    )
    there_and_back "names" --to base62id
    plan --to base62id && psql_plain -c "SELECT set_config('standard_conforming_strings', CASE WHEN $server_major < 19 THEN 'off' ELSE 'on' END, false)" -f "$work/move.sql" >"$work/psql.log" 2>&1
    look client
    is "... in any client" "$(diff "$work/dump.there" "$work/dump.client")" ""
    check "... none is a command of psql" test ! -e "$work/executed"
    sql_is "... are names" "SELECT bool_or(rolsuper) FROM pg_roles WHERE rolname = 'mallory'" f
}

# Owners, and roles that plan and run.
rights() {
    local role other=(--scratch "host=$work port=$port user=postgres dbname=postgres")
    new_database owned alice
    db_user=alice sql "CREATE TABLE t (id uuid); CREATE INDEX ON t (id) WHERE id IS NOT NULL"
    plans "who may create by owning the database" --to base62id --trust alice
    ground rights
    sql "ALTER DATABASE rights OWNER TO alice; CREATE TABLE app.mallorys (id uuid);
        ALTER TABLE app.mallorys OWNER TO mallory; GRANT SELECT ON app.mallorys TO PUBLIC;
        CREATE ROLE creator LOGIN CREATEDB IN ROLE alice"
    db_user=creator stops "an owner whom this role cannot act for" 'GRANT mallory TO creator' \
        --to base62id --trust alice --trust mallory "${other[@]}"
    sql "DROP TABLE app.mallorys"
    db_user=alice stops "a role that may make no database is told of --scratch" '--scratch' \
        --to base62id --only app.a --trust creator
    sql "SET ROLE alice; GRANT USAGE ON SCHEMA app TO mallory; GRANT SELECT ON app.v TO mallory WITH GRANT OPTION;
        SET ROLE mallory; GRANT SELECT ON app.v TO PUBLIC"
    db_user=creator stops "... or who has granted" 'mallory owns or grants' --to base62id --trust alice "${other[@]}"
    sql "SET ROLE alice; REVOKE ALL ON app.v FROM mallory CASCADE"
    db_user=creator plans "a member plans" --to base62id --trust alice --trust creator "${other[@]}"
    db_user=mallory move
    is "another one cannot run it" "$status" 1
    is "... nor a transaction that does not see what others commit" "$(psql_plain \
        -c "BEGIN ISOLATION LEVEL REPEATABLE READ" -f "$work/move.sql" 2>&1 |
        grep -c 'what others commit is not seen')" 1
    is "a role that was set stays set" "$(psql_plain -q -c "SET ROLE alice" -c BEGIN -f "$work/move.sql" \
        -c "SELECT current_user" -c ROLLBACK 2>"$work/psql.log")" alice
    db_user=creator moves "... and a member does"
    sql_is "... for the owner" "SELECT string_agg(DISTINCT relowner::regrole::text, ' ') FROM pg_class
        WHERE relnamespace = 'app'::regnamespace" alice
    sql "ALTER DATABASE rights SET role = mallory"
    PGOPTIONS='' plans "a role that the database sets is not who plans" --to uuid --trust alice --trust creator
    odd_owner
    not_removable
}
# Who owns the tables, but neither the extension nor a type: the last file would fail after all have moved.
not_removable() {
    local leaves=(migrate leave not_removable -o "$work/move" --scratch "host=$work port=$port user=postgres dbname=postgres")
    ground not_removable
    sql "ALTER DATABASE not_removable OWNER TO alice; ALTER TABLE app.a ADD own base62id; CREATE SCHEMA ids;
        GRANT USAGE ON SCHEMA ids TO alice; SELECT typeid_create_type('ids.a_id', 'aa')" >/dev/null
    out=$(db_user=alice "${leaves[@]}" 2>&1) && status=0 || status=$?
    is "who may not drop the extension, nor a type, does not begin to leave" "$status $(
        grep -cE '^(stop: )?only the owner of the (extension base62id|type ids.a_id, or of its schema), or a superuser, can drop it: run leave as that role$' <<<"$out"
    )" "1 2"
    sql "ALTER SCHEMA ids OWNER TO alice"
    out=$(db_user=alice "${leaves[@]}" 2>&1) && status=0 || status=$?
    is "... but a type, if the schema is hers" "$status $(grep -c 'only the owner of' <<<"$out")" "1 1"
}
# Words of SQL in a name, of who owns the database and plans.
odd_owner() {
    db=postgres sql "CREATE ROLE \"the OWNER of\" LOGIN CREATEDB"
    db=postgres sql "CREATE DATABASE odd_owner OWNER \"the OWNER of\"" && db=odd_owner
    db_user='the OWNER of' sql "CREATE EXTENSION base62id"
    db_user='the OWNER of' sql "CREATE TABLE t (id uuid PRIMARY KEY)"
    db_user='the OWNER of' plans "an owner's name that has words of SQL" --to base62id
}
