-- Texts, good and bad, and what the server makes of them as ids of systems: NAME, TEXT, and the
-- canonical id that the type's input reads. psql variables: seed, texts.
\i test/lib/helpers.sql
\i test/lib/types.sql
\i test/client-codecs/spoiled.sql
\i test/client-codecs/read_as.sql
\set ECHO none
\pset format csv
\pset null ''
SELECT setseed(:seed), set_config('judged.texts', :'texts', false) \g /dev/null
-- A TypeID has a type prefix, and a kind of the clients for it.
DELETE FROM id_types WHERE type = 'typeid';
-- Of each type as many: the k-th of it.
CREATE TEMP TABLE good (n integer, k integer, name text, u uuid, t text);
CALL pg_temp.for_types($$
    INSERT INTO good
    SELECT nr, nr / types, '%1$s', u, (%2$s)::%1$s::text
    FROM (
        SELECT count(*)::integer AS types, min(n) FILTER (WHERE type = '%1$s') AS mine
        FROM id_types
    ) AS t,
        generate_series(1, current_setting('judged.texts')::integer) AS nr,
        LATERAL (SELECT decode(md5(random()::text || nr), 'hex') AS octets) AS made,
        pg_temp.octets(nr, octets)
    WHERE nr %% types = mine %% types
$$);
CREATE TEMP TABLE spoiled AS
    SELECT n, name, CASE k % 14
        WHEN 10 THEN overlay(
            t placing pg_temp.turned(k / 14, 'z', '7', '8', 'Z', 'N', 'F', '0', 'j', '~')
            from greatest(length(t) - 25, 1) for 1)
        WHEN 11 THEN pg_temp.turned(k / 14,
            u::text,
            upper(u::text),
            '"' || u || '"',
            '{' || u || '}',
            replace(u::text, '-', ''),
            pg_temp.spoiled(u::text, 1))
        WHEN 12 THEN pg_temp.turned(k / 14,
            '_', 'A', '1', 'user_', 'user__', 'p', repeat('q', 64) || '_', 'é_', ' ', 'a-b_',
            'x_y_') || t
        WHEN 13 THEN pg_temp.turned(k / 14,
            '', '"', '""', '_', repeat('0', 22), repeat('z', 22), repeat('z', 11),
            repeat('z', 20), repeat('0', 26), repeat('7', 26), 'null')
        ELSE pg_temp.spoiled(t, k % 14, k / 14)
    END AS t
    FROM good;
SELECT name, t, pg_temp.read_as(name, t)
FROM spoiled
ORDER BY n;
