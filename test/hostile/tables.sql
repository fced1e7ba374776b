-- Tables of all types, from test/lib/types.tsv.
--   sample  1000 random rows: a uuid u and its octets o; of each type a column T, and T_text
--   ids     12 rows that are the same in each run: of each type a column T; TypeIDs of several
--           lengths, and an array
--   types   the table of types itself
-- And, in the schema forged, what the parts share that forge objects.
\i test/lib/helpers.sql
\i test/lib/types.sql
\set ECHO none

create table types as select n, type, family, value, fresh from id_types;
call pg_temp.create_rows(
    'random', 'select i, uuid_send(gen_random_uuid()) from generate_series(1, 1000) i');
update random set typeid = uuid_to_typeid('user', typeid::uuid);
do $$
begin
    execute format(
        $q$
        create unlogged table sample as
        select *, uuid_send(u) o, uuid_to_base32hex(u) t32, %s
        from (select *, base62id::uuid u from random) r
        $q$,
        pg_temp.list_of_types('%1$s::text %1$s_text'));
end $$;
drop table random;
analyze sample;
call pg_temp.create_rows(
    'ids', $$select i, decode(md5(i::text), 'hex') from generate_series(1, 12) i$$);
alter table ids add typeids typeid[];
update ids
set typeid = uuid_to_typeid(left('user', n % 5), typeid::uuid),
    typeids = array[uuid_to_typeid('a', typeid::uuid)];

create schema forged;
set search_path = forged, public;

-- Functions of the extension.
create function member(condition text) returns setof regprocedure language plpgsql as $$
begin
    return query execute format(
        $q$
        select p.oid::regprocedure
        from pg_proc p
        join pg_depend d
            on d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
        join pg_extension e
            on d.refclassid = 'pg_extension'::regclass and d.refobjid = e.oid
        where e.extname = 'base62id' and %s
        order by p.oid::regprocedure::text
        $q$,
        condition);
end $$;

-- What each attempt gave; `use` says which object was misused how.
create table attempt (target text, use text, state text, message text);
create procedure try(target text, use text, statement text) language plpgsql as $$
declare
    state text := '00000';
    message text;
begin
    begin
        execute statement;
    exception when others then
        state := sqlstate;
        message := sqlerrm || ': ' || statement;
    end;
    insert into attempt values (target, use, state, message);
end $$;
