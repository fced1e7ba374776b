-- One table a type: the server makes ids, or the client does.
CREATE EXTENSION base62id;

CREATE TABLE by_typeid     (id typeid     PRIMARY KEY DEFAULT typeid_generate('user'), note text);
CREATE TABLE by_uid11      (id uid11      PRIMARY KEY DEFAULT xid_new(),               note text);
CREATE TABLE by_baseuid    (id baseuid    PRIMARY KEY DEFAULT baseuid_new(),           note text);
CREATE TABLE by_base62id   (id base62id   PRIMARY KEY DEFAULT gen_random_uuid(),       note text);
CREATE TABLE by_base64uuid (id base64uuid PRIMARY KEY DEFAULT gen_random_uuid(),       note text);
CREATE TABLE by_ulid       (id ulid       PRIMARY KEY DEFAULT ulid_generate(),         note text);

-- The domain that the documentation recommends: ids of one kind.
CREATE DOMAIN user_id AS typeid DEFAULT typeid_generate('user') CHECK (typeid_check(VALUE, 'user'));
CREATE TABLE by_user_id    (id user_id    PRIMARY KEY,                                 note text);

-- Enough rows that the planner prefers the index by itself.
INSERT INTO by_typeid     (note) SELECT n FROM generate_series(1, 5000) n;
INSERT INTO by_uid11      (note) SELECT n FROM generate_series(1, 5000) n;
INSERT INTO by_baseuid    (note) SELECT n FROM generate_series(1, 5000) n;
INSERT INTO by_base62id   (note) SELECT n FROM generate_series(1, 5000) n;
INSERT INTO by_base64uuid (note) SELECT n FROM generate_series(1, 5000) n;
INSERT INTO by_ulid       (note) SELECT n FROM generate_series(1, 5000) n;
INSERT INTO by_user_id    (note) SELECT n FROM generate_series(1, 5000) n;
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
