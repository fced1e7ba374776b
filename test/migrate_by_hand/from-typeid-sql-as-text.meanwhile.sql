-- The application, between any two steps: ids as text parameters, and those that it makes itself.
DO $$
DECLARE
    made text;
BEGIN
    INSERT INTO users (name) VALUES ('meanwhile') RETURNING id INTO made;
    INSERT INTO posts (author) VALUES (made);
    ASSERT (SELECT count(*) = 1 FROM users u JOIN posts p ON p.author = u.id WHERE u.id = made), 'found and joined';
    DELETE FROM posts WHERE author = made;
    DELETE FROM users WHERE id = made;
    ASSERT FOUND, 'and deleted';
    INSERT INTO users (id) VALUES (typeid_generate_text('user')) RETURNING id INTO made;
    DELETE FROM users WHERE id = made;
END $$;
