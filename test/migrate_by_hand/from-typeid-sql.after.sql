SELECT 'the columns are of the domain', count(*) = 2 FROM pg_attribute a JOIN pg_type t ON t.oid = atttypid
WHERE attrelid IN ('users'::regclass, 'posts'::regclass) AND typname = 'user_id' AND typbasetype = 'typeid'::regtype;
SELECT 'the extension is in public', extnamespace = 'public'::regnamespace FROM pg_extension WHERE extname = 'base62id';
SELECT 'the same users', count(*) = 2000 FROM users u JOIN old.users o ON u.id::text = o.id AND u.name = o.name;
SELECT 'the same posts', count(*) = 2001 FROM posts p JOIN old.posts o ON p.id = o.id AND p.author::text = o.author;
SELECT 'the foreign key is valid', count(*) = 1 FROM pg_constraint WHERE contype = 'f' AND convalidated;
WITH u AS (INSERT INTO users (name) VALUES ('new') RETURNING id)
SELECT 'the default works', typeid_check(id, 'user') FROM u;
-- Queries as typeid-sql's documentation has them.
INSERT INTO users (id, name) VALUES (typeid_parse('user_01h455vb4pex5vsknk084sn02q'), 'Ben');
SELECT 'an old query finds the row', typeid_print(id) = 'user_01h455vb4pex5vsknk084sn02q' AND (id).type = 'user'
    AND (id).uuid = '01890a5d-ac96-774b-bcce-b302099a8057'
FROM users WHERE id = typeid_parse('user_01h455vb4pex5vsknk084sn02q') AND name = 'Ben';
SELECT 'the foreign key refuses an orphan',
    sqlstate_of($$INSERT INTO posts (author) VALUES ('user_00000000000000000000000000')$$) = '23503';
SELECT 'another prefix is refused', sqlstate_of($$INSERT INTO users (id) VALUES (typeid_generate('post'))$$) = '23514';
