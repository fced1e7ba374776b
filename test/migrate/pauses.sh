# shellcheck shell=bash disable=SC2154 # server.sh gives them
# How long nobody gets an answer while a key moves: a client asks every 10 ms for a row by its key. Sourced by run.
#
# BASE62ID_ROWS: how many rows the table of keys has; a tenth as many reference it, by an index. BASE62ID_ROUNDS: how often.

# What of its rows a kind's key is, how it is asked for, and the targets there and back.
kind_of_key() { # KIND: sets type, key, target, back, types
    types=NULL
    case $1 in
        uuid) type=uuid key="md5(n::text)::uuid" target=base62id back=uuid ;;
        text) type=text key="ulid_encode(overlay(md5(n::text) PLACING '019' FROM 1)::uuid)" target=ulid back=text ;;
        integer | bigint) type=$1 key="n::$1" target=typed back=bigint types="'{\"items\": [\"item_id\", \"item\", \"uid11\"]}'" ;;
    esac
}

# The longest answer in ms, and the seconds that the move took in all.
pause() { # TARGET
    local pid since=$EPOCHREALTIME
    rm -f "$work"/asked.*
    "$bindir/pgbench" -n -h "$work" -p "$port" -U postgres -c 1 -R 100 -T 3600 -f "$work/ask.sql" --log --log-prefix="$work/asked" "$db" >"$work/asking" 2>&1 &
    pid=$!
    sleep 1
    sql "SELECT statement FROM base62id_migrate('$1', types => $types) WHERE kind NOT IN ('stop', 'check') ORDER BY step" >"$work/statements.sql"
    since=$EPOCHREALTIME
    { echo "BEGIN;" && cat "$work/statements.sql" && echo "COMMIT;"; } | sql >/dev/null
    since=$(awk "BEGIN { printf \"%.1f\", $EPOCHREALTIME - $since }")
    sleep 3 # its log is behind
    kill -0 "$pid" || cat "$work/asking" >&2
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    echo "$(cat "$work"/asked.* | awk '$3 > m { m = $3 } END { printf "%d", m / 1000 }') ms, $since s"
}

pauses() { # KIND...
    [ $# != 0 ] || set -- uuid text integer bigint
    local kind n=${BASE62ID_ROWS:-1000000} type key target back types rewritten times filenode i
    for kind; do
        kind_of_key "$kind"
        db=postgres
        sql "CREATE DATABASE pauses_$kind"
        db=pauses_$kind
        sql "CREATE EXTENSION base62id; CREATE EXTENSION base62id_migrate"
        sql "CREATE TABLE items AS SELECT $key AS id, 'item ' || n AS name FROM generate_series(1, $n) AS n; ALTER TABLE items ADD PRIMARY KEY (id);
            CREATE TABLE parts AS SELECT n::bigint AS id, $key AS item FROM generate_series(1, $n / 10) AS n; ALTER TABLE parts ADD PRIMARY KEY (id);
            CREATE INDEX ON parts (item); ALTER TABLE parts ADD FOREIGN KEY (item) REFERENCES items; ANALYZE"
        echo "\\set n random(1, $n)" >"$work/ask.sql"
        case $kind in
            text) echo "SELECT count(*) FROM items WHERE id = ulid_encode(overlay(md5((:n)::text) PLACING '019' FROM 1)::uuid)" ;;
            uuid) echo "SELECT count(*) FROM items WHERE id = md5((:n)::text)::uuid" ;;
            *) echo "SELECT count(*) FROM parts WHERE id = :n" ;;
        esac >>"$work/ask.sql"
        for ((i = 1; i <= ${BASE62ID_ROUNDS:-3}; ++i)); do
            filenode=$(sql "SELECT pg_relation_filenode('items')")
            times=$(pause "$target")
            rewritten=$(sql "SELECT CASE WHEN pg_relation_filenode('items') = $filenode THEN 'not rewritten' ELSE 'rewritten' END")
            note "$kind, $n rows, to $target: no answer for $times, $rewritten"
            note "$kind, $n rows, back: no answer for $(pause "$back")"
        done
        [ "$type" != bigint ] || note "beside it: $(beside)"
        pass "$kind, $n rows: it moved there and back"
        db=postgres
        sql "DROP DATABASE pauses_$kind"
    done
}

# What people do instead: a random column with an index.
beside() {
    local since=$EPOCHREALTIME
    sql "ALTER TABLE items ADD public_id uuid NOT NULL DEFAULT gen_random_uuid(); CREATE UNIQUE INDEX ON items (public_id)"
    awk "BEGIN { printf \"a random column and its index take %.1f s\", $EPOCHREALTIME - $since }"
}
