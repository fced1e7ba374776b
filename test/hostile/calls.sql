-- Makes the procedure call_all(calls), which calls each function of the extension in turn, with
-- random arguments, in the backend of its caller. test_calls.py says how often, and sets the seed.
--
-- A call may fail with the states in the table stated, which are those of the documentation;
-- call_all warns of others. The table met has what each function gave, and how often.

-- Id types of either layout, masked and not.
create table typed as
select type
from (values
    (typeid_create_type('some_id', 'some')),
    (typeid_create_type('some_number', 'some', 'uid11')),
    (typeid_create_type('masked_id', 'some', 'typeid', 1)),
    (typeid_create_type('masked_number', '', 'uid11', 1))) v(type);

-- All functions of the extension and of those types, but those that only the server calls, and
-- those that make types: test/hostile/run is no place for DDL.
create table target as
select
    p.oid,
    row_number() over (order by p.oid::regprocedure::text) as n,
    p.proargtypes::oid[] as types,
    p.oid::regprocedure::text as signature,
    format('%I', p.proname) as name
from pg_proc p
where (
        exists (
            select
            from pg_depend d
            join pg_extension e
                on d.refclassid = 'pg_extension'::regclass and d.refobjid = e.oid
            where d.classid = 'pg_proc'::regclass
                and d.objid = p.oid
                and d.deptype = 'e'
                and e.extname = 'base62id'
        )
        or exists (
            select
            from typed
            where type in (select unnest(p.proargtypes::oid[]) union select p.prorettype)
        )
    )
    and p.prokind = 'f'
    and 'internal'::regtype <> all (p.proargtypes::oid[])
    and p.proparallel <> 'u'
    and p.oid not in (select unnest(array[lanplcallfoid, lanvalidator]) from pg_language);
create unique index on target (n);

create table stated (state text primary key);
insert into stated values
    ('22P02'), ('22003'), ('22008'), ('22023'), ('22025'), ('54000'), ('55000'), ('42809');
create table met (signature text, state text, calls bigint, primary key (signature, state));

-- A whole number from 0 to n - 1.
create function below(n integer) returns integer language sql volatile
return floor(random() * n)::integer;

create function one_of(choices anyarray) returns anyelement language plpgsql volatile as $$
begin
    return choices[1 + below(cardinality(choices))];
end $$;

create function some_octets(n integer) returns bytea language sql volatile
return (
    select decode(string_agg(lpad(to_hex(below(256)), 2, '0'), ''), 'hex')
    from generate_series(1, n)
);
create function some_uuid() returns uuid language plpgsql volatile as $$
begin
    return case below(8)
        when 0 then '00000000-0000-0000-0000-000000000000'
        when 1 then 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        when 2 then baseuid_to_uuid(baseuid_new())
        when 3 then typeid_uuid_generate_v7()
        when 4 then gen_random_uuid()
        else encode(some_octets(16), 'hex')::uuid
    end;
end $$;
create function some_prefix() returns text language plpgsql volatile as $$
begin
    return one_of(array[
        '', 'a', 'user', 'a_b', 'zzzzzzzzzzzz', repeat('x', 63), 'usr' || chr(97 + below(26))]);
end $$;

-- A value of a type of the table of types, as text.
create function some_value(type text) returns text language plpgsql volatile as $$
declare
    t text;
begin
    execute (
        select format(
            'select (%s)::text from (select $1 i, $2 o, $3 u, $4 n) x', types.value)
        from types
        where types.type = some_value.type
    )
    into strict t
    using below(1000), some_octets(16), some_uuid(), floor(2 ^ (random() * 63.999))::numeric;
    return t;
end $$;

-- An id type, as an expression of SQL.
create function some_id_type(type text) returns text language plpgsql volatile as $$
begin
    if type ~ 'number' then
        return format('%L::bigint::%s',
            floor((random() - 0.5) * 2 ^ (floor(random() * 64) + 1))::bigint, type);
    end if;
    return format('%L::uuid::%s',
        case when type ~ 'masked' then typeid_uuid_generate_v7() else some_uuid() end, type);
end $$;
create function typed_text(type text) returns text language plpgsql volatile as $$
declare
    t text;
begin
    execute format('select (%s)::text', some_id_type(type)) into strict t;
    return t;
end $$;

-- A text that is an id, nearly one, the start of one, a type prefix, or nothing like it.
create function some_text() returns text language plpgsql volatile as $$
declare
    t text;
    at integer;
begin
    t := case below(12)
        when 0 then uuid_to_base32hex(some_uuid())
        when 1 then typeid_encode(some_prefix(), some_uuid())
        when 2 then one_of(array[
            '', '"', '""', E'\n', '_', '-', 'zzzzzzzzzzz', 'jpXCZedGfVQ', 'NNC6dn4GR1JETNQMfLl6qN',
            'Izzzzzzzzzzzzzzzzzzzzz', '7zzzzzzzzzzzzzzzzzzzzzzzzz', '8zzzzzzzzzzzzzzzzzzzzzzzzz'])
        when 3 then some_uuid()::text
        when 4 then encode(some_octets(1 + below(40)), 'escape')
        when 5 then some_prefix()
        when 6 then typed_text((select type::text from typed order by random() limit 1))
        else some_value((select type from types order by random() limit 1))
    end;
    t := coalesce(t, '');
    at := 1 + below(length(t) + 1);
    return case below(12)
        when 0 then left(t, at)
        when 1 then '"' || t || '"'
        when 2 then '"' || t
        when 3 then overlay(t placing chr(1 + below(126)) from at for 1)
        when 4 then overlay(t placing chr(128 + below(50000)) from at for 1)
        when 5 then t || t
        when 6 then overlay(t placing '' from at for 1)
        when 7 then case when random() < 0.02 then repeat(t || '"', 3000) else upper(t) end
        else t
    end;
exception when program_limit_exceeded or invalid_parameter_value then
    return t; -- chr() of half a surrogate pair
end $$;

create function some_time() returns timestamptz language plpgsql volatile as $$
begin
    return case below(8)
        when 0 then '-infinity'
        when 1 then 'infinity'
        when 2 then '4714-11-24 00:00:00+00 BC'
        when 3 then '294276-12-31 23:59:59.999999+00'
        when 4 then timestamptz '1970-01-01 00:00+00'
            + (random() * 20 - 10) * interval '1 us'
        when 5 then timestamptz '2262-04-11 23:47:16.854775+00'
            + (random() * 20 - 10) * interval '1 us'
        when 6 then timestamptz '1950-01-01 00:00+00' + random() * interval '400 years'
        else timestamptz '2011-11-11 11:11:11.111+00'
            + (random() * 4000 - 2000) * interval '1 us'
    end;
end $$;
create function some_number() returns numeric language plpgsql volatile as $$
begin
    return case below(9)
        when 0 then 'NaN'
        when 1 then 'Infinity'
        when 2 then '-Infinity'
        when 3 then '-0.0001'
        when 4 then 18446744073709551615 + floor(random() * 3 - 1)::numeric
        when 5 then random()::numeric
        when 6 then power(10::numeric, floor(random() * 300))
        else floor(random() * 18446744073709551615)::numeric
    end;
end $$;

-- An argument of that type, as an expression of SQL; half of the texts for functions of an id type
-- are its own, and half of those for functions of typeid are type prefixes.
create function some_argument(type oid, function text) returns text language plpgsql volatile as $$
declare
    type_name text := type::regtype::text;
    own text;
begin
    if random() < 0.5 then
        select typed_text(t.type::text) into own from typed t where function ^@ t.type::text;
        if own is null and function ^@ 'typeid_' then
            own := some_prefix();
        end if;
    end if;
    -- Words that are a name, a type prefix and most of them a notation: random texts never are all
    -- three.
    if function = 'typeid_create_type_sql' and type = 'text'::regtype then
        own := one_of(array['typeid', 'ulid', 'hex', 'uid11', 'user']);
    end if;
    return case type_name
        when 'text' then format('%L::text', coalesce(own, some_text()))
        when 'cstring' then format('%L::cstring', coalesce(own, some_text()))
        when 'bytea' then format('%L::bytea',
            some_octets(one_of(array[0, 1, 14, 15, 16, 17, 100, 1000])))
        when 'numeric' then format('%L::numeric', some_number())
        when 'bigint' then format('%L::bigint', one_of(array[
            -9223372036854775808, -1, 0, 1, 9223372036854775807,
            floor((random() - 0.5) * 18000000000000000000)::bigint]))
        when 'integer' then format('%L::integer', one_of(array[
            -2147483648, -1, 0, 1, 1023, 1024, 4194303, 4194304, 2147483647, below(5000)]))
        when 'smallint' then format('%L::smallint', one_of(array[-32768, -1, 0, 1, 32767]))
        when 'oid' then '0::oid'
        when 'boolean' then (random() < 0.5)::text
        when 'timestamp with time zone' then format('%L::timestamptz', some_time())
        when 'uuid' then format('%L::uuid', some_uuid())
        when 'typeid' then format('%L::typeid',
            coalesce(own, typeid_encode(some_prefix(), some_uuid())))
        -- What id types share is called with each.
        when 'anyelement' then some_id_type(
            (select t.type::text from typed t order by random() limit 1))
        when 'some_id' then some_id_type('some_id')
        when 'some_number' then some_id_type('some_number')
        when 'masked_id' then some_id_type('masked_id')
        when 'masked_number' then some_id_type('masked_number')
        else (
            select format('%L::%s', some_value(t.type), t.type)
            from types t
            where t.type = type_name
        )
    end;
end $$;

create procedure call_all(calls bigint) language plpgsql as $$
declare
    f record;
    i bigint;
    functions bigint := (select count(*) from target);
    outcome text;
    query text;
begin
    for i in 1 .. calls loop
        select * into f from target where n = i % functions + 1;
        -- A missing kind of argument gives NULL, and with it an error here: no function is left out
        -- silently.
        select format('select %s(%s)', f.name, coalesce(string_agg(argument, ', ' order by o), ''))
        into strict query
        from (
            select some_argument(t, f.name) as argument, o
            from unnest(f.types) with ordinality a (t, o)
        ) arguments
        having bool_and(argument is not null) is not false;
        outcome := '00000';
        begin
            execute query;
        exception when others then
            outcome := sqlstate;
            if outcome not in (select state from stated) then
                raise warning 'unexpected % (%) in %', outcome, sqlerrm, left(query, 1000);
            end if;
        end;
        insert into met values (f.signature, outcome, 1)
        on conflict (signature, state) do update set calls = met.calls + 1;
    end loop;
end $$;
