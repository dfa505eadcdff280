"""The scene of a board: what it may show besides the view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Scene:
    """What a board may show besides the view, if it can."""

    par: float | None = None
    """The par of the puzzle for one."""
    earns: Mapping[Any, int] = field(default_factory=dict)
    """The actions of the reader, with the points that each earns at once."""
    prices: Mapping[Any, str] = field(default_factory=dict)
    """The price of each action that has one."""
    chosen: str = ""
    """The kind of choice that the reader has opened; then `earns` and `prices` are of that kind alone."""
    played: Sequence[Any] = ()
    """Every action so far."""
    since: int = 0
    """The ply from which on actions are new to the reader."""
