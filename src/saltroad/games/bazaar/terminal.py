"""Bazaar in the terminal: stalls with awnings, the posted rate cards, the bank and a row for each player.

Draws a view and decides nothing: what a ware scores is asked of the rules' own functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from saltroad.games.bazaar.components import (
    COLOURS,
    EQUATIONS,
    EQUATIONS_PER_CARD,
    LETTERS,
    TOKEN_LIMIT,
    TOKENS_PER_COLOUR,
    WARE_TEXTS,
    WARES_PER_STALL,
)
from saltroad.games.bazaar.rules import column_of, points_for
from saltroad.games.bazaar.views import BazaarView, StallView, Tokens
from saltroad.messages import Catalogue, Piece, Term
from saltroad.terminal.paint import (
    AMBER,
    EMERALD,
    INK,
    IVORY,
    LAMP,
    LINES,
    OASIS,
    PAPER,
    RUBY,
    SAND,
    SAPPHIRE,
    SNOW,
    TERRACOTTA,
    Block,
    Board,
    fit,
    flow,
    framed,
    sign,
    style,
)
from saltroad.terminal.scene import Scene

_GLASS = {"R": (RUBY, SNOW), "W": (IVORY, INK), "B": (SAPPHIRE, SNOW), "G": (EMERALD, SNOW), "Y": (AMBER, INK)}
"""The colour of each token and of the letter on it."""

_STAR = "★"
_STRIPE = 3
_LEFT_SHOWN = ("0", "1", "2", "3+")


@dataclass(frozen=True)
class BazaarBoard(Board):
    """A view, ready to print."""

    view: BazaarView
    names: Sequence[str]
    catalogue: Catalogue
    par: float | None = None

    def lines(self, width: int, colour: bool) -> Block:
        return _Drawing(self, width, colour).lines()


def draw(view: BazaarView, names: Sequence[str], catalogue: Catalogue, scene: Scene) -> BazaarBoard:
    """The board of a view; its par belongs to the puzzle for one."""
    return BazaarBoard(view, names, catalogue, scene.par)


def paint(part: Piece | Term) -> Text:
    """A part of a sentence, as wide as its text: tokens and colours look like their glass."""
    if isinstance(part, Piece):
        return _painted(part)
    return Text(part.text, _glass(part.word[0].upper()) if part.word in COLOURS else "")


def _painted(tokens: Piece) -> Text:
    """Tokens in a line of text, each by its letter."""
    letters = zip(tokens.code, tokens.letters or tokens.code, strict=True)
    return Text.assemble(*((letter, _glass(code)) for code, letter in letters))


def _glass(code: str) -> Style:
    ground, ink = _GLASS[code]
    return style(ink, ground, bold=True)


class _Drawing:
    def __init__(self, board: BazaarBoard, width: int, colour: bool) -> None:
        self.view, self.names, self.catalogue, self.par = board.view, board.names, board.catalogue, board.par
        self.wide = width >= 98
        self.margin = 2 if self.wide else 1
        self.width = width - 2 * self.margin
        self.colour = colour

    def lines(self) -> Block:
        parts = [self.title(), [Text()]]
        if self.view.players == 1:
            parts.append(self.flow([self.stall(0), *self.rate_cards()]))
        else:
            parts.append(self.flow([self.stall(k) for k in range(len(self.view.stalls))]))
            parts.append(self.flow([*self.rate_cards(), self.bank()]))
        parts += [[Text()], self.players()]
        return [Text.assemble(" " * self.margin, line) for part in parts for line in part]

    def flow(self, blocks: Sequence[Block]) -> Block:
        return flow([block for block in blocks if block], self.width, 4 if self.wide and len(blocks) > 3 else 2)

    def say(self, key: str, **values: object) -> str:
        return self.catalogue.text(f"label-{key}", **values)

    # -- pieces --------------------------------------------------------------------------------------------------------

    def token(self, code: str) -> Text:
        """A glass pebble with its letter, or two in some languages, three cells wide."""
        letter, (ground, ink) = self.catalogue.letter(code), _GLASS[code]
        if not self.colour:
            return Text(f"({letter})" if len(letter) == 1 else f"{letter} ")
        left = [("▐", style(ground))] if len(letter) == 1 else []
        return Text.assemble(*left, (letter, style(ink, ground, bold=True)), ("▌", style(ground)))

    def tokens(self, codes: str) -> Text:
        return Text("").join(map(self.token, codes))

    def painted(self, codes: str) -> Text:
        """Tokens in a line of text."""
        return _painted(self.catalogue.piece("tokens", codes))

    def held(self, hand: Tokens, width: int) -> Text:
        """A hand, grouped by colour; counted where it would be too wide."""
        groups = [(code, count) for code, count in zip(LETTERS, hand, strict=True) if count]
        full = Text(" ").join(self.tokens(code * count) for code, count in groups)
        if full.cell_len <= width:
            return full if groups else Text(self.say("no_tokens"), "dim")
        return Text(" ").join(Text.assemble(self.token(code), f"×{count}") for code, count in groups)

    def awning(self, width: int) -> Block:
        stripes = [style(TERRACOTTA), style(SAND)] * width
        count = width // _STRIPE
        cloth = [("█" * _STRIPE if self.colour else "▄" * _STRIPE, stripes[k]) for k in range(count)]
        fringe = [("▜█▛", stripes[k]) for k in range(count)]
        return [Text.assemble(*cloth), Text.assemble(*fringe)]

    # -- parts ---------------------------------------------------------------------------------------------------------

    def title(self) -> Block:
        view = self.view
        if view.players == 1:
            facts = [self.say("turn", number=view.turns + (view.phase != "over"))]
            if self.par is not None:
                facts.append(self.say("par", par=self.par))
        else:
            facts = [self.say("round", number=view.turns // view.players + 1)]
            if view.double_purchase:
                facts.append(self.say("double"))
        name = Text(" Bazaar ", style(INK, SAND, bold=True))
        note = Text(f" {' · '.join(facts)} ")
        rule = "━" * (self.width - name.cell_len - note.cell_len - 4)
        return [Text.assemble(("━━", LINES), name, (rule, LINES), note, ("━━", LINES))]

    def stall(self, number: int) -> Block:
        stall = self.view.stalls[number]
        width = (7 if self.wide else 6) * _STRIPE
        inner = width - 2
        solo = self.view.players == 1
        pips = "" if solo else "▮" * stall.left + "▯" * (WARES_PER_STALL - stall.left)
        name = self.say("goal") if solo else str(number + 1)
        head = Text.assemble((f" {name}", "bold"), " " * (inner - len(name) - len(pips) - 2), (pips, LINES), " ")
        body = [head, *self.ware(stall, inner)]
        post = ("│", LINES)
        walls = [Text.assemble(post, fit(line, inner), post) for line in body]
        return [*self.awning(width), *walls, Text("╰" + "─" * inner + "╯", LINES)]

    def ware(self, stall: StallView, inner: int) -> Block:
        if stall.top is None:
            if stall.left:
                return [Text(), fit(Text("?", "bold"), inner, "center"), Text(), Text(), Text()]
            lines = [fit(Text(line), inner, "center") for line in self.say("empty_stall").split("\n")]
            star = Text(f" {_STAR} ", style(INK, LAMP, bold=True))
            return [Text(), fit(star, inner, "center"), Text(), *lines]
        shown = self.tokens(stall.top)
        star_line = Text(f"{_STAR} {self.say('starred')}" if stall.starred else "", "bold")
        if self.view.players == 1:
            lines = [Text(self.say("exactly"), "dim"), shown, *self.away(stall.top, inner)]
            return [fit(line, inner, "center") for line in lines]
        return [
            fit(star_line, inner, "center"),
            fit(shown, inner, "center"),
            fit(self.lacking(stall.top, inner), inner, "center"),
            self.score_row(self.say("left"), _LEFT_SHOWN, inner, "dim"),
            self.score_row(self.say("points_short"), self.scored(stall.top), inner, "bold"),
        ]

    def lacking(self, ware: str, inner: int) -> Text:
        """The tokens of a ware that the reader (or, without one, the player on turn) still lacks."""
        seat = self.view.viewer if self.view.viewer is not None else self.view.seat
        lack = _less(ware, self.view.hands[seat])
        if not lack:
            return Text(f" {self.say('complete')} ", style(PAPER, OASIS, bold=True))
        return self.labelled("missing", lack, inner)

    def labelled(self, key: str, tokens: str, inner: int) -> Text:
        """Tokens with a word before them, if there is room for it."""
        painted = self.painted(tokens)
        word = f"{self.say(key)} "
        return Text.assemble((word, "dim"), painted) if len(word) + painted.cell_len <= inner else painted

    def away(self, ware: str, inner: int) -> Block:
        """The puzzle: what is missing, and what is held beside it."""
        hand = "".join(letter * count for letter, count in zip(LETTERS, self.view.hands[0], strict=True))
        spare = _less(hand, tuple(map(ware.count, LETTERS)))
        return [self.lacking(ware, inner), self.labelled("spare", spare, inner) if spare else Text()]

    def scored(self, ware: str) -> list[str]:
        empty = sum(stall.left == 0 for stall in self.view.stalls)
        column = column_of(WARE_TEXTS.index(ware), empty)
        return [str(points_for(column, left)) for left in range(len(_LEFT_SHOWN))]

    def score_row(self, name: str, cells: Sequence[str], inner: int, weight: str) -> Text:
        """Four columns at the right; the first is narrower, so that a label of five letters fits beside it."""
        label = f"{' ' * self.wide}{name}"
        numbers = f"{cells[0]:>2}" + "".join(f"{cell:>3}" for cell in cells[1:]) + " " * self.wide
        return Text.assemble((f"{label:<{inner - len(numbers)}}", "dim"), (numbers, weight))

    def card_width(self) -> int:
        return 28 if self.wide else 25

    def rate_cards(self) -> list[Block]:
        width = self.card_width()
        cards = []
        for card in self.view.rates:
            first = EQUATIONS_PER_CARD * (card - 1)
            rows = EQUATIONS[first : first + EQUATIONS_PER_CARD]
            widest = max(len(left) for left, _ in rows)
            lines = [
                Text.assemble(fit(self.tokens(left), 3 * widest, "right"), " = ", self.tokens(right))
                for left, right in rows
            ]
            cards.append(framed(self.say("rate_card", number=card), lines, width))
        return cards

    def bank(self) -> Block:
        beside_cards = self.width - 2 * self.card_width() - 4
        width = beside_cards if beside_cards >= 22 else self.card_width()
        lines = []
        for colour, letter, count in zip(COLOURS, LETTERS, self.view.bank, strict=True):
            name = self.catalogue.text(f"term-{colour}")
            bar = "━" * round((width - 18) * count / TOKENS_PER_COLOUR)
            lines.append(Text.assemble(self.token(letter), f" {name:<6} {count:>2} ", (bar, style(_GLASS[letter][0]))))
        return framed(self.say("bank"), lines, width)

    def players(self) -> Block:
        view = self.view
        if view.players == 1:
            return self.table([self.say("tokens"), self.say("held")], [[self.tokens_cell(0), self.total_cell(0)]])
        heads = [self.say("tokens"), self.say("held"), self.say("wares"), self.say("points")]
        rows = [
            [
                self.tokens_cell(seat),
                self.total_cell(seat),
                Text(str(len(view.wares[seat]))),
                Text(str(view.scores[seat]), "bold"),
            ]
            for seat in range(view.players)
        ]
        return self.table(heads, rows)

    def tokens_cell(self, seat: int) -> Text:
        return self.held(self.view.hands[seat], self.tokens_width())

    def tokens_width(self) -> int:
        return self.width - self.name_width() - 6 - 3 * 8

    def name_width(self) -> int:
        return 18 if self.wide else 12

    def total_cell(self, seat: int) -> Text:
        total = sum(self.view.hands[seat])
        return Text(f"{total}/{TOKEN_LIMIT}", style(TERRACOTTA, bold=True) if total > TOKEN_LIMIT else "")

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[Text]]) -> Block:
        widths = [self.tokens_width(), *[8] * (len(heads) - 1)]
        aligns = ["left", *["right"] * (len(heads) - 1)]
        indent = 6 + self.name_width()
        cells = [fit(Text(head, "dim"), width, align) for head, width, align in zip(heads, widths, aligns, strict=True)]
        lines = [Text.assemble(" " * indent, *cells)]
        for seat, row in enumerate(rows):
            on_turn = seat == self.view.seat and self.view.phase != "over"
            marker = Text("▶ " if on_turn else "  ", style(TERRACOTTA, bold=True))
            name = fit(Text(f" {self.names[seat]}", "bold" if on_turn else ""), self.name_width() + 1)
            cells = [fit(cell, width, align) for cell, width, align in zip(row, widths, aligns, strict=True)]
            lines.append(Text.assemble(marker, sign(seat), name, *cells))
        return lines


def _less(tokens: str, held: Tokens) -> str:
    """The tokens of a text that are not among those held."""
    return "".join(letter * max(0, tokens.count(letter) - held[k]) for k, letter in enumerate(LETTERS))
