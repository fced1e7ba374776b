#!/bin/sh
# For Nagios and its kin, by check_postgres: critical with the first thing that is broken, warning
# with the first warning. Further arguments go to check_postgres: --host, --dbname, ...
exec check_postgres --action=custom_query --valtype=integer --warning=1 --critical=2 "$@" --query="
    SELECT coalesce(max(CASE state WHEN 'broken' THEN 2 WHEN 'warning' THEN 1 ELSE 0 END), 0) AS result,
        coalesce(string_agg(what || ': ' || detail, ', ') FILTER (WHERE state IN ('warning', 'broken')), 'ok') AS what
    FROM base62id_health()"
