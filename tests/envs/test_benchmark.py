"""`benchmarks/environments.py` runs, and every peer is measured or named as skipped."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "environments.py"
TINY = ("--game", "bazaar", "--rounds", "1", "--seconds", "0.01", "--tables", "8")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_tiny_run_has_all_kinds_and_ratios_of_what_was_measured() -> None:
    done = run(*TINY, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    kinds = ["batch", "batch_float32", "single", "pettingzoo", "openspiel", "openspiel_mcts"]
    assert list(found["kinds"]) == kinds
    for kind in found["kinds"].values():
        rates = kind["steps_per_second"]
        assert set(rates) == {"bazaar", *kind["ratios"]}
        for peer, ratios in kind["ratios"].items():
            assert ratios == {"bazaar": pytest.approx(rates["bazaar"] / rates[peer])}
    assert "OpenSpiel python_tic_tac_toe" in found["kinds"]["openspiel_mcts"]["ratios"]
    told = set(found["skipped"]).union(*(kind["ratios"] for kind in found["kinds"].values()))
    assert told >= {"pgx hex", "PettingZoo connect_four_v3", "RLCard mahjong", "OpenSpiel backgammon"}
    assert all("pip install" in how for how in found["skipped"].values())
    assert found["machine"]["versions"]["numba"]


def test_the_page_is_a_table_with_where_it_was_measured() -> None:
    done = run(*TINY, "--kind", "single", "--markdown")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("# Environments beside those of other libraries\n")
    assert "| | steps a second | Bazaar |" in done.stdout
    assert "| OpenSpiel hex(board_size=11) | " in done.stdout
    assert "medians of 1 alternating rounds" in done.stdout


def test_bad_numbers_are_refused_in_one_sentence() -> None:
    done = run("--rounds", "0")
    assert done.returncode == 2
    assert "--rounds and --tables are at least 1" in done.stderr
    assert "Traceback" not in done.stderr
