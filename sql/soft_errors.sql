-- Soft errors of the input functions, from PostgreSQL 16 on.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/sql/include/helpers.sql

SELECT type, bool_and(pg_input_is_valid(good, type)) AS good, bool_or(pg_input_is_valid(bad, type)) AS bad
  FROM (VALUES ('base62id', 'Fa84QWiAxLXUJaHZmEVPEG', 'Fa84QWiAxLXUJaHZmEVPEF'), ('base64uuid', '"F$$$$$$$$$$$$$$$$$$$$$"', 'A$$$$$$$$$$$$$$$$$$$$$'),
               ('uid11', 'jpXCZedGfVQ', 'jpXCZedGfVR'), ('typeid', 'user_01h455vb4pex5vsknk084sn02q', 'User_01h455vb4pex5vsknk084sn02q'),
               ('baseuid', 'ANjssJkyfa3H00J9ZPJ0', 'ANjssJkyfa3H00J9ZPJ$'), ('typeid[]', '{user_01h455vb4pex5vsknk084sn02q}', '{user}')) AS v(type, good, bad)
 GROUP BY type ORDER BY type COLLATE "C";
SELECT e.sql_error_code, e.message, e.detail, e.hint
  FROM (VALUES ('base62id', 'Fa84QWiAxLXUJaHZmEVPEF'), ('base62id', 'Fa84QWiAxLXUJaHZmEVPE'), ('base62id', 'Fa84QWiAxLXUJaHZmEV-EG'), ('base62id', 'zzzzzzzzzzzzzzzzzzzzzz'),
               ('base62id', '"'), ('base64uuid', 'A$$$$$$$$$$$$$$$$$$$$$'), ('uid11', 'jpXCZedGfVR'), ('typeid', 'User_01h455vb4pex5vsknk084sn02q'),
               ('typeid', 'user__01h455vb4pex5vsknk084sn02q'), ('typeid', 'user_'), ('typeid', '8zzzzzzzzzzzzzzzzzzzzzzzzz'), ('typeid', repeat('a', 64) || '_01h455vb4pex5vsknk084sn02q'),
               ('baseuid', 'ANjssJkyfa3H00J9ZPJ$')) AS v(type, text),
       pg_input_error_info(text, type) AS e ORDER BY type COLLATE "C", text COLLATE "C";
-- every message of a soft error is that of the hard one
SELECT count(*), bool_and(concat_ws(' | ', e.sql_error_code, e.message, nullif(e.detail, '')) = pg_temp.error_of(format('SELECT %L::%s', text, type))) AS same
  FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid}'::text[]) AS type,
       (SELECT left('user_01h455vb4pex5vsknk084sn02', n) || c AS text FROM generate_series(0, 30) AS n, unnest('{A,z,_,"\"",-,$,é}'::text[]) AS c) AS v,
       pg_input_error_info(text, type) AS e WHERE NOT pg_input_is_valid(text, type);
