"""Django: opaque ids in URLs over bigint keys, by a path converter.

Copy clients/python/base62id beside it.
"""

import os

from django.urls import register_converter

import base62id

KEY = bytes.fromhex(
    os.environ["BASE62ID_MASK_KEY"]
)  # the 32 digits after "1:" in the server's key file


def public_ids(prefix):
    """In paths, <PREFIX_id:pk> is an opaque id, and in views the number."""

    class PublicId:
        regex = "[^/]+"

        def to_python(self, text):
            if not base62id.is_valid("uid11", text, prefix):
                raise ValueError(text)  # 404
            return base62id.to_number(text, prefix, KEY)

        def to_url(self, number):
            return base62id.from_number(number, prefix, KEY)

    register_converter(PublicId, f"{prefix}_id")
