CREATE SCHEMA old;
CREATE TABLE old.ids (id text);
COPY old.ids FROM :'ids';
-- the suffix of a TypeID is a ULID in lower case
INSERT INTO accounts SELECT upper(split_part(id, '_', 2)), 'account ' || row_number() OVER () FROM old.ids LIMIT 500;
INSERT INTO payments SELECT upper(split_part(i.id, '_', 2)), a.id
  FROM (SELECT id, row_number() OVER () AS n FROM old.ids) AS i JOIN (SELECT id, row_number() OVER () AS n FROM accounts) AS a ON a.n = 1 + i.n % 500;
INSERT INTO receipts SELECT gen_random_uuid(), n FROM generate_series(1, 1000) AS n;
CREATE TABLE old.accounts AS TABLE accounts;
CREATE TABLE old.payments AS TABLE payments;
CREATE TABLE old.receipts AS TABLE receipts;
CREATE TABLE old.files AS SELECT oid, relfilenode FROM pg_class WHERE oid = 'receipts'::regclass;
