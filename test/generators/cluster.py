"""What the tests of a cluster share: its key, in a file that the servers of a test file read."""

from pathlib import Path

import pytest
from conftest import Server, write_secret

KEY = "correct horse battery staple, once more"
# HMAC-SHA256 of "base62id cluster key digest 1" with that key, the first 8 octets: by another
# implementation.
DIGEST = "4363e2e9fc80d59c"


@pytest.fixture(scope="module")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("cluster") / "key"
    write_secret(file, KEY)
    return file


def numbered(machine: int, key_file: Path) -> dict[str, str]:
    """The settings of a server of the cluster."""
    return {"base62id.machine": str(machine), "base62id.cluster_key_file": str(key_file)}


def digest_in_force(server: Server) -> str:
    return server.value("SELECT value FROM base62id_settings() WHERE name = 'cluster_key'")
