"""`saltroad verify`: fair, not fair, not to be checked; for people and for programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cli.test_commands import TWO_STALLS, run, run_json, saltroad_command
from records.test_fairness import DICE, SEED, fair_game
from saltroad.records.fairness import commitment_of


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.saltroad"
    path.write_text(fair_game().text(), "utf-8")
    return path


def test_a_fair_game(file: Path) -> None:
    told = run("verify", str(file))
    assert told.startswith("Fair: all ")
    assert f"2 players added to the seed. It was promised as {commitment_of(SEED)}." in told
    result = run_json("verify", str(file))
    assert (result["fair"], result["shares"], result["commitment"]) == (True, 2, commitment_of(SEED))
    assert 0 < result["drawn"] < result["plies"]


def test_a_die_that_fell_otherwise_is_refused(file: Path) -> None:
    loaded = fair_game(dice=replace(DICE, table="another"))
    file.write_text(replace(loaded, more={**loaded.more, "table": DICE.table}).text(), "utf-8")
    result = saltroad_command("verify", str(file))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("At ply 0 chance decided ")


def test_a_game_without_dice_is_refused() -> None:
    result = saltroad_command("verify", str(TWO_STALLS))
    assert (result.returncode, result.stdout) == (2, "")
    assert "says nothing of its dice" in result.stderr
