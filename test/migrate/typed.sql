-- An application's schema in which ids are compared with ids of their own kind only, as id types
-- want it.  It can be loaded by the owner of a database.
CREATE SCHEMA shop;
SET search_path = shop;
CREATE TABLE customers (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    name text,
    invited_by uuid REFERENCES customers
);
CREATE TABLE profiles (
    id uuid PRIMARY KEY REFERENCES customers ON DELETE CASCADE,
    text text
);
CREATE TABLE orders (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    customer_id uuid NOT NULL REFERENCES customers,
    made date
);
CREATE TABLE order_items (
    id uuid PRIMARY KEY,
    "orderId" uuid REFERENCES orders ON DELETE CASCADE,
    by uuid REFERENCES profiles,
    product text
);
CREATE TABLE "Categories" (id uuid PRIMARY KEY, parent uuid REFERENCES "Categories");
CREATE TABLE visits (
    id uuid,
    customer_id uuid REFERENCES customers,
    at date,
    PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE TABLE visits_2025 PARTITION OF visits
    FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
CREATE TABLE carts (
    id uuid PRIMARY KEY,
    customer_id uuid REFERENCES customers
) PARTITION BY HASH (id);
CREATE TABLE carts_0 PARTITION OF carts FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE carts_1 PARTITION OF carts
    FOR VALUES WITH (MODULUS 2, REMAINDER 1) PARTITION BY LIST (id);
CREATE TABLE carts_1_first PARTITION OF carts_1
    FOR VALUES IN ('c4ca4238-a0b9-2382-0dcc-509a6f75849b');
CREATE TABLE carts_1_rest PARTITION OF carts_1 DEFAULT;
CREATE TABLE cart_lines (
    cart_id uuid REFERENCES carts,
    product text
) PARTITION BY RANGE (cart_id);
CREATE TABLE cart_lines_low PARTITION OF cart_lines
    FOR VALUES FROM (MINVALUE) TO ('80000000-0000-0000-0000-000000000000');
CREATE TABLE cart_lines_high PARTITION OF cart_lines
    FOR VALUES FROM ('80000000-0000-0000-0000-000000000000') TO (MAXVALUE);
CREATE INDEX ON orders (customer_id);

-- constants of a type that goes on the way back; of a child's own, too
ALTER TABLE orders
    ADD CONSTRAINT bought CHECK (customer_id <> '00000000-0000-0000-0000-000000000000'::uuid),
    ADD CONSTRAINT made CHECK (id <> '00000000-0000-0000-0000-000000000000'::uuid) NOT VALID;
CREATE TABLE gifts (
    CONSTRAINT bought CHECK (customer_id <> '00000000-0000-0000-0000-000000000000'::uuid)
) INHERITS (orders);
COMMENT ON CONSTRAINT bought ON gifts IS 'a constraint';

CREATE VIEW latest AS
    SELECT c.id, c.name, max(o.made) AS made
    FROM customers AS c
    JOIN orders AS o ON o.customer_id = c.id
    GROUP BY c.id;
CREATE VIEW items AS
    SELECT l.name, i.*
    FROM latest AS l
    JOIN orders AS o ON o.customer_id = l.id
    JOIN order_items AS i ON i."orderId" = o.id;
COMMENT ON VIEW items IS 'items';
CREATE VIEW firsts AS
    SELECT name
    FROM customers
    WHERE id IN (
        '00000000-0000-0000-0000-000000000000'::uuid,
        '00000000-0000-0000-0000-000000000001'::uuid
    );
CREATE MATERIALIZED VIEW inviters AS
    SELECT invited_by, count(*) FROM customers GROUP BY invited_by;
CREATE UNIQUE INDEX ON inviters (invited_by);
CREATE FUNCTION orders_of_name(n text) RETURNS SETOF orders LANGUAGE sql
BEGIN ATOMIC
    SELECT o.*
    FROM orders AS o
    JOIN customers AS c ON c.id = o.customer_id
    WHERE c.name = n;
END;
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY known ON orders
    USING (EXISTS (SELECT FROM customers AS c WHERE c.id = orders.customer_id));
CREATE FUNCTION changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER moved BEFORE UPDATE OF customer_id ON orders
    FOR EACH ROW WHEN (OLD.customer_id <> NEW.customer_id) EXECUTE FUNCTION changed();

INSERT INTO customers
SELECT
    md5('c' || n)::uuid,
    'customer ' || n,
    CASE WHEN n > 1 THEN md5('c' || n / 2)::uuid END
FROM generate_series(1, 20) AS n;
INSERT INTO profiles
SELECT md5('c' || n)::uuid, 'profile'
FROM generate_series(1, 10) AS n;
INSERT INTO orders
SELECT md5('o' || n)::uuid, md5('c' || (n % 20 + 1))::uuid, '2025-01-01'::date + n
FROM generate_series(1, 60) AS n;
INSERT INTO order_items
SELECT
    md5('i' || n)::uuid,
    md5('o' || (n % 60 + 1))::uuid,
    md5('c' || (n % 10 + 1))::uuid
FROM generate_series(1, 99) AS n;
INSERT INTO visits
SELECT md5('v' || n)::uuid, md5('c' || (n % 20 + 1))::uuid, '2025-01-01'::date + n
FROM generate_series(1, 60) AS n;
INSERT INTO carts
SELECT md5(n::text)::uuid, md5('c' || (n % 20 + 1))::uuid
FROM generate_series(1, 60) AS n;
INSERT INTO cart_lines
SELECT md5(n::text)::uuid, 'product'
FROM generate_series(1, 60) AS n;
REFRESH MATERIALIZED VIEW inviters;
RESET search_path;
