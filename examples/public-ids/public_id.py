"""Django: opaque ids in URLs over bigint keys, by a path converter.

It wants the package base62id, clients/python.
"""

import os

from django.urls import register_converter

from base62id import Id, numbers

# The 32 digits after "1:" in the server's key file.
KEY = bytes.fromhex(os.environ["BASE62ID_MASK_KEY"])


class InvoiceId(Id, prefix="inv", notation="uid11", masked=True):
    """inv_7NhJVj3A6wb"""


def public_ids(kind):
    """In paths, <PREFIX_id:pk> is an opaque id, and in views the number."""
    ids = numbers(kind, KEY)

    class PublicId:
        regex = "[^/]+"

        def to_python(self, text):
            if not kind.is_valid(text):  # decode() would also read an id in double quotes
                raise ValueError(text)  # Django answers 404
            return ids.decode(text)

        def to_url(self, number):
            return ids.encode(number)

    register_converter(PublicId, f"{kind.prefix}_id")
