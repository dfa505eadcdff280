"""The board of a game that has none of its own: its view as a table, a row for each field, a column for each player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from saltroad.kernel.contract import View
from saltroad.messages import Catalogue, Piece, Term
from saltroad.terminal.paint import sign
from saltroad.terminal.scene import Scene

_NOT_SHOWN = ("viewer", "ply", "actor")


def draw(view: View, names: Sequence[str], catalogue: Catalogue, scene: Scene) -> RenderableType:
    """The fields of a view; those with a value for each seat have it under the seat's name."""
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_row("", *(Text.assemble(sign(seat), f" {name}") for seat, name in enumerate(names)))
    for name, value in _fields(view):
        label = Text(_word(catalogue, "label", name), "dim")
        if isinstance(value, list | tuple) and len(value) == len(names):
            table.add_row(label, *(_text(inner, catalogue) for inner in value))
        else:
            table.add_row(label, _text(value, catalogue))
    return Padding(table, (0, 2))


def paint(part: Piece | Term) -> Text:
    """A piece by its code, a word as it is."""
    return Text(str(part))


def _fields(view: View) -> Iterator[tuple[str, Any]]:
    yield from ((name, value) for name, value in view.as_dict().items() if name not in _NOT_SHOWN)


def _word(catalogue: Catalogue, what: str, name: str) -> str:
    """What the game calls it, such as `label-held`, else the name itself."""
    id = f"{what}-{name}"
    return catalogue.text(id) if id in catalogue else name.replace("_", " ")


def _text(value: Any, catalogue: Catalogue) -> Text:
    if value is None:
        return Text("–", "dim")
    if isinstance(value, dict):
        return Text(", ".join(f"{name} {_text(inner, catalogue)}" for name, inner in value.items()))
    if isinstance(value, list | tuple):
        return Text(" ".join(str(_text(inner, catalogue)) for inner in value))
    return Text(_word(catalogue, "term", value) if isinstance(value, str) else str(value))
