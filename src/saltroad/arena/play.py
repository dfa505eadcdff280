"""Playing one game of a tournament: seats choose, chance comes from the deal, and a fault loses the game.

A seat is given the view of `Game.remember`, whether it is one of our bots or a program, and never the position.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from msgspec import UNSET

from saltroad import games
from saltroad.arena.entrants import PYTHON, Entrant, maker_of
from saltroad.arena.luck import luck_of, warm_luck
from saltroad.arena.program import PROTOCOL, Failed, Program
from saltroad.arena.seating import Seats, bot_seed, chance_seed
from saltroad.arena.settings import FORFEIT, PlayedGame, PlayerFault, Times, TournamentSettings
from saltroad.arena.timing import Stopwatch
from saltroad.bots import Bot, Choice, Limit, bot_names, make_bot
from saltroad.bots.warm_up import practise, warm_up
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, View
from saltroad.kernel.errors import UnreadableAction
from saltroad.records import History, Record

_MOST_PLIES = 100_000
"""Plies after which the player to act is at fault: far beyond any game of players who want to end it."""
_LONGEST_WHY = 300
_PRACTICE = 40
"""Decisions that are played before the first game."""


class Player(Protocol):
    """A bot or a program in a seat."""

    def asked(self, history: History, view: View, legal: Sequence[Any]) -> Callable[[], Choice[Any]]:
        """Prepare a choice; returns the function that makes it, so that only the bot's own thinking is timed. Failed if
        it cannot choose one of `legal`."""

    def close(self, over: dict[str, Any] | None) -> None:
        """End the seat's part in a game that is over, by its rules or by a fault."""


class BotPlayer:
    """A bot in this process: one of ours, or a class of the user's."""

    def __init__(self, entrant: Entrant, game: AnyGame, seed: int) -> None:
        if entrant.name.startswith(PYTHON):
            self._bot: Bot = _guarded(lambda: maker_of(entrant.name)(game, seed))
        else:
            self._bot = make_bot(entrant.name, game, seed, dict(entrant.settings))
        self._limit = Limit(entrant.limit.seconds, entrant.limit.nodes)
        _guarded(lambda: warm_up(self._bot))

    def asked(self, history: History, view: View, legal: Sequence[Any]) -> Callable[[], Choice[Any]]:
        return lambda: self._choose(history, view, legal)

    def _choose(self, history: History, view: View, legal: Sequence[Any]) -> Choice[Any]:
        choice: Choice[Any] = _guarded(lambda: self._bot.choose(view, legal, self._limit))
        if not _guarded(lambda: choice.action in legal):
            raise Failed("illegal", _guarded(lambda: _refusal(history, choice.action)))
        return choice

    def close(self, over: dict[str, Any] | None) -> None:
        pass


def _guarded(work: Callable[[], Any]) -> Any:
    """Turn any error of a bot into Failed, so that the tournament goes on."""
    try:
        return work()
    except Exception as error:
        raise Failed("crash", f"{type(error).__name__}: {error}") from error


def _refusal(history: History, action: Any) -> str:
    """The reason why an action is not legal, with its rule."""
    try:
        verdict = history.game.explain(history.position, history.game.parse(str(action)))
    except UnreadableAction:
        return f"{str(action)[:60]!r} is no action"
    return f"{action!r} is none of the actions it was given" if verdict.legal else f"{action} is not legal: {verdict}"


class ProgramPlayer:
    """A program, in a process of its own for one game."""

    def __init__(self, entrant: Entrant, settings: TournamentSettings, seat: int, seed: int) -> None:
        self._settings = settings
        self._seat = seat
        self._limit = entrant.limit
        self._seconds = settings.patience if self._limit.seconds is None else self._limit.seconds + settings.grace
        self._program = Program(entrant.command)
        self._hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": settings.game,
            "rules": settings.rules,
            "options": settings.options,
            "players": settings.agreed.players,
            "seat": seat,
            "seed": seed % 2**53,  # as far as every language reads a number of JSON exactly
            "limit": self._spoken_limit(),
        }
        self._is_open = True
        self._checked = 0

    def begin(self) -> None:
        """Greet the program; its start does not count as thinking."""
        answer = self._program.ask(self._hello, self._settings.patience)
        if answer != "ready":
            raise Failed("illegal", f"{answer[:60]!r} in answer to hello, which is answered by ready")

    def asked(self, history: History, view: View, legal: Sequence[Any]) -> Callable[[], Choice[Any]]:
        question = {
            "type": "choose",
            "ply": view.ply,
            "view": view.as_dict(),
            "record": self._record(history),
            "legal": [str(action) for action in legal],
            "limit": self._spoken_limit(),
        }
        return lambda: self._choose(question, history, legal)

    def _choose(self, question: dict[str, Any], history: History, legal: Sequence[Any]) -> Choice[Any]:
        answer = self._program.ask(question, self._seconds)
        with contextlib.suppress(UnreadableAction):
            if (action := history.game.parse(answer)) in legal:
                return Choice(action)
        raise Failed("illegal", _refusal(history, answer))

    def close(self, over: dict[str, Any] | None) -> None:
        self._program.close(over)

    def _spoken_limit(self) -> dict[str, float | int | None]:
        return {"seconds": self._limit.seconds, "nodes": self._limit.nodes}

    def _record(self, history: History) -> str | None:
        """The game so far, as long as this seat has seen all of it: a record tells everything.

        It has if what it remembers leaves only one position possible, at this ply and at every one before.
        """
        for position in history.positions[self._checked :]:
            known = history.game.remember(position, self._seat)
            self._is_open = self._is_open and history.game.determinize(known, Rng(0)) == position
        self._checked = len(history.positions)
        return Record.of(history).text() if self._is_open else None


OnChoice = Callable[[int, Choice[Any]], None]
"""Is told the ply and what was chosen there, where there was more than one action."""


@dataclass(frozen=True, slots=True)
class SeatedGame:
    """A game that was played to its end, or to a fault."""

    history: History
    fault: PlayerFault | None
    times: tuple[Times, ...]
    """By seat."""

    @property
    def ranks(self) -> tuple[int, ...]:
        """By seat, 1 for the best; after a fault as `PlayedGame.ranks` has it."""
        players = self.history.options.players
        if self.fault is not None:
            return tuple(players if seat == self.fault.seat else 1 for seat in range(players))
        assert self.history.outcome is not None
        return self.history.outcome.ranks


def play_seats(
    settings: TournamentSettings,
    seats: Seats,
    deal: int,
    number: int,
    on_choice: OnChoice = lambda ply, choice: None,
) -> SeatedGame:
    """A game over the chance of a deal, with these bots in the seats."""
    game = games.load(settings.game)
    history = History(game, settings.agreed)
    watches = [Stopwatch() for _ in seats]
    seated: list[Player] = []
    fault = None
    try:
        chance = Rng(chance_seed(settings.seed, deal))
        fault = _sit_down(seated, settings, seats, deal, number) or _play(history, seated, watches, chance, on_choice)
    finally:
        over = _over(history, fault)
        for seat, player in enumerate(seated):  # no last word to one that does not listen any more
            player.close(None if fault is not None and fault.seat == seat else over)
    return SeatedGame(history, fault, tuple(watch.times() for watch in watches))


def play_game(
    settings: TournamentSettings, deal: int, number: int, *, measures_luck: bool = False
) -> tuple[PlayedGame, str]:
    """A game of a deal, and its record."""
    seats = settings.seating.seats(deal)[number]
    seated = play_seats(settings, seats, deal, number)
    history, outcome = seated.history, seated.history.outcome
    played = PlayedGame(
        deal=deal,
        game=number,
        seats=seats,
        ranks=seated.ranks,
        scores=history.game.scores(history.position) if outcome is None else outcome.scores,
        reason=FORFEIT if outcome is None else outcome.reason,
        plies=len(history),
        times=seated.times,
        fault=seated.fault,
        luck=luck_of(history) if measures_luck else UNSET,
    )
    names = [settings.bots[bot].label for bot in seats]
    return played, Record.of(history, names, _headers(settings, played)).text()


def _sit_down(
    seated: list[Player], settings: TournamentSettings, seats: Seats, deal: int, number: int
) -> PlayerFault | None:
    """Fill the seats; a program that does not start has lost."""
    game = games.load(settings.game)
    for seat, bot in enumerate(seats):
        seed = bot_seed(settings.seed, deal, number, seat)
        entrant = settings.bots[bot]
        try:
            if not entrant.is_program:
                seated.append(BotPlayer(entrant, game, seed))
                continue
            player = ProgramPlayer(entrant, settings, seat, seed)
            seated.append(player)
            player.begin()
        except Failed as failed:
            return PlayerFault(seat, 0, failed.kind, failed.why[:_LONGEST_WHY])
    return None


def _play(
    history: History, seated: Sequence[Player], watches: Sequence[Stopwatch], chance: Rng, on_choice: OnChoice
) -> PlayerFault | None:
    game = history.game
    while True:
        history.settle(chance)
        if history.is_over:
            return None
        who = history.actor
        if len(history) >= _MOST_PLIES:
            return PlayerFault(who, len(history), "timeout", f"the game did not end within {_MOST_PLIES:,} plies")
        legal = game.legal(history.position)
        if len(legal) == 1:  # there is nothing to choose
            history.play(legal[0], seat=who)
            continue
        choose = seated[who].asked(history, game.remember(history.position, who), legal)
        begun = time.perf_counter()
        try:
            choice = choose()
        except Failed as failed:
            return PlayerFault(who, len(history), failed.kind, failed.why[:_LONGEST_WHY])
        finally:
            watches[who].add(time.perf_counter() - begun)
        on_choice(len(history), choice)
        history.play(choice.action, seat=who)


def _over(history: History, fault: PlayerFault | None) -> dict[str, Any]:
    """The last message to a program. In a game that is broken off it has neither an outcome nor a fault."""
    outcome = None
    if history.outcome is not None:
        found = history.outcome
        outcome = {"reason": found.reason, "scores": found.scores, "ranks": found.ranks}
    forfeit = None if fault is None else {"seat": fault.seat, "kind": fault.kind, "why": fault.why}
    return {"type": "over", "outcome": outcome, "forfeit": forfeit}


def _headers(settings: TournamentSettings, played: PlayedGame) -> dict[str, str]:
    arena = f"seed {settings.seed}, deal {played.deal + 1}, game {played.game + 1}"
    if played.fault is None:
        return {"arena": arena}
    return {"arena": arena, "forfeit": f"seat {played.fault.seat + 1}, {played.fault.kind}"}


def warm_up_all(settings: TournamentSettings, *, measures_luck: bool = False) -> None:
    """Compile, or load, everything that the games need, so that it takes no bot's time."""
    game = games.load(settings.game)
    names = sorted({entrant.name for entrant in settings.bots if entrant.name in bot_names()})
    practise(game, settings.agreed, [make_bot(name, game, 0) for name in names], _PRACTICE)
    if measures_luck:
        warm_luck(settings.game, settings.agreed.players)
