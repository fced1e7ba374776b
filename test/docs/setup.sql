-- What a page supposes to be there, under its name, for test/docs/blocks.pl.

-- page base62id
CREATE TABLE documents (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO documents VALUES ('123e4567-e89b-12d3-a456-426614174000');

-- page cookbook
SELECT typeid_create_type('user_id', 'user');
SELECT typeid_create_type('order_id', 'order');
CREATE TABLE users (id user_id PRIMARY KEY DEFAULT user_id_new(), name text);
CREATE TABLE orders (
    id order_id PRIMARY KEY DEFAULT order_id_new(),
    buyer user_id REFERENCES users
);
INSERT INTO users (name) VALUES ('Barbara');
INSERT INTO orders (buyer) SELECT id FROM users;
CREATE TABLE audit (subject typeid, what text);
INSERT INTO audit SELECT id, 'created' FROM users;
INSERT INTO audit SELECT id, 'created' FROM orders;

-- page production
CREATE TABLE accounts (id typeid PRIMARY KEY, name text);
INSERT INTO accounts VALUES ('user_01h455vb4pex5vsknk084sn02q', 'Ada');

-- page uid11
CREATE TABLE orders (id uid11 PRIMARY KEY DEFAULT xid_new());
INSERT INTO orders SELECT FROM generate_series(1, 10);
