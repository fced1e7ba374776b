"""Django 5: fields whose values are ids of a class.

    class User(models.Model):
        id = IdField(UserId, type_name="user_id", primary_key=True, default=UserId.generate)

    User.objects.filter(id__startswith="user_01h4")            -- id ^@ 'user_01h4', an index scan
    path("users/<user_id:pk>/", …)                             after register_converter(UserId)

A malformed id is a ValidationError, as with a UUIDField; in a path it is a 404. A query for an id
of another type prefix finds no row, so that get_object_or_404 answers 404.
"""

from __future__ import annotations

import functools
import uuid
from typing import Any, Callable, Optional

from django.apps import AppConfig, apps
from django.core import exceptions
from django.core.exceptions import EmptyResultSet, FieldError
from django.db import models
from django.db.backends.signals import connection_created
from django.db.migrations.operations.base import Operation
from django.db.models import Func, Value
from django.db.models.fields.related import lazy_related_operation
from django.db.models.fields.related_descriptors import ForeignKeyDeferredAttribute
from django.db.models.fields.related_lookups import RelatedExact, RelatedIn
from django.db.models.lookups import (
    Contains,
    EndsWith,
    Exact,
    IContains,
    IEndsWith,
    IExact,
    In,
    IRegex,
    IStartsWith,
    Lookup,
    Regex,
)
from django.db.models.query_utils import DeferredAttribute
from django.db.models.signals import class_prepared
from django.urls import register_converter as register_django_converter
from django.utils.translation import gettext_lazy as _

from . import codec
from .codec import InvalidId, Kind
from .ids import Id, TypeId

__all__ = ["AsUUID", "CreateIdType", "IdField", "generated", "register_converter"]


# Fields -----------------------------------------------------------------------------------------


class _IdAttribute(DeferredAttribute):
    """An object has the id that its row has, from the moment when it is set: two objects of one row
    are equal."""

    def __set__(self, instance: Any, value: Any) -> None:
        field = self.field
        if type(value) is not field.kind:
            value = field.as_row(value)
        instance.__dict__[field.attname] = value


class _StoredText(str):
    """A UUID's text on its way to the server, which takes it for a uuid, and for a type of ids that
    accepts UUIDs."""


class IdField(models.Field):
    """Values are ids of a class.

    kind: the class.
    type_name: the type that typeid_create_type() was given; it may be left out for the type typeid,
        and for a system.
    stored: "uuid" where the column is one of core's uuid, or of the type by now. The program sees
        ids all the same. The migration that comes of taking the word away moves the column and its
        foreign keys, unless they have moved.

        id = IdField(UserId, type_name="user_id", primary_key=True, default=UserId.generate)
    """

    descriptor_class = _IdAttribute
    default_error_messages = {"invalid": _("“%(value)s” is not a valid id.")}

    def __init__(
        self,
        kind: type[Id],
        *args: Any,
        type_name: Optional[str] = None,
        stored: Optional[str] = None,
        **named: Any,
    ) -> None:
        self.kind = kind
        self.type_name = type_name
        self.column_type = _column_type(kind, type_name)
        self.stored = stored
        if stored is not None:
            _check_stored(kind, stored)
        reads_uuids = hasattr(kind, "from_column")
        self.read: Callable[[Any], Id] = kind.from_column if reads_uuids else kind.parse
        super().__init__(*args, **named)

    def deconstruct(self) -> Any:
        name, path, args, named = super().deconstruct()
        if self.type_name is not None:
            named["type_name"] = self.type_name
        if self.stored is not None:
            named["stored"] = self.stored
        return name, path, [self.kind, *args], named

    def db_type(self, connection: Any) -> str:
        return self.stored or self.column_type

    def rel_db_type(self, connection: Any) -> str:
        return self.db_type(connection)

    def get_internal_type(self) -> str:
        """Django inserts many rows as arrays where it knows the type by this name."""
        return "UUIDField" if self.stored else str(super().get_internal_type())

    def db_parameters(self, connection: Any) -> Any:
        return _parameters(self, super().db_parameters, connection)

    # From the server, and to it.

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return value if value is None or type(value) is self.kind else self.read(value)

    def get_db_converters(self, connection: Any) -> list[Any]:
        """Not a UUIDField's, whatever get_internal_type() says."""
        return [self.from_db_value]

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        if value is None or hasattr(value, "as_sql") or isinstance(value, _StoredText):
            return value
        if value == "" and self.null:  # of which a lookup would make IS NULL
            return value
        id = self.checked(value)
        return _StoredText(self.kind.to_column(id)) if self.stored else str(id)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        if self.stored and isinstance(value, uuid.UUID):
            # As the column gives it: Django compares so what it has prefetched of many to many.
            return _StoredText(value)
        value = self.get_prep_value(value)
        return None if value == "" else value

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        return self.get_db_prep_value(self.get_prep_value(value), connection)

    # In the program.

    def as_row(self, value: Any) -> Any:
        """What a row gives back of a value; a value that cannot be stored as it is, for the error
        when it is, and an expression."""
        if value == "" and self.null:
            return None
        try:
            return self.kind.parse(value)
        except InvalidId:
            return value

    def to_python(self, value: Any) -> Any:
        return self.checked(value)

    def checked(self, value: Any) -> Any:
        """The id, or a ValidationError."""
        if value is None or hasattr(value, "as_sql"):
            return value
        if value == "" and self.null:  # what a form sends for no id
            return None
        try:
            return self.kind.parse(value)
        except InvalidId as error:
            raise exceptions.ValidationError(
                self.error_messages["invalid"], code="invalid", params={"value": value}
            ) from error

    def validate(self, value: Any, model_instance: Any) -> None:
        super().validate(value, model_instance)
        self.checked(value)  # an ArrayField asks this of its members, and not to_python()

    def formfield(self, **named: Any) -> Any:
        from django import forms

        field = self

        class IdFormField(forms.CharField):
            def to_python(self, value: Any) -> Any:
                value = super().to_python(value)
                return value if value in self.empty_values else field.to_python(value)

        # "" is no id: an empty field of a form is None.
        return super().formfield(**{"form_class": IdFormField, "empty_value": None, **named})

    def is_of_another_kind(self, value: Any) -> bool:
        """Whether this is an id, but none that the column can hold."""
        kind = self.kind.kind
        if not kind.prefix or not isinstance(value, str) or _reads(kind, value):
            return False
        if TypeId.is_valid(value):
            return True
        prefix = value[: -kind.format.length - 1]
        try:
            codec.check_prefix(kind.notation, prefix)
        except TypeError:
            return False
        return _reads(Kind(kind.notation, prefix), value)


def _reads(kind: Kind, value: str) -> bool:
    try:
        kind.parse(value)
    except InvalidId:
        return False
    return True


def _column_type(kind: type[Id], type_name: Optional[str]) -> str:
    if not (isinstance(kind, type) and issubclass(kind, Id) and hasattr(kind, "kind")):
        raise TypeError(f"IdField takes a class of ids, not {kind!r}")
    if type_name:
        return type_name
    if not kind.prefix:
        return kind.notation
    if kind.notation == "typeid" and not kind.masked:
        return "typeid"
    raise TypeError(
        f"the ids of {kind.__name__} are of a type of their own, as "
        f'IdField({kind.__name__}, type_name="{kind.prefix.lower()}_id")'
    )


def _check_stored(kind: type[Id], stored: str) -> None:
    if stored != "uuid":
        raise TypeError(f'stored is "uuid", not {stored!r}')
    if not hasattr(kind, "to_column"):
        raise TypeError('stored="uuid" is for ids of UUIDs that are not masked')


def generated(kind: type[Id], type_name: Optional[str] = None) -> Func:
    """The server's default, for db_default.

    id = IdField(UserId, type_name="user_id", db_default=generated(UserId, "user_id"))
    """
    column_type = _column_type(kind, type_name)
    if column_type == "typeid" and kind.prefix:
        return Func(Value(kind.prefix), function="typeid_generate")
    if column_type == "ulid" and not kind.prefix:
        return Func(function="ulid_generate")
    if column_type == "uid11" and not kind.prefix:
        return Func(function="xid_new")
    if not kind.prefix:
        raise TypeError(f"{kind.__name__}: say which function makes them, db_default=Func(…)")
    return Func(function=f"{column_type}_new")


def register_converter(kind: type[Id], name: Optional[str] = None) -> None:
    """Of paths: "users/<user_id:pk>/" gives a view an id, and anything else is a 404.

    name: by default its type prefix and "_id".

        register_converter(UserId)
        urlpatterns = [path("users/<user_id:pk>/", user)]
    """

    class Converter:
        regex = "[^/]+"

        def to_python(self, text: str) -> Id:
            return kind.parse(text)  # an InvalidId is a ValueError: the path does not match

        def to_url(self, value: Any) -> str:
            return str(kind.parse(value))

    register_django_converter(Converter, name or f"{kind.prefix}_id")


# A column that has moved ------------------------------------------------------------------------


def _parameters(field: Any, given: Callable[[Any], Any], connection: Any) -> Any:
    """What the schema editor compares: a column that has moved, with all that refer to it, is not
    touched again."""
    parameters = given(connection)
    model = getattr(field, "model", None)
    inner = _innermost(field)
    if not inner.stored or model is None or not getattr(field, "column", None):
        return parameters
    if connection.connection is None:
        return parameters
    moved = parameters["type"].replace(inner.stored, inner.column_type, 1)
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(_HAS_MOVED, [moved, table, field.column])
        if cursor.fetchone()[0]:
            parameters["type"] = moved
    return parameters


# Whether the column is of the type, and the columns of all foreign keys that refer to it.
_HAS_MOVED = """
SELECT coalesce(bool_and(f.atttypid = to_regtype(%s)), false)
  FROM pg_catalog.pg_attribute AS a
  CROSS JOIN LATERAL (
        SELECT a.atttypid
        UNION ALL
        SELECT r.atttypid
          FROM pg_catalog.pg_constraint AS c
          JOIN pg_catalog.pg_attribute AS r
            ON r.attrelid = c.conrelid
           AND r.attnum = c.conkey[array_position(c.confkey, a.attnum)]
         WHERE c.contype = 'f' AND c.confrelid = a.attrelid AND a.attnum = ANY (c.confkey)
       ) AS f (atttypid)
 WHERE a.attrelid = to_regclass(%s) AND a.attname = %s AND NOT a.attisdropped
"""


# Fields that are none of ours and hold our ids: foreign keys, and arrays ------------------------


def _target(field: Any) -> Any:
    """The field whose values those of a foreign key are."""
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    return field


def _innermost(field: Any) -> Any:
    while hasattr(field, "base_field"):
        field = field.base_field
    return field


class _ForeignIdAttribute(ForeignKeyDeferredAttribute):
    def __set__(self, instance: Any, value: Any) -> None:
        target = _target(self.field)
        if type(value) is not target.kind:
            value = target.as_row(value)
        super().__set__(instance, value)


class _ArrayAttribute(DeferredAttribute):
    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self.field.attname] = _members(self.field, value)


def _members(field: Any, value: Any) -> Any:
    if not hasattr(field, "base_field"):
        return field.as_row(value)
    if isinstance(value, (list, tuple)):
        return [_members(field.base_field, one) for one in value]
    return value


class _OfItsKind:
    """No row has an id of another kind."""

    lhs: Any
    rhs: Any

    def is_of_another_kind(self, value: Any) -> bool:
        return bool(_target(self.lhs.output_field).is_of_another_kind(value))


class _ExactlyOfItsKind(_OfItsKind):
    none = False

    def get_prep_lookup(self) -> Any:
        is_value: bool = self.rhs_is_direct_value()  # type: ignore[attr-defined]
        self.none = is_value and self.is_of_another_kind(self.rhs)
        if self.none:
            return self.rhs
        return super().get_prep_lookup()  # type: ignore[misc]

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        if self.none:
            raise EmptyResultSet
        return super().as_sql(compiler, connection)  # type: ignore[misc]


class _InOfItsKind(_OfItsKind):
    def get_prep_lookup(self) -> Any:
        if self.rhs_is_direct_value():  # type: ignore[attr-defined]
            self.rhs = [value for value in self.rhs if not self.is_of_another_kind(value)]
        return super().get_prep_lookup()  # type: ignore[misc]


@IdField.register_lookup
class _FieldExact(_ExactlyOfItsKind, Exact):
    pass


@IdField.register_lookup
class _FieldIn(_InOfItsKind, In):
    pass


class _RelatedExact(_ExactlyOfItsKind, RelatedExact):
    pass


class _RelatedIn(_InOfItsKind, RelatedIn):
    pass


class _Untyped:
    """A parameter of an array lookup without the cast to uuid[], which a column that has moved does
    not take."""

    def __init__(self, lhs: Any, rhs: Any) -> None:
        self.literal: Optional[str] = None
        is_list = isinstance(rhs, (list, tuple))
        if is_list and not any(hasattr(one, "resolve_expression") for one in rhs):
            members = map(lhs.output_field.base_field.get_prep_value, rhs)
            self.literal = "{" + ",".join("NULL" if one is None else one for one in members) + "}"
        super().__init__(lhs, rhs)  # type: ignore[call-arg]

    def process_rhs(self, compiler: Any, connection: Any) -> Any:
        if self.literal is not None:
            return "%s", [self.literal]
        rhs, params = super().process_rhs(compiler, connection)  # type: ignore[misc]
        return rhs.removesuffix("::uuid[]"), params


def _follow(model: Any, field: Any, link: Any) -> None:
    """Where a foreign key leads, a key of a key too, once the models are there."""
    related = link.remote_field.model
    lazy_related_operation(_followed, model, related, field=field, link=link)


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
        field.register_lookup(_RelatedExact)
        field.register_lookup(_RelatedIn)


def _is_prepared(sender: Any, **_: Any) -> None:
    for field in sender._meta.local_fields:
        inner = _innermost(field)
        if isinstance(field, models.ForeignKey):
            _follow(sender, field, field)
        elif isinstance(inner, IdField) and field is not inner:
            setattr(sender, field.attname, _ArrayAttribute(field))
            if inner.stored:
                _adapt_array(field)


def _adapt_array(field: Any) -> None:
    given = functools.partial(type(field).db_parameters, field)
    field.db_parameters = functools.partial(_parameters, field, given)
    for lookup in ("contains", "contained_by", "overlap", "exact"):
        field.register_lookup(type("Untyped", (_Untyped, field.get_lookup(lookup)), {}))


class_prepared.connect(_is_prepared)
for _models in list(
    apps.all_models.values()
):  # of applications that were loaded before this module
    for _model in list(_models.values()):
        _is_prepared(_model)


# Lookups of texts -------------------------------------------------------------------------------


class _TextLookup(Lookup):
    """The right side is text, not an id."""

    operator: str
    prepare_rhs = False

    def get_db_prep_lookup(self, value: Any, connection: Any) -> Any:
        return "%s", [str(value)]

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        left, left_params = self.process_lhs(compiler, connection)
        right, right_params = self.process_rhs(compiler, connection)
        return f"{left} {self.operator} {right}", [*left_params, *right_params]


class _StartsWith(_TextLookup):
    lookup_name = "startswith"
    operator = "^@"


@IdField.register_lookup
class _HasPrefix(_TextLookup):
    """id__has_prefix="user", of the type typeid: the type prefix is exactly this."""

    lookup_name = "has_prefix"
    operator = "@>"

    def __init__(self, lhs: Any, rhs: Any) -> None:
        super().__init__(lhs, rhs)
        if lhs.output_field.column_type != "typeid":
            raise FieldError("has_prefix is for columns of the type typeid")


class _Range:
    """Over a column of uuid the server has no text of an id: those that begin so are a range."""

    lhs: Any
    rhs: Any
    lookup_name: str
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        field = self.lhs.output_field
        if not field.stored:
            return super().as_sql(compiler, connection)  # type: ignore[misc]
        if not isinstance(self.rhs, str):
            raise FieldError(f'stored="uuid": {self.lookup_name} takes a text')
        found = self.range(field.kind, str(self.rhs))
        if found is None:
            raise EmptyResultSet
        left, params = compiler.compile(self.lhs)
        return f"{left} BETWEEN %s AND %s", [*params, *map(str, found)]

    def range(self, kind: type[Id], text: str) -> Optional[tuple[uuid.UUID, uuid.UUID]]:
        return kind.prefix_range(text)


class _RangeInAnyCase(_Range):
    """Of letters in either case there is a range where ids have them in one."""

    def range(self, kind: type[Id], text: str) -> Optional[tuple[uuid.UUID, uuid.UUID]]:
        lead = kind.kind.lead
        if text[: len(lead)].lower() != lead[: len(text)].lower():
            return None
        suffix = text[len(lead) :]
        if kind.notation == "typeid":
            suffix = suffix.lower()
        elif not kind.kind.format.any_case and suffix.lower() != suffix.upper():
            message = 'stored="uuid": {} of letters, which these ids have in both cases'
            raise FieldError(message.format(self.lookup_name))
        return kind.prefix_range(lead[: len(text)] + suffix)


class _WholeInAnyCase(_RangeInAnyCase):
    def range(self, kind: type[Id], text: str) -> Optional[tuple[uuid.UUID, uuid.UUID]]:
        return super().range(kind, text) if len(text) == kind.kind.length else None


class _NoText:
    lhs: Any
    lookup_name: str

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        if self.lhs.output_field.stored:
            message = f'stored="uuid": the server has no text of an id for {self.lookup_name}'
            raise FieldError(message)
        return super().as_sql(compiler, connection)  # type: ignore[misc]


for _over_uuid, _lookups in (
    (_Range, (_StartsWith,)),
    (_RangeInAnyCase, (IStartsWith,)),
    (_WholeInAnyCase, (IExact,)),
    (_NoText, (Contains, IContains, EndsWith, IEndsWith, Regex, IRegex)),
):
    for _lookup in _lookups:
        IdField.register_lookup(type(_lookup.__name__, (_over_uuid, _lookup), {}))


# Connections and migrations ---------------------------------------------------------------------

_as_uuid = False


def tell(connection: Any, **_: Any) -> None:
    """Tells the driver of a connection its database's types, so that an ArrayField of them is a
    list."""
    if connection.vendor != "postgresql":
        return
    driver = connection.connection
    if type(driver).__module__.startswith("psycopg2"):
        from . import psycopg2

        psycopg2.register(driver, as_uuid=_as_uuid)
    else:
        from . import psycopg

        psycopg.register(driver, as_uuid=_as_uuid)


connection_created.connect(tell)


class AsUUID(AppConfig):
    """A project of UUIDFields goes on over columns of base62id.

    INSTALLED_APPS = [..., "base62id.django.AsUUID"]
    """

    name = "base62id.django"
    label = "base62id"

    def ready(self) -> None:
        global _as_uuid
        _as_uuid = True


class CreateIdType(Operation):
    """In a migration, behind CreateExtension("base62id"): the type of an IdField, unless it is
    there. Its arguments are those of typeid_create_type().

    operations = [CreateExtension("base62id"), CreateIdType("user_id", "user")]
    """

    def __init__(
        self,
        type_name: str,
        prefix: str,
        notation: str = "typeid",
        mask_key: int = 0,
        accept_uuid: bool = False,
    ) -> None:
        self.type_name = type_name
        self.prefix = prefix
        self.notation = notation
        self.mask_key = mask_key
        self.accept_uuid = accept_uuid

    def state_forwards(self, app_label: str, state: Any) -> None:
        pass

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        if not self.allow_migrate(app_label, schema_editor):
            return
        arguments = [self.type_name, self.prefix, self.notation, self.mask_key, self.accept_uuid]
        schema_editor.execute(
            "SELECT typeid_create_type(%s, %s, %s, %s, %s) WHERE to_regtype(%s) IS NULL",
            [*arguments, self.type_name],
        )
        if not schema_editor.collect_sql:
            tell(schema_editor.connection)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        # An error if a column or anything else depends on the type.
        if self.allow_migrate(app_label, schema_editor):
            schema_editor.execute("SELECT typeid_drop_type(to_regtype(%s))", [self.type_name])

    def allow_migrate(self, app_label: str, schema_editor: Any) -> bool:
        from django.db import router

        connection = schema_editor.connection
        is_allowed = router.allow_migrate(connection.alias, app_label)
        return bool(connection.vendor == "postgresql" and is_allowed)

    def describe(self) -> str:
        return f"Creates the type of ids {self.type_name}"
