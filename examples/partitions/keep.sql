-- Executes the statements that are due, each in a transaction of its own (DETACH … CONCURRENTLY
-- wants that).  A statement that gets no lock is due again at the next run.
--
-- Edit the names and arguments.  They have schemas and types, so that whoever runs this file calls
-- nobody else's function.
SELECT public.id_partitions_plan(
    'public.events'::pg_catalog.regclass,
    'public.xid_min(pg_catalog.timestamptz)'::pg_catalog.regprocedure,
    every => '1 month'::interval,
    ahead => 3,
    keep => '1 year'::interval)
\gexec
