# Sourced by run: Payload on the database $app of the server in $work.
packages=(payload@3.90.2 @payloadcms/db-postgres@3.90.2 graphql)
address=http://127.0.0.1:8156

# Node finds packages beside a program, and beside a migration.
with_payload() { # COMMAND...
    mkdir -p "$work/uploads"
    cp "$here/payload/payload.config.mjs" "$here/payload/server.mjs" "$scratch/$app/"
    (
        cd "$scratch/$app"
        env DB_HOST="$work" DB_PORT="$port" DB_NAME="$app" DB_USER="$app" MIGRATIONS="$scratch/$app/migrations" UPLOADS="$work/uploads" \
            EXTRAS="$extras" PAYLOAD_CONFIG_PATH="$scratch/$app/payload.config.mjs" NODE_ENV=production HOME="$work" "$@"
    )
}
payload() { with_payload "$scratch/$app/node_modules/.bin/payload" "$@"; }
extras=
make_schema() {
    rm -rf "$scratch/$app/migrations"
    payload migrate:create first --skip-empty && payload migrate
}
# Each stage adds a collection by a migration, as a release of the application would.
start_application() { # STAGE
    extras+=" reviews_$1"
    payload migrate:create "$1" --skip-empty && payload migrate
    in_background with_payload node server.mjs "$address"
    wait_for_http "$address/api/access"
}
