#!/bin/sh
# For working hours, beside page.sh: a warning where base62id_health() warns of something that is not
# broken yet. Further arguments go to check_postgres: --host, --dbname, ...
# The role of the monitor pins its path, so that functions of other users are not called:
# ALTER ROLE monitor SET search_path = pg_catalog, pg_temp.
exec check_postgres --action=custom_query --valtype=integer --warning=1 "$@" --query="
    SELECT count(*) AS result,
        coalesce(string_agg(what || ': ' || detail, ', '), 'ok') AS what
    FROM public.base62id_health()
    WHERE state = 'warning'"
