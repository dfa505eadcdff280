"""The tests themselves: they pass as a background job too, where a shell has SIGINT ignored."""

from __future__ import annotations

import subprocess
import sys


def test_a_program_that_a_test_starts_can_be_interrupted() -> None:
    code = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"
