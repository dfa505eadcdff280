"""The choices of Bazaar in the terminal: one list, typed as `trade R>WW`, in French as `échanger R>BcBc`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from saltroad.games.bazaar.actions import BazaarAction, Buy, Pass, Return, Roll, Take, Trade
from saltroad.games.bazaar.components import COLOURS, LETTERS
from saltroad.games.bazaar.views import BazaarView
from saltroad.kernel.contract import AnyGame, Offer, Outcome, Position
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import Catalogue, Part, Sentence, Term, catalogue_of
from saltroad.terminal.choices import NOTHING, Group

_VERBS = ("roll", "take", "trade", "buy", "pass", "return")
"""How actions begin; in the reader's language, the labels `verb_…`."""


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
    """A typed line in the notation of the rules: `échanger R>BcBc` is `trade R>WW`."""
    words = (_spellings().get(word.lower(), word) for word in line.split())
    return " ".join(map(_tokens, words))


def named(action: BazaarAction, catalogue: Catalogue) -> Sentence:
    """An action as it can be typed, in the reader's language, with its tokens to be painted."""
    match action:
        case Roll():
            return _said("roll", catalogue)
        case Take(colour):
            return _said("take", catalogue, Term(colour, catalogue.text(f"term-{colour}")))
        case Trade(returned, taken):
            return _said("trade", catalogue, catalogue.piece("tokens", returned), ">", catalogue.piece("tokens", taken))
        case Buy(tokens):
            return _said("buy", catalogue, catalogue.piece("tokens", tokens))
        case Pass():
            return _said("pass", catalogue)
        case Return(tokens):
            return _said("return", catalogue, catalogue.piece("tokens", tokens))
        case _:
            return Sentence((str(action),))  # chance's


def _said(verb: str, catalogue: Catalogue, *parts: Part) -> Sentence:
    """A verb and what follows it."""
    word = catalogue.text(f"label-verb_{verb}")
    return Sentence((f"{word} ", *parts)) if parts else Sentence((word,))


def _tokens(word: str) -> str:
    """Tokens in the letters of any language as the rules write them: `R>BcBc` is `R>WW`. Other words stay the same."""
    letter = _letter()
    is_tokens = re.fullmatch(rf"(?:{letter.pattern}|[>=])+", word, re.IGNORECASE)
    return letter.sub(lambda found: _letters()[found[0].lower()], word) if is_tokens else word


@cache
def _catalogues() -> list[Catalogue]:
    return [catalogue_of(__package__ or "", language) for language in LANGUAGES]


@cache
def _spellings() -> Mapping[str, str]:
    """The words of actions by every way to write them: `trade`, `échanger`, `echanger`, `red`, `rouge`."""
    words = {catalogue.text(f"label-verb_{verb}"): verb for verb in _VERBS for catalogue in _catalogues()}
    words |= {catalogue.text(f"term-{colour}"): colour for colour in COLOURS for catalogue in _catalogues()}
    return words | {
        unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode(): words[word] for word in words
    }


def _without_accents(word: str) -> str:
    return unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode()


@cache
def _letters() -> Mapping[str, str]:
    """The tokens by their letters in every language: `w` and `bc` are `W`."""
    return {catalogue.letter(code).lower(): code for code in LETTERS for catalogue in _catalogues()}


@cache
def _letter() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_letters(), key=len, reverse=True)), re.IGNORECASE)


def tie_break(outcome: Outcome) -> str:
    """The message that says that the fewest wares decided (BZ-31), if they did."""
    decided = len(outcome.winners) == 1 and outcome.scores.count(max(outcome.scores)) > 1
    return "won_by_fewest_wares" if decided else ""
