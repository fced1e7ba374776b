"""Each fault of the library is seen by one of the tests that it names, and by no luck: without a
fault all of these tests pass.
"""

import pytest
from conftest import MAJOR, ServerMaker
from judging import FAULTS, FULL, SOURCE, Table, names, table
from library import Library
from schemata import Fault, changed

__all__ = ["table"]
# Half a second of a processor each, at most. The others are in the long form.
FAST = set(
    """
    base62id base64uuid baseuid casts estimates generators hostile_search id_type id_type_create
    id_type_dependents id_type_drop id_type_events id_type_kinds id_type_names id_type_owner
    id_type_tables inspect mistakes notations prefix_foreign typeid uid11 uuid_output uuid_stays
    with_mask_keys
    """.split()
)
SLEEPING = [fault for fault in FAULTS if fault.sleeps]
JUDGED = [fault for fault in SLEEPING if FULL or FAST.issuperset(fault.tests)]
TESTS = sorted({test for fault in JUDGED for test in fault.tests})
OF_SYMBOLS = [fault for fault in FAULTS if fault.tests == ["symbols/library"]]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, new_server: ServerMaker) -> Library:
    library = Library(tmp_path_factory.mktemp("faults"), SLEEPING)
    settings = {"shared_preload_libraries": "", "client_min_messages": "notice"}
    library.use(new_server(**settings))
    return library


@pytest.mark.parametrize("fault", FAULTS, ids=names(FAULTS))
def test_a_fault_has_its_place(fault: Fault) -> None:
    changed(fault, (SOURCE / fault.file).read_text())


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
    """It runs only if the compiler leaves a call of what is not there, so it is not run."""
    assert library.is_whole()
    whole = library.is_whole_with(fault)
    table.add(fault, "" if whole else "symbols/library")
    assert not whole
