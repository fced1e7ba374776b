-- psql has no loops, but a file can read itself.
SELECT pg_conf_load_time() = :'loaded_before' AS waits, pg_sleep(0.02) IS NULL AS slept \gset
\if :waits
\i test/lib/reloaded.sql
\endif
