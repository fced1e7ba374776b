"""Django: a project of UUIDFields, with prefetch_related, in_bulk and the admin; psycopg 2 or 3, whichever is there."""

import asyncio
import os
import pathlib

from django_project import configure

here = pathlib.Path(__file__).parent
(here / "library").mkdir(exist_ok=True)
(here / "library" / "__init__.py").touch()
(here / "library" / "models.py").write_text("""
import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Author(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.TextField()

    class Meta:
        db_table, managed = "authors", False


class Book(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    author = models.ForeignKey(Author, models.CASCADE, related_name="books")
    title = models.TextField()

    class Meta:
        db_table, managed = "books", False


class List(models.Model):
    books = ArrayField(models.UUIDField())

    class Meta:
        db_table, managed = "lists", False
""")
(here / "library" / "admin.py").write_text("""
from django.contrib import admin

from library.models import Author, Book


class Books(admin.TabularInline):
    fields, model, extra = ["title"], Book, 0


@admin.register(Author)
class AuthorAdmin(admin.ModelAdmin):
    inlines = [Books]


admin.site.register(Book)
""")
from uuids import ADA, GRACE, TOLD, run, same  # noqa: E402

configure("library", *(["base62id.django.AsUUID"] if TOLD else []), ROOT_URLCONF=__name__)

from django.contrib import admin as admins  # noqa: E402
from django.contrib.auth import get_user_model  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import path  # noqa: E402

from library.models import Author, Book, List  # noqa: E402

urlpatterns = [path("admin/", admins.site.urls)]
call_command("migrate", verbosity=0)
root = get_user_model().objects.get_or_create(username="root", is_staff=True, is_superuser=True)[0]


def send():
    author = Author.objects.create(name="sent")
    Book.objects.create(author=author, title="b")
    assert Author.objects.get(pk=author.pk).name == "sent"


def read():
    ada = Author.objects.get(name="Ada")
    same(ada.pk, ADA)
    book = Book.objects.create(author=ada, title="read")
    assert Book.objects.get(pk=book.pk).author_id == ada.pk
    (found,) = Author.objects.filter(name="Ada").prefetch_related("books")
    assert book in found.books.all()


def any_of():
    assert Author.objects.filter(pk__in=[ADA, GRACE]).count() == 2
    same(sorted(Author.objects.in_bulk([ADA, GRACE])), [ADA, GRACE])


def arrays():
    same(List.objects.get(pk=1).books, [ADA, GRACE])
    same(List.objects.get(pk=List.objects.create(books=[GRACE]).pk).books, [GRACE])


def admin():
    client = Client()
    client.force_login(root)
    for page in ("book/", f"author/{ADA}/change/"):
        assert client.get(f"/admin/library/{page}").status_code == 200, page
    given = {"name": "Ada", "books-TOTAL_FORMS": 1, "books-INITIAL_FORMS": 1, "books-0-title": "changed"}
    book = Book.objects.create(author_id=ADA, title="one")
    Book.objects.filter(author_id=ADA).exclude(pk=book.pk).delete()
    given |= {"books-0-id": str(book.pk), "books-0-author": str(ADA)}
    assert client.post(f"/admin/library/author/{ADA}/change/", given).status_code == 302
    assert Book.objects.get(pk=book.pk).title == "changed", "the admin saves no inline"


os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the operations await nothing
asyncio.run(run([send, read, any_of, arrays, admin]))
