"""The cases that every program has to answer as the server does, and as the vectors say."""

import functools
import json
import os
import random

from conftest import FULL, TOP, Database, rows_of_types
from lines import ANY, SYSTEM, Case

SEED = os.environ.get("BASE62ID_SEED", str(random.random()))
TEXTS = 100_000 if FULL else 2_000
VECTORS = TOP / "test/vectors"

UUID = "01890a5d-ac96-774b-bcce-b302099a8057"  # of version 7
ID = "user_01h455vb4pex5vsknk084sn02q"

SYSTEMS_OVER_UUID = [row["type"] for row in rows_of_types() if row["family"] == "uuid"]


def is_id(text: str, id: str) -> str:
    """What is() says of a text in which an id is read: it is true of the id's own text alone."""
    return "1" if id and text == id else "0"


def vectors(name: str) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = json.loads((VECTORS / f"{name}.json").read_text())["vectors"]
    return rows


class ServerAnswers:
    """Cases by what is asked. Each is made of texts and answers of the server, once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _rows(self, script: str, texts: int = TEXTS) -> list[list[str]]:
        """The rows that a script of this directory returns."""
        script = f"\\i test/client-codecs/{script}.sql"
        return self._database.sql(script, seed=SEED, texts=texts)

    @functools.cached_property
    def _texts_of_kinds(self) -> list[list[str]]:
        rows = self._rows("notations", 4 * TEXTS)
        return [row for row in rows if row[1] != ""]

    @functools.cached_property
    def _numbers(self) -> list[list[str]]:
        return self._rows("numbers")

    @functools.cached_property
    def texts_of_kinds(self) -> list[Case]:
        return [
            Case(("parse", notation, prefix, text, masked, accepts), id, is_id(text, id))
            for notation, prefix, text, id, masked, accepts in self._texts_of_kinds
        ]

    @functools.cached_property
    def texts_of_numbers(self) -> list[Case]:
        """Which id is in a text of a number is not known here: its key may be another."""
        cases = []
        for _, prefix, _, text, read, _ in self._numbers:
            asked = ("parse", "uid11", prefix, text, "f", "f")
            is_quoted = text.startswith('"')
            if read:
                cases.append(Case(asked, ANY, "0" if is_quoted else "1"))
            else:
                cases.append(Case(asked, "", "0"))
        return cases

    @functools.cached_property
    def texts_of_systems(self) -> list[Case]:
        """The clients read a uid11 without a type prefix as an xid."""
        return [
            Case(
                ("parse", name.replace("uid11", "xid"), SYSTEM, text, "f", "f"), id, is_id(text, id)
            )
            for name, text, id in self._rows("systems")
        ]

    @functools.cached_property
    def ranges(self) -> list[Case]:
        """A kind of the clients has a type prefix, and no system has the notation typeid."""
        return [
            Case(("range", notation, prefix or SYSTEM, text), first, last)
            for notation, prefix, text, first, last in self._rows("ranges")
            if (notation, prefix) != ("typeid", "")
        ]

    @functools.cached_property
    def columns_of_kinds(self) -> list[Case]:
        """A masked kind does not read the UUID of a column."""
        return [
            Case(("column", notation, prefix, text, accepts), ANY if id else "", id)
            for notation, prefix, text, id, masked, accepts in self._texts_of_kinds
            if masked == "f"
        ]

    @functools.cached_property
    def columns_of_systems(self) -> list[Case]:
        return [
            Case(("column", "base62id", SYSTEM, row["base62id"], "f"), row["uuid"], row["base62id"])
            for row in vectors("ietf-alt-encodings")
        ]

    @functools.cached_property
    def numbers(self) -> list[Case]:
        return [
            Case(("number", "uid11", prefix, text, key, number), id, read)
            for key, prefix, number, text, read, id in self._numbers
        ]

    @functools.cached_property
    def numbers_of_the_vectors(self) -> list[Case]:
        return [
            Case(
                ("number", "uid11", row["prefix"], row["text"], row["file_key"], row["bigint"]),
                row["text"],
                row["bigint"],
            )
            for row in vectors("number-masks")
            if row["prefix"] != ""
        ]

    @functools.cached_property
    def uuids(self) -> list[Case]:
        of_vectors = [
            Case(("uuid", "base62id", SYSTEM, row["uuid"]), row["base62id"], row["uuid"])
            for row in vectors("ietf-alt-encodings")
        ]
        of_systems = [
            Case(
                ("uuid", name, SYSTEM, UUID),
                self._database.value(f"SELECT '{UUID}'::uuid::{name}"),
                UUID,
            )
            for name in SYSTEMS_OVER_UUID
        ]
        of_kinds = [
            Case(("uuid", "typeid", "user", UUID), ID, UUID),
            Case(("uuid", "uuid", "USR", UUID), f"USR_{UUID}", UUID),
            Case(("uuid", "hex", "s3", UUID), "s3_" + UUID.replace("-", ""), UUID),
        ]
        wrong = ["", "zz", f"{UUID}0", UUID.replace("0", "z", 1)]
        of_no_uuids = [Case(("uuid", "base62id", SYSTEM, text), "") for text in wrong]
        return of_vectors + of_systems + of_kinds + of_no_uuids

    @functools.cached_property
    def times(self) -> list[Case]:
        return [
            Case(("time", notation, prefix, text), milliseconds)
            for notation, prefix, text, milliseconds in self._rows("times")
        ]
