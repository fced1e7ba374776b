# Sourced by the tests that install packages of npm.
# shellcheck shell=bash

npm_options=(--no-audit --no-fund --ignore-scripts --fetch-retries=1 --fetch-timeout=30000)
# Without E404: that is a registry which is reached, and does not have the package.
npm_unreached='ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|SELF_SIGNED|E40[13]'

# Installs packages into a directory; with status 77 where no registry is reached.
npm_install() { # DIRECTORY [PACKAGE...]
    local log=$1/npm.log
    (cd "$1" && shift && npm install --no-package-lock "${npm_options[@]}" "$@") >"$log" 2>&1 && return 0
    ! grep -Eq "$npm_unreached" "$log" || return 77
    cat "$log" >&2
    return 1
}
