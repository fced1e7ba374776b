"""Which types of ids a database has: by OID, so that their schema need not be in the search_path.

What is told to a connection holds until a type is dropped and made again, which has another OID.
"""

from __future__ import annotations

from typing import Any, Awaitable, Callable, Generator, NamedTuple, Optional, Sequence, cast
from uuid import UUID

from .codec import FORMATS, NOTATIONS, Kind
from .ids import Base62Id, Base64Uuid, BaseUid, Id, TypeId, Ulid, Xid

Rows = Sequence[Sequence[Any]]

_SYSTEMS: dict[str, type[Id]] = {
    "typeid": TypeId,
    "base62id": Base62Id,
    "base64uuid": Base64Uuid,
    "ulid": Ulid,
    "uid11": Xid,
    "baseuid": BaseUid,
}


class ServerType(NamedTuple):
    """A type of the server whose values are ids, or a domain over one, or over uuid."""

    oid: int
    array_oid: int
    name: str
    schema: str
    kind: Optional[Kind]
    """None: of a domain over uuid."""
    made: Callable[[str], str]
    """What makes an id of a canonical text: of its class where that was told, else str."""
    as_uuid: bool
    """Whether base62id.output = uuid holds for it."""
    is_domain: bool = False

    def read(self, text: str) -> str:
        """The id of what the server writes, which may be a UUID where its setting says so."""
        assert self.kind is not None
        return self.made(self.kind.parse(text))

    def uuid(self, text: str) -> UUID:
        """The UUID of what the server writes."""
        assert self.kind is not None
        return self.kind.uuid(text)

    def octets(self, given: object) -> bytes:
        """What the server is sent of an id in binary."""
        assert self.kind is not None
        return self.kind.octets(given)

    def of_octets(self, octets: bytes) -> str:
        """The id of what the server sends in binary."""
        assert self.kind is not None
        return self.made(self.kind.of_octets(octets))


_NAMED = """
SELECT t.oid, t.typarray, t.typname::pg_catalog.text, n.nspname::pg_catalog.text,
       pg_catalog.quote_ident(n.nspname::pg_catalog.text),
       pg_catalog.has_schema_privilege(n.oid, 'USAGE')
  FROM pg_catalog.pg_extension AS e
  JOIN pg_catalog.pg_depend AS d
    ON d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
   AND d.refobjid OPERATOR(pg_catalog.=) e.oid
   AND d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_type'::pg_catalog.regclass
   AND d.deptype OPERATOR(pg_catalog.=) 'e'::pg_catalog."char"
  JOIN pg_catalog.pg_type AS t ON t.oid OPERATOR(pg_catalog.=) d.objid
  JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) t.typnamespace
 WHERE e.extname OPERATOR(pg_catalog.=) 'base62id'::pg_catalog.name
"""
_TYPED = """
SELECT t.oid, t.typarray, t.typname::pg_catalog.text, n.nspname::pg_catalog.text,
       k.prefix, k.notation, k.mask_key IS DISTINCT FROM 0, k.accept_uuid
  FROM {schema}.typeid_types() AS k
  JOIN pg_catalog.pg_type AS t
    ON t.oid OPERATOR(pg_catalog.=) k.type::pg_catalog.oid
  JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) t.typnamespace
"""
# A column of a domain comes as one of its type; an array of a domain does not.
_DOMAINS = """
SELECT t.oid, t.typarray, t.typname::pg_catalog.text, n.nspname::pg_catalog.text, t.typbasetype
  FROM pg_catalog.pg_type AS t
  JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) t.typnamespace
 WHERE t.typtype OPERATOR(pg_catalog.=) 'd'::pg_catalog."char"
   AND t.typbasetype OPERATOR(pg_catalog.=) ANY (ARRAY[{oids}]::pg_catalog.oid[])
"""


def _describe(kinds: Sequence[type[Id]]) -> Generator[str, Rows, list[ServerType]]:
    """Yields queries, is sent their rows, and returns the types of the database."""
    made = {(kind.notation, kind.prefix): kind for kind in kinds if kind.prefix}
    rows = [row for row in (yield _NAMED) if row[2] in _SYSTEMS]
    types = []
    for oid, array_oid, name, schema, _, _ in rows:
        system = _SYSTEMS[name]
        as_uuid = name != "typeid" and FORMATS[name].is_uuid
        types.append(
            ServerType(oid, array_oid, name, schema, system.kind, _maker(made, system), as_uuid)
        )
    if rows and rows[0][5]:
        typed = yield _TYPED.format(schema=rows[0][4])
        for oid, array_oid, name, schema, prefix, notation, masked, accept_uuid in typed:
            if notation not in NOTATIONS:
                continue
            kind = Kind(notation, prefix, masked, accept_uuid)
            class_ = made.get((notation, prefix))
            to_id: Callable[[str], str] = str
            if class_ is not None:
                to_id = class_._made
            types.append(ServerType(oid, array_oid, name, schema, kind, to_id, accept_uuid))
    bases = {type.oid: type for type in types}
    bases[2950] = ServerType(2950, 2951, "uuid", "pg_catalog", None, str, False)
    domains = yield _DOMAINS.format(oids=", ".join(map(str, bases)))
    for oid, array_oid, name, schema, base in domains:
        of = bases[base]
        types.append(
            of._replace(oid=oid, array_oid=array_oid, name=name, schema=schema, is_domain=True)
        )
    return types


def _maker(made: dict[tuple[str, str], type[Id]], system: type[Id]) -> Callable[[str], str]:
    """A TypeID is of the class with its type prefix, where there is one."""
    if system is not TypeId:
        return system._made
    by_prefix = {prefix: kind for (notation, prefix), kind in made.items() if notation == "typeid"}

    def typeid(text: str) -> str:
        return by_prefix.get(text[:-27], TypeId)._made(text)

    return typeid


def types(query: Callable[[str], Rows], kinds: Sequence[type[Id]]) -> list[ServerType]:
    """The types that a database has; query: gives the rows of a statement."""
    steps = _describe(kinds)
    text = next(steps)
    try:
        while True:
            text = steps.send(query(text))
    except StopIteration as end:
        return cast("list[ServerType]", end.value)


async def types_async(
    query: Callable[[str], Awaitable[Rows]], kinds: Sequence[type[Id]]
) -> list[ServerType]:
    """The same of a query that is awaited."""
    steps = _describe(kinds)
    text = next(steps)
    try:
        while True:
            text = steps.send(await query(text))
    except StopIteration as end:
        return cast("list[ServerType]", end.value)
