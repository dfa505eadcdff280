"""The session of a game at the keyboard: shows, asks and does what was typed, until the game is over or the person
leaves.

Nothing that is typed ends the game except leaving it, and a game that has begun is never lost: however the session
ends, it is written to a file first and the person is told how to resume it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from saltroad.cli.display import Display
from saltroad.cli.screen import Screen, clean
from saltroad.cli.sentences import commands, series
from saltroad.cli.table import SUFFIX, TerminalTable
from saltroad.cli.typed_input import TypedInput
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.errors import UnreadableAction
from saltroad.messages import Sentence
from saltroad.terminal.choices import Group

if TYPE_CHECKING:
    from saltroad.games.bazaar.par import ParBook


class Leave(BaseException):
    """The person leaves, or the terminal is taken away."""


class Session:
    """One game of one table at one keyboard."""

    def __init__(self, table: TerminalTable, screen: Screen, language: str, par: ParBook | None = None) -> None:
        self.table, self.screen, self.par = table, screen, par
        self.language = language
        self.history, self.game = table.history, table.history.game
        self.display = Display(table, screen, language, par)
        self.typed = TypedInput(self.history, self.display)
        self.told = 0
        """The ply up to which the person knows what happened."""
        self.shown_to: int | None = None
        """Of several people with secrets: who looks at the screen."""
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "board": self.board,
            "back": self.back,
            "hint": self.hint,
            "undo": self.undo,
            "why": self.why,
            "rules": self.rules,
            "save": self.save,
            "quit": self.quit,
        }

    @property
    def legal(self) -> tuple[Any, ...]:
        return self.game.legal(self.history.position)

    def answer(self, message: str, **values: object) -> None:
        self.display.answer(message, **values)

    # -- the loop ------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        with _signals_leave():
            try:
                self.play()
            except (EOFError, KeyboardInterrupt, Leave):
                self.leave()
            except BaseException:  # a fault of ours, or a closed pipe: the game is saved all the same
                with suppress(Exception):
                    self.leave()
                raise

    def play(self) -> None:
        resumed = self.table.file is not None
        if resumed:
            self.told = self.table.last_own_ply() or 0
        self.display.greeting(resumed=resumed and not self.history.is_over)
        while True:
            self.table.advance()
            if not self.hand_over():
                continue
            self.display.turn(self.told)
            if self.history.outcome is not None:
                self.display.end(self.history.outcome)
                if not self.table.people:
                    return
            ply = len(self.history)
            while len(self.history) == ply:
                self.reply(clean(self.screen.read(), 400))

    def hand_over(self) -> bool:
        """Hide the screen between players who have secrets from each other, until the next one presses Enter.

        The player who has just moved may still take that back: then it returns False, and the turn is theirs again.
        """
        person = self.table.reader
        if person is None or person == self.shown_to or not self.table.shares_secrets:
            return True
        if self.shown_to is not None:
            self.display.wipe()
        while True:
            self.answer("your_screen", seat=person)
            typed = clean(self.screen.read(), 400).lower()
            if not typed:
                break
            command = commands().get(typed)
            if command == "quit":
                raise Leave
            if command == "undo":
                plies = len(self.history)
                self.undo("")
                if len(self.history) < plies:
                    return False
        self.shown_to = person
        self.told = self.table.last_own_ply(person) or 0
        return True

    def reply(self, line: str) -> None:
        """Do what a line asks for, or say in one line why not."""
        name, _, rest = line.partition(" ")
        command = commands().get(name.lower())
        if command is not None:
            self.commands[command](rest.strip())
        elif self.history.is_over:
            if not line:
                raise Leave
            self.answer("end_prompt")
        elif not line:
            if self.display.default is None:
                self.answer("empty", count=len(self.display.numbered))
            else:
                self.act(self.display.default)
        else:
            action = self.typed.read_action(line)
            if action is not None:
                self.act(action)

    def act(self, action: Any) -> None:
        """Play an action, or say which rule forbids it."""
        if action not in self.legal:
            verdict = self.game.explain(self.history.position, action)
            self.answer("refused", sentence=self.display.reason(verdict), rule=verdict.rule)
            return
        self.told = len(self.history)
        self.history.play(action, seat=self.history.actor)

    # -- commands ------------------------------------------------------------------------------------------------------

    def example(self) -> Sentence:
        return self.display.named((self.legal or (self.game.notation.at(0),))[-1])

    def help(self, _: str) -> None:
        self.display.help(self.example())

    def board(self, _: str) -> None:
        self.display.turn(self.told, again=True)

    def back(self, _: str) -> None:
        if self.display.opened is None:
            self.answer("nothing_opened")
        else:
            self.display.close()

    def hint(self, _: str) -> None:
        if self.history.is_over:
            self.answer("end_prompt")
            return
        action = self.table.hint() if self.par is None else self.par.best()
        self.answer("hint", advice=self.display.advice(action), action=self.display.named(action))

    def undo(self, _: str) -> None:
        ply = self.table.last_own_ply()
        if ply is None:
            self.answer("undo_none")
            return
        actions, actors = self.history.actions[ply:], self.history.actors[ply:]
        if not self.history.undo_for(actors[0]):
            self.answer("undo_chance")
            return
        self.told = len(self.history)
        taken_back = (self.display.named(action) for action, who in zip(actions, actors, strict=True) if who != CHANCE)
        self.answer("undone", actions=series(taken_back))

    def why(self, text: str) -> None:
        """Whether an action is legal, and the rule that says so."""
        action = None
        if not text:
            self.answer("why_what", example=self.example())
        elif text.isdecimal() and text.isascii() and not self.history.is_over:
            action = self.typed.by_number(text)
            if isinstance(action, Group):
                action = action.choices[0][0]
        else:
            try:
                action = self.typed.parse(self.display.spelled(text))
            except UnreadableAction:
                if not self.why_each(text):
                    self.answer("why_unreadable", example=self.example())
        if action is not None:
            self.display.rules([self.game.rulebook[self.say_why(action)]])

    def say_why(self, action: Any) -> str:
        """Say whether an action is legal; gives the id of the rule."""
        verdict = self.game.explain(self.history.position, action)
        named, reason = self.display.named(action), self.display.reason(verdict)
        self.answer("why", action=named, legal=verdict.legal, sentence=reason)
        return verdict.rule

    def why_each(self, text: str) -> bool:
        """Answer `why d2`, which names no kind of action, for each kind that it can mean; False if there is none."""
        actions = []
        for group in self.display.groups:
            with suppress(UnreadableAction):
                actions.append(self.game.parse(f"{group.name} {text}"))
        rules = dict.fromkeys(map(self.say_why, actions))
        if rules:
            self.display.rules([self.game.rulebook[rule] for rule in rules])
        return bool(rules)

    def rules(self, text: str) -> None:
        """All rules, or one by its id, of which the number is enough."""
        rulebook = self.game.rulebook
        if not text:
            for section, rules in groupby(rulebook, key=lambda rule: rule.section[self.language]):
                self.display.section(section, list(rules))
            self.screen.show("")
            return
        ids = list(rulebook.rules)
        found = [id for id in ids if text.upper() in (id, id.partition("-")[2])]
        if found:
            self.display.rules([rulebook[found[0]]])
        else:
            self.answer("no_rule", text=clean(text, 20), first=ids[0], last=ids[-1])

    # -- keeping the game, and leaving ---------------------------------------------------------------------------------

    def save(self, name: str) -> None:
        try:
            if name:
                file = Path(name.strip("'\"")).expanduser()
                self.table.save(file if file.suffix else file.with_suffix(SUFFIX))
            else:
                self.table.autosave()
        except FileExistsError as error:
            self.answer("save_exists", file=clean(str(error)))
        except (OSError, ValueError, RuntimeError) as error:
            why = getattr(error, "strerror", None) or str(error)
            self.answer("save_failed", file=clean(name), why=clean(why))
        else:
            self.say_resume("saved")

    def say_resume(self, message: str) -> None:
        self.answer(message)
        self.screen.line(f"  {_command()} play --resume {shlex.quote(str(self.table.file))}")

    def quit(self, _: str) -> None:
        raise Leave

    def leave(self) -> None:
        """Save the game if it would be lost, then say where it is."""
        if self.history.is_over:
            return
        failed = None
        if self.table.is_begun and not self.table.is_saved:
            try:
                self.table.autosave()
            except OSError as error:
                failed = error
        self.screen.show("")
        if failed is not None:
            self.answer("left_unsaved", why=clean(failed.strerror or str(failed)))
            self.screen.line(self.table.record().text())
        elif self.table.file is not None:
            self.say_resume("left_saved")
        else:
            self.answer("left_unplayed")


@contextmanager
def _signals_leave() -> Iterator[None]:
    """While playing: a closed window or a polite kill leaves the table as `quit` does."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise Leave

    before = {}
    if threading.current_thread() is threading.main_thread():  # nowhere else can a program listen to signals
        numbers = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
        before = {number: signal.signal(number, leave) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _command() -> str:
    """The name of the command, or its path where it cannot be called by name (after `make play`)."""
    if shutil.which("saltroad") is not None:
        return "saltroad"
    return shlex.quote(os.path.relpath(sys.argv[0])) if Path(sys.argv[0]).name == "saltroad" else "python -m saltroad"
