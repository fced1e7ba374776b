-- Texts that are ids with a type prefix already, in every notation; columns that hold other texts
-- too; and what is looked at in vain.
CREATE SCHEMA store;
SET search_path = store;
CREATE FUNCTION id(prefix text, n text) RETURNS text LANGUAGE sql AS
$$SELECT prefix || '_' || public.ulid_encode(md5(n)::uuid)$$;
CREATE TABLE products (id text PRIMARY KEY, handle text, deleted_at timestamptz);
CREATE TABLE product_variant (
    id text PRIMARY KEY,
    product_id text REFERENCES products ON DELETE CASCADE,
    title text DEFAULT 'none'
);
-- no foreign key, as between the modules of Medusa; a note that is no id; a column that also holds
-- constants
CREATE TABLE product_channel (
    product_id text NOT NULL,
    channel_id character varying(255) NOT NULL,
    id character varying(255),
    PRIMARY KEY (product_id, channel_id)
);
CREATE TABLE channel (id character varying(255) PRIMARY KEY);
CREATE TABLE line (
    id text PRIMARY KEY,
    variant_id text,
    parent text REFERENCES line,
    actor text,
    kind text,
    value text,
    empty text REFERENCES products
);
CREATE TABLE country (iso_2 text PRIMARY KEY, name text);
CREATE TABLE region (id text PRIMARY KEY, country text REFERENCES country);
CREATE TABLE accounts (id text PRIMARY KEY);
CREATE TABLE account_twins (id text PRIMARY KEY); -- ids of the same type prefix
CREATE TABLE keys (id text PRIMARY KEY, account_id text REFERENCES accounts);
CREATE TABLE mixed (id text PRIMARY KEY);
CREATE TABLE mixed_notations (id text PRIMARY KEY);
CREATE TABLE patterns (id text PRIMARY KEY);
CREATE INDEX patterns_id ON patterns (id text_pattern_ops);
CREATE TABLE patterns_of (of text REFERENCES patterns);
CREATE TABLE links (id text PRIMARY KEY);
CREATE TABLE told (id text PRIMARY KEY);
CREATE TABLE told_too (told text REFERENCES told);
CREATE TABLE parted (id text, at date, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
CREATE TABLE parted_all PARTITION OF parted DEFAULT;
CREATE INDEX ON product_variant (product_id) WHERE title IS NOT NULL;
CREATE UNIQUE INDEX ON product_channel (id);
CREATE VIEW variants AS
    SELECT v.id, p.handle, p.id AS product
    FROM product_variant AS v
    JOIN products AS p ON p.id = v.product_id
    WHERE p.id <> 'prod_01H00000000000000000000000'::text;
CREATE MATERIALIZED VIEW per_product AS
    SELECT product_id, count(*) FROM product_variant GROUP BY product_id;
ALTER TABLE product_variant ADD CHECK (
    product_id NOT IN ('prod_01H00000000000000000000000', 'prod_01H00000000000000000000001')
);

INSERT INTO products
SELECT id('prod', 'p' || n), 'handle ' || n
FROM generate_series(1, 30) AS n;
INSERT INTO product_variant
SELECT id('variant', 'v' || n), id('prod', 'p' || (n % 30 + 1))
FROM generate_series(1, 90) AS n;
INSERT INTO channel
SELECT id('sc', 's' || n)
FROM generate_series(1, 3) AS n;
INSERT INTO product_channel
SELECT id('prod', 'p' || n), id('sc', 's' || (n % 3 + 1)), id('prodsc', n::text)
FROM generate_series(1, 30) AS n;
INSERT INTO line
SELECT
    id('cali', 'l' || n),
    id('variant', 'v' || n),
    CASE WHEN n > 1 THEN id('cali', 'l1') END,
    CASE WHEN n % 5 = 0 THEN 'system' ELSE id('user', n::text) END,
    'sale',
    id('prod', 'p' || n)
FROM generate_series(1, 40) AS n;
INSERT INTO country VALUES ('de', 'Germany');
INSERT INTO region
SELECT id('reg', n::text), 'de'
FROM generate_series(1, 3) AS n;
INSERT INTO accounts
SELECT public.typeid_encode('acct', md5(n::text)::uuid)
FROM generate_series(1, 9) AS n;
INSERT INTO account_twins
SELECT public.typeid_encode('acct', md5('t' || n)::uuid)
FROM generate_series(1, 9) AS n;
INSERT INTO keys
SELECT
    'sec_key_' || public.base62id_encode(md5('k' || n)::uuid),
    public.typeid_encode('acct', md5(n::text)::uuid)
FROM generate_series(1, 9) AS n;
INSERT INTO links
SELECT 'link_' || public.base64uuid_encode(md5('k' || n)::uuid)
FROM generate_series(1, 50) AS n;
INSERT INTO mixed VALUES (id('a', 'x')), (id('b', 'x')), (id('a', 'y'));
INSERT INTO mixed_notations VALUES (id('a', 'x')), (lower(id('a', 'y'))), (id('a', 'z'));
INSERT INTO patterns VALUES (id('pat', 'x'));
INSERT INTO patterns_of VALUES (id('pat', 'x'));
INSERT INTO parted
SELECT id('part', n::text), '2025-01-01'::date + n
FROM generate_series(1, 9) AS n;
REFRESH MATERIALIZED VIEW per_product;

-- made by hand: a UUID behind a type prefix, with and without hyphens, and ULIDs behind one of
-- capitals
CREATE TABLE people (
    id text PRIMARY KEY DEFAULT 'usr_' || gen_random_uuid(),
    boss_id varchar(40) REFERENCES people
);
CREATE TABLE tokens (id char(36) PRIMARY KEY, person_id text NOT NULL REFERENCES people);
CREATE TABLE parcels (id text PRIMARY KEY);
CREATE TABLE loud (id text PRIMARY KEY);
INSERT INTO people (id)
SELECT 'usr_' || md5(n::text)::uuid
FROM generate_series(1, 9) AS n;
INSERT INTO people
SELECT 'usr_' || md5('b' || id)::uuid, id
FROM people;
INSERT INTO tokens
SELECT 'tok_' || md5(id), id
FROM people;
INSERT INTO parcels
SELECT 'PCL2_' || public.ulid_encode(md5(n::text)::uuid)
FROM generate_series(1, 9) AS n;
INSERT INTO loud
SELECT 'shout_' || upper(md5(n::text)::uuid::text)
FROM generate_series(1, 9) AS n;
RESET search_path;
