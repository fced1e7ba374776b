-- What an application that knows uuids has; :type is uuid, or a type that is told to it.
CREATE TABLE authors (id :type PRIMARY KEY DEFAULT gen_random_uuid(), name text NOT NULL);
CREATE TABLE books (id :type PRIMARY KEY DEFAULT gen_random_uuid(), author_id :type NOT NULL REFERENCES authors, title text NOT NULL);
CREATE TABLE lists (id serial PRIMARY KEY, books :type[] NOT NULL);
INSERT INTO authors VALUES ('01890a5d-ac96-774b-bcce-b302099a8057', 'Ada'), ('11111111-2222-4333-8444-555555555555', 'Grace');
INSERT INTO lists (books) SELECT array_agg(id ORDER BY name) FROM authors;
