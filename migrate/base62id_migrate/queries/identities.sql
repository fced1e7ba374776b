-- What id types are made of.
SELECT x.c::int8 AS catalog, x.o::int8 AS oid,
    (SELECT i.type || ' ' || i.identity FROM pg_identify_object(x.c, x.o, 0) AS i) AS name
FROM (SELECT DISTINCT classid, objid FROM pg_depend WHERE objid >= 16384 AND classid = ANY (
    '{pg_proc,pg_type,pg_cast,pg_operator,pg_opclass,pg_opfamily}'::regclass[])) AS x(c, o)
