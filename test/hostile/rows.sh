# Many rows in one statement: the memory of the backend stays flat.
# shellcheck shell=bash

peak="select substring(pg_read_file('/proc/self/status') from 'VmHWM:\\s*(\\d+)')"
# An allocator takes a mebibyte at once, that of AddressSanitizer too; the smallest thing that is left behind for each row is more than two.
flat() { # TITLE EXPRESSION...
    local title=$1 e grown
    shift
    for e; do
        grown=$(psql_plain -v ON_ERROR_STOP=1 2>&1 <<<"
            set max_parallel_workers_per_gather = 0; set work_mem = '256kB';
            select count($e) from sample \\g /dev/null
            $peak as before \\gset
            select count($e) from (select generate_series(1, $((rows / 1000)))) g, sample \\g /dev/null
            $peak as after \\gset
            select :after - :before")
        is "$title: $rows rows in one statement, memory grows by at most 2 MiB: $e" \
            "$([ "$grown" -le 2048 ] 2>/dev/null && echo flat || echo "$grown")" flat
    done
}
mapfile -t encode < <(printf '%s::text\n' "${types[@]}" && column_of_types type uuid | xargs printf '%s_encode(u)\n')
flat encode "${encode[@]}" 'uuid_to_base32hex(u)' 'uid11::numeric' 'typeid_encode($$user$$, u)' 'base62id_encode(o)' \
    'base62id_encode(u::text)'
mapfile -t decode < <(for t in "${types[@]}"; do printf '%s\n' "${t}_decode(${t}_text)" "${t}_text::$t"; done)
flat decode "${decode[@]}" 'uuid_from_base32hex(t32)' 'typeid_prefix(typeid_text::typeid)' 'base62id_decode_bytea(base62id_text)' \
    'xid_parse(uid11_text)' 'base62id_decode(typeid_text)' 'typeid_decode(base62id_text)' 'typeid ^@ base62id_text' \
    'uid11_prefix_range(base62id_text)'
mapfile -t generate < <(column_of_types fresh | sort -u)
flat generate "${generate[@]}"
