"""The program of a worker that analyses positions: one after the other, of any game.

Each task has two answers: the first when the game's search is ready, which a new machine compiles, then what was found.
"""

from __future__ import annotations

from typing import Any

import msgspec

from saltroad.workers import Channel


class PositionTask(msgspec.Struct, frozen=True):
    """A position to be analysed."""

    game: str
    position: bytes
    """As `Game.dump` writes it."""
    since_setup: int
    """How many plies after the setup it is."""
    visits: int
    tried: str = ""
    """A move that is to be judged."""


READY = b"ready"


def main(channel: Channel, arguments: list[str]) -> None:
    """Analyse positions until the other end is closed."""
    from saltroad import games  # numpy and numba: not for a caller that only names the positions
    from saltroad.analysis.positions import PositionAnalyser

    last: tuple[Any, PositionAnalyser] | None = None  # one alone: its trees take much memory
    while True:
        task = msgspec.json.decode(channel.receive(), type=PositionTask)
        game = games.load(task.game)
        position = game.load(task.position)
        seats = game.options_of(position).players
        if last is None or last[0] != (task.game, seats):
            last = None
            last = (task.game, seats), PositionAnalyser(game, seats)
            last[1].warm()
        channel.send(READY)
        tried = game.parse(task.tried) if task.tried else None
        found = last[1].analyse(position, task.since_setup, task.visits, tried)
        channel.send(msgspec.json.encode(found))
