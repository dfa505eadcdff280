"""A table in the terminal: its seats, the moves of chance and bots, and saving the game to a file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path

from saltroad.bots import Bot, Limit, bot_names, make_bot
from saltroad.cli.sentences import cli_catalogue
from saltroad.kernel.chance import Rng
from saltroad.kernel.errors import BadOptions
from saltroad.kernel.state_record import OWNER
from saltroad.messages import Catalogue
from saltroad.records import History, Record

HUMAN = "human"
SUFFIX = ".saltroad"
_LIMIT = Limit(seconds=2.0)
_YOU = "You"


@dataclass(frozen=True, slots=True)
class TerminalSeat:
    """The player of a seat: a bot, or a person, who may have a name of their own."""

    bot: str | None
    name: str = ""


def seats_of(players: int | None, bots: str | None) -> tuple[int | None, list[TerminalSeat]]:
    """The number of players and the seats, from `--players` and `--bots`; the seats are empty where neither is said.

    Names fill the seats from the second on, the first is yours; as many names as players fill all seats.
    """
    kinds = [kind.strip().lower() for kind in bots.split(",")] if bots else []
    for kind in kinds:
        if kind not in (*bot_names(), HUMAN):
            raise BadOptions(f"--bots knows {', '.join(bot_names())} and {HUMAN}, not {kind[:40]!r}.")
    if kinds and players is None:
        players = len(kinds) + 1
    if players is not None and len(kinds) > players:
        raise BadOptions(f"--bots names {len(kinds)} seats, but {players} play.")
    return players, [TerminalSeat(None if kind == HUMAN else kind) for kind in kinds]


def seated(players: int, named: Sequence[TerminalSeat]) -> tuple[TerminalSeat, ...]:
    """All seats: a person first, then those named, then greedy bots."""
    first = [] if len(named) == players else [TerminalSeat(None)]
    rest = players - len(first) - len(named)
    return (*first, *named, *[TerminalSeat("greedy")] * rest)


def seats_in(record: Record) -> tuple[TerminalSeat, ...]:
    """The seats of a record: names of bots are bots again, all others are people."""
    seats = []
    for number, name in enumerate(record.seats):
        kind = name.rstrip("0123456789 ")
        if kind in bot_names():
            seats.append(TerminalSeat(kind))
        else:
            seats.append(TerminalSeat(None, "" if name in (_YOU, f"Player {number + 1}") else name))
    return tuple(seats)


def people_in(record: Record, catalogue: Catalogue) -> tuple[list[str], int | None]:
    """The players' names in a record, and the seat of the person who was alone at the keyboard, if one was."""
    you = record.seats.index(_YOU) if _YOU in record.seats else None
    names = list(record.seats)
    for seat, name in enumerate(record.seats):
        if seat == you:
            names[seat] = catalogue.text("you")
        elif name == f"Player {seat + 1}":
            names[seat] = catalogue.text("player_number", number=seat + 1)
    return names, you


@dataclass
class TerminalTable:
    """A game with its people, its bots and its chance."""

    history: History
    seats: tuple[TerminalSeat, ...]
    seed: int
    more: dict[str, str] = field(default_factory=dict)
    """Further headers of the record that was resumed."""
    file: Path | None = None
    """Where the game was saved last, or resumed from."""

    def __post_init__(self) -> None:
        game = self.history.game
        self._rng = Rng(self.seed)
        self._bots: list[Bot | None] = [
            None if seat.bot is None else make_bot(seat.bot, game, [self.seed, number])
            for number, seat in enumerate(self.seats)
        ]
        self._saved = list(self.history.actions) if self.file else []

    # -- who -----------------------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.bot is None]

    @property
    def you(self) -> int | None:
        """The one person at the table; None where there are several, or none."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def reader(self) -> int | None:
        """The seat of the reader: the one person, or the one of several who is to act."""
        if self.you is not None:
            return self.you
        return self.history.actor if self.history.actor in self.people else None

    @property
    def viewer(self) -> int | None:
        """The seat whose view is drawn. Several people who share a screen get the spectators' view, unless hands are
        hidden."""
        has_hands = any(audience == OWNER for audience in self.history.game.audiences.values())
        return self.reader if self.you is not None or has_hands else None

    @property
    def shares_secrets(self) -> bool:
        """Whether several people use this keyboard who may not see each other's cards."""
        audiences = self.history.game.audiences_in(self.history.position)
        return len(self.people) > 1 and any(audience == OWNER for audience in audiences.values())

    def names(self, catalogue: Catalogue) -> list[str]:
        """The names of the players; bots of the same kind are told apart by their number."""
        names = []
        kinds = [seat.bot for seat in self.seats]
        for number, seat in enumerate(self.seats):
            if seat.bot is not None:
                names.append(seat.bot if kinds.count(seat.bot) == 1 else f"{seat.bot} {number + 1}")
            elif seat.name:
                names.append(seat.name)
            else:
                alone = number == self.you
                names.append(catalogue.text("you") if alone else catalogue.text("player_number", number=number + 1))
        return names

    # -- play ----------------------------------------------------------------------------------------------------------

    def advance(self) -> None:
        """Let chance and the bots act until a person is to act or the game is over."""
        history = self.history
        history.settle(self._rng)
        while not history.is_over:
            bot = self._bots[history.actor]
            if bot is None:
                return
            history.play(self._choice(bot), seat=history.actor)
            history.settle(self._rng)

    def hint(self) -> object:
        """The action that the greedy bot would play."""
        return self._choice(self._hinter)

    @cached_property
    def _hinter(self) -> Bot:
        return make_bot("greedy", self.history.game, [self.seed, len(self.seats)])

    def _choice(self, bot: Bot) -> object:
        game, position = self.history.game, self.history.position
        choice: object = bot.choose(game.remember(position, self.history.actor), game.legal(position), _LIMIT).action
        return choice

    def last_own_ply(self, person: int | None = None) -> int | None:
        """The last ply of any person, or of one seat."""
        return self.history.last_ply_of(*self.people if person is None else [person])

    # -- keeping the game ----------------------------------------------------------------------------------------------

    @property
    def is_begun(self) -> bool:
        return self.last_own_ply() is not None

    @property
    def is_saved(self) -> bool:
        """Whether the file holds the game as it stands."""
        return self.file is not None and self._saved == self.history.actions

    def record(self) -> Record:
        today = {"date": f"{datetime.now().astimezone():%Y-%m-%d}"}
        return Record.of(self.history, self.names(cli_catalogue("en")), {**today, **self.more})

    def save(self, file: Path) -> None:
        """Write the record: FileExistsError for a file that is not this game's own, OSError where it cannot be."""
        own = self.file is not None and file.resolve() == self.file.resolve()
        if file.exists() and not own:
            raise FileExistsError(str(file))
        part = file.with_name(f"{file.name}.part")
        part.write_text(self.record().text(), "utf-8")
        os.replace(part, file)
        self.file, self._saved = file, list(self.history.actions)

    def autosave(self) -> Path:
        """Write the record to a new file in this folder, or where files can be written."""
        name = f"{self.history.game.info.name}-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
        failed = OSError()
        for folder in (Path(), Path(tempfile.gettempdir())):
            file = folder / f"{name}{SUFFIX}"
            number = 1
            while file.exists():
                number += 1
                file = folder / f"{name}-{number}{SUFFIX}"
            try:
                self.save(file)
            except OSError as error:
                failed = error
            else:
                return file
        raise failed
