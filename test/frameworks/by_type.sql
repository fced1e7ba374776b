-- For drivers: one table a type of test/lib/types.tsv, whose ids the server makes, or the client.
\i test/lib/helpers.sql
\i test/lib/types.sql
\set ECHO none
-- With the domain that the documentation recommends: ids of one kind.
CREATE DOMAIN user_id AS typeid DEFAULT typeid_generate('user') CHECK (typeid_check(VALUE, 'user'));
CREATE TABLE kinds AS
    SELECT type, family IS NOT NULL AS of_uuid, fresh FROM id_types
    UNION ALL
    VALUES ('user_id', false, $$typeid_generate('user')$$);
CALL pg_temp.for_types('CREATE TABLE by_%1$s (id %1$s PRIMARY KEY DEFAULT %3$s, note text)');
CREATE TABLE by_user_id (id user_id PRIMARY KEY, note text);

-- Enough rows that the planner prefers the index by itself.
SELECT format('INSERT INTO by_%s (note) SELECT n FROM generate_series(1, 5000) n', type)
FROM kinds \gexec
VACUUM ANALYZE;

-- The text of a new id.
CREATE FUNCTION new_id(type text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    id text;
BEGIN
    EXECUTE (
        SELECT format('SELECT (%s)::%I', k.fresh, k.type)
        FROM kinds k
        WHERE k.type = new_id.type
    )
    INTO id;
    RETURN id;
END $$;

-- The plan of the statement that this session's driver prepared last among those that start with
-- the given words, for parameters of any value.  Text of the prepared statement's plan, not of a
-- look-alike.
CREATE FUNCTION plan_of_prepared(words text, id text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    statement text;
    line text;
    plan text := '';
BEGIN
    SELECT format('EXPLAIN (COSTS OFF) EXECUTE %I(%L)', p.name, id) INTO STRICT statement
    FROM pg_catalog.pg_prepared_statements p
    WHERE starts_with(p.statement, words)
    ORDER BY prepare_time DESC
    LIMIT 1;
    SET LOCAL plan_cache_mode = force_generic_plan;
    FOR line IN EXECUTE statement LOOP
        plan := plan || line || E'\n';
    END LOOP;
    RETURN replace(plan, '(id)::typeid', 'id'); -- a column of the domain
END $$;

-- Whether that plan is a search in the index by this condition, and by nothing else.
CREATE FUNCTION uses_index(words text, id text, condition text) RETURNS boolean LANGUAGE sql AS $$
    SELECT plan ~ ('Index Cond: \(\(*id ' || condition) AND plan !~ 'Filter'
    FROM plan_of_prepared(words, id) AS plan
$$;
