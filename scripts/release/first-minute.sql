-- The first minute of the README, for a server that somebody has just installed the extension in.
\set ON_ERROR_STOP on
CREATE EXTENSION base62id;
CREATE DOMAIN user_id AS typeid CHECK (typeid_check(VALUE, 'user'));
CREATE TABLE users (id user_id PRIMARY KEY DEFAULT typeid_generate('user'), name text);
INSERT INTO users (name) VALUES ('Ada');
SELECT 1 / count(*) FROM users WHERE id ^@ 'user_';
SELECT
    base62id_version(),
    base62id_encode('123e4567-e89b-12d3-a456-426614174000'::uuid),
    xid_new() IS NOT NULL;
