"""The settings of a tournament, and what is kept of each of its games: plain values, and the lines of a results
file."""

from __future__ import annotations

import functools

import msgspec
from msgspec import UNSET, UnsetType

from saltroad import games
from saltroad.arena.entrants import Entrant
from saltroad.arena.seating import Seating
from saltroad.kernel.info import Options

FORMAT = 1
"""The version of the results file; it rises when a line changes its meaning."""


class TournamentSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the games depend on. The number of games is not part of it: a run can be made longer."""

    arena: int = FORMAT
    game: str
    rules: int
    options: str
    bots: tuple[Entrant, ...]
    seed: int = 0
    patience: float = 30.0
    """Seconds that a program has to start, and for a decision where its limit is not in seconds."""
    grace: float = 1.0
    """Seconds past its limit in which a program's answer still counts."""

    @property
    def agreed(self) -> Options:
        return games.info(self.game).read(self.options)

    @property
    def seating(self) -> Seating:
        return _seating(len(self.bots), self.agreed.players)

    @property
    def fair_share(self) -> float:
        """The share of the wins that each seat would have if all were equal."""
        return 1 / self.seating.players

    @property
    def repeats(self) -> bool:
        """Whether every limit is in nodes, so that a run gives the same games again."""
        return all(bot.limit.repeats or bot.name in ("random", "greedy") for bot in self.bots)


_seating = functools.cache(Seating)


class PlayerFault(msgspec.Struct, frozen=True):
    """The fault by which a seat lost a game before its end."""

    seat: int
    ply: int
    kind: str
    """One of KINDS."""
    why: str


KINDS = ("timeout", "crash", "illegal", "too_long")
"""The kinds of faults: took too long; ended or raised an error; answered no legal action; wrote a line without end."""


class Times(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long the decisions of a seat took, without those where only one action was legal. Without a spread they were
    not measured."""

    decisions: int = 0
    seconds: float = 0.0
    spread: dict[int, int] = {}
    """The number of decisions for each duration, in logarithmic steps: see `saltroad.arena.timing`."""


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a tournament that was played."""

    deal: int
    game: int
    """Its number within the deal."""
    seats: tuple[int, ...]
    """The entrant in each seat: numbers of `TournamentSettings.bots`."""
    ranks: tuple[int, ...]
    """1 for the best. After a fault the seat at fault is last, and the others share the first place."""
    scores: tuple[int, ...]
    """The scores when the game was over, also by a fault."""
    reason: str
    """How it ended: a name of the game's `end_reasons`, or FORFEIT."""
    plies: int
    times: tuple[Times, ...]
    fault: PlayerFault | None = None
    luck: tuple[float, ...] | UnsetType = UNSET
    """By seat: what chance gave it beside the mean of what it could have given, as a share of the win; in sum 0. Only
    where a tournament measures it: lines without it are as they were before there was luck."""

    @property
    def key(self) -> tuple[int, int]:
        return self.deal, self.game

    @property
    def wins(self) -> tuple[float, ...]:
        """Each seat's share of the win."""
        best = self.ranks.count(1)
        return tuple(1 / best if rank == 1 else 0.0 for rank in self.ranks)


FORFEIT = "forfeit"
