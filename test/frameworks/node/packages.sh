# Sourced by each test: the packages of the lock file, kept for the next one.
command -v node >/dev/null || not_installed "no Node.js (nodejs)"
command -v npm >/dev/null || not_installed "no npm (npm)"
[ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] || not_installed "no Node.js 20 (nodejs)"
if [ ! -d kept ]; then
    mkdir kept
    cp package.json package-lock.json kept/
    (cd kept && npm ci --no-audit --no-fund --ignore-scripts --fetch-retries=1 --fetch-timeout=30000 >npm.log 2>&1) || {
        grep -Eq 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|SELF_SIGNED|E40[134]' kept/npm.log || {
            cat kept/npm.log >&2
            exit 1
        }
        rm -r kept
        not_installed "npm reaches no registry"
    }
fi
ln -sfn kept/node_modules node_modules
if [ ! -d kept/node_modules/base62id ]; then
    cp -r "$CLIENTS/node" kept/base62id
    PATH=$PWD/kept/node_modules/.bin:$PATH kept/base62id/build >&2
    ln -s ../base62id kept/node_modules/base62id
fi
run_test() { node_modules/.bin/tsx "$1"; }
