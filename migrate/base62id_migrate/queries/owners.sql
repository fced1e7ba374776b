-- Relations and their owners.
SELECT c.oid::int8 AS oid, c.oid::regclass::text AS name, c.relkind AS kind,
    pg_get_userbyid(c.relowner) AS owner, quote_ident(n.nspname) AS schema, n.nspname,
    quote_ident(c.relname) AS bare, c.relname, c.relispopulated AS filled,
    c.relrowsecurity AND c.relforcerowsecurity AS forced
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND c.oid >= 16384
