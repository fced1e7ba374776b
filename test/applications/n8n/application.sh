# Sourced by run: n8n on the database $app of the server in $work.
# shellcheck shell=bash disable=SC2034,SC2154 # run reads them, and gives them
address=http://127.0.0.1:8158

# One of its packages, for spreadsheets, comes from elsewhere; the registry has an older version. What its packages would compile is for other databases.
install() {
    mkdir -p "$scratch/$app"
    [ -e "$scratch/$app/package.json" ] || echo '{"private": true, "overrides": {"xlsx": "0.18.5"}}' >"$scratch/$app/package.json"
    npm_config_ignore_scripts=true install_application n8n@2.8.4
}
n8n() {
    env DB_TYPE=postgresdb DB_POSTGRESDB_HOST=127.0.0.1 DB_POSTGRESDB_PORT="$port" DB_POSTGRESDB_DATABASE="$app" DB_POSTGRESDB_USER="$app" \
        DB_POSTGRESDB_PASSWORD=none N8N_LISTEN_ADDRESS=127.0.0.1 N8N_PORT="${address##*:}" N8N_USER_FOLDER="$work/$app" N8N_ENCRYPTION_KEY=key \
        N8N_DIAGNOSTICS_ENABLED=false N8N_VERSION_NOTIFICATIONS_ENABLED=false N8N_TEMPLATES_ENABLED=false N8N_SECURE_COOKIE=false \
        DB_PING_INTERVAL_SECONDS=600 HOME="$work" "$scratch/$app/node_modules/.bin/n8n" "$@"
}
# It answers everything that it is starting up, and says that it is ready, before it is.
ready() { curl -sf "$address/rest/settings" | grep -c userManagement >"$work/ping"; }
start_application() {
    in_background n8n start
    wait_until ready || wait_until ready
}
make_schema() {
    start_application
    stop_application
}
