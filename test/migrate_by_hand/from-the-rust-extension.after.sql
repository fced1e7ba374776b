SELECT 'the columns are ours', count(*) = 2 FROM pg_attribute JOIN pg_depend ON objid = atttypid AND deptype = 'e'
WHERE attrelid IN ('users'::regclass, 'posts'::regclass) AND atttypid = 'typeid'::regtype;
SELECT 'the extension is in public', extnamespace = 'public'::regnamespace FROM pg_extension WHERE extname = 'base62id';
SELECT 'the same users', count(*) = 2000 FROM users u JOIN old.users o ON u.id::text = o.id AND u.name = o.name;
SELECT 'the same posts', count(*) = 2001 FROM posts p JOIN old.posts o ON p.id = o.id AND p.author::text = o.author;
SELECT 'the foreign key is valid', count(*) = 1 FROM pg_constraint WHERE contype = 'f' AND convalidated;
WITH u AS (INSERT INTO users (name) VALUES ('new') RETURNING id)
SELECT 'the default works', typeid_check(id, 'user') FROM u;
SELECT 'the foreign key refuses an orphan',
    sqlstate_of($$INSERT INTO posts (author) VALUES ('user_00000000000000000000000000')$$) = '23503';
