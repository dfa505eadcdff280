"""Every rule of every game has a test that carries its id, and every sentence is there in both languages."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentSerializer

from saltroad import GAMES, load
from saltroad.games import package_of
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages.catalogue import source_of
from saltroad.messages.check import ParsedMessages

HERE = Path(__file__).parent
ID_IN_NAME = re.compile(r"(?<![A-Za-z0-9])([A-Z]{2,})_(\d+)(?![A-Za-z0-9])")

IDS = {
    "bazaar": [
        *("BZ-01", "BZ-02", "BZ-03", "BZ-04"),
        *("BZ-10", "BZ-11", "BZ-12", "BZ-13", "BZ-14", "BZ-15", "BZ-16", "BZ-17"),
        *("BZ-20", "BZ-21", "BZ-22"),
        *("BZ-30", "BZ-31", "BZ-32"),
        *("BZ-40", "BZ-41", "BZ-42"),
        *("BZ-50", "BZ-51", "BZ-52"),
    ],
    "desert_bazaar": [
        *("DB-01", "DB-02", "DB-03", "DB-04", "DB-05", "DB-06"),
        *("DB-10", "DB-11", "DB-12", "DB-13", "DB-14", "DB-15", "DB-16", "DB-17"),
        *("DB-20", "DB-21", "DB-22", "DB-23", "DB-24", "DB-25", "DB-26", "DB-27", "DB-28"),
        *("DB-30", "DB-31", "DB-32", "DB-33", "DB-34"),
        *("DB-40", "DB-41", "DB-42", "DB-43", "DB-44", "DB-45"),
    ],
    "through_the_desert": [
        *("TD-01", "TD-02", "TD-03", "TD-04", "TD-05", "TD-06", "TD-07"),
        *("TD-10", "TD-11", "TD-12", "TD-13"),
        *("TD-20", "TD-21", "TD-22", "TD-23", "TD-24", "TD-25"),
        *("TD-30", "TD-31", "TD-32"),
        *("TD-40", "TD-41", "TD-42", "TD-43", "TD-44", "TD-45"),
        *("TD-50", "TD-51", "TD-52", "TD-53", "TD-54"),
    ],
}
"""The rules by id, in order: an id never vanishes and is never given another meaning."""


def ids_in(name: str) -> list[str]:
    """`test_BZ_13_a_trade` carries BZ-13."""
    return [f"{letters}-{number}" for letters, number in ID_IN_NAME.findall(name)]


@functools.cache
def functions_of(game: str) -> tuple[tuple[str, ast.FunctionDef], ...]:
    """The test functions in the game's folder, each with the name of its file."""
    return tuple(_functions_of(game))


def _functions_of(game: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in sorted((HERE / game).glob("**/test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield path.name, node


def asserts_something(test: ast.FunctionDef) -> bool:
    """By `assert`, by `pytest.raises`, or by a helper called `refused` that does both."""
    for node in ast.walk(test):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in {"refused", "raises"}:
                return True
    return False


def test_ids_are_read_from_names() -> None:
    assert ids_in("test_BZ_13_a_trade_needs_a_bank") == ["BZ-13"]
    assert ids_in("test_BZ_13_and_BZ_14") == ["BZ-13", "BZ-14"]
    assert ids_in("test_a_purse_of_10_tokens") == []
    assert ids_in("test_aBZ_13") == []


@pytest.mark.parametrize("game", GAMES)
def test_the_ids_of_rules_begin_as_the_info_says(game: str) -> None:
    assert {rule.id.partition("-")[0] for rule in load(game).rulebook} == {load(game).info.rule_prefix}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test_that_carries_its_id(game: str) -> None:
    named = {id for _, test in functions_of(game) for id in ids_in(test.name)}
    assert [rule.id for rule in load(game).rulebook if rule.id not in named] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_test_carries_an_id_that_does_not_exist(game: str) -> None:
    rulebook = load(game).rulebook
    named = [(f"{file}: {test.name}", id) for file, test in functions_of(game) for id in ids_in(test.name)]
    unknown = [where for where, id in named if id not in rulebook]
    assert unknown == []


@pytest.mark.parametrize("game", GAMES)
def test_no_test_asserts_nothing_and_no_name_is_given_twice_in_a_file(game: str) -> None:
    names = [(file, test.name) for file, test in functions_of(game)]
    assert [f"{file}: {test.name}" for file, test in functions_of(game) if not asserts_something(test)] == []
    assert len(names) == len(set(names))


@pytest.mark.parametrize("game", GAMES)
def test_the_ids_are_those_that_are_listed(game: str) -> None:
    assert list(load(game).rulebook.rules) == IDS[game]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_text_and_a_section_in_every_language(game: str) -> None:
    for rule in load(game).rulebook:
        for texts in (rule.text, rule.section):
            assert set(texts) == set(LANGUAGES), rule.id
            assert all(text.strip() for text in texts.values()), rule.id
        assert len(set(rule.text.values())) == len(LANGUAGES), f"{rule.id} is not translated"
        assert all(text.endswith(".") for text in rule.text.values()), rule.id


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_belongs_to_a_rule_and_is_a_sentence_in_every_language(game: str) -> None:
    """That both languages place the same values is in tests/messages."""
    sources = {language: source_of(package_of(game), language) for language in LANGUAGES}
    texts = {language: ParsedMessages.of(source, language).messages for language, source in sources.items()}
    prefix = f"{load(game).info.rule_prefix}-"
    reasons = [id for id in texts["en"] if id.startswith(prefix)]
    assert reasons
    for id in reasons:
        assert "-".join(id.split("-")[:2]) in load(game).rulebook, id
        written = [FluentSerializer().serialize_entry(texts[language][id]) for language in LANGUAGES]
        assert len(set(written)) == len(LANGUAGES), f"{id} is not translated"
        assert all(text.rstrip("}\n ").endswith(".") for text in written), id


@pytest.mark.parametrize("game", GAMES)
def test_every_way_to_end_names_a_rule(game: str) -> None:
    loaded = load(game)
    assert loaded.end_reasons
    assert all(rule in loaded.rulebook for rule in loaded.end_reasons.values())
