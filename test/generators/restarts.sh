# A server without a number, and what it promises after a restart: the times that it has used are in
# its file of reserved times, so no clock makes it use them again.
# shellcheck shell=bash

module "$here/steps.c"
stop_server main
port=5470
new_server restarts "${preload[@]}"
restarts_clock=$work/restarts.clock
set_restarts_clock() { echo "$1" >"$restarts_clock.new" && mv "$restarts_clock.new" "$restarts_clock"; }
start_at() { # CLOCK
    set_restarts_clock "$1"
    start_server restarts LD_PRELOAD="$work/steps.so" CLOCK="$restarts_clock"
}
start_at +0
sql 'create extension base62id'
sql "$sqlstate_function"
sql 'create table made (x uid11 unique, s uid11 unique)'
sql 'create table sequences (ts timestamptz, sequence integer, unique (ts, sequence))'
again() { # TITLE: more ids, none of which is there
    check "$1: no xid and no snowish id again" \
        sql "insert into made select xid_new(), uid11_snowish_new(5) from generate_series(1, 20000)"
    check "... and no time and sequence of ts_seq_rand" sql "
        insert into sequences select (uid11_ts_seq_rand_parse(id)).ts, (uid11_ts_seq_rand_parse(id)).sequence
        from (select uid11_ts_seq_rand_new() as id from generate_series(1, 20000) offset 0) as ids"
}
sql_is "a server without a number" "select machine, scope from $settings" '|server'
again "at first"
check "... times are reserved without a number" grep -Eq '^[0-9]+ 1 -1$' "$work/restarts/pg_stat/base62id.reserved"

# 2031 stands still, so that each start could use the same milliseconds.
then='=1924992010'
set_restarts_clock "$then"
again "a clock that is years ahead, and stands still"
for way in fast immediate; do
    stop_server restarts "$way"
    start_at "$then"
    again "$way stop, and the same clock again"
    stop_server restarts "$way"
    start_at -3660
    again "$way stop, and a clock 61 minutes behind"
done
set_restarts_clock '=3155760000' # 2070
again "a clock of 2070"
stop_server restarts
start_at +0
again "... which comes back"
sql_is "... and ids go on from there" 'select extract(year from xid_timestamp(xid_new()))' 2070

# A file that cannot be written is an error when the times in it are used up, not before.
stop_server restarts
rm "$work/restarts/pg_stat/base62id.reserved"
mkdir "$work/restarts/pg_stat/base62id.reserved.tmp"
start_at +0
sql_is "no time can be reserved: no ids of any kind" "
    select string_agg(sqlstate_of('select ' || f), ' ') from unnest(array['xid_new()', 'uid11_snowish_new(5)',
        'uid11_ts_seq_rand_new()']) as f" '58030 58030 58030'
rmdir "$work/restarts/pg_stat/base62id.reserved.tmp"
sql_is "... until it can" "select sqlstate_of('select xid_new()')" 00000
log_is_clean "the server that restarts wrote nothing bad to its log" "terminated by signal 9|exited with exit code 2"
stop_server restarts
port=5432
start_server main
