-- What moves beside partition keys, which stay, with all that a partitioned table and its
-- partitions can have of their own.  Of no use without migrate_owner and migrate_reader.
CREATE SCHEMA parts AUTHORIZATION migrate_owner;
GRANT USAGE ON SCHEMA parts TO migrate_reader;
SET ROLE migrate_owner;
SET search_path = parts;
CREATE FUNCTION touched() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE FUNCTION known(u uuid) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN true; END';
CREATE TABLE users (id uuid PRIMARY KEY, name text);

-- a partition without the default of its table
CREATE TABLE days (id uuid DEFAULT gen_random_uuid(), at date) PARTITION BY RANGE (at);
CREATE TABLE days_1 (id uuid, at date);
ALTER TABLE days ATTACH PARTITION days_1 FOR VALUES FROM ('2025-01-01') TO ('2025-01-02');

-- by hash, with everything
CREATE TABLE "By Hash" (
    dropped integer,
    id uuid DEFAULT gen_random_uuid(),
    "user" uuid CONSTRAINT "a check" CHECK ("user" <> '00000000-0000-0000-0000-000000000000'),
    n serial,
    note text COLLATE "C" DEFAULT 'it''s' NOT NULL,
    label text GENERATED ALWAYS AS (note || (id = "user")::text) STORED,
    PRIMARY KEY (id),
    CONSTRAINT known CHECK (known(id))
) PARTITION BY HASH (id);
ALTER TABLE "By Hash" DROP dropped;
CREATE TABLE hash_0 PARTITION OF "By Hash" (
    note DEFAULT 'own',
    CONSTRAINT own CHECK (n > 0)
) FOR VALUES WITH (MODULUS 3, REMAINDER 0);
CREATE TABLE hash_1 (
    n integer DEFAULT 7 NOT NULL,
    note text COLLATE "C" NOT NULL,
    id uuid NOT NULL,
    "user" uuid,
    CONSTRAINT "a check" CHECK ("user" <> '00000000-0000-0000-0000-000000000000'),
    CONSTRAINT known CHECK (known(id)),
    label text GENERATED ALWAYS AS (note || (id = "user")::text) STORED
);
ALTER TABLE "By Hash" ATTACH PARTITION hash_1 FOR VALUES WITH (MODULUS 3, REMAINDER 1);
CREATE TABLE hash_2 PARTITION OF "By Hash"
    FOR VALUES WITH (MODULUS 3, REMAINDER 2) PARTITION BY RANGE (id);
CREATE TABLE hash_2_small PARTITION OF hash_2
    FOR VALUES FROM (MINVALUE) TO ('80000000-0000-0000-0000-000000000000');
CREATE TABLE hash_2_rest PARTITION OF hash_2 DEFAULT;
COMMENT ON TABLE "By Hash" IS 'by hash';
COMMENT ON COLUMN "By Hash".id IS 'its id';
COMMENT ON CONSTRAINT known ON "By Hash" IS 'calls a function';
ALTER TABLE ONLY "By Hash"
    ALTER n SET STATISTICS 44,
    ALTER note SET STORAGE EXTERNAL,
    ALTER n SET (n_distinct = -0.5);
ALTER TABLE hash_1 ALTER label SET (n_distinct = 7);
GRANT SELECT ON "By Hash" TO migrate_reader WITH GRANT OPTION;
GRANT UPDATE (note) ON "By Hash" TO migrate_reader;
GRANT SELECT ON hash_1 TO migrate_reader;
CREATE INDEX ON "By Hash" ("user", n);
CREATE INDEX "on hash_0" ON hash_0 ("user" DESC, n);
CREATE INDEX of_note ON ONLY "By Hash" (note);
CREATE INDEX of_note_0 ON hash_0 (note) WITH (fillfactor = 70);
ALTER INDEX of_note ATTACH PARTITION of_note_0;
COMMENT ON INDEX of_note_0 IS 'an index of a partition';
ALTER TABLE "By Hash" ADD FOREIGN KEY ("user") REFERENCES users ON DELETE CASCADE;
CREATE TABLE "refers" (
    id uuid PRIMARY KEY,
    hashed uuid REFERENCES "By Hash",
    part uuid REFERENCES hash_0
);
CREATE TRIGGER touched AFTER UPDATE OF id ON "By Hash"
    FOR EACH ROW EXECUTE FUNCTION touched();
CREATE TRIGGER always AFTER INSERT ON "By Hash"
    FOR EACH ROW WHEN (NEW.id IS NOT NULL) EXECUTE FUNCTION touched();
CREATE TRIGGER for_all BEFORE INSERT ON "By Hash" EXECUTE FUNCTION touched();
ALTER TABLE "By Hash" ENABLE ALWAYS TRIGGER always;
ALTER TABLE hash_1 DISABLE TRIGGER touched;
CREATE TRIGGER own BEFORE UPDATE ON hash_1 FOR EACH ROW EXECUTE FUNCTION touched();
ALTER TABLE "By Hash" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "By Hash" REPLICA IDENTITY FULL;
CREATE POLICY own ON "By Hash" USING ("user" IN (SELECT id FROM users));
CREATE RULE logged AS ON DELETE TO "By Hash" WHERE OLD.id IS NULL DO NOTHING;
CREATE STATISTICS of_hash ON id, n FROM "By Hash";
CREATE VIEW seen AS
    SELECT h.*, u.name
    FROM "By Hash" AS h
    LEFT JOIN users AS u ON u.id = h."user";
CREATE VIEW seen_0 AS
    SELECT id FROM hash_0;
CREATE FUNCTION rows_of("By Hash") RETURNS text LANGUAGE sql AS 'SELECT $1.note';
CREATE FUNCTION one(u uuid) RETURNS SETOF "By Hash" LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT * FROM "By Hash" WHERE id = u;
END;
CREATE TABLE old_rows (n integer, old "By Hash");

-- a key that does not move above one that does, and the other way round
CREATE TABLE by_date (
    id uuid,
    at date,
    more uuid REFERENCES users,
    CHECK (known(more)),
    UNIQUE (id, at, more)
) PARTITION BY RANGE (at);
CREATE TABLE by_date_2025 PARTITION OF by_date
    FOR VALUES FROM ('2025-01-01') TO ('2026-01-01') PARTITION BY HASH (more, id);
CREATE TABLE by_date_2025_0 PARTITION OF by_date_2025
    FOR VALUES WITH (MODULUS 1, REMAINDER 0);
CREATE TABLE by_date_2026 PARTITION OF by_date
    FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
CREATE INDEX by_date_at ON by_date (at);
CREATE TRIGGER touched AFTER UPDATE ON by_date FOR EACH ROW EXECUTE FUNCTION touched();
ALTER TABLE by_date_2025_0 ENABLE REPLICA TRIGGER touched;
CREATE POLICY inner_one ON by_date_2025 USING (more IS NOT NULL);
CREATE TABLE no_partitions (id uuid, owner uuid) PARTITION BY LIST (id);
RESET ROLE;
CREATE PUBLICATION parts FOR TABLE parts."By Hash" (id, "user", n) WHERE (n > 1)
    WITH (publish_via_partition_root);
ALTER PUBLICATION parts OWNER TO migrate_owner;
SET ROLE migrate_owner;

INSERT INTO users
SELECT md5('user' || n)::uuid
FROM generate_series(1, 20) AS n;
INSERT INTO "By Hash" (id, "user")
SELECT md5('hash' || n)::uuid, md5('user' || (n % 20 + 1))::uuid
FROM generate_series(1, 500) AS n;
INSERT INTO "refers"
SELECT md5('refers' || n)::uuid, md5('hash' || n)::uuid
FROM generate_series(1, 50) AS n;
INSERT INTO old_rows
SELECT n, h
FROM "By Hash" AS h
WHERE n < 5;
INSERT INTO by_date
SELECT md5('date' || n)::uuid, '2025-01-01'::date + n, md5('user' || (n % 20 + 1))::uuid
FROM generate_series(1, 700) AS n;
RESET search_path;
RESET ROLE;
