CREATE TABLE users    (id typeid PRIMARY KEY DEFAULT typeid_generate('user'::text), name text NOT NULL);
CREATE TABLE orders   (id uid11 PRIMARY KEY DEFAULT xid_new(), buyer_id typeid NOT NULL REFERENCES users, note text NOT NULL);
CREATE INDEX ON orders (buyer_id);
CREATE TABLE invoices (id base62id PRIMARY KEY DEFAULT gen_random_uuid(), note text NOT NULL);
