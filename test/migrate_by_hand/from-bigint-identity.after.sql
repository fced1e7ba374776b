SELECT 'the columns are uid11', count(*) = 2 FROM pg_attribute
WHERE attrelid IN ('products'::regclass, 'items'::regclass) AND atttypid = 'uid11'::regtype;
SELECT 'the same products', count(*) = 1000 FROM products p JOIN old.products o ON p.id::bigint = o.id AND p.name = o.name;
SELECT 'the same items', count(*) = 3000 FROM items i JOIN old.items o ON i.id = o.id AND i.product_id::bigint = o.product_id;
SELECT 'the text of number 42', id::text = '1111111111j' FROM products WHERE name = 'product 42';
WITH p AS (INSERT INTO products (name) VALUES ('new') RETURNING id)
SELECT 'new ids sort last', id > (SELECT max(id) FROM products) FROM p;
SELECT 'the foreign key is valid', count(*) = 1 FROM pg_constraint WHERE contype = 'f' AND convalidated;
SELECT 'the foreign key refuses an orphan',
    sqlstate_of($$INSERT INTO items (product_id) VALUES ('zzzzzzzzzzz')$$) = '22P02'
    AND sqlstate_of($$INSERT INTO items (product_id) VALUES ('jpXCZedGfVQ')$$) = '23503';
SELECT 'a link with the old number finds the row', count(*) = 1 FROM products WHERE id = 42::bigint::uid11;
SELECT 'a negative number is refused', sqlstate_of('SELECT (-1)::bigint::uid11') = '22003';
