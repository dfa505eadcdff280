"""Records: a game as text, with headers and then actions that a person can read and edit. docs/reference/notation.md
defines the format.

    record: saltroad 1
    game: bazaar
    rules: 1
    options: players=2 double_purchase=off solo=off
    seat 1: Ada
    seat 2: greedy
    result: two_stalls_empty; scores 31 24; winners 1

    rates 1 4; show RRWBG; show WWBBY
    1: roll; die red

Reading checks every action against the rules; what is wrong is refused with the number of its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from saltroad import games
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.contract import Outcome
from saltroad.kernel.errors import Fault, IllegalAction, SaltroadError
from saltroad.kernel.info import GameInfo, Options
from saltroad.records.faults import fault, move_of
from saltroad.records.history import History

FORMAT = "saltroad 1"
MOST_BYTES = 4_000_000
"""Bytes of a record at most: the longest games in simulation are below 1 MB."""
_WIDTH = 100
_LONGEST_VALUE = 200
_HEADER = re.compile(r"([a-z][a-z0-9_ ]{0,30}?)\s*:\s*(.*)")
_SEAT_MARK = re.compile(r"(\d{1,2})\s*:\s*(.*)")


class RecordError(SaltroadError):
    """A text that is not a sound record; names the line and the reason."""

    def __init__(self, line: int, why: str | Fault | SaltroadError) -> None:
        said = why.fault or str(why) if isinstance(why, SaltroadError) else why
        super().__init__(fault("line", line=line, why=said) if line else said)
        self.line = line


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game, as in its record."""

    reason: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]

    @classmethod
    def of(cls, outcome: Outcome) -> Result:
        return cls(outcome.reason, outcome.scores, outcome.winners)

    def __str__(self) -> str:
        """`two_stalls_empty; scores 31 24; winners 1`: seats are counted from 1."""
        return f"{self.reason}; scores {_numbers(self.scores)}; winners {_numbers(w + 1 for w in self.winners)}"


@dataclass(frozen=True, slots=True)
class Written:
    """One action as it is written in a record."""

    line: int
    text: str
    seat: int | None = None
    """The seat that the line names (`1:` before it), if it names one."""


@dataclass(frozen=True)
class Record:
    """The record of a game. `history` replays it."""

    info: GameInfo
    options: Options
    seats: tuple[str, ...]
    actions: tuple[Written, ...]
    result: Result | None = None
    more: Mapping[str, str] = field(default_factory=dict)
    """Headers that Saltroad has no use for, such as a date: kept as they are."""
    _result_line: int = 0

    @classmethod
    def of(cls, history: History, seats: Sequence[str] = (), more: Mapping[str, str] | None = None) -> Record:
        """The record of a game played here; seats without a name are called by their number."""
        outcome = history.outcome
        players = history.options.players
        names = [*seats, *(f"Player {k + 1}" for k in range(len(seats), players))][:players]
        actions = tuple(
            Written(0, str(action), None if who == CHANCE else who)
            for action, who in zip(history.actions, history.actors, strict=True)
        )
        result = None if outcome is None else Result.of(outcome)
        return cls(history.game.info, history.options, tuple(map(_tidy, names)), actions, result, more or {})

    def text(self) -> str:
        """The record as text."""
        headers = {
            "record": FORMAT,
            "game": self.info.name,
            "rules": str(self.info.rules_version),
            "options": str(self.options),
            **{f"seat {k + 1}": name for k, name in enumerate(self.seats)},
            **self.more,
            "result": "unfinished" if self.result is None else str(self.result),
        }
        lines = [f"{name}: {_tidy(value)}" for name, value in headers.items()]
        return "\n".join([*lines, "", *self._lines()]) + "\n"

    def _lines(self) -> list[str]:
        """The actions: a new line where another seat acts or a line is full."""
        lines: list[str] = []
        last: int | None = None
        for written in self.actions:
            turns = written.seat is not None and written.seat != last
            if not lines or turns or len(lines[-1]) + len(written.text) > _WIDTH:
                mark = "" if written.seat is None else f"{written.seat + 1}: "
                lines.append(mark + written.text)
            else:
                lines[-1] += "; " + written.text
            last = last if written.seat is None else written.seat
        return lines

    @classmethod
    def read(cls, text: str) -> Record:
        """The record of a text; RecordError names the line that is wrong. The actions are not played yet."""
        lines = text.splitlines()
        headers, body = _headers(lines)
        info = _game(headers)
        options = _options(info, headers)
        seats = _seats(headers, options.players)
        result_line, result = headers.pop("result", (0, "unfinished"))
        return cls(
            info,
            options,
            seats,
            tuple(_actions(lines, body, options.players)),
            _result(result_line, result, options.players),
            {name: value for name, (_, value) in headers.items()},
            result_line,
        )

    def history(self) -> History:
        """The game, replayed by the rules; RecordError where an action or the result is wrong."""
        history = History(games.load(self.info.name), self.options)
        for written in self.actions:
            if written.seat is not None and written.seat != history.actor:
                told = fault("other_actor", player=written.seat + 1, to_act=move_of(history.actor))
                raise RecordError(written.line, told)
            try:
                history.play(written.text)
            except IllegalAction as error:
                why = fault("illegal", ply=len(history), text=error.text, why=error, rule=error.rule)
                raise RecordError(written.line, why) from None
            except SaltroadError as error:
                raise RecordError(written.line, error) from None
        self._compare_result(history)
        return history

    def _compare_result(self, history: History) -> None:
        outcome = history.outcome
        if self.result is None:
            if outcome is not None and self._result_line:
                raise RecordError(self._result_line, fault("not_unfinished", result=str(Result.of(outcome))))
            return
        if outcome is None:
            last = self.actions[-1].line if self.actions else 0
            raise RecordError(last, fault("stops", plies=len(history), to_act=move_of(history.actor)))
        if Result.of(outcome) != self.result:
            raise RecordError(
                self._result_line, fault("other_result", said=str(self.result), result=str(Result.of(outcome)))
            )


def read_record_file(path: str | Path) -> Record:
    """The record in a file; RecordError for anything that is not one, however large or broken."""
    file = Path(path)
    try:
        if not file.is_file():
            raise RecordError(0, f"There is no record file {str(path)!r}.")
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(0, f"The file {str(path)!r} cannot be read: {error.strerror}.") from None
    if len(data) > MOST_BYTES:
        raise RecordError(0, f"The file {str(path)!r} is larger than {MOST_BYTES // 1_000_000} MB: it is not a record.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError(0, f"The file {str(path)!r} is not text: it is not a record.") from None
    return Record.read(text)


# -- reading, part by part ---------------------------------------------------------------------------------------------

_Headers = dict[str, tuple[int, str]]


def _headers(lines: Sequence[str]) -> tuple[_Headers, int]:
    """The headers with their line numbers, and the index of the line after them."""
    headers: _Headers = {}
    for index, line in enumerate(lines):
        line = line.strip()
        if not line and headers:
            break
        if not line or line.startswith("#"):
            continue
        match = _HEADER.fullmatch(line)
        if not headers and (match is None or match[1] != "record"):
            raise RecordError(index + 1, fault("no_beginning", format=FORMAT))
        if match is None:
            raise RecordError(index + 1, fault("not_a_header"))
        name, value = match[1], match[2]
        if name in headers:
            raise RecordError(index + 1, fault("header_twice", name=name))
        if len(value) > _LONGEST_VALUE:
            raise RecordError(index + 1, fault("header_long", name=name, most=_LONGEST_VALUE))
        headers[name] = (index + 1, value)
    else:
        if not headers:
            raise RecordError(1, fault("empty", format=FORMAT))
        index = len(lines)
    number, version = headers.pop("record")
    if version != FORMAT:
        raise RecordError(number, fault("other_format", format=FORMAT, version=version))
    return headers, index


def _need(headers: _Headers, name: str) -> tuple[int, str]:
    if name not in headers:
        raise RecordError(0, fault("no_header", name=name))
    return headers.pop(name)


def _game(headers: _Headers) -> GameInfo:
    line, name = _need(headers, "game")
    try:
        info = games.info(name)
    except SaltroadError as error:
        raise RecordError(line, error) from None
    line, version = _need(headers, "rules")
    if version != str(info.rules_version):
        raise RecordError(line, fault("other_rules", version=version, ours=info.rules_version))
    return info


def _options(info: GameInfo, headers: _Headers) -> Options:
    line, value = _need(headers, "options")
    try:
        return info.read(value)
    except SaltroadError as error:
        raise RecordError(line, error) from None


def _seats(headers: _Headers, players: int) -> tuple[str, ...]:
    names = [f"Player {k + 1}" for k in range(players)]
    for name in [name for name in headers if name.startswith("seat ")]:
        line, value = headers.pop(name)
        number = name.removeprefix("seat ")
        if not (number.isdecimal() and 1 <= int(number) <= players):
            raise RecordError(line, fault("no_seat", name=name, players=players))
        names[int(number) - 1] = _tidy(value)
    return tuple(names)


def _result(line: int, text: str, players: int) -> Result | None:
    if text == "unfinished":
        return None
    match = re.fullmatch(r"([a-z_]+); scores ((?:-?[0-9]{1,9} ?)+); winners ((?:[0-9]{1,2} ?)+)", text)
    if match is None:
        raise RecordError(line, fault("not_a_result"))
    scores, winners = tuple(map(int, match[2].split())), tuple(int(w) - 1 for w in match[3].split())
    if len(scores) != players:
        raise RecordError(line, fault("scores", scores=len(scores), players=players))
    return Result(match[1], scores, winners)


def _actions(lines: Sequence[str], start: int, players: int) -> list[Written]:
    found: list[Written] = []
    for index in range(start, len(lines)):
        line = lines[index].partition("#")[0].strip()
        match = _SEAT_MARK.fullmatch(line)
        seat = None
        if match is not None:
            seat, line = int(match[1]) - 1, match[2]
            if not 0 <= seat < players:
                raise RecordError(index + 1, fault("no_player", number=match[1], players=players))
        for text in filter(None, map(str.strip, line.split(";"))):
            found.append(Written(index + 1, text, seat))
            seat = None
    return found


def _numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def _tidy(value: str) -> str:
    """A header's value on one line, without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in value).split())[:_LONGEST_VALUE]
