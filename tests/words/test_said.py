"""One ply in words: what the log of a table says agrees with what the terminal tells of the same ply."""

from __future__ import annotations

import re
from functools import cache

import pytest

import saltroad
from saltroad.games.bazaar.actions import Die, Roll, Show
from saltroad.games.desert_bazaar.actions import Pay, Turn
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import CHANCE
from saltroad.kernel.info import Choice
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.records import History
from saltroad.words import said, speaker

NAMES = ("Ada", "Bea", "Cem", "Dora", "Eli")
TABLES: list[tuple[str, int, dict[str, Choice]]] = [
    ("through_the_desert", 2, {"open_scores": False}),
    ("through_the_desert", 5, {"start": "drawn"}),
    ("desert_bazaar", 3, {}),
    ("desert_bazaar", 4, {"open_hands": True}),
    ("bazaar", 2, {}),
    ("bazaar", 4, {"double_purchase": True}),
    ("bazaar", 1, {"solo": True}),
]
SEEDS = (1, 2, 3)


@cache
def some_history(table: int, seed: int) -> History:
    """A whole game at random; of the puzzle, which can last for ever, a good part."""
    name, players, options = TABLES[table]
    game = saltroad.load(name)
    history, rng = History(game, game.info.agree(players, options)), Rng(seed)
    while not history.is_over and len(history) < 1500:
        history.settle(rng)
        if not history.is_over:
            history.play(rng.pick(game.legal(history.position)))
    return history


def said_at(history: History, ply: int, language: str) -> str:
    before, after = history.positions[ply], history.positions[ply + 1]
    return said(history.game, before, history.actors[ply], history.actions[ply], after, NAMES, language)


def cut(history: History, plies: int) -> History:
    """The same game, only so far."""
    part = History(history.game, history.options)
    for action in history.actions[:plies]:
        part.play(action)
    return part


def told_alone(history: History, ply: int, language: str) -> str:
    """What the terminal tells of that ply when nothing after it has happened."""
    lines = speaker(history.game.info.name).told(cut(history, ply + 1), ply, NAMES, None, language)
    return " ".join(map(str, lines))


def differs(history: History, ply: int) -> bool:
    """Where a line about a whole turn says it otherwise: with an action before it or after it."""
    action = history.actions[ply]
    if isinstance(action, Roll | Pay | Turn | Show):
        return True
    return isinstance(action, Die) and history.game.observe(history.positions[ply], None).phase == "start"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("table", range(len(TABLES)))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ply_is_said_as_it_is_told(table: int, seed: int, language: str) -> None:
    history = some_history(table, seed)
    compared = 0
    for ply in range(len(history)):
        sentence = said_at(history, ply, language)
        if history.actors[ply] != CHANCE:
            assert sentence.startswith(NAMES[history.actors[ply]]), "a seat's own action is always told of it"
        if sentence:
            assert re.fullmatch(r"\S.*\S\.", sentence)
            assert "  " not in sentence
        if not differs(history, ply):
            assert sentence == told_alone(history, ply, language)
            compared += 1
    assert compared > len(history) / 4


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_views_at_hand_make_no_difference(table: int) -> None:
    history = some_history(table, 1)
    views = [history.game.observe(position, None) for position in history.positions[:200]]
    for ply in range(len(views) - 1):
        given = said(
            history.game,
            history.positions[ply],
            history.actors[ply],
            history.actions[ply],
            history.positions[ply + 1],
            NAMES,
            "en",
            view_before=views[ply],
            view_after=views[ply + 1],
        )
        assert given == said_at(history, ply, "en")


def test_a_payment_says_what_it_brought_and_every_new_tile_is_told() -> None:
    history = some_history(2, 1)
    pays = [said_at(history, k, "en") for k, action in enumerate(history.actions) if isinstance(action, Pay)]
    assert all(re.match(r"\w+ pays ([SCPW]+|nothing)[,.]", one) for one in pays)
    assert any("scores 2 points for a tent alone" in one for one in pays)
    assert any("The camp of" in one and "is full: " in one for one in pays)
    turned = [said_at(history, k, "en") for k, action in enumerate(history.actions) if isinstance(action, Turn)]
    assert turned[:8] == [*[""] * 7, "Eight tiles lie face up, four on each side."]
    tiles = [action.tile for action in history.actions if isinstance(action, Turn)]
    assert [one[len("New on side 1: ") : -1] for one in turned[8:]] == tiles[8:]


@pytest.mark.parametrize("table", [4, 5])
def test_the_points_of_all_purchases_are_said_once(table: int) -> None:
    history = some_history(table, 2)
    scored = [0] * TABLES[table][1]
    for ply in range(len(history)):
        sentence = said_at(history, ply, "en")
        found = re.search(r"(\d+) points?", sentence)
        if found:
            scored[history.game.observe(history.positions[ply], None).seat] += int(found[1])
    assert tuple(scored) == history.game.scores(history.position)


@pytest.mark.parametrize(("table", "said_last"), [(0, "Largest caravans: "), (2, "Most cards: ")])
def test_the_last_ply_says_what_the_end_brought(table: int, said_last: str) -> None:
    history = some_history(table, 1)
    assert history.is_over
    assert said_last in said_at(history, len(history) - 1, "en")
    assert said_last not in said_at(history, len(history) - 2, "en")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("table", range(len(TABLES)))
@pytest.mark.parametrize(("language", "opening"), [("en", "You could "), ("fr", "Vous pourriez ")])
def test_every_action_can_be_suggested_in_a_sentence(table: int, seed: int, language: str, opening: str) -> None:
    history = some_history(table, seed)
    game = history.game
    said_of: dict[str, set[str]] = {}
    for position, actor in zip(history.positions, history.actors, strict=False):
        if actor == CHANCE:
            continue
        view = game.observe(position, actor)
        for action in game.legal(position):
            sentence = speaker(game.info.name).suggested(view, action, NAMES, language)
            assert re.fullmatch(rf"{opening}\S.*\S\.", sentence)
            assert "  " not in sentence
            assert not re.search("[>{}_]|None", sentence), "words, not notation"
            said_of.setdefault(sentence, set()).add(str(action))
    mixed = {sentence: actions for sentence, actions in said_of.items() if len(actions) > 1}
    assert not mixed, "another action is another sentence"


def test_suggestions_read_as_advice() -> None:
    history = some_history(4, 1)
    view = history.game.observe(history.positions[-2], None)
    suggested = speaker("bazaar").suggested
    assert suggested(view, history.game.parse("trade Y>RBBG"), NAMES, "en") == "You could trade Y for RBBG."
    assert suggested(view, history.game.parse("take red"), NAMES, "fr") == "Vous pourriez prendre un jeton rouge."
