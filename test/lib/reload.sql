-- Reloads the server's configuration and waits until this session has it: \i test/lib/reload.sql
SELECT pg_conf_load_time() AS loaded_before, pg_reload_conf() AS reloads \gset
\i test/lib/reloaded.sql
