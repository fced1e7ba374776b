# Sourced by run: the table of docs/masks.md, "Keys". A fault of the key file, and what then happens
# to the server; preloaded and not. A cell is what a session finds by uuid_mask() and by a masked
# type: own, the key as it was; other, the key that has its number now, and 55000 for the type;
# none, 55000 for both.
# shellcheck shell=bash disable=SC2034,SC2154

event_port=5442
mask_words() {
    echo "select case uuid_mask('$v7')::text when '$own' then 'own' else 'other' end;
select case id::text when '$event_text' then 'own' else 'wrong' end from of_event;"
}
cell_of() { # lines of a session
    local words
    words=$(grep -v WARNING | grep -oE 'own|other|wrong|[0-9]{5}$|FATAL.*' | paste -sd' ')
    case $words in "own own") echo own ;; "other 55000") echo other ;; "55000 55000") echo none ;; *) echo "($words)" ;; esac
}
own=$(sql "select uuid_mask('$v7')")
in_new_session() { (port=$event_port && psql_plain -v VERBOSITY=sqlstate <<<"$(mask_words)") 2>&1 | cell_of; }
in_single_user() {
    mask_words | "$bindir/postgres" --single -D "$work/events" postgres 2>&1 |
        sed -n 's/^.*case = "\(.*\)".*/\1/p; s/.* 55000 ERROR.*/55000/p' | cell_of
}
begin_old_session() {
    { [ -z "${old_psql-}" ] || ! kill "$old_psql" || wait "$old_psql" || true; } 2>/dev/null
    rm -f "$work/asked" "$work/answered" && mkfifo "$work/asked" "$work/answered"
    exec 8<>"$work/answered"
    stdbuf -oL "$bindir/psql" -XAtq -h "$work" -p $event_port -U postgres -v VERBOSITY=sqlstate -f "$work/asked" >&8 2>&1 &
    old_psql=$!
    exec 7>"$work/asked"
    old_backend=$(ask_old "select pg_backend_pid();")
}
ask_old() { # STATEMENTS
    local line
    printf '%s\n\\echo end\n' "$1" >&7
    while read -r -t 20 line <&8 && [ "$line" != end ]; do echo "$line"; done
}
in_old_session() { ask_old "$(mask_words)" | cell_of; }
break_key_file() { # FAULT
    case $1 in
        missing) mv "$work/event_keys" "$work/event_keys.away" ;;
        unreadable) chmod 604 "$work/event_keys" ;;
        damaged) secret "$work/event_keys" "1:$own_key"$'\n2:' ;;
        other) secret "$work/event_keys" "1:00000000000000000000000000000002" ;;
    esac
}
reload_events() { (port=$event_port && reload); }
both_sessions() { echo "$(in_old_session) $(in_new_session)"; }

# Its cells in the order of the table's columns.
row_of() { # FAULT
    local cells
    touch "$work/events/standby.signal"
    secret "$work/event_keys" "1:$own_key"
    start_server events
    begin_old_session
    is "$mode, $1: before, on a standby" "$(both_sessions)" "own own"
    break_key_file "$1"
    cells="$(both_sessions)"
    reload_events
    cells+=" $(both_sessions)"
    "$bindir/pg_ctl" -D "$work/events" -w promote >/dev/null
    standby="$cells $(both_sessions)"
    secret "$work/event_keys" "1:$own_key"
    reload_events
    begin_old_session
    is "$mode, $1: before, on a primary" "$(both_sessions)" "own own"
    break_key_file "$1"
    cells="$(both_sessions)"
    reload_events
    cells+=" $(both_sessions)"
    kill -KILL "$old_backend"
    wait_until "$bindir/psql" -XAtq -h "$work" -p $event_port -U postgres -o /dev/null -c 'select 1' 2>/dev/null
    cells+=" $(in_new_session)"
    stop_server events
    cells+=" $(in_single_user)"
    start_server events
    cells+=" $(in_new_session)"
    secret "$work/event_keys" "1:$own_key"
    primary="$cells $(in_new_session)"
    stop_server events
}

secret "$work/event_keys" "1:$own_key"
for mode in preloaded 'not preloaded'; do
    port=$event_port
    settings_of_mode=()
    [ "$mode" != preloaded ] || settings_of_mode=("shared_preload_libraries = 'base62id'")
    rm -rf "$work/events" && new_server events "base62id.mask_key_file = '$work/event_keys'" "${settings_of_mode[@]}"
    start_server events
    sql 'create extension base62id'
    sql "select typeid_create_type('event_id', 'event', mask_key => 1)" >/dev/null
    sql "create table of_event as select '$v7'::uuid::event_id as id"
    event_text=$(sql 'select id from of_event')
    stop_server events
    # The first session that reads its keys for itself does so when it needs one.
    if [ "$mode" = preloaded ] || [ "$server_major" -ge 17 ]; then
        wanted='own own own own own own|own own own own none none none own' wanted_other='own own other other other other|own own other other other other other other'
    else
        wanted='own none own none own none|own none own none none none none own' wanted_other='own other other other other other|own other other other other other other own'
    fi
    for fault in missing unreadable damaged other; do
        row_of $fault
        if [ $fault = other ]; then wanted=$wanted_other; fi
        is "$mode, $fault, on a standby: old and new session, after a reload, after promotion" "$standby" "${wanted%|*}"
        is "$mode, $fault, on a primary: old and new session, after a reload; after a crash, in --single, after a restart, put right" "$primary" "${wanted#*|}"
    done
done
port=5432
server_log=$work/main.log
