# Random octets are never shared by two processes.
# shellcheck shell=bash

# Plans with workers: 64 random bits a row, made by three processes.
parallel=$(if [ "$server_major" -ge 16 ]; then echo debug_parallel_query; else echo force_parallel_mode; fi)
sql 'create unlogged table many as select generate_series(1, 200000) n; analyze many'
workers="set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0;
    set max_parallel_workers_per_gather = 3;"
sql_is "a parallel query has workers" "$workers
    create temp table plan (line text);
    do \$\$ declare line text; begin
        for line in execute 'explain (analyze, costs off, timing off, summary off)
            select uid11_fullrand_new(), typeid_generate(''u''), n from many' loop
            insert into plan values (line);
        end loop;
    end \$\$;
    select line::text ~ 'Workers Launched: [1-9]' from plan where line ~ 'Launched'" t
sql "$workers create unlogged table drawn as
    select uid11_fullrand_new() r, typeid_uuid_generate_v7() u, baseuid_new() b, xid_new() x, ulid_generate() l from many"
sql_is "... and no two rows share random bits, or an xid or a ULID" "
    select count(distinct r), count(distinct substr(u::text, 20)), count(distinct substr(baseuid_send(b), 7)),
        count(distinct x), count(distinct l) from drawn" '200000|200000|200000|200000|200000'
sql_is "a single worker for the whole query draws its own, too" "
    set $parallel = on;
    create temp table made as select uid11_fullrand_new() r from generate_series(1, 1000);
    insert into made select r from (select uid11_fullrand_new() r from generate_series(1, 1000)) once_more;
    select count(distinct r) from made" 2000

# 200 short connections, while the postmaster itself holds random octets that each of them inherits.
module "$here/fork.c"
new_server forking "shared_preload_libraries = 'base62id, $work/fork'"
stop_server main
start_server forking
sql 'create extension base62id'
check "the postmaster has drawn random octets" grep -q 'drawn by the postmaster' "$server_log"
connect() {
    local i
    for ((i = $1; i < 200; i += 4)); do
        sql 'select uid11_fullrand_new()::numeric, typeid_uuid_generate_v7(), baseuid_new(), xid_new(), ulid_generate()'
    done
}
for first in 0 1 2 3; do connect $first >"$work/drawn.$first" & done
wait
cat "$work"/drawn.? >"$work/drawn"
is "200 short connections have made ids" "$(wc -l <"$work/drawn")" 200
is "... and never repeat random bits, or an xid" "$(
    {
        sed -n 's/.*drawn by the postmaster: //p' "$server_log"
        perl -F'\|' -lane 'print for $F[0], substr($F[1], 19), substr($F[2], 8), $F[3], substr($F[4], 10)' "$work/drawn"
    } | sort | uniq -c | awk '{ print $1 }' | sort | uniq -c | xargs)" "1001 1"
log_is_clean "the forking server wrote nothing bad to its log"
stop_server forking
start_server main
