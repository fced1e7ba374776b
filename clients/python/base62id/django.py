"""Fields for the types of the PostgreSQL extension base62id in Django 5.

    class User(models.Model):
        id = TypeIDField(prefix="user", primary_key=True, db_default=TypeIDField.generate("user"))

    User.objects.filter(id__startswith="user_01h4")            -- id ^@ 'user_01h4', an index scan

A malformed id is a ValidationError, as with UUIDField. A query for an id of another type prefix finds no row, so that
get_object_or_404 answers 404. A UUID is taken where the driver alone would take it.
"""

import functools
import uuid
from typing import Any, Optional

import django
from django.apps import AppConfig, apps
from django.core import exceptions
from django.core.exceptions import EmptyResultSet
from django.db import models
from django.db.backends.signals import connection_created
from django.db.models import Func, Value
from django.db.models.fields.related import lazy_related_operation
from django.db.models.fields.related_descriptors import ForeignKeyDeferredAttribute
from django.db.models.fields.related_lookups import RelatedExact, RelatedIn
from django.db.models.lookups import (
    Contains, EndsWith, Exact, IContains, IEndsWith, IExact, In, IRegex, IStartsWith, Lookup, Regex,
)
from django.db.models.query_utils import DeferredAttribute
from django.db.models.signals import class_prepared
from django.db.migrations.operations.base import Operation
from django.utils.translation import gettext_lazy as _

import base62id

__all__ = [
    "AsUUID", "Base62IDField", "Base64UUIDField", "BaseUIDField", "CreateTypedID", "TypeIDField", "ULIDField",
    "UID11Field", "TypedIDField",
]


def _stored_form(field: Any, value: Any) -> Any:
    """What a row gives back of a value; a value that cannot be stored as it is, for the error when it is."""
    try:
        return field.parse(value) if type(value) is str and value and not field.as_uuid else field.to_python(value)
    except (ValueError, exceptions.ValidationError):  # an expression, too
        return value


class _IdAttribute(DeferredAttribute):
    """An object has the id that its row has, from the moment when it is set: two objects of one row are equal."""

    def __set__(self, instance: Any, value: Any) -> None:
        field = self.field
        # What was just read of a row is such a form; most others are told by one match.
        if value is not field.last_read and not (type(value) is str and field.is_canonical(value)):
            value = _stored_form(field, value)
        instance.__dict__[field.attname] = value


class IdField(models.Field):
    """as_uuid: values are uuid.UUID, as those of a UUIDField, whatever base62id.output is."""

    descriptor_class = _IdAttribute
    default_error_messages = {"invalid": _("“%(value)s” is not a valid id.")}
    type_name: Optional[str] = None
    last_read: Optional[str] = None

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
        if self.as_uuid and isinstance(value, uuid.UUID):
            return value
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

    def validate(self, value, model_instance):
        super().validate(value, model_instance)
        self.checked(value)  # an ArrayField asks this of its members, and not to_python()

    def parse(self, value):
        return self.kind.parse(value)

    def is_canonical(self, value):
        return False

    @functools.cached_property
    def kind(self):
        return base62id.Kind(self.type_name)

    def formfield(self, **kwargs):
        from django import forms

        class IdFormField(forms.CharField):
            def to_python(form_field, value):
                value = super().to_python(value)
                return value if value in form_field.empty_values else self.to_python(value)

        # "" is no id: an empty field of a form is None.
        return super().formfield(**{"form_class": IdFormField, "empty_value": None, **kwargs})


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

    @functools.cached_property
    def is_canonical(self):
        """Whether a text is surely its own canonical form."""
        told = self.notation in ("typeid", "base64uuid") and not self.masked and not self.as_uuid
        return base62id._matcher(self.notation, self.prefix) if told else super().is_canonical

    @functools.cached_property
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


class _Stored(str):
    """A UUID's text on its way to the server, which takes it for a uuid and for a typed id that accepts them."""


class TypedIDField(TypeIDField):
    """A type that typeid_create_type(type_name, prefix, notation, mask_key, accept_uuid) made.

    masked: an id that no masked one can be is refused here. accept_uuid: a UUID's text is taken.
    stored="uuid": the column is one of core's uuid, or of the type by now; the program sees ids. The migration that comes
    of taking the word away moves the column and its foreign keys, unless they have moved.
    """

    def __init__(
        self, *args, type_name=None, notation="typeid", masked=False, accept_uuid=False, stored=None, **kwargs
    ):
        if not type_name:
            raise TypeError("TypedIDField needs the type_name that typeid_create_type was given")
        self.type_name, self.notation, self.masked, self.accept_uuid = type_name, notation, masked, accept_uuid
        self.stored = stored
        super().__init__(*args, **kwargs)
        if stored not in (None, "uuid"):
            raise TypeError(f'stored is {stored!r}, not "uuid"')
        if stored and (masked or self.as_uuid or not self.prefix or notation == "uid11"):
            raise TypeError('stored="uuid" is for ids with a type prefix that have no mask and are no numbers')
        self.plain = base62id._column_text(notation, self.prefix) if stored else None

    class_lookups = {"has_prefix": None}  # of one type prefix are all of them

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        kwargs["type_name"] = self.type_name
        given = {"notation": "typeid", "masked": False, "accept_uuid": False, "stored": None}
        kwargs.update({key: getattr(self, key) for key in given if getattr(self, key) != given[key]})
        return name, path, args, kwargs

    def db_type(self, connection):
        return self.stored or self.type_name

    rel_db_type = db_type

    def get_internal_type(self):
        """Django inserts many rows as arrays where it knows the type by this name."""
        return "UUIDField" if self.stored else super().get_internal_type()

    def db_parameters(self, connection):
        return _parameters(self, super().db_parameters, connection)

    def get_db_converters(self, connection):
        if not self.stored:
            return super().get_db_converters(connection)
        id_of, slow = base62id._column_id(self.notation, self.prefix), self.from_db_value

        def read(value, expression, connection):
            self.last_read = id = id_of(value) if type(value) is uuid.UUID else slow(value, expression, connection)
            return id

        return [read]

    def get_db_prep_save(self, value, connection):
        if self.plain and type(value) is str:
            plain = self.plain(value)
            if plain:
                return plain
        return super().get_db_prep_save(value, connection)

    def from_db_value(self, value, expression, connection):
        if self.stored and isinstance(value, (str, uuid.UUID)):
            return base62id.from_column(self.notation, value, self.prefix)
        return super().from_db_value(value, expression, connection)

    def get_prep_value(self, value):
        if isinstance(value, _Stored):
            return value
        if self.stored and type(value) is str and value:
            try:
                return _Stored(self.kind.column_text(value))
            except ValueError:
                pass  # of which the other way tells
        value = super().get_prep_value(value)
        return _Stored(self.kind.column_text(value)) if self.stored and isinstance(value, str) and value else value

    def get_db_prep_value(self, value, connection, prepared=False):
        return self.get_prep_value(value) if self.stored else super().get_db_prep_value(value, connection, prepared)


def _parameters(field, given, connection):
    """What the schema editor compares: a column that has moved, with all that refer to it, is not touched again."""
    parameters, model, inner = given(connection), getattr(field, "model", None), _innermost(field)
    if inner.stored and model is not None and connection.connection is not None and getattr(field, "column", None):
        moved = parameters["type"].replace(inner.stored, inner.type_name, 1)
        with connection.cursor() as cursor:
            cursor.execute(_HAS_MOVED, [moved, connection.ops.quote_name(model._meta.db_table), field.column])
            if cursor.fetchone()[0]:
                parameters["type"] = moved
    return parameters


# Whether the column is of the type, and the columns of all foreign keys that refer to it.
_HAS_MOVED = """SELECT coalesce(bool_and(f.atttypid = to_regtype(%s)), false)
    FROM pg_attribute a
    CROSS JOIN LATERAL (
        SELECT a.atttypid
        UNION ALL
        SELECT r.atttypid
        FROM pg_constraint c
        JOIN pg_attribute r ON r.attrelid = c.conrelid AND r.attnum = c.conkey[array_position(c.confkey, a.attnum)]
        WHERE c.contype = 'f' AND c.confrelid = a.attrelid AND a.attnum = ANY (c.confkey)
    ) AS f(atttypid)
    WHERE a.attrelid = to_regclass(%s) AND a.attname = %s AND NOT a.attisdropped"""


class _OfItsKind:
    """No row has an id of another kind."""

    def is_of_another_kind(self, value):
        return _target(self.lhs.output_field).is_of_another_kind(value)


class _ExactlyOfItsKind(_OfItsKind):
    def get_prep_lookup(self):
        self.none = self.rhs_is_direct_value() and self.is_of_another_kind(self.rhs)
        return self.rhs if self.none else super().get_prep_lookup()

    def as_sql(self, compiler, connection):
        if self.none:
            raise EmptyResultSet
        return super().as_sql(compiler, connection)


class _InOfItsKind(_OfItsKind):
    def get_prep_lookup(self):
        if self.rhs_is_direct_value():
            self.rhs = [value for value in self.rhs if not self.is_of_another_kind(value)]
        return super().get_prep_lookup()


@TypeIDField.register_lookup
class ExactlyOfItsKind(_ExactlyOfItsKind, Exact):
    pass


@TypeIDField.register_lookup
class InOfItsKind(_InOfItsKind, In):
    pass


class _RelatedExact(_ExactlyOfItsKind, RelatedExact):
    pass


class _RelatedIn(_InOfItsKind, RelatedIn):
    pass


# Fields that are none of ours and hold our ids: foreign keys, and arrays.


def _target(field: Any) -> Any:
    """The field whose values those of a foreign key are."""
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    return field


class _ForeignIdAttribute(ForeignKeyDeferredAttribute):
    def __set__(self, instance: Any, value: Any) -> None:
        super().__set__(instance, _stored_form(_target(self.field), value))


class _ArrayAttribute(DeferredAttribute):
    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self.field.attname] = self._members(self.field, value)

    def _members(self, field: Any, value: Any) -> Any:
        if not hasattr(field, "base_field"):
            return _stored_form(field, value)
        return [self._members(field.base_field, one) for one in value] if isinstance(value, (list, tuple)) else value


class _Untyped:
    """A parameter of an array lookup without the cast to uuid[], which a column that has moved does not take."""

    def __init__(self, lhs, rhs):
        self.literal = None
        if isinstance(rhs, (list, tuple)) and not any(hasattr(one, "resolve_expression") for one in rhs):
            members = map(lhs.output_field.base_field.get_prep_value, rhs)
            self.literal = "{" + ",".join("NULL" if one is None else one for one in members) + "}"
        super().__init__(lhs, rhs)

    def process_rhs(self, compiler, connection):
        if self.literal is not None:
            return "%s", [self.literal]
        rhs, params = super().process_rhs(compiler, connection)
        return rhs.removesuffix("::uuid[]"), params


def _innermost(field: Any) -> Any:
    while hasattr(field, "base_field"):
        field = field.base_field
    return field


def _follow(model: Any, field: Any, link: Any) -> None:
    """Where a foreign key leads, a key of a key too, once the models are there."""
    lazy_related_operation(_followed, model, link.remote_field.model, field=field, link=link)


def _followed(model: Any, related: Any, field: Any, link: Any) -> None:
    # link.target_field cannot be asked before Django itself has followed that key.
    (name,) = link.to_fields
    try:
        target = related._meta.get_field(name) if name else related._meta.pk
    except exceptions.FieldDoesNotExist:
        return  # of which Django's own check tells
    if isinstance(target, models.ForeignKey):
        _follow(model, field, target)
    elif isinstance(target, IdField):
        setattr(model, field.attname, _ForeignIdAttribute(field))
        if isinstance(target, TypeIDField) and django.VERSION >= (4, 2):  # which knows lookups of one field
            field.register_lookup(_RelatedExact)
            field.register_lookup(_RelatedIn)


def _is_prepared(sender: Any, **_: Any) -> None:
    for field in sender._meta.local_fields:
        if isinstance(field, models.ForeignKey):
            _follow(sender, field, field)
        elif isinstance(_innermost(field), IdField) and not isinstance(field, IdField):
            setattr(sender, field.attname, _ArrayAttribute(field))
            if getattr(_innermost(field), "stored", None):
                field.db_parameters = functools.partial(_parameters, field, functools.partial(type(field).db_parameters, field))
                for lookup in ("contains", "contained_by", "overlap", "exact"):
                    field.register_lookup(type("Untyped", (_Untyped, field.get_lookup(lookup)), {}))


class_prepared.connect(_is_prepared)
for _models in list(apps.all_models.values()):  # of applications that were loaded before this module
    for _model in list(_models.values()):
        _is_prepared(_model)


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


class _Start:
    """Over a column of uuid, where the server has no text of an id: the ids that begin with a text are a range."""

    prepare_rhs = False

    def as_sql(self, compiler, connection):
        field = self.lhs.output_field
        if not field.stored:
            return super().as_sql(compiler, connection)
        if not isinstance(self.rhs, str):
            raise exceptions.FieldError(f'stored="uuid": {self.lookup_name} takes a text')
        found = self.range(field)
        if found is None:
            raise EmptyResultSet
        left, params = compiler.compile(self.lhs)
        return f"{left} BETWEEN %s AND %s", [*params, *map(str, found)]

    def range(self, field):
        return base62id.prefix_range(field.notation, self.rhs, field.prefix)


class _AnyCase(_Start):
    """What searches (the admin's) write: the type prefix and an alphabet of one case may be given in either."""

    def range(self, field):
        lead, text = field.prefix + "_", self.rhs
        if field.notation == "typeid":
            text = text.lower()
        elif text[: len(lead)].lower() == lead[: len(text)]:
            text = lead[: len(text)] + text[len(lead) :]
        return base62id.prefix_range(field.notation, text, field.prefix)


class _Whole(_AnyCase):
    def range(self, field):
        found = super().range(field)
        return found if found and found[0] == found[1] else None


class _NoText:
    def as_sql(self, compiler, connection):
        if self.lhs.output_field.stored:
            raise exceptions.FieldError(f'stored="uuid": the server has no text of an id for {self.lookup_name}')
        return super().as_sql(compiler, connection)


for _kind, _lookups in (
    (_Start, (StartsWith, Contains)),
    (_AnyCase, (IStartsWith, IContains)),
    (_Whole, (IExact,)),
    (_NoText, (EndsWith, IEndsWith, Regex, IRegex)),
):
    for _lookup in _lookups:
        TypedIDField.register_lookup(type(_lookup.__name__, (_kind, _lookup), {}))


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
