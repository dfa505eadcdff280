"""Whole tournaments: the same games whoever plays them and however often they are stopped, and what is refused."""

from __future__ import annotations

import dataclasses
import json
import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import saltroad
from saltroad import arena
from saltroad.arena.play import play_game
from saltroad.arena.seating import chance_seed
from saltroad.arena.settings import PlayedGame, PlayerFault, Times
from saltroad.bots import SEARCH_SETTINGS
from saltroad.bots.search import SearchSettings
from saltroad.kernel.errors import SaltroadError
from saltroad.records import read_record_file

BAZAAR = arena.configure("bazaar", "greedy,random", players=2, seed=5)
SEARCHING = arena.configure("bazaar", "uct,random", players=2, seed=5, limit="nodes=2")


def played(tournament: arena.Tournament) -> list[Any]:
    """All of the games but the time they took."""
    return [msgspec.structs.replace(game, times=()) for game in tournament.games]


@pytest.fixture(scope="module")
def whole() -> arena.Tournament:
    return arena.run(BAZAAR, 8)


def test_a_tournament_sums_up_its_games(whole: arena.Tournament) -> None:
    summary = whole.summary
    assert (summary.deals, summary.games, summary.left_out) == (4, 8, 0)
    greedy, by_chance = summary.standings
    assert (greedy.bot, by_chance.bot) == ("greedy", "random")
    assert greedy.wins is not None
    assert by_chance.wins is not None
    assert greedy.wins.mean + by_chance.wins.mean == pytest.approx(1)
    assert greedy.wins.mean > 0.5
    assert greedy.rating.mean > 25 > by_chance.rating.mean
    assert len(greedy.by_seat) == 2
    assert greedy.decisions > 100
    assert greedy.seconds is not None
    assert greedy.faults == by_chance.faults == {}
    assert sum(summary.reasons.values()) == 8
    assert json.loads(msgspec.json.encode(summary))["games"] == 8


def test_the_same_settings_give_the_same_games(whole: arena.Tournament) -> None:
    assert played(arena.run(BAZAAR, 8)) == played(whole)
    other = msgspec.structs.replace(BAZAAR, seed=6)
    assert played(arena.run(other, 2)) != played(whole)[:2]


def test_two_workers_give_the_same_as_one() -> None:
    assert played(arena.run(SEARCHING, 2, jobs=2)) == played(arena.run(SEARCHING, 2))


def test_the_games_of_a_deal_have_the_same_chance() -> None:
    """The bots' own draws do not disturb it: until the games part, chance says the same."""
    records = [play_game(BAZAAR, 0, number)[1] for number in (0, 1)]
    rng = saltroad.Rng(chance_seed(BAZAAR.seed, 0))
    game = saltroad.load("bazaar")
    setup = [str(outcome) for outcome, _ in game.chance_plies(game.start(players=2), rng)]
    for record in records:
        assert record.partition("\n\n")[2].replace("\n", "; ").startswith("; ".join(setup))


def test_a_run_goes_on_where_it_stopped(whole: arena.Tournament, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    arena.run(BAZAAR, 4, results=file)
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 4
    file.write_bytes(b"".join(lines[:4]) + lines[4][:40])  # stopped in the middle of a line
    again = arena.run(BAZAAR, 8, results=file)
    assert again.earlier == 3
    assert played(again) == played(whole)
    assert len(file.read_bytes().splitlines()) == 1 + 8
    assert played(arena.run(BAZAAR, 8, results=file)) == played(whole)
    assert len(file.read_bytes().splitlines()) == 1 + 8
    settings, results = arena.read_results(file)
    assert settings == BAZAAR
    assert played(arena.run(BAZAAR, 8, results=str(file), records=str(tmp_path / "records"))) == played(whole)
    assert arena.read_results(str(file))[1].games == results.games
    assert arena.summarise(settings, results.games.values()).games == 8


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 6}, "its seed is 5, here is 6"),
        ({"options": "players=2 double_purchase=on solo=off"}, "its options are players=2 .*, here are players=2"),
        ({"bots": arena.read_entrants("greedy,uct@nodes=2")}, r"its bots are greedy \(its own measure\),random"),
    ],
)
def test_a_file_of_another_tournament_is_refused(change: dict[str, Any], words: str, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    arena.run(BAZAAR, 2, results=file)
    before = file.read_bytes()
    with pytest.raises(arena.BadArena, match=words):
        arena.run(msgspec.structs.replace(BAZAAR, **change), 2, results=file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("text", ["hello\n", '{"arena":1}\n', "[]\n"])
def test_another_file_is_refused_and_left_as_it_is(text: str, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(text)
    with pytest.raises(arena.BadArena, match="is not a results file"):
        arena.run(BAZAAR, 2, results=file)
    assert file.read_text() == text


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    arena.run(BAZAAR, 2, results=file)
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], "{}", lines[2], ""]))
    with pytest.raises(arena.BadArena, match=r"Line 2 of .* Remove the line, and the game is played again"):
        arena.run(BAZAAR, 2, results=file)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seats": [7, 9]}, "others sat there"),
        ({"seats": [1, 0]}, "others sat there"),
        ({"ranks": [1]}, "not every seat has a rank"),
        ({"game": 2}, "no game of such a number"),
        ({"deal": -1}, "no game of such a number"),
    ],
)
def test_a_game_that_cannot_have_been_is_named(change: dict[str, Any], words: str, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    arena.run(BAZAAR, 2, results=file)
    first, game, *rest = file.read_text().splitlines()
    file.write_text("\n".join([first, json.dumps(json.loads(game) | change), *rest, ""]))
    with pytest.raises(arena.BadArena, match=f"Line 2 of .*{words}"):
        arena.run(BAZAAR, 2, results=file)


def test_a_file_is_written_by_one_run_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    refused: list[str] = []

    def again(progress: arena.Progress) -> None:
        with pytest.raises(arena.BadArena, match="Another run is writing") as caught:
            arena.run(BAZAAR, 4, results=file)
        refused.append(str(caught.value))

    arena.run(BAZAAR, 2, results=file, tell=again)
    assert len(refused) == 4  # at the start, when all is ready, and after each game
    assert arena.run(BAZAAR, 4, results=file).earlier == 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_is_told_when_all_is_ready(jobs: int) -> None:
    told: list[arena.Progress] = []
    arena.run(BAZAAR, 4, jobs=jobs, tell=told.append)
    assert [progress.is_ready for progress in told] == [False, True, False, False, False, False]
    assert [progress.played is not None for progress in told] == [False, False, True, True, True, True]


def test_records_are_of_the_games_that_were_played(whole: arena.Tournament, tmp_path: Path) -> None:
    tournament = arena.run(BAZAAR, 4, records=tmp_path / "a" / "b")
    assert len(tournament.records) == 4
    for path, game in zip(tournament.records, tournament.games, strict=True):
        record = read_record_file(path)
        history = record.history()
        assert record.seats == tuple(BAZAAR.bots[bot].label for bot in game.seats)
        assert history.outcome is not None
        assert history.outcome.scores == game.scores
        assert len(history) == game.plies
    with pytest.raises(arena.BadArena, match="already"):
        arena.run(BAZAAR, 4, records=tmp_path / "a" / "b")


def test_more_bots_than_seats_all_meet() -> None:
    settings = arena.configure("bazaar", "random,random,random", players=2)
    summary = arena.run(settings, 1).summary
    assert summary.games == 6
    assert [standing.games for standing in summary.standings] == [4, 4, 4]
    assert [standing.bot for standing in summary.standings] == ["random", "random #2", "random #3"]


def test_one_against_several_counts_for_each_seat() -> None:
    settings = arena.configure("bazaar", "greedy,random", players=3)
    summary = arena.run(settings, 3).summary
    greedy, by_chance = summary.standings
    assert (greedy.games, greedy.seats, by_chance.games, by_chance.seats) == (3, 3, 3, 6)
    assert greedy.wins is not None
    assert by_chance.wins is not None
    assert greedy.wins.mean + 2 * by_chance.wins.mean == pytest.approx(1)
    assert summary.fair_share == pytest.approx(1 / 3)


def test_a_sequential_test_stops_when_it_has_decided(tmp_path: Path) -> None:
    settings = arena.configure("bazaar", "random,random", players=2, seed=1)
    file = tmp_path / "results.jsonl"
    tournament = arena.run(settings, 4000, margin=0.4, results=file)
    verdict = tournament.summary.verdict
    assert verdict is not None
    assert verdict.decided == "even"
    assert tournament.summary.deals == verdict.deals < 200
    assert len(tournament.games) == 2 * verdict.deals
    both = arena.run(settings, 4000, margin=0.4, jobs=2)
    assert both.summary.verdict == verdict
    assert both.summary.games == tournament.summary.games
    capped = arena.run(settings, 8, margin=0.4, results=file).summary.verdict
    assert capped is not None
    assert (capped.decided, capped.deals) == ("open", 4)


def test_a_sequential_test_finds_the_stronger() -> None:
    found = arena.run(arena.configure("bazaar", "random,greedy", players=2), 4000, margin=0.5).summary.verdict
    assert found is not None
    assert found.decided == "weaker"


# -- what is counted ---------------------------------------------------------------------------------------------------


def a_game(deal: int, number: int, ranks: tuple[int, ...], fault: PlayerFault | None = None) -> PlayedGame:
    seats = BAZAAR.seating.seats(deal)[number]
    times = (Times(1, 0.5, {-7: 1}), Times())
    reason = "forfeit" if fault else "two_stalls_empty"
    return PlayedGame(
        deal=deal,
        game=number,
        seats=seats,
        ranks=ranks,
        scores=(10, 20),
        reason=reason,
        plies=9,
        times=times,
        fault=fault,
    )


def test_only_whole_deals_count() -> None:
    games = [
        a_game(0, 0, (1, 2)),
        a_game(0, 1, (2, 1)),
        a_game(1, 0, (2, 1)),
        a_game(2, 0, (1, 1)),
        a_game(2, 1, (1, 1)),
    ]
    summary = arena.summarise(BAZAAR, games)
    assert (summary.deals, summary.games, summary.left_out) == (2, 4, 1)
    assert summary.standings[0].wins is not None
    assert summary.standings[0].wins.mean == 0.75  # two wins, then two halves
    assert [share and share.mean for share in summary.standings[0].by_seat] == [0.75, 0.75]


def test_a_forfeit_counts_as_a_loss_but_has_no_score() -> None:
    fault = PlayerFault(seat=0, ply=3, kind="crash", why="it ended with status 1")
    games = [a_game(0, 0, (2, 1), fault), a_game(0, 1, (1, 2))]
    first, second = arena.summarise(BAZAAR, games).standings
    assert first.faults == {"crash": 1}
    assert second.faults == {}
    assert first.wins is not None
    assert first.wins.mean == 0
    assert first.score is not None
    assert first.score.mean == 20  # of the one game that was played to its end
    assert first.seconds == 0.5


def test_nothing_is_said_of_no_games() -> None:
    summary = arena.summarise(BAZAAR, [])
    assert (summary.deals, summary.plies, summary.standings[0].wins) == (0, None, None)


# -- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bots", "more", "words"),
    [
        ("greedy,gredy", {}, "no bot called 'gredy'. The bots are: random, greedy"),
        ("greedy", {}, "at least two bots"),
        ("greedy,random", {"players": 9}, "is for 2 to 6 players"),
        ("greedy,random", {"options": {"solo": "on"}}, "two players and more"),
        ("greedy,random", {"limit": "10"}, "A limit looks like"),
        ("greedy,random", {"limit": "nodes=0"}, "A limit looks like"),
        ("greedy,random", {"limit": "seconds=nan"}, "A limit looks like"),
        ("greedy@nodes=x,random", {}, "A limit looks like"),
        ("master@nodes=5+seconds=1,random", {}, "more than one limit"),
        ("master@haste=1,random", {}, "After @ stand nodes=, seconds= or numbers of explore, prior_temperature"),
        ("master@trust=0,random", {}, "trust is a number from 0.01 to"),
        ("master@prior_visits=0,random", {}, "prior_visits is a number from 0.01 to"),
        ("master@prior_temperature=0,random", {}, "prior_temperature is a number from 0.0001 to 10,000, not '0'"),
        ("uct@rollout_weight=7,random", {}, "rollout_weight is a number from 0 to 1, not '7'"),
        ("master@explore=much,random", {}, "explore is a number from 0 to 10,000, not 'much'"),
        ("master@mix=nan,random", {}, "mix is a number"),
        ("greedy@mix=1,random", {}, "greedy does not search, and has no mix. Those that do: uct, novice"),
        ("greedy@nodes=5,random", {}, "greedy does not search, and needs no limit"),
        ("uct@mix=7,random", {}, "mix is a number from 0 to 1, not '7'"),
        ("greedy,,random", {}, "A name is missing beside a comma of 'greedy,,random'"),
        ("best=nobody,random", {}, "There is no bot called 'nobody'"),
        ("python:json,random", {}, "is python:MODULE:NAME, such as python:my_bots:Miser"),
        ("python:no_such_module:Miser,random", {}, "'no_such_module' cannot be imported: ModuleNotFoundError"),
        ("python:json:Miser,random", {}, "There is no class or function 'Miser' in 'json'"),
        ([object(), "random"], {}, "is no name: give python:MODULE:NAME for one of your own"),
        ("greedy,exec:", {}, "After exec: comes a command"),
        ("greedy,exec:no_such_program_anywhere", {}, "There is no program 'no_such_program_anywhere'"),
        (["greedy", "exec:python3 'x"], {}, "cannot be read as a command"),
        ("greedy,random", {"seed": -1}, "A seed is a whole number from 0 on, not -1"),
        ("greedy,random", {"seed": "x"}, "A seed is a whole number from 0 on, not 'x'"),
        ("greedy,random", {"patience": 0.0}, "patience"),
    ],
)
def test_what_cannot_be_held_is_refused_in_a_sentence(bots: Any, more: dict[str, Any], words: str) -> None:
    with pytest.raises(SaltroadError, match=words):
        arena.configure("bazaar", bots, **more)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"games": 0}, "at least one game"),
        ({"jobs": 0}, "Jobs are from 1"),
        ({"margin": 0.0}, "The margin"),
        ({"margin": 0.6}, "up to 0.5"),
        ({"shard": "1/2"}, r"A shard is a Shard, such as read_shard\('1/2'\) or Shard\(1, 2\), not '1/2'"),
        ({"results": Path("no/such/folder/results.jsonl")}, "cannot be kept"),
    ],
)
def test_a_run_that_cannot_be_made_is_refused(more: dict[str, Any], words: str) -> None:
    with pytest.raises(arena.BadArena, match=words):
        arena.run(BAZAAR, **{"games": 2, **more})


def test_a_test_is_between_two() -> None:
    with pytest.raises(arena.BadArena, match="name two bots"):
        arena.run(arena.configure("bazaar", "greedy,random,novice", players=3), 3, margin=0.1)


def test_names_carry_search_settings() -> None:
    """And these change what is played."""
    found = arena.read_entrants("master@nodes=20+explore=9+ rollout_weight = 0.5 ,uct@explore=2,master@nodes=20")
    assert [(each.name, str(each.limit), each.settings) for each in found] == [
        ("master", "nodes=20", (("explore", 9.0), ("rollout_weight", 0.5))),
        ("uct", "", (("explore", 2.0),)),
        ("master", "nodes=20", ()),
    ]
    settings = msgspec.structs.replace(BAZAAR, bots=found[::2])
    assert msgspec.json.decode(msgspec.json.encode(settings), type=arena.TournamentSettings) == settings
    assert set(SEARCH_SETTINGS) < {field.name for field in dataclasses.fields(SearchSettings)}
    games = [
        played(arena.run(arena.configure("bazaar", [f"master@nodes=60+explore={explore}", "random"], seed=3), 2))
        for explore in (9, 0)
    ]
    assert games[0] != games[1]


def test_search_settings_by_their_former_names_are_the_same(tmp_path: Path) -> None:
    """In command lines, and in the results files that they were written to."""
    before = "master@nodes=20+sharpness=20+trust=2+mix=0.5+margin=3+patience=4"
    now = "master@nodes=20+prior_temperature=0.05+prior_visits=2+rollout_weight=0.5+score_scale=3+expansion_threshold=4"
    (old,), (new,) = arena.read_entrants(f"x={before}"), arena.read_entrants(f"x={now}")
    assert old == new
    assert arena.read_entrants("master@sharpness=0")[0].settings == (("prior_temperature", 10_000.0),)
    settings = arena.configure("bazaar", [f"x={now}", "random"], seed=3)
    header = msgspec.json.encode(settings).decode()
    for name, former in zip(
        ("prior_temperature", "prior_visits", "rollout_weight", "score_scale", "expansion_threshold"),
        ("sharpness", "trust", "mix", "margin", "patience"),
        strict=True,
    ):
        header = header.replace(f'"{name}"', f'"{former}"')
    header = header.replace('["sharpness",0.05]', '["sharpness",20.0]')
    file = tmp_path / "results.jsonl"
    file.write_text(header + "\n")
    assert arena.read_results(file)[0] == settings


@pytest.mark.parametrize("game", saltroad.GAMES)
def test_no_search_setting_is_a_fault(game: str) -> None:
    """However foolish: bots with it play to the end."""
    small, large = (
        "+".join(
            f"{name}={min(number, 1) if name == 'rollout_weight' else number}"
            for name in SEARCH_SETTINGS
            if name != "depth"
        )
        for number in (0.01, 3)
    )
    bots = [f"master@nodes=3+{small}", f"merchant@nodes=3+{large}", "uct@nodes=3+depth=3"]
    tournament = arena.run(arena.configure(game, bots, players=3, seed=4), 1)
    assert [each.fault for each in tournament.games] == [None] * 3


MY_BOTS = """
import numpy
from saltroad.bots import Choice

class Miser:
    def __init__(self, game, seed):
        assert game.info.name == "bazaar"
        self.limits = []
    def choose(self, view, legal, limit):
        assert limit.nodes == 7
        return Choice(legal[-1])

class Crashing(Miser):
    def choose(self, view, legal, limit):
        raise KeyError("camel")

class Cheating(Miser):
    def choose(self, view, legal, limit):
        return Choice("return RWB")

class Confused(Miser):
    def choose(self, view, legal, limit):
        return Choice(numpy.arange(3))

class Talking(Miser):
    def choose(self, view, legal, limit):
        return Choice(str(legal[0]))

def stillborn(game, seed):
    raise RuntimeError("no seat for me")
"""


def test_a_bot_of_ones_own_plays_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_bots.py").write_text(MY_BOTS)
    monkeypatch.chdir(tmp_path)  # found where the command is given
    monkeypatch.setattr(sys, "path", [*sys.path])
    names = ("Miser", "Crashing", "Cheating", "Confused", "Talking", "stillborn")
    bots = [*(f"{name}=python:my_bots:{name}@nodes=7" for name in names), "random"]
    settings = arena.configure("bazaar", bots, players=2, seed=3)
    found = {standing.bot: standing for standing in arena.run(settings, 1, jobs=2).summary.standings}
    assert found["Miser"].faults == {}
    assert found["Miser"].decisions > 10
    whys = {name: standing.first_faults for name, standing in found.items() if standing.faults}
    assert whys.pop("Crashing") == {"crash": "KeyError: 'camel'"}
    assert whys.pop("stillborn") == {"crash": "RuntimeError: no seat for me"}
    assert whys.pop("Confused")["crash"].startswith("ValueError: The truth value of an array")
    assert whys.pop("Talking")["illegal"].endswith("is none of the actions it was given")
    cheated = whys.pop("Cheating")["illegal"]
    assert cheated.startswith("return RWB is not legal: ")
    assert re.search(r"\(BZ-[\w.-]+\)$", cheated)
    assert whys == {}


def test_names_carry_limits_and_labels() -> None:
    names = "greedy, uct@nodes=50,me=exec:python3 -c 'a,b'@seconds=2,quick=uct@nodes=3"
    found = arena.read_entrants(names, arena.read_limit("nodes=9"))
    assert [(each.label, each.name, str(each.limit)) for each in found] == [
        ("greedy", "greedy", "nodes=9"),
        ("uct@nodes=50", "uct", "nodes=50"),
        ("me", "exec:python3 -c 'a,b'", "seconds=2"),
        ("quick", "uct", "nodes=3"),
    ]
    assert found[2].command == ["python3", "-c", "a,b"]
    assert not msgspec.structs.replace(BAZAAR, bots=found).repeats
    assert BAZAAR.repeats
