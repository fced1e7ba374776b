"""Fields for the types of the PostgreSQL extension base62id in Django 5.

    class User(models.Model):
        id = TypeIDField(prefix="user", primary_key=True, db_default=TypeIDField.generate("user"))

    User.objects.filter(id__startswith="user_01h4")            -- id ^@ 'user_01h4', an index scan

Goes with base62id.py. A malformed id is a ValidationError, as with UUIDField.
"""

from django.core import exceptions
from django.db import models
from django.db.models import Func, Value
from django.db.models.lookups import Lookup
from django.utils.translation import gettext_lazy as _

import base62id

__all__ = [
    "Base62IDField",
    "Base64UUIDField",
    "BaseUIDField",
    "TypeIDField",
    "ULIDField",
    "UID11Field",
    "TypedIDField",
]


class IdField(models.Field):
    default_error_messages = {"invalid": _("“%(value)s” is not a valid id.")}
    type_name = None

    def db_type(self, connection):
        return self.type_name

    def rel_db_type(self, connection):
        return self.type_name

    def get_db_prep_value(self, value, connection, prepared=False):
        value = super().get_db_prep_value(value, connection, prepared)
        if value is None or hasattr(value, "as_sql"):
            return value
        return self.to_python(value)

    def to_python(self, value):
        if value is None or hasattr(value, "as_sql"):
            return value
        try:
            return self.parse(value)
        except ValueError:
            raise exceptions.ValidationError(
                self.error_messages["invalid"], code="invalid", params={"value": value}
            ) from None

    def parse(self, value):
        return base62id.parse(self.type_name, value)

    def formfield(self, **kwargs):
        from django import forms

        return super().formfield(**{"form_class": forms.CharField, **kwargs})


class Base62IDField(IdField):
    type_name = "base62id"


class Base64UUIDField(IdField):
    type_name = "base64uuid"


class UID11Field(IdField):
    type_name = "uid11"


class BaseUIDField(IdField):
    type_name = "baseuid"


class ULIDField(IdField):
    type_name = "ulid"


class TypeIDField(IdField):
    type_name = "typeid"

    def __init__(self, *args, prefix=None, **kwargs):
        self.prefix = prefix
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        if self.prefix is not None:
            kwargs["prefix"] = self.prefix
        return name, path, args, kwargs

    def parse(self, value):
        value = base62id.parse("typeid", value)
        if self.prefix is not None and value.rpartition("_")[0] != self.prefix:
            raise ValueError("another type prefix")
        return value

    @staticmethod
    def generate(prefix):
        """The server's default."""
        return Func(Value(prefix), function="typeid_generate")


class TypedIDField(TypeIDField):
    """A type that typeid_create_type(type_name, prefix) made."""

    def __init__(self, *args, type_name=None, **kwargs):
        self.type_name = type_name
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        kwargs["type_name"] = self.type_name
        return name, path, args, kwargs


class _TextLookup(Lookup):
    """The right side is text, not an id."""

    operator = None
    prepare_rhs = False

    def get_db_prep_lookup(self, value, connection):
        return "%s", [value]

    def as_sql(self, compiler, connection):
        left, left_params = self.process_lhs(compiler, connection)
        right, right_params = self.process_rhs(compiler, connection)
        return f"{left} {self.operator} {right}", [*left_params, *right_params]


@IdField.register_lookup
class StartsWith(_TextLookup):
    lookup_name, operator = "startswith", "^@"


@TypeIDField.register_lookup
class HasPrefix(_TextLookup):
    """id__has_prefix="user": the type prefix is exactly this."""

    lookup_name, operator = "has_prefix", "@>"
