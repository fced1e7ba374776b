-- What psql reads before each of the scripts beside it, in the same session.
--   schema  of the functions; it must be in search_path
--   dir     the directory of the vectors, as the server sees it
--   where   what is added to the titles
\set QUIET on
SET TimeZone = 'UTC';
SELECT set_config('test.where', :'where', false), set_config('test.dir', :'dir', false) \g /dev/null
CREATE FUNCTION pg_temp.ok(holds boolean, title text) RETURNS text LANGUAGE sql AS $$
    SELECT CASE WHEN holds THEN 'ok - ' ELSE 'not ok - ' END
        || title
        || current_setting('test.where')
$$;
CREATE FUNCTION pg_temp.vectors(name text, part text) RETURNS SETOF jsonb LANGUAGE sql AS $$
    SELECT jsonb_array_elements(
        pg_read_file(current_setting('test.dir') || '/' || name || '.json')::jsonb -> part)
$$;
