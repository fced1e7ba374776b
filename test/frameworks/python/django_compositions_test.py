"""Django: compositions of conditions over id types and over uuid, beside SQL over texts."""

import types

import compositions
import django
from compositions import COUNT, SCHEMAS, SEED, ItemId, Leaf, Maker, UserId
from django_project import configure
from harness import check, say

configure()

from django.db import models  # noqa: E402
from django.db.models import Case, Count, F, OuterRef, Q, Subquery, When  # noqa: E402
from django.db.models.functions import Coalesce  # noqa: E402

from base62id.django import IdField  # noqa: E402

say("version", f"Django {django.__version__}, BASE62ID_SEED={SEED}")
PEOPLE, THINGS = compositions.make_tables()
OPERATORS = ["=", "<", "<=", ">", ">=", "in", "null", "between", "begins", "begins"]
LOOKUPS = {"<": "lt", "<=": "lte", ">": "gt", ">=": "gte", "=": "exact", "between": "range"}


def model(name, table, **fields):
    meta = type("Meta", (), {"app_label": "shop", "db_table": table, "managed": False})
    return type(name, (models.Model,), {"__module__": __name__, "Meta": meta, **fields})


def make_models(schema):
    """Fields have other names than columns, and the tables are in schemas."""
    word = {"stored": "uuid"} if schema == "stored" else {}

    def user(**named):
        return IdField(UserId, type_name="user_id", **word, **named)

    def item(**named):
        return IdField(ItemId, type_name="item_id", **word, **named)

    person = model(
        f"{schema}Person",
        f'{schema}"."people',
        key=user(primary_key=True, db_column="pk"),
        chief=user(null=True, db_column="boss"),
    )

    def keeper(column):
        return models.ForeignKey(person, models.CASCADE, db_column=column, related_name="+")

    thing = model(
        f"{schema}Thing",
        f'{schema}"."things',
        id=item(primary_key=True, db_column="theId"),
        keeper=keeper("owner"),
        above=item(null=True, db_column="parent"),
    )
    shown = model(
        f"{schema}Shown",
        f'{schema}"."shown',
        id=item(primary_key=True, db_column="Key"),
        keeper=keeper("heldBy"),
        above=item(null=True),
    )
    return types.SimpleNamespace(person=person, thing=thing, shown=shown)


MODELS = {schema: make_models(schema) for schema in SCHEMAS}
NAMES = {"id": "id", "owner": "keeper", "parent": "above", "boss": "keeper__chief"}


def condition(tree):
    if isinstance(tree, Leaf):
        return of_leaf(tree)
    parts = [condition(one) for one in tree.of]
    if tree.operator == "not":
        return ~parts[0]
    return parts[0] & parts[1] if tree.operator == "and" else parts[0] | parts[1]


def of_leaf(leaf):
    name = NAMES[leaf.column]
    if leaf.operator == "null":
        return Q(**{f"{name}__isnull": True})
    if leaf.operator == "in":
        return Q(**{f"{name}__in": leaf.values})
    if leaf.operator == "between":
        if name == "keeper":  # a relation has no such lookup
            name = "keeper__key"
        return Q(**{f"{name}__range": leaf.values})
    if leaf.operator == "begins":
        if name == "keeper":
            name = "keeper__key"
        return Q(**{f"{name}__startswith": leaf.values[0]})
    return Q(**{f"{name}__{LOOKUPS[leaf.operator]}": leaf.values[0]})


def over(schema, view):
    of = MODELS[schema].shown if view else MODELS[schema].thing

    def find(tree):
        rows = list(of.objects.filter(condition(tree)).select_related("keeper"))
        assert all({type(row.keeper.key), type(row.keeper_id)} == {UserId} for row in rows)
        assert all(row.above is None or type(row.above) is ItemId for row in rows)
        return [row.id for row in rows]

    compositions.run(Maker(PEOPLE, THINGS, OPERATORS), find, two_valued=True)


def expressions():
    """What is no column of a table: ids all the same."""
    for schema in SCHEMAS:
        of = MODELS[schema].thing.objects
        found = {
            "coalesce": of.annotate(x=Coalesce("above", "id")).values_list("x", flat=True),
            "case": of.annotate(x=Case(When(above=None, then=F("id")), default=F("above"))),
            "subquery": of.annotate(
                x=Subquery(of.model.objects.filter(above=OuterRef("id")).values("id")[:1])
            ).exclude(x=None),
            "union": of.filter(above=None).values_list("id").union(of.values_list("id")),
        }
        for name, rows in found.items():
            if name in ("case", "subquery"):
                rows = rows.values_list("x", flat=True)
            ids = [row[0] if isinstance(row, tuple) else row for row in rows]
            assert ids and all(type(id) is ItemId for id in ids), (schema, name, ids[:3])
        groups = of.values("keeper").annotate(n=Count("id")).values_list("keeper", flat=True)
        assert {type(id) for id in groups} == {UserId}


for name in SCHEMAS:
    check(f"{COUNT} compositions over {name} columns", over, name, False)
    check(f"{COUNT} compositions over a view of {name} columns", over, name, True)
check("expressions and unions: ids, and never UUIDs", expressions)
