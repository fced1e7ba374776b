-- What beginners type, and PostgreSQL refuses: docs/troubleshooting.md has the message of each
-- statement.  mistakes.pl runs this file as the owner of a database.  What stands before the first
-- line of dashes is not a mistake.
CREATE EXTENSION base62id;
SELECT typeid_create_type('user_id', 'user'), typeid_create_type('order_id', 'order');
CREATE TABLE users (id user_id PRIMARY KEY DEFAULT user_id_new(), name text);
CREATE TABLE orders (
    id order_id PRIMARY KEY DEFAULT order_id_new(),
    buyer user_id REFERENCES users
);
CREATE TABLE notes (id base62id PRIMARY KEY DEFAULT gen_random_uuid(), about jsonb);
CREATE TABLE us (id ulid PRIMARY KEY DEFAULT ulid_generate());
CREATE TABLE xs (id uid11 PRIMARY KEY DEFAULT xid_new());
CREATE TABLE texts (id text PRIMARY KEY);
CREATE DOMAIN person_id AS typeid CHECK (typeid_check(VALUE, 'person'));
INSERT INTO users VALUES ('user_01h455vb4pex5vsknk084sn02q', 'Ada');
INSERT INTO orders VALUES ('order_01h455vb4pex5vsknk084sn02q', 'user_01h455vb4pex5vsknk084sn02q');
INSERT INTO notes (about) VALUES ('{"id": "user_01h455vb4pex5vsknk084sn02q"}');
INSERT INTO xs VALUES (xid_max('2150-01-01'));
INSERT INTO texts VALUES ('bob');

-- ---------- ids in queries
SELECT * FROM users WHERE id = "user_01h455vb4pex5vsknk084sn02q";
SELECT * FROM users WHERE id = user_01h455vb4pex5vsknk084sn02q;
SELECT * FROM users WHERE id = 'USER_01H455VB4PEX5VSKNK084SN02Q';
SELECT * FROM users WHERE id = 'user_01h455vb4pex5vsknk084sn02q ';
SELECT * FROM users WHERE id = E'user_01h455vb4pex5vsknk084sn02q\n';
SELECT * FROM users WHERE id = 'usr_01h455vb4pex5vsknk084sn02q';
SELECT * FROM users WHERE id = '01h455vb4pex5vsknk084sn02q';
SELECT * FROM users WHERE id = '01890a5d-ac96-774b-bcce-b302099a8057';
SELECT * FROM users WHERE id = '01890a5d-ac96-774b-bcce-b302099a8057'::uuid;
SELECT * FROM users WHERE id = '';
SELECT * FROM users WHERE id = 'NULL';
SELECT * FROM users WHERE id = 42;
SELECT * FROM users WHERE id = 42.5;
SELECT * FROM users WHERE id = true;
SELECT * FROM users WHERE id > now();
SELECT * FROM users WHERE id IN (1, 2, 3);
SELECT * FROM users WHERE id BETWEEN 1 AND 10;
SELECT *
FROM users
WHERE id IN ('user_01h455vb4pex5vsknk084sn02q', 'order_01h455vb4pex5vsknk084sn02q');
SELECT * FROM users WHERE id IN (SELECT id FROM orders);
SELECT * FROM users WHERE id = ANY ('{order_01h455vb4pex5vsknk084sn02q}');
SELECT * FROM users WHERE id ~ '^user';
SELECT * FROM users WHERE id SIMILAR TO 'user%';
SELECT * FROM xs WHERE id = 42;
SELECT * FROM xs WHERE id = '42';
SELECT * FROM xs WHERE id = '01890a5d-ac96-774b-bcce-b302099a8057';
SELECT ''::base62id;
SELECT 'G8YOG5efuH94ezE3H5aIvQ '::base62id;

-- ---------- joins and sets
SELECT * FROM users JOIN orders ON users.id = orders.id;
SELECT * FROM users JOIN orders USING (id);
SELECT * FROM users JOIN notes ON users.id = notes.id;
SELECT * FROM us JOIN notes USING (id);
SELECT * FROM us JOIN notes ON us.id = notes.id;
SELECT id FROM users UNION SELECT id FROM orders;
SELECT id FROM users UNION SELECT id FROM notes;
SELECT id FROM users UNION ALL SELECT 'total';
SELECT coalesce(id, 0) FROM users;
SELECT coalesce(id, '') FROM users;
SELECT nullif(id, 0) FROM users;
SELECT CASE WHEN true THEN u.id ELSE o.id END FROM users AS u, orders AS o;
SELECT greatest(u.id, o.id) FROM users AS u, orders AS o;
SELECT ARRAY[u.id, o.id] FROM users AS u, orders AS o;

-- ---------- functions and operators of other types
SELECT length(id) FROM users;
SELECT upper(id) FROM users;
SELECT left(id, 4) FROM users;
SELECT substring(id, 1, 4) FROM users;
SELECT split_part(id, '_', 1) FROM users;
SELECT replace(id, '_', '-') FROM users;
SELECT md5(id) FROM users;
SELECT starts_with(id, 'user') FROM users;
SELECT string_agg(id, ',') FROM users;
SELECT sum(id) FROM users;
SELECT avg(id) FROM xs;
SELECT id + 1 FROM xs;
SELECT id % 10 FROM xs;
SELECT to_char(id, 'YYYY') FROM us;
SELECT extract(epoch FROM id) FROM us;
SELECT date_trunc('day', id) FROM us;

-- ---------- casts
SELECT id::order_id FROM users;
SELECT id::integer FROM users;
SELECT id::timestamptz FROM us;
SELECT 'user_01h455vb4pex5vsknk084sn02q'::order_id;
SELECT 'user_01h455vb4pex5vsknk084sn02q'::typeid::order_id;
SELECT (about -> 'id')::user_id FROM notes;
SELECT id::bigint FROM users;
SELECT id::integer FROM xs;
SELECT (-1)::bigint::uid11;
SELECT 'order_01h455vb4pex5vsknk084sn02q'::person_id;

-- ---------- tables
CREATE TABLE t (id userid);
CREATE TABLE t (id user_id(31));
CREATE TABLE t (id user_id GENERATED ALWAYS AS IDENTITY);
CREATE TABLE t (id user_id DEFAULT user_id_new);
CREATE TABLE t (id user_id DEFAULT 'user_id_new()');
CREATE TABLE t (id user_id DEFAULT order_id_new());
CREATE TABLE t (id base62id DEFAULT xid_new());
CREATE TABLE t (o uuid REFERENCES orders);
CREATE TABLE t (o user_id REFERENCES orders);
CREATE TABLE t (o bigint REFERENCES xs);
CREATE INDEX ON users (lower(id));
CREATE INDEX ON users (id text_pattern_ops);
ALTER TABLE users ALTER id TYPE bigint;
ALTER TABLE users ALTER id TYPE order_id;
ALTER TABLE texts ALTER id TYPE user_id;
ALTER TABLE notes ALTER id SET DEFAULT typeid_generate('note');

-- ---------- rows
INSERT INTO users VALUES ('Grace');
INSERT INTO users VALUES (NULL, 'Grace');
INSERT INTO users VALUES (user_id_new, 'Grace');
INSERT INTO users VALUES ('user_id_new()', 'Grace');
INSERT INTO users VALUES ('DEFAULT', 'Grace');
INSERT INTO users VALUES ('order_01h455vb4pex5vsknk084sn02q', 'Grace');
INSERT INTO users (id) SELECT id FROM orders;
INSERT INTO users (id) VALUES (order_id_new());
UPDATE orders SET buyer = id;

-- ---------- generators
SELECT typeid_generate("user");
SELECT typeid_generate('User');
SELECT typeid_generate('user_');
SELECT typeid_generate('user-id');
SELECT typeid_generate('user2');
SELECT typeid_new('user');
SELECT ulid_new();
SELECT gen_ulid();
SELECT nanoid();
SELECT xid_new(1);
SELECT user_id_timestamp(now());
SELECT order_id_timestamp(id) FROM users;
SELECT ulid_timestamp(id) FROM xs;
SELECT uid11_snowish_new();
SELECT uid11_snowish_new(5000);

-- ---------- id types
SELECT typeid_create_type('thing_id');
SELECT typeid_create_type(thing_id, thing);
SELECT typeid_create_type("thing_id", "thing");
SELECT typeid_create_type('thing_id', 'Thing');
SELECT typeid_create_type('thing_id', 'thing', 'crockford');
SELECT typeid_create_type('thing_id', 'thing', mask_key => 9);
SELECT typeid_create_type('user_id', 'user');
SELECT typeid_create_type('member_id', 'user');
SELECT typeid_create_type('users', 'person');
SELECT typeid_create_type('person_id', 'person');
SELECT typeid_create_type('text', 'text');
SELECT typeid_create_type('nowhere.thing_id', 'thing');
SELECT typeid_create_type('thing_id', NULL);
SELECT typeid_drop_type('user_id');
SELECT typeid_drop_type(user_id);
SELECT typeid_drop_type('uuid');
SELECT typeid_drop_type('users');
DROP TYPE user_id;
DROP EXTENSION base62id;
ALTER TYPE user_id RENAME TO member_id;
COMMENT ON TYPE user_id IS 'users';

-- ---------- settings
SET base62id.machine = 1;
SET base62id.output = 'short';
SET base62id.outputs = 'uuid';
