SELECT 'the columns are ulid', count(*) = 4 FROM pg_attribute
WHERE attrelid IN ('accounts'::regclass, 'payments'::regclass, 'receipts'::regclass) AND attnum > 0 AND atttypid = 'ulid'::regtype;
SELECT 'the same accounts', count(*) = 500 FROM accounts a JOIN old.accounts o ON a.id::text = o.id AND a.name = o.name;
SELECT 'the same payments', count(*) = 2000 FROM payments p JOIN old.payments o ON p.id::text = o.id AND p.account::text = o.account;
SELECT 'the same receipts', count(*) = 1000 FROM receipts r JOIN old.receipts o ON r.id = o.id AND r.total = o.total;
SELECT 'the same order', array_agg(id::text ORDER BY id) = array_agg(id::text ORDER BY id::text COLLATE "C") FROM payments;
SELECT 'the uuid table keeps its file', c.relfilenode = f.relfilenode FROM old.files f JOIN pg_class c USING (oid);
SELECT 'texts of either case find the row', count(*) = 2 FROM accounts a, old.accounts o
WHERE o.name = 'account 7' AND (a.id = lower(o.id)::ulid OR a.id = upper(o.id)::ulid) OR o.name = 'account 8' AND a.id = o.id::text;
SELECT 'a parameter of type text works', count(*) = 1 FROM accounts WHERE id = (SELECT lower(id) FROM old.accounts LIMIT 1)::text;
WITH a AS (INSERT INTO accounts (name) VALUES ('new') RETURNING id)
SELECT 'the default works, and sorts last', id > (SELECT max(id) FROM accounts) AND ulid_timestamp(id) > now() - interval '1 min' FROM a;
INSERT INTO payments (account) SELECT max(id) FROM accounts;
SELECT 'the foreign key is valid', count(*) = 1 FROM pg_constraint WHERE contype = 'f' AND convalidated;
SELECT 'the foreign key refuses an orphan',
    sqlstate_of($$INSERT INTO payments (account) VALUES ('00000000000000000000000000')$$) = '23503';
SELECT 'what is no ULID is refused', sqlstate_of($$INSERT INTO accounts VALUES ('8ZZZZZZZZZZZZZZZZZZZZZZZZZ')$$) = '22P02';
CREATE TABLE old.notes (receipt uuid REFERENCES receipts);
SELECT 'a uuid column can reference a ulid key', sqlstate_of('INSERT INTO old.notes SELECT id FROM old.receipts') = '00000';
SELECT 'octets in bytea become a ulid', (encode(ulid_send(max(id)), 'hex')::uuid)::ulid = max(id) FROM accounts;
