"""Fields for the types of the PostgreSQL extension base62id in Django 5.

    class User(models.Model):
        id = TypeIDField(prefix="user", primary_key=True, db_default=TypeIDField.generate("user"))

    User.objects.filter(id__startswith="user_01h4")            -- id ^@ 'user_01h4', an index scan

A malformed id is a ValidationError, as with UUIDField. A query for an id of another type prefix finds no row, so that
get_object_or_404 answers 404. A UUID is taken where the driver alone would take it.
"""

import uuid
from typing import Any, Optional

from django.apps import AppConfig
from django.core import exceptions
from django.core.exceptions import EmptyResultSet
from django.db import models
from django.db.backends.signals import connection_created
from django.db.models import Func, Value
from django.db.models.lookups import Exact, In, Lookup
from django.db.migrations.operations.base import Operation
from django.utils.translation import gettext_lazy as _

import base62id

__all__ = [
    "AsUUID",
    "Base62IDField",
    "Base64UUIDField",
    "BaseUIDField",
    "CreateTypedID",
    "TypeIDField",
    "ULIDField",
    "UID11Field",
    "TypedIDField",
]


class IdField(models.Field):
    """as_uuid: values are uuid.UUID, as those of a UUIDField, whatever base62id.output is."""

    default_error_messages = {"invalid": _("“%(value)s” is not a valid id.")}
    type_name: Optional[str] = None

    def __init__(self, *args, as_uuid=False, **kwargs):
        self.as_uuid = as_uuid
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        if self.as_uuid:
            kwargs["as_uuid"] = True
        return name, path, args, kwargs

    def from_db_value(self, value, expression, connection):
        return self.value_of(value) if self.as_uuid and value is not None else value

    def value_of(self, id):
        """What the program sees of an id."""
        if not self.as_uuid or isinstance(id, uuid.UUID):
            return id
        return self.uuid_of(self.parse(id))

    def uuid_of(self, id):
        return self.kind.uuid(id)

    def db_type(self, connection):
        return self.type_name

    def rel_db_type(self, connection):
        return self.type_name

    def get_prep_value(self, value):
        value = super().get_prep_value(value)
        if value is None or hasattr(value, "as_sql") or value == "" and self.null:  # of which a lookup would make IS NULL
            return value
        return self.checked(value)

    def get_db_prep_value(self, value, connection, prepared=False):
        value = super().get_db_prep_value(value, connection, prepared)
        return value if value is None or hasattr(value, "as_sql") else self.checked(value)

    def to_python(self, value):
        id = self.checked(value)
        return id if id is None or hasattr(id, "as_sql") else self.value_of(id)

    def checked(self, value):
        """The id's text, or a ValidationError."""
        if value is None or hasattr(value, "as_sql"):
            return value
        if value == "" and self.null:  # what a form sends for no id
            return None
        try:
            return self.parse(value)
        except ValueError as error:
            raise exceptions.ValidationError(
                self.error_messages["invalid"], code="invalid", params={"value": value}
            ) from error

    def parse(self, value):
        return self.kind.parse(value)

    @property
    def kind(self):
        return base62id.Kind(self.type_name)

    def formfield(self, **kwargs):
        from django import forms

        # "" is no id: an empty field of a form is None.
        return super().formfield(**{"form_class": forms.CharField, "empty_value": None, **kwargs})


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

    notation, masked, accept_uuid = "typeid", False, False

    @property
    def kind(self):
        return base62id.Kind(self.notation, self.prefix, self.masked, self.accept_uuid)

    def is_of_another_kind(self, value):
        """Whether this is an id, but none that the column can hold."""
        if self.prefix is None or not isinstance(value, str):
            return False
        if base62id.is_valid(self.notation, value, *self.kind[1:]):
            return False
        return base62id.is_valid("typeid", value) or base62id.is_valid(
            self.notation, value, base62id.type_prefix(value, self.notation)
        )

    @staticmethod
    def generate(prefix):
        """The server's default."""
        return Func(Value(prefix), function="typeid_generate")


class TypedIDField(TypeIDField):
    """A type that typeid_create_type(type_name, prefix, notation, mask_key, accept_uuid) made.

    masked: an id that no masked one can be is refused here. accept_uuid: a UUID's text is taken.
    """

    def __init__(self, *args, type_name=None, notation="typeid", masked=False, accept_uuid=False, **kwargs):
        if not type_name:
            raise TypeError("TypedIDField needs the type_name that typeid_create_type was given")
        self.type_name, self.notation, self.masked, self.accept_uuid = type_name, notation, masked, accept_uuid
        super().__init__(*args, **kwargs)

    class_lookups = {"has_prefix": None}  # of one type prefix are all of them

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        kwargs["type_name"] = self.type_name
        given = {"notation": "typeid", "masked": False, "accept_uuid": False}
        kwargs.update({key: getattr(self, key) for key in given if getattr(self, key) != given[key]})
        return name, path, args, kwargs


@TypeIDField.register_lookup
class ExactlyOfItsKind(Exact):
    """No row has an id of another kind."""

    def get_prep_lookup(self):
        if self.rhs_is_direct_value() and self.lhs.output_field.is_of_another_kind(self.rhs):
            return self.rhs
        return super().get_prep_lookup()

    def as_sql(self, compiler, connection):
        if self.rhs_is_direct_value() and self.lhs.output_field.is_of_another_kind(self.rhs):
            raise EmptyResultSet
        return super().as_sql(compiler, connection)


@TypeIDField.register_lookup
class InOfItsKind(In):
    def get_prep_lookup(self):
        if self.rhs_is_direct_value():
            field = self.lhs.output_field
            self.rhs = [value for value in self.rhs if not field.is_of_another_kind(value)]
        return super().get_prep_lookup()


class _TextLookup(Lookup):
    """The right side is text, not an id."""

    operator: Optional[str] = None
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


_as_uuid = False


def tell(connection: Any, **_: Any) -> None:
    """Tells the driver of a connection its database's types, so that an ArrayField of them is a list."""
    if connection.vendor != "postgresql":
        return
    driver = connection.connection
    version_2 = type(driver).__module__.startswith("psycopg2")
    (base62id.register_psycopg2 if version_2 else base62id.register_psycopg)(driver, _as_uuid)


connection_created.connect(tell)


class AsUUID(AppConfig):
    """INSTALLED_APPS = [..., "base62id.django.AsUUID"]: a project of UUIDFields goes on over base62id columns."""

    name, label = "base62id.django", "base62id"

    def ready(self) -> None:
        global _as_uuid
        _as_uuid = True


class CreateTypedID(Operation):
    """In a migration, behind CreateExtension("base62id"): the type of a TypedIDField, unless it is there."""

    def __init__(
        self, type_name: str, prefix: str, notation: str = "typeid", mask_key: int = 0, accept_uuid: bool = False
    ) -> None:
        self.type_name, self.arguments = type_name, [type_name, prefix, notation, mask_key, accept_uuid]

    def state_forwards(self, app_label: str, state: Any) -> None:
        pass

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if self.allow_migrate(app_label, schema_editor):
            schema_editor.execute(
                "SELECT typeid_create_type(%s, %s, %s, %s, %s) WHERE to_regtype(%s) IS NULL",
                [*self.arguments, self.type_name],
            )
            if not schema_editor.collect_sql:
                tell(schema_editor.connection)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        # An error if a column or anything else depends on the type.
        if self.allow_migrate(app_label, schema_editor):
            schema_editor.execute("SELECT typeid_drop_type(to_regtype(%s))", [self.type_name])

    def allow_migrate(self, app_label: str, schema_editor: Any) -> bool:
        from django.db import router

        return schema_editor.connection.vendor == "postgresql" and router.allow_migrate(
            schema_editor.connection.alias, app_label
        )

    def describe(self) -> str:
        return f"Creates the type of typed ids {self.type_name}"
