"""What is written without checks of bounds, as plain Python, which checks them: the same bytes, and no error."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from saltroad.batch import Batch, SingleGame

GAMES = ("bazaar", "through_the_desert", "desert_bazaar")


def digests(steps: int) -> dict[str, list[str]]:
    """What games show, step by step."""
    return {name: [*_batch(name, steps), *_single(name, steps)] for name in GAMES}


def _batch(name: str, steps: int) -> list[str]:
    batch = Batch(name, 2, 5, seed=4, form="uint8", starts=2)
    found = []
    for _ in range(steps):
        batch.step(batch.random_actions())
        found.append(_digest(batch.observations.tobytes() + batch.masks.tobytes() + batch.action_masks().tobytes()))
    return found


def _single(name: str, steps: int) -> list[str]:
    game = SingleGame(name, 3, seed=4, starts=2, memory=True, reward="score", form="float32")
    found = []
    for _ in range(steps):
        if game.is_over:
            game.reset()
        assert game.play(int(game.random_actions()[0]))
        found.append(_digest(game.observation.tobytes() + game.mask.tobytes() + game.rewards.tobytes()))
    return found


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_compiled_and_plain_batches_show_the_same() -> None:
    code = "import json; from batch.test_modes import digests; print(json.dumps(digests(250)))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(__file__).parents[1])}
    plain = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True, timeout=300
    )
    found = digests(250)
    assert json.loads(plain.stdout) == found
    assert all(len(set(shown)) > 300 for shown in found.values())
