-- One table a type of test/lib/types.tsv: the server makes ids, or the client does.  PG_ABS_SRCDIR names the source directory.
CREATE EXTENSION base62id;
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql
\i :srcdir/test/lib/types.sql
\set ECHO none
CALL pg_temp.for_types('CREATE TABLE by_%1$s (id %1$s PRIMARY KEY DEFAULT %3$s, note text)');

-- The domain that the documentation recommends: ids of one kind.
CREATE DOMAIN user_id AS typeid DEFAULT typeid_generate('user') CHECK (typeid_check(VALUE, 'user'));
CREATE TABLE by_user_id (id user_id PRIMARY KEY, note text);

-- Enough rows that the planner prefers the index by itself.
SELECT format('INSERT INTO %I (note) SELECT n FROM generate_series(1, 5000) n', relname) FROM pg_class WHERE relname ~ '^by_' AND relkind = 'r' \gexec
VACUUM ANALYZE;

-- The plan of the statement that this session's driver prepared last among those that start with the
-- given words, for parameters of any value.  Text of the prepared statement's plan, not of a look-alike.
CREATE FUNCTION plan_of_prepared(words text, id text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    statement text;
    line text;
    plan text := '';
BEGIN
    SELECT format('EXPLAIN (COSTS OFF) EXECUTE %I(%L)', p.name, id) INTO STRICT statement
    FROM pg_catalog.pg_prepared_statements p
    WHERE starts_with(p.statement, words) ORDER BY prepare_time DESC LIMIT 1;
    SET LOCAL plan_cache_mode = force_generic_plan;
    FOR line IN EXECUTE statement LOOP
        plan := plan || line || E'\n';
    END LOOP;
    RETURN replace(plan, '(id)::typeid', 'id'); -- a column of the domain
END $$;
