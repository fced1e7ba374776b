// The application: what Payload's own field types and features make of a schema with idType uuid.
// Each stage has a collection of its own, which a migration adds; EXTRAS names those of all stages
// so far.
import { postgresAdapter } from "@payloadcms/db-postgres";
import { buildConfig } from "payload";

const text = (name, more) => ({ name, type: "text", ...more });
const to = (name, relationTo, more) => ({ name, type: "relationship", relationTo, ...more });
const everyone = { create: () => true, read: () => true, update: () => true, delete: () => true };
const extras = (process.env.EXTRAS ?? "").split(" ").filter(Boolean);

export default buildConfig({
    secret: "0123456789abcdef",
    telemetry: false,
    typescript: { autoGenerate: false },
    localization: { locales: ["en", "de"], defaultLocale: "en", fallback: true },
    db: postgresAdapter({
        idType: "uuid",
        allowIDOnCreate: true,
        push: false,
        migrationDir: process.env.MIGRATIONS,
        pool: {
            host: process.env.DB_HOST,
            port: Number(process.env.DB_PORT),
            database: process.env.DB_NAME,
            user: process.env.DB_USER,
        },
    }),
    collections: [
        { slug: "users", auth: true, admin: { useAsTitle: "email" }, fields: [text("name")] },
        // Its ids are texts: constants.
        { slug: "countries", fields: [text("id", { required: true }), text("name")] },
        {
            slug: "categories",
            fields: [
                text("name", { localized: true }),
                to("parent", "categories"),
                { name: "posts", type: "join", collection: "posts", on: "categories" },
            ],
        },
        {
            slug: "authors",
            trash: true,
            fields: [
                text("name"),
                to("country", "countries"),
                { name: "posts", type: "join", collection: "posts", on: "author" },
            ],
        },
        {
            slug: "posts",
            versions: { drafts: true },
            fields: [
                text("title", { localized: true }),
                text("slug", { unique: true, index: true }),
                to("author", "authors", { index: true }),
                to("categories", "categories", { hasMany: true }),
                to("subject", ["authors", "categories", "countries"]),
                to("mentions", ["authors", "posts"], { hasMany: true }),
                { name: "picture", type: "upload", relationTo: "media" },
                { name: "links", type: "array", fields: [text("label"), to("target", "posts")] },
                {
                    name: "layout",
                    type: "blocks",
                    blocks: [
                        { slug: "quote", fields: [text("text"), to("by", "authors")] },
                        { slug: "list", fields: [to("entries", "posts", { hasMany: true })] },
                    ],
                },
                {
                    name: "meta",
                    type: "group",
                    fields: [to("reviewer", "users"), { name: "data", type: "json" }],
                },
            ],
        },
        {
            slug: "media",
            upload: { staticDir: process.env.UPLOADS },
            access: everyone,
            fields: [text("alt"), to("owner", "users")],
        },
        ...extras.map((slug) => ({
            slug,
            fields: [
                text("text"),
                to("post", "posts"),
                to("authors", "authors", { hasMany: true }),
            ],
        })),
    ],
    globals: [
        {
            slug: "settings",
            versions: true,
            fields: [text("title"), to("home", "posts"), to("menu", "posts", { hasMany: true })],
        },
    ],
    jobs: {
        access: { run: () => true },
        tasks: [
            {
                slug: "touch",
                inputSchema: [text("post")],
                handler: async ({ input, req }) => {
                    await req.payload.update({
                        collection: "posts",
                        id: input.post,
                        data: { meta: { data: { touched: true } } },
                        req,
                    });
                    return { output: {} };
                },
            },
        ],
    },
    endpoints: [
        {
            path: "/queue",
            method: "post",
            handler: async (req) =>
                Response.json(
                    await req.payload.jobs.queue({ task: "touch", input: await req.json(), req }),
                ),
        },
        {
            path: "/distinct",
            method: "get",
            handler: async (req) =>
                Response.json(
                    await req.payload.findDistinct({
                        collection: "posts",
                        field: "author",
                        where: {},
                        req,
                    }),
                ),
        },
    ],
});
