-- How many columns are of the type that they move to, and how many of the type that they had.
-- columns: (schema, table, column, new type, old type), ...
SELECT count(*) FILTER (WHERE t.type = v.new) AS moved,
    count(*) FILTER (WHERE t.type = v.old) AS not_moved, count(*) AS columns
FROM (VALUES :columns) AS v(schema, relation, name, new, old)
LEFT JOIN LATERAL (
    SELECT format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    JOIN pg_attribute AS a ON a.attrelid = c.oid
    WHERE n.nspname = v.schema AND c.relname = v.relation AND a.attname = v.name
) AS t ON true
