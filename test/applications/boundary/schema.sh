# Sourced by run: Boundary by its migrations, in the order of their editions' numbers.
sources=(boundary)
targets=(base62id base64uuid ulid) # id types want a foreign key
make_schema() {
    local file
    sql "CREATE TABLE log_migration (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, entry text NOT NULL, edition text)" # its program makes it
    for file in $(printf '%s\n' "$BASE62ID_SOURCES"/boundary/internal/db/schema/migrations/oss/postgres/*/*.up.sql | sort -V); do
        sed -E '/^ *(begin|commit);/d' "$file" | psql_plain -f -
    done
}
