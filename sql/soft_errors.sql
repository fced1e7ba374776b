-- Soft errors of the input functions, from PostgreSQL 16 on: who asks whether a text is an id gets
-- an answer, with the message of the error that a cast raises.
\i test/lib/helpers.sql
\i test/lib/types.sql

\echo '-- An id of each type, and what can be wrong with it. A text of z alone is an overflow,'
\echo '-- but the last of a baseuid, and of a base64uuid it has the wrong prefix bits.'
CREATE TEMP TABLE texts AS
    SELECT n, type, id, kind, k.text
      FROM pg_temp.value_of_types('SELECT %2$s FROM pg_temp.octets(2)') AS t(type, id)
      JOIN id_types USING (type),
           LATERAL (VALUES (1, 'bare', id), (2, 'quoted', '"' || id || '"'),
                           (3, 'too short', left(id, -1)), (4, 'too long', id || right(id, 1)),
                           (5, 'symbol', left(id, -3) || '!' || right(id, 2)),
                           (6, 'one quote', '"' || id), (7, 'z', repeat('z', length(id))),
                           (8, 'empty', '')) AS k(k, kind, text);
SELECT type,
       string_agg(kind, ', ' ORDER BY kind) FILTER (WHERE pg_input_is_valid(text, type)) AS good,
       string_agg(kind, ', ' ORDER BY kind) FILTER (WHERE NOT pg_input_is_valid(text, type)) AS bad,
       pg_input_is_valid(format('{%s}', string_agg(text, ',') FILTER (WHERE kind = 'bare')),
                         type || '[]') AS good_array,
       pg_input_is_valid(format('{%s}', string_agg(text, ',') FILTER (WHERE kind <> 'empty')),
                         type || '[]') AS bad_array
  FROM texts GROUP BY n, type ORDER BY n;
SELECT type, kind, e.sql_error_code, replace(e.message, text, 'TEXT') AS message, e.detail, e.hint
  FROM texts, pg_input_error_info(text, type) AS e WHERE e.message IS NOT NULL ORDER BY n, kind;
\echo '-- what only a TypeID and a Base62id can have'
SELECT e.sql_error_code, e.message, e.detail, e.hint
  FROM (VALUES ('base62id', 'Fa84QWiAxLXUJaHZmEVPEF'),
               ('typeid', 'User_01h455vb4pex5vsknk084sn02q'),
               ('typeid', 'user__01h455vb4pex5vsknk084sn02q'),
               ('typeid', 'user_'), ('typeid', '8zzzzzzzzzzzzzzzzzzzzzzzzz'),
               ('typeid', repeat('a', 64) || '_01h455vb4pex5vsknk084sn02q')) AS v(type, text),
       pg_input_error_info(text, type) AS e ORDER BY type COLLATE "C", text COLLATE "C";
\echo '-- every message of a soft error is that of the hard one'
SELECT count(*) > 200 * (SELECT count(*) FROM id_types) AS many,
       bool_and(concat_ws(' | ', e.sql_error_code, e.message, nullif(e.detail, ''))
                    = pg_temp.error_of(format('SELECT %L::%s', text, type))) AS same
  FROM (SELECT type, left('user_01h455vb4pex5vsknk084sn02', i) || c AS text
          FROM id_types, generate_series(0, 30) AS i, unnest('{A,z,_,"\"",-,$,é}'::text[]) AS c
        UNION ALL SELECT type, text FROM texts) AS v,
       pg_input_error_info(text, type) AS e WHERE NOT pg_input_is_valid(text, type);
