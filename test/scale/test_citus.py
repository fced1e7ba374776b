"""Citus: what docs/scale.md says of it. citus.sh has the tests."""

import os
import subprocess
from pathlib import Path

import pytest


@pytest.mark.skipif(
    "BASE62ID_CITUS" not in os.environ, reason="BASE62ID_CITUS does not say where Citus is"
)
def test_citus() -> None:
    done = subprocess.run(
        [Path(__file__).with_name("citus.sh")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
