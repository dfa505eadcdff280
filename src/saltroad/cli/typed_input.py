"""Reads typed lines as actions: by number, by their text or by enough of it; and answers those that name none."""

from __future__ import annotations

import difflib
from contextlib import suppress
from typing import Any

from saltroad.cli.display import Display
from saltroad.cli.screen import clean
from saltroad.cli.sentences import series
from saltroad.kernel.errors import UnreadableAction
from saltroad.records import History
from saltroad.terminal.choices import Group

_LIKENESS = 0.7
"""The similarity to a legal action from which on "did you mean" is asked: one or two letters of ten may differ."""
_SHOWN = 3
"""Actions that are named in the answer to a line that could mean several."""


class TypedInput:
    """Reads lines as actions of the position that the display shows, and answers those that it cannot read."""

    def __init__(self, history: History, display: Display) -> None:
        self._history, self._game = history, history.game
        self._display = display

    @property
    def _legal(self) -> tuple[Any, ...]:
        return self._game.legal(self._history.position)

    def read_action(self, line: str) -> Any | None:
        """The action that a line means; None if it was answered in another way: a kind of choices was opened, or the
        line could not be read."""
        if line.isdecimal() and line.isascii():
            chosen = self.by_number(line)
            if isinstance(chosen, Group):
                self._display.group(chosen)
                return None
            return chosen
        typed, line = line, self._display.spelled(line)
        with suppress(UnreadableAction):
            return self.parse(line)
        group = self._group_of(line)
        if group is not None:
            self._display.group(group)
            return None
        begun = self._completed(line)
        begun = begun or [action for action in self._legal if str(action).lower().startswith(line.lower())]
        if len(begun) > 1:
            some = series(map(self._display.named, begun[:_SHOWN]))
            self._display.answer("ambiguous", some=some, more=max(0, len(begun) - _SHOWN))
        elif not begun:
            self._suggest(typed, line)
        return begun[0] if len(begun) == 1 else None

    def by_number(self, line: str) -> Any | None:
        """The choice that has this number: an action, or a kind to be opened."""
        number, numbered = int(line), self._display.numbered
        if 1 <= number <= len(numbered):
            return numbered[number - 1]
        self._display.answer("not_a_choice", number=clean(line, 12), count=len(numbered))
        return None

    def parse(self, line: str) -> Any:
        """An action by its text; of the kind that is open, or the only one that can be meant, by the rest of it."""
        try:
            return self._game.parse(line)
        except UnreadableAction:
            verbs = {str(action).partition(" ")[0] for action in self._legal}
            if self._display.opened is not None:
                return self._game.parse(f"{self._display.opened.name} {line}")
            if len(verbs) == 1:
                return self._game.parse(f"{verbs.pop()} {line}")
            raise

    def _completed(self, line: str) -> list[Any]:
        """The legal actions that end in what was typed: `RRWBG` is enough for `buy RRWBG`."""
        legal = self._legal
        begun: list[Any] = []
        for verb in sorted({str(action).partition(" ")[0] for action in legal}):
            with suppress(UnreadableAction):
                begun += [action for action in [self._game.parse(f"{verb} {line}")] if action in legal]
        return begun or [action for action in legal if str(action).lower().endswith(f" {line.lower()}")]

    def _group_of(self, line: str) -> Group | None:
        """The one kind of choices whose name begins with what was typed."""
        begun = [group for group in self._display.groups if line and group.name.lower().startswith(line.lower())]
        return begun[0] if len(begun) == 1 else None

    def _suggest(self, typed: str, line: str) -> None:
        """Answer a line that is not understood: "did you mean …?" if a legal action is like it, else what to type.
        `line` is what was typed, as the rules would read it."""
        named = {str(name).lower(): name for name in map(self._display.named, self._legal)}
        near = difflib.get_close_matches(line[:60].lower(), named, n=1, cutoff=_LIKENESS)
        if near:
            self._display.answer("did_you_mean", near=named[near[0]])
        elif self._display.groups and self._is_kind(line):
            self._display.answer("none_of", typed=typed)
        else:
            self._display.answer("unreadable", count=len(self._display.numbered))

    def _is_kind(self, line: str) -> bool:
        """Whether actions of the game begin with this word."""
        notation = self._game.notation
        return any(str(notation.at(index)).partition(" ")[0] == line for index in range(len(notation)))
