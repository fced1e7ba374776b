# shellcheck shell=bash disable=SC2154 # server.sh gives them
# Clients that write while the tables move there and back, by the statements and the retry loop of docs/migrate.md as they are
# printed. No transaction of theirs may fail: the move waits, or tries again. Sourced by run.
#
# BASE62ID_CLIENTS: how many clients, one number or several. BASE62ID_MOVES: how many moves there and back. Each client begins
# five transactions a second. They come to the tables in either order: where they do that without a pause, the move tries for ever.

# Of the page's first section the Nth block that has a text.
block_with() { # TEXT N
    awk -v text="$1" -v n="$2" '/^## / { inside = /^## From an application/ } !inside { next }
        /^```$/ && code { code = 0; if (index(block, text) && ++i == n) printf "%s", block; next }
        code { block = block $0 "\n"; next } /^```/ { code = 1; block = "" }' "$top/docs/migrate.md"
}

moves_under_clients() { # CLIENTS MOVES OPTION-OF-PGBENCH...
    local clients=$1 moves=$2 i target pid tries status=0
    db=postgres
    sql "DROP DATABASE IF EXISTS clients" 2>"$work/drop.log"
    sql "CREATE DATABASE clients"
    db=clients
    sql "CREATE EXTENSION base62id; CREATE EXTENSION base62id_migrate;
        CREATE TABLE customers (id uuid PRIMARY KEY, n integer DEFAULT 0);
        CREATE TABLE orders (id uuid PRIMARY KEY, customer_id uuid NOT NULL REFERENCES customers ON DELETE CASCADE, n integer DEFAULT 0);
        CREATE INDEX ON orders (customer_id);
        CREATE TABLE lines (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE, n integer);
        CREATE INDEX ON lines (order_id);
        CREATE VIEW totals AS SELECT c.id, count(l.n) FROM customers AS c JOIN orders AS o ON o.customer_id = c.id JOIN lines AS l ON l.order_id = o.id GROUP BY c.id;
        INSERT INTO customers SELECT md5('customer' || n)::uuid FROM generate_series(0, 999) AS n;
        INSERT INTO orders SELECT md5('order' || n)::uuid, md5('customer' || n)::uuid FROM generate_series(0, 999) AS n;
        INSERT INTO lines (order_id, n) SELECT md5('order' || n % 1000)::uuid, n FROM generate_series(1, 5000) AS n"
    # Each client has rows of its own: no two of them wait for each other.
    cat >"$work/down.pgbench" <<'END'
\set n random(0, 39) * 25 + :client_id
BEGIN;
SELECT n FROM customers WHERE id = md5('customer' || :n)::uuid FOR UPDATE;
UPDATE orders SET n = n + 1 WHERE customer_id = md5('customer' || :n)::uuid;
INSERT INTO lines (order_id, n) VALUES (md5('order' || :n)::uuid, :n);
UPDATE customers SET n = n + 1 WHERE id = md5('customer' || :n)::uuid;
COMMIT;
END
    cat >"$work/up.pgbench" <<'END'
\set n random(0, 39) * 25 + :client_id
BEGIN;
DELETE FROM lines WHERE id IN (SELECT id FROM lines WHERE order_id = md5('order' || :n)::uuid LIMIT 1);
SELECT count(*) FROM totals WHERE id = md5('customer' || :n)::uuid;
UPDATE orders SET n = n - 1 WHERE id = md5('order' || :n)::uuid;
UPDATE customers SET n = n - 1 WHERE id = md5('customer' || :n)::uuid;
COMMIT;
END
    mkdir -p "$work/moves"
    block_with gexec 1 >"$work/moves/there.sql"
    block_with gexec 2 >"$work/moves/back.sql"
    block_with 'until psql' 1 | sed "s/mydb/$db/; s/sleep 2/echo again >>tries; sleep 0.2/" >"$work/moves/loop"
    is "the guide has its statements and its loop" "$(grep -c gexec "$work/moves/there.sql" "$work/moves/back.sql" | cut -d : -f 2 | tr '\n' ' ')$(grep -c '^until psql' "$work/moves/loop")" "1 1 1"
    "$bindir/pgbench" -n -h "$work" -p "$port" -U postgres -c "$clients" -j 2 -T 7200 --verbose-errors "${@:3}" "$db" >"$work/clients.log" 2>&1 &
    pid=$!
    : >"$work/moves/tries"
    for ((i = 1; i <= moves; ++i)); do
        for target in there back; do
            cp "$work/moves/$target.sql" "$work/moves/move.sql"
            (cd "$work/moves" && PATH=$bindir:$PATH PGHOST=$work PGPORT=$port PGUSER=postgres bash loop) >>"$work/moves/said" 2>&1 || true
            sql_is "$clients clients, move $i, $target" "SELECT count(*) FROM pg_attribute WHERE attrelid IN ('customers'::regclass, 'orders'::regclass, 'lines'::regclass)
                AND atttypid = '$([ $target = there ] && echo base62id || echo uuid)'::regtype" 5 >>"$work/moves/results"
        done
    done
    tries=$(wc -l <"$work/moves/tries")
    kill -0 "$pid" || status=gone
    kill "$pid"
    wait "$pid" || true
    is "$clients clients, $moves moves there and back: all of them moved" "$(grep -c '^ok' "$work/moves/results")" $((2 * moves))
    is "... no client is gone, and none has said anything" "$status $(grep -cE 'ERROR|aborted|error' "$work/clients.log")" "0 0"
    note "$clients clients: $(sql "SELECT pg_stat_get_db_xact_commit(oid) FROM pg_database WHERE datname = current_database()") transactions, $tries times the move tried again, \
$(sql "SELECT pg_stat_get_db_deadlocks(oid) FROM pg_database WHERE datname = current_database()") deadlocks"
    cat "$work/moves/said"
    rm -r "$work/moves"
}

clients() {
    local number
    for number in ${BASE62ID_CLIENTS:-6${full:+ 20}}; do
        moves_under_clients "$number" "${BASE62ID_MOVES:-$([ -n "$full" ] && echo 50 || echo 2)}" -R $((5 * number)) -f "$work/down.pgbench" -f "$work/up.pgbench"
    done
}
