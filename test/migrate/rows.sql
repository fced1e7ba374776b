-- Rows for objects.sql.
INSERT INTO app.users (id, name, invited_by)
SELECT
    md5('user' || n)::uuid,
    'user ' || n,
    CASE WHEN n > 1 THEN md5('user' || n / 2)::uuid END
FROM generate_series(1, 50) AS n;
INSERT INTO app.orders (id, user_id, amount)
SELECT md5('order' || n)::uuid, md5('user' || (n % 50 + 1))::uuid, n
FROM generate_series(1, 200) AS n;
INSERT INTO app.events (id, user_id, at)
SELECT md5('event' || n)::uuid, md5('user' || (n % 50 + 1))::uuid, '2025-01-01'::date + n
FROM generate_series(1, 700) AS n;
INSERT INTO app.by_key
SELECT md5('key' || n)::uuid, n
FROM generate_series(1, 20) AS n;
INSERT INTO app.base
SELECT md5('base' || n)::uuid, n
FROM generate_series(1, 5) AS n;
INSERT INTO app.derived (id, n, more)
SELECT md5('derived' || n)::uuid, n, md5('more' || n)::uuid
FROM generate_series(1, 5) AS n;
INSERT INTO app.customers
SELECT md5('customer' || n)::uuid, md5('customer1')::uuid, 'customer ' || n
FROM generate_series(1, 9) AS n;
INSERT INTO app.pairs
SELECT md5('pair' || n)::uuid, ROW(md5('a' || n)::uuid, n)::app.pair
FROM generate_series(1, 5) AS n;
UPDATE app.pairs SET ps = ARRAY[p, p];
INSERT INTO app.nests
SELECT ROW(p, id, md5('customer1')::uuid, ARRAY[id])::app.nested
FROM app.pairs;
INSERT INTO app.addresses
SELECT 'street ' || n, md5('user' || n)::uuid
FROM generate_series(1, 5) AS n;
INSERT INTO app.addresses_of_addresses
SELECT a, ROW(a.street, a.owner)::app.address
FROM app.addresses AS a;
SELECT
    to_regclass('app.bookings') IS NOT NULL AS bookings,
    to_regclass('app.prices') IS NOT NULL AS temporal \gset
\if :bookings
INSERT INTO app.bookings
SELECT
    md5('booking' || n)::uuid,
    md5('room' || n % 3)::uuid,
    tstzrange(
        '2025-01-01'::timestamptz + n * '1 day'::interval,
        '2025-01-02'::timestamptz + n * '1 day'::interval)
FROM generate_series(1, 9) AS n;
\endif
\if :temporal
INSERT INTO app.prices
SELECT md5('price' || n)::uuid, '[2025-01-01,2026-01-01)', n
FROM generate_series(1, 9) AS n;
INSERT INTO app.discounts
SELECT md5('discount' || n)::uuid, md5('price' || n)::uuid, '[2025-02-01,2025-03-01)'
FROM generate_series(1, 9) AS n;
INSERT INTO app.prices_by_id
SELECT id, valid
FROM app.prices;
\endif
INSERT INTO app.history
SELECT n, u, ARRAY[u, u]
FROM app.users AS u, generate_series(1, 1) AS n;
INSERT INTO "O'Dd ""Schema"""."Weird ""Table"" 'x'"
SELECT md5('weird' || n)::uuid, md5('user' || n)::uuid, md5('user' || n)::uuid::text
FROM generate_series(1, 5) AS n;
REFRESH MATERIALIZED VIEW app.totals;
