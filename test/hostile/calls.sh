# Every function with random arguments, in one backend.
# shellcheck shell=bash

psql_plain -v ON_ERROR_STOP=1 -f "$here/calls.sql"
functions=$(sql 'select count(*) from target')
memory="select (select sum(total_bytes) from pg_backend_memory_contexts)"
psql_plain -v ON_ERROR_STOP=1 >"$work/calls" 2>"$work/calls.err" <<<"
    select setseed((${seed} % 1000000) / 1000000.0) \\g /dev/null
    call call_all($((calls / 5)));
    $memory as before \\gset
    call call_all($((calls / 5)));
    call call_all($((calls / 5)));
    call call_all($((calls / 5)));
    call call_all($((calls / 5)));
    $memory as after \\gset
    select :after - :before" || true
is "$calls calls of $functions functions with random arguments end in one backend" "$(wc -l <"$work/calls")" 1
is "... each with a result, or an error that is documented" "$(grep -cE 'unexpected|ERROR' "$work/calls.err" || true)" 0
grep -m 10 -A2 -E 'unexpected|ERROR' "$work/calls.err" | cut -c1-600 | sed 's/^/#   /' || true
# But for masks, whose key and prefix or version are seldom right at once.
sql_is "... and every function was called, and gave a result at least once" \
    "select string_agg(signature, ', ') from target where signature !~ '^(uuid|uid11)_(un)?mask' and signature not in (select signature from met where state = '00000')" ""
note "memory of the backend grew by $(cat "$work/calls") octets in the last four fifths"
is "... and the memory of the backend does not grow (64 KiB at most)" \
    "$([ "$(cat "$work/calls")" -le 65536 ] 2>/dev/null && echo flat || cat "$work/calls")" flat
alive "calls"
