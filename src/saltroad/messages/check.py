"""Checks of a catalogue without playing: all languages have the same messages and placeholders, and every fact has one.

`check_messages` examines a game's package; `saltroad` itself is one too, with the messages that all games share.
`check_languages` compares the languages of any package that has messages. `saltroad.testing.check_game` finds by play
what cannot be seen here: a verdict without a message, a value that a message cannot place.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import TypeVar

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from saltroad.kernel.rulebook import LANGUAGES, Rulebook
from saltroad.messages.catalogue import FUNCTIONS, shared_source, source_of
from saltroad.messages.facts import Advice, Event, Fact, Question
from saltroad.messages.reasons import Reason

N = TypeVar("N", bound=ftl.BaseNode)

SHARED = "saltroad"
"""The package whose messages are shared by all."""
_BUILT_IN_FUNCTIONS = ("NUMBER", "DATETIME")
_ALWAYS_USED = ("label-", "letter-", "term-")
"""Prefixes of messages that are used by values: a source of points, the letter of a token, the colour of a camel."""


_TOLD = (Event, Question, Advice, Reason)
"""The kinds of facts that are told by a message of their own."""


@dataclass(frozen=True, slots=True)
class MessageUse:
    """The placeholders and variables of a message, with those of the messages that it refers to."""

    placed: frozenset[str]
    """The placeholders that it puts into the sentence: `$space`, `PLAYER($seat)`, `PIECE($code, kind: "tokens")`."""
    variables: frozenset[str]
    """The values that it needs, those it selects by included."""


@dataclass
class ParsedMessages:
    """The messages of one file by id, and what is wrong with the file."""

    messages: dict[str, ftl.Message] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, source: str, language: str) -> ParsedMessages:
        """The messages of a file's text."""
        found = cls()
        for entry in FluentParser().parse(source).body:
            if isinstance(entry, ftl.Junk):
                line = source[: entry.span.start if entry.span else 0].count("\n") + 1
                what = "; ".join(str(annotation.message) for annotation in entry.annotations)
                found.faults.append(f"{language}.ftl, line {line}, cannot be read: {what}")
            elif isinstance(entry, ftl.Message):
                if entry.id.name in found.messages:
                    found.faults.append(f"{language}.ftl has {entry.id.name} twice")
                found.messages[entry.id.name] = entry
        return found


def check_messages(package: str, rules: Collection[str] | None = None) -> list[str]:
    """The faults in the messages of a game's package, or in the shared ones; none if they are complete.

    `rules` are the ids of the game's rules, if they are not in its rulebook.toml.
    """
    of_languages = {language: _Language(package, language) for language in LANGUAGES}
    facts = list(_facts_of(package))
    return [
        *_language_faults(of_languages, {kind for kind, _ in facts}),
        *(fault for one in of_languages.values() for fault in _fact_faults(one, facts)),
        *_unused(package, of_languages, {kind for kind, _ in facts}, _rules_of(package) if rules is None else rules),
    ]


def check_languages(package: str) -> list[str]:
    """The faults found by comparing the languages of a package: messages that one lacks, placeholders that differ."""
    return list(_language_faults({language: _Language(package, language) for language in LANGUAGES}, ()))


class _Language:
    """A package's messages in one language, with the shared ones that they may refer to."""

    def __init__(self, package: str, language: str) -> None:
        self.name = language
        self.parsed = ParsedMessages.of(source_of(package, language), language)
        self.own = self.parsed.messages
        self.shared = {} if package == SHARED else ParsedMessages.of(shared_source(language), language).messages
        self.faults = self.parsed.faults
        self.referred = {ref for message in self.own.values() for ref in _references(message)}

    def __contains__(self, id: str) -> bool:
        return id in self.own or id in self.shared

    def use_of(self, id: str, within: tuple[str, ...] = ()) -> MessageUse:
        """The use of a message; references that lead nowhere, or in a circle, add nothing."""
        message = self.own.get(id) or self.shared.get(id)
        if message is None or id in within:
            return MessageUse(frozenset(), frozenset())
        placed, variables = set(_placed(message)), {node.id.name for node in _nodes(message, ftl.VariableReference)}
        for reference in _references(message):
            inner = self.use_of(reference, (*within, id))
            placed |= inner.placed
            variables |= inner.variables
        return MessageUse(frozenset(placed), frozenset(variables))


# -- the parts of a message --------------------------------------------------------------------------------------------


def _nodes(node: object, kind: type[N]) -> Iterator[N]:
    """The parts of a message that are of a kind, at any depth."""
    if isinstance(node, kind):
        yield node
    for value in vars(node).values() if isinstance(node, ftl.BaseNode) else ():
        for child in value if isinstance(value, list) else (value,):
            yield from _nodes(child, kind)


def _references(message: ftl.Message) -> set[str]:
    return {node.id.name for node in _nodes(message, ftl.MessageReference)}


def _placed(message: ftl.Message) -> Iterator[str]:
    """The placeholders of a message's own text: variables and functions, but not those that it selects by."""
    for placeable in _nodes(message, ftl.Placeable):
        match placeable.expression:
            case ftl.VariableReference(id=id):
                yield f"${id.name}"
            case ftl.FunctionReference() as call:
                yield _call(call)


def _call(call: ftl.FunctionReference) -> str:
    variables = [f"${node.id.name}" for node in call.arguments.positional if isinstance(node, ftl.VariableReference)]
    if call.id.name == "NUMBER":
        return ", ".join(variables)
    # the form of a word is the language's own affair
    named = [f'{one.name.name}: "{one.value.value}"' for one in call.arguments.named if one.name.name != "form"]
    return f"{call.id.name}({', '.join([*variables, *named])})"


# -- the faults --------------------------------------------------------------------------------------------------------


def _language_faults(languages: Mapping[str, _Language], facts: Collection[str]) -> Iterator[str]:
    """The faults of one language beside the other; `_fact_faults` finds the messages of facts that it lacks."""
    for language in languages.values():
        yield from language.faults
        yield from _faults_within(language)
    for id in dict.fromkeys(id for language in languages.values() for id in language.own):
        having = [language for language in languages.values() if id in language.own]
        # what only other messages of its language refer to, such as "d'Ada" or "de Bo", need not be in every language
        if id not in facts and not all(id in language.referred for language in having):
            yield from (f"{one.name}.ftl lacks {id}" for one in languages.values() if id not in one)
        first = having[0].use_of(id).placed
        for other in having[1:]:
            placed = other.use_of(id).placed
            if placed != first:
                parts = {having[0].name: sorted(first - placed), other.name: sorted(placed - first)}
                only = "; ".join(f"only {name} has {', '.join(these)}" for name, these in parts.items() if these)
                yield f"{id} places other values in {other.name} than in {having[0].name}: {only}"


def _faults_within(language: _Language) -> Iterator[str]:
    for id, message in language.own.items():
        where = f"{language.name}.ftl, {id},"
        if id in language.shared:
            yield f"{where} has the id of a message that all games share"
        if message.value is None:
            yield f"{where} has no text"
        for reference in sorted(_references(message)):
            if reference not in language:
                yield f"{where} refers to {reference}, which does not exist"
        for call in _nodes(message, ftl.FunctionReference):
            if call.id.name not in (*FUNCTIONS, *_BUILT_IN_FUNCTIONS):
                yield f"{where} calls {call.id.name}, which is no function"


def _fact_faults(language: _Language, facts: Iterable[tuple[str, type[Fact]]]) -> Iterator[str]:
    for kind, fact in facts:
        if kind not in language:
            yield f"{language.name}.ftl lacks {kind}, which tells {fact.__name__}"
        unknown = sorted(language.use_of(kind).variables - set(fact.__struct_fields__))
        if unknown:
            yield f"{language.name}.ftl, {kind}, uses ${', $'.join(unknown)}: no field of {fact.__name__}"


def _unused(package: str, languages: Mapping[str, _Language], kinds: set[str], rules: Collection[str]) -> Iterator[str]:
    """Messages that tell no fact, that no message refers to, and whose id does not stand in the code."""
    written = set(_strings(resources.files(package)))
    for id in dict.fromkeys(id for language in languages.values() for id in language.own):
        if id in kinds or id in written or id.startswith(_ALWAYS_USED):
            continue
        rule = next((rule for rule in rules if id.startswith(f"{rule}-")), None)
        reason = id.removeprefix(f"{rule}-") if rule else id.partition("-")[2]
        if reason not in written and not any(id in language.referred for language in languages.values()):
            yield f"nothing uses {id}"


# -- what a package has ------------------------------------------------------------------------------------------------


def _facts_of(package: str) -> Iterator[tuple[str, type[Fact]]]:
    """The facts that a package's messages have to tell, by kind."""
    names = ("messages.plain", "messages.reasons") if package == SHARED else ("events",)
    for name in (f"{package}.{module}" for module in names):
        if find_spec(name) is None:
            continue
        for found in vars(import_module(name)).values():
            if (
                isinstance(found, type)
                and issubclass(found, _TOLD)
                and found.__module__ == name
                and found is not Reason
            ):
                yield str(found.__struct_config__.tag), found


def _rules_of(package: str) -> tuple[str, ...]:
    has_rules = resources.files(package).joinpath("rulebook.toml").is_file()
    return tuple(Rulebook.of_package(package).rules) if has_rules else ()


def _strings(folder: Traversable) -> Iterator[str]:
    """The strings that stand in the code of a folder."""
    for file in folder.iterdir():
        if file.is_dir():
            yield from _strings(file)
        elif file.name.endswith(".py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value
