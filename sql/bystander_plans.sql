-- No query over core's types is planned otherwise after CREATE EXTENSION: the whole EXPLAIN with
-- its costs, without the extension and with it. On a slow machine autovacuum would analyze the
-- tables between the two.
\i test/lib/helpers.sql
SET jit = off;

CREATE TABLE plan_a (id uuid PRIMARY KEY, r uuid, n integer, txt text, vc varchar, b bigint,
    ts timestamptz, ua uuid[])
    WITH (autovacuum_enabled = off);
CREATE TABLE plan_b (id uuid PRIMARY KEY, r uuid REFERENCES plan_a, n integer, txt text, vc varchar,
    b bigint, ts timestamptz, ua uuid[])
    WITH (autovacuum_enabled = off);
CREATE TABLE plan_p (id uuid, r uuid, n integer, txt text, vc varchar, b bigint, ts timestamptz,
    ua uuid[]) PARTITION BY RANGE (id);
CREATE TABLE plan_p1 PARTITION OF plan_p FOR VALUES
    FROM (MINVALUE) TO ('40000000-0000-0000-0000-000000000000') WITH (autovacuum_enabled = off);
CREATE TABLE plan_p2 PARTITION OF plan_p FOR VALUES
    FROM ('40000000-0000-0000-0000-000000000000') TO ('c0000000-0000-0000-0000-000000000000')
    WITH (autovacuum_enabled = off);
CREATE TABLE plan_p3 PARTITION OF plan_p FOR VALUES
    FROM ('c0000000-0000-0000-0000-000000000000') TO (MAXVALUE) WITH (autovacuum_enabled = off);
CREATE TABLE plan_h (id uuid, r uuid, n integer, txt text, vc varchar, b bigint, ts timestamptz,
    ua uuid[]) PARTITION BY HASH (id);
CREATE TABLE plan_h1 PARTITION OF plan_h FOR VALUES WITH (MODULUS 2, REMAINDER 0)
    WITH (autovacuum_enabled = off);
CREATE TABLE plan_h2 PARTITION OF plan_h FOR VALUES WITH (MODULUS 2, REMAINDER 1)
    WITH (autovacuum_enabled = off);
INSERT INTO plan_a
    SELECT md5(n::text)::uuid, md5((n / 3)::text)::uuid, n % 100, md5(n::text), 'user_' || n, n,
        '2025-01-01'::timestamptz + n * interval '1 minute', ARRAY[md5(n::text)::uuid]
    FROM generate_series(1, 2000) AS n;
INSERT INTO plan_b SELECT md5('b' || b)::uuid, id, n, txt, vc, b, ts, ua FROM plan_a;
INSERT INTO plan_p SELECT * FROM plan_a;
INSERT INTO plan_h SELECT * FROM plan_a;
CREATE INDEX ON plan_a (r);
CREATE INDEX ON plan_a (n, id);
CREATE INDEX ON plan_a (txt text_pattern_ops);
CREATE INDEX ON plan_a (vc);
CREATE INDEX ON plan_a (b);
CREATE INDEX ON plan_a USING hash (r);
CREATE INDEX ON plan_a USING gin (ua);
CREATE INDEX ON plan_b USING brin (id);
CREATE INDEX ON plan_b (r, n DESC);
CREATE INDEX ON plan_b (id) WHERE n < 50;
CREATE INDEX ON plan_p (id);
CREATE INDEX ON plan_h (id);
ANALYZE plan_a, plan_b, plan_p, plan_h;
CREATE VIEW plan_v AS SELECT id AS key, r, count(*) AS many FROM plan_b GROUP BY id, r;

CREATE TEMP TABLE plans (query text, settings text, without text, "with" text);
CREATE TEMP TABLE queries AS
    -- one table: conditions and what is asked of the rows
    SELECT format('SELECT %s FROM plan_%s AS t WHERE %s%s', wanted, tab, condition, rest) AS query
      FROM unnest('{a,b,p,h}'::text[]) AS tab,
           unnest(ARRAY['id = ''8f14e45f-ceea-167a-5a36-dedd4bea2543''',
                        'id > ''f0000000-0000-0000-0000-000000000000''',
                        'id BETWEEN ''10000000-0000-0000-0000-000000000000''
                                AND ''11000000-0000-0000-0000-000000000000''',
                        'id IN (''8f14e45f-ceea-167a-5a36-dedd4bea2543'',
                                ''c4ca4238-a0b9-2382-0dcc-509a6f75849b'')',
                        'id = ANY (''{8f14e45f-ceea-167a-5a36-dedd4bea2543}''::uuid[])', 'id <> r',
                        'r = id', 'r IS NULL', 'n < 5',
                        'n = 7 AND id < ''20000000-0000-0000-0000-000000000000''',
                        'txt LIKE ''8f14%''', 'txt = ''8f14e45f''',
                        'starts_with(txt, ''8f1'')', 'vc = ''user_7''', 'vc LIKE ''user_1%''',
                        'b = 7', 'b BETWEEN 5 AND 50',
                        'ua @> ARRAY[''8f14e45f-ceea-167a-5a36-dedd4bea2543''::uuid]',
                        '(n, id) > (5, ''8f14e45f-ceea-167a-5a36-dedd4bea2543'')',
                        'id IS NOT DISTINCT FROM ''8f14e45f-ceea-167a-5a36-dedd4bea2543''',
                        'id = (SELECT id FROM plan_a LIMIT 1)',
                        'true']) AS condition,
           (VALUES ('*', ' ORDER BY id'), ('*', ' ORDER BY id DESC LIMIT 10'), ('DISTINCT id', ''),
               ('id, count(*)', ' GROUP BY id'),
            ('DISTINCT ON (r) r, id', ' ORDER BY r, id'),
            ('row_number() OVER (PARTITION BY r ORDER BY id)', ''), ('count(DISTINCT id)', ''),
            ('array_agg(id ORDER BY id)', '')) AS w(wanted, rest)
    UNION ALL
    -- several tables
    SELECT format('SELECT %s FROM %s', wanted, tables)
      FROM unnest(ARRAY['plan_a AS t JOIN plan_b AS x ON t.id = x.r',
                        'plan_a AS t JOIN plan_b AS x ON t.id = x.r WHERE t.n = 5',
                        'plan_a AS t JOIN plan_b AS x USING (id)',
                        'plan_a AS t LEFT JOIN plan_b AS x ON t.id = x.r WHERE x.id IS NULL',
                        'plan_a AS t FULL JOIN plan_b AS x ON t.id = x.id',
                        'plan_a AS t JOIN plan_b AS x ON t.id = x.r JOIN plan_p AS y ON y.id = x.r',
                        'plan_a AS t
                           JOIN plan_b AS x ON t.id = x.r
                           JOIN plan_h AS y ON y.id = t.id
                           WHERE x.r = ''8f14e45f-ceea-167a-5a36-dedd4bea2543''',
                        'plan_a AS t WHERE id IN (SELECT r FROM plan_b WHERE n < 9)',
                        'plan_a AS t WHERE id NOT IN (SELECT r FROM plan_b)',
                        'plan_a AS t WHERE EXISTS (SELECT FROM plan_b AS x WHERE x.r = t.id)',
                        'plan_a AS t WHERE NOT EXISTS (SELECT FROM plan_b AS x WHERE x.r = t.id)',
                        'plan_p AS t JOIN plan_h AS x ON t.id = x.id',
                        'plan_a AS t JOIN plan_v AS v ON v.key = t.id',
                        'plan_a AS t JOIN plan_b AS x ON t.id < x.id WHERE t.n = 1 AND x.n = 1',
                        'plan_a AS t, LATERAL (SELECT x.n AS m
                                                 FROM plan_b AS x
                                                 WHERE x.r = t.id
                                                 ORDER BY x.n DESC
                                                 LIMIT 1) AS l',
                        'plan_a AS t JOIN plan_b AS x ON t.txt = x.txt',
                        'plan_a AS t JOIN plan_b AS x ON t.b = x.b AND t.id = x.r',
                        'plan_a AS t LEFT JOIN plan_b AS x ON x.id = t.r']) AS tables,
           unnest(ARRAY['t.*', 'count(*)', 'DISTINCT t.id', 'max(t.n)',
               't.id, row_number() OVER (ORDER BY t.id)']) AS wanted
    UNION ALL
    SELECT unnest(ARRAY['SELECT id FROM plan_a UNION SELECT id FROM plan_b ORDER BY 1',
                        'SELECT id FROM plan_a EXCEPT SELECT r FROM plan_b',
                        'SELECT id FROM plan_a INTERSECT SELECT r FROM plan_b',
                        'WITH RECURSIVE w AS (
                             SELECT id, r FROM plan_a WHERE n = 1
                             UNION
                             SELECT a.id, a.r FROM plan_a AS a JOIN w ON a.id = w.r)
                         SELECT * FROM w',
                        'DELETE FROM plan_a USING plan_b WHERE plan_a.id = plan_b.r',
                        'UPDATE plan_b
                           SET n = 1
                           FROM plan_a
                           WHERE plan_a.id = plan_b.r AND plan_a.n = 3',
                        'INSERT INTO plan_a (id) VALUES (''8f14e45f-ceea-167a-5a36-dedd4bea2543'')
                           ON CONFLICT (id) DO NOTHING',
                        'MERGE INTO plan_a AS t
                           USING plan_b AS x ON t.id = x.r
                           WHEN MATCHED THEN DELETE',
                        'SELECT * FROM plan_a ORDER BY n, id',
                        'SELECT * FROM plan_a WHERE n = 3 ORDER BY id',
                        'SELECT r, id FROM plan_a GROUP BY ROLLUP (r, id)',
                        'SELECT id FROM plan_a
                         UNION ALL
                         SELECT id FROM plan_b
                         ORDER BY 1
                         LIMIT 5']);
SELECT count(*) > 700 AS many FROM queries;
INSERT INTO plans (query, settings)
    SELECT query, off
    FROM queries,
        unnest(ARRAY[
            '', 'enable_hashjoin', 'enable_mergejoin', 'enable_seqscan', 'enable_nestloop',
            'enable_hashjoin, enable_nestloop'
        ]) AS off
    WHERE off = '' OR query ~ 'JOIN|USING|EXISTS|IN \(SELECT|LATERAL|UNION|EXCEPT';

CREATE FUNCTION pg_temp.whole_plan(query text, settings text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    plan text := '';
BEGIN
    PERFORM set_config(s, 'off', true) FROM regexp_split_to_table(nullif(settings, ''), ', ') AS s;
    FOR line IN EXECUTE 'EXPLAIN (VERBOSE) ' || query LOOP
        plan := plan || line || E'\n';
    END LOOP;
    PERFORM set_config(s, 'on', true) FROM regexp_split_to_table(nullif(settings, ''), ', ') AS s;
    RETURN plan;
END $$;
DROP EXTENSION base62id;
UPDATE plans SET without = pg_temp.whole_plan(query, settings);
CREATE EXTENSION base62id;
UPDATE plans SET "with" = pg_temp.whole_plan(query, settings);
SELECT
    count(*) > 1200 AS compared,
    count(DISTINCT without) > 700 AS different,
    count(*) FILTER (WHERE without ~ 'Merge Join') > 50 AS merge,
    count(*) FILTER (WHERE without ~ 'Nested Loop') > 50 AS nested,
    count(*) FILTER (WHERE without ~ 'Hash Join') > 50 AS hash,
    count(*) FILTER (WHERE without ~ 'Index') > 300 AS index
FROM plans;
SELECT query, settings, without, "with"
FROM plans
WHERE without IS DISTINCT FROM "with"
ORDER BY query COLLATE "C", settings
LIMIT 3;
DROP VIEW plan_v;
DROP TABLE plan_a, plan_b, plan_p, plan_h;
