"""Numbers behind ids of the notation uid11, and that nothing shows a key."""

import traceback

import pytest
from kinds import BillId, InvoiceId, UserId

from base62id import InvalidId, numbers

KEY = bytes(range(16))


def test_numbers_there_and_back():
    invoices = numbers(InvoiceId)
    bills = numbers(BillId, key=KEY)
    for number in (0, 1, 42, -1, 2**63 - 1, -(2**63)):
        for kind in (invoices, bills):
            id = kind.encode(number)
            assert kind.decode(id) == number and type(id) is kind.kind
            assert kind.decode(str(id)) == number
    assert invoices.encode(42) == "inv_1111111111j"
    assert bills.encode(2) == "inv_7NhJVj3A6wb"


def test_what_is_no_number_and_what_is_no_id():
    for wrong in (2**63, -(2**63) - 1):
        with pytest.raises(OverflowError):
            numbers(InvoiceId).encode(wrong)
    for wrong in (1.0, "1", None, True):
        with pytest.raises(TypeError):
            numbers(InvoiceId).encode(wrong)
    for wrong in ("inv_1", "inc_1111111111j", "inv_jpXCZedGfVR", None, 5):
        with pytest.raises(InvalidId):
            numbers(InvoiceId).decode(wrong)


def test_a_key_where_it_is_needed_and_nowhere_else():
    with pytest.raises(TypeError, match="is masked"):
        numbers(BillId)
    with pytest.raises(TypeError, match="is not masked"):
        numbers(InvoiceId, KEY)
    with pytest.raises(TypeError, match="notation uid11"):
        numbers(UserId)
    for wrong in (KEY[1:], KEY * 2):
        with pytest.raises(ValueError, match="16 octets"):
            numbers(BillId, wrong)
    with pytest.raises(TypeError):
        numbers(BillId, "0" * 16)


def test_nothing_shows_a_key():
    key = b"secretsecretsecr"
    shown = [str(vars(type(numbers(BillId, key))))]
    assert repr(numbers(BillId, key)) == "numbers(BillId)"
    for call in (
        lambda: numbers(InvoiceId, key),
        lambda: numbers(UserId, key),
        lambda: numbers(BillId, key * 2),
        lambda: numbers(BillId, bytearray(key)),
        lambda: numbers(BillId, key).decode("inv_1"),
        lambda: numbers(BillId, key).encode(None),
    ):
        with pytest.raises(Exception) as caught:
            call()
        # As a report of errors has it, with the variables of our frames.
        told = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
        frames = [frame for frame in told.stack if "base62id" in frame.filename]
        shown += [str(caught.value)]
        shown += [str(frame.locals) for frame in frames if "/tests/" not in frame.filename]
    assert "secret" not in " ".join(shown)


def test_each_of_more_keys_than_are_kept_masks_by_itself():
    for number in range(200):
        key = bytes(15) + bytes([number])
        bills = numbers(BillId, key)
        assert bills.decode(bills.encode(number)) == number
