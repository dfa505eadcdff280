"""The check of catalogues finds what is planted, and nothing in ours."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

import saltroad
from saltroad.games import BUILT_IN, package_of
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages.catalogue import source_of
from saltroad.messages.check import SHARED, ParsedMessages, check_languages, check_messages

PACKAGE = Path(saltroad.__file__).parent
WITH_MESSAGES = sorted(
    ".".join((SHARED, *path.parent.parent.relative_to(PACKAGE).parts)) for path in PACKAGE.rglob("messages/en.ftl")
)
EVENTS = """
from saltroad.messages.facts import Advice, Event, Question

class CamelPlaced(Event, frozen=True):
    seat: int
    space: str

class AskCamel(Question, frozen=True):
    pass

class CouldPass(Advice, frozen=True):
    pass
"""
RULES = """
[sections]
turn = { en = "A turn" }

[rules.TT-01]
section = "turn"
text.en = "Water first."
"""
CODE = 'REASONS = ("dry",)\n'
MESSAGES = {
    "camel_placed": "places a camel on { $space }",
    "ask_camel": "{ PLAYER($seat) } is to place a camel.",
    "could_pass": "pass",
    "TT-01-dry": "No { TERM($colour) } camel for { points }.",
    "term-red": "red",
    "label-water": "water",
}

_numbers = itertools.count()
Made = Callable[..., str]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    """Makes a package whose two languages have the same messages, but for what is given otherwise."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(en: dict[str, str | None] | None = None, fr: dict[str, str | None] | None = None, more: str = "") -> str:
        name = f"a_game_{next(_numbers)}"
        folder = tmp_path / name
        (folder / "messages").mkdir(parents=True)
        for file, text in {"__init__.py": "", "events.py": EVENTS, "explain.py": CODE, "rulebook.toml": RULES}.items():
            (folder / file).write_text(text, "utf-8")
        for language, changes in (("en", en), ("fr", fr)):
            messages = {**MESSAGES, **(changes or {})}
            lines = [f"{id} = {text}" for id, text in messages.items() if text is not None]
            (folder / "messages" / f"{language}.ftl").write_text("\n".join([*lines, more]), "utf-8")
        return name

    return make


def test_a_complete_catalogue_has_no_faults(made: Made) -> None:
    assert check_messages(made()) == []


@pytest.mark.parametrize("package", WITH_MESSAGES)
def test_our_languages_say_the_same(package: str) -> None:
    assert check_languages(package) == []


@pytest.mark.parametrize("package", WITH_MESSAGES)
def test_our_french_has_round_apostrophes(package: str) -> None:
    assert [line for line in source_of(package, "fr").splitlines() if "'" in line] == []


@pytest.mark.parametrize("package", [SHARED, *map(package_of, BUILT_IN)])
def test_our_catalogues_are_complete(package: str) -> None:
    assert package in WITH_MESSAGES
    assert check_messages(package) == []


BOTH = ("en", "fr")
PLANTED: dict[str, tuple[tuple[str, ...], dict[str, str | None], list[str]]] = {
    "a message that one language lacks": (("fr",), {"label-water": None}, ["fr.ftl lacks label-water"]),
    "a verdict that one language lacks": (("en",), {"TT-01-dry": None}, ["en.ftl lacks TT-01-dry"]),
    "a fact that one language lacks": (
        ("fr",),
        {"could_pass": None},
        ["fr.ftl lacks could_pass, which tells CouldPass"],
    ),
    "a fact without a message": (
        BOTH,
        {"ask_camel": None},
        ["en.ftl lacks ask_camel, which tells AskCamel", "fr.ftl lacks ask_camel, which tells AskCamel"],
    ),
    "a value that one language leaves out": (
        ("fr",),
        {"camel_placed": "place un chameau"},
        ["camel_placed places other values in fr than in en: only en has $space"],
    ),
    "a player who is only a number": (
        ("fr",),
        {"ask_camel": "{ $seat } place un chameau."},
        ["ask_camel places other values in fr than in en: only en has PLAYER($seat); only fr has $seat"],
    ),
    "a value that differs in a message referred to": (
        ("fr",),
        {"TT-01-dry": "Pas de chameau { TERM($colour) }."},
        ["TT-01-dry places other values in fr than in en: only en has $points"],
    ),
    "pieces of different kinds": (
        ("fr",),
        {"TT-01-dry": 'Pas de chameau { PIECE($colour, kind: "camel") } pour { points }.'},
        [
            "TT-01-dry places other values in fr than in en: "
            'only en has TERM($colour); only fr has PIECE($colour, kind: "camel")'
        ],
    ),
    "a variable that is no field": (
        BOTH,
        {"camel_placed": "places a { $colour } camel on { $space }"},
        [f"{language}.ftl, camel_placed, uses $colour: no field of CamelPlaced" for language in BOTH],
    ),
    "a selector that is no field": (
        BOTH,
        {"could_pass": "{ $many ->\n    [one] pass\n   *[other] pass all\n}"},
        [f"{language}.ftl, could_pass, uses $many: no field of CouldPass" for language in BOTH],
    ),
    "a message that nothing uses": (BOTH, {"camel_lost": "loses a camel"}, ["nothing uses camel_lost"]),
    "a reason that no code has": (BOTH, {"TT-01-wet": "Too wet."}, ["nothing uses TT-01-wet"]),
    "a rule that does not exist": (BOTH, {"TT-09-dry": "Too dry."}, ["nothing uses TT-09-dry"]),
    "a reference in vain": (
        ("en",),
        {"label-water": "{ waters }"},
        ["en.ftl, label-water, refers to waters, which does not exist"],
    ),
    "a function that does not exist": (
        BOTH,
        {"could_pass": '{ SHOUT("pass") }'},
        [f"{language}.ftl, could_pass, calls SHOUT, which is no function" for language in BOTH],
    ),
    "an id that all games share": (
        ("en", "fr"),
        {"told": "did it."},
        [f"{language}.ftl, told, has the id of a message that all games share" for language in BOTH]
        + ["nothing uses told"],
    ),
    "a message without a text": (
        BOTH,
        {"label-water": "\n    .short = W"},
        [f"{language}.ftl, label-water, has no text" for language in BOTH],
    ),
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_fault_is_found(what: str, made: Made) -> None:
    languages, changes, faults = PLANTED[what]
    assert check_messages(made(**dict.fromkeys(languages, changes))) == faults


def test_what_cannot_be_read_is_found_with_its_line(made: Made) -> None:
    faults = check_messages(made(more="could_wait = { $seat"))
    assert len(faults) == len(LANGUAGES)
    for language, fault in zip(LANGUAGES, faults, strict=True):
        assert fault.startswith(f"{language}.ftl, line {len(MESSAGES) + 1}, cannot be read: Expected token")


def test_the_same_message_twice_is_found(made: Made) -> None:
    faults = check_messages(made(more="could_pass = pass again"))
    assert faults == ["en.ftl has could_pass twice", "fr.ftl has could_pass twice"]


def test_agreement_is_a_languages_own_affair(made: Made) -> None:
    """Forms of words, selectors and messages that only refer to a player need no counterpart."""
    french: dict[str, str | None] = {
        "term-red": "rouge\n    .feminine = rouge",
        "of_player": "{ INITIAL($seat) ->\n    [vowel] d'{ PLAYER($seat) }\n   *[consonant] de { PLAYER($seat) }\n}",
        "ask_camel": "C'est le tour { of_player }.",
        "TT-01-dry": 'Pas de caravane { TERM($colour, form: "feminine") } pour { NUMBER($points) } points.',
        "camel_placed": "{ WHO($seat) ->\n    [you] placez\n   *[other] place\n} un chameau en { $space }",
    }
    assert check_messages(made(fr=french)) == []
    assert check_languages(made(fr={**french, "ask_camel": "C'est son tour."})) == [
        "ask_camel places other values in fr than in en: only en has PLAYER($seat)",
        "en.ftl lacks of_player",
    ]


def test_messages_are_used_by_their_id_or_by_a_code(made: Made) -> None:
    package = made(*[{"dry": "Dry.", "fault-dry": "Too dry.", "fault-wet": "Too wet."}] * 2)
    assert check_messages(package) == ["nothing uses fault-wet"]


def test_rules_may_be_given_where_there_is_no_file(made: Made) -> None:
    package = made(*[{"PB-02-dry": "Too dry."}] * 2)
    assert check_messages(package) == ["nothing uses PB-02-dry"]
    assert check_messages(package, ["TT-01", "PB-02"]) == []


def test_messages_are_read_by_id() -> None:
    source = textwrap.dedent(
        """
        # a comment
        one = 1
        two = { one }
            .more = 2
        """
    )
    parsed = ParsedMessages.of(source, "en")
    assert list(parsed.messages) == ["one", "two"]
    assert parsed.faults == []
