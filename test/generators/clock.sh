# Clocks that stand still, step back, or are far away, by libfaketime in the server.
# shellcheck shell=bash

if [ -z "$libfaketime" ]; then
    skip "clocks that stand still or jump" "libfaketime is not installed (Debian: faketime)"
    return
fi

stop_server main
set_clock '+0'
new_server faked "${preload[@]}"
start_faked faked
sql 'create extension base62id'
sql "$sqlstate_function"
sql "create function in_order(typeid[], baseuid[]) returns boolean language sql as \$\$
    select (select bool_and(id > last) from (select id, lag(id) over (order by n) last
                from unnest(\$1) with ordinality t (id, n)) p where last is not null)
        and (select bool_and(id > last) from (select id, lag(id) over (order by n) last
                from unnest(\$2) with ordinality t (id, n)) p where last is not null)
\$\$"

set_clock '2030-01-01 00:00:00'
sql_is "a clock that stands still: the server sees it" 'select clock_timestamp()' \
    '2030-01-01 00:00:00+00'
# All that a millisecond holds, and how the next begins, is test/unit/counter_test.cpp's in the
# short form.
made=100000 more=0 next=''
[ -z "$full" ] || made=4194304 more=1000 next=$'\n2030-01-01 00:00:00.001+00|1000|1000'
sql_is "... $made xids in a millisecond, each once, and $more go to the next" "
    set work_mem = '256MB';
    select xid_timestamp(id), count(*), count(distinct xid_random(id)) from (
        select xid_new() id from generate_series(1, $made + $more) offset 0) made group by 1 order by 1" \
    "2030-01-01 00:00:00+00|$made|$made$next"
sql_is "... typeid and baseuid go up" "
    select in_order(array_agg(t), array_agg(b)) from (
        select typeid_generate('u') t, baseuid_new() b from generate_series(1, 100000) offset 0) made" t
sql_is "... the sequences of snowish and ts_seq_rand go up, and on to the next millisecond" "
    select bool_and(a > last_a and b > last_b), max((uid11_snowish_parse(a)).ts), max((uid11_ts_seq_rand_parse(b)).ts)
    from (select a, b, lag(a) over (order by n) last_a, lag(b) over (order by n) last_b from (
        select n, uid11_snowish_new(1) a, uid11_ts_seq_rand_new() b from generate_series(1, 5000) n offset 0) made) pairs
    where last_a is not null" 't|2030-01-01 00:00:00.001+00|2030-01-01 00:00:00.001+00'

# One session goes through all clocks; the table keeps what every session made.
sql 'create table made (n serial, clock text, x uid11 unique, s uid11 unique, q uid11 unique, t typeid unique,
    b baseuid unique)'
make="insert into made (clock, x, s, q, t, b)
    select :'clock', xid_new(), uid11_snowish_new(5), uid11_ts_seq_rand_new(), typeid_generate('u'), baseuid_new()
    from generate_series(1, 5000);"
through() { # CLOCK...
    local c
    for c; do
        set_clock_line "$c"
        printf '%s\n' "\\set clock '$c'" "$make"
    done
}
check "one session makes ids as its clock steps back, stands, jumps ahead and comes back" \
    sql <<<"$(through '+0' '-3600' '2026-01-01 00:00:00' '2026-01-01 00:00:00' '+1y' '+0' '-1d')"
set_clock '-2h'
check "other sessions do so meanwhile, with clocks of the past" sql <<<"$(through '-2h' '+0')"
sql_is "... all 45000 are there, none twice" 'select count(*) from made' 45000
sql_is "... and in each session typeid and baseuid go up" "
    select in_order(array_agg(t order by n) filter (where n <= 35000), array_agg(b order by n) filter (where n <= 35000)),
        in_order(array_agg(t order by n) filter (where n > 35000), array_agg(b order by n) filter (where n > 35000))
    from made" 't|t'
sql_is "... and snowish and ts_seq_rand go up, and no xid is of an earlier millisecond than the last" "
    select bool_and(s > last_s and q > last_q and xid_timestamp(x) >= xid_timestamp(last_x)) from (
        select x, s, q, lag(x) over w last_x, lag(s) over w last_s, lag(q) over w last_q
        from made window w as (order by n)) pairs where last_x is not null" t
sql_is "... and the clock that was ahead shows in the ids made then" "
    select bool_and(xid_timestamp(x) > now() + interval '360 days') from made where clock = '+1y'" t

# docs/which-ids-sort-by-time.md: an hour back, is an id less than one of before, in the same session
# and in a new one?
set_back() { # TITLE WANTED EXPRESSION...
    local title=$1 wanted=$2 expression same
    for expression in "${@:3}"; do
        set_clock '+0'
        same=$(printf '%s\n' "select $expression as before \\gset" "$(set_clock_line '-1h')" \
            "select $expression >= :'before', :'before'" | sql)
        is "$title: $expression" "${same%%|*}|$(sql "select $expression >= '${same#*|}'")" "$wanted"
    done
}
set_back "a clock set back, with a session's own time" 't|f' "typeid_generate('u')" 'uuid_v7_new()' \
    'ulid_generate()' 'baseuid_new()'
set_back "a clock set back, with the server's time" 't|t' 'xid_timestamp(xid_new())' \
    'uid11_snowish_new(5)' 'uid11_ts_seq_rand_new()'
if [ "$server_major" -ge 18 ]; then
    set_back "a clock set back, PostgreSQL's own" 't|f' 'uuidv7()'
fi

# Far away: what an id cannot hold is an error, what it can hold is right.  Each in a server without
# a past.
far() { # TITLE CLOCK WANTED: SQLSTATEs, then the years of typeid and baseuid
    set_clock "$2"
    stop_server faked
    start_faked faked
    local state
    state=$(sql "select string_agg(sqlstate_of('select ' || f), ' ' order by n) from unnest(array['xid_new()',
        'uid11_snowish_new(1)', 'uid11_ts_seq_rand_new()', 'typeid_generate(''u'')', 'typeid_generate_batch(''u'', 3)',
        'typeid_uuid_generate_v7()', 'baseuid_new()']) with ordinality functions (f, n)")
    is "$1" "$state" "$3"
    local kind
    for kind in 'xid_timestamp(xid_new())' "typeid_timestamp(typeid_generate('u'))" 'baseuid_timestamp(baseuid_new())'; do
        if [ "$(sql "select sqlstate_of(\$\$select $kind\$\$)")" = 00000 ]; then
            sql_is "... $kind is right" "select $kind - clock_timestamp() between interval '-1 s' and interval '1 s'" t
        fi
    done
}
ok='00000' no=22008
far "a clock before 2011: xid and the other profiles refuse" '@2005-01-01 00:00:00' "$no $no $no $ok $ok $ok $ok"
far "a clock of 2081: snowish has used up its 41 bits" '@2081-09-01 00:00:00' "$ok $no $ok $ok $ok $ok $ok"
far "a clock after 2151: xid and ts_seq_rand as well" '@2151-03-26 00:00:00' "$no $no $no $ok $ok $ok $ok"
far "a clock after 2262: baseuid as well" '@2262-04-12 00:00:00' "$no $no $no $ok $ok $ok $no"
far "a clock after 2554, the end of nanoseconds in 64 bits: all refuse" '@2600-01-01 00:00:00' "$no $no $no $no $no $no $no"
far "a clock before 1970: all refuse" '@1965-01-01 00:00:00' "$no $no $no $no $no $no $no"
log_is_clean "the server with strange clocks wrote nothing bad to its log"
stop_server faked
start_server main
