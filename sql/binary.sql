-- Binary send and receive, and COPY in binary form.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql
\i :srcdir/test/lib/types.sql
CALL pg_temp.add_notated();

\echo '-- ---------- there and back ----------'

-- Columns T and T_array of each type.
CALL pg_temp.create_rows('binary_values', $$
    SELECT n, decode(md5(n::text), 'hex') FROM generate_series(1, 5000) AS n
    UNION ALL SELECT n, decode(repeat(octet, 16), 'hex') FROM (VALUES (0, '00'), (-1, 'ff')) AS edges(n, octet)$$);
DO $$ BEGIN
    EXECUTE 'CREATE TABLE binary_out AS SELECT *, ' || pg_temp.list_of_types('ARRAY[%1$s, NULL] AS %1$s_array') || ' FROM binary_values';
END $$;
INSERT INTO binary_out (n) VALUES (-2);
-- type prefixes of all lengths up to 32 letters, and of 63
UPDATE binary_out SET typeid = t, typeid_array = CASE WHEN n = 0 THEN '{}' ELSE ARRAY[t, NULL, typeid] END
  FROM generate_series(0, 5000) AS i,
       LATERAL (SELECT CASE WHEN i > 0 THEN translate(left(md5((-i)::text), i % 33), '0123456789', 'abcdefghij')
                            ELSE repeat('z', 63) END) AS p(prefix),
       LATERAL (SELECT uuid_to_typeid(prefix, md5(i::text)::uuid)) AS x(t)
 WHERE i = n;
CREATE TABLE binary_in (LIKE binary_out);
\echo '-- The file is the client''s: the server may be another user''s, with a /tmp of its own.'
\getenv builddir PG_ABS_BUILDDIR
\cd :builddir
\copy binary_out TO 'results/binary.copy' (FORMAT binary)
\copy binary_in FROM 'results/binary.copy' (FORMAT binary)
\! rm -f results/binary.copy
SELECT count(*) FROM binary_in;
SELECT count(*) AS differ
  FROM ((TABLE binary_out EXCEPT ALL TABLE binary_in) UNION ALL (TABLE binary_in EXCEPT ALL TABLE binary_out)) AS d;
SELECT count(*) AS texts FROM binary_in JOIN binary_out USING (n)
 WHERE ROW(binary_in.*)::text = ROW(binary_out.*)::text;

\echo '-- ---------- what is sent ----------'

\echo '-- the octets of a value: those of the uuid, the number, or the BaseUid'
SELECT * FROM pg_temp.laws_of_types($$
    SELECT bool_and(right(encode(%1$s_send(%1$s), 'hex'), octets) = left(md5(n::text), octets)) AS octets,
           bool_and(length(%1$s_send(%1$s)) = octets / 2 OR '%1$s' = 'typeid') AS length
      FROM binary_out, (SELECT 2 * CASE WHEN typlen > 0 THEN typlen ELSE 16 END AS octets FROM pg_type WHERE oid = '%1$s'::regtype) AS t
     WHERE n > 0$$);
SELECT typeid_send('user_01h455vb4pex5vsknk084sn02q'), typeid_send('01h455vb4pex5vsknk084sn02q');
SELECT octet_length(typeid_send(repeat('a', 63) || '_00000000000000000000000000')) AS longest;

\echo '-- ---------- what is refused ----------'

\echo '-- Sends one field of a binary COPY: header, a row of one field, trailer.'
CALL pg_temp.for_types('CREATE TABLE binary_field_%1$s (id %1$s)');
CREATE FUNCTION pg_temp.receive(type text, field bytea) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    file bytea := '\x5047434f50590aff0d0a00' || int4send(0) || int4send(0)
                  || int2send(1::smallint) || int4send(length(field)) || field || int2send(-1::smallint);
    octal text := (SELECT string_agg(format('\%s%s%s', b / 64, b / 8 % 8, b % 8), '' ORDER BY i)
                     FROM generate_series(0, length(file) - 1) AS i, get_byte(file, i) AS b);
BEGIN
    RETURN pg_temp.error_of(format('COPY binary_field_%s FROM PROGRAM %L (FORMAT binary)', type, 'printf ''' || octal || ''''));
END $$;
SELECT string_agg(type, ' ' ORDER BY n), octets, accepted, refused FROM (
SELECT n, type, typlen AS octets, string_agg(l::text, ' ' ORDER BY l) FILTER (WHERE error = 'no error') AS accepted,
       string_agg(DISTINCT left(error, 5), ' ') FILTER (WHERE error <> 'no error') AS refused
  FROM id_types JOIN pg_type ON pg_type.oid = type::regtype, generate_series(0, 18) AS l,
       LATERAL (SELECT pg_temp.receive(type, decode(repeat('61', l), 'hex')) AS error) AS e
 WHERE typlen > 0 GROUP BY type, typlen, n) AS v GROUP BY 2, 3, 4 ORDER BY min(n);
SELECT pg_temp.receive(type, '\x0102'), pg_temp.receive(type, decode(repeat('61', 1000), 'hex'))
  FROM id_types JOIN pg_type ON pg_type.oid = type::regtype WHERE typlen > 0 ORDER BY n;
\echo '-- typeid: a prefix of 0 to 63 octets that is one, then 16 octets'
SELECT n, pg_temp.receive('typeid', decode(repeat('61', n), 'hex')) FROM unnest('{0,1,15,16,17,79,80,1000}'::int[]) AS n;
SELECT prefix, pg_temp.receive('typeid', convert_to(prefix, 'UTF8') || decode(repeat('5f', 16), 'hex'))
  FROM unnest('{user,a_b,a__b,User,user1,_user,user_,_,us er,"us\"er",usér}'::text[]) AS prefix;
SELECT pg_temp.receive('typeid', '\x75007365' || decode(repeat('61', 16), 'hex')) AS nul,
       pg_temp.receive('typeid', '\x757365ff' || decode(repeat('61', 16), 'hex')) AS not_utf8;
SELECT id, typeid_prefix(id), encode(typeid_send(id), 'hex') AS sent FROM binary_field_typeid ORDER BY id LIMIT 6;
DROP TABLE binary_values, binary_out, binary_in;
CALL pg_temp.for_types('DROP TABLE binary_field_%1$s');
CALL pg_temp.drop_notated();
