"""What to know before a move, of which pg_dump knows nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import functions
from .choice import Choice
from .columns import NUMBERS, TEXTS
from .database import Database
from .mover import Mover
from .queries import query
from .sql import array, outside, qualified


class Remarks:
    """Of one move."""

    def __init__(self, live: Database, choice: Choice, mover: Mover, path: str) -> None:
        self.live, self.choice, self.mover, self.path = live, choice, mover, path
        self.types = [outside(" COLLATE .*", "", c.new) for c in choice.moves]

    def all(self, before: functions.Read, after: functions.Read) -> Iterator[str]:
        yield from self.of_functions(before, after)
        yield from self.of_search_path()
        yield from self.of_definitions()
        yield from self.of_other_readers()
        yield from self.mover.defaults.remarks()
        yield from self.of_new_rows()

    def of_functions(self, before: functions.Read, after: functions.Read) -> Iterator[str]:
        """Those that break, and those of which nobody knows."""
        broken = functions.broken(before, after)
        if broken:
            yield "\n  ".join(["these functions break over the new types:", *broken])
        tables = sorted({c.relname for c in self.choice.moves})
        rows = self.live.rows(
            query(
                "named_in_texts",
                tables=array(tables),
                odd=array(t for t in tables if not re.fullmatch("[A-Za-z0-9_]+", t)),
                columns=array(sorted({c.attname for c in self.choice.moves})),
            )
        )
        unknown = functions.unknown([str(r["f"]) for r in rows], after)
        if unknown:
            yield (
                "functions that name a table that moves, or take or return its rows: "
                f"{', '.join(unknown)}. PostgreSQL reads their texts when they run: try them on a "
                "copy" + ("" if after.plpgsql else functions.ADVICE)
            )

    def of_search_path(self) -> Iterator[str]:
        known = re.findall(r'"(?:[^"]|"")*"|[^,\s]+', self.path)
        away = {qualified(t)[0] for t in self.types} - {"", *known}
        if away:
            yield (
                f"types are in {', '.join(sorted(away))}, which is not on search_path here. Who "
                "has it not there finds no operator, as for id = id: ALTER DATABASE … SET "
                "search_path"
            )

    def of_definitions(self) -> Iterator[str]:
        given = dict(
            tables=array(c.table for c in self.choice.moves),
            columns=array(c.attname for c in self.choice.moves),
            types=array(self.types),
        )
        lost = [str(r["n"]) for r in self.live.rows(query("casts_lost", **given))]
        if lost:
            yield (
                f"{', '.join(lost)}: a cast to the type that the column takes is lost, and is one "
                "of uuid on the way back"
            )
        for r in self.live.rows(query("not_nulls_renamed", **given)):
            yield "the constraint {conname} of {t} takes its parent's name, {n}".format(**r)

        yield from self.of_texts()

    def of_texts(self) -> Iterator[str]:
        """A text of an id is no error, and of which form it has to be nobody knows."""
        other = [c for c in self.choice.moves if c.base not in TEXTS]
        found = self.mover.copy.rows(
            query(
                "texts_read",
                tables=array(c.table for c in other),
                columns=array(c.attname for c in other),
            )
        )
        if found:
            yield (
                f"these read texts of ids, which are others then: "
                f"{', '.join(str(r['what']) for r in found)}. "
                + "A CHECK among them that ids do not pass ends 3-finish.sql and refuses new rows. "
                * any(r["is_check"] for r in found)
                + "For the texts of before: CREATE DOMAIN plain AS uuid, or bigint, and say "
                "id::plain::uuid::text there"
            )

    def of_other_readers(self) -> Iterator[str]:
        """What decodes changes sees another type in mid-stream."""
        relations = array(sorted(self.mover.tables))
        for r in self.live.rows(query("readers", relations=relations)):
            if r["publications"]:
                yield (
                    f"publications of tables that move: {', '.join(r['publications'])}. What "
                    "subscribers get are texts of ids (uuid columns: docs/warehouses.md)"
                )
            if r["slots"]:
                yield (
                    f"logical slots of this database: {', '.join(r['slots'])}. What they decode "
                    "has texts of ids after the move where it had UUIDs; in change data capture "
                    "keys, too"
                )

    def of_new_rows(self) -> Iterator[str]:
        if any(
            change.gives.endswith(("_new()", "ulid_generate()"))
            for change in self.mover.defaults.changes
        ):
            yield (
                "new rows get ids of version 7, which show when they were made; they keep what "
                "they get now with --keep-defaults"
            )
        if any(c.base in NUMBERS for c in self.choice.moves):
            yield (
                "numbers become ids: JSON shows a string where it showed a number, and id = 42 and "
                "id + 1 are errors"
            )
