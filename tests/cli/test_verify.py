"""`saltroad verify`: fair, not fair, not to be checked; for people and for programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cli.test_commands import FIXTURES, TWO_STALLS, run, run_json, saltroad_command
from records.test_fairness import DICE, SEED, fair_game


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.saltroad"
    path.write_text(fair_game().text(), "utf-8")
    return path


def test_a_fair_game(file: Path) -> None:
    told = run("verify", str(file))
    assert told.startswith("Fair: all ")
    assert f"2 players added to the seed. It was promised as {DICE.commitment}." in told
    result = run_json("verify", str(file))
    assert (result["fair"], result["shares"], result["commitment"]) == (True, 2, DICE.commitment)
    assert 0 < result["drawn"] < result["plies"]


def test_a_die_that_fell_otherwise_is_refused(file: Path) -> None:
    loaded = fair_game(dice=replace(DICE, seed=bytes(len(SEED))))
    file.write_text(replace(loaded, more=DICE.headers()).text(), "utf-8")
    result = saltroad_command("verify", str(file))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("At ply 0 chance decided ")


def test_a_game_without_dice_is_refused() -> None:
    result = saltroad_command("verify", str(TWO_STALLS))
    assert (result.returncode, result.stdout) == (2, "")
    assert "says nothing about its dice" in result.stderr


def test_a_game_of_before_verifies_by_its_own_version() -> None:
    result = run_json("verify", str(FIXTURES / "dice-1.saltroad"))
    assert (result["fair"], result["scheme"], result["shares"]) == (True, "saltroad dice 1", 2)


def test_a_receipt_is_kept_to_or_what_differs_is_told(tmp_path: Path) -> None:
    record, receipt = FIXTURES / "dice-2.saltroad", FIXTURES / "dice-2.receipt.json"
    told = run("verify", str(record), "--receipt", str(receipt))
    assert "The game was taken back for a new draw 3 times." in told
    assert "Before this promise 1 other was given up at the table." in told
    assert told.endswith("It keeps to the receipt of the browser at seat 1.\n")
    assert run_json("verify", str(record), "--receipt", str(receipt))["receipt"] is True
    forged = tmp_path / "receipt.json"
    forged.write_text(receipt.read_text("utf-8").replace("6dcc5a06", "6dcc5a07"), "utf-8")
    for other, why in (
        (forged, "The commitment is not the one that this browser was shown"),
        (record, "not a receipt"),
    ):
        result = saltroad_command("verify", str(record), "--receipt", str(other))
        assert (result.returncode, result.stdout) == (2, "")
        assert why in result.stderr
