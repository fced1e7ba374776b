"""Django: a project of UUIDFields, with prefetch_related, in_bulk and the admin; psycopg 2 or 3, whichever is there."""

import io
import os
import sys
import uuid

import django
from django.conf import settings

from app import ADA, FORM, GRACE, TOLD, Wrong, run, same

told = ["base62id.django.AsUUID"] if TOLD else []
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
    INSTALLED_APPS=[
        "django.contrib.admin",
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.messages",
        "django.contrib.postgres",
        "django.contrib.sessions",
        "library",
        *told,
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    ROOT_URLCONF="library.urls",
    SECRET_KEY="x",
    ALLOWED_HOSTS=["*"],
    USE_TZ=True,
)
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.models import F  # noqa: E402
from django.test import Client  # noqa: E402

from library.models import Author, Book, List  # noqa: E402

call_command("migrate", verbosity=0)
get_user_model().objects.create_superuser("root", "root@example.org", "root")


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


def reflection():
    out = io.StringIO()
    call_command("inspectdb", "authors", stdout=out)
    (line,) = [line for line in out.getvalue().splitlines() if " id = " in line]
    return f"`{line.split('models.')[1].split('(')[0]}`"


def admin():
    client = Client()
    client.force_login(get_user_model().objects.get())
    assert client.get("/admin/library/book/").status_code == 200
    assert client.get(f"/admin/library/author/{ADA}/change/").status_code == 200
    given = {"name": "Ada", "books-TOTAL_FORMS": 1, "books-INITIAL_FORMS": 1, "books-0-title": "changed"}
    book = Book.objects.create(author_id=ADA, title="one")
    Book.objects.filter(author_id=ADA).exclude(pk=book.pk).delete()
    given |= {"books-0-id": str(book.pk), "books-0-author": str(ADA)}
    answer = client.post(f"/admin/library/author/{ADA}/change/", given)
    if answer.status_code != 302:
        raise Wrong("the inline is not saved")
    assert Book.objects.get(pk=book.pk).title == "changed"


run({"send": send, "read": read, "any": any_of, "arrays": arrays, "reflection": reflection, "admin": admin})
