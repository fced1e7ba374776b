# The settings of a cluster: what takes effect where, under load, and across restarts, standbys and clocks.
# shellcheck shell=bash

key='correct horse battery staple'
# HMAC-SHA256 of "base62id cluster key digest 1" with that key, the first 8 octets: by another implementation.
digest=b0820d10a37e3f26

stop_server main
faketime=$(find /usr/lib -name libfaketime.so.1 2>/dev/null | head -n 1)
with_clock() { # FILE: the environment of a server whose clock is there
    echo "LD_PRELOAD=$faketime FAKETIME_TIMESTAMP_FILE=$1 FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 TZ=UTC"
}
configure() { # SETTING VALUE...: through the configuration, and waits until it is in force
    while [ $# -gt 0 ]; do
        printf "%s = '%s'\n" "$1" "$2" >>"$work/$server_now/postgresql.conf"
        shift 2
    done
    sql 'select pg_reload_conf()' >/dev/null
}
in_force() { # MACHINE-OR-EMPTY SCOPE
    local i
    for ((i = 0; i < 100; ++i)); do
        [ "$(sql 'select machine, scope from base62id_settings()')" != "$1|$2" ] || return 0
        sleep 0.1
    done
    sql 'select base62id_settings()'
    return 1
}

# --- two servers ---

numbered=("base62id.machine = 5" "base62id.cluster_key = '$key'")
port=5433
new_server five "${preload[@]}" "${numbered[@]}"
start_server five
sql 'create extension base62id'
sql "$sqlstate_function"
sql_is "with both settings the scope is the cluster, and the digest is that of the key" \
    'select machine, cluster_key_digest, scope, xid_generator_scope() from base62id_settings()' "5|$digest|cluster|cluster"
sql_is "uid11_snowish_new() takes the number from there" \
    'select distinct (uid11_snowish_parse(uid11_snowish_new())).machine from generate_series(1, 100)' 5
sql_is "... and xid_new() makes ids of now" \
    "select abs(extract(epoch from xid_timestamp(xid_new()) - clock_timestamp())) < 1" t
port=5434
new_server six "${preload[@]}" "base62id.machine = 6" "base62id.cluster_key = '$key'"
start_server six
sql 'create extension base62id'
both() { # QUERY: on both servers at once
    (port=5433 && sql "$1") &
    (port=5434 && sql "$1") &
    wait
}
both "select xid_new() from generate_series(1, $((4 * ids_a_session)))" | LC_ALL=C sort >"$work/both"
is "two servers at once: $((8 * ids_a_session)) xids, none twice" \
    "$(wc -l <"$work/both") $(uniq -d "$work/both" | wc -l)" "$((8 * ids_a_session)) 0"
is "... and they met in time" "$(cut -c1-7 "$work/both" | uniq -d | wc -l | sed 's/^[1-9].*/yes/')" yes
is "a script that compares the servers by base62id_settings() finds two" \
    "$(both 'select machine, cluster_key_digest from base62id_settings()' | sort | uniq | wc -l)" 2
port=5434 server_now=six
configure base62id.machine 5
check "server six gets the number of server five by mistake" in_force 5 cluster
is "... and the script prints what the two share" \
    "$(both 'select machine, cluster_key_digest from base62id_settings()' | sort | uniq -d)" "5|$digest"
stop_server six
port=5433
statistics "xids of one server of a cluster" xid ids_of_server 'xid_new()'

# --- where the settings cannot be set ---

server_now=five
if [ "$server_major" -lt 17 ]; then placeholder=55P02; else placeholder=00000; fi
sql 'create database other'
is "ALTER DATABASE: refused, or of no effect where the library is not loaded" "$(sql "
    create function pg_temp.sqlstate_of(query text) returns text language plpgsql as \$\$
    begin execute query; return '00000'; exception when others then return sqlstate; end \$\$;
    select pg_temp.sqlstate_of('alter database other set base62id.machine = 9')")" "$placeholder"
db=other
sql 'create extension base62id' 2>/dev/null
sql_warned() { # TITLE OPTIONS QUERY: the settings in force stay those of the configuration
    local got
    got=$(PGOPTIONS=$2 sql "$3" 2>"$work/warned" | tail -n 1)
    is "$1" "$got" '5|cluster'
}
asked='select machine, scope from base62id_settings()'
sql_warned "... a session of that database has the number of the configuration" '' "$asked"
if [ "$placeholder" = 00000 ]; then
    check "... and a warning" grep -q 'parameter "base62id.machine" cannot be changed now' "$work/warned"
fi
db=postgres
if [ "$server_major" -ge 17 ]; then
    sql_warned "the options of a connection: of no effect where the library is not loaded" '-c base62id.machine=9' "$asked"
    sql_warned "SET before the library is loaded: of no effect" '' "set base62id.machine = 9; $asked"
    sql_warned "... nor is a key" '' "set base62id.cluster_key = 'mine'; $asked"
    # The first session of all is one that does not know what the configuration says.
    stop_server five
    start_server five
    is "a session that does not know the configuration tells the server nothing" \
        "$(PGOPTIONS='-c base62id.machine=-1' sql "$asked" 2>/dev/null)" '|server'
    sql_warned "... and the next one does" '' "$asked"
else
    is "the options of a connection are refused" \
        "$(PGOPTIONS='-c base62id.machine=9' psql_plain -c 'select 1' 2>&1 | grep -c 'cannot be changed now')" 1
fi
psql_plain -c "load 'base62id'" -c 'alter system set base62id.machine = 7' -c 'select pg_reload_conf()' >/dev/null
check "ALTER SYSTEM and a reload change the number" in_force 7 cluster
psql_plain -c "load 'base62id'" -c 'alter system reset base62id.machine' -c 'select pg_reload_conf()' >/dev/null
check "... and reset it" in_force 5 cluster

# --- changes under load ---

sql 'create unlogged table changed (id uid11 unique, s uid11)'
: >"$work/stop"
(
    seed=${BASE62ID_SEED:-$RANDOM} RANDOM=$seed
    echo "seed $seed" >"$work/changes"
    while [ -e "$work/stop" ]; do
        case $((RANDOM % 4)) in
            0) configure base62id.machine $((RANDOM % 1024)) ;;
            1) configure base62id.cluster_key "key $((RANDOM % 3))" ;;
            2) configure base62id.cluster_key '' ;;
            3) configure base62id.machine -1 ;;
        esac
        echo change >>"$work/changes"
        sleep 0.0$((RANDOM % 10))
    done
) &
changes=$!
pieces=$((ids_a_session / 500))
# Again, where the sessions were done before the settings had changed a few times.
under_changes() {
    local round
    for ((round = 0; round < 50; ++round)); do
        sessions 6 "
    do \$\$ begin for i in 1..$pieces loop
        insert into changed select xid_new(), uid11_snowish_new(1) from generate_series(1, 500);
    end loop; end \$\$" || return 1
        [ "$(grep -c change "$work/changes")" -le 5 ] || return 0
    done
}
check "6 sessions make $((pieces * 500)) xids each, or more, as the settings change" under_changes
rm "$work/stop"
wait "$changes"
note "changes of the settings: $(grep -c change "$work/changes"), $(head -n 1 "$work/changes")"
check "... the settings changed meanwhile" test "$(grep -c change "$work/changes")" -gt 5
sql_is "... and no xid came twice" "select count(*) >= $((6 * pieces * 500)), count(*) - count(distinct id) from changed" "t|0"
sql 'drop table changed'
configure base62id.machine 5 base62id.cluster_key "$key"
check "settled again" in_force 5 cluster

# A statement that is under way when the settings change goes on with the new ones as soon as somebody knows them.
sql "select (uid11_snowish_parse(uid11_snowish_new())).machine from generate_series(1, 40) n where pg_sleep(0.1) is not null" \
    >"$work/long" &
long=$!
sleep 1
configure base62id.machine 8
check "a new session has the new number" in_force 8 cluster
wait "$long"
is "a statement that was under way took it over, once" "$(uniq "$work/long" | tr '\n' ' ')" "5 8 "
configure base62id.machine 5
check "the old number again" in_force 5 cluster

# Parallel workers are processes that know the settings of their leader and the time of the postmaster.
sql 'create unlogged table rows_to_read as select generate_series(1, 200000) n; analyze rows_to_read'
sql_is "workers of a parallel query share the server's settings" "
    set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0;
    set max_parallel_workers_per_gather = 3;
    create unlogged table parallel_ids as select xid_new() x, uid11_snowish_new() s from rows_to_read;
    select count(distinct x), count(distinct s), min((uid11_snowish_parse(s)).machine), max((uid11_snowish_parse(s)).machine)
    from parallel_ids" '200000|200000|5|5'

# --- the times that are reserved ---

reserved=$work/five/pg_stat/base62id.reserved
check "a time is reserved in the data directory" test -s "$reserved"
stop_server five
echo nonsense >"$reserved"
start_server five
sql_is "a damaged reservation is an error, and no id is given away" "select sqlstate_of('select xid_new()')" XX001
rm "$reserved"
sql_is "... without it ids are made again" "select xid_new() is not null" t
stop_server five
rm "$reserved"
mkdir "$reserved.tmp"
start_server five
check "where no time can be reserved, no id is given away" grep -q 'could not create file' <<<"$(sql 'select xid_new()' 2>&1)"
sql_is "... nor by another session" "select sqlstate_of('select xid_new()') <> '00000'" t
rmdir "$reserved.tmp"
sql_is "... until it can" "select xid_new() is not null" t

# --- clocks ---

if [ -z "$faketime" ]; then
    skip "a cluster's clocks" "libfaketime is not installed (Debian: faketime)"
else
    stop_server five
    now=$work/five.clock
    echo '+0' >"$now"
    # shellcheck disable=SC2046
    start_server five $(with_clock "$now")
    set_back() { echo "$1" >"$now.new" && mv "$now.new" "$now"; }
    sql 'create table before (id uid11 unique, s uid11 unique)'
    make='insert into before select xid_new(), uid11_snowish_new() from generate_series(1, 5000)'
    sql "$make"
    for way in fast immediate; do
        stop_server five "$way"
        set_back "-$([ "$way" = fast ] && echo 3600 || echo 7200)"
        # shellcheck disable=SC2046
        start_server five $(with_clock "$now")
        sql_is "$way stop, and a clock an hour behind at the next start: the ids go on above all earlier ones" "
            with last as materialized (select max(id) id, max(s) s from before)
            select xid_new() > id and xid_timestamp(xid_new()) > xid_timestamp(id), uid11_snowish_new() > s from last" 't|t'
        check "... none comes twice" sql "$make"
    done
    set_back '+0'
    set_back '2031-01-01 00:00:00'
    sql_is "a clock that stands still: 4096 xids a millisecond, then the next" "
        select xid_timestamp(id), count(*), count(distinct id) from (
            select xid_new() id from generate_series(1, 10000) offset 0) made group by 1 order by 1" \
        $'2031-01-01 00:00:00+00|4096|4096\n2031-01-01 00:00:00.001+00|4096|4096\n2031-01-01 00:00:00.002+00|1808|1808'
    # Equal numbers and equal clocks are what the settings cannot help: the test of the tests above.
    sql "select xid_new() from generate_series(1, 4096)" >"$work/one"
    stop_server five
    rm "$reserved"
    # shellcheck disable=SC2046
    start_server five $(with_clock "$now")
    sql "select xid_new() from generate_series(1, 12288)" >>"$work/one"
    check "the same number, key and time make the same ids where nothing is reserved" \
        test "$(sort "$work/one" | uniq -d | wc -l)" -gt 0
    stop_server five
    rm "$reserved"
    start_server five
fi

# --- a standby ---

sql 'create table received (id uid11 unique, s uid11 unique)'
"$bindir/pg_basebackup" -h "$work" -p 5433 -U postgres -D "$work/standby" -R -X stream 2>"$work/basebackup.log" ||
    fail "pg_basebackup" "$(cat "$work/basebackup.log")"
servers+=(standby)
echo "port = 5435" >>"$work/standby/postgresql.conf"
# Its clock is behind, and it has the number of the primary: the worst case.
echo '-30' >"$work/standby.clock"
if [ -n "$faketime" ]; then
    # shellcheck disable=SC2046
    start_server standby $(with_clock "$work/standby.clock")
else
    start_server standby
fi
on_standby() { (port=5435 && "$@"); }
is "a standby leaves the number to its primary" \
    "$(on_standby sql 'select machine, scope from base62id_settings()')" '5|server'
is "... and makes xids as a server of its own" "$(on_standby sql 'select xid_new() is not null')" t
is "... and no snowish id" "$(on_standby sql "select sqlstate_of('select uid11_snowish_new()')")" 55000
sql 'insert into received select xid_new(), uid11_snowish_new() from generate_series(1, 5000)'
sleep 0.1
sql 'create table last_commit ()'
for ((i = 0; i < 100; ++i)); do
    [ "$(on_standby sql "select count(*) from pg_class where relname = 'last_commit'")" = 0 ] || break
    sleep 0.1
done
stop_server five immediate
on_standby sql 'select pg_promote()' >/dev/null
is "promoted, it uses the number" "$(on_standby sql 'select machine, scope from base62id_settings()')" '5|cluster'
is "... and its ids are above those that it has received, though its clock is behind" "$(on_standby sql "
    select xid_new() > max(id), uid11_snowish_new() > max(s) from received")" 't|t'
server_log=$work/standby.log
log_is_clean "the standby wrote nothing bad to its log"
server_log=$work/five.log
log_is_clean "server five wrote nothing bad to its log" "terminated by signal 9|exited with exit code 2"
stop_server standby

# --- without a guarantee for the server there is none for the cluster ---

if [ "$server_major" -lt 17 ]; then
    port=5436
    new_server late "${numbered[@]}"
    start_server late
    sql 'create extension base62id'
    sql_is "a library that is not preloaded: the scope is the session, and the number is used" \
        'select machine, scope, (uid11_snowish_parse(uid11_snowish_new())).machine, xid_new() is not null from base62id_settings()' \
        '5|session|5|t'
    stop_server late
fi
port=5432
start_server main
