# Sourced in the directory of a project of mix.exs with its lib/: builds it with Ecto's sources, or ends as not installed.
# shellcheck shell=bash
command -v mix >/dev/null || not_installed "no Elixir (elixir)"
[ -n "${BASE62ID_ELIXIR_DEPS-}" ] ||
    not_installed "BASE62ID_ELIXIR_DEPS is not set: a directory with the sources of ecto, ecto_sql, postgrex, db_connection, decimal and telemetry"
[ -d deps-of-ours ] || cp -r "$BASE62ID_ELIXIR_DEPS" deps-of-ours
export HOME=$PWD BASE62ID_ELIXIR_DEPS=$PWD/deps-of-ours MIX_ENV=prod MIX_OS_DEPS_COMPILE_PARTITION_COUNT=2
# Their requirements are packages; here they are each other.
needs() { # LIBRARY NEEDED...
    local library=$1 deps='' needed
    shift
    for needed; do deps+="{:$needed, path: \"../$needed\"}, "; done
    sed -i "s|deps: deps(),|deps: [${deps%, }],|" "deps-of-ours/$library/mix.exs"
}
needs decimal
needs db_connection telemetry
needs postgrex decimal db_connection
needs ecto telemetry decimal
needs ecto_sql telemetry db_connection ecto postgrex
mix compile >mix.log 2>&1 || {
    cat mix.log >&2
    exit 1
}
