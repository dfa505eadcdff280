"""Finding puzzles in games: decisions at which one move is clearly best, whatever the depth, and not obvious.

A move is clearly best if its lead over the second best is large, at the standard depth and again with four times the
visits and other randomness; at that second look every legal move is considered. A seat that cannot see all is given no
more than it sees.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from saltroad.analysis.comparison import MoveComparison
from saltroad.analysis.grades import BLUNDER
from saltroad.analysis.model import ComparedMove
from saltroad.analysis.plies import setup_plies
from saltroad.analysis.puzzles import MovePuzzle, puzzle_id
from saltroad.analysis.reasons import reasons_for
from saltroad.analysis.settings import CannotAnalyse
from saltroad.analysis.win_shares import WinShareEstimate
from saltroad.bots.analysis_profile import profile_of
from saltroad.bots.base import Limit
from saltroad.bots.level_bots import ONE_LOOK, evaluator_of
from saltroad.bots.search import Search
from saltroad.bots.search.bot import warm
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.messages.reasons import AnyReason
from saltroad.records.history import History

LEAD_OF_TWO = BLUNDER
"""The least lead of a solution for two players: every other move is a blunder. For more it is the same part of an equal
share of the win, which is smaller for them,"""
LEAST_LEAD = 0.12
"""but this much at least."""
_LARGE = 1.5
"""The lead of a move that may look good at a glance, as a multiple of the least."""
_AT_A_GLANCE = 2
"""The moves that look best at a glance, among which the solution is only if its lead is large."""
_FEWEST_MOVES = 3
"""Legal moves that a puzzle has: between two one can guess."""
_APART = 8
"""Plies between two puzzles of a game, which else would be much the same."""
_DEEPER = 4
"""The visits of the second look, as a multiple of the first."""
_FIRST_SIEVE, _SIEVE = 8, 16
"""The visits of the looks that only rule out, as a part of the standard."""
_FEWEST_VISITS = 32
_SURE = 2.0
"""Standard errors that a lead must exceed."""
_KEPT = 4
"""Moves that a puzzle keeps."""
_UNSEEN_DEALS = 4
"""Deals of what the seat does not see, among which the visits of the second look are divided."""
_QUICK_LOOKS = (ONE_LOOK, 50, 200)
"""The visits of the searches that a person's quick look is measured by."""
_LOOKS_OF_EACH = 4
_EASIEST, _HARDEST = 800, 2000
"""The ratings of puzzles that quick looks always, or never, solve."""
_DIGITS = 4

_Found = dict[Any, WinShareEstimate]


class PuzzleSettings(msgspec.Struct, frozen=True):
    """How puzzles are chosen."""

    visits: int = 0
    """Of each move at the first look; 0 for the standard depth of the game."""
    lead: float = 0.0
    """The least lead of the solution in share of the win; 0 for `least_lead`."""
    seed: int = 0


def least_lead(players: int) -> float:
    """The lead from which on a move is clearly best, at a table of so many players."""
    return max(LEAD_OF_TWO * 2 / players, LEAST_LEAD)


class PuzzleFinder:
    """Finds puzzles in games of one kind with so many players."""

    def __init__(self, game: AnyGame, players: int, settings: PuzzleSettings) -> None:
        """CannotAnalyse for a table of one; NoEvaluator for a game that bots cannot judge."""
        if players < 2:
            raise CannotAnalyse("A table of one has no win to share: look for puzzles in games of two or more.")
        profile, evaluator = profile_of(game.info.name), evaluator_of(game)
        self._game = game
        self._seed = settings.seed
        self._visits = settings.visits or profile.visits
        self._lead = settings.lead or least_lead(players)
        self._moves = MoveComparison(game, profile, players)
        self._quick = Search(game.engine, evaluator, players, profile.settings, Rng(0), room=1 << 18)

    def warm(self) -> None:
        """Compile the search, or load it from the disk."""
        warm(self._game, evaluator_of(self._game))

    def search(self, history: History) -> Iterator[MovePuzzle | None]:
        """Each ply of a game, in their order: the puzzle that it is, or None. The same game and settings have the same
        puzzles."""
        setup, last = setup_plies(history), -_APART
        for ply in range(len(history)):
            found = self._at(history, ply, setup) if ply >= setup and ply - last >= _APART else None
            last = ply if found is not None else last
            yield found

    def _at(self, history: History, ply: int, setup: int) -> MovePuzzle | None:
        position, seat = history.positions[ply], history.actors[ply]
        if seat < 0 or len(self._game.legal_indices(position)) < _FEWEST_MOVES:
            return None
        actions, options = tuple(map(str, history.actions[:ply])), str(history.options)
        id = puzzle_id(self._game.info, options, actions)
        seed = (self._seed, int(id, 16))
        solution = self._first_look(position, seat, ply - setup, seed)
        if solution is None:
            return None
        deep = self._second_look(position, seat, solution, ply - setup, seed)
        if deep is None:
            return None
        rating = self._rating(position, solution, seed)
        if rating == _EASIEST:
            return None  # every quick look finds it
        moves = _moves_of(deep, seat)
        info = self._game.info
        return MovePuzzle(
            id=id,
            game=info.name,
            rules=info.rules_version,
            options=options,
            rating=rating,
            seat=seat,
            solution=str(solution),
            moves=moves,
            reason=self._reason(position, seat, moves, seed),
            actions=actions,
        )

    # -- looking -------------------------------------------------------------------------------------------------------

    def _first_look(self, position: Position, seat: int, since_setup: int, seed: Sequence[int]) -> Any:
        """The move that is clearly best and not obvious, at the standard depth; None if there is none."""
        for purpose, visits, lead in ((0, self._visits // _FIRST_SIEVE, self._lead / 2), (1, self._visits, self._lead)):
            compared = self._moves.compare(position, since_setup, max(visits, _FEWEST_VISITS), (*seed, purpose))
            if not _leads(compared.found, compared.best, seat, lead):
                return None
        glance = compared.glance
        rank = glance.index(compared.best) if compared.best in glance else len(glance)
        is_large = _leads(compared.found, compared.best, seat, _LARGE * self._lead)
        return compared.best if rank >= _AT_A_GLANCE or is_large else None

    def _second_look(
        self, position: Position, seat: int, solution: Any, since_setup: int, seed: Sequence[int]
    ) -> _Found | None:
        """The moves that come near the solution, searched deeply; None if it is not clearly best among them."""
        legal = self._game.legal(position)
        after = self._moves.shares.after
        visits = max(self._visits // _SIEVE, _FEWEST_VISITS)
        sieve = dict(zip(legal, after(position, legal, since_setup, visits, Rng((*seed, 2))), strict=True))
        order = sorted(sieve, key=lambda action: -sieve[action].shares[seat])
        bar = sieve[solution].shares[seat] - self._lead
        near = [each for each in legal if sieve[each].shares[seat] + _SURE * sieve[each].errors[seat] > bar]
        compared = [solution, *(each for each in legal if each != solution and (each in near or each in order[:_KEPT]))]
        deals = self._deals(position, seat, seed)
        looks = []
        for number, deal in enumerate(deals):
            rng = Rng((*seed, 3, number))
            found = after(deal, compared, since_setup, _DEEPER * self._visits // len(deals), rng)
            looks.append(dict(zip(compared, found, strict=True)))
        deep = _mean(looks)
        return deep if _leads(deep, solution, seat, self._lead) else None

    def _deals(self, position: Position, seat: int, seed: Sequence[int]) -> list[Position]:
        """The position, if the seat sees all of it; else some that look the same to it."""
        game, rng = self._game, Rng((*seed, 4))
        view = game.observe(position, seat)
        deals = [game.determinize(view, rng) for _ in range(_UNSEEN_DEALS)]
        return [position] if all(deal == position for deal in deals) else deals

    def _rating(self, position: Position, solution: Any, seed: Sequence[int]) -> int:
        """How hard it is: between the easiest and the hardest by how many quick looks miss the solution."""
        search, missed = self._quick, 0
        goal = self._game.notation.index(solution)
        for visits in _QUICK_LOOKS:
            for number in range(_LOOKS_OF_EACH):
                search.draw_from(Rng((*seed, 5, visits, number)))
                search.place(position, again=False)
                search.run(Limit(nodes=visits))
                missed += search.actions()[0].action != goal
        return round(_EASIEST + (_HARDEST - _EASIEST) * missed / (len(_QUICK_LOOKS) * _LOOKS_OF_EACH))

    def _reason(
        self, position: Position, seat: int, moves: Sequence[ComparedMove], seed: Sequence[int]
    ) -> tuple[AnyReason, ...]:
        """Why the second best is worse."""
        best, second = moves[:2]
        parse = self._game.parse
        gained = [there - here for here, there in zip(best.shares, second.shares, strict=True)]
        gifts = [0.0 if other == seat else gain for other, gain in enumerate(gained)]
        return reasons_for(self._game, position, seat, parse(second.action), parse(best.action), gifts, (*seed, 6))


def _leads(found: _Found, best: Any, seat: int, lead: float) -> bool:
    """Whether a move leads by so much, beyond the noise."""
    top = found[best]
    for action, other in found.items():
        gap = top.shares[seat] - other.shares[seat]
        if action != best and (gap < lead or gap <= _SURE * math.hypot(top.errors[seat], other.errors[seat])):
            return False
    return len(found) > 1


def _mean(looks: Sequence[_Found]) -> _Found:
    """Several looks at the same moves as one."""
    if len(looks) == 1:
        return looks[0]
    return {action: _mean_of([look[action] for look in looks]) for action in looks[0]}


def _mean_of(found: Sequence[WinShareEstimate]) -> WinShareEstimate:
    seats, count = range(len(found[0].shares)), len(found)
    shares = [[each.shares[seat] for each in found] for seat in seats]
    means = tuple(sum(each) / count for each in shares)
    # what the deals scatter counts as well as what each search does
    errors = tuple(
        math.sqrt(
            sum((share - mean) ** 2 for share in each) / (count - 1) / count
            + sum(one.errors[seat] ** 2 for one in found) / count**2
        )
        for seat, (each, mean) in enumerate(zip(shares, means, strict=True))
    )
    return WinShareEstimate(means, errors, sum(each.visits for each in found), found[0].line)


def _moves_of(found: _Found, seat: int) -> tuple[ComparedMove, ...]:
    """The best moves, as a puzzle keeps them."""
    order = sorted(found, key=lambda action: -found[action].shares[seat])[:_KEPT]
    top = found[order[0]].shares[seat]
    return tuple(
        ComparedMove(
            str(action),
            tuple(round(share, _DIGITS) for share in each.shares),
            round(top - each.shares[seat], _DIGITS),
            each.visits,
            round(each.errors[seat], _DIGITS),
            (str(action), *map(str, each.line)),
        )
        for action in order
        for each in [found[action]]
    )
