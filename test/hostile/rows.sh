# Many rows in one statement: the memory of the backend stays flat.
# shellcheck shell=bash

peak="select substring(pg_read_file('/proc/self/status') from 'VmHWM:\\s*(\\d+)')"
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
        is "$title: $rows rows in one statement, memory grows by at most 1 MiB: $e" \
            "$([ "$grown" -le 1024 ] 2>/dev/null && echo flat || echo "$grown")" flat
    done
}
flat encode 'base62id_encode(u)' 'u::base62id::text' 'base64uuid_encode(u)' 'base32hex_encode(u)' 'x::text' 'x::numeric' \
    't::text' 'typeid_encode($$user$$, u)' 'b::text' 'base62id_encode(o)' 'base62id_encode(u::text)'
flat decode 'base62id_decode(t62)' 't62::base62id' 'base64uuid_decode(t64)' 'base32hex_decode(t32)' 'uid11_decode(t11)' \
    'tt::typeid' 'typeid_prefix(tt::typeid)' 'baseuid_decode(tb)' 'base62id_decode_bytea(t62)' 'xid_parse(t11)' \
    'base62id_decode(tt)' 'typeid_decode(t62)' 'tt::typeid ^@ t62' 'uid11_prefix_range(t62)'
flat generate 'xid_new()' 'typeid_generate($$user$$)' 'baseuid_new()'
