"""Django: the same program over columns of uuid without the extension (STATE=uuid), after they have moved (moved), and without
the word (typed). Django's migrations make the tables, and move them; in state moved somebody else has."""

import os
import pathlib
import sys
import uuid

import django
from django.conf import settings

import base62id
from harness import check, new_id, psql, refuses

STATE = os.environ["STATE"]
here = pathlib.Path(__file__).parent
for name in ("kinds", "store"):
    (here / name / "migrations").mkdir(parents=True, exist_ok=True)
    (here / name / "__init__.py").touch()
    (here / name / "migrations" / "__init__.py").touch()
WORD = "" if STATE == "typed" else ', stored="uuid"'
(here / "store" / "models.py").write_text(f"""
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.contrib.postgres.functions import RandomUUID

from base62id.django import TypedIDField


def user_id(**named):
    return TypedIDField(type_name="user_id", prefix="user"{WORD}, **named)


class User(models.Model):
    id = user_id(primary_key=True, editable=False, db_default=RandomUUID())
    name = models.TextField()
    friends = ArrayField(user_id(), default=list, blank=True)
    best = user_id(null=True, blank=True, db_index=True)
    facts = models.JSONField(null=True, blank=True)


class Order(models.Model):
    id = TypedIDField(type_name="order_id", prefix="order", notation="ulid", accept_uuid=True{WORD}, primary_key=True, editable=False, db_default=RandomUUID())
    buyer = models.ForeignKey(User, models.CASCADE, related_name="orders")
    parent = models.ForeignKey("self", models.CASCADE, null=True)
    watchers = models.ManyToManyField(User, related_name="watched")
""")
settings.configure(
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "HOST": os.environ["PGHOST"],
            "PORT": os.environ["PGPORT"],
            "USER": os.environ["PGUSER"],
            "NAME": os.environ["PGDATABASE"],
        }
    },
    INSTALLED_APPS=["django.contrib.postgres", "django.contrib.contenttypes", "django.contrib.auth", "rest_framework", "kinds", "store"],
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    SECRET_KEY="x",
    USE_TZ=True,
)
django.setup()

from django.contrib.postgres.aggregates import ArrayAgg  # noqa: E402
from django.core.exceptions import FieldError, ValidationError  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.models import Case, Count, F, Max, Min, OuterRef, Q, Subquery, TextField, Value, When  # noqa: E402
from django.db.models.functions import Cast  # noqa: E402
from django.forms import modelform_factory  # noqa: E402
from rest_framework import serializers  # noqa: E402

import base62id.rest  # noqa: E402, F401
from store.models import Order, User  # noqa: E402

MOVE = """
from django.contrib.postgres.operations import CreateExtension
from django.db import migrations

from base62id.django import CreateTypedID

class Migration(migrations.Migration):
    operations = [
        CreateExtension("base62id"),
        CreateTypedID("user_id", "user", accept_uuid=True),
        CreateTypedID("order_id", "order", notation="ulid", accept_uuid=True),
    ]
"""
COLUMNS = """SELECT string_agg(format('%s.%s %s', attrelid::regclass, attname, atttypid::regtype), ', ' ORDER BY attrelid::regclass::text, attname)
    FROM pg_attribute JOIN pg_class c ON c.oid = attrelid AND relkind = 'r' WHERE relname ^@ 'store_' AND attnum > 0 AND atttypid::regtype::text ~ 'uuid|_id'"""


def columns_are(user, order):
    assert psql("-c", COLUMNS) == (
        f"store_order.buyer_id {user}, store_order.id {order}, store_order.parent_id {order}, "
        f"store_order_watchers.order_id {order}, store_order_watchers.user_id {user}, "
        f"store_user.best {user}, store_user.friends {user}[], store_user.id {user}"
    ), psql("-c", COLUMNS)


def migrations():
    if STATE == "uuid":
        psql("-c", "DROP EXTENSION base62id")
        call_command("makemigrations", "store", verbosity=0)
        call_command("migrate", verbosity=0)
        columns_are("uuid", "uuid")
    elif STATE == "moved":  # by somebody else; what Django wrote stays as it is
        (here / "kinds" / "migrations" / "0001_types.py").write_text(MOVE)
        call_command("migrate", "kinds", verbosity=0)
        keys = psql("-c", "SELECT format('ALTER TABLE %s DROP CONSTRAINT %s', conrelid::regclass, conname) FROM pg_constraint "
                    "WHERE contype = 'f' AND conrelid::regclass::text ^@ 'store_'").splitlines()
        back = psql("-c", "SELECT format('ALTER TABLE %s ADD CONSTRAINT %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) "
                    "FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text ^@ 'store_'").splitlines()
        moves = [
            f"ALTER TABLE {table} ALTER {column} TYPE {kind} USING {column}::{kind}"
            for table, column, kind in (
                ("store_user", "id", "user_id"), ("store_user", "best", "user_id"), ("store_user", "friends", "user_id[]"),
                ("store_order", "id", "order_id"), ("store_order", "buyer_id", "user_id"), ("store_order", "parent_id", "order_id"),
                ("store_order_watchers", "user_id", "user_id"), ("store_order_watchers", "order_id", "order_id"),
            )
        ]
        psql(*(word for statement in keys + moves + back for word in ("-c", statement)))
    else:
        call_command("makemigrations", "store", verbosity=0)
        before = psql("-c", "SELECT string_agg(oid || ' ' || relfilenode, ',' ORDER BY oid) FROM pg_class WHERE relname ^@ 'store_'")
        call_command("migrate", "store", verbosity=0)
        columns_are("user_id", "order_id")
        # What had moved was not touched.
        assert before == psql("-c", "SELECT string_agg(oid || ' ' || relfilenode, ',' ORDER BY oid) FROM pg_class WHERE relname ^@ 'store_'")
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def move_by_django():
    """The migration of the word's end moves what has not moved: columns, keys and arrays; the second one is empty."""
    database = os.environ["PGDATABASE"] + "_fresh"
    psql("-c", f'DROP DATABASE IF EXISTS "{database}"', "-c", f'CREATE DATABASE "{database}"')
    connection.close()
    connection.settings_dict["NAME"] = database
    try:
        call_command("migrate", "store", "0001", verbosity=0)
        psql("-c", "INSERT INTO store_user (name, friends) VALUES ('a', ARRAY[gen_random_uuid()])",
             "-c", "INSERT INTO store_order (buyer_id) SELECT id FROM store_user", database=database)
        call_command("migrate", verbosity=0)
        order = Order.objects.get()
        assert order.buyer.id.startswith("user_") and order.buyer.friends[0].startswith("user_")
        assert psql("-c", COLUMNS, database=database) == psql("-c", COLUMNS, database=os.environ["PGDATABASE"])
        assert psql("-c", "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text ^@ 'store_'", database=database) == "4"
    finally:
        connection.close()
        connection.settings_dict["NAME"] = os.environ["PGDATABASE"]


def rows():
    Order.objects.all().delete()
    User.objects.all().delete()
    by_server = User.objects.create(name="server")
    assert by_server.id.startswith("user_") and User.objects.get(id=by_server.id) == by_server, by_server.id
    value, friend = uuid.uuid4(), new_id()
    mine = User.objects.create(id=value, name="mine", friends=[friend, by_server.id], best=by_server.id, facts={"id": friend})
    again = User.objects.get(id=mine.id)
    assert (again, again.friends, again.best, again.facts) == (mine, [friend, by_server.id], by_server.id, {"id": friend})
    assert User.objects.get(id=value) == mine and mine.id == base62id.from_uuid("typeid", value, "user")
    order = Order.objects.create(buyer=mine)
    child = Order.objects.create(buyer_id=mine.id, parent=order, id=new_id("order", "ulid").lower())
    assert order.id.startswith("order_") and Order.objects.get(parent=order.id) == child and child.buyer_id == mine.id
    order.watchers.add(by_server, mine.id)
    assert set(order.watchers.values_list("id", flat=True)) == {by_server.id, mine.id}
    assert list(mine.watched.all()) == [order]
    for some in (Order.objects.select_related("buyer", "parent"), Order.objects.prefetch_related("buyer", "watchers")):
        assert {one.buyer.id for one in some} == {mine.id}
    (found,) = User.objects.filter(orders__isnull=False).distinct().prefetch_related("orders", "watched")
    assert {one.id for one in found.orders.all()} == {order.id, child.id}
    if STATE == "uuid":
        kind = psql("-c", f"SELECT pg_typeof(id)::oid || ' ' || pg_column_size(id) FROM store_user WHERE id = '{value}'")
        assert kind == "2950 16", kind


def queries():
    mine, server = User.objects.get(name="mine"), User.objects.get(name="server")
    low, high = sorted([mine.id, server.id])
    assert set(User.objects.in_bulk([low, high])) == {low, high}
    assert list(User.objects.order_by("id").values_list("id", flat=True)) == [low, high]
    assert User.objects.filter(id__gt=low).get().id == high and User.objects.filter(id__range=(low, high)).count() == 2
    assert Order.objects.filter(buyer__in=[mine, server]).count() == Order.objects.filter(buyer_id__in=[mine.id]).count() == 2
    assert list(Order.objects.values("buyer").annotate(n=Count("id")).values_list("buyer", "n")) == [(mine.id, 2)]
    assert User.objects.filter(id=Subquery(Order.objects.filter(buyer=OuterRef("id")).values("buyer")[:1])).get() == mine
    assert User.objects.filter(best=F("id")).count() == 0 and User.objects.filter(best__in=User.objects.values("id")).get() == mine
    assert User.objects.annotate(c=Case(When(name="mine", then=Value(server.id, User._meta.pk)), default="id")).get(name="mine").c == server.id
    assert set(User.objects.aggregate(all=ArrayAgg("id"))["all"]) == {low, high}
    assert User.objects.filter(Q(id=low) | Q(id=high)).exclude(id=low).get().id == high
    User.objects.filter(id=low).update(best=high)
    assert User.objects.bulk_update([User(id=low, best=None)], ["best"]) == 1 and User.objects.get(id=low).best is None
    made = User.objects.bulk_create(
        [User(id=low, name="up")], update_conflicts=True, update_fields=["best"], unique_fields=["id"]
    )
    assert made[0].id == low and User.objects.get(id=low).name != "up"
    assert User.objects.raw("SELECT * FROM store_user WHERE name = %s", ["mine"])[0] == mine
    mine.best = server.id
    mine.save()


def arrays():
    mine = User.objects.get(name="mine")
    for given, count in (([mine.friends[0]], 1), (mine.friends, 1), ([new_id()], 0), ([], 2)):
        assert User.objects.filter(friends__contains=given).count() == count, given
    assert User.objects.filter(friends__overlap=[new_id(), mine.friends[1]]).get() == mine
    assert User.objects.filter(friends__contained_by=[*mine.friends, new_id()]).count() == 2
    assert User.objects.filter(friends=mine.friends).get() == User.objects.filter(friends__0=mine.friends[0]).get() == mine
    assert User.objects.filter(friends__contains=F("friends")).count() == 2
    refuses(ValidationError, User.objects.filter, friends__contains=[new_id("order")])


def prefixes():
    mine, order = User.objects.get(name="mine"), Order.objects.first()
    for given, count in (("user_", 2), ("us", 2), ("", 2), (mine.id, 1), (mine.id[:20], 1), ("order_", 0), ("user_u", 0), ("user_8", 0)):
        assert User.objects.filter(id__startswith=given).count() == count, given
        assert User.objects.filter(id__istartswith=given.upper()).count() == count, given
        assert User.objects.filter(id__icontains=given.upper()).count() == count, given
        assert User.objects.filter(Q(name__icontains="nobody") | Q(id__icontains=given)).count() == count
    assert User.objects.filter(id__iexact=mine.id.upper()).get() == mine
    assert Order.objects.filter(id__startswith=order.id[:20].lower()).count() == 1
    assert Order.objects.filter(id__icontains=order.id[:20].lower()).get() == order
    assert not Order.objects.filter(id__iexact=order.id[:20]).exists()
    for lookup in ("endswith", "iendswith", "regex", "iregex"):
        if STATE == "typed":
            assert User.objects.filter(**{f"id__{lookup}": mine.id[-8:]}).get() == mine
        else:
            refuses(FieldError, User.objects.filter(**{f"id__{lookup}": mine.id[-8:]}).count)


def wrong():
    mine = User.objects.get(name="mine")
    as_uuid = base62id.to_uuid("typeid", mine.id)
    other = new_id("team")
    assert not User.objects.filter(id=other).exists() and not Order.objects.filter(buyer__in=[other]).exists()
    for given in ("user_1", str(as_uuid)):  # the field's own accept_uuid says so in every state
        refuses(ValidationError, User.objects.filter, id=given)
        refuses(ValidationError, User(id=given, name="x").save)
    refuses(ValidationError, User(id=other, name="x").save)
    refuses(ValidationError, User(name="x", friends=[other]).save)
    refuses(ValidationError, User.objects.filter(id=mine.id).update, best=other)
    order = Order.objects.get(parent=None)
    assert Order.objects.get(id=str(base62id.to_uuid("ulid", order.id, "order"))) == order  # accept_uuid=True
    for named in ({"masked": True}, {"notation": "uid11"}, {"as_uuid": True}, {"stored": "bytea"}, {"prefix": ""}):
        refuses(TypeError, type(User._meta.pk), **{"type_name": "x", "prefix": "user", "stored": "uuid", **named})


def forms_and_rest():
    mine = User.objects.get(name="mine")
    form_of = modelform_factory(User, fields=["name", "friends", "best"])
    form = form_of({"name": "form", "friends": mine.id, "best": mine.id})
    assert form.is_valid() and form.save().best == mine.id, form.errors
    # It compares the key with gen_random_uuid(), which is a matter of the cast from uuid.
    if psql("-c", "SELECT castcontext FROM pg_cast WHERE casttarget = to_regtype('user_id') AND castsource = 'uuid'::regtype") != "a":
        User(name="clean", best=mine.id).full_clean()
    assert set(form_of({"name": "x", "friends": "user_1", "best": new_id("order")}).errors) == {"friends", "best"}

    class Users(serializers.ModelSerializer):
        class Meta:
            model, fields = User, ["id", "name", "friends", "best"]

    given = Users(data={"name": "rest", "friends": [mine.id], "best": mine.id})
    assert given.is_valid(), given.errors
    made = given.save()
    assert given.data == Users(User.objects.get(pk=made.pk)).data == {"id": made.id, "name": "rest", "friends": [mine.id], "best": mine.id}
    User.objects.filter(name__in=["form", "rest"]).delete()


def what_changes():
    """The lines of the page's table that this program meets: what the server writes is a UUID's text until the column moves."""
    mine = User.objects.get(name="mine")
    shown = str(base62id.to_uuid("typeid", mine.id)) if STATE == "uuid" else mine.id
    assert User.objects.annotate(t=Cast("id", TextField())).get(name="mine").t == shown
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_jsonb(u)->>'id', id::text FROM store_user u WHERE name = 'mine'")
        assert cursor.fetchone() == (shown, shown)
        cursor.execute("SELECT count(*) FROM store_user WHERE id = %s", [str(base62id.to_column("typeid", mine.id, "user"))])
        assert cursor.fetchone() == (1,)  # raw SQL takes what to_column() gives, in each state
    if STATE != "uuid":  # core's min() takes no uuid in every major
        found = User.objects.aggregate(low=Min("id"), high=Max("id"))
        assert found == {"low": min(found.values()), "high": max(found.values())}, found


check(f"{STATE}: migrations, and a second one is empty", migrations)
if STATE == "typed":
    check("the migration of the word's end moves what has not moved", move_by_django)
for title, test in (
    ("rows, keys, arrays, JSON, and relations loaded in every way", rows),
    ("lists, ranges, subqueries, aggregates, upserts", queries),
    ("array lookups", arrays),
    ("the start of an id, searches", prefixes),
    ("another kind, a malformed id and a UUID's text", wrong),
    ("forms and DRF", forms_and_rest),
    ("what changes when the column has moved", what_changes),
):
    check(f"{STATE}: {title}", test)
connection.close()
sys.exit(0)
