"""Desert Bazaar's words: labels, what is asked, and what happened, in English and French.

Rules and reasons are quoted from the rulebook; here is only what a narrator says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from saltroad.games.desert_bazaar.actions import Build, CampAction, Collect, Dice, Done, Keep, Name, Pay, Roll, Turn
from saltroad.games.desert_bazaar.components import ENCAMPMENT_SIZE, FACE_LETTERS, LETTERS, RESOURCES, sorted_cards
from saltroad.games.desert_bazaar.explain import RULEBOOK
from saltroad.games.desert_bazaar.state import SOURCES
from saltroad.games.desert_bazaar.views import CampView
from saltroad.kernel.contract import AnyGame, Offer, Outcome, Position
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.records import History
from saltroad.words.groups import Group
from saltroad.words.wording import Labels, Pairs, Ply, Teller, Told, Wording, plies_of

_LABELS: Labels = MappingProxyType(
    {
        "setup": {"en": "setup", "fr": "mise en place"},
        "quiet": {"en": "nothing built for {turns} turns", "fr": "rien de construit depuis {turns} tours"},
        "players": {"en": "Players", "fr": "Joueurs"},
        "cards": {"en": "cards", "fr": "cartes"},
        "left": {"en": "mark.", "fr": "marq."},
        "pts": {"en": "pts", "fr": "pts"},
        "piles": {"en": "Piles", "fr": "Piles"},
        "hands": {"en": "Cards", "fr": "Cartes"},
        "pile": {"en": "pile", "fr": "pile"},
        "hand": {"en": "Hand", "fr": "Main"},
        "no_cards": {"en": "none", "fr": "aucune"},
        "points": {"en": "Points", "fr": "Points"},
        "isolated": {"en": "alone", "fr": "isolées"},
        "encampments": {"en": "camps", "fr": "campements"},
        "closing": {"en": "closing", "fr": "clôture"},
        "markers": {"en": "markers", "fr": "marqueurs"},
        "majorities": {"en": "most cards", "fr": "majorités"},
        "tiles": {"en": "Tiles · {left} face down", "fr": "Tuiles · {left} cachées"},
        "side": {"en": "side {number}", "fr": "côté {number}"},
        "dice": {"en": "Dice", "fr": "Dés"},
        "kept": {"en": "kept", "fr": "gardé"},
        "building": {"en": "To be paid", "fr": "À payer"},
        "on": {"en": "on {space}", "fr": "en {space}"},
        "free": {"en": "free", "fr": "grat."},
        "a_tent": {"en": "tent and owner", "fr": "tente"},
        "a_recent": {"en": "new", "fr": "nouvelle"},
        "a_size": {"en": "tents in a camp", "fr": "tentes du camp"},
        "a_full": {"en": "full camp", "fr": "complet"},
        "a_bar": {"en": "barred", "fr": "interdit"},
        # what is asked
        "ask_name": {
            "en": "the dice show {dice}. Choose what the wild stands for.",
            "fr": "les dés montrent {dice}. Choisissez ce que vaut le joker.",
        },
        "ask_names": {
            "en": "the dice show {dice}. Choose what the wilds stand for.",
            "fr": "les dés montrent {dice}. Choisissez ce que valent les jokers.",
        },
        "ask_begin": {
            "en": "roll with a free card, or choose a tile to build.",
            "fr": "lancez les dés, ou choisissez une tuile à construire.",
        },
        "ask_roll": {
            "en": "roll, and choose your free card. No tile is within your means.",
            "fr": "lancez les dés. Aucune tuile n'est à votre portée.",
        },
        "ask_collect": {
            "en": "the dice show {dice}. Take cards, or keep a die and roll again.",
            "fr": "dés {dice}. Prenez des cartes, ou gardez un dé et relancez.",
        },
        "ask_take": {"en": "the dice show {dice}. Take cards.", "fr": "les dés montrent {dice}. Prenez des cartes."},
        "ask_match": {
            "en": "beside your wild the dice show {dice}. Choose what you take.",
            "fr": "avec votre joker, les dés montrent {dice}. Choisissez.",
        },
        "ask_build": {
            "en": "choose another tile of side {side}, or stop.",
            "fr": "choisissez une autre tuile du côté {side}, ou arrêtez.",
        },
        "ask_space": {"en": "choose a space for {tile}.", "fr": "choisissez une case pour {tile}."},
        "ask_pay": {"en": "pay for {tile} on {space}.", "fr": "payez {tile} en {space}."},
        # what could be done
        "could_name_one": {"en": "let the wild stand for {cards}", "fr": "donner au joker la valeur {cards}"},
        "could_name": {"en": "let the wilds stand for {cards}", "fr": "donner aux jokers les valeurs {cards}"},
        "could_roll": {"en": "roll, with a free {free} card", "fr": "lancer les dés, avec une carte {free} gratuite"},
        "could_roll_only": {"en": "roll the dice", "fr": "lancer les dés"},
        "could_take": {"en": "take the {resource} cards", "fr": "prendre les cartes {resource}"},
        "could_keep": {"en": "keep {face} and roll the others again", "fr": "garder {face} et relancer les autres"},
        "could_build": {"en": "build {tile} on {space}", "fr": "construire {tile} en {space}"},
        "could_pay": {"en": "pay {cards}", "fr": "payer {cards}"},
        "could_pay_nothing": {"en": "pay nothing", "fr": "ne rien payer"},
        "could_stop": {"en": "stop building", "fr": "arrêter de construire"},
        # what a choice costs and does
        "for_nothing": {"en": "free", "fr": "gratuit"},
        "stands_isolated": {"en": "stands alone", "fr": "isolée"},
        "stands_unmarked": {"en": "alone, no marker left", "fr": "isolée, plus de marqueur"},
        "stands_joins": {"en": "camp of {size}", "fr": "campement de {size}"},
        "stands_closes": {"en": "completes a camp", "fr": "complète un campement"},
        "sum_side": {"en": "side {number}: {offers}", "fr": "côté {number} : {offers}"},
        "sum_all": {"en": "{price}, on {spaces}", "fr": "{price}, sur {spaces}"},
        "sum_first": {"en": "{price} at {spaces}", "fr": "{price} en {spaces}"},
        "sum_rest": {"en": "up to {cards} at {spaces}", "fr": "jusqu'à {cards} sur {spaces}"},
        "sum_best": {"en": "+{points} at {space} for {price}", "fr": "+{points} en {space} pour {price}"},
        "sum_more": {"en": "{count} more", "fr": "{count} de plus"},
        # what happened
        "set_up": {
            "en": "Eight tiles lie face up, four on each side.",
            "fr": "Huit tuiles sont visibles, quatre de chaque côté.",
        },
        "turned": {"en": "New on side {side}: {tiles}.", "fr": "Nouveau du côté {side} : {tiles}."},
        "full": {
            "en": "The camp of {space} is full: {points}.",
            "fr": "Le campement de {space} est complet : {points}.",
        },
        "scored": {"en": "{name} {points}", "fr": "{name} {points}"},
        "end_markers": {"en": "Markers on the board: {points}.", "fr": "Marqueurs sur le plateau : {points}."},
        "end_most": {"en": "Most cards: {points}.", "fr": "Le plus de cartes : {points}."},
        "most_of": {"en": "{resource} {name}", "fr": "{resource} {name}"},
        "most_none": {"en": "{resource} nobody", "fr": "{resource} personne"},
        "by_cards": {"en": "{won}, by the number of cards", "fr": "{won}, au nombre de cartes"},
    }
)

_CLAUSES: Pairs = MappingProxyType(
    {
        "setup_roll": {"en": ("roll {dice}", "rolls {dice}"), "fr": ("obtenez {dice}", "obtient {dice}")},
        "name": {
            "en": ("name {cards} for the wilds", "names {cards} for the wilds"),
            "fr": ("nommez {cards} pour les jokers", "nomme {cards} pour les jokers"),
        },
        "name_one": {
            "en": ("name {cards} for the wild", "names {cards} for the wild"),
            "fr": ("nommez {cards} pour le joker", "nomme {cards} pour le joker"),
        },
        "free": {
            "en": ("take a free card, {resource}", "takes a free card, {resource}"),
            "fr": ("prenez une carte gratuite ({resource})", "prend une carte gratuite ({resource})"),
        },
        "no_free": {
            "en": ("find all piles empty", "finds all piles empty"),
            "fr": ("trouvez les piles vides", "trouve les piles vides"),
        },
        "roll": {"en": ("roll {dice}", "rolls {dice}"), "fr": ("obtenez {dice}", "obtient {dice}")},
        "roll_none": {
            "en": ("roll {dice}, which gives nothing", "rolls {dice}, which gives nothing"),
            "fr": ("obtenez {dice}, ce qui ne donne rien", "obtient {dice}, ce qui ne donne rien"),
        },
        "roll_match": {
            "en": ("roll {dice} and take {cards} of {resource}", "rolls {dice} and takes {cards} of {resource}"),
            "fr": ("obtenez {dice} et prenez {cards} ({resource})", "obtient {dice} et prend {cards} ({resource})"),
        },
        "keep": {"en": ("keep {face}", "keeps {face}"), "fr": ("gardez {face}", "garde {face}")},
        "take": {
            "en": ("take {cards} of {resource}", "takes {cards} of {resource}"),
            "fr": ("prenez {cards} ({resource})", "prend {cards} ({resource})"),
        },
        "build": {
            "en": ("build {tile} on {space}", "builds {tile} on {space}"),
            "fr": ("construisez {tile} en {space}", "construit {tile} en {space}"),
        },
        "pay": {"en": ("pay {cards}", "pays {cards}"), "fr": ("payez {cards}", "paie {cards}")},
        "alone": {
            "en": ("score {points} for a tent alone", "scores {points} for a tent alone"),
            "fr": ("marquez {points} pour une tente isolée", "marque {points} pour une tente isolée"),
        },
        "unmarked": {
            "en": ("have no marker left for it", "has no marker left for it"),
            "fr": ("n'avez plus de marqueur pour elle", "n'a plus de marqueur pour elle"),
        },
        "done": {"en": ("stop building", "stops building"), "fr": ("arrêtez de construire", "arrête de construire")},
    }
)
"""What a player does: said to the one who did it, and of another."""

_COUNTED: Pairs = MappingProxyType(
    {
        "spaces": {"en": ("{n} space", "{n} spaces"), "fr": ("{n} case", "{n} cases")},
        "cards": {"en": ("{n} card", "{n} cards"), "fr": ("{n} carte", "{n} cartes")},
    }
)

_SAYS = Wording(_LABELS, _CLAUSES, _COUNTED)
word, source = _SAYS.word, _SAYS.source

_VERBS: Mapping[str, str] = MappingProxyType(
    {
        "name": "nommer",
        "roll": "lancer",
        "collect": "prendre",
        "keep": "garder",
        "build": "construire",
        "pay": "payer",
        "done": "fini",
    }
)
"""How actions begin in French."""
_SPELT = (
    {"stop": "done", "arrêter": "done"}
    | {french: verb for verb, french in _VERBS.items()}
    | {RULEBOOK.term(resource, language): resource for resource in RESOURCES for language in LANGUAGES}
)
_TILE = re.compile(rf"^(?:build )?([{LETTERS}]) ?[: ] ?([{LETTERS}]{{3}})\b *(.*)$", re.IGNORECASE)
_FEW = 4
"""So many payments are listed one by one."""
_NAMED = 3
"""So many spaces are named in a line about a tile."""


# -- choices -----------------------------------------------------------------------------------------------------------


def default(view: CampView) -> Pay | None:
    """What Enter alone does: the payment that is offered first."""
    return Pay(view.payment) if view.phase == "pay" and view.payment is not None else None


def _price(game: AnyGame, position: Position, build: Build) -> str:
    """What a tile would cost there, as cards."""
    price = str(game.explain(position, build).params["price"])
    return "" if price == "nothing" else price


def grouped(view: CampView, offers: Sequence[Offer], language: str) -> tuple[Group, ...]:
    """The placements by tile, the cheapest first; payments where they are many."""
    if view.phase == "pay":
        first = default(view)
        ordered = sorted((offer.action for offer in offers), key=lambda action: action != first)
        pays = Group("pay", _verb("pay", language), tuple((action, 0) for action in ordered))
        return (pays,) if len(offers) > _FEW else ()
    builds: dict[str, dict[Build, str]] = {}
    points: dict[str, int] = {}
    for offer in offers:
        if isinstance(offer.action, Build):
            builds.setdefault(offer.action.tile, {})[offer.action] = offer.price or ""
            points[offer.action.space] = offer.earns  # the same whatever the tile
    return tuple(
        _tile_group(tile, side, builds[tile], points, language)
        for side, tiles in enumerate(view.sides, 1)
        for tile in tiles
        if tile in builds
    )


_IN_PLAY = SOURCES.index("markers")
"""The sources from here on are counted at the end."""


def _tile_group(tile: str, side: int, prices: dict[Build, str], points: Mapping[str, int], language: str) -> Group:
    choices = sorted(prices, key=lambda build: (len(prices[build]), -points[build.space]))
    first, last = prices[choices[0]], prices[choices[-1]]
    same = [build.space for build in choices if prices[build] == first]
    price, rest = _priced(first, language), len(choices) - len(same)
    if rest == 0 and len(same) > _NAMED:
        offers = [word("sum_all", language, price=price, spaces=_SAYS.counted(len(same), "spaces", language))]
    else:
        named = [f"{space} +{points[space]}" if points[space] else space for space in same[:_NAMED]]
        more = len(same) - _NAMED
        named += [word("sum_more", language, count=more)] if more > 0 else []
        offers = [word("sum_first", language, price=price, spaces=_SAYS.listed(named, language))]
    if rest:
        dearest, spaces = _SAYS.counted(len(last), "cards", language), _SAYS.counted(rest, "spaces", language)
        offers.append(word("sum_rest", language, cards=dearest, spaces=spaces))
    best = max(choices, key=lambda build: points[build.space])  # the cheapest of them: max takes the first
    if points[best.space] > points[choices[0].space]:
        price = _priced(prices[best], language)
        offers.append(word("sum_best", language, points=points[best.space], space=best.space, price=price))
    summary = word("sum_side", language, number=side, offers="; ".join(offers))
    earns = tuple((build, points[build.space]) for build in choices)
    return Group(f"build {tile}", tile, earns, summary, prices)


def _priced(cards: str, language: str) -> str:
    return cards or word("for_nothing", language)


def opens(game: AnyGame, position: Position, action: CampAction, language: str) -> str:
    """What a placement costs, and what it makes."""
    if not isinstance(action, Build):
        return ""
    verdict = game.explain(position, action)
    price = _priced(_price(game, position, action), language)
    return f"{price} · {word(f'stands_{verdict.reason}', language, size=verdict.params.get('size', ''))}"


def _verb(verb: str, language: str) -> str:
    return _VERBS[verb] if language == "fr" else verb


def named(action: CampAction, language: str) -> str:
    """An action as it can be typed, in the reader's language: `lancer soie`."""
    verb, *rest = str(action).split()
    if verb not in _VERBS:  # chance's
        return str(action)
    return " ".join([_verb(verb, language), *(RULEBOOK.term(part, language) for part in rest)])


def spelled(line: str) -> str:
    """What was typed, as the rules read it: `lancer soie` is `roll silk`, `w:css f6` is `build W:SSC f6`."""
    words = " ".join(_SPELT.get(part.lower(), part) for part in line.split())
    found = _TILE.match(words)
    if found is None:
        return words
    product, cost, rest = found.groups()
    return f"build {product.upper()}:{sorted_cards(cost.upper())} {rest}".rstrip()


# -- what is asked, and how it ended -----------------------------------------------------------------------------------


def won(outcome: Outcome, names: Sequence[str], you: int | None, language: str) -> str:
    """Who won, and by what."""
    winners = _SAYS.listed([names[seat] for seat in outcome.winners], language)
    said = _SAYS.won(outcome, winners, you, language)
    if outcome.scores.count(max(outcome.scores)) > len(outcome.winners):
        said = word("by_cards", language, won=said)
    return f"{said}."


def asked(view: CampView, legal: Sequence[CampAction], names: Sequence[str], you: int | None, language: str) -> str:
    """The one line that says what is asked, of the player to act; `you` is the player who is addressed as such."""
    if view.phase == "over":
        return word("over", language)
    return _SAYS.addressed(_task(view, legal, language), view.seat, names, you, language)


def _task(view: CampView, legal: Sequence[CampAction], language: str) -> str:
    match view.phase:
        case "pay":
            tile, space = view.building or ("", "")
            return word("ask_pay", language, tile=tile, space=space)
        case "name" | "match":
            many = view.phase == "name" and (view.dice or "").count(FACE_LETTERS[len(RESOURCES)]) > 1
            return word(f"ask_{view.phase}{'s' if many else ''}", language, dice=view.dice)
        case "collect":
            again = any(isinstance(action, Keep) for action in legal)
            return word("ask_collect" if again else "ask_take", language, dice=view.dice)
    tiles = {action.tile for action in legal if isinstance(action, Build)}
    if tiles and all(isinstance(action, Build) for action in legal):
        return word("ask_space", language, tile=tiles.pop())
    if view.phase == "build":
        return word("ask_build", language, side=(view.side or 0) + 1)
    # Whoever does not see the hand is not told whether it is enough for a tile.
    is_hidden = view.hands[view.seat] is None
    return word("ask_begin" if tiles or is_hidden else "ask_roll", language)


def suggested(view: CampView, action: CampAction, names: Sequence[str], language: str) -> str:
    """What the player to act could do, as advice."""
    could, term = partial(_SAYS.could, language=language), partial(RULEBOOK.term, language=language)
    match action:
        case Name(cards):
            named = _SAYS.listed([term(RESOURCES[LETTERS.index(card)]) for card in cards], language)
            return could("could_name" if len(cards) > 1 else "could_name_one", cards=named)
        case Roll(free):
            return could("could_roll", free=term(free)) if free else could("could_roll_only")
        case Collect(resource):
            return could("could_take", resource=term(resource))
        case Keep(face):
            return could("could_keep", face=face)
        case Build(tile, space):
            return could("could_build", tile=tile, space=space)
        case Pay(cards):
            return could("could_pay", cards=cards) if cards else could("could_pay_nothing")
        case _:
            return could("could_stop")


# -- what happened -----------------------------------------------------------------------------------------------------


def told(history: History, since: int, names: Sequence[str], you: int | None, language: str) -> list[Told]:
    """What happened from ply `since` on, a line for each player's turn."""
    return list(_Teller(names, you, language).lines(plies_of(history, news_from(history.actions, since))))


def said(ply: Ply[CampView], names: Sequence[str], language: str) -> str:
    """What happened in one ply, told of everybody."""
    teller = _Teller(names, None, language)
    if isinstance(ply.action, Turn):  # the tiles of a side come one by one; those of the setup are told with the last
        is_told = ply.before.tents or ply.after.phase != ply.before.phase
        return teller.turned([ply.action.tile], ply.before) if is_told else ""
    return " ".join(map(str, teller.lines([ply])))


def news_from(played: Sequence[CampAction], since: int) -> int:
    """The ply from which on to tell: a payment is no news without what it is for."""
    return since - 1 if 0 < since < len(played) and isinstance(played[since], Pay) else since


class _Teller(Teller[CampView]):
    says, rulebook = _SAYS, RULEBOOK

    def lines(self, plies: Sequence[Ply[CampView]]) -> Iterator[Told]:
        line, turn = Told(None), (-1, -1)
        turned: list[str] = []
        for ply in plies:
            action, before = ply.action, ply.before
            if isinstance(action, Turn):  # belongs to the turn that has made room for it
                turned.append(action.tile)
                if ply.after.phase != before.phase:
                    line.after.append(self.turned(turned, before))
                    turned = []
                continue
            if turn != (before.turns, before.seat):
                if str(line):
                    yield line
                line, turn = Told(before.seat, self.names[before.seat]), (before.turns, before.seat)
            line.clauses += self.clauses_of(before.seat, action, before, ply.after)
            line.after += self.sentences_of(action, before, ply.after)
        if str(line):
            yield line
        if plies and plies[-1].ends:
            yield Told(None, after=self.end(plies[-1].after))

    def turned(self, tiles: Sequence[str], before: CampView) -> str:
        if before.turns == 0 and not before.tents:
            return self.word("set_up")
        return self.word("turned", side=(before.side or 0) + 1, tiles=self.listed(tiles))

    def cards(self, number: int) -> str:
        return self.counted(number, "cards")

    def clauses_of(self, seat: int, action: CampAction, before: CampView, after: CampView) -> Iterator[str]:
        got = after.held[seat] - before.held[seat]
        match action:
            case Dice(faces):
                yield self.dice(seat, faces, got, before, after)
            case Name(cards):
                yield self.clause(seat, "name" if len(cards) > 1 else "name_one", cards=cards)
            case Roll(free):
                yield self.clause(seat, "free", resource=self.term(free)) if free else self.clause(seat, "no_free")
            case Keep(face):
                yield self.clause(seat, "keep", face=face)
            case Collect(resource):
                yield self.clause(seat, "take", cards=self.cards(got), resource=self.term(resource))
            case Build(tile, space):
                yield self.clause(seat, "build", tile=tile, space=space)
            case Pay(cards):
                yield self.clause(seat, "pay", cards=cards or self.term("nothing"))
                yield from self.placed(seat, before, after)
            case Done():
                yield self.clause(seat, "done")

    def dice(self, seat: int, faces: str, got: int, before: CampView, after: CampView) -> str:
        if before.phase == "setup":
            return self.clause(seat, "setup_roll", dice=faces)
        if got:  # a re-roll that matched the die set aside
            resource = RESOURCES[FACE_LETTERS.index(before.kept or "")]
            return self.clause(seat, "roll_match", dice=faces, cards=self.cards(got), resource=self.term(resource))
        ends = after.phase not in ("collect", "match")
        return self.clause(seat, "roll_none" if ends else "roll", dice=faces)

    def placed(self, seat: int, before: CampView, after: CampView) -> Iterator[str]:
        """What a tent that was paid for brought its builder by itself."""
        alone = after.points[0][seat] - before.points[0][seat]
        if alone:
            yield self.clause(seat, "alone", points=self.points(alone))
        if not before.markers[seat]:
            yield self.clause(seat, "unmarked")

    def sentences_of(self, action: CampAction, before: CampView, after: CampView) -> Iterator[str]:
        """An encampment that became full, and what it brought each player."""
        site = before.building[1] if isinstance(action, Pay) and before.building else ""
        camp = next((camp for camp in after.camps if site in camp), ())
        if len(camp) < ENCAMPMENT_SIZE:
            return
        camps = slice(SOURCES.index("encampments"), _IN_PLAY)
        gains = [
            sum(row[seat] for row in after.points[camps]) - sum(row[seat] for row in before.points[camps])
            for seat in range(after.players)
        ]
        yield self.word("full", space=site, points=self.scored(gains))

    def scored(self, points: Sequence[int]) -> str:
        return ", ".join(
            self.word("scored", name=self.names[seat], points=self.points(number))
            for seat, number in enumerate(points)
            if number
        )

    def end(self, view: CampView) -> list[str]:
        """DB-41 and DB-42, as they were counted."""
        sentences, most = [], []
        if any(view.points[_IN_PLAY]):
            sentences.append(self.word("end_markers", points=self.scored(view.points[_IN_PLAY])))
        hands = [hand for hand in view.hands if hand is not None]
        for r, resource in enumerate(RESOURCES):
            counts = [hand[r] for hand in hands]
            first = [self.names[seat] for seat, count in enumerate(counts) if count == max(counts) > 0]
            key, name = ("most_of", first[0]) if len(first) == 1 else ("most_none", "")
            most.append(self.word(key, resource=self.term(resource), name=name))
        return [*sentences, self.word("end_most", points=", ".join(most))]
