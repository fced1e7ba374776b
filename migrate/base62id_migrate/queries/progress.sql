-- How far the index is that a backend makes, and for whom it waits.
-- pid: of the backend
SELECT p.index_relid::regclass::text AS name, p.phase,
    CASE WHEN p.blocks_total > 0 THEN round(100.0 * p.blocks_done / p.blocks_total)
        WHEN p.tuples_total > 0 THEN round(100.0 * p.tuples_done / p.tuples_total) END AS percent,
    nullif(p.current_locker_pid, 0) AS waits_for, a.pid, a.application_name AS application,
    a.usename AS role, a.backend_type AS kind,
    round(extract(epoch FROM clock_timestamp() - a.xact_start)) AS seconds,
    regexp_replace(left(a.query, 120), '\s+', ' ', 'g') AS query
FROM pg_stat_progress_create_index AS p
LEFT JOIN pg_stat_activity AS a ON a.pid = nullif(p.current_locker_pid, 0)
WHERE p.pid = :pid
