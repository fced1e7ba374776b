// The site in a browser: site.mjs SITE TOP.  Prints TAP.  BASE62ID_SHOTS names a directory for
// screenshots.
import {
    createReadStream,
    existsSync,
    mkdirSync,
    readFileSync,
    readdirSync,
    statSync,
} from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const [site, top] = process.argv.slice(2);
const shots = process.env.BASE62ID_SHOTS;
let failed = 0;
function result(title, ...wrong) {
    if (wrong.length) ++failed;
    console.log(`${wrong.length ? "not " : ""}ok - ${title}`);
    for (const line of wrong.slice(0, 20)) console.log(`#   ${line}`);
}

const types = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".png": "image/png",
};
const server = createServer((request, response) => {
    const file = join(site, decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(
        /\/$/,
        "/index.html",
    );
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ],
});
const complaints = [],
    strangers = [];
async function open(path, options = {}) {
    const page = await (
        await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    ).newPage();
    if (!path.startsWith("file:")) {
        // there the theme's search has no server to fetch its index from
        page.on("console", (m) => m.type() === "error" && complaints.push(`${path}: ${m.text()}`));
        page.on("pageerror", (e) => complaints.push(`${path}: ${e.message}`));
    }
    page.on(
        "request",
        (r) =>
            r.url().startsWith(origin) ||
            /^(data|blob|file):/.test(r.url()) ||
            strangers.push(`${path}: ${r.url()}`),
    );
    await page.goto(path.includes("://") ? path : `${origin}/${path}`, { waitUntil: "load" });
    return page;
}
async function shoot(page, name) {
    if (!shots) return;
    mkdirSync(shots, { recursive: true });
    await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

// --- what is this id? ---

// The readings of a text: [system, [field values as bits], {system: text}].
async function readings(page, text) {
    await page.fill("#id-text", text);
    await page.waitForFunction(
        (t) => document.getElementById("id-readings").dataset.of === t,
        text,
    );
    return page.$$eval("#id-readings section", (sections) =>
        sections.map((s) => ({
            ...s.dataset,
            prefix: s.dataset.prefix ?? "",
            bits: [...s.querySelectorAll(".id-legend li")]
                .map((li) =>
                    BigInt(li.querySelector("code").textContent)
                        .toString(2)
                        .padStart(Number(/(\d+) bits/.exec(li.textContent)[1]), "0"),
                )
                .join(""),
            texts: Object.fromEntries(
                [...s.querySelectorAll("table:last-of-type tr")].map((r) => [
                    r.cells[0].textContent,
                    r.cells[1].textContent,
                ]),
            ),
        })),
    );
}

const golden = readFileSync(join(top, "test/golden/values.tsv"), "utf8")
    .split("\n")
    .filter((l) => l && !l.startsWith("#"))
    .map((l) => l.split("\t"));
{
    const page = await open("inspect.html");
    await page.waitForFunction(
        () => document.getElementById("id-readings").dataset.of !== undefined,
    );
    const wrong = [];
    for (const [type, text, wire] of golden) {
        const octets = type === "typeid" ? wire.slice(-32) : wire;
        const bits = BigInt("0x" + octets)
            .toString(2)
            .padStart(octets.length * 4, "0");
        const prefix = type === "typeid" ? Buffer.from(wire.slice(0, -32), "hex").toString() : "";
        const found = (await readings(page, text)).filter(
            (r) => r.system === type && (r.profile ?? "xid") === "xid",
        );
        if (
            found.length !== 1 ||
            found[0].bits !== bits ||
            found[0].prefix !== prefix ||
            found[0].texts[type] !== text
        )
            wrong.push(`${type} ${text}: ${JSON.stringify(found)}`);
        // What the page shows as the same value in another text is read as that value.
        for (const [system, other] of Object.entries(found[0]?.texts ?? {}))
            if (
                found[0].uuid &&
                !(await readings(page, other)).some(
                    (r) => r.system === system && r.uuid === found[0].uuid,
                )
            )
                wrong.push(`${text}: ${system} ${other}`);
    }
    result(
        `all ${golden.length} golden values through the page, and the other texts of each`,
        ...wrong,
    );
    const none = [];
    for (const text of ["non-sense", "x".repeat(200), "<b>", "é"])
        if (
            (await readings(page, text)).length ||
            !(await page.textContent("#id-readings")).includes("is not an id that this page knows")
        )
            none.push(text);
    result("texts that are no ids have no reading", ...none);

    // The first section of a system is the row that base62id_inspect has for it; blanks around an
    // id are the page's own affair.
    const listed = readFileSync(join(top, "test/lib/inspected.tsv"), "utf8")
        .split("\n")
        .filter((l) => l && !l.startsWith("#"))
        .map((l) => l.split("\t"));
    const unlike = [];
    for (const [text, rows] of listed) {
        const seen = new Set(),
            got = [];
        for (const r of await readings(page, text)) {
            if (!r.system || seen.has(r.system)) continue;
            seen.add(r.system);
            got.push(
                [r.system, r.prefix, r.uuid, r.version, r.made, r.number, r.readAs]
                    .map((x) => x ?? "")
                    .join("|"),
            );
        }
        if (got.join(";") !== rows) unlike.push(`${text}: ${got.join(";")} is not ${rows}`);
    }
    result(`${listed.length} texts give the rows of base62id_inspect`, ...unlike);

    const strange = [];
    for (const [text, name, time] of [
        ["V1StGXR8_Z5jdHi6B-myT", "NanoID", ""],
        ["tz4a98xxat96iws9zmbrgj3a", "CUID2", ""],
        ["cjld2cjxh0000qzrmn831i7rn", "CUID", "2018-08-28 01:59:12.101"],
        ["0ujtsYcgvSTl8PAuAdqWYSMnLOv", "KSUID", "2017-10-10 04:00:47"],
        ["1541815603606036480", "Snowflake of X", "2022-06-28 16:07:40.105"],
        ["175928847299117063", "Snowflake of Discord", "2016-04-30 11:18:25.796"],
        ["507f1f77bcf86cd799439011", "MongoDB ObjectId", "2012-10-17 21:13:27"],
        ["507F1F77BCF86CD799439011", "MongoDB ObjectId", "2012-10-17 21:13:27"],
        ["0ARYZVZXW377R", "TSID", "2022-12-07 18:43:30.927"],
        ["pi_3MtwBwLkdIwHu7ix28a3tqPa", "Stripe id", ""],
        ["sk_test_51MtwBwLkdIwHu7ix", "Stripe id", ""],
        ["tkt_51MtwBwLkdIwHu7ixA", "another system's prefixed id, as Stripe's", ""],
        ["9m4e2mr0ui3e8a215n4g", "xid of github.com/rs/xid", "2011-03-22 17:50:19"],
        ["42", "bigint", ""],
        ["UkLWZg9DAJ", "Hashids or Sqids, perhaps", ""],
    ]) {
        const found = (await readings(page, text)).find((r) => r.foreign === name);
        const made = found?.made
            ? new Date(Number(found.made) / 1000).toISOString().replace("T", " ")
            : "";
        if (!found || !made.startsWith(time) || (time === "") !== (made === ""))
            strange.push(`${text}: ${name} ${made}`);
    }
    result("ids of other systems have a name, and a time where they hold one", ...strange);
    // The box is of one line: a browser leaves line ends out.
    const characters = {
        LF: "",
        CR: "",
        TAB: "\t",
        NBSP: "\u00a0",
        ZWSP: "\u200b",
        SHY: "\u00ad",
        BOM: "\ufeff",
    };
    const spelled = (text) => text.replace(/<([A-Z]+)>/g, (name, c) => characters[c] ?? name);
    const pastes = readFileSync(join(top, "test/lib/pasted.tsv"), "utf8")
        .split("\n")
        .filter((l) => l && !l.startsWith("#"))
        .map((l) => l.split("\t"));
    const unlikePastes = [];
    for (const [text, , found, fault] of pastes) {
        const shown = await readings(page, spelled(text));
        const said = await page.textContent("#id-readings");
        const names = shown.map((r) => r.system ?? r.foreign).filter((name) => name);
        const refused = text.trim() === "" || said.includes("is not an id that this page knows");
        if (
            !names.every((name) => found.includes(`${name} `)) ||
            !said.includes(fault) ||
            (found === "" && !refused)
        )
            unlikePastes.push(`${text}: ${said}`);
    }
    result(`${pastes.length} pastes are read, or refused with what is wrong`, ...unlikePastes);
    const near = [];
    for (const [text, says] of [
        ["user_01h455vb4pex5vsknk084sn02", "A TypeID with 25 of 26 characters."],
        [
            "user_01h4",
            "The first characters of an id that was generated between 2023-06-28 03:15:47.328 UTC and",
        ],
    ]) {
        await readings(page, text);
        const shown = await page.textContent("#id-readings");
        if (!shown.includes(says)) near.push(`${text}: ${shown}`);
    }
    result("what is left of an id", ...near);
    result(
        "a number under a type prefix, which may be masked, shows no date",
        ...(await readings(page, "inv_akhr4rUHKHK")).filter((r) => r.made).map((r) => r.profile),
    );
    await page.fill("#id-text", "user_01h455vb4pex5vsknk084sn02q");
    result(
        "the time of an id",
        ...((await page.textContent("#id-readings time")) === "2023-06-30 03:34:18.518 UTC"
            ? []
            : [await page.textContent("#id-readings")]),
    );
    await page.setViewportSize({ width: 390, height: 800 });
    result(
        "no id is cut on a small screen",
        ...(await page.$$eval(".inspector table", (all) =>
            all.filter((t) => t.scrollWidth > t.clientWidth + 1).map((t) => t.textContent),
        )),
    );
    await page.setViewportSize({ width: 1280, height: 900 });
    await shoot(page, "inspect-wide");
    const inspector = statSync(join(site, "assets/inspect.js")).size;
    result(
        `the inspector has ${inspector} bytes`,
        ...(inspector < 100_000 ? [] : ["more than 100 KB"]),
    );
}
{
    const page = await open("inspect.html");
    // The codecs are compiled after the page has loaded.
    await page.waitForFunction(
        () => document.getElementById("id-readings").dataset.of !== undefined,
    );
    const systems = () =>
        page.$$eval("#id-readings section", (s) => s.map((x) => x.dataset.system).join());
    const shown = async (wanted) => {
        for (let i = 0; i < 200 && (await systems()) !== wanted; ++i)
            await page.waitForTimeout(100);
        return systems();
    };
    for (
        let i = 0;
        i < 200 && !(await page.evaluate(() => document.activeElement.id === "id-text"));
        ++i
    )
        await page.keyboard.press("Tab");
    await page.keyboard.type("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    const typed = await shown("ulid");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const pressed = await shown("typeid");
    result(
        "by keyboard alone",
        ...(typed === "ulid" && pressed === "typeid" ? [] : [`${typed}, then ${pressed}`]),
    );
}
{
    const page = await open(`file://${site}/inspect.html#G8YOG5efuH94ezE3H5aIvQ`);
    await page.waitForSelector("#id-readings section");
    result(
        "from a file, without a server",
        ...((await page.textContent("#id-readings")).includes(
            "123e4567-e89b-12d3-a456-426614174000",
        )
            ? []
            : ["no uuid"]),
    );
}

// --- every page ---

// A page that was renamed: its place has a redirect.
function leadsElsewhere(path) {
    return readFileSync(join(site, path), "utf8").includes('http-equiv="refresh"');
}

function pages(under = "") {
    return readdirSync(join(site, under), { withFileTypes: true }).flatMap((e) =>
        e.isDirectory()
            ? e.name === "assets" || e.name === "files"
                ? []
                : pages(`${under}${e.name}/`)
            : e.name.endsWith(".html") && !leadsElsewhere(under + e.name)
              ? [under + e.name]
              : [],
    );
}
{
    const page = await open("index.html", { viewport: { width: 390, height: 800 } });
    const seen = new Map(),
        links = [],
        wide = [],
        cut = [],
        covered = [];
    for (const path of pages().filter((p) => p !== "404.html")) {
        await page.goto(`${origin}/${path}`);
        seen.set(path, new Set(await page.$$eval("[id]", (all) => all.map((e) => e.id))));
        for (const href of await page.$$eval("a[href], img[src], script[src], link[href]", (all) =>
            all.map((e) => e.href || e.src),
        ))
            links.push([path, href]);
        for (const width of [768, 1280, 390]) {
            await page.setViewportSize({ width, height: 800 });
            // At 1280 the theme's drawer has not left yet.
            const over = await page.evaluate(
                () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            );
            if (over > 0 && width < 400) wide.push(`${path}: ${over} pixels`);
            const hidden = await page.$$eval(
                "pre > code",
                (all) =>
                    all.filter((e) => {
                        const { overflowX, whiteSpace } = getComputedStyle(e);
                        const wider = e.scrollWidth > e.clientWidth + 1;
                        return whiteSpace !== "pre" || (wider && overflowX !== "auto");
                    }).length,
            );
            if (hidden) cut.push(`${path} at ${width}: ${hidden} blocks`);
            const behind = await page.$$eval(
                ".md-clipboard",
                (all) =>
                    all.filter((button) => {
                        const place = button.getBoundingClientRect(),
                            word = document.createRange(),
                            code = button.closest("pre").querySelector("code"),
                            end = code.getBoundingClientRect().right; // what is further right is scrolled
                        const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT); // blanks may hang beyond the end of a line
                        while (place.width && texts.nextNode()) {
                            for (const {
                                index,
                                0: { length },
                            } of texts.currentNode.data.matchAll(/\S+/g)) {
                                word.setStart(texts.currentNode, index);
                                word.setEnd(texts.currentNode, index + length);
                                if (
                                    [...word.getClientRects()].some(
                                        (r) =>
                                            r.left < end &&
                                            Math.min(r.right, end) > place.left &&
                                            r.left < place.right &&
                                            r.bottom > place.top &&
                                            r.top < place.bottom,
                                    )
                                )
                                    return true;
                            }
                        }
                        return false;
                    }).length,
            );
            if (behind) covered.push(`${path} at ${width}: ${behind} blocks`);
        }
    }
    result("no page is wider than a small screen", ...wide);
    result("code keeps its columns, and scrolls where it is wider than the screen", ...cut);
    result("no button covers code", ...covered);
    const broken = new Set();
    for (const [path, href] of links) {
        const url = new URL(href);
        if (url.origin !== origin) continue;
        const file = decodeURIComponent(url.pathname.slice(1))
            .replace(/\/$|^$/, "$&index.html")
            .replace(/^\//, "");
        const anchor = decodeURIComponent(url.hash.slice(1));
        if (
            !existsSync(join(site, file)) ||
            (anchor && seen.has(file) && !seen.get(file).has(anchor))
        )
            broken.add(`${path}: ${href.slice(origin.length)}`);
    }
    result(`${links.length} links lead somewhere`, ...broken);
}
if (shots) {
    for (const width of [390, 768, 1280]) {
        for (const colorScheme of ["light", "dark"]) {
            const page = await open("index.html", {
                viewport: { width, height: 900 },
                colorScheme,
            });
            for (const path of pages().filter((p) => p !== "404.html")) {
                await page.goto(
                    `${origin}/${path}${path === "inspect.html" ? "#user_01h455vb4pex5vsknk084sn02q" : ""}`,
                );
                await shoot(
                    page,
                    `${path.replace(/\.html$/, "").replaceAll("/", "-")}-${width}-${colorScheme}`,
                );
            }
        }
    }
}
{
    const page = await open("tutorial.html", { colorScheme: "dark" });
    const scheme = await page.getAttribute("body", "data-md-color-scheme");
    result("dark where the reader's system is dark", ...(scheme === "slate" ? [] : [scheme]));
    const light = await open("tutorial.html");
    await light.goto(`${origin}/index.html`);
    await light.keyboard.press("/");
    await light.waitForFunction(() => document.activeElement.matches(".md-search__input"));
    await light.keyboard.type("skip support");
    await light.waitForSelector(".md-search-result__item", { timeout: 120000 }).catch(() => {});
    result(
        "search finds pages",
        ...((await light.$$(".md-search-result__item")).length ? [] : ["nothing"]),
    );
}

// --- try it ---

if (existsSync(join(site, "try.html"))) {
    const page = await open("tutorial.html", { viewport: { width: 400, height: 800 } });
    let load;
    const mayLoad = new Promise((resolve) => (load = resolve));
    await page.route("**/*.wasm", async (route) => {
        await mayLoad;
        await route.continue();
    });
    await page.goto(`${origin}/try.html`);
    const loading = await page.textContent("#try-run");
    load();
    result(
        "the button says that PostgreSQL is loading",
        ...(/Loading PostgreSQL/.test(loading) ? [] : [loading]),
    );
    await page.waitForFunction(
        () =>
            !document.getElementById("try-run").disabled ||
            /does not start/.test(document.getElementById("try-state").textContent),
        undefined,
        { timeout: 120000 },
    );
    const ran = async () => {
        const sql = await page.inputValue("#try-sql");
        await page.waitForFunction(
            (s) => document.getElementById("try-result").dataset.ran === s,
            sql,
        );
        return page.textContent("#try-result");
    };
    result(
        "a PostgreSQL starts in the page",
        ...(/is ready/.test(await page.textContent("#try-state"))
            ? []
            : [await page.textContent("#try-state")]),
    );
    const ready = await page.textContent("#try-run");
    result("... and then what it does", ...(ready === "Run" ? [] : [ready]));
    await page.focus("#try-sql");
    await page.keyboard.press("Control+Enter");
    const made = await ran();
    result(
        "the tutorial's tables, by Ctrl+Enter",
        ...(/installed already.*user_id.*order_id.*Done\.Done\./.test(made) ? [] : [made]),
    );
    const buttons = await page.$$("#try-more button"),
        answers = [];
    for (const button of buttons) {
        await button.click();
        answers.push(await ran());
    }
    const wanted = [
        /user_[0-9a-z]{26}Barbara.*order_[0-9a-z]{26}user_[0-9a-z]{26}/,
        /Barbara.*Barbara/,
        /Barbaratrue.*sometrue/,
        /ERROR: {2}operator does not exist: user_id = order_id/,
        /ERROR.*value for domain user_id violates check constraint/,
        /order1user1/,
        /base62id_encode.*[F-N][0-9A-Za-z]{21}/,
    ];
    result(
        "the steps of the tutorial",
        ...(answers.length === wanted.length ? [] : [`${answers.length} steps`]),
        ...answers.filter((a, i) => !wanted[i]?.test(a)),
    );
    await page.fill("#try-sql", "SELECT 1 AS id, 2 AS id");
    await page.click("#try-run");
    const twice = await ran();
    await page.fill("#try-sql", "SELECT typeid_generate('User')");
    await page.click("#try-run");
    const hinted = await ran();
    result(
        "two columns of one name, and the DETAIL or HINT of an error",
        ...(twice === "idid12" ? [] : [twice]),
        ...(/ERROR:.*\n(DETAIL|HINT):/.test(hinted) ? [] : [hinted]),
    );
    await shoot(page, "try-narrow");
}

result("no error in the console", ...complaints);
result("no request to another host", ...strangers);
await browser.close();
server.close();
process.exit(failed ? 1 : 0);
