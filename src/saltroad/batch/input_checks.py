"""What a batch is given, checked before anything is changed: refused as a whole, or taken as a whole."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saltroad.kernel.chance import Rng
from saltroad.kernel.errors import BadOptions

Seeds = int | Sequence[int | Sequence[int]]
"""One number, of which each game gets a seed of its own, or a seed for each game."""


def check(is_good: bool, fault: str) -> None:
    """Refuse with a sentence unless all is well."""
    if not is_good:
        raise BadOptions(f"{fault[0].upper()}{fault[1:]}.")


def is_whole(number: Any) -> bool:
    """Whether it is a whole number, of Python's or of numpy's; a truth value is none."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def check_whole(name: str, number: Any, least: int) -> None:
    """Refuse what is no whole number from `least` on."""
    check(is_whole(number) and number >= least, f"`{name}` is a whole number from {least} on, not {number!r}")


def check_truth(name: str, value: Any) -> None:
    """Refuse what is no truth value."""
    check(isinstance(value, bool | np.bool_), f"`{name}` is True or False, not {value!r}")


def check_memory(count: int, bytes_each: int, bytes_besides: int) -> None:
    """Refuse more games than memory holds: memory is only taken when it is first written to, and then it is too late
    for an error."""
    needed = count * bytes_each + bytes_besides
    try:
        there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # not every system tells
        return
    check(
        needed <= there,
        f"{count:,} games need {needed / 1e9:,.1f} GB of memory, and this machine has {there / 1e9:,.1f}",
    )


def seed_words(seed: Any, which: NDArray[np.int64]) -> NDArray[np.int64]:
    """The generators of these games, a row for each."""
    if isinstance(seed, int | np.integer):
        seeds: list[Any] = [(int(seed), i) for i in which.tolist()]
    else:
        is_list = hasattr(seed, "__iter__") and not isinstance(seed, str | bytes)
        check(is_list, f"a seed is a whole number, or one for each game, not {seed!r}")
        seeds = list(seed)
    told = "is one seed" if len(seeds) == 1 else f"are {len(seeds)} seeds"
    check(len(seeds) == len(which), f"there {told} for {len(which)} game{'s' * (len(which) != 1)}")
    try:
        rows = [Rng(each).words for each in seeds]
    except (TypeError, ValueError) as error:
        raise BadOptions(f"A seed is a whole number that is not negative: {error}.") from error
    return np.array(rows, np.int64).reshape(len(which), 4)


def chosen_games(only: Any, count: int) -> NDArray[np.int64]:
    """The numbers of the games that a mask or a list of numbers names; all without one."""
    if only is None:
        return np.arange(count)
    given = np.asarray(only)
    if given.dtype == np.bool_:
        check(given.shape == (count,), f"a mask of games has {count} entries, not the shape {given.shape}")
        return np.flatnonzero(given)
    check(
        given.ndim == 1 and (given.size == 0 or given.dtype.kind in "iu"),
        f"`only` is a mask or a list of numbers of games, not {given.dtype} of shape {given.shape}",
    )
    for i in given.tolist():
        check_game(i, count)
    return given.astype(np.int64)


def check_game(i: int, count: int) -> None:
    """Refuse the number of a game that the batch does not have."""
    check(
        is_whole(i) and 0 <= i < count,
        f"there is no game {i!r} in the batch: they go from 0 to {count - 1}",
    )
