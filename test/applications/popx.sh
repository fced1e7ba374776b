# Sourced by the applications of Ory, whose migrations are popx's: of each version it takes what is
# for PostgreSQL, or else for all.
# shellcheck shell=bash

migrate_by_popx() { # DIRECTORY of the migrations
    local version file
    for version in $(find "$1" -name '*.up.sql' -printf '%f\n' | cut -d _ -f 1 | sort -u); do
        for file in "$1/$version"_*.postgres*.up.sql "$1/$version"_*.up.sql; do
            [[ ${file##*/} =~ ^[^.]+\.(postgres\.)?(autocommit\.)?up\.sql$ ]] && [ -e "$file" ] || continue
            psql_plain -f "$file"
            break
        done
    done
}
