"""pydantic 2, and so FastAPI: a class of ids is an annotation, `buyer: UserId`.

Nothing is to be imported: pydantic asks the class itself. OpenAPI has the pattern, and the type
prefix as data, `"format": "typeid", "x-typeid": {"prefix": "user", "notation": "typeid"}`.
"""

from __future__ import annotations

from typing import Any

from pydantic_core import core_schema as pydantic

from .ids import Id

__all__ = ["core_schema", "json_schema"]


def core_schema(kind: type[Id]) -> Any:
    """What pydantic makes a validator of: an id of the kind, or a validation error.

    >>> from pydantic import TypeAdapter
    >>> from base62id import Id
    >>> class UserId(Id, prefix="user"):
    ...     pass
    >>> TypeAdapter(UserId).validate_python("user_01h455vb4pex5vsknk084sn02q")
    UserId('user_01h455vb4pex5vsknk084sn02q')
    """
    return pydantic.no_info_plain_validator_function(
        kind.parse, serialization=pydantic.to_string_ser_schema()
    )


def json_schema(kind: type[Id]) -> dict[str, Any]:
    """The JSON Schema of a kind, which OpenAPI has, too.

    >>> from base62id import Id
    >>> from base62id.pydantic import json_schema
    >>> class OrderId(Id, prefix="order", notation="hex"):
    ...     pass
    >>> json_schema(OrderId)["x-typeid"]
    {'prefix': 'order', 'notation': 'hex'}
    """
    schema: dict[str, Any] = {"type": "string", "pattern": kind.pattern}
    if kind.notation == "typeid":
        schema["format"] = "typeid"
    if kind.prefix:
        schema["x-typeid"] = {"prefix": kind.prefix, "notation": kind.notation}
    return schema
