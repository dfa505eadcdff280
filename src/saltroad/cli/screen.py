"""The terminal: prints pictures and text, and reads what is typed or piped as short, clean lines."""

from __future__ import annotations

import io
import sys
from contextlib import suppress

from rich.console import Console, RenderableType
from rich.text import Text

from saltroad.terminal.paint import WIDEST

PROMPT = "> "
_CHUNK = 4096


def clean(text: str, most: int = 60) -> str:
    """The text on one line, without control characters, cut to `most`."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * most]).split())
    return line if len(line) <= most else f"{line[: most - 3]}..."


class Screen:
    """The terminal of a game: output and typed lines."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # bytes that are no text, signs that the terminal cannot show
        with suppress(ImportError):
            import readline  # noqa: F401  makes input() a line that can be edited and recalled
        self.console = Console(highlight=False)

    @property
    def width(self) -> int:
        return min(self.console.width, WIDEST)

    def show(self, *parts: RenderableType) -> None:
        """Print blocks one below the other."""
        for part in parts:
            self.console.print(part, width=self.width, markup=False)

    def say(self, text: str | Text) -> None:
        """Print an answer, indented by two spaces and wrapped at words."""
        body = Text(text) if isinstance(text, str) else text
        for line in body.wrap(self.console, self.width - 4):
            self.show(Text.assemble("  ", line))

    def clear(self) -> None:
        """Clear the terminal and its scrollback; does nothing if output is not a terminal."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.console.file.flush()

    def line(self, text: str) -> None:
        """Print a line without wrapping, so that it can be copied."""
        self.console.out(text, highlight=False)

    def read(self) -> str:
        """A line that was typed; EOFError at the end of the input."""
        if sys.stdin.isatty():
            return input(PROMPT)[:_CHUNK]
        line = sys.stdin.readline(_CHUNK)
        if not line:
            raise EOFError
        rest = line
        while rest and not rest.endswith("\n"):  # the rest of a line without end is not kept
            rest = sys.stdin.readline(_CHUNK)
        echo = Text(f"{PROMPT}{clean(line, self.width)}", no_wrap=True)  # a piped line was not seen being typed
        echo.truncate(self.width, overflow="ellipsis")
        self.show(echo)
        return line
