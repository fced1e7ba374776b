# Files and settings that are missing, damaged or another server's: what is in force before a
# reload, after it, in new sessions and after a restart, and that base62id_health() says it.  The
# table is in docs/cluster.md; copies of servers are in copies.sh, a standby in cluster.sh.
# shellcheck shell=bash

stop_server main
port=5460
keyfile=$work/files.cluster maskfile=$work/files.masks
own='a key of this server, as long as it must be' others='a key of another server, as long as it is'
own_mask=1:000102030405060708090a0b0c0d0e0f others_mask=1:0f0e0d0c0b0a09080706050403020100
good() {
    secret "$keyfile" "$own"
    secret "$maskfile" "$own_mask"
}
good
new_server files "${preload[@]}" "base62id.machine = 3" "base62id.cluster_key_file = '$keyfile'" "base62id.mask_key_file = '$maskfile'" \
    "client_min_messages = error"
start_server files
sql 'create extension base62id'
sql "$sqlstate_function"
health() { sql "select state from base62id_health() where what = '$1'"; } # WHAT
never_raises() {                                                          # TITLE: one row for each thing, whatever the state
    sql_is "$1: base62id_health() has all its rows" "select count(*), count(distinct what), bool_and(state in ('ok', 'note', 'warning', 'broken')),
        count(detail) from base62id_health()" '16|16|t|16'
}
never_raises "all is well"
sql_is "... and nothing is wrong" "select string_agg(what, ' ') from base62id_health() where state in ('warning', 'broken')" ''
v7=01890a5d-ac96-774b-bcce-b302099a8057
# What both kinds of keys are: the digest, the fingerprint, and whether ids and facades are made.
keys="select cluster_key_digest, mask_keys ->> '1', sqlstate_of('select xid_new()'), sqlstate_of('select uuid_mask(''$v7'')') from $settings"
now_in_force=$(sql "$keys")
is "both keys are in force" "${now_in_force#*|*|}" '00000|00000'
warned() { grep -c 'WARNING:  base62id.*_key_file was not read' "$work/files.log" || true; }

bad_file() { # FAULT COMMAND...: makes both files bad
    local fault=$1 before
    shift
    good
    reload
    is "$fault: as before" "$(sql "$keys")" "$now_in_force"
    before=$(warned)
    "$@" "$keyfile"
    "$@" "$maskfile"
    is "... a new session, before a reload" "$(sql "$keys")" "$now_in_force"
    is "... which base62id_health() says" "$(health 'cluster key') $(health 'mask keys')" 'warning warning'
    reload
    is "... after a reload, in three new sessions" "$(for _ in 1 2 3; do sql "$keys"; done | sort -u)" "$now_in_force"
    is "... one WARNING for each file" $(($(warned) - before)) 2
    never_raises "... after a reload"
    stop_server files
    start_server files
    is "... after a restart there are no keys" "$(sql "$keys")" '||55000|55000'
    is "... and what needs none goes on" "$(sql "select xid_generator_scope(), sqlstate_of('select uid11_snowish_new()'), sqlstate_of('select typeid_generate()')")" \
        'server|00000|00000'
    is "... which base62id_health() says" "$(health 'cluster key') $(health 'mask keys')" 'broken broken'
    never_raises "... after a restart"
}
half() { truncate -s 20 "$1"; }
bad_file "missing files" rm
bad_file "files that are half written" half
bad_file "empty files" truncate -s 0
bad_file "files that others can read" chmod 644
irregular() { rm "$1" && mkdir "$1"; }
bad_file "directories" irregular
rmdir "$keyfile" "$maskfile"
# The server is nobody's but ours, so the file of somebody else is one that is there already.
foreign=$(find /etc /var/lib /var/cache /home -xdev -type f -readable ! -uid 0 ! -uid "$(id -u)" -print -quit 2>/dev/null) || true
if [ -n "$foreign" ]; then
    others_file() { ln -sf "$foreign" "$1"; }
    bad_file "files of another user" others_file
    is "... whose owner is the reason" "$(sql "select count(*) from base62id_health() where detail like '%It must belong to the user that the server runs as, or to root.%'")" 2
else
    skip "key files of another user" "no file here belongs to a third user and can be read"
fi

# Another server's files: good ones, so they count from the reload on.
good
reload
is "good files again" "$(sql "$keys")" "$now_in_force"
secret "$keyfile" "$others"
secret "$maskfile" "$others_mask"
is "another server's files: a new session, before a reload" "$(sql "$keys")" "$now_in_force"
is "... which base62id_health() says" "$(health 'cluster key') $(health 'mask keys')" 'warning warning'
reload
is "... after a reload they count" "$(sql "select cluster_key_digest <> '${now_in_force%%|*}', mask_keys ->> '1' <> '$(cut -d'|' -f2 <<<"$now_in_force")'
    from $settings") $(health 'cluster key') $(health 'mask keys')" 't|t ok ok'
good
reload
is "... as do the own ones again" "$(sql "$keys")" "$now_in_force"

# A reload reads nothing: the first need of a key after it does, in whatever process, and for all.
secret "$keyfile" "$own"
reload
secret "$keyfile" "$others"
secret "$maskfile" "$others_mask"
others_in_force=$(sql "$keys")
check "files that are replaced between a reload and the first need of a key count" test "${others_in_force%%|0*}" != "${now_in_force%%|0*}"
good
is "... and no later ones do" "$(for _ in 1 2; do sql "$keys"; done | sort -u)" "$others_in_force"
reload
is "... before the next reload" "$(sql "$keys")" "$now_in_force"

# One statement has one key, though the file is replaced while it runs.
sql "create table many as select typeid_uuid_generate_v7() u from generate_series(1, 20000); analyze many"
sql "create table facades as select u, uuid_mask(u) f, case when random() < .001 then pg_sleep(.05)::text end from many" &
statement=$!
sleep 0.3
secret "$maskfile" "$others_mask"
wait $statement
is "a file that is replaced while a statement runs" "$(sql "select count(*) from facades where uuid_unmask(f) = u")" 20000
good

# Reserved times.
reserved=$work/files/pg_stat/base62id.reserved
with_reserved() { # TITLE CONTENT HEALTH IDS: when the server starts
    stop_server files
    eval "$2"
    start_server files
    is "$1" "$(sql "select case when sqlstate_of('select xid_new()') <> '00000' then sqlstate_of('select xid_new()')
        when extract(epoch from xid_timestamp(xid_new()) - clock_timestamp()) > 60 then 'later'
        when extract(epoch from xid_timestamp(xid_new()) - clock_timestamp()) > 1 then 'ahead' else 'now' end")" "$4"
    never_raises "..."
    is "... base62id_settings() and xid_generator_scope() answer" "$(sql "select machine, scope = xid_generator_scope() from $settings")" '3|t'
    is "... base62id_health()" "$(health 'reserved times')" "$3"
}
later=$((($(date +%s) + 3600) * 1000 - 1321009871111))
earlier=$((($(date +%s) - 3600) * 1000 - 1321009871111))
with_reserved "reserved times: its own, of the past" "echo $earlier 1 3 >$reserved" ok now
with_reserved "reserved times: none" "rm $reserved" ok ahead
with_reserved "reserved times: another number's" "echo $earlier 1 4 >$reserved" ok ahead
with_reserved "reserved times: another timeline's" "echo $earlier 7 3 >$reserved" ok ahead
with_reserved "reserved times: its own, an hour ahead" "echo $later 1 3 >$reserved" ok later
with_reserved "reserved times: another number's, an hour ahead" "echo $later 1 4 >$reserved" ok later
with_reserved "reserved times: half written" "echo $earlier 1 >$reserved" broken XX001
with_reserved "reserved times: empty" ": >$reserved" broken XX001
with_reserved "reserved times: of another owner, as one that cannot be read" "chmod 0 $reserved" broken 42501
rm "$reserved"
sql_is "... and ids go on when it is repaired, without a restart" "select sqlstate_of('select xid_new()')" 00000

# The number.
for bad in 5000 x; do
    stop_server files
    echo "base62id.machine = '$bad'" >>"$work/files/postgresql.conf"
    start_server files
    is "a number that is none, at start: '$bad'" "$(sql "select machine, scope from $settings") $(health machine)" '|server broken'
    sql_is "... base62id_settings() says it" "select detail from base62id_settings() where name = 'machine'" \
        "The configuration says \"$bad\", which is not a number from -1 to 1023."
    check "... the log says it" grep -q "WARNING: .*\"base62id.machine\"" "$work/files.log"
    never_raises "..."
done
echo "base62id.machine = 3" >>"$work/files/postgresql.conf"
reload
is "... repaired by a reload" "$(sql "select machine, scope from $settings") $(health machine)" '3|cluster ok'
echo "base62id.machine = 5000" >>"$work/files/postgresql.conf"
reload
# Where the library is preloaded, PostgreSQL refuses the value.  Else each session that starts meets
# it.
is "... and a reload with a bad one leaves the number" "$(sql "select machine, scope from $settings") $(health machine)" \
    "3|cluster $([ ${#preload[@]} != 0 ] && echo ok || echo broken)"

# Copies: a standby that has no files, which is promoted, and a clone whose files lie in its data
# directory.
copy_of_files() { # NAME NUMBER PORT
    "$bindir/pg_basebackup" -h "$work" -p 5460 -U postgres -D "$work/$1" -c fast -X stream 2>"$work/basebackup.log" || cat "$work/basebackup.log"
    servers+=("$1")
    printf '%s\n' "port = $3" "base62id.machine = $2" "base62id.cluster_key_file = 'own.cluster'" "base62id.mask_key_file = 'own.masks'" \
        "primary_conninfo = 'host=$work port=5460 user=postgres'" >>"$work/$1/postgresql.conf"
}
secret "$work/files/own.cluster" "$own"
secret "$work/files/own.masks" "$own_mask"
copy_of_files clone 4 5461
port=5461 start_server clone
at_clone() { port=5461 "$@"; }
is "a clone has the key files of its data directory, and its own number" "$(at_clone sql "$keys") $(at_clone sql "select machine, scope from $settings")" "$now_in_force 4|cluster"
secret "$work/clone/own.cluster" "$others"
secret "$work/clone/own.masks" "$others_mask"
at_clone reload
check "... another key there, after a reload" test "$(at_clone sql "$keys")" = "$others_in_force"
is "... does not concern its original" "$(sql "$keys")" "$now_in_force"
stop_server clone
rm "$work/files/own.cluster" "$work/files/own.masks"
copy_of_files standby 5 5461
touch "$work/standby/standby.signal"
port=5461 start_server standby
is "a standby without key files" "$(at_clone sql "select xid_generator_scope(), sqlstate_of('select xid_new()'), sqlstate_of('select uuid_mask(''$v7'')')")" 'server|00000|55000'
at_clone sql 'select pg_promote()' >/dev/null
is "... promoted" "$(at_clone sql "$keys") $(at_clone health 'cluster key') $(at_clone health 'mask keys')" '||55000|55000 broken broken'
secret "$work/standby/own.cluster" "$own"
secret "$work/standby/own.masks" "$own_mask"
at_clone reload
is "... and the files are there, after a reload" "$(at_clone sql "$keys") $(at_clone sql "select machine, scope from $settings")" "$now_in_force 5|cluster"
stop_server standby
server_log=$work/files.log
log_is_clean "the server with bad files wrote nothing bad to its log"
stop_server files
port=5432
start_server main
