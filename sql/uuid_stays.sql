-- A uuid that stays: conditions on `u::T` are those on the uuid u, by its own indexes, and
-- no index on `u::T` loses any.
\i test/lib/helpers.sql
\i test/lib/types.sql
CREATE SCHEMA stays;
SET search_path = stays, public;
SET max_parallel_workers_per_gather = 0;
SET jit = off;

-- uuid, the types of its family, and an id type, which no operator connects with uuid.
CALL pg_temp.add_id_type();
CREATE TEMP TABLE members AS SELECT 0 AS k, 'uuid' AS type UNION ALL SELECT n, type FROM id_types
    WHERE family = 'uuid' OR type = 'item_id';

-- Tables of uuids, and of each type a view of them and a table of its own. The view of uuid
-- shows what is to be.
CREATE TABLE users (id uuid PRIMARY KEY, n integer) WITH (autovacuum_enabled = off);
CREATE TABLE orders (id uuid PRIMARY KEY, user_id uuid NOT NULL, n integer)
    WITH (autovacuum_enabled = off);
CREATE INDEX orders_user_id ON orders (user_id);
CREATE TABLE parts (id uuid PRIMARY KEY, n integer) PARTITION BY HASH (id);
CREATE TABLE parts_0 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 0)
    WITH (autovacuum_enabled = off);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 1)
    WITH (autovacuum_enabled = off);
CREATE TABLE ranged (id uuid PRIMARY KEY, n integer) PARTITION BY RANGE (id);
CREATE TABLE ranged_0 PARTITION OF ranged FOR VALUES
    FROM (MINVALUE) TO ('80000000-0000-0000-0000-000000000000') WITH (autovacuum_enabled = off);
CREATE TABLE ranged_1 PARTITION OF ranged FOR VALUES
    FROM ('80000000-0000-0000-0000-000000000000') TO (MAXVALUE) WITH (autovacuum_enabled = off);
INSERT INTO users SELECT md5(n::text)::uuid, n FROM generate_series(1, 4000) AS n;
INSERT INTO orders SELECT md5('o' || n)::uuid, md5((n % 1000)::text)::uuid, n
    FROM generate_series(1, 4000) AS n;
INSERT INTO parts SELECT * FROM users;
INSERT INTO ranged SELECT * FROM users;
CALL pg_temp.for_members('CREATE VIEW users_%1$s AS SELECT id::%1$s AS id, n FROM users');
CALL pg_temp.for_members('CREATE VIEW orders_%1$s AS SELECT id::%1$s AS id,
                          user_id::%1$s AS user_id, n FROM orders');
CALL pg_temp.for_members('CREATE VIEW parts_of_%1$s AS SELECT id::%1$s AS id, n FROM parts');
CALL pg_temp.for_members('CREATE VIEW ranged_of_%1$s AS SELECT id::%1$s AS id, n FROM ranged');
CALL pg_temp.for_members('CREATE TABLE own_%1$s (id %1$s PRIMARY KEY, n integer)
                            WITH (autovacuum_enabled = off)');
CALL pg_temp.for_members('INSERT INTO own_%1$s SELECT * FROM users');
VACUUM ANALYZE;

\echo '-- A query of each type beside the same one of uuid: "same" where the plans are, word for'
\echo '-- word;'
\echo '-- "way" where they scan and join by the same indexes; else the plan.  WRONG where they find'
\echo '-- other rows; 42883 where no operator connects the id type with a uuid.  Queries that are'
\echo '-- the same for all types are counted.'
CREATE FUNCTION pg_temp.text_of_plan(query text) RETURNS text
    LANGUAGE sql AS $$SELECT string_agg(line || E'\n', '') FROM pg_temp.plan_of(query) AS line$$;
CREATE FUNCTION pg_temp.compared(query text, type text, command text DEFAULT NULL,
                                 core text DEFAULT 'uuid',
                                 value text DEFAULT 'md5(''7'')::uuid') RETURNS text
    LANGUAGE plpgsql AS $$
DECLARE
    plans text[];
    rows text[];
    t text;
    v text;
BEGIN
    FOREACH t IN ARRAY ARRAY[core, type] LOOP
        IF command IS NOT NULL THEN
            DEALLOCATE ALL;
            EXECUTE replace(replace(command, 'VALUE', format('(%s::%s)', value, t)), 'TYPE', t);
        END IF;
        v := replace(replace(query, 'VALUE', format('(%s::%s)', value, t)), 'TYPE', t);
        -- PostgreSQL 18 says what is compared with a hashed subquery.
        plans := plans || regexp_replace(replace(pg_temp.text_of_plan(v), 'own_' || t, 'own'),
                                         'Filter: [^\n]*SubPlan[^\n]*', 'subquery');
        rows := rows || pg_temp.value_of(CASE WHEN v ~* '^(select|execute)' THEN v
                                              ELSE 'SELECT 0' END);
    END LOOP;
    IF rows[1] IS DISTINCT FROM rows[2] THEN
        RETURN format('WRONG: %s, %s', rows[2], rows[1]);
    END IF;
    IF plans[1] = plans[2] THEN
        RETURN 'same';
    END IF;
    plans := ARRAY(
        SELECT regexp_replace(p, '\n *(Index Cond|Filter|Recheck Cond|Hash Cond|Merge Cond'
                                 '|Join Filter): [^\n]*', '', 'g')
          FROM unnest(plans) WITH ORDINALITY AS u(p, i)
          ORDER BY i);
    RETURN CASE WHEN plans[1] = plans[2] THEN 'way'
                ELSE regexp_replace(plans[2], '\n *(-> +)?', ', ', 'g') END;
EXCEPTION WHEN undefined_function THEN
    RETURN sqlstate;
END $$;
CREATE TEMP TABLE queries (n serial, query text);
-- PostgreSQL 16 and 17 keep a view's expression in a FULL JOIN apart, where no support function
-- sees its column.
CREATE TEMP VIEW outcomes AS SELECT n, k, query, type,
    CASE WHEN query ~ 'FULL JOIN' AND outcome ~ 'Merge Full Join.*Sort Key'
        AND current_setting('server_version_num')::integer / 10000 IN (16, 17)
        THEN 'same' ELSE outcome END AS outcome
FROM queries, members, pg_temp.compared(query, type) AS outcome WHERE type <> 'uuid';
CREATE TEMP VIEW answers AS SELECT outcomes, count(*) AS queries,
    string_agg(regexp_replace(query, '\s+', ' ', 'g'), E'\n' ORDER BY n)
        FILTER (WHERE outcomes !~ '^same( same)*$') AS others
  FROM (SELECT n, query,
               string_agg(CASE WHEN query ~ 'own_' AND outcome ~ 'Merge Join.*Sort Key' THEN 'sorts'
                               ELSE outcome END, ' ' ORDER BY k) AS outcomes
          FROM outcomes
          GROUP BY n, query) AS q
  GROUP BY outcomes
  ORDER BY outcomes;

\echo '-- ---------- conditions ----------'
INSERT INTO queries (query) VALUES
    ('SELECT sum(n) FROM users_TYPE WHERE id = VALUE'),
    ('SELECT sum(n) FROM users_TYPE WHERE VALUE = id'),
    ('SELECT sum(n) FROM users_TYPE WHERE id = VALUE::uuid'),
    ('SELECT sum(n) FROM users_TYPE WHERE id = VALUE OR id = (md5(''8'')::uuid::TYPE)'),
    ('SELECT sum(n) FROM users_TYPE WHERE id <> VALUE'),
    ('SELECT sum(n) FROM users_TYPE WHERE NOT id = VALUE'),
    ('SELECT sum(n) FROM users_TYPE WHERE (id, n) = (VALUE, 7)'),
    ('SELECT sum(n) FROM users_TYPE WHERE id = (SELECT VALUE)'),
    ('SELECT sum(n) FROM users_TYPE WHERE id = NULL'),
    ('SELECT sum(n) FROM users_TYPE WHERE CASE WHEN n > 5 THEN id = VALUE END'),
    ('SELECT sum(n) FROM (SELECT * FROM users_TYPE OFFSET 0) AS v WHERE id = VALUE'),
    ('SELECT sum(u.n) FROM generate_series(7, 8) AS i, LATERAL (SELECT *
          FROM users_TYPE
          WHERE id = md5(i::text)::uuid::TYPE OFFSET 0) AS u'),
    ('SELECT sum(n) FROM parts_of_TYPE WHERE id = VALUE'),
    ('SELECT sum(n)
        FROM users_TYPE
        WHERE id < ''00800000-0000-0000-0000-000000000000''::uuid::TYPE'),
    ('SELECT sum(n)
        FROM users_TYPE
        WHERE ''00800000-0000-0000-0000-000000000000''::uuid::TYPE >= id'),
    ('SELECT sum(n) FROM users_TYPE WHERE id > ''ff800000-0000-0000-0000-000000000000''::uuid'),
    ('SELECT sum(n)
        FROM users_TYPE
        WHERE id >= ''ff800000-0000-0000-0000-000000000000''::uuid::TYPE'),
    ('SELECT sum(n) FROM users_TYPE WHERE id BETWEEN VALUE AND VALUE'),
    ('SELECT sum(n)
        FROM ranged_of_TYPE
        WHERE id < ''60000000-0000-0000-0000-000000000000''::uuid::TYPE'),
    ('SELECT sum(n)
        FROM ranged_of_TYPE
        WHERE ''a0000000-0000-0000-0000-000000000000''::uuid <= id'),
    ('SELECT sum(n) FROM ranged_of_TYPE WHERE id BETWEEN VALUE AND VALUE'),
    ('SELECT sum(n) FROM users_TYPE WHERE id < VALUE AND n = 8'),
    ('UPDATE users_TYPE SET n = n + 1 WHERE id = VALUE'),
    ('DELETE FROM users_TYPE WHERE id = VALUE'),
    ('MERGE INTO users
        USING orders_TYPE AS o ON users.id::TYPE = o.user_id
            AND o.n < 3 WHEN MATCHED THEN UPDATE SET n = o.n');
TABLE answers;

\echo '-- ---------- joins ----------'
DELETE FROM queries;
INSERT INTO queries (query) VALUES
    ('SELECT sum(u.n)
        FROM users_TYPE AS u
        JOIN orders_TYPE AS o ON o.user_id = u.id
        WHERE o.n < 4'),
    ('SELECT sum(u.n)
        FROM users_TYPE AS u
        JOIN orders_TYPE AS o ON u.id = o.user_id
        WHERE u.n < 4'),
    ('SELECT sum(u.n)
        FROM users_TYPE AS u
        JOIN orders_TYPE AS o ON u.id = o.user_id
        WHERE u.id = VALUE'),
    ('SELECT sum(u.n) FROM users_TYPE AS u JOIN orders AS o ON u.id = o.user_id WHERE o.n < 4'),
    ('SELECT sum(u.n) FROM users_TYPE AS u JOIN orders_TYPE AS o ON u.id = o.user_id'),
    ('SELECT sum(o.n) FROM orders_TYPE AS o LEFT JOIN users_TYPE AS u ON u.id = o.user_id'),
    ('SELECT sum(o.n)
        FROM orders_TYPE AS o
        WHERE user_id IN (SELECT id FROM users_TYPE WHERE n < 4)'),
    ('SELECT sum(o.n)
        FROM orders_TYPE AS o
        WHERE user_id NOT IN (SELECT id FROM users_TYPE WHERE n > 4)'),
    ('SELECT sum(u.n)
        FROM users_TYPE AS u
        WHERE EXISTS (SELECT FROM orders_TYPE AS o WHERE o.user_id = u.id AND u.n < 4)'),
    ('SELECT sum(u.n)
        FROM users_TYPE AS u
        WHERE NOT EXISTS (SELECT FROM orders_TYPE AS o WHERE o.user_id = u.id)'),
    ('SELECT sum((SELECT u.n FROM users_TYPE AS u WHERE u.id = o.user_id))
        FROM orders_TYPE AS o
        WHERE o.n < 4'),
    ('SELECT sum(u.n) FROM users_TYPE AS u FULL JOIN orders_TYPE AS o ON u.id = o.user_id'),
    ('SELECT sum(u.n)
        FROM users_TYPE AS u
        JOIN orders_TYPE AS o ON u.id = o.user_id
        JOIN parts_of_TYPE AS p ON p.id = o.user_id
        WHERE p.id = VALUE'),
    ('SELECT sum(a.n) FROM users_TYPE AS a JOIN users_TYPE AS b ON a.id = b.id'),
    ('SELECT count(*)
        FROM users_TYPE AS u
        JOIN orders_TYPE AS o ON o.user_id < u.id
        WHERE o.n < 4'),
    ('SELECT sum(o.n) FROM own_TYPE AS o JOIN users_TYPE AS u ON u.id = o.id WHERE o.n < 4'),
    ('SELECT sum(o.n) FROM own_TYPE AS o JOIN users_TYPE AS u ON o.id = u.id WHERE u.n < 4'),
    ('SELECT sum(o.n) FROM own_TYPE AS o JOIN users_TYPE AS u ON o.id = u.id'),
    ('SELECT sum(o.n) FROM orders_TYPE AS o LEFT JOIN own_TYPE AS u ON u.id = o.user_id'),
    ('UPDATE users_TYPE AS u SET n = o.n FROM orders_TYPE AS o WHERE u.id = o.user_id AND o.n < 4'),
    ('DELETE FROM users_TYPE AS u USING orders_TYPE AS o WHERE u.id = o.user_id AND o.n < 4');
TABLE answers;
SET enable_hashjoin = off;
SET enable_nestloop = off;
\echo '-- A merge join of a uuid''s index with one of T''s sorts one of the two: an index has'
\echo '-- the order of one family.'
DELETE FROM queries WHERE query !~ 'JOIN';
TABLE answers;
RESET enable_hashjoin;
RESET enable_nestloop;
SET enable_partitionwise_join = on;
SELECT type, pg_temp.compared('SELECT sum(a.n)
                                 FROM parts_of_TYPE AS a
                                 JOIN parts_of_TYPE AS b ON a.id = b.id AND a.n > b.n', type)
                                 AS partitionwise
  FROM members WHERE k > 0 ORDER BY k;
RESET enable_partitionwise_join;

\echo '-- ---------- parameters ----------'
SET plan_cache_mode = force_generic_plan;
SELECT form || ', $1 ' || parameter AS form, type,
       pg_temp.compared('EXECUTE asked (VALUE)', type,
                        format('PREPARE asked (%s) AS %s', parameter, form)) AS outcome
  FROM unnest(ARRAY['SELECT sum(n) FROM users_TYPE WHERE id = $1',
                    'SELECT sum(n) FROM users_TYPE WHERE id BETWEEN $1 AND $1',
                    'SELECT sum(n) FROM parts_of_TYPE WHERE id = $1',
                    'SELECT sum(n) FROM ranged_of_TYPE WHERE id < $1',
                    'SELECT sum(o.n) FROM users_TYPE AS u '
                    'JOIN orders_TYPE AS o ON u.id = o.user_id WHERE u.id = $1'])
           WITH ORDINALITY AS f(form, i),
       unnest(ARRAY['uuid', 'TYPE']) AS parameter, members
 WHERE k > 0 ORDER BY i, parameter, k
\crosstabview form type outcome
RESET plan_cache_mode;

\echo '-- ---------- indexes of u::T and of T''s classes ----------'

-- One index on a table of uuids: which conditions it serves.
CREATE TABLE one (u uuid, n integer) WITH (autovacuum_enabled = off);
INSERT INTO one SELECT id, n FROM users;
ANALYZE one;
SET enable_seqscan = off;
SET enable_indexonlyscan = off;
CREATE FUNCTION pg_temp.by_index(index text, form text, type text) RETURNS text
    LANGUAGE plpgsql AS $$
DECLARE
    value text := format('(md5(''7'')::uuid::%s)', type);
    query text := 'SELECT ' || replace(replace(form, 'VALUE', value), 'TYPE', type);
    plan text;
BEGIN
    -- An id type has no class of bloom: uuid's own serves it.
    IF type = 'item_id' THEN
        index := replace(index, '((u::TYPE) TYPE_bloom_ops)', '(u uuid_bloom_ops)');
    END IF;
    EXECUTE 'CREATE INDEX one_index ON one ' || replace(index, 'TYPE', type);
    plan := pg_temp.text_of_plan(query);
    DROP INDEX one_index;
    RETURN CASE WHEN plan ~ 'one_index' THEN 'index' ELSE '-' END;
EXCEPTION WHEN undefined_function OR datatype_mismatch THEN
    RETURN sqlstate;
END $$;
CREATE TEMP VIEW served AS
SELECT m.type = 'item_id' AS typed, f.n AS f_n, i.n AS i_n, f.form, i.index,
string_agg(DISTINCT pg_temp.by_index(i.index, f.form, m.type), E'\n'
    ORDER BY pg_temp.by_index(i.index, f.form, m.type)) AS by_index
  FROM unnest(ARRAY['n FROM one WHERE u::TYPE = VALUE', 'n FROM one WHERE u = VALUE::uuid',
      'n FROM one WHERE u::TYPE < VALUE', 'n FROM one WHERE u < VALUE',
  'n FROM one WHERE u::TYPE ^@ left(VALUE::text, 12)',
  'n FROM one WHERE u::TYPE LIKE left(VALUE::text, 12) || ''%''',
                    'n FROM one WHERE u::TYPE IN (VALUE, md5(''8'')::uuid::TYPE)',
                    'n FROM one WHERE u IN (VALUE, md5(''8'')::uuid::TYPE)',
                    'n FROM one ORDER BY u::TYPE LIMIT 1', 'max(u::TYPE) FROM one',
                    'o.n FROM one JOIN orders_TYPE AS o ON o.user_id = u::TYPE WHERE o.n < 4',
                    'o.n FROM one JOIN own_TYPE AS o ON o.id = u::TYPE WHERE o.n < 4'])
       WITH ORDINALITY AS f(form, n),
       unnest(ARRAY['(u)', '((u::TYPE))', '(u TYPE_ops)', 'USING hash (u)',
           'USING hash ((u::TYPE))', 'USING brin (u)', 'USING brin ((u::TYPE))',
       'USING brin ((u::TYPE) TYPE_bloom_ops)',
                    'USING gist ((u::TYPE))', 'USING gin ((u::TYPE))',
                    '(n) WHERE u::TYPE <= md5(''7'')::uuid::TYPE'])
                        WITH ORDINALITY AS i(index, n), members AS m
 WHERE m.k > 0 GROUP BY m.type = 'item_id', f.n, f.form, i.n, i.index;
SELECT form, index, by_index FROM served WHERE NOT typed ORDER BY f_n, i_n
\crosstabview form index by_index
\echo '-- An id type has no class for uuids.'
SELECT form, index, by_index FROM served WHERE typed ORDER BY f_n, i_n
\crosstabview form index by_index
\echo '-- The index of a child serves its part, too.'
CREATE TABLE heir () INHERITS (one);
INSERT INTO heir SELECT id, n FROM users;
CREATE INDEX heir_index ON heir ((u::base62id));
ANALYZE heir;
SELECT pg_temp.text_of_plan('SELECT n FROM one WHERE u::base62id < (md5(''7'')::uuid::base62id)') ~
'heir_index' AS "index of a child";
RESET enable_seqscan;
RESET enable_indexonlyscan;

\echo '-- ---------- what is declared with u::T = … ----------'
-- A list of privileges that still has PUBLIC, as GRANT … ON ALL FUNCTIONS leaves it: predicates
-- of indexes are read as before.
DO $$
DECLARE
    f regprocedure;
BEGIN
    FOR f IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proacl IS NULL
    LOOP
        EXECUTE format('GRANT EXECUTE ON ROUTINE %s TO PUBLIC', f);
    END LOOP;
END $$;
CREATE FUNCTION pg_temp.uses(query text, what text) RETURNS boolean
    LANGUAGE sql AS $$SELECT pg_temp.text_of_plan(query) ~ what$$;
CALL pg_temp.for_members('CREATE TABLE declared_%1$s (
                              u uuid,
                              n integer,
                              c boolean GENERATED ALWAYS AS (u::%1$s = md5(''7'')::uuid::%1$s)
                                  STORED,
                              CHECK (u::%1$s <> md5(''0'')::uuid::%1$s))
                              WITH (autovacuum_enabled = off)');
CALL pg_temp.for_members('CREATE UNIQUE INDEX declared_%1$s_u ON declared_%1$s ((u::%1$s))');
CALL pg_temp.for_members('CREATE INDEX declared_%1$s_plain ON declared_%1$s (u)');
CALL pg_temp.for_members('CREATE INDEX declared_%1$s_7 ON declared_%1$s (n)
                            WHERE u::%1$s = md5(''7'')::uuid::%1$s');
CALL pg_temp.for_members('CREATE INDEX declared_%1$s_c
                              ON declared_%1$s ((u::%1$s = md5(''8'')::uuid::%1$s))
                                  WHERE u::%1$s <> md5(''9'')::uuid::%1$s');
CALL pg_temp.for_members('INSERT INTO declared_%1$s SELECT id, n FROM users WHERE n < 100');
CALL pg_temp.for_members('INSERT INTO declared_%1$s VALUES (md5(''7'')::uuid, 70)
                            ON CONFLICT ((u::%1$s)) DO UPDATE SET n = excluded.n');
CALL pg_temp.for_members('INSERT INTO declared_%1$s VALUES (md5(''8'')::uuid, 80)
                            ON CONFLICT ((u::%1$s)) DO NOTHING');
SET enable_seqscan = off;
\echo '-- All of it works as of uuid itself, in the first row: what was generated, partial indexes,'
\echo '-- those on an expression, CHECK (23514), and what it excludes.'
SELECT type, pg_temp.value_of(format('SELECT sum(n) FILTER (WHERE c) FROM declared_%s',
    type)) AS generated,
       pg_temp.uses(format('SELECT n
                              FROM declared_%1$s
                              WHERE n > 6 AND u::%1$s = md5(''7'')::uuid::%1$s',
           type), '_7') AS partial,
       pg_temp.uses(format('SELECT n
                              FROM declared_%1$s
                              WHERE (u::%1$s = md5(''8'')::uuid::%1$s)
                                AND u::%1$s <> md5(''9'')::uuid::%1$s',
           type), '_(c|u|plain)') AS expression,
       pg_temp.uses(format('SELECT n
                              FROM declared_%1$s
                              WHERE (u::%1$s = md5(''8'')::uuid::%1$s) IS FALSE
                                AND NOT u::%1$s = md5(''9'')::uuid::%1$s',
           type),
                    '_c') AS "false",
       pg_temp.sqlstate_of(format('INSERT INTO declared_%s VALUES (md5(''0'')::uuid)',
           type)) AS "check",
       pg_temp.value_of(format('SELECT set_config(''constraint_exclusion'', ''on'', true)')) AS
       exclusion,
       pg_temp.uses(format('SELECT n FROM declared_%1$s WHERE u::%1$s = md5(''0'')::uuid::%1$s',
           type), 'One-Time Filter: false') AS excluded
  FROM members ORDER BY k;
RESET enable_seqscan;
CALL pg_temp.for_members('DROP TABLE declared_%1$s');

\echo '-- ---------- who may see, and who may call ----------'
CREATE ROLE stays_reader;
GRANT USAGE ON SCHEMA stays TO stays_reader;
CREATE TABLE secrets (id uuid PRIMARY KEY, owner name, n integer) WITH (autovacuum_enabled = off);
INSERT INTO secrets SELECT id, CASE WHEN n % 2 = 0 THEN 'stays_reader' ELSE 'other' END, n
FROM users;
ANALYZE secrets;
ALTER TABLE secrets ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON secrets USING (owner = current_user);
CALL pg_temp.for_members('CREATE VIEW secrets_%1$s
                            WITH (security_barrier) AS SELECT id::%1$s AS id, n
                                FROM secrets
                                WHERE owner = current_user');
CREATE FUNCTION leaks(integer) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS $$
BEGIN
    RAISE EXCEPTION 'saw %', $1;
END $$;
GRANT SELECT ON secrets, users, members TO stays_reader;
CALL pg_temp.for_members('GRANT SELECT ON secrets_%1$s TO stays_reader');
SET ROLE stays_reader;
\echo '-- The condition on the id is asked of the index before who may see is known: = is'
\echo '-- leakproof. A function that is not waits.'
SELECT type,
       pg_temp.compared('SELECT sum(n) FROM secrets WHERE id::TYPE = VALUE', type)
           AS "row security",
       pg_temp.compared('SELECT sum(n) FROM secrets WHERE id::TYPE = (md5(''8'')::uuid::TYPE)',
                        type) AS "a row of one's own",
       pg_temp.compared('SELECT sum(n) FROM secrets_TYPE WHERE id = VALUE', type)
           AS "security barrier",
       pg_temp.compared('SELECT sum(n)
                           FROM secrets_TYPE
                           WHERE id < ''00800000-0000-0000-0000-000000000000''::uuid::TYPE', type)
           AS "by range",
       pg_temp.sqlstate_of(format('SELECT n
                                     FROM secrets_%1$s
                                     WHERE id = md5(''7'')::uuid::%1$s AND leaks(n)', type))
           AS leaks
  FROM members WHERE k > 0 ORDER BY k;
RESET ROLE;
\echo '-- Who may not call T''s = cannot by way of uuid''s, nor with a plan that is there already.'
PREPARE by_id AS SELECT n FROM users WHERE id::base62id = md5('7')::uuid::base62id;
SET ROLE stays_reader;
EXECUTE by_id;
RESET ROLE;
BEGIN;
REVOKE EXECUTE ON FUNCTION base62id_eq(base62id, base62id) FROM PUBLIC;
SET ROLE stays_reader;
SELECT pg_temp.error_of('EXECUTE by_id'),
    pg_temp.sqlstate_of('SELECT n FROM users WHERE id::base62id = md5(''7'')::uuid::base62id');
ROLLBACK;
\echo '-- Who may not call uuid''s is not sent there: the row is found by a scan.'
BEGIN;
REVOKE EXECUTE ON FUNCTION pg_catalog.uuid_eq(uuid, uuid) FROM PUBLIC;
SET ROLE stays_reader;
EXECUTE by_id;
SELECT pg_temp.plan_of('EXECUTE by_id');
ROLLBACK;
DROP OWNED BY stays_reader;
DROP ROLE stays_reader;
DROP TABLE secrets CASCADE;

\echo '-- ---------- views that are written to ----------'
\echo '-- Rows can be updated and deleted by their id; the cast column itself is not written to'
\echo '-- (0A000).'
SELECT
    type,
    pg_temp.sqlstate_of(format('UPDATE users_%1$s SET n = -7 WHERE id = md5(''7'')::uuid::%1$s',
    type)) AS "update",
       pg_temp.sqlstate_of(format('UPDATE users_%1$s SET id = id', type)) AS "update id",
       pg_temp.sqlstate_of(format('INSERT INTO users_%1$s (id, n) VALUES (gen_random_uuid(), 1)',
           type)) AS "insert id",
       pg_temp.sqlstate_of(format('DELETE FROM users_%1$s WHERE id = md5(''7'')::uuid::%1$s',
           type)) AS "delete"
  FROM members ORDER BY k;

\echo '-- ---------- a bigint that stays ----------'
\echo '-- An id type of notation uid11 is its bits, unsigned: equal where the bigint is. An'
\echo '-- ordering is another one.'
SELECT typeid_create_type('bill_id', 'bill', 'uid11');
CREATE TABLE bills (id bigint PRIMARY KEY, n integer) WITH (autovacuum_enabled = off);
CREATE TABLE lines (id bigint PRIMARY KEY, bill_id bigint NOT NULL, n integer)
    WITH (autovacuum_enabled = off);
CREATE INDEX lines_by_bill ON lines (bill_id);
CREATE TABLE bill_parts (id bigint PRIMARY KEY, n integer) PARTITION BY HASH (id);
CREATE TABLE bill_parts_0 PARTITION OF bill_parts FOR VALUES WITH (MODULUS 2, REMAINDER 0)
    WITH (autovacuum_enabled = off);
CREATE TABLE bill_parts_1 PARTITION OF bill_parts FOR VALUES WITH (MODULUS 2, REMAINDER 1)
    WITH (autovacuum_enabled = off);
INSERT INTO bills SELECT n * 7919 - 8000, n FROM generate_series(1, 4000) AS n;
INSERT INTO lines SELECT n, (n % 1000) * 7919 - 8000, n FROM generate_series(1, 4000) AS n;
INSERT INTO bill_parts SELECT * FROM bills;
CREATE VIEW bills_bigint AS SELECT * FROM bills;
CREATE VIEW bills_bill_id AS SELECT id::bill_id AS id, n FROM bills;
CREATE VIEW lines_bigint AS SELECT * FROM lines;
CREATE VIEW lines_bill_id AS SELECT id, bill_id::bill_id AS bill_id, n FROM lines;
CREATE VIEW bill_parts_of_bigint AS SELECT * FROM bill_parts;
CREATE VIEW bill_parts_of_bill_id AS SELECT id::bill_id AS id, n FROM bill_parts;
CREATE TABLE own_bill_id (id bill_id PRIMARY KEY, n integer) WITH (autovacuum_enabled = off);
CREATE TABLE own_bigint (id bigint PRIMARY KEY, n integer) WITH (autovacuum_enabled = off);
INSERT INTO own_bill_id SELECT id, n FROM bills;
INSERT INTO own_bigint SELECT id, n FROM bills;
VACUUM ANALYZE;
\echo '-- Each finds what the bigint finds, in the same way, but a partition by hash of the bigint,'
\echo '-- which none of these conditions chooses. (PostgreSQL 18 makes one list of an OR of'
\echo '-- bigints.)'
SELECT query,
    regexp_replace(pg_temp.compared(query, 'bill_id', NULL, 'bigint', '(-81)::bigint'),
    '^Aggregate, .*BitmapOr.*', 'way') AS outcome FROM unnest(ARRAY[
    'SELECT sum(n) FROM bills_TYPE WHERE id = VALUE',
    'SELECT sum(n) FROM bills_TYPE WHERE VALUE <> id',
    'SELECT sum(n) FROM bills_TYPE WHERE id = VALUE OR id = 7838::bigint::TYPE',
    'SELECT sum(n) FROM bill_parts_of_TYPE WHERE id = VALUE',
    'SELECT sum(b.n) FROM bills_TYPE AS b JOIN lines_TYPE AS l ON l.bill_id = b.id WHERE l.n < 4',
    'SELECT sum(l.n) FROM bills_TYPE AS b JOIN lines_TYPE AS l ON l.bill_id = b.id '
    'WHERE b.id = VALUE',
    'SELECT sum(l.n) FROM lines_TYPE AS l LEFT JOIN bills_TYPE AS b ON l.bill_id = b.id',
    'SELECT sum(l.n) FROM lines_TYPE AS l WHERE bill_id IN (SELECT id FROM bills_TYPE WHERE n < 4)',
    'SELECT sum(l.n) FROM lines_TYPE AS l JOIN own_TYPE AS b ON l.bill_id = b.id WHERE l.n < 4',
    'UPDATE bills_TYPE SET n = n WHERE id = VALUE']) AS query;
\echo '-- Beside any other index, both one on the bigint and one under the cast serve =.'
CREATE TABLE one_bigint (n bigint, x integer) WITH (autovacuum_enabled = off);
INSERT INTO one_bigint SELECT id, n FROM bills;
ANALYZE one_bigint;
SET enable_seqscan = off;
CREATE FUNCTION pg_temp.index_of_one(index text, beside text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    plan text;
BEGIN
    EXECUTE 'CREATE INDEX beside_it ON one_bigint ' || beside;
    EXECUTE 'CREATE INDEX one_index ON one_bigint ' || index;
    plan
    := pg_temp.text_of_plan('SELECT x FROM one_bigint WHERE n::bill_id = (-81)::bigint::bill_id');
    DROP INDEX one_index, beside_it;
    RETURN substring(plan FROM 'one_index|beside_it');
END $$;
SELECT beside, index, pg_temp.index_of_one(index, beside)
    FROM unnest(ARRAY['(n)', '((n::bill_id))']) AS index,
    unnest(ARRAY['(x)', 'USING brin (n)', 'USING brin ((n::bill_id))', '(n) WHERE x > 5000',
        '((n::bill_id)) WHERE x > 5000']) AS beside ORDER BY 1, 2
\crosstabview beside index index_of_one
RESET enable_seqscan;
\echo '-- Every comparison of two bigints under casts, columns and constants, is that of the'
\echo '-- unsigned numbers: none is wrong.'
CREATE TABLE signs AS SELECT n, CASE WHEN n < 0 THEN n + 18446744073709551616::numeric ELSE n
    END AS unsigned
    FROM unnest(ARRAY[-9223372036854775808, -2, -1, 0, 1, 2, 9223372036854775807]::bigint[]) AS n;
CREATE FUNCTION pg_temp.wrong(op text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    found bigint;
    s signs;
BEGIN
    EXECUTE format('SELECT (SELECT count(*) FROM signs AS a JOIN signs AS b
        ON a.n::bill_id %1$s b.n::bill_id AND NOT a.unsigned %1$s b.unsigned)
        + (SELECT count(*)
             FROM signs AS a, signs AS b
             WHERE a.unsigned %1$s b.unsigned AND NOT a.n::bill_id %1$s b.n::bill_id)', op)
             INTO found;
    FOR s IN SELECT * FROM signs LOOP
        EXECUTE format('SELECT $1 + count(*) FROM signs
            WHERE (n::bill_id %1$s (%2$L::bigint)::bill_id) IS DISTINCT FROM (unsigned %1$s %3$s)
            OR ((%2$L::bigint)::bill_id %1$s n::bill_id) IS DISTINCT FROM (%3$s %1$s unsigned)', op,
                s.n, s.unsigned) INTO found USING found;
    END LOOP;
    RETURN found;
END $$;
CREATE INDEX ON signs (n);
SET enable_seqscan = off;
SELECT op, pg_temp.wrong(op) FROM unnest(ARRAY['=', '<>', '<', '<=', '>', '>=']) AS op;
RESET enable_seqscan;
\echo '-- By the unsigned order, in which negative numbers are last.'
SELECT count(*) FROM bills_bill_id WHERE id > 7838::bigint::bill_id;
SELECT count(*) FROM bills_bill_id WHERE id >= (-81)::bigint::bill_id;

\echo '-- ---------- functions and operators that are not ours ----------'
\echo '-- The support functions answer for our comparisons alone, and for types that their families'
\echo '-- say compare so: of others all rows are found that the function is true of, without the'
\echo '-- index.'
CREATE FUNCTION not_ours(base62id, base62id) RETURNS boolean IMMUTABLE STRICT
    LANGUAGE plpgsql SUPPORT uuid_family_support AS $$BEGIN RETURN $1::uuid <> $2::uuid; END$$;
CREATE FUNCTION not_ours(base62id) RETURNS boolean IMMUTABLE STRICT
    LANGUAGE plpgsql SUPPORT numeric_id_type_support AS $$
BEGIN
    RETURN true;
END $$;
DO $$
DECLARE
    library text := (SELECT probin FROM pg_proc WHERE proname = 'base62id_eq' AND pronargs = 2);
BEGIN
    EXECUTE format('CREATE FUNCTION of_octets(interval, interval) RETURNS boolean AS %L,
                    ''base62id_eq'' LANGUAGE c IMMUTABLE STRICT SUPPORT uuid_family_support',
        library);
    EXECUTE format('CREATE FUNCTION of_octets(uid11, uid11) RETURNS boolean AS %L,
                    ''numeric_id_type_eq'' LANGUAGE c IMMUTABLE STRICT
                        SUPPORT numeric_id_type_support',
        library);
    EXECUTE format('CREATE FUNCTION of_octets(float8, float8) RETURNS boolean AS %L,
                    ''numeric_id_type_eq'' LANGUAGE c IMMUTABLE STRICT SUPPORT uuid_family_support',
        library);
END $$;
CREATE OPERATOR === (FUNCTION = not_ours, LEFTARG = base62id, RIGHTARG = base62id);
CREATE OPERATOR === (FUNCTION = of_octets, LEFTARG = interval, RIGHTARG = interval);
CREATE OPERATOR === (FUNCTION = of_octets, LEFTARG = uid11, RIGHTARG = uid11);
CREATE OPERATOR === (FUNCTION = of_octets, LEFTARG = float8, RIGHTARG = float8);
CREATE DOMAIN a_uuid AS uuid;
CREATE TABLE odd AS SELECT id::uuid::a_uuid AS u, n::bigint AS b, n::float8 AS f,
    make_interval(secs => n) AS i, id::base64uuid::ulid AS l FROM own_base62id;
CREATE INDEX odd_u ON odd (u);
ANALYZE odd;
SELECT condition, pg_temp.value_of('SELECT count(*) FROM odd WHERE ' || condition) AS count,
    pg_temp.uses('SELECT FROM odd WHERE ' || condition, 'odd_u') AS index
  FROM unnest(ARRAY['u::uuid::base62id === (md5(''7'')::uuid::base62id)',
      'not_ours(u::uuid::base62id)', 'i === make_interval(secs => 7)',
  'b::bill_id::uid11 === 7::bill_id::uid11', 'f === 7',
                    'u::base62id = (md5(''7'')::uuid::base62id)',
                    'u::uuid::base62id::ulid = (md5(''7'')::uuid::ulid)',
                    'base62id_eq(u::base62id, md5(''7'')::uuid::base62id)',
                    'l::uuid::base62id = (md5(''7'')::uuid::base62id)',
                    'u::base62id = l::base62id AND u::base62id = (md5(''7'')::uuid::base62id)']) AS
                        condition;
DROP SCHEMA stays CASCADE;
