"""A catalogue formats messages to parts: text, names, pieces and words of the game."""

from __future__ import annotations

import pytest

from saltroad.kernel.rulebook import LANGUAGES, Rulebook
from saltroad.messages import Catalogue, Name, Piece, Sentence, Term, catalogue_of, rule_sentences
from saltroad.messages.catalogue import FUNCTIONS, MessageFault, shared_source, source_of
from saltroad.messages.check import ParsedMessages

ENGLISH = """
one = { PLAYER($seat) } holds { PIECE($tokens, kind: "tokens") }.
many = { PLAYERS($seats) } hold { LIST($tokens) }.
turn = { WHO($seat) ->
    [you] Your turn.
   *[other] { PLAYER($seat) } is to play.
}
pebbles = { COUNT($tokens) ->
    [0] nothing
    [one] a token
   *[other] { COUNT($tokens) } tokens
}
open = { $open ->
    [yes] open
   *[no] closed
}
term-red = red
camel = A { TERM($colour) } camel.
typed = You typed { $text }.
held = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}
broken = { $missing }
"""
FRENCH = """
of = { INITIAL($seat) ->
    [vowel] d'{ PLAYER($seat) }
   *[consonant] de { PLAYER($seat) }
}
term-red = vert
    .feminine = verte
caravan = La caravane { TERM($colour, form: "feminine") }.
held = { $count ->
    [one] { $count } jeton
   *[other] { $count } jetons
}
many = { PLAYERS($seats) } ont { LIST($tokens) }.
"""
NAMES = ("Ada", "Bo", "Élise", "")
EN, FR = (
    Catalogue(language, (shared_source(language), source)) for language, source in (("en", ENGLISH), ("fr", FRENCH))
)


def test_names_and_pieces_are_parts_of_their_own() -> None:
    said = EN.format("one", {"seat": 1, "tokens": "RRW"}, names=NAMES)
    assert said == Sentence((Name(1, "Bo"), " holds ", Piece("tokens", "RRW"), "."))
    assert str(said) == "Bo holds RRW."


def test_a_player_without_a_name_has_a_number_and_the_reader_is_addressed() -> None:
    assert str(EN.format("one", {"seat": 3, "tokens": "R"}, names=NAMES)) == "Player 4 holds R."
    assert str(EN.format("one", {"seat": 0, "tokens": "R"})) == "Player 1 holds R."
    assert EN.format("one", {"seat": 0, "tokens": "R"}, names=NAMES, you=0)[0] == Name(0, "You")
    assert str(EN.format("turn", {"seat": 0}, names=NAMES, you=0)) == "Your turn."
    assert str(EN.format("turn", {"seat": 0}, names=NAMES, you=1)) == "Ada is to play."


def test_lists_are_written_as_the_language_does() -> None:
    said = EN.format("many", {"seats": (0, 1, 2), "tokens": ("R", "W")}, names=NAMES)
    assert [part for part in said if isinstance(part, Name)] == [Name(0, "Ada"), Name(1, "Bo"), Name(2, "Élise")]
    assert str(said) == "Ada, Bo and Élise hold R and W."
    assert str(FR.format("many", {"seats": (0, 1, 2), "tokens": ("R",)}, names=NAMES)) == "Ada, Bo et Élise ont R."
    assert EN.listed([]) == ""


def test_numbers_and_lists_are_selected_by() -> None:
    assert [EN.text("pebbles", tokens=("R",) * n) for n in range(3)] == ["nothing", "a token", "2 tokens"]
    assert [EN.text("held", count=n) for n in range(3)] == ["0 tokens", "1 token", "2 tokens"]
    assert [FR.text("held", count=n) for n in range(3)] == ["0 jeton", "1 jeton", "2 jetons"]
    assert [EN.text("open", open=is_open) for is_open in (True, False)] == ["open", "closed"]


@pytest.mark.parametrize(("seat", "said"), [(0, "d'Ada"), (1, "de Bo"), (2, "d'Élise")])
def test_french_elides_before_a_vowel(seat: int, said: str) -> None:
    assert str(FR.format("of", {"seat": seat}, names=NAMES)) == said


def test_words_of_the_game_have_forms() -> None:
    assert EN.format("camel", {"colour": "red"}) == Sentence(("A ", Term("red", "red"), " camel."))
    assert FR.format("caravan", {"colour": "red"})[1] == Term("red", "verte")


def test_what_was_typed_is_only_text() -> None:
    assert EN.text("typed", text="{ $seat } \ue0000\ue001 [red]") == "You typed { $seat } 0 [red]."
    said = EN.format("one", {"seat": 0, "tokens": "R"}, names=["\ue0005\ue001{ x }"])
    assert said[0] == Name(0, "\ue0005\ue001{ x }"), "a name is never read for marks"


@pytest.mark.parametrize(
    ("id", "fault"),
    [
        ("nothing", "the en messages lack nothing"),
        ("broken", "the en message broken: .*missing"),
        ("camel.feminine", "the en message camel.feminine has no text"),
    ],
)
def test_a_message_that_does_not_fit_is_a_fault(id: str, fault: str) -> None:
    with pytest.raises(MessageFault, match=fault):
        EN.format(id)
    assert ("nothing" in EN, "camel" in EN, 7 in EN) == (False, True, False)


def test_a_word_that_no_message_has_is_a_fault() -> None:
    with pytest.raises(MessageFault, match="lack term-pink"):
        EN.format("camel", {"colour": "pink"})


def test_a_game_has_its_own_messages_and_the_shared_ones() -> None:
    package = "saltroad.games.through_the_desert"
    for language in LANGUAGES:
        catalogue = catalogue_of(package, language)
        assert "camel_placed" in catalogue
        assert "won" in catalogue
        assert catalogue is catalogue_of(package, language)
    assert source_of("saltroad.kernel", "en") == ""
    assert source_of("saltroad", "fr") == shared_source("fr")


def test_a_rulebook_tells_verdicts_by_the_messages_of_a_package() -> None:
    package = "saltroad.games.through_the_desert"
    book = Rulebook.of_package(package, rule_sentences(package))
    verdict = book.refuse("TD-24", "foreign", space="f4", other="f5", seat=1, colour="pink")
    assert verdict.sentence() == "f4 is next to Player 2's pink camel on f5."
    assert verdict.sentence("fr") == "f4 est à côté d’un chameau rose de Joueur 2, en f5."
    assert str(verdict) == "f4 is next to Player 2's pink camel on f5. (TD-24)"


def test_every_function_is_shown_here() -> None:
    messages = [*ParsedMessages.of(ENGLISH, "en").messages, *ParsedMessages.of(FRENCH, "fr").messages]
    assert messages
    assert all(f"{name}(" in ENGLISH + FRENCH for name in FUNCTIONS)
