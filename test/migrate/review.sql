-- What a reviewer of a plan has to see: a partitioned table, one that is rewritten, indexes that no
-- move keeps, functions that break, and definitions that stand in the way.
CREATE TABLE users (id uuid PRIMARY KEY, name text);
CREATE TABLE orders (id uuid, n integer, user_id uuid REFERENCES users, PRIMARY KEY (id, n))
    PARTITION BY RANGE (n);
CREATE TABLE orders_1 PARTITION OF orders FOR VALUES FROM (0) TO (30000);
CREATE TABLE orders_2 PARTITION OF orders FOR VALUES FROM (30000) TO (60000);
CREATE INDEX ON orders (user_id);
CREATE INDEX ON orders (user_id) WHERE n > 7;
CREATE INDEX ON orders (n, user_id);
CREATE TABLE notes (id integer PRIMARY KEY, user_key text);
INSERT INTO users VALUES (md5('0')::uuid, 'first');
INSERT INTO orders SELECT md5(n::text)::uuid, n, md5('0')::uuid
FROM generate_series(0, 59999) AS n;
INSERT INTO notes SELECT n, typeid_generate('usr')::text FROM generate_series(1, 9) AS n;
ANALYZE;

CREATE FUNCTION taken(uuid) RETURNS uuid LANGUAGE sql AS 'SELECT $1';
CREATE FUNCTION breaks() RETURNS bigint
LANGUAGE sql AS 'SELECT count(*) FROM users WHERE id = taken(id)';
CREATE FUNCTION goes_on() RETURNS bigint
LANGUAGE sql AS 'SELECT count(*) FROM users AS u JOIN orders AS o ON o.user_id = u.id';
SET check_function_bodies = off;
CREATE FUNCTION was_broken() RETURNS bigint LANGUAGE sql AS 'SELECT no_column FROM users';
RESET check_function_bodies;
CREATE FUNCTION fired() RETURNS trigger
LANGUAGE plpgsql AS 'BEGIN PERFORM taken(NEW.id); RETURN NEW; END';
CREATE TRIGGER fired BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION fired();
-- Of two tables: orders has no name, and users no user_id.
CREATE FUNCTION fired_by_both() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'users' THEN
        RAISE NOTICE '%', NEW.name;
    ELSE
        PERFORM taken(NEW.user_id);
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER both_of_users AFTER INSERT ON users
    FOR EACH ROW EXECUTE FUNCTION fired_by_both();
CREATE TRIGGER both_of_orders AFTER INSERT ON orders
    FOR EACH ROW EXECUTE FUNCTION fired_by_both();

-- In the way: an operator class that id types have not, ids of two kinds, and what no dump
-- restores.
CREATE INDEX few ON users USING brin (id uuid_bloom_ops);
CREATE VIEW both_kinds AS SELECT id FROM users UNION SELECT id FROM orders;
CREATE VIEW nulls AS SELECT NULLIF(id, '00000000-0000-4000-8000-000000000000') AS id FROM users;
