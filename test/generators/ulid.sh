# ULID's monotonic rule: clocks that stand still, step back or are far away, full milliseconds,
# forks.
# shellcheck shell=bash

ulid_low="('x' || right(encode(ulid_send(id), 'hex'), 12))::bit(48)::bigint"

# Many sessions at once do not know of each other: 80 random bits keep them apart.
sql 'create unlogged table ulids (id ulid unique)'
check "8 sessions insert $ids_a_session ulid_generate() each, at once" \
    sessions 8 "insert into ulids select ulid_generate() from generate_series(1, $ids_a_session)"
sql_is "... and each row is there" 'select count(*) from ulids' $((8 * ids_a_session))
sql_is "... and none is from the future" 'select ulid_timestamp(max(id)) <= clock_timestamp() from ulids' t

if [ -z "$libfaketime" ]; then
    skip "ULIDs by clocks that stand still or jump" "libfaketime is not installed (Debian: faketime)"
    return
fi

# A server whose clock and random octets we set.  Its postmaster has made a ULID: each session
# inherits the state of the generator, and with a clock that stands still would go on from that id.
stop_server main
cc -shared -fPIC -Wall -O1 -o "$work/ones.so" "$here/ones.c" -ldl
module "$here/fork.c"
start_ulid() { start_faked ulid "$work/ones.so" ONES="$work/ones"; }
set_clock '2030-01-01 00:00:00'
new_server ulid "shared_preload_libraries = 'base62id, $work/fork'"
start_ulid
sql 'create extension base62id'
sql "$sqlstate_function"
sql_is "a clock that stands still: 100000 ids of one millisecond, each one more than the last" "
    select min(ulid_timestamp(id)), max(ulid_timestamp(id)), bool_and(low = (last_low + 1) % 281474976710656), count(*)
    from (select id, $ulid_low as low, lag($ulid_low) over (order by n) as last_low
        from (select n, ulid_generate() as id from generate_series(0, 100000) n offset 0) made) pairs
    where last_low is not null" '2030-01-01 00:00:00+00|2030-01-01 00:00:00+00|t|100000'
check "... the postmaster has made a ULID in that millisecond" grep -q 'ulid of the postmaster: 01' "$server_log"
for _ in $(seq 20); do sql 'select ulid_generate()'; done >"$work/drawn"
sed -n 's/.*ulid of the postmaster: //p' "$server_log" >>"$work/drawn"
is "... and 20 sessions begin with random bits of their own, none with those behind the postmaster's" \
    "$(cut -c 11-24 "$work/drawn" | sort -u | wc -l)" 21

sql 'create table made (n serial, clock text, id ulid unique)'
{
    for c in '+0' '-3600' '2026-01-01 00:00:00' '2026-01-01 00:00:00' '+1y' '+0' '-1d'; do
        set_clock_line "$c"
        echo "insert into made (clock, id) select '$c', ulid_generate() from generate_series(1, 5000);"
    done
} >"$work/through.sql"
check "one session makes ids as its clock steps back, stands, jumps ahead and comes back" sql <"$work/through.sql"
sql_is "... each is greater than the last, and its time is the latest that the clock has said" "
    select count(*), bool_and(id > last), bool_and(ulid_timestamp(id) >= ulid_timestamp(last)),
        max(ulid_timestamp(id)) > now() + interval '360 days'
    from (select id, lag(id, 1, '00000000000000000000000000') over (order by n) as last from made) pairs" '35000|t|t|t'
check "another session does so with a clock of the past" sql <"$work/through.sql"
sql_is "... all 70000 are there, none twice" 'select count(*) from made' 70000

# Random bits that are all ones: the millisecond is full with its first id.
set_clock '2031-01-01 00:00:00'
touch "$work/ones"
if [[ $(sql "select ulid_generate('2020-01-01')") == *ZZZZZZZZZZZZZZZZ ]]; then
    sql_is "random bits are all ones: five ids, no error, each of the next millisecond" "
        select string_agg(to_char(ulid_timestamp(id), 'SS.MS') || right(id::text, 16), ' ' order by n)
        from (select n, ulid_generate() as id from generate_series(0, 4) n offset 0) made" \
        "00.000ZZZZZZZZZZZZZZZZ 00.001ZZZZZZZZZZZZZZZZ 00.002ZZZZZZZZZZZZZZZZ 00.003ZZZZZZZZZZZZZZZZ 00.004ZZZZZZZZZZZZZZZZ"
    sql_is "... 10000 ids are each greater than the last, seconds ahead of the clock" "
        select bool_and(id > last), max(ulid_timestamp(id)) from (select id, lag(id) over (order by n) as last
            from (select n, ulid_generate() as id from generate_series(0, 10000) n offset 0) made) pairs
        where last is not null" 't|2031-01-01 00:00:10+00'
else
    skip "a millisecond that is full" "this server's random octets are not those of OpenSSL"
fi
rm "$work/ones"

far() { # TITLE CLOCK WANTED
    set_clock "$2"
    stop_server ulid
    start_ulid
    sql_is "$1" "select sqlstate_of('select ulid_generate()')" "$3"
    if [ "$3" = 00000 ]; then
        sql_is "... and the time is right" \
            "select ulid_timestamp(ulid_generate()) - clock_timestamp() between interval '-1 s' and interval '1 s'" t
    fi
}
far "a clock of 1971" '@1971-01-01 00:00:00' 00000
far "a clock of 2553" '@2553-01-01 00:00:00' 00000
# The postmaster's own id would fail as well, so these have none.
sed -i "s#, $work/fork##" "$work/ulid/postgresql.conf"
far "a clock after 2554, the end of nanoseconds in 64 bits, is refused" '@2600-01-01 00:00:00' 22008
far "a clock before 1970 is refused" '@1965-01-01 00:00:00' 22008
log_is_clean "the server with strange clocks wrote nothing bad to its log"
stop_server ulid
start_server main
