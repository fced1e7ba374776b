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
    transactions() { sql "select sum(xact_commit + xact_rollback) from pg_stat_database where datname = 'postgres'"; }
    before=$(transactions)
    # Again, where it has read the catalogs and no more: on a busy machine that takes seconds.
    for round in 1 2 3 4 5 6 7 8; do
        timeout -s INT "$smith_seconds" sqlsmith --target="host=$work port=$port dbname=$db user=smith" --exclude-catalog \
            --verbose --seed="$seed" >>"$work/smith" 2>&1 || true
        tried=$(($(transactions) - before))
        [ "$tried" -le $((smith_seconds * 5)) ] || break
    done
    queries=$(grep -o 'queries: [0-9]*' "$work/smith" | tail -n 1 | grep -o '[0-9]*' || echo 0)
    note "sqlsmith: $queries queries in $((round * smith_seconds)) s, $tried transactions"
    check "sqlsmith: $((round * smith_seconds)) s of random queries" [ "$tried" -gt $((smith_seconds * 5)) ]
    if grep -qiE 'connection.*(lost|refused)|server closed' "$work/smith"; then
        fail "sqlsmith never lost its connection" "$(grep -iE 'connection|closed' "$work/smith")"
    else
        pass "sqlsmith never lost its connection"
    fi
    # Core's own, of statements that may name our types; the last one is of amvalidate(0).
    core_errors='failed to find conversion function from unknown to|invalid INTERVAL typmod|cache lookup failed for operator class'
    internal=$(awk -v core="$core_errors" '/ XX000 ERROR: / { n = $0 ~ core ? 0 : 4 } n-- > 0' "$server_log")
    ! grep -qE "$(IFS='|' && echo "${types[*]}")" <<<"$internal" || note "$(head -n 12 <<<"$internal")"
    is "sqlsmith: no internal error of ours" "$(grep -E "$(IFS='|' && echo "${types[*]}")" <<<"$internal" | head -n 5)" ""
    alive "sqlsmith"
else
    skip "sqlsmith" "it is not installed (Debian: sqlsmith)"
fi
