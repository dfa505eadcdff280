"""What is wrong with options or a record is told in the reader's language, whole: no English inside French."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from saltroad import games
from saltroad.kernel import info
from saltroad.kernel.errors import BadOptions, SaltroadError
from saltroad.records import Record, RecordError, faults
from saltroad.server.refusals import SENTENCES, Refusal

HEAD = "record: saltroad 1\ngame: bazaar\nrules: 1\noptions: players=2\n"
BAD_OPTIONS = {
    "no_option": (2, {"xyzzy": "on"}),
    "no_such_player": (2, {"start": "3"}),
    "players": (7, {}),
    "no_value": (2, {"start": "me"}),
}
BAD_RECORDS = {
    "xyzzy": "Ligne 1 : une partie enregistrée commence par 'record: saltroad 1'.",
    "": "Ligne 1 : une partie enregistrée commence par 'record: saltroad 1' ; ce texte est vide.",
    "record: saltroad 2\n": "Ligne 1 : ce Saltroad lit les parties de la forme 'saltroad 1', et non 'saltroad 2'.",
    "record: saltroad 1\ngame: chess\n": "Ligne 2 : Il n'y a pas de jeu 'chess'.",
    "record: saltroad 1\ngame: bazaar\n": "Il manque l'en-tête 'rules'.",
    HEAD.replace("players=2", "players=9"): "Ligne 4 : Bazaar se joue de 2 à 6, pas à 9.",
    HEAD + "result: great\n": "Ligne 5 : un résultat est 'unfinished' ou s'écrit",
    HEAD + "\n3: roll\n": "Ligne 6 : il n'y a pas de joueur 3 dans une partie à 2.",
    HEAD + "\nxyzzy\n": "Ligne 6 : 'xyzzy' n'est pas une action.",
    HEAD + "\nrates 1 4; rates 1 4\n": "Ligne 6 : au coup 1, rates 1 4 : ",
    HEAD + "result: two_stalls_empty; scores 3 2; winners 1\n\nrates 1 4\n": "Ligne 7 : l'enregistrement s'arrête ici",
}


@pytest.mark.parametrize("texts", [*info._FAULTS.items(), *faults._TEXTS.items()], ids=lambda one: one[0])
def test_both_languages_are_there(texts: tuple[str, dict[str, str]]) -> None:
    fields = {
        language: {name for _, name, *_ in Formatter().parse(text) if name} for language, text in texts[1].items()
    }
    assert set(fields) == {"en", "fr"}
    assert {name.removesuffix("_fr") for name in fields["fr"]} <= fields["en"]


@pytest.mark.parametrize("code", BAD_OPTIONS)
def test_bad_options_are_told_in_french(code: str) -> None:
    players, choices = BAD_OPTIONS[code]
    with pytest.raises(BadOptions) as caught:
        games.info("through_the_desert").agree(players, choices)
    error = caught.value
    assert error.fault is not None
    assert error.fault.code == code
    refusal = Refusal("bad_options", why=error)
    assert refusal.sentence("en") == str(refusal) == str(error)
    assert refusal.sentence("fr") == error.sentence("fr") != str(error)
    assert not re.search(r"\b(is|not|players|its)\b", error.sentence("fr"))


@pytest.mark.parametrize("text", BAD_RECORDS)
def test_bad_records_are_told_in_french(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.read(text).history()
    said = Refusal("bad_record", why=caught.value).sentence("fr")
    assert said.startswith(BAD_RECORDS[text])
    assert not re.search(r"\b(the|this|has|there|before)\b", said)


def test_an_error_of_one_language_is_told_as_it_is() -> None:
    assert SaltroadError("Plain words.").sentence("fr") == "Plain words."
    assert {*SENTENCES["bad_record"].values()} == {"{why}"}
