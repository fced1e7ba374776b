// The page "What is this id?".  inspect.cpp, compiled to WebAssembly, reads the id; this shows what
// it says. The module is gzipped and in base 64, put here by scripts/site, so that the page also
// works from a file.
(async () => {
    "use strict";
    const packed = new Blob([Uint8Array.from(atob("@WASM@"), (c) => c.charCodeAt(0))]);
    const bytes = await new Response(
        packed.stream().pipeThrough(new DecompressionStream("gzip")),
    ).arrayBuffer();
    const { exports: codec } = (await WebAssembly.instantiate(bytes, {})).instance;

    function inspect(text) {
        const bytes = new TextEncoder().encode(text);
        if (bytes.length > codec.input_size()) return [];
        new Uint8Array(codec.memory.buffer).set(bytes, codec.input());
        const size = codec.inspect_id(bytes.length);
        return JSON.parse(
            new TextDecoder().decode(new Uint8Array(codec.memory.buffer, codec.output(), size)),
        );
    }

    // How the characters of a text cover the bits of its value: bits of a character, and constant
    // bits before the first one.
    const characters = {
        uuid: { bits: 4, lead: 0 },
        typeid: { bits: 5, lead: 2 },
        ulid: { bits: 5, lead: 2 },
        base64uuid: { bits: 6, lead: 4 },
        baseuid: { bits: 6, lead: 0 },
    };

    function element(name, properties, ...children) {
        const e = Object.assign(document.createElement(name), properties);
        e.append(...children);
        return e;
    }

    // A text with its characters in the colours of the fields; one colour where characters and
    // fields do not meet.
    function coloured(system, text, reading) {
        const code = element("code", { className: "id-text" });
        const of = system === "baseuid" && reading.system !== "baseuid" ? null : characters[system];
        if (!of || (reading.system === "baseuid" && system !== "baseuid")) {
            code.append(text);
            return code;
        }
        let at = -of.lead;
        const end = text.length;
        let begin = 0;
        if (system === "typeid" && end > 26) {
            begin = end - 26;
            code.append(element("span", { className: "k-type" }, text.slice(0, begin)));
        }
        for (let i = begin; i < end; ++i) {
            if (system === "uuid" && text[i] === "-") {
                code.append("-");
                continue;
            }
            const middle = at + of.bits / 2;
            let from = 0,
                kind = "fixed";
            for (const f of reading.fields) {
                if (middle >= from && middle < from + f.bits) kind = f.kind;
                from += f.bits;
            }
            code.append(element("span", { className: "k-" + kind }, text[i]));
            at += of.bits;
        }
        return code;
    }

    function time(us) {
        const ms = BigInt(us) / 1000n - (BigInt(us) % 1000n < 0n ? 1n : 0n);
        const date = new Date(Number(ms));
        if (Number.isNaN(date.getTime())) return null;
        return element(
            "time",
            { dateTime: date.toISOString() },
            date.toISOString().replace("T", " ").replace("Z", " UTC"),
        );
    }

    function table(rows) {
        const t = element("table", {});
        for (const [name, value] of rows)
            t.append(
                element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)),
            );
        return t;
    }

    // A time that no clock has reached yet is not the time at which an id was generated.
    function madeAt(us) {
        const shown = time(us);
        if (!shown) return "out of range";
        return Number(BigInt(us) / 1000n) > Date.now() + 864e5
            ? element("span", {}, shown, ": in the future, so these bits are hardly a time")
            : shown;
    }

    // What a column for such ids is.
    function column(reading) {
        const code = (text) => element("code", {}, text);
        if (reading.system === "uuid")
            return element(
                "span",
                {},
                code("uuid"),
                ", or ",
                code("base62id"),
                " for a shorter text",
            );
        if (!reading.prefix) return code(reading.system);
        return reading.system === "typeid"
            ? element("span", {}, "an id type, or ", code("typeid"))
            : element(
                  "span",
                  {},
                  "an id type of notation ",
                  code(reading.system.replace("prefixed ", "")),
              );
    }

    // What is wrong with a text that is nearly an id.
    function whatIsLeft(nearest) {
        if (nearest.fault) return [`This is not a ${nearest.nearest}: ${nearest.fault}.`];
        if (nearest.cut_off && nearest.made)
            return [
                "The first characters of an id that was generated between ",
                time(nearest.made),
                " and ",
                time(nearest.last),
                ".",
            ];
        return [`A ${nearest.nearest} with ${nearest.have} of ${nearest.want} characters.`];
    }

    // What is left of an id, or has a character too many.
    function showNearest(nearest) {
        const section = element(
            "section",
            { className: "id-nearest" },
            element("h3", {}, nearest.nearest),
            element("p", {}, ...whatIsLeft(nearest)),
        );
        section.dataset.nearest = nearest.nearest;
        return section;
    }

    function bits(fields) {
        const bar = element("div", { className: "id-bar" }),
            legend = element("ul", { className: "id-legend" });
        for (const f of fields) {
            bar.append(
                element("span", {
                    className: "k-" + f.kind,
                    style: `flex-grow:${f.bits}`,
                    title: `${f.name}, ${f.bits} bits`,
                }),
            );
            legend.append(
                element(
                    "li",
                    {},
                    element("span", { className: "id-key k-" + f.kind }),
                    `${f.name}, ${f.bits} bits: `,
                    element("code", {}, "0x" + f.value),
                ),
            );
        }
        return [bar, legend];
    }

    function show(reading) {
        const code = (text) => element("code", {}, text);
        const rows = [];
        if (reading.read_as) rows.push(["read as", code(reading.read_as)]);
        if (reading.prefix) rows.push(["type prefix", code(reading.prefix)]);
        if (reading.made) rows.push(["generated", madeAt(reading.made)]);
        if (reading.about) rows.push(["what", reading.about]);
        if (reading.foreign) {
            rows.push(["keep it as", code(reading.keep_as)]);
            const section = element(
                "section",
                { className: "id-foreign" },
                element("h3", {}, reading.foreign),
                table(rows),
            );
            section.dataset.foreign = reading.foreign;
            if (reading.made) section.dataset.made = reading.made;
            return section;
        }
        rows.push(["column type", column(reading)]);
        const title = reading.profile ? `uid11, as ${reading.profile}` : reading.system;
        const texts = Object.entries(reading.texts).map(([system, text]) => [
            system,
            coloured(system, text, reading),
        ]);
        const section = element(
            "section",
            {},
            element("h3", {}, title),
            table(rows),
            ...bits(reading.fields),
            element("p", {}, "The same value, as other systems write it:"),
            table(texts),
        );
        for (const name of [
            "system",
            "profile",
            "prefix",
            "uuid",
            "version",
            "made",
            "number",
            "read_as",
        ])
            if (reading[name] !== undefined)
                section.dataset[name.replace("_as", "As")] = reading[name];
        return section;
    }

    const input = document.getElementById("id-text"),
        readings = document.getElementById("id-readings");
    function update() {
        const text = input.value,
            found = text.trim() === "" ? [] : inspect(text);
        const ours = found.filter((r) => r.system),
            others = found.filter((r) => r.foreign),
            near = found.filter((r) => r.nearest);
        readings.replaceChildren(...ours.map(show), ...near.map(showNearest));
        if (others.length)
            readings.append(
                element(
                    "p",
                    {},
                    ours.length
                        ? "It also looks like an id of another system:"
                        : "It is not an id of this extension. It looks like:",
                ),
                ...others.map(show),
            );
        else if (text.trim() !== "" && !ours.length && !near.length)
            readings.append(
                element(
                    "p",
                    {},
                    "This text is not an id that this page knows. Check whether a character is missing, or has another case.",
                ),
            );
        readings.dataset.of = text;
    }
    input.addEventListener("input", update);
    for (const button of document.querySelectorAll(".inspector button"))
        button.addEventListener("click", () => {
            input.value = button.textContent;
            update();
        });
    if (location.hash.length > 1) input.value = decodeURIComponent(location.hash.slice(1));
    else if (input.closest(".front")) input.value = input.placeholder; // the first page shows at once what it can do
    update();
})();
