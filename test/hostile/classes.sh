# Operator classes that others made with our functions.
# shellcheck shell=bash

psql_plain -v full="$([ -n "$full" ] && echo true || echo false)" -f "$here/classes.sql" >"$work/classes" 2>&1 || true
attempts="from forged.attempt"
note "$(sql "select string_agg(state || ' ' || n, ', ' order by n desc) from (select state, count(*) n $attempts group by 1) s")"
note "$(sql "select count(distinct target) || ' functions and classes, ' || count(distinct (target, use)) || ' wrong uses, ' || count(*) || ' statements' $attempts")"
is "the suite of forged operator classes ran to its end" "$(grep -cE 'connection|ERROR|FATAL' "$work/classes" || true)" 0
grep -m 5 -A3 -E 'connection|ERROR|FATAL' "$work/classes" | cut -c1-400 | sed 's/^/#   /' || true
sql_is "... each of our functions refused in its own name" "select string_agg(name, ', ') from forged.ours
    where not exists (select $attempts where state = '42P17' and starts_with(message, 'function ' || name || ' '))" ""
# A class can miss core's own functions.
sql_is "... no attempt ended in an internal error, or in damaged data" \
    "select string_agg(distinct target || ', ' || use || ': ' || message, '; ') $attempts where state ~ '^XX' and message !~ '^missing support function'" ""
sql_is "... classes that are made as ours are work" "select count(*) > 50, count(*) filter (where state <> '00000') $attempts where use = 'as it is'" 't|0'
alive "forged operator classes"
