"""Django: an object equals its row from the moment when its id is set.

Forms, the admin and DRF take whatever id they are given. The project has a user model of its own,
whose application's first migration waits for the one that makes the types.

ids_types.py is a code block of docs/frameworks/django.md.
"""

import json
import pathlib
import uuid

from django_project import configure
from harness import check, new_id, psql, refuses

here = pathlib.Path(__file__).parent
for name in ("ids", "people"):
    (here / name / "migrations").mkdir(parents=True)
    (here / name / "__init__.py").touch()
    (here / name / "migrations" / "__init__.py").touch()
(here / "people" / "models.py").write_text(
    """
import uuid

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Func

from base62id import Id, Ulid
from base62id.django import IdField


class PersonId(Id, prefix="person", accept_uuid=True):
    pass


class SaleId(Id, prefix="sale", accept_uuid=True):
    pass


class User(AbstractUser):
    id = IdField(
        PersonId, type_name="person_id", primary_key=True, default=uuid.uuid4, editable=False
    )
    friends = ArrayField(IdField(PersonId, type_name="person_id"), default=list, blank=True)


class Profile(models.Model):
    user = models.OneToOneField(User, models.CASCADE, primary_key=True)


class Order(models.Model):
    # Inlines of the admin ask for the rows of a new object, whose key Django has as DEFAULT where
    # db_default alone makes it.
    id = IdField(SaleId, type_name="sale_id", primary_key=True, editable=False,
                 default=SaleId.generate, db_default=Func(function="sale_id_new"))
    buyer = models.ForeignKey(User, models.CASCADE, related_name="orders")
    profile = models.ForeignKey(Profile, models.CASCADE, null=True, blank=True)
    place = IdField(Ulid, null=True, blank=True)


class Line(models.Model):
    order = models.ForeignKey(Order, models.CASCADE)
    text = models.TextField()
"""
)
(here / "people" / "admin.py").write_text(
    """
from django.contrib import admin

from people.models import Line, Order, User


class Lines(admin.TabularInline):
    model, extra = Line, 1


@admin.register(Order)
class Orders(admin.ModelAdmin):
    inlines, autocomplete_fields, search_fields, fields = [Lines], ["buyer"], ["id"], ["buyer"]


@admin.register(User)
class Users(admin.ModelAdmin):
    search_fields, fields, ordering = ["username", "id"], ["username", "friends"], ["id"]
"""
)
(here / "urls.py").write_text(
    "from django.contrib import admin\nfrom django.urls import path\n\n"
    "urlpatterns = [path('admin/', admin.site.urls)]\n"
)
configure("rest_framework", "ids", "people", AUTH_USER_MODEL="people.User", ROOT_URLCONF="urls")

# These ask for the settings, or are models of the project, when they are imported.
from django.core.exceptions import ValidationError  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.forms import modelform_factory  # noqa: E402
from django.http import Http404  # noqa: E402
from django.shortcuts import get_object_or_404  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from people.models import Line, Order, PersonId, Profile, User  # noqa: E402
from rest_framework import serializers  # noqa: E402

import base62id.rest_framework  # noqa: E402, F401
from base62id import Ulid  # noqa: E402

OTHER, MALFORMED = new_id("order"), "person_u"


def migrations():
    """The page's, for a user model in the same application.

    They stand in an application of their own, before its first one.
    """
    psql("-c", "DROP EXTENSION base62id")
    call_command("makemigrations", "people", verbosity=0)
    (here / "ids" / "migrations" / "0001_types.py").write_text((here / "ids_types.py").read_text())
    call_command("migrate", verbosity=0)
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def one_row_is_one_object():
    value, place = uuid.uuid4(), str(Ulid.generate())
    user = User(id=value, username="one", friends=[value, str(new_id("person"))])
    assert user.id == PersonId.from_uuid(value) == user.friends[0]
    assert {type(id) for id in (user.id, *user.friends)} == {PersonId}
    user.save()
    again = User.objects.get()
    assert (user, hash(user), user.friends) == (again, hash(again), again.friends)
    assert User(username="by default").id.startswith("person_")
    Profile.objects.create(user_id=value)
    order = Order(
        buyer_id=value, profile_id=value, place=place.lower()
    )  # a key, and the key of a key
    assert (order.buyer_id, order.profile_id, order.place) == (user.id, user.id, place)
    order.save()
    assert order.id.startswith("sale_") and Order.objects.get(buyer=value) == order
    order.buyer_id = str(OTHER)  # is an error where it is stored
    refuses(ValidationError, order.save)
    order.place = ""
    assert order.place is None
    order = Order.objects.defer("place", "buyer").get()
    assert (order.place, order.buyer) == (place, user)
    assert Order.objects.bulk_create([Order(id=value, buyer_id=value)])[0] == Order.objects.get(
        id=value
    )


def foreign_keys_of_another_kind():
    user = User.objects.get()
    for name in ("buyer", "buyer_id", "buyer__id", "profile", "profile__user"):
        for given, count in ((OTHER, 0), (user.id, 1)):
            named = {name: given} if "profile" in name else {name: given, "place__isnull": False}
            assert Order.objects.filter(**named).count() == count, named
        assert Order.objects.filter(**{f"{name}__in": [OTHER]}).count() == 0
        assert (
            Order.objects.filter(
                **{f"{name}__in": [OTHER, user.id], "place__isnull": False}
            ).count()
            == 1
        )
        assert Order.objects.exclude(**{name: OTHER}).count() == 2
        refuses(ValidationError, Order.objects.filter, **{name: MALFORMED})
    refuses(Http404, get_object_or_404, Order, buyer=OTHER)


def forms():
    form_of = modelform_factory(User, fields=["username", "friends"])
    for given in (OTHER, MALFORMED, f"{new_id('person')},{OTHER}"):
        form = form_of({"username": "form", "friends": given})
        assert not form.is_valid() and list(form.errors) == ["friends"], form.errors
    form = form_of({"username": "form", "friends": new_id("person")})
    assert form.is_valid(), form.errors
    form.save()
    refuses(ValidationError, User(username="full", password="x", friends=[OTHER]).full_clean)
    form = modelform_factory(Order, fields=["place"])({"place": "nope"})
    assert not form.is_valid() and list(form.errors) == ["place"]


def rest():
    class Users(serializers.ModelSerializer):
        class Meta:
            model, fields = User, ["id", "username", "friends"]

    class Orders(serializers.ModelSerializer):
        class Meta:
            model, fields = Order, ["id", "buyer", "place"]

    friend = new_id("person")
    given = Users(data={"username": "rest", "friends": [friend]})
    assert given.is_valid(), given.errors
    user = given.save()
    assert (
        given.data
        == Users(User.objects.get(pk=user.pk)).data
        == {"id": user.id, "username": "rest", "friends": [friend]}
    )
    for wrong in (OTHER, MALFORMED):
        given = Users(data={"username": "wrong", "friends": [wrong]})
        assert not given.is_valid() and list(given.errors) == ["friends"]
        given = Orders(data={"buyer": wrong})
        assert not given.is_valid() and list(given.errors) == ["buyer"]
    place = str(Ulid.generate())
    given = Orders(data={"buyer": user.id, "place": place.lower()})
    assert given.is_valid(), given.errors
    order = given.save()
    assert (
        given.data
        == Orders(Order.objects.get(pk=order.pk)).data
        == {"id": order.id, "buyer": user.id, "place": place}
    )


def admin():
    user = User.objects.create_superuser("root", "root@example.org", "root")
    setup_test_environment()  # an answer has its context
    client = Client()
    client.force_login(user)
    lines = {"line_set-TOTAL_FORMS": 1, "line_set-INITIAL_FORMS": 0, "line_set-0-text": "a line"}
    assert client.get("/admin/people/order/add/").status_code == 200
    answer = client.post("/admin/people/order/add/", {"buyer": user.id, **lines})
    assert answer.status_code == 302, answer.context["errors"]
    assert Line.objects.get().order.buyer == user
    answer = client.post("/admin/people/order/add/", {"buyer": OTHER, **lines})
    assert answer.status_code == 200 and "buyer" in answer.context["adminform"].form.errors
    # The widget of an autocomplete field asks for what was posted, of a UUIDField as well.
    refuses(ValidationError, client.post, "/admin/people/order/add/", {"buyer": MALFORMED, **lines})
    for wrong in (OTHER, MALFORMED):
        assert client.get(f"/admin/people/order/{wrong}/change/").status_code == 302
        answer = client.post(
            "/admin/people/user/add/", {"username": "by the admin", "friends": wrong}
        )
        assert answer.status_code == 200 and "friends" in answer.context["adminform"].form.errors
        for term in (wrong, user.id):
            found = client.get(
                "/admin/autocomplete/",
                {"app_label": "people", "model_name": "order", "field_name": "buyer", "term": term},
            )
            assert [one["id"] for one in json.loads(found.content)["results"]] == [term] * (
                term == user.id
            )
    assert client.get("/admin/people/order/", {"q": "sale_"}).status_code == 200
    assert client.get("/admin/people/order/", {"buyer__id__exact": user.id}).status_code in (
        200,
        302,
    )


check("the types' migration runs before that of a user model in the same project", migrations)
check("one row is one object: keys, foreign keys, arrays, defaults", one_row_is_one_object)
check(
    "a foreign key that is asked for by an id of another kind has no row",
    foreign_keys_of_another_kind,
)
check("forms check arrays and ids", forms)
check("DRF: what a POST answers is what the next GET does", rest)
check("the admin: inlines beside db_default, arrays, searches and autocomplete by any text", admin)
connection.close()
