-- Objects that others made around our functions: each estimator on operators of other types, each
-- support function on other functions, typanalyze and BRIN functions on other types, statistics
-- that were forged.  Planning, ANALYZE and queries over them give a result or an error; a crash
-- ends the session before the last line.
--   psql -f catalog.sql
set client_min_messages = error;
set search_path = forged, public;

-- Columns of every layout: by value, 15 and 16 octets, varlenas short and long, domains, arrays,
-- rows; each with an index of every kind that takes it, and statistics.
create domain small as bigint;
create domain user_id as typeid;
create type pair as (a bigint, b text);
create table other (name text primary key, type text, sample text);
insert into other
select 'col_' || name, type, sample
from (values
    ('i4', 'integer', 'i'),
    ('i8', 'bigint', 'i'),
    ('f8', 'float8', 'i'),
    ('b', 'boolean', 'i % 2 = 0'),
    ('n', 'numeric', 'i'),
    ('t', 'text', 'md5(i::text)'),
    ('long', 'text', 'repeat(md5(i::text), 100)'),
    ('nm', 'name', 'md5(i::text)'),
    ('c', '"char"', '''a'''),
    ('o', 'bytea', 'decode(md5(i::text), ''hex'')'),
    ('u', 'uuid', 'md5(i::text)::uuid'),
    ('ts', 'timestamptz', 'now() + i * interval ''1 s'''),
    ('d', 'small', 'i'),
    ('a', 'text[]', 'array[md5(i::text)]'),
    ('r', 'pair', 'row(i, i)::pair'),
    ('user_id', 'user_id', 'typeid_generate(''user'')'),
    ('ids', 'typeid[]', 'typeid_generate_batch(''user'', 2)')) v(name, type, sample);
-- And every type of ours (tables.sql).
insert into other
select 'col_' || type, type, case family when 'uuid' then 'md5(i::text)::uuid' else fresh end
from types;

do $$
declare
    o record;
    am text;
begin
    for o in select * from other loop
        execute format('create table %I (c %s, e %2$s)', o.name, o.type);
        execute format(
            'insert into %I
             select v, v
             from (select (%s)::%s from generate_series(1, 300) i) x(v)',
            o.name, o.sample, o.type);
        execute format('insert into %I select c, c from %1$I limit 50', o.name); -- common values
        execute format('insert into %I values (null, null)', o.name);
        foreach am in array '{btree,hash,brin,gin}'::text[] loop
            call try(o.name, am, format('create index on %I using %s (c)', o.name, am));
        end loop;
        execute format('analyze %I', o.name);
    end loop;
end $$;
truncate attempt;
create function value_of(name text) returns text language plpgsql as $$
declare
    v text;
begin
    execute format('select quote_literal(c::text) from %I where c is not null limit 1', name)
    into v;
    return v;
end $$;

-- Functions of ours by what they are for.
create function support_functions() returns setof regprocedure language sql as $$
    select member($q$
        oidvectortypes(proargtypes) = 'internal'
            and prorettype = 'internal'::regtype
            and proname ~ 'support$'
    $q$)
$$;
create function estimators(arguments text) returns setof regprocedure language sql as $$
    select member(format('oidvectortypes(proargtypes) like %L', arguments))
$$;
create function typanalyze_functions() returns setof regprocedure language sql as $$
    select member($q$
        prorettype = 'boolean'::regtype and oidvectortypes(proargtypes) = 'internal'
    $q$)
$$;
-- Makes a function that is true, or gives what another expression says.
create procedure create_function(
    name text, arguments text, options text,
    result text default 'boolean', body text default 'return true'
) language plpgsql as $$
begin
    execute format('create function %s(%s) returns %s language plpgsql %s as %L',
        name, arguments, result, options, format('begin %s; end', body));
end $$;

-- Statements over an expression that is true or false, with `l` and `r` as what stands at its
-- sides.
create procedure try_plans(target text, use text, form text, l text, r text)
language plpgsql as $$
declare
    left_type text := (select type from other where name = l);
    right_type text := (select type from other where name = r);
    left_value text := format('%s::%s', value_of(l), left_type);
    right_value text := format('%s::%s', value_of(r), right_type);
    condition text;
begin
    foreach condition in array array[
        format(form, 'x.c', right_value),
        format(form, left_value, 'y.c'),
        format(form, 'x.c', 'null::' || right_type),
        format(form, 'null::' || left_type, 'y.c'),
        format(form, 'x.c', 'y.c'),
        format(form, left_value, right_value),
        format(form, 'x.c', format('(select max(z::text) from %I z)::%s', r, right_type)),
        'not ' || format(form, 'x.c', right_value)
    ] loop
        call try(target, use, format('explain select from %I x, %I y where %s', l, r, condition));
    end loop;
    -- a parameter that is not known yet, and one that comes from the outer side of a nested loop
    call try(target, use, format(
        'prepare unknown(%s) as select from %I x where %s',
        right_type, l, format(form, 'x.c', '$1')));
    call try(target, use, 'set local plan_cache_mode = force_generic_plan');
    call try(target, use, format('explain execute unknown(%s)', right_value));
    call try(target, use, 'deallocate unknown');
    call try(target, use, format(
        'explain delete from %I x using %I y where %s', l, r, format(form, 'y.e', 'x.e')));
end $$;

-- Estimators and support functions, on each pair of columns.
create procedure misuse_planner_functions() language plpgsql as $$
declare
    f regprocedure;
    l record;
    r record;
begin
    for l in select * from other loop
        for r in
            select *
            from other
            where name in (
                l.name, 'col_i8', 'col_t', 'col_o', 'col_u', 'col_typeid', 'col_uid11')
        loop
            call create_function('g', l.type || ', ' || r.type, 'immutable');
            for f in select estimators('internal, oid, internal, %') loop
                execute format(
                    'create operator @@@@ (function = g, leftarg = %s, rightarg = %s, %s = %s)',
                    l.type,
                    r.type,
                    case (select pronargs from pg_proc where oid = f)
                        when 5 then 'join'
                        else 'restrict'
                    end,
                    f::regproc);
                call try_plans(
                    f::text,
                    'estimator of ' || l.type || ' @@@@ ' || r.type,
                    '%s @@@@ %s',
                    l.name,
                    r.name);
                execute format('drop operator @@@@ (%s, %s)', l.type, r.type);
            end loop;
            for f in select support_functions() loop
                execute format(
                    'alter function g(%s, %s) support %s', l.type, r.type, f::regproc);
                call try_plans(
                    f::text,
                    format('support of a function of %s and %s', l.type, r.type),
                    'g(%s, %s)',
                    l.name,
                    r.name);
            end loop;
            execute format('drop function g(%s, %s)', l.type, r.type);
        end loop;
        commit;
    end loop;
end $$;
call misuse_planner_functions();

-- Wrong counts of arguments, results that are no condition, sets.
create procedure misuse_counts() language plpgsql as $$
declare
    f regprocedure;
    l record;
    support text;
begin
    for f in select support_functions() loop
        support := 'stable support ' || f::regproc;
        for l in select * from other loop
            call create_function('g', '', support);
            call create_function('g', l.type, support);
            call create_function('g', l.type || ', text, text', support);
            call create_function('g', l.type || ', variadic text[]', support);
            call create_function(
                'g_set', l.type || ', text', support, 'setof ' || l.type, 'return next $1');
            call create_function('g_value', l.type || ', text', support, l.type, 'return $1');
            call try(f::text, 'no argument', format('explain select from %I where g()', l.name));
            call try(f::text, 'one argument', format(
                'explain select from %I where g(c)', l.name));
            call try(f::text, 'three arguments', format(
                $q$explain select from %I where g(c, 'a'::text, 'b'::text)$q$, l.name));
            call try(f::text, 'variadic', format(
                $q$explain select from %I where g(c, 'a', 'b', 'c')$q$, l.name));
            call try(f::text, 'a set', format(
                $q$explain select from %I x, g_set(c, 'user') where c is not null$q$, l.name));
            call try(f::text, 'a value', format(
                $q$
                explain select g_value(c, 'user')
                from %I
                where g_value(c, 'user') is null
                order by g_value(c, 'user')
                $q$,
                l.name));
            execute format(
                'drop function g(), g(%s), g(%1$s, text, text), g(%1$s, text[]), '
                'g_set(%1$s, text), g_value(%1$s, text)',
                l.type);
        end loop;
        -- As the support of functions of the other signature of ours.
        call try(f::text, 'attached to typeid_has_prefix', format(
            $q$
            create or replace function h(typeid, text) returns boolean
            immutable strict support %s language plpgsql as 'begin return true; end'
            $q$,
            f::regproc));
        commit;
    end loop;
    for f in select estimators('internal, oid, internal, integer') loop
        for l in select * from other loop
            call create_function('g', l.type, 'immutable');
            execute format(
                'create operator @@@@ (function = g, rightarg = %s, restrict = %s)',
                l.type, f::regproc);
            call try(f::text, 'estimator of a prefix operator', format(
                'explain select from %I where @@@@ c', l.name));
            execute format('drop operator @@@@ (none, %s)', l.type);
            execute format('drop function g(%s)', l.type);
        end loop;
        commit;
    end loop;
end $$;
call misuse_counts();

-- typanalyze of types with other layouts; then estimates by what it wrote.
create procedure misuse_typanalyze() language plpgsql as $$
declare
    f regprocedure;
    l record;
    use text;
begin
    for f in select typanalyze_functions() loop
        for l in
            select *
            from (values
                ('int4', 'int4', 'i::int4'),
                ('int8', 'int8', 'i::int8'),
                ('text', 'text', 'i::text'),
                ('uuid', 'uuid_', 'md5(i::text)::uuid'),
                ('bytea', 'bytea', 'decode(md5(i::text), ''hex'')'),
                ('float8', 'float8', 'i::float8'),
                ('name', 'name', 'md5(i::text)::name')) v(like_type, io, sample)
        loop
            use := 'typanalyze of a type like ' || l.like_type;
            execute 'create type mine';
            execute format(
                'create function mine_in(cstring) returns mine
                 language internal immutable strict as %L',
                l.io || 'in');
            execute format(
                'create function mine_out(mine) returns cstring
                 language internal immutable strict as %L',
                l.io || 'out');
            call try(f::text, use, format(
                'create type mine (input = mine_in, output = mine_out, like = %s, analyze = %s)',
                l.like_type, f::regproc));
            execute format('create cast (%s as mine) without function', l.like_type);
            call try(f::text, use, format(
                'create table analyzed as select (%s)::mine c from generate_series(1, 400) i',
                l.sample));
            call try(f::text, use, 'analyze analyzed');
            execute 'drop type mine cascade';
            execute 'drop table analyzed cascade';
        end loop;
        -- and of a composite type, an array, a domain: by the column's own type
        commit;
    end loop;
end $$;
call misuse_typanalyze();

-- BRIN functions of ours in classes of other types.
create procedure misuse_brin() language plpgsql as $$
declare
    f text := 'base62id_brin_minmax_opcinfo(internal)';
begin
    perform f::regprocedure;
    call try(f, 'class of int4', $q$
        create operator class i4_ops for type int4 using brin as
            operator 1 <,
            operator 2 <=,
            operator 3 =,
            operator 4 >=,
            operator 5 >,
            function 1 base62id_brin_minmax_opcinfo(internal),
            function 2 base62id_brin_minmax_add_value(internal, internal, internal, internal),
            function 3 base62id_brin_minmax_consistent(internal, internal, internal),
            function 4 base62id_brin_minmax_union(internal, internal, internal)
    $q$);
    call try(f, 'index of int4', 'create index on col_i4 using brin (c i4_ops)');
    call try(f, 'index of int4', 'insert into col_i4 select i, i from generate_series(1, 1000) i');
    call try(f, 'index of int4', 'set local enable_seqscan = off');
    call try(f, 'index of int4', $q$
        do $d$
        begin
            if (select count(*) from col_i4 where c = 7) < 2 then
                raise 'lost rows';
            end if;
        end $d$
    $q$);
    call try(f, 'half a class', $q$
        create operator class half_ops for type int8 using brin as
            operator 1 <,
            operator 2 <=,
            operator 3 =,
            operator 4 >=,
            operator 5 >,
            function 1 brin_minmax_opcinfo(internal),
            function 2 base62id_brin_minmax_multi_add_value(
                internal, internal, internal, internal),
            function 3 base62id_brin_minmax_consistent(internal, internal, internal),
            function 4 base62id_brin_minmax_union(internal, internal, internal)
    $q$);
end $$;
call misuse_brin();

-- Ids that were never read by us: octets that a cast without a function calls a typeid.
create cast (bytea as typeid) without function;
create procedure misuse_octets() language plpgsql as $$
declare
    octets text;
    statement text;
begin
    foreach octets in array array[
        '',
        '\x00',
        '\x61',
        '\x000102030405060708090a0b0c0d0e',
        '\x' || repeat('61', 80),
        '\x' || repeat('ff', 5000)
    ] loop
        foreach statement in array array[
            'select %s::text',
            $q$select %s = typeid_generate('a')$q$,
            $q$select %s < typeid_generate('a')$q$,
            $q$select typeid_generate('a') > %s$q$,
            'select typeid_hash(%s)',
            'select typeid_hash_extended(%s, 1)',
            'select typeid_send(%s)',
            'select typeid_prefix(%s)',
            'select typeid_to_uuid(%s)',
            'select typeid_timestamp(%s)',
            $q$select %s ^@ 'a'$q$,
            $q$select %s @> 'a'$q$,
            $q$select typeid_check(%s, 'a')$q$,
            'select array[%s]::text',
            'select typeid_cmp(%s, %1$s)',
            'select typeid_smaller(%s, typeid_generate())',
            'create temp table short on commit drop as select %s c from generate_series(1, 100)',
            'select c from short order by c',
            'create index on short (c)',
            'create index on short using hash (c)',
            'create index on short using brin (c typeid_minmax_multi_ops)',
            'analyze short',
            'drop table if exists short'
        ] loop
            call try('typeid', 'octets that are none', format(
                statement, format('%L::bytea::typeid', octets)));
        end loop;
    end loop;
end $$;
call misuse_octets();

-- Statistics that nobody's ANALYZE wrote.  Under the private kind of ours any column's values may
-- stand, also beside an index; under core's kinds only without one, because core's own estimators
-- for index conditions believe them.
set allow_system_table_mods = on;
create procedure forge_statistics() language plpgsql as $$
declare
    victim record;
    source record;
    condition text;
    own boolean;
    use text;
begin
    for own in select unnest('{t,f}'::boolean[]) loop
        for victim in
            select
                *,
                (
                    select string_agg(format('drop index %s', indexrelid::regclass), '; ')
                    from pg_index
                    where indrelid = name::regclass
                ) as drop_indexes
            from other
            where sample ~ 'typeid' or type in (select type from types)
        loop
            if not own and victim.drop_indexes is not null then
                execute victim.drop_indexes;
            end if;
            for source in
                select *
                from other
                where type in (
                    'integer', 'bigint', 'text', 'bytea', 'uuid', 'typeid', 'uid11', 'float8',
                    'text[]')
            loop
                execute format('analyze %I', victim.name);
                create temp table kept as
                    select * from pg_statistic where starelid = victim.name::regclass;
                delete from pg_statistic where starelid = victim.name::regclass;
                insert into pg_statistic
                select
                    victim.name::regclass,
                    k.staattnum,
                    k.stainherit,
                    k.stanullfrac,
                    k.stawidth,
                    k.stadistinct,
                    -- kinds
                    case when own then k.stakind1 else s.stakind1 end,
                    case when own then k.stakind2 else s.stakind2 end,
                    0,
                    16262,
                    16262,
                    -- operators
                    k.staop1,
                    k.staop2,
                    0,
                    0,
                    0,
                    -- collations
                    k.stacoll1,
                    k.stacoll2,
                    0,
                    0,
                    0,
                    -- numbers
                    k.stanumbers1,
                    case when own then k.stanumbers2 else null end,
                    null,
                    '{0.5}',
                    null,
                    -- values
                    case when own then k.stavalues1 else s.stavalues1 end,
                    case when own then k.stavalues2 else s.stavalues2 end,
                    null,
                    coalesce(s.stavalues1, s.stavalues2),
                    s.stavalues2
                from kept k, pg_statistic s
                where s.starelid = source.name::regclass and s.staattnum = k.staattnum;
                use := 'statistics of ' || source.type;
                foreach condition in array array[
                    $q$c ^@ 'u'$q$,
                    $q$c ^@ 'user_01'$q$,
                    $q$c ^@ ''$q$,
                    $q$c ^@ 'A'$q$,
                    $q$c @> 'user'$q$,
                    $q$'user' <@ c$q$,
                    $q$c LIKE 'user_0%'$q$,
                    $q$c NOT LIKE 'u%'$q$,
                    $q$c ILIKE '1%'$q$
                ] loop
                    call try(victim.type, use, format(
                        'explain select from %I where %s', victim.name, condition));
                    call try(victim.type, use, format(
                        'select count(*) from %I where %s', victim.name, condition));
                end loop;
                drop table kept;
            end loop;
            execute format('analyze %I', victim.name);
            commit;
        end loop;
    end loop;
end $$;
call forge_statistics();
reset allow_system_table_mods;

-- What PostgreSQL itself does not allow with a function of ours; nobody but a superuser gets
-- further.
create procedure refused() language plpgsql as $$
declare
    statement text;
begin
    foreach statement in array array[
        'create type other_recv',
        'create cast (bigint as typeid) with function typeid_from_text(text)',
        'create cast (uuid as uid11) without function',
        'create aggregate least_int(bigint) (sfunc = typeid_smaller, stype = bigint)',
        'create aggregate least_any(internal) (sfunc = typeid_sortsupport, stype = internal)',
        'create function s(bigint) returns boolean
         language sql support typeid_prefix_support return true',
        'create operator class c for type bigint
         using btree as function 1 typeid_cmp(typeid, typeid)',
        'create operator family f using btree',
        'create type t (input = typeid_in, output = typeid_out)',
        'select typeid_prefix_support(null::internal)',
        'select typeid_recv(null::internal)',
        'select typeid_sortsupport(null)',
        'create transform for typeid language plpgsql
         (from sql with function typeid_sortsupport(internal))'
    ] loop
        call try('anything', 'by an ordinary user', statement);
    end loop;
end $$;
create role forger;
grant usage, create on schema forged to forger;
grant all on all tables in schema forged to forger;
set role forger;
call refused();
reset role;
