// Better Auth and Auth.js: the ids of users, sessions and accounts are of their kinds.
// authjs-use, better-auth-use and better-auth.sql are code blocks of docs/frameworks/node.md.
import { readFileSync } from "node:fs";

import { DrizzleAdapter } from "@auth/drizzle-adapter";
import { drizzle } from "drizzle-orm/node-postgres";
import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import pg from "pg";

import { id } from "base62id/drizzle";

import * as authjs from "./authjs-use.ts";
import { authOf, ids } from "./better-auth-use.ts";
import { assert, check, malformed, psql, sqlstate, url, version } from "./harness.ts";

version("better-auth", "@auth/drizzle-adapter");
const pool = new pg.Pool({ connectionString: url });

await check("Better Auth signs up, signs in and knows a session, by ids", async () => {
    psql(readFileSync("better-auth.sql", "utf8"));
    process.env["BETTER_AUTH_SECRET"] = "a secret of the test, of 32 characters or more";
    process.env["BETTER_AUTH_URL"] = "http://127.0.0.1";
    const auth = authOf(pool);
    const body = { email: "ada@example.org", password: "a long password", name: "Ada" };
    const { user } = await auth.api.signUpEmail({ body });
    assert(ids.user.is(user.id), user.id);
    assert.equal(psql('SELECT id FROM "user"'), user.id);
    assert(ids.account.is(psql("SELECT id FROM account")));

    const { headers } = await auth.api.signInEmail({ body, returnHeaders: true });
    const cookie = headers.getSetCookie().map((one) => one.split(";")[0]);
    const found = await auth.api.getSession({
        headers: new Headers({ cookie: cookie.join("; ") }),
    });
    assert.equal(found?.user.id, user.id);
    assert(ids.session.is(found?.session.id), found?.session.id);
    const { internalAdapter, options } = await auth.$context;
    await assert.rejects(internalAdapter.findUserById(malformed), sqlstate("22P02"));
    const { generateId } = options.advanced!.database as { generateId(of: object): string };
    assert.throws(() => generateId({ model: "organization" }), TypeError);
});

await check("Auth.js's adapter for Drizzle makes users with ids, and finds them", async () => {
    psql(`CREATE TABLE users (id typeid PRIMARY KEY, name text, email text UNIQUE,
              email_verified timestamp, image text);
          CREATE TABLE sessions (session_token text PRIMARY KEY, user_id typeid NOT NULL REFERENCES users,
              expires timestamp NOT NULL);
          CREATE TABLE accounts (user_id typeid NOT NULL REFERENCES users, type text NOT NULL,
              provider text NOT NULL, provider_account_id text NOT NULL,
              PRIMARY KEY (provider, provider_account_id))`);
    const adapter = authjs.adapterOf(drizzle(pool));
    // As Auth.js calls it: with a UUID of its own.
    const given = { id: crypto.randomUUID(), email: "ada@example.org", emailVerified: null };
    const user = await adapter.createUser!(given);
    assert(authjs.ids.user.is(user.id), user.id);
    assert.equal((await adapter.getUser!(user.id))?.email, "ada@example.org");
    const expires = new Date(Date.now() + 60_000);
    await adapter.createSession!({ sessionToken: "token", userId: user.id, expires });
    assert.equal((await adapter.getSessionAndUser!("token"))?.user.id, user.id);
    const account = { type: "oidc", provider: "example", providerAccountId: "1" } as const;
    await adapter.linkAccount!({ ...account, userId: user.id });
    assert.equal((await adapter.getUserByAccount!(account))?.id, user.id);
    await assert.rejects(async () => adapter.getUser!(malformed), { name: "InvalidId" });

    const usersTable = pgTable("users", {
        id: id(authjs.ids.user).primaryKey(), // without a default
        email: text(),
        emailVerified: timestamp("email_verified"),
    });
    const plain = DrizzleAdapter(drizzle(pool), { usersTable } as never);
    await assert.rejects(async () => plain.createUser!(given), { name: "InvalidId" });
});
await pool.end();
