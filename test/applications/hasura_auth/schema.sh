# Sourced by run: Nhost's hasura-auth by its migrations, which want their schema, the table of
# golang-migrate and two extensions.
sources=(hasura-auth)
make_schema() {
    local file
    sql "CREATE SCHEMA auth; CREATE TABLE auth.schema_migrations (version bigint PRIMARY KEY, dirty boolean)"
    sql "CREATE EXTENSION citext; CREATE EXTENSION pgcrypto"
    for file in "$BASE62ID_SOURCES"/hasura-auth/go/migrations/postgres/*.up.sql; do
        psql_plain -f "$file"
    done
}
