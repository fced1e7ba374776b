"""What the page says of tests: the same ids in each run, and fake timers.

ids, tests_use and which_id are code blocks of docs/frameworks/python.md.
"""

import datetime

import freezegun
from harness import check
from ids import UserId, new, of_request
from tests_use import NEW_YEAR, one_of_its_time, the_same_ids
from which_id import which_ids

UTC = datetime.timezone.utc


def sources():
    first, second = the_same_ids()
    assert [first, second] == the_same_ids() and first < second
    assert first.timestamp == second.timestamp == NEW_YEAR
    assert one_of_its_time(NEW_YEAR).timestamp == NEW_YEAR


def fake_timers():
    for year in (2020, 2100, 2021):
        with freezegun.freeze_time(f"{year}-01-01"):
            assert new().timestamp == datetime.datetime(year, 1, 1, tzinfo=UTC)
    assert abs(new().timestamp - datetime.datetime.now(UTC)) < datetime.timedelta(minutes=1)


def requests():
    id = new()
    assert of_request(str(id)) == (id, id.uuid, id.timestamp) and type(id) is UserId


def unknown_ids():
    classes = [type(id).__name__ for id in which_ids("G8YOG5efuH94ezE3H5aIvQ")]
    assert classes == ["Base62Id", "Base64Uuid"]
    assert which_ids("cus_NffrFeUfNV2Hib") == []


check("ids that are the same in each run", sources)
check("fake timers, there and back", fake_timers)
check("an id of a request becomes one of the kind, with its UUID and its time", requests)
check("an id of which nobody knows the system is read by each that has such ids", unknown_ids)
