SELECT 'the tables keep their files', bool_and(c.relfilenode = f.relfilenode) FROM old.files f JOIN pg_class c USING (oid);
SELECT 'the columns are base62id', count(*) = 3 FROM pg_attribute
WHERE attrelid IN ('customers'::regclass, 'orders'::regclass) AND attnum > 0 AND atttypid = 'base62id'::regtype;
SELECT 'the same customers', count(*) = 1000 FROM customers c JOIN old.customers o ON c.id::uuid = o.id AND c.name = o.name;
SELECT 'the same orders', count(*) = 3000 FROM orders c
JOIN old.orders o ON c.id::uuid = o.id AND c.customer_id::uuid = o.customer_id;
WITH c AS (INSERT INTO customers (name) VALUES ('new') RETURNING id)
SELECT 'the default works', length(id::text) = 22 FROM c;
INSERT INTO orders (customer_id) SELECT max(id) FROM customers;
SELECT 'the foreign key is valid', count(*) = 1 FROM pg_constraint WHERE contype = 'f' AND convalidated;
SELECT 'the foreign key refuses an orphan',
    sqlstate_of($$INSERT INTO orders (customer_id) VALUES ('Fa84QWiAxLXUJaHZmEVPEG')$$) = '23503';
SELECT 'the foreign key protects the key',
    sqlstate_of($$DELETE FROM customers WHERE name = 'customer 1'$$) = '23503';
CREATE TABLE old.keys (id uuid PRIMARY KEY);
SELECT 'a base62id column can reference a uuid key',
    sqlstate_of('CREATE TABLE referencing_uuid (id base62id REFERENCES old.keys)') = '00000';
SELECT 'a uuid column can reference a base62id key',
    sqlstate_of('CREATE TABLE referencing (id uuid REFERENCES customers)') = '00000';
SELECT 'a uuid parameter works', count(*) = 1 FROM customers WHERE id = (SELECT id FROM old.customers LIMIT 1);
SELECT 'a uuid as text is read', sqlstate_of($$SELECT FROM customers WHERE id = '123e4567-e89b-12d3-a456-426614174000'$$) = '00000';
SELECT 'without its hyphens it is refused', sqlstate_of($$SELECT FROM customers WHERE id = '123e4567e89b12d3a456426614174000'$$) = '22P02';
