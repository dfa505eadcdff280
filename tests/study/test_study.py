"""Studies: what is kept of a game is what its history says, and the figures are those of the games."""

from __future__ import annotations

import json
import re
import runpy
from collections import Counter, defaultdict
from functools import partial
from pathlib import Path
from statistics import fmean
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import saltroad
from saltroad import study
from saltroad.bots import UnknownBot
from saltroad.cli.main import app
from saltroad.games.desert_bazaar.study import give
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.errors import BadOptions, SaltroadError
from saltroad.kernel.info import GameInfo
from saltroad.records import read_record_file
from saltroad.study.heat_map import use_map

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
    ElementTree.fromstring(f"<all>{''.join(re.findall('<svg.*?</svg>', text))}</all>")


def test_the_pictures_stand_alone(random_study: tuple[study.Study, Path]) -> None:
    found, _ = random_study
    (figures,) = found.summary.counts
    drawn = dict(study.pictures(found.summary))
    maps = {f"{table.name}-3" for table in figures.tables if table.is_map}
    assert set(drawn) == {"wins", "sources", "scores", "turns", "branching"} | maps
    for name, svg in drawn.items():
        said = "".join(ElementTree.fromstring(svg).itertext())
        assert f"{found.summary.title}: " in said, name
        assert "http" not in svg.replace("http://www.w3.org/2000/svg", ""), "a picture loads nothing"
    assert all(f"{100 * place.wins.mean:.1f} %" in drawn["wins"] for place in figures.places)


def test_a_map_has_every_space_that_is_in_play(random_study: tuple[study.Study, Path]) -> None:
    found, _ = random_study
    name, (figures,) = found.summary.game, found.summary.counts
    part = saltroad.games.part(name, "study")
    assert part is not None
    for table in (table for table in figures.tables if table.is_map):
        drawn = use_map(name, 3, table)
        told = dict(re.findall(r"<title>(.*?): (.*?)</title>", drawn))
        assert set(told) == part.spaces(3)
        assert {row.key for row in table.rows} <= set(told)
        for row in table.rows:
            assert told[row.key].startswith(f"{row.times} times")


def test_what_a_game_counts_adds_up(random_study: tuple[study.Study, Path]) -> None:
    """The tables of the games' own beside what the outcome says."""
    found, _ = random_study
    for game in found.games:
        sums: defaultdict[tuple[str, int | None], float] = defaultdict(float)
        times: Counter[str] = Counter()
        for mark in game.marks:
            sums[mark.table, mark.place] += mark.value
            times[mark.table] += 1
        for place in range(3):
            if found.summary.game == "bazaar":
                assert sums["wares", place] == sums["patterns", place] == game.scores[place]
            elif found.summary.game == "desert_bazaar":
                by_tents = sum(
                    game.points[source][place] for source in ("isolated", "encampments", "closing", "markers")
                )
                assert sums["tent_points", place] == by_tents
        if found.summary.game == "through_the_desert":
            assert (times["leaders"], times["first_leaders"], times["longest"]) == (15, 3, 3)
            wins_of_largest = sum(float(m.key.split()[0]) for m in game.marks if m.table == "largest")
            assert wins_of_largest == sum(game.points["largest_caravans"]) / 10


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


def test_a_study_goes_on_from_its_data(tmp_path: Path) -> None:
    data = tmp_path / "games.jsonl"
    told: list[tuple[int, int]] = []
    play = partial(study.of_bots, "bazaar", "random", players=[2, 3], seed=9)
    play(games=2, data=data)
    with data.open("ab") as file:
        file.write(b'{"options":"players=2')  # killed while it wrote
    longer = play(games=3, data=data, tell=lambda *done: told.append(done))
    assert told == [(4, 6), (5, 6), (6, 6)]
    assert longer.games == play(games=3).games
    again = study.of_data("bazaar", data)
    assert again.games == longer.games
    assert again.summary == longer.summary
    with pytest.raises(study.BadStudy, match="its source is random, seed 9, here random, seed 8"):
        study.of_bots("bazaar", "random", players=[2], games=1, seed=8, data=data)
    with pytest.raises(study.BadStudy, match="is a study of bazaar, not of desert_bazaar"):
        study.of_data("desert_bazaar", data)
    (tmp_path / "other.txt").write_text("hello\n", "utf-8")
    with pytest.raises(study.BadStudy, match="is not the data of a study"):
        study.of_data("bazaar", tmp_path / "other.txt")
    data.write_text(data.read_text("utf-8") + "{}\n", "utf-8")
    with pytest.raises(study.BadStudy, match=r"Line 8 .*Remove the line"):
        study.of_data("bazaar", data)


def test_the_puzzle_for_one_can_be_studied() -> None:
    found = study.of_bots("bazaar", "random", players=[1], options={"solo": True}, games=2, seed=1)
    assert "Length" in study.page(found)
    assert dict(study.pictures(found.summary)).keys() == {"scores", "turns", "branching"}


def test_a_gift_is_given_and_weighed() -> None:
    found = study.of_bots("desert_bazaar", "random", players=[3], games=6, seed=1, gifts=True)
    (figures,) = found.summary.counts
    (gift,) = figures.gifts
    assert gift.games == 6
    assert [game.gifts[0].place for game in found.games] == [0, 1, 2, 0, 1, 2]
    gains = [game.gifts[0].scores[game.gifts[0].place] - game.scores[game.gifts[0].place] for game in found.games]
    assert gift.score.mean == pytest.approx(fmean(gains))
    assert "A free isolated tent" in study.page(found)
    without = study.of_bots("desert_bazaar", "random", players=[3], games=6, seed=1)
    assert [game.scores for game in without.games] == [game.scores for game in found.games]
    with pytest.raises(study.BadStudy, match="Bazaar has no gifts"):
        study.of_bots("bazaar", "random", players=[2], games=1, gifts=True)


def test_a_free_isolated_tent_is_a_position_of_the_game() -> None:
    game, rng = saltroad.load("desert_bazaar"), saltroad.Rng(4)
    position = game.settle(game.start(players=3), rng)
    while (given := give("isolated_tent", position, 2, rng)) is None:
        position = game.settle(game.apply(position, rng.pick(game.legal(position))), rng)
    assert game.audit(given) == []
    before, after = (game.remember(each, None) for each in (position, given))
    assert [(tent.owner, len(after.camps)) for tent in after.tents] == [(2, 1)]
    assert after.scores == (0, 0, 2)
    assert after.markers == (7, 7, 6)
    assert (after.hands, after.piles, after.sides) == (before.hands, before.piles, before.sides)
    assert give("isolated_tent", given, 0, rng) is None


def test_one_number_of_players_needs_no_list() -> None:
    one, listed = (study.of_bots("bazaar", "random", players=players, games=1) for players in (2, [2]))
    assert one.games == listed.games


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
    assert len(data.read_text("utf-8").splitlines()) == 1 + 3
    assert "A study of Bazaar" in page.read_text("utf-8")
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 0
    assert "2 players, 3 games of random" in told.output
    drawn = tmp_path / "pictures"
    again = CliRunner().invoke(app, ["study", "bazaar", "--from", str(data), "--pictures", str(drawn)])
    assert again.output == told.output
    assert (drawn / "wins.svg").is_file()
    gift = CliRunner().invoke(app, ["study", "desert_bazaar", "-b", "random", "-p", "3", "-n", "2", "--gifts"])
    assert "a free isolated tent: " in gift.output
    for wrong, why in (
        (["-p", "two"], "Players are numbers such as 3"),
        (["--pictures", str(page)], "is a file: name a folder"),
        (["--report", str(tmp_path)], "it is a folder"),
        (["--data", str(tmp_path / "no" / "file")], "its folder does not exist"),
    ):
        refused = CliRunner().invoke(app, ["study", "bazaar", "-b", "random", *wrong])
        assert isinstance(refused.exception, SaltroadError)
        assert why in str(refused.exception)


def test_the_page_on_the_last_seat_is_what_was_measured() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "studies" / "last_seat.py"), run_name="docs")
    assert made["PAGE"].read_text("utf-8") == made["page"](), "stale: run `python docs/studies/last_seat.py`"


def test_the_pages_of_the_studies_are_what_was_found() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "studies" / "trader.py"), run_name="docs")
    kept = {path for name in made["WANTED"] for path in (made["HERE"] / name).glob("*.svg")}
    for path, text in made["files"]():
        assert path.read_text("utf-8") == text, "stale: run `python docs/studies/trader.py`"
        kept.discard(path)
    assert kept == set(), "pictures that no page has"
    for name in made["WANTED"]:
        summary = made["read"](name)
        assert summary.rules == saltroad.games.info(name).rules_version, "played by other rules: play again"
        assert summary.source.startswith("trader, seed 2026")
        assert [figures.players for figures in summary.counts] == list(saltroad.games.info(name).players)
