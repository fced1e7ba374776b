CREATE SCHEMA old;
CREATE TABLE old.users (id text, name text);
COPY old.users (id) FROM :'ids';
UPDATE old.users SET name = 'user ' || id;
INSERT INTO users SELECT typeid_parse(id), name FROM old.users;
INSERT INTO users (name) VALUES ('by the default of today');
INSERT INTO posts (author) SELECT id FROM users;
CREATE TABLE old.posts AS SELECT p.id, typeid_print(author) AS author FROM posts p;
