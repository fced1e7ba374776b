-- What the application knows are uuids, before and after.
SELECT count(*) FROM order_names WHERE id = md5('o7')::uuid;
INSERT INTO orders (customer_id) VALUES ('4d3a21d8-c684-c09c-19b9-3be911827fd5'); -- md5('c7')
