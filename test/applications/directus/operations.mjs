// A client of Directus' REST and GraphQL interface.
import { randomUUID } from "node:crypto";
import {
    headers,
    isId,
    must,
    operation,
    remember,
    request,
    stage,
    state,
    url,
} from "../client.mjs";

async function call(method, path, body) {
    const answer = await request(method, path, body);
    return answer?.data ?? answer;
}
const get = (path) => call("GET", path);
const post = (path, body) => call("POST", path, body);
const patch = (path, body) => call("PATCH", path, body);
const remove = (path, body) => call("DELETE", path, body);
const booksOf = (ids) => get(`/items/books?filter[id][_in]=${ids.join()}&limit=-1`);

let refresh;
const use = (token) => Object.assign(headers, { Authorization: `Bearer ${token}` });
async function login(email, password) {
    const data = await post("/auth/login", { email, password });
    use(data.access_token);
    refresh = data.refresh_token;
}

const mail = `${stage}-${Date.now()}@example.com`;
const made = {};
await operation("log in", () => login("admin@example.com", "secret"));
await operation("refresh the session", async () => {
    use((await post("/auth/refresh", { refresh_token: refresh, mode: "json" })).access_token);
});
await operation("read oneself", async () => isId((await get("/users/me")).id));
await operation("list users", async () => (await get("/users")).forEach((u) => isId(u.id)));
await operation("create a role", async () =>
    isId((made.role = (await post("/roles", { name: `role ${stage}` })).id)),
);
await operation("create a policy", async () =>
    isId(
        (made.policy = (
            await post("/policies", {
                name: `policy ${stage}`,
                app_access: true,
                admin_access: true,
                roles: [{ role: made.role }],
            })
        ).id),
    ),
);
await operation("create a user", async () =>
    isId(
        (made.user = (
            await post("/users", {
                email: mail,
                password: "secret",
                role: made.role,
                first_name: stage,
            })
        ).id),
    ),
);
await operation("read a user by id", async () =>
    must((await get(`/users/${made.user}?fields=*,role.*`)).role.id === made.role, "another role"),
);
await operation("find users by id", async () =>
    must((await get(`/users?filter[id][_eq]=${made.user}`)).length === 1, "not found"),
);
await operation("find users by a list of ids", async () =>
    must(
        (await get(`/users?filter[id][_in]=${made.user},${randomUUID()}`)).length === 1,
        "not found",
    ),
);
await operation("find users by their role", async () =>
    must((await get(`/users?filter[role][id][_eq]=${made.role}`)).length === 1, "not found"),
);
await operation("change a user", async () => {
    await patch(`/users/${made.user}`, { last_name: "changed" });
    must((await get(`/users/${made.user}`)).last_name === "changed", "not changed");
});
await operation("log in as that user", async () => {
    const admin = headers.Authorization;
    await login(mail, "secret");
    isId((await get("/users/me")).id);
    headers.Authorization = admin;
});

const id = {
    field: "id",
    type: "uuid",
    meta: { special: ["uuid"], hidden: true },
    schema: { is_primary_key: true, has_auto_increment: false },
};
const text = (field) => ({ field, type: "string", meta: {}, schema: {} });
if (stage === "before") {
    await operation("create a collection", () =>
        post("/collections", {
            collection: "authors",
            fields: [id, text("name")],
            schema: {},
            meta: { accountability: "all", versioning: true },
        }),
    );
    await operation("create another", () =>
        post("/collections", {
            collection: "books",
            fields: [id, text("title")],
            schema: {},
            meta: { accountability: "all" },
        }),
    );
    await operation("relate them", async () => {
        await post("/fields/books", {
            field: "author",
            type: "uuid",
            meta: { special: ["m2o"] },
            schema: {},
        });
        await post("/relations", {
            collection: "books",
            field: "author",
            related_collection: "authors",
            meta: { one_field: "books" },
            schema: { on_delete: "SET NULL" },
        });
        await post("/fields/authors", {
            field: "books",
            type: "alias",
            meta: { special: ["o2m"] },
            schema: null,
        });
    });
} else {
    const own = `reviews_${stage}`;
    await operation("create a collection", () =>
        post("/collections", { collection: own, fields: [id, text("text")], schema: {}, meta: {} }),
    );
    await operation("create another", () =>
        post("/collections", {
            collection: `${own}_more`,
            fields: [id, text("text")],
            schema: {},
            meta: {},
        }),
    );
    await operation("relate them", async () => {
        await post(`/fields/${own}`, {
            field: "author",
            type: "uuid",
            meta: { special: ["m2o"] },
            schema: {},
        });
        await post("/relations", {
            collection: own,
            field: "author",
            related_collection: "authors",
            schema: { on_delete: "SET NULL" },
        });
        await post(`/items/${own}`, { text: "of an author from before", author: state.author });
        must((await get(`/items/${own}?fields=author.name`))[0].author.name, "no name");
    });
}
await operation("create an item with an id of the client", async () => {
    made.author = randomUUID();
    must(
        (await post("/items/authors", { id: made.author, name: `author ${stage}` })).id ===
            made.author,
        "another id",
    );
});
await operation("create an item", async () =>
    isId((made.other = (await post("/items/authors", { name: "other" })).id)),
);
await operation("create items with a relation", async () => {
    made.books = (
        await post(
            "/items/books",
            Array.from({ length: 20 }, (_, n) => ({
                title: `book ${n}`,
                author: n % 2 ? made.author : made.other,
            })),
        )
    ).map((b) => b.id);
    made.books.forEach(isId);
});
await operation("create an item with a new related one", async () =>
    isId(
        (await post("/items/books?fields=*,author.*", { title: "nested", author: { name: "new" } }))
            .author.id,
    ),
);
await operation("read an item by id", async () =>
    must((await get(`/items/authors/${made.author}`)).id === made.author, "another id"),
);
await operation("read an item with its related ones", async () =>
    must(
        (await get(`/items/authors/${made.author}?fields=*,books.*`)).books.length === 10,
        "not all",
    ),
);
await operation("find items by a relation", async () =>
    must(
        (await get(`/items/books?filter[author][_eq]=${made.author}&limit=-1`)).length === 10,
        "not all",
    ),
);
await operation("sort and page", async () => {
    const ids = (await get("/items/books?sort=id&limit=50")).map((b) => b.id);
    must(ids.join() === [...ids].sort().join(), "not sorted");
});
await operation("count by a relation", async () => {
    const authors = [made.author, made.other];
    const groups = await get(
        `/items/books?aggregate[count]=*&groupBy[]=author&filter[author][_in]=${authors.join()}`,
    );
    const counts = Object.fromEntries(groups.map((group) => [group.author, Number(group.count)]));
    must(groups.length === 2, `${groups.length} groups`);
    must(
        authors.every((author) => counts[author] === 10),
        JSON.stringify(counts),
    );
});
await operation("search for a uuid", async () =>
    must((await get(`/items/authors?search=${made.author}`)).length === 1, "not found"),
);
await operation("change an item", async () => {
    await patch(`/items/books/${made.books[0]}`, { title: "changed" });
    must((await get(`/items/books/${made.books[0]}`)).title === "changed", "not changed");
});
await operation("change items by their ids", async () => {
    const keys = made.books.slice(0, 3);
    await patch("/items/books", { keys, data: { title: "many" } });
    const changed = (await booksOf(made.books)).filter((book) => book.title === "many");
    must(changed.length === 3, `${changed.length} changed`);
    must(
        changed.every((book) => keys.includes(book.id)),
        "others changed",
    );
});
await operation("upload a file", async () => {
    const form = new FormData();
    form.append("title", stage);
    form.append("file", new Blob([`contents of ${stage}`], { type: "text/plain" }), "a.txt");
    isId((made.file = (await post("/files", form)).id));
});
await operation("put it into a folder", async () => {
    made.folder = (await post("/folders", { name: stage })).id;
    isId((await patch(`/files/${made.file}`, { folder: made.folder })).folder);
});
await operation("download it", async () => {
    const response = await fetch(`${url}/assets/${made.file}`, { headers });
    must((await response.text()) === `contents of ${stage}`, `${response.status}`);
});
await operation("read revisions", async () => {
    made.revisions = await get(
        `/revisions?filter[collection][_eq]=books&filter[item][_eq]=${made.books[0]}&sort=id`,
    );
    must(made.revisions.length >= 2, `${made.revisions.length} revisions`);
});
await operation("go back to a revision", async () => {
    const [{ id, data }] = made.revisions;
    must(data.title !== "many", "it is the last revision");
    await post(`/utils/revert/${id}`);
    must((await get(`/items/books/${made.books[0]}`)).title === data.title, "another title");
});
await operation("read the activity", async () =>
    must((await get(`/activity?filter[item][_eq]=${made.author}`)).length > 0, "none"),
);
await operation("comment on an item", async () =>
    isId(
        (await post("/comments", { collection: "authors", item: made.author, comment: "hello" }))
            .id,
    ),
);
await operation("read the comments", async () =>
    must((await get(`/comments?filter[item][_eq]=${made.author}`)).length === 1, "none"),
);
await operation("share an item", async () =>
    isId((await post("/shares", { collection: "authors", item: made.author, role: made.role })).id),
);
await operation("make a version of an item", async () => {
    const version = await post("/versions", {
        collection: "authors",
        item: made.author,
        key: `draft-${stage}`,
        name: "draft",
    });
    isId(version.id);
    await post(`/versions/${version.id}/save`, { name: "drafted" });
});
await operation("make a dashboard with a panel", async () => {
    const dashboard = await post("/dashboards", { name: stage });
    isId(
        (
            await post("/panels", {
                dashboard: dashboard.id,
                type: "label",
                position_x: 1,
                position_y: 1,
                width: 2,
                height: 2,
            })
        ).id,
    );
    must(
        (await get(`/dashboards/${dashboard.id}?fields=panels.*`)).panels.length === 1,
        "no panel",
    );
});
await operation("make a flow", async () => {
    const flow = await post("/flows", {
        name: stage,
        status: "active",
        trigger: "manual",
        options: { collections: ["books"] },
    });
    isId(
        (
            await post("/operations", {
                flow: flow.id,
                key: `log_${stage}`,
                name: "log",
                type: "log",
                position_x: 1,
                position_y: 1,
                options: { message: "x" },
            })
        ).id,
    );
});
await operation("notify a user", async () =>
    must((await post("/notifications", { recipient: made.user, subject: stage })).id, "none"),
);
await operation("GraphQL", async () => {
    const answer = await post("/graphql", {
        query: `query { authors_by_id(id: "${made.author}") { id books { id } } }`,
    });
    must((answer.authors_by_id ?? answer.data?.authors_by_id).books.length === 10, "not all");
});
await operation("a snapshot of the schema", async () => {
    const names = (await get("/schema/snapshot")).collections.map((each) => each.collection);
    must(names.includes("authors") && names.includes("books"), names.join());
});
await operation("what an earlier stage has made", async () => {
    if (stage === "before") return; // there is none
    const author = await get(`/items/authors/${state.author}?fields=*,books.*`);
    must(author.id === state.author, "another id");
    must(author.books.length === 8, `${author.books.length} books`);
    must((await get(`/users/${state.user}`)).id === state.user, "another id");
    must((await get(`/files/${state.file}`)).id === state.file, "another id");
});
// Of the twenty books, those of even numbers are by the other author. Two of each author go.
await operation("delete an item", async () => {
    await remove(`/items/books/${made.books[19]}`);
    must((await booksOf(made.books)).length === 19, "not deleted");
});
await operation("delete items by their ids", async () => {
    await remove("/items/books", made.books.slice(10, 13));
    must((await booksOf(made.books)).length === 16, "not deleted");
});
await operation("delete a related item", async () => {
    await remove(`/items/authors/${made.other}`);
    const authors = (await booksOf(made.books)).map((book) => book.author);
    must(authors.filter((author) => author === null).length === 8, "SET NULL did not");
    must(authors.filter((author) => author === made.author).length === 8, "not all have one");
});
await operation("log out", () => post("/auth/logout", { refresh_token: refresh, mode: "json" }));
remember(made);
