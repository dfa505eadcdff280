"""Bazaar's words: labels of the board, what is asked, and what happened, in English and French.

Rules and reasons are quoted from the rulebook; here is only what a narrator says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from types import MappingProxyType

from saltroad.games.bazaar.actions import BazaarAction, Buy, Die, Pass, Return, Roll, Show, Take, Trade
from saltroad.games.bazaar.components import TOKEN_LIMIT
from saltroad.games.bazaar.explain import RULEBOOK
from saltroad.games.bazaar.views import BazaarView
from saltroad.kernel.contract import AnyGame, Offer, Outcome, Position
from saltroad.records import History
from saltroad.words.groups import Group
from saltroad.words.wording import Labels, Pairs, Ply, Teller, Told, Wording, plies_of

_LABELS: Labels = MappingProxyType(
    {
        "turn": {"en": "turn {number}", "fr": "tour {number}"},
        "par": {"en": "par {par}", "fr": "par {par}"},
        "double": {"en": "double purchase", "fr": "double achat"},
        "goal": {"en": "the ware", "fr": "le but"},
        "exactly": {"en": "exactly these", "fr": "exactement ceci"},
        "spare": {"en": "spare", "fr": "en trop"},
        "starred": {"en": "starred", "fr": "étoilée"},
        "empty_stall": {"en": "every ware now\nscores higher", "fr": "tout achat\nrapporte plus"},
        "left": {"en": "left", "fr": "reste"},
        "points_short": {"en": "pts", "fr": "pts"},
        "missing": {"en": "missing", "fr": "manque"},
        "complete": {"en": " all five held ", "fr": " les cinq en main "},
        "rate_card": {"en": "Rate card {number}", "fr": "Carte de cours {number}"},
        "bank": {"en": "Bank", "fr": "Banque"},
        "tokens": {"en": "tokens", "fr": "jetons"},
        "held": {"en": "held", "fr": "total"},
        "wares": {"en": "wares", "fr": "achats"},
        "points": {"en": "points", "fr": "points"},
        "no_tokens": {"en": "none", "fr": "aucun"},
        # what is asked
        "ask_first_roll": {
            "en": "roll for your first token.",
            "fr": "lancez le dé pour votre premier jeton.",
        },
        "ask_roll": {
            "en": "roll. Your tokens cover no trade.",
            "fr": "lancez le dé. Vos jetons ne permettent aucun échange.",
        },
        "ask_turn": {"en": "roll, or trade.", "fr": "lancez le dé ou échangez."},
        "ask_take": {
            "en": "the die shows Choice. Take a token of any colour.",
            "fr": "le dé montre Au choix. Prenez un jeton de la couleur voulue.",
        },
        "ask_buy": {"en": "buy a ware, or pass.", "fr": "achetez une marchandise, ou passez."},
        "ask_second": {
            "en": "buy a second ware, or pass.",
            "fr": "achetez une seconde marchandise, ou passez.",
        },
        "ask_return": {
            "en": "{name} holds {held}: choose {tokens} to go back.",
            "fr": "{name} a {held} jetons : choisissez {tokens} à rendre.",
        },
        "ask_own_return": {
            "en": "You hold {held}: choose {tokens} to go back.",
            "fr": "Vous avez {held} jetons : choisissez {tokens} à rendre.",
        },
        # what could be done
        "could_roll": {"en": "roll the die", "fr": "lancer le dé"},
        "could_take": {"en": "take a {colour} token", "fr": "prendre un jeton {colour}"},
        "could_trade": {"en": "trade {returned} for {taken}", "fr": "échanger {returned} contre {taken}"},
        "could_buy": {"en": "buy {ware}", "fr": "acheter {ware}"},
        "could_pass": {"en": "buy nothing", "fr": "ne rien acheter"},
        "could_stop": {"en": "stop at one ware", "fr": "en rester à une marchandise"},
        "could_return": {"en": "return {tokens}", "fr": "rendre {tokens}"},
        "could_return_of": {
            "en": "send back {tokens} of {other}'s tokens",
            "fr": "faire rendre {tokens} à {other}",
        },
        # what a trade opens, and the end
        "opens": {"en": "→ buy {ware} for {points}", "fr": "→ acheter {ware} pour {points}"},
        "solves": {"en": "→ solved", "fr": "→ résolu"},
        "plain": {"en": "plain", "fr": "simples"},
        "star": {"en": "star", "fr": "étoile"},
        "double_star": {"en": "double star", "fr": "double étoile"},
        "fewest_wares": {"en": "{won}, with the fewest wares", "fr": "{won}, avec le moins de marchandises"},
        # what happened, beside the clauses below
        "start": {"en": "The roll for the start: {rolls}.", "fr": "Le dé pour commencer : {rolls}."},
        "shows": {"en": "Stall {stall} now shows {ware}.", "fr": "L'étal {stall} montre maintenant {ware}."},
        "emptied": {
            "en": "Stall {stall} is empty: its star shows.",
            "fr": "L'étal {stall} est vide : son étoile apparaît.",
        },
    }
)

_CLAUSES: Pairs = MappingProxyType(
    {
        "roll": {"en": ("roll {face}", "rolls {face}"), "fr": ("obtenez {face} au dé", "obtient {face} au dé")},
        "roll_die": {"en": ("roll the die", "rolls the die"), "fr": ("lancez le dé", "lance le dé")},
        "roll_none": {
            "en": ("roll {face}, which the bank has run out of", "rolls {face}, which the bank has run out of"),
            "fr": ("obtenez {face}, épuisé en banque", "obtient {face}, épuisé en banque"),
        },
        "take": {"en": ("take {face}", "takes {face}"), "fr": ("prenez {face}", "prend {face}")},
        "trade": {
            "en": ("trade {returned} for {taken}", "trades {returned} for {taken}"),
            "fr": ("échangez {returned} contre {taken}", "échange {returned} contre {taken}"),
        },
        "buy": {
            "en": ("buy {ware} for {points}", "buys {ware} for {points}"),
            "fr": ("achetez {ware} pour {points}", "achète {ware} pour {points}"),
        },
        "buy_open": {"en": ("buy {ware}", "buys {ware}"), "fr": ("achetez {ware}", "achète {ware}")},
        "buy_both": {
            "en": ("buy {ware} too: {points} for both", "buys {ware} too: {points} for both"),
            "fr": ("achetez aussi {ware} : {points} pour les deux", "achète aussi {ware} : {points} pour les deux"),
        },
        "stop": {
            "en": ("stop at one ware, for {points}", "stops at one ware, for {points}"),
            "fr": ("vous arrêtez à une marchandise, pour {points}", "s'arrête à une marchandise, pour {points}"),
        },
        "scores": {"en": ("score {points}", "scores {points}"), "fr": ("marquez {points}", "marque {points}")},
        "pass": {"en": ("buy nothing", "buys nothing"), "fr": ("n'achetez rien", "n'achète rien")},
        "return": {"en": ("return {tokens}", "returns {tokens}"), "fr": ("rendez {tokens}", "rend {tokens}")},
        "return_of": {
            "en": ("send back {tokens} of {other}'s tokens", "sends back {tokens} of {other}'s tokens"),
            "fr": ("faites rendre {tokens} à {other}", "fait rendre {tokens} à {other}"),
        },
        "return_yours": {
            "en": ("", "sends back {tokens} of your tokens"),
            "fr": ("", "vous fait rendre {tokens}"),
        },
    }
)
"""What a player does: said to the one who did it, and of another."""

_COUNTED: Pairs = MappingProxyType(
    {"tokens": {"en": ("{n} token", "{n} tokens"), "fr": ("{n} jeton", "{n} jetons")}},
)

_SAYS = Wording(_LABELS, _CLAUSES, _COUNTED)
word, counted, source = _SAYS.word, _SAYS.counted, _SAYS.source


def default(view: BazaarView) -> None:
    """Nothing is done by Enter alone."""


def opens(game: AnyGame, position: Position, action: BazaarAction, language: str) -> str:
    """The purchase that a trade or a token makes possible at once, if any: the best of them."""
    if not isinstance(action, Trade | Take):
        return ""
    after = game.apply(position, action)
    if game.outcome(after) is not None:
        return word("solves", language)
    if game.actor(after) != game.actor(position):
        return ""
    points = {offer.action.ware: offer.earns for offer in game.offers(after).actions if isinstance(offer.action, Buy)}
    if not points:
        return ""
    best = max(points, key=points.__getitem__)
    return word("opens", language, ware=best, points=counted(points[best], "points", language))


def grouped(view: BazaarView, offers: Sequence[Offer], language: str) -> tuple[Group, ...]:
    """No groups: the choices of Bazaar are few enough for a list."""
    return ()


def spelled(line: str) -> str:
    """What was typed, as the rules read it."""
    return line


def named(action: BazaarAction, language: str) -> str:
    """An action as it can be typed: the same in all languages."""
    return str(action)


def won(outcome: Outcome, names: Sequence[str], you: int | None, language: str) -> str:
    """Who won, and by what."""
    winners = word("and", language).join(names[seat] for seat in outcome.winners)
    said = _SAYS.won(outcome, winners, you, language)
    if len(outcome.winners) == 1 and outcome.scores.count(max(outcome.scores)) > 1:
        said = word("fewest_wares", language, won=said)
    return f"{said}."


def asked(view: BazaarView, legal: Sequence[BazaarAction], names: Sequence[str], you: int | None, language: str) -> str:
    """The one line that says what is asked, of the player to act; `you` is the player who is addressed as such."""
    if view.phase == "over":
        return word("over", language)
    if view.phase == "return":
        held = sum(view.hands[view.seat])
        tokens = counted(held - TOKEN_LIMIT, "tokens", language)
        if view.players == 1:
            return word("ask_own_return", language, held=held, tokens=tokens)
        said = word("ask_return", language, name=names[view.seat], held=held, tokens=tokens)
        # the left neighbour chooses (BZ-17): at one keyboard it has to be said who that is
        return said if view.actor == you else word("to_name", language, name=names[view.actor], task=said)
    return _SAYS.addressed(word(_task(view, legal), language), view.actor, names, you, language)


def _task(view: BazaarView, legal: Sequence[BazaarAction]) -> str:
    if view.phase == "turn":
        if any(isinstance(action, Trade) for action in legal):
            return "ask_turn"
        return "ask_roll" if any(view.hands[view.seat]) else "ask_first_roll"
    if view.phase == "take":
        return "ask_take"
    return "ask_second" if view.bought else "ask_buy"


def suggested(view: BazaarView, action: BazaarAction, names: Sequence[str], language: str) -> str:
    """What the player to act could do, as advice."""
    match action:
        case Take(colour):
            return _SAYS.could("could_take", language, colour=RULEBOOK.term(colour, language))
        case Trade(returned, taken):
            return _SAYS.could("could_trade", language, returned=returned, taken=taken)
        case Buy(ware):
            return _SAYS.could("could_buy", language, ware=ware)
        case Pass():
            return _SAYS.could("could_stop" if view.bought else "could_pass", language)
        case Return(tokens) if view.players == 1:
            return _SAYS.could("could_return", language, tokens=tokens)
        case Return(tokens):
            return _SAYS.could("could_return_of", language, tokens=tokens, other=names[view.seat])
        case _:
            return _SAYS.could("could_roll", language)


def told(history: History, since: int, names: Sequence[str], you: int | None, language: str) -> list[Told]:
    """What happened from ply `since` on, a line for each player's turn."""
    return list(_Teller(names, you, language).lines(plies_of(history, since)))


def said(ply: Ply[BazaarView], names: Sequence[str], language: str) -> str:
    """What happened in one ply, told of everybody."""
    return _Teller(names, None, language).said(ply)


class _Teller(Teller[BazaarView]):
    says, rulebook = _SAYS, RULEBOOK

    def lines(self, plies: Sequence[Ply[BazaarView]]) -> Iterator[Told]:
        line: Told | None = None
        turn = (-1, -1)
        rolls: list[str] = []
        for ply, then in zip_longest(plies, plies[1:]):
            before = ply.before
            if before.phase == "start":
                rolls.append(self.roll_of(ply))
                if ply.after.phase != "start":
                    yield Told(None, after=self.start(rolls, ply.after))
                continue
            settled = then if then is not None and isinstance(then.action, Show) else ply
            seat = self.seat_of(before)
            clause, sentence = self.clause_of(seat, ply, settled), self.sentence_of(ply)
            if clause is None and sentence is None:
                continue
            if line is None or turn != (before.turns, seat):
                if line is not None:
                    yield line
                line, turn = Told(seat, subject=self.names[seat]), (before.turns, seat)
            line.clauses += [clause] if clause else []
            line.after += [sentence] if sentence else []
        if line is not None:
            yield line

    def said(self, ply: Ply[BazaarView]) -> str:
        before = ply.before
        if before.phase == "start":
            return " ".join(self.start([self.roll_of(ply)], ply.after))
        seat = self.seat_of(before)
        if isinstance(ply.action, Roll):  # in a line about the whole turn, the die tells it
            return self.sentence(seat, "roll_die")
        clause, sentence = self.clause_of(seat, ply, ply), self.sentence_of(ply)
        line = Told(seat, self.names[seat], [clause] if clause else [], [sentence] if sentence else [])
        if isinstance(ply.action, Show) and self.gained(seat, ply, ply):  # no second purchase after all (BZ-40)
            line.after.append(self.sentence(seat, "scores", points=self.scored(seat, ply, ply)))
        return str(line)

    @staticmethod
    def seat_of(before: BazaarView) -> int:
        """Whose line it is."""
        return before.actor if before.phase == "return" else before.seat

    def roll_of(self, ply: Ply[BazaarView]) -> str:
        return f"{self.names[ply.before.seat]} {self.term(ply.action.face)}"

    def start(self, rolls: Sequence[str], after: BazaarView) -> list[str]:
        """The roll for the start, and who begins once that is known."""
        begins = [self.sentence(after.seat, "begin")] if after.phase != "start" else []
        return [self.word("start", rolls=", ".join(rolls)), *begins]

    def clause_of(self, seat: int, ply: Ply[BazaarView], settled: Ply[BazaarView]) -> str | None:
        """What a player did; `settled` is the ply after which a purchase is all over."""
        before = ply.before
        match ply.action:
            case Die(face):
                none = face != "choice" and ply.after.bank == before.bank
                return self.clause(seat, "roll_none" if none else "roll", face=self.term(face))
            case Take(colour):
                return self.clause(seat, "take", face=self.term(colour))
            case Trade(returned, taken):
                return self.clause(seat, "trade", returned=returned, taken=taken)
            case Buy(ware):
                return self.purchase(seat, ware, ply, settled)
            case Pass():
                if not before.bought:
                    return self.clause(seat, "pass")
                return self.clause(seat, "stop", points=self.scored(seat, ply, settled))
            case Return(tokens):
                if before.players == 1:
                    return self.clause(seat, "return", tokens=tokens)
                if before.seat == self.you:
                    return self.clause(seat, "return_yours", tokens=tokens)
                return self.clause(seat, "return_of", tokens=tokens, other=self.names[before.seat])
            case _:
                return None

    def purchase(self, seat: int, ware: str, ply: Ply[BazaarView], settled: Ply[BazaarView]) -> str:
        if not self.gained(seat, ply, settled):  # a second may follow, and both score by what is left after it
            return self.clause(seat, "buy_open", ware=ware)
        key = "buy_both" if ply.before.bought else "buy"
        return self.clause(seat, key, ware=ware, points=self.scored(seat, ply, settled))

    def gained(self, seat: int, ply: Ply[BazaarView], settled: Ply[BazaarView]) -> int:
        return settled.after.scores[seat] - ply.before.scores[seat]

    def scored(self, seat: int, ply: Ply[BazaarView], settled: Ply[BazaarView]) -> str:
        return self.points(self.gained(seat, ply, settled))

    def sentence_of(self, ply: Ply[BazaarView]) -> str | None:
        before = ply.before
        if isinstance(ply.action, Show) and before.bought:
            return self.word("shows", stall=before.showing + 1, ware=ply.action.ware)
        if isinstance(ply.action, Buy):
            for number, (old, new) in enumerate(zip(before.stalls, ply.after.stalls, strict=True)):
                if old.left and not new.left:
                    return self.word("emptied", stall=number + 1)
        return None
