#!/bin/sh
# Pages somebody, by check_postgres for Nagios and its kin: critical where base62id_health() says that
# something is broken, and nothing else. Further arguments go to check_postgres: --host, --dbname, ...
# The role of the monitor pins its path, so that functions of other users are not called:
# ALTER ROLE monitor SET search_path = pg_catalog, pg_temp.
exec check_postgres --action=custom_query --valtype=integer --critical=1 "$@" --query="
    SELECT count(*) AS result,
        coalesce(string_agg(what || ': ' || detail, ', '), 'ok') AS what
    FROM public.base62id_health()
    WHERE state = 'broken'"
