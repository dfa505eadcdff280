"""One game of a tournament: seats that are asked, chance that comes from the deal, and faults that lose.

A seat is given what `Game.remember` gives it, whether it is one of our bots or a program, and never the position.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from saltroad import games
from saltroad.arena.entrants import PYTHON, Entrant, maker_of
from saltroad.arena.program import PROTOCOL, Failed, Program
from saltroad.arena.seating import bot_seed, chance_seed
from saltroad.arena.settings import FORFEIT, PlayedGame, PlayerFault, TournamentSettings
from saltroad.arena.timing import Stopwatch
from saltroad.bots import Bot, Limit, bot_names, make_bot
from saltroad.bots.warm_up import practise, warm_up
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, View
from saltroad.kernel.errors import UnreadableAction
from saltroad.records import History, Record

_MOST_PLIES = 100_000
"""Far beyond any game of players who want to end it. The player to act then is at fault."""
_LONGEST_WHY = 300
_PRACTICE = 40
"""Decisions that are played before the first game."""


class Player(Protocol):
    """A bot or a program in a seat."""

    def asked(self, history: History, view: View, legal: Sequence[Any]) -> Callable[[], Any]:
        """A function that chooses one of `legal`, Failed if it cannot; only its own thinking is left to it."""

    def close(self, over: dict[str, Any] | None) -> None:
        """The game is over, by its rules or by a fault."""


class BotPlayer:
    """A bot in this process: one of ours, or a class of the user's."""

    def __init__(self, entrant: Entrant, game: AnyGame, seed: int) -> None:
        if entrant.name.startswith(PYTHON):
            self._bot: Bot = _guarded(lambda: maker_of(entrant.name)(game, seed))
        else:
            self._bot = make_bot(entrant.name, game, seed, dict(entrant.settings))
        self._limit = Limit(entrant.limit.seconds, entrant.limit.nodes)
        _guarded(lambda: warm_up(self._bot))

    def asked(self, history: History, view: View, legal: Sequence[Any]) -> Callable[[], Any]:
        return lambda: self._choose(history, view, legal)

    def _choose(self, history: History, view: View, legal: Sequence[Any]) -> Any:
        action = _guarded(lambda: self._bot.choose(view, legal, self._limit).action)
        if not _guarded(lambda: action in legal):
            raise Failed("illegal", _guarded(lambda: _refusal(history, action)))
        return action

    def close(self, over: dict[str, Any] | None) -> None:
        pass


def _guarded(work: Callable[[], Any]) -> Any:
    """Whatever a bot does, the tournament goes on."""
    try:
        return work()
    except Exception as error:
        raise Failed("crash", f"{type(error).__name__}: {error}") from error


def _refusal(history: History, action: Any) -> str:
    """Why an action is not legal, by its rule."""
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
        """Greet it; its time to start is not its time to think."""
        answer = self._program.ask(self._hello, self._settings.patience)
        if answer != "ready":
            raise Failed("illegal", f"{answer[:60]!r} in answer to hello, which is answered by ready")

    def asked(self, history: History, view: View, legal: Sequence[Any]) -> Callable[[], Any]:
        question = {
            "type": "choose",
            "ply": view.ply,
            "view": view.as_dict(),
            "record": self._record(history),
            "legal": [str(action) for action in legal],
            "limit": self._spoken_limit(),
        }
        return lambda: self._choose(question, history, legal)

    def _choose(self, question: dict[str, Any], history: History, legal: Sequence[Any]) -> Any:
        answer = self._program.ask(question, self._seconds)
        with contextlib.suppress(UnreadableAction):
            if (action := history.game.parse(answer)) in legal:
                return action
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


def play_game(settings: TournamentSettings, deal: int, number: int) -> tuple[PlayedGame, str]:
    """A game of a deal, and its record."""
    game = games.load(settings.game)
    seats = settings.seating.seats(deal)[number]
    history = History(game, settings.agreed)
    watches = [Stopwatch() for _ in seats]
    seated: list[Player] = []
    fault = None
    try:
        chance = Rng(chance_seed(settings.seed, deal))
        fault = _sit_down(seated, settings, game, deal, number) or _play(history, seated, watches, chance)
    finally:
        over = _over(history, fault)
        for seat, player in enumerate(seated):  # no last word to one that does not listen any more
            player.close(None if fault is not None and fault.seat == seat else over)
    played = PlayedGame(
        deal=deal,
        game=number,
        seats=seats,
        ranks=_ranks(history, fault),
        scores=game.scores(history.position) if history.outcome is None else history.outcome.scores,
        reason=FORFEIT if history.outcome is None else history.outcome.reason,
        plies=len(history),
        times=tuple(watch.times() for watch in watches),
        fault=fault,
    )
    names = [settings.bots[bot].label for bot in seats]
    return played, Record.of(history, names, _headers(settings, played)).text()


def _sit_down(
    seated: list[Player], settings: TournamentSettings, game: AnyGame, deal: int, number: int
) -> PlayerFault | None:
    """Fill the seats; a program that does not even start has lost."""
    for seat, bot in enumerate(settings.seating.seats(deal)[number]):
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


def _play(history: History, seated: Sequence[Player], watches: Sequence[Stopwatch], chance: Rng) -> PlayerFault | None:
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
            action = choose()
        except Failed as failed:
            return PlayerFault(who, len(history), failed.kind, failed.why[:_LONGEST_WHY])
        finally:
            watches[who].add(time.perf_counter() - begun)
        history.play(action, seat=who)


def _ranks(history: History, fault: PlayerFault | None) -> tuple[int, ...]:
    players = history.options.players
    if fault is not None:
        return tuple(players if seat == fault.seat else 1 for seat in range(players))
    outcome = history.outcome
    assert outcome is not None
    return outcome.ranks


def _over(history: History, fault: PlayerFault | None) -> dict[str, Any]:
    """The last word to a program. Asked while a game breaks off, it has neither an outcome nor a fault."""
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


def warm_up_all(settings: TournamentSettings) -> None:
    """Compile, or load, all that the games will need, so that no bot's time goes into it."""
    game = games.load(settings.game)
    names = sorted({entrant.name for entrant in settings.bots if entrant.name in bot_names()})
    practise(game, settings.agreed, [make_bot(name, game, 0) for name in names], _PRACTICE)
