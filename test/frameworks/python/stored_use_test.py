"""The programs of docs/stored-ids-python.md, over columns of uuid, without the extension.

They are its code blocks stored_django and stored_sqlalchemy.

stored_use_test.py django | sqlalchemy
"""

import datetime
import os
import pathlib
import sys

from harness import MALFORMED, OTHER_PREFIX, check, psql, refuses

UTC = datetime.timezone.utc
TABLES = """
    DROP EXTENSION base62id;
    CREATE TABLE users (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text NOT NULL);
    CREATE TABLE orders (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        buyer_id uuid NOT NULL REFERENCES users
    );
"""
UUID_FIELDS = """
import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel(
            "User",
            [
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)),
                ("name", models.TextField()),
            ],
            options={"db_table": "users"},
        ),
        migrations.CreateModel(
            "Order",
            [
                ("id", models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)),
                (
                    "buyer",
                    models.ForeignKey(
                        "stored_django.User", models.CASCADE, related_name="orders"
                    ),
                ),
            ],
            options={"db_table": "orders"},
        ),
    ]
"""


def is_stored_as_uuid(id, name):
    assert id.startswith("user_"), id
    stored = psql("-c", f"SELECT id FROM users WHERE name = '{name}'")
    assert stored == str(type(id)(id).uuid), stored


def with_django():
    import django
    from django.conf import settings
    from django_project import DATABASE

    application = pathlib.Path(__file__).parent / "stored_django"
    (application / "migrations").mkdir(exist_ok=True)
    (application / "__init__.py").touch()
    (application / "migrations" / "__init__.py").touch()
    (application / "migrations" / "0001_initial.py").write_text(UUID_FIELDS)
    settings.configure(
        DATABASES={"default": DATABASE},
        INSTALLED_APPS=["stored_django"],
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        SECRET_KEY="x",
        USE_TZ=True,
    )
    django.setup()
    from django.core.exceptions import ValidationError
    from django.core.management import call_command
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from stored_django.models import Order, User, add_user, find_user

    def migration():
        """From UUIDField to the page's models there is a migration that changes no table."""
        files = """SELECT string_agg(oid || ' ' || relfilenode, ',' ORDER BY oid)
            FROM pg_class WHERE relname IN ('users', 'orders')"""
        before = psql("-c", files)
        call_command("migrate", "stored_django", "0001", fake_initial=True, verbosity=0)
        call_command("makemigrations", "stored_django", verbosity=0)
        with CaptureQueriesContext(connection) as made:
            call_command("migrate", verbosity=0)
        assert not [one for one in made if "ALTER" in one["sql"]], made.captured_queries
        assert psql("-c", files) == before
        call_command("makemigrations", check=True, dry_run=True, verbosity=0)

    def program():
        ada = add_user("Ada")
        is_stored_as_uuid(ada.id, "Ada")
        assert find_user(ada.id) == ada
        order = Order.objects.create(buyer=ada)
        assert order.id.startswith("order_") and Order.objects.get(buyer=ada.id) == order
        refuses(ValidationError, find_user, MALFORMED)
        refuses(User.DoesNotExist, find_user, OTHER_PREFIX)

    check("Django: the migration changes no table", migration)
    check("Django: the program of the page", program)


def with_sqlalchemy():
    from sqlalchemy import create_engine, select
    from sqlalchemy.orm import Session
    from stored_sqlalchemy import User, UserId, add_user, users_that_start_with
    from stored_times import first_user

    def program():
        engine = create_engine(
            os.environ["DATABASE_URL"].replace("postgresql", "postgresql+psycopg")
        )
        with Session(engine) as session:
            ada = add_user(session, "Ada")
            is_stored_as_uuid(ada.id, "Ada")
            assert session.get(User, ada.id) == ada
            assert users_that_start_with(session, ada.id[:20]) == [ada]
            assert users_that_start_with(session, "order_") == []

    def times():
        start, end = (datetime.datetime(year, 1, 1, tzinfo=UTC) for year in (2001, 2002))
        assert str(first_user(start).uuid) == "00e3c7a7-3400-7000-8000-000000000000"
        engine = create_engine(
            os.environ["DATABASE_URL"].replace("postgresql", "postgresql+psycopg")
        )
        with Session(engine) as session:
            for at in (start, end):
                for ms in (-1, 0, 1):
                    moment = at + datetime.timedelta(milliseconds=ms)
                    session.add(User(id=UserId.generate(at=moment), name=moment.isoformat()))
            session.flush()
            of_the_year = User.id >= first_user(start), User.id < first_user(end)
            names = session.scalars(select(User.name).where(*of_the_year).order_by(User.id)).all()
        assert names == [
            "2001-01-01T00:00:00+00:00",
            "2001-01-01T00:00:00.001000+00:00",
            "2001-12-31T23:59:59.999000+00:00",
        ], names

    check("SQLAlchemy: the program of the page", program)
    check("a time range, as the page finds it", times)


psql("-c", TABLES)
{"django": with_django, "sqlalchemy": with_sqlalchemy}[sys.argv[1]]()
