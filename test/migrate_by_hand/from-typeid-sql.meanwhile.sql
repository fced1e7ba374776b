-- The application, between any two steps: queries as typeid-sql's documentation has them.
DO $$
DECLARE
    made text;
BEGIN
    INSERT INTO users (name) VALUES ('meanwhile') RETURNING typeid_print(id) INTO made;
    INSERT INTO posts (author) SELECT id FROM users WHERE id = typeid_parse(made);
    ASSERT FOUND, 'the user of that id is found';
    ASSERT (SELECT (u.id).type = 'user' FROM users u JOIN posts p ON p.author = u.id WHERE u.id = typeid_parse(made)), 'and joined';
    ASSERT (SELECT typeid_check(id, 'user') AND NOT typeid_check(id, 'post') AND (id).uuid IS NOT NULL FROM users
            WHERE id = typeid_parse(made)), 'its prefix is checked';
    ASSERT (SELECT count(*) = 1 FROM users WHERE id === made::varchar), 'and by their operator';
    DELETE FROM posts WHERE author = typeid_parse(made);
    DELETE FROM users WHERE id = typeid_parse(made);
    ASSERT FOUND, 'and deleted';
END $$;
