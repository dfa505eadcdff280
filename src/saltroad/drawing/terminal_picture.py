"""The board of the terminal as a picture: for games without a picture of their own, and for pages on the terminal."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import TerminalTheme

from saltroad.games import package_of
from saltroad.messages import catalogue_of
from saltroad.terminal import draw_board
from saltroad.terminal.paint import WIDEST
from saltroad.terminal.scene import Scene

if TYPE_CHECKING:
    from saltroad.kernel.contract import View

# warm paper and ink; the sixteen colours are what the terminal boards use at most
_PAPER = TerminalTheme(
    (0xFB, 0xF5, 0xE9),
    (0x2B, 0x21, 0x18),
    [
        (43, 33, 24),
        (181, 83, 47),
        (46, 125, 107),
        (178, 126, 30),
        (58, 110, 165),
        (140, 80, 120),
        (60, 130, 140),
        (120, 105, 85),
    ],
    [
        (90, 75, 60),
        (200, 95, 55),
        (60, 145, 120),
        (200, 145, 40),
        (75, 130, 185),
        (160, 95, 140),
        (80, 150, 160),
        (43, 33, 24),
    ],
)


def terminal_picture(
    game_name: str, view: View, names: Sequence[str], language: str = "en", *, scene: Scene | None = None
) -> str:
    """A view as `saltroad play` shows it, as SVG."""
    console = Console(record=True, width=WIDEST, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(draw_board(game_name, view, names, catalogue_of(package_of(game_name), language), scene))
    # without the template's fonts, which would be fetched from elsewhere
    template = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    return console.export_svg(
        title=f"saltroad play {game_name}", theme=_PAPER, code_format=template, unique_id=game_name
    )
