-- Of these views one alone merges ids with UUIDs of another kind.
CREATE VIEW merging AS
    SELECT coalesce(n.id, u.id) AS id
    FROM notes n, users u;
CREATE VIEW joining AS
    SELECT u.id, n.id AS note
    FROM notes n
    JOIN users u ON n.about = u.id;
CREATE VIEW of_one_kind AS
    SELECT coalesce(id, id) AS id
    FROM users;
