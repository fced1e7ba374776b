# Sourced by the suites that run pg_regress: what it finds, as results of ours. pg_regress says it as
# TAP itself, but from PostgreSQL 16 on only.
# shellcheck shell=bash

# Runs "make installcheck" in the current directory, and says of each test whether it passed: one
# that did not has a difference.
pg_regress() { # OUTPUT-DIRECTORY MAKE-ARGUMENT...
    local output=$1 log=$work/pg_regress.log status=0 file name difference
    shift
    make installcheck PG_CONFIG="$PG_CONFIG" "$@" \
        EXTRA_REGRESS_OPTS="--host=$work --port=$port --user=postgres" >"$log" 2>&1 || status=$?
    for file in "$output"/results/*.out; do
        [ -e "$file" ] || break
        name=$(basename "$file" .out)
        difference=$(difference_of "$name" "$output/regression.diffs")
        if [ -z "$difference" ]; then
            pass "$name"
        else
            status=0 # it is said
            fail "$name" "$difference"
        fi
    done
    is "pg_regress comes to its end" "$([ "$status" = 0 ] || tail -n 20 "$log")" ""
}

# regression.diffs is one file for all tests; "diff" and two names begin each one's part.
difference_of() { # TEST DIFFERENCES
    [ -e "$2" ] || return 0
    awk -v ending="/results/$1.out" '
        /^diff / { wanted = substr($0, length($0) - length(ending) + 1) == ending }
        wanted' "$2"
}
