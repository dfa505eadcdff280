"""What can be wrong with a record, as a fault: the messages `fault-…` tell it."""

from __future__ import annotations

from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.errors import Fault


def fault(code: str, **params: object) -> Fault:
    """What is wrong, by its code."""
    return Fault(code, params)


def move_of(actor: int) -> int | str:
    """Whose move it is, as a value of a fault: the number of a player, `chance` or `nobody`."""
    return {CHANCE: "chance", NOBODY: "nobody"}.get(actor, actor + 1)
