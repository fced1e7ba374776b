"""Mistakes that a type checker finds, each with the error that it has to be: test_types.py."""

import datetime
from typing import Dict, List

from base62id import Id, numbers


class UserId(Id, prefix="user"):
    pass


class OrderId(Id, prefix="order", notation="ulid"):
    pass


class InvoiceId(Id, prefix="inv", notation="uid11"):
    pass


def name_of(id: UserId) -> str:
    return "name of " + id


user = UserId.generate()
order = OrderId.generate()
at = datetime.datetime.now(datetime.timezone.utc)

# What is right.
name_of(UserId("user_01h455vb4pex5vsknk084sn02q"))
text: str = user
again: UserId = UserId.parse(object())
made: OrderId = OrderId.generate(at=at, random=bytes)
number: int = numbers(InvoiceId).decode(numbers(InvoiceId).encode(42))


# What is not.
class NoNotation(Id, prefix="x", notation="nope"):  # type: ignore[arg-type]
    pass


class NoPrefix(Id, prefix=5):  # type: ignore[arg-type]
    pass


class NoMask(Id, prefix="x", masked="yes"):  # type: ignore[arg-type]
    pass


class NoOption(Id, prefix="x", acceptUuid=True):  # type: ignore[call-arg]
    pass


class Nothing(Id):  # type: ignore[call-arg]
    pass


name_of(order)  # type: ignore[arg-type]
name_of("user_01h455vb4pex5vsknk084sn02q")  # type: ignore[arg-type]
name_of(user.uuid)  # type: ignore[arg-type]
UserId(5)  # type: ignore[arg-type]
UserId(None)  # type: ignore[arg-type]
UserId.generate(at)  # type: ignore[misc]
UserId.generate(at="2026-01-01")  # type: ignore[arg-type]
UserId.generate(random=5)  # type: ignore[arg-type]
UserId.from_uuid(user)  # type: ignore[arg-type]
UserId.from_number(42)  # type: ignore[attr-defined]
user.timestamp.year  # type: ignore[union-attr]
wrong: OrderId = UserId.generate()  # type: ignore[assignment]
users: List[UserId] = [order]  # type: ignore[list-item]
names: Dict[UserId, str] = {order: "x"}  # type: ignore[dict-item]
numbers(5)  # type: ignore[arg-type]
numbers(InvoiceId).encode("42")  # type: ignore[arg-type]
numbers(InvoiceId).decode(user)  # type: ignore[arg-type]
numbers(InvoiceId, key="000102030405060708090a0b0c0d0e0f")  # type: ignore[arg-type]
