-- Who uses the tables of test_bystanders.py: 20,000 users, three orders each.
CREATE TABLE users (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    n integer NOT NULL UNIQUE,
    name text
);
CREATE TABLE orders (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id uuid NOT NULL REFERENCES users,
    total numeric
);
CREATE INDEX orders_user ON orders (user_id);
INSERT INTO users (n, name) SELECT n, 'n' FROM generate_series(1, 20000) AS n;
INSERT INTO orders (user_id, total) SELECT id, total FROM users, generate_series(1, 3) AS total;
ANALYZE;
