# A server whose clock the file $clock sets, by libfaketime; without the library it is the machine's.  Sourced by the parts that need one.
# shellcheck shell=bash

libfaketime=$(find /usr/lib -name libfaketime.so.1 -print -quit 2>/dev/null || true)

export clock=$work/clock
set_clock() { # as libfaketime reads it: "2030-01-01 00:00:00" stands still, "-1h" runs
    echo "$1" >"$clock.new" && mv "$clock.new" "$clock"
}
# The same as a line of a psql script.  Its \! runs sh, which knows no function of ours.
set_clock_line() {
    echo "\\! echo '$1' >\"\$clock.new\" && mv \"\$clock.new\" \"\$clock\""
}
start_faked() { # NAME [LIBRARY [ENVIRONMENT...]]: LIBRARY is one more to preload
    local name=$1 library=${2-}
    shift $(($# > 1 ? 2 : 1))
    start_server "$name" LD_PRELOAD="$libfaketime${library:+:$library}" FAKETIME_TIMESTAMP_FILE="$clock" \
        FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 TZ=UTC "$@"
}
