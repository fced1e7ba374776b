"""What the file of mask keys may be. From one that the server refuses it takes no key, and an
administrator reads in the error's DETAIL what is wrong with it.
"""

import hashlib
import hmac

import pytest
from conftest import Database, Server
from masks import KEY_FILE, SETTINGS, V7, message, new_key, use_keys

NAMED = "The file that base62id.mask_key_file names"
MODE = (
    f"{NAMED} is refused. Group or others have access to it."
    " Its mode must be 0600 or less, or 0640 or less where it belongs to root."
)
KEY = new_key()


@pytest.fixture(scope="module")
def server(shared_server: Server) -> Server:
    (shared_server.directory / KEY_FILE).unlink(missing_ok=True)
    shared_server.restart(**SETTINGS)
    return shared_server


def refusal(server: Server) -> str:
    """Why there is no key 1."""
    said = message(server.error(f"SELECT uuid_mask('{V7}')"))
    error, detail = said.split(" / ")
    assert error == "55000: there is no mask key 1"
    return detail


def test_no_file(server: Server) -> None:
    assert refusal(server) == f"{NAMED} could not be opened: No such file or directory."


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ([f"1:{KEY[1:]}"], 1),  # 31 digits
        ([f"1:0{KEY}"], 1),  # 33 digits
        (["# keys", f"1:{KEY[1:]}g"], 2),
        ([f"0:{KEY}"], 1),
        ([f"-1:{KEY}"], 1),
        ([f"2147483648:{KEY}"], 1),  # beyond integer
    ],
)
def test_a_line_that_is_no_key(server: Server, lines: list[str], wrong: int) -> None:
    use_keys(server, *lines)
    assert refusal(server) == (
        f"Line {wrong} of the file that base62id.mask_key_file names"
        " is not a number, a colon and 32 hexadecimal digits."
    )


def test_a_number_with_two_keys(server: Server) -> None:
    use_keys(server, f"1:{KEY}", "", f"1:{KEY}")
    assert refusal(server) == (
        "Line 3 of the file that base62id.mask_key_file names gives the number 1 a second key."
    )


@pytest.mark.parametrize("line", [f"# 1:{KEY}", ""])
def test_nothing_but_comments_or_a_file_that_is_being_written(server: Server, line: str) -> None:
    use_keys(server, line)
    assert refusal(server) == f"{NAMED} has no keys."


def test_a_file_of_more_than_64_kib(server: Server) -> None:
    use_keys(server, "#" + "x" * 70_000)
    assert refusal(server) == f"{NAMED} is refused. It has more than 65536 bytes."


def test_a_file_that_others_can_read(server: Server) -> None:
    server.secret(KEY_FILE, f"1:{KEY}")
    (server.directory / KEY_FILE).chmod(0o604)
    server.reload()
    assert refusal(server) == MODE
    of_settings = """
        SELECT name, value, detail FROM base62id_settings() WHERE name LIKE 'mask%'
    """
    assert server.sql(of_settings) == [["mask_key", "", MODE]], "without an error"


def test_a_file_without_this_number(server: Server) -> None:
    use_keys(server, f"7:{KEY}")
    assert refusal(server) == f"{NAMED} has no key of this number."


def test_blanks_upper_case_comments_and_line_ends_of_windows_are_read(server: Server) -> None:
    use_keys(server, f" 1:{KEY.upper()} \r", "# an old one", f"2147483647:{'0' * 32}")
    for number in (1, 2147483647):
        there_and_back = f"SELECT uuid_unmask(uuid_mask('{V7}', {number}), {number})"
        assert server.value(there_and_back) == V7


def health(server: Server) -> list[str]:
    """What a new session says of the keys that it uses."""
    [row] = server.sql("SELECT state, detail FROM base62id_health() WHERE what = 'mask keys'")
    return row


def test_a_setting_that_was_taken_out_is_one_that_nobody_has_set(server: Server) -> None:
    """For new sessions, too: not their own library keeps the key, but the server could."""
    key = hmac.new(bytes.fromhex(KEY), b"base62id mask key digest 1", hashlib.sha256)
    loaded = ["ok", f"1: {key.hexdigest()[:16]} (docs/monitor.md#health-mask-keys)"]
    use_keys(server, f"1:{KEY}")
    assert health(server) == loaded

    path = server.settings.pop("base62id.mask_key_file")
    server.reload()
    assert health(server) == ["ok", "none (docs/monitor.md#health-mask-keys)"]
    assert refusal(server) == "base62id.mask_key_file is not set."

    server.reload(**{"base62id.mask_key_file": path})
    assert health(server) == loaded


@pytest.mark.parametrize(
    ("options", "before"),
    [
        ("-c base62id.mask_key_file=/nowhere", ""),
        ("", "SET base62id.mask_key_file = '/nowhere';"),
    ],
)
def test_a_session_that_sets_another_file_has_the_keys_of_the_server_all_the_same(
    server: Server, monkeypatch: pytest.MonkeyPatch, options: str, before: str
) -> None:
    use_keys(server, f"1:{KEY}")
    masked = server.value(f"SELECT uuid_mask('{V7}')")
    monkeypatch.setenv("PGOPTIONS", options)
    assert server.sql(f"{before} SELECT uuid_mask('{V7}')") == [[masked]]


def test_a_role_with_another_file_in_its_settings_has_the_keys_of_the_server(
    server: Server,
) -> None:
    """Where the library is loaded, nobody can give it one."""
    use_keys(server, f"1:{KEY}")
    masked = server.value(f"SELECT uuid_mask('{V7}')")
    server.sql(
        """
        CREATE ROLE elsewhere LOGIN SUPERUSER;
        ALTER ROLE elsewhere SET base62id.mask_key_file = '/nowhere';
        """
    )
    database = Database(server, "postgres").as_role("elsewhere")
    assert database.value(f"SELECT uuid_mask('{V7}')") == masked
