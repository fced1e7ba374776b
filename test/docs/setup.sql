-- What a page supposes to be there, under its name, for test/docs/blocks.pl.

-- page base62id
CREATE TABLE documents (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO documents VALUES ('123e4567-e89b-12d3-a456-426614174000');

-- page cookbook
CREATE TABLE documents (id uuid PRIMARY KEY, title text);
INSERT INTO documents VALUES ('123e4567-e89b-12d3-a456-426614174000', 'a title');
CREATE DOMAIN user_id AS typeid DEFAULT typeid_generate('user') CHECK (typeid_check(VALUE, 'user'));
CREATE TABLE users (id user_id PRIMARY KEY, name text);
INSERT INTO users VALUES ('user_01h455vb4pex5vsknk084sn02q', 'Ada');
CREATE TABLE orders (id uid11 PRIMARY KEY DEFAULT xid_new(), buyer user_id REFERENCES users);
INSERT INTO orders (buyer) SELECT id FROM users, generate_series(1, 100);
CREATE TABLE payments (id ulid PRIMARY KEY DEFAULT ulid_generate(), amount numeric);
CREATE TABLE events (id baseuid PRIMARY KEY DEFAULT baseuid_new(), data jsonb);
INSERT INTO events (data) VALUES ('{}');
CREATE TABLE old_users (created_at timestamptz, name text);
INSERT INTO old_users VALUES ('2020-02-29 12:00+00', 'Grace');
CREATE TABLE old_orders (created_at timestamptz, buyer user_id);
INSERT INTO old_orders VALUES ('2020-02-29 12:00+00', 'user_01h455vb4pex5vsknk084sn02q');

-- page production
CREATE DOMAIN user_id AS typeid DEFAULT typeid_generate('user') CHECK (typeid_check(VALUE, 'user'));
CREATE TABLE users (id user_id PRIMARY KEY, name text);
INSERT INTO users VALUES ('user_01h455vb4pex5vsknk084sn02q', 'Ada');

-- page uid11
CREATE TABLE orders (id uid11 PRIMARY KEY DEFAULT xid_new());
INSERT INTO orders SELECT FROM generate_series(1, 10);
