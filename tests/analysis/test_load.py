"""`benchmarks/analysis_load.py` measures a server with two analyses running and one without."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "analysis_load.py"


@pytest.mark.slow
def test_a_tiny_load_is_measured_with_analyses_and_without() -> None:
    tiny = ["--tables", "2", "--seconds", "3", "--rounds", "1", "--json"]
    done = subprocess.run([sys.executable, str(SCRIPT), *tiny], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert list(found["rounds"]) == ["quiet", "analysing"]
    quiet, analysing = (statistics.median(each["p99"] for each in rounds) for rounds in found["rounds"].values())
    assert found["ratio"] == pytest.approx(analysing / quiet)
    assert all(each["moves"] > 0 for rounds in found["rounds"].values() for each in rounds)
