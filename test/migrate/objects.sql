-- Every kind of object that stands in the way of ALTER TYPE, one or more of each, with hostile
-- names among them.  Run by a role that may create roles; what it makes belongs to
-- migrate_owner.  Nothing here is of the extension.
CREATE SCHEMA app AUTHORIZATION migrate_owner;
CREATE SCHEMA "O'Dd ""Schema""" AUTHORIZATION migrate_owner;
GRANT USAGE ON SCHEMA app TO migrate_reader, migrate_other;
SET ROLE migrate_owner;
SET search_path = app;

CREATE TABLE users (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    name text NOT NULL,
    invited_by uuid REFERENCES users DEFERRABLE INITIALLY DEFERRED,
    tenant uuid DEFAULT '00000000-0000-0000-0000-000000000001'::uuid,
    friends uuid[],
    made timestamptz DEFAULT now()
);
COMMENT ON TABLE users IS 'users';
COMMENT ON COLUMN users.id IS 'it''s the id';
COMMENT ON CONSTRAINT users_pkey ON users IS 'primary key';
ALTER TABLE users ALTER tenant SET STATISTICS 321;
GRANT SELECT (id, name), UPDATE (name) ON users TO migrate_reader WITH GRANT OPTION;
CREATE TABLE orders (
    id uuid NOT NULL,
    user_id uuid NOT NULL CONSTRAINT "Order's user" REFERENCES users ON DELETE CASCADE,
    approved_by uuid,
    amount numeric,
    during tstzrange,
    note text,
    label text COLLATE "C"
        GENERATED ALWAYS AS ('order ' || (user_id = id)::text) STORED NOT NULL,
    same uuid GENERATED ALWAYS AS (user_id) STORED,
    CONSTRAINT orders_pkey PRIMARY KEY (id) WITH (fillfactor = 80)
);
COMMENT ON COLUMN orders.label IS 'a generated column';
GRANT SELECT (label) ON orders TO migrate_reader;
ALTER TABLE orders
    ALTER label SET STORAGE EXTERNAL,
    ALTER label SET STATISTICS 77;
ALTER TABLE orders
    ADD CONSTRAINT orders_approved_by FOREIGN KEY (approved_by) REFERENCES users NOT VALID;
COMMENT ON CONSTRAINT orders_approved_by ON orders IS 'not valid';
CREATE INDEX orders_user ON orders (user_id) INCLUDE (amount) WHERE amount > 0;
COMMENT ON INDEX orders_user IS 'an index';
CREATE INDEX orders_label ON orders (label, user_id);
CREATE INDEX orders_hash ON orders USING hash (user_id);
CREATE INDEX orders_brin ON orders
    USING brin (id uuid_minmax_multi_ops, user_id uuid_bloom_ops (n_distinct_per_range = 100));
CREATE INDEX orders_expression ON orders ((CASE WHEN user_id = id THEN user_id END), amount);
ALTER INDEX orders_expression ALTER COLUMN 1 SET STATISTICS 55;
CREATE UNIQUE INDEX orders_identity ON orders (id, user_id);
ALTER TABLE orders REPLICA IDENTITY USING INDEX orders_identity;
ALTER TABLE orders CLUSTER ON orders_identity;
CREATE STATISTICS orders_statistics (ndistinct, mcv) ON id, user_id FROM orders;
ALTER STATISTICS orders_statistics SET STATISTICS 33;
COMMENT ON STATISTICS orders_statistics IS 'statistics';
CREATE STATISTICS orders_expressions ON (user_id = approved_by), amount FROM orders;

-- functions
CREATE FUNCTION touched() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE FUNCTION is_known(id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE AS 'BEGIN RETURN id IS NOT NULL; END';
CREATE FUNCTION orders_of(u uuid, lowest numeric DEFAULT 0) RETURNS SETOF orders
LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT * FROM orders WHERE user_id = u AND amount >= lowest;
END;
COMMENT ON FUNCTION orders_of(uuid, numeric) IS 'a new-style function';
REVOKE ALL ON FUNCTION orders_of(uuid, numeric) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION orders_of(uuid, numeric) TO migrate_reader;
CREATE FUNCTION last_order(u uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = app
RETURN (SELECT o.id FROM orders AS o WHERE o.user_id = u ORDER BY o.amount DESC LIMIT 1);
CREATE PROCEDURE forget(u uuid) LANGUAGE sql
BEGIN ATOMIC
    DELETE FROM orders WHERE user_id = u;
    UPDATE users SET invited_by = NULL WHERE invited_by = u;
END;
CREATE PROCEDURE merge_user(u uuid) LANGUAGE sql
BEGIN ATOMIC
    MERGE INTO users AS t
    USING (SELECT u AS id) AS s ON t.id = s.id
    WHEN MATCHED THEN UPDATE SET tenant = s.id
    WHEN NOT MATCHED THEN INSERT (id, name) VALUES (s.id, 'merged');
END;
CREATE FUNCTION by_text(t text) RETURNS SETOF uuid LANGUAGE plpgsql AS
$$BEGIN RETURN QUERY SELECT id::uuid FROM app.users WHERE id::text = t; END$$;
ALTER TABLE orders
    ADD CONSTRAINT labelled CHECK (label <> '' AND same <> approved_by),
    ADD CONSTRAINT known CHECK (is_known(user_id)),
    ADD CONSTRAINT other CHECK (id <> approved_by) NOT VALID;
COMMENT ON CONSTRAINT known ON orders IS 'calls a function';

-- views on views
CREATE VIEW active AS
    SELECT u.id, u.name, o.id AS order_id
    FROM users AS u
    JOIN orders AS o ON o.user_id = u.id;
COMMENT ON VIEW active IS 'a view';
COMMENT ON COLUMN active.order_id IS 'a column of a view';
GRANT SELECT ON active TO migrate_reader WITH GRANT OPTION;
GRANT SELECT (id) ON active TO migrate_other;
SET ROLE migrate_reader;
GRANT SELECT ON active TO migrate_other;
SET ROLE migrate_owner;
CREATE VIEW barrier WITH (security_barrier, security_invoker = true) AS
    SELECT
        id,
        coalesce(invited_by, '00000000-0000-0000-0000-000000000000') AS invited_by,
        is_known(id) AS known
    FROM users
    WHERE tenant IS NOT NULL
    WITH CASCADED CHECK OPTION;
ALTER VIEW barrier ALTER id SET DEFAULT gen_random_uuid();
CREATE VIEW counted AS
    SELECT u.id, u.name, count(*), array_agg(o.id ORDER BY o.id) AS orders
    FROM users AS u
    LEFT JOIN orders AS o ON o.user_id = u.id
    GROUP BY u.id;
CREATE VIEW "Top ""Ten"" 'views'" ("The id", x) AS
    SELECT id, (SELECT count(*) FROM counted)
    FROM active
    WHERE id IN (SELECT id FROM barrier);
CREATE VIEW united AS
    SELECT id, 'a::base62id'::text AS kind FROM users
    UNION ALL
    SELECT id, 'order' FROM orders
    UNION
    SELECT NULL::uuid, '';
CREATE RECURSIVE VIEW line (id, level) AS
    SELECT id, 0 FROM users WHERE invited_by IS NULL
    UNION ALL
    SELECT u.id, level + 1 FROM users AS u JOIN line ON u.invited_by = line.id;
CREATE VIEW constants AS
    SELECT id
    FROM users
    WHERE id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
        OR id IN ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a13')
        OR tenant = ANY (friends)
        OR GREATEST(id, tenant) > id;
CREATE MATERIALIZED VIEW totals WITH (fillfactor = 90) AS
    SELECT u.id, sum(o.amount) AS total
    FROM users AS u
    LEFT JOIN orders AS o ON o.user_id = u.id
    GROUP BY u.id;
CREATE UNIQUE INDEX totals_id ON totals (id);
CREATE INDEX "totals' brin" ON totals USING brin (id uuid_minmax_multi_ops);
ALTER MATERIALIZED VIEW totals CLUSTER ON totals_id;
ALTER MATERIALIZED VIEW totals ALTER total SET STATISTICS 99;
CREATE STATISTICS totals_statistics ON id, total FROM totals;
COMMENT ON MATERIALIZED VIEW totals IS 'a materialized view';
GRANT SELECT ON totals TO PUBLIC;
CREATE MATERIALIZED VIEW empty AS
    SELECT t.id, active.name
    FROM totals AS t
    JOIN active USING (id)
    WITH NO DATA;
CREATE FUNCTION of_view(a active) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT a.name';
COMMENT ON FUNCTION of_view(active) IS 'takes a row of a view';
GRANT EXECUTE ON FUNCTION of_view(active) TO migrate_reader;
CREATE FUNCTION all_active() RETURNS SETOF active
LANGUAGE sql STABLE AS 'SELECT * FROM app.active';
CREATE VIEW by_function AS
    SELECT of_view(a) AS name, a.id FROM all_active() AS a;
CREATE FUNCTION on_view(u uuid) RETURNS bigint
LANGUAGE sql STABLE RETURN (SELECT count FROM counted WHERE id = u);

-- rules and triggers
CREATE RULE "insert 'it'" AS
    ON INSERT TO active DO INSTEAD INSERT INTO users (id, name) VALUES (NEW.id, NEW.name);
COMMENT ON RULE "insert 'it'" ON active IS 'a rule';
CREATE TABLE log (what text, id uuid, at timestamptz DEFAULT now());
CREATE RULE logged AS
    ON UPDATE TO users WHERE OLD.id IS DISTINCT FROM NEW.id
    DO ALSO INSERT INTO log VALUES ('users', OLD.id);
ALTER TABLE users DISABLE RULE logged;
CREATE TRIGGER on_column AFTER UPDATE OF user_id, amount ON orders
    FOR EACH ROW EXECUTE FUNCTION touched('an argument');
CREATE TRIGGER on_condition BEFORE UPDATE ON orders
    FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION touched();
COMMENT ON TRIGGER on_condition ON orders IS 'a trigger';
ALTER TABLE orders ENABLE ALWAYS TRIGGER on_condition;
CREATE CONSTRAINT TRIGGER later AFTER INSERT OR UPDATE OF id ON users
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION touched();
ALTER TABLE users DISABLE TRIGGER later;
CREATE TRIGGER of_view INSTEAD OF INSERT ON by_function
    FOR EACH ROW EXECUTE FUNCTION touched();

-- policies
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON orders
    USING (user_id = current_setting('app.user', true)::uuid)
    WITH CHECK (user_id IN (SELECT id FROM barrier));
CREATE POLICY "read 'them'" ON orders AS RESTRICTIVE FOR SELECT TO migrate_reader, migrate_other
    USING (EXISTS (SELECT FROM users WHERE users.id = orders.user_id));
COMMENT ON POLICY own ON orders IS 'a policy';

-- publications
RESET ROLE;
CREATE PUBLICATION filtered FOR
    TABLE app.orders (id, user_id, amount) WHERE (amount > 0),
    TABLE app.log WHERE (id IS NOT NULL);
ALTER PUBLICATION filtered OWNER TO migrate_owner;

-- exclusion, and what PostgreSQL 18 has
SELECT
    count(*) > 0 AS btree_gist,
    current_setting('server_version_num')::integer >= 180000 AS temporal
FROM pg_available_extensions
WHERE name = 'btree_gist' \gset
\if :btree_gist
CREATE EXTENSION btree_gist SCHEMA public;
SET ROLE migrate_owner;
CREATE TABLE bookings (
    id uuid PRIMARY KEY,
    room uuid,
    during tstzrange,
    CONSTRAINT "one at a time"
        EXCLUDE USING gist (room WITH =, during WITH &&) WHERE (room IS NOT NULL) DEFERRABLE
);
COMMENT ON CONSTRAINT "one at a time" ON bookings IS 'an exclusion constraint';
CREATE TABLE bookings_by_year (
    room uuid,
    year integer,
    during int4range,
    EXCLUDE USING gist (year WITH =, room WITH =, during WITH &&)
);
CREATE INDEX bookings_gist ON bookings USING gist (room, during);
RESET ROLE;
\if :temporal
SET ROLE migrate_owner;
CREATE TABLE prices (
    id uuid,
    valid daterange,
    amount integer CONSTRAINT "an amount" NOT NULL,
    PRIMARY KEY (id, valid WITHOUT OVERLAPS)
);
CREATE TABLE discounts (
    id uuid,
    price uuid,
    valid daterange,
    PRIMARY KEY (id, valid WITHOUT OVERLAPS),
    CONSTRAINT of_price
        FOREIGN KEY (price, PERIOD valid) REFERENCES prices (id, PERIOD valid)
);
CREATE TABLE virtual_ones (
    id uuid,
    read uuid,
    twice uuid GENERATED ALWAYS AS (read) VIRTUAL
);
CREATE TABLE prices_by_id (
    id uuid CONSTRAINT "has an id" NOT NULL,
    valid daterange
) PARTITION BY HASH (id);
CREATE TABLE prices_by_id_0 PARTITION OF prices_by_id
    FOR VALUES WITH (MODULUS 1, REMAINDER 0);
RESET ROLE;
\endif
\endif
SET ROLE migrate_owner;

-- partitions, inheritance
CREATE TABLE events (
    id uuid DEFAULT gen_random_uuid(),
    user_id uuid REFERENCES users,
    at date NOT NULL,
    PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE TABLE events_2025 PARTITION OF events
    FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
CREATE TABLE events_2026 PARTITION OF events
    FOR VALUES FROM ('2026-01-01') TO ('2027-01-01') PARTITION BY LIST (at);
CREATE TABLE events_rest PARTITION OF events_2026 DEFAULT;
CREATE INDEX events_user ON events (user_id);
COMMENT ON INDEX events_user IS 'an index of a partitioned table';
CREATE INDEX "named otherwise" ON events_2025 (user_id, at) WITH (fillfactor = 70);
CREATE INDEX events_pair ON events (user_id, at);
COMMENT ON INDEX "named otherwise" IS 'a partition''s index';
CREATE TRIGGER events_touched AFTER UPDATE OF user_id ON events
    FOR EACH ROW EXECUTE FUNCTION touched();
CREATE VIEW events_of_2025 AS
    SELECT * FROM events_2025;
CREATE TABLE by_key (id uuid PRIMARY KEY, n int) PARTITION BY HASH (id);
CREATE TABLE by_key_0 PARTITION OF by_key FOR VALUES WITH (MODULUS 1, REMAINDER 0);
CREATE TABLE base (id uuid, n int);
CREATE TABLE derived (
    more uuid,
    twice uuid GENERATED ALWAYS AS (id) STORED
) INHERITS (base);
CREATE TABLE kin (ids uuid[]);
CREATE TABLE child () INHERITS (kin);
ALTER TABLE kin
    ALTER ids SET COMPRESSION pglz,
    ALTER ids SET STORAGE EXTERNAL;
CREATE VIEW of_derived AS
    SELECT id, more FROM derived;

-- domains, composite types, rows as columns
CREATE DOMAIN customer_id AS uuid DEFAULT gen_random_uuid() NOT NULL
    CONSTRAINT "not nil" CHECK (VALUE <> '00000000-0000-0000-0000-000000000000');
COMMENT ON DOMAIN customer_id IS 'a domain';
COMMENT ON CONSTRAINT "not nil" ON DOMAIN customer_id IS 'a domain''s constraint';
CREATE TABLE customers (id customer_id PRIMARY KEY, parent customer_id, label text);
CREATE VIEW customers_view AS
    SELECT * FROM customers;
CREATE FUNCTION customer(c customer_id) RETURNS text
LANGUAGE sql AS 'SELECT label FROM app.customers WHERE id = c';
CREATE FUNCTION no_user() RETURNS users LANGUAGE sql RETURN NULL::users;
CREATE TYPE pair AS (a uuid, b int);
CREATE TABLE pairs (
    id uuid,
    p pair DEFAULT ROW('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 1),
    ps pair[],
    CHECK ((p).b > 0)
);
CREATE INDEX pairs_a ON pairs (((p).a));
CREATE VIEW pairs_view AS
    SELECT p, (p).a, ROW(id, 1)::pair AS made FROM pairs;
CREATE FUNCTION first_of(p pair) RETURNS uuid LANGUAGE sql IMMUTABLE RETURN (p).a;
CREATE FUNCTION second_of(p pair) RETURNS integer LANGUAGE sql AS 'SELECT (p).b';
CREATE TYPE nested AS (p pair, x uuid, c customer_id, more uuid[]);
COMMENT ON COLUMN nested.x IS 'an attribute';
CREATE TABLE nests (n nested, m nested[]);
CREATE TYPE address AS (street text, owner uuid);
CREATE TABLE addresses OF address (
    owner WITH OPTIONS DEFAULT gen_random_uuid() PRIMARY KEY REFERENCES users
);
CREATE INDEX ON addresses (street, owner);
CREATE TABLE old_addresses OF address;
CREATE VIEW addresses_view AS
    SELECT a.*, u.name
    FROM addresses AS a
    JOIN users AS u ON u.id = a.owner;
CREATE TABLE addresses_of_addresses (a addresses, b address);
CREATE TABLE history (
    n int,
    old users,
    olds users[] DEFAULT '{}',
    CHECK ((old).id IS NOT NULL)
);
CREATE INDEX history_old ON history (((old).id));
CREATE VIEW history_view AS
    SELECT n, (old).id AS id, old FROM history;

SET search_path = "O'Dd ""Schema""";
CREATE TABLE "Weird ""Table"" 'x'" (
    "The ID" uuid PRIMARY KEY,
    "user's ""id""" uuid REFERENCES app.users,
    "customerId" text
);
CREATE VIEW "a.b" AS
    SELECT * FROM "Weird ""Table"" 'x'";
RESET search_path;
RESET ROLE;
