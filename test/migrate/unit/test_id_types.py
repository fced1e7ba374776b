"""Which entries of an archive typeid_create_type() makes itself."""

from base62id_migrate.archive import Contents, Entry
from base62id_migrate.id_types import id_types, parts

# As pg_dump 18 writes an id type of numbers.
TYPE = """
CREATE TYPE ids.inv_id (
    INPUT = ids.inv_id_in,
    SEND = ids.inv_id_send
);
"""
SEND = """
CREATE FUNCTION ids.inv_id_send(ids.inv_id) RETURNS bytea
    LANGUAGE id_type
    AS $$send inv notation=uid11$$;
"""
SKIP_SUPPORT = """
CREATE FUNCTION ids.inv_id_skipsupport(internal) RETURNS void
    LANGUAGE c
    AS '$libdir/base62id', 'numeric_id_type_skipsupport';
"""
FAMILY = """
CREATE OPERATOR FAMILY ids.inv_id_ops USING btree;
ALTER OPERATOR FAMILY ids.inv_id_ops USING btree ADD
    FUNCTION 6 (ids.inv_id, ids.inv_id) ids.inv_id_skipsupport(internal);
"""
CLASS = """
CREATE OPERATOR CLASS ids.inv_id_ops
    DEFAULT FOR TYPE ids.inv_id USING btree FAMILY ids.inv_id_ops AS
    OPERATOR 1 ids.<(ids.inv_id,ids.inv_id);
"""
# Of a superuser's own type, over our library.
OTHERS = """
CREATE FUNCTION ids.other_skipsupport(internal) RETURNS void
    LANGUAGE c
    AS '$libdir/base62id', 'numeric_id_type_skipsupport';
"""


def archive(*entries: tuple[str, str, str]) -> Contents:
    contents = Contents.__new__(Contents)
    contents.entries = [
        Entry(number, 0, 0, [name, kind, make, "", "", "ids", "", ""], "own", [])
        for number, (kind, name, make) in enumerate(entries)
    ]
    return contents


def test_what_supports_the_operator_families_of_a_type_is_a_part() -> None:
    contents = archive(
        ("TYPE", "inv_id", TYPE),
        ("FUNCTION", "inv_id_send(ids.inv_id)", SEND),
        ("FUNCTION", "inv_id_skipsupport(internal)", SKIP_SUPPORT),
        ("OPERATOR FAMILY", "inv_id_ops", FAMILY),
        ("OPERATOR CLASS", "inv_id_ops", CLASS),
        ("FUNCTION", "other_skipsupport(internal)", OTHERS),
    )
    types = id_types(contents)
    assert [(t.name, t.prefix, t.notation) for t in types] == [("ids.inv_id", "inv", "uid11")]
    found = [contents.entries[number] for number in sorted(parts(contents, types))]
    assert [(entry.kind, entry.name) for entry in found] == [
        ("TYPE", "inv_id"),
        ("FUNCTION", "inv_id_send(ids.inv_id)"),
        ("FUNCTION", "inv_id_skipsupport(internal)"),
        ("OPERATOR FAMILY", "inv_id_ops"),
        ("OPERATOR CLASS", "inv_id_ops"),
    ]
