-- Random queries in two forms; see run.  In a template «a.u» is a uuid that is cast in one of them and left alone in the other.

CREATE TABLE a (u uuid PRIMARY KEY, r uuid, n integer);
CREATE TABLE b (u uuid PRIMARY KEY, r uuid NOT NULL, n integer);
CREATE TABLE c (u uuid PRIMARY KEY, r uuid, n integer) PARTITION BY HASH (u);
CREATE TABLE c_0 PARTITION OF c FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE c_1 PARTITION OF c FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO a SELECT md5(n::text)::uuid, CASE WHEN n % 7 > 0 THEN md5((n % 40)::text)::uuid END, n FROM generate_series(1, 400) AS n;
INSERT INTO b SELECT md5((n * 2)::text)::uuid, md5((n % 90)::text)::uuid, n FROM generate_series(1, 900) AS n;
INSERT INTO c SELECT md5((n * 3)::text)::uuid, md5((n % 200)::text)::uuid, n FROM generate_series(1, 300) AS n;
CREATE INDEX ON a (r);
CREATE INDEX ON b USING hash (r);
CREATE INDEX ON b (n, r);
CREATE INDEX ON c (r);
ANALYZE;

CREATE FUNCTION pick(VARIADIC choices text[]) RETURNS text LANGUAGE sql VOLATILE AS $$SELECT choices[1 + floor(random() * cardinality(choices))::integer]$$;
CREATE FUNCTION chance(p float8) RETURNS boolean LANGUAGE sql VOLATILE AS $$SELECT random() < p$$;

-- A value: one that is in the tables, mostly.
CREATE FUNCTION random_value() RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT CASE WHEN chance(0.03) THEN '«NULL::uuid»' WHEN chance(0.2) THEN format('«md5(%L || x.n)::uuid»', '') ELSE format('«md5(%L)::uuid»', floor(random() * 60)::integer) END
$$;
CREATE FUNCTION random_column(tables text[]) RETURNS text LANGUAGE sql VOLATILE AS $$SELECT format('«%s.%s»', pick(VARIADIC tables), pick('u', 'r'))$$;

-- A condition on the tables; `orders` with orderings and lists, for which plans may differ.
CREATE FUNCTION random_condition(tables text[], depth integer, orders boolean) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    l text := random_column(tables);
    r text := replace(CASE WHEN cardinality(tables) > 1 AND chance(0.4) OR chance(0.1) THEN random_column(tables) ELSE random_value() END, 'x.n', tables[1] || '.n');
BEGIN
    IF depth > 0 AND chance(0.5) THEN
        RETURN CASE floor(random() * 5)::integer
            WHEN 0 THEN format('(%s OR %s)', random_condition(tables, depth - 1, orders), random_condition(tables, depth - 1, orders))
            WHEN 1 THEN format('NOT (%s)', random_condition(tables, depth - 1, orders))
            WHEN 2 THEN format('CASE WHEN %s.n %% 2 = 0 THEN %s ELSE %s END', tables[1], random_condition(tables, depth - 1, orders), random_condition(tables, depth - 1, orders))
            WHEN 3 THEN format('(%s) IS NOT TRUE', random_condition(tables, depth - 1, orders))
            ELSE format('(%s AND %s)', random_condition(tables, depth - 1, orders), random_condition(tables, depth - 1, orders)) END;
    END IF;
    IF orders AND chance(0.7) THEN
        RETURN CASE floor(random() * 7)::integer
            WHEN 0 THEN format('%s BETWEEN %s AND %s', l, r, replace(random_value(), 'x.n', tables[1] || '.n'))
            WHEN 1 THEN format('%s IN (%s, %s)', l, r, replace(random_value(), 'x.n', tables[1] || '.n'))
            WHEN 2 THEN format('%s = ANY (ARRAY[%s])', l, r)
            WHEN 3 THEN format('%s IS NOT DISTINCT FROM %s', l, r)
            WHEN 4 THEN format('nullif(%s, %s) IS NULL', l, r)
            WHEN 5 THEN format('(%s, %s.n) < (%s, 200)', l, tables[1], r)
            ELSE format('%s %s %s', l, pick('<', '<=', '>', '>='), r) END;
    END IF;
    IF chance(0.15) THEN
        RETURN format('%s %s (SELECT «s.%s» FROM %s AS s WHERE s.n < %s)', l, pick('IN', 'NOT IN'), pick('u', 'r'), pick('a', 'b', 'c'), floor(random() * 50));
    ELSIF chance(0.15) THEN
        RETURN format('%s (SELECT FROM %s AS s WHERE «s.%s» = %s AND s.n > %s)', pick('EXISTS', 'NOT EXISTS'), pick('a', 'b', 'c'), pick('u', 'r'), l,
                      floor(random() * 50));
    ELSIF chance(0.05) THEN
        RETURN format('(%s, %s.n) = (%s, %s)', l, tables[1], r, floor(random() * 60));
    END IF;
    RETURN CASE WHEN chance(0.3) THEN format('%s %s %s', r, pick('=', '<>'), l) ELSE format('%s %s %s', l, pick('=', '=', '=', '<>'), r) END;
END $$;

CREATE FUNCTION random_query(orders boolean) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    tables text[] := ARRAY['t1'];
    source text := pick('a', 'b', 'c') || ' AS t1';
    result text := 't1.n';
    t text;
BEGIN
    FOR i IN 2..1 + floor(random() * 3)::integer LOOP
        t := 't' || i;
        IF chance(0.15) THEN
            source := format('%s CROSS JOIN LATERAL (SELECT * FROM %s AS s WHERE «s.%s» = %s OFFSET 0) AS %s', source, pick('a', 'b', 'c'), pick('u', 'r'), random_column(tables), t);
        ELSE
            source := format('%s %s %s AS %s ON «%s.%s» = %s%s', source, pick('JOIN', 'JOIN', 'LEFT JOIN', 'FULL JOIN'), pick('a', 'b', 'c'), t, t, pick('u', 'r'),
                             random_column(tables), CASE WHEN chance(0.3) THEN format(' AND %s.n = %s.n', t, tables[1]) ELSE '' END);
        END IF;
        tables := tables || t;
        IF chance(0.6) THEN result := format('%s, %s.n', result, t); END IF;
    END LOOP;
    RETURN format('SELECT row(%s) AS r FROM %s WHERE %s%s', result, source, random_condition(tables, 2, orders),
                  CASE WHEN orders AND chance(0.3) THEN format(' ORDER BY %s', random_column(tables)) ELSE '' END);
END $$;

CREATE FUNCTION plan_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    lines text := '';
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP lines := lines || line || E'\n'; END LOOP;
    -- PostgreSQL 18 says what is compared with a hashed subquery.
    RETURN regexp_replace(lines, 'ANY \([^\n]*SubPlan[^\n]*', 'subquery', 'g');
END $$;

-- What goes wrong, a line each, and at last how many queries were asked, found rows, and had to have one plan.
CREATE FUNCTION random_queries(type text, queries integer, seed integer) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    template text;
    forms text[];
    answers text[];
    f text;
    answer text;
    orders boolean;
    asked integer := 0;
    found_rows integer := 0;
    planned integer := 0;
BEGIN
    PERFORM setseed((seed % 1000003) / 1000003.0);
    -- Indexes on the cast beside those of the uuids.
    EXECUTE format('CREATE INDEX of_cast ON a ((r::%1$s)); CREATE INDEX of_class ON b USING gist ((u::%1$s));
                    CREATE INDEX partial ON b (n) WHERE r::%1$s = md5(''7'')::uuid::%1$s', type);
    WHILE asked < queries LOOP
        orders := chance(0.4);
        template := random_query(orders);
        forms := ARRAY[regexp_replace(template, '«([^»]*)»', '\1', 'g'), regexp_replace(template, '«([^»]*)»', '\1::' || type, 'g')];
        FOREACH f IN ARRAY ARRAY['hashjoin', 'mergejoin', 'nestloop', 'seqscan', 'bitmapscan', 'material', 'partitionwise_join'] LOOP
            PERFORM set_config('enable_' || f, chance(0.8)::text, true);
        END LOOP;
        answers := '{}';
        FOREACH f IN ARRAY forms LOOP
            BEGIN
                EXECUTE format('SELECT count(*) || md5(coalesce(string_agg(r::text, '','' ORDER BY r::text), '''')) FROM (%s) AS q', f) INTO answer;
            EXCEPTION WHEN feature_not_supported THEN -- FULL JOIN on what is no merge or hash condition
                answer := sqlstate;
            END;
            answers := answers || answer;
        END LOOP;
        IF answers[1] <> answers[2] THEN
            RETURN NEXT format('WRONG: %s: %s', type, template);
        ELSIF NOT orders AND answers[1] <> '0A000' THEN
            planned := planned + 1;
            IF plan_of(forms[1]) <> plan_of(forms[2]) THEN
                RETURN NEXT format('another plan: %s: %s', type, template) || E'\n' || plan_of(forms[1]) || plan_of(forms[2]);
            END IF;
        END IF;
        asked := asked + 1;
        IF answers[1] !~ '^0' THEN found_rows := found_rows + 1; END IF;
    END LOOP;
    RETURN NEXT format('asked %s found %s planned %s', asked, found_rows, planned);
    DROP INDEX of_cast, of_class, partial;
END $$;
