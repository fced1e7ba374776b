# Sourced by the tests that run servers of their own: results.sh, servers, SQL.
#
# PG_CONFIG names the PostgreSQL to use.  TEMP_CONFIG is a file of settings that make a server find
# the installed extension; without it the extension is where PostgreSQL looks by itself.  Servers
# are stopped at the end.
# shellcheck shell=bash

. "$(dirname "${BASH_SOURCE[0]}")/results.sh"
pg_config_path=${PG_CONFIG:-pg_config}
unset "${!PG@}"
export PG_CONFIG=$pg_config_path
bindir=$("$PG_CONFIG" --bindir)
server_major=$("$PG_CONFIG" --version | sed -E 's/^[^0-9]*([0-9]+).*/\1/')
# For new_server: sessions share memory, which before 17 needs preloading.
preload=()
if [ "$server_major" -lt 17 ]; then preload=("shared_preload_libraries = 'base62id'"); fi
servers=()

stop_servers() {
    local name
    for name in "${servers[@]}"; do
        "$bindir/pg_ctl" -D "$work/$name" -m immediate stop >/dev/null 2>&1 || true
    done
}

# Servers ----------------------------------------------------------------------------------------

# One server listens at a time, or each on its own port of $work.
port=5432

new_server() { # NAME [SETTING...]
    local name=$1 setting
    shift
    "$bindir/initdb" -D "$work/$name" -U postgres --auth=trust --encoding=UTF8 --no-sync >"$work/initdb.log" 2>&1 ||
        { cat "$work/initdb.log" >&2 && return 1; }
    servers+=("$name")
    {
        [ -z "${TEMP_CONFIG-}" ] || cat "$TEMP_CONFIG"
        printf '%s\n' "listen_addresses = ''" "unix_socket_directories = '$work'" "port = $port" \
            "fsync = off" "max_wal_size = '4GB'" "max_connections = 40" "timezone = 'UTC'" "log_timezone = 'UTC'" \
            "log_line_prefix = '%m [%p] %e '" "log_checkpoints = off" "autovacuum = off" "$@"
    } >>"$work/$name/postgresql.conf"
    server_log=$work/$name.log
}

# A port on which nobody listens, for what needs TCP.  Two runs that look at the same moment take
# the same one of 12,000 with a chance of one in as many.
free_port() {
    local candidate
    while candidate=$((20000 + RANDOM % 12000)) && (: <"/dev/tcp/127.0.0.1/$candidate") 2>/dev/null; do :; done
    echo "$candidate"
}

# Until a command succeeds; a minute is patience for any machine.
wait_until() { # COMMAND...
    local i
    for ((i = 0; i < 600; ++i)); do
        ! "$@" || return 0
        sleep 0.1
    done
    echo "waited in vain: $*" >&2
    return 1
}

# A file that only its owner can read, for settings that name one.
secret() { # FILE TEXT
    (umask 077 && printf '%s\n' "$2" >"$1.new" && mv "$1.new" "$1")
}

# ENVIRONMENT: words like LD_PRELOAD=..., for the server only.
start_server() { # NAME [ENVIRONMENT...]
    local name=$1
    shift
    if ! env "$@" "$bindir/pg_ctl" -D "$work/$name" -l "$work/$name.log" -w -t 60 start >"$work/pg_ctl.log" 2>&1; then
        cat "$work/pg_ctl.log" >&2
        tail -n 40 "$work/$name.log" >&2
        return 1
    fi
    server_log=$work/$name.log
}

stop_server() { # NAME [MODE]
    "$bindir/pg_ctl" -D "$work/$1" -w -m "${2:-fast}" stop >/dev/null
}

# What no server may ever write, whatever its client saw.
server_trouble=$(<"$test_lib/server_trouble")

log_is_clean() { # TITLE [PATTERN of what the test itself did]
    local found
    found=$(grep -E -A6 "$server_trouble" "$server_log" | grep -Ev "${2:-^$}") || true
    if grep -Eq "$server_trouble" <<<"$found"; then fail "$1" "$found"; else pass "$1"; fi
}

# For a build of another kind than the installed one: a copy of the sources in $work/src, with the
# objects that are there if it is "built"; servers find what is installed into $work/root.  $here is
# the test's directory.  Where a server finds an extension in one place only, that ends the test.
stage_source() { # [built]
    local source=${BASE62ID_SRC:-$(cd "$here/../.." && pwd)} without=(--exclude='*.o' --exclude='*.d' --exclude='*.so')
    local pg_config=$PG_CONFIG root=$work/root
    [ "${1-}" != built ] || without=()
    # shellcheck source=test/lib/stage.sh
    . "$source/test/lib/stage.sh"
    if ! finds_staged; then
        skip "another build of the extension" "this server finds an extension in its own directories only"
        finish
        exit
    fi
    mkdir "$work/src" "$root"
    tar -C "$source" --exclude=./.git ${without[@]+"${without[@]}"} --exclude=./build -cf - . | tar -C "$work/src" -xf -
    export TEMP_CONFIG=$work/server.conf
    server_options >"$TEMP_CONFIG"
}

# SQL --------------------------------------------------------------------------------------------

db=postgres
psql_plain() { # without stopping at errors
    "$bindir/psql" -XAtq -h "$work" -p "$port" -U "${db_user:-postgres}" -d "$db" "$@"
}
sql() { # QUERY, or a script on standard input
    if [ $# -gt 0 ]; then
        psql_plain -v ON_ERROR_STOP=1 -c "$1"
    else
        psql_plain -v ON_ERROR_STOP=1 -f -
    fi
}
sql_is() { # TITLE QUERY WANTED
    local got
    got=$(sql "$2" 2>&1) || true
    is "$1" "$got" "$3"
}

is_true() { [ "$(sql "$1")" = t ]; } # QUERY

# Reads the configuration again, and returns when new sessions have it; old ones have it at their
# next statement.
reload() {
    local before
    before=$(sql 'select pg_conf_load_time()')
    sql 'select pg_reload_conf()' >/dev/null
    wait_until is_true "select pg_conf_load_time() <> '$before'"
}

# sqlstate_of(query): 00000, or the SQLSTATE that it raises.
sqlstate_function="
create function sqlstate_of(query text) returns text language plpgsql as \$\$
begin
    execute query;
    return '00000';
exception when others then
    return sqlstate;
end \$\$;"

# base62id_settings() as one row, for a FROM clause.
settings="lateral (select (max(value) filter (where name = 'machine'))::integer as machine, max(value) filter (where name = 'cluster_key') as cluster_key_digest,
    max(value) filter (where name = 'scope') as scope, jsonb_object_agg(split_part(name, ' ', 2), value) filter (where name like 'mask_key %') as mask_keys,
    string_agg(detail, ' ') as detail from base62id_settings()) as settings"

module() { # NAME: compiles NAME.c of this test's directory into a library that a server can load
    local source=$1
    cc -O1 -fPIC -shared -Wall -I"$("$PG_CONFIG" --includedir-server)" -o "$work/$(basename "${source%.c}").so" \
        "$source" ${2:+$2}
}
