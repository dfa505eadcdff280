"""Checks of a game's sentences: every verdict, event, question and advice that play meets has a message."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.rulebook import LANGUAGES, Verdict
from saltroad.messages import (
    Advice,
    Catalogue,
    Event,
    GameFacts,
    PublicPly,
    Sentence,
    catalogue_of,
    narrate,
    plain,
    suggest,
)
from saltroad.messages.catalogue import shared_source, source_of
from saltroad.messages.check import check_messages
from saltroad.testing.fault import Examination

_NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo")
_ALIKE_FROM = 3
"""The number from which on all numbers and lengths of lists count as alike: messages select by smaller ones."""


class Telling:
    """The sentences of one game under examination. Facts of the same shape are told once."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._package = type(game).__module__.rpartition(".")[0]
        self._told: set[Hashable] = set()
        self._last: PublicPly[Any] | None = None

    @cached_property
    def _has_messages(self) -> bool:
        return bool(self._package and source_of(self._package, LANGUAGES[0]))

    @cached_property
    def _facts(self) -> GameFacts:
        has_events = self._package and find_spec(f"{self._package}.events") is not None
        return cast(GameFacts, import_module(f"{self._package}.events") if has_events else plain)

    @cached_property
    def _catalogues(self) -> list[Catalogue]:
        if not self._package:
            return [Catalogue(language, (shared_source(language),)) for language in LANGUAGES]
        return [catalogue_of(self._package, language) for language in LANGUAGES]

    def check_catalogue(self, exam: Examination) -> None:
        """Check the messages without playing."""
        if self._has_messages:
            faults = check_messages(self._package, self._game.rulebook.rules)
            exam.demand(not faults, f"messages: {'; '.join(faults)}")

    def check_verdict(self, exam: Examination, verdict: Verdict, text: str) -> None:
        """Check that a verdict names a rule and has a sentence in every language."""
        exam.demand(
            verdict.rule in exam.game.rulebook, f"explain {text!r} names rule {verdict.rule!r}, not in the rulebook"
        )
        if not self._is_new(verdict.message, verdict.params):
            return
        for language in LANGUAGES:
            what = f"the sentence of {verdict.rule} {verdict.reason!r} for {text!r} in {language!r}"
            sentence = exam.call(what, verdict.sentence, language)
            exam.demand(bool(sentence.strip()), f"explain {text!r} says nothing in {language!r}")
        if self._has_messages:
            self._tell(exam, verdict.message, verdict.params.get("seat"), _Formatted(verdict.message, verdict.params))

    def remember(self, actor: int, action: Any, positions: tuple[Position, Position]) -> None:
        """Keep a ply until the position after it was checked: events are made from both."""
        self._last = PublicPly(self._game, actor, action, positions)

    def check_events(self, exam: Examination) -> None:
        """Check the sentences of the last ply's events."""
        ply, self._last = self._last, None
        for event in exam.call("events", self._facts.events, ply) if ply is not None else ():
            if self._is_new(event.kind, event.fields()):
                self._tell(exam, event.kind, getattr(event, "seat", None), _Narrated(event))

    def check_question(self, exam: Examination, position: Position) -> None:
        """Check the sentence of the question to the seat to act."""
        actor = self._game.actor(position)
        viewer = actor if actor >= 0 else None
        view, legal = exam.ask(self._game.observe, position, viewer), self._game.legal(position)
        question = exam.call("question", self._facts.question, view, legal)
        seat = None if question is None else question.seat
        exam.demand(seat == viewer, f"the seat to act is {viewer}, and the seat that is asked is {seat}")
        if question is not None and self._is_new(question.kind, question.fields()):
            self._tell(exam, question.kind, seat, _Formatted(question.kind, question.fields()))

    def check_advice(self, exam: Examination, position: Position, actor: int, action: Any) -> None:
        """Check the sentence that suggests an action."""
        view = exam.ask(self._game.observe, position, actor)
        advice = exam.call("advice", self._facts.advice, view, action)
        if self._is_new(advice.kind, advice.fields()):
            self._tell(exam, advice.kind, actor, _Suggested(advice))

    def _is_new(self, id: str, fields: Mapping[str, Any]) -> bool:
        """Whether no fact with this message and such values was told yet."""
        shape = (id, tuple((name, _alike(value)) for name, value in fields.items()))
        new = shape not in self._told
        self._told.add(shape)
        return new

    def _tell(self, exam: Examination, id: str, seat: Any, teller: _Teller) -> None:
        """Make a sentence in every language, for a spectator and for the player it is about."""
        for catalogue in self._catalogues:
            for you in dict.fromkeys((None, seat)):
                what = f"the message {id} in {catalogue.language!r}"
                sentence = str(exam.call(what, teller, catalogue, you))
                is_sentence = sentence.endswith((".", "!", "?")) and ".." not in sentence
                exam.demand(is_sentence, f"{what} makes no sentence: {sentence!r}")


def _alike(value: Any) -> Hashable:
    """The part of a value that decides how it is told: a word as it is; a number, and the length of a list, as far as
    messages select by them; any code is like another."""
    if isinstance(value, tuple):
        return len(value[:_ALIKE_FROM])
    if isinstance(value, int):
        return min(value, _ALIKE_FROM)
    return value if not isinstance(value, str) or (value.replace("_", "").isalpha() and value.islower()) else "code"


# -- the ways to tell a fact -------------------------------------------------------------------------------------------

_Teller = Callable[[Catalogue, int | None], Sentence]


@dataclass(frozen=True, slots=True)
class _Formatted:
    id: str
    fields: Mapping[str, Any]

    def __call__(self, catalogue: Catalogue, you: int | None) -> Sentence:
        return catalogue.format(self.id, self.fields, names=_NAMES, you=you)


@dataclass(frozen=True, slots=True)
class _Narrated:
    event: Event

    def __call__(self, catalogue: Catalogue, you: int | None) -> Sentence:
        return narrate(catalogue, [self.event], _NAMES, you)[0].sentence


@dataclass(frozen=True, slots=True)
class _Suggested:
    advice: Advice

    def __call__(self, catalogue: Catalogue, you: int | None) -> Sentence:
        return suggest(catalogue, self.advice, _NAMES, you)
