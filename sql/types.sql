-- The table of the types that other tests go through, compared with the catalog.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql
\i :srcdir/test/lib/types.sql

SELECT count(*) > 4 AS several, count(DISTINCT type) = count(*) AS distinct,
       bool_and(num_nulls(type, text, value, fresh, ascending) = 0) AS complete
  FROM id_types;
-- what one of them knows and the other does not
SELECT COALESCE(t.typname, x.type) AS type,
       CASE WHEN x.type IS NULL THEN 'is not in test/lib/types.tsv' ELSE 'is no type of the extension' END AS wrong
  FROM (SELECT typname FROM pg_type JOIN pg_depend ON classid = 'pg_type'::regclass AND objid = pg_type.oid AND deptype = 'e'
         WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'base62id')
           AND typtype = 'b' AND typcategory <> 'A') AS t
  FULL JOIN id_types AS x ON x.type = t.typname
 WHERE t.typname IS NULL OR x.type IS NULL;
-- The family: what can be cast without a function, and is stored alike.
SELECT x.type, x.family, c.castmethod IS NOT NULL AS by_the_catalog
  FROM id_types AS x LEFT JOIN pg_cast AS c ON castsource = x.type::regtype AND casttarget = 'uuid'::regtype AND castmethod = 'b'
 WHERE (c.castmethod IS NULL) <> (x.family IS NULL);

\echo '-- What the columns say.  A fresh id is given where a column of the type takes it by default.'
CALL pg_temp.for_types($$CREATE TEMP TABLE few_%1$s (i integer, id %1$s, fresh %1$s DEFAULT %3$s)$$);
CALL pg_temp.for_types($$INSERT INTO few_%1$s SELECT i, %2$s FROM generate_series(1, 1000) AS g, pg_temp.octets(g)$$);
SELECT * FROM pg_temp.laws_of_types($$
    SELECT bool_and(pg_typeof(id)::text = '%1$s') AS type, count(DISTINCT id) = 1000 AS distinct, count(DISTINCT fresh) = 1000 AS fresh,
           bool_and(id::text ~ text AND fresh::text ~ text AND length(text) < 100) AS text,
           CASE WHEN ascending THEN bool_and(fresh > previous) ELSE true END AS ascending
      FROM (SELECT *, lag(fresh) OVER (ORDER BY i) AS previous FROM few_%1$s) AS f,
           (SELECT format('^%%s$', text) AS text, ascending FROM id_types WHERE type = '%1$s') AS t
     GROUP BY ascending$$);
SELECT type, pg_temp.value_of(format('SELECT bool_and(abs(extract(epoch FROM now() - %s)) < 60) FROM (SELECT fresh AS v FROM few_%s) AS f',
                                     time, type)) AS of_now
  FROM id_types WHERE time IS NOT NULL ORDER BY n;
\echo '-- the octets are those of the value: what is sent of it, a type prefix apart, is their beginning'
SELECT * FROM pg_temp.laws_of_types($$
    SELECT bool_and(right(sent, octets) = left(md5(i::text), octets)) AS octets
      FROM (SELECT i, encode(%1$s_send(id), 'hex') AS sent FROM few_%1$s) AS s,
           (SELECT 2 * CASE WHEN typlen > 0 THEN typlen ELSE 16 END AS octets FROM pg_type WHERE oid = '%1$s'::regtype) AS t$$);
