# Mutated files of COPY in binary.
# shellcheck shell=bash

sql "create table taken (like ids); $(printf 'create index on taken (%s);' "${types[@]}")"
psql_plain -c 'copy ids to stdout (format binary)' >"$work/good"
mkdir "$work/files"
perl "$here/mutate.pl" "$work/good" "$work/files" "$files" "$seed"
for ((n = 1; n <= files; n++)); do echo "\\copy taken from '$work/files/$n' (format binary)"; done >"$work/copies"
psql_plain -v VERBOSITY=sqlstate -f "$work/copies" >"$work/copied" 2>&1 || true
states=$(grep -o 'ERROR: .*' "$work/copied" | sort | uniq -c | sort -rn | awk '{ print $3 ":" $1 }' | xargs)
note "mutated files: $files, of them refused: $states"
is "$files mutated files of COPY in binary are taken, or refused with a documented state" \
    "$(grep -o 'ERROR: .*' "$work/copied" | grep -Ev '22P03|22P04|22021|08P01|22P02|2202E|42804|54000|22003|22000' | sort -u)" ""
check "... some were refused for what is in a field" grep -q 22P03 "$work/copied"
sql_is "... some were taken, and what is in the table is valid" "
    select count(*) > 100, count(*) filter (where not (true $(for t in "${types[@]}"; do
        echo "and ${t}_is_valid($t::text)"
    done))) from taken" 't|0'
check "... and the indexes are right" sql "select bt_index_check(indexrelid, true) from pg_index where indrelid = 'taken'::regclass"
alive "COPY"
