"""Studies: what is kept of a game is what its history says, and the figures are those of the games."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from statistics import fmean

import pytest
from typer.testing import CliRunner

import saltroad
from saltroad import study
from saltroad.bots import UnknownBot
from saltroad.cli.main import app
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.errors import BadOptions
from saltroad.kernel.info import GameInfo
from saltroad.records import read_record_file

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module", params=["bazaar", "through_the_desert", "desert_bazaar"])
def random_study(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[study.Study, Path]:
    folder = tmp_path_factory.mktemp("records")
    return study.of_bots(request.param, "random", players=[3], games=4, seed=5, records=folder), folder


def test_a_game_is_kept_as_its_record_tells_it(random_study: tuple[study.Study, Path]) -> None:
    found, folder = random_study
    for kept, file in zip(found.games, sorted(folder.glob("*.saltroad")), strict=True):
        history = read_record_file(file).history()
        outcome = history.outcome
        assert outcome is not None
        own = [ply for ply, who in enumerate(history.actors) if who != CHANCE]
        assert (kept.plies, kept.decisions) == (len(history), len(own))
        assert kept.branching == pytest.approx(fmean(len(history.game.legal(history.positions[p])) for p in own))
        first = history.actors[own[0]] if found.summary.game != "desert_bazaar" else 0  # there setup may ask another
        assert kept.scores == outcome.scores[first:] + outcome.scores[:first]
        assert kept.reason == outcome.reason
        assert sum(kept.wins) == pytest.approx(1)
        assert tuple(map(sum, zip(*kept.points.values(), strict=True))) == kept.scores
        assert len(kept.branching_by_part) == 10
        assert kept.marks


def test_records_give_the_same_study(random_study: tuple[study.Study, Path]) -> None:
    found, folder = random_study
    (folder / "broken.saltroad").write_text("record: saltroad 1\ngame: chess\n", "utf-8")
    again = study.of_records(found.summary.game, folder)
    assert again.games == found.games
    assert again.summary.counts == found.summary.counts
    assert len(again.left_out) == 1


def test_the_figures_are_those_of_the_games(random_study: tuple[study.Study, Path]) -> None:
    found, _ = random_study
    (figures,) = found.summary.counts
    assert (figures.players, figures.games) == (3, 4)
    assert sum(place.wins.mean for place in figures.places) == pytest.approx(1)
    for k, place in enumerate(figures.places):
        assert place.score.mean == pytest.approx(fmean(game.scores[k] for game in found.games))
        assert sum(each.mean for each in place.points.values()) == pytest.approx(place.score.mean)
        assert place.wins.low is not None
        assert place.wins.high is not None
        assert place.wins.low <= place.wins.mean <= place.wins.high
    assert figures.scores.least == min(min(game.scores) for game in found.games)
    assert sum(each.mean for each in figures.ends.values()) == pytest.approx(1)
    for table in figures.tables:
        marks = [mark for game in found.games for mark in game.marks if mark.table == table.name]
        assert table.rows
        assert sum(row.times for row in table.rows) == len(marks)


def test_the_page_has_every_part_and_needs_nothing(random_study: tuple[study.Study, Path]) -> None:
    found, _ = random_study
    text = study.page(found, "saltroad study <b>")
    assert "http" not in text
    assert "<b></span>" not in text
    for title in (
        "Who wins",
        "Margins",
        "Branching",
        "How games end",
        *(t.title for t in found.summary.counts[0].tables),
    ):
        assert f"<h2>{title}</h2>" in text
    has_map = any(table.is_map for table in found.summary.counts[0].tables)
    assert ("<polygon" in text) is has_map


def test_places_are_in_the_order_of_turns(tmp_path: Path) -> None:
    options = {"start": "2"}
    found = study.of_bots("desert_bazaar", "random", players=[3], options=options, games=2, seed=2, records=tmp_path)
    for kept, file in zip(found.games, sorted(tmp_path.glob("*.saltroad")), strict=True):
        result = read_record_file(file).result
        assert result is not None
        assert kept.scores == (result.scores[1], result.scores[2], result.scores[0])


def test_several_bots_take_turns_in_every_seat(tmp_path: Path) -> None:
    found = study.of_bots("bazaar", "greedy,random", players=[2], games=4, seed=1, records=tmp_path)
    seats = [read_record_file(file).seats for file in sorted(tmp_path.glob("*.saltroad"))]
    assert seats == [("greedy", "random"), ("random", "greedy")] * 2
    names = {bot.name: bot for bot in found.summary.counts[0].bots}
    assert names["greedy"].wins.mean + names["random"].wins.mean == pytest.approx(1)


def test_workers_give_the_same_games() -> None:
    one = study.of_bots("bazaar", "random", players=[2, 3], games=3, seed=9)
    two = study.of_bots("bazaar", "random", players=[2, 3], games=3, seed=9, jobs=2)
    assert one.games == two.games
    assert one.summary == two.summary


def test_ctrl_c_keeps_what_was_played() -> None:
    def stop(done: int, wanted: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    found = study.of_bots("bazaar", "random", players=[2], games=5, tell=stop)
    assert found.is_interrupted
    assert found.summary.counts[0].games == 2


def test_what_cannot_be_studied_is_refused(tmp_path: Path) -> None:
    with pytest.raises(study.BadStudy, match="2 bots for 3 players"):
        study.of_bots("bazaar", "greedy,random", players=[3])
    with pytest.raises(UnknownBot):
        study.of_bots("bazaar", "nobody")
    with pytest.raises(UnknownBot, match="plays bazaar only"):
        study.of_bots("desert_bazaar", "rate")
    with pytest.raises(BadOptions):
        study.of_bots("bazaar", "random", players=[9])
    with pytest.raises(study.BadStudy, match="no record of a finished game"):
        study.of_records("bazaar", tmp_path)
    with pytest.raises(study.BadStudy, match="There is no folder"):
        study.of_records("bazaar", tmp_path / "nowhere")
    study.of_bots("bazaar", "random", players=[2], games=1, records=tmp_path)
    with pytest.raises(study.BadStudy, match="name another folder"):
        study.of_bots("bazaar", "random", players=[2], games=1, records=tmp_path)


def test_a_study_of_no_games_has_no_figures() -> None:
    info: GameInfo = saltroad.games.info("bazaar")
    assert study.sum_up(info, []).counts == ()


def test_the_command_writes_page_data_and_json(tmp_path: Path) -> None:
    page, data = tmp_path / "page.html", tmp_path / "games.jsonl"
    command = ["study", "bazaar", "-b", "random", "-p", "2", "-n", "3", "--report", str(page), "--data", str(data)]
    shown = CliRunner().invoke(app, [*command, "--json"])
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.output)["counts"][0]["games"] == 3
    assert len(data.read_text("utf-8").splitlines()) == 3
    assert "A study of Bazaar" in page.read_text("utf-8")
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 0
    assert "2 players, 3 games of random" in told.output
    for wrong in (["-p", "two"], ["--report", str(tmp_path)], ["--data", str(tmp_path / "no" / "file")]):
        refused = CliRunner().invoke(app, ["study", "bazaar", "-b", "random", *wrong])
        assert isinstance(refused.exception, study.BadStudy)


def test_the_page_on_the_last_seat_is_what_was_measured() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "studies" / "last_seat.py"), run_name="docs")
    assert made["PAGE"].read_text("utf-8") == made["page"](), "stale: run `python docs/studies/last_seat.py`"
