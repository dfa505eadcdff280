"""The board of a game that has none of its own: its view as a table, a row for each field, a column for each player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from saltroad.kernel.contract import View
from saltroad.terminal.paint import sign
from saltroad.terminal.scene import Scene

_NOT_SHOWN = ("viewer", "ply", "actor")


def draw(view: View, names: Sequence[str], language: str, scene: Scene) -> RenderableType:
    """The fields of a view; those with a value for each seat have it under the seat's name."""
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_row("", *(Text.assemble(sign(seat), f" {name}") for seat, name in enumerate(names)))
    for name, value in _fields(view):
        label = Text(name.replace("_", " "), "dim")
        if isinstance(value, list | tuple) and len(value) == len(names):
            table.add_row(label, *map(_text, value))
        else:
            table.add_row(label, _text(value))
    return Padding(table, (0, 2))


def adorn(sentence: str) -> Text:
    """A sentence as it is."""
    return Text(sentence)


def _fields(view: View) -> Iterator[tuple[str, Any]]:
    yield from ((name, value) for name, value in view.as_dict().items() if name not in _NOT_SHOWN)


def _text(value: Any) -> Text:
    if value is None:
        return Text("–", "dim")
    if isinstance(value, dict):
        return Text(", ".join(f"{name} {_text(inner)}" for name, inner in value.items()))
    if isinstance(value, list | tuple):
        return Text(" ".join(str(_text(inner)) for inner in value))
    return Text(str(value))
