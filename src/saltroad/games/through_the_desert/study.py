"""What a study of Through the Desert counts beside what every game has: where leaders go, and which colours are led."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from saltroad.games.through_the_desert.actions import Place
from saltroad.games.through_the_desert.state import PLACE_LEADER
from saltroad.records import History

TABLES = {
    "leaders": ("Where leaders go", "the spaces of leaders, the scores of their players and how often they won", True),
    "first_leader": ("The first leader", "its colour, and the score of its player", False),
    "camels": ("Camels of a colour", "how many a player placed in a game, without the leader", False),
}


def marks(history: History) -> Iterator[tuple[str, str, int | None, float]]:
    """What happened in a game: table, key, the seat it belongs to, value."""
    outcome = history.outcome
    assert outcome is not None
    led: set[int] = set()
    camels: Counter[tuple[int, str]] = Counter()
    for ply, (action, seat) in enumerate(zip(history.actions, history.actors, strict=True)):
        if not isinstance(action, Place):
            continue
        if int(history.positions[ply].states[0]["phase"]) != PLACE_LEADER:
            camels[seat, action.colour] += 1
            continue
        if seat not in led:
            led.add(seat)
            yield "first_leader", action.colour, seat, outcome.scores[seat]
        yield "leaders", action.space, seat, outcome.scores[seat]
    for (seat, colour), many in camels.items():
        yield "camels", colour, seat, many
