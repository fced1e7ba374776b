-- One application over columns of core's uuid, in a database without the extension, and rows enough
-- that the planner prefers an index: what the tests of stored="uuid" read and write. stored.py
-- asks.
CREATE TABLE users (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    name text NOT NULL,
    friends uuid[] NOT NULL DEFAULT '{}',
    facts jsonb
);
CREATE TABLE orders (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    buyer_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    parent_id uuid REFERENCES orders,
    note text
);
CREATE INDEX ON orders (buyer_id);
CREATE TABLE watches (
    user_id uuid NOT NULL REFERENCES users,
    order_id uuid NOT NULL REFERENCES orders,
    PRIMARY KEY (user_id, order_id)
);
CREATE VIEW buyers AS
    SELECT u.id, u.name, count(o.id) AS orders
    FROM users u
    LEFT JOIN orders o ON o.buyer_id = u.id
    GROUP BY u.id;
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON orders TO customer USING (buyer_id = current_setting('shop.customer')::uuid);
GRANT SELECT ON orders TO customer;
CREATE FUNCTION orders_of(given uuid) RETURNS bigint
LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
    RETURN (SELECT count(*) FROM public.orders AS o WHERE o.buyer_id = given);
END $$;
CREATE FUNCTION parents() RETURNS TABLE (id uuid) LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY SELECT o.parent_id FROM orders AS o WHERE o.parent_id IS NOT NULL;
END $$;
INSERT INTO users (id, name)
SELECT overlay(md5(i::text) placing 'f' from 1 for 1)::uuid, i
FROM generate_series(1, 4000) AS i;
INSERT INTO orders (id, buyer_id)
SELECT id, id
FROM users;
VACUUM ANALYZE users, orders;
