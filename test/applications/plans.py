"""The statements that an application sends most often, and their plans before and after a move."""

import re
from dataclasses import dataclass
from itertools import zip_longest

from conftest import Database, SqlError

INDETERMINATE_DATATYPE = "42P18"

# Those that look for an id, by pg_stat_statements, where a constant has become a parameter.
CANDIDATES = r"""
    SELECT s.query
    FROM pg_stat_statements AS s
    WHERE s.userid = :'role'::regrole
        AND s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND s.query ~* '^(select|update|delete) '
        AND s.query ~ '"?id"? (= \$|in)'
    ORDER BY s.calls DESC, s.query
"""


def commonest_statements(database: Database) -> list[str]:
    """The ten that the database's role has sent most often, of those that can be prepared."""
    found: list[str] = []
    as_superuser = database.as_role("postgres")
    for [query] in as_superuser.sql(CANDIDATES, role=database.role):
        if len(found) < 10 and can_be_prepared(as_superuser, query):
            found.append(query)
    return found


def can_be_prepared(database: Database, query: str) -> bool:
    """Not where nothing says any more of which type a parameter is."""
    try:
        database.sql(f"PREPARE statement AS {query};")
    except SqlError as error:
        if error.state != INDETERMINATE_DATATYPE:
            raise
        return False
    return True


# Plans -----------------------------------------------------------------------------------------

CAST = re.compile(r'::("[^"]+"|character varying|[\w.]+)(\[\])?')
NODE = re.compile(
    r"(?P<what>.*)  cost=[\d.]+\.\.(?P<cost>[\d.]+) (?P<rows>rows=\d+)",
)


@dataclass(frozen=True)
class Plan:
    """What EXPLAIN prints of a statement, without casts and brackets: those may differ."""

    lines: list[str]

    def text(self) -> list[str]:
        """Without costs and rows."""
        return [line.split("  cost=")[0] for line in self.lines]

    def nodes(self) -> list[str]:
        """Its nodes, with their indexes and rows."""
        found = map(NODE.match, self.lines)
        return [f"{node['what']} {node['rows']}" for node in found if node]

    def kinds(self) -> list[str]:
        """Its nodes, whatever index they use."""
        return [without_index(node) for node in self.nodes()]

    def costs(self) -> list[float]:
        return [float(node["cost"]) for node in map(NODE.match, self.lines) if node]


def without_index(node: str) -> str:
    scan = re.sub(" using .* on ", " on ", node)
    return re.sub("(Bitmap Index Scan) on .* ", r"\1 ", scan)


def generic_plans(database: Database, statements: list[str], settings: str = "") -> list[Plan]:
    """Their plans for any parameters."""
    return [generic_plan(database, statement, settings) for statement in statements]


def generic_plan(database: Database, statement: str, settings: str) -> Plan:
    numbers = [int(number) for number in re.findall(r"\$(\d+)", statement)]
    nulls = ", ".join(["NULL"] * max(numbers, default=0))
    try:
        rows = database.sql(
            f"""
            {settings}
            SET plan_cache_mode = force_generic_plan;
            PREPARE statement AS {statement};
            EXPLAIN EXECUTE statement{f"({nulls})" if nulls else ""};
            """
        )
    except SqlError as error:
        return Plan([str(error)])
    return Plan([without_casts(line) for [line] in rows])


def without_casts(line: str) -> str:
    return CAST.sub("", line.replace("(", "").replace(")", ""))


def is_error(plan: Plan) -> bool:
    return "ERROR" in plan.lines[0]


def changed_plans(before: list[Plan], after: list[Plan]) -> list[str]:
    """The plans that differ, but for ties."""
    return [
        "\n".join([*was.text(), "became", *now.text()])
        for was, now in zip_longest(before, after, fillvalue=Plan([]))
        if was.text() != now.text() and not is_tie(was, now)
    ]


def is_tie(was: Plan, now: Plan) -> bool:
    """The same nodes with as many rows, but over other indexes, and no node costs more or less.

    One percent of the costs is no difference for the planner (STD_FUZZ_FACTOR).
    """
    if was.nodes() == now.nodes() or was.kinds() != now.kinds():
        return False
    pairs = zip(was.costs(), now.costs())
    return all(abs(after - before) <= 0.01 * before for before, after in pairs)
