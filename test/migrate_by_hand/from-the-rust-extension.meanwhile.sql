-- The application, between any two steps.
DO $$
DECLARE
    made text;
BEGIN
    INSERT INTO users (name) VALUES ('meanwhile') RETURNING id::text INTO made;
    EXECUTE format('INSERT INTO posts (author) SELECT id FROM users WHERE id = %L', made);
    EXECUTE format('UPDATE users SET name = %L WHERE id IN (%L)', 'met', made);
    ASSERT (SELECT count(*) FROM users u JOIN posts p ON p.author = u.id WHERE u.name = 'met') = 1, 'found, joined and changed';
    INSERT INTO users VALUES (typeid_generate('user'), 'met');
    DELETE FROM posts WHERE author IN (SELECT id FROM users WHERE name = 'met');
    DELETE FROM users WHERE name = 'met';
    ASSERT FOUND, 'and deleted';
END $$;
