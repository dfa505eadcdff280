"""Through the Desert's words: labels, what is asked, and what happened, in English and French.

Rules and reasons are quoted from the rulebook; here is only what a narrator says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from saltroad.games.through_the_desert.actions import DesertAction, Palms, Pass, Place, Start, Without
from saltroad.games.through_the_desert.components import COLOURS, LARGEST_POINTS, LARGEST_TIED_POINTS, OASIS_POINTS
from saltroad.games.through_the_desert.explain import RULEBOOK
from saltroad.games.through_the_desert.views import DesertView
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.contract import AnyGame, Offer, Outcome, Position
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.records import History
from saltroad.words.groups import Group
from saltroad.words.wording import Labels, Pairs, Ply, Teller, Told, Wording, plies_of

_LABELS: Labels = MappingProxyType(
    {
        "leaders": {"en": "leaders, round {number} of {rounds}", "fr": "chefs, tour {number} sur {rounds}"},
        "last_turn": {"en": "last turn", "fr": "dernier tour"},
        "players": {"en": "Players", "fr": "Joueurs"},
        "piles": {"en": "Piles", "fr": "Réserves"},
        "caravans": {"en": "Caravans · * largest", "fr": "Caravanes · * en tête"},
        "a_leader": {"en": "leader", "fr": "chef"},
        "a_recent": {"en": "just placed", "fr": "juste placé"},
        "a_hole": {"en": "water hole", "fr": "point d'eau"},
        "an_oasis": {"en": "oasis", "fr": "oasis"},
        "water": {"en": "water", "fr": "eau"},
        "oases": {"en": "oases", "fr": "oasis"},
        "areas": {"en": "areas", "fr": "zones"},
        "largest_caravans": {"en": "largest", "fr": "longues"},
        # what is asked
        "ask_leader": {"en": "place a leader.", "fr": "placez un chef."},
        "ask_only": {
            "en": "place your camel, only one in this first turn.",
            "fr": "placez votre chameau, un seul pour ce premier tour.",
        },
        "ask_first": {"en": "place your first camel.", "fr": "placez votre premier chameau."},
        "ask_second": {"en": "place your second camel.", "fr": "placez votre second chameau."},
        "ask_last": {
            "en": "place your second camel, the last of the game.",
            "fr": "placez votre second chameau, le dernier de la partie.",
        },
        "ask_pass": {"en": "no camel can be placed. Pass.", "fr": "aucun chameau ne peut être placé. Passez."},
        # what could be done
        "could_leader": {
            "en": "place the {colour} leader on {space}",
            "fr": "placer le chef {colour} en {space}",
        },
        "could_camel": {"en": "place a {colour} camel on {space}", "fr": "placer un chameau {colour} en {space}"},
        "could_pass": {"en": "only pass", "fr": "seulement passer"},
        # what happened
        "then": {"en": "; then ", "fr": " ; puis "},
        "palms": {
            "en": "Palm trees stand on {spaces}; the water holes are laid.",
            "fr": "Les palmiers sont en {spaces} ; les points d'eau sont posés.",
        },
        "largest": {"en": "Largest caravans: {colours}.", "fr": "Plus longues caravanes : {colours}."},
        "most": {"en": "{colour} ({names}, {points})", "fr": "{colour} ({names}, {points})"},
        "tied": {"en": "{colour} ({names}, {points} each)", "fr": "{colour} ({names}, {points} chacun)"},
    }
)

_CLAUSES: Pairs = MappingProxyType(
    {
        "without": {
            "en": ("give up the {colour} leader", "gives up the {colour} leader"),
            "fr": ("renoncez au chef {colour}", "renonce au chef {colour}"),
        },
        "leader": {
            "en": ("place the {colour} leader on {space}", "places the {colour} leader on {space}"),
            "fr": ("placez le chef {colour} en {space}", "place le chef {colour} en {space}"),
        },
        "camel": {
            "en": ("place a {colour} camel on {space}", "places a {colour} camel on {space}"),
            "fr": ("placez un chameau {colour} en {space}", "place un chameau {colour} en {space}"),
        },
        "water": {
            "en": ("take {points} of water", "takes {points} of water"),
            "fr": ("prenez {points} d'eau", "prend {points} d'eau"),
        },
        "link": {
            "en": ("link {oases} for {points}", "links {oases} for {points}"),
            "fr": ("reliez {oases} pour {points}", "relie {oases} pour {points}"),
        },
        "enclose": {
            "en": ("enclose {inside} for {points}", "encloses {inside} for {points}"),
            "fr": ("enfermez {inside} pour {points}", "enferme {inside} pour {points}"),
        },
        "pass": {
            "en": ("can place no camel and pass", "can place no camel and passes"),
            "fr": ("ne pouvez rien placer et passez", "ne peut rien placer et passe"),
        },
    }
)
"""What a player does: said to the one who did it, and of another."""

_COUNTED: Pairs = MappingProxyType(
    {
        "spaces": {"en": ("{n} space", "{n} spaces"), "fr": ("{n} case", "{n} cases")},
        "holes": {
            "en": (" with {n} water hole", " with {n} water holes"),
            "fr": (" avec {n} point d'eau", " avec {n} points d'eau"),
        },
        "oases": {"en": ("the oasis {n}", "the oases {n}"), "fr": ("l'oasis {n}", "les oasis {n}")},
        "and_oases": {
            "en": (" and the oasis {n}", " and the oases {n}"),
            "fr": (" et l'oasis {n}", " et les oasis {n}"),
        },
    }
)

_SPELT = {RULEBOOK.term(colour, language): colour for colour in COLOURS for language in LANGUAGES} | {
    colour[0]: colour for colour in COLOURS
}
"""Every way to write a colour: `pink`, `rose`, and the letter on the board."""


_SAYS = Wording(_LABELS, _CLAUSES, _COUNTED)
word, source = _SAYS.word, _SAYS.source


# -- choices -----------------------------------------------------------------------------------------------------------


def grouped(view: DesertView, offers: Sequence[Offer], language: str) -> tuple[Group, ...]:
    """The placements by colour, each with what it earns at once."""
    found: dict[str, list[tuple[Place, int]]] = {}
    for offer in offers:
        if isinstance(offer.action, Place):
            found.setdefault(offer.action.colour, []).append((offer.action, offer.earns))
    return tuple(
        Group(colour, RULEBOOK.term(colour, language), tuple(sorted(choices, key=lambda choice: -choice[1])))
        for colour, choices in found.items()
    )


def spelled(line: str) -> str:
    """What was typed, as the rules read it: `rose F4` and `p f4` are `pink f4`."""
    first, *rest = line.lower().split() or [""]
    return " ".join([_SPELT[first], *rest]) if first in _SPELT else line


def named(action: DesertAction, language: str) -> str:
    """An action as it can be typed, in the reader's language: `rose f4`."""
    return f"{RULEBOOK.term(action.colour, language)} {action.space}" if isinstance(action, Place) else str(action)


def default(view: DesertView) -> None:
    """Nothing is done by Enter alone."""


def opens(game: AnyGame, position: Position, action: DesertAction, language: str) -> str:
    """Nothing: what a placement earns stands beside it."""
    return ""


# -- what is asked, and how it ended -----------------------------------------------------------------------------------


def won(outcome: Outcome, names: Sequence[str], you: int | None, language: str) -> str:
    """Who won, and by what."""
    winners = _SAYS.listed([names[seat] for seat in outcome.winners], language)
    return f"{_SAYS.won(outcome, winners, you, language)}."


def asked(view: DesertView, legal: Sequence[DesertAction], names: Sequence[str], you: int | None, language: str) -> str:
    """The one line that says what is asked, of the player to act; `you` is the player who is addressed as such."""
    if view.phase == "over":
        return word("over", language)
    task = word(_task(view, legal), language)
    return _SAYS.addressed(task, view.seat, names, you, language)


def _task(view: DesertView, legal: Sequence[DesertAction]) -> str:
    if view.phase == "leader":
        return "ask_leader"
    if any(isinstance(action, Pass) for action in legal):
        return "ask_pass"
    if view.camels_left > 1:
        return "ask_first"
    if view.turns < (1 if view.players == 2 else 2):  # the first players place one camel each (TD-21)
        return "ask_only"
    return "ask_last" if view.ending else "ask_second"


def suggested(view: DesertView, action: DesertAction, names: Sequence[str], language: str) -> str:
    """What the player to act could do, as advice."""
    if not isinstance(action, Place):
        return _SAYS.could("could_pass", language)
    key = "could_leader" if view.phase == "leader" else "could_camel"
    return _SAYS.could(key, language, colour=RULEBOOK.term(action.colour, language), space=action.space)


# -- what happened -----------------------------------------------------------------------------------------------------


def told(history: History, since: int, names: Sequence[str], you: int | None, language: str) -> list[Told]:
    """What happened from ply `since` on, a line for each player's turn."""
    return list(_Teller(names, you, language).lines(plies_of(history, since)))


def said(ply: Ply[DesertView], names: Sequence[str], language: str) -> str:
    """What happened in one ply, told of everybody."""
    return " ".join(map(str, _Teller(names, None, language).lines([ply])))


class _Teller(Teller[DesertView]):
    says, rulebook = _SAYS, RULEBOOK

    def lines(self, plies: Sequence[Ply[DesertView]]) -> Iterator[Told]:
        line = Told(None)
        for ply in plies:
            seat = None if ply.actor == CHANCE else ply.actor
            if line.seat != seat:
                if str(line):
                    yield line
                line = Told(seat, "" if seat is None else self.names[seat], then=self.word("then"))
            if seat is None:
                line.after += self.chance(ply.action)
            else:
                line.clauses.append(self.listed(list(self.move(seat, ply))))
        if str(line):
            yield line
        if plies and plies[-1].ends:
            yield Told(None, after=[self.largest(plies[-1].after)])

    def chance(self, action: DesertAction) -> list[str]:
        match action:
            case Palms(spaces):
                return [self.word("palms", spaces=self.listed(spaces))]
            case Without(player, colour):
                return [self.sentence(player - 1, "without", colour=self.term(colour))]
            case Start(player):
                return [self.sentence(player - 1, "begin")]
            case _:
                return []

    def move(self, seat: int, ply: Ply[DesertView]) -> Iterator[str]:
        action = ply.action
        if not isinstance(action, Place):
            yield self.clause(seat, "pass")
            return
        key = "leader" if ply.before.phase == "leader" else "camel"
        yield self.clause(seat, key, colour=self.term(action.colour), space=action.space)
        if key == "camel":  # a leader earns nothing
            yield from self.earnings(seat, action, ply.before, ply.after)

    def earnings(self, seat: int, action: Place, before: DesertView, after: DesertView) -> Iterator[str]:
        """What the placement brought: water here, oases next to it, what it closed in."""
        k = COLOURS.index(action.colour)
        water = dict(after.water)
        area = set(after.areas[seat]) - set(before.areas[seat])
        linked = [name for name in after.caravans[seat][k].linked if name not in before.caravans[seat][k].linked]
        beside = [name for name in linked if name not in area]
        if action.space in water:
            yield self.clause(seat, "water", points=self.points(water[action.space]))
        if beside:
            oases = self.counted(len(beside), "oases", self.listed(beside))
            yield self.clause(seat, "link", oases=oases, points=self.points(OASIS_POINTS * len(beside)))
        if area:
            holes = area & water.keys()
            inside = [name for name in linked if name in area]
            earned_here = len(area - set(after.oases)) + sum(water[x] for x in holes) + OASIS_POINTS * len(inside)
            said = self.counted(len(area), "spaces")
            said += self.counted(len(holes), "holes") if holes else ""
            if inside:
                said += self.counted(len(inside), "and_oases", self.listed(inside))
            yield self.clause(seat, "enclose", inside=said, points=self.points(earned_here))

    def largest(self, view: DesertView) -> str:
        """TD-51, as it was counted."""
        parts = []
        for k, colour in enumerate(COLOURS):
            lengths = [len(caravans[k].camels) for caravans in view.caravans]
            first = [self.names[seat] for seat, length in enumerate(lengths) if length == max(lengths)]
            key, points = ("most", LARGEST_POINTS) if len(first) == 1 else ("tied", LARGEST_TIED_POINTS)
            names = self.listed(first)
            parts.append(self.word(key, colour=self.term(colour), names=names, points=points))
        return self.word("largest", colours=", ".join(parts))
