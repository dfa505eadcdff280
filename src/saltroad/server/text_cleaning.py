"""Cleaning of names and lines of chat before they are stored, and names that look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from saltroad.server.refusals import Refusal

MAX_NAME_LENGTH = 30
MAX_MARKS = 3
"""Combining marks on one letter: enough for every script, too few to cover the lines above."""
_EMOJI = "\ufe0f"
"""The emoji variation selector. Invisible by itself: allowed in chat, not in names."""


def _characters(*parts: int | tuple[int, int]) -> frozenset[str]:
    ranges = [(part, part) if isinstance(part, int) else part for part in parts]
    return frozenset(chr(code) for first, last in ranges for code in range(first, last + 1))


_BLANK = _characters(
    # What Unicode calls default ignorable and gives no category of its own: joiners, fillers, variation selectors.
    0x034F, (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), 0x3164, (0xFE00, 0xFE0F), 0xFFA0, (0xE0100, 0xE01EF),
    # What has a category of letters and signs but is drawn as nothing: blanks of Braille, Khitan, Egyptian and music.
    0x2800, 0xFFFC, 0x16FE4, (0x13441, 0x13442), 0x1D159,
)  # fmt: skip


def clean_line(text: str) -> str:
    """One line without invisible characters; refused if nothing is left."""
    return _clean(text, _BLANK - {_EMOJI})


def clean_name(text: str) -> str:
    """A name; refused if nothing of it can be seen, or if it is too long."""
    name = _clean(text, _BLANK)
    if len(name) > MAX_NAME_LENGTH:
        raise Refusal("name_too_long", most=MAX_NAME_LENGTH)
    return name


def _clean(text: str, blank: frozenset[str]) -> str:
    kept = [
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", text)
        if character not in blank and _is_shown(character)
    ]
    line = " ".join(_with_few_marks(unicodedata.normalize("NFC", "".join(kept))).split())
    if not line:
        raise Refusal("empty_text")
    return line


def _is_shown(character: str) -> bool:
    """Whether a character is visible or a space: no control character, direction mark or lone surrogate."""
    return character.isspace() or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn")


def _with_few_marks(text: str) -> str:
    """The text without marks that have no letter, and without those above the limit."""
    kept: list[str] = []
    marks = MAX_MARKS  # nothing to stand on yet
    for character in text:
        if unicodedata.category(character).startswith("M"):
            if marks >= MAX_MARKS:
                continue
            marks += 1
        else:
            marks = MAX_MARKS if character == " " else 0
        kept.append(character)
    return "".join(kept)


# -- names that look alike ---------------------------------------------------------------------------------------------

_LOOKS_LIKE = str.maketrans(
    {
        shape: letter
        for letter, shapes in {
            # Cyrillic, Greek, Armenian and Cherokee letters that are drawn as Latin ones, large and small; digits.
            "a": "АаΑαɑ", "b": "ВвΒЬьᏏ", "c": "СсϹϲᏟ", "d": "ԁᏧ", "e": "ЕеΕεЀѐЁёɛєЄ", "g": "ɡԌց", "h": "НнΗһᏂ",
            "i": "ІіΙιıӀӏ1lL|ⅼᎥ", "j": "ЈјϳᎫ", "k": "КкΚκᏦ", "m": "МмΜᎷ", "n": "Νηпռո", "o": "0ОоΟοσօ",
            "p": "РрΡρᏢ", "q": "ԛգ", "r": "гᎱɼ", "s": "Ѕѕꜱտ", "t": "ТтΤτᎢ", "u": "υսʋ", "v": "Ѵѵνᴠ", "w": "ԜԝѡωшɯᎳ",
            "x": "ХхΧχ", "y": "УуΥγүҮ", "z": "Ζᴢ",
        }.items()
        for shape in shapes
    }
)  # fmt: skip
_PAIRS = (("rn", "m"), ("vv", "w"))


def look_alike(one: str, other: str) -> bool:
    """Whether two names are taken for each other at a glance.

    Case, accents, spaces and punctuation do not count. Letters of other alphabets count as the Latin letter that they
    are drawn as, and so do 0 (o), 1, l and I (one letter), rn (m) and vv (w). This knows the common ones only, and
    takes some names for alike that careful readers tell apart: it costs no more than a number behind a name.
    """
    return bool(_appearances(one) & _appearances(other))


def distinct_name(name: str, others: Iterable[str]) -> str:
    """The name, with a number behind it if it looks like one of the others: "Ada 2"."""
    taken = frozenset[str]().union(*map(_appearances, others))
    number, shown = 1, name
    while _appearances(shown) & taken:
        number += 1
        ending = f" {number}"
        shown = name[: MAX_NAME_LENGTH - len(ending)].rstrip() + ending
    return shown


def _appearances(name: str) -> frozenset[str]:
    """The forms by which names are compared, as written and in small letters: a letter may look like one Latin letter
    when it is large and like another when it is small."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.category(c).startswith("M"))
    return frozenset((_appearance(bare), _appearance(bare.casefold())))


def _appearance(bare: str) -> str:
    folded = unicodedata.normalize("NFKD", bare.translate(_LOOKS_LIKE).casefold()).translate(_LOOKS_LIKE)
    seen = "".join(c for c in folded if unicodedata.category(c)[0] not in "ZP") or folded
    for pair, letter in _PAIRS:
        seen = seen.replace(pair, letter)
    return seen
