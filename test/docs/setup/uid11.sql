CREATE TABLE orders (id uid11 PRIMARY KEY DEFAULT xid_new());
INSERT INTO orders SELECT FROM generate_series(1, 10);
