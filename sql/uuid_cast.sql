-- Id types with an implicit cast from uuid: what a moved column does with uuids, its
-- foreign keys, and what binds by chance.
\i test/lib/helpers.sql
SET jit = off;
SET max_parallel_workers_per_gather = 0;
CREATE SCHEMA kinds;
SET search_path = kinds, public;

\echo ---------- what fails over the types of core alone, and then binds ----------

\echo '-- With 0, 1, 2 and 20 such types that can be seen, the extension''s schema off the'
\echo '-- search_path, then on it. With one type a text binds to it; with more, ours among them, it'
\echo '-- is ambiguous (42725).'
CREATE TABLE plain (id uuid, texts text[], ids uuid[]);
INSERT INTO plain
    VALUES ('01890a5d-ac96-774b-bcce-b302099a8057', '{01890a5d-ac96-774b-bcce-b302099a8057}',
    '{01890a5d-ac96-774b-bcce-b302099a8057}');
CREATE TABLE outcomes (n integer, form text, kinds integer, path text, outcome text);
CREATE PROCEDURE pg_temp.note_outcomes(kinds integer) LANGUAGE plpgsql AS $$
DECLARE
    path text;
BEGIN
    FOREACH path IN ARRAY ARRAY['kinds', 'kinds, public'] LOOP
        PERFORM set_config('search_path', path, true);
        INSERT INTO kinds.outcomes
            SELECT f.n, f.form, note_outcomes.kinds, CASE path WHEN 'kinds' THEN 'off' ELSE 'on'
            END, pg_temp.outcome_of(format('SELECT %s FROM plain', form))
              FROM unnest(ARRAY['id = texts[1]', 'id = ''x''::text', 'id <> texts[1]',
                  'id < texts[1]', 'id BETWEEN texts[1] AND texts[1]', 'id = ANY (texts)',
              'id = ANY (''{x}''::text[])',
                                'id IN (texts[1], texts[1])', 'id IS DISTINCT FROM texts[1]',
                                'nullif(id, texts[1])', '(id, 1) = (texts[1], 1)',
                                'id IN (SELECT texts[1])',
                                'id LIKE ''t_01h%''', 'id ILIKE ''t_01H%''', 'id NOT LIKE ''0%''',
                                'id ^@ ''t_01h''', 'min(id)', 'max(id)', 'max(id) OVER ()',
                                -- and what does not
                                'id ~ ''^01''', 'id SIMILAR TO ''01%''', 'id @> ''t''',
                                'id || ''x''', 'length(id)', 'lower(id)', 'left(id, 8)',
                                'substr(id, 1, 8)', 'md5(id)', 'hashtext(id)',
                                'encode(id, ''hex'')', 'starts_with(id, ''01'')',
                                'string_agg(id, '','')', 'sum(id)', 'id + 1', 'ids = texts',
                                'ids @> texts', 'ids || texts', 'array_append(texts, id)',
                                'array_append(ids, texts[1])', 'coalesce(id, texts[1])',
                                'CASE WHEN true THEN id ELSE texts[1] END', 'ARRAY[id, texts[1]]',
                                'id::integer',
                                'id = ''\x01''::bytea', 'id = 1', 'id = ''x''',
                                'typeid_prefix(id)'])
                   WITH ORDINALITY AS f(form, n);
    END LOOP;
    PERFORM set_config('search_path', 'kinds, public', true);
END $$;
CALL pg_temp.note_outcomes(0);
CREATE PROCEDURE pg_temp.make_kinds(first integer, last integer) LANGUAGE sql AS
    $$SELECT typeid_create_type(format('kinds.kind%s_id', i), repeat('t', i), accept_uuid => true)
    FROM generate_series(first, last) AS i$$;
CALL pg_temp.make_kinds(1, 1);
CALL pg_temp.note_outcomes(1);
\echo -- A function of the users over the type beside one over anyelement.
CREATE FUNCTION of_any(anyelement) RETURNS text LANGUAGE sql AS $$SELECT 'any'$$;
SELECT of_any(id) FROM plain;
CREATE FUNCTION of_any(kind1_id) RETURNS text LANGUAGE sql AS $$SELECT 'kind1'$$;
SELECT pg_temp.outcome_of('SELECT of_any(id) FROM plain'), of_any(id::kind1_id) FROM plain;
SELECT typeid_accept_uuid('kind1_id', false) \g /dev/null
SELECT of_any(id) FROM plain;
SELECT typeid_accept_uuid('kind1_id', true) \g /dev/null
CALL pg_temp.make_kinds(2, 2);
CALL pg_temp.note_outcomes(2);
CALL pg_temp.make_kinds(3, 20);
CALL pg_temp.note_outcomes(20);
SELECT form, path || ' ' || kinds AS types, outcome FROM outcomes AS o
 WHERE form !~ '^m(in|ax)\(' AND EXISTS (SELECT FROM outcomes AS other
     WHERE other.form = o.form AND other.outcome <> o.outcome) ORDER BY n, path, kinds
\crosstabview form types outcome
-- min and max of uuid, which a later PostgreSQL may have, in all three forms.
SELECT count(*), bool_and(to_regprocedure('pg_catalog.max(uuid)') IS NOT NULL
                          OR outcome = CASE path || kinds WHEN 'off0' THEN '42883'
                          WHEN 'off1' THEN 't_01h455vb4pex5vsknk084sn02q' ELSE '42725'
                          END) AS as_the_others
  FROM outcomes WHERE form ~ '^m(in|ax)\(';
SELECT string_agg(DISTINCT form, ', ') FILTER (WHERE n > 19 AND outcome ~ '^\w{5}$') AS never
FROM outcomes;
\echo -- What works without such a type is the same with them.
SELECT form, outcome FROM outcomes AS o WHERE kinds = 0 AND outcome !~ '^[0-9A-Z]{5}$'
AND EXISTS (SELECT FROM outcomes AS other WHERE other.form = o.form AND other.outcome <> o.outcome);
DROP FUNCTION of_any(kind1_id);
SELECT count(typeid_drop_type(type)) FROM typeid_types() WHERE type::text ~ '^kind\d+_id$';

\echo ---------- a column that has moved, beside uuids ----------

SELECT typeid_create_type('kinds.user_id', 'user', accept_uuid => true),
typeid_create_type('kinds.order_id', 'order', accept_uuid => true),
typeid_create_type('kinds.strict_id', 'strict') \g /dev/null
CREATE DOMAIN uuid_domain AS uuid;
CREATE FUNCTION pg_temp.u(n integer) RETURNS uuid LANGUAGE sql
IMMUTABLE AS $$SELECT md5(n::text)::uuid$$;
CREATE TABLE users (id user_id PRIMARY KEY, friends user_id[], n integer)
    WITH (autovacuum_enabled = off);
CREATE TABLE bills (id uuid PRIMARY KEY, user_id uuid, of_domain uuid_domain, n integer)
    WITH (autovacuum_enabled = off);
CREATE TABLE orders (id order_id PRIMARY KEY, n integer) WITH (autovacuum_enabled = off);
INSERT INTO users SELECT pg_temp.u(n), ARRAY[pg_temp.u(n + 1)], n
    FROM generate_series(1, 2000) AS n;
INSERT INTO bills SELECT pg_temp.u(-n), pg_temp.u(n), pg_temp.u(n), n
    FROM generate_series(1, 2000) AS n;
INSERT INTO orders SELECT pg_temp.u(n), n FROM generate_series(1, 2000) AS n;
CREATE INDEX of_users ON bills (user_id);
CREATE INDEX of_domains ON bills (of_domain);
ANALYZE users, bills, orders;
-- What a query answers, of which type, and which index conditions it has; or its SQLSTATE.
CREATE FUNCTION pg_temp.asked(query text, parameter text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
    plan text;
BEGIN
    DEALLOCATE ALL;
    EXECUTE format('PREPARE asked%s AS SELECT %s', CASE
        WHEN query ~ '\$1' THEN format('(%s)', parameter) END, query);
    EXECUTE 'EXECUTE asked' || CASE
    WHEN query ~ '\$1' THEN format('(%L)', CASE
        WHEN parameter ~ '\]' THEN format('{%s,%s}', pg_temp.u(7), pg_temp.u(8))
    ELSE pg_temp.u(7)::text END) ELSE '' END INTO answer;
    SELECT string_agg(substring(line, 'Index (?:Only )?(?:Scan|Cond).*'), E'\n') INTO plan
      FROM pg_temp.plan_of('EXECUTE asked' || CASE
          WHEN query ~ '\$1' THEN format('(%L)', CASE
          WHEN parameter ~ '\]' THEN format('{%s,%s}', pg_temp.u(7), pg_temp.u(8))
      ELSE pg_temp.u(7)::text END) ELSE '' END) AS line WHERE line ~ 'Index Cond';
    RETURN concat_ws(E'\n', answer, plan);
EXCEPTION WHEN OTHERS THEN
    RETURN sqlstate;
END $$;
SET plan_cache_mode = force_generic_plan;
SET enable_bitmapscan = off;
SET enable_seqscan = off;
\echo -- Parameters and joins use the indexes.
SELECT query, pg_temp.asked(query, parameter) AS answer
  FROM (VALUES ('n FROM users WHERE id = $1', 'uuid'), ('n FROM users WHERE $1 = id', 'uuid'),
      ('sum(n) FROM users WHERE id = ANY ($1)', 'uuid[]'),
  ('sum(n) FROM users WHERE id IN ($1, $1)', 'uuid'),
               ('count(*) FROM users WHERE id BETWEEN $1 AND $1', 'uuid'),
               ('n FROM users WHERE (id, n) = ($1, 7)', 'uuid'),
               ('n FROM users WHERE id = $1', 'uuid_domain'),
               ('count(*) FROM users WHERE id IN (VALUES ($1), ($1))', 'uuid'),
               ('max(n) FROM users WHERE row(id) = row($1)', 'uuid'),
               ('n FROM bills WHERE user_id = $1', 'user_id'),
               ('count(*) FROM bills WHERE user_id >= $1 AND user_id <= $1', 'user_id'),
               ('b.n FROM users AS u JOIN bills AS b ON b.user_id = u.id WHERE u.id = $1', 'uuid'),
               ('b.n FROM users AS u JOIN bills AS b ON b.user_id = u.id WHERE b.user_id = $1',
                   'uuid'),
               ('b.n FROM users AS u JOIN bills AS b ON b.of_domain = u.id WHERE u.id = $1',
                   'uuid'),
                   ('count(*) FROM users '
                    'WHERE id = $1 AND EXISTS (SELECT FROM bills WHERE user_id = users.id)',
                   'uuid'),
               ('count(*) FROM users WHERE id IN (SELECT user_id FROM bills WHERE n < 4)', ''),
               ('$1 IN (SELECT id FROM users)', 'uuid'),
               -- without the index, and with it: by unnest
               ('sum(n) FROM bills WHERE user_id = ANY ($1)', 'user_id[]'),
               ('sum(n) FROM bills JOIN unnest($1) AS given ON user_id = given', 'user_id[]'),
               -- what stays out: arrays of both, two kinds, a type without the cast
               ('count(*) FROM users WHERE friends @> $1', 'uuid[]'),
               ('count(*) FROM users WHERE friends && $1', 'uuid[]'),
               ('count(*) FROM users WHERE friends = $1', 'uuid[]'),
               ('count(*) FROM users WHERE friends && $1::user_id[]', 'uuid[]'),
               ('count(*) FROM users JOIN orders ON users.id = orders.id', ''),
               ('count(*) FROM users WHERE id = $1', 'order_id'),
               ('count(*) FROM users WHERE id = $1', 'base62id'),
               ('count(*) FROM users WHERE $1::strict_id = $1', 'uuid')) AS q(query, parameter);
\echo -- A uuid prunes partitions of the type.
CREATE TABLE parts (id user_id PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE parts_low PARTITION OF parts FOR VALUES
    FROM (MINVALUE) TO ('80000000-0000-0000-0000-000000000000');
CREATE TABLE parts_high PARTITION OF parts FOR VALUES
    FROM ('80000000-0000-0000-0000-000000000000') TO (MAXVALUE);
INSERT INTO parts SELECT pg_temp.u(n) FROM generate_series(1, 100) AS n;
SELECT pg_temp.asked('count(*) FROM parts WHERE id = $1', 'uuid');
SELECT count(*) FILTER (WHERE line ~ 'Subplans Removed: 1') AS removed, count(*)
    FILTER (WHERE line ~ 'parts_(low|high)') AS read
  FROM pg_temp.plan_of(format('EXECUTE asked(%L)', pg_temp.u(7))) AS line;
DROP TABLE parts;
RESET plan_cache_mode;
RESET enable_seqscan;
RESET enable_bitmapscan;
\echo '-- An expression that merges a uuid with the type is of the type, whatever kind the uuid'
\echo '-- was; of two kinds it is an error.'
SELECT merged,
    pg_temp.value_of(format('SELECT pg_typeof(%s) FROM users AS u, bills AS b, orders AS o LIMIT 1',
    merged)) AS type
  FROM unnest(ARRAY['coalesce(u.id, b.id)', 'coalesce(b.id, u.id)',
      'CASE WHEN true THEN b.id ELSE u.id END', 'greatest(b.id, u.id)', 'ARRAY[b.id, u.id]',
  'nullif(b.id, u.id)', 'nullif(u.id, b.id)',
                    '(SELECT x FROM (VALUES (b.id), (u.id)) AS v(x) LIMIT 1)',
                    '(SELECT b.id UNION SELECT u.id LIMIT 1)',
                    '(SELECT u.id UNION ALL SELECT b.id LIMIT 1)',
                    '(SELECT id FROM bills FULL JOIN users USING (id) LIMIT 1)',
                    '(SELECT id FROM bills JOIN users USING (id) LIMIT 1)',
                    '(SELECT id FROM users RIGHT JOIN bills USING (id) LIMIT 1)']) AS merged;
SELECT merged,
    pg_temp.sqlstate_of('SELECT ' || merged ||
    ' FROM users AS u, bills AS b, orders AS o LIMIT 0') AS outcome
  FROM unnest(ARRAY['coalesce(u.id, o.id)', 'CASE WHEN true THEN o.id ELSE u.id END',
      'greatest(o.id, u.id)', 'ARRAY[o.id, u.id]', 'nullif(o.id, u.id)', 'ARRAY[u.id, b.id, o.id]',
  '(SELECT u.id UNION SELECT o.id)',
                    'array_append(u.friends, b.id)', 'array_append(ARRAY[b.id], u.id)',
                    'u.friends || b.id', 'ARRAY[b.id] || u.friends']) AS merged;
\echo -- Overloaded functions.
CREATE FUNCTION of_kind(user_id) RETURNS text LANGUAGE sql AS $$SELECT 'user'$$;
SELECT of_kind(id) FROM bills LIMIT 1;
CREATE FUNCTION of_kind(order_id) RETURNS text LANGUAGE sql AS $$SELECT 'order'$$;
SELECT pg_temp.sqlstate_of('SELECT of_kind(id) FROM bills') AS two;
CREATE FUNCTION of_kind(uuid) RETURNS text LANGUAGE sql AS $$SELECT 'uuid'$$;
SELECT of_kind(b.id), of_kind(u.id), of_kind(u.id::uuid) FROM bills AS b, users AS u LIMIT 1;
DROP TABLE orders;

\echo ---------- foreign keys from uuid ----------

-- How two tables of a key and its references are, in five layouts, and what becomes of them, in
-- numbers. The columns of the key are made with the type, or have moved to it, or the references
-- have moved too. Those of uuid say what is right.
CREATE FUNCTION pg_temp.history(layout text, action text, way text) RETURNS text
    LANGUAGE plpgsql AS $$
DECLARE
    key_type text := CASE way WHEN 'made' THEN 'user_id' ELSE 'uuid' END;
    two boolean := layout IN ('full', 'parted key');
    step text;
    history text := '';
    files oid[];
BEGIN
    EXECUTE format('CREATE TABLE keys (id %s, n integer, PRIMARY KEY (id%s)) %s', key_type, CASE
        WHEN two THEN ', n' END, CASE layout WHEN 'parted key' THEN 'PARTITION BY LIST (n)' END);
    EXECUTE format('CREATE TABLE refs (ref uuid DEFAULT pg_temp.u(9), n integer DEFAULT 1,
                                       CONSTRAINT to_keys FOREIGN KEY (ref%1$s)
                                           REFERENCES keys %2$s ON DELETE %3$s
                                               ON UPDATE %3$s %4$s) %5$s',
        CASE WHEN two THEN ', n' END, CASE layout WHEN 'full' THEN 'MATCH FULL'
        END, action, CASE layout WHEN 'deferred' THEN 'DEFERRABLE INITIALLY DEFERRED' END,
        CASE layout WHEN 'parted refs' THEN 'PARTITION BY LIST (n)' END);
    IF layout = 'parted key' THEN CREATE TABLE keys_1 PARTITION OF keys DEFAULT; END IF;
    IF layout = 'parted refs' THEN CREATE TABLE refs_1 PARTITION OF refs DEFAULT; END IF;
    INSERT INTO keys SELECT pg_temp.u(i), 1 FROM generate_series(1, 9) AS i;
    INSERT INTO refs SELECT pg_temp.u(i) FROM generate_series(1, 6) AS i;
    SET CONSTRAINTS ALL IMMEDIATE;
    SET CONSTRAINTS ALL DEFERRED;
    files := ARRAY[pg_relation_filenode(CASE layout WHEN 'parted key' THEN 'keys_1' ELSE 'keys'
        END::regclass), pg_relation_filenode(CASE layout WHEN 'parted refs' THEN 'refs_1'
    ELSE 'refs' END::regclass)];
    IF way IN ('moved', 'followed') THEN ALTER TABLE keys ALTER id TYPE user_id; END IF;
    IF way = 'followed' THEN ALTER TABLE refs ALTER ref DROP DEFAULT, ALTER ref TYPE user_id,
    ALTER ref SET DEFAULT pg_temp.u(9); END IF;
    IF files <> ARRAY[pg_relation_filenode(CASE layout WHEN 'parted key' THEN 'keys_1' ELSE 'keys'
        END::regclass), pg_relation_filenode(CASE layout WHEN 'parted refs' THEN 'refs_1'
    ELSE 'refs' END::regclass)] THEN
        history := 'a table was rewritten';
    END IF;
    FOREACH step IN ARRAY ARRAY['INSERT INTO refs VALUES (NULL, NULL), (pg_temp.u(1), 1)',
        'INSERT INTO refs VALUES (pg_temp.u(20), 1)', 'INSERT INTO refs VALUES (NULL, 1)',
    'INSERT INTO refs VALUES (pg_temp.u(1), NULL)',
                                'UPDATE keys SET id = pg_temp.u(11) WHERE id = pg_temp.u(1)',
                                'DELETE FROM keys WHERE id = pg_temp.u(2)',
                                'UPDATE refs SET ref = pg_temp.u(3) WHERE ref = pg_temp.u(4)',
                                'UPDATE refs SET ref = pg_temp.u(20) WHERE ref = pg_temp.u(3)',
                                'DELETE FROM keys WHERE id = pg_temp.u(4)', 'DELETE FROM keys',
                                'TRUNCATE keys'] LOOP
        BEGIN
            EXECUTE step;
            SET CONSTRAINTS ALL IMMEDIATE;
            SET CONSTRAINTS ALL DEFERRED;
            history := history || E'\n00000';
        EXCEPTION WHEN OTHERS THEN
            history := history || E'\n' || sqlstate;
        END;
        history := concat_ws(' ', history,
            (SELECT string_agg(i::text, ',' ORDER BY i) FROM keys JOIN generate_series(1, 20) AS i
            ON pg_temp.u(i) = id::uuid),
            'refs', (SELECT string_agg(concat(i, '/', n), ',' ORDER BY i, n) FROM refs
                LEFT JOIN generate_series(1, 20) AS i ON pg_temp.u(i) = ref::uuid));
    END LOOP;
    IF way = 'moved' THEN history := concat(history, E'\n',
        pg_temp.error_of('SELECT typeid_accept_uuid(''kinds.user_id'', false)')); END IF;
    DROP TABLE refs, keys;
    RETURN history;
END $$;
CREATE TEMP TABLE histories AS
    SELECT l, layout, a, action, way, split_part(history, E'\n2BP01 | ', 1) AS history,
    split_part(history, E'\n2BP01 | ', 2) AS refused
      FROM unnest(ARRAY['plain', 'full', 'parted refs', 'parted key', 'deferred'])
      WITH ORDINALITY AS layouts(layout, l),
           unnest(ARRAY['NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL', 'SET DEFAULT'])
           WITH ORDINALITY AS actions(action, a),
           unnest(ARRAY['uuid', 'made', 'moved', 'followed']) AS way,
           pg_temp.history(layout, action, way) AS history;
\echo '-- Each way goes as uuid''s; the history of one that does not would stand behind it.'
SELECT layout, action, string_agg(h.way || CASE WHEN h.history <> u.history THEN h.history ELSE ''
    END, ', ' ORDER BY h.way) AS as_uuid
  FROM histories AS h JOIN histories AS u USING (l, layout, a, action)
  WHERE u.way = 'uuid' AND h.way <> 'uuid' GROUP BY l, layout, a, action ORDER BY l, a
\crosstabview layout action as_uuid
SELECT history FROM histories WHERE layout = 'full' AND way = 'uuid' AND action = 'CASCADE';
\echo -- What keeps the cast is named.
SELECT layout,
    regexp_replace(refused, 'constraint (?!to_keys on)\w+ on',
    'constraint (of a part) on') AS refused FROM histories
    WHERE way = 'moved' AND action = 'CASCADE' ORDER BY l;
SELECT count(DISTINCT refused) FROM histories WHERE way = 'moved';
SELECT typeid_accept_uuid('user_id', false), typeid_accept_uuid('user_id', true) \g /dev/null

\echo '-- From the type to a key of uuid there is no foreign key (42804): the key moves first, and'
\echo '-- its references go back first.'
CREATE TABLE keys (id uuid PRIMARY KEY);
CREATE TABLE refs (ref uuid REFERENCES keys);
SELECT pg_temp.sqlstate_of('ALTER TABLE refs ALTER ref TYPE user_id') AS references_first,
    pg_temp.sqlstate_of('CREATE TABLE more (ref user_id REFERENCES keys)') AS new;
ALTER TABLE keys ALTER id TYPE user_id;
ALTER TABLE refs ALTER ref TYPE user_id;
SELECT pg_temp.sqlstate_of('ALTER TABLE keys ALTER id TYPE uuid') AS key_first;
ALTER TABLE refs ALTER ref TYPE uuid;
ALTER TABLE keys ALTER id TYPE uuid;
SELECT pg_temp.sqlstate_of(format('CREATE TABLE more (ref %s REFERENCES keys)', type)) AS to_uuid,
       type,
       pg_temp.sqlstate_of(format('CREATE TABLE other (id %s PRIMARY KEY);
                                   CREATE TABLE more (ref uuid REFERENCES other);
                                   DROP TABLE more, other',
           type)) AS from_uuid
  FROM unnest(ARRAY['user_id', 'strict_id']) AS type;
DROP TABLE keys, refs;
SELECT typeid_accept_uuid('user_id', false) \g /dev/null
\echo -- Without the cast nothing of it binds any more.
SELECT pg_temp.sqlstate_of('SELECT FROM bills JOIN users ON users.id = user_id') AS joined;
SET client_min_messages = error;
DROP SCHEMA kinds CASCADE;
