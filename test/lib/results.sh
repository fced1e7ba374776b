# Sourced by every test in shell: results, a scratch directory $work that is removed at the end, and
# the table of types.
#
# BASE62ID_FULL=1 asks for the long form of a test.  KEEP_WORK=1 keeps the scratch directory.
# shellcheck shell=bash

set -euo pipefail
export LC_ALL=C.UTF-8
test_lib=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
full=${BASE62ID_FULL:-}
work=$(mktemp -d "${TMPDIR:-/tmp}/b62.XXXXXX")
chmod 755 "$work"
passed=0 failed=0 skipped=0
trap 'clean_up $?' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

clean_up() {
    trap - EXIT INT TERM HUP
    [ "$BASHPID" = $$ ] || exit "$1" # a child that is ended before it has reset our traps
    # A client that waits for its server would do so for ever. Again, since a child may lose a
    # signal while it still has our traps.
    # shellcheck disable=SC2046 # a list of processes
    for _ in {1..100}; do kill $(jobs -p) 2>/dev/null && sleep 0.1 || break; done
    ! declare -F stop_servers >/dev/null || stop_servers
    [ -n "${KEEP_WORK-}" ] || rm -rf "$work"
    exit "$1"
}

pass() {
    passed=$((passed + 1))
    echo "ok - $1"
}
fail() { # TITLE [DIAGNOSIS]
    failed=$((failed + 1))
    echo "not ok - $1"
    [ -z "${2-}" ] || head -n 40 <<<"$2" | sed 's/^/#   /'
}
skip() { # TITLE REASON
    skipped=$((skipped + 1))
    echo "ok - $1 # SKIP $2"
}
is() { # TITLE GOT WANTED
    if [ "$2" = "$3" ]; then pass "$1"; else fail "$1" "got:    $2"$'\n'"wanted: $3"; fi
}
check() { # TITLE COMMAND...: the command must succeed
    local title=$1 output
    shift
    if output=$("$@" 2>&1); then pass "$title"; else fail "$title" "$output"; fi
}
# Names of tests that a call gives: one that is not there would pass with nothing tested.
known() { # "NAME..." that there are; those that are given
    local name
    for name in "${@:2}"; do [[ " $1 " == *" $name "* ]] || { echo "there is no \"$name\", but: $1" >&2 && exit 2; }; done
}
note() { echo "# $*"; }

# To be called last: the plan of TAP, without which prove takes a test for broken off, and a sum for
# people.
finish() {
    echo "1..$((passed + failed + skipped))"
    echo "# $passed passed, $failed failed$([ "$skipped" = 0 ] || echo ", $skipped skipped")"
    [ "$failed" = 0 ]
}

# A column of test/lib/types.tsv, one value a line, or several with tabs between; with a second
# argument only of that family.
column_of_types() { # "COLUMN..." [FAMILY]
    awk -F '\t' -v columns="$1" -v family="${2-}" '
        /^#/ { next }
        !n { for (i = 1; i <= NF; i++) at[$i] = i; n = split(columns, wanted, " "); next }
        family == "" || $2 == family { for (i = 1; i <= n; i++) printf "%s%s", $at[wanted[i]], i < n ? "\t" : "\n" }' "$test_lib/types.tsv"
}
