"""Each fault of the library is seen by one of the tests that it names, and by no luck: without a
fault all of these tests pass, before the faults and, in the long form, after them.

mutations.txt has the faults. The SLEEPING ones are compiled into one library, all together, and
change nothing there until one is woken by its number; the number 0 wakes none (schemata.py).
Others are made one at a time: those OF_SYMBOLS, which the symbols of the library show, and those
IN_PACKAGES, which the suite of a client's package judges.
"""

import pytest
from conftest import FULL, MAJOR, ServerMaker
from judging import FAULTS, IN_PACKAGES, OF_SYMBOLS, SLEEPING, SOURCE, Table, names, table
from library import Library
from schemata import Fault, changed

__all__ = ["table"]  # a fixture
# Regression tests that take half a second of a processor each, at most. A fault that needs another
# test is judged in the long form only.
FAST = set(
    """
    base62id base64uuid baseuid casts estimates generators hostile_search id_type id_type_create
    id_type_dependents id_type_drop id_type_events id_type_kinds id_type_names id_type_owner
    id_type_tables inspect mistakes notations prefix_foreign typeid uid11 uuid_output uuid_stays
    with_mask_keys
    """.split()
)
JUDGED = [fault for fault in SLEEPING if FULL or FAST.issuperset(fault.tests)]
# A suite ("SUITE/PART") has servers of its own, all other tests share one.
TESTS = sorted({test for fault in JUDGED for test in fault.tests})


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, new_server: ServerMaker) -> Library:
    library = Library(tmp_path_factory.mktemp("faults"), SLEEPING)
    settings = {"shared_preload_libraries": "", "client_min_messages": "notice"}
    library.use(new_server(**settings))
    return library


@pytest.mark.parametrize("fault", FAULTS, ids=names(FAULTS))
def test_a_fault_has_its_place(fault: Fault) -> None:
    text = (SOURCE / fault.file).read_text()
    assert fault.places
    assert changed(fault, text) != text


@pytest.mark.parametrize("fault", FAULTS, ids=names(FAULTS))
def test_a_fault_is_judged_in_one_way(fault: Fault) -> None:
    ways = [fault in SLEEPING, fault in OF_SYMBOLS, fault in IN_PACKAGES]
    assert ways.count(True) == 1


def test_there_are_faults_enough() -> None:
    """A name in FAST that no fault names any more is noticed."""
    assert len(JUDGED) >= 90
    assert OF_SYMBOLS
    assert FAST <= {test for fault in FAULTS for test in fault.tests}


@pytest.mark.parametrize("test", TESTS)
def test_nothing_is_seen_without_a_fault(library: Library, test: str) -> None:
    assert library.passes(test, 0)


@pytest.mark.parametrize("fault", JUDGED, ids=names(JUDGED))
def test_a_fault_of_the_library_is_seen(library: Library, table: Table, fault: Fault) -> None:
    if MAJOR < fault.since:
        pytest.skip(f"PostgreSQL {MAJOR} does not run it")
    by = next((test for test in fault.tests if not library.passes(test, fault.number)), "")
    table.add(fault, by)
    assert by, f"none of {', '.join(fault.tests)} sees it: {fault.places[0].before}"


@pytest.mark.parametrize("fault", OF_SYMBOLS, ids=names(OF_SYMBOLS))
def test_a_library_that_is_not_whole_is_seen(library: Library, table: Table, fault: Fault) -> None:
    """It is not loaded: whether that fails depends on the calls that the compiler has left."""
    assert library.is_whole()
    whole = library.is_whole_with(fault)
    table.add(fault, "" if whole else "symbols/library")
    assert not whole


@pytest.mark.skipif(not FULL, reason="only with BASE62ID_FULL=1")
@pytest.mark.parametrize("test", [test for test in TESTS if "/" not in test])
def test_nothing_is_seen_without_a_fault_afterwards(library: Library, test: str) -> None:
    """If a fault had damaged the server, all later ones would seem to be seen."""
    assert library.passes(test, 0)
