-- The same tables once they have moved to typed ids. A view and keys between columns of different types are made anew.
CREATE EXTENSION base62id;
SELECT typeid_create_type('user_id', 'user', accept_uuid => true), typeid_create_type('order_id', 'order', accept_uuid => true);
DROP VIEW buyers;
ALTER TABLE watches DROP CONSTRAINT watches_user_id_fkey, DROP CONSTRAINT watches_order_id_fkey;
ALTER TABLE orders DROP CONSTRAINT orders_buyer_id_fkey, DROP CONSTRAINT orders_parent_id_fkey;
ALTER TABLE users ALTER id TYPE user_id, ALTER friends DROP DEFAULT, ALTER friends TYPE user_id[] USING friends::user_id[], ALTER friends SET DEFAULT '{}';
ALTER TABLE orders ALTER id TYPE order_id, ALTER buyer_id TYPE user_id, ALTER parent_id TYPE order_id;
ALTER TABLE watches ALTER user_id TYPE user_id, ALTER order_id TYPE order_id;
ALTER TABLE orders ADD CONSTRAINT orders_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users ON DELETE CASCADE,
    ADD CONSTRAINT orders_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES orders;
ALTER TABLE watches ADD CONSTRAINT watches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users,
    ADD CONSTRAINT watches_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders;
CREATE VIEW buyers AS SELECT u.id, u.name, count(o.id) AS orders FROM users u LEFT JOIN orders o ON o.buyer_id = u.id GROUP BY u.id;
