-- The first of these relations that is there.
SELECT (SELECT name FROM unnest(:names) AS name WHERE to_regclass(name) IS NOT NULL LIMIT 1)
