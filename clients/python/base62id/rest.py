"""Django REST framework: what serializers and OpenAPI know of the fields of base62id.django. Importing it is enough.

    from base62id.rest import KindField
    id = KindField(base62id.Kind("typeid", "user"))        -- in a serializer without a model
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from rest_framework import serializers

import base62id
from base62id.django import IdField

__all__ = ["KindField"]


class KindField(serializers.CharField):
    """The canonical text of an id of one kind; another text is the client's error."""

    def __init__(self, kind: base62id.Kind, **named: Any) -> None:
        super().__init__(**named)
        self.kind = kind
        self.validators.append(RegexValidator(kind.pattern))  # OpenAPI has its pattern

    def to_internal_value(self, data: Any) -> str:
        try:
            return self.kind.parse(data)
        except base62id.InvalidId as error:
            raise serializers.ValidationError(str(error), "invalid_id") from error


class _ModelField(serializers.ModelField):
    def __init__(self, model_field: Any, **named: Any) -> None:
        super().__init__(model_field, **named)
        if not model_field.as_uuid:
            self.validators.append(RegexValidator(model_field.kind.pattern))

    # The value, where ModelField has the whole object: as the member of an ArrayField there is none.
    def get_attribute(self, instance: Any) -> Any:
        return serializers.Field.get_attribute(self, instance)

    def to_representation(self, value: Any) -> str:
        return str(value)

    def to_internal_value(self, data: Any) -> Any:
        try:
            return super().to_internal_value(data)
        except ValidationError as error:
            raise serializers.ValidationError(error.messages) from error


serializers.ModelSerializer.serializer_field_mapping[IdField] = _ModelField
