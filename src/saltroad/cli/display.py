"""The display of a game in the terminal: the board, what happened, the question, the choices, the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from saltroad.cli.screen import Screen
from saltroad.cli.sentences import cli_catalogue, events_of, game_catalogue, told
from saltroad.cli.table import TerminalTable
from saltroad.kernel.contract import Outcome, Position, View
from saltroad.kernel.rulebook import Rule, Verdict
from saltroad.messages import Sentence, facts_of, narrate, suggest, winners_line
from saltroad.terminal import draw_board, painted
from saltroad.terminal.choices import Group, choices_of
from saltroad.terminal.paint import ASKED, LINES, fit, sign
from saltroad.terminal.scene import Scene

if TYPE_CHECKING:
    from saltroad.games.bazaar.par import ParBook

_NOT_ON_THE_BOARD = ("ply", "actor", "phase")
_MANY = 10
"""Choices above which they are printed in two columns, where the terminal is wide enough."""
_WIDE = 98
_PER_GROUP = 4
"""Choices of each group that have a number."""
_NARROWEST = 76
"""Columns that the boards need."""
_OPENED = 12
"""Choices that have a number in a group that is open."""


class Display:
    """One table on one screen, in one language."""

    def __init__(self, table: TerminalTable, screen: Screen, language: str, par: ParBook | None) -> None:
        self.table, self.screen, self.language, self.par = table, screen, language, par
        self.history, self.game = table.history, table.history.game
        name = self.game.info.name
        self._own, self._messages = cli_catalogue(language), game_catalogue(name, language)
        self._facts, self._named = facts_of(name), choices_of(name)
        self._names = table.names(self._own)
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
            self._grouped = position, self._named.grouped(view, offers, self._messages) if offers else ()
        return self._grouped[1]

    @property
    def opened(self) -> Group | None:
        """The kind of choices that the reader has opened, until one is played."""
        return self._opened[1] if self._opened[0] is self.history.position else None

    @property
    def default(self) -> Any | None:
        """The action that Enter alone plays, if any."""
        return self._named.default(self.game.observe(self.history.position, self.table.viewer))

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
        """A typed line in the notation of the rules."""
        return self._named.spelled(line)

    def named(self, action: Any) -> Sentence:
        """An action as it can be typed, in the reader's language."""
        return self._named.named(action, self._messages)

    def sentence(self, message: str, **values: object) -> Sentence:
        """A message of the command line."""
        return self._own.format(message, values, names=self._names)

    def reason(self, verdict: Verdict) -> Sentence:
        """The sentence of a verdict."""
        return told(verdict, self._messages, self._names, self.table.reader)

    def advice(self, action: Any) -> Sentence:
        """An action as a suggestion."""
        view = self.game.observe(self.history.position, self.table.viewer)
        return suggest(self._messages, self._facts.advice(view, action), self._names, self.table.reader)

    def painted(self, sentence: Sentence, style: str | Style = "") -> Text:
        return painted(self.game.info.name, sentence, style)

    def answer(self, message: str, **values: object) -> None:
        """Say a message of the command line, with the pieces that are in it painted."""
        self.screen.say(self.painted(self.sentence(message, **values)))

    def greeting(self, *, resumed: bool) -> None:
        info = self.game.info
        self.screen.say(Text.assemble((info.title, "bold"), f" · {info.designer}"))
        if self.table.people:
            self.answer("greeting")
            if self.par is None and info.aim:  # the puzzle says its own
                self.screen.say(info.aim[self.language])
        if self.screen.width < _NARROWEST:
            self.answer("narrow", width=self.screen.width, needed=_NARROWEST)
        if resumed:
            self.answer("resumed")
        elif self.par is not None:
            self.answer("puzzle", ware=self.par.puzzle.ware, turns=round(self.par.par, 2))
        self.screen.show("")

    def wipe(self) -> None:
        """Clear the screen; the next turn is drawn whole."""
        self.screen.clear()
        self._drawn = {}

    # -- a turn --------------------------------------------------------------------------------------------------------

    def turn(self, since: int, *, again: bool = False) -> None:
        """Show a turn: the board (unless nothing on it has changed), what happened from ply `since` on, the
        question."""
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
        self.screen.show(draw_board(self.game.info.name, view, self._names, self._messages, scene), "")

    def _ask(self, view: View) -> None:
        """Show the question and the choices."""
        legal = self.game.legal(self.history.position)
        if self.opened is not None:
            legal, choices = tuple(action for action, _ in self.opened.choices), self._places(self.opened)
        elif self.groups and not self.groups[0].summary:
            choices = self._groups()
        else:
            choices = self._choices()
        bar = Text(" ▶ ", ASKED).append_text(self.painted(self._asked(view, legal)))
        bar.pad_right(max(0, self.screen.width - 4 - bar.cell_len))
        self.screen.show(Padding(bar, (0, 2)), *choices, "")

    def _asked(self, view: View, legal: Sequence[Any]) -> Sentence:
        """The question to the player to act, by name where several share the keyboard; and what Enter does."""
        question = self._facts.question(view, legal)
        assert question is not None, "a seat is to act"
        asked = self._messages.format(question.kind, question.fields(), names=self._names, you=question.seat)
        if question.seat != self.table.you:
            asked = self.sentence("asked_of", seat=question.seat, question=asked)
        if self.default is None:
            return asked
        return Sentence((*asked, " ", *self.sentence("enter", action=self.named(self.default))))

    def _log(self, since: int) -> None:
        grid = Grid.grid(padding=(0, 1, 0, 0))
        for line in narrate(self._messages, events_of(self.history, since), self._names, self.table.you):
            mark = Text(" · ", LINES) if line.seat is None else sign(line.seat)
            grid.add_row(mark, self.painted(line.sentence))
        for note in self._par_notes(since):
            grid.add_row(Text(" · ", LINES), self.painted(note))
        if grid.row_count:
            self.screen.show(Padding(grid, (0, 2)), "")

    def _par_notes(self, since: int) -> Iterator[Sentence]:
        """Notes of the puzzle: what the last moves cost against par, and what the die gave."""
        for note in self.par.notes(since) if self.par is not None else ():
            turns = round(abs(note.turns), 2)
            if note.is_die:
                message = "even" if note.is_nothing else "lucky" if note.turns > 0 else "unlucky"
                yield self.sentence(message, turns=turns)
            elif note.is_nothing:
                yield self.sentence("cost_none", action=self.named(note.action))
            else:
                yield self.sentence("cost", action=self.named(note.action), turns=turns, best=self.named(note.best))

    def _choices(self) -> list[RenderableType]:
        """The legal actions, numbered, with what each does; and kinds of them, with what they offer."""
        numbered = self.numbered
        two = len(numbered) > _MANY and self.screen.width >= _WIDE and not self.groups
        names = [
            self.painted(choice.called if isinstance(choice, Group) else self.named(choice)) for choice in numbered
        ]
        widest = max(name.cell_len for name in names)
        room = self.screen.width - widest - 13
        rows = []
        for number, (choice, name) in enumerate(zip(numbered, names, strict=True), 1):
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
            rows.append(self.painted(self.sentence("to_open", group=group.called, example=example), "dim"))
        return [Padding(row, (0, 4, 0, 3)) for row in rows]

    def _what(self, choice: Any, room: int, *, short: bool) -> Text:
        """The description of a choice, or of a kind of choices."""
        if isinstance(choice, Group):
            return self.painted(choice.summary)
        what = self.painted(self.reason(self.game.explain(self.history.position, choice)))
        if choice == self.default:
            what.append(f"  {self.sentence('by_enter')}", "bold")
        opens = self._opens(choice)
        if not opens:
            return what
        both = Text.assemble(what, "  ", opens)
        return opens if short or both.cell_len > room else both

    def _opens(self, action: Any) -> Text:
        """What an action leads to."""
        return self.painted(self._named.opens(self.game, self.history.position, action, self._messages))

    def _places(self, group: Group) -> list[RenderableType]:
        """The first choices of the kind that is open, numbered, with what each costs and does."""
        rows = []
        for number, choice in enumerate(group.choices[:_OPENED], 1):
            name = fit(_named(group, *choice), 8)
            rows.append(Text.assemble((f"{number:>2}  ", "bold"), name, self._opens(choice[0])))
        rows = _in_two_columns(rows, (self.screen.width - 8) // 2)
        more = len(group.choices) - _OPENED
        if more > 0:
            rows.append(self.painted(self.sentence("more", count=more), "dim"))
        rows.append(self.painted(self.sentence("opened", example=_short(group, group.choices[-1][0])), "dim"))
        return [Padding(row, (0, 4, 0, 3)) for row in rows]

    def _groups(self) -> list[RenderableType]:
        """The first choices of each kind, numbered, with what they earn, and how many more there are."""
        rows, number = [], 0
        kinds = [self.painted(self.sentence("kind", group=group.called)) for group in self.groups]
        widest = max(kind.cell_len for kind in kinds)
        for group, row in zip(self.groups, kinds, strict=True):
            row.pad_right(widest + 1 - row.cell_len)
            for choice in group.choices[:_PER_GROUP]:
                number += 1
                row.append_text(fit(Text.assemble((f"{number:>3}  ", "bold"), _named(group, *choice)), 13))
            more = len(group.choices) - _PER_GROUP
            if more > 0:
                row.append_text(self.painted(Sentence(("  ", *self.sentence("more", count=more))), "dim"))
            rows.append(row)
        group = self.groups[0]
        example = self.named(group.choices[0][0])
        rows.append(self.painted(self.sentence("by_name", group=group.called, example=example), "dim"))
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
        """Show the end: how the game ended, the points by source, and the winner."""
        verdict = self.game.explain(self.history.position, self.game.notation.at(0))
        self.answer("ended", sentence=self.reason(verdict), rule=verdict.rule)
        if self.par is None:
            self.screen.show("", self._standing(outcome), "")
            by = self._named.tie_break(outcome)
            won = winners_line(self._messages, outcome, self._names, self.table.you, by=by)
            self.screen.say(self.painted(won, "bold"))
        else:
            cost, luck = self.par.totals()
            taken, par = outcome.scores[0], round(self.par.par, 2)
            self.screen.say(self.painted(self.sentence("solved", taken=taken, par=par), "bold"))
            moves, die = abs(round(cost, 2)), round(abs(luck), 2)
            self.answer("account", par=par, moves=moves, die=die, saved=luck > 0, taken=taken)
        if self.table.people:
            self.answer("end_prompt")

    def _standing(self, outcome: Outcome) -> RenderableType:
        sources = [*outcome.breakdown]
        heads = [*map(self._source, sources), str(self.sentence("total"))]
        wide = sum(map(cell_len, heads)) + max(map(cell_len, self._names)) + 3 * (len(heads) + 3) + 9
        grid = Grid.grid(padding=(0, 3 if wide <= self.screen.width else 1, 0, 0))
        grid.add_row("", "", "", *(Text(head, "dim", justify="right") for head in heads))
        for seat in sorted(range(len(outcome.ranks)), key=outcome.ranks.__getitem__):
            parts = (Text(str(outcome.breakdown[source][seat]), justify="right") for source in sources)
            total = Text(str(outcome.scores[seat]), "bold", justify="right")
            name = Text(self._names[seat], "bold" if outcome.ranks[seat] == 1 else "", no_wrap=True)
            grid.add_row(f"{outcome.ranks[seat]}.", sign(seat), name, *parts, total)
        return Padding(grid, (0, 2))

    def _source(self, name: str) -> str:
        """A column of the score."""
        label = f"label-{name}"
        return self._messages.text(label) if label in self._messages else name.replace("_", " ")

    # -- to be read ----------------------------------------------------------------------------------------------------

    def help(self, example: Sentence) -> None:
        grid = Grid.grid(padding=(0, 3, 0, 0))
        values = {
            "example": example,
            "rule": next(iter(self.game.rulebook)).id,
            "group": self.groups[0].called if self.groups else "",
        }
        for message in self._helps():
            typed, does = self.sentence(f"{message}.typed", **values), self.sentence(message)
            grid.add_row(self.painted(typed, "bold"), self.painted(does))
        self.screen.show("", Padding(grid, (0, 2)), "")

    def _helps(self) -> Iterator[str]:
        """The messages of what can be typed now."""
        yield "help-number"
        if self.default is not None:
            yield "help-enter"
        yield "help-action"
        if self.groups:
            yield from ("help-open", "help-back") if self.groups[0].summary else ("help-kind",)
        yield from (f"help-{command}" for command in ("why", "hint", "undo", "rules", "board", "save", "quit"))
        if self.table.shares_secrets:
            yield "help-secrets"

    def section(self, title: str, rules: Sequence[Rule]) -> None:
        self.screen.show("", Padding(Text(title, "bold"), (0, 2)))
        self.rules(rules)

    def rules(self, rules: Sequence[Rule]) -> None:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for rule in rules:
            ruling = Text(f" [{self.sentence('ruling')}]" if rule.is_ruling else "", "italic")
            grid.add_row(Text(rule.id, "bold", no_wrap=True), Text(rule.text[self.language]) + ruling)
        self.screen.show(Padding(grid, (0, 2)))


def _short(group: Group, action: Any) -> str:
    """The text of a choice without the name of its kind."""
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
