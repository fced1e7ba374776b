"""New ids: they ascend, by whose clock, and by whose randomness."""

import datetime
import os
import threading
import time
from unittest import mock

import pytest
from kinds import OF_UUIDS, BucketId, OrderId, UserId

from base62id import Ulid
from base62id.testing import seeded, source

UTC = datetime.timezone.utc
NEW_YEAR = datetime.datetime(2026, 1, 1, tzinfo=UTC)


def test_ids_of_a_process_ascend():
    ids = [kind.generate() for _ in range(2000) for kind in (UserId, OrderId, BucketId)]
    uuids = [id.uuid for id in ids]
    assert uuids == sorted(set(uuids))
    ulids = [Ulid.generate() for _ in range(2000)]
    assert ulids == sorted(set(ulids))
    assert abs(ids[0].timestamp.timestamp() - time.time()) < 60


@pytest.mark.parametrize("kind", [UserId, Ulid])
def test_a_clock_that_stands_still_or_steps_back_by_ten_seconds(kind):
    steps = iter([0, 0, 10, 0.001, 0, 10, 5, 0])

    def now():
        return NEW_YEAR + datetime.timedelta(seconds=next(steps))

    with source(now=now):
        ids = [kind.generate() for _ in range(8)]
    assert ids == sorted(ids) and len(set(ids)) == 8
    assert ids[-1].timestamp == NEW_YEAR + datetime.timedelta(seconds=10)


@pytest.mark.parametrize("kind", [UserId, Ulid])
def test_a_clock_that_steps_further_back_is_followed(kind):
    """Once, a single wrong reading of the clock moved all later ids of the process to its time."""
    at = NEW_YEAR.replace(year=2100)

    def now():
        return at

    with source(now=now):
        assert kind.generate().timestamp == at
        at = NEW_YEAR
        assert kind.generate().timestamp == NEW_YEAR
        at = NEW_YEAR - datetime.timedelta(milliseconds=10_001)
        assert kind.generate().timestamp == at


def test_a_frozen_clock_is_followed_there_and_back():
    real = UserId.generate().timestamp
    for year in (2020, 2100):
        ns = int(datetime.datetime(year, 1, 1, tzinfo=UTC).timestamp()) * 10**9
        with mock.patch("time.time_ns", lambda: ns):
            assert UserId.generate().timestamp.year == year
    assert abs(UserId.generate().timestamp - real) < datetime.timedelta(seconds=60)


@pytest.mark.parametrize("year", [2020, 2100])
def test_freezegun(year):
    freezegun = pytest.importorskip("freezegun")
    with freezegun.freeze_time(f"{year}-02-03"):
        first, second = UserId.generate(), UserId.generate()
    assert first.timestamp == second.timestamp == datetime.datetime(year, 2, 3, tzinfo=UTC)
    assert first < second


@pytest.mark.parametrize("year", [2020, 2100])
def test_time_machine(year):
    time_machine = pytest.importorskip("time_machine")
    at = datetime.datetime(year, 2, 3, tzinfo=UTC)
    with time_machine.travel(at, tick=False):
        first, second = UserId.generate(), UserId.generate()
    assert first.timestamp == second.timestamp == at and first < second


@pytest.mark.parametrize("kind", OF_UUIDS)
def test_an_id_of_a_given_time_and_randomness(kind):
    first = kind.generate(at=NEW_YEAR, random=seeded(7))
    assert first == kind.generate(at=NEW_YEAR, random=seeded(7))
    assert first != kind.generate(at=NEW_YEAR, random=seeded(8))
    assert first.timestamp == NEW_YEAR
    assert kind.generate(at=NEW_YEAR) != kind.generate(at=NEW_YEAR)
    assert kind.generate(random=seeded(7)).timestamp.year == datetime.datetime.now(UTC).year


def test_a_given_time_or_randomness_changes_nothing_for_later_ids():
    with source(now=NEW_YEAR, random=seeded(1)):
        expected = [UserId.generate(), UserId.generate()]
    with source(now=NEW_YEAR, random=seeded(1)):
        first = UserId.generate()
        UserId.generate(at=NEW_YEAR.replace(year=2100), random=seeded(2))
        UserId.generate(random=seeded(3))
        assert [first, UserId.generate()] == expected


@pytest.mark.parametrize(
    "at",
    [datetime.datetime(2026, 1, 1), datetime.datetime(1969, 12, 31, 23, 59, 59, tzinfo=UTC)],
)
def test_times_that_no_id_has(at):
    with pytest.raises(ValueError):
        UserId.generate(at=at)
    with pytest.raises(ValueError):
        with source(now=at):
            UserId.generate()


def test_the_last_and_the_first_time():
    epoch = datetime.datetime(1970, 1, 1, tzinfo=UTC)
    last = datetime.datetime(9999, 12, 31, 23, 59, 59, 999000, tzinfo=UTC)
    assert UserId.generate(at=epoch).timestamp == epoch
    assert UserId.generate(at=last).timestamp == last
    east = datetime.timezone(datetime.timedelta(hours=5))
    assert UserId.generate(at=NEW_YEAR.astimezone(east)).timestamp == NEW_YEAR


@pytest.mark.parametrize("random", [lambda n: b"", lambda n: "x" * n, lambda n: None])
def test_randomness_that_is_not_ten_bytes(random):
    with pytest.raises(ValueError, match="10"):
        UserId.generate(random=random)


def test_what_is_no_time():
    for wrong in (5, "2026-01-01", datetime.date(2026, 1, 1)):
        with pytest.raises(TypeError):
            UserId.generate(at=wrong)


def test_a_source_ends_where_its_block_does():
    before = UserId.generate()
    year_2100 = NEW_YEAR.replace(year=2100)
    with source(now=year_2100):
        with source(now=NEW_YEAR):
            assert UserId.generate().timestamp == NEW_YEAR
        assert UserId.generate().timestamp.year == 2100
        assert UserId.generate(random=seeded(1)).timestamp.year == 2100
    after = UserId.generate()
    assert before < after and after.timestamp.year < 2100
    with pytest.raises(KeyError):
        with source(now=year_2100):
            raise KeyError
    again = UserId.generate()
    assert after < again and again.timestamp.year < 2100


def test_what_overflows_takes_the_next_millisecond():
    with source(now=NEW_YEAR, random=lambda n: b"\xff" * n):
        uuids = [UserId.generate() for _ in range(3)]
        ulids = [Ulid.generate() for _ in range(3)]
    millisecond = datetime.timedelta(milliseconds=1)
    for ids in (uuids, ulids):
        assert [(id.timestamp - NEW_YEAR) // millisecond for id in ids] == [0, 1, 2]


def test_threads_share_no_id():
    made = []

    def make():
        made.extend([UserId.generate() for _ in range(2000)])

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 16_000


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
def test_a_child_process_begins_anew():
    """With the same clock, so that what it shared with its parent would show."""
    with source(now=NEW_YEAR):
        UserId.generate()
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(write, "\n".join(UserId.generate() for _ in range(100)).encode())
            os._exit(0)
        os.waitpid(child, 0)
        os.close(write)
        with open(read) as pipe:
            theirs = pipe.read().split("\n")
        ours = [UserId.generate() for _ in range(100)]
    assert len(set(theirs) | set(ours)) == 200
