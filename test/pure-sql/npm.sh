#!/bin/bash
# pure-sql/ in another engine of the npm registry, where node and npm are at hand: npm.sh pglite,
# npm.sh warehouses, npm.sh postgrest KIND=URI...
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
. "$top/test/lib/results.sh"
status=0 engine=$1
if ! command -v npm >/dev/null || [ "$(node -p 'parseInt(process.versions.node)' 2>/dev/null)" -lt 20 ] 2>/dev/null; then
    skip "$engine" "no Node.js 20 with npm"
elif ! (cp "$here/$engine/"* "$work" && cd "$work" &&
    HOME=$work npm install --no-audit --no-fund --ignore-scripts --fetch-retries=1 --fetch-timeout=30000 >npm.log 2>&1); then
    if grep -q EBADPLATFORM "$work/npm.log"; then
        skip "$engine" "npm has no $engine for this platform"
    elif grep -Eq 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|SELF_SIGNED|E40[134]' "$work/npm.log"; then
        skip "$engine" "npm reaches no registry"
    else
        fail "npm install of $engine" "$(cat "$work/npm.log")"
    fi
else
    output=$(cd "$work" && node check.js "$top" "${@:2}" 2>&1) || status=$?
    grep -v '^\(not \)\?ok - ' <<<"$output" || true
    while IFS= read -r line; do
        case $line in ok\ -*) pass "${line#ok - }" ;; "not ok"*) fail "${line#not ok - }" ;; esac
    done <<<"$output"
    [ "$status" = 0 ] || fail "$engine ends with status $status"
fi
finish
