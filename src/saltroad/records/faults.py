"""Faults of a record, by code: the messages `fault-…` tell them."""

from __future__ import annotations

from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.errors import Fault


def fault(code: str, **params: object) -> Fault:
    """A fault of a record, by its code."""
    return Fault(code, params)


def move_of(actor: int) -> int | str:
    """The actor as a value of a fault: the number of a player, `chance` or `nobody`."""
    return {CHANCE: "chance", NOBODY: "nobody"}.get(actor, actor + 1)
