"""Files that a command writes, such as a report: checked before anything is played, and written at the end."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from saltroad.kernel.errors import SaltroadError


class CannotWrite(SaltroadError):
    """A file that cannot be written; says why in one sentence."""


def check_file(path: Path | None, what: str) -> None:
    """Refuse a file that surely cannot be written; `what` names it in the sentence: "The report"."""
    if path is None:
        return
    if path.is_dir():
        raise CannotWrite(f"{what} cannot be written to {str(path)!r}: it is a folder. Name a file in it.")
    if not path.absolute().parent.is_dir():
        raise CannotWrite(f"{what} cannot be written to {str(path)!r}: its folder does not exist.")


def write_file(path: Path, what: str, content: str | bytes) -> None:
    """Write a file; CannotWrite if that fails."""
    try:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise CannotWrite(f"{what} cannot be written to {str(path)!r}: {error.strerror}.") from None


def make_folder(path: Path, what: str) -> None:
    """Make a folder for files, unless it is there; CannotWrite if that fails."""
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"{what} cannot be written to {str(path)!r}: {error.strerror}.") from None


def command_line() -> str:
    """The command that was given, to be typed again."""
    return shlex.join(["saltroad", *sys.argv[1:]])
