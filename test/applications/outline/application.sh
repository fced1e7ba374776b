# Sourced by run: Outline on the database $app of the server in $work, from its sources, and its own
# tests.
sources=(outline)
options=(--stay documents.collaboratorIds --stay revisions.collaboratorIds) # it searches them with parameters of uuid[]
# The files that hold most of the tests which touch the database; BASE62ID_OUTLINE_TESTS names
# others, by parts of their paths.
outline_tests=${BASE62ID_OUTLINE_TESTS:-$(printf 'server/%s ' routes/api/{documents,collections,users,shares,templates,comments,groups,attachments,pins,subscriptions,revisions,stars}/ \
    models/{Document,Collection,User}.test.ts commands/documentUpdater.test.ts)}

outline() { # COMMAND...
    (
        cd "$scratch/$app"
        env NODE_ENV=test TZ=UTC DATABASE_URL="postgres://$app:none@127.0.0.1:$port/$app" HOME="$work" PATH="$scratch/$app/node_modules/.bin:$PATH" "$@"
    )
}
# Its lock file is yarn's, which reads no settings of npm.
install() {
    [ ! -e "$scratch/$app/node_modules/.yarn-state.yml" ] || return 0
    mkdir -p "$scratch/$app"
    cp -r "$BASE62ID_SOURCES/outline/." "$scratch/$app/"
    outline env YARN_NPM_REGISTRY_SERVER="$(npm config get registry)" YARN_ENABLE_TELEMETRY=0 \
        npx --yes -p "@yarnpkg/cli-dist@$(sed -n 's/.*"packageManager": "yarn@\([0-9.]*\).*/\1/p' "$scratch/$app/package.json")" \
        yarn install --immutable >"$work/yarn.log" 2>&1 || tail -n 40 "$work/yarn.log"
    [ -e "$scratch/$app/node_modules/.yarn-state.yml" ]
}
make_schema() { outline sequelize db:migrate; }

# A test that fails has a second try, before and after: some of them wait for what another one does
# at the time. What Outline counts for an address over all of the table, here the one of all stages,
# is counted anew.
operations() { # STAGE
    rm -f "$work/$app.json"
    sql "TRUNCATE share_subscriptions"
    # shellcheck disable=SC2086 # a list of paths
    outline vitest run --project server --retry=1 --maxWorkers=2 --testTimeout=60000 --hookTimeout=60000 \
        --reporter=json --outputFile="$work/$app.json" $outline_tests >"$work/$app.$1.log" 2>&1 || true
    node "$here/$app/results.mjs" "$work/$app.json" "$scratch/$app/"
}
