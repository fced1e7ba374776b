-- COPY that skips the rows with bad ids, from PostgreSQL 17 on.
\i test/lib/helpers.sql
\i test/lib/types.sql

\echo '-- Of 100 rows of each type each kind is a fifth: bare and NULL; quoted, and one in an'
\echo '-- array; bad; a good and a bad one in an array; NULL.'
CALL pg_temp.for_types($$
    CREATE TEMP TABLE given_%1$s AS
        SELECT nr AS n,
               CASE nr %% 5 WHEN 0 THEN id WHEN 1 THEN '"' || id || '"' WHEN 2 THEN bad END AS id,
               CASE nr %% 5 WHEN 1 THEN format('{%%s,NULL}', id)
                            WHEN 3 THEN format('{%%s,%%s}', id, bad) END AS ids
          FROM generate_series(1, 100) AS nr,
               LATERAL (SELECT (%2$s)::%1$s::text AS id FROM pg_temp.octets(nr)) AS v,
               LATERAL (SELECT CASE WHEN nr < 50 THEN left(id, -1) ELSE '!' || right(id, -1) END
                            AS bad) AS b$$);
CALL pg_temp.for_types('CREATE TEMP TABLE copied_%1$s (n integer, id %1$s, ids %1$s[])');
\set file `echo "${TMPDIR:-/tmp}/base62id-regress-$$"`
CREATE PROCEDURE pg_temp.copy_all(file text) LANGUAGE plpgsql AS $$
DECLARE
    t record;
BEGIN
    FOR t IN SELECT type FROM id_types LOOP
        EXECUTE format('COPY given_%s TO %L', t.type, file);
        EXECUTE format('COPY copied_%s FROM %L (ON_ERROR ignore)', t.type, file);
    END LOOP;
    -- The server's user may be another than the client's, and then no other can remove the file.
    EXECUTE format('COPY (SELECT) TO PROGRAM %L', 'cat >/dev/null; rm -f ' || file);
END $$;
CALL pg_temp.copy_all(:'file');
SELECT * FROM pg_temp.laws_of_types($$
    SELECT count(c.n) = 60 AND bool_and((c.n IS NULL) = (g.n %% 5 IN (2, 3))) AS the_good_ones,
           bool_and(c.id::text IS NOT DISTINCT FROM trim('"' FROM g.id)
                    AND c.ids::text IS NOT DISTINCT FROM g.ids)
               FILTER (WHERE c.n IS NOT NULL) AS same
      FROM given_%1$s AS g LEFT JOIN copied_%1$s AS c USING (n)$$);
