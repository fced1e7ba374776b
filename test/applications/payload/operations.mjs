// A client of Payload's REST interface.
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

const call = (method, path, body) => request(method, `/api${path}`, body);
// where(author.name, equals, x): Payload's queries are objects in the query string.
const where = (field, operator, value) =>
    `where[${field}][${operator}]=${encodeURIComponent(value)}`;
const get = (path) => call("GET", path);
const find = async (path) => (await get(path)).docs;
const create = async (collection, body) => (await call("POST", `/${collection}`, body)).doc;
const update = async (path, body) => {
    const answer = await call("PATCH", path, body);
    must(!answer.errors?.length, JSON.stringify(answer.errors));
    return answer.doc ?? answer.docs;
};
const remove = (path) => call("DELETE", path);
const idOf = (document) => document?.id ?? document;
const login = async (email) =>
    (headers.Authorization = `JWT ${(await call("POST", "/users/login", { email, password: "secret" })).token}`);

const made = {};
const admin = "admin@example.com";
const mail = `${stage}-${Date.now()}@example.com`;

if (stage === "before")
    await call("POST", "/users/first-register", { email: admin, password: "secret" });
await operation("log in", () => login(admin));
await operation(
    "refresh the session",
    async () =>
        (headers.Authorization = `JWT ${(await call("POST", "/users/refresh-token")).refreshedToken}`),
);
await operation("read oneself", async () => isId((made.admin = (await get("/users/me")).user.id)));
await operation("create a user", async () =>
    isId(
        (made.user = (await create("users", { email: mail, password: "secret", name: stage })).id),
    ),
);
await operation("log in as that user", async () => {
    const before = headers.Authorization;
    await login(mail);
    must((await get("/users/me")).user.id === made.user, "another user");
    await call("POST", "/users/logout");
    headers.Authorization = before;
});
await operation("find users by a list of ids", async () =>
    must(
        (await find(`/users?${where("id", "in", `${made.user},${randomUUID()}`)}`)).length === 1,
        "not found",
    ),
);
await operation("find users by no id", async () =>
    must(
        (await find(`/users?limit=0&${where("id", "not_in", made.user)}`)).every(
            (u) => u.id !== made.user,
        ),
        "found",
    ),
);
await operation("keep a preference", async () => {
    const key = `collection-posts-${stage}`;
    await call("POST", `/payload-preferences/${key}`, { value: { columns: ["title"] } });
    must(
        idOf((await get(`/payload-preferences/${key}`)).user.value) === made.admin,
        "another user",
    );
});

await operation("create an item whose id is a text", async () =>
    must(
        (await create("countries", { id: `c-${stage}`, name: stage })).id === `c-${stage}`,
        "another id",
    ),
);
await operation("create an item with an id of the client", async () => {
    made.author = randomUUID();
    must(
        (
            await create("authors", {
                id: made.author,
                name: `author ${stage}`,
                country: `c-${stage}`,
            })
        ).id === made.author,
        "another id",
    );
});
await operation("create an item", async () =>
    isId((made.other = (await create("authors", { name: "other" })).id)),
);
await operation("create items that relate to their own kind", async () => {
    made.category = (await create("categories", { name: stage })).id;
    made.child = (await create("categories", { name: "child", parent: made.category })).id;
    must(
        (await get(`/categories/${made.child}?depth=1`)).parent.id === made.category,
        "another parent",
    );
});
await operation("create items with relations", async () => {
    made.posts = [];
    for (let n = 0; n < 12; ++n)
        made.posts.push(
            (
                await create("posts", {
                    title: `post ${n}`,
                    slug: `${stage}-${n}`,
                    author: n % 2 ? made.author : made.other,
                    categories: [made.child, made.category],
                    _status: "published",
                })
            ).id,
        );
    made.posts.forEach(isId);
    made.post = made.posts[1];
});
await operation("relate to several kinds", async () => {
    const post = await update(`/posts/${made.post}?depth=0`, {
        subject: { relationTo: "authors", value: made.other },
        mentions: [
            { relationTo: "posts", value: made.posts[0] },
            { relationTo: "authors", value: made.author },
        ],
    });
    must(post.subject.value === made.other && post.mentions[1].value === made.author, "others");
});
await operation("arrays, blocks and groups", async () => {
    const post = await update(`/posts/${made.post}?depth=0`, {
        links: [
            { label: "a", target: made.posts[2] },
            { label: "b", target: made.posts[3] },
        ],
        layout: [
            { blockType: "quote", text: "x", by: made.author },
            { blockType: "list", entries: made.posts.slice(4, 7) },
        ],
        meta: { reviewer: made.user, data: { first: made.posts[0] } },
    });
    must(
        post.links[1].target === made.posts[3] &&
            post.layout[1].entries.join() === made.posts.slice(4, 7).join(),
        "others",
    );
    must(
        post.meta.reviewer === made.user && post.meta.data.first === made.posts[0],
        "another reviewer",
    );
});
await operation("write another language", async () => {
    await update(`/posts/${made.post}?locale=de`, { title: "deutsch" });
    must((await get(`/posts/${made.post}?locale=all`)).title.de === "deutsch", "not there");
});

await operation("read an item by id", async () =>
    must((await get(`/posts/${made.post}`)).id === made.post, "another id"),
);
await operation("read an item with what it relates to", async () => {
    const post = await get(`/posts/${made.post}?depth=2`);
    must(
        post.author.id === made.author &&
            post.author.country.id === `c-${stage}` &&
            post.categories[0].parent.id === made.category,
        "others",
    );
    must(
        post.subject.value.id === made.other &&
            post.mentions[0].value.id === made.posts[0] &&
            post.layout[0].by.id === made.author,
        "others",
    );
});
await operation("find items by id", async () =>
    must((await find(`/posts?${where("id", "equals", made.post)}`)).length === 1, "not found"),
);
await operation("find items by what is like their id", async () =>
    must((await find(`/posts?${where("id", "like", made.post)}`)).length === 1, "not found"),
);
await operation("find no items by what is no id", async () =>
    must((await find(`/posts?${where("id", "equals", "nothing")}`)).length === 0, "found"),
);
await operation("find items by a list of ids", async () =>
    must(
        (await find(`/posts?${where("id", "in", made.posts.join())}&limit=0`)).length === 12,
        "not all",
    ),
);
await operation("find items by a relation", async () =>
    must((await find(`/posts?${where("author", "equals", made.author)}`)).length === 6, "not all"),
);
await operation("find items by a list of relations", async () =>
    must(
        (await find(`/posts?${where("author", "in", `${made.author},${made.other}`)}&limit=0`))
            .length === 12,
        "not all",
    ),
);
await operation("find items by a field of a relation", async () =>
    must(
        (
            await find(
                `/posts?${where("author.name", "equals", `author ${stage}`)}&${where("author.country", "equals", `c-${stage}`)}`,
            )
        ).length === 6,
        "not all",
    ),
);
await operation("find items by one of many relations", async () =>
    must(
        (await find(`/posts?${where("categories", "in", made.child)}&limit=0`)).length === 12,
        "not all",
    ),
);
await operation("find items by a relation of a relation", async () =>
    must(
        (await find(`/posts?${where("categories.parent", "equals", made.category)}&limit=0`))
            .length === 12,
        "not all",
    ),
);
await operation("find items by a relation of several kinds", async () =>
    must(
        (await find(`/posts?${where("subject.value", "equals", made.other)}`)).length === 1,
        "not found",
    ),
);
await operation("find items by many relations of several kinds", async () =>
    must(
        (await find(`/posts?${where("mentions.value", "equals", made.author)}`)).length === 1,
        "not found",
    ),
);
await operation("find items by a relation in an array", async () =>
    must(
        (await find(`/posts?${where("links.target", "equals", made.posts[3])}`)).length === 1,
        "not found",
    ),
);
await operation("find items by a relation in a group", async () =>
    must(
        (await find(`/posts?${where("meta.reviewer", "equals", made.user)}`)).length === 1,
        "not found",
    ),
);
await operation("find items by an id in JSON", async () =>
    must(
        (await find(`/posts?${where("meta.data.first", "equals", made.posts[0])}`)).length === 1,
        "not found",
    ),
);
await operation("find items without a relation", async () =>
    must(
        (
            await find(
                `/posts?${where("picture", "exists", false)}&${where("author", "equals", made.author)}`,
            )
        ).length === 6,
        "not all",
    ),
);
await operation("count", async () =>
    must(
        (await get(`/posts/count?${where("author", "not_equals", made.author)}`)).totalDocs >= 6,
        "not all",
    ),
);
await operation("sort and page", async () => {
    const ids = (await find("/posts?sort=id&limit=50&page=1&depth=0")).map((p) => p.id);
    must(ids.join() === [...ids].sort().join(), "not sorted");
});
await operation("sort by a field of a relation", async () =>
    must(
        (await find(`/posts?sort=author.name&${where("id", "in", made.posts.join())}&limit=3`))[0]
            .author.id === made.author,
        "not sorted",
    ),
);
await operation("choose fields", async () =>
    must(
        (await get(`/posts/${made.post}?select[author]=true&populate[authors][name]=true`)).author
            .id === made.author,
        "another",
    ),
);
await operation("what relates to an item", async () => {
    must(
        (await get(`/authors/${made.author}?joins[posts][limit]=0`)).posts.docs.length === 6,
        "not all of the author",
    );
    must(
        (await get(`/categories/${made.child}?depth=0&joins[posts][sort]=slug`)).posts.docs.every(
            (p) => made.posts.includes(idOf(p)),
        ),
        "others of the category",
    );
});
await operation("distinct values of a relation", async () =>
    must(
        (await get("/distinct")).values.some((v) => idOf(v.author) === made.author),
        "not there",
    ),
);

await operation("change an item", async () =>
    must(
        (await update(`/posts/${made.post}?depth=0`, { author: made.other })).author === made.other,
        "not changed",
    ),
);
await operation("change items by their ids", async () =>
    must(
        (
            await update(`/posts?${where("id", "in", made.posts.slice(0, 3).join())}`, {
                author: made.author,
            })
        ).length === 3,
        "not all",
    ),
);
await operation("change items by a relation", async () =>
    must(
        (
            await update(`/posts?${where("author", "equals", made.other)}`, {
                meta: { reviewer: made.admin },
            })
        ).length > 0,
        "none",
    ),
);
await operation("save a draft", async () => {
    await update(`/posts/${made.post}?draft=true`, { title: "draft", author: made.other });
    must(
        (await get(`/posts/${made.post}?draft=true&depth=0`)).author === made.other &&
            (await get(`/posts/${made.post}?depth=0`)).author === made.author,
        "another author",
    );
});
await operation("list the versions of an item", async () => {
    made.versions = await find(
        `/posts/versions?${where("parent", "equals", made.post)}&depth=0&sort=updatedAt`,
    );
    made.versions.forEach((v) => isId(v.id));
    must(made.versions.length > 2 && made.versions[0].parent === made.post, "none");
});
await operation("read a version", async () =>
    must(
        (await get(`/posts/versions/${made.versions[0].id}?depth=1`)).version.author.id,
        "no author",
    ),
);
await operation("go back to a version", async () =>
    must(
        (await call("POST", `/posts/versions/${made.versions[0].id}`)).id === made.post,
        "another",
    ),
);
await operation("find versions by a relation", async () =>
    must(
        (await find(`/posts/versions?${where("version.author", "equals", made.other)}&limit=1`))
            .length === 1,
        "none",
    ),
);
await operation("copy an item", async () => {
    const copy = await call("POST", `/posts/${made.posts[5]}/duplicate`, { slug: `${stage}-copy` });
    isId(copy.doc.id);
    must(idOf(copy.doc.author) === made.author, "another author");
});
await operation("upload a file", async () => {
    const form = new FormData();
    form.append("_payload", JSON.stringify({ alt: stage, owner: made.user }));
    form.append("file", new Blob([`contents of ${stage}`], { type: "text/plain" }), `${stage}.txt`);
    made.file = (await create("media", form)).id;
    isId(made.file);
    must(
        (await update(`/posts/${made.post}?depth=1`, { picture: made.file })).picture.owner,
        "no owner",
    );
});
await operation("download it", async () => {
    const response = await fetch(url + (await get(`/media/${made.file}`)).url, { headers });
    must((await response.text()) === `contents of ${stage}`, `${response.status}`);
});
await operation("write a global", async () => {
    const { result } = await call("POST", "/globals/settings?depth=0", {
        title: stage,
        home: made.post,
        menu: made.posts.slice(0, 2),
    });
    must(result.home === made.post && result.menu.length === 2, "others");
});
await operation("read a global and its versions", async () => {
    must((await get("/globals/settings?depth=1")).home.id === made.post, "another");
    must(
        (await find("/globals/settings/versions?limit=1&depth=0")).every(
            (v) => v.version.home === made.post,
        ),
        "another",
    );
});
await operation("lock an item", async () => {
    const lock = await create("payload-locked-documents", {
        document: { relationTo: "posts", value: made.post },
        user: { relationTo: "users", value: made.admin },
    });
    isId(lock.id);
    must(
        (await find(`/payload-locked-documents?${where("document.value", "equals", made.post)}`))
            .length === 1,
        "not found",
    );
    await remove(`/payload-locked-documents/${lock.id}`);
});
await operation("queue and run a job", async () => {
    isId((await call("POST", "/queue", { post: made.posts[4] })).id);
    await get("/payload-jobs/run");
    must((await get(`/posts/${made.posts[4]}`)).meta.data.touched, "it did not run");
});
await operation("use the collection that the newest migration added", async () => {
    const review = await create(`reviews_${stage}?depth=1`, {
        text: "of a post from before",
        post: (state.posts ?? made.posts)[1],
        authors: [made.author],
    });
    must(review.post.slug && review.authors[0].id === made.author, "not related");
    must(
        (await find(`/reviews_${stage}?${where("post.author", "exists", true)}`)).length === 1,
        "not found",
    );
});
await operation("what an earlier stage has made", async () => {
    if (!state.post) return;
    must((await get(`/posts/${state.post}?depth=1`)).picture.id === state.file, "another file");
    must((await get(`/users/${state.user}`)).id === state.user, "another user");
    must(
        (await find(`/posts?${where("author", "equals", state.author)}&limit=0`)).length >= 6,
        "not all",
    );
});
await operation("put an item into the trash", async () => {
    await update(`/authors/${made.other}`, { deletedAt: new Date().toISOString() });
    must((await find(`/authors?${where("id", "equals", made.other)}`)).length === 0, "still there");
    must(
        (await find(`/authors?trash=true&${where("id", "equals", made.other)}`)).length === 1,
        "gone",
    );
});
await operation("delete an item", () => remove(`/posts/${made.posts[11]}`));
await operation("delete items by their ids", async () =>
    must(
        (await remove(`/posts?${where("id", "in", made.posts.slice(8, 10).join())}`)).docs
            .length === 2,
        "not all",
    ),
);
await operation("delete what others relate to", async () => {
    await remove(`/authors/${made.other}?trash=true`);
    must(
        (await find(`/posts?${where("author", "equals", made.other)}`)).length === 0,
        "still related",
    );
});
await operation("log out", () => call("POST", "/users/logout"));
remember(made);
