# Sourced by run: how long locks are held, and the slowest request of an application meanwhile, with one
# statement and with three steps, there and back.
#
#   BASE62ID_ROWS="100000 1000000" test/migrate/run locks_held
# shellcheck shell=bash disable=SC2154

locks_held() {
    local rows
    note "rows | direction | how | prepare, s | locks held, ms | slowest request, ms | run, s"
    for rows in ${BASE62ID_ROWS:-20000}; do
        rows_to_move "$rows"
        both_ways "$rows" "uuid, id types" --to typed --only users --only orders
        both_ways "$rows" "bigint, id types" --to typed --only customers --only invoices \
            --type customers=customer_id,cus,uid11 --type invoices=invoice_id,inv,uid11
    done
}

rows_to_move() { # ROWS
    new_database "locks_held_$1"
    sql <<SQL
CREATE TABLE users (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text);
CREATE TABLE orders (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL REFERENCES users,
    total numeric
);
CREATE INDEX orders_user ON orders (user_id);
CREATE TABLE customers (id bigint PRIMARY KEY, name text);
CREATE TABLE invoices (
    id bigint PRIMARY KEY,
    customer_id bigint NOT NULL REFERENCES customers,
    total numeric
);
CREATE INDEX invoices_customer ON invoices (customer_id);
INSERT INTO users (name) SELECT 'n' FROM generate_series(1, $1);
INSERT INTO orders (user_id, total) SELECT id, 1 FROM users;
INSERT INTO customers SELECT n, 'n' FROM generate_series(1, $1) AS n;
INSERT INTO invoices SELECT n, n, 1 FROM generate_series(1, $1) AS n;
VACUUM ANALYZE;
SQL
    # What an application asks: a key, and what refers to it, of each kind.
    cat >"$work/application.sql" <<'SQL'
SELECT count(*) FROM orders WHERE user_id = (SELECT id FROM users LIMIT 1);
UPDATE users SET name = 'm' WHERE id = (SELECT id FROM users LIMIT 1);
SELECT count(*) FROM invoices WHERE customer_id = (SELECT id FROM customers LIMIT 1);
SQL
}

both_ways() { # ROWS TITLE OPTION...
    local form rows=$1 from=${2%, *} to=${2#*, }
    for form in move.sql move; do
        measured "$rows | $from to $to" "${@:3}"
        rm -rf "$work/was${form#move}" && cp -r "$work/$form" "$work/was${form#move}"
        measured "$rows | $to to $from" --to back --was "$work/was${form#move}"
    done
}

measured() { # TITLE OPTION...
    local how="one statement" application began
    [ "$form" = move.sql ] || how="three steps"
    plans "$1, $how: plan" "${@:2}" --under-lock
    rm -f "$work"/latency*
    "$bindir/pgbench" -h "$work" -p "$port" -U postgres -n -c 2 -R 100 -T 3600 -l --log-prefix="$work/latency" \
        -f "$work/application.sql" "$db" >"$work/pgbench.log" 2>&1 &
    application=$!
    wait_until compgen -G "$work/latency*" >"$work/found"
    began=$EPOCHREALTIME
    moves "$1, $how: run"
    began=$(awk "BEGIN { printf \"%.1f\", $EPOCHREALTIME - $began }")
    kill "$application"
    wait "$application" || true
    note "$1 | $how | $(grep -oP 'prepared within \K[0-9.]+' <<<"$out" || echo -) | $(
        grep -oP 'held for \K[0-9]+' <<<"$out" | paste -sd ' '
    ) | $(awk '$3 > most { most = $3 } END { printf "%.0f", most / 1000 }' "$work"/latency*) | $began"
}
