# A clock that steps at each single reading: every generator, every promise of order and uniqueness.
# shellcheck shell=bash

module "$here/steps.c"
stop_server main
new_server steps "${preload[@]}" "base62id.machine = 1"
start_server steps LD_PRELOAD="$work/steps.so"
sql 'create extension base62id'
sql "select typeid_create_type('step_id', 'step')" >/dev/null
sql <<<"create function clock_steps(at bigint, ns bigint) returns bigint as '$work/steps' language c volatile strict;
create function wrong(id text, sort text, comparison text) returns bigint language plpgsql as \$\$
declare n bigint;
begin
    create temp table made on commit drop as select null::bigint as n, null::text as id, null::text as key limit 0;
    for at in 1 .. 7 loop
        -- An hour, a second, a millisecond, a tick of a version 7 UUID and a nanosecond back, and a little ahead.
        for i in 1 .. 6 loop
            perform clock_steps(at, (array[-3600000000000, -1000000000, -1000000, -245, -1, 3000000])[i]);
            execute format('insert into made select (select count(*) from made) + n, id, %s from (
                select n, %s as id from generate_series(1, 6) n offset 0) m order by n', sort, id);
        end loop;
    end loop;
    perform clock_steps(0, 0);
    execute format('select count(*) from (select id, key, lag(key) over (order by n) as last from made) m
        where not key %s last collate \"C\"', comparison) into n;
    return n + (select count(*) - count(distinct made.id) from made) + (select abs(252 - count(*)) from made);
end \$\$"
kept() { # EXPRESSION [SORT COMPARISON]
    sql_is "$1: a clock that steps at any of its readings" "select wrong(\$\$$1\$\$, \$\$${2-encode(uuid_send(id::uuid), 'hex')}\$\$, '${3->}')" 0
}
hex='lpad(to_hex((id::uid11)::bigint), 16, $s$0$s$)'
for id in "typeid_to_uuid(typeid_generate('u'))" "typeid_to_uuid(typeid_generate_text('u')::typeid)" 'typeid_uuid_generate_v7()' \
    "typeid_to_uuid((typeid_generate_batch('u', 2))[2])" 'step_id_new()' 'ulid_generate()' 'baseuid_to_uuid(baseuid_new())'; do
    kept "$id"
done
for id in 'uid11_snowish_new()' 'uid11_snowish_new(5)' 'uid11_ts_seq_rand_new()'; do kept "$id" "$hex"; done
kept 'xid_new()' "to_char(xid_timestamp(id), 'YYYYMMDDHH24MISS.MS')" '>='
kept 'uid11_fullrand_new()' "''" '>='
for id in "typeid_generate('u')" "typeid_generate_text('u')" 'typeid_uuid_generate_v7()' 'step_id_new()' 'ulid_generate()' 'baseuid_new()' \
    'uid11_snowish_new()' 'uid11_snowish_new(5)' 'uid11_ts_seq_rand_new()' 'xid_new()'; do
    sql_is "$id reads the clock once for each id" "select $id is null; select clock_steps(0, 0) is null; select count($id) from generate_series(1, 1000); select clock_steps(0, 0)" \
        $'f\nf\n1000\n1000'
done
log_is_clean "the server with a clock that steps wrote nothing bad to its log"
stop_server steps
start_server main
