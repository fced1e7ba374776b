const { defineConfig } = require("@medusajs/framework/utils");

const origin = "http://127.0.0.1";
module.exports = defineConfig({
    projectConfig: {
        databaseUrl: process.env.DATABASE_URL,
        databaseDriverOptions: { ssl: false },
        http: {
            storeCors: origin,
            adminCors: origin,
            authCors: origin,
            jwtSecret: "secret",
            cookieSecret: "secret",
        },
    },
    admin: { disable: true },
});
