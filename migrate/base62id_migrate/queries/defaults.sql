-- Defaults of columns that move, of each table of an inheritance tree.
-- moving: (OID of a table, number of a column, new type), ...
SELECT c.oid::regclass::text AS "table", n.nspname AS schema, c.relname, a.attname,
    quote_ident(a.attname) AS "column", pg_get_userbyid(c.relowner) AS owner,
    pg_get_expr(f.adbin, f.adrelid) AS gives, format_type(a.atttypid, NULL) AS type, m.new,
    EXISTS (SELECT FROM pg_depend AS d JOIN pg_proc AS p ON p.oid = d.refobjid
        JOIN pg_language AS l ON l.oid = p.prolang
        WHERE d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid
            AND d.refclassid = 'pg_proc'::regclass
            AND (p.probin = '$libdir/base62id' OR l.lanname = 'id_type')) AS ours
FROM (VALUES :moving) AS m(r, n, new) JOIN pg_attrdef AS f ON f.adrelid = m.r AND f.adnum = m.n
JOIN pg_attribute AS a ON a.attrelid = m.r AND a.attnum = m.n AND a.attgenerated = ''
JOIN pg_class AS c ON c.oid = m.r JOIN pg_namespace AS n ON n.oid = c.relnamespace
ORDER BY 1, a.attnum
