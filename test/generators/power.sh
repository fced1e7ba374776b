# Power losses: what the server finds when it starts again is what it had flushed.  disk.c keeps that
# beside the data directory; each loss is a stop of all processes while ids are made, after which
# the file of reserved times is the one of that disk.
# shellcheck shell=bash

module "$here/steps.c"
cc -O1 -fPIC -shared -Wall -o "$work/disk.so" "$here/disk.c" -ldl
stop_server main
port=5495
secret "$work/power.key" 'one key for all servers of the cluster'
reserved=$work/power/pg_stat/base62id.reserved disk=$work/disk
mkdir "$disk"
# With a number, so that a time that comes twice gives the same ids.
new_server power "${preload[@]}" "fsync = on" "base62id.machine = 3" "base62id.cluster_key_file = '$work/power.key'"
power_at() { # CLOCK
    echo "$1" >"$work/power.clock"
    start_server power LD_PRELOAD="$work/steps.so:$work/disk.so" CLOCK="$work/power.clock" DISK="$disk"
}
# As fast as a busy server, or, in the long form, as fast as it can: ids that a client has seen.
pause=0.01
[ -z "$full" ] || pause=0
make_until_power_is_lost() {
    psql_plain -c "copy (
        select 'xid ' || xid_new(), 'snowish ' || uid11_snowish_new(),
               case when n % 500 = 0 and $pause > 0 then pg_sleep($pause) end
          from (select generate_series(1, 1000000000) as n) as without_end) to stdout" 2>/dev/null || true
}
lose_power() { # SECONDS: while ids are made
    local client
    make_until_power_is_lost >"$work/made.$1" &
    client=$!
    wait_until test -s "$work/made.$1"
    sleep "$1"
    stop_server power immediate
    wait $client
    # The last line may be half a line.
    sed '$d' "$work/made.$1" | cut -f 1,2 | tr '\t' '\n' >>"$work/made"
    rm -f "$reserved" "$reserved.tmp" "$disk/renamed" "$disk/content"
    [ ! -e "$disk/base62id.reserved" ] || cp "$disk/base62id.reserved" "$reserved"
}

power_at +0
sql 'create extension base62id'
: >"$work/made"
losses=(1.1 2.3 0.4 3.2)
[ -z "$full" ] || losses=(8.1 12.3 0.4 9.2)
for loss in "${losses[@]}"; do
    lose_power $loss
    check "power loss after $loss seconds: times are on the disk" grep -Eq '^[0-9]+ 1 3$' "$disk/base62id.reserved"
    power_at "-$((RANDOM % 4 + 1))"
done
is "$(wc -l <"$work/made") ids over 4 power losses, each with a clock that was set back by seconds: none twice" \
    "$(made_twice "$work/made")" 0
check "... of many" test "$(wc -l <"$work/made")" -gt 20000
times=$(cat "$disk/base62id.reserved")
sleep 1.2
sql 'select xid_new() is null' >/dev/null
check "... the disk has later times before the ids that need them" test "$(cut -d ' ' -f 1 "$disk/base62id.reserved")" -gt "${times%% *}"

# The test of the test: a disk that had lost the later times.
stop_server power immediate
: >"$work/made"
power_at '=1924992010' # 2031 stands still
echo "$times" >"$work/lost"
lose_power 1
cp "$work/lost" "$reserved"
power_at '=1924992010'
lose_power 1
check "where the last times are not on the disk, ids come again" test "$(made_twice "$work/made")" -gt 0
server_log=$work/power.log
log_is_clean "the server that loses power wrote nothing bad to its log" "terminated by signal 9|exited with exit code 2"
port=5432
start_server main
