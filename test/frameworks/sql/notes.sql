-- Beside the tables of stored.sql: what docs/compatibility.md compares before and after a move.
TRUNCATE users, orders, watches;
INSERT INTO users (id, name, friends)
VALUES (
    '01890a5d-ac96-774b-bcce-b302099a8057',
    'Ada',
    '{01890a5d-ac96-774b-bcce-b302099a8057}'
);
CREATE TABLE notes (id uuid PRIMARY KEY, about uuid);
CREATE INDEX ON notes (about);
INSERT INTO notes
VALUES ('01890a5d-ac96-774b-bcce-b302099a8058', '01890a5d-ac96-774b-bcce-b302099a8057');
CREATE FUNCTION f(uuid) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION of(given uuid) RETURNS bigint
LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
    RETURN (SELECT count(*) FROM public.users u WHERE u.id = given);
END $$;
CREATE FUNCTION all_ids() RETURNS TABLE (id uuid) LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY SELECT u.id FROM users u;
END $$;
