-- What the text of every system obeys: one spelling for each id, nothing else is read, and the
-- error says what is wrong and where.  What only one system's text does is tested in the file of
-- its name.
\i test/lib/helpers.sql
\i test/lib/types.sql
SET jit = off;
SET max_parallel_workers_per_gather = 0;

-- Five texts of each type, TypeIDs among them without a type prefix; and what each reads of a text.
CREATE TEMP TABLE texts (type text, text text);
CALL pg_temp.for_types($$INSERT INTO texts SELECT '%1$s', (%2$s)::%1$s::text
    FROM generate_series(5, 25, 5) AS nr, pg_temp.octets(nr)$$);
CREATE FUNCTION pg_temp.error_in(type text, text text) RETURNS text LANGUAGE sql AS $$
    SELECT pg_temp.error_of(format('SELECT %L::%s', text, type))
$$;
-- Whether a text is refused in each way: as input, as the functions' argument.
CREATE FUNCTION pg_temp.refused(type text, text text) RETURNS boolean LANGUAGE sql AS $$
    SELECT pg_temp.error_in(type, text) ~ '^22P02'
    AND pg_temp.value_of(format('SELECT %s_decode(%L) IS NULL AND NOT %1$s_is_valid(%2$L)', type,
        text)) = 'true'
$$;

\echo '-- ---------- what is written is read ----------'

SELECT * FROM pg_temp.laws_of_types($$
    SELECT count(DISTINCT t) = 10000 AND bool_and(t ~ ('^' || pattern || '$')) AS canonical,
    bool_and(t::%1$s = v AND t::%1$s::text = t) AS read,
           bool_and(('"' || t || '"')::%1$s = v) AS quoted,
           bool_and(format('%%s', v) = t AND concat(v) = t) AS written,
           bool_and(%1$s_is_valid(t) AND %1$s_is_valid('"' || t || '"')) AS valid,
           bool_and((%1$s_decode(t)::%1$s = v AND %1$s_decode('"' || t || '"')::%1$s = v) IS TRUE)
               AS decoded,
           bool_and(ARRAY[v, NULL]::text = '{' || t || ',NULL}'
               AND (ARRAY[v, NULL]::text)::%1$s[] = ARRAY[v, NULL]) AS arrays,
           bool_and((E'{"\\"' || t || E'\\""}')::%1$s[] = ARRAY[v]) AS quoted_in_arrays,
           %1$s_decode(NULL) IS NULL AND %1$s_is_valid(NULL) IS NULL AS nulls
      FROM (SELECT v, v::text AS t FROM generate_series(1, 10000) AS nr, pg_temp.octets(nr),
          LATERAL (SELECT (%2$s)::%1$s AS v) AS made) AS ids,
           (SELECT text AS pattern FROM id_types WHERE type = '%1$s') AS p$$);
\echo '-- Of the types that are uuids: the functions from a uuid and its text, of 1000 ids, and'
\echo '-- none of'
\echo '-- 11 other forms of it, each of which is NULL.'
SELECT t.type, pg_temp.value_of(format($$
    SELECT count(*)
    FILTER (WHERE %1$s_encode(u)::%1$s::uuid = u AND %1$s_encode(u::text) = %1$s_encode(u)
        AND %1$s_encode(upper(u::text)) = %1$s_encode(u))
      FROM generate_series(1, 1000) AS nr, pg_temp.octets(nr)$$, type)) AS encoded,
       pg_temp.value_of(format($$
    SELECT count(*) FILTER (WHERE %1$s_encode(v) IS NULL)
      FROM unnest(ARRAY['123e4567e89b12d3a456426614174000',
          '{123e4567-e89b-12d3-a456-426614174000}', '123e4567-e89b-12d3-a456-42661417400',
                        '123e4567-e89b-12d3-a456-4266141740000',
                        '123e4567-e89b-12d3-a456-42661417400g',
                        '123e4567-e89b-12d3-a456+426614174000',
                        ' 123e4567-e89b-12d3-a456-42661417400',
                        '123e4567-e89b-12d3-a456-4266141740é', '', '00000000000000000000000000',
                        NULL]) AS v$$,
                              type)) AS not_encoded
  FROM id_types AS t WHERE family = 'uuid' ORDER BY n;

\echo '-- ---------- nothing else is read ----------'

\echo '-- Which symbols can stand last, and which first.'
SELECT type, pg_temp.value_of(format($$SELECT string_agg(chr(c), '' ORDER BY c)
    FROM generate_series(1, 127) AS c WHERE %s_is_valid(left(%L, -1) || chr(c))$$,
                                     type, text)) AS last,
       pg_temp.value_of(format($$SELECT string_agg(chr(c), '' ORDER BY c)
           FROM generate_series(1, 127) AS c WHERE %s_is_valid(chr(c) || substr(%L, 2))$$,
                               type, text)) AS first
  FROM (SELECT DISTINCT ON (n) type, texts.text FROM id_types JOIN texts USING (type)
      ORDER BY n, texts.text) AS first_of_each;
\echo '-- A symbol that is none, at every position: the error says at which, quotes counted.'
SELECT type, count(*),
       bool_and(error ~* format('^22P02 .* character %s(,| is| must)', p)) AS position,
       bool_and(quoted ~* format('^22P02 .* character %s(,| is| must)', p + 1)) AS quoted_position,
       bool_and(pg_temp.refused(type, bad)) AS refused
  FROM id_types JOIN texts AS t USING (type), generate_series(1, length(t.text)) AS p,
  LATERAL (SELECT overlay(t.text PLACING '!' FROM p) AS bad) AS b,
       LATERAL (SELECT pg_temp.error_in(type, bad) AS error,
           pg_temp.error_in(type, '"' || bad || '"') AS quoted) AS e
 GROUP BY n, type ORDER BY n;
\echo '-- Any octet at any position: refused where it is no symbol, and never called none where it'
\echo '-- is one.'
SELECT type, bool_and(error ~ '^22P02') FILTER (WHERE NOT symbol) AS refused,
       bool_and(error = 'no error' OR error !~* 'character \d+, ')
       FILTER (WHERE symbol) AS symbols, count(*)
  FROM id_types AS i JOIN (SELECT DISTINCT ON (type) * FROM texts ORDER BY type, text) AS t
  USING (type), generate_series(1, length(t.text)) AS p,
       generate_series(33, 126) AS c, LATERAL
       (SELECT overlay(t.text PLACING chr(c) FROM p) AS changed) AS x,
       LATERAL (SELECT pg_temp.error_in(type, changed) AS error,
                       CASE WHEN folds THEN upper(left(t.text, -1) || chr(c)) ELSE
                       left(t.text, -1) || chr(c) END ~ ('^' || i.text || '$') AS symbol) AS e
 WHERE chr(c) <> '"' OR p NOT IN (1, length(t.text)) GROUP BY n, type ORDER BY n;
\echo '-- Any other length; spaces; other quotes, and more of them; symbols of more than one octet,'
\echo '-- as many octets or as many symbols.'
SELECT type, count(*), string_agg(pg_temp.error_in(type, bad), E'\n')
    FILTER (WHERE NOT pg_temp.refused(type, bad)) AS not_refused
  FROM id_types JOIN texts AS t USING (type),
       LATERAL (SELECT left(t.text, l) AS bad FROM generate_series(0, length(t.text) - 1) AS l
                UNION ALL SELECT t.text || repeat(right(t.text, 1), l)
                FROM generate_series(1, 300) AS l
                UNION ALL SELECT format(form, t.text)
                FROM unnest(ARRAY[' %s', '%s ', E'%s\n', E'\t%s', '" %s"', '''%s''', '"%s', '%s"',
                    '""%s""', '«%s»',
                                                                       '{%s}', '"', '""', '"""',
                                                                       '""""']) AS form
                UNION ALL SELECT overlay(t.text PLACING 'é' FROM p)
                FROM generate_series(1, length(t.text)) AS p
                UNION ALL SELECT overlay(t.text PLACING 'é' FROM p FOR 2)
                FROM generate_series(1, length(t.text) - 1) AS p
                UNION ALL SELECT overlay(t.text PLACING 'ｆ' FROM p FOR 3)
                FROM generate_series(1, length(t.text) - 2) AS p) AS b
 GROUP BY n, type ORDER BY n;
\echo '-- Positions count octets.'
SELECT count(DISTINCT type) AS types,
    bool_and(pg_temp.error_in(type, overlay(t.text PLACING 'é' FROM p FOR 2)) ~*
    format('^22P02 .* character %s(,| is| must)', p)) AS position
  FROM id_types JOIN texts AS t USING (type), generate_series(1, length(t.text) - 1) AS p;
\echo '-- A megabyte is refused, not a crash.'
SELECT type, bool_and(pg_temp.refused(type, junk)) AS refused, max(octet_length(junk))
  FROM id_types JOIN (SELECT DISTINCT ON (type) * FROM texts ORDER BY type, text) AS t USING (type),
       unnest(ARRAY[repeat('x', 1048576), repeat('"', 1048576), repeat('_', 1048576),
           repeat('é', 524288), repeat(left(t.text, 1), 1048576),
                    t.text || repeat(right(t.text, 1), 1048576),
                    '"' || repeat(t.text, 40000) || '"']) AS junk
 GROUP BY n, type ORDER BY n;

\echo '-- ---------- letters of the other case ----------'

\echo '-- Where they are read, they are the same id, which is written in its one way; elsewhere no'
\echo '-- text is that of an id in another case.'
SELECT type, folds, count(*),
    bool_and(pg_temp.value_of(format('SELECT %L::%s = %L', other, type, t.text)) = 'true'
                                       AND pg_temp.value_of(format('SELECT %L::%s', other, type)) =
                                       t.text) FILTER (WHERE folds) AS same,
       count(*) FILTER (WHERE NOT folds AND NOT pg_temp.refused(type, other)
                        AND
                        pg_temp.value_of(format('SELECT CASE WHEN %s_is_valid(%L) THEN %2$L::%1$s
                                                     = %3$L END',
                            type, other, t.text)) = 'true') AS twice
  FROM id_types JOIN texts AS t USING (type),
  LATERAL (SELECT translate(t.text, letters || upper(letters), upper(letters) || letters)
                                                      FROM (VALUES ('abcdefghijklmnopqrstuvwxyz'))
                                                      AS l(letters)
                                                      UNION SELECT lower(t.text) UNION
                                                      SELECT upper(t.text) UNION
                                                      SELECT initcap(t.text)) AS o(other)
 WHERE other <> t.text GROUP BY n, type, folds ORDER BY n;
