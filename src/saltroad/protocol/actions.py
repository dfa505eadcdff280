"""Actions and offers as they are sent: each with its kind and its fields, so that no client takes a text apart.

A kind is the name of the action's class in snake case. What is the same wherever an action stands is made once.
"""

from __future__ import annotations

import dataclasses
import functools
from bisect import bisect_left, bisect_right
from typing import Any

import msgspec

from saltroad.kernel.contract import Offers
from saltroad.kernel.notation import Notation
from saltroad.messages.facts import kind_of

_MOST_ROWS = 100_000
"""Rows that are kept of a game: a few megabytes."""


@functools.cache
def _shape(action_class: type) -> tuple[str, tuple[str, ...]]:
    """The kind of actions of a class, and the names of their fields."""
    names = [field.name for field in dataclasses.fields(action_class)] if dataclasses.is_dataclass(action_class) else []
    return kind_of(action_class.__name__), tuple(names)


class _OfferRows:
    """The rows of one game's offers as JSON. Those that were offered once are kept: most are offered again."""

    def __init__(self, notation: Notation[Any]) -> None:
        self._notation = notation
        self._rows: dict[tuple[int, int] | tuple[int, int, str | None], bytes] = {}
        """By index, points and price; without the bracket that closes them."""
        kinds = [_shape(notation.at(index).__class__)[0] for index in range(len(notation))]
        self._starts = [k for k in range(len(kinds)) if k == 0 or kinds[k] != kinds[k - 1]]
        """Where runs of actions of one kind begin."""
        self._kinds = [kinds[start].encode() for start in self._starts]

    def shown(self, offers: Offers) -> bytes:
        """All offers, by kind."""
        indices = offers.indices
        parts = (indices, offers.earns) if offers.prices is None else (indices, offers.earns, offers.prices)
        keys: list[Any] = list(zip(*parts, strict=True))
        try:
            rows = [self._rows[key] for key in keys]
        except KeyError:
            rows = [self._row(key) for key in keys]
        kinds: dict[bytes, list[bytes]] = {}
        at = 0
        while at < len(rows):
            run = bisect_right(self._starts, indices[at]) - 1
            is_last = run == len(self._starts) - 1
            end = len(rows) if is_last else bisect_left(indices, self._starts[run + 1], at)
            kinds.setdefault(self._kinds[run], []).extend(rows[at:end])
            at = end
        return b"{%b}" % b",".join([b'"%b":[%b]]' % (kind, b"],".join(of_kind)) for kind, of_kind in kinds.items()])

    def _row(self, key: Any) -> bytes:
        row = self._rows.get(key)
        if row is None:
            index, points, *price = key
            action = self._notation.at(index)
            values = [getattr(action, name) for name in _shape(action.__class__)[1]]
            if len(self._rows) >= _MOST_ROWS:
                self._rows.clear()
            price = [one for one in price if one is not None]
            row = self._rows[key] = msgspec.json.encode([str(action), points, *values, *price])[:-1]
        return row


@functools.lru_cache(64)
def _rows_of(notation: Any) -> _OfferRows:
    return _OfferRows(notation)


def offers_shown(offers: Offers) -> msgspec.Raw:
    """Offers by kind, as JSON: `{"place": [["pink f4", 3, "pink", "f4"]], "pass": [["pass", 0]]}`."""
    notation: Any = offers.notation
    return msgspec.Raw(b"{}" if notation is None else _rows_of(notation).shown(offers))


def action_shown(action: Any) -> dict[str, Any]:
    """One action: `{"kind": "place", "text": "pink f4", "colour": "pink", "space": "f4"}`."""
    kind, names = _shape(action.__class__)
    return {"kind": kind, "text": str(action), **{name: getattr(action, name) for name in names}}
