"""What a study of Through the Desert counts beside what every game has: openings, oases, areas and long caravans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from saltroad.games.through_the_desert.actions import Palms, Place, Water
from saltroad.games.through_the_desert.components import LARGEST_TIED_POINTS, NAMES, OASIS_POINTS, RING, in_play
from saltroad.games.through_the_desert.state import PLACE_LEADER
from saltroad.records import History

TABLES = {
    "leaders": ("Where leaders go", "all leaders, by their spaces", "score", True),
    "first_leaders": ("Where the first leader goes", "the first leader of each player, by its space", "score", True),
    "oasis_distance": ("Leaders and oases", "how far a leader stands from the nearest oasis", "score", False),
    "near_water": ("Leaders and water", "points of water within two spaces of a leader", "score", False),
    "oases": ("Oases", "how often a player's caravans earned the points of an oasis", "score", False),
    "areas": ("Enclosed areas", "spaces that a player enclosed", "score", False),
    "longest": ("The longest caravan", "camels in a player's longest caravan, with the leader", "score", False),
    "largest": (
        "Largest caravans",
        "colours in which a player's caravan was the largest; a tie is a half",
        "score",
        False,
    ),
}
_NEAR = 2
"""So many spaces from a leader water is near."""


def spaces(players: int) -> frozenset[str]:
    """The spaces of the map that are in play."""
    return frozenset(NAMES[space] for space in in_play(players))


def marks(history: History) -> Iterator[tuple[str, str, int | None, float]]:
    """What happened in a game: table, key, the seat it belongs to, value."""
    outcome = history.outcome
    assert outcome is not None
    players = history.options.players
    oases: list[str] = []
    water: dict[str, int] = {}
    led: set[int] = set()
    for ply, (action, seat) in enumerate(zip(history.actions, history.actors, strict=True)):
        if isinstance(action, Palms):
            oases += action.spaces
        elif isinstance(action, Water):
            water[action.space] = action.value
        elif isinstance(action, Place) and int(history.positions[ply].states[0]["phase"]) == PLACE_LEADER:
            score = outcome.scores[seat]
            if seat not in led:
                led.add(seat)
                yield "first_leaders", action.space, seat, score
            yield "leaders", action.space, seat, score
            steps = _steps(action.space, players)
            yield "oasis_distance", _many(min(steps[oasis] for oasis in oases), "space"), seat, score
            near = sum(value for space, value in water.items() if steps[space] <= _NEAR)
            yield "near_water", _range(near, 2), seat, score
    view = history.game.observe(history.position, None)
    for seat, score in enumerate(outcome.scores):
        yield "oases", _many(outcome.breakdown["oases"][seat] // OASIS_POINTS, "time"), seat, score
        yield "areas", _range(outcome.breakdown["areas"][seat], 5), seat, score
        yield "longest", _range(max(len(caravan.camels) for caravan in view.caravans[seat]), 2), seat, score
        halves = outcome.breakdown["largest_caravans"][seat] // LARGEST_TIED_POINTS
        yield "largest", f"{halves / 2:g} of 5", seat, score


@cache
def _steps(start: str, players: int) -> dict[str, int]:
    """How far it is from a space to every other, over spaces in play."""
    found = {NAMES.index(start): 0}
    edge: Iterable[int] = list(found)
    while edge:
        edge = {
            near
            for space in edge
            for near in RING[space].tolist()
            if near >= 0 and near in in_play(players) and near not in found
        }
        found |= dict.fromkeys(edge, max(found.values()) + 1)
    return {NAMES[space]: steps for space, steps in found.items()}


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" + "s" * (number != 1)


def _range(number: int, wide: int) -> str:
    """The range of so many numbers that this one lies in; nothing is a range of its own."""
    if number == 0:
        return "0"
    low = 1 + (number - 1) // wide * wide
    return f"{low}–{low + wide - 1}"
