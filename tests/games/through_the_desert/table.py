"""Tables of Through the Desert for the tests: set up by text, arranged by hand, and asked why not.

A map is arranged by the names of its spaces, a text for each caravan:

    midgame({"1 pink": "c1 c2 c3", "2 blue": "p7"})

Every camel that is not named is in its pile, leaders included: a map shows what its test is about, and nothing else.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

from games.refusals import refusal_of
from saltroad.games.through_the_desert.components import (
    COLOURS,
    MARKED,
    NAMES,
    PLACES,
    WATER_COUNTS,
    in_play,
    pile_size,
    ring_of,
)
from saltroad.games.through_the_desert.game import GAME
from saltroad.games.through_the_desert.views import SOURCES, CaravanView, DesertView
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Outcome, Position
from saltroad.kernel.rulebook import Param

DESERT = GAME

PALMS = "d3 h11 j3 m7 q3"
"""Where the palm trees stand unless a test says otherwise; the sixth palm space of the smaller board, b8, is a water
hole then."""


# -- the map -----------------------------------------------------------------------------------------------------------


def names_of(text: str | Iterable[str]) -> tuple[str, ...]:
    """ "c1 c2" as names; each must be a space."""
    names = tuple(text.split()) if isinstance(text, str) else tuple(text)
    assert all(name in NAMES for name in names), f"no such space: {[name for name in names if name not in NAMES]}"
    return names


def board(players: int) -> tuple[str, ...]:
    """The spaces in play, in order."""
    return tuple(NAMES[space] for space in sorted(in_play(players)))


def ring(name: str) -> tuple[str, ...]:
    """The neighbours of a space, in a circle; those that the whole map has."""
    around = ring_of(PLACES[NAMES.index(name)])
    return tuple(NAMES[PLACES.index(place)] for place in around if place in PLACES)


def around(text: str | Iterable[str]) -> tuple[str, ...]:
    """The spaces next to a set of spaces, in order."""
    inside = names_of(text)
    found = {name for space in inside for name in ring(space)} - set(inside)
    return tuple(name for name in NAMES if name in found)


def without(text: str | Iterable[str], left_out: str) -> tuple[str, ...]:
    """A set of spaces but for some."""
    return tuple(name for name in names_of(text) if name not in names_of(left_out))


def column(letter: str, players: int = 2) -> tuple[str, ...]:
    """The spaces in play of a column, from the top."""
    return tuple(name for name in board(players) if name[0] == letter)


def watered(players: int, palms: str = PALMS) -> tuple[str, ...]:
    """The spaces that get a water hole, in order."""
    trees = names_of(palms)
    return tuple(NAMES[x] for x in MARKED if x in in_play(players) and NAMES[x] not in trees)


# -- setting up --------------------------------------------------------------------------------------------------------


def play(position: Position, *lines: str) -> Position:
    """The position after the actions, through `Game.play`; a line may hold several: "pink c1; blue d4"."""
    for line in lines:
        for action in line.split(";"):
            position = DESERT.play(position, action)
    return position


def laid_out(
    players: int = 2,
    *,
    palms: str = PALMS,
    given_up: Sequence[str] = COLOURS,
    start: str = "1",
    open_scores: bool = True,
) -> Position:
    """The map with its trees and water holes, 1, 2, 3, 1, 2, 3, ... in order; with five, leaders `given_up` by seat."""
    position = play(DESERT.start(players, start=start, open_scores=open_scores), f"palms {palms}")
    for k, name in enumerate(watered(players, palms)):
        position = play(position, f"water {name} {k % 3 + 1}")
    if players == 5:
        position = play(position, *(f"without {seat + 1} {colour}" for seat, colour in enumerate(given_up)))
    return position


def camp(players: int = 2, *, start: str = "1") -> Position:
    """The first turn with camels: all leaders stand."""
    return with_leaders(laid_out(players, start=start))


def with_leaders(position: Position) -> Position:
    """All leaders placed, each time the first that is legal."""
    while look(position).phase == "leader":
        position = play(position, legal(position)[0])
    return position


def midgame(
    caravans: Mapping[str, str | Iterable[str]],
    *,
    players: int = 2,
    seat: int = 0,
    palms: str = PALMS,
    water: Mapping[str, int] | None = None,
    areas: Mapping[int, str | Iterable[str]] | None = None,
    camels_left: int = 2,
    passes: int = 0,
    open_scores: bool = True,
) -> Position:
    """A later turn of `seat`: caravans by player and colour, areas by seat; oases next to a caravan are linked.

    `water` says the value of some water holes; the others have 1, 2, 3, 1, 2, 3, ... in order.
    """
    view = look(laid_out(players, palms=palms, open_scores=open_scores))
    holes = {**dict(view.water), **(water or {})}
    assert len(holes) == len(view.water), "a water hole where none can be"
    rows = _caravans(players, caravans, names_of(palms))
    standing = {k: sum(len(row[k].camels) for row in rows) for k in range(len(COLOURS))}
    in_box = pile_size(players) + players - (players == 5)
    arranged = dataclasses.replace(
        view,
        phase="camel",
        actor=seat,
        seat=seat,
        turns=4 * players + seat,
        water=tuple(holes.items()),
        markers=tuple(n - list(holes.values()).count(k) for k, n in enumerate(WATER_COUNTS, 1)),
        piles=tuple(in_box - standing[k] for k in range(len(COLOURS))),
        leaders=((),) * players,
        leaders_placed=players * view.leader_rounds,
        first_colours=COLOURS[:players],
        caravans=rows,
        areas=tuple(names_of((areas or {}).get(who, "")) for who in range(players)),
        camels_left=camels_left,
        passes=passes,
    )
    position = DESERT.determinize(arranged, Rng(0))
    faults = DESERT.audit(position)
    assert faults == [], faults
    assert min(look(position).piles) >= 0
    return position


def _caravans(
    players: int, caravans: Mapping[str, str | Iterable[str]], palms: Sequence[str]
) -> tuple[tuple[CaravanView, ...], ...]:
    """{"1 pink": "c1 c2"} as the view has it."""
    camels = {}
    for key, text in caravans.items():
        player, colour = key.split()
        assert 1 <= int(player) <= players, f"no player {player}"
        camels[int(player) - 1, COLOURS.index(colour)] = names_of(text)
    standing = [name for names in camels.values() for name in names]
    assert not set(standing) & set(palms), "a camel on an oasis"
    assert len(standing) == len(set(standing)), "two camels on one space"
    return tuple(
        tuple(_caravan(camels.get((seat, k), ()), palms) for k in range(len(COLOURS))) for seat in range(players)
    )


def _caravan(camels: Sequence[str], palms: Sequence[str]) -> CaravanView:
    """The leader is the first camel in the order of the map."""
    ordered = tuple(name for name in NAMES if name in camels)
    linked = tuple(name for name in palms if set(ring(name)) & set(camels))
    return CaravanView(camels=ordered, leader=ordered[0] if ordered else None, linked=linked)


# -- looking -----------------------------------------------------------------------------------------------------------


def look(position: Position) -> DesertView:
    """The table as a spectator sees it."""
    return DESERT.observe(position, None)


def legal(position: Position) -> list[str]:
    """The texts of the legal actions."""
    return [str(action) for action in DESERT.legal(position)]


def spaces_for(position: Position, colour: str) -> tuple[str, ...]:
    """Where the player to act may place this colour."""
    return tuple(action.split()[1] for action in legal(position) if action.startswith(f"{colour} "))


def caravan(position: Position, seat: int, colour: str) -> CaravanView:
    return look(position).caravans[seat][COLOURS.index(colour)]


def value_of(position: Position, name: str) -> int:
    """The value of the water hole laid on a space."""
    return dict(look(position).water)[name]


def points(position: Position, source: str, seat: int = 0) -> int:
    """A seat's points of a source: water, oases, areas, largest_caravans."""
    found = look(position).points[SOURCES.index(source)][seat]
    assert found is not None
    return found


def gain(before: Position, after: Position, seat: int = 0) -> tuple[int, int, int]:
    """What a seat has earned in between: by water, oases and areas."""
    water, oases, areas = (points(after, s, seat) - points(before, s, seat) for s in ("water", "oases", "areas"))
    return water, oases, areas


def turn(position: Position) -> tuple[int, int]:
    """Whose turn it is, and how many camels are still to place."""
    return look(position).seat, look(position).camels_left


def outcome(position: Position) -> Outcome:
    """How the game ended; it must have."""
    found = DESERT.outcome(position)
    assert found is not None, "the game goes on"
    return found


def refused(position: Position, action: str, rule: str, **params: Param) -> str:
    """The English sentence of a refusal, which must cite this rule with these parameters, and speak French too."""
    refusal = refusal_of(DESERT, position, action, rule)
    assert dict(refusal.params) == params, f"{refusal}: {dict(refusal.params)}"
    return refusal.sentence()


def french(position: Position, action: str) -> str:
    """The French sentence on an action."""
    return DESERT.explain(position, DESERT.parse(action)).sentence("fr")
