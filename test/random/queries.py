"""Random queries, each over a table of ids and over the same table of their texts.

The table `ids` has an id, another id in random order, the id as what PostgreSQL stores of it (a
uuid or a bigint, where the type has such a form), and a number. The table `texts` has the same as
texts in the collation "C", whose order is that of the ids.
"""

from dataclasses import dataclass
from random import Random

SETTINGS = (
    "enable_seqscan enable_indexscan enable_indexonlyscan enable_bitmapscan enable_tidscan"
    " enable_hashjoin enable_mergejoin enable_nestloop enable_hashagg enable_sort"
    " enable_incremental_sort enable_material enable_memoize enable_partition_pruning"
    " enable_partitionwise_join enable_partitionwise_aggregate"
).split()


METHODS = ["btree", "btree", "hash", "gist", "gin", "brin"]
OPERATORS = ["=", "=", "=", "<>", "<", "<=", ">", ">="]


@dataclass
class Kind:
    """A type, and what of it is as in its texts."""

    name: str
    value: str  # of a row of the table `bits`: i, o, u, n, u7, b
    stored: str = ""  # the column of `bits` that is the same value under a cast
    masked: bool = False  # does not sort as its texts do, and its text is not immutable
    brin: bool = False  # has BRIN's other operator classes, too


@dataclass
class Pair:
    """The same over ids and over texts."""

    ids: str
    texts: str

    def __add__(self, more: "Pair | str") -> "Pair":
        if isinstance(more, str):
            more = Pair(more, more)
        return Pair(self.ids + more.ids, self.texts + more.texts)


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


class Queries:
    def __init__(self, random: Random, kind: Kind, texts: list[str]) -> None:
        self.random = random
        self.kind = kind
        self.texts = texts

    def chance(self, of_hundred: int) -> bool:
        return self.random.randrange(100) < of_hundred

    # --- indexes ---

    def column(self, of_index: bool = False) -> str:
        names = ["id", "id", "id", "other"]
        if self.kind.stored and not (of_index and self.kind.masked):
            names += ["stored", f"(stored::{self.kind.name})"]
        return self.random.choice(names)

    def index(self, number: int, name: str, method: str) -> str:
        """By an access method, or by any."""
        column = self.column(of_index=True)
        method = method or self.random.choice(METHODS)
        if column == "stored" and method in ("gist", "gin"):
            method = "btree"
        columns = column
        if method == "btree":
            columns += self.random.choice(["", "", " DESC", " NULLS FIRST", ", n", ", other DESC"])
            if self.chance(20):
                columns = "n, " + columns
        if method == "brin" and self.kind.brin and self.chance(60) and column in ("id", "other"):
            families = ["minmax_multi", "bloom"]
            columns += f" {name}_{self.random.choice(families)}_ops"
        where = ""
        if self.chance(20) and not self.kind.masked:
            where = " WHERE " + self.condition("ids.").ids
        options = " WITH (pages_per_range = 1)" if method == "brin" else ""
        # A predicate over one table has no alias.
        where = where.replace("ids.", "")
        return f"CREATE INDEX index_{number} ON ids USING {method} ({columns}){options}{where};"

    # --- conditions ---

    def text(self) -> str:
        return self.random.choice(self.texts)

    def literal(self) -> Pair:
        text = quoted(self.text())
        cast = f"::{self.kind.name}"
        return Pair(text + self.random.choice([cast, cast, ""]), text)

    def operand(self, table: str) -> Pair:
        column = self.column().strip("()")
        if column.startswith("stored"):
            return Pair(f"{table}stored::{self.kind.name}", f"{table}stored")
        return Pair(table + column, table + column)

    def pattern(self) -> str:
        text = self.text()
        text = text[: self.random.randrange(len(text) + 1)]
        if self.chance(30) and text:
            at = self.random.randrange(len(text))
            text = text[:at] + self.random.choice(["_", "%", "\\" + text[at]]) + text[at + 1 :]
        return text + self.random.choice(["%", "%", "%", "", "_%", "%" + self.text()[-2:]])

    def comparison(self, table: str) -> Pair:
        left = self.operand(table)
        operators = ["=", "=", "<>"]
        if not self.kind.masked:
            operators += ["<", "<=", ">", ">="]
        operator = self.random.choice(operators)
        if self.chance(20) and not left.ids.startswith(f"{table}stored"):
            return left + f" {operator} " + self.operand(table)
        return left + f" {operator} " + self.literal()

    def search(self, table: str) -> Pair:
        operator = self.random.choice(["LIKE", "LIKE", "NOT LIKE", "ILIKE", "NOT ILIKE", "^@"])
        if operator == "^@":
            text = self.text()
            right = quoted(text[: self.random.randrange(len(text) + 1)])
        else:
            pattern = self.pattern()
            if operator.endswith("ILIKE") and self.chance(50):
                pattern = pattern.swapcase()
            right = quoted(pattern)
        return self.operand(table) + f" {operator} " + right

    def of_list(self, table: str) -> Pair:
        texts = ", ".join(quoted(self.text()) for _ in range(self.random.randrange(1, 6)))
        no = self.random.choice(["", "", "NOT "])
        if self.chance(50):
            return self.operand(table) + f" {no}IN ({texts})"
        array = Pair(f"ARRAY[{texts}]::{self.kind.name}[]", f"ARRAY[{texts}]")
        return self.operand(table) + " = ANY (" + array + ")"

    def between(self, table: str) -> Pair:
        if self.kind.masked:
            return self.comparison(table)
        return self.operand(table) + " BETWEEN " + self.literal() + " AND " + self.literal()

    def condition(self, table: str, depth: int = 0) -> Pair:
        if depth < 2 and self.chance(30):
            operator = self.random.choice([" AND ", " AND ", " OR "])
            left, right = self.condition(table, depth + 1), self.condition(table, depth + 1)
            return Pair("(", "(") + left + operator + right + ")"
        if self.chance(5):
            return self.operand(table) + self.random.choice([" IS NULL", " IS NOT NULL"])
        if self.chance(5):
            return Pair("NOT (", "NOT (") + self.condition(table, depth + 1) + ")"
        make = self.random.choice([self.comparison, self.search, self.of_list, self.between])
        return make(table)

    # --- queries ---

    def rows(self, table: str = "t") -> Pair:
        return (
            Pair(
                f"SELECT {table}.id::text AS r FROM ids {table}",
                f"SELECT {table}.id AS r FROM texts {table}",
            )
            + " WHERE "
            + self.condition(f"{table}.")
        )

    def ordered(self) -> Pair:
        direction = self.random.choice(["", " DESC", " NULLS FIRST", " DESC NULLS LAST"])
        size = self.random.randrange(1, 30)
        columns = self.random.choice(["t.id", "t.id", "t.other"]) if not self.kind.masked else "t.n"
        limit = (
            f" ORDER BY {columns}{direction}, t.n LIMIT {size} OFFSET {self.random.randrange(5)}"
        )
        return self.rows() + limit

    def joined(self) -> Pair:
        # By a nested loop one statement asks an index of each value that there is.
        operator = self.random.choice(["="] if self.kind.masked else OPERATORS)
        on = self.operand("t.") + f" {operator} " + self.operand("s.")
        kind = self.random.choice(["JOIN", "LEFT JOIN", "FULL JOIN"]) if operator == "=" else "JOIN"
        return (
            Pair(
                "SELECT concat_ws(' ', t.id, s.n) AS r FROM ids t ",
                "SELECT concat_ws(' ', t.id, s.n) AS r FROM texts t ",
            )
            + kind
            + Pair(" ids s ON ", " texts s ON ")
            + on
            + " WHERE "
            + self.condition("t.")
        )

    def semijoined(self) -> Pair:
        no = self.random.choice(["", "NOT "])
        inner = (
            Pair("SELECT FROM ids s WHERE ", "SELECT FROM texts s WHERE ")
            + self.operand("s.")
            + " = "
            + self.operand("t.")
            + " AND "
            + self.condition("s.")
        )
        return self.rows() + f" AND {no}EXISTS (" + inner + ")"

    def grouped(self) -> Pair:
        having = self.random.choice(["", " HAVING count(*) > 1"])
        return (
            Pair(
                "SELECT concat_ws(' ', t.id, count(*), count(DISTINCT t.other)) AS r FROM ids t",
                "SELECT concat_ws(' ', t.id, count(*), count(DISTINCT t.other)) AS r FROM texts t",
            )
            + " WHERE "
            + self.condition("t.")
            + " GROUP BY t.id"
            + having
        )

    def extremes(self) -> Pair:
        if self.kind.masked:
            return self.grouped()
        least = self.random.choice(["min", "max"])
        return (
            Pair(
                f"SELECT {least}(t.id)::text AS r FROM ids t",
                f"SELECT {least}(t.id) AS r FROM texts t",
            )
            + " WHERE "
            + self.condition("t.")
        )

    def combined(self) -> Pair:
        operator = self.random.choice(["UNION", "UNION ALL", "INTERSECT", "EXCEPT"])
        return Pair("(", "(") + self.rows() + f") {operator} (" + self.rows("s") + ")"

    def query(self) -> Pair:
        make = self.random.choice(
            [self.rows] * 6
            + [
                self.ordered,
                self.joined,
                self.semijoined,
                self.grouped,
                self.extremes,
                self.combined,
            ]
        )
        return make()

    def settings(self) -> str:
        """Some plans are forbidden, so that others are chosen than for a table of this size."""
        lines = ["RESET ALL;"]
        lines += [f"SET {name} = off;" for name in SETTINGS if self.chance(25)]
        if self.chance(75):
            lines.append("SET enable_seqscan = off;")
        if self.chance(30):
            lines.append("SET plan_cache_mode = force_generic_plan;")
        if self.chance(15):
            lines += [
                "SET parallel_setup_cost = 0;",
                "SET parallel_tuple_cost = 0;",
                "SET min_parallel_table_scan_size = 0;",
            ]
        return "\n".join(lines)
