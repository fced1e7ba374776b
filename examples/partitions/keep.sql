-- Executes the statements that are due, each in a transaction of its own (DETACH … CONCURRENTLY
-- wants that).  A statement that gets no lock is due again at the next run.  Edit the arguments.
SELECT id_partitions_plan('events', 'xid_min(timestamptz)', '1 month', ahead => 3, keep => '1 year')
\gexec
