INSERT INTO customers SELECT md5('c' || n)::uuid, 'customer ' || n FROM generate_series(1, 100) AS n;
INSERT INTO orders SELECT md5('o' || n)::uuid, md5('c' || (n % 100 + 1))::uuid FROM generate_series(1, 500) AS n;
