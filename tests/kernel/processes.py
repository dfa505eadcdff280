"""Python in a process of its own: for what depends on the cache on disk, on the environment or on what is imported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

TESTS = Path(__file__).resolve().parent.parent


def run_python(
    code: str, *, path: Path | None = None, cache: Path | None = None, env: Mapping[str, str] = MappingProxyType({})
) -> Any:
    """What the code prints, as JSON. `path` is searched for modules first; `cache` is where compiled code is kept."""
    settings = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, filter(None, (path, TESTS))))}
    settings.pop("NUMBA_DISABLE_JIT", None)
    if cache is not None:
        settings["SALTROAD_CACHE_DIR"] = str(cache)
    done = subprocess.run(
        [sys.executable, "-c", code], env={**settings, **env}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
