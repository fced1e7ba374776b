-- The tables of an application that knows UUIDs, whose columns have become base62id, and what it is
-- told.
DROP TABLE IF EXISTS authors, books, lists CASCADE;
CREATE TABLE authors (
    id base62id PRIMARY KEY DEFAULT gen_random_uuid(),
    name text NOT NULL
);
CREATE TABLE books (
    id base62id PRIMARY KEY DEFAULT gen_random_uuid(),
    author_id base62id NOT NULL REFERENCES authors,
    title text NOT NULL
);
CREATE TABLE lists (id serial PRIMARY KEY, books base62id[] NOT NULL);
INSERT INTO authors VALUES
    ('01890a5d-ac96-774b-bcce-b302099a8057', 'Ada'),
    ('11111111-2222-4333-8444-555555555555', 'Grace');
INSERT INTO lists (books)
SELECT array_agg(id ORDER BY name)
FROM authors;
SELECT format('ALTER DATABASE %I SET base62id.output = uuid', current_database()) \gexec
