"""What a study of Bazaar counts beside what every game has: what wares bring, and what rate cards are good for."""

from __future__ import annotations

from collections.abc import Iterator

from saltroad.games.bazaar.actions import Buy, Rates, Trade
from saltroad.records import History

TABLES = {
    "wares": ("Wares", "points of a purchase, by what was bought", False),
    "rate_cards": ("Rate cards", "the mean score of the players, by the cards that are posted", False),
    "trades": ("Trades", "how many trades a player made in a game, and the score", False),
}


def marks(history: History) -> Iterator[tuple[str, str, int | None, float]]:
    """What happened in a game: table, key, the seat it belongs to, value."""
    game = history.game
    outcome = history.outcome
    assert outcome is not None
    trades = [0] * history.options.players
    for ply, (action, seat) in enumerate(zip(history.actions, history.actors, strict=True)):
        if isinstance(action, Buy):
            before, after = (game.scores(history.positions[ply + k])[seat] for k in (0, 1))
            yield "wares", action.ware, seat, after - before
        elif isinstance(action, Rates):
            for card in (action.first, action.second):
                yield "rate_cards", f"card {card}", None, sum(outcome.scores) / len(outcome.scores)
        elif isinstance(action, Trade):
            trades[seat] += 1
    for seat, many in enumerate(trades):
        yield "trades", f"{many // 5 * 5} to {many // 5 * 5 + 4}", seat, outcome.scores[seat]
