"""Django with psycopg 3: a project of one application, shop.

Its models and its first migration are code blocks of docs/frameworks/django.md, and ids is one of
docs/frameworks/python.md.
"""

import os
import pathlib
import subprocess
import sys
import types
import uuid

import django
import psycopg
from harness import (
    MALFORMED,
    OTHER_PREFIX,
    SYSTEMS,
    cell,
    check,
    column_of,
    fill,
    kind_of,
    new_id,
    notated,
    psql,
    refuses,
    say,
    texts_of,
    wrong_ids,
)

here = pathlib.Path(__file__).parent
say(
    "version",
    f"Django {django.__version__}, psycopg {psycopg.__version__}, "
    f"PostgreSQL {psql('-c', 'SHOW server_version').split()[0]}",
)
SETTINGS = f"""
DATABASES = {{
    "default": {{
        "ENGINE": "django.db.backends.postgresql",
        "NAME": {os.environ["PGDATABASE"]!r},
    }}
}}
INSTALLED_APPS = ["django.contrib.postgres", "shop"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
SECRET_KEY = "x"
"""
(here / "settings.py").write_text(SETTINGS)
(here / "shop" / "__init__.py").touch()
(here / "shop" / "migrations" / "__init__.py").touch()
os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
django.setup()

# These ask for the settings, or are models of the project, when they are imported.
import shop.models  # noqa: E402
from django.contrib.postgres.fields import ArrayField  # noqa: E402
from django.core.exceptions import FieldError, ValidationError  # noqa: E402
from django.db import DataError, InternalError, connection, models, transaction  # noqa: E402
from django.db.models import Q  # noqa: E402
from django.forms import modelform_factory  # noqa: E402
from django.http import Http404  # noqa: E402
from django.shortcuts import get_object_or_404  # noqa: E402
from django.test import Client, override_settings  # noqa: E402
from django.urls import NoReverseMatch, reverse  # noqa: E402
from ids import UserId  # noqa: E402
from shop.models import Invoice, Order, User, users_that_start_with  # noqa: E402

from base62id import Base62Id, Id, Xid  # noqa: E402
from base62id.django import CreateIdType, IdField, generated  # noqa: E402


def manage(*arguments):
    done = subprocess.run(
        [sys.executable, "-B", "-m", "django", *arguments],
        cwd=here,
        capture_output=True,
        text=True,
        env=dict(os.environ, PYTHONPATH=f"{here}:{os.environ['PYTHONPATH']}"),
    )
    return done.returncode, done.stdout + done.stderr


@cell("migrate", "adapter, `CreateExtension`")
def migrate():
    psql("-c", "DROP EXTENSION base62id")
    status, output = manage("makemigrations", "shop", "-n", "models")
    assert status == 0, output
    status, output = manage("migrate")
    assert status == 0, output
    assert column_of("users", "id") == "typeid typeid_generate('user'::text)"


@cell("again", "as is")
def again():
    status, output = manage("makemigrations", "--check", "--dry-run")
    assert status == 0 and "No changes detected" in output, output


@cell("first", "`CreateExtension`, adapter: `CreateIdType`")
def first():
    # migrate() began in a database without the extension.
    status, output = manage("migrate")
    assert status == 0 and "No migrations to apply" in output, output
    assert psql("-c", "SELECT team_id_new() ^@ 'team_'") == "t"
    assert psql("-c", "INSERT INTO users (name) VALUES ('x') RETURNING id").startswith("user_")


@cell("default", "`db_default`")
def default():
    user = User.objects.create(name="Ada")
    assert type(user.id) is UserId, user.id
    assert User.objects.get(pk=user.id).name == "Ada"
    order = Order.objects.create(buyer=user, note="1")
    assert type(order.id) is Xid and type(order.buyer_id) is UserId
    assert type(Order.objects.get(pk=order.pk).buyer_id) is UserId
    assert type(Invoice.objects.create(note="i").id) is Base62Id


@cell("malformed", "adapter: `ValidationError`; in a path 404")
def malformed():
    for wrong in (MALFORMED, OTHER_PREFIX, "", 17):
        if wrong != OTHER_PREFIX:
            refuses(ValidationError, User.objects.filter, id=wrong)
        refuses(
            ValidationError,
            User(id=wrong, name="x").full_clean if wrong != "" else User(id=wrong, name="x").save,
        )
    paths()
    with transaction.atomic():
        with connection.cursor() as cursor:
            error = refuses(DataError, cursor.execute, "SELECT %s::typeid", [MALFORMED])
            assert error.__cause__.sqlstate == "22P02"
            transaction.set_rollback(True)


def paths():
    """What comes from a URL is an id of the kind, or the framework's 404."""
    with override_settings(ROOT_URLCONF="shop.models", ALLOWED_HOSTS=["*"]):
        client = Client()
        user = User.objects.create(name="by a path")
        assert client.get(f"/users/{user.id}/").content == b"by a path"
        for wrong in (MALFORMED, OTHER_PREFIX, UserId.generate(), "5", user.id + "0", "%00", "é"):
            assert client.get(f"/users/{wrong}/").status_code == 404, wrong
        assert reverse(shop.models.user, args=[user.id]) == f"/users/{user.id}/"
        refuses(NoReverseMatch, reverse, shop.models.user, args=[OTHER_PREFIX])
        user.delete()


@cell("prefix", "adapter: `id__startswith`")
def prefix():
    for model in (User, Order, Invoice):
        some = model.objects.order_by("id")[0].id
        assert some in model.objects.filter(id__startswith=some[:-4]).values_list("id", flat=True)
    assert not User.objects.filter(id__has_prefix="order").exists()
    some = User.objects.order_by("id")[0]
    assert list(users_that_start_with(some.id)) == [some]


@cell("kind", "adapter: no row, 404; `ValidationError` where it would be stored")
def another_kind():
    """An id, but of another kind: no row has it."""
    refuses(Http404, get_object_or_404, User, pk=OTHER_PREFIX)
    refuses(User.DoesNotExist, User.objects.get, id=OTHER_PREFIX)
    some = User.objects.order_by("id")[0].id
    assert list(User.objects.filter(id__in=[OTHER_PREFIX, some]).values_list("id", flat=True)) == [
        some
    ]
    assert not User.objects.filter(id__in=[OTHER_PREFIX]).exists()
    assert User.objects.exclude(id=OTHER_PREFIX).count() == User.objects.count()
    assert User.objects.filter(Q(id=OTHER_PREFIX) | Q(id=some)).count() == 1
    error = refuses(ValidationError, User(id=OTHER_PREFIX, name="x").full_clean)
    assert "order_" in str(error)
    refuses(ValidationError, User(id=OTHER_PREFIX, name="x").save)


@cell("empty", "adapter: `None`")
def empty_value():
    """A field of a form without an id is None."""

    class Note(models.Model):
        author = IdField(UserId, null=True, blank=True)

        class Meta:
            app_label, db_table = "shop", "notes"

    with connection.schema_editor() as editor:
        editor.create_model(Note)
    form = modelform_factory(Note, fields=["author"])({"author": ""})
    assert form.is_valid(), form.errors
    assert Note.objects.get(pk=form.save().pk).author is None
    note = Note(author="")
    note.full_clean()
    note.save()
    note.refresh_from_db()
    assert note.author is None
    assert (
        not Note.objects.filter(author="").exists()
        and Note.objects.filter(author=None).count() == 2
    )
    form = modelform_factory(Note, fields=["author"])({"author": OTHER_PREFIX})
    assert not form.is_valid() and "author" in form.errors


def uuids():
    """A UUID is taken where the kind reads one."""
    value = uuid.uuid4()
    assert Invoice.objects.create(id=value, note="uuid").pk == Base62Id.from_uuid(value)
    assert Invoice.objects.get(id=value).note == Invoice.objects.get(id=str(value)).note == "uuid"
    for model in (User, Order):
        for given in (value, str(value)):
            refuses(ValidationError, model.objects.filter, id=given)


@cell("introspect", "`inspectdb` writes a `TextField`: put the adapter's field")
def introspect():
    status, output = manage("inspectdb", "users", "orders", "invoices")
    assert status == 0, output
    guess = "id = models.TextField(primary_key=True)  # This field type is a guess."
    assert output.count(guess) == 3, output
    fields = {
        "users": "IdField(UserId, primary_key=True, db_default=generated(UserId))",
        "orders": "IdField(Xid, primary_key=True, db_default=generated(Xid))",
        "invoices": "IdField(Base62Id, primary_key=True,"
        ' db_default=models.Func(function="gen_random_uuid"))',
    }
    # In the order in which they were asked for.
    for field in fields.values():
        output = output.replace(guess, f"id = {field}", 1)
    names = {"IdField": IdField, "generated": generated, "UserId": UserId, "Xid": Xid}
    found = {"__name__": "shop.inspected", "Base62Id": Base62Id, **names}
    exec(output, found)
    user = found["Users"].objects.create(name="inspected")
    order = found["Orders"].objects.create(buyer=user, note="inspected")
    assert type(user.id) is UserId and type(order.id) is Xid
    assert type(found["Invoices"].objects.create(note="inspected").id) is Base62Id
    assert found["Orders"].objects.get(buyer__id__startswith=user.id[:-3], buyer=user.id) == order
    refuses(ValidationError, found["Users"].objects.create, id=OTHER_PREFIX, name="wrong")
    order.delete()
    user.delete()


def arrays():
    """ArrayField of an id type is a list, also where the type was made again, with another OID."""
    operation = CreateIdType("crew_id", "crew")

    def back():
        with connection.schema_editor() as editor:
            operation.database_backwards("shop", editor, None, None)

    for again in (False, True):
        if again:
            refuses(InternalError, back)
            psql("-c", "DROP TABLE crews")
            back()
        with connection.schema_editor() as editor:
            operation.database_forwards("shop", editor, None, None)
        psql(
            "-c",
            "CREATE TABLE crews (id serial PRIMARY KEY, members crew_id[], invoices base62id[])",
        )
        fields = {
            "members": ArrayField(IdField(kind_of("crew"), type_name="crew_id")),
            "invoices": ArrayField(IdField(Base62Id)),
            "__module__": __name__,
            "Meta": type("Meta", (), {"app_label": "shop", "db_table": "crews"}),
        }
        crews = type(f"Crew{again}", (models.Model,), fields)
        given, some = [new_id("crew"), new_id("crew")], [Base62Id.generate()]
        crew = crews.objects.get(pk=crews.objects.create(members=given, invoices=some).pk)
        assert (crew.members, crew.invoices) == (given, some), (crew.members, crew.invoices)
        assert {type(id) for id in crew.members} == {kind_of("crew")}
        refuses(ValidationError, crews(members=[new_id("user")], invoices=[]).save)


def border():
    """What a view, the admin's change list and a form are given from outside."""
    psql("-c", "SELECT typeid_create_type('member_id', 'member', mask_key => 1)")
    psql("-c", "CREATE TABLE members (id member_id PRIMARY KEY DEFAULT member_id_new(), name text)")

    MemberId = types.new_class("MemberId", (Id,), {"prefix": "member", "masked": True})

    class Member(models.Model):
        id = IdField(
            MemberId,
            type_name="member_id",
            primary_key=True,
            editable=False,
            db_default=generated(MemberId, "member_id"),
        )
        name = models.TextField()

        class Meta:
            app_label, db_table, managed = "shop", "members", False

    member = Member.objects.create(name="m")
    assert Member.objects.get(pk=member.id) == Member.objects.get(pk=str(member.id)) == member
    inside = new_id("member")  # of version 7: no masked id is
    refuses(Http404, get_object_or_404, Member, pk=inside)
    assert not Member.objects.filter(pk__in=[inside]).exists()
    refuses(ValidationError, Member(id=inside, name="x").save)
    refuses(
        ValidationError, Member._meta.pk.to_python, inside
    )  # of which the admin makes a redirect
    # At filter(), as UUIDField: the admin catches it there.
    for lookup, wrong in (
        ("id", "nope"),
        ("id__gt", "nope"),
        ("id__gt", inside),
        ("id__in", ["nope"]),
    ):
        refuses(ValidationError, Member.objects.filter, **{lookup: wrong})
    refuses(FieldError, Member.objects.filter, id__has_prefix="member")
    form = modelform_factory(Member, fields="__all__")({"name": "by a form"})
    assert form.is_valid() and form.save().id.startswith("member_"), form.errors
    try:
        from rest_framework import serializers
    except ImportError:
        return
    from rest_framework.schemas.openapi import AutoSchema

    from base62id.rest_framework import IdSerializerField

    class Serializer(serializers.ModelSerializer):
        friend = IdSerializerField(MemberId, required=False)

        class Meta:
            model, fields = Member, ["id", "name", "friend"]

    assert Serializer(member).data["id"] == member.id
    good = Serializer(data={"name": "rest", "friend": f'"{member.id}"'})
    assert good.is_valid() and good.validated_data["friend"] == member.id, good.errors
    for wrong in (inside, "nope", 5):
        given = Serializer(data={"name": "x", "friend": wrong})
        assert not given.is_valid() and list(given.errors) == ["friend"], given.errors
    schema = AutoSchema().map_serializer(Serializer())["properties"]
    assert schema["friend"]["pattern"] == MemberId.pattern, schema


@cell("typed", "adapter: `IdField` with its `type_name`")
def every_notation():
    refuses(TypeError, IdField, kind_of("team", "ulid"))  # without its name there is no column
    for name, table, prefix, notation in notated():
        new = models.Func(function=f"{name}_new")
        of = kind_of(prefix, notation)
        id = IdField(of, type_name=name, primary_key=True, db_default=new)
        meta = type("Meta", (), {"app_label": "shop", "db_table": table})
        fields = {
            "id": id,
            "name": models.TextField(null=True),
            "Meta": meta,
            "__module__": __name__,
        }
        kind = type(table.title().replace("_", ""), (models.Model,), fields)
        _, path, arguments, named = kind._meta.pk.deconstruct()
        assert path == "base62id.django.IdField" and arguments == [of], (path, arguments)
        assert named["type_name"] == name, named
        made = kind.objects.create(name="by the server")
        given = new_id(prefix, notation)
        mine = kind.objects.create(
            id=prefix + given[len(prefix) :].lower() if notation == "ulid" else given
        )
        assert {type(made.id), type(mine.id)} == {of} and mine.id == given, made.id
        assert kind.objects.get(id=mine.id) == mine
        assert kind.objects.filter(id__in=[mine.id, made.id]).count() == 2
        assert kind.objects.filter(id__startswith=mine.id[:-4]).get() == mine
        assert not kind.objects.filter(id__in=[new_id("user", notation)]).exists()
        refuses(ValidationError, kind.objects.filter, id=made.id[:-1])
        for wrong in wrong_ids(mine.id, notation):
            refuses(ValidationError, kind(id=wrong).save)


def every_type():
    for name, system in SYSTEMS.items():
        field = IdField(system)
        with connection.cursor() as cursor:
            for text in texts_of(name)[:30]:
                value = field.get_db_prep_value(field.to_python(text), connection)
                cursor.execute(f"SELECT %s::{name}", [value])
                read = field.from_db_value(cursor.fetchone()[0], None, connection)
                assert read == text and type(read) is system


def empty_string():
    """What a new user writes: text in the model over a typeid column. Django sends ''."""

    class Plain(models.Model):
        id = models.TextField(primary_key=True)
        name = models.TextField()

        class Meta:
            app_label, db_table, managed = "shop", "users", False

    with transaction.atomic():
        refuses(DataError, Plain.objects.create, name="x")
        transaction.set_rollback(True)
    say(
        "trap",
        "Django: a `TextField` without `db_default` sends `''` as the id, "
        "and the server answers 22P02.",
    )


def bulk_create():
    made = User.objects.bulk_create([User(name="b1"), User(name="b2")])
    assert not any(isinstance(user.id, str) for user in made), made
    given = [User(id=UserId.generate(), name="b3")]
    assert User.objects.bulk_create(given)[0] == User.objects.get(name="b3")
    assert User.objects.filter(name__in=["b1", "b2"]).count() == 2
    say(
        "trap",
        "`bulk_create` inserts the rows, but does not read the primary keys that a `db_default` "
        "has generated. Pass ids, or read the rows again.",
    )


migrate()
again()
first()
fill()
for test in (default, malformed, prefix, introspect, every_notation, another_kind, empty_value):
    test()
check("a UUID is taken where the kind accepts UUIDs, and else refused", uuids)
check("every type through the fields", every_type)
check("an array of ids is a list, also where its type was made again", arrays)
check("ids from outside, masked ones too: 404, forms, DRF", border)
check("Django's empty string", empty_string)
check("Django's bulk_create", bulk_create)
