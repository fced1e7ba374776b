// The page "Try it": PGlite, a PostgreSQL as WebAssembly, with pure-sql/base62id.sql and the id types
// of types.sql.
import { PGlite } from "./pglite/index.js";

const state = document.getElementById("try-state"),
    sql = document.getElementById("try-sql");
const run = document.getElementById("try-run"),
    result = document.getElementById("try-result");

function element(name, ...children) {
    const e = document.createElement(name);
    e.append(...children);
    return e;
}

function text(value) {
    if (value === null) return "NULL";
    if (value instanceof Date) return value.toISOString();
    return typeof value === "object" ? JSON.stringify(value) : String(value);
}

// Rows are arrays: two columns may have one name.
function table({ fields, rows }) {
    const t = element("table", element("tr", ...fields.map((f) => element("th", f.name))));
    for (const row of rows)
        t.append(element("tr", ...row.map((value) => element("td", text(value)))));
    if (!rows.length) t.append(element("tr", element("td", "(0 rows)")));
    return t;
}

// The functions were loaded with the page: whether statements create the extension, and the others.
function withoutExtension(statements) {
    const extension = /^\s*CREATE EXTENSION (IF NOT EXISTS )?base62id;\s*/i;
    return [extension.test(statements), statements.replace(extension, "")];
}

try {
    const db = await PGlite.create();
    for (const file of ["./base62id.sql", "./types.sql"])
        await db.exec(await (await fetch(new URL(file, import.meta.url))).text());
    const { rows } = await db.query("SELECT split_part(version(), ' ', 2) AS version");
    state.textContent = `PostgreSQL ${rows[0].version} is ready.`;
    async function execute() {
        run.disabled = true;
        result.replaceChildren();
        try {
            const [there, statements] = withoutExtension(sql.value);
            if (there) result.append(element("p", "base62id is installed already."));
            for (const one of await db.exec(statements, { rowMode: "array" }))
                result.append(
                    one.fields.length
                        ? table(one)
                        : element(
                              "p",
                              `Done${one.affectedRows ? `, ${one.affectedRows} rows` : ""}.`,
                          ),
                );
        } catch (error) {
            const more = ["detail", "hint"]
                .filter((part) => error[part])
                .map((part) => `\n${part.toUpperCase()}:  ${error[part]}`);
            result.append(element("pre", `ERROR:  ${error.message}${more.join("")}`));
        }
        run.disabled = false;
        result.dataset.ran = sql.value;
    }
    run.addEventListener("click", execute);
    sql.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) execute();
    });
    for (const button of document.querySelectorAll("#try-more button"))
        button.addEventListener("click", async () => {
            sql.value = button.textContent;
            await execute();
            state.parentElement.scrollIntoView(); // the answer is above the steps
        });
    run.disabled = false;
    run.removeAttribute("aria-busy");
    run.textContent = "Run";
} catch (error) {
    run.removeAttribute("aria-busy");
    run.textContent = "Not available";
    state.textContent = `PostgreSQL does not start here: ${error.message}`;
}
