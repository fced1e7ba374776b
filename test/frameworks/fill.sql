-- The tables, unless migrations have made them, with enough rows that the planner prefers an index
-- by itself.
SELECT to_regclass('users') IS NULL AS bare \gset
\if :bare
CREATE TABLE users (
    id typeid PRIMARY KEY DEFAULT typeid_generate('user'::text),
    name text NOT NULL
);
CREATE TABLE orders (
    id uid11 PRIMARY KEY DEFAULT xid_new(),
    buyer_id typeid NOT NULL REFERENCES users,
    note text NOT NULL
);
CREATE INDEX ON orders (buyer_id);
CREATE TABLE invoices (
    id base62id PRIMARY KEY DEFAULT gen_random_uuid(),
    note text NOT NULL
);
\endif
INSERT INTO users (name) SELECT 'n' || n FROM generate_series(1, 4000) n;
INSERT INTO orders (buyer_id, note) SELECT id, 'o' FROM users;
INSERT INTO orders (buyer_id, note) SELECT id, 'p' FROM users;
INSERT INTO invoices (note) SELECT 'i' || n FROM generate_series(1, 4000) n;
VACUUM ANALYZE;
