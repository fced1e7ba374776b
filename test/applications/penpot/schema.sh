# Sourced by run: Penpot by its migrations, in the order of their list.
sources=(penpot)
make_schema() {
    local file
    for file in $(sed -nE 's#.*\(mg/resource "(app/migrations/sql/[^"]*)"\).*#\1#p' "$BASE62ID_SOURCES/penpot/backend/src/app/migrations.clj"); do
        psql_plain -f "$BASE62ID_SOURCES/penpot/backend/src/$file"
    done
}
