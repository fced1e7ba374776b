#!/usr/bin/env python3
"""Asks the program of a framework the same over columns of domains of pure-sql, of uuid without the extension, where a key alone has moved
to a type with accept_uuid, after base62id-migrate has moved them all, and without the word; what it answers must be the same but for the lines of the page's table. And that
no plan reads a table. STATES has "unmoved" for a tool that changes schemas by itself: without the word over what has not moved.

    stored.py PROGRAM...

The program gets STATE (uuid, moved, typed), reads lines OPERATION TAB ARGUMENT..., and answers "= TAB FIELD..." or "! TAB SQLSTATE TAB
MESSAGE", "?" where its ORM has no such thing, and WITHOUT names that. Lines ok and fail are passed on: its own checks, at "own".
"""
import os
import re
import subprocess
import sys

import typeids

WITHOUT = os.environ.get("WITHOUT", "").split()
server, mine, other, friend = "", *(typeids.new("user") for _ in range(3))
first, second, third = "", *(typeids.new("order") for _ in range(2))
program = None


def psql(*arguments):
    return subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def ask(operation, *arguments):
    print(operation, *arguments, sep="\t", file=program.stdin, flush=True)
    for line in program.stdout:
        if line.startswith(("=", "!", "?")):
            return line.rstrip("\n").split("\t")
        print(line, end="", flush=True)
    # What is not installed is told by 77.
    sys.exit(program.wait() if program.wait() == 77 else f"the program ended at {operation}")


def uuid_of(id):
    return str(typeids.to_uuid(id))


def judge(title, got, wanted):
    if got == wanted:
        print("ok", title, sep="\t", flush=True)
    else:
        print("fail", title, f"got {got}, not {wanted}".replace("\t", " "), sep="\t", flush=True)


def read_log(at):
    """What the server has logged since: the plans that read a table for ids, whether one has a condition on an index, and the errors."""
    with open(os.environ["SERVER_LOG"], encoding="utf8", errors="replace") as log:
        log.seek(at)
        lines = [line for line in re.split(r"(?m)^\[", log.read()) if line.startswith(os.environ["PGDATABASE"] + "]")]
    bad = [plan for plan in lines if re.search(r"Seq Scan on (public\.)?(users|orders)", plan) and re.search(r"Filter: .*[(.](id|buyer_id)[) ]", plan)]
    return bad, any("Index Cond:" in plan for plan in lines), [line for line in lines if "] ERROR:" in line]


def equal(state, operation, arguments, wanted, indexed=False):
    if operation in WITHOUT or f"{state}:{operation}" in WITHOUT:
        return judge(f"{state}: the ORM has no {operation}", ask(operation, *arguments), ["?"])
    at = os.path.getsize(os.environ["SERVER_LOG"])
    kind, *got = ask(operation, *arguments)
    bad, found, errors = read_log(at)
    title = f"{state}: {operation} {' '.join(arguments)}"
    for name, id in {"server": server, "mine": mine, "other": other, "friend": friend, "first": first, "second": second, "third": third}.items():
        title = title.replace(id, name).replace(uuid_of(id), f"{name}'s UUID") if id else title
    title = re.sub("_0[0-9a-z]{12,}", "_…", title)
    if wanted == "refused":  # what is of another kind never reaches the server, a look-up may find nothing; without the word the type refuses
        by_name = operation in ("user", "in")
        ours = not state.startswith("typed")
        judge(title, (by_name and kind == "=" and got == [] or kind == "!", ours and errors), (True, ours and []))
    elif callable(wanted):
        judge(title, [True, got], [wanted(kind, got), got])
    else:
        judge(title, [kind, *got], ["=", *wanted])
    if indexed:
        judge(f"{title}: by an index", (bad, found), ([], True))
    return got


def orders(wanted):
    """Each way to load a relation gives these orders: id, the buyer's id, the parent."""

    def is_so(kind, got):
        ways = {}
        for line in got if kind == "=" else []:
            way, row = line.split(" ", 1)
            ways.setdefault(way, set()).add(row)
        return bool(ways) and all(rows == wanted for rows in ways.values())

    return is_so


def state_of(state):
    global server, first
    moved = state in ("moved", "typed")
    if moved or state == "keys":  # what was there is there
        equal(state, "user", [mine], [mine, mine, f"{friend} {server}", friend])
        psql("-c", "TRUNCATE watches; DELETE FROM orders WHERE note IS NOT NULL; DELETE FROM users WHERE name !~ '^[0-9]+$'")
    server = equal(state, "add_user", ["", "server", "", ""], lambda kind, got: got[0].startswith("user_"))[0]
    equal(state, "add_user", [mine, mine, f"{friend} {server}", friend], [mine])
    equal(state, "add_user", [other, "other", "", ""], [other])
    equal(state, "user", [mine], [mine, mine, f"{friend} {server}", friend], True)  # texts and JSON that look like ids are left alone
    equal(state, "user", [friend], [], True)
    stored = psql("-c", f"SELECT pg_typeof(id)::oid, pg_typeof(id), pg_column_size(id), pg_typeof(friends) FROM users WHERE id = '{uuid_of(mine)}'")
    judge(f"{state}: the column", stored.split("|")[state != "uuid":],
          {"uuid": ["2950", "uuid", "16", "uuid[]"], "domain": ["user_id", "16", "uuid[]"], "keys": ["user_id", "16", "uuid[]"]}.get(state, ["user_id", "16", "user_id[]"]))
    first = equal(state, "add_order", ["", mine, "", "1"], lambda kind, got: got[0].startswith("order_"))[0]
    equal(state, "add_order", [second, mine, first, "2"], [second])
    equal(state, "watch", [server, first], [])
    equal(state, "orders", [mine], orders({f"{first} {mine} -", f"{second} {mine} {first}"}), True)
    equal(state, "watched", [server], [first], True)
    equal(state, "in", [f"{other} {mine}"], [mine, other], True)
    equal(state, "between", [mine, other], [mine, other], True)
    equal(state, "below", [other], lambda kind, got: mine in got and other not in got and got == sorted(got), True)
    for text, wanted in ((mine, [mine]), (mine[:20], None), ("user_0", None), ("order_", []), ("user_u", []), ("user_8", [])):
        equal(state, "prefix", [text], wanted if wanted is not None else lambda kind, got, text=text: mine in got and all(id.startswith(text) for id in got), bool(wanted))
    equal(state, "friend", [friend], [mine])
    for name in ("a", "b"):
        equal(state, "upsert", [friend, name], [friend])
    equal(state, "user", [friend], [friend, "b", "", ""])
    equal(state, "add_order", [third, mine, "", "3"], [third])
    equal(state, "give", [third, friend], [third, friend], True)
    psql("-c", f"DELETE FROM orders WHERE buyer_id = '{uuid_of(friend)}'")
    equal(state, "remove", [friend], ["1"], True)
    equal(state, "buyer", [mine], [mine, "2"], True)
    equal(state, "policy", [uuid_of(mine)], lambda kind, got: sorted(got) == sorted([first, second]), True)
    # Raw SQL, the lines of the page's table: a function with an empty search_path, and one with RETURN QUERY.
    equal(state, "call", [uuid_of(mine)], (lambda kind, got: got[0] == "42883") if moved else ["2"])
    equal(state, "parents", [], (lambda kind, got: got[0] == "42804") if state not in ("uuid", "keys") else lambda kind, got: got in ([uuid_of(first)], [first]))
    equal(state, "tree", [second], lambda kind, got: set(got) in ({first, second}, {uuid_of(first), uuid_of(second)} if state != "typed" else None))
    for wrong in (typeids.new("order"), "user_1", *([uuid_of(mine)] if state != "typed" else [])):
        equal(state, "user", [wrong], "refused")
        equal(state, "add_user", [wrong, "x", "", ""], "refused")
        equal(state, "add_order", ["", wrong, "", "x"], "refused")
        equal(state, "in", [wrong], "refused")
    if state not in ("domain", "keys"):
        ask("own", mine, server, first)


def tables(of_domains):
    """What STORED makes, in an empty schema without the extension; with domains over uuid in place of uuid, but for the array."""
    psql("-c", "DROP EXTENSION IF EXISTS base62id CASCADE", "-c", "DROP SCHEMA public CASCADE", "-c", "CREATE SCHEMA public", "-c", "GRANT USAGE ON SCHEMA public TO PUBLIC")
    with open(os.environ["STORED"], encoding="utf8") as file:
        made = file.read()
    if of_domains:
        psql("-f", f"{os.environ['CLIENTS']}/../pure-sql/base62id.sql", "-c", "SELECT typeid_create_uuid_domain('user_id', 'user'), typeid_create_uuid_domain('order_id', 'order')")
        made = re.sub(r"(CREATE TABLE (user|order)s \(\n    id) uuid", r"\1 \2_id", made)
        made = re.sub(r"^    (?:(user|order)_id|(?:(buyer)|parent)_id) uuid", lambda m: f"{m[0][:-4]}{m[1] or ('user' if m[2] else 'order')}_id", made, flags=re.M)
    with open("tables.sql", "w", encoding="utf8") as file:
        file.write(made)
    psql("-f", "tables.sql")


def over_domains(state):
    """Columns of domains over the ids' types, and an array of one, are read, written and compared as they were."""
    state += ", domains"
    equal(state, "add_user", [other, "other", f"{mine} {friend}", ""], [other])
    equal(state, "user", [other], [other, "other", f"{mine} {friend}", ""])
    # PostgreSQL has no operator for an array of a domain and one of its type, which some write.
    equal(state, "friend", [friend], lambda kind, got: sorted(got) == sorted([mine, other]) or got[0] == "42883")
    equal(state, "add_order", [third, other, second, "4"], [third])
    equal(state, "orders", [other], orders({f"{third} {other} {second}"}))
    equal(state, "watch", [other, third], [])
    equal(state, "watched", [other], [third])
    equal(state, "add_user", ["", "x", typeids.new("order"), ""], "refused")


def unmoved(state):
    rows = "SELECT (SELECT md5(string_agg(id::uuid::text, ',' ORDER BY name)) FROM users), (SELECT md5(string_agg(id::uuid::text || buyer_id::uuid, ',' ORDER BY id)) FROM orders)"
    types = """SELECT DISTINCT atttypid::regtype::text FROM pg_attribute WHERE attrelid IN ('users'::regclass, 'orders'::regclass, 'watches'::regclass)
        AND attname ~ 'id$' AND attname = any('{id,buyer_id,parent_id,user_id,order_id}')"""
    before = psql("-c", rows)
    ask("migrate")  # an error is an answer
    judge(f"{state}: rows and types", (psql("-c", rows), set(psql("-c", types).split()) <= {"uuid", "user_id", "order_id"}), (before, True))


def change_types(user, order):
    psql("-c", f"""ALTER TABLE users ALTER friends DROP DEFAULT, ALTER friends TYPE {user}[], ALTER friends SET DEFAULT '{{}}';
        ALTER TABLE orders ALTER parent_id TYPE {order}; ALTER TABLE watches ALTER user_id TYPE {user}, ALTER order_id TYPE {order}""")


def run(state, questions):
    global program
    with subprocess.Popen(sys.argv[1:], env={**os.environ, "STATE": {"domain": "uuid", "keys": "uuid", "unmoved": "typed", "bare": "typed"}.get(state, state)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, pass_fds=[3]) as program:
        questions(state)
        program.stdin.close()
        for line in program.stdout:
            print(line, end="")
    judge(f"{state}: the program ends", program.returncode, 0)


for state in os.environ.get("STATES", "domain uuid keys moved typed").split():
    if state == "unmoved":
        tables(False)
        run("bare", unmoved)  # and no extension
        psql("-c", "CREATE EXTENSION base62id", "-c", "SELECT typeid_create_type('user_id', 'user', accept_uuid => true), typeid_create_type('order_id', 'order', accept_uuid => true)")
        run(state, unmoved)
        continue
    if state in ("domain", "uuid"):
        tables(state == "domain")
    elif state != "typed":
        subprocess.run(["bash", "-ec", "stored_move " + ("--only users" if state == "keys" else "")], check=True, stdout=sys.stderr)
    run(state, state_of)
    if state not in ("domain", "keys"):
        types = ("uuid", "uuid") if state == "uuid" else ("user_id", "order_id")
        psql("-c", f"DELETE FROM users WHERE id = '{uuid_of(other)}'; CREATE DOMAIN member AS {types[0]}; CREATE DOMAIN parent AS {types[1]}")
        change_types("member", "parent")
        run(state, over_domains)
        change_types(*types)
        psql("-c", "DROP DOMAIN member, parent")
