"""The choices of Through the Desert in the terminal: placements by colour, typed as `pink f4` or `p f4`, in French as
`rose f4` or `r f4`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from saltroad.games.through_the_desert.actions import DesertAction, Pass, Place
from saltroad.games.through_the_desert.components import COLOURS
from saltroad.games.through_the_desert.views import DesertView
from saltroad.kernel.contract import AnyGame, Offer, Outcome, Position
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import Catalogue, Sentence, Term, catalogue_of
from saltroad.terminal.choices import NOTHING, Group


def default(view: DesertView) -> None:
    """Enter alone does nothing."""


def opens(game: AnyGame, position: Position, action: DesertAction, catalogue: Catalogue) -> Sentence:
    """What an action leads to: nothing more, since what a placement earns stands beside it."""
    return NOTHING


def grouped(view: DesertView, offers: Sequence[Offer], catalogue: Catalogue) -> Sequence[Group]:
    """The placements by colour, each with what it earns at once."""
    found: dict[str, list[tuple[Place, int]]] = {}
    for offer in offers:
        if isinstance(offer.action, Place):
            found.setdefault(offer.action.colour, []).append((offer.action, offer.earns))
    return [
        Group(colour, Sentence((_term(colour, catalogue),)), tuple(sorted(choices, key=lambda choice: -choice[1])))
        for colour, choices in found.items()
    ]


def spelled(line: str) -> str:
    """A typed line in the notation of the rules: `rose F4` and `p f4` are `pink f4`, `passer` is `pass`."""
    first, *rest = line.lower().split() or [""]
    meant = _spellings().get(first)
    return line if meant is None else " ".join([meant, *rest])


def named(action: DesertAction, catalogue: Catalogue) -> Sentence:
    """An action as it can be typed, in the reader's language: `rose f4`."""
    if isinstance(action, Place):
        return Sentence((_term(action.colour, catalogue), f" {action.space}"))
    return Sentence((catalogue.text("label-verb_pass") if isinstance(action, Pass) else str(action),))


def tie_break(outcome: Outcome) -> str:
    """No tie is broken: a tie is a shared win (TD-54)."""
    return ""


def _term(colour: str, catalogue: Catalogue) -> Term:
    return Term(colour, catalogue.text(f"term-{colour}"))


@cache
def _spellings() -> Mapping[str, str]:
    """The first words of actions by every way to write them: `pink`, `rose` and the letter on the board, `passer`."""
    words: dict[str, str] = {}
    for language in LANGUAGES:
        catalogue = catalogue_of(__package__ or "", language)
        words |= {catalogue.letter(colour): colour for colour in COLOURS}
        words |= {_term(colour, catalogue).text: colour for colour in COLOURS}
        words[catalogue.text("label-verb_pass")] = "pass"
    return words
