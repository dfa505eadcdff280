"""What people type, made fit to be kept and shown: names and lines of chat."""

from __future__ import annotations

import unicodedata

from saltroad.server.refusals import Refusal

LONGEST_NAME = 30


def tidy_line(text: str) -> str:
    """One line without control characters; refused if nothing is left."""
    shown = "".join(" " if character.isspace() else character for character in text if _is_shown(character))
    line = " ".join(unicodedata.normalize("NFC", shown).split())
    if not line:
        raise Refusal("empty_text")
    return line


def tidy_name(text: str) -> str:
    """A name; refused if it is empty or too long."""
    name = tidy_line(text)
    if len(name) > LONGEST_NAME:
        raise Refusal("name_too_long", most=LONGEST_NAME)
    return name


def _is_shown(character: str) -> bool:
    """Letters and signs; neither control characters nor those that turn the direction of writing, nor lone halves."""
    return character.isspace() or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn")
