# Sourced by run: Ory Hydra by its migrations. popx takes of each version what is for PostgreSQL, or
# else for all.
sources=(hydra)
make_schema() {
    local directory=$BASE62ID_SOURCES/hydra/persistence/sql/migrations version file
    for version in $(find "$directory" -name '*.up.sql' -printf '%f\n' | cut -d _ -f 1 | sort -u); do
        for file in "$directory/$version"_*.postgres*.up.sql "$directory/$version"_*.up.sql; do
            [[ ${file##*/} =~ ^[^.]+\.(postgres\.)?(autocommit\.)?up\.sql$ ]] && [ -e "$file" ] || continue
            psql_plain -f "$file"
            break
        done
    done
}
