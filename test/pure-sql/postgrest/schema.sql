-- A schema that PostgREST serves.  Its caller has made the roles, and shop.user_id and
-- shop.order_id: domains of pure-sql or types of the extension.
SET search_path = shop;
CREATE TABLE users (
    id user_id PRIMARY KEY DEFAULT gen_random_uuid(),
    name text,
    friends user_id[]
);
CREATE TABLE orders (
    id order_id PRIMARY KEY DEFAULT gen_random_uuid(),
    buyer user_id REFERENCES users,
    total integer
);
CREATE VIEW buyers AS
    SELECT u.id, u.name
    FROM users AS u
    WHERE EXISTS (SELECT FROM orders AS o WHERE o.buyer = u.id);
CREATE FUNCTION by_id(who user_id) RETURNS SETOF users
LANGUAGE sql STABLE AS 'SELECT * FROM shop.users WHERE id = who';
CREATE FUNCTION by_text(who text) RETURNS SETOF users LANGUAGE sql STABLE AS :'by_text';
INSERT INTO users
SELECT md5(n::text)::uuid, 'user ' || n
FROM generate_series(1, 2000) AS n;
ANALYZE users;
-- Who is signed in sees what he has bought.
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON orders USING (
    current_user = 'shop_clerk'
    OR buyer = :read (current_setting('request.jwt.claims', true)::json ->> 'sub')
);
GRANT USAGE ON SCHEMA shop TO shop_clerk, shop_customer, shop_stranger;
GRANT ALL ON ALL TABLES IN SCHEMA shop TO shop_clerk;
GRANT SELECT ON ALL TABLES IN SCHEMA shop TO shop_customer, shop_stranger;
