"""The choices of Desert Bazaar in the terminal: placements by tile with what they cost, typed as `W:SSC f6`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from saltroad.games.desert_bazaar.actions import Build, CampAction, Collect, Done, Keep, Name, Pay, Roll
from saltroad.games.desert_bazaar.components import LETTERS, RESOURCES, sorted_cards
from saltroad.games.desert_bazaar.views import CampView
from saltroad.kernel.contract import AnyGame, Offer, Outcome, Position
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import Catalogue, Part, Piece, Sentence, Term, catalogue_of
from saltroad.messages.catalogue import Marked, Rendering
from saltroad.terminal.choices import NOTHING, Group

_VERBS = ("name", "roll", "collect", "keep", "build", "pay", "done")
"""How actions begin; in the reader's language, the labels `verb_…`."""
_ALSO = {"stop": "done", "arrêter": "done", "épices": "spice"}
_TILE = re.compile(rf"^(?:build )?([{LETTERS}]) ?[: ] ?([{LETTERS}]{{3}})\b *(.*)$", re.IGNORECASE)
_FEW = 4
"""So many payments are listed one by one."""
_NAMED = 3
"""So many spaces are named in a line about a tile."""


def default(view: CampView) -> Pay | None:
    """What Enter alone does: the payment that is offered first."""
    return Pay(view.payment) if view.phase == "pay" and view.payment is not None else None


def grouped(view: CampView, offers: Sequence[Offer], catalogue: Catalogue) -> Sequence[Group]:
    """The placements by tile, the cheapest first; payments where they are many."""
    if view.phase == "pay":
        first = default(view)
        ordered = sorted((offer.action for offer in offers), key=lambda action: action != first)
        pays = Group("pay", Sentence((_verb("pay", catalogue),)), tuple((action, 0) for action in ordered))
        return (pays,) if len(offers) > _FEW else ()
    builds: dict[str, dict[Build, str]] = {}
    points: dict[str, int] = {}
    for offer in offers:
        if isinstance(offer.action, Build):
            builds.setdefault(offer.action.tile, {})[offer.action] = offer.price or ""
            points[offer.action.space] = offer.earns  # the same whatever the tile
    return tuple(
        _tile_group(tile, side, builds[tile], points, catalogue)
        for side, tiles in enumerate(view.sides, 1)
        for tile in tiles
        if tile in builds
    )


def _tile_group(tile: str, side: int, prices: dict[Build, str], points: Mapping[str, int], says: Catalogue) -> Group:
    choices = sorted(prices, key=lambda build: (len(prices[build]), -points[build.space]))
    first, last = prices[choices[0]], prices[choices[-1]]
    same = [build.space for build in choices if prices[build] == first]
    rest = len(choices) - len(same)
    line = Rendering(says, (), None)
    if rest == 0 and len(same) > _NAMED:
        offers = [line.text("label-offers_all", {**_price(first), "spaces": len(same)})]
    else:
        named = [f"{space} +{points[space]}" if points[space] else space for space in same[:_NAMED]]
        more = len(same) - _NAMED
        named += [says.text("label-offers_more", count=more)] if more > 0 else []
        offers = [line.text("label-offers_first", {**_price(first), "spaces": tuple(named)})]
    if rest:
        offers.append(line.text("label-offers_rest", {"dearest": len(last), "spaces": rest}))
    best = max(choices, key=lambda build: points[build.space])  # the cheapest of them: max takes the first
    if points[best.space] > points[choices[0].space]:
        gain = {"points": points[best.space], "space": best.space}
        offers.append(line.text("label-offers_best", {**gain, **_price(prices[best])}))
    summary, *others = offers
    for other in others:
        summary = line.text("label-offers_also", {"one": Marked(summary), "other": Marked(other)})
    summary = line.text("label-offers_side", {"side": side, "offers": Marked(summary)})
    earns = tuple((build, points[build.space]) for build in choices)
    return Group(f"build {tile}", Sentence((Piece("tile", tile),)), earns, line.sentence(summary), prices)


def _price(cards: str) -> dict[str, str | int]:
    """A price as messages take it: they say otherwise what is free."""
    return {"cards": cards, "number": len(cards)}


def opens(game: AnyGame, position: Position, action: CampAction, catalogue: Catalogue) -> Sentence:
    """What a placement costs, and what it makes."""
    if not isinstance(action, Build):
        return NOTHING
    verdict = game.explain(position, action)
    line = Rendering(catalogue, (), None)
    price = line.text("label-price", _price(str(verdict.params["price"])))
    return line.sentence(f"{price} · {line.text(f'label-stands_{verdict.reason}', verdict.params)}")


def named(action: CampAction, catalogue: Catalogue) -> Sentence:
    """An action as it can be typed, in the reader's language: `lancer soie`."""
    match action:
        case Name(cards):
            return _said("name", catalogue, Piece("cards", cards))
        case Roll(free):
            return _said("roll", catalogue, *(() if free is None else (_term(free, catalogue),)))
        case Collect(resource):
            return _said("collect", catalogue, _term(resource, catalogue))
        case Keep(face):
            return _said("keep", catalogue, Piece("dice", face))
        case Build(tile, space):
            return _said("build", catalogue, Piece("tile", tile), space)
        case Pay(cards):
            return _said("pay", catalogue, Piece("cards", cards) if cards else "-")
        case Done():
            return _said("done", catalogue)
        case _:
            return Sentence((str(action),))  # chance's


def _said(verb: str, catalogue: Catalogue, *parts: Part) -> Sentence:
    """A verb and what follows it, with spaces between them."""
    return Sentence((_verb(verb, catalogue), *(one for part in parts for one in (" ", part))))


def _verb(verb: str, catalogue: Catalogue) -> str:
    return catalogue.text(f"label-verb_{verb}")


def _term(resource: str, catalogue: Catalogue) -> Term:
    return Term(resource, catalogue.text(f"term-{resource}"))


def spelled(line: str) -> str:
    """What was typed, as the rules read it: `lancer soie` is `roll silk`, `w:css f6` is `build W:SSC f6`."""
    words = " ".join(_spellings().get(part.lower(), part) for part in line.split())
    found = _TILE.match(words)
    if found is None:
        return words
    product, cost, rest = found.groups()
    return f"build {product.upper()}:{sorted_cards(cost.upper())} {rest}".rstrip()


@cache
def _spellings() -> Mapping[str, str]:
    """The words of actions by every way to write them: `roll`, `lancer`, `silk`, `soie`."""
    words = dict(_ALSO)
    for language in LANGUAGES:
        catalogue = catalogue_of(__package__ or "", language)
        words |= {_verb(verb, catalogue): verb for verb in _VERBS}
        words |= {_term(resource, catalogue).text: resource for resource in RESOURCES}
    return words


def tie_break(outcome: Outcome) -> str:
    """The message that says that a tie was broken by the number of cards (DB-43)."""
    return "won_by_cards" if outcome.scores.count(max(outcome.scores)) > len(outcome.winners) else ""
