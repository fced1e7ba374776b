"""A project of Django with the admin, over the test's database."""

import os

import django
from django.conf import settings

DATABASE = {
    "ENGINE": "django.db.backends.postgresql",
    "NAME": os.environ["PGDATABASE"],
}  # libpq reads the rest


def configure(*apps, **more):
    names = ("admin", "auth", "contenttypes", "messages", "postgres", "sessions")
    processors = [f"django.contrib.{app}.context_processors.{app}" for app in ("auth", "messages")]
    templates = {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": ["django.template.context_processors.request", *processors]
        },
    }
    middleware = (
        "sessions.middleware.Session",
        "auth.middleware.Authentication",
        "messages.middleware.Message",
    )
    settings.configure(
        DATABASES={"default": DATABASE},
        TEMPLATES=[templates],
        ALLOWED_HOSTS=["*"],
        SECRET_KEY="x",
        INSTALLED_APPS=[*(f"django.contrib.{name}" for name in names), *apps],
        USE_TZ=True,
        MIDDLEWARE=[f"django.contrib.{name}Middleware" for name in middleware],
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        **more,
    )
    django.setup()
