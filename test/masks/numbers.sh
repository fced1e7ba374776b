# Sourced by test/masks/run: masks of numbers, on its server.  $own_key is the key of number 1.
# shellcheck shell=bash

number_vectors=$here/../vectors/number-masks.json
new_keys "1:000102030405060708090a0b0c0d0e0f
2:efcdab89674523011032547698badcfe"
sql_is "the vectors of numbers, there and back" "
    select count(*), bool_and(case prefix when '' then '' else prefix || '_' end || uid11_mask(n, prefix, k) = t), bool_and(uid11_unmask(right(t, 11)::uid11, prefix, k) = n)
    from (select (v ->> 'bigint')::bigint n, v ->> 'prefix' prefix, v ->> 'text' t, case v ->> 'file_key' when '000102030405060708090a0b0c0d0e0f' then 1 else 2 end k
          from json_array_elements(pg_read_file('$number_vectors')::json -> 'vectors') v) s" '72|t|t'

# Ten keys, each with six prefixes in turn, so that a query meets another cipher in nearly every row.
if python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
    numbers=10000
    [ -z "${BASE62ID_FULL-}" ] || numbers=1000000
    seed=${BASE62ID_SEED:-$RANDOM}
    note "BASE62ID_SEED=$seed"
    python3 "$here/numbers.py" "$numbers" "$seed" >"$work/numbers"
    new_keys "$(cut -f 1,2 "$work/numbers" | uniq | tr '\t' ':')"
    sql_is "$numbers texts are those of Python, there and back" "
        create table peer_numbers (k int, key text, prefix text, n bigint, t text); copy peer_numbers from '$work/numbers';
        select count(*) filter (where uid11_mask(n, prefix, k)::text <> t), count(*) filter (where uid11_unmask(t::uid11, prefix, k) <> n), count(*) from peer_numbers" \
        "0|0|$numbers"
else
    skip "texts of Python" "there is no Python 3.9"
fi

# More prefixes than ciphers are kept, in one statement and again.
new_keys "1:$own_key"
sql_is "3000 prefixes, twice" "
    create table prefixes as select 'p' || translate(to_hex(i), '0123456789', 'ghijklmnop') p from generate_series(1, 3000) i;
    create table masked as select p, uid11_mask(42, p) m from prefixes;
    select count(distinct m), bool_and(uid11_unmask(m, p) = 42), bool_and(m = uid11_mask(42, p)) from masked" '3000|t|t'

# Whoever may call either can undo it: an oracle each.
sql "create role numbers_owner; create role numbers_app"
sql 'create database numbers owner numbers_owner'
in_numbers() { (db=numbers && sql "$1"); }
is "they are the owner's of the database, who is no superuser" "$(in_numbers "set role numbers_owner; create extension base62id; select uid11_unmask(uid11_mask(42, 'inv'), 'inv')" 2>&1)" 42
for function in "uid11_mask(42, 'inv')" "uid11_unmask('11111111111', 'inv')"; do
    is "... $function is not PUBLIC's" "$(in_numbers "set role numbers_app; select $function" 2>&1 | sed -n 's/^ERROR: *//p')" \
        "permission denied for function ${function%%(*}"
done
is "... granted by the owner" "$(in_numbers "set role numbers_owner; grant execute on function uid11_unmask(uid11, text, integer) to numbers_app;
    set role numbers_app; select uid11_unmask('11111111111', 'inv') is not null" 2>&1)" t
is "... and a dump knows that grant and no other" "$("$bindir/pg_dump" -h "$work" -p "$port" -U postgres -d numbers | grep -E '^(GRANT|REVOKE).*mask')" \
    "GRANT ALL ON FUNCTION public.uid11_unmask(public.uid11, prefix text, key integer) TO numbers_app;"
sql 'drop database numbers'

sql "create table many_numbers as select n::bigint from generate_series(1, 50000) n; analyze many_numbers"
parallel="set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0;"
sql_is "a parallel plan scans in workers and masks in the leader" "$parallel
    explain (costs off) select count(uid11_mask(n, 'inv')) from many_numbers where n > 5" "Aggregate
  ->  Gather
        Workers Planned: 2
        ->  Parallel Seq Scan on many_numbers
              Filter: (n > 5)"
sql_is "... with the same result" "$parallel
    select count(*), count(distinct uid11_mask(n, 'inv')) from many_numbers where uid11_unmask(uid11_mask(n, 'inv'), 'inv') = n" '50000|50000'

# A session follows a reload in the middle of what it prepared, and the ciphers of the old key are gone.
(wait_until test -e "$work/reload_numbers" && reload && touch "$work/reloaded_numbers") &
is "one session: the key of a number counts until a reload, then the new one" "$(sql <<<"
    create function pg_temp.mask() returns uid11 language plpgsql as 'begin return uid11_mask(42, ''inv''); end';
    create temp table seen as select pg_temp.mask() as m;
    \\! umask 077; echo 1:00000000000000000000000000000001 >$keys
    insert into seen select pg_temp.mask();
    \\! touch $work/reload_numbers; until [ -e $work/reloaded_numbers ]; do sleep 0.05; done
    insert into seen select pg_temp.mask();
    select count(*), count(distinct m), count(*) filter (where uid11_unmask(m, 'inv') = 42) from seen;")" '3|2|1'
sql "drop table many_numbers, prefixes, masked; drop table if exists peer_numbers"
new_keys "1:$own_key"
