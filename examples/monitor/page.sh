#!/bin/sh
# Pages somebody, by check_postgres for Nagios and its kin: critical where base62id_health() says that
# something is broken, and nothing else. Further arguments go to check_postgres: --host, --dbname, ...
exec check_postgres --action=custom_query --valtype=integer --critical=1 "$@" --query="
    SELECT count(*) AS result,
        coalesce(string_agg(what || ': ' || detail, ', '), 'ok') AS what
    FROM base62id_health()
    WHERE state = 'broken'"
