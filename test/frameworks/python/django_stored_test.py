"""Django over columns of uuid: what stored.py asks, its migrations, forms and REST framework.

stored.py runs it over columns of uuid (STATE is "uuid"), over the same columns of id types
("moved"), and over these without the option stored ("typed"). The answers to its operations must be
the same; the operation "own" has checks of this framework alone.
"""

import functools
import os
import pathlib
import types

import django
from django.conf import settings
from django_project import DATABASE
from harness import check, kind_of, new_id, psql, refuses, serve, times

STATE = os.environ["STATE"]
here = pathlib.Path(__file__).parent
for name in ("kinds", "store"):
    (here / name / "migrations").mkdir(parents=True, exist_ok=True)
    (here / name / "__init__.py").touch()
    (here / name / "migrations" / "__init__.py").touch()
WORD = "" if STATE == "typed" else ', stored="uuid"'
(here / "store" / "models.py").write_text(
    f"""
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.contrib.postgres.functions import RandomUUID

from base62id import Id
from base62id.django import IdField


class UserId(Id, prefix="user"):
    pass


class OrderId(Id, prefix="order"):
    pass


def user_id(**named):
    return IdField(UserId, type_name="user_id"{WORD}, **named)


class User(models.Model):
    id = user_id(primary_key=True, editable=False, db_default=RandomUUID())
    name = models.TextField()
    friends = ArrayField(user_id(), default=list, blank=True)
    facts = models.JSONField(null=True, blank=True)

    class Meta:
        db_table = "users"


class Order(models.Model):
    id = IdField(
        OrderId,
        type_name="order_id"{WORD},
        primary_key=True,
        editable=False,
        db_default=RandomUUID(),
    )
    buyer = models.ForeignKey(User, models.CASCADE, related_name="orders")
    parent = models.ForeignKey("self", models.CASCADE, null=True)
    note = models.TextField(null=True)
    watchers = models.ManyToManyField(User, related_name="watched", db_table="watches")

    class Meta:
        db_table = "orders"


class Buyer(models.Model):
    id = user_id(primary_key=True)
    orders = models.IntegerField()

    class Meta:
        db_table, managed = "buyers", False
"""
)
settings.configure(
    DATABASES={"default": DATABASE},
    INSTALLED_APPS=[
        "django.contrib.postgres",
        "django.contrib.contenttypes",
        "django.contrib.auth",
        "rest_framework",
        "kinds",
        "store",
    ],
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    SECRET_KEY="x",
    USE_TZ=True,
)
django.setup()

# These ask for the settings, or are models of the project, when they are imported.
from django.contrib.postgres.aggregates import ArrayAgg  # noqa: E402
from django.core.exceptions import FieldError, ValidationError  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import DatabaseError, connection, models, transaction  # noqa: E402
from django.db.models import (  # noqa: E402
    Case,
    Count,
    F,
    Max,
    Min,
    OuterRef,
    Q,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast  # noqa: E402
from django.forms import modelform_factory  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from rest_framework import serializers  # noqa: E402
from store.models import Buyer, Order, OrderId, User, UserId  # noqa: E402

import base62id.rest_framework  # noqa: E402, F401
from base62id import Id  # noqa: E402
from base62id.django import IdField  # noqa: E402

MOVE = """
from django.contrib.postgres.operations import CreateExtension
from django.db import migrations

from base62id.django import CreateIdType

class Migration(migrations.Migration):
    operations = [CreateExtension("base62id"), CreateIdType("user_id", "user", accept_uuid=True),
        CreateIdType("order_id", "order", accept_uuid=True)]
"""
COLUMNS = """
    SELECT string_agg(format('%s.%s %s', attrelid::regclass, attname, atttypid::regtype), ', '
        ORDER BY attrelid::regclass::text, attname)
    FROM pg_attribute JOIN pg_class c ON c.oid = attrelid AND relkind = 'r'
    WHERE relname IN ('users', 'orders', 'watches')
        AND attnum > 0 AND atttypid::regtype::text ~ 'uuid|_id'"""
FILES = """
    SELECT string_agg(oid || ' ' || relfilenode, ',' ORDER BY oid)
    FROM pg_class WHERE relname ~ '^(users|orders|watches)'"""


def migrations():
    """What is there is what the first migration made.

    The one that takes stored= away does not touch what has moved; then there is none to make.
    """
    before = psql("-c", COLUMNS), psql("-c", FILES)
    if STATE != "moved":
        call_command("makemigrations", "store", verbosity=0)
        if STATE == "typed":
            (here / "kinds" / "migrations" / "0001_types.py").write_text(MOVE)
        with CaptureQueriesContext(connection) as made:
            call_command("migrate", "store", fake_initial=True, verbosity=0)
        assert not [one for one in made if "ALTER" in one["sql"]], made.captured_queries
    assert before == (psql("-c", COLUMNS), psql("-c", FILES))
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def move_by_django():
    """The migration that takes stored= away moves what has not moved: columns, keys and arrays.

    The second one is empty.
    """
    database = os.environ["PGDATABASE"] + "_fresh"
    psql("-c", f'DROP DATABASE IF EXISTS "{database}"', "-c", f'CREATE DATABASE "{database}"')
    connection.close()
    connection.settings_dict["NAME"] = database
    try:
        call_command("migrate", "store", "0001", verbosity=0)
        psql(
            "-c",
            "INSERT INTO users (name, friends) VALUES ('a', ARRAY[gen_random_uuid()])",
            "-c",
            "INSERT INTO orders (buyer_id) SELECT id FROM users",
            database=database,
        )
        call_command("migrate", verbosity=0)
        order = Order.objects.get()
        assert order.buyer.id.startswith("user_") and order.buyer.friends[0].startswith("user_")
        assert psql("-c", COLUMNS, database=database) == psql(
            "-c", COLUMNS, database=os.environ["PGDATABASE"]
        )
        assert (
            psql(
                "-c",
                "SELECT count(*) FROM pg_constraint WHERE contype = 'f' "
                "AND conrelid::regclass::text IN ('orders', 'watches')",
                database=database,
            )
            == "4"
        )
        # And back: the program with stored= runs over what has moved, whose types stay.
        call_command("migrate", "store", "0001", verbosity=0)
        assert "depend on it" in str(
            refuses(DatabaseError, call_command, "migrate", "kinds", "zero", verbosity=0)
        )
        call_command("migrate", "kinds", "zero", fake=True, verbosity=0)
        call_command("migrate", verbosity=0)
        assert psql("-c", COLUMNS, database=database) == psql(
            "-c", COLUMNS, database=os.environ["PGDATABASE"]
        )
    finally:
        connection.close()
        connection.settings_dict["NAME"] = os.environ["PGDATABASE"]


def queries(mine_id, server_id):
    mine, server = User.objects.get(id=mine_id), User.objects.get(id=server_id)
    assert (mine.id, server.id) == (mine_id, server_id)
    low, high = sorted([mine.id, server.id])
    both = User.objects.filter(id__in=[low, high])
    assert set(User.objects.in_bulk([low, high])) == {low, high} and list(
        both.order_by("id").values_list("id", flat=True)
    ) == [low, high]
    assert (
        both.filter(id__gt=low).get().id == both.exclude(Q(id=low)).get().id == high
        and both.filter(id__range=(low, high)).count() == 2
    )
    assert (
        Order.objects.filter(buyer__in=[mine, server]).count()
        == Order.objects.filter(buyer_id__in=[mine.id]).count()
        == 2
    )
    assert list(
        Order.objects.filter(buyer=mine)
        .values("buyer")
        .annotate(n=Count("id"))
        .values_list("buyer", "n")
    ) == [(mine.id, 2)]
    assert (
        both.filter(
            id=Subquery(Order.objects.filter(buyer=OuterRef("id")).values("buyer")[:1])
        ).get()
        == mine
    )
    assert (
        Order.objects.filter(parent=F("id")).count() == 0
        and both.filter(id__in=Order.objects.values("buyer")).get() == mine
    )
    assert (
        both.annotate(
            c=Case(When(name=mine.name, then=Value(server.id, User._meta.pk)), default="id")
        )
        .get(name=mine.name)
        .c
        == server.id
    )
    assert set(both.aggregate(all=ArrayAgg("id"))["all"]) == {low, high}
    assert User.objects.raw("SELECT * FROM users WHERE name = %s", [mine.name])[0] == mine
    if STATE != "uuid":  # core's min() takes no uuid in every major
        assert both.aggregate(low=Min("id"), high=Max("id")) == {"low": low, "high": high}
    value = UserId.generate()
    assert User.objects.create(id=str(value), name="given").id == value
    assert type(User.objects.get(name="given").id) is UserId
    order = mine.orders.get(parent=None)
    assert User.objects.bulk_update([User(id=server.id)], ["facts"]) == 1
    Order.objects.filter(id=order.id).update(parent=order)
    assert Order.objects.filter(parent=F("id")).get() == order
    Order.objects.filter(id=order.id).update(parent=None)


def arrays(mine_id):
    mine = User.objects.get(id=mine_id)
    for given, count in (([mine.friends[0]], 1), (mine.friends, 1), ([new_id()], 0)):
        assert User.objects.filter(friends__contains=given).count() == count, given
    assert User.objects.filter(friends__overlap=[new_id(), mine.friends[1]]).get() == mine
    assert (
        User.objects.filter(friends__contained_by=[*mine.friends, new_id()], id=mine.id).get()
        == mine
    )
    assert (
        User.objects.filter(friends=mine.friends).get()
        == User.objects.filter(friends__0=mine.friends[0]).get()
        == mine
    )
    assert User.objects.filter(friends__contains=F("friends"), id=mine.id).count() == 1
    refuses(ValidationError, User.objects.filter, friends__contains=[new_id("order")])


def prefixes(mine_id):
    """Over uuid a search that is no range is an error, and never what only looks like it."""
    some = User.objects.filter(id=mine_id)
    beginnings = (
        ("user_", 1),
        ("us", 1),
        ("", 1),
        (mine_id, 1),
        (mine_id[:20], 1),
        ("order_", 0),
        ("user_u", 0),
        ("user_8", 0),
        (mine_id[5:20], 0),
    )
    for given, count in beginnings:
        for lookup, text in (("startswith", given), ("istartswith", given.upper())):
            assert some.filter(**{f"id__{lookup}": text}).count() == count, (lookup, given)
            either = Q(name__icontains="nobody") | Q(**{f"id__{lookup}": text})
            assert some.filter(either).count() == count, (lookup, given)
    assert User.objects.filter(id__iexact=mine_id.upper()).get().id == mine_id
    assert not User.objects.filter(id__iexact=mine_id[:20]).exists()
    for lookup in ("contains", "icontains", "endswith", "iendswith", "regex", "iregex"):
        if STATE == "typed":
            assert some.filter(**{f"id__{lookup}": mine_id[-8:]}).get().id == mine_id
        else:
            refuses(FieldError, some.filter(**{f"id__{lookup}": mine_id[-8:]}).count)


def wrong(mine_id, first):
    as_uuid, other = UserId(mine_id).uuid, new_id("team")
    assert not Order.objects.filter(buyer__in=[other]).exists()
    for given in ("user_1", str(as_uuid)):  # the field's own accept_uuid says so in every state
        refuses(ValidationError, User.objects.filter, id=given)
        refuses(ValidationError, User(id=given, name="x").save)
    refuses(ValidationError, User(name="x", friends=[other]).save)
    refuses(ValidationError, Order.objects.filter(id=first).update, buyer=other)
    word = {} if STATE == "typed" else {"stored": "uuid"}
    options = {"prefix": "order", "notation": "ulid", "accept_uuid": True}
    taking = IdField(types.new_class("Taking", (Id,), options), type_name="order_id", **word)
    id = kind_of("order", "ulid").generate()
    assert taking.to_python(str(id.uuid)) == taking.to_python(id.uuid) == id
    assert taking.to_python(f"order{id[5:].lower()}") == id
    for options, stored in (
        ({"masked": True}, "uuid"),
        ({"notation": "uid11"}, "uuid"),
        ({}, "bytea"),
    ):
        kind = types.new_class("Kind", (Id,), {"prefix": "user", **options})
        refuses(TypeError, IdField, kind, type_name="x", stored=stored)


def forms_and_rest(mine_id):
    form_of = modelform_factory(User, fields=["name", "friends"])
    form = form_of({"name": "form", "friends": mine_id})
    assert form.is_valid() and form.save().friends == [mine_id], form.errors
    User(name="clean").full_clean()
    assert set(form_of({"name": "x", "friends": "user_1"}).errors) == {"friends"}
    order_of = modelform_factory(Order, fields=["buyer"])
    assert order_of({"buyer": mine_id}).is_valid() and set(
        order_of({"buyer": new_id("order")}).errors
    ) == {"buyer"}

    class Users(serializers.ModelSerializer):
        class Meta:
            model, fields = User, ["id", "name", "friends"]

    given = Users(data={"name": "rest", "friends": [mine_id]})
    assert given.is_valid(), given.errors
    made = given.save()
    assert (
        given.data
        == Users(User.objects.get(pk=made.pk)).data
        == {"id": made.id, "name": "rest", "friends": [mine_id]}
    )


def what_the_server_writes(mine_id):
    shown = str(UserId(mine_id).uuid) if STATE == "uuid" else mine_id
    assert User.objects.annotate(t=Cast("id", TextField())).get(id=mine_id).t == shown


def own(mine, server, first):
    for title, test, *given in (
        ("migrations, and a second one is empty", migrations),
        ("lists, subqueries, aggregates, expressions", queries, mine, server),
        ("array lookups", arrays, mine),
        ("the start of an id, searches", prefixes, mine),
        ("another kind, a malformed id and a UUID's text", wrong, mine, first),
        ("forms and DRF", forms_and_rest, mine),
        ("what the server writes", what_the_server_writes, mine),
    ):
        check(f"{STATE}: {title}", test, *given)
    if STATE == "typed":
        check("the migration that takes stored= away moves what has not moved", move_by_django)


def raw(query, *given):
    with connection.cursor() as cursor:
        cursor.execute(query, given)
        return [str(row[0]) for row in cursor.fetchall()]


def ids(**condition):
    return list(User.objects.filter(**condition).order_by("id").values_list("id", flat=True))


def orders(id):
    some = Order.objects.filter(buyer=id)
    ways = {
        "select": some.select_related("buyer", "parent"),
        "prefetch": some.prefetch_related("buyer", "parent"),
        "reverse": User.objects.filter(orders__isnull=False, id=id)
        .distinct()
        .prefetch_related("orders")
        .get()
        .orders.all(),
    }
    return [
        (way, one.id, one.buyer.id, one.parent and one.parent.id)
        for way, found in ways.items()
        for one in found
    ]


def upsert(id, name):
    return User.objects.bulk_create(
        [User(id=id, name=name)],
        update_conflicts=True,
        update_fields=["name"],
        unique_fields=["id"],
    )[0].id


def give(id, buyer):
    assert Order.objects.filter(id=id).update(buyer=buyer) == 1
    return list(Order.objects.values_list("id", "buyer").get(id=id))


@transaction.atomic
def policy(customer):
    raw(
        "SELECT set_config('shop.customer', %s, true), set_config('role', 'customer', true)",
        customer,
    )
    return list(Order.objects.values_list("id", flat=True))


def tree(id):
    query = """
        WITH RECURSIVE up AS (
            SELECT * FROM orders WHERE id = %s
            UNION ALL SELECT o.* FROM orders o JOIN up ON o.id = up.parent_id
        )
        SELECT * FROM up"""
    return [one.id for one in Order.objects.raw(query, [str(OrderId.to_column(id))])]


def timed(name, kind, **given):
    columns = {
        "id": kind(primary_key=True, **given),
        "friend": kind(**given),
        "name": models.TextField(),
    }
    return type(
        name,
        (models.Model,),
        {
            "__module__": __name__,
            **columns,
            "Meta": type("Meta", (), {"app_label": "times", "db_table": name}),
        },
    )


TIMED = {
    "plain": timed("plain", models.UUIDField),
    "stored": timed(
        "stored", functools.partial(IdField, UserId), type_name="user_id", stored="uuid"
    ),
}

serve(
    {
        **times(
            lambda table, rows: TIMED[table].objects.bulk_create(
                [TIMED[table](**row) for row in rows]
            ),
            lambda table: list(TIMED[table].objects.all()),
        ),
        "add_user": lambda id, name, friends, fact: User.objects.create(
            **({"id": id} if id else {}),
            name=name,
            friends=friends.split(),
            facts={"id": fact} if fact else None,
        ).id,
        "user": lambda id: [
            field
            for one in User.objects.filter(id=id)
            for field in (one.id, one.name, one.friends, one.facts and one.facts["id"])
        ],
        "add_order": lambda id, buyer, parent, note: Order.objects.create(
            **({"id": id} if id else {}), buyer_id=buyer, parent_id=parent or None, note=note
        ).id,
        "watch": lambda user, order: Order.objects.get(id=order).watchers.add(user),
        "orders": orders,
        "watched": lambda id: [
            one.id for one in User.objects.prefetch_related("watched").get(id=id).watched.all()
        ],
        "in": lambda all: ids(id__in=all.split()),
        "between": lambda low, high: ids(id__range=(low, high)),
        "below": lambda high: ids(id__lt=high),
        "prefix": lambda text: ids(id__startswith=text),
        "friend": lambda id: ids(friends__contains=[id]),
        "upsert": upsert,
        "give": give,
        "remove": lambda id: User.objects.filter(id=id).delete()[1].get("store.User", 0),
        "buyer": lambda id: [
            field for one in Buyer.objects.filter(id=id) for field in (one.id, one.orders)
        ],
        "policy": policy,
        "call": lambda uuid: raw("SELECT orders_of(%s)", uuid),
        "parents": lambda: raw("SELECT id FROM parents()"),
        "tree": tree,
        "own": own,
    }
)
connection.close()
