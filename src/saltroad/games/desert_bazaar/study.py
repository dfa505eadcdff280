"""What a study of Desert Bazaar counts beside what every game has: where tents go, what they cost and bring, what dice
give; and what an isolated tent is worth that is given for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from saltroad.games.desert_bazaar.actions import Collect, Dice, Keep, Pay
from saltroad.games.desert_bazaar.components import NAMES, NEIGHBOURS, PLACES, TILE_TEXTS
from saltroad.games.desert_bazaar.game import GAME
from saltroad.games.desert_bazaar.indices import MOST_PLAYERS
from saltroad.games.desert_bazaar.state import CLOSING, COLLECT, COLLECT_AGAIN, ISOLATED, NO_TILE, State
from saltroad.games.desert_bazaar.views import TentView
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.state_record import reading
from saltroad.records import History

TABLES = {
    "first_tents": ("Where the first tent goes", "the first tent of each player, by its space", "score", True),
    "isolated_spaces": ("Where isolated tents stand", "tents that touched no other, by their spaces", "score", True),
    "first_tent_ring": ("The first tent and the edge", "how far inside the edge it stands", "score", False),
    "isolated_tents": ("Isolated tents", "players, by the isolated tents that they raised", "score", False),
    "isolated_lead": ("More isolated tents than the others", "than the mean of the others, rounded", "score", False),
    "tent_prices": ("What a tent costs", "tents, by where they stand", "cards", False),
    "tent_points": ("What a tent brings", "at once and by its marker, by where it stands", "points", False),
    "cards_paid": ("Cheap and dear tents", "tents, by the cards that were paid", "points", False),
    "tents_in_a_turn": ("Bursts", "turns in which tents were raised, by how many", "points at once", False),
    "rolls": ("Roll again?", "rolls, by what was done with the dice", "cards of the dice", False),
}
GIFTS = {
    "isolated_tent": (
        "A free isolated tent",
        "The game once more, from the same deal and seed: before the first turn one player is given a tent that stands "
        "alone, with a marker and its 2 points, and pays nothing for it.",
    )
}
_ISOLATED_POINTS = 2
_AT_ONCE = (ISOLATED, CLOSING)
"""The sources of points that a tent has by itself, when it is raised."""
_EDGE = max(max(abs(q), abs(r), abs(q + r)) for q, r in PLACES)


def spaces(players: int) -> frozenset[str]:
    """The spaces of the map that are in play: with any number of players, all."""
    return frozenset(NAMES)


def marks(history: History) -> Iterator[tuple[str, str, int | None, float]]:
    """What happened in a game: table, key, the seat it belongs to, value."""
    outcome = history.outcome
    assert outcome is not None
    yield from _tents(history)
    yield from _rolls(history)
    alone = [points // _ISOLATED_POINTS for points in outcome.breakdown["isolated"]]
    for seat, (tents, score) in enumerate(zip(alone, outcome.scores, strict=True)):
        yield "isolated_tents", _many(tents, "tent"), seat, score
        others = (sum(alone) - tents) / (len(alone) - 1)
        yield "isolated_lead", f"{round(tents - others):+d}", seat, score


def _tents(history: History) -> Iterator[tuple[str, str, int | None, float]]:
    """What tents cost and bring, turn by turn."""
    outcome = history.outcome
    assert outcome is not None
    has_built: set[int] = set()
    paid = [ply for ply, action in enumerate(history.actions) if isinstance(action, Pay)]
    for (_, seat), plies in groupby(paid, key=lambda ply: (_state(history, ply).turns, history.actors[ply])):
        score, at_once = outcome.scores[seat], []
        for ply in plies:
            space, cards = history.actions[ply - 1].space, len(history.actions[ply].cards)
            before, after = _state(history, ply), _state(history, ply + 1)
            gains = [after.points[k * MOST_PLAYERS + seat] - before.points[k * MOST_PLAYERS + seat] for k in _AT_ONCE]
            is_alone = all(before.tent[near] == NO_TILE for near in NEIGHBOURS[NAMES.index(space)])
            kind = "alone" if is_alone else "completes a camp" if gains[-1] else "in a camp"
            points = sum(gains) + (before.markers[seat] > 0)  # a marker brings its point in any case (DB-32, DB-41)
            yield "tent_prices", kind, seat, cards
            yield "tent_points", kind, seat, points
            yield "cards_paid", _many(cards, "card"), seat, points
            at_once.append(sum(gains))
            if is_alone:
                yield "isolated_spaces", space, seat, score
            if seat not in has_built:
                has_built.add(seat)
                yield "first_tents", space, seat, score
                yield "first_tent_ring", _from_edge(space), seat, score
        yield "tents_in_a_turn", _many(len(at_once), "tent"), seat, sum(at_once)


def _rolls(history: History) -> Iterator[tuple[str, str, int | None, float]]:
    """What the dice gave: taken at once, or rolled again."""
    kept: tuple[int, int] | None = None  # the seat that rolls again, and its cards before
    for ply, (action, seat) in enumerate(zip(history.actions, history.actors, strict=True)):
        before, after = _state(history, ply), _state(history, ply + 1)
        if isinstance(action, Keep):
            kept = seat, before.held[seat]
        elif isinstance(action, Collect) and before.phase == COLLECT:
            yield "rolls", "cards taken at once", seat, after.held[seat] - before.held[seat]
        elif kept is not None and isinstance(action, Dice | Collect) and after.phase != COLLECT_AGAIN:
            yield "rolls", "rolled again", kept[0], after.held[kept[0]] - kept[1]
            kept = None


def _state(history: History, ply: int) -> State:
    return reading(history.positions[ply].states, State)


def _from_edge(space: str) -> str:
    q, r = PLACES[NAMES.index(space)]
    steps = _EDGE - max(abs(q), abs(r), abs(q + r))
    return f"{steps} inside" if steps else "0, the edge"


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" + "s" * (number != 1)


def give(gift: str, position: Position, seat: int, rng: Rng) -> Position | None:
    """The position before the first turn with a gift for a seat; None in any other position."""
    if gift != "isolated_tent":
        raise ValueError(f"there is no gift {gift!r}")
    view = GAME.remember(position, None)
    if view.phase != "begin" or view.turns > 0 or view.tents:
        return None
    up = {tile for side in view.sides for tile in side}
    tile = rng.pick([text for text in TILE_TEXTS if text not in up])
    space = rng.pick(NAMES)
    points = [list(row) for row in view.points]
    points[ISOLATED][seat] += _ISOLATED_POINTS
    given = replace(
        view,
        tents=(TentView(space, tile, seat),),
        camps=((space,),),
        markers=tuple(left - (k == seat) for k, left in enumerate(view.markers)),
        points=tuple(map(tuple, points)),
    )
    return GAME.determinize(given, rng)
