"""What a study of Bazaar counts beside what every game has: what wares bring, what rate cards are good for, and when
the first ware is bought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from saltroad.games.bazaar.actions import Buy, Rates, Trade
from saltroad.records import History

TABLES = {
    "patterns": ("Kinds of wares", "purchases, by how many tokens of a ware are alike", "points", False),
    "tokens_left": ("Tokens left over", "purchases, by the tokens that the buyer kept", "points", False),
    "wares": ("Wares", "purchases, by what was bought", "points", False),
    "rate_cards": ("Rate cards", "games, by the cards that are posted", "mean score", False),
    "rate_card_turns": ("Rate cards and time", "games, by the cards that are posted", "turns", False),
    "trades": ("Trades", "by what was returned and taken", "percent with a purchase after it", False),
    "first_purchase": ("The first purchase", "players, by the round of their first purchase", "score", False),
    "trade_counts": ("How often players trade", "players, by the trades that they made in a game", "score", False),
}
_NO_MATTER = 3
"""So many tokens left, or more: it is all the same (BZ-20)."""


def marks(history: History) -> Iterator[tuple[str, str, int | None, float]]:
    """What happened in a game: table, key, the seat it belongs to, value."""
    outcome = history.outcome
    assert outcome is not None
    players, actions = history.options.players, history.actions
    turns = [int(position.states[0]["turns"]) for position in history.positions]
    trades = [0] * players
    first: dict[int, int] = {}
    for turn, plies in groupby(range(len(history)), key=turns.__getitem__):
        own = list(plies)
        bought = [ply for ply in own if isinstance(actions[ply], Buy)]
        for ply in own:
            action, seat = actions[ply], history.actors[ply]
            if isinstance(action, Rates):
                for card in (action.first, action.second):
                    yield "rate_cards", f"card {card}", None, sum(outcome.scores) / players
                    yield "rate_card_turns", f"card {card}", None, turns[-1]
            elif isinstance(action, Trade):
                trades[seat] += 1
                yield "trades", f"{action.returned}>{action.taken}", seat, 100.0 * bool(bought)
        if bought:
            first.setdefault(history.actors[bought[0]], turn // players + 1)
            yield from _purchases(history, bought, own[-1] + 1)
    for seat, score in enumerate(outcome.scores):
        if seat in first:
            yield "first_purchase", f"round {first[seat]}", seat, score
        yield "trade_counts", f"{trades[seat] // 5 * 5}–{trades[seat] // 5 * 5 + 4}", seat, score


def _purchases(history: History, bought: list[int], end: int) -> Iterator[tuple[str, str, int | None, float]]:
    """What the purchases of a turn brought. Two are scored together (BZ-40), and each brings half of it."""
    game, seat = history.game, history.actors[bought[0]]
    before, after = (game.scores(history.positions[ply])[seat] for ply in (bought[0], end))
    points = (after - before) / len(bought)
    left = sum(game.observe(history.positions[bought[-1] + 1], None).hands[seat])
    kept = f"{left} left" if left < _NO_MATTER else f"{_NO_MATTER} or more left"
    for ply in bought:
        ware = history.actions[ply].ware
        yield "wares", ware, seat, points
        alike = sorted(Counter(ware).values(), reverse=True)
        yield "patterns", "+".join(map(str, alike)) if len(alike) > 1 else "all alike", seat, points
        yield "tokens_left", kept, seat, points
