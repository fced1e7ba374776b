"""Kong Gateway, by its migrations, as "kong migrations bootstrap" executes them.

They are SQL in the long strings of Lua. One of core, and one of each plugin that has tables, has
only lists of tables, from which a module makes the SQL that gives them workspaces.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from schemas import Schema

UP = re.compile(r"\bup = (?:string\.format\()?\[\[(.*?)\]\]", re.DOTALL)
TEARDOWN = re.compile(r"connector:query\(\[\[(.*?)\]\]\)", re.DOTALL)
LONG_STRING = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)
SOME_UUID = "5a5ed3b6-6f6c-4b8c-9f4c-3d2c1b0a9f8e"  # of the workspace "default", and of the cluster

# The lists of tables.
MAKES_WORKSPACES = "ws_add_workspaces()"
HAS_WORKSPACES = "ws_migration_up("
TABLE = re.compile(r'\bname = "(\w+)",\s*\n')
UNIQUES = re.compile(r"uniques = \{(.*?)\}")
WORD = re.compile(r'"(\w+)"')
FOREIGN_KEY = re.compile(r'\{name = "(\w+)", reference = "(\w+)"(, on_delete = "cascade")?')

# Ids of all tables are in one column, to which a trigger of each of them writes. That column has to
# stay where each table has a type of its own, as the remark on the trigger's function says.
OF_ALL_TABLES = "tags.entity_id"
CHANGE_ROWS = """
    BEGIN;
    DO $$
    DECLARE
        r record;
    BEGIN
        FOR r IN
            SELECT conrelid::regclass AS t, conname
            FROM pg_constraint
            WHERE contype = 'f'
        LOOP
            EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', r.t, r.conname);
        END LOOP;
        FOR r IN
            SELECT tgrelid::regclass AS t
            FROM pg_trigger
            WHERE tgfoid = 'sync_tags'::regproc
        LOOP
            EXECUTE format('UPDATE %s SET tags = ARRAY[%L]', r.t, 'red');
            EXECUTE format('DELETE FROM %s', r.t);
        END LOOP;
    END $$;
    ROLLBACK;
"""


class Kong(Schema):
    sources = ["kong"]
    stay: list[str] = []

    def make(self) -> None:
        core = self.files("kong/kong/db/migrations/core/[0-9]*.lua")
        plugins = self.files("kong/kong/plugins/*/migrations/[0-9]*.lua")
        [module] = self.files("kong/kong/db/migrations/operations/200_to_210.lua")
        workspaces = Workspaces(module)
        for file in [*core, *plugins]:
            migration = file.read_text()
            self.execute("\n".join(UP.findall(migration)).replace("'%s'", f"'{SOME_UUID}'"))
            if HAS_WORKSPACES in migration:
                self.execute("\n".join(workspaces.statements(migration)))
            self.execute("\n".join(TEARDOWN.findall(migration)))

    def mend(self, target: str) -> None:
        self.database.sql(CHANGE_ROWS)
        self.stay = ["--stay", OF_ALL_TABLES] if target == "typed" else []

    def options(self) -> list[str]:
        return self.stay

    def refused(self, target: str) -> list[str] | None:
        return self.errors_of(CHANGE_ROWS)


class Workspaces:
    """The module's templates, in its order."""

    def __init__(self, module: Path) -> None:
        (
            self.workspaces,
            self.workspace_of_row,
            self.id_in_workspace,
            self.unique_in_workspace,
            self.key_in_workspace,
            _cache_keys,  # of rows that are not there
            self.no_default,
        ) = LONG_STRING.findall(module.read_text())

    def statements(self, migration: str) -> Iterator[str]:
        if MAKES_WORKSPACES in migration:
            yield rendered(self.workspaces, ID=SOME_UUID)
        _head, *words = TABLE.split(migration)
        for table, description in zip(words[0::2], words[1::2]):
            yield rendered(self.workspace_of_row, TABLE=table)
            yield rendered(self.id_in_workspace, TABLE=table)
            for name, reference, cascade in FOREIGN_KEY.findall(description):
                on_delete = "ON DELETE CASCADE" if cascade else ""
                yield rendered(
                    self.key_in_workspace,
                    TABLE=table,
                    FK=name,
                    FOREIGN_TABLE=reference,
                    CASCADE=on_delete,
                )
            for uniques in UNIQUES.findall(description):
                for field in WORD.findall(uniques):
                    yield rendered(self.unique_in_workspace, TABLE=table, FIELD=field)
            yield rendered(self.no_default, TABLE=table)


def rendered(template: str, **keys: str) -> str:
    for key, value in keys.items():
        template = template.replace(f"$({key})", value)
    return template
