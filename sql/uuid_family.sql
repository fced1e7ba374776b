-- One family with uuid: what works between its types and with texts, and by which index.
\i test/lib/helpers.sql
\i test/lib/types.sql
SET max_parallel_workers_per_gather = 0;
SET enable_bitmapscan = off;
SET jit = off;

-- The types of the family, uuid itself first.
CREATE TEMP TABLE members AS SELECT 0 AS k, 'uuid' AS type UNION ALL SELECT n, type FROM id_types
    WHERE family = 'uuid';
-- A table of the same UUIDs for each, with an index on the column id of that type. What
-- autovacuum finds changes plans.
CALL pg_temp.for_members('CREATE TABLE of_%1$s (id %1$s CONSTRAINT %1$s_index PRIMARY KEY,
                                                n integer) WITH (autovacuum_enabled = off)');
CALL pg_temp.for_members('INSERT INTO of_%1$s SELECT md5(n::text)::uuid, n
                            FROM generate_series(1, 4000) AS n');
CALL pg_temp.for_members('ANALYZE of_%1$s');
-- And once more, for joins: a join of a table with itself can be removed.
CALL pg_temp.for_members('CREATE TABLE left_%1$s (id %1$s CONSTRAINT %1$s_left PRIMARY KEY,
                                                  n integer) WITH (autovacuum_enabled = off)');
CALL pg_temp.for_members('INSERT INTO left_%1$s SELECT * FROM of_%1$s');
CALL pg_temp.for_members('ANALYZE left_%1$s');
CREATE TABLE third (id uuid CONSTRAINT third_index PRIMARY KEY) WITH (autovacuum_enabled = off);
INSERT INTO third SELECT id FROM of_uuid;
ANALYZE third;

-- How a query that counts is executed: the kinds of its joins and scans, an index by its name;
-- WRONG where the count is not the one that is wanted, and the SQLSTATE where the query fails.
CREATE FUNCTION pg_temp.nodes(plan json) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    child json;
    kind text := plan ->> 'Node Type';
BEGIN
    IF kind ~ 'Join|Loop' THEN RETURN NEXT lower(split_part(kind, ' ', 1)); END IF;
    IF kind = 'Sort' THEN RETURN NEXT 'sort'; END IF;
    IF kind ~ 'Scan' AND kind <> 'Subquery Scan' THEN RETURN NEXT CASE
    WHEN plan ->> 'Index Cond' IS NOT NULL THEN plan ->> 'Index Name'
    WHEN plan ->> 'Index Name' IS NOT NULL THEN 'order of ' || (plan ->> 'Index Name') ELSE 'scan'
    END; END IF;
    FOR child IN SELECT json_array_elements(plan -> 'Plans') LOOP
        RETURN QUERY SELECT pg_temp.nodes(child);
    END LOOP;
END $$;
CREATE FUNCTION pg_temp.way(query text, want bigint, command text DEFAULT NULL) RETURNS text
    LANGUAGE plpgsql AS $$
DECLARE
    plan json;
    got bigint;
BEGIN
    IF command IS NOT NULL THEN
        DEALLOCATE ALL;
        EXECUTE command;
    END IF;
    EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
    EXECUTE query INTO got;
    RETURN (SELECT string_agg(node, ', ') FROM pg_temp.nodes(plan -> 0 -> 'Plan') AS node) || CASE
    WHEN got <> want THEN ' WRONG: ' || got
    ELSE '' END;
EXCEPTION WHEN OTHERS THEN
    RETURN sqlstate;
END $$;

\echo '-- ---------- a column and a value ----------'

-- The value md5('7') in every type of the family, and as a text that the column's type reads.
CREATE FUNCTION pg_temp.text_for(type text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    v text;
BEGIN
    EXECUTE format('SELECT quote_literal(md5(''7'')::uuid::%s)', type) INTO v;
    RETURN v;
END $$;
CREATE TEMP VIEW operands AS
    SELECT c.k, c.type AS column_type, CASE WHEN value_type = c.type THEN 'its own'
    WHEN v_k > 0 AND v_k < 100 THEN 'another' ELSE value_type END AS relation, v.*
    FROM members AS c,
           LATERAL (SELECT k AS v_k, type AS value_type,
               format('(md5(''7'')::uuid::%s)', type) AS value FROM members
                     UNION ALL SELECT 100, 'text', pg_temp.text_for(c.type) || '::text'
                     UNION ALL SELECT 101, 'varchar', pg_temp.text_for(c.type) || '::varchar'
                     UNION ALL SELECT 102, 'unknown', pg_temp.text_for(c.type)) AS v;
CREATE TEMP TABLE forms (f integer, form text, want bigint);
INSERT INTO forms VALUES
    (1, 'id = V', 1), (2, 'V = id', 1), (3, 'id >= V AND id <= V', 1), (4, 'V > id AND id > V', 0),
    (5, 'id BETWEEN V AND V', 1),
    (6, 'id IN (V, V)', 1),
    (7, 'id = ANY (ARRAY[V, V])', 1), (8, 'id <> V', 3999), (9, 'NOT id <> V', 1);
\echo '-- "index" is the index on the column, "scan" none; or the SQLSTATE. "another" is each other'
\echo '-- type of the family.'
CREATE TEMP TABLE ways (k integer, column_type text, f integer, form text, relation text, way text);
INSERT INTO ways
    SELECT k, column_type, f, form, relation,
           replace(pg_temp.way(format('SELECT count(*) FROM of_%s WHERE %s', column_type,
               replace(form, 'V', value)), want), column_type || '_index', 'index')
      FROM forms, operands;
CREATE TEMP VIEW answers AS
    SELECT columns, string_agg(form, '; ' ORDER BY f) AS forms, ways
      FROM (SELECT string_agg(column_type, ' ' ORDER BY k) AS columns, f, form, ways
              FROM (SELECT k, column_type, f, form,
                  string_agg(DISTINCT relation || ' ' || way, ', ') AS ways FROM ways
              GROUP BY k, column_type, f, form) AS each
             GROUP BY f, form, ways) AS alike
     GROUP BY columns, ways ORDER BY columns DESC, min(f);
TABLE answers;

\echo '-- The same with parameters that the plan does not know.'
SET plan_cache_mode = force_generic_plan;
CREATE TEMP TABLE parameter_forms (f integer, form text, parameter text, value text, want bigint);
INSERT INTO parameter_forms VALUES
    (1, 'id = $1', '%s', 'V', 1), (2, '$1 = id', '%s', 'V', 1),
    (3, 'id >= $1 AND id <= $1', '%s', 'V', 1), (4, 'id IN ($1, $1)', '%s', 'V', 1),
    (5, 'id = ANY ($1)', '%s[]', 'ARRAY[V]', 1),
    (6, 'id = ANY ($1::uuid[])', '%s[]', 'ARRAY[V]', 1);
TRUNCATE ways;
INSERT INTO ways
    SELECT k, column_type, f, form, relation,
           replace(pg_temp.way(format('EXECUTE asked (%s)', replace(p.value, 'V', o.value)), want,
                               format('PREPARE asked (%s) AS SELECT count(*) FROM of_%s WHERE %s',
                                   format(parameter, value_type), column_type, form)),
                               column_type || '_index', 'index')
      FROM parameter_forms AS p, operands AS o;
TABLE answers;
RESET plan_cache_mode;

\echo '-- ---------- two columns ----------'

CREATE TEMP VIEW pairs AS SELECT l.k AS l_k, r.k AS r_k, l.type AS l, r.type AS r
    FROM members AS l, members AS r;
\echo '-- Few rows of one side: those of the other one are found by its index.'
SELECT format('few %s = …', l) AS question, r,
       pg_temp.way(format('SELECT count(*)
                             FROM left_%1$s AS x
                             JOIN of_%2$s AS y ON x.id = y.id
                             WHERE x.n < 3',
           l, r), 2) AS way FROM pairs
 ORDER BY l_k, r_k
\crosstabview question r way
SELECT format('… = few %s', r) AS question, l,
       pg_temp.way(format('SELECT count(*)
                             FROM left_%1$s AS x
                             JOIN of_%2$s AS y ON x.id = y.id
                             WHERE y.n < 3',
           l, r), 2) AS way FROM pairs
 ORDER BY r_k, l_k
\crosstabview question l way
SET enable_seqscan = off;
SELECT format('few %s < …', l) AS question, r,
       pg_temp.way(format('SELECT count(*)
                             FROM (SELECT id FROM left_%1$s WHERE n = 3999 OFFSET 0) AS x
                             JOIN of_%2$s AS y ON x.id < y.id',
           l, r),
                                                        (SELECT count(*) FROM left_uuid AS x
                                                            JOIN of_uuid AS y ON x.id < y.id
                                                          WHERE x.n = 3999)) AS way FROM pairs
                                                              ORDER BY l_k, r_k
\crosstabview question r way
RESET enable_seqscan;
\echo '-- Types of the family with each other, by way of uuid.'
SELECT format('few %s = …', l) AS question, r || '::uuid' AS r,
       pg_temp.way(format('SELECT count(*)
                             FROM left_%1$s AS x
                             JOIN of_%2$s AS y ON x.id = y.id::uuid
                             WHERE x.n < 3',
           l, r), 2) AS way FROM pairs
 ORDER BY l_k, r_k
\crosstabview question r way
\echo '-- All rows of both.'
SELECT format('%s = …', l) AS question, r,
    pg_temp.way(format('SELECT count(*) FROM left_%1$s AS x JOIN of_%2$s AS y ON x.id = y.id', l,
    r),
                                                       4000) AS way FROM pairs ORDER BY l_k, r_k
\crosstabview question r way
SET enable_hashjoin = off;
SET enable_nestloop = off;
SELECT format('%s = …', l) AS question, r,
    pg_temp.way(format('SELECT count(*) FROM left_%1$s AS x JOIN of_%2$s AS y ON x.id = y.id', l,
    r),
                                                       4000) AS way FROM pairs ORDER BY l_k, r_k
\crosstabview question r way
RESET enable_hashjoin;
RESET enable_nestloop;
\echo '-- Outer, semi and anti joins, a hashed set, three equal columns.'
SELECT
    l,
    r,
    pg_temp.way(format('SELECT count(*) FROM left_%1$s AS x FULL JOIN of_%2$s AS y ON x.id = y.id',
    l, r), 4000) AS "full",
       pg_temp.way(format('SELECT count(*)
                             FROM left_%1$s AS x
                             WHERE id IN (SELECT id FROM of_%2$s WHERE n < 10)',
           l, r), 9) AS "in",
       pg_temp.way(format('SELECT count(*)
                             FROM left_%1$s AS x
                             WHERE NOT EXISTS (SELECT FROM of_%2$s AS y WHERE y.id = x.id)',
           l, r),
                   0) AS "not exists",
       pg_temp.way(format('SELECT count(*)
                             FROM left_%1$s AS x
                             WHERE (id IN (SELECT id FROM of_%2$s)) IS FALSE',
           l, r), 0) AS "not in",
       pg_temp.way(format('SELECT count(*)
                             FROM left_%1$s AS x
                             JOIN of_%2$s AS y ON x.id = y.id
                             JOIN third AS z ON z.id = y.id
                             WHERE x.n = 3',
           l, r),
                   1) AS "three"
  FROM pairs WHERE l <> r ORDER BY l_k, r_k;

\echo '-- ---------- what takes a uuid ----------'

CREATE FUNCTION takes_uuid(uuid) RETURNS text LANGUAGE sql AS $$SELECT right($1::text, 12)$$;
CREATE FUNCTION takes_uuids(VARIADIC uuid[]) RETURNS integer
    LANGUAGE sql AS $$SELECT cardinality($1)$$;
CREATE TABLE of_uuids (ids uuid[]);
INSERT INTO of_uuids VALUES (ARRAY[md5('7')::uuid]);
CREATE TEMP TABLE expressions (n serial, expression text);
INSERT INTO expressions (expression) VALUES
    ('takes_uuid(id)'), ('takes_uuids(id, id)'), ('uuid_send(id) IS NOT NULL'),
    ('base62id_encode(id)'), ('base64uuid_encode(id)'),
    ('uuid_cmp(id, id)'), ('uuid_to_typeid(''a'', id)'),
    ('CASE WHEN n > 5 THEN id ELSE md5(''1'')::uuid END'),
    ('CASE WHEN n > 5 THEN md5(''1'')::uuid ELSE id END'), ('coalesce(id, md5(''1'')::uuid)'),
    ('coalesce(md5(''1'')::uuid, id)'),
    ('greatest(id, md5(''1'')::uuid)'), ('ARRAY[id, md5(''1'')::uuid]'),
    ('nullif(id, md5(''7'')::uuid)'),
    ('(SELECT id UNION SELECT md5(''7'')::uuid)'), ('(SELECT md5(''7'')::uuid UNION SELECT id)'),
    ('id = ANY ((SELECT ids FROM of_uuids)::uuid[])'), ('(SELECT ids FROM of_uuids) @> ARRAY[id]'),
    ('(SELECT ids FROM of_uuids) @> ARRAY[id::uuid]'), ('(SELECT ids FROM of_uuids) || id'),
    ('(SELECT ids FROM of_uuids) = ARRAY[id]::uuid[]'),
    ('(SELECT ids FROM of_uuids)::T[] = ARRAY[id]'), ('(id, n) = (md5(''7'')::uuid, 7)'),
    ('(id, n) > (md5(''7'')::uuid, 6)'),
    ('id || '''''), ('format(''%s'', id) <> '''''), ('length(id)'),
    ('uuid_hash(id) = uuid_hash(md5(''7'')::uuid)'),
    ('id IS DISTINCT FROM md5(''7'')::uuid');
SELECT expression, type,
    pg_temp.outcome_of(format('SELECT concat_ws('': '', pg_typeof(%1$s), %1$s)
        FROM of_%2$s
        WHERE n = 7',
                                               regexp_replace(expression, '\mT\M', type),
                                               type)) AS answer
  FROM members, expressions ORDER BY n, k
\crosstabview expression type answer

\echo '-- ---------- foreign keys ----------'

\echo '-- Each type refers to each: inserting checks, deleting and updating go on (2980 of 3000'
\echo '-- rows), and all of it by indexes: no scan of a table.'
CREATE FUNCTION pg_temp.foreign_key(refers text, referred text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    kept bigint;
    scans bigint;
BEGIN
    EXECUTE format('CREATE TABLE referred (id %s PRIMARY KEY)', referred);
    EXECUTE format('CREATE TABLE refers (id %s
                                             REFERENCES referred ON DELETE CASCADE
                                                 ON UPDATE CASCADE, n integer)',
        refers);
    CREATE INDEX ON refers (id);
    INSERT INTO referred SELECT md5(n::text)::uuid FROM generate_series(1, 3000) AS n;
    ANALYZE referred;
    INSERT INTO refers SELECT id::uuid, 1 FROM referred;
    ANALYZE refers;
    scans := pg_stat_get_xact_numscans('refers'::regclass) +
    pg_stat_get_xact_numscans('referred'::regclass);
    FOR i IN 1..20 LOOP
        EXECUTE format('DELETE FROM referred WHERE id = md5(%L)::uuid', i);
        EXECUTE format('UPDATE referred SET id = md5(%L)::uuid WHERE id = md5(%L)::uuid', -i,
            i + 20);
        EXECUTE format('UPDATE refers SET id = md5(%L)::uuid WHERE id = md5(%L)::uuid', i + 60,
            i + 40);
    END LOOP;
    scans := pg_stat_get_xact_numscans('refers'::regclass) +
    pg_stat_get_xact_numscans('referred'::regclass) - scans;
    EXECUTE 'SELECT count(*) FROM refers JOIN referred ON refers.id::uuid = referred.id::uuid' INTO
    kept;
    BEGIN
        INSERT INTO refers VALUES ('00000000-0000-0000-0000-000000000000'::uuid);
        RETURN 'orphan';
    EXCEPTION WHEN foreign_key_violation THEN NULL;
    END;
    DROP TABLE refers, referred;
    RETURN format('%s rows, %s scans', kept, scans);
EXCEPTION WHEN OTHERS THEN
    RETURN sqlstate;
END $$;
SELECT l || ' refers to …' AS "foreign key", r, pg_temp.foreign_key(l, r) FROM pairs
    ORDER BY l_k, r_k
\crosstabview "foreign key" r foreign_key
\echo '-- Adding one to filled tables checks them, and then refuses an orphan.'
CALL pg_temp.for_members('ALTER TABLE of_%1$s ADD CONSTRAINT to_uuid FOREIGN KEY (id)
                            REFERENCES of_uuid');
SELECT conrelid::regclass, conname, convalidated FROM pg_constraint WHERE conname = 'to_uuid'
    ORDER BY conrelid::regclass::text COLLATE "C";
SELECT
    type,
    pg_temp.sqlstate_of(format('INSERT INTO of_%s
                                  VALUES (''00000000-0000-0000-0000-000000000000''::uuid)',
    type)) AS orphan FROM members
 WHERE k > 0 ORDER BY k;
SELECT pg_temp.sqlstate_of('DELETE FROM of_uuid WHERE n = 1') AS "still referred to";

\echo '-- ---------- partitions and other indexes ----------'

\echo '-- Pruned by a uuid as by a value of the type: how many of the three partitions are left, of'
\echo '-- a table by range and one by hash; then of both by a parameter.'
CREATE FUNCTION pg_temp.left_over(query text, command text DEFAULT NULL) RETURNS text
    LANGUAGE plpgsql AS $$
DECLARE
    plan text := '';
    line text;
BEGIN
    IF command IS NOT NULL THEN
        DEALLOCATE ALL;
        EXECUTE command;
    END IF;
    FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ' || query LOOP
        plan := plan || line || E'\n';
    END LOOP;
    RETURN (SELECT count(*)
        FROM regexp_matches(plan, ' Scan[^\n]* on part\w*_\d[^\n]*\((actual|never)', 'g') AS m
    WHERE m[1] = 'actual');
EXCEPTION WHEN OTHERS THEN
    RETURN sqlstate;
END $$;
CALL pg_temp.for_members('CREATE TABLE part_%1$s (id %1$s, n integer) PARTITION BY RANGE (id)');
CALL pg_temp.for_members('CREATE TABLE parthash_%1$s (id %1$s, n integer) PARTITION BY HASH (id)');
DO $$
DECLARE
    t text;
BEGIN
    FOR t IN SELECT type FROM members LOOP
        EXECUTE format('CREATE TABLE part_%1$s_1 PARTITION OF part_%1$s FOR VALUES FROM (MINVALUE)
                        TO (''40000000-0000-0000-0000-000000000000''::uuid::%1$s)', t);
        EXECUTE format('CREATE TABLE part_%1$s_2
                          PARTITION OF part_%1$s
                          FOR VALUES FROM (''40000000-0000-0000-0000-000000000000''::uuid::%1$s)
                        TO (''c0000000-0000-0000-0000-000000000000''::uuid::%1$s)', t);
        EXECUTE format('CREATE TABLE part_%1$s_3
                          PARTITION OF part_%1$s
                          FOR VALUES FROM (''c0000000-0000-0000-0000-000000000000''::uuid::%1$s)
                        TO (MAXVALUE)', t);
        FOR i IN 0..2 LOOP
        EXECUTE format('CREATE TABLE parthash_%1$s_%2$s
                          PARTITION OF parthash_%1$s
                          FOR VALUES WITH (MODULUS 3, REMAINDER %2$s)',
                                          t, i); END LOOP;
        EXECUTE format('INSERT INTO part_%1$s SELECT * FROM of_%1$s', t);
        EXECUTE format('INSERT INTO parthash_%1$s SELECT * FROM of_%1$s', t);
    END LOOP;
END $$;
SET plan_cache_mode = force_generic_plan;
SELECT form, l || ' by ' || r AS question,
       pg_temp.left_over(format('SELECT FROM part_%s WHERE %s', l,
                                replace(replace(form, 'V', format('md5(''7'')::uuid::%s', r)), '$1',
                                    'md5(''7'')::uuid::' || r))) || ', ' ||
       pg_temp.left_over(format('SELECT FROM parthash_%s WHERE %s', l,
                                replace(replace(form, 'V', format('md5(''7'')::uuid::%s', r)), '$1',
                                    'md5(''7'')::uuid::' || r))) || ', ' ||
       pg_temp.left_over(format('EXECUTE asked (md5(''7'')::uuid::%s)', r),
                         format('PREPARE asked (%s) AS SELECT FROM part_%s WHERE %s', r, l,
                             replace(form, 'V', '$1'))) || ', ' ||
       pg_temp.left_over(format('EXECUTE asked (md5(''7'')::uuid::%s)', r),
                         format('PREPARE asked (%s) AS SELECT FROM parthash_%s WHERE %s', r, l,
                             replace(form, 'V', '$1'))) AS partitions
  FROM pairs, unnest(ARRAY['id = V', 'id = ANY (ARRAY[V])', 'id::uuid = V', 'id > V'])
  WITH ORDINALITY AS f(form, n)
 WHERE l = 'uuid' OR r IN (l, 'uuid') ORDER BY l_k, r_k, n
\crosstabview question form partitions
RESET plan_cache_mode;
CALL pg_temp.for_members('DROP TABLE part_%1$s, parthash_%1$s');
-- BRIN and hash indexes.
SET enable_bitmapscan = on;
SET enable_seqscan = off;
CALL pg_temp.for_members('ALTER TABLE left_%1$s DROP CONSTRAINT %1$s_left');
CREATE TEMP TABLE methods (m integer, method text);
INSERT INTO methods VALUES (1, 'hash (id)'), (2, 'brin (id)'), (3, 'brin (id T_minmax_multi_ops)'),
    (4, 'brin (id T_bloom_ops)');
CREATE FUNCTION pg_temp.by_index(l text, method text, r text, form text) RETURNS text
    LANGUAGE plpgsql AS $$
DECLARE
    v text;
BEGIN
    EXECUTE format('CREATE INDEX by_method ON left_%s USING %s', l, replace(method, 'T', l));
    v := pg_temp.way(format('SELECT count(*) FROM left_%s WHERE %s', l,
        replace(form, 'V', format('md5(''7'')::uuid::%s', r))), 1);
    DROP INDEX by_method;
    RETURN CASE WHEN v ~ 'by_method' THEN 'index' || coalesce(substring(v FROM ' WRONG.*'), '')
    ELSE v END;
END $$;
SELECT method, l || ' by ' || r || ': ' || form AS question,
    pg_temp.by_index(l, method, r, form) AS way
  FROM pairs, methods,
  unnest(ARRAY['id = V', 'id = ANY (ARRAY[V])', 'id::uuid = V', 'id >= V AND id <= V'])
  WITH ORDINALITY AS f(form, n)
 WHERE l = 'uuid' OR r IN (l, 'uuid') ORDER BY l_k, r_k, n, m
\crosstabview question method way
SET enable_bitmapscan = off;
RESET enable_seqscan;

\echo '-- ---------- domains, and functions and operators that are not ours ----------'

CREATE DOMAIN a_uuid AS uuid CHECK (VALUE IS NOT NULL);
CREATE DOMAIN a_base62id AS base62id CHECK (VALUE IS NOT NULL);
CREATE TABLE of_domains (u a_uuid PRIMARY KEY, b a_base62id UNIQUE, i interval, iu uuid);
INSERT INTO of_domains SELECT id, id, make_interval(secs => n), id FROM of_uuid;
CREATE INDEX of_domains_iu ON of_domains (iu);
ANALYZE of_domains;
CREATE TEMP TABLE conditions (n serial, condition text);
INSERT INTO conditions (condition) VALUES
    ('u = md5(''7'')::uuid::base62id'), ('b = md5(''7'')::uuid'),
    ('u = md5(''7'')::uuid::a_base62id'), ('b = md5(''7'')::uuid::a_uuid'),
    ('u BETWEEN md5(''7'')::uuid::base62id AND md5(''7'')::uuid'),
    ('b = ANY (ARRAY[md5(''7'')::uuid])'), ('u = b AND u = md5(''7'')::uuid'),
    ('u = NULL::base62id OR u = md5(''7'')::uuid::base62id');
SELECT condition, pg_temp.way('SELECT count(*) FROM of_domains WHERE ' || condition, 1) AS way
    FROM conditions ORDER BY n;
\echo '-- The support function answers for our functions alone, and for types that sort as uuid: of'
\echo '-- others all rows are found that the function is true of.'
CREATE FUNCTION not_ours(base62id,
                         uuid) RETURNS boolean IMMUTABLE STRICT
                             LANGUAGE plpgsql SUPPORT uuid_family_support AS $$BEGIN
                         RETURN $1::uuid <> $2; END$$;
CREATE FUNCTION not_ours(text,
                         uuid) RETURNS boolean IMMUTABLE STRICT
                             LANGUAGE plpgsql SUPPORT uuid_family_support AS $$BEGIN
                         RETURN $1 = $2::text;
END$$;
CREATE FUNCTION not_ours(uuid) RETURNS boolean IMMUTABLE STRICT
    LANGUAGE plpgsql SUPPORT uuid_family_support AS $$BEGIN RETURN true; END$$;
CREATE FUNCTION not_ours(uuid, uuid,
                         uuid) RETURNS boolean IMMUTABLE STRICT
                             LANGUAGE plpgsql SUPPORT uuid_family_support AS $$BEGIN RETURN true;
END$$;
-- Our C function, over a type of 16 octets that is not of the family, and over uuid alone.
DO $$
BEGIN
    EXECUTE format('CREATE FUNCTION of_octets(interval, uuid) RETURNS boolean AS %L, %L
                      LANGUAGE c IMMUTABLE STRICT SUPPORT uuid_family_support',
                   (SELECT probin FROM pg_proc WHERE proname = 'base62id_eq_uuid'),
                   'uuid_family_lt');
    EXECUTE format('CREATE FUNCTION of_octets(uuid, uuid) RETURNS boolean AS %L, %L
                      LANGUAGE c IMMUTABLE STRICT SUPPORT uuid_family_support',
                   (SELECT probin FROM pg_proc WHERE proname = 'base62id_eq_uuid'),
                   'uuid_family_lt');
END $$;
CREATE OPERATOR <<< (FUNCTION = of_octets, LEFTARG = interval, RIGHTARG = uuid);
CREATE OPERATOR <<< (FUNCTION = of_octets, LEFTARG = uuid, RIGHTARG = uuid);
CREATE OPERATOR === (FUNCTION = not_ours, LEFTARG = base62id, RIGHTARG = uuid);
CREATE OPERATOR === (FUNCTION = not_ours, LEFTARG = text, RIGHTARG = uuid);
TRUNCATE conditions;
INSERT INTO conditions (condition) VALUES
    ('b::base62id === md5(''7'')::uuid'), ('md5(''7'')::uuid::base62id === iu'),
    ('''8f14e45f-ceea-167a-5a36-dedd4bea2543''::text === iu'),
    ('not_ours(iu)'), ('not_ours(iu, iu, iu)'), ('not_ours(b::base62id, iu)'),
    ('interval ''1 day'' <<< iu'), ('(i <<< iu) IS NOT NULL'),
    ('iu <<< ''80000000-0000-0000-0000-000000000000'''),
    ('base62id_eq_uuid(b::base62id, md5(''7'')::uuid)'), ('uuid_lt_base62id(iu, md5(''7'')::uuid)');
SELECT condition, pg_temp.value_of('SELECT count(*) FROM of_domains WHERE ' || condition) AS count
    FROM conditions ORDER BY n;
\echo '-- The last but two and the last one, by core''s <.'
SELECT count(*) FILTER (WHERE iu < '80000000-0000-0000-0000-000000000000') AS "iu <<<",
       count(*) FILTER (WHERE iu < md5('7')::uuid) AS uuid_lt_base62id FROM of_domains;
DROP FUNCTION of_octets(interval, uuid), of_octets(uuid, uuid) CASCADE;
DROP FUNCTION not_ours(base62id, uuid), not_ours(text, uuid), not_ours(uuid),
    not_ours(uuid, uuid, uuid) CASCADE;
DROP TABLE of_domains;
DROP DOMAIN a_uuid, a_base62id;
CALL pg_temp.for_members('ALTER TABLE of_%1$s DROP CONSTRAINT to_uuid');
CALL pg_temp.for_members('DROP TABLE of_%1$s, left_%1$s');
DROP TABLE of_uuids, third;
DROP FUNCTION takes_uuid, takes_uuids;

\echo '-- ---------- hashing ----------'

\echo '-- Core hashes a list of constants where the operator''s two sides have one hash function'
\echo '-- (convert_saop_to_hashed_saop): both sides of T = uuid, either way round, have core''s'
\echo '-- own.'
SELECT amoplefttype::regtype AS "left", amoprighttype::regtype AS "right", l.amproc AS left_hash,
    l.amproc = r.amproc AND le.amproc = re.amproc AS one, le.amproc AS extended
  FROM pg_amop o JOIN pg_opfamily f ON f.oid = amopfamily JOIN id_types
  ON opfname = type || '_hash_ops' AND family = 'uuid'
  JOIN pg_amproc l ON l.amprocfamily = f.oid AND l.amproclefttype = amoplefttype AND l.amprocnum = 1
  JOIN pg_amproc r ON r.amprocfamily = f.oid AND r.amproclefttype = amoprighttype
  AND r.amprocnum = 1
  JOIN pg_amproc le ON le.amprocfamily = f.oid AND le.amproclefttype = amoplefttype
  AND le.amprocnum = 2
  JOIN pg_amproc re ON re.amprocfamily = f.oid AND re.amproclefttype = amoprighttype
  AND re.amprocnum = 2
 ORDER BY n, amoplefttype::regtype::text COLLATE "C", amoprighttype::regtype::text COLLATE "C";
\echo '-- Lists of 3 (searched one by one) and of 30 (hashed), with and without a NULL: the same'
\echo '-- answers as of uuid, so no warning.'
DO $$
DECLARE
    length integer;
    form text;
    list text;
    answers text[];
BEGIN
    CALL pg_temp.for_members('CREATE TABLE listed_%1$s
                                  AS SELECT nullif(md5((n %% 40)::text)::uuid,
                                                   md5(''7'')::uuid)::%1$s AS id
                                                       FROM generate_series(1, 200) AS n');
    FOREACH length IN ARRAY ARRAY[3, 30] LOOP
        FOREACH form IN ARRAY ARRAY['id = ANY (%s)', 'NOT id = ANY (%s)', 'id <> ALL (%s)',
            'NOT id <> ALL (%s)', 'id = ANY (array_append(%s, NULL))',
        'id <> ALL (array_append(%s, NULL))'] LOOP
            SELECT quote_literal(array_agg(md5(n::text)::uuid)) || '::uuid[]' INTO list
            FROM generate_series(1, length) AS n;
            SELECT
            array_agg(pg_temp.value_of(format('SELECT count(*) || '' '' || count(c) || '' ''
                                                   || count(*) FILTER (WHERE c)
                                                       FROM (SELECT %s AS c FROM listed_%s) AS s',
                format(form, list), type)) ORDER BY k)
              INTO answers FROM members;
            IF answers[1] <> ANY (answers) THEN
            RAISE WARNING '%, % values: %', form, length, answers; END IF;
        END LOOP;
    END LOOP;
    CALL pg_temp.for_members('DROP TABLE listed_%1$s');
END $$;
