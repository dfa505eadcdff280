"""What is wrong with options or a record is told in the reader's language, whole: no English inside French."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import saltroad
from saltroad import games
from saltroad.kernel.errors import BadOptions, SaltroadError, UnreadableAction
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.records import Record, RecordError
from saltroad.server.refusals import Refusal, params_shown, server_messages

HEAD = "record: saltroad 1\ngame: bazaar\nrules: 1\noptions: players=2\n"
BAD_OPTIONS = {
    "no_option": (2, {"xyzzy": "on"}),
    "no_such_player": (2, {"start": "3"}),
    "players": (7, {}),
    "no_value": (2, {"start": "me"}),
}
BAD_RECORDS = {
    "xyzzy": "Ligne 1 : une partie enregistrée commence par « record: saltroad 1 ».",
    "": "Ligne 1 : une partie enregistrée commence par « record: saltroad 1 » ; ce texte est vide.",
    "record: saltroad 2\n": "Ligne 1 : cette version de Saltroad lit les parties de la forme « saltroad 1 », et non",
    "record: saltroad 1\ngame: chess\n": "Ligne 2 : Il n’y a pas de jeu « chess ».",
    "record: saltroad 1\ngame: bazaar\n": "Il manque l’en-tête « rules ».",
    HEAD.replace("players=2", "players=9"): "Ligne 4 : Bazaar se joue de 2 à 6, pas à 9.",
    HEAD + "result: great\n": "Ligne 5 : un résultat est « unfinished » ou s’écrit",
    HEAD + "\n3: roll\n": "Ligne 6 : il n’y a pas de joueur 3 dans une partie à 2.",
    HEAD + "\nxyzzy\n": "Ligne 6 : « xyzzy » n’est pas une action.",
    HEAD + "\nrates 1 4; rates 1 4\n": "Ligne 6 : au coup 1, rates 1 4 : ",
    HEAD + "result: two_stalls_empty; scores 3 2; winners 1\n\nrates 1 4\n": "Ligne 7 : l’enregistrement s’arrête ici",
}


def codes_in_use() -> Iterator[str]:
    """The messages of all faults and refusals that the package makes by a code that stands there."""
    makers = {"fault": "fault", "Fault": "fault", "_bad": "fault", "Refusal": "refused"}
    for path in Path(saltroad.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers and node.args:
                for part in ast.walk(node.args[0]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value:
                        yield f"{makers[node.func.id]}-{part.value}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_and_every_refusal_has_a_message(language: str) -> None:
    used = set(codes_in_use())
    assert len(used) > 100
    assert {id for id in used if id not in server_messages(language)} - {"refused-open"} == set()


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
    assert Refusal("bad_record", why=SaltroadError("Plain words.")).sentence("fr") == "Plain words."


def test_what_is_wrong_with_a_part_is_sent_as_a_fault_and_told_in_its_place() -> None:
    refusal = Refusal("unreadable", why=UnreadableAction("rol", near="roll"))
    assert refusal.sentence() == str(refusal) == "'rol' is not an action. Did you mean 'roll'?"
    (fault,) = params_shown(refusal.params).values()
    assert (fault.code, fault.params) == ("unreadable_near", {"shown": "rol", "near": "roll"})


def test_what_somebody_wrote_cannot_steer_the_terminal() -> None:
    assert str(UnreadableAction("\x1b[31mred\n")) == r"'\x1b[31mred\n' is not an action."
