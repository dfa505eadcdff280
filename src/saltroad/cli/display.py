"""What is shown of a game at the keyboard: the board, what happened, what is asked, what can be done, how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from saltroad.cli.phrases import ENTER_HELP, GROUP_HELP, HELP, OPEN_HELP, SECRET_HELP, decimal, phrase, turns
from saltroad.cli.screen import Screen
from saltroad.cli.table import TerminalTable
from saltroad.kernel.contract import Outcome, Position, View
from saltroad.kernel.rulebook import Rule
from saltroad.terminal import draw_board, drawer
from saltroad.terminal.paint import ASKED, LINES, fit, sign
from saltroad.terminal.scene import Scene
from saltroad.words import speaker
from saltroad.words.groups import Group

if TYPE_CHECKING:
    from saltroad.games.bazaar.par import ParBook

_NOT_ON_THE_BOARD = ("ply", "actor", "phase")
_MANY = 10
"""More choices than these stand in two columns, where the terminal is wide enough."""
_WIDE = 98
_PER_GROUP = 4
"""Of each group of choices, so many have a number."""
_NARROWEST = 76
"""Columns that the boards need."""
_OPENED = 12
"""Of a group that is open, so many."""


class Display:
    """One table on one screen, in one language."""

    def __init__(self, table: TerminalTable, screen: Screen, language: str, par: ParBook | None) -> None:
        self.table, self.screen, self.language, self.par = table, screen, language, par
        self.history, self.game = table.history, table.history.game
        self._drawer, self._speaker = drawer(self.game.info.name), speaker(self.game.info.name)
        self._names = table.names(language)
        self._drawn: dict[str, Any] = {}
        """What the board showed when it was drawn last."""
        self._grouped: tuple[Position | None, Sequence[Group]] = (None, ())
        """The choices by kind, and the position they belong to."""
        self._opened: tuple[Position | None, Group | None] = (None, None)
        """The kind whose choices are shown, and the position it belongs to."""

    @property
    def groups(self) -> Sequence[Group]:
        """The choices by kind, where the game has too many for a list."""
        position = self.history.position
        if self._grouped[0] is not position:
            offers = self.game.offers(position).actions
            view = self.game.observe(position, self.game.actor(position)) if offers else None
            self._grouped = position, self._speaker.grouped(view, offers, self.language) if offers else ()
        return self._grouped[1]

    @property
    def opened(self) -> Group | None:
        """The kind that the reader has chosen, where one of its choices is still to be made."""
        return self._opened[1] if self._opened[0] is self.history.position else None

    @property
    def default(self) -> Any | None:
        """What Enter alone does, if anything."""
        return self._speaker.default(self.game.observe(self.history.position, self.table.viewer))

    @property
    def numbered(self) -> Sequence[Any]:
        """The choices that have a number, from 1 on: actions, and kinds to be opened."""
        if self.opened is not None:
            return [action for action, _ in self.opened.choices[:_OPENED]]
        legal, first = self.game.legal(self.history.position), self.default
        if not self.groups:
            return sorted(legal, key=lambda action: action != first) if first is not None else legal
        of_kinds = {action for group in self.groups for action, _ in group.choices}
        at = next(k for k, action in enumerate(legal) if action in of_kinds)
        numbered: list[Any] = [*legal[:at]]
        for group in self.groups:
            numbered += [group] if group.summary else [action for action, _ in group.choices[:_PER_GROUP]]
        return [*numbered, *(action for action in legal[at:] if action not in of_kinds)]

    def spelled(self, line: str) -> str:
        """What was typed, as the rules read it."""
        return self._speaker.spelled(line)

    def named(self, action: Any) -> str:
        """An action as it can be typed, in the reader's language."""
        return self._speaker.named(action, self.language)

    def phrase(self, key: str, **values: object) -> str:
        return phrase(key, self.language, **values)

    def answer(self, key: str, **values: object) -> None:
        """A phrase, with what it names painted."""
        self.say(self.phrase(key, **values))

    def say(self, text: str) -> None:
        self.screen.say(self._drawer.adorn(text))

    def greeting(self, *, resumed: bool) -> None:
        info = self.game.info
        self.screen.say(Text.assemble((info.title, "bold"), f" · {info.designer}"))
        if self.table.people:
            self.answer("greeting")
            if self.par is None and info.aim:  # the puzzle says its own
                self.say(info.aim[self.language])
        if self.screen.width < _NARROWEST:
            self.answer("narrow", width=self.screen.width, needed=_NARROWEST)
        if resumed:
            self.answer("resumed")
        elif self.par is not None:
            self.answer("puzzle", ware=self.par.puzzle.ware, par=decimal(self.par.par, self.language))
        self.screen.show("")

    def wipe(self) -> None:
        """Clear the screen: whatever was drawn is gone."""
        self.screen.clear()
        self._drawn = {}

    # -- a turn --------------------------------------------------------------------------------------------------------

    def turn(self, since: int, *, again: bool = False) -> None:
        """The board (unless nothing on it has changed), what happened from ply `since` on, what is asked."""
        view = self.game.observe(self.history.position, self.table.viewer)
        seen = {name: value for name, value in view.as_dict().items() if name not in _NOT_ON_THE_BOARD}
        if again or seen != self._drawn:
            self._drawn = seen
            self._board(view, since)
        if self.table.people:
            self._log(since)
        if not self.history.is_over:
            self._ask(view)

    def _board(self, view: View, since: int) -> None:
        shown = self.groups if self.opened is None else [self.opened]
        scene = Scene(
            None if self.par is None else self.par.par,
            {action: points for group in shown for action, points in group.choices},
            {action: price for group in shown for action, price in group.prices.items()},
            "" if self.opened is None else self.opened.name,
            self.history.actions,
            since,
        )
        self.screen.show(draw_board(self.game.info.name, view, self._names, self.language, scene), "")

    def _ask(self, view: View) -> None:
        """What is asked, and what can be done."""
        legal = self.game.legal(self.history.position)
        if self.opened is not None:
            legal, choices = tuple(action for action, _ in self.opened.choices), self._places(self.opened)
        elif self.groups and not self.groups[0].summary:
            choices = self._groups()
        else:
            choices = self._choices()
        asked = self._speaker.asked(view, legal, self._names, self.table.you, self.language)
        if self.default is not None:
            asked += " " + self.phrase("enter", action=self.named(self.default))
        bar = Text(f" ▶ {asked}", ASKED)
        bar.pad_right(max(0, self.screen.width - 4 - bar.cell_len))
        self.screen.show(Padding(bar, (0, 2)), *choices, "")

    def _log(self, since: int) -> None:
        grid = Grid.grid(padding=(0, 1, 0, 0))
        for line in self._speaker.told(self.history, since, self._names, self.table.you, self.language):
            mark = Text(" · ", LINES) if line.seat is None else sign(line.seat)
            grid.add_row(mark, self._drawer.adorn(str(line)))
        for note in self._par_notes(since):
            grid.add_row(Text(" · ", LINES), self._drawer.adorn(note))
        if grid.row_count:
            self.screen.show(Padding(grid, (0, 2)), "")

    def _par_notes(self, since: int) -> Iterator[str]:
        """In the puzzle: what the last moves cost, and what the die gave."""
        for note in self.par.notes(since) if self.par is not None else ():
            amount = turns(abs(note.turns), self.language)
            if note.is_die:
                yield self.phrase("even" if note.is_nothing else "lucky" if note.turns > 0 else "unlucky", turns=amount)
            elif note.is_nothing:
                yield self.phrase("cost_none", action=note.action, cost=decimal(0.0, self.language))
            else:
                yield self.phrase("cost", action=note.action, turns=amount, best=note.best)

    def _choices(self) -> list[RenderableType]:
        """The legal actions, numbered, with what each does; and kinds of them, with what they offer."""
        numbered = self.numbered
        two = len(numbered) > _MANY and self.screen.width >= _WIDE and not self.groups
        names = [choice.called if isinstance(choice, Group) else self.named(choice) for choice in numbered]
        widest = max(map(cell_len, names))
        room = self.screen.width - widest - 13
        rows = []
        for number, (choice, called) in enumerate(zip(numbered, names, strict=True), 1):
            name = self._drawer.adorn(called)
            name.pad_right(widest - name.cell_len)
            what = self._what(choice, room, short=two)
            first, *rest = what.wrap(self.screen.console, room) if what and not two else [what]
            rows.append(Text.assemble((f"{number:>2}  ", "bold"), name, "  ", first))
            rows += [Text.assemble(" " * (widest + 6), line) for line in rest]
        if two:
            rows = _in_two_columns(rows, (self.screen.width - 8) // 2)
        if self.groups:
            group = self.groups[0]
            example = _short(group, group.choices[0][0])
            rows.append(Text(self.phrase("to_open", group=group.called, example=example), "dim"))
        return [Padding(row, (0, 4, 0, 3)) for row in rows]

    def _what(self, choice: Any, room: int, *, short: bool) -> Text:
        """What a choice does, or what a kind of them offers."""
        if isinstance(choice, Group):
            return self._drawer.adorn(choice.summary)
        what = Text(self.game.explain(self.history.position, choice).sentence(self.language))
        if choice == self.default:
            what.append(f"  {self.phrase('by_enter')}", "bold")
        opens = self._drawer.adorn(self._speaker.opens(self.game, self.history.position, choice, self.language))
        if not opens:
            return what
        both = Text.assemble(what, "  ", opens)
        return opens if short or both.cell_len > room else both

    def _places(self, group: Group) -> list[RenderableType]:
        """The first choices of the kind that is open, numbered, with what each costs and does."""
        rows = []
        for number, choice in enumerate(group.choices[:_OPENED], 1):
            name = fit(_named(group, *choice), 8)
            opens = self._speaker.opens(self.game, self.history.position, choice[0], self.language)
            rows.append(Text.assemble((f"{number:>2}  ", "bold"), name, self._drawer.adorn(opens)))
        rows = _in_two_columns(rows, (self.screen.width - 8) // 2)
        more = len(group.choices) - _OPENED
        rest = self.phrase("one_more" if more == 1 else "more", count=more).strip() if more > 0 else ""
        example = _short(group, group.choices[-1][0])
        rows += [Text(line, "dim") for line in (rest, self.phrase("opened", example=example)) if line]
        return [Padding(row, (0, 4, 0, 3)) for row in rows]

    def _groups(self) -> list[RenderableType]:
        """The first choices of each kind, numbered, with what they earn, and how many more there are."""
        rows, number = [], 0
        widest = max(cell_len(group.called) for group in self.groups)
        for group in self.groups:
            row = self._drawer.adorn(f"{group.called}:")
            row.pad_right(widest + 2 - row.cell_len)
            for choice in group.choices[:_PER_GROUP]:
                number += 1
                row.append_text(fit(Text.assemble((f"{number:>3}  ", "bold"), _named(group, *choice)), 13))
            more = len(group.choices) - _PER_GROUP
            rest = self.phrase("one_more" if more == 1 else "more", count=more) if more > 0 else ""
            rows.append(Text.assemble(row, (rest, "dim")))
        group = self.groups[0]
        example = self.named(group.choices[0][0])
        rows.append(Text(self.phrase("by_name", group=group.called, example=example), "dim"))
        return [Padding(row, (0, 3, 0, 3)) for row in rows]

    def group(self, group: Group) -> None:
        """All choices of one kind: on the board where that is how they are made, or as a list."""
        if group.summary:
            self._open(group)
            return
        cells = [_named(group, *choice) for choice in group.choices]
        wide = 3 + max(cell.cell_len for cell in cells)
        most = (self.screen.width - 6) // wide
        lines = [Text("").join(fit(cell, wide) for cell in cells[k : k + most]) for k in range(0, len(cells), most)]
        self.answer("all_of", group=group.called, count=len(cells))
        self.screen.show(*(Padding(line, (0, 3)) for line in lines))

    def _open(self, group: Group | None) -> None:
        self._opened = self.history.position, group
        view = self.game.observe(self.history.position, self.table.viewer)
        self.screen.show("")
        self._board(view, len(self.history))
        self._ask(view)

    def close(self) -> None:
        """Back to all choices."""
        self._open(None)

    # -- the end -------------------------------------------------------------------------------------------------------

    def end(self, outcome: Outcome) -> None:
        """How it ended, the standing by source, and the winner."""
        verdict = self.game.explain(self.history.position, self.game.notation.at(0))
        self.screen.say(f"{verdict.sentence(self.language)} ({verdict.rule})")
        if self.par is None:
            self.screen.show("", self._standing(outcome), "")
            self.screen.say(Text(self._speaker.won(outcome, self._names, self.table.you, self.language), "bold"))
        else:
            cost, luck = self.par.totals()
            taken, par = outcome.scores[0], decimal(self.par.par, self.language)
            self.screen.say(Text(self.phrase("solved", turns=taken, par=par), "bold"))
            moves, die = decimal(cost, self.language, "+"), decimal(-luck, self.language, "+")
            self.screen.say(self.phrase("account", par=par, moves=moves, die=die, turns=taken))
        if self.table.people:
            self.answer("end_prompt")

    def _standing(self, outcome: Outcome) -> RenderableType:
        sources = [*outcome.breakdown]
        heads = [*(self._speaker.source(source, self.language) for source in sources), self.phrase("total")]
        wide = sum(map(cell_len, heads)) + max(map(cell_len, self._names)) + 3 * (len(heads) + 3) + 9
        grid = Grid.grid(padding=(0, 3 if wide <= self.screen.width else 1, 0, 0))
        grid.add_row("", "", "", *(Text(head, "dim", justify="right") for head in heads))
        for seat in sorted(range(len(outcome.ranks)), key=outcome.ranks.__getitem__):
            parts = (Text(str(outcome.breakdown[source][seat]), justify="right") for source in sources)
            total = Text(str(outcome.scores[seat]), "bold", justify="right")
            name = Text(self._names[seat], "bold" if outcome.ranks[seat] == 1 else "", no_wrap=True)
            grid.add_row(f"{outcome.ranks[seat]}.", sign(seat), name, *parts, total)
        return Padding(grid, (0, 2))

    # -- to be read ----------------------------------------------------------------------------------------------------

    def help(self, example: str) -> None:
        grid = Grid.grid(padding=(0, 3, 0, 0))
        rule = next(iter(self.game.rulebook)).id
        group = self.groups[0].called if self.groups else ""
        by_kind = (OPEN_HELP if self.groups[0].summary else GROUP_HELP)[self.language] if group else ()
        by_enter = () if self.default is None else ENTER_HELP[self.language]
        secrets = SECRET_HELP[self.language] if self.table.shares_secrets else ()
        number, by_text, *others = HELP[self.language]
        for typed, does in (number, *by_enter, by_text, *by_kind, *others, *secrets):
            grid.add_row(Text(typed.format(example=example, rule=rule, group=group), "bold"), does)
        self.screen.show("", Padding(grid, (0, 2)), "")

    def section(self, title: str, rules: Sequence[Rule]) -> None:
        self.screen.show("", Padding(Text(title, "bold"), (0, 2)))
        self.rules(rules)

    def rules(self, rules: Sequence[Rule]) -> None:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for rule in rules:
            ruling = Text(f" [{self.phrase('ruling')}]" if rule.is_ruling else "", "italic")
            grid.add_row(Text(rule.id, "bold", no_wrap=True), Text(rule.text[self.language]) + ruling)
        self.screen.show(Padding(grid, (0, 2)))


def _short(group: Group, action: Any) -> str:
    """The text of a choice without its kind."""
    return str(action).removeprefix(group.name).strip()


def _named(group: Group, action: Any, points: int) -> Text:
    return Text.assemble(_short(group, action), (f" +{points}", "bold") if points else "")


def _in_two_columns(rows: Sequence[Text], room: int) -> list[Text]:
    """Rows read down the first column and then the second; too long ones at the beginning stay alone."""
    alone = next((k for k in range(len(rows)) if all(row.cell_len < room for row in rows[k:])), len(rows))
    half = (len(rows) - alone + 1) // 2
    first, second = rows[alone : alone + half], rows[alone + half :]
    pairs = [Text.assemble(fit(left, room), *second[k : k + 1]) for k, left in enumerate(first)]
    return [*rows[:alone], *pairs]
