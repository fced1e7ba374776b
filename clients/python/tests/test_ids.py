"""What a kind reads, makes and says."""

import copy
import datetime
import json
import pickle
import uuid

import pytest
from kinds import (
    OF_UUIDS,
    TYPED,
    BucketId,
    GuestId,
    InvoiceId,
    MemberId,
    OrderId,
    PartId,
    TaskId,
    UserId,
)

import base62id
from base62id import Base62Id, BaseUid, Id, InvalidId, TypeId, Ulid, Xid

VALUE = uuid.UUID("01890a5d-ac96-774b-bcce-b302099a8057")
NO_IDS = [None, 5, 5.0, b"user_01h455vb4pex5vsknk084sn02q", [], object(), "", "x", "_", "é" * 31]


@pytest.mark.parametrize("kind", OF_UUIDS)
def test_an_id_is_a_text_of_its_class(kind):
    id = kind.generate()
    assert type(id) is kind and isinstance(id, str)
    assert kind(str(id)) == id == kind.parse(id) and type(kind(str(id))) is kind
    assert str(id) == f"{id}" == "%s" % id and type(str(id)) is str
    assert repr(id) == f"{kind.__name__}({str(id)!r})"
    assert hash(id) == hash(str(id))
    assert json.loads(json.dumps({"id": id})) == {"id": str(id)}


@pytest.mark.parametrize("kind", OF_UUIDS)
def test_an_id_is_copied_and_pickled_as_it_is(kind):
    id = kind.generate()
    for again in [copy.copy(id), copy.deepcopy(id)] + [
        pickle.loads(pickle.dumps(id, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ]:
        assert again == id and type(again) is kind


@pytest.mark.parametrize("kind", OF_UUIDS)
def test_an_id_and_its_uuid(kind):
    id = kind.from_uuid(VALUE)
    assert id.uuid == VALUE and type(id.uuid) is uuid.UUID
    assert kind.to_column(id) == VALUE
    assert kind.from_column(VALUE) == kind.from_column(str(VALUE)) == kind.from_column(id) == id
    assert type(kind.from_column(VALUE)) is kind
    for wrong in (str(VALUE), VALUE.bytes, VALUE.int, None):
        with pytest.raises(InvalidId):
            kind.from_uuid(wrong)


@pytest.mark.parametrize("kind", OF_UUIDS)
def test_order_is_that_of_uuids(kind):
    values = sorted(uuid.uuid4() for _ in range(500))
    ids = [kind.from_uuid(value) for value in values]
    assert ids == sorted(ids)
    edges = [kind.from_uuid(uuid.UUID(int=number)) for number in (0, 1, (1 << 128) - 1)]
    assert edges == sorted(edges) and [id.uuid.int for id in edges] == [0, 1, (1 << 128) - 1]


@pytest.mark.parametrize("kind", OF_UUIDS)
def test_the_time_is_that_of_a_uuid_of_version_7(kind):
    made = datetime.datetime(2023, 6, 30, 3, 34, 18, 518000, tzinfo=datetime.timezone.utc)
    assert kind.from_uuid(VALUE).timestamp == made
    if kind is not Ulid:  # of which each has a time
        assert kind.from_uuid(uuid.uuid4()).timestamp is None
    assert Ulid.from_uuid(uuid.UUID(int=(1 << 128) - 1)).timestamp is None  # of the year 10889


@pytest.mark.parametrize("kind", [*OF_UUIDS, MemberId, InvoiceId, BaseUid, Xid, TypeId])
def test_wrong_values_are_refused(kind):
    for value in [*NO_IDS, str(kind.kind.text(5)) + "0", " " + kind.kind.text(5), "x" * 10**6]:
        assert not kind.is_valid(value)
        with pytest.raises(InvalidId) as caught:
            kind.parse(value)
        assert caught.value.code == caught.value.sqlstate == "22P02"
        assert isinstance(caught.value, ValueError) and len(str(caught.value)) < 400


def test_a_text_of_another_kind_is_no_id_of_this_one():
    for kind in TYPED:
        for other in TYPED:
            if kind is not other:
                with pytest.raises(InvalidId):
                    kind(other.generate())


def test_what_is_read_beside_the_canonical_text_becomes_it():
    id = OrderId("order_01h455vb4pex5vsknk084sn02q")
    assert id == "order_01H455VB4PEX5VSKNK084SN02Q"
    assert OrderId(f'"{id}"') == id and not OrderId.is_valid(f'"{id}"')
    assert not OrderId.is_valid(id.lower()) and OrderId.is_valid(id)
    assert BucketId("s3_01890A5DAC96774BBCCEB302099A8057") == BucketId.from_uuid(VALUE)
    assert TaskId(f"t_org_123_w_{str(VALUE).upper()}") == TaskId.from_uuid(VALUE)
    for wrong in ("S3_01890a5dac96774bbcceb302099a8057", "s3_01890a5dac96774bbcceb302099a805"):
        with pytest.raises(InvalidId):
            BucketId(wrong)


def test_a_uuid_is_read_where_the_kind_accepts_uuids():
    for given in (str(VALUE), str(VALUE).upper(), f'"{VALUE}"', VALUE):
        assert GuestId.parse(given) == GuestId.from_uuid(VALUE)
        assert Base62Id.parse(given) == Base62Id.from_uuid(VALUE)
        assert not GuestId.is_valid(given)
        for kind in (UserId, OrderId, TaskId, BucketId, MemberId):
            with pytest.raises(InvalidId):
                kind.parse(given)
    with pytest.raises(InvalidId):
        GuestId(VALUE.hex)


def test_a_masked_id_has_a_uuid_of_version_4():
    assert MemberId("member_" + UserId.from_uuid(uuid.uuid4())[5:])
    with pytest.raises(InvalidId, match="version 4"):
        MemberId("member_01h455vb4pex5vsknk084sn02q")


def test_an_error_says_what_is_wrong_and_where():
    for text, words in [
        ("order_01h455vb4pex5vsknk084sn02q", 'the type prefix is "order", not "user"'),
        ("01h455vb4pex5vsknk084sn02q", 'the type prefix is none, not "user"'),
        ("user_01h455vb4pex5vsknk084sn02u", '"u" at position 31 is not in its alphabet'),
        ('"user_01h455vb4pex5vsknk084sn02u"', '"u" at position 32 is not in its alphabet'),
        ("user_1", "1 characters, not 26"),
        ("User_01h455vb4pex5vsknk084sn02q", 'not "User"'),
        ("_01h455vb4pex5vsknk084sn02q", "a separator without a type prefix"),
        ("user_81h455vb4pex5vsknk084sn02q", "its number is none of a typeid"),
    ]:
        with pytest.raises(InvalidId) as caught:
            UserId(text)
        assert words in str(caught.value)
    with pytest.raises(InvalidId, match='"-" at position 14 is not in its alphabet'):
        TaskId("t_org_123_w_0-890a5d-ac96-774b-bcce-b302099a8057")
    with pytest.raises(InvalidId, match="its number is none of a base62id"):
        PartId("part_Fa84QWiAxLXUJaHZmEVPEF")


def test_members_that_a_kind_does_not_have():
    names = ["generate", "from_uuid", "to_column", "prefix_range"]
    assert all(hasattr(UserId, name) for name in names)
    for kind in (MemberId, InvoiceId, BaseUid, Xid, TypeId):
        for name in names:
            assert not hasattr(kind, name), (kind, name)
    with pytest.raises(AttributeError, match="MemberId has no generate: the server alone"):
        MemberId.generate()
    assert not hasattr(InvoiceId("inv_1111111111j"), "timestamp")
    assert not hasattr(InvoiceId("inv_1111111111j"), "uuid")


def test_ids_without_a_type_prefix_of_their_own():
    assert TypeId("a_b_01h455vb4pex5vsknk084sn02q").type_prefix == "a_b"
    assert TypeId("user_01h455vb4pex5vsknk084sn02q").uuid == VALUE
    assert Ulid("01h455vb4pex5vsknk084sn02q") == "01H455VB4PEX5VSKNK084SN02Q"
    last = datetime.datetime(2151, 3, 25, 18, 46, 22, 214000, datetime.timezone.utc)
    assert Xid("jpXCZedGfVQ").timestamp == last
    assert BaseUid("-" * 20).timestamp.year == 1970
    with pytest.raises(TypeError):
        Id("user_01h455vb4pex5vsknk084sn02q")


@pytest.mark.parametrize("kind", OF_UUIDS)
def test_the_range_of_a_beginning(kind):
    value = uuid.uuid4()
    id = kind.from_uuid(value)
    for length in range(len(id) + 1):
        first, last = kind.prefix_range(id[:length])
        assert first <= value <= last
        for beyond in (first.int - 1, last.int + 1):
            if 0 <= beyond < 1 << 128:
                assert not kind.from_uuid(uuid.UUID(int=beyond)).startswith(id[:length])
        assert kind.from_uuid(first).startswith(id[:length])
        assert kind.from_uuid(last).startswith(id[:length])
    assert kind.prefix_range(id) == (value, value)
    for wrong in (id + "0", "!", f"{id[:-1]}!", "é"):
        assert kind.prefix_range(wrong) is None


def test_the_pattern_matches_every_id():
    import re

    for kind in [*OF_UUIDS, InvoiceId, MemberId]:
        for number in (0, 1, 12345, (1 << kind.kind.format.bits) - 1):
            assert re.search(kind.pattern, kind.kind.text(number))
        assert not re.search(kind.pattern, "x" + kind.kind.text(0))
        assert not re.search(kind.pattern, kind.kind.text(0) + "\n0")


def test_each_public_name_has_a_docstring():
    for name in base62id.__all__:
        assert getattr(base62id, name).__doc__, name
