-- 10,000 texts, good and bad, and what the server makes of them: NAME, TEXT, whether NAME_is_valid, and the canonical id
-- that the type's input reads.  psql variable: seed.
SELECT setseed(:seed) \g /dev/null
CREATE FUNCTION pg_temp.reads(name text, given text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    id text;
BEGIN
    EXECUTE format('SELECT ($1::%s)::text', name) INTO id USING given;
    RETURN id;
EXCEPTION WHEN invalid_text_representation THEN
    RETURN NULL;
END $$;
CREATE TEMP TABLE good AS
    SELECT n, name, CASE name
        WHEN 'base62id' THEN base62id_encode(u)
        WHEN 'base64uuid' THEN base64uuid_encode(u)
        WHEN 'ulid' THEN ulid_encode(u)
        WHEN 'baseuid' THEN baseuid_encode(substr(uuid_send(u), 2))
        WHEN 'uid11' THEN uid11_encode((('x' || left(md5(u::text), 16))::bit(64)::bigint)::numeric + CASE WHEN left(md5(u::text), 1) > '7' THEN 18446744073709551616 ELSE 0 END)
        ELSE typeid_encode((ARRAY['', 'a', 'user', 'a_b', 'u__r', repeat('p', 63)])[1 + n / 6 % 6], u) END AS t, u
      FROM (SELECT n, (ARRAY['typeid', 'base62id', 'base64uuid', 'uid11', 'baseuid', 'ulid'])[1 + n % 6] AS name,
                   md5(random()::text || n)::uuid AS u FROM generate_series(1, 10000) AS n) AS made;
CREATE TEMP TABLE judged AS
    SELECT n, name, CASE n / 6 % 14
        WHEN 0 THEN t
        WHEN 1 THEN overlay(t placing bad from at for 1)
        WHEN 2 THEN overlay(t placing bad from at for 0)
        WHEN 3 THEN overlay(t placing '' from at for 1)
        WHEN 4 THEN '"' || t || '"'
        WHEN 5 THEN CASE n / 84 % 3 WHEN 0 THEN '"' || t WHEN 1 THEN t || '"' ELSE '""' || t || '""' END
        WHEN 6 THEN upper(t)
        WHEN 7 THEN lower(t)
        WHEN 8 THEN overlay(t placing (ARRAY['z', '7', '8', 'Z', 'N', 'F', '0', 'j', '~'])[1 + n / 84 % 9] from greatest(length(t) - 25, 1) for 1)
        WHEN 9 THEN CASE n / 84 % 6 WHEN 0 THEN u::text WHEN 1 THEN upper(u::text) WHEN 2 THEN '"' || u || '"' WHEN 3 THEN '{' || u || '}'
                         WHEN 4 THEN replace(u::text, '-', '') ELSE overlay(u::text placing bad from at for 1) END
        WHEN 10 THEN (ARRAY['_', 'A', '1', 'user_', 'user__', 'p', repeat('q', 64) || '_', 'é_', ' ', 'a-b_', 'x_y_'])[1 + n / 84 % 11] || t
        WHEN 11 THEN left(t, at)
        WHEN 12 THEN (ARRAY['', '"', '""', '_', repeat('0', 22), repeat('z', 22), repeat('z', 11), repeat('z', 20), repeat('0', 26), repeat('7', 26), 'null'])[1 + n / 84 % 11]
        ELSE reverse(t) END AS t
      FROM (SELECT *, 1 + floor(random() * length(t))::integer AS at,
                   (ARRAY[' ', '-', '_', '$', '~', '0', 'z', 'I', 'L', 'O', 'U', 'u', 'i', 'l', 'o', '"', '''', '\', 'é', 'ſ', 'ı', 'K', 'ß', '𝟎', '+', '/', '='])
                       [1 + floor(random() * 27)::integer] AS bad FROM good) AS spoiled;
SELECT name, t, CASE name
        WHEN 'base62id' THEN base62id_is_valid(t) WHEN 'base64uuid' THEN base64uuid_is_valid(t) WHEN 'ulid' THEN ulid_is_valid(t)
        WHEN 'baseuid' THEN baseuid_is_valid(t) WHEN 'uid11' THEN uid11_is_valid(t) ELSE typeid_is_valid(t) END, pg_temp.reads(name, t)
  FROM judged ORDER BY n;
