-- The vectors of test/vectors as one list, a line each: a system, a text, the octets of the id that
-- it reads in hexadecimal, and that id as it is written.  The last two are empty where the text is
-- no id.  psql variables: dir, the file to.
\i test/lib/helpers.sql
\i test/lib/types.sql
\set ECHO none
CREATE TEMP TABLE files AS
    SELECT n, type, folds, pg_read_file(:'dir' || '/' || type || '.json')::jsonb AS file
    FROM id_types;
CREATE TEMP TABLE valid AS
    SELECT n, type, folds, v ->> 'text' AS id, v
    FROM files,
        jsonb_array_elements(coalesce(
            file -> 'uuid', file -> 'ulid', file -> 'baseuid', file -> 'payload',
            file -> 'typeid')) AS v
    UNION ALL
    SELECT n, type, folds, v ->> 'typeid', v
    FROM files,
        jsonb_array_elements(
            pg_read_file(:'dir' || '/typeid-official-valid.json')::jsonb) AS v
    WHERE type = 'typeid';
CREATE TEMP TABLE invalid AS
    SELECT n, type, v ->> 'text' AS text
    FROM files,
        jsonb_array_elements(
            coalesce(file -> 'invalid_uuid_text', file -> 'invalid_text')) AS v
    UNION ALL
    SELECT n, type, v ->> 'typeid'
    FROM files,
        jsonb_array_elements(
            pg_read_file(:'dir' || '/typeid-official-invalid.json')::jsonb) AS v
    WHERE type = 'typeid';

-- The octets of an id: of a TypeID those of its type prefix and its UUID.
CREATE FUNCTION pg_temp.octets_of(v jsonb) RETURNS text LANGUAGE sql AS $$
    SELECT CASE
        WHEN v ? 'hex' THEN v ->> 'hex'
        WHEN v ? 'payload' THEN
            lpad(to_hex(div(payload, 4294967296)::bigint), 8, '0')
            || lpad(to_hex((payload % 4294967296)::bigint), 8, '0')
        ELSE
            encode(convert_to(coalesce(v ->> 'prefix', ''), 'UTF8'), 'hex')
            || replace(v ->> 'uuid', '-', '')
    END
    FROM (SELECT (v ->> 'payload')::numeric AS payload) AS p
$$;
SELECT type, text, octets, id
FROM (
    SELECT n, type, t.text, id, pg_temp.octets_of(v) AS octets
    FROM valid,
        LATERAL (VALUES
            (id),
            ('"' || id || '"'),
            (CASE WHEN folds THEN lower(id) END)) AS t(text)
    WHERE t.text IS NOT NULL
    UNION ALL
    SELECT n, type, text, '', ''
    FROM invalid
) AS lines
ORDER BY n \g :to
