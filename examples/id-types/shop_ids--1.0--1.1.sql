\echo Use "ALTER EXTENSION shop_ids UPDATE" to load this file. \quit

-- As in shop_ids--1.0.sql.
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
        USING '@extschema@.invoice_id'::text, 'inv'::text, 'typeid'::text, 0, false, false;
END
$types$;
