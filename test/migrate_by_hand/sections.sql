-- For each section of docs/migrate-by-hand.md: before (what it takes for granted), fill (rows),
-- meanwhile (what the application does between two steps), after (queries of a title and a
-- boolean).
-- from-bigint-identity: fill
INSERT INTO products (name) SELECT 'product ' || n FROM generate_series(1, 1000) n;
INSERT INTO items (product_id) SELECT id FROM products, generate_series(1, 3);
CREATE SCHEMA old;
CREATE TABLE old.products AS TABLE products;
CREATE TABLE old.items AS TABLE items;
-- from-bigint-identity: after
SELECT 'the columns are uid11', count(*) = 2
FROM pg_attribute
WHERE attrelid IN ('products'::regclass, 'items'::regclass) AND atttypid = 'uid11'::regtype;
SELECT 'the same products', count(*) = 1000
FROM products p
JOIN old.products o ON p.id::bigint = o.id AND p.name = o.name;
SELECT 'the same items', count(*) = 3000
FROM items i
JOIN old.items o ON i.id = o.id AND i.product_id::bigint = o.product_id;
SELECT 'the text of number 42', id::text = '1111111111j' FROM products WHERE name = 'product 42';
WITH p AS (INSERT INTO products (name) VALUES ('new') RETURNING id)
SELECT 'new ids sort last', id > (SELECT max(id) FROM products) FROM p;
SELECT 'the foreign key is valid', count(*) = 1
FROM pg_constraint
WHERE contype = 'f' AND convalidated;
SELECT 'the foreign key refuses an orphan',
    sqlstate_of($$INSERT INTO items (product_id) VALUES ('zzzzzzzzzzz')$$) = '22P02'
    AND sqlstate_of($$INSERT INTO items (product_id) VALUES ('jpXCZedGfVQ')$$) = '23503';
SELECT 'a link with the old number finds the row', count(*) = 1
FROM products
WHERE id = 42::bigint::uid11;
SELECT 'a negative number is refused', sqlstate_of('SELECT (-1)::bigint::uid11') = '22003';
-- from-text-columns-online: fill
CREATE SCHEMA old;
CREATE TABLE old.users (id text, name text);
COPY old.users (id) FROM :'ids';
UPDATE old.users SET name = 'user ' || id;
INSERT INTO users SELECT * FROM old.users;
INSERT INTO posts (author) SELECT id FROM users ORDER BY id COLLATE "C" DESC;
CREATE TABLE old.posts AS TABLE posts;
-- from-text-columns-online: meanwhile
-- What an application of today does: it knows nothing of the new columns.
INSERT INTO users (id, name)
VALUES ('user_' || to_char(clock_timestamp(), '"01h00"YYYYMMDDHH24MISSUS"0"'), 'meanwhile')
RETURNING id AS new \gset
INSERT INTO posts (author) VALUES (:'new');
UPDATE users SET name = 'renamed' WHERE id = :'new';
SELECT count(*) = 1 AS found
FROM users
JOIN posts ON author = users.id
WHERE users.id = :'new' AND name = 'renamed' \gset
\if :found
\else
SELECT 'the application lost a row' / 0;
\endif
-- from-text-columns-online: after
SELECT 'the columns are typeid', count(*) = 2
FROM pg_attribute
WHERE attrelid IN ('users'::regclass, 'posts'::regclass)
    AND NOT attisdropped
    AND atttypid = 'typeid'::regtype;
SELECT 'no column is left over',
    string_agg(attname, ' ' ORDER BY attrelid::regclass::text, attname) = 'author id id name'
FROM pg_attribute
WHERE attrelid IN ('users'::regclass, 'posts'::regclass) AND attnum > 0 AND NOT attisdropped;
SELECT 'the same users', count(*) = 2000
FROM users u
JOIN old.users o ON u.id::text = o.id AND u.name = o.name;
SELECT 'the same posts', count(*) = 2000
FROM posts p
JOIN old.posts o ON p.id = o.id AND p.author::text = o.author;
SELECT 'the same order',
    array_agg(id::text ORDER BY id) = array_agg(id::text ORDER BY id::text COLLATE "C")
FROM users;
SELECT 'the key is the primary key', string_agg(pg_get_constraintdef(oid), ' ') = 'PRIMARY KEY (id)'
FROM pg_constraint WHERE conrelid = 'users'::regclass AND contype = 'p';
SELECT 'one index on posts.author', count(*) = 1
FROM pg_index
WHERE indrelid = 'posts'::regclass AND NOT indisprimary;
SELECT 'author is NOT NULL', attnotnull
FROM pg_attribute
WHERE attrelid = 'posts'::regclass AND attname = 'author';
SELECT 'the foreign key is valid', count(*) = 1
FROM pg_constraint
WHERE contype = 'f' AND convalidated;
WITH u AS (INSERT INTO users (name) VALUES ('new') RETURNING id)
SELECT 'the default works', typeid_check(id, 'user') FROM u;
INSERT INTO posts (author) SELECT max(id) FROM users;
SELECT 'the foreign key refuses an orphan',
    sqlstate_of(
        $$INSERT INTO posts (author) VALUES ('user_00000000000000000000000000')$$) = '23503';
SELECT 'another prefix is refused',
    sqlstate_of($$INSERT INTO users (id) VALUES (typeid_generate('post'))$$) = '23514';
-- from-the-rust-extension: before
-- A stand-in for the extension in Rust: a type of that name, in the same schema, with the same
-- text form.
SET client_min_messages = warning; -- of the shell type
CREATE TYPE typeid;
CREATE FUNCTION typeid_in(cstring) RETURNS typeid
LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION typeid_out(typeid) RETURNS cstring
LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE TYPE typeid (INPUT = typeid_in, OUTPUT = typeid_out, LIKE = text, COLLATABLE = true);
CREATE FUNCTION typeid_lt(typeid, typeid) RETURNS boolean
LANGUAGE internal IMMUTABLE STRICT AS 'text_lt';
CREATE FUNCTION typeid_le(typeid, typeid) RETURNS boolean
LANGUAGE internal IMMUTABLE STRICT AS 'text_le';
CREATE FUNCTION typeid_eq(typeid, typeid) RETURNS boolean
LANGUAGE internal IMMUTABLE STRICT AS 'texteq';
CREATE FUNCTION typeid_ge(typeid, typeid) RETURNS boolean
LANGUAGE internal IMMUTABLE STRICT AS 'text_ge';
CREATE FUNCTION typeid_gt(typeid, typeid) RETURNS boolean
LANGUAGE internal IMMUTABLE STRICT AS 'text_gt';
CREATE FUNCTION typeid_cmp(typeid, typeid) RETURNS integer
LANGUAGE internal IMMUTABLE STRICT AS 'bttextcmp';
CREATE OPERATOR < (FUNCTION = typeid_lt, LEFTARG = typeid, RIGHTARG = typeid);
CREATE OPERATOR <= (FUNCTION = typeid_le, LEFTARG = typeid, RIGHTARG = typeid);
CREATE OPERATOR = (FUNCTION = typeid_eq, LEFTARG = typeid, RIGHTARG = typeid, MERGES);
CREATE OPERATOR >= (FUNCTION = typeid_ge, LEFTARG = typeid, RIGHTARG = typeid);
CREATE OPERATOR > (FUNCTION = typeid_gt, LEFTARG = typeid, RIGHTARG = typeid);
CREATE OPERATOR CLASS typeid_ops DEFAULT FOR TYPE typeid USING btree AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 typeid_cmp(typeid, typeid);

CREATE SCHEMA codec;
SET search_path = codec;
\i :top/pure-sql/base62id.sql
RESET search_path;
CREATE FUNCTION typeid_generate(prefix text) RETURNS typeid LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN codec.typeid_generate_text(prefix)::typeid;
END $$;
-- from-the-rust-extension: fill
CREATE SCHEMA old;
CREATE TABLE old.users (id text, name text);
COPY old.users (id) FROM :'ids';
UPDATE old.users SET name = 'user ' || id;
INSERT INTO users SELECT id::typeid, name FROM old.users;
INSERT INTO users (name) VALUES ('by the default of today');
INSERT INTO posts (author) SELECT id FROM users;
CREATE TABLE old.posts AS SELECT id, author::text AS author FROM posts;
-- from-the-rust-extension: meanwhile
-- The application, between any two steps.
DO $$
DECLARE
    made text;
BEGIN
    INSERT INTO users (name) VALUES ('meanwhile') RETURNING id::text INTO made;
    EXECUTE format('INSERT INTO posts (author) SELECT id FROM users WHERE id = %L', made);
    EXECUTE format('UPDATE users SET name = %L WHERE id IN (%L)', 'met', made);
    ASSERT (
        SELECT count(*) = 1
        FROM users u
        JOIN posts p ON p.author = u.id
        WHERE u.name = 'met'
    ), 'found, joined and changed';
    INSERT INTO users VALUES (typeid_generate('user'), 'met');
    DELETE FROM posts WHERE author IN (SELECT id FROM users WHERE name = 'met');
    DELETE FROM users WHERE name = 'met';
    ASSERT FOUND, 'and deleted';
END $$;
-- from-the-rust-extension: after
SELECT 'the columns are ours', count(*) = 2
FROM pg_attribute
JOIN pg_depend ON objid = atttypid AND deptype = 'e'
WHERE attrelid IN ('users'::regclass, 'posts'::regclass) AND atttypid = 'typeid'::regtype;
SELECT 'the extension is in public', extnamespace = 'public'::regnamespace
FROM pg_extension
WHERE extname = 'base62id';
SELECT 'the same users', count(*) = 2000
FROM users u
JOIN old.users o ON u.id::text = o.id AND u.name = o.name;
SELECT 'the same posts', count(*) = 2001
FROM posts p
JOIN old.posts o ON p.id = o.id AND p.author::text = o.author;
SELECT 'the foreign key is valid', count(*) = 1
FROM pg_constraint
WHERE contype = 'f' AND convalidated;
WITH u AS (INSERT INTO users (name) VALUES ('new') RETURNING id)
SELECT 'the default works', typeid_check(id, 'user') FROM u;
SELECT 'the foreign key refuses an orphan',
    sqlstate_of(
        $$INSERT INTO posts (author) VALUES ('user_00000000000000000000000000')$$) = '23503';
-- from-typeid-sql: before
-- A stand-in for typeid-sql: its type, and functions of the names and results that its
-- documentation gives. The original has the codec in SQL too; here it is this project's, in a
-- schema out of the way.
CREATE SCHEMA codec;
SET search_path = codec;
\i :top/pure-sql/base62id.sql
RESET search_path;

CREATE TYPE typeid AS ("type" varchar(63), "uuid" uuid);
CREATE FUNCTION typeid_generate(prefix text) RETURNS typeid LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN ROW (prefix, codec.typeid_uuid_generate_v7())::typeid;
END $$;
CREATE FUNCTION typeid_print(tid typeid) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN codec.typeid_encode(tid.type, tid.uuid);
END $$;
CREATE FUNCTION typeid_parse(typeid_str text) RETURNS typeid LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN ROW (codec.typeid_prefix(typeid_str), codec.typeid_to_uuid(typeid_str))::typeid;
END $$;
CREATE FUNCTION typeid_check(tid typeid, expected_type text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN (tid).type = expected_type;
END $$;
CREATE FUNCTION typeid_generate_text(prefix text) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN typeid_print(typeid_generate(prefix));
END $$;
CREATE FUNCTION typeid_check_text(typeid_str text, expected_type text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN typeid_check(typeid_parse(typeid_str), expected_type);
END $$;
CREATE FUNCTION typeid_eq_operator(lhs_id typeid, rhs_id varchar) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN typeid_print(lhs_id) = rhs_id;
END $$;
CREATE OPERATOR === (
    FUNCTION = typeid_eq_operator,
    LEFTARG = typeid,
    RIGHTARG = varchar,
    COMMUTATOR = ===,
    NEGATOR = !==
);
-- from-typeid-sql: fill
CREATE SCHEMA old;
CREATE TABLE old.users (id text, name text);
COPY old.users (id) FROM :'ids';
UPDATE old.users SET name = 'user ' || id;
INSERT INTO users SELECT typeid_parse(id), name FROM old.users;
INSERT INTO users (name) VALUES ('by the default of today');
INSERT INTO posts (author) SELECT id FROM users;
CREATE TABLE old.posts AS SELECT p.id, typeid_print(author) AS author FROM posts p;
-- from-typeid-sql: meanwhile
-- The application, between any two steps: queries as typeid-sql's documentation has them.
DO $$
DECLARE
    made text;
BEGIN
    INSERT INTO users (name) VALUES ('meanwhile') RETURNING typeid_print(id) INTO made;
    INSERT INTO posts (author) SELECT id FROM users WHERE id = typeid_parse(made);
    ASSERT FOUND, 'the user of that id is found';
    ASSERT (
        SELECT (u.id).type = 'user'
        FROM users u
        JOIN posts p ON p.author = u.id
        WHERE u.id = typeid_parse(made)
    ), 'and joined';
    ASSERT (
        SELECT typeid_check(id, 'user') AND NOT typeid_check(id, 'post') AND (id).uuid IS NOT NULL
        FROM users
        WHERE id = typeid_parse(made)
    ), 'its prefix is checked';
    ASSERT (SELECT count(*) = 1 FROM users WHERE id === made::varchar), 'and by their operator';
    DELETE FROM posts WHERE author = typeid_parse(made);
    DELETE FROM users WHERE id = typeid_parse(made);
    ASSERT FOUND, 'and deleted';
END $$;
-- from-typeid-sql: after
SELECT 'the columns are of the domain', count(*) = 2
FROM pg_attribute a
JOIN pg_type t ON t.oid = atttypid
WHERE attrelid IN ('users'::regclass, 'posts'::regclass)
    AND typname = 'user_id'
    AND typbasetype = 'typeid'::regtype;
SELECT 'the extension is in public', extnamespace = 'public'::regnamespace
FROM pg_extension
WHERE extname = 'base62id';
SELECT 'the same users', count(*) = 2000
FROM users u
JOIN old.users o ON u.id::text = o.id AND u.name = o.name;
SELECT 'the same posts', count(*) = 2001
FROM posts p
JOIN old.posts o ON p.id = o.id AND p.author::text = o.author;
SELECT 'the foreign key is valid', count(*) = 1
FROM pg_constraint
WHERE contype = 'f' AND convalidated;
WITH u AS (INSERT INTO users (name) VALUES ('new') RETURNING id)
SELECT 'the default works', typeid_check(id, 'user') FROM u;
-- Queries as typeid-sql's documentation has them.
INSERT INTO users (id, name) VALUES (typeid_parse('user_01h455vb4pex5vsknk084sn02q'), 'Ben');
SELECT 'an old query finds the row',
    typeid_print(id) = 'user_01h455vb4pex5vsknk084sn02q'
        AND (id).type = 'user'
        AND (id).uuid = '01890a5d-ac96-774b-bcce-b302099a8057'
FROM users
WHERE id = typeid_parse('user_01h455vb4pex5vsknk084sn02q') AND name = 'Ben';
SELECT 'the foreign key refuses an orphan',
    sqlstate_of(
        $$INSERT INTO posts (author) VALUES ('user_00000000000000000000000000')$$) = '23503';
SELECT 'another prefix is refused',
    sqlstate_of($$INSERT INTO users (id) VALUES (typeid_generate('post'))$$) = '23514';
