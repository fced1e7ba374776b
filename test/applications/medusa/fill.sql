-- So many rows that the planner prefers indexes.
CREATE FUNCTION pg_temp.ulid(n integer) RETURNS text LANGUAGE sql AS $$
    SELECT '01HZ' || translate(upper(substr(md5(n::text), 1, 22)), 'ILOU', 'JKMN')
$$;
INSERT INTO product (id, title, handle, status)
SELECT 'prod_' || pg_temp.ulid(n), 'product ' || n, 'product-' || n, 'published'
FROM generate_series(1, 20000) AS n;
INSERT INTO product_variant (id, title, product_id)
SELECT 'variant_' || pg_temp.ulid(n), 'variant ' || n, 'prod_' || pg_temp.ulid(n % 20000 + 1)
FROM generate_series(1, 40000) AS n;
INSERT INTO customer (id, email, has_account)
SELECT 'cus_' || pg_temp.ulid(n), n || '@example.org', false
FROM generate_series(1, 20000) AS n;
