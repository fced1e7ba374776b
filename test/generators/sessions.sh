# Many sessions at once, with the counters of the server and with a session's own.
# shellcheck shell=bash

sql_is "main server: xid_new() is guaranteed for the server" 'select xid_generator_scope()' server

sql 'create unlogged table xids (id uid11 unique)'
check "8 sessions insert $ids_a_session xid_new() each, at once" \
    sessions 8 "insert into xids select xid_new() from generate_series(1, $ids_a_session)"
sql_is "... and each row is there" 'select count(*) from xids' $((8 * ids_a_session))
sql_is "... and none is from the future" 'select xid_timestamp(max(id)) <= clock_timestamp() from xids' t

# The profiles with a sequence count 4096 ids a millisecond, here for one machine number in all sessions.
sql 'create unlogged table others (id uid11 unique)'
check "8 sessions insert 20000 uid11_snowish_new(7) each, at once" \
    sessions 8 'insert into others select uid11_snowish_new(7) from generate_series(1, 20000)'
sql_is "... and each row is there, of machine 7" \
    'select count(*), min((uid11_snowish_parse(id)).machine), max((uid11_snowish_parse(id)).machine) from others' \
    '160000|7|7'
sql 'truncate others'
check "8 sessions insert 20000 uid11_ts_seq_rand_new() each, at once" \
    sessions 8 'insert into others select uid11_ts_seq_rand_new() from generate_series(1, 20000)'
sql_is "... and no two have the same time and sequence" "
    select count(distinct (p.ts, p.sequence)) from others, uid11_ts_seq_rand_parse(id) p" 160000

crash() {
    local pid
    psql_plain -c 'select pg_sleep(60)' >/dev/null 2>&1 &
    until pid=$(sql "select pid from pg_stat_activity where query = 'select pg_sleep(60)'" | grep .); do
        sleep 0.05
    done
    kill -9 "$pid"
    wait $! || true
    until sql 'select 1' >/dev/null 2>&1; do sleep 0.1; done
}
sql 'create table before_crash as select xid_new() as id, uid11_snowish_new(7) as other'
crash
sql_is "after a crash the ids go on" \
    'select xid_new() > id, uid11_snowish_new(7) > other from before_crash' 't|t'
sql_is "... and the guarantee is the same" 'select xid_generator_scope()' server

if [ "$server_major" -ge 17 ]; then return; fi

stop_server main
new_server alone
start_server alone
sql 'create extension base62id'
sql_is "server that preloads nothing: xid_new() is guaranteed for the session" \
    'select xid_generator_scope()' session
sql 'create unlogged table xids (session integer, id uid11, unique (session, id))'
bulk_inserts=$(for _ in 1 2 3 4 5; do
    echo "insert into xids select :session, xid_new() from generate_series(1, $ids_an_insert);"
done)
check "4 sessions at once make 5 bulk inserts of $ids_an_insert xid_new() each" sessions 4 "$bulk_inserts"
sql_is "... and each row is there" 'select count(*) from xids' $((20 * ids_an_insert))

# Without any shared memory to spare each session counts alone.
module "$here/fork.c"
sql "create function fill_shared_memory() returns bigint language c as '$work/fork'"
sql 'truncate xids'
stop_server alone
start_server alone
sql_is "the shared memory to spare is used up" 'select fill_shared_memory() > 0' t
sql_is "no shared memory: xid_new() is guaranteed for the session" 'select xid_generator_scope()' session
check "no shared memory: 4 sessions at once make 5 bulk inserts of $ids_an_insert xid_new() each" \
    sessions 4 "$bulk_inserts"
sql_is "... and each row is there" 'select count(*) from xids' $((20 * ids_an_insert))
is "no shared memory: a session that counts alone can still be cancelled" "$(psql_plain -v VERBOSITY=sqlstate 2>&1 <<<"
    select xid_new() is not null;
    set statement_timeout = 100;
    select pg_sleep(5)")" $'t\nERROR:  57014'
log_is_clean "the server without preloading wrote nothing bad to its log"
stop_server alone
start_server main
