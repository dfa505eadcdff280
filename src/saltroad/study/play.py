"""The games of a study between bots, played here or in worker processes: `main` is what a worker runs.

Messages are JSON. The settings are answered when all is compiled, each number of a game by the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from saltroad import games
from saltroad.bots import Bot, Limit, make_bot
from saltroad.bots.warm_up import practise
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.errors import BadOptions
from saltroad.records import History, Record
from saltroad.study.observe import StudiedGame, StudyGift, observe, order_of, wins_of
from saltroad.workers import Channel

_MOST_PLIES = 100_000
_PRACTICE = 40
"""Decisions that are played before the first game."""


class StudyTask(msgspec.Struct, frozen=True):
    """A game to play."""

    options: str
    """The options, with the number of players."""
    bots: tuple[str, ...]
    """The bot of each seat."""
    number: int

    @property
    def key(self) -> tuple[str, int]:
        """What tells it from the other games of a study."""
        return self.options, self.number


class StudySettings(msgspec.Struct, frozen=True):
    """The settings that all games of a study share."""

    game: str
    seed: int
    bots: tuple[str, ...]
    """All bots that play."""
    gifts: bool = False
    """Whether each game is played again with the gifts that the game has."""


class StudyReport(msgspec.Struct, frozen=True):
    """A game that was played, with its record; or why it could not be."""

    played: StudiedGame | None = None
    record: str = ""
    failed: str = ""


def warm_up_study(settings: StudySettings) -> None:
    """Compile, or load, everything that the games need."""
    game = games.load(settings.game)
    practise(game, game.info.agree(), [make_bot(name, game, 0) for name in settings.bots], _PRACTICE)


def play_studied(settings: StudySettings, task: StudyTask) -> StudyReport:
    """A game between bots; and, where gifts are studied, the same once more with each of them."""
    history = _play(settings, task)
    played = observe(history, task.bots)
    if settings.gifts:
        gifts = tuple(_with_gift(settings, task, gift, order_of(history)) for gift in gifts_of(settings.game))
        played = msgspec.structs.replace(played, gifts=gifts)
    return StudyReport(played, Record.of(history, task.bots).text())


def gifts_of(game: str) -> tuple[str, ...]:
    """The gifts that a game has."""
    return tuple(getattr(games.part(game, "study"), "GIFTS", ()))


def _play(settings: StudySettings, task: StudyTask) -> History:
    game = games.load(settings.game)
    options = game.info.read(task.options)
    chance, seats = _chance_and_bots(settings, task, game, options.players)
    history = History(game, options)
    history.settle(chance)
    while not history.is_over:
        _expect_end(len(history))
        who = history.actor
        history.play(_chosen(game, history.position, seats[who], who), seat=who)
        history.settle(chance)
    return history


def _with_gift(settings: StudySettings, task: StudyTask, gift: str, order: Sequence[int]) -> StudyGift:
    """The same game, in which one player is given something; the places take turns in getting it."""
    game, part = games.load(settings.game), games.part(settings.game, "study")
    assert part is not None
    options = game.info.read(task.options)
    chance, seats = _chance_and_bots(settings, task, game, options.players)
    place = task.number % options.players
    position, given = game.settle(game.start_of(options), chance), None
    plies = 0
    while (who := game.actor(position)) != NOBODY:
        _expect_end(plies)
        if given is None:
            given = part.give(gift, position, order[place], Rng([settings.seed, options.players, task.number, 0]))
            position = position if given is None else given
        position = game.settle(game.apply(position, _chosen(game, position, seats[who], who)), chance)
        plies += 1
    outcome = game.outcome(position)
    assert outcome is not None
    return StudyGift(gift, place, tuple(outcome.scores[seat] for seat in order), wins_of(outcome, order))


def _chance_and_bots(settings: StudySettings, task: StudyTask, game: AnyGame, players: int) -> tuple[Rng, list[Bot]]:
    """Chance has a generator of its own: other bots meet the same chance."""
    seed = (settings.seed, players, task.number)
    return Rng(seed), [make_bot(name, game, [*seed, 1 + k]) for k, name in enumerate(task.bots)]


def _chosen(game: AnyGame, position: Position, bot: Bot, seat: int) -> Any:
    return bot.choose(game.remember(position, seat), game.legal(position), Limit()).action


def _expect_end(plies: int) -> None:
    if plies >= _MOST_PLIES:
        raise BadOptions(f"A game did not end within {_MOST_PLIES:,} plies: these bots do not finish it.")


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
