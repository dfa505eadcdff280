"""A game's rules as data: numbered texts in English and French, and the sentences that refusals are made of.

rulebook.toml holds `[rules.BZ-12]` (section, text.en, text.fr, ruling = true where a rule is our decision),
`[reasons.BZ-12]` (not_held.en, not_held.fr: sentences with {parameters}) and `[terms]` (words that parameters name).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from types import MappingProxyType
from typing import Any

LANGUAGES = ("en", "fr")

Param = str | int


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

    def sentence(self, language: str = "en") -> str:
        """The reason as one sentence in the reader's language, without the rule's id."""
        return self.rulebook.sentence(self.rule, self.reason, self.params, language)

    def __str__(self) -> str:
        return f"{self.sentence()} ({self.rule})"


class Rulebook:
    """The rules of one game, by id."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._terms: Mapping[str, Mapping[str, str]] = data.get("terms", {})
        self._reasons: Mapping[str, Mapping[str, Mapping[str, str]]] = data.get("reasons", {})
        sections: Mapping[str, Mapping[str, str]] = data["sections"]
        self.rules: Mapping[str, Rule] = MappingProxyType(
            {
                id: Rule(id, sections[rule["section"]], rule["text"], rule.get("ruling", False))
                for id, rule in data["rules"].items()
            }
        )

    @classmethod
    def of_package(cls, package: str) -> Rulebook:
        """The rulebook.toml of a game's folder."""
        return cls(tomllib.loads(resources.files(package).joinpath("rulebook.toml").read_text("utf-8")))

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __getitem__(self, id: str) -> Rule:
        return self.rules[id]

    def __contains__(self, id: object) -> bool:
        return id in self.rules

    def reasons(self) -> Iterator[tuple[str, str, Mapping[str, str]]]:
        """Every (rule id, reason, templates by language)."""
        for id, reasons in self._reasons.items():
            for reason, templates in reasons.items():
                yield id, reason, templates

    def term(self, word: Param, language: str) -> str:
        """A parameter in the reader's language: a term is translated, anything else stands as it is."""
        translated = self._terms.get(word) if isinstance(word, str) else None
        return translated[language] if translated is not None else str(word)

    def sentence(self, rule: str, reason: str, params: Mapping[str, Param], language: str) -> str:
        """A reason's template filled in."""
        template = self._reasons[rule][reason][language]
        return template.format(**{name: self.term(value, language) for name, value in params.items()})

    def refuse(self, rule: str, reason: str, /, **params: Param) -> Verdict:
        """The verdict that an action is forbidden."""
        return Verdict(False, rule, reason, params, self)

    def allow(self, rule: str, reason: str, /, **params: Param) -> Verdict:
        """The verdict that an action is legal."""
        return Verdict(True, rule, reason, params, self)
