-- Who would keep a move waiting, and it others: transactions that hold locks of its tables longer
-- than it waits for them.
-- relations: an array of names; patience: an interval, a literal
SELECT DISTINCT ON (l.pid, l.virtualtransaction) l.pid, a.application_name AS application,
    a.usename AS role, a.backend_type AS kind, l.relation::regclass::text AS "table", l.mode,
    round(extract(epoch FROM clock_timestamp() - coalesce(a.xact_start, x.prepared))) AS seconds,
    x.gid, regexp_replace(left(a.query, 120), '\s+', ' ', 'g') AS query
FROM pg_locks AS l LEFT JOIN pg_stat_activity AS a ON a.pid = l.pid
LEFT JOIN pg_prepared_xacts AS x ON l.pid IS NULL AND l.virtualtransaction = '-1/' || x.transaction
WHERE l.granted AND l.locktype = 'relation' AND l.pid IS DISTINCT FROM pg_backend_pid()
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.relation IN (SELECT to_regclass(n) FROM unnest(:relations) AS u(n))
    AND coalesce(a.xact_start, x.prepared, '-infinity') < clock_timestamp() - :patience::interval
ORDER BY l.pid, l.virtualtransaction
