"""Through the Desert, why and why not: every colour on every space of the map gets a rule, a reason and a culprit."""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest

from games.through_the_desert.table import (
    DESERT,
    PALMS,
    board,
    camp,
    column,
    laid_out,
    legal,
    look,
    midgame,
    play,
    ring,
    watered,
)
from saltroad.games import package_of
from saltroad.games.through_the_desert.actions import ACTIONS, Place
from saltroad.games.through_the_desert.components import COLOURS, NAMES
from saltroad.games.through_the_desert.views import DesertView
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.rulebook import LANGUAGES, Verdict
from saltroad.messages.catalogue import source_of
from saltroad.messages.check import ParsedMessages


def leaders_of_five() -> Position:
    """The fourth of five has to leave the fifth a colour."""
    position = laid_out(5, given_up=("blue", "green", "lilac", "pink", "yellow"))
    for colour in ("green", "lilac", "pink"):
        position = play(position, next(action for action in legal(position) if action.startswith(colour)))
    return position


def enclosed() -> Position:
    """Everything that can be in the way: foreign camels of the colour, an oasis, an area, an empty pile."""
    west = (*column("a"), *column("b"))
    caravans = {
        "1 pink": column("c"),
        "1 blue": "k5 k6",
        "2 blue": "l8",
        "2 pink": "e4",
        "3 blue": "i6",
        "2 green": "o9",
    }
    position = midgame({**caravans, "1 yellow": "n4 n5"}, players=3, areas={0: west})
    return play(position, "blue k7")


def late(players: int) -> Position:
    position = DESERT.start(players)
    DESERT.engine.playout(position.states, 0, Rng((players, 24)), 140 + 20 * players)
    return position


POSITIONS: dict[str, Callable[[], Position]] = {
    "start": lambda: DESERT.start(3),
    "water": lambda: play(DESERT.start(4), f"palms {PALMS}"),
    "drawn": lambda: laid_out(2, start="drawn"),
    "first leader": lambda: laid_out(2),
    "leaders of five": leaders_of_five,
    "last leader": lambda: play(laid_out(2), *(legal_line(9))),
    "camp of two": lambda: camp(2),
    "camp of five": lambda: camp(5),
    "enclosed": enclosed,
    **{f"late game of {players}": functools.partial(late, players) for players in (2, 3, 4, 5)},
}


def legal_line(many: int) -> list[str]:
    """So many leaders, each time the last that is legal."""
    position, line = laid_out(2), []
    for _ in range(many):
        line.append(legal(position)[-1])
        position = play(position, line[-1])
    return line


def check_culprit(view: DesertView, action: Place, verdict: Verdict) -> None:
    """What the reason names is really in the way."""
    params, name = dict(verdict.params), action.space
    camels = {
        name: (seat, colour)
        for seat, row in enumerate(view.caravans)
        for colour, one in zip(COLOURS, row, strict=True)
        for name in one.camels
    }
    me = view.seat
    if "space" in params:
        assert params["space"] == name
    other = str(params.get("other", ""))
    match verdict.rule, verdict.reason:
        case _, "not_in_play":
            assert name not in board(view.players)
        case "TD-11" | "TD-22", "occupied":
            assert camels.get(name) == (params["seat"], params["colour"])
        case "TD-11" | "TD-22", "oasis":
            assert name in view.oases
        case "TD-11", "water":
            assert name in watered(view.players, " ".join(view.oases))
        case "TD-12", "next_to_oasis":
            assert other in ring(name)
            assert other in view.oases
        case "TD-12", "next_to_leader":
            assert other in ring(name)
            assert camels.get(other) == (params["seat"], params["colour"])
        case "TD-24", "foreign":
            assert other in ring(name)
            assert camels.get(other) == (params["seat"], action.colour)
            assert params["seat"] != me
        case "TD-23", _:
            assert all(camels.get(near) != (me, action.colour) for near in ring(name))
        case "TD-44", _:
            assert name in view.areas[int(str(params["seat"]))]
        case "TD-13", "colour_placed":
            assert action.colour in view.first_colours
        case "TD-20", "pile_empty":
            assert view.piles[COLOURS.index(action.colour)] == 0
        case "TD-10" | "TD-03", "no_leader":
            assert action.colour not in view.leaders[view.seat]
        case _:
            assert verdict.reason in {"awaited", "needed_later", "over"}


@pytest.mark.parametrize("where", POSITIONS)
def test_TD_24_every_colour_on_every_space_is_explained_as_it_is_judged(where: str) -> None:
    position = POSITIONS[where]()
    view, is_legal = look(position), set(legal(position))
    for colour in COLOURS:
        for name in NAMES:
            action = Place(colour, name)
            verdict = DESERT.explain(position, action)
            assert verdict.legal == (str(action) in is_legal), f"{action}: {verdict}"
            assert verdict.rule in DESERT.rulebook
            english, french = (verdict.sentence(language) for language in LANGUAGES)
            assert english != french
            assert "{" not in english + french
            if not verdict.legal:
                check_culprit(view, action, verdict)


@pytest.mark.parametrize("where", POSITIONS)
def test_TD_20_every_other_action_is_explained_as_it_is_judged(where: str) -> None:
    position = POSITIONS[where]()
    is_legal = set(legal(position))
    for action in ACTIONS:
        if not isinstance(action, Place):
            verdict = DESERT.explain(position, action)
            assert verdict.legal == (str(action) in is_legal), f"{action}: {verdict}"
            assert verdict.sentence("en") != verdict.sentence("fr")


def test_TD_22_the_positions_show_every_reason_there_is() -> None:
    """Of those that a placement can be refused for."""
    told = set()
    for make in POSITIONS.values():
        position = make()
        for colour in COLOURS:
            verdicts = (DESERT.explain(position, Place(colour, name)) for name in NAMES)
            told |= {(verdict.rule, verdict.reason) for verdict in verdicts}
    placing = ("TD-01", "TD-10", "TD-11", "TD-12", "TD-13", "TD-22", "TD-23", "TD-24", "TD-30", "TD-44")
    ids = ParsedMessages.of(source_of(package_of("through_the_desert"), "en"), "en").messages
    known = {(id[:5], id[6:]) for id in ids if id[:5] in placing}
    assert ("TD-24", "foreign") in known
    assert known <= told
