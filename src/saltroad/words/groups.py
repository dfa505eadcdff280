"""Choices by kind, for games that have too many of them for one list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Group:
    """Choices of one kind, where they are too many to be listed one by one."""

    name: str
    """What is typed to see them all; their texts begin with it."""
    called: str
    """The same in the reader's language."""
    choices: tuple[tuple[Any, int], ...]
    """Each with the points that it earns at once, the best first."""
    summary: str = ""
    """Where the kind is chosen first and then one of its choices: what it offers, in a line."""
    prices: Mapping[Any, str] = field(default_factory=dict)
    """What each choice costs, where choices cost anything."""
