-- What the parts share that forge objects.
create schema forged;
set search_path = forged, public;

-- Functions of the extension.
create function member(condition text) returns setof regprocedure language plpgsql as $$
begin
    return query execute format($q$
        select p.oid::regprocedure from pg_proc p
        join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
        join pg_extension e on d.refclassid = 'pg_extension'::regclass and d.refobjid = e.oid and e.extname = 'base62id'
        where %s order by p.oid::regprocedure::text $q$, condition);
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
