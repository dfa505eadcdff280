"""The program of an arena worker: a greeting with the settings comes first, then one game after the other, played by
warm bots.

Messages are JSON. The greeting is answered by an empty report once all is compiled, each task by the report of its
game. When the arena closes its end, the programs that play in the worker end with it.
"""

from __future__ import annotations

import traceback

import msgspec

from saltroad.arena.program import end_all
from saltroad.arena.settings import PlayedGame, TournamentSettings
from saltroad.workers import Channel


class TournamentGreeting(msgspec.Struct, frozen=True):
    """What a worker plays, and whether it measures the luck of each seat."""

    settings: TournamentSettings
    measures_luck: bool = False


class GameTask(msgspec.Struct, frozen=True):
    """A game to play."""

    deal: int
    game: int


class GameReport(msgspec.Struct, frozen=True):
    """A game that was played, or why it could not be."""

    played: PlayedGame | None = None
    record: str = ""
    failed: str = ""
    is_retried: bool = False
    """Whether a game that failed is tried again."""


def run_task(greeting: TournamentGreeting, task: GameTask) -> GameReport:
    """Play one game. Bots and programs that fail lose it; any other error is reported, not raised."""
    from saltroad.arena.play import play_game

    try:
        return GameReport(*play_game(greeting.settings, task.deal, task.game, measures_luck=greeting.measures_luck))
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return GameReport(failed=f"{type(error).__name__}: {error} ({where.name}, line {where.lineno})")


def main(channel: Channel, arguments: list[str]) -> None:
    """Play games until the arena closes its end."""
    channel.on_close = end_all
    greeting = msgspec.json.decode(channel.receive(), type=TournamentGreeting)

    from saltroad.arena.play import warm_up_all  # numpy and numba: not for a caller that only names the tasks

    warm_up_all(greeting.settings, measures_luck=greeting.measures_luck)
    channel.send(msgspec.json.encode(GameReport()))
    while True:
        report = run_task(greeting, msgspec.json.decode(channel.receive(), type=GameTask))
        channel.send(msgspec.json.encode(report))
