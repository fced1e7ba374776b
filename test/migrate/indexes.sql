-- Every kind of index and key over a column that moves; partitions of two levels, keys from and
-- to them, inheritance, a self-reference, composite keys, marks. Rows enough for an index to have
-- pages.
CREATE TABLE users (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    manager uuid REFERENCES users ON DELETE SET NULL,
    n int
);
CREATE TABLE products (
    id uuid NOT NULL,
    sku int,
    CONSTRAINT products_key PRIMARY KEY (id) INCLUDE (sku) WITH (fillfactor = 80)
);
CREATE TABLE orders (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    n int,
    open boolean DEFAULT true,
    CONSTRAINT named CHECK (id::text <> ''),
    CONSTRAINT at_once EXCLUDE USING btree (user_id WITH =, n WITH =)
);
ALTER TABLE orders ADD CONSTRAINT early CHECK (user_id <> id) NOT VALID;
CREATE TABLE lines (
    order_id uuid REFERENCES orders DEFERRABLE INITIALLY DEFERRED,
    product_id uuid REFERENCES products,
    n int,
    PRIMARY KEY (order_id, product_id)
);
CREATE TABLE notes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id uuid,
    product_id uuid,
    user_id uuid,
    FOREIGN KEY (order_id, product_id) REFERENCES lines ON UPDATE CASCADE,
    CONSTRAINT notes_once UNIQUE (order_id, id) DEFERRABLE INITIALLY DEFERRED
);
ALTER TABLE notes ADD CONSTRAINT notes_user FOREIGN KEY (user_id) REFERENCES users NOT VALID;
CREATE INDEX users_manager ON users (manager DESC NULLS LAST);
CREATE UNIQUE INDEX users_both ON users (id, manager) NULLS NOT DISTINCT;
CREATE INDEX orders_user ON orders (user_id) INCLUDE (n)
    WITH (fillfactor = 70, deduplicate_items = off);
CREATE INDEX orders_open ON orders (user_id) WHERE open;
CREATE UNIQUE INDEX orders_one_open ON orders (user_id, n) WHERE open;
CREATE INDEX orders_expression ON orders ((user_id = id), n);
CREATE INDEX orders_first ON orders (n NULLS FIRST, user_id DESC);
CREATE INDEX lines_product ON lines USING hash (product_id);
CREATE INDEX notes_user ON notes USING brin (user_id) WITH (pages_per_range = 32);
CREATE INDEX notes_other ON notes (id) INCLUDE (user_id);
COMMENT ON INDEX orders_user IS 'who ordered';
COMMENT ON INDEX orders_open IS 'those that are open';
COMMENT ON CONSTRAINT orders_user_id_fkey ON orders IS 'the user';
COMMENT ON CONSTRAINT users_pkey ON users IS 'its key';
COMMENT ON INDEX users_pkey IS 'of its key';
ALTER TABLE users REPLICA IDENTITY USING INDEX users_pkey;
ALTER TABLE products CLUSTER ON products_key;

-- partitions of two levels
CREATE TABLE events (
    id uuid NOT NULL,
    n int NOT NULL,
    user_id uuid,
    PRIMARY KEY (n, id),
    CONSTRAINT of_user FOREIGN KEY (user_id) REFERENCES users
) PARTITION BY RANGE (n);
CREATE TABLE events_1 PARTITION OF events FOR VALUES FROM (0) TO (1000);
CREATE TABLE events_2 PARTITION OF events FOR VALUES FROM (1000) TO (4001) PARTITION BY LIST (n);
CREATE TABLE events_2_rest PARTITION OF events_2 DEFAULT;
CREATE INDEX events_user ON events (user_id);
CREATE INDEX events_some ON events (user_id) WHERE n > 7;
CREATE UNIQUE INDEX events_own ON events_1 (id);
COMMENT ON INDEX events_1_user_id_idx IS 'of a partition';
CREATE TABLE seen (
    event_n int,
    event_id uuid,
    FOREIGN KEY (event_n, event_id) REFERENCES events (n, id)
);
-- inheritance
CREATE TABLE above (id uuid NOT NULL, n int, CONSTRAINT some_id CHECK (id IS NOT NULL));
-- NOT NULL has its parent's name: from 18 on the parent's type could not be changed otherwise
CREATE TABLE below (
    id uuid CONSTRAINT above_id_not_null NOT NULL,
    PRIMARY KEY (id)
) INHERITS (above);
ALTER TABLE above ADD PRIMARY KEY (id);

INSERT INTO users (n) SELECT n FROM generate_series(1, 3000) AS n;
UPDATE users SET manager = (SELECT min(id::text)::uuid FROM users) WHERE n > 1;
INSERT INTO products SELECT gen_random_uuid(), n FROM generate_series(1, 500) AS n;
INSERT INTO orders SELECT gen_random_uuid(), id, n FROM users;
INSERT INTO lines SELECT o.id, p.id, 1 FROM orders AS o JOIN products AS p ON p.sku = 1 + o.n % 500;
INSERT INTO notes (order_id, product_id, user_id)
SELECT l.order_id, l.product_id, o.user_id FROM lines AS l JOIN orders AS o ON o.id = l.order_id;
INSERT INTO events SELECT gen_random_uuid(), n, id FROM users;
INSERT INTO seen SELECT n, id FROM events;
INSERT INTO above SELECT gen_random_uuid(), n FROM generate_series(1, 100) AS n;
INSERT INTO below SELECT gen_random_uuid(), n FROM generate_series(1, 100) AS n;
ANALYZE;
