"""What a study of Desert Bazaar counts beside what every game has: where tents go, and what they bring."""

from __future__ import annotations

from collections.abc import Iterator

from saltroad.games.desert_bazaar.actions import Build, Pay
from saltroad.records import History

TABLES = {
    "first_tents": ("First tents", "the spaces of the first tent of each player, and how often they won", True),
    "isolated_tents": ("Isolated tents", "how many isolated tents a player raised in a game, and the score", False),
    "cards_paid": ("Price of a tent", "how many cards a tent cost, and the points that it brought at once", False),
    "tents_in_a_turn": ("Bursts", "how many tents were raised in a turn, and the points that they brought", False),
}
_ISOLATED_POINTS = 2


def marks(history: History) -> Iterator[tuple[str, str, int | None, float]]:
    """What happened in a game: table, key, the seat it belongs to, value."""
    outcome = history.outcome
    assert outcome is not None
    scores = [history.game.scores(position) for position in history.positions]
    has_built: set[int] = set()
    burst: tuple[int, int, int] | None = None  # of the turn: the seat, its tents, their points
    last_turns, space = -1, ""
    for ply, (action, seat) in enumerate(zip(history.actions, history.actors, strict=True)):
        if isinstance(action, Build):
            space = action.space
        if not isinstance(action, Pay):
            continue
        earned = scores[ply + 1][seat] - scores[ply][seat]
        if seat not in has_built:
            has_built.add(seat)
            yield "first_tents", space, seat, outcome.scores[seat]
        if ply + 1 < len(history):  # what the last tent brings is mixed with what the end brings
            yield "cards_paid", f"{len(action.cards)} cards", seat, earned
        turns = int(history.positions[ply].states[0]["turns"])
        if burst is not None and turns == last_turns:
            burst = seat, burst[1] + 1, burst[2] + earned
        else:
            if burst is not None:
                yield "tents_in_a_turn", _many(burst[1]), burst[0], burst[2]
            burst = seat, 1, earned
        last_turns = turns
    # the burst that ends the game is left out, for the same reason
    for seat, points in enumerate(outcome.breakdown["isolated"]):
        yield "isolated_tents", _many(points // _ISOLATED_POINTS), seat, outcome.scores[seat]


def _many(number: int) -> str:
    return f"{number:2} tents" if number != 1 else " 1 tent"
