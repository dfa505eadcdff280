"""Checks of values before they are stored: both databases can hold them, so one bad value never harms its group."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

import msgspec

from saltroad.server.store.errors import BadValue

_INT32, _INT64 = 2**31, 2**63


def text(value: str) -> str:
    """A text without NUL characters and halves of characters."""
    if "\0" in value:
        raise BadValue("A text with a NUL character cannot be stored.")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise BadValue("A text with half a character (a lone surrogate) cannot be stored.") from None
    return value


def int32(value: int) -> int:
    """A whole number of 32 bits: a ply, a seat."""
    if not -_INT32 <= value < _INT32:
        raise BadValue(f"The number {value} is too large to be stored.")
    return value


def int64(value: int) -> int:
    """A whole number of 64 bits: a moment."""
    if not -_INT64 <= value < _INT64:
        raise BadValue(f"The number {value} is too large to be stored.")
    return value


def json_text(value: Mapping[str, Any]) -> str:
    """A mapping as the JSON text that is stored."""
    try:
        return text(msgspec.json.encode(value).decode())
    except (TypeError, ValueError, OverflowError, msgspec.MsgspecError) as error:
        raise BadValue(f"Settings that are not JSON cannot be stored: {error}.") from None


def key(value: str) -> str:
    """The normal form of a name: names that differ only in case, spaces or Unicode form have the same."""
    folded = unicodedata.normalize("NFKC", text(value)).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def maybe_text(value: str | None) -> str | None:
    """The same as `text`, where there may be none."""
    return None if value is None else text(value)


def maybe_int64(value: int | None) -> int | None:
    """The same as `int64`, where there may be none."""
    return None if value is None else int64(value)
