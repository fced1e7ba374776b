# Sourced by run: Directus on the database $app of the server in $work.
address=http://127.0.0.1:8155

# What its packages would compile is for other databases, and isolates of V8 for scripts in flows
# and extensions, of which the client runs none.
install() {
    npm_config_ignore_scripts=true install_application directus@11.3.5 pg || return
    mkdir -p "$scratch/$app/node_modules/isolated-vm/out"
    echo 'exports.ivm = {};' >"$scratch/$app/node_modules/isolated-vm/out/isolated_vm.js"
}
directus() {
    mkdir -p "$scratch/$app/extensions" "$work/uploads"
    env DB_CLIENT=pg DB_HOST="$work" DB_PORT="$port" DB_DATABASE="$app" DB_USER="$app" DB_PASSWORD=none KEY=key SECRET=0123456789abcdef0123456789abcdef \
        ADMIN_EMAIL=admin@example.com ADMIN_PASSWORD=secret HOST=127.0.0.1 PORT="${address##*:}" PUBLIC_URL="$address" TELEMETRY=false \
        CACHE_ENABLED=false RATE_LIMITER_ENABLED=false LOG_LEVEL=warn EXTENSIONS_PATH="$scratch/$app/extensions" STORAGE_LOCAL_ROOT="$work/uploads" \
        PRESSURE_LIMITER_ENABLED=false HOME="$work" "$scratch/$app/node_modules/.bin/directus" "$@"
}
make_schema() { directus bootstrap; }
start_application() {
    in_background directus start
    wait_for_http "$address/server/ping"
}
