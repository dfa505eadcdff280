"""The games of a study between bots, played here or in worker processes: `main` is what a worker runs.

Messages are JSON. The settings are answered when all is compiled, each number of a game by the game.
"""

from __future__ import annotations

import msgspec

from saltroad import games
from saltroad.bots import Limit, make_bot
from saltroad.bots.warm_up import practise
from saltroad.kernel.chance import Rng
from saltroad.kernel.errors import BadOptions
from saltroad.records import History, Record
from saltroad.study.observe import StudiedGame, observe
from saltroad.workers import Channel

_MOST_PLIES = 100_000
_PRACTICE = 40
"""Decisions that are played before the first game."""


class StudyTask(msgspec.Struct, frozen=True):
    """A game to play."""

    options: str
    """With the number of players."""
    bots: tuple[str, ...]
    """By seat."""
    number: int


class StudySettings(msgspec.Struct, frozen=True):
    """What all games of a study share."""

    game: str
    seed: int
    bots: tuple[str, ...]
    """All that play."""


class StudyReport(msgspec.Struct, frozen=True):
    """A game that was played, with its record; or why it could not be."""

    played: StudiedGame | None = None
    record: str = ""
    failed: str = ""


def warm_up_study(settings: StudySettings) -> None:
    """Compile, or load, all that the games will need."""
    game = games.load(settings.game)
    practise(game, game.info.agree(), [make_bot(name, game, 0) for name in settings.bots], _PRACTICE)


def play_studied(settings: StudySettings, task: StudyTask) -> StudyReport:
    """A game between bots. Chance has a generator of its own: other bots meet the same chance."""
    game = games.load(settings.game)
    options = game.info.read(task.options)
    seed = (settings.seed, options.players, task.number)
    chance = Rng(seed)
    seats = [make_bot(name, game, [*seed, 1 + k]) for k, name in enumerate(task.bots)]
    history = History(game, options)
    history.settle(chance)
    while not history.is_over:
        if len(history) >= _MOST_PLIES:
            raise BadOptions(f"A game did not end within {_MOST_PLIES:,} plies: these bots do not finish it.")
        who = history.actor
        view, legal = game.remember(history.position, who), game.legal(history.position)
        history.play(seats[who].choose(view, legal, Limit()).action, seat=who)
        history.settle(chance)
    return StudyReport(observe(history, task.bots), Record.of(history, task.bots).text())


def main(channel: Channel, arguments: list[str]) -> None:
    """Play games until the caller closes its end."""
    settings = msgspec.json.decode(channel.receive(), type=StudySettings)
    warm_up_study(settings)
    channel.send(msgspec.json.encode(StudyReport()))
    while True:
        task = msgspec.json.decode(channel.receive(), type=StudyTask)
        try:
            report = play_studied(settings, task)
        except Exception as error:  # told by the caller; a worker that died would be tried again
            report = StudyReport(failed=f"{type(error).__name__}: {error}")
        channel.send(msgspec.json.encode(report))
