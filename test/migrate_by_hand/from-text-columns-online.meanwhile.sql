-- What an application of today does: it knows nothing of the new columns.
INSERT INTO users (id, name) VALUES ('user_' || to_char(clock_timestamp(), '"01h00"YYYYMMDDHH24MISSUS"0"'), 'meanwhile') RETURNING id AS new \gset
INSERT INTO posts (author) VALUES (:'new');
UPDATE users SET name = 'renamed' WHERE id = :'new';
SELECT count(*) = 1 AS found FROM users JOIN posts ON author = users.id WHERE users.id = :'new' AND name = 'renamed' \gset
\if :found
\else
SELECT 'the application lost a row' / 0;
\endif
