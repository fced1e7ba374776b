-- What this role cannot drop of the extension and its types: DROP EXTENSION asks for its owner,
-- typeid_drop_type() for that of the type or of its schema.
-- types: a query of them
SELECT 'only the owner of the extension base62id, or a superuser, can drop it' AS what
FROM pg_extension WHERE extname = 'base62id' AND NOT pg_has_role(extowner, 'USAGE')
UNION ALL SELECT format(
    'only the owner of the type %s, or of its schema, or a superuser, can drop it', t.oid::regtype)
FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace
WHERE t.oid IN (:types) AND NOT pg_has_role(t.typowner, 'USAGE')
    AND NOT pg_has_role(n.nspowner, 'USAGE')
ORDER BY 1
