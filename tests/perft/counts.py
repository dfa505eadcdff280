"""Reads the files of tree counts: `options | actions so far | depth count, depth count, ...`; see bazaar.perft."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
REPEATED = re.compile(r"(\d+)\*\(([^()]*)\)")


@dataclass(frozen=True)
class Row:
    """One position, and how many ways it can go on at each depth."""

    game: str
    where: str
    """Game and line of the file."""
    choices: tuple[tuple[str, str], ...]
    """What was agreed on: players=2, double_purchase=on."""
    line: tuple[str, ...]
    """The actions so far."""
    counts: tuple[tuple[int, int], ...]
    """Depth and count."""

    @property
    def players(self) -> int:
        return int(dict(self.choices)["players"])

    @property
    def options(self) -> dict[str, str]:
        return {name: value for name, value in self.choices if name != "players"}


def file_of(game: str) -> Path:
    return HERE / f"{game}.perft"


def read(game: str) -> list[Row]:
    """The rows of a game's file; none if there is no file."""
    if not file_of(game).exists():
        return []
    rows: list[tuple[int, str]] = []
    for number, text in enumerate(file_of(game).read_text("utf-8").splitlines(), 1):
        if not text.strip() or text.startswith("#"):
            continue
        if text[0].isspace():
            rows[-1] = (rows[-1][0], f"{rows[-1][1]} {text.strip()}")
        else:
            rows.append((number, text))
    return [_row(game, number, text) for number, text in rows]


def _row(game: str, number: int, text: str) -> Row:
    choices, line, counts = (part.strip() for part in text.split("|"))
    pairs = (pair.partition("=") for pair in choices.split())
    depths = (pair.split() for pair in counts.split(","))
    return Row(
        game,
        f"{game}:{number}",
        tuple((name, value) for name, _, value in pairs),
        _actions(line),
        tuple((int(depth), int(count)) for depth, count in depths),
    )


def _actions(line: str) -> tuple[str, ...]:
    """The actions of a line, with every 3*(roll; die red) written out."""
    written_out = REPEATED.sub(lambda found: "; ".join([found[2]] * int(found[1])), line)
    return () if line == "start" else tuple(action.strip() for action in written_out.split(";"))
