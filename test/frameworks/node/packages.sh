# Sourced by each test: the packages of package.json, each of one version, kept for the next one. What wants other versions of them is in more/.
command -v node >/dev/null || not_installed "no Node.js (nodejs)"
command -v npm >/dev/null || not_installed "no npm (npm)"
[ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] || not_installed "no Node.js 20 (nodejs)"
packages=kept${packages:+/$packages}
if [ ! -d "$packages/node_modules" ]; then
    mkdir -p "$packages"
    cp "${packages/#kept/.}"/package.json "$packages/"
    (cd "$packages" && npm install --no-package-lock --no-audit --no-fund --ignore-scripts --fetch-retries=1 --fetch-timeout=30000 >npm.log 2>&1) || {
        grep -Eq 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|SELF_SIGNED|E40[134]' "$packages/npm.log" || {
            cat "$packages/npm.log" >&2
            exit 1
        }
        rm -r "$packages"
        not_installed "npm reaches no registry"
    }
fi
ln -sfn "$packages/node_modules" node_modules
if [ ! -d node_modules/base62id ] && [ -d node_modules/typeorm ]; then
    cp -r "$CLIENTS/node" kept/base62id
    PATH=$PWD/kept/node_modules/.bin:$PATH kept/base62id/build >&2
    ln -s ../base62id kept/node_modules/base62id
fi
# Without what the adapters are for: the codec alone, as its source.
if [ ! -d node_modules/base62id ]; then
    mkdir node_modules/base62id
    cp "$CLIENTS"/node/base62id{,-pg}.ts node_modules/base62id/
    echo '{"type": "module", "exports": {".": "./base62id.ts", "./pg": "./base62id-pg.ts"}}' >node_modules/base62id/package.json
fi
run_test() { node_modules/.bin/tsx "$@"; }
