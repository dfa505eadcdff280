"""Drawing tools of all terminal boards: colours, the players' signs, and blocks of lines set beside one another.

Every coloured thing is a letter or a sign on a ground of its own, so that it reads on light and on dark terminals;
without colour the letters and signs are left. A block is a list of lines that are all equally wide.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from rich.color import Color, ColorSystem
from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from rich.text import Text

INK, PAPER, SNOW = "#2B2118", "#FBF5E9", "#FFFFFF"
SAND, TERRACOTTA, LAMP, OASIS = "#EAD9B8", "#B5532F", "#F2C879", "#2E7D6B"
LINE = "#A48A5C"
"""Frames and rules: 3:1 against paper and against night."""
RUBY, IVORY, SAPPHIRE, EMERALD, AMBER = "#C23B2C", "#E6DAC0", "#2F69B0", "#23794B", "#F0BE3C"
"""Glass: with INK or SNOW written on it, 4.5:1 or better."""
PASTELS = ("#A9CFEE", "#B4DDA4", "#CFB6EC", "#F7B0C4", "#FBE77E")
"""Camels, to be written on with INK: blue, green, lilac, pink, yellow."""
GOODS = (PASTELS[2], "#D9A066", PASTELS[4], PASTELS[0])
"""Silk, camel, spice and water, to be written on with INK."""
DUNE, ROCK, FAINT = "#CDB489", "#7A6248", "#5E5243"
"""On sand: fine lines, mountains (to be written on with SAND), and what is written quietly, at 5:1."""

SIGNS = "●▲■◆★☾"
_SEATS = (
    ("#E69F00", INK),
    ("#56B4E9", INK),
    ("#009E73", SNOW),
    ("#D55E00", SNOW),
    ("#0072B2", SNOW),
    ("#CC79A7", INK),
)
"""Okabe and Ito's colours, and what is written on them."""

_FEWER: Mapping[str, tuple[int, str]] = MappingProxyType(
    {
        INK: (234, "black"),
        PAPER: (231, "bright_white"),
        SNOW: (231, "bright_white"),
        SAND: (223, "white"),
        TERRACOTTA: (130, "red"),
        LAMP: (222, "bright_yellow"),
        OASIS: (29, "green"),
        LINE: (137, "yellow"),
        RUBY: (160, "red"),
        IVORY: (253, "white"),
        SAPPHIRE: (25, "blue"),
        EMERALD: (28, "green"),
        AMBER: (220, "bright_yellow"),
        PASTELS[0]: (153, "bright_cyan"),
        PASTELS[1]: (151, "bright_green"),
        PASTELS[2]: (183, "magenta"),
        PASTELS[3]: (218, "bright_magenta"),
        PASTELS[4]: (228, "bright_yellow"),
        GOODS[1]: (179, "yellow"),
        DUNE: (180, "yellow"),
        ROCK: (95, "bright_black"),
        FAINT: (240, "black"),
        "#E69F00": (214, "bright_yellow"),
        "#56B4E9": (74, "bright_cyan"),
        "#009E73": (29, "green"),
        "#D55E00": (166, "red"),
        "#0072B2": (25, "blue"),
        "#CC79A7": (175, "bright_magenta"),
    }
)
"""Our colours where a terminal has 256 (Apple's) or 16: by hand, since the nearest by number makes red tokens brown."""

WIDEST = 100
"""Columns of the widest drawing, in any terminal."""


class _Dye(Color):
    """A colour that knows what stands for it in smaller palettes."""

    def downgrade(self, system: ColorSystem) -> Color:  # type: ignore[override]  # Rich's is wrapped in a cache
        if system == ColorSystem.TRUECOLOR:
            return self
        if self.name not in _FEWER:  # mixed: the nearest by number will do
            return Color.parse(self.name).downgrade(system)
        number, name = _FEWER[self.name]
        return Color.from_ansi(number) if system == ColorSystem.EIGHT_BIT else Color.parse(name)


def _dyed(hex: str | None) -> Color | None:
    return None if hex is None else _Dye(*Color.parse(hex)._replace(name=hex))


@cache
def style(ink: str | None = None, ground: str | None = None, *, bold: bool = False) -> Style:
    """A style of our colours."""
    return Style(color=_dyed(ink), bgcolor=_dyed(ground), bold=bold or None)


ASKED = style(PAPER, TERRACOTTA, bold=True)
"""The one accent: act here."""
LINES = style(LINE)

Block = list[Text]


def has_colour(console: Console) -> bool:
    """Whether the console shows colours: a terminal does, unless NO_COLOR is set."""
    return console.color_system is not None and not console.no_color


def mixed(one: str, other: str, part: float) -> str:
    """A colour between two: `part` of the first."""
    pairs = zip(Color.parse(one).get_truecolor(), Color.parse(other).get_truecolor(), strict=True)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02X}" for a, b in pairs)


def seat_colours(seat: int) -> tuple[str, str]:
    """A player's colour, and what is written on it."""
    return _SEATS[seat]


def sign(seat: int) -> Text:
    """A player's sign on their colour, three cells wide."""
    ground, ink = seat_colours(seat)
    return Text(f" {SIGNS[seat]} ", style(ink, ground, bold=True))


def fit(text: Text, width: int, align: str = "left") -> Text:
    """The line at exactly this width: cut with an ellipsis, or filled up."""
    line = text.copy()
    line.truncate(width, overflow="ellipsis")
    space = width - line.cell_len
    before = {"left": 0, "center": space // 2, "right": space}[align]
    return Text.assemble(" " * before, line, " " * (space - before))


def framed(title: str, lines: Sequence[Text], width: int) -> Block:
    """Lines in a frame with a title, `width` cells wide."""
    inner = width - 4
    name = Text(f" {title} ", "bold")
    name.truncate(inner, overflow="ellipsis")
    top = Text.assemble(("╭─", LINES), name, ("─" * (width - 3 - name.cell_len) + "╮", LINES))
    body = [Text.assemble(("│ ", LINES), fit(line, inner), (" │", LINES)) for line in lines]
    return [top, *body, Text("╰" + "─" * (width - 2) + "╯", LINES)]


def beside(blocks: Iterable[Block], gap: int) -> Block:
    """Blocks set side by side; shorter ones end in empty lines."""
    columns = [(block, block[0].cell_len) for block in blocks]
    height = max(len(block) for block, _ in columns)
    lines = []
    for row in range(height):
        cells = [block[row] if row < len(block) else Text(" " * width) for block, width in columns]
        lines.append(Text(" " * gap).join(cells))
    return lines


def flow(blocks: Sequence[Block], width: int, gap: int) -> Block:
    """Blocks set side by side in as many rows as the width asks for."""
    lines: Block = []
    row: list[Block] = []
    for block in blocks:
        if row and sum(b[0].cell_len + gap for b in row) + block[0].cell_len > width:
            lines += beside(row, gap)
            row = []
        row.append(block)
    return lines + beside(row, gap)


class Board(ABC):
    """A view, ready to print: fits the width it is printed at, and uses letters and signs where there is no colour."""

    @abstractmethod
    def lines(self, width: int, colour: bool) -> Block:
        """The board at a width."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines(min(options.max_width, WIDEST), has_colour(console)):
            line.no_wrap, line.overflow = True, "crop"
            yield line
