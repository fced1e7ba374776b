# Statistics over what one session draws in a row; statistics.cpp says what is tested.
# shellcheck shell=bash

c++ -O2 -std=c++20 -o "$work/statistics" "$here/statistics.cpp"

statistics() { # KIND EXPRESSION
    local line lines
    lines=$(psql_plain -c "copy (select $2 from generate_series(1, $ids_counted)) to stdout (format binary)" |
        "$work/statistics" "$1") || true
    case $lines in *ok*) ;; *) fail "$1: no result" "$lines" ;; esac
    while IFS= read -r line; do
        case $line in
            "ok - "*) pass "$1, $ids_counted ids: ${line#ok - }" ;;
            "not ok - "*) fail "$1, $ids_counted ids: ${line#not ok - }" ;;
            *) note "$1: ${line#\# }" ;;
        esac
    done <<<"$lines"
}
statistics xid 'xid_new()'
statistics uuidv7 'typeid_uuid_generate_v7()'
statistics baseuid 'baseuid_new()'
