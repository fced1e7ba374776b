-- Executed after the operations "before", of which operations.mjs makes authors and books. So many
-- rows that the planner prefers indexes.
INSERT INTO authors (id, name)
SELECT md5('author' || n)::uuid, 'author ' || n
FROM generate_series(1, 5000) AS n;
INSERT INTO books (id, title, author)
SELECT md5('book' || n)::uuid, 'book ' || n, md5('author' || (n % 5000 + 1))::uuid
FROM generate_series(1, 50000) AS n;
INSERT INTO directus_activity (action, "user", timestamp, collection, item)
SELECT 'create', u.id, now(), 'books', md5('book' || n)::uuid
FROM generate_series(1, 20000) AS n,
    (SELECT id FROM directus_users ORDER BY id LIMIT 1) AS u;
INSERT INTO directus_revisions (activity, collection, item, data)
SELECT id, collection, item, '{}'
FROM directus_activity
WHERE action = 'create' AND collection = 'books';
