# Sourced by run: Medusa on the database $app of the server in $work.
packages=(@medusajs/{medusa,cli,framework,admin-sdk}@2.21.2)
target=typed
address=http://127.0.0.1:8157

medusa() {
    cat >"$scratch/$app/medusa-config.js" <<-'END'
	const { defineConfig } = require('@medusajs/framework/utils');
	const origin = 'http://127.0.0.1';
	module.exports = defineConfig({
	    projectConfig: {
	        databaseUrl: process.env.DATABASE_URL,
	        databaseDriverOptions: { ssl: false },
	        http: { storeCors: origin, adminCors: origin, authCors: origin, jwtSecret: 'secret', cookieSecret: 'secret' },
	    },
	    admin: { disable: true },
	});
	END
    (
        cd "$scratch/$app"
        env DATABASE_URL="postgres://$app:none@127.0.0.1:$port/$app" MEDUSA_DISABLE_TELEMETRY=true NODE_ENV=production \
            HOST=127.0.0.1 PORT="${address##*:}" HOME="$work" "$scratch/$app/node_modules/.bin/medusa" "$@"
    )
}
make_schema() { medusa db:migrate && medusa user -e admin@example.com -p secret; }
start_application() {
    in_background medusa start
    wait_for_http "$address/health"
}
