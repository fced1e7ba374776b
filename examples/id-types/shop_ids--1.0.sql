\echo Use "CREATE EXTENSION shop_ids" to load this file. \quit

-- The types belong to this extension: it is dumped by its name, Citus makes it on all nodes, and
-- postgres_fdw ships its operators.
--
-- This runs as a superuser, where somebody else may have put functions of the same names: so the
-- path is pinned, base62id's schema is named, and all arguments are given with their types. It is
-- looked up, because PostgreSQL 15 has no placeholder for the schema of another extension.
DO $types$
DECLARE
    base62id pg_catalog.text;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    SELECT quote_ident(nspname::text) INTO STRICT base62id
    FROM pg_extension AS e
    JOIN pg_namespace AS n ON n.oid = e.extnamespace
    WHERE extname = 'base62id';
    EXECUTE format('SELECT %s.typeid_create_type($1, $2, $3, $4, $5, $6)', base62id)
        USING '@extschema@.customer_id'::text, 'cus'::text, 'typeid'::text, 0, false, false;
    EXECUTE format('SELECT %s.typeid_create_type($1, $2, $3, $4, $5, $6)', base62id)
        USING '@extschema@.order_id'::text, 'ord'::text, 'typeid'::text, 0, false, false;
END
$types$;
