# Within a session: order, fresh ids for a given time, bounds.
# shellcheck shell=bash

increasing() { # TITLE EXPRESSION COUNT
    sql_is "$1: $3 ids, each greater than the last" "
        select count(*), bool_and(id > last) from (
            select id, lag(id) over (order by n) as last
            from (select n, $2 as id from generate_series(0, $3) n offset 0) made
        ) pairs where last is not null" "$3|t"
}
increasing "typeid_generate" "typeid_generate('user')" 200000
increasing "typeid_generate_text, by the text's octets" "typeid_generate_text('user') collate \"C\"" 50000
increasing "typeid_uuid_generate_v7" "typeid_uuid_generate_v7()" 50000
increasing "typeid_generate_nil" "typeid_generate_nil()" 50000
increasing "baseuid_new" "baseuid_new()" 200000
increasing "uid11_snowish_new" "uid11_snowish_new(1023)" 200000
increasing "uid11_ts_seq_rand_new" "uid11_ts_seq_rand_new()" 50000
increasing "all ways to make a UUIDv7, mixed" "
    case n % 5
        when 0 then typeid_generate('a')::uuid
        when 1 then typeid_generate('zz')::uuid
        when 2 then typeid_uuid_generate_v7()
        when 3 then typeid_to_uuid(typeid_generate_text('b')::typeid)
        else typeid_to_uuid((typeid_generate_batch('c', 3))[2])
    end" 50000
sql_is "typeid_generate_batch: 100000 ids, each greater than the last" "
    select count(*), bool_and(id > last) from (
        select id, lag(id) over (order by n) as last
        from unnest(typeid_generate_batch('user', 100001)) with ordinality made (id, n)
    ) pairs where last is not null" '100000|t'
sql_is "a batch lies between its neighbours" "
    with x as materialized (select typeid_generate('x') id),
    y as materialized (select typeid_generate_batch('x', 10) ids from x),
    z as materialized (select typeid_generate('x') id from y)
    select x.id < y.ids[1] and y.ids[10] < z.id from x, y, z" t
sql_is "an empty batch is an empty array" "select typeid_generate_batch('x', 0) = '{}'" t

# xid_new() is not increasing within its millisecond, but never goes back to an earlier one.
sql_is "xid_new: 200000 ids, none of an earlier millisecond than the last" "
    select bool_and(xid_timestamp(id) >= xid_timestamp(last)) from (
        select id, lag(id) over (order by n) as last
        from (select n, xid_new() as id from generate_series(0, 200000) n offset 0) made
    ) pairs where last is not null" t

for machine in -1 1024 2147483647 -2147483648; do
    sql_is "machine number $machine is refused" "select sqlstate_of('select uid11_snowish_new($machine)')" 22023
done
sql_is "machine numbers 0 and 1023 are taken, and the reserved bit is zero" "
    select (uid11_snowish_parse(uid11_snowish_new(0))).machine, (uid11_snowish_parse(uid11_snowish_new(1023))).machine,
        uid11_snowish_new(1023) < 9223372036854775808::numeric::uid11" '0|1023|t'
sql_is "a batch of -1 is refused" "select sqlstate_of('select typeid_generate_batch(''x'', -1)')" 22023

# --- ids for a given time ---

sql_is "ids for the past and the future leave the order of the new ones alone" "
    with made as materialized (
        select n, xid_new() x, xid_new('2140-01-01') x_later, xid_new('2012-01-01') x_earlier,
            typeid_generate('u') t, typeid_generate('u', '2140-01-01') t_later, typeid_generate('u', '1980-01-01') t_earlier,
            baseuid_new() b, baseuid_new('2140-01-01') b_later, baseuid_new('1980-01-01') b_earlier
        from generate_series(1, 1000) n
    ), pairs as (
        select *, lag(t) over w last_t, lag(b) over w last_b, lag(x) over w last_x from made window w as (order by n)
    )
    select bool_and(t > last_t and b > last_b and x <> last_x
            and t > t_earlier and t < t_later and b > b_earlier and b < b_later and x > x_earlier and x < x_later
            and xid_timestamp(x) between now() - interval '1 min' and clock_timestamp()
            and typeid_timestamp(t) between now() - interval '1 min' and clock_timestamp() + interval '1 s'
            and baseuid_timestamp(b) between now() - interval '1 min' and clock_timestamp() + interval '1 s')
    from pairs where n > 1" t
sql_is "ids for one time have fresh random bits" "
    select count(distinct substr(typeid_to_uuid(typeid_generate('u', '2020-01-01'))::text, 20)),
        count(distinct substr(encode(baseuid_send(baseuid_new('2020-01-01')), 'hex'), 13)),
        count(distinct xid_random(xid_new('2020-01-01'))) > 990
    from generate_series(1, 1000)" '1000|1000|t'

sql_is "xid: min and max are the first and the last id of exactly that millisecond" "
    select count(*), bool_and(xid_new(t) between xid_min(t) and xid_max(t)
            and xid_timestamp(xid_min(t)) = date_trunc('milliseconds', t)
            and xid_timestamp(xid_max(t)) = date_trunc('milliseconds', t)
            and xid_random(xid_min(t)) = 0 and xid_random(xid_max(t)) = 4194303
            and xid_max(t)::numeric + 1 = xid_min(t + interval '1 ms')::numeric)
    from (select timestamptz '2011-11-11 11:11:11.111Z' + n * interval '1 hour 1.000003 s' t
        from generate_series(0, 1200000, 97) n) times" '12372|t'
sql_is "typeid: min and max bracket exactly that millisecond's ids" "
    select count(*), bool_and(typeid_generate('u', t) between typeid_min('u', t) and typeid_max('u', t)
            and typeid_timestamp(typeid_min('u', t)) = date_trunc('milliseconds', t)
            and typeid_timestamp(typeid_max('u', t)) = date_trunc('milliseconds', t)
            and typeid_min('u', t)::uuid::text like '%-7000-8000-000000000000'
            and typeid_max('u', t)::uuid::text like '%-7fff-bfff-ffffffffffff'
            and typeid_max('u', t) < typeid_min('u', t + interval '1 ms'))
    from (select timestamptz '1970-01-01 00:00Z' + n * interval '1 day 1.000003 s' t
        from generate_series(0, 3200000, 259) n) times" '12356|t'
sql_is "baseuid: min and max bracket exactly that time's ids" "
    select count(*), bool_and(baseuid_new(t) between baseuid_min(t) and baseuid_max(t)
            and t - baseuid_timestamp(baseuid_min(t)) between interval '0' and interval '33 us'
            and baseuid_max(t) < baseuid_min(t + interval '66 us')
            and baseuid_min(t) > baseuid_max(t - interval '66 us'))
    from (select timestamptz '1970-01-01 00:00:00.0001Z' + n * interval '1 day 1.000003 s' t
        from generate_series(0, 106700, 9) n) times" '11856|t'
sql_is "ids made now are between min and max of their time" "
    select bool_and(x between xid_min(xid_timestamp(x)) and xid_max(xid_timestamp(x))
        and t between typeid_min('u', typeid_timestamp(t)) and typeid_max('u', typeid_timestamp(t))
        and b between baseuid_min(baseuid_timestamp(b)) and baseuid_max(baseuid_timestamp(b) + interval '1 us'))
    from (select xid_new() x, typeid_generate('u') t, baseuid_new() b from generate_series(1, 10000) offset 0) made" t

# Every function that takes a time, at the ends of what its id holds.
bounds() { # TITLE FUNCTION FIRST LAST BEYOND
    sql_is "$1 holds $3 to $4 and refuses what is before, after, and infinite" "
        select string_agg(sqlstate_of(format('select $2', t)), ' ' order by n)
        from (values (1, '-infinity'), (2, '4713-01-01 00:00+00 BC'), (3, timestamptz '$3' - interval '1 us'),
            (4, '$3'), (5, '$4'), (6, '$5'), (7, '294276-12-31 00:00+00'), (8, 'infinity')) times (n, t)" \
        '22008 22008 22008 00000 00000 22008 22008 22008'
}
for f in 'xid_new(%L)' 'xid_pack(%L, 0)' 'xid_min(%L)' 'xid_max(%L)'; do
    bounds "$f" "$f" '2011-11-11 11:11:11.111+00' '2151-03-25 18:46:22.214999+00' '2151-03-25 18:46:22.215+00'
done
for f in "typeid_generate(''u'', %L)" "typeid_min(''u'', %L)" "typeid_max(''u'', %L)"; do
    bounds "${f//\'\'/\'}" "$f" '1970-01-01 00:00+00' '10889-08-02 05:31:50.655999+00' '10889-08-02 05:31:50.656+00'
done
for f in 'baseuid_new(%L)' 'baseuid_min(%L)' 'baseuid_max(%L)'; do
    bounds "$f" "$f" '1970-01-01 00:00+00' '2262-04-11 23:47:16.854775+00' '2262-04-11 23:47:16.854776+00'
done
