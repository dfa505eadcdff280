"""At a table the rules call players by their names."""

from __future__ import annotations

import pytest

import saltroad
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.words.names import with_names

NAMES = ["Nadia", "Idris", "Player 1"]


@pytest.mark.parametrize(
    ("language", "sentence", "named"),
    [
        ("en", "c4 is next to player 2's green camel on c5.", "c4 is next to Idris's green camel on c5."),
        ("en", "Player 1 holds eleven.", "Nadia holds eleven."),
        ("en", "There is no player 7: 3 play.", "There is no player 7: 3 play."),
        ("en", "It is player 3's turn.", "It is Player 1's turn."),
        ("fr", "En c4 se tient un chef du joueur 2.", "En c4 se tient un chef d'Idris."),
        ("fr", "En c4 se tient un chef du joueur 1.", "En c4 se tient un chef de Nadia."),
        ("fr", "C'est au joueur 2 de jouer.", "C'est à Idris de jouer."),
        ("fr", "Le joueur 1 commence.", "Nadia commence."),
        ("fr", "Il n'y a pas de joueur 7.", "Il n'y a pas de joueur 7."),
    ],
)
def test_a_name_stands_for_a_number(language: str, sentence: str, named: str) -> None:
    assert with_names(sentence, NAMES, language) == named


def test_seats_without_a_name_keep_their_number() -> None:
    assert with_names("It is player 2's turn.", ["Nadia", ""], "en") == "It is player 2's turn."


@pytest.mark.parametrize("name", saltroad.GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_speaks_of_a_player_can_be_told_with_names(name: str, language: str) -> None:
    """Also those that are written tomorrow."""
    reasons = saltroad.load(name).rulebook._reasons
    templates = [texts[language] for of_rule in reasons.values() for texts in of_rule.values()]
    for template in templates:
        if "{player}" in template:
            sentence = template.replace("{player}", "2")
            told = with_names(sentence, NAMES, language)
            assert "Idris" in told, sentence
            assert "joueur 2" not in told.lower()
            assert "player 2" not in told.lower()
