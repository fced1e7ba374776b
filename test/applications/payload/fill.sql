-- So many rows that the planner prefers indexes.
INSERT INTO authors (id, name)
SELECT md5('author' || n)::uuid, 'author ' || n
FROM generate_series(1, 5000) AS n;
INSERT INTO posts (id, slug, author_id, _status)
SELECT md5('post' || n)::uuid, 'post-' || n, md5('author' || n % 5000 + 1)::uuid, 'published'
FROM generate_series(1, 30000) AS n;
INSERT INTO posts_locales (title, _locale, _parent_id)
SELECT 'post ' || n, 'en', md5('post' || n)::uuid
FROM generate_series(1, 30000) AS n;
INSERT INTO posts_rels ("order", parent_id, path, posts_id)
SELECT 1, md5('post' || n)::uuid, 'mentions', md5('post' || n % 30000 + 1)::uuid
FROM generate_series(1, 30000) AS n;
INSERT INTO posts_rels ("order", parent_id, path, categories_id)
SELECT 1, md5('post' || n)::uuid, 'categories', c.id
FROM generate_series(1, 30000) AS n,
    (SELECT id FROM categories ORDER BY id LIMIT 1) AS c;
INSERT INTO _posts_v (id, parent_id, version_slug, version_author_id, latest)
SELECT
    md5('version' || n)::uuid,
    md5('post' || n)::uuid,
    'post-' || n,
    md5('author' || n % 5000 + 1)::uuid,
    true
FROM generate_series(1, 30000) AS n;
INSERT INTO _posts_v_locales (version_title, _locale, _parent_id)
SELECT 'post ' || n, 'en', md5('version' || n)::uuid
FROM generate_series(1, 30000) AS n;
