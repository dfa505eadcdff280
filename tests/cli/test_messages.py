"""The messages of the command line: in every language, with the same values."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from saltroad.cli.sentences import cli_catalogue, commands, series
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import Piece, Sentence
from saltroad.messages.catalogue import source_of
from saltroad.messages.check import ParsedMessages, check_languages

SOURCES = {language: source_of("saltroad.cli", language) for language in LANGUAGES}
CODE = "".join(
    file.read_text("utf-8") for file in resources.files("saltroad.cli").iterdir() if file.name.endswith(".py")
)


def test_every_message_is_written_in_both_languages_with_the_same_values() -> None:
    assert check_languages("saltroad.cli") == []
    assert not any("!" in source for source in SOURCES.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_said_somewhere(language: str) -> None:
    referred = set(re.findall(r"\{ ([a-z_]+) \}", SOURCES[language]))
    made = {f"help-{name}" for name in re.findall(r'"(\w+)"', CODE)} | {
        f"command-{name}" for name in commands().values()
    }
    made |= {f"replay-{name}" for name in re.findall(r'"(\w+)"', CODE)}
    said = set(re.findall(r"""['"]([a-z_-]+)['"]""", CODE))
    assert set(ParsedMessages.of(SOURCES[language], language).messages) <= said | referred | made


def test_the_words_of_all_languages_are_commands() -> None:
    assert {word for word, command in commands().items() if command == "quit"} == {"quit", "exit", "q", "quitter"}
    assert commands()["?"] == commands()["aide"] == "help"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "The die cost you 1.99 turns."), ("fr", "Le dé vous coûte 1,99 tour.")]
)
def test_decimals_and_counted_nouns_follow_the_language(language: str, said: str) -> None:
    assert cli_catalogue(language).text("unlucky", turns=1.99) == said


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [("en", 1, "and 1 more"), ("en", 2, "and 2 more"), ("fr", 1, "et 1 autre"), ("fr", 2, "et 2 autres")],
)
def test_what_is_left_out_is_counted(language: str, count: int, said: str) -> None:
    assert cli_catalogue(language).text("more", count=count) == said


def test_a_sentence_that_is_a_value_keeps_its_pieces() -> None:
    trade = Sentence(("trade ", Piece("tokens", "R"), ">", Piece("tokens", "WW")))
    said = cli_catalogue("en").format("undone", {"actions": series([trade, trade])})
    assert str(said) == "Taken back: trade R>WW, trade R>WW."
    assert [part for part in said if isinstance(part, Piece)] == [Piece("tokens", "R"), Piece("tokens", "WW")] * 2


def test_what_was_typed_is_never_taken_for_a_part() -> None:
    assert cli_catalogue("en").text("none_of", typed="\ue0000\ue001{ $x }") == "There is no 0{ $x } to choose now."
