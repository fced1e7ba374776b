"""Django REST framework: what serializers and OpenAPI know of an IdField. Importing it is enough.

Without a model: `friend = IdSerializerField(UserId)`.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from rest_framework import serializers

from .codec import InvalidId
from .django import IdField
from .ids import Id

__all__ = ["IdSerializerField"]


class IdSerializerField(serializers.CharField):
    """An id of a class; another text is the client's error.

    class Order(serializers.Serializer):
        buyer = IdSerializerField(UserId)
    """

    def __init__(self, kind: type[Id], **named: Any) -> None:
        super().__init__(**named)
        self.kind = kind
        self.validators.append(RegexValidator(kind.pattern))  # OpenAPI has its pattern

    def to_internal_value(self, data: Any) -> Id:
        try:
            return self.kind.parse(data)
        except InvalidId as error:
            raise serializers.ValidationError(str(error), "invalid_id") from error


class _ModelField(serializers.ModelField):
    def __init__(self, model_field: Any, **named: Any) -> None:
        super().__init__(model_field, **named)
        self.validators.append(RegexValidator(model_field.kind.pattern))

    # The value, where ModelField has the whole object: a member of an ArrayField has none.
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
