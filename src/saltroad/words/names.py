"""Names for numbers: the rules speak of player 1 and player 2, but at a table players have names, and no numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_PLAYERS = {
    "en": re.compile(r"()\b[Pp]layer (\d+)\b"),
    "fr": re.compile(r"\b(du |au |[Ll]e |)joueur (\d+)\b"),
}
_VOWELS = "aeiouàâäéèêëîïôöùûüœ"


def with_names(sentence: str, names: Sequence[str], language: str) -> str:
    """A sentence of the rules as it is said at a table of these players; numbers that nobody has stay as they are."""

    def named(found: re.Match[str]) -> str:
        number = int(found[2])
        if not 0 < number <= len(names) or not names[number - 1]:
            return found[0]
        return _AFTER[found[1].strip().lower()](names[number - 1])

    return _PLAYERS[language].sub(named, sentence)


def _of(name: str) -> str:
    return f"d'{name}" if name[0].lower() in _VOWELS else f"de {name}"


_AFTER: dict[str, Callable[[str], str]] = {
    "": str,
    "le": str,
    "du": _of,
    "au": lambda name: f"à {name}",
}
"""How a name stands in the place of "joueur" with what goes before it."""
