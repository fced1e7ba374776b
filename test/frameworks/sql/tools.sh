# What the page's table of tools says of those that are here.
# Slots, and dumps that make types, are a superuser's.
export PGUSER=postgres DATABASE_URL=${DATABASE_URL/app@/postgres@}
check() { # TITLE COMMAND...
    local title=$1 output
    shift
    if output=$("$@" 2>&1); then printf 'ok\t%s\n' "$title"; else printf 'fail\t%s\t%s\n' "$title" "$(tr '\n\t' '  ' <<<"$output")"; fi
}
run_psql() { psql -XAtq -v ON_ERROR_STOP=1 "$@"; }
run_psql -f "$FILL"

structure() {
    pg_dump --schema-only --no-owner >structure.sql
    createdb "${PGDATABASE}_test"
    psql -XAtq -v ON_ERROR_STOP=1 -d "${PGDATABASE}_test" -f structure.sql
    pg_dump --schema-only --no-owner "${PGDATABASE}_test" >again.sql
    # A dump has a random word since PostgreSQL 17.6.
    diff <(grep -v '^.restrict\|^.unrestrict' structure.sql) <(grep -v '^.restrict\|^.unrestrict' again.sql)
    psql -XAtq -d "${PGDATABASE}_test" -c "INSERT INTO users (name) VALUES ('x') RETURNING id" | grep '^user_'
}
check "pg_dump: a structure file makes the test database, and dumps as it was" structure

if [[ $(pgcli --help 2>/dev/null) == *--command* ]]; then
    shows_ids() { pgcli -c "SELECT id FROM users LIMIT 1" "$DATABASE_URL" 2>&1 | grep user_0; }
    check "pgcli shows ids" shows_ids
fi

if [ -e "$("$PG_CONFIG" --pkglibdir)/wal2json.so" ]; then
    # Later minor versions want to be told what may be loaded there.
    run_psql -c "ALTER SYSTEM SET output_plugin_libraries = pgoutput, wal2json" -c "SELECT pg_reload_conf()" 2>/dev/null || true
    sleep 1
    changes() {
        run_psql -c "SELECT pg_create_logical_replication_slot('ids', 'wal2json')"
        run_psql -c "INSERT INTO users VALUES ('user_01h455vb4pex5vsknk084sn02q', 'Ada')"
        run_psql -c "SELECT data FROM pg_logical_slot_get_changes('ids', NULL, NULL)" >changes.json
        run_psql -c "SELECT pg_drop_replication_slot('ids')"
        grep -F '"columntypes":["typeid","text"],"columnvalues":["user_01h455vb4pex5vsknk084sn02q","Ada"]' changes.json || {
            cat changes.json
            return 1
        }
    }
    check "wal2json: an id is a string, and its type has its name" changes
fi
publication() {
    run_psql -c "SELECT pg_create_logical_replication_slot('out', 'pgoutput')"
    run_psql -c "CREATE PUBLICATION all_tables FOR ALL TABLES"
    run_psql -c "INSERT INTO users VALUES ('user_01h455vb4pex5vsknk084sn02r', 'Bob')"
    run_psql -c "SELECT encode(data, 'escape') FROM pg_logical_slot_get_binary_changes('out', NULL, NULL, 'proto_version', '1', 'publication_names', 'all_tables')" >out
    run_psql -c "SELECT pg_drop_replication_slot('out')"
    grep -F user_01h455vb4pex5vsknk084sn02r out
}
check "pgoutput, which Debezium reads: an id is its text" publication

if python3 -c 'import psycopg, sqlacodegen' 2>/dev/null; then
    models() {
        PYTHONPATH=$CLIENTS/python/src python3 -c 'import base62id.sqlalchemy; from sqlacodegen.cli import main; main()' \
            "${DATABASE_URL/postgresql:/postgresql+psycopg:}" >models.out 2>&1
        grep 'id: Mapped\[str\] = mapped_column(ServerType(.typeid.), primary_key=True' models.out || {
            cat models.out
            return 1
        }
    }
    check "sqlacodegen writes the types' classes" models
fi

if [ -n "$(run_psql -c "SELECT 1 FROM pg_available_extensions WHERE name = 'pg_partman'")" ]; then
    refused() {
        run_psql -c "CREATE SCHEMA partman" -c "CREATE EXTENSION pg_partman SCHEMA partman"
        run_psql -c "CREATE TABLE parts (id uid11 DEFAULT xid_new() PRIMARY KEY) PARTITION BY RANGE (id)"
        ! run_psql -c "SELECT partman.create_parent('public.parts', 'id', '1 day')" >partman.out 2>&1
        cat partman.out
        grep -i 'ERROR' partman.out
    }
    check "pg_partman refuses a column of our types as its control column" refused
fi

dbt_and_sqlc() { # what their generated SQL does: CREATE TABLE AS, and text compared with an id
    run_psql -c "CREATE TABLE model AS SELECT id, name FROM users" -c "SELECT format_type(atttypid, -1) FROM pg_attribute WHERE attrelid = 'model'::regclass AND attnum = 1" | grep -x typeid
    run_psql -c "PREPARE q AS SELECT id, name FROM users WHERE id = \$1" -c "SELECT parameter_types::text FROM pg_prepared_statements" | grep typeid
}
check "CREATE TABLE AS keeps the type, and a parameter has it" dbt_and_sqlc
