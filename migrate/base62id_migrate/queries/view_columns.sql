-- Types of the columns of views.
SELECT a.attrelid::regclass || '.' || quote_ident(a.attname) AS n,
    a.atttypid::regtype::text AS t FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
WHERE c.relkind IN ('v', 'm') AND a.attnum > 0 AND c.oid >= 16384 ORDER BY 1
