-- Binary send and receive, and COPY in binary form.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/sql/include/helpers.sql

-- ---------- there and back ----------

CREATE TABLE binary_out (n integer, b62 base62id, b64 base64uuid, u11 uid11, tid typeid, bid baseuid, tids typeid[], u11s uid11[]);
INSERT INTO binary_out
    SELECT n, u, u, ('x' || md5(n::text))::bit(63)::bigint, t, baseuid_encode(substring(uuid_send(u) FROM 1 FOR 15)),
           ARRAY[t, NULL, uuid_to_typeid('', u)], ARRAY[n]::bigint[]::uid11[]
      FROM (SELECT n, md5(n::text)::uuid AS u, uuid_to_typeid(translate(left(md5((-n)::text), n % 33), '0123456789', 'abcdefghij'), md5(n::text)::uuid) AS t
              FROM generate_series(1, 5000) AS n) AS v;
INSERT INTO binary_out VALUES (0, '00000000-0000-0000-0000-000000000000'::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid, 'jpXCZedGfVQ', repeat('z', 63) || '_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'zzzzzzzzzzzzzzzzzzzz', '{}', '{NULL}'),
                              (-1, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
CREATE TABLE binary_in (LIKE binary_out);
\set file `echo "${TMPDIR:-/tmp}/base62id-regress-$$"`
COPY binary_out TO :'file' (FORMAT binary);
COPY binary_in FROM :'file' (FORMAT binary);
\setenv FILE :file
\! rm -f "$FILE"
SELECT count(*) FROM binary_in;
(TABLE binary_out EXCEPT ALL TABLE binary_in) UNION ALL (TABLE binary_in EXCEPT ALL TABLE binary_out);
SELECT count(*) AS texts FROM binary_in JOIN binary_out USING (n)
 WHERE ROW(binary_in.*)::text = ROW(binary_out.*)::text;

-- ---------- what is sent ----------

SELECT base62id_send('00000000-0000-0000-0000-000000000001'::uuid), base64uuid_send('00000000-0000-0000-0000-000000000001'::uuid),
       uid11_send(258::bigint::uid11), typeid_send('user_01h455vb4pex5vsknk084sn02q'), typeid_send('01h455vb4pex5vsknk084sn02q'), baseuid_send('ANjssJkyfa3H00J9ZPJ0');
SELECT octet_length(typeid_send(repeat('a', 63) || '_00000000000000000000000000')) AS longest;

-- ---------- what is refused ----------

-- Sends one field of a binary COPY: header, a row of one field, trailer.
CREATE TABLE binary_field_base62id (id base62id);
CREATE TABLE binary_field_base64uuid (id base64uuid);
CREATE TABLE binary_field_uid11 (id uid11);
CREATE TABLE binary_field_typeid (id typeid);
CREATE TABLE binary_field_baseuid (id baseuid);
CREATE FUNCTION pg_temp.receive(type text, field bytea) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    file bytea := '\x5047434f50590aff0d0a00' || int4send(0) || int4send(0) || int2send(1::smallint) || int4send(length(field)) || field || int2send(-1::smallint);
    octal text := (SELECT string_agg('\' || (get_byte(file, i) / 64)::text || (get_byte(file, i) / 8 % 8)::text || (get_byte(file, i) % 8)::text, '' ORDER BY i)
                     FROM generate_series(0, length(file) - 1) AS i);
BEGIN
    RETURN pg_temp.error_of(format('COPY binary_field_%s FROM PROGRAM %L (FORMAT binary)', type, 'printf ''' || octal || ''''));
END $$;
SELECT type, string_agg(n::text, ' ' ORDER BY n) FILTER (WHERE error = 'no error') AS accepted,
       string_agg(DISTINCT left(error, 5), ' ') FILTER (WHERE error <> 'no error') AS refused
  FROM unnest('{base62id,base64uuid,uid11,baseuid}'::text[]) WITH ORDINALITY AS x(type, i), generate_series(0, 18) AS n,
       LATERAL (SELECT pg_temp.receive(type, decode(repeat('61', n), 'hex')) AS error) AS e
 GROUP BY type, i ORDER BY i;
SELECT pg_temp.receive(type, '\x0102'), pg_temp.receive(type, decode(repeat('61', 1000), 'hex'))
  FROM unnest('{base62id,base64uuid,uid11,baseuid}'::text[]) AS type;
-- typeid: a prefix of 0 to 63 octets that is one, then 16 octets
SELECT n, pg_temp.receive('typeid', decode(repeat('61', n), 'hex')) FROM unnest('{0,1,15,16,17,79,80,1000}'::int[]) AS n;
SELECT prefix, pg_temp.receive('typeid', convert_to(prefix, 'UTF8') || decode(repeat('5f', 16), 'hex'))
  FROM unnest('{user,a_b,a__b,User,user1,_user,user_,_,us er,"us\"er",usér}'::text[]) AS prefix;
SELECT pg_temp.receive('typeid', '\x75007365' || decode(repeat('61', 16), 'hex')) AS nul, pg_temp.receive('typeid', '\x757365ff' || decode(repeat('61', 16), 'hex')) AS not_utf8;
SELECT id, typeid_prefix(id), encode(typeid_send(id), 'hex') AS sent FROM binary_field_typeid ORDER BY id LIMIT 6;
DROP TABLE binary_out, binary_in, binary_field_base62id, binary_field_base64uuid, binary_field_uid11, binary_field_typeid, binary_field_baseuid;
