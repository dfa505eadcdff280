"""The command that tunes weights: it repeats, its games are fair, and what plays better wins."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import saltroad
from saltroad.bots import tune
from saltroad.bots.weights import in_order, weights_file, weights_of

PLAYERS = {"through_the_desert": 2, "desert_bazaar": 3, "bazaar": 2}


def _kept(name: str) -> Any:
    """The weights that the mind has, with how they were made."""
    return json.loads(weights_file(name).read_text("utf-8"))


@pytest.mark.parametrize("name", ["through_the_desert", "bazaar"])
def test_the_weights_say_how_they_were_made(name: str) -> None:
    kept = _kept(name)
    assert kept["made"].startswith(f"python -m saltroad.bots.tune {name} --again --players ")
    assert set(kept["start"]) == set(kept["weights"]) == set(tune.names_of(name))
    assert "games against where it began" in kept["told"]
    assert kept["start_made"]


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_tuning_writes_what_it_says_and_repeats(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steady = tune.names_of(name)[1]
    given = [name, "--players", str(PLAYERS[name]), "--pairs", "3", "--test", "2", "--seed", "4", "--steady", steady]
    written = []
    for file in ("one.json", "two.json"):
        tune.main([*given, "--out", str(tmp_path / file)])
        written.append((tmp_path / file).read_text("utf-8"))
    assert written[0] == written[1]
    kept = json.loads(written[0])
    assert kept["made"].endswith(
        f"--players {PLAYERS[name]} --nodes 1 --pairs 3 --test 2 --seed 4 --step 0.006 --steady {steady}"
    )
    assert kept["start"] == dict(weights_of(name))
    assert kept["start_made"] == _kept(name)["made"]
    assert {each for each, weight in kept["weights"].items() if weight == kept["start"][each]} >= {steady}
    assert kept["weights"] != kept["start"]
    assert kept["told"] in capsys.readouterr().out


def test_only_some_weights_are_tuned(tmp_path: Path) -> None:
    out = tmp_path / "one.json"
    few = ["--nodes", "40", "--pairs", "2", "--test", "1"]  # one look at each move plays no random games
    tune.main(["through_the_desert", *few, "--only", "habit", "--out", str(out)])
    made = json.loads(out.read_text("utf-8"))
    assert made["made"].endswith("--step 0.006 --only habit")
    moved = {name for name, weight in made["weights"].items() if weight != made["start"][name]}
    assert moved
    assert all(name.startswith("habit_") for name in moved)


def test_a_tuning_remembers_those_before_it(tmp_path: Path) -> None:
    """And begins again where any of them began."""
    kept, out = _kept("through_the_desert"), tmp_path / "next.json"
    few = ["--pairs", "1", "--test", "1", "--out", str(out)]
    tune.main(["through_the_desert", *few])
    made = json.loads(out.read_text("utf-8"))
    assert made["before"] == {part: kept[part] for part in kept if part != "weights"}
    tune.main(["through_the_desert", "--again", *few])
    made = json.loads(out.read_text("utf-8"))
    assert (made["start"], made["before"]) == (kept["start"], kept["before"])
    tune.main(["through_the_desert", "--again", "2", *few])
    made = json.loads(out.read_text("utf-8"))
    assert made["start"] == kept["weights"] | kept["before"]["start"]
    assert "before" not in made


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--again", "9"], "there were not 9 tunings"),
        (["--only", "luck"], "has no weights left to tune; it has water_1"),
        (["--players", "9"], "Through the Desert is for 2 to 5 players, not 9"),
        (["--jobs", "0"], "--jobs: a whole number, at least 1, not 0"),
        (["--pairs", "0"], "--pairs: a whole number, at least 1, not 0"),
        (["--test", "many"], "--test: a whole number, at least 1, not many"),
        (["--out", "no/such/folder/weights.json"], "name a file in a folder that is there"),
        (["--out", "."], "name a file in a folder that is there"),
    ],
)
def test_what_cannot_be_tuned_is_refused(given: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tune.main(["through_the_desert", *given])
    assert why in capsys.readouterr().err


@pytest.mark.slow
def test_processes_change_nothing(tmp_path: Path) -> None:
    written = []
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.json"
        tune.main(["through_the_desert", "--pairs", "9", "--test", "2", "--jobs", jobs, "--out", str(out)])
        written.append(out.read_text("utf-8"))
    assert written[0] == written[1]


def test_players_are_as_few_as_the_game_allows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And nothing is called sure after two games."""
    out = tmp_path / "weights.json"
    tune.main(["desert_bazaar", "--pairs", "1", "--test", "1", "--out", str(out)])
    assert "--players 3" in json.loads(out.read_text("utf-8"))["made"]
    assert "of the win, too few games to say how sure" in capsys.readouterr().out


def test_a_weight_that_nobody_knows_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tune.main(["bazaar", "--steady", "luck"])
    assert "bazaar has no weights luck; it has turns_by_shortest" in capsys.readouterr().err


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_a_pair_of_games_between_equals_is_even(name: str) -> None:
    """Who has a seat in one game leaves it to the other in the next, with the same chance."""
    kept = tuple(in_order(name, tune.names_of(name)))
    table = tune.TuningTable(tune.Match(name, PLAYERS[name], nodes=1, seed=5))
    for number in range(3):
        assert table.play(tune.Pair(number, kept, kept)) == tune.PairResult(share=0.5, lead=0.0)


def test_the_wiser_win() -> None:
    names = tune.names_of("through_the_desert")
    wise = np.array(in_order("through_the_desert", names))
    blind = wise.copy()
    blind[: names.index("race")] = 1e-9
    for each in ("water_camels", "oasis_camels", "alone_camels", "area_camels"):
        blind[names.index(each)] = 1.0
    share, off = tune.win_share(None, tune.Match("through_the_desert", 2, nodes=1, seed=1), wise, blind, 20)
    assert share - off > 0.5
