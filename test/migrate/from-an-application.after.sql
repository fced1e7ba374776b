SELECT 'the columns are base62id', count(*) = 3 FROM pg_attribute WHERE atttypid = 'base62id'::regtype AND attrelid IN ('customers'::regclass, 'orders'::regclass);
SELECT 'the view is there', count(*) >= 500 FROM order_names;
SELECT 'the role reads what it likes', rolconfig IS NULL FROM pg_roles WHERE rolname = 'app';
SELECT 'a uuid finds its row', count(*) = 1 FROM orders WHERE id = md5('o7')::uuid::text::base62id;
