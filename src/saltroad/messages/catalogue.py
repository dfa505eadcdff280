"""The message catalogue of a game in one language: Fluent messages, formatted to parts that each edge draws its way.

Messages are in Fluent's format (`.ftl`). Beside Fluent's own, they may call these functions:

    PLAYER($seat)                  a player, by name (a `Name`)
    PLAYERS($seats)                several of them: "Ada, Bo and Cy"
    WHO($seat)                     "you" if the reader has that seat, else "other": to select by
    INITIAL($seat)                 "vowel" or "consonant", by the name's first letter: for French "d'Ada", "de Bo"
    PIECE($code, kind: "tokens")   a piece of the game by its code (a `Piece`), drawn as what it is
    TERM($word)                    a word of the game (a `Term`) in the reader's language: the message `term-pink`; with
                                   form: "feminine", its attribute `.feminine`
    LIST($items)                   "d3, h11 and m7"
    COUNT($items)                  how many: to select by

The browser has the same functions in web/src/messages/catalogue.ts.
"""

from __future__ import annotations

import functools
import threading
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import TYPE_CHECKING, Any

from saltroad.kernel.errors import Fault, SaltroadError
from saltroad.kernel.rulebook import Verdict

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

# Private-use characters mark the places of parts in a formatted text, so that no sentence has to be searched for them.
_OPEN, _CLOSE = "\ue000", "\ue001"
_NO_MARKS = {ord(_OPEN): None, ord(_CLOSE): None}
FUNCTIONS = ("PLAYER", "PLAYERS", "WHO", "INITIAL", "PIECE", "TERM", "LIST", "COUNT")
"""What messages may call beside Fluent's own."""
_REGIONS = {"en": "en-GB", "fr": "fr-FR"}
"""The region whose habits a language follows."""


@dataclass(frozen=True, slots=True)
class Name:
    """A player's name in a sentence."""

    seat: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the game in a sentence: what kind it is, and its code in the game's notation. Made by
    `Catalogue.piece`."""

    kind: str
    code: str
    letters: tuple[str, ...] = field(default=(), compare=False)
    """The characters of the code as the reader's language has them; the code itself if empty."""

    def __str__(self) -> str:
        return "".join(self.letters) or self.code


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game in a sentence, such as a colour, which may be painted: `pink`, and in French "rose"."""

    word: str
    text: str

    def __str__(self) -> str:
        return self.text


Part = str | Name | Piece | Term


class Sentence(tuple[Part, ...]):
    """A text with names, pieces and words of the game in it; as a string, pieces are their letters."""

    def __str__(self) -> str:
        return "".join(map(str, self))


class MessageFault(Exception):
    """A message that is missing, or that does not fit its values: a fault of the catalogue."""


class Catalogue:
    """The messages of one game in one language."""

    def __init__(self, language: str, sources: Sequence[str]) -> None:
        self.language = language
        self._sources = tuple(sources)
        self._lock = threading.RLock()
        self._rendering: Rendering | None = None
        """The sentence that is being made: Fluent's functions are given values alone, not for whom."""
        self._letters: dict[str, str] = {}

    @functools.cached_property
    def _bundle(self) -> FluentBundle:
        from fluent.runtime import FluentBundle, FluentResource  # 50 ms: only where sentences are made
        from fluent.runtime.types import fluent_number

        functions: dict[str, Callable[..., Any]] = {
            name: functools.partial(self._call, name.lower()) for name in FUNCTIONS if name != "COUNT"
        }
        functions["COUNT"] = lambda items: fluent_number(len(items.value if hasattr(items, "value") else items))
        bundle = FluentBundle([_REGIONS.get(self.language, self.language)], functions=functions, use_isolating=False)
        for source in self._sources:
            bundle.add_resource(FluentResource(source))
        return bundle

    def _call(self, function: str, *values: Any, **named: Any) -> str:
        assert self._rendering is not None
        text: str = getattr(self._rendering, function)(*values, **named)
        return text

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and bool(self._bundle.has_message(id))

    def format(
        self, id: str, fields: Mapping[str, Any] | None = None, *, names: Sequence[str] = (), you: int | None = None
    ) -> Sentence:
        """A message with its values. `names` are the players', and `you` is the seat of the reader."""
        rendering = Rendering(self, names, you)
        return rendering.sentence(rendering.text(id, fields or {}))

    def text(self, id: str, **fields: Any) -> str:
        """A message that places no players, as a plain string."""
        return str(self.format(id, fields))

    def letter(self, code: str) -> str:
        """A character of a piece's code in the reader's language: the message `letter-W`, else the character itself."""
        if code not in self._letters:
            self._letters[code] = self.text(f"letter-{code}") if f"letter-{code}" in self else code
        return self._letters[code]

    def piece(self, kind: str, code: str) -> Piece:
        """A piece by its code, with its letters in the reader's language."""
        return Piece(kind, code, tuple(map(self.letter, code)))

    def listed(self, items: Sequence[str]) -> str:
        """`a, b and c`."""
        from babel.lists import format_list

        return (
            format_list(list(items), locale=_REGIONS.get(self.language, self.language).replace("-", "_"))
            if items
            else ""
        )

    def pattern_text(self, rendering: Rendering, id: str, fields: Mapping[str, Any]) -> str:
        """A message as text in which parts are marked; for `Rendering`."""
        bundle = self._bundle
        message, _, attribute = id.partition(".")
        if not bundle.has_message(message):
            raise MessageFault(f"the {self.language} messages lack {message}")
        found = bundle.get_message(message)
        pattern = found.attributes.get(attribute) if attribute else found.value
        if pattern is None:
            raise MessageFault(f"the {self.language} message {id} has no text")
        with self._lock:
            before, self._rendering = self._rendering, rendering
            try:
                values = {name: _value(value, rendering) for name, value in fields.items()}
                text, errors = bundle.format_pattern(pattern, values)
            finally:
                self._rendering = before
        if errors:
            raise MessageFault(f"the {self.language} message {id}: {'; '.join(map(str, errors))}")
        return str(text)


class Rendering:
    """One sentence while it is made, for one reader. It may be made of several messages."""

    def __init__(self, catalogue: Catalogue, names: Sequence[str], you: int | None) -> None:
        self._catalogue, self._names, self._you = catalogue, names, you
        self._parts: list[Name | Piece | Term] = []

    @property
    def language(self) -> str:
        """The language of the reader."""
        return self._catalogue.language

    def text(self, id: str, fields: Mapping[str, Any]) -> str:
        """A message as text in which parts are marked. Such a text may be a value of another: see `Marked`."""
        return self._catalogue.pattern_text(self, id, {name: self._given(value) for name, value in fields.items()})

    def _given(self, value: Any) -> Any:
        """A value as it is; the parts of one that is a sentence become parts of this one."""
        if not isinstance(value, Sentence):
            return value
        return Marked("".join(part if isinstance(part, str) else self._place(part) for part in value))

    def sentence(self, text: str) -> Sentence:
        """The text with its parts in their places."""
        return Sentence(self._split(text))

    def _split(self, text: str) -> Iterator[Part]:
        first, *rest = text.split(_OPEN)
        if first:
            yield first
        for piece in rest:
            number, _, after = piece.partition(_CLOSE)
            yield self._parts[int(number)]
            if after:
                yield after

    def _place(self, part: Name | Piece | Term) -> str:
        """The mark that stands for a part."""
        self._parts.append(part)
        return f"{_OPEN}{len(self._parts) - 1}{_CLOSE}"

    def _name(self, seat: int) -> str:
        if seat == self._you:
            return self.text("you", {})
        if seat < len(self._names) and self._names[seat]:
            return self._names[seat]
        return self.text("player_number", {"number": seat + 1})

    # -- the functions that messages may call --------------------------------------------------------------------------

    def player(self, seat: Any) -> str:
        return self._place(Name(int(seat), self._name(int(seat))))

    def players(self, seats: Any) -> str:
        return self._catalogue.listed([self.player(seat) for seat in seats.value])

    def who(self, seat: Any) -> str:
        return "you" if int(seat) == self._you else "other"

    def initial(self, seat: Any) -> str:
        first = unicodedata.normalize("NFKD", self._name(int(seat)))[:1].lower()
        return "vowel" if first in "aeiouyœæ" else "consonant"

    def piece(self, code: Any, *, kind: Any) -> str:
        return self._place(self._catalogue.piece(str(kind), str(code)))

    def term(self, word: Any, *, form: Any = "") -> str:
        return self._place(Term(str(word), self.text(f"term-{word}.{form}" if form else f"term-{word}", {})))

    def list(self, items: Any) -> str:
        return self._catalogue.listed([str(item) for item in items.value])


@dataclass(frozen=True, slots=True)
class Marked:
    """A text in which parts are marked already, as a value of a message."""

    text: str


def _value(value: Any, rendering: Rendering) -> Any:
    """A field as a value of Fluent. A fault has a message of its own, which becomes a part."""
    if isinstance(value, SaltroadError):
        value = value.fault or value.sentence(rendering.language)
    if isinstance(value, Fault):
        return rendering.text(f"fault-{value.code}", value.params)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return value
    if isinstance(value, tuple | list):
        return _fluent_list()(value)
    if isinstance(value, Marked):
        return value.text
    text = str(value).translate(_NO_MARKS)
    if not text.isprintable():  # control characters in a player's name must not reach the terminal
        text = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
    return text


@functools.cache
def _fluent_list() -> type:
    from fluent.runtime.types import FluentType

    class FluentList(FluentType):
        """Several values, for the functions that take a list."""

        def __init__(self, value: Sequence[Any]) -> None:
            self.value = value

        def format(self, locale: Any) -> str:
            return ", ".join(map(str, self.value))

    return FluentList


# -- finding the files -------------------------------------------------------------------------------------------------


def source_of(package: str, language: str) -> str:
    """The messages of a package in a language, as they are written; empty if it has none."""
    file = resources.files(package).joinpath("messages", f"{language}.ftl")
    return file.read_text("utf-8") if file.is_file() else ""


def shared_source(language: str) -> str:
    """The messages that all games share."""
    return resources.files(__package__ or "").joinpath(f"{language}.ftl").read_text("utf-8")


@functools.cache
def catalogue_of(package: str, language: str) -> Catalogue:
    """The messages of a game's package, and those that all games share."""
    return Catalogue(language, (shared_source(language), source_of(package, language)))


@functools.cache
def shared_catalogue(language: str) -> Catalogue:
    """The messages that all games share, alone."""
    return Catalogue(language, (shared_source(language),))


def fault_sentence(fault: Fault, language: str) -> str:
    """What is wrong, in words."""
    return shared_catalogue(language).text(f"fault-{fault.code}", **fault.params)


def rule_sentences(package: str) -> Callable[[Verdict, str], str]:
    """What makes the sentence of a verdict, for the rulebook of a game's package."""

    def sentence(verdict: Verdict, language: str) -> str:
        return str(catalogue_of(package, language).format(verdict.message, verdict.params))

    return sentence
