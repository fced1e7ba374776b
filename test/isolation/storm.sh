# Sourced by run: seven sessions of random statements, four of superusers and three of the owner of the database.
# shellcheck shell=bash

seed=${BASE62ID_SEED:-$(date +%Y%m%d)}
seconds=${BASE62ID_STORM:-$([ -n "$full" ] && echo 300 || echo 20)}
note "seed $seed, $seconds seconds"
db=postgres
sql 'create role storm_owner login'
sql 'create database storm owner storm_owner'
db=storm
sql 'create schema s1 authorization storm_owner; create schema s2 authorization storm_owner; create schema kept authorization storm_owner; create extension base62id'
sql <"$here/tools.sql"
sessions=()
for session in 1 2 3 4 5 6 7; do
    user=postgres
    [ $session -lt 5 ] || user=storm_owner
    # A file for each: two clients must not write to one pipe.
    perl "$here/storm.pl" "$seed" "$session" "${updates:+$version}" 2>/dev/null |
        timeout "$seconds" "$bindir/psql" -XAtq -h "$work" -p "$port" -U $user -d storm >"$work/storm.$session" 2>&1 &
    sessions+=($!)
done
wait "${sessions[@]}" || true
# What a client leaves behind when it is stopped ends by itself.
sql "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'storm' and pid <> pg_backend_pid()" >/dev/null
transactions=$(cat "$work"/storm.? | grep -c '^transaction$') || true
check "storm: there was one: $transactions transactions" [ "$transactions" -gt "$seconds" ]
cat "$work"/storm.? | sed -n 's/^ERROR:  \([0-9A-Z]\{5\}\): .*/\1/p' | sort | uniq -c | sort -rn >"$work/states"
note "SQLSTATEs: $(awk '{ printf "%s %s, ", $2, $1 }' "$work/states")"
is "storm: no server process ended" "$(cat "$work"/storm.? | grep -c 'server closed the connection\|terminating connection because of crash' || true)" 0
# Internal errors that a function of ours raised; core's own races end so too.
cat "$work"/storm.? | awk '/^ERROR:  /{ e = /ERROR:  XX/ ? $0 : "" } /^LOCATION:/{ if (e != "") print e " (" $0 ")"; e = "" }' |
    sed -E 's/[0-9]{4,}/N/g' | sort | uniq -c >"$work/internal"
[ ! -s "$work/internal" ] || note "internal errors: $(cat "$work/internal")"
is "storm: no internal error of ours" "$(grep -E '[a-z_]+\.cpp' "$work/internal" || true)" ""
sql_is "storm: nothing is broken that we made" "select * from broken()" ""
sql_is "storm: nothing of others is in our parts" "select * from captured()" ""
check "storm: the extension can be dropped and made again" sql "set client_min_messages = error; drop extension if exists base62id cascade;
    create schema if not exists s1; create extension base62id; select typeid_create_type('s1.z_id', 'z')"
