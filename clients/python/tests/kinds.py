"""The kinds that the tests share."""

from base62id import Base62Id, Base64Uuid, Id, Ulid


class UserId(Id, prefix="user"):
    """In the notation typeid."""


class OrderId(Id, prefix="order", notation="ulid"):
    """In a notation that is read in either case."""


class PartId(Id, prefix="part", notation="base62id"):
    """In a notation whose last id is not its last text."""


class PlaceId(Id, prefix="place", notation="base64uuid"):
    """In a notation with "_" in its alphabet."""


class TaskId(Id, prefix="t_org_123_w", notation="uuid"):
    """With a type prefix that no TypeID has."""


class BucketId(Id, prefix="s3", notation="hex"):
    """In hexadecimal."""


class GuestId(Id, prefix="guest", accept_uuid=True):
    """Reads a UUID's text."""


class MemberId(Id, prefix="member", masked=True):
    """Masked by the server."""


class InvoiceId(Id, prefix="inv", notation="uid11"):
    """Numbers."""


class BillId(Id, prefix="inv", notation="uid11", masked=True):
    """Masked numbers."""


TYPED = [UserId, OrderId, PartId, PlaceId, TaskId, BucketId, GuestId]
OF_UUIDS = [*TYPED, Base62Id, Base64Uuid, Ulid]
