"""Rules as data: numbered, in two languages, and the sentences that refusals are made of."""

from __future__ import annotations

import pytest

import saltroad
from saltroad.kernel.errors import IllegalAction, OutOfTurn, SaltroadError, UnknownGame, UnreadableAction
from saltroad.kernel.rulebook import LANGUAGES, Rulebook, Verdict

SENTENCES = {"en": "No camel for {n}.", "fr": "Pas de chameau pour {n}."}
DATA = {
    "sections": {"turn": {"en": "A turn", "fr": "Un tour"}},
    "rules": {
        "TT-01": {"section": "turn", "text": {"en": "Water first.", "fr": "D'abord l'eau."}},
        "TT-02": {"section": "turn", "text": {"en": "Then rest.", "fr": "Puis repos."}, "ruling": True},
    },
}


def sentence(verdict: Verdict, language: str) -> str:
    assert verdict.message == "TT-01-dry"
    return SENTENCES[language].format(**verdict.params)


BOOK = Rulebook(DATA, sentence)


def test_rules_by_id() -> None:
    assert [rule.id for rule in BOOK] == ["TT-01", "TT-02"]
    assert "TT-01" in BOOK
    assert "TT-09" not in BOOK
    assert BOOK["TT-01"].section == {"en": "A turn", "fr": "Un tour"}
    assert BOOK["TT-02"].text["fr"] == "Puis repos."
    assert [rule.is_ruling for rule in BOOK] == [False, True]
    with pytest.raises(KeyError):
        _ = BOOK["TT-09"]


def test_a_verdict_speaks_the_readers_language() -> None:
    verdict = BOOK.refuse("TT-01", "dry", colour="red", n=3)
    assert not verdict.legal
    assert verdict.message == "TT-01-dry"
    assert verdict.sentence() == "No camel for 3."
    assert verdict.sentence("fr") == "Pas de chameau pour 3."
    assert str(verdict) == "No camel for 3. (TT-01)"


def test_verdicts_are_values() -> None:
    one, same = BOOK.allow("TT-01", "dry", colour="red", n=1), BOOK.allow("TT-01", "dry", colour="red", n=1)
    assert one.legal
    assert one == same
    assert hash(one) == hash(same)
    assert one != BOOK.refuse("TT-01", "dry", colour="red", n=1)
    assert one != BOOK.allow("TT-01", "dry", colour="red", n=2)


def test_without_messages_a_verdict_is_told_by_its_reason() -> None:
    verdict = Rulebook(DATA).refuse("TT-01", "too_dry", colour="red", n=3)
    assert str(verdict) == "too dry: colour red, n 3 (TT-01)"
    assert Rulebook(DATA).allow("TT-02", "tired").sentence("fr") == "tired"


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_our_rulebooks_are_complete(name: str) -> None:
    book = saltroad.load(name).rulebook
    assert LANGUAGES == ("en", "fr")
    for rule in book:
        assert all(rule.text[language] and rule.section[language] for language in LANGUAGES)


# -- refusals ----------------------------------------------------------------------------------------------------------


def test_an_illegal_action_carries_the_rule() -> None:
    error = IllegalAction("ride", BOOK.refuse("TT-01", "dry", colour="red", n=3))
    assert str(error) == "ride: No camel for 3. (TT-01)"
    assert (error.text, error.rule, dict(error.params)) == ("ride", "TT-01", {"colour": "red", "n": 3})
    assert error.sentence("fr") == "Pas de chameau pour 3."


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (UnknownGame("chess", ("bazaar", "other")), "There is no game called 'chess'. The games are: bazaar, other."),
        (OutOfTurn(1, "player 1 is to act"), "It is not player 2's move: player 1 is to act."),
        (UnreadableAction("hop"), "'hop' is not an action."),
        (UnreadableAction("hop", "ride, rest"), "'hop' is not an action. Actions look like: ride, rest."),
        (UnreadableAction("x" * 61), f"'{'x' * 57}...' is not an action."),
        (UnreadableAction("x" * 60), f"'{'x' * 60}' is not an action."),
    ],
)
def test_refusals_are_one_clear_sentence(error: SaltroadError, sentence: str) -> None:
    assert str(error) == sentence
    assert isinstance(error, SaltroadError)


def test_refusals_keep_what_was_refused() -> None:
    assert UnreadableAction("x" * 99).text == "x" * 99
    assert OutOfTurn(3, "").seat == 3
