# Servers that are copies of others, with clocks that go back: rewound, cloned, restored to a point
# in time, moved. docs/cluster.md has the table; a promoted standby is in cluster.sh.
# shellcheck shell=bash

module "$here/steps.c"
stop_server main
secret "$work/copies.key" 'one key for all servers of the cluster'

# Each server has a port and a clock of its own.
declare -A port_of=([a]=5451 [b]=5452 [c]=5453)
at() { # SERVER COMMAND...
    local port=${port_of[$1]}
    shift
    "$@"
}
clock_of() { echo "$2" >"$work/$1.clock.new" && mv "$work/$1.clock.new" "$work/$1.clock"; } # SERVER CLOCK
run() {                                                                                     # SERVER
    start_server "$1" LD_PRELOAD="$work/steps.so" CLOCK="$work/$1.clock"
}
configured() { # SERVER NUMBER: the last lines count
    printf '%s\n' "port = ${port_of[$1]}" "base62id.machine = $2" "primary_conninfo = ''" >>"$work/$1/postgresql.conf"
    : >"$work/$1/postgresql.auto.conf"
}
new_copy_source() { # NUMBER: server a, with a table, at the right time
    local server
    for server in a b c; do rm -rf "${work:?}/$server"; done
    port=${port_of[a]} new_server a "shared_preload_libraries = 'base62id'" "base62id.cluster_key_file = '$work/copies.key'" "wal_log_hints = on" \
        "shared_buffers = '16MB'" "wal_keep_size = '1GB'" "archive_mode = on" "archive_command = 'cp %p $work/archive/%f'"
    configured a "$1"
    rm -rf "$work/archive" && mkdir "$work/archive"
    clock_of a +0
    run a
    at a sql 'create extension base62id; create table t (); checkpoint'
}
copy_of_a() { # SERVER NUMBER [standby]
    at a "$bindir/pg_basebackup" -h "$work" -p "${port_of[a]}" -U postgres -D "$work/$1" -c fast -X stream 2>"$work/basebackup.log" || cat "$work/basebackup.log"
    servers+=("$1")
    configured "$1" "$2"
    clock_of "$1" +0
    [ -z "${3-}" ] || follow "$1" a
}
follow() { # STANDBY PRIMARY
    echo "primary_conninfo = 'host=$work port=${port_of[$2]} user=postgres'" >>"$work/$1/postgresql.conf"
    touch "$work/$1/standby.signal"
}
replayed() { at "$1" is_true "select count(*) > 0 from pg_class where relname = '$2'"; } # STANDBY TABLE
# A clock that stands still: ids that are made when it shows this again would be the same.
then='=1924992010' # 2031
snowish='uid11_snowish_new()'
ids_a_time=$((ids_an_event / 4)) # of each kind, so that a time before an event and one after it make up that number
ids() {                          # SERVER FILE: of both kinds that a number makes, and none in a transaction that writes
    at "$1" sql "copy (
        select unnest(array['xid ' || xid_new()::text, 'snowish ' || $snowish::text])
          from generate_series(1, $ids_a_time)) to stdout" >"$work/$2"
}
none_twice() { # TITLE FILE...
    local title=$1 made
    shift
    made=$(cd "$work" && cat "$@" | wc -l)
    is "$title: of $made ids, made twice" "$(cd "$work" && made_twice "$@") of $made" "0 of $((2 * ids_a_time * $#))"
}
of_now() { # SERVER SECONDS: how far ids are ahead at most
    at "$1" is_true "select extract(epoch from xid_timestamp(xid_new()) - clock_timestamp()) between -1 and $2"
}

# A makes ids that no commit carries; B is promoted, A is rewound to follow it, and promoted in its
# turn.
rewind() { # CLOCK-AHEAD LAST-TABLE CLOCK-LATER
    new_copy_source 11
    copy_of_a b 12 standby
    run b
    clock_of a "$1"
    [ "$2" = t ] || at a sql "create table $2 ()"
    at a sql 'select pg_switch_wal()' >/dev/null
    wait_until replayed b "$2"
    ids a a.before
    stop_server a immediate
    at b sql 'select pg_promote()' >/dev/null
    ids b b.ids
    at b sql 'create table of_b (); checkpoint'
    "$bindir/pg_rewind" -D "$work/a" --source-server="host=$work port=${port_of[b]} user=postgres dbname=postgres" >"$work/rewind.log" 2>&1 ||
        cat "$work/rewind.log"
    configured a 11
    follow a b
    clock_of a "$3"
    run a
    wait_until replayed a of_b
    stop_server b
    at a sql 'select pg_promote()' >/dev/null
    ids a a.after
    stop_server a
}
rewind "$then" t "$then"
none_twice "rewound, ids made when the clock showed what it shows later, and no commit at that time" a.before b.ids a.after
rewind "$then" carried +0
none_twice "rewound, ids made years ahead of the clock later, after a commit that was replayed" a.before b.ids a.after

# A copy of a running server, beside it, and after it.
new_copy_source 11
ids a a.before
copy_of_a c 13
run c
ids a a.after
ids c c.ids
none_twice "a clone with a number of its own, beside its original" a.before a.after c.ids
# The original began 2 seconds ahead of its clock, and its file has 2 more reserved.
check "... begins seconds ahead, no more" of_now c 4.5
stop_server c
clock_of a "$then"
ids a a.then
stop_server a

# A number that goes to another server, whose clock is a second behind.
clock_of c "$then"
configured c 11
run c
ids c c.after
none_twice "a clone takes the number of its original, which has stopped, and its clock shows the same time again" a.before a.after a.then c.ids c.after
stop_server c

# A point in time before the last ids; the clock is a second behind.
new_copy_source 11
copy_of_a b 11
at a sql 'create table until_here ()'
target=$(at a sql 'select clock_timestamp()')
sleep 0.1
at a sql 'create table too_late (); select pg_switch_wal()' >/dev/null
clock_of a "$then"
ids a a.before
stop_server a
printf '%s\n' "restore_command = 'cp $work/archive/%f %p'" "recovery_target_time = '$target'" "recovery_target_action = 'promote'" "archive_mode = off" >>"$work/b/postgresql.conf"
touch "$work/b/recovery.signal"
clock_of b "$then"
run b
wait_until at b is_true 'select not pg_is_in_recovery()'
is "restored to a point in time: what came later is gone" "$(at b sql "select string_agg(relname, ' ') from pg_class where relname in ('until_here', 'too_late')")" until_here
ids b b.ids
none_twice "... and ids that were made later are not made again by a clock that shows the same time again" a.before b.ids
stop_server b

# A directory that moves to another host or container has its file, and goes on.
mv "$work/b" "$work/c"
configured c 11
clock_of c -3600
run c
ids c c.ids
none_twice "a directory in another place, with a clock an hour behind" b.ids c.ids
stop_server c

# A data directory that is put back in place, as it was before: where the server had stopped, and
# where it ran.
put_back() { # TITLE CLOCK CLOCK-LATER
    local when kind
    rm -rf "${work:?}/saved"
    clock_of a "$2"
    run a
    at a sql 'select xid_new()' >/dev/null
    [ "$1" = running ] || stop_server a
    cp -a "$work/a" "$work/saved"
    rm -f "$work/saved/postmaster.pid"
    [ "$1" = running ] || run a
    for when in before after; do
        ids a $when
        stop_server a immediate
        [ $when = after ] && break
        rm -rf "${work:?}/a"
        cp -a "$work/saved" "$work/a"
        clock_of a "$3"
        run a
    done
    is "put back in place, $1, by a clock at $2 and then at $3: of $((4 * ids_a_time)) ids, made twice" "$(made_twice "$work/before" "$work/after")" 0
}
new_copy_source 11
stop_server a
rates=(0.5) # the clock that is waited for longest
[ -z "$full" ] || rates+=(1 2)
for rate in "${rates[@]}"; do
    for state in stopped running; do
        put_back "$state" "*$rate $(date +%s)" "*$rate $(date +%s)"
    done
done
check "... which wait for the clock, and are not ahead of it" test "$(run a && at a sql 'select xid_new()' >/dev/null && at a is_true "select xid_timestamp(xid_new()) <= clock_timestamp()" && echo yes)" = yes
stop_server a
# The file of reserved times is not put back if it is somewhere else; then any clock will do.
echo "base62id.reserved_file = '$work/a.reserved'" >>"$work/a/postgresql.conf"
put_back stopped "$then" "$then"
put_back running +0 -3600
put_back stopped +3600 -3600
server=$(cat "$work/a.reserved")
is "... the file is there" "${server#* }" "1 11"
check "... and no other one" test ! -e "$work/a/pg_stat/base62id.reserved.tmp"

# Without a number: no server knows of the other's ids but by the file and by commits that it has
# replayed, and each goes on after these.  Beside each other they repeat by chance; snowish ids of one
# machine, which no secret permutes, are asked for to see it.
snowish='uid11_snowish_new(5)'
later_than() { # SERVER FILE: its snowish ids are all later than those of the file
    sed -n 's/^snowish //p' "$work/$2" >"$work/others"
    at "$1" sql <<END
create temp table others (id uid11);
\\copy others from '$work/others'
select min(made.id) > max(others.id)
  from others, (select uid11_snowish_new(5) as id from generate_series(1, 100) offset 0) as made;
END
}
new_copy_source -1
copy_of_a b -1 standby
run b
ids b b.ids
ids b b.more
none_twice "without a number: a standby" b.ids b.more
clock_of a "$then"
at a sql "create table carried ()"
at a sql 'select pg_switch_wal()' >/dev/null
wait_until replayed b carried
ids a a.before
stop_server a immediate
at b sql 'select pg_promote()' >/dev/null
wait_until at b is_true 'select not pg_is_in_recovery()'
ids b b.promoted
none_twice "... promoted, beside what it made and its primary had made" b.ids b.more b.promoted a.before
stop_server b immediate
run b
ids b b.restarted
none_twice "... and started again" b.ids b.more b.promoted b.restarted a.before
stop_server b
rewind "$then" carried +0
none_twice "without a number: rewound, after a commit that was replayed" a.before b.ids a.after

new_copy_source -1
clock_of a "$then"
ids a a.before
copy_of_a c -1
run c
is "without a number: a clone goes on after the file of its original" "$(later_than c a.before)" t
ids c c.ids
stop_server c immediate
run c
ids c c.after
none_twice "... and after a restart" a.before c.ids c.after
stop_server c
stop_server a
rm -rf "${work:?}/b"
mv "$work/c" "$work/b"
configured b -1
clock_of b -3600
run b
ids b b.ids
none_twice "... and in another place, with a clock an hour behind" a.before c.ids c.after b.ids
stop_server b
new_copy_source -1
stop_server a
put_back stopped "*0.5 $(date +%s)" "*0.5 $(date +%s)"
put_back running "*0.5 $(date +%s)" "*0.5 $(date +%s)"
for server in a b c; do
    server_log=$work/$server.log
    [ ! -e "$server_log" ] || log_is_clean "server $server wrote nothing bad to its log" "terminated by signal 9|exited with exit code 2"
done
start_server main
