"""Checks of saved positions: they read back, and damage is noticed."""

from __future__ import annotations

from saltroad.kernel.contract import Position
from saltroad.kernel.errors import BadPosition
from saltroad.testing.fault import Examination

_FLIPPED = 4


def check_kept(exam: Examination, position: Position) -> None:
    """Check that `load` reads what `dump` wrote."""
    data = exam.ask(exam.game.dump, position)
    exam.demand(exam.ask(exam.game.dump, position) == data, "dump gives other bytes for the same position")
    read = exam.call("load", exam.game.load, data)
    exam.demand(read == position, "load does not read back what dump wrote")
    exam.demand(read.states is not position.states, "load gives the very position that was dumped, not one of its own")


def check_damaged(exam: Examination, position: Position) -> None:
    """Check that bytes that `dump` did not write are refused."""
    data = exam.ask(exam.game.dump, position)
    name = exam.game.info.name.encode()
    damaged = {
        "no bytes": b"",
        "half the bytes": data[: len(data) // 2],
        "all bytes but the last": data[:-1],
        "a byte too many": data + b"\0",
        "another game's mark": data.replace(name, name[::-1] + b"_", 1),
        "other rules": data.replace(b"\n", b"0\n", 1),
    }
    for _ in range(_FLIPPED):
        at, bit = exam.samples.below(len(data)), exam.samples.below(8)
        flipped = data[at] ^ (1 << bit)
        damaged[f"bit {bit} of byte {at} flipped"] = data[:at] + bytes([flipped]) + data[at + 1 :]
    for what, bad in damaged.items():
        exam.refusal(f"load with {what}", BadPosition, exam.game.load, bad)
