# The settings of a cluster: what takes effect where, under load, and across restarts, standbys and
# clocks.
# shellcheck shell=bash

key='correct horse battery staple, once more'
secret "$work/cluster.key" "$key"
for number in 0 1 2; do secret "$work/cluster.key.$number" "key $number of thirty-two characters or more"; done
# HMAC-SHA256 of "base62id cluster key digest 1" with that key, the first 8 octets: by another
# implementation.
digest=4363e2e9fc80d59c

stop_server main
configure() { # SETTING VALUE...: through the configuration, and waits until it is in force
    while [ $# -gt 0 ]; do
        printf "%s = '%s'\n" "$1" "$2" >>"$work/$server_now/postgresql.conf"
        shift 2
    done
    sql 'select pg_reload_conf()' >/dev/null
}
settings_are() { [ "$(sql "select machine, scope from $settings")" = "$1|$2" ]; }
in_force() { # MACHINE-OR-EMPTY SCOPE
    wait_until settings_are "$1" "$2" || {
        sql 'select * from base62id_settings()'
        return 1
    }
}

# --- two servers ---

numbered=("base62id.machine = 5" "base62id.cluster_key_file = '$work/cluster.key'")
port=5433
new_server five "${preload[@]}" "${numbered[@]}"
start_server five
sql 'create extension base62id'
sql "$sqlstate_function"
sql_is "with both settings the scope is the cluster, and the digest is that of the key" \
    "select machine, cluster_key_digest, scope, xid_generator_scope() from $settings" "5|$digest|cluster|cluster"
sql_is "uid11_snowish_new() takes the number from there" \
    'select distinct (uid11_snowish_parse(uid11_snowish_new())).machine from generate_series(1, 100)' 5
sql_is "... and xid_new() makes ids of now" \
    "select extract(epoch from xid_timestamp(xid_new()) - clock_timestamp()) between -1 and 2.1" t
port=5434
new_server six "${preload[@]}" "base62id.machine = 6" "base62id.cluster_key_file = '$work/cluster.key'"
start_server six
sql 'create extension base62id'
# On both servers at once, each into a file of its own: two clients of one pipe would tear each
# other's lines.
both() { # QUERY
    local server pids=() status=0
    for server in 5433 5434; do
        (port=$server && sql "$1") >"$work/both.$server" &
        pids+=($!)
    done
    for server in "${pids[@]}"; do wait "$server" || status=1; done
    cat "$work/both.5433" "$work/both.5434"
    return $status
}
# In rounds, until there are ids of both servers from the same 2.7 milliseconds, which is what seven
# symbols say.
rounds=0
met=no
while [ $met = no ] && [ $rounds -lt 50 ]; do
    both "select xid_new() from generate_series(1, $((4 * ids_a_session)))" >>"$work/xids"
    rounds=$((rounds + 1))
    [ -z "$(comm -12 <(cut -c 1-7 "$work/both.5433" | LC_ALL=C sort -u) <(cut -c 1-7 "$work/both.5434" | LC_ALL=C sort -u))" ] || met=yes
done
is "two servers at once: $((rounds * 8 * ids_a_session)) xids, none twice" \
    "$(wc -l <"$work/xids") $(LC_ALL=C sort "$work/xids" | uniq -d | wc -l)" "$((rounds * 8 * ids_a_session)) 0"
is "... and they met in time" $met yes

# docs/cluster.md: what each server says, and the query that finds what does not fit.
compare() { # PORT...
    local p
    for p; do
        (port=$p && sql "copy (select 'server $p', * from base62id_settings()) to stdout")
    done >"$work/servers"
    sql <<<"create temp table servers (host text, name text, value text, detail text);
        \\copy servers from '$work/servers'
        $(sed -n '/^SELECT .* AS fault/,/^ORDER BY/p' "$here/../../docs/cluster.md")"
}
is "the query of the page finds nothing wrong with two servers of one cluster" "$(compare 5433 5434)" ''
port=5434 server_now=six
configure base62id.machine 5 base62id.cluster_key_file "$work/cluster.key.1"
check "server six gets the number of server five, and another key, by mistake" in_force 5 cluster
is "... and the query prints both" "$(compare 5433 5434 | cut -d: -f1 | paste -sd,)" \
    "cluster_key,cluster_key,number of several servers"
configure base62id.machine -1
check "server six loses its number" in_force '' server
is "... and the query prints its scope" "$(compare 5433 5434 | grep -c '^scope: server|server 5434$')" 1
check "a key without a number is a line in the log" \
    grep -q 'base62id.cluster_key_file has no effect without base62id.machine' "$work/six.log"
stop_server six
port=5433
statistics "xids of one server of a cluster" xid ids_of_server 'xid_new()'

# --- the file of the key ---

server_now=five
warnings() { # DETAIL: how often the log has it in a WARNING
    grep -A1 'WARNING:  base62id.cluster_key_file was not read' "$work/five.log" | grep -cF "DETAIL:  $1" || true
}
refused() { # TITLE DETAIL: of the file that is set
    reload
    is "$1: the key in force stays" "$(sql "select cluster_key_digest, scope, xid_new() is not null from $settings" 2>/dev/null)" \
        "$digest|cluster|t"
    sql 'select xid_new()' >/dev/null
    is "... and the log has one WARNING, with the reason" "$(warnings "$2")" 1
}
named="The file that base62id.cluster_key_file names"
irregular="$named is refused. It is not a regular file."
chmod 640 "$work/cluster.key"
refused "a key that the group can read" "$named is refused. Group or others have access to it. Its mode must be 0600 or less, or 0640 or less where it belongs to root."
chmod 600 "$work/cluster.key"
secret "$work/cluster.key" 'x'
refused "a short key" "The line of the file that base62id.cluster_key_file names has 1 characters; at least 32 are needed."
secret "$work/cluster.key" "$key"$'\n'"$key"
refused "two lines" "$named has more than one line."
mkfifo -m 600 "$work/cluster.fifo"
mv "$work/cluster.fifo" "$work/cluster.key"
refused "a FIFO, which is not waited for" "$irregular"
rm "$work/cluster.key"
refused "no file" "$named could not be opened: No such file or directory."
stop_server five
mkdir "$work/cluster.key"
start_server five
is "a server that starts without the key makes no xids, and says why" "$(sql 2>&1 <<<'\set VERBOSITY verbose
    select xid_new()' | sed -n 's/^psql[^ ]* //; s/^ERROR:  //p; s/^DETAIL:  //p')" "55000: cluster key cannot be read
$irregular"
PGOPTIONS='-c client_min_messages=error' sql_is "... what needs no key goes on" \
    "select machine, cluster_key_digest is null, scope, xid_generator_scope(), uid11_snowish_new() is not null, typeid_generate() is not null from $settings" \
    '5|t|server|server|t|t'
rmdir "$work/cluster.key"
secret "$work/cluster.key" "$key"
sql_is "... and the key counts as soon as it is there" "select xid_new() is not null, scope from $settings" 't|cluster'
sql 'select pg_reload_conf()' >/dev/null
check "the right file again" in_force 5 cluster
secret "$work/cluster.key" 'another key in the same file, since a moment ago'
PGOPTIONS='-c client_min_messages=error' sql_is "a new key in the same file counts after a reload only" "select cluster_key_digest from $settings" "$digest"
reload
sql_is "... and does then" "select cluster_key_digest <> '$digest' from $settings" t
secret "$work/cluster.key" "$key"
reload
sql_is "... as does the old one" "select cluster_key_digest from $settings" "$digest"
is "the key stands in no file of the data directory and in no log" \
    "$(grep -rlF "$key" "$work/five" "$work/five.log" | wc -l)" 0

# --- where the settings cannot be set ---

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
asked="select machine, scope from $settings"
none_stays() { # SERVER: none of its processes is a background worker of ours
    local server status
    server=$(head -n 1 "$work/$1/postmaster.pid")
    for status in $(grep -lsE "^PPid:[[:space:]]*$server\$" /proc/[0-9]*/status); do
        ! grep -qsaz 'base62id:' "${status%status}cmdline" || return 1
    done
}
check "no background worker of a preloaded or loaded library stays" wait_until none_stays five
sql_warned "... a session of that database has the number of the configuration" '' "$asked"
if [ "$placeholder" = 00000 ]; then
    check "... and a warning" grep -q 'parameter "base62id.machine" cannot be changed now' "$work/warned"
fi
db=postgres
if [ "$server_major" -ge 17 ]; then
    sql_warned "the options of a connection: of no effect where the library is not loaded" '-c base62id.machine=9' "$asked"
    sql_warned "SET before the library is loaded: of no effect" '' "set base62id.machine = 9; $asked"
    sql_warned "... nor is a key" '' "set base62id.cluster_key_file = 'mine'; $asked"
    # The first session of all is one that does not know what the configuration says.
    stop_server five
    start_server five
    is "a session that does not know the configuration learns it from the postmaster" \
        "$(PGOPTIONS='-c base62id.machine=-1' sql "$asked" 2>/dev/null)" '5|cluster'
    sql_warned "... and the next one does" '' "$asked"
    # The worker that read it is gone, as the one at the start is.
    check "... and no background worker stays" wait_until none_stays five
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
            1) configure base62id.cluster_key_file "$work/cluster.key.$((RANDOM % 3))" ;;
            2) configure base62id.cluster_key_file '' ;;
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
configure base62id.machine 5 base62id.cluster_key_file "$work/cluster.key"
check "settled again" in_force 5 cluster

# A statement that is under way when the settings change goes on with the new ones as soon as
# somebody knows them.
machine='(uid11_snowish_parse(uid11_snowish_new())).machine'
sql "with recursive long (n, machine) as (select 1, $machine
        union all select n + 1, $machine from long where n < 600 and machine <> 8 and pg_sleep(0.1) is not null)
    select machine from long" >"$work/long" &
long=$!
wait_until is_true "select count(*) = 1 from pg_stat_activity where query like 'with recursive long%' and wait_event = 'PgSleep'"
configure base62id.machine 8
check "a new session has the new number" in_force 8 cluster
wait "$long"
is "a statement that was under way took it over, once" "$(uniq "$work/long" | tr '\n' ' ')" "5 8 "
configure base62id.machine 5
check "the old number again" in_force 5 cluster

# Parallel workers are processes that know the settings of their leader and the time of the
# postmaster.
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
PGOPTIONS='-c client_min_messages=error' sql_is "a damaged reservation is an error, and no id is given away" "select sqlstate_of('select xid_new()')" XX001
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
stop_server five
echo "2000000000000 1 5" >"$reserved" # 2075
start_server five
sql_is "a clock that was far ahead once sticks" "select extract(year from xid_timestamp(xid_new()))" 2075
check "... the log says so, and how to heal it" \
    test "$(grep -c -A1 'ids begin at 2075.*ahead of the clock' "$work/five.log")" -gt 0
check "... with the file's name" grep -q 'HINT:.*remove the file "pg_stat/base62id.reserved"' "$work/five.log"
stop_server five
echo "$(((1 << 42) - 1)) 1 5" >"$reserved"
start_server five
sql_is "past the end of time there are no ids" "select sqlstate_of('select xid_new()')" 22008
check "... and the error says how to heal it" grep -q 'HINT:.*remove the file' <<<"$(sql 'select xid_new()' 2>&1)"
stop_server five
rm "$reserved"
start_server five
sql_is "healed: ids of now" "select abs(extract(epoch from xid_timestamp(xid_new()) - clock_timestamp())) < 5" t

# --- clocks ---

if [ -z "$libfaketime" ]; then
    skip "a cluster's clocks" "libfaketime is not installed (Debian: faketime)"
else
    stop_server five
    clock=$work/five.clock
    set_clock '+0'
    start_faked five
    sql 'create table before (id uid11 unique, s uid11 unique)'
    make="insert into before select xid_new(), uid11_snowish_new() from generate_series(1, $((ids_an_event / 4)))"
    sql "$make"
    for way in fast immediate; do
        stop_server five "$way"
        set_clock "-$([ "$way" = fast ] && echo 3600 || echo 7200)"
        start_faked five
        sql_is "$way stop, and a clock an hour behind at the next start: the ids go on above all earlier ones" "
            with last as materialized (select max(id) id, max(s) s from before)
            select xid_new() > id and xid_timestamp(xid_new()) > xid_timestamp(id), uid11_snowish_new() > s from last" 't|t'
        check "... none comes twice" sql "$make"
    done
    set_clock '+0'
    set_clock '2031-01-01 00:00:00'
    sql_is "a clock that stands still: 4096 xids a millisecond, then the next" "
        select xid_timestamp(id), count(*), count(distinct id) from (
            select xid_new() id from generate_series(1, 10000) offset 0) made group by 1 order by 1" \
        $'2031-01-01 00:00:00+00|4096|4096\n2031-01-01 00:00:00.001+00|4096|4096\n2031-01-01 00:00:00.002+00|1808|1808'
    # Equal numbers and equal clocks are what the settings cannot help: the test of the tests above.
    sql "select xid_new() from generate_series(1, 4096)" >"$work/one"
    stop_server five
    read -r _ timeline machine <"$reserved"
    echo "0 $timeline $machine" >"$reserved"
    start_faked five
    sql "select xid_new() from generate_series(1, 12288)" >>"$work/one"
    check "the same number, key and time make the same ids where an older reservation is put back" \
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
printf '%s\n' "port = 5435" "shared_preload_libraries = 'base62id'" >>"$work/standby/postgresql.conf"
# Its clock is behind, and it has the number of the primary: the worst case.
clock=$work/standby.clock
set_clock '-30'
start_faked standby
on_standby() { (port=5435 && "$@"); }
is "a standby leaves the number to its primary" \
    "$(on_standby sql "select machine, scope from $settings")" '5|server'
is "... and makes xids as a server of its own" "$(on_standby sql 'select xid_new() is not null')" t
is "... and no snowish id" "$(on_standby sql "select sqlstate_of('select uid11_snowish_new()')")" 55000
sql 'insert into received select xid_new(), uid11_snowish_new() from generate_series(1, 5000)'
sleep 0.1
sql 'create table last_commit ()'
on_standby wait_until is_true "select count(*) = 1 from pg_class where relname = 'last_commit'"
stop_server five immediate
on_standby sql 'select pg_promote()' >/dev/null
# Nobody asks for an id before it restarts: what it has received is known from the file only.
promoted=$work/standby/pg_stat/base62id.reserved
wait_until grep -Eq '^[^ ]* 2 5$' "$promoted" 2>/dev/null
stop_server standby immediate
start_faked standby
is "promoted and restarted, it uses the number" \
    "$(on_standby sql "select machine, scope from $settings")" '5|cluster'
is "... and its ids are above those that it has received, though its clock is behind" "$(on_standby sql "
    select xid_new() > max(id), uid11_snowish_new() > max(s) from received")" 't|t'
check "... the log says what it begins after" grep -q 'ids of base62id.machine = 5 begin after' "$work/standby.log"
stop_server standby
rm "$promoted"
start_server standby
check "a promoted server that does not know any more says so in its log, without being asked" \
    wait_until grep -q 'it is not known which ids were generated with base62id.machine = 5' "$work/standby.log"
server_log=$work/standby.log
log_is_clean "the standby wrote nothing bad to its log" "terminated by signal 9|exited with exit code 2"
server_log=$work/five.log
log_is_clean "server five wrote nothing bad to its log" "terminated by signal 9|exited with exit code 2"
stop_server standby

# --- many servers at once ---

if [ -n "$full" ]; then many=8 each=1250000; else many=3 each=40000; fi
for ((number = 1; number <= many; ++number)); do
    port=$((5440 + number))
    new_server "many$number" "shared_preload_libraries = 'base62id'" "shared_buffers = '16MB'" "base62id.machine = $((100 + number))" \
        "base62id.cluster_key_file = '$work/cluster.key'"
    start_server "many$number"
    sql 'create extension base62id'
done
half_of_each() { # a file for each: two clients of one pipe tear lines
    local n pids=()
    for ((n = 1; n <= many; ++n)); do
        (port=$((5440 + n)) && sql "select xid_new() from generate_series(1, $((each / 2)))" >>"$work/many$n.ids") &
        pids+=($!)
    done
    wait "${pids[@]}"
}
half_of_each
# One restarts with its clock behind, one after a crash.
stop_server many2
port=5442
clock=$work/many2.clock
set_clock '-3600'
start_faked many2
stop_server many3 immediate
start_server many3
half_of_each
is "$many servers, one with its clock behind, one crashed: $((many * each)) xids, none twice" \
    "$(sort "$work"/many*.ids | uniq -d | wc -l) $(cat "$work"/many*.ids | wc -l)" "0 $((many * each))"
for ((number = 1; number <= many; ++number)); do stop_server "many$number"; done

# --- without a guarantee for the server there is none for the cluster ---

if [ "$server_major" -lt 17 ]; then
    port=5436
    new_server late "${numbered[@]}"
    start_server late
    sql 'create extension base62id'
    sql_is "a library that is not preloaded: the scope is the session, and the number is used" \
        "select machine, scope, (uid11_snowish_parse(uid11_snowish_new())).machine, xid_new() is not null from $settings" \
        '5|session|5|t'
    check "... which is a line in the log" grep -q 'base62id.cluster_key_file has no effect: base62id is not preloaded' "$work/late.log"
    stop_server late
fi
port=5432
start_server main
