"""Whatever a server's clock does, stand still, step back or be far away, no id comes twice, ids
increase as docs/which-ids-sort-by-time.md says, and a time that an id cannot hold is an error.
"""

import pytest
from conftest import FULL, MAJOR, Database, Server, ServerMaker, Session
from generators import (
    HOUR_BEHIND,
    ON_ONE_SERVER,
    RIGHT,
    SHARING,
    Clock,
    ClockMaker,
    compiled,
    new_clock,
    reserved_file,
    running_from,
    scratch,
    seconds,
    servers,
    state,
    states,
    still,
)

__all__ = ["compiled", "new_clock", "scratch", "servers"]
pytestmark = ON_ONE_SERVER
TWO_HOURS_BEHIND = "-7200"
DAY_BEHIND = "-86400"
YEAR_AHEAD = "+31536000"
# What the clock of one session says, one after the other.
STANDING = still("2026-01-01")
THROUGH = [RIGHT, HOUR_BEHIND, STANDING, STANDING, YEAR_AHEAD, RIGHT, DAY_BEHIND]

IN_ORDER = """
    CREATE FUNCTION in_order(typeid[]) RETURNS boolean
    LANGUAGE sql
    AS $$
        SELECT bool_and(id > last) FILTER (WHERE last IS NOT NULL)
        FROM (
            SELECT id, lag(id) OVER (ORDER BY n) AS last
            FROM unnest($1) WITH ORDINALITY AS ids (id, n)
        ) AS pairs
    $$;
    CREATE FUNCTION in_order(baseuid[]) RETURNS boolean
    LANGUAGE sql
    AS $$
        SELECT bool_and(id > last) FILTER (WHERE last IS NOT NULL)
        FROM (
            SELECT id, lag(id) OVER (ORDER BY n) AS last
            FROM unnest($1) WITH ORDINALITY AS ids (id, n)
        ) AS pairs
    $$;
"""


@pytest.fixture(scope="module")
def clock(new_clock: ClockMaker) -> Clock:
    return new_clock()


@pytest.fixture(scope="module")
def server(servers: ServerMaker, clock: Clock) -> Server:
    server = servers(environment=clock.environment, **SHARING)
    server.sql(IN_ORDER)
    return server


# A clock that stands still ---------------------------------------------------------------------


@pytest.fixture
def standing(server: Server, clock: Clock) -> Server:
    clock.set(still("2030-01-01"))
    return server


def test_the_server_sees_the_clock(standing: Server) -> None:
    """The test of the test."""
    assert standing.value("SELECT clock_timestamp()") == "2030-01-01 00:00:00+00"


def test_xids_of_a_millisecond_are_unique(standing: Server) -> None:
    """All that a millisecond holds, and how the next begins, is test/unit/counter_test.cpp's in the
    short form.
    """
    of_first, of_next = (4194304, 1000) if FULL else (100000, 0)
    made = standing.sql(
        f"""
        SET work_mem = '256MB';
        SELECT xid_timestamp(id), count(*), count(DISTINCT xid_random(id))
        FROM (
            SELECT xid_new() AS id FROM generate_series(1, {of_first + of_next}) OFFSET 0
        ) AS made
        GROUP BY 1
        ORDER BY 1
        """
    )
    wanted = [["2030-01-01 00:00:00+00", str(of_first), str(of_first)]]
    if of_next:
        wanted.append(["2030-01-01 00:00:00.001+00", str(of_next), str(of_next)])
    assert made == wanted


def test_typeids_and_baseuids_ascend(standing: Server) -> None:
    ascending = standing.sql(
        """
        SELECT in_order(array_agg(t)), in_order(array_agg(b))
        FROM (
            SELECT typeid_generate('u') AS t, baseuid_new() AS b
            FROM generate_series(1, 100000)
            OFFSET 0
        ) AS made
        """
    )
    assert ascending == [["t", "t"]]


def test_sequences_ascend_and_go_on_in_the_next_millisecond(standing: Server) -> None:
    pairs = standing.sql(
        """
        SELECT bool_and(snowish > last_snowish),
               bool_and(ts_seq_rand > last_ts_seq_rand),
               max((uid11_snowish_parse(snowish)).ts),
               max((uid11_ts_seq_rand_parse(ts_seq_rand)).ts)
        FROM (
            SELECT snowish, lag(snowish) OVER (ORDER BY n) AS last_snowish,
                   ts_seq_rand, lag(ts_seq_rand) OVER (ORDER BY n) AS last_ts_seq_rand
            FROM (
                SELECT n, uid11_snowish_new(1) AS snowish, uid11_ts_seq_rand_new() AS ts_seq_rand
                FROM generate_series(1, 5000) AS n
                OFFSET 0
            ) AS made
        ) AS pairs
        WHERE last_snowish IS NOT NULL
        """
    )
    next_millisecond = "2030-01-01 00:00:00.001+00"
    assert pairs == [["t", "t", next_millisecond, next_millisecond]]


# Sessions that go through several clocks -------------------------------------------------------


@pytest.fixture(scope="module")
def made(server: Server, clock: Clock) -> Server:
    """With a table that keeps what every session made, none twice."""
    server.sql(
        """
        CREATE TABLE made (
            n serial,
            session text,
            clock text,
            xid uid11 UNIQUE,
            snowish uid11 UNIQUE,
            ts_seq_rand uid11 UNIQUE,
            typeid typeid UNIQUE,
            baseuid baseuid UNIQUE)
        """
    )
    make_ids(server, clock, "first", THROUGH)
    clock.set(TWO_HOURS_BEHIND)
    make_ids(server, clock, "second", [TWO_HOURS_BEHIND, RIGHT])
    return server


def make_ids(server: Server, clock: Clock, name: str, through: list[str]) -> None:
    session = Session(Database(server, "postgres"))
    for time in through:
        clock.set(time)
        insert = f"""
            INSERT INTO made (session, clock, xid, snowish, ts_seq_rand, typeid, baseuid)
            SELECT '{name}', '{time}', xid_new(), uid11_snowish_new(5), uid11_ts_seq_rand_new(),
                   typeid_generate('u'), baseuid_new()
            FROM generate_series(1, 5000)
        """
        assert session.outcome(insert) == ""
    session.close()


def test_no_id_comes_twice(made: Server) -> None:
    assert made.value("SELECT count(*) FROM made") == str((len(THROUGH) + 2) * 5000)


def test_in_each_session_typeids_and_baseuids_ascend(made: Server) -> None:
    ascending = made.sql(
        """
        SELECT session,
               in_order(array_agg(typeid ORDER BY n)),
               in_order(array_agg(baseuid ORDER BY n))
        FROM made
        GROUP BY session
        ORDER BY session
        """
    )
    assert ascending == [["first", "t", "t"], ["second", "t", "t"]]


def test_counted_ids_ascend_through_all_sessions(made: Server) -> None:
    """No xid is of an earlier millisecond than the last."""
    ascending = made.sql(
        """
        SELECT bool_and(snowish > last_snowish),
               bool_and(ts_seq_rand > last_ts_seq_rand),
               bool_and(xid_timestamp(xid) >= xid_timestamp(last_xid))
        FROM (
            SELECT xid, lag(xid) OVER by_n AS last_xid,
                   snowish, lag(snowish) OVER by_n AS last_snowish,
                   ts_seq_rand, lag(ts_seq_rand) OVER by_n AS last_ts_seq_rand
            FROM made
            WINDOW by_n AS (ORDER BY n)
        ) AS pairs
        WHERE last_xid IS NOT NULL
        """
    )
    assert ascending == [["t", "t", "t"]]


def test_a_clock_that_was_ahead_shows_in_the_ids_made_then(made: Server) -> None:
    ahead = made.value(
        f"""
        SELECT bool_and(xid_timestamp(xid) > now() + interval '360 days')
        FROM made
        WHERE clock = '{YEAR_AHEAD}'
        """
    )
    assert ahead == "t"


# docs/which-ids-sort-by-time.md: an hour back, is an id less than one of before? ----------------

OF_A_SESSION = ["typeid_generate('u')", "uuid_v7_new()", "ulid_generate()", "baseuid_new()"]
OF_THE_SERVER = ["xid_timestamp(xid_new())", "uid11_snowish_new(5)", "uid11_ts_seq_rand_new()"]
OF_POSTGRESQL = ["uuidv7()"] if MAJOR >= 18 else []


def goes_on_after_a_step_back(server: Server, clock: Clock, generator: str) -> tuple[str, str]:
    """Whether an id is no less than one of before: in the same session, and in a new one."""
    clock.set(RIGHT)
    session = Session(Database(server, "postgres"))
    before = session.outcome(f"SELECT {generator}")
    clock.set(HOUR_BEHIND)
    no_less = f"SELECT {generator} >= '{before}'"
    in_session = session.outcome(no_less)
    session.close()
    return in_session, server.value(no_less)


@pytest.mark.parametrize("generator", OF_A_SESSION + OF_POSTGRESQL)
def test_a_clock_set_back_lets_only_the_same_session_go_on(
    server: Server, clock: Clock, generator: str
) -> None:
    assert goes_on_after_a_step_back(server, clock, generator) == ("t", "f")


@pytest.mark.parametrize("generator", OF_THE_SERVER)
def test_a_clock_set_back_lets_every_session_go_on(
    server: Server, clock: Clock, generator: str
) -> None:
    assert goes_on_after_a_step_back(server, clock, generator) == ("t", "t")


# Far away: what an id cannot hold is an error, what it can hold is right -----------------------

GENERATORS = [
    "xid_new()",
    "uid11_snowish_new(1)",
    "uid11_ts_seq_rand_new()",
    "typeid_generate('u')",
    "typeid_generate_batch('u', 3)",
    "typeid_uuid_generate_v7()",
    "baseuid_new()",
]
TIMES = [
    "xid_timestamp(xid_new())",
    "typeid_timestamp(typeid_generate('u'))",
    "baseuid_timestamp(baseuid_new())",
]
OK, NO = "00000", "22008"  # the SQLSTATE of a time that is out of range


@pytest.mark.parametrize(
    ("date", "wanted"),
    [
        # before 2011
        ("2005-01-01", [NO, NO, NO, OK, OK, OK, OK]),
        # snowish has used up its 41 bits
        ("2081-09-01", [OK, NO, OK, OK, OK, OK, OK]),
        # after 2151 xid and ts_seq_rand as well
        ("2151-03-26", [NO, NO, NO, OK, OK, OK, OK]),
        # after 2262 baseuid as well
        ("2262-04-12", [NO, NO, NO, OK, OK, OK, NO]),
        # after 2554, the end of nanoseconds in 64 bits
        ("2600-01-01", [NO, NO, NO, NO, NO, NO, NO]),
        # before 1970
        ("1965-01-01", [NO, NO, NO, NO, NO, NO, NO]),
    ],
)
def test_a_time_that_an_id_cannot_hold_is_an_error_and_any_other_is_right(
    server: Server, clock: Clock, date: str, wanted: list[str]
) -> None:
    clock.set(running_from(date))
    server.stop()
    reserved_file(server).unlink(missing_ok=True)  # so that the server has no past
    server.start()
    assert states(server, *GENERATORS) == wanted
    for time in TIMES:
        if state(server, time) == OK:
            off = server.value(f"SELECT extract(epoch FROM {time} - clock_timestamp())")
            assert abs(float(off)) < 1


# Ahead: the server goes on from there, and says so; but not from what no id can hold -------------

AT_FIRST = still("2031-01-01")


@pytest.fixture
def without_a_past(server: Server, clock: Clock) -> Server:
    """It has made no id, and its clock stands still."""
    clock.set(AT_FIRST)
    server.stop()
    reserved_file(server).unlink(missing_ok=True)
    server.start()
    return server


def health_of_counters(server: Server) -> list[str]:
    [row] = server.sql(
        """
        SELECT state, value, split_part(detail, ' (docs/', 1)
        FROM base62id_health()
        WHERE what = 'counters'
        """
    )
    return row


def test_a_clock_that_was_ahead_and_came_back(without_a_past: Server, clock: Clock) -> None:
    """Health says by how much ids are ahead of it, and until when."""
    server = without_a_past
    clock.set(still("2070-01-01"))
    ahead = "2070-01-01 00:00:00+00"
    assert server.value("SELECT xid_timestamp(xid_new())") == ahead
    clock.set(AT_FIRST)
    ms = 1000 * (seconds("2070-01-01") - seconds("2031-01-01"))
    assert health_of_counters(server) == [
        "warning",
        str(ms),
        f"milliseconds by which ids are ahead of the clock, until it is {ahead}:"
        " it was further ahead once, or many ids were generated at once",
    ]
    assert server.value("SELECT xid_timestamp(xid_new())") == ahead


@pytest.mark.parametrize(
    ("generator", "dates"),
    [
        ("xid_new()", ["2005-01-01", "2151-03-26"]),
        ("uid11_snowish_new(1)", ["2005-01-01", "2081-09-01"]),
        ("uid11_ts_seq_rand_new()", ["2005-01-01", "2151-03-26"]),
    ],
)
def test_what_an_id_cannot_hold_reserves_nothing(
    without_a_past: Server, clock: Clock, generator: str, dates: list[str]
) -> None:
    """Neither does it move the counters, in which it would be ahead of the clock afterwards."""
    server = without_a_past
    for date in dates:
        clock.set(still(date))
        assert state(server, generator) == NO
        assert not reserved_file(server).exists()
        assert health_of_counters(server) == ["ok", "", "no ids yet"]

    clock.set(AT_FIRST)
    assert state(server, generator) == OK
    reserved = reserved_file(server).read_text()
    for date in dates:
        clock.set(still(date))
        assert state(server, generator) == NO
        assert reserved_file(server).read_text() == reserved
    clock.set(AT_FIRST)
    assert health_of_counters(server)[:2] == ["ok", "0"]
