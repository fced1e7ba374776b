INSERT INTO products (name) SELECT 'product ' || n FROM generate_series(1, 1000) n;
INSERT INTO items (product_id) SELECT id FROM products, generate_series(1, 3);
CREATE SCHEMA old;
CREATE TABLE old.products AS TABLE products;
CREATE TABLE old.items AS TABLE items;
