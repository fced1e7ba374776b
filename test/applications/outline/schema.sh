# Sourced by run: the schema of Outline, by its migrations.
# shellcheck shell=bash disable=SC2034,SC2154 # run reads them, and gives them
sources=(outline)
outline() { # COMMAND...
    (
        cd "$scratch/$app"
        env NODE_ENV=test DATABASE_URL="postgres://postgres:none@127.0.0.1:$port/$app" HOME="$work" PATH="$scratch/$app/node_modules/.bin:$PATH" "$@"
    )
}
# Its lock file is yarn's, which reads no settings of npm.
make_schema() {
    if [ ! -e "$scratch/$app/node_modules/.yarn-state.yml" ]; then
        mkdir -p "$scratch/$app"
        cp -r "$BASE62ID_SOURCES/outline/." "$scratch/$app/"
        outline env YARN_NPM_REGISTRY_SERVER="$(npm config get registry)" YARN_ENABLE_TELEMETRY=0 \
            npx --yes -p "@yarnpkg/cli-dist@$(sed -n 's/.*"packageManager": "yarn@\([0-9.]*\).*/\1/p' "$scratch/$app/package.json")" \
            yarn install --immutable
    fi
    outline sequelize db:migrate
}
