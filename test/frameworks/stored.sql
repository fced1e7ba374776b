-- An application over columns of core's uuid, in a database without the extension: what the tests of stored="uuid" read and write.
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
CREATE VIEW buyers AS SELECT u.id, u.name, count(o.id) AS orders FROM users u LEFT JOIN orders o ON o.buyer_id = u.id GROUP BY u.id;
