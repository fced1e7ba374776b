-- Operator classes that others made with our GiST and GIN functions: for types of every layout, with storage of every layout,
-- as each support function of each access method, beside core's functions, with operators of other types.  Making an index
-- of each, changing its table and asking it gives a result or an error; a crash ends the session before the last line.
--   psql -v full=true|false -f classes.sql
--
-- Only functions of ours stand in wrong places: whose other functions are core's, and read what was never theirs, no check of
-- ours is asked.
set client_min_messages = error;
set search_path = forged, public;
set enable_seqscan = off;
truncate attempt;

select typeid_create_type('made_id', 'made'), typeid_create_type('made_number', 'made', 'uid11');

-- Tables of types of every layout: by value, 16 octets as ours, longer and shorter ones, varlenas.
create table victim (type text primary key, sample text);
insert into victim values ('integer', 'i'), ('bigint', 'i'), ('float8', 'i'), ('"char"', '''a'''), ('text', 'md5(i::text)'), ('name', 'md5(i::text)'),
    ('bytea', 'decode(repeat(md5(i::text), 20), ''hex'')'), ('uuid', 'md5(i::text)::uuid'), ('interval', 'make_interval(days => i)'), ('numeric', 'i'),
    ('text[]', 'array[md5(i::text)]'), ('int4range', 'int4range(i, i + 1)'), ('inet', '''10.0.0.1''::inet + i'), ('jsonb', 'to_jsonb(i)'),
    ('made_id', 'md5(i::text)::uuid'), ('made_number', 'i');
insert into victim select type, case family when 'uuid' then 'md5(i::text)::uuid' else fresh end from types;
do $$
declare
    v record;
begin
    for v in select * from victim loop
        execute format('create table %I (c %s)', 'of ' || v.type, v.type);
        execute format('insert into %I select %s from generate_series(1, 300) i', 'of ' || v.type, v.sample);
        execute format('insert into %I values (null)', 'of ' || v.type);
    end loop;
end $$;

-- Makes the class, an index of it, and asks both the index's methods and the class's operators for something to do.
create procedure try_class(target text, use text, type text, method text, items text) language plpgsql as $$
declare
    tab text := format('%I', 'of ' || type);
    o record;
begin
    call try(target, use, format('create operator class forged_class for type %s using %s as %s', type, method, items));
    if exists (select from pg_opclass where opcname = 'forged_class') then
        call try(target, use, format('create index forged_index on %s using %s (c forged_class)', tab, method));
        call try(target, use, 'drop index if exists forged_index');
        call try(target, use, format('create temp table empty as select * from %s limit 0', tab));
        call try(target, use, format('create index forged_index on empty using %s (c forged_class)', method));
        call try(target, use, format('insert into empty select * from %s limit 5', tab));
        call try(target, use, format('insert into empty select c from %s, generate_series(1, 3)', tab));
        for o in select distinct on (amopstrategy, amoprighttype) oprname, v.type, v.sample
                   from pg_amop join pg_opclass on amopfamily = opcfamily join pg_operator p on p.oid = amopopr join victim v on v.type::regtype = amoprighttype
                  where opcname = 'forged_class' and amoppurpose = 's' and amopstrategy in (1, 3, 18, 19, 20) loop
            call try(target, use, format('select c from empty where c %s (select (%s)::%s from generate_series(3, 3) i)', o.oprname, o.sample, o.type));
        end loop;
        call try(target, use, 'select c from empty where c is not null');
        call try(target, use, 'delete from empty');
        drop table if exists empty;
        execute format('drop operator family forged_class using %s cascade', method);
    end if;
end $$;

-- The items of a class, with one function put in the place of another.
create function items_of(class oid, number integer default null, instead regprocedure default null) returns text language sql as $$
    select concat_ws(', ', (select string_agg(format('operator %s %s (%s, %s)%s', amopstrategy, oprnamespace::regnamespace || '.' || oprname,
                     amoplefttype::regtype, amoprighttype::regtype, case amoppurpose when 'o' then ' for order by ' || (select opfnamespace::regnamespace || '.' || f.opfname from pg_opfamily f where f.oid = amopsortfamily) end), ', ')
              from pg_amop join pg_operator o on o.oid = amopopr where amopfamily = opcfamily and amoplefttype = opcintype),
           (select string_agg(format('function %s %s', amprocnum, amproc::regprocedure), ', ')
              from pg_amproc where amprocfamily = opcfamily and amproclefttype = opcintype and amprocrighttype = opcintype and amprocnum is distinct from number),
           case when number is not null then format('function %s %s', number, instead) end, case when opckeytype <> 0 then 'storage ' || opckeytype::regtype end)
      from pg_opclass where oid = class
$$;

-- Functions of one system stand for those of the others where all are tried everywhere.
create view ours as select f as function, f::text as name from member('proname ~ ''_gist_|_gin_''') f where :full or f::text !~ '^(baseuid|uuid_family)';

-- Our classes: those of each type with functions of its own, and one of each kind of those that share them.
create view classes_of_ours as
    select unnest(array[type || '_gist_ops', type || '_gin_ops']) as opcname from types where family is null union all values ('base62id_gist_ops'), ('made_id_gin_ops');

-- As every support function of every method, in classes of core's and of ours.
create procedure misuse_numbers() language plpgsql as $$
declare
    c record;
    f record;
    n integer;
begin
    for c in select o.oid, opcname, amname, opcintype::regtype::text as type, case amname when 'gist' then 12 when 'brin' then 15 else 7 end as numbers
               from pg_opclass o join pg_am a on a.oid = opcmethod where (amname, opcname) in (('gist', 'range_ops'), ('gist', 'inet_ops'), ('gin', 'array_ops'), ('gin', 'jsonb_ops'), ('spgist', 'inet_ops'), ('brin', 'int4_minmax_ops'),
                    ('btree', 'int4_ops'), ('hash', 'int4_ops'), ('gist', 'uid11_gist_ops'), ('gist', 'typeid_gist_ops'), ('gist', 'made_id_gist_ops'), ('gin', 'typeid_gin_ops'),
                    ('gin', 'uid11_gin_ops')) loop
        for f in select * from ours loop
            for n in 1 .. c.numbers loop
                call try_class(f.name, format('support function %s of %s', n, c.opcname), case c.type when 'anyarray' then 'text[]' when 'anyrange' then 'int4range' else c.type end,
                    c.amname, items_of(c.oid, n, f.function));
            end loop;
            commit; -- each attempt holds locks until then
        end loop;
    end loop;
end $$;
call misuse_numbers();

-- For other types, and with other storage.
create procedure misuse_types() language plpgsql as $$
declare
    c record;
    v record;
    storage text;
    functions text;
    operators text;
begin
    for c in select o.oid, opcname, amname, opcintype::regtype::text as type, items_of(o.oid) as items from pg_opclass o join pg_am a on a.oid = opcmethod
              where opcname in (select * from classes_of_ours) loop
        select string_agg(i[1], ', ') into functions from regexp_matches(c.items, 'function \d+ [^(]+\([^)]*\)', 'g') i where i[1] !~ 'function 1 .*_cmp';
        for v in select * from victim loop
            -- the operators of its own btree class, under the numbers of this one
            select string_agg(format('operator %s %s.%s', m.amopstrategy, o.oprnamespace::regnamespace, o.oprname), ', ') into operators
              from pg_opclass b join pg_amop a on a.amopfamily = b.opcfamily and a.amoplefttype = b.opcintype and a.amoprighttype = b.opcintype
              join pg_operator o on o.oid = a.amopopr join pg_opclass i on i.oid = c.oid
              join pg_amop m on m.amopfamily = i.opcfamily and m.amoplefttype = i.opcintype and m.amoprighttype = i.opcintype
              join pg_operator mo on mo.oid = m.amopopr and mo.oprname = o.oprname
             where b.opcdefault and b.opcmethod = (select oid from pg_am where amname = 'btree') and b.opcintype = v.type::regtype;
            foreach storage in array '{bytea,integer,text,uuid}'::text[] || v.type loop
                call try_class(c.opcname, format('for %s, storage %s', v.type, storage), v.type, c.amname, concat_ws(', ', operators, functions, 'storage ' || storage));
            end loop;
            commit;
        end loop;
    end loop;
end $$;
call misuse_types();

-- Operators with another right side than the functions read.
create procedure misuse_operators() language plpgsql as $$
declare
    c record;
    v record;
begin
    for c in select o.oid, opcname, amname, opcintype::regtype::text as type, items_of(o.oid) as items from pg_opclass o join pg_am a on a.oid = opcmethod
              where opcname in (select * from classes_of_ours) loop
        for v in select * from victim loop
            execute format('create function g(%s, %s) returns boolean language plpgsql immutable as ''begin return true; end''', c.type, v.type);
            execute format('create operator @@@@ (function = g, leftarg = %s, rightarg = %s)', c.type, v.type);
            call try_class(c.opcname, format('%s @@@@ %s', c.type, v.type), c.type, c.amname,
                regexp_replace(c.items, 'operator (3|18) [^ ]+ \([^)]*\)', format('operator \1 @@@@ (%s, %s)', c.type, v.type)));
            execute format('drop operator @@@@ (%s, %s); drop function g(%1$s, %2$s)', c.type, v.type);
            commit;
        end loop;
    end loop;
end $$;
call misuse_operators();

-- What is right goes on: a class of somebody else's with all of our functions, for a type of the same layout.
do $$
declare
    c record;
begin
    for c in select opcname, amname, opcintype::regtype::text as type, items_of(o.oid) as items from pg_opclass o join pg_am a on a.oid = opcmethod
              where opcname in ('uid11_gist_ops', 'typeid_gin_ops', 'base62id_gist_ops', 'made_id_gist_ops', 'baseuid_gin_ops') loop
        call try_class(c.opcname, 'as it is', c.type, c.amname, c.items);
    end loop;
end $$;

-- Named where no index calls them.
create procedure misuse_elsewhere() language plpgsql as $$
declare
    f record;
begin
    for f in select name, function, function::oid::regproc::text as bare, 
                   (select string_agg(case a when 'internal'::regtype then 'null' when '"any"'::regtype then 'null::integer' else 'null::' || a::regtype end, ', ' order by n)
                      from pg_proc, unnest(proargtypes) with ordinality u (a, n) where oid = function) as nulls
               from ours loop
        call try(f.name, 'planner support', format('create function supported(integer) returns boolean language plpgsql immutable support %s as ''begin return true; end''', f.bare));
        call try(f.name, 'planner support', 'select from generate_series(1, 2) i where supported(i)');
        drop function if exists supported(integer);
        call try(f.name, 'subscripting', 'create type mine');
        call try(f.name, 'subscripting', 'create function mine_in(cstring) returns mine language internal immutable strict as ''int4in''');
        call try(f.name, 'subscripting', 'create function mine_out(mine) returns cstring language internal immutable strict as ''int4out''');
        call try(f.name, 'subscripting', format('create type mine (input = mine_in, output = mine_out, like = integer, subscript = %s)', f.bare));
        call try(f.name, 'subscripting', 'select (''1''::mine)[1]');
        drop type if exists mine cascade;
        call try(f.name, 'final function', format('create aggregate finished(bigint) (sfunc = int8_avg_accum, stype = internal, finalfunc = %s)', f.bare));
        call try(f.name, 'final function', 'select finished(i) from generate_series(1, 10::bigint) i');
        drop aggregate if exists finished(bigint);
        call try(f.name, 'combine function', format('create aggregate combined(bigint) (sfunc = int8_avg_accum, stype = internal, combinefunc = %s, finalfunc = numeric_poly_avg, parallel = safe)', f.bare));
        drop aggregate if exists combined(bigint);
        call try(f.name, 'transform', format('create transform for point language plpgsql (from sql with function %s)', f.function));
        drop transform if exists for point language plpgsql;
        call try(f.name, 'called', format('select %s(%s)', f.bare, f.nulls));
    end loop;
end $$;
call misuse_elsewhere();
