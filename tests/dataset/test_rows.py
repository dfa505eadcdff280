"""What a row says is what happened: against the game that its actions and the seed give, and against the bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import saltroad
from saltroad import dataset
from saltroad.batch import encode
from saltroad.kernel.actors import CHANCE
from saltroad.records import History

TABLES = [
    ("bazaar", "trader@nodes=20,greedy", 2, False, "packed"),
    ("through_the_desert", "novice,random", 3, False, "uint8"),
    ("desert_bazaar", "random", 3, True, "float32"),
]
GAMES = 3


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: table[0])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    game, bots, players, memory, form = request.param
    settings = dataset.configure(game, bots, players=players, seed=11, memory=memory, form=form)
    path = tmp_path_factory.mktemp("rows") / f"{game}.parquet"
    found = dataset.run(settings, GAMES, path)
    assert (found.games, found.rows) == (GAMES, len(dataset.read(path)))
    return path


def games_of(path: Path) -> Iterator[tuple[History, list[dict[str, Any]]]]:
    """Each game with its rows."""
    rows = dataset.read(path).table.to_pylist()
    for number in range(GAMES):
        yield dataset.history_of(path, number), [row for row in rows if row["game"] == number]


def test_a_row_is_a_decision_of_its_game(made: Path) -> None:
    for history, rows in games_of(made):
        assert history.is_over
        own = [ply for ply, who in enumerate(history.actors) if who != CHANCE]
        assert [row["ply"] for row in rows] == own
        for row in rows:
            position, ply = history.positions[row["ply"]], row["ply"]
            assert row["seat"] == history.actors[ply]
            assert row["action"] == history.game.notation.index(history.actions[ply])
            assert row["legal_count"] == len(history.game.legal(position))
            assert (row["seed"], row["players"]) == (11, history.options.players)


def test_the_outcome_is_that_of_the_game(made: Path) -> None:
    for history, rows in games_of(made):
        outcome = history.outcome
        assert outcome is not None
        shares = [1 / len(outcome.winners) if seat in outcome.winners else 0 for seat in range(rows[0]["players"])]
        for row in rows:
            assert row["win_shares"] == pytest.approx(shares)
            assert tuple(row["scores"]) == outcome.scores
            assert (row["end_reason"], row["plies"]) == (outcome.reason, len(history))


def test_observations_and_masks_are_those_of_the_seat(made: Path) -> None:
    header = dataset.describe(made)
    memory = header.settings.memory
    found = {form: dataset.read(made, form=form).observations for form in ("uint8", "float32")}
    masks, row = dataset.read(made).masks, 0
    for history, rows in games_of(made):
        for each in rows:
            position = history.positions[each["ply"]]
            packed = encode(history.game, position, each["seat"], memory=memory)
            for form, observations in found.items():
                assert (observations[row] == header.layout.unpacked(packed, form)).all(), form  # type: ignore[arg-type]
            legal = [history.game.notation.index(action) for action in history.game.legal(position)]
            assert np.flatnonzero(masks[row]).tolist() == legal
            row += 1
    assert row == len(masks)


def test_search_is_told_where_a_bot_searches(made: Path) -> None:
    told: Counter[str] = Counter()
    for history, rows in games_of(made):
        for row in rows:
            actions, shares, values = (row[f"search_{name}"] for name in ("actions", "shares", "values"))
            if row["legal_count"] == 1 or row["bot"] in ("random", "greedy"):
                assert actions is shares is values is row["seat_values"] is None
                continue
            told[row["bot"]] += 1
            legal = {
                history.game.notation.index(action) for action in history.game.legal(history.positions[row["ply"]])
            }
            assert actions == sorted(set(actions) & legal)
            assert len(values) == len(actions)
            assert all(0 <= value <= 1 for value in values)
            assert sum(row["seat_values"]) == pytest.approx(1, abs=1e-5)
            if row["bot"] == "novice":  # a single look: nothing is tried out
                assert shares is None
            elif shares is not None:  # a single candidate needs no search
                assert len(shares) == len(actions)
                assert sum(shares) == pytest.approx(1, abs=1e-5)
    assert set(told) == {bot.label for bot in dataset.describe(made).settings.bots} - {"random", "greedy"}


@pytest.mark.parametrize(("bots", "players"), [(1, 1), (1, 3), (2, 2), (2, 4), (3, 3), (4, 2)])
def test_bots_take_turns_in_every_seat(bots: int, players: int) -> None:
    options = {"solo": "on"} if players == 1 else {}
    settings = dataset.configure("bazaar", ["random"] * bots, players=players, options=options)
    games = [settings.seats(number) for number in range(24)]
    for bot in range(bots):
        by_seat = [sum(seats[seat] == bot for seats in games) for seat in range(players)]
        assert len(set(by_seat)) == 1
        assert by_seat[0] > 0


def test_games_have_chance_of_their_own(tmp_path: Path) -> None:
    settings = dataset.configure("bazaar", "greedy", players=2, seed=3)
    dataset.run(settings, 2, tmp_path / "two.parquet")
    one, other = (dataset.history_of(tmp_path / "two.parquet", number) for number in (0, 1))
    assert one.actions[:4] != other.actions[:4]


def test_the_puzzle_for_one(tmp_path: Path) -> None:
    settings = dataset.configure("bazaar", "greedy", options={"solo": "on"})
    dataset.run(settings, 2, tmp_path / "solo.parquet")
    found = dataset.read(tmp_path / "solo.parquet")
    assert found.win_shares.shape == (len(found), 1)
    assert set(found.column("end_reason")) == {"puzzle_solved"}


def test_memory_tells_more_where_something_was_shown_and_hidden(tmp_path: Path) -> None:
    found = []
    for memory in (False, True):
        settings = dataset.configure("desert_bazaar", "random", players=3, seed=1, memory=memory)
        dataset.run(settings, 1, tmp_path / f"{memory}.parquet")
        found.append(dataset.read(tmp_path / f"{memory}.parquet"))
    assert (found[0].actions == found[1].actions).all()
    assert found[0].observations.sum() < found[1].observations.sum()


def test_what_a_bot_of_ones_own_says_is_kept_as_it_says_it(tmp_path: Path) -> None:
    names = {"Teller": "teller", "PolicyOnly": "policy", "Bare": "bare"}
    bots = [f"{label}=python:dataset.bots:{name}" for name, label in names.items()]
    dataset.run(dataset.configure("bazaar", bots, players=2, seed=2), 6, tmp_path / "own.parquet")
    met = Counter[str]()
    for row in dataset.read(tmp_path / "own.parquet").table.to_pylist():
        shown = [row[name] for name in ("search_actions", "search_shares", "search_values", "seat_values")]
        if row["legal_count"] == 1:
            assert shown == [None] * 4
            continue
        met[row["bot"]] += 1
        actions, shares, values, seat_values = shown
        if row["bot"] == "bare":
            assert shown == [None] * 4
        elif row["bot"] == "policy":
            assert (actions, shares, values, seat_values) == ([row["action"]], [1.0], None, None)
        else:
            total = sum(action + 1 for action in actions)
            assert len(actions) == row["legal_count"]
            assert shares == pytest.approx([(action + 1) / total for action in actions])
            assert values == pytest.approx([1 / (action + 1) for action in actions])
            assert seat_values[row["seat"]] == 0.75
    assert set(met) == set(names.values())


def test_a_program_plays_too(tmp_path: Path) -> None:
    program = Path(saltroad.__file__).parents[2] / "examples" / "exec_bot.py"
    settings = dataset.configure("bazaar", [f"mine=exec:python3 {program}", "random"], players=2)
    dataset.run(settings, 1, tmp_path / "mine.parquet")
    assert set(dataset.read(tmp_path / "mine.parquet").column("bot")) == {"mine", "random"}
