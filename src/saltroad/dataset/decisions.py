"""The decisions of one game between bots, as a worker makes them and the journal keeps them.

Needs NumPy and no pyarrow: workers on other machines need not have it.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from saltroad.arena.play import play_seats
from saltroad.batch import encode_all
from saltroad.bots import Choice
from saltroad.dataset.errors import BadDataset
from saltroad.dataset.settings import DatasetSettings
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.contract import AnyGame

_FAST = 1
"""The level of zlib: a game of 125 decisions of Through the Desert is 12 kB in place of 160, in 1.3 ms."""
NO_SEARCH = -1


class GameRows(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """The decisions of a game, a row each. Bytes are arrays of little-endian numbers, of the type that is named."""

    game: int
    bots: tuple[int, ...]
    """By seat."""
    win_shares: tuple[float, ...]
    """By seat."""
    scores: tuple[int, ...]
    """By seat."""
    end_reason: str
    plies: int
    ply: bytes
    """int32"""
    seat: bytes
    """int8"""
    action: bytes
    """int32"""
    legal_count: bytes
    """int32"""
    observations: bytes
    """Packed."""
    masks: bytes
    """Packed."""
    seat_values: bytes
    """float32, for each seat of each row; not a number where there was no search."""
    searched: bytes
    """int32, by row: how many actions the search looked at, or NO_SEARCH."""
    search_actions: bytes
    """int32, of all rows"""
    search_shares: bytes
    """float32, of all rows; not a number where nothing was visited."""
    search_values: bytes
    """float32, of all rows; not a number where the bot gives none."""


def play_rows(settings: DatasetSettings, number: int) -> GameRows:
    """Play a game; BadDataset if a bot fails: a game that was broken off has no outcome to learn from."""
    choices: dict[int, Choice[Any]] = {}
    seats = settings.seats(number)
    seated = play_seats(settings, seats, number, 0, choices.__setitem__)
    history, outcome, fault = seated.history, seated.history.outcome, seated.fault
    if fault is not None or outcome is None:
        assert fault is not None
        bot = settings.bots[seats[fault.seat]].label
        raise BadDataset(f"{bot} failed at ply {fault.ply} ({fault.kind}): {fault.why}")
    game, own = history.game, [ply for ply, who in enumerate(history.actors) if who != CHANCE]
    movers = [history.actors[ply] for ply in own]
    observations, masks = encode_all(game, [history.positions[ply] for ply in own], movers, memory=settings.memory)
    searches = [_Search(game, choices.get(ply), len(seats)) for ply in own]
    winners = seated.ranks.count(1)
    return GameRows(
        game=number,
        bots=seats,
        win_shares=tuple(1 / winners if rank == 1 else 0.0 for rank in seated.ranks),
        scores=outcome.scores,
        end_reason=outcome.reason,
        plies=len(history),
        ply=_bytes(own, "<i4"),
        seat=_bytes(movers, "i1"),
        action=_bytes([game.notation.index(history.actions[ply]) for ply in own], "<i4"),
        legal_count=_bytes(np.bitwise_count(masks.view(np.uint64)).sum(axis=1), "<i4"),
        observations=_bytes(observations, "<i8"),
        masks=_bytes(masks, "<i8"),
        seat_values=_bytes([each.seat_values for each in searches], "<f4"),
        searched=_bytes([NO_SEARCH if each.actions is None else len(each.actions) for each in searches], "<i4"),
        search_actions=_bytes([action for each in searches for action in each.actions or ()], "<i4"),
        search_shares=_bytes([share for each in searches for share in each.shares], "<f4"),
        search_values=_bytes([value for each in searches for value in each.values], "<f4"),
    )


def encode_rows(rows: GameRows) -> bytes:
    """A game as bytes, compressed."""
    return zlib.compress(msgspec.msgpack.encode(rows), _FAST)


def decode_rows(message: bytes) -> GameRows:
    """The game of these bytes."""
    return msgspec.msgpack.decode(zlib.decompress(message), type=GameRows)


class _Search:
    """The results of a search for a decision, its actions by number in ascending order."""

    def __init__(self, game: AnyGame, choice: Choice[Any] | None, players: int) -> None:
        self.actions: list[int] | None = None
        self.shares: list[float] = []
        self.values: list[float] = []
        self.seat_values = [np.nan] * players
        # a bot of the user's own may give anything that has an action
        if not isinstance(choice, Choice) or (choice.seat_values is None and choice.visit_shares is None):
            return
        looked_at = choice.visit_shares or choice.values or {}
        by_number = sorted((game.notation.index(action), action) for action in looked_at)
        self.actions = [number for number, _ in by_number]
        self.shares = _numbers(choice.visit_shares, by_number)
        self.values = _numbers(choice.values, by_number)
        if choice.seat_values is not None and len(choice.seat_values) == players:
            self.seat_values = list(choice.seat_values)


def _numbers(found: Mapping[Any, float] | None, by_number: list[tuple[int, Any]]) -> list[float]:
    return [np.nan if found is None else found.get(action, np.nan) for _, action in by_number]


def _bytes(numbers: Any, dtype: str) -> bytes:
    return np.ascontiguousarray(numbers, dtype).tobytes()
