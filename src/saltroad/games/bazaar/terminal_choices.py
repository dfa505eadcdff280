"""The choices of Bazaar in the terminal: one list, typed as the rules read them in all languages."""

from __future__ import annotations

from collections.abc import Sequence

from saltroad.games.bazaar.actions import BazaarAction, Buy, Return, Show, Take, Trade
from saltroad.games.bazaar.views import BazaarView
from saltroad.kernel.contract import AnyGame, Offer, Outcome, Position
from saltroad.messages import Catalogue, Piece, Sentence
from saltroad.terminal.choices import NOTHING, Group


def default(view: BazaarView) -> None:
    """Nothing is done by Enter alone."""


def opens(game: AnyGame, position: Position, action: BazaarAction, catalogue: Catalogue) -> Sentence:
    """The purchase that a trade or a token makes possible at once, if any: the best of them."""
    if not isinstance(action, Trade | Take):
        return NOTHING
    after = game.apply(position, action)
    if game.outcome(after) is not None:
        return catalogue.format("label-solves")
    if game.actor(after) != game.actor(position):
        return NOTHING
    points = {offer.action.ware: offer.earns for offer in game.offers(after).actions if isinstance(offer.action, Buy)}
    if not points:
        return NOTHING
    best = max(points, key=points.__getitem__)
    return catalogue.format("label-opens", {"ware": best, "points": points[best]})


def grouped(view: BazaarView, offers: Sequence[Offer], catalogue: Catalogue) -> Sequence[Group]:
    """No groups: the choices of Bazaar are few enough for a list."""
    return ()


def spelled(line: str) -> str:
    """What was typed, as the rules read it."""
    return line


def named(action: BazaarAction, catalogue: Catalogue) -> Sentence:
    """An action as it can be typed: the same in all languages, with its tokens to be painted."""
    match action:
        case Trade(returned, taken):
            return Sentence(("trade ", Piece("tokens", returned), ">", Piece("tokens", taken)))
        case Buy(tokens) | Show(tokens) | Return(tokens):
            word, _, _ = str(action).partition(" ")
            return Sentence((f"{word} ", Piece("tokens", tokens)))
        case _:
            return Sentence((str(action),))


def tie_break(outcome: Outcome) -> str:
    """The message that says that the fewest wares decided (BZ-31), if they did."""
    decided = len(outcome.winners) == 1 and outcome.scores.count(max(outcome.scores)) > 1
    return "won_by_fewest_wares" if decided else ""
