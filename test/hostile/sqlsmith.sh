# Random queries by sqlsmith, as a plain user.
# shellcheck shell=bash

if command -v sqlsmith >/dev/null; then
    sql "create role smith login; alter role smith set statement_timeout = '500ms';
        create schema smithy authorization smith;
        create table smithy.ids as select * from ids; create table smithy.texts as select * from sample limit 100;
        create table smithy.parts (t typeid, x uid11) partition by hash (t);
        create table smithy.part0 partition of smithy.parts for values with (modulus 2, remainder 0);
        create table smithy.part1 partition of smithy.parts for values with (modulus 2, remainder 1);
        insert into smithy.parts select typeid_generate(left('abcdef', n % 6)), xid_new() from generate_series(1, 500) n;
        create index on smithy.ids (typeid); create index on smithy.texts using brin (typeid);
        create index on smithy.texts using hash (baseuid);
        grant all on all tables in schema smithy to smith; analyze"
    made_here() { sql "select sum(xact_commit + xact_rollback) from pg_stat_database where datname = 'postgres'"; }
    before=$(made_here)
    # So many queries, and not so many seconds: before its first one it reads the catalogs for as long as the machine needs.
    timeout -s INT "$smith_seconds" sqlsmith --target="host=$work port=$port dbname=$db user=smith" --exclude-catalog \
        --verbose --seed="$seed" --max-queries="$smith_queries" >"$work/smith" 2>&1 || true
    queries=$(($(made_here) - before))
    check "sqlsmith: $queries transactions of random queries" [ "$queries" -ge 100 ]
    if grep -qiE 'connection.*(lost|refused)|server closed' "$work/smith"; then
        fail "sqlsmith never lost its connection" "$(grep -iE 'connection|closed' "$work/smith")"
    else
        pass "sqlsmith never lost its connection"
    fi
    internal=$(grep -A3 ' XX000 ERROR: ' "$server_log" || true)
    is "sqlsmith: no internal error of ours" "$(grep -E "$(IFS='|' && echo "${types[*]}")" <<<"$internal" | head -n 5)" ""
    alive "sqlsmith"
else
    skip "sqlsmith" "it is not installed (Debian: sqlsmith)"
fi
