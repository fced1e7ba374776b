INSERT INTO customers (name) SELECT 'customer ' || n FROM generate_series(1, 1000) n;
INSERT INTO orders (customer_id) SELECT id FROM customers, generate_series(1, 3);
CREATE SCHEMA old;
CREATE TABLE old.customers AS TABLE customers;
CREATE TABLE old.orders AS TABLE orders;
CREATE TABLE old.files AS SELECT oid, relfilenode FROM pg_class WHERE oid IN ('customers'::regclass, 'orders'::regclass);
