# Shared memory that another version of the library made, with a layout that this one does not know:
# no counted id, all else goes on, and base62id_health() says what to do.  layout.c stands in for that
# version.
# shellcheck shell=bash

module "$here/layout.c"
stop_server main
port=5480
if [ "$server_major" -lt 17 ]; then
    new_server layout "shared_preload_libraries = '$work/layout, base62id'" "client_min_messages = error"
else
    new_server layout "client_min_messages = error"
fi
secret "$work/layout.masks" 1:000102030405060708090a0b0c0d0e0f
echo "base62id.mask_key_file = '$work/layout.masks'" >>"$work/layout/postgresql.conf"
start_server layout
sql "create function take_layout() returns void language c as '$work/layout'"
sql 'select take_layout()' >/dev/null
sql 'create extension base62id'
sql "$sqlstate_function"
sql_is "another layout of shared memory: counted ids are errors" "
    select string_agg(sqlstate_of('select ' || f), ' ') from unnest(array['xid_new()', 'uid11_snowish_new(5)',
        'uid11_ts_seq_rand_new()']) as f" '55000 55000 55000'
is "... that say what to do" "$(sql 'select xid_new()' 2>&1 | sed -n 's/^psql[^ ]* //; s/^ERROR:  //p; s/^HINT:  //p')" \
    "shared memory of this server is another base62id version's
Restart the server."
sql_is "... all else goes on, masks too" "
    select typeid_generate('u') is not null, ulid_generate() is not null, baseuid_new() is not null, uid11_fullrand_new() is not null,
        uuid_unmask(uuid_mask('01890a5d-ac96-774b-bcce-b302099a8057'))" 't|t|t|t|01890a5d-ac96-774b-bcce-b302099a8057'
sql_is "... health says so" "select state, detail ~ 'restart the server' from base62id_health() where what = 'memory'" 'broken|t'
[ "$server_major" -ge 17 ] || sed -i "s#'$work/layout, base62id'#'base62id'#" "$work/layout/postgresql.conf"
stop_server layout
start_server layout
sql_is "... and the remedy works" "
    select sqlstate_of('select xid_new()'), (select state from base62id_health() where what = 'memory')" '00000|ok'
sql_is "shared memory has the names and sizes that it keeps for good" "
    select string_agg(name || ' ' || size, ', ' order by name) from pg_shmem_allocations where name like 'base62id%'" \
    "$([ "$server_major" -lt 17 ] && echo 'base62id counters 2048, base62id mask keys 40960')"
log_is_clean "the server with another layout wrote nothing bad to its log"
stop_server layout
port=5432
start_server main
