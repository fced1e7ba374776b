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
gone() { ! kill -0 "$@" 2>/dev/null; } # PROCESS...
end_by() {                             # fast, immediate or kill -9
    local postmaster processes
    if [ "$1" != "kill -9" ]; then
        stop_server restarts "$1"
        return
    fi
    postmaster=$(head -n 1 "$work/restarts/postmaster.pid")
    mapfile -t processes < <(pgrep -P "$postmaster")
    kill -KILL "$postmaster" "${processes[@]}"
    wait_until gone "$postmaster" "${processes[@]}"
}
start_at +0
sql 'create extension base62id'
sql "$sqlstate_function"
# All that was made stays in one file, in order.
all_made=$work/all.made
: >"$all_made"
none_again() { # TITLE FILE: of ids, none of which was made before
    LC_ALL=C sort --buffer-size=1G --output="$2" "$2"
    is "$1: $(wc -l <"$2") ids of three kinds, none again" "$(made_twice --merge "$all_made" "$2")" 0
    LC_ALL=C sort --merge --output="$all_made.new" "$all_made" "$2"
    mv "$all_made.new" "$all_made"
}
again() { # TITLE
    make_ids 5 $((ids_an_event / 2)) >"$work/more.made"
    none_again "$1" "$work/more.made"
}
sql_is "a server without a number" "select machine, scope from $settings" '|server'
again "at first"
check "... times are reserved without a number" grep -Eq '^[0-9]+ 1 -1$' "$work/restarts/pg_stat/base62id.reserved"

# A disk that is full, and a directory that cannot be written to: ids are made while the times last
# that are reserved, and none of them again after a restart.
unwritable() {                                # TITLE BREAK-COMMAND REPAIR-COMMAND
    sql 'select xid_new() is null' >/dev/null # which reserves times
    eval "$2"
    while make_ids 5 10000; do :; done >"$work/more.made" 2>"$work/more.error"
    check "$1: ids end with the times that are reserved" \
        grep -q 'could not .* file "pg_stat/base62id.reserved.tmp"' "$work/more.error"
    stop_server restarts immediate
    none_again "... until then" "$work/more.made"
    eval "$3"
    start_at -3660
    again "... repaired, after a restart with a clock 61 minutes behind"
    stop_server restarts
    start_at +0
}
new_file=$work/restarts/pg_stat/base62id.reserved.tmp
unwritable "a full disk" 'ln -s /dev/full "$new_file"' 'rm "$new_file"'
unwritable "a directory without rights" 'chmod 555 "${new_file%/*}"' 'chmod 700 "${new_file%/*}"'

# 2031 stands still, so that each start could use the same milliseconds.
then='=1924992010'
set_restarts_clock "$then"
again "a clock that is years ahead, and stands still"
for way in fast immediate "kill -9"; do
    end_by "$way"
    start_at "$then"
    again "ended by $way, and the same clock again"
    end_by "$way"
    start_at -3660
    again "ended by $way, and a clock 61 minutes behind"
done
set_restarts_clock '=3155760000' # 2070
again "a clock of 2070"
stop_server restarts
start_at +0
again "... which comes back"
sql_is "... and ids go on from there" 'select extract(year from xid_timestamp(xid_new()))' 2070

rm "$all_made"

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
