# Sourced by run: who uses the database while it moves in steps: an application with prepared
# statements, one behind PgBouncer, a query on a standby, a subscriber that keeps uuid columns.
# shellcheck shell=bash disable=SC2034,SC2154

standby_port=5433 subscriber_port=5434

bystanders() {
    local form=move main_log=$server_log pool=''
    new_database bystanders
    sql <"$here/bystanders.sql"
    cat >"$work/application.sql" <<'SQL'
\set n random(1, 20000)
SELECT count(*) FROM orders AS o JOIN users AS u ON u.id = o.user_id WHERE u.n = :n;
UPDATE users SET name = 'm' WHERE n = :n;
INSERT INTO orders (user_id, total) SELECT id, 1 FROM users WHERE n = :n;
SQL
    standby
    subscriber
    pooler
    while_used "to id types" --to typed
    rm -rf "$work/there" && cp -r "$work/move" "$work/there"
    while_used "and back" --to back --was "$work/there"
    (port=$subscriber_port && sql "DROP SUBSCRIPTION bystanders" 2>"$work/psql.log")
    [ -z "$pool" ] || kill "$pool"
    stop_server subscriber
    stop_server standby
    server_log=$main_log
}

standby() {
    "$bindir/pg_basebackup" -h "$work" -p "$port" -U postgres -D "$work/standby" -R -c fast -X stream 2>"$work/basebackup.log" ||
        fail "pg_basebackup" "$(cat "$work/basebackup.log")"
    servers+=(standby)
    printf '%s\n' "port = $standby_port" "allow_in_place_tablespaces = on" >>"$work/standby/postgresql.conf"
    start_server standby
}
subscriber() {
    sql "CREATE ROLE replicator LOGIN REPLICATION; ALTER ROLE replicator SET base62id.output = uuid;
        GRANT SELECT ON ALL TABLES IN SCHEMA public TO replicator; CREATE PUBLICATION bystanders FOR TABLE users, orders"
    local from=$port
    port=$subscriber_port
    new_server subscriber
    start_server subscriber
    db=postgres sql "CREATE DATABASE bystanders"
    sed '/^INSERT\|^CREATE INDEX\|^ANALYZE/d' "$here/bystanders.sql" | sql
    sql "CREATE SUBSCRIPTION bystanders CONNECTION 'host=$work port=$from user=replicator dbname=bystanders' PUBLICATION bystanders" 2>"$work/psql.log"
    port=$from
}
pooler() {
    command -v pgbouncer >/dev/null || {
        skip "behind PgBouncer" "there is no pgbouncer"
        return
    }
    mkdir -p "$work/pool"
    echo '"postgres" ""' >"$work/pool/users"
    cat >"$work/pool/ini" <<INI
[databases]
bystanders = host=$work port=$port
[pgbouncer]
listen_port = 6432
unix_socket_dir = $work/pool
auth_type = trust
auth_file = $work/pool/users
pool_mode = transaction
default_pool_size = 5
INI
    pgbouncer -q "$work/pool/ini" >"$work/pool/log" 2>&1 &
    pool=$!
    wait_until test -S "$work/pool/.s.PGSQL.6432"
}

# pgbench ends a client at its first error.
application() { # NAME HOST PORT OPTION...
    "$bindir/pgbench" -h "$2" -p "$3" -U postgres -n -T 3600 -l --log-prefix="$work/latency.$1" "${@:4}" \
        -f "$work/application.sql" bystanders >"$work/pgbench.$1" 2>&1 &
    applications+=($!)
    wait_until compgen -G "$work/latency.$1*" >"$work/found"
}
standby_sql() { (port=$standby_port && sql "$1"); }
subscriber_sql() { (port=$subscriber_port && sql "$1"); }
all_ids="SELECT md5(string_agg(id::uuid::text, ',' ORDER BY id)) || ' ' || count(*) FROM"
subscriber_has_all() { # TABLE
    [ "$(sql "$all_ids $1")" = "$(subscriber_sql "$all_ids $1")" ]
}
standby_has_all() { [ "$(sql "$all_ids orders")" = "$(standby_sql "$all_ids orders")" ]; }

while_used() { # TITLE OPTION...
    local query applications=() name
    plans "while it is used: $1" "${@:2}"
    rm -f "$work"/latency.*
    application direct "$work" "$port" -c 20 -R 100 -M prepared
    [ -z "$pool" ] || application pooled "$work/pool" 6432 -c 10 -R 50
    standby_sql "SELECT (SELECT count(*) FROM users), pg_sleep(10)" >"$work/standby.out" 2>&1 &
    query=$!
    moves "... it moves"
    wait "$query" || true
    is "... a query on a standby has its answer" "$(<"$work/standby.out")" "20000|"
    sleep 1 # what the applications meet afterwards
    kill "${applications[@]}"
    for name in direct ${pool:+pooled}; do
        is "... no request of the application failed, $name" "$(grep -E 'aborted|ERROR' "$work/pgbench.$name")" ""
        note "$1, $name: $(cat "$work/latency.$name"* | wc -l) transactions, the slowest $(
            awk '$3 > most { most = $3 } END { printf "%.0f", most / 1000 }' "$work/latency.$name"*
        ) ms"
    done
    wait "${applications[@]}" 2>/dev/null || true
    check "... the subscriber has all users" wait_until subscriber_has_all users
    check "... and all orders" wait_until subscriber_has_all orders
    check "... and so has the standby" wait_until standby_has_all
}
