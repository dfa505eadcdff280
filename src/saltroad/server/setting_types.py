"""The types of settings: how a value is read from text or TOML, and how the allowed values are described."""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

_YES, _NO = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


@dataclass(frozen=True, slots=True)
class SettingType:
    """The type of a setting. `read` returns the value, or raises ValueError or TypeError."""

    allowed: str
    read: Callable[[Any], Any]
    metavar: str


def as_text(value: Any) -> str:
    """A value as it is written in TOML or the environment."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def integer(least: int, most: int, allowed: str | None = None) -> SettingType:
    """A whole number in a range."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise TypeError
        number = int(value)
        if not least <= number <= most:
            raise ValueError
        return number

    return SettingType(allowed or f"a whole number from {least} to {most}", read, "N")


def number(least: float, most: float) -> SettingType:
    """A number in a range."""

    def read(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise TypeError
        found = float(value)
        if not (math.isfinite(found) and least <= found <= most):
            raise ValueError
        return found

    return SettingType(f"a number from {least:g} to {most:g}", read, "X")


def one_of(*choices: str) -> SettingType:
    """One of some words."""

    def read(value: Any) -> str:
        if value not in choices:
            raise ValueError
        return str(value)

    return SettingType(f"{', '.join(choices[:-1])} or {choices[-1]}", read, "WORD")


def long_text(least: int) -> SettingType:
    """A text with a least length."""

    def read(value: Any) -> str:
        text = _text(value)
        if len(text) < least:
            raise ValueError
        return text

    return SettingType(f"a text of at least {least} characters", read, "TEXT")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        value = str(value) if hasattr(value, "__fspath__") else None
    if not value or not value.strip() or not value.isprintable():
        raise ValueError
    text: str = value.strip()
    return text


def _boolean(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word not in _YES | _NO:
        raise ValueError
    return word in _YES


def _networks(value: Any) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple):
        raise TypeError
    found = tuple(str(part).strip() for part in parts if str(part).strip())
    for part in found:
        ipaddress.ip_network(part, strict=False)
    return found


def _web_address(value: Any) -> str:
    text = _text(value).rstrip("/")
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query or parts.fragment:
        raise ValueError
    if parts.username is not None or parts.port == 0:
        raise ValueError
    return text


def _redis(value: Any) -> str:
    text = _text(value)
    parts = urlsplit(text)
    if parts.scheme not in ("redis", "rediss", "unix") or not (parts.hostname or parts.path):
        raise ValueError
    return text


TEXT = SettingType("a text", _text, "TEXT")
PATH = SettingType("a path", _text, "PATH")
PATH_OR_URL = SettingType("a path or an address", _text, "PATH")
BOOLEAN = SettingType("yes or no", _boolean, "")
NETWORKS = SettingType(
    "addresses or networks with commas between them, such as 127.0.0.1, 10.0.0.0/8", _networks, "ADDRESS,…"
)
WEB_ADDRESS = SettingType("an address such as https://games.example.org, without a path", _web_address, "URL")
REDIS = SettingType("an address such as redis://host:6379/0", _redis, "URL")
RATE = integer(0, 1_000_000, "a whole number from 0 to 1000000, 0 for no limit")
