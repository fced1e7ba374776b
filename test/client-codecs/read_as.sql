-- pg_temp.read_as(TYPE, TEXT, ANOTHER): the text of what a type reads in a text, or of that as
-- another type; NULL where it reads nothing.
CREATE FUNCTION pg_temp.read_as(type text, given text, another text DEFAULT 'text') RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    made text;
BEGIN
    EXECUTE format('SELECT $1::%s::%s::text', type, another) INTO made USING given;
    RETURN made;
EXCEPTION WHEN invalid_text_representation THEN
    RETURN NULL;
END $$;
