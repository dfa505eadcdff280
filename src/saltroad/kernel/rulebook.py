"""A game's rules as data: numbered texts in English and French, and verdicts, which say by which of them and why.

rulebook.toml holds `[rules.BZ-12]`: section, text.en, text.fr, ruling = true where a rule is our decision. A verdict's
sentence is the message `BZ-12-not_held` of the game's catalogue, which is given to the rulebook: the kernel knows none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from types import MappingProxyType
from typing import Any

LANGUAGES = ("en", "fr")

Param = str | int | tuple[str, ...]
"""A seat is its number, a piece its code, a space its name."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule."""

    id: str
    section: Mapping[str, str]
    text: Mapping[str, str]
    is_ruling: bool
    """Whether it settles, by our decision, what the printed rules leave open."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to "may I, and why not?": by which rule, with which parameters."""

    legal: bool
    rule: str
    reason: str
    params: Mapping[str, Param] = field(hash=False)
    rulebook: Rulebook = field(repr=False, compare=False)

    @property
    def message(self) -> str:
        """The id of the message that tells it."""
        return f"{self.rule}-{self.reason}"

    def sentence(self, language: str = "en") -> str:
        """The reason as one sentence in the reader's language, without the rule's id; players are told by number."""
        return self.rulebook.sentences(self, language)

    def __str__(self) -> str:
        return f"{self.sentence()} ({self.rule})"


Sentences = Callable[[Verdict, str], str]


def _without_catalogue(verdict: Verdict, language: str) -> str:
    """The reason as it is named: `not held: tokens RW`."""
    params = ", ".join(f"{name} {value}" for name, value in verdict.params.items())
    return ": ".join(filter(None, [verdict.reason.replace("_", " "), params]))


class Rulebook:
    """The rules of one game, by id."""

    def __init__(self, data: Mapping[str, Any], sentences: Sentences | None = None) -> None:
        self.sentences = sentences or _without_catalogue
        """Makes the sentence of a verdict in a language."""
        sections: Mapping[str, Mapping[str, str]] = data["sections"]
        self.rules: Mapping[str, Rule] = MappingProxyType(
            {
                id: Rule(id, sections[rule["section"]], rule["text"], rule.get("ruling", False))
                for id, rule in data["rules"].items()
            }
        )

    @classmethod
    def of_package(cls, package: str, sentences: Sentences | None = None) -> Rulebook:
        """The rulebook.toml of a game's folder."""
        return cls(tomllib.loads(resources.files(package).joinpath("rulebook.toml").read_text("utf-8")), sentences)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __getitem__(self, id: str) -> Rule:
        return self.rules[id]

    def __contains__(self, id: object) -> bool:
        return id in self.rules

    def refuse(self, rule: str, reason: str, /, **params: Param) -> Verdict:
        """The verdict that an action is forbidden."""
        return Verdict(False, rule, reason, params, self)

    def allow(self, rule: str, reason: str, /, **params: Param) -> Verdict:
        """The verdict that an action is legal."""
        return Verdict(True, rule, reason, params, self)
