CREATE SCHEMA old;
CREATE TABLE old.users (id text, name text);
COPY old.users (id) FROM :'ids';
UPDATE old.users SET name = 'user ' || id;
INSERT INTO users SELECT * FROM old.users;
INSERT INTO users (name) VALUES ('by the default of today');
INSERT INTO posts (author) SELECT id FROM users;
CREATE TABLE old.posts AS TABLE posts;
