-- Enough rows that the planner prefers an index by itself.
INSERT INTO users (name) SELECT 'n' || n FROM generate_series(1, 4000) n;
INSERT INTO orders (buyer_id, note) SELECT id, 'o' FROM users;
INSERT INTO orders (buyer_id, note) SELECT id, 'p' FROM users;
INSERT INTO invoices (note) SELECT 'i' || n FROM generate_series(1, 4000) n;
VACUUM ANALYZE;
