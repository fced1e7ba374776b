-- Who else reads tables that move: publications, and logical slots of this database.
-- relations: an array of names
SELECT array_to_json(array_agg(DISTINCT quote_ident(p.pubname) ORDER BY quote_ident(p.pubname)))
        AS publications,
    (SELECT array_to_json(array_agg(quote_ident(s.slot_name) ORDER BY s.slot_name))
        FROM pg_replication_slots AS s
        WHERE s.slot_type = 'logical' AND s.database = current_database()) AS slots
FROM pg_publication_tables AS p
JOIN pg_class AS c ON c.oid IN (SELECT to_regclass(n) FROM unnest(:relations) AS u(n))
    AND c.relname = p.tablename
JOIN pg_namespace AS n ON n.oid = c.relnamespace AND n.nspname = p.schemaname
