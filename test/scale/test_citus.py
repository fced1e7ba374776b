"""Citus: what docs/scale.md says of it. citus.sh has the tests."""

import os
import subprocess
from pathlib import Path

import pytest


@pytest.mark.skipif(
    not os.environ.get("BASE62ID_CITUS"), reason="BASE62ID_CITUS does not say where Citus is"
)
def test_citus() -> None:
    done = subprocess.run(
        [Path(__file__).with_name("citus.sh")], capture_output=True, text=True, check=False
    )
    print(done.stdout)  # notes, and what was skipped: pytest -rP shows them
    assert done.returncode == 0, done.stdout + done.stderr
