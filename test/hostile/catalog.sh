# Objects that others made around our functions.
# shellcheck shell=bash

psql_plain -f "$here/catalog.sql" >"$work/catalog" 2>&1 || true
attempts="from forged.attempt"
note "$(sql "select string_agg(state || ' ' || n, ', ' order by n desc) from (select state, count(*) n $attempts group by 1) s")"
note "$(sql "select count(distinct target) || ' functions and types, ' || count(distinct (target, use)) || ' wrong uses, ' || count(*) || ' statements' $attempts")"
is "the suite of forged objects ran to its end" "$(grep -cE 'connection|ERROR|FATAL' "$work/catalog" || true)" 0
grep -m 5 -A3 -E 'connection|ERROR|FATAL' "$work/catalog" | cut -c1-400 | sed 's/^/#   /' || true
sql_is "... every planner function of ours was tried" \
    "select string_agg(f::text, ', ') from forged.member('oidvectortypes(proargtypes) ~ ''internal''
        and prorettype in (''internal''::regtype, ''boolean''::regtype, ''float8''::regtype) and proname !~ ''brin|_gist_|_gin_''') f
     where f::text not in (select target $attempts)" ""
# Of null stavalues core itself complains, in the words of its version: of statistics that were forged.
sql_is "... no attempt ended in an internal error" \
    "select string_agg(distinct target || ', ' || use || ': ' || message, '; ') $attempts where state in ('XX000', 'XX002')
        and message !~ '^(stavalues is null|unexpected null value in cached tuple for catalog pg_statistic)'" ""
sql_is "... octets that are no typeid are data corruption, and never a value" \
    "select string_agg(distinct state, ', ' order by state) $attempts where use = 'octets that are none' and state not in ('00000', '42P01', '25P02', '0A000')" "XX001"
sql_is "... an ordinary user can attach nothing" \
    "select string_agg(distinct state, ', ' order by state) $attempts where use = 'by an ordinary user' and state = '00000'" ""
alive "forged objects"
