-- The sequence of an identity column.
SELECT s.seqrelid::regclass::text AS name, s.seqtypid::regtype::text AS type,
    format('START WITH %s INCREMENT BY %s MINVALUE %s MAXVALUE %s CACHE %s%s',
        s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache,
        CASE WHEN s.seqcycle THEN ' CYCLE' END) AS options,
    pg_get_userbyid(c.relowner) AS owner, n.nspname, c.relname
FROM pg_sequence AS s JOIN pg_class AS c ON c.oid = s.seqrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE s.seqrelid = pg_get_serial_sequence(:table, :column)::regclass
