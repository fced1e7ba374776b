# Sourced by test/masks/run: masks of numbers, on its server.  $own_key is the key of number 1.
# shellcheck shell=bash

number_vectors=$here/../vectors/number-masks.json
new_keys "1:000102030405060708090a0b0c0d0e0f
2:efcdab89674523011032547698badcfe"
sql_is "the vectors of numbers, there and back" "
    select count(*), bool_and(case prefix when '' then '' else prefix || '_' end || uid11_mask(n, prefix, k) = t), bool_and(uid11_unmask(right(t, 11)::uid11, prefix, k) = n)
    from (select (v ->> 'bigint')::bigint n, v ->> 'prefix' prefix, v ->> 'text' t, case v ->> 'file_key' when '000102030405060708090a0b0c0d0e0f' then 1 else 2 end k
          from json_array_elements(pg_read_file('$number_vectors')::json -> 'vectors') v) s" '72|t|t'

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

# A session follows a reload in the middle of what it prepared, and the ciphers of the old key are
# gone.
(wait_until test -e "$work/reload_numbers" && reload && touch "$work/reloaded_numbers") &
is "one session: the key of a number counts until a reload, then the new one" "$(sql <<<"
    create function pg_temp.mask() returns uid11 language plpgsql as 'begin return uid11_mask(42, ''inv''); end';
    create temp table seen as select pg_temp.mask() as m;
    \\! umask 077; echo 1:00000000000000000000000000000001 >$keys
    insert into seen select pg_temp.mask();
    \\! touch $work/reload_numbers; until [ -e $work/reloaded_numbers ]; do sleep 0.05; done
    insert into seen select pg_temp.mask();
    select count(*), count(distinct m), count(*) filter (where uid11_unmask(m, 'inv') = 42) from seen;")" '3|2|1'
sql "drop table many_numbers, prefixes, masked"

# --- id types of notation uid11 ---

new_keys "1:000102030405060708090a0b0c0d0e0f
2:efcdab89674523011032547698badcfe"
sql "create schema vectors; select typeid_create_type('vectors.t' || k || '_' || p || '_id', p, 'uid11', k) from unnest('{inv,ord,\"\"}'::text[]) p, generate_series(1, 2) k" >/dev/null
sql "create function vectors.of(type text, n bigint, t text) returns boolean language plpgsql as \$\$
    declare good boolean;
    begin
        execute format('select %1\$L::bigint::%2\$s::text = %3\$L and %3\$L::%2\$s::bigint = %1\$L::bigint and %2\$s_send(%1\$L::bigint::%2\$s) = uid11_send(right(%3\$L, 11)::uid11)', n, type, t) into good;
        return good;
    end \$\$"
sql_is "a masked type's texts and octets are the vectors', there and back" "
    select count(*), bool_and(vectors.of(format('vectors.t%s_%s_id', k, v ->> 'prefix'), (v ->> 'bigint')::bigint, v ->> 'text'))
    from (select v, case v ->> 'file_key' when '000102030405060708090a0b0c0d0e0f' then 1 else 2 end k
          from json_array_elements(pg_read_file('$number_vectors')::json -> 'vectors') v) s" '72|t'
sql "set client_min_messages = warning; drop schema vectors cascade"

new_keys "1:$own_key"
sql "select typeid_create_type('inv_id', 'inv', 'uid11', 1), typeid_create_type('plain_id', 'plain', 'uid11')" >/dev/null
sql "create sequence inv_numbers; create table invoices (id inv_id primary key default nextval('inv_numbers'), n bigint, parent inv_id references invoices);
    insert into invoices (n) select generate_series(1, 5000); update invoices set parent = (n / 2)::inv_id where n > 1;
    insert into invoices values (-1::bigint, -1); create index on invoices (parent); analyze invoices"
sql_is "text is that of uid11_mask, and is read back, also quoted" "
    select bool_and(id::text = 'inv_' || uid11_mask(n, 'inv') and id::text::inv_id = id and ('\"' || id || '\"')::inv_id = id and id::bigint = n
        and id::uid11::inv_id = id and n::inv_id::bigint = n) from invoices" t
sql_is "... in JSON, arrays and records" "
    select bool_and(to_json(id) #>> '{}' = id::text and array[id]::text = '{' || id::text || '}' and i::text = format('(%s,%s,%s)', id, n, parent)) from invoices i" t
sql_is "binary output is the façade, and is read back" "
    copy invoices (id, n) to '$work/invoices.bin' (format binary);
    create table received_numbers (id inv_id primary key, n bigint);
    copy received_numbers from '$work/invoices.bin' (format binary);
    select count(*), bool_and(id::bigint = n), bool_and(inv_id_send(id) = uid11_send(uid11_mask(n, 'inv'))) from received_numbers" '5001|t|t'
sql_is "order, min, max and ranges are the numbers', and what is negative is last" "
    select (select bool_and(o) from (select n >= lag(n, 1, 0) over (order by id) o from invoices where n > 0) s), (select n from invoices order by id desc limit 1),
        (select min(id)::bigint from invoices), (select max(id)::bigint from invoices), (select count(*) from invoices where id between 10::inv_id and 19::inv_id)" 't|-1|1|-1|10'
number=$(sql "select id from invoices where n = 77")
is "look-ups and joins by index, by text, as a parameter" "$(sql "explain (costs off) select from invoices where id = '$number'" | grep -c 'Index.*Cond: (id = ')$(
    sql "select n from invoices where id = '$number'::text"
)$(sql "prepare p(text) as select n from invoices where id = \$1; execute p('$number')")$(
    sql "select count(*) from invoices a join invoices b on b.id = a.parent"
)" 177774999
is "the start of a text is no index condition, and finds what it says" "$(sql "explain (costs off) select from invoices where id ^@ '${number:0:7}'" | grep -c 'Filter')$(
    sql "set enable_seqscan = off; select bool_and(id::text ^@ '${number:0:7}') and count(*) = (select count(*) from invoices where id::text ^@ '${number:0:7}') from invoices where id ^@ '${number:0:7}'"
)$(
    sql "select count(*) from invoices where id ^@ 'inv_'"
)$(sql "select count(*) from invoices where id like 'inv\_%${number: -3}'")" "1t5001$(
    sql "select count(*) from invoices where right(id::text, 3) = '${number: -3}'"
)"
sql_is "a made-up text is a number, and no row" "select 'inv_11111111111'::inv_id::bigint is not null, (select count(*) from invoices where id = 'inv_11111111111')" 't|0'
# It is no authorization: whoever has SQL has both ways, and revoking USAGE changes nothing.
sql "revoke usage on type inv_id from public"
sql_is "both oracles, for a role without any privilege" "set role plain; select 42::inv_id::text = '$(sql "select 42::inv_id::text")', '$number'::inv_id::bigint" 't|77'
in_workers="set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0;"
is "texts are made by the leader, rows and joins come from workers" "$(sql "$in_workers explain (costs off) select max(id::text) from invoices where n > 5" | grep -cE 'Aggregate|Gather|Parallel Seq Scan')$(
    sql "$in_workers explain (costs off) select max(id::text) from invoices where n > 5" | grep -c 'Partial Aggregate'
)" 30
"$bindir/pg_dump" -h "$work" -p "$port" -U postgres -d postgres >"$work/dump.numbers"
is "a dump has façades, and restores the same numbers" "$(grep -cE '^inv_[1-9A-HJ-NP-Za-km-z]{11}'$'\t' "$work/dump.numbers")$(
    sql 'create database restored'
    (
        db=restored
        psql_plain -f "$work/dump.numbers" >"$work/restore.log" 2>&1
        sql "select md5(string_agg(id::bigint || id::text || n, ',' order by id)) from invoices"
    )
)" \
    "$((2 * 5001))$(sql "select md5(string_agg(id::bigint || id::text || n, ',' order by id)) from invoices")"
sql 'drop database restored'
new_keys "2:00000000000000000000000000000002"
for query in "select id from invoices" "select '$number'::inv_id" "select inv_id_send(id) from invoices" "copy received_numbers from '$work/invoices.bin' (format binary)"; do
    is "without its key: ${query:0:40}" "$(message "$query" | cut -c1-48)" '55000: mask key for type inv_id is not available'
done
sql_is "... what goes on: new rows, numbers, joins, counts" "
    insert into invoices (n) values (5001); select count(*), max(n), count(*) filter (where id::bigint = n) from invoices;
    select count(*) from invoices a join invoices b on b.id = a.parent" $'5002|5001|5002\n4999'
new_keys "1:$own_key
2:00000000000000000000000000000002"
sql "select typeid_create_type('inv2_id', 'inv', 'uid11', 2)" >/dev/null
is "a new key: a new type, no rewrite, the same numbers under other texts, and the old type reads the old ones" "$(sql <<<"
    create table rotated as select id, n from invoices;
    select pg_relation_filenode('rotated') f \\gset
    alter table rotated alter id type bigint;
    alter table rotated alter id type inv2_id;
    select pg_relation_filenode('rotated') = :f, count(*), bool_and(id::bigint = n), count(*) filter (where id::text = n::inv_id::text) from rotated;
    select n from rotated where id = '$number'::inv_id::bigint::inv2_id;")" $'t|5002|t|0\n77'
sql "drop table rotated, received_numbers; drop type inv2_id, plain_id cascade" 2>/dev/null
new_keys "1:$own_key"

# --- the example for Rails, over a table of bigint ---

if ruby -r active_record -r pg -e '' 2>/dev/null; then
    sql "create table bills (id bigint generated always as identity primary key, amount integer); insert into bills (amount) select 10 * n from generate_series(1, 50) n"
    is "Rails: the text is uid11_mask's, and finds its row by the key of the table" "$(BASE62ID_MASK_KEY=$own_key ruby -I "$here/../../clients/ruby/lib" -r active_record -r base62id \
        -r "$here/../../examples/public-ids/public_id.rb" -e '
        ActiveRecord::Base.establish_connection(adapter: "postgresql", host: ARGV[0], port: ARGV[1], username: "postgres", database: "postgres")
        class Bill < ActiveRecord::Base
          extend PublicId
          has_public_id "bill"
        end
        shown = Bill.find_by!(amount: 70).to_param
        print [shown, *[shown, "bill_11111111111", "bill_7", "7"].map { |text| Bill.find_by_public_id(text)&.amount }].inspect' "$work" "$port" 2>&1 | tail -n 1)" \
        "[\"$(sql "select 'bill_' || uid11_mask(7, 'bill')")\", 70, nil, nil, nil]"
    sql "drop table bills"
else
    skip "Rails" "no ActiveRecord with its PostgreSQL driver (ruby-activerecord, ruby-pg)"
fi
