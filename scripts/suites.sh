# Sourced by scripts/test: how its suites run and how their results are counted, their seconds, the lanes.  Never run by itself.
#
# Its variables: $major, $source_dir, $src, $root, $work, $logs, $asked; $suites, their number; $lanes, how many run at a time.
# shellcheck shell=bash

# Results ----------------------------------------------------------------------------------------

# Counts the results in a log: a summary line of our own form if there is one, else the lines of
# TAP (prove --verbose, pg_regress from 16 on), of pg_regress up to 15, or of CTest.
count() { # LOG
    awk '
        /^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$/ { sum = 1; p = $1; f = $3; s = $5 + 0 }
        sum { next }
        /^(ok|not ok)[ \t].*# *(SKIP|skip|TODO|todo)/ || /^1\.\.0 # SKIP/ || /^test[^ ]*\.pl \.+ skipped: / || /\*\*\*(Skipped|Not Run)/ { s++; next }
        /^ok[ \t]/ || /^(test|     ) [^ ]+ +\.\.\. ok / || /^ *[0-9]+\/[0-9]+ Test .* Passed / { p++ }
        /^not ok[ \t]/ || /^(test|     ) [^ ]+ +\.\.\. FAILED/ || /^ *[0-9]+\/[0-9]+ Test .*\*\*\*/ { f++ }
        END { print p + 0, f + 0, s + 0 }' "$1"
}

# What a server must never write to its log, whatever the client saw.
server_trouble=$(<"$source_dir/test/lib/server_trouble")

# What a log says of the tests that it skips: lines of REASON, a tab, TEST.  ctest's lines are followed by what its
# own log has of them.
reasons() { # LOG
    perl -ne '
        if (/^skipped: (.*): (.*) \((.*?)\)$/) { print "$2\t$1: $3\n" } # of a run in a chroot
        elsif (/^ok[ \t]*\d*[ \t-]*(.*?)[ \t]*# *(?:skip|todo)\S*[ \t]*(.*)/i) { print "$2\t", $1 || "test", "\n" }
        elsif (/^(test\S*\.pl) \.+ skipped: (.*)/) { print "$2\t$1\n" } # prove itself
        elsif (/^1\.\.0 # SKIP[ \t]*(.*)/i) { print "$1\t$file\n" }
        elsif (/^(test\S*\.pl) \.\./) { $file = $1 }
        elsif (/Test +#\d+: (\S+) .*\*\*\*(Skipped|Not Run)/) { push @silent, $1 }
        elsif (/^\S+:\d+: Skipped$/) { print(<> =~ s/\n//r, "\t", shift(@silent) // "", "\n") }
        END { print "\t$_\n" for @silent }' "$1"
}

# Adds to the list of skips, tests of one reason in one line.
note_skips() { # TITLE LOG
    reasons "$2" | sort | awk -F '\t' -v suite="$1" '
        function flush() { if (n) print "skipped: " suite ": " reason " (" names ")" }
        $1 != reason || NR == 1 { flush(); reason = $1; names = ""; n = 0 }
        { names = names (n++ ? ", " : "") $2 }
        END { flush() }' >>"$logs/skips"
}

# Seconds ----------------------------------------------------------------------------------------

# How long it took the last time: lines of MAJOR, FORM, SUITE, SECONDS.
times=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/base62id/seconds
time_key() { # SUITE
    local length=short
    [ -z "${BASE62ID_FULL-}" ] || length=long
    echo "${major:-0} $length${BASE62ID_QUICK:+-quick} ${1//[ \/]/-}"
}
last_time() { # SUITE: seconds, or nothing
    awk -v key="$(time_key "$1") " 'index($0, key) == 1 { print $NF }' "$times" 2>/dev/null || true
}
note_time() { # SUITE SECONDS
    local key
    key=$(time_key "$1")
    {
        mkdir -p "${times%/*}" && touch "$times" && grep -vF "$key " "$times" >"$times.$$" || true
        echo "$key $2" >>"$times.$$" && mv "$times.$$" "$times"
    } 2>/dev/null || true
}

# What a suite is expected to take, for the order of the lanes.
expected_seconds() { # SUITE
    local seconds
    seconds=$(last_time "$1")
    if [ -n "$seconds" ]; then echo "$seconds"; elif [[ $(form_of "$1") == *long* ]]; then echo 100; else echo 20; fi
}

# Suites -----------------------------------------------------------------------------------------

# A step whose results are counted; it fails without ending the run.
suite() { # SUITE TITLE COMMAND...
    local name=$1 title=$2 began=$SECONDS p f s
    shift 2
    printf '%s\t%s\t%s\n' "$began" "$(log_of "$title")" "$title" >"$work/running.$lane"
    logged "$title" "$@"
    rm "$work/running.$lane"
    read -r p f s <<<"$(count "$log")"
    trouble=${log%.log}.server-trouble.log
    grep -E -B2 -A8 "$server_trouble" "$src/server.log" >"$trouble" 2>/dev/null && status=99
    # A command that ends badly has failed whatever it says, and so has one that tells of no test.
    if [ $((p + f + s)) = 0 ]; then status=1; fi
    if [ "$status" != 0 ] && [ "$f" = 0 ]; then f=1; fi
    {
        flock 9
        echo "$name $p $f $s" >>"$work/results"
        [ "$s" = 0 ] || note_skips "$title" "$log"
        [ ! -t 1 ] || printf '\r\033[K'
        printf '==> %s/%s %s: %s passed, %s failed%s (%s s)\n' "$(wc -l <"$work/results")" "$suites" "$title" "$p" "$f" \
            "$([ "$s" = 0 ] || echo ", $s skipped")" $((SECONDS - began))
        # The seconds of a whole suite, of which something ran.
        if [ -z "$(tests_of "$name")" ] || [[ $name = tap && -z $asked ]]; then
            [ $((p + f)) = 0 ] || note_time "$name" $((SECONDS - began))
        fi
        if [ "$f" != 0 ] || [ "$status" != 0 ]; then show_failure "$f"; fi
    } 9>"$work/lock"
    [ -s "$trouble" ] || rm -f "$trouble"
    rm -rf "$src/regression.diffs" "$src/regression.out" "$src/results" "$src/server.log"
}

show_failure() { # FAILED: of the suite whose log is $log; what it left behind goes beside that, and is named there
    local file kept=${log%.log}
    for file in regression.diffs regression.out results; do
        [ ! -e "$src/$file" ] || cp -r "$src/$file" "$kept.$file"
    done
    for file in "$log" "$kept.regression.diffs"; do
        [ ! -f "$file" ] || sed -i -E "s#$src/(regression\.diffs|regression\.out|results)#$kept.\\1#g; s#$src/(sql|expected)/#$source_dir/\\1/#g" "$file"
    done
    [ "$1" = 0 ] || grep -nE -A9 '^not ok|^#   Failed test|\.\.\. FAILED|\*\*\*(Failed|Exception|Timeout)' "$log" | head -n 80 || true
    show_log "$log" 30
    [ ! -s "$src/server.log" ] || cp "$src/server.log" "$kept.server.log"
    [ ! -d "$src/tmp_check/log" ] || cp -r "$src/tmp_check/log" "$kept.servers"
    for file in "$kept.regression.diffs" "$trouble"; do
        [ ! -s "$file" ] || show_log "$file" 120
    done
}

unit_tests() { # SUITE CMAKE-ARGUMENT...
    local names status=0
    names=$(tests_of "$1" | paste -sd ';')
    shift
    run_in_src cmake -S . -B build "$@" -DBASE62ID_UNIT="$names"
    run_in_src cmake --build build -j"$jobs"
    run_in_src ctest --test-dir build --output-on-failure --no-tests=error -j"$jobs" || status=$?
    grep -A1 ': Skipped$' "$src/build/Testing/Temporary/LastTest.log" || true
    return "$status"
}

# Parallel workers for every query that allows them, and compiled expressions. To compile takes two thirds of the suite's time, so
# a chroot beside the machine's own server does without, unless all is asked for.
other_plans() {
    local parallel=debug_parallel_query jit=on
    [ "$major" -ge 16 ] || parallel=force_parallel_mode
    [ -n "${BASE62ID_FULL-}" ] || jit=${BASE62ID_JIT:-on}
    echo "-c $parallel=regress -c parallel_setup_cost=0 -c parallel_tuple_cost=0" \
        "-c min_parallel_table_scan_size=0 -c jit=$jit -c jit_above_cost=0"
}

regress() { # SUITE PGOPTIONS
    local names
    names=$(tests_of "$1" | xargs)
    with_server env PGOPTIONS="$2" make installcheck PG_CONFIG="$pg_config" ISOLATION= ${names:+REGRESS="$names"}
}

# PostgreSQL::Test::Cluster appends the file TEMP_CONFIG to each server's postgresql.conf.
tap() {
    local lib pgxs name tests=()
    for name in $(tests_of tap); do
        mapfile -t -O ${#tests[@]} tests < <(files_of tap "$name")
    done
    [ ${#tests[@]} != 0 ] || tests=("$src"/test/tap/*.pl)
    lib=$("$pg_config" --bindir)
    pgxs=$(dirname "$("$pg_config" --pgxs)")/../..
    run_in_src env PATH="$lib:$PATH" PG_REGRESS="$pgxs/src/test/regress/pg_regress" \
        TESTDIR="$src" TESTDATADIR="$src/tmp_check" TESTLOGDIR="$src/tmp_check/log" \
        prove --verbose -I "$pgxs/src/test/perl" -I test/lib "${tests[@]#"$src/"}"
}

# One lane: the other one is the machine's own.
in_chroot() { # NAME ARGUMENT...
    mkdir -p "$logs/$1"
    "$source_dir/scripts/chroot" --bind "$logs/$1:/logs" "$1" env BASE62ID_LOGS=/logs BASE62ID_LANES=1 BASE62ID_JIT=off scripts/test "${@:2}"
}

run_suite() { # SUITE
    case $1 in
        symbols) suite "$1" "symbols of the library" "$src/test/builds/symbols" "$(find "$root" -name base62id.so)" ;;
        unit) suite "$1" "unit tests" unit_tests unit ;;
        unit-sanitize) suite "$1" "unit tests under AddressSanitizer and UBSan" unit_tests unit-sanitize -DBASE62ID_SANITIZE=ON ;;
        regress) suite "$1" "regression tests" regress regress '' ;;
        plans)
            # It asks the parser 14,000 questions: plans do not matter, and each question would start workers.
            # The Makefile takes the tests that are there.
            local parser_test=$src/sql/bystander.sql
            if [ -e "$parser_test" ]; then mv "$parser_test" "$parser_test.later"; fi
            suite "$1" "regression tests under parallel and compiled plans" regress plans "$(other_plans)"
            if [ -e "$parser_test.later" ]; then mv "$parser_test.later" "$parser_test"; fi
            ;;
        tap) suite "$1" "server tests${BASE62ID_QUICK:+: golden values}" tap ;;
        installcheck) suite "$1" "installcheck of another user's server" "$src/test/builds/installcheck" ;;
        arch) suite "$1" "other architectures" "$source_dir/test/arch/run" "$arch" ;;
        upgrade) suite "$1" "pg_upgrade through all majors" in_chroot "$1" 19 --only pg_upgrade ;;
        [0-9]*) suite "$1" "the tests on PostgreSQL $1" in_chroot "$1" "$1" "--$form" ${asked:+--only "$asked"} --skip "$(same_everywhere),$skip" ;;
        *) suite "$1" "$1" run_in_src "test/$1/run" ;;
    esac
}

# Lanes ------------------------------------------------------------------------------------------

# Most suites leave a core idle, so two run at a time, each lane in a copy of the sources that is its own. A lane takes the
# suite that is expected to take longest of those that nobody has taken. Where chroots are asked for, the second lane
# begins with these.
run_lanes() { # SUITE..., of which those after "--" are chroots
    local name own=() chroots=() lane pids=()
    while [ $# -gt 0 ] && [ "$1" != -- ]; do own+=("$1") && shift; done
    chroots=("${@:2}")
    mapfile -t own < <(for name in "${own[@]}"; do echo "$(expected_seconds "$name") $name"; done | sort -s -rn -k 1,1 | cut -d ' ' -f 2)
    mkdir "$work/taken"
    : >"$work/results"
    for ((lane = 2; lane <= lanes; lane++)); do cp -a "$src" "$src.$lane"; done
    set -m
    for ((lane = 1; lane <= lanes; lane++)); do
        if [ "$lane" = 1 ]; then set -- "${own[@]}" "${chroots[@]}"; else set -- "${chroots[@]}" "${own[@]}"; fi
        run_lane "$@" </dev/null &
        pids+=($!)
        beside+=" $!"
    done
    set +m
    progress &
    ticker=$!
    for lane in "${pids[@]}"; do wait "$lane" || true; done
    beside=''
    stop_progress
    [ ! -t 1 ] || printf '\r\033[K'
    # A lane that broke down has left what it was at.
    for name in "${own[@]}" "${chroots[@]}"; do
        grep -c "^$name " "$work/results" >/dev/null || echo "$name 0 1 0" | tee -a "$work/results" | sed 's/ .*/: has not come to its end/'
    done
    read -r passed failed skipped <<<"$(awk '{ p += $2; f += $3; s += $4 } END { print p + 0, f + 0, s + 0 }' "$work/results")"
}

run_lane() { # SUITE...: those that no other lane has taken
    local name
    set +m
    trap 'beside="" ticker="" && stop_jobs' EXIT
    trap 'exit 143' INT TERM HUP
    [ "$lane" = 1 ] || src=$src.$lane
    [ -z "${BASE62ID_SRC-}" ] || export BASE62ID_SRC=$src
    for name; do
        ! mkdir "$work/taken/$name" 2>/dev/null || run_suite "$name"
    done
}

# What the lanes are at: each minute, or all the time on a terminal.
progress() {
    local file began log title p f rest at said pause=60
    [ ! -t 1 ] || pause=2
    while sleep "$pause" >/dev/null 2>&1; do
        said=''
        for file in "$work"/running.*; do
            IFS=$'\t' read -r began log title 2>/dev/null <"$file" || continue
            read -r p f rest <<<"$(count "$log" 2>/dev/null)"
            # What runs in a chroot says how far it is.
            at=$(grep -o '^==> [^:.(]*' "$log" 2>/dev/null | tail -n 1 | cut -c 5-) || true
            said+="; $title: ${at:-$((p + f))} ($((SECONDS - began)) s)"
        done
        [ -n "$said" ] || continue
        if [ -t 1 ]; then printf '\r\033[K... %s' "${said:2:${COLUMNS:-90} - 5}"; else echo "... ${said#; }"; fi
    done
}
