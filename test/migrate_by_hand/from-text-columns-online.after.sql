SELECT 'the columns are typeid', count(*) = 2 FROM pg_attribute
WHERE attrelid IN ('users'::regclass, 'posts'::regclass) AND NOT attisdropped AND atttypid = 'typeid'::regtype;
SELECT 'no column is left over', string_agg(attname, ' ' ORDER BY attrelid::regclass::text, attname) = 'author id id name'
FROM pg_attribute WHERE attrelid IN ('users'::regclass, 'posts'::regclass) AND attnum > 0 AND NOT attisdropped;
SELECT 'the same users', count(*) = 2000 FROM users u JOIN old.users o ON u.id::text = o.id AND u.name = o.name;
SELECT 'the same posts', count(*) = 2000 FROM posts p JOIN old.posts o ON p.id = o.id AND p.author::text = o.author;
SELECT 'the same order', array_agg(id::text ORDER BY id) = array_agg(id::text ORDER BY id::text COLLATE "C") FROM users;
SELECT 'the key is the primary key', string_agg(pg_get_constraintdef(oid), ' ') = 'PRIMARY KEY (id)'
FROM pg_constraint WHERE conrelid = 'users'::regclass AND contype = 'p';
SELECT 'one index on posts.author', count(*) = 1 FROM pg_index WHERE indrelid = 'posts'::regclass AND NOT indisprimary;
SELECT 'author is NOT NULL', attnotnull FROM pg_attribute WHERE attrelid = 'posts'::regclass AND attname = 'author';
SELECT 'the foreign key is valid', count(*) = 1 FROM pg_constraint WHERE contype = 'f' AND convalidated;
WITH u AS (INSERT INTO users (name) VALUES ('new') RETURNING id)
SELECT 'the default works', typeid_check(id, 'user') FROM u;
INSERT INTO posts (author) SELECT max(id) FROM users;
SELECT 'the foreign key refuses an orphan',
    sqlstate_of($$INSERT INTO posts (author) VALUES ('user_00000000000000000000000000')$$) = '23503';
SELECT 'another prefix is refused',
    sqlstate_of($$INSERT INTO users (id) VALUES (typeid_generate('post'))$$) = '23514';
