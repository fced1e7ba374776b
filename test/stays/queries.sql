-- Random queries in two forms; see run.  In a template «a.u» is a uuid that is cast in one of them
-- and left alone in the other.  Both have to find the same rows, and those without an ordering by
-- the same plan.

-- Of uuids in the schema of_uuid, of bigints, negative ones too, in of_bigint.
CREATE SCHEMA of_uuid;
CREATE SCHEMA of_bigint;
CREATE FUNCTION of_uuid.value_of(i integer) RETURNS uuid IMMUTABLE STRICT LANGUAGE sql AS $$
    SELECT md5(i::text)::uuid
$$;
CREATE FUNCTION of_bigint.value_of(i integer) RETURNS bigint IMMUTABLE STRICT LANGUAGE sql AS $$
    SELECT CASE WHEN i % 3 = 0 THEN -1 ELSE 1 END * 1000003 * (i - 30)::bigint
$$;
CREATE FUNCTION make_tables(core text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    statements text := $statements$
        CREATE TABLE a (u CORE PRIMARY KEY, r CORE, n integer);
        CREATE TABLE a_heir () INHERITS (a);
        CREATE TABLE b (u CORE PRIMARY KEY, r CORE NOT NULL, n integer);
        CREATE TABLE c (u CORE PRIMARY KEY, r CORE, n integer) PARTITION BY HASH (u);
        CREATE TABLE c_0 PARTITION OF c FOR VALUES WITH (MODULUS 2, REMAINDER 0);
        CREATE TABLE c_1 PARTITION OF c FOR VALUES WITH (MODULUS 2, REMAINDER 1);
        CREATE TABLE upserted (u CORE, n integer, x integer);
        GRANT ALL ON ALL TABLES IN SCHEMA of_CORE TO PUBLIC;
        GRANT USAGE ON SCHEMA of_CORE TO PUBLIC;
        $statements$;
BEGIN
    PERFORM set_config('search_path', format('of_%s, public', core), true);
    EXECUTE replace(statements, 'CORE', core);
    INSERT INTO a
    SELECT value_of(n), CASE WHEN n % 7 > 0 THEN value_of(n % 40) END, n
    FROM generate_series(1, 350) AS n;
    INSERT INTO a_heir
    SELECT value_of(n), CASE WHEN n % 7 > 0 THEN value_of(n % 40) END, n
    FROM generate_series(351, 400) AS n;
    INSERT INTO b
    SELECT value_of(n * 2), value_of(n % 90), n
    FROM generate_series(1, 900) AS n;
    INSERT INTO c
    SELECT value_of(n * 3), value_of(n % 200), n
    FROM generate_series(1, 300) AS n;
    CREATE INDEX ON a (r);
    CREATE INDEX ON b USING hash (r);
    CREATE INDEX ON b (n, r);
    CREATE INDEX ON c (r);
    ANALYZE;
END $$;
SELECT make_tables('uuid'), make_tables('bigint');
CREATE ROLE bound;

-- A whole number from 0 to n - 1.
CREATE FUNCTION below(n integer) RETURNS integer LANGUAGE sql VOLATILE AS $$
    SELECT floor(random() * n)::integer
$$;
CREATE FUNCTION pick(VARIADIC choices text[]) RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT choices[1 + floor(random() * cardinality(choices))::integer]
$$;
CREATE FUNCTION chance(p float8) RETURNS boolean LANGUAGE sql VOLATILE AS $$
    SELECT random() < p
$$;

-- A value: one that is in the tables, mostly.
CREATE FUNCTION random_value(tables text[]) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    IF chance(0.03) THEN
        RETURN '«NULL::CORE»';
    ELSIF chance(0.2) THEN
        RETURN format('«value_of(%s.n)»', tables[1]);
    END IF;
    RETURN format('«value_of(%s)»', below(60));
END $$;
CREATE FUNCTION random_column(tables text[]) RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT format('«%s.%s»', pick(VARIADIC tables), pick('u', 'r'))
$$;

-- A condition on the tables; `orders` with orderings and lists, for which plans may differ.
CREATE FUNCTION random_condition(tables text[], depth integer, orders boolean) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    l text := random_column(tables);
    r text := CASE
        WHEN cardinality(tables) > 1 AND chance(0.4) OR chance(0.1) THEN random_column(tables)
        ELSE random_value(tables)
    END;
BEGIN
    IF depth > 0 AND chance(0.5) THEN
        RETURN CASE below(5)
            WHEN 0 THEN format('(%s OR %s)',
                random_condition(tables, depth - 1, orders),
                random_condition(tables, depth - 1, orders))
            WHEN 1 THEN format('NOT (%s)',
                random_condition(tables, depth - 1, orders))
            WHEN 2 THEN format('CASE WHEN %s.n %% 2 = 0 THEN %s ELSE %s END',
                tables[1],
                random_condition(tables, depth - 1, orders),
                random_condition(tables, depth - 1, orders))
            WHEN 3 THEN format('(%s) IS NOT TRUE',
                random_condition(tables, depth - 1, orders))
            ELSE format('(%s AND %s)',
                random_condition(tables, depth - 1, orders),
                random_condition(tables, depth - 1, orders))
        END;
    END IF;
    IF orders AND chance(0.7) THEN
        RETURN CASE below(7)
            WHEN 0 THEN format('%s BETWEEN %s AND %s', l, r, random_value(tables))
            WHEN 1 THEN format('%s IN (%s, %s)', l, r, random_value(tables))
            WHEN 2 THEN format('%s = ANY (ARRAY[%s])', l, r)
            WHEN 3 THEN format('%s IS NOT DISTINCT FROM %s', l, r)
            WHEN 4 THEN format('nullif(%s, %s) IS NULL', l, r)
            WHEN 5 THEN format('(%s, %s.n) < (%s, 200)', l, tables[1], r)
            ELSE format('%s %s %s', l, pick('<', '<=', '>', '>='), r)
        END;
    END IF;
    IF chance(0.15) THEN
        RETURN format('%s %s (SELECT «s.%s» FROM %s AS s WHERE s.n < %s)',
            l, pick('IN', 'NOT IN'), pick('u', 'r'), pick('a', 'b', 'c'), below(50));
    ELSIF chance(0.15) THEN
        RETURN format('%s (SELECT FROM %s AS s WHERE «s.%s» = %s AND s.n > %s)',
            pick('EXISTS', 'NOT EXISTS'), pick('a', 'b', 'c'), pick('u', 'r'), l, below(50));
    ELSIF chance(0.05) THEN
        RETURN format('(%s, %s.n) = (%s, %s)', l, tables[1], r, below(60));
    ELSIF chance(0.3) THEN
        RETURN format('%s %s %s', r, pick('=', '<>'), l);
    END IF;
    RETURN format('%s %s %s', l, pick('=', '=', '=', '<>'), r);
END $$;

CREATE FUNCTION random_query(orders boolean) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    tables text[] := ARRAY['t1'];
    source text := pick('a', 'b', 'c') || ' AS t1';
    result text := 't1.n';
    t text;
    statement text;
BEGIN
    FOR i IN 2..1 + below(3) LOOP
        t := 't' || i;
        IF chance(0.15) THEN
            source := format(
                '%s CROSS JOIN LATERAL (SELECT * FROM %s AS s WHERE «s.%s» = %s OFFSET 0) AS %s',
                source, pick('a', 'b', 'c'), pick('u', 'r'), random_column(tables), t);
        ELSE
            source := format('%s %s %s AS %s ON «%s.%s» = %s',
                source,
                pick('JOIN', 'JOIN', 'LEFT JOIN', 'FULL JOIN'),
                pick('a', 'b', 'c'),
                t,
                t,
                pick('u', 'r'),
                random_column(tables));
            IF chance(0.3) THEN
                source := format('%s AND %s.n = %s.n', source, t, tables[1]);
            END IF;
        END IF;
        tables := tables || t;
        IF chance(0.6) THEN
            result := format('%s, %s.n', result, t);
        END IF;
    END LOOP;
    statement := format('SELECT row(%s) AS r FROM %s WHERE %s',
        result, source, random_condition(tables, 2, orders));
    IF orders AND chance(0.3) THEN
        statement := format('%s ORDER BY %s', statement, random_column(tables));
    END IF;
    RETURN statement;
END $$;

CREATE FUNCTION plan_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    lines text := '';
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        lines := lines || line || E'\n';
    END LOOP;
    -- PostgreSQL 18 says what is compared with a hashed subquery; a cast of what children give is a
    -- step of its own there.
    lines := regexp_replace(lines, '\n *->  Result(?=\n)', '', 'g');
    lines := regexp_replace(lines, '\n +', E'\n', 'g');
    RETURN regexp_replace(lines, 'ANY \([^\n]*SubPlan[^\n]*', 'subquery', 'g');
END $$;

-- A statement with TYPE and VALUE filled in.
CREATE FUNCTION filled_in(statement text, type text, value integer) RETURNS text
LANGUAGE sql AS $$
    SELECT replace(replace(statement, 'VALUE', format('value_of(%s)', value)), 'TYPE', type)
$$;

-- Indexes of all kinds, other ones for each batch of queries; a class that the type does not have
-- for such columns is none.
CREATE FUNCTION change_indexes(type text, most integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    i record;
    form text;
BEGIN
    FOR i IN
        SELECT c.oid::regclass AS index
        FROM pg_class AS c
        WHERE c.relname ~ '^random_'
            AND c.relkind IN ('i', 'I')
            AND c.relnamespace = current_schema()::regnamespace
    LOOP
        EXECUTE format('DROP INDEX %s', i.index);
    END LOOP;
    FOR k IN 1..below(most) LOOP
        form := format('CREATE INDEX random_%s ON %s %s',
            k,
            pick('a', 'a_heir', 'b', 'c'),
            pick(
                '(KEY)',
                '(KEY)',
                '(n, KEY)',
                '(KEY, n)',
                'USING hash (KEY)',
                'USING brin (KEY) WITH (pages_per_range = 1)',
                'USING brin (KEY TYPE_minmax_multi_ops) WITH (pages_per_range = 1)',
                'USING brin (KEY TYPE_bloom_ops)',
                'USING gist (KEY TYPE_gist_ops)',
                'USING gin (KEY TYPE_gin_ops)',
                '(KEY TYPE_ops)',
                '(n) INCLUDE (r)'));
        form := replace(form, 'KEY', pick('u', 'r', '(u::TYPE)', '(r::TYPE)'));
        IF chance(0.3) THEN
            form := form || ' WHERE ' || pick(
                'n > 100',
                'r::TYPE = VALUE::TYPE',
                'u::TYPE > VALUE::TYPE',
                'r::TYPE <= VALUE::TYPE',
                'r <> VALUE',
                'u::TYPE <> VALUE::TYPE');
        END IF;
        BEGIN
            EXECUTE filled_in(form, type, below(60));
        EXCEPTION WHEN datatype_mismatch OR undefined_object OR feature_not_supported THEN
        END;
    END LOOP;
END $$;

-- ON CONFLICT finds its arbiter whatever else there is: the outcome of a table with one unique
-- index that it names.
CREATE FUNCTION random_upsert(type text, core text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    key text := pick('(u::TYPE)', '(u)', '(x)');
    predicate text := pick(
        'true',
        'x > 0',
        'u::TYPE > VALUE::TYPE',
        'u::TYPE <> VALUE::TYPE',
        'u = VALUE',
        'VALUE::TYPE <= u::TYPE');
    arbiter text := format('(%s)', key)
        || CASE predicate WHEN 'true' THEN '' ELSE ' WHERE ' || predicate END;
    beside text := pick(
        '(u)',
        '((u::TYPE))',
        '(n) WHERE u::TYPE < VALUE::TYPE',
        'USING brin (u)',
        'USING brin ((u::TYPE))',
        'USING hash ((u::TYPE))',
        '(x) WHERE u::TYPE = VALUE::TYPE');
    value integer := below(20);
    statement text := filled_in(
        format(
            'INSERT INTO upserted SELECT value_of(i), i, i FROM generate_series(1, 20) AS i '
            'ON CONFLICT %s DO UPDATE SET n = -1 WHERE upserted.u::TYPE = excluded.u::TYPE',
            arbiter),
        type,
        value);
    wrong integer;
BEGIN
    TRUNCATE upserted;
    EXECUTE filled_in('CREATE UNIQUE INDEX upserted_key ON upserted ' || arbiter, type, value);
    EXECUTE filled_in('CREATE INDEX upserted_beside ON upserted ' || beside, type, value);
    EXECUTE statement;
    EXECUTE statement;
    -- The rows of the predicate were updated, the others inserted again.
    EXECUTE filled_in(
        format('SELECT count(*) FROM upserted WHERE (n = -1) <> (%s)', predicate), type, value)
    INTO wrong;
    DROP INDEX upserted_key, upserted_beside;
    RETURN CASE WHEN wrong > 0 THEN 'WRONG: ' || statement END;
EXCEPTION WHEN OTHERS THEN
    RETURN format('%s: %s, beside %s', sqlstate, statement, beside);
END $$;

-- The answer, as the query stands, prepared, or of a role that policies bind.
CREATE FUNCTION answer_of(query text, way text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    counted text := format(
        $q$
        SELECT count(*) || md5(coalesce(string_agg(r::text, ',' ORDER BY r::text), ''))
        FROM (%s) AS q
        $q$,
        query);
    answer text;
BEGIN
    IF way = 'prepared' THEN
        EXECUTE 'DEALLOCATE ALL';
        EXECUTE 'PREPARE counted AS ' || counted;
        EXECUTE 'EXECUTE counted' INTO answer;
    ELSIF way = 'bound' THEN
        SET LOCAL ROLE bound;
        EXECUTE counted INTO answer;
        RESET ROLE;
    ELSE
        EXECUTE counted INTO answer;
    END IF;
    RETURN answer;
EXCEPTION WHEN feature_not_supported THEN -- FULL JOIN on what is no merge or hash condition
    RESET ROLE;
    RETURN sqlstate;
END $$;

-- What goes wrong, a line each, and at last how many queries were asked, found rows, and had to
-- have one plan.  Beside a query of uuids without casts stands the one with casts.  The order of
-- numbers is another one than that of bigints: there it is the query with casts that the planner
-- cannot see.
CREATE FUNCTION random_queries(type text, core text, queries integer, seed integer)
RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    template text;
    forms text[];
    answers text[];
    f text;
    orders boolean;
    way text;
    asked integer := 0;
    found_rows integer := 0;
    planned integer := 0;
BEGIN
    PERFORM setseed((seed % 1000003) / 1000003.0);
    PERFORM set_config('search_path', format('of_%s, public', core), true);
    PERFORM set_config('plan_cache_mode', 'force_generic_plan', true);
    EXECUTE format(
        'CREATE FUNCTION hidden(v %s) RETURNS %s IMMUTABLE LANGUAGE plpgsql '
        'AS ''BEGIN RETURN v::%2$s; END''',
        core, type);
    EXECUTE format(
        'CREATE POLICY visible ON b '
        'USING (u::%1$s <> value_of(8)::%1$s OR r::%1$s > value_of(50)::%1$s)',
        type);
    ALTER TABLE b ENABLE ROW LEVEL SECURITY;
    WHILE asked < queries LOOP
        IF asked % 20 = 0 THEN
            -- none in every other batch
            PERFORM change_indexes(type, CASE WHEN asked % 40 = 0 THEN 0 ELSE 6 END);
            f := random_upsert(type, core);
            IF f IS NOT NULL THEN
                RETURN NEXT f;
            END IF;
        END IF;
        orders := chance(0.4);
        template := replace(random_query(orders), 'CORE', core);
        forms := ARRAY[
            regexp_replace(
                template,
                '«([^»]*)»',
                CASE core WHEN 'uuid' THEN '\1' ELSE 'hidden(\1)' END,
                'g'),
            regexp_replace(template, '«([^»]*)»', '\1::' || type, 'g')];
        FOREACH f IN ARRAY ARRAY[
            'hashjoin', 'mergejoin', 'nestloop', 'seqscan', 'bitmapscan', 'material',
            'partitionwise_join'
        ] LOOP
            PERFORM set_config('enable_' || f, chance(0.8)::text, true);
        END LOOP;
        way := pick('plain', 'plain', 'prepared', 'bound');
        answers := ARRAY[answer_of(forms[1], way), answer_of(forms[2], way)];
        IF answers[1] <> answers[2] AND NOT (core = 'bigint' AND '0A000' = ANY (answers)) THEN
            RETURN NEXT format('WRONG: %s, %s: %s', type, way, template);
        ELSIF NOT orders
            AND core = 'uuid'
            AND answers[1] <> '0A000'
            AND NOT EXISTS (
                SELECT
                FROM pg_class
                WHERE relname ~ '^random_' AND relnamespace = current_schema()::regnamespace
            )
        THEN
            planned := planned + 1;
            IF plan_of(forms[1]) <> plan_of(forms[2]) THEN
                RETURN NEXT format('another plan: %s: %s', type, template)
                    || E'\n' || plan_of(forms[1]) || plan_of(forms[2]);
            END IF;
        END IF;
        asked := asked + 1;
        IF answers[1] !~ '^0' THEN
            found_rows := found_rows + 1;
        END IF;
    END LOOP;
    RETURN NEXT format('asked %s found %s planned %s', asked, found_rows, planned);
    DROP POLICY visible ON b;
    EXECUTE format('DROP FUNCTION hidden(%s)', core);
END $$;
