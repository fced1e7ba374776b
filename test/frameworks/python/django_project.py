"""A project of Django with the admin, over the test's database."""

import os

import django
from django.conf import settings

DATABASE = {"ENGINE": "django.db.backends.postgresql", "NAME": os.environ["PGDATABASE"]}  # libpq reads the rest


def configure(*apps, **more):
    names = ("admin", "auth", "contenttypes", "messages", "postgres", "sessions")
    processors = ["django.template.context_processors.request"] + [
        f"django.contrib.{app}.context_processors.{app}" for app in ("auth", "messages")
    ]
    settings.configure(
        DATABASES={"default": DATABASE},
        INSTALLED_APPS=[*(f"django.contrib.{name}" for name in names), *apps],
        MIDDLEWARE=[
            f"django.contrib.{name}Middleware"
            for name in ("sessions.middleware.Session", "auth.middleware.Authentication", "messages.middleware.Message")
        ],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {"context_processors": processors},
            }
        ],
        ALLOWED_HOSTS=["*"],
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        SECRET_KEY="x",
        USE_TZ=True,
        **more,
    )
    django.setup()
