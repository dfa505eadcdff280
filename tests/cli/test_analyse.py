"""`saltroad analyse`: what it prints, what it writes, and what it refuses."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path

import pytest

from cli.test_commands import run, saltroad_command

FIXTURES = Path(__file__).parent.parent / "records" / "fixtures"
GAME = FIXTURES / "through_the_desert-pile_empty.saltroad"
PUZZLE = FIXTURES / "bazaar-puzzle_solved.saltroad"
QUICK = ("--nodes", "16", "--jobs", "2")


@pytest.mark.slow
def test_json_adds_up_and_a_second_run_takes_it_from_the_cache(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    first = run("analyse", str(GAME), *QUICK, "--json", "--report", str(page))
    found = json.loads(first)
    for seat in found["seats"]:
        change = seat["luck"] - seat["errors"] + seat["gifts"] + seat["drift"]
        assert math.isclose(seat["result"] - seat["start"], change, abs_tol=1e-9)
    flagged = [ply for ply in found["plies"] if ply.get("grade") in ("inaccuracy", "mistake", "blunder")]
    assert flagged
    assert all(ply["told"].startswith("This ") for ply in flagged)
    assert set(found["turning_points"]) <= {ply["ply"] for ply in found["plies"]}
    text = page.read_text("utf-8")
    assert "<svg" in text
    assert text.count("<tr>") > len(found["plies"])
    assert run("analyse", str(GAME), *QUICK, "--json") == first
    french = run("analyse", str(GAME), *QUICK, "--language", "fr")
    assert "Les tournants de la partie" in french
    assert "Ce coup" in french


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere.saltroad",), "There is no record file"),
        ((str(PUZZLE),), "measured by its par"),
        ((str(GAME), "--nodes", "100", "--seconds", "1"), "not both"),
        ((str(GAME), "--report", "nowhere/page.html"), "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    done = saltroad_command("analyse", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_without_records_is_refused(tmp_path: Path) -> None:
    assert "no record" in saltroad_command("analyse", str(tmp_path)).stderr
    shutil.copy(PUZZLE, tmp_path)
    assert "measured by its par" in saltroad_command("analyse", str(tmp_path)).stderr
