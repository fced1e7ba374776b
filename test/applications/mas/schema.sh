# Sourced by run: Matrix Authentication Service by its migrations, in the order of their names. One
# puts the table of sqlx right, which is not there.
sources=(matrix-authentication-service)
make_schema() {
    local file
    sql "CREATE TABLE _sqlx_migrations (version bigint PRIMARY KEY, checksum bytea)"
    for file in "$BASE62ID_SOURCES"/matrix-authentication-service/crates/storage-pg/migrations/*.sql; do
        psql_plain -f "$file"
    done
}
