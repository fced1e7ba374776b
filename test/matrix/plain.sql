-- Features of which each is a case of its own: feature(title, query that gives one text, what comes
-- before it, first major).

-- constraints
CALL feature('primary key',
    $$SELECT 'made'$$,
    $$ALTER TABLE u_{T} ADD PRIMARY KEY (id)$$);
CALL feature('unique, broken',
    $$SELECT 'made'$$,
    $$ALTER TABLE t_{T} ADD UNIQUE (id)$$);
CALL feature('unique nulls not distinct',
    $$SELECT 'made'$$,
    $$
    CREATE TABLE x (id {T} UNIQUE NULLS NOT DISTINCT);
    INSERT INTO x VALUES (NULL), (NULL);
    $$);
CALL feature('unique, deferrable',
    $$SELECT 'made'$$,
    $$
    CREATE TABLE x (id {T} UNIQUE DEFERRABLE INITIALLY DEFERRED);
    INSERT INTO x SELECT id FROM u_{T};
    SET CONSTRAINTS ALL IMMEDIATE;
    $$);
CALL feature('foreign key',
    $$SELECT count(*)::text FROM x$$,
    $$
    ALTER TABLE u_{T} ADD PRIMARY KEY (id);
    CREATE TABLE x (id {T} REFERENCES u_{T} ON DELETE CASCADE ON UPDATE CASCADE);
    INSERT INTO x SELECT id FROM u_{T};
    DELETE FROM u_{T} WHERE id > {v 7};
    $$);
CALL feature('foreign key, broken',
    $$SELECT 'made'$$,
    $$
    ALTER TABLE u_{T} ADD PRIMARY KEY (id);
    CREATE TABLE x (id {T} REFERENCES u_{T});
    INSERT INTO x SELECT id FROM u_{T};
    DELETE FROM u_{T} WHERE id = {v 7};
    $$);
CALL feature('foreign key of a domain',
    $$SELECT 'made'$$,
    $$
    ALTER TABLE u_{T} ADD PRIMARY KEY (id);
    CREATE TABLE x (id d_{T} REFERENCES u_{T});
    INSERT INTO x SELECT id FROM u_{T};
    $$);
CALL feature('check',
    $$SELECT 'made'$$,
    $$
    CREATE TABLE x (id {T} CHECK (id > {v 7}));
    INSERT INTO x VALUES ({v 7});
    $$);
CALL feature('exclude by btree',
    $$SELECT 'made'$$,
    $$
    CREATE TABLE x (id {T}, EXCLUDE USING btree (id WITH =));
    INSERT INTO x SELECT id FROM t_{T};
    $$);
CALL feature('exclude by hash',
    $$SELECT 'made'$$,
    $$
    CREATE TABLE x (id {T}, EXCLUDE USING hash (id WITH =));
    INSERT INTO x SELECT id FROM t_{T};
    $$);
CALL feature('exclude by gist',
    $$SELECT 'made'$$,
    $$
    CREATE TABLE x (id {T}, span int4range, EXCLUDE USING gist (id WITH =, span WITH &&));
    INSERT INTO x SELECT id, span FROM t_{T} WHERE k > 0;
    $$);
CALL feature('exclude by gist, broken',
    $$SELECT 'made'$$,
    $$
    CREATE TABLE x (id {T}, span int4range, EXCLUDE USING gist (id WITH =, span WITH &&));
    INSERT INTO x VALUES ({v 7}, '[1,5)'), ({v 7}, '[4,6)');
    $$);
CALL feature('exclude by gist with <>',
    $$SELECT 'made'$$,
    $$
    CREATE TABLE x (id {T}, span int4range, EXCLUDE USING gist (id WITH <>, span WITH &&));
    INSERT INTO x VALUES ({v 7}, '[1,5)'), ({v 8}, '[4,6)');
    $$);
CALL feature('without overlaps',
    $$SELECT 'made'$$,
    $$
    CREATE TABLE x (id {T}, span int4range, PRIMARY KEY (id, span WITHOUT OVERLAPS));
    INSERT INTO x VALUES ({v 7}, '[1,5)'), ({v 7}, '[4,6)');
    $$,
    18);
CALL feature('period',
    $$SELECT 'made'$$,
    $$
    CREATE TABLE x (id {T}, span int4range, PRIMARY KEY (id, span WITHOUT OVERLAPS));
    CREATE TABLE y (
        id {T},
        span int4range,
        FOREIGN KEY (id, PERIOD span) REFERENCES x (id, PERIOD span)
    );
    INSERT INTO x VALUES ({v 7}, '[1,5)');
    INSERT INTO y VALUES ({v 7}, '[2,4)');
    DELETE FROM x;
    $$,
    18);

-- columns, types
CALL feature('array', $$SELECT shape('SELECT id FROM t_{T} WHERE ARRAY[id] @> ARRAY[{v 7}]')$$);
CALL feature('array overlap', $$SELECT (ARRAY[{v 7}, {v 8}] && ARRAY[{v 8}])::text$$);
CALL feature('array functions',
    $$
    SELECT concat_ws(' ',
        array_position(ARRAY[{v 7}, {v 8}], {v 8}),
        array_length(array_remove(ARRAY[{v 7}, {v 8}], {v 8}), 1),
        cardinality(ARRAY[{v 7}] || {v 8}))
    $$);
CALL feature('array in gin',
    $$SELECT shape('SELECT FROM x WHERE ids @> ARRAY[{v 7}]')$$,
    $$
    CREATE TABLE x AS SELECT ARRAY[id, NULL] AS ids FROM t_{T};
    CREATE INDEX ON x USING gin (ids);
    $$);
CALL feature('range type',
    $$SELECT (r({v 7}, {v 7}, '[]') @> {v 7})::text$$,
    $$CREATE TYPE r AS RANGE (SUBTYPE = {T})$$);
CALL feature('range in gist',
    $$SELECT shape('SELECT FROM x WHERE span @> {v 7}')$$,
    $$
    CREATE TYPE r AS RANGE (SUBTYPE = {T});
    CREATE TABLE x AS SELECT r(id, id, '[]') AS span FROM u_{T};
    CREATE INDEX ON x USING gist (span);
    $$);
CALL feature('multirange',
    $$SELECT (m(r({v 7}, {v 7}, '[]')) @> {v 7})::text$$,
    $$CREATE TYPE r AS RANGE (SUBTYPE = {T}, MULTIRANGE_TYPE_NAME = m)$$);
CALL feature('composite type',
    $$SELECT (ROW({v 7}, 1)::c = ROW({v 7}, 1)::c)::text$$,
    $$CREATE TYPE c AS (id {T}, n integer)$$);
CALL feature('domain with check',
    $$SELECT {v 7}::dom::text$$,
    $$CREATE DOMAIN dom AS {T} CHECK (VALUE < {v 7})$$);
CALL feature('generated column',
    $$SELECT count(g)::text FROM x$$,
    $$
    CREATE TABLE x (id {T}, g {T} GENERATED ALWAYS AS (coalesce(id, id)) STORED);
    INSERT INTO x SELECT id FROM u_{T};
    $$);
CALL feature('virtual generated column',
    $$SELECT count(g)::text FROM x$$,
    $$
    CREATE TABLE x (id {T}, g {T} GENERATED ALWAYS AS (coalesce(id, id)) VIRTUAL);
    INSERT INTO x SELECT id FROM u_{T};
    $$,
    18);
CALL feature('virtual generated column of another type',
    $$SELECT count(g)::text FROM x$$,
    $$
    CREATE TABLE x (id {T}, g boolean GENERATED ALWAYS AS (id IS NULL) VIRTUAL);
    INSERT INTO x SELECT id FROM u_{T};
    $$,
    18);
CALL feature('default',
    $$SELECT count(DISTINCT id)::text FROM x$$,
    $$
    CREATE TABLE x (n integer, id {T} DEFAULT {v 7});
    INSERT INTO x VALUES (1), (2);
    $$);
CALL feature('add column with default',
    $$SELECT count(DISTINCT added)::text FROM u_{T}$$,
    $$ALTER TABLE u_{T} ADD added {T} NOT NULL DEFAULT {v 7}$$);
CALL feature('alter type to text and back',
    $$SELECT (count(DISTINCT id) > 200)::text FROM u_{T}$$,
    $$
    ALTER TABLE u_{T} ALTER id TYPE text;
    ALTER TABLE u_{T} ALTER id TYPE {T} USING id::{T};
    $$);
CALL feature('statistics',
    $$SELECT 'made'$$,
    $$
    CREATE STATISTICS s (ndistinct, dependencies, mcv) ON id, k FROM t_{T};
    ANALYZE t_{T};
    $$);
CALL feature('temporary table',
    $$SELECT count(*)::text FROM x$$,
    $$CREATE TEMP TABLE x AS TABLE u_{T}$$);
CALL feature('replica identity',
    $$SELECT relreplident::text FROM pg_class WHERE oid = 'u_{T}'::regclass$$,
    $$
    ALTER TABLE u_{T} ADD PRIMARY KEY (id);
    ALTER TABLE u_{T} REPLICA IDENTITY USING INDEX u_{T}_pkey;
    $$);

-- partitions
CALL feature('partition by range',
    $$SELECT shape('SELECT FROM x WHERE id < {v 7}')$$,
    $$
    CREATE TABLE x (id {T} PRIMARY KEY) PARTITION BY RANGE (id);
    CREATE TABLE x1 PARTITION OF x FOR VALUES FROM (MINVALUE) TO ({v 7});
    CREATE TABLE x2 PARTITION OF x FOR VALUES FROM ({v 7}) TO (MAXVALUE);
    INSERT INTO x SELECT id FROM u_{T};
    $$);
CALL feature('partition by list',
    $$SELECT count(*)::text FROM x1$$,
    $$
    CREATE TABLE x (id {T}) PARTITION BY LIST (id);
    CREATE TABLE x1 PARTITION OF x FOR VALUES IN ({v 7}, {v 8});
    CREATE TABLE x2 PARTITION OF x DEFAULT;
    INSERT INTO x SELECT id FROM u_{T};
    $$);
CALL feature('partition by hash',
    $$SELECT (count(*) BETWEEN 1 AND 299)::text FROM x1$$,
    $$
    CREATE TABLE x (id {T}) PARTITION BY HASH (id);
    CREATE TABLE x1 PARTITION OF x FOR VALUES WITH (MODULUS 2, REMAINDER 0);
    CREATE TABLE x2 PARTITION OF x FOR VALUES WITH (MODULUS 2, REMAINDER 1);
    INSERT INTO x SELECT id FROM u_{T};
    $$);

-- expressions
INSERT INTO features (title, since, query)
SELECT 'expression: ' || e, 15, format('SELECT (%s)::text', e)
FROM unnest(ARRAY[
    $${v 7} = {v 7}$$,
    $${v 7} <> {v 7}$$,
    $${v 7} < {v 7}$$,
    $${v 7} <= {v 7}$$,
    $${v 7} > {v 7}$$,
    $${v 7} >= {v 7}$$,
    $${v 7} IS DISTINCT FROM NULL$$,
    $$nullif({v 7}, {v 7}) IS NULL$$,
    $$greatest({v 7}, {v 8}) >= least({v 7}, {v 8})$$,
    $$coalesce(NULL, {v 7}) = {v 7}$$,
    $$CASE {v 7} WHEN {v 8} THEN 1 ELSE 2 END$$,
    $$({v 7}, 1) < ({v 7}, 2)$$,
    $$ROW({v 7}) = ROW({v 7})$$,
    $$ARRAY[{v 7}] = ARRAY[{v 7}]$$,
    $$pg_typeof({v 7}) = '{T}'::regtype$$,
    $${v 7}::text::{T} = {v 7}$$,
    $${v 7}::varchar::{T} = {v 7}$$,
    $$({v 7}::text)::varchar = {v 7}::text$$,
    $$to_json({v 7}) ->> 0 IS NULL$$,
    $$to_jsonb({v 7}) #>> '{}' = {v 7}::text$$,
    $$json_build_object('id', {v 7}) ->> 'id' = {v 7}::text$$,
    $$(jsonb_populate_record(NULL::u_{T}, jsonb_build_object('id', {v 7}))).id = {v 7}$$,
    $$format('%s', {v 7}) = {v 7}::text$$,
    $$concat({v 7}) = {v 7}::text$$,
    $${v 7} || '' = {v 7}::text$$,
    $$length({v 7}::text) > 5$$,
    $$num_nulls({v 7}, NULL)$$,
    $$hashtext({v 7}::text) IS NOT NULL$$,
    $$quote_literal({v 7}) = quote_literal({v 7}::text)$$,
    $$xmlelement(name id, {v 7}) IS NOT NULL$$,
    $${v 7} IN (SELECT id FROM u_{T})$$,
    $${v 7} = ANY (ARRAY(SELECT id FROM u_{T}))$$,
    $${v 7} <> ALL (ARRAY(SELECT id FROM u_{T}))$$,
    $$pg_column_size({v 7}) > 0$$,
    $$octet_length({v 7}::text) > 0$$,
    $$pg_input_is_valid({v 7}::text, '{T}')$$
]) AS e;
UPDATE features SET since = 16 WHERE title ~ 'pg_input';

CALL feature('min and max', 'SELECT (min(id) < max(id))::text FROM t_{T}');
CALL feature('uuid::T', 'SELECT (gen_random_uuid()::{T} IS NOT NULL)::text');
CALL feature('uuid_extract_version',
    'SELECT (uuid_extract_version({v 7}) IS NULL)::text',
    NULL,
    17);
CALL feature('cast to bytea', 'SELECT length({v 7}::bytea) > 0', NULL, 19);
CALL feature('cast from bytea', 'SELECT ({v 7}::bytea::{T} = {v 7})::text', NULL, 19);

-- queries
INSERT INTO features (title, since, query)
SELECT 'query: ' || q, 15, format('SELECT count(*)::text FROM (%s) AS q', q)
FROM unnest(ARRAY[
    $$SELECT id FROM t_{T} ORDER BY id DESC NULLS LAST$$,
    $$SELECT DISTINCT id FROM t_{T}$$,
    $$SELECT DISTINCT ON (id) id, k FROM t_{T} ORDER BY id, k$$,
    $$SELECT id, count(*) FROM t_{T} GROUP BY id$$,
    $$SELECT id, k, count(*) FROM t_{T} GROUP BY GROUPING SETS ((id), (k), ())$$,
    $$SELECT rank() OVER (ORDER BY id), lag(id) OVER (PARTITION BY id ORDER BY k) FROM t_{T}$$,
    $$SELECT id FROM t_{T} UNION SELECT id FROM u_{T}$$,
    $$SELECT id FROM t_{T} INTERSECT SELECT id FROM u_{T}$$,
    $$SELECT id FROM t_{T} EXCEPT SELECT id FROM u_{T}$$,
    $$SELECT count(DISTINCT id) FROM t_{T}$$,
    $$SELECT array_agg(id ORDER BY id) FROM t_{T}$$,
    $$SELECT string_agg(id::text, ',') FROM t_{T}$$,
    $$SELECT json_object_agg(id::text, k) FROM u_{T}$$,
    $$
    SELECT
        mode() WITHIN GROUP (ORDER BY id),
        percentile_disc(0.5) WITHIN GROUP (ORDER BY id)
    FROM t_{T}
    $$,
    $$
    WITH RECURSIVE r AS (
        SELECT id, k FROM u_{T} WHERE k = 1
        UNION
        SELECT u.id, u.k FROM u_{T} AS u JOIN r ON u.k = r.k + 1
    ) CYCLE id SET c USING p
    SELECT * FROM r
    $$,
    $$
    SELECT *
    FROM t_{T} AS t,
        LATERAL (SELECT id FROM u_{T} AS u WHERE u.id < t.id ORDER BY id LIMIT 1) AS l
    $$,
    $$SELECT id FROM t_{T} ORDER BY id FETCH FIRST 5 ROWS WITH TIES$$,
    $$SELECT id FROM t_{T} TABLESAMPLE bernoulli (100)$$,
    $$SELECT id FROM t_{T} WHERE (id, k) > ({v 7}, 3)$$,
    $$SELECT * FROM unnest(ARRAY[{v 7}, {v 8}])$$,
    $$VALUES ({v 7}), ({v 8})$$,
    $$
    SELECT first_value(id) OVER w
    FROM t_{T}
    WINDOW w AS (ORDER BY id RANGE UNBOUNDED PRECEDING)
    $$,
    $$
    SELECT *
    FROM jsonb_to_recordset(jsonb_build_array(jsonb_build_object('id', {v 7}))) AS r(id {T})
    $$
]) AS q;

-- statements
CALL feature('on conflict',
    $$SELECT count(*)::text FROM u_{T}$$,
    $$
    ALTER TABLE u_{T} ADD PRIMARY KEY (id);
    INSERT INTO u_{T}
    SELECT id, k
    FROM u_{T}
    ON CONFLICT (id) DO UPDATE SET k = excluded.k WHERE u_{T}.id = excluded.id;
    $$);
CALL feature('merge',
    $$SELECT count(*)::text FROM u_{T}$$,
    $$
    MERGE INTO u_{T} AS u
    USING t_{T} AS t ON u.id = t.id AND t.k > 200
    WHEN MATCHED THEN DELETE
    WHEN NOT MATCHED THEN DO NOTHING
    $$);
CALL feature('update by join',
    $$SELECT count(*)::text FROM u_{T} WHERE k = -1$$,
    $$UPDATE u_{T} AS u SET k = -1 FROM t_{T} AS t WHERE t.id = u.id AND t.k < 10$$);
CALL feature('materialized view',
    $$SELECT count(*)::text FROM x$$,
    $$
    CREATE MATERIALIZED VIEW x AS SELECT id FROM u_{T};
    CREATE UNIQUE INDEX ON x (id);
    $$);
CALL feature('security barrier view',
    $$SELECT shape('SELECT FROM x WHERE id = {v 7}')$$,
    $$
    CREATE INDEX ON t_{T} (id);
    CREATE VIEW x WITH (security_barrier) AS SELECT id FROM t_{T} WHERE k > 0;
    $$);
CALL feature('row security',
    $$SELECT shape('SELECT FROM t_{T} WHERE id = {v 7}')$$,
    $$
    CREATE INDEX ON t_{T} (id);
    ALTER TABLE t_{T} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY p ON t_{T} USING (id > {v 1});
    GRANT ALL ON ALL TABLES IN SCHEMA public TO PUBLIC;
    SET LOCAL ROLE pg_read_all_stats;
    $$);
CALL feature('prepared statement',
    $$SELECT 'made'$$,
    $setup$
    PREPARE p_{T} ({T}) AS SELECT id FROM t_{T} WHERE id = $1;
    EXECUTE p_{T} ({v 7});
    DEALLOCATE p_{T}
    $setup$);
CALL feature('function in SQL',
    $$SELECT (f({v 7}) = {v 7})::text$$,
    $setup$CREATE FUNCTION f({T}) RETURNS {T} LANGUAGE sql IMMUTABLE RETURN $1$setup$);
CALL feature('function in PL/pgSQL',
    $$SELECT (f({v 7}) = {v 7})::text$$,
    $setup$
    CREATE FUNCTION f(i {T}) RETURNS {T} LANGUAGE plpgsql AS $$
    DECLARE
        a {T}[];
    BEGIN
        a := ARRAY[i];
        FOREACH i IN ARRAY a LOOP
            RETURN i;
        END LOOP;
    END $$
    $setup$);
CALL feature('polymorphic function',
    $$SELECT (f({v 7}, {v 7}) = {v 7})::text$$,
    $setup$
    CREATE FUNCTION f(anycompatible, anycompatible) RETURNS anycompatible
    LANGUAGE sql AS 'SELECT coalesce($1, $2)'
    $setup$);
CALL feature('trigger',
    $$SELECT count(*)::text FROM u_{T} WHERE id = {v 7}$$,
    $setup$
    CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        new.id := old.id;
        RETURN new;
    END $$;
    CREATE TRIGGER t BEFORE UPDATE ON u_{T}
        FOR EACH ROW WHEN (old.id IS DISTINCT FROM new.id) EXECUTE FUNCTION f();
    UPDATE u_{T} SET id = NULL
    $setup$);
CALL feature('publication',
    $$SELECT 'made'$$,
    $$
    ALTER TABLE u_{T} ADD PRIMARY KEY (id);
    CREATE PUBLICATION p FOR TABLE u_{T} (id, k);
    $$);
CALL feature('row filter of a publication',
    $$SELECT 'made'$$,
    $$
    ALTER TABLE u_{T} ADD PRIMARY KEY (id);
    CREATE PUBLICATION p FOR TABLE u_{T} WHERE (id > {l 7});
    $$);
CALL feature('cursor',
    $$SELECT 'made'$$,
    $$
    DECLARE c SCROLL CURSOR FOR SELECT id FROM t_{T} ORDER BY id;
    FETCH 3 FROM c;
    $$);
CALL feature('cluster',
    $$SELECT 'made'$$,
    $$
    CREATE INDEX i ON u_{T} (id);
    CLUSTER u_{T} USING i;
    $$);
CALL feature('histogram',
    $$
    SELECT (abs(
        pg_temp.estimate_of($q$SELECT FROM t_{T} WHERE id > {l 7}$q$)
        - pg_temp.value_of($q$SELECT count(*) FROM t_{T} WHERE id > {l 7}$q$)::integer
    ) < 20)::text
    $$);
CALL feature('json_table',
    $$
    SELECT (id = {v 7})::text
    FROM json_table(jsonb_build_array({v 7}), '$[*]' COLUMNS (id {T} PATH '$'))
    $$,
    NULL,
    17);
CALL feature('json_value',
    $$SELECT (json_value(jsonb_build_object('id', {v 7}), '$.id' RETURNING {T}) = {v 7})::text$$,
    NULL,
    17);
