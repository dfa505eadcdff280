"""Checks of a game before any is played: its facts, its rulebook and its notation."""

from __future__ import annotations

from typing import Any

from saltroad.kernel.errors import UnreadableAction
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.kernel.state_record import OWNER
from saltroad.testing.fault import Examination

_RUBBISH = ("", " ", "\n", "\0", "0", "-1", "no such action at all", "%s {0} {x}", "🐪 désert", "§" * 5000)
_GARBLED = 200


def check_facts(exam: Examination) -> None:
    """Check the tables that a game is declared by."""
    game = exam.game
    configurations = list(game.info.configurations())
    exam.demand(bool(configurations), "there is no configuration to play")
    most_players = max(options.players for options in configurations)
    dtype = game.engine.dtype
    exam.demand(
        set(game.audiences) == set(dtype.names or ()), "audiences and the fields of the record are not the same names"
    )
    for name, audience in game.audiences.items():
        shape = dtype[name].shape
        exam.demand(
            audience is not OWNER or (len(shape) > 0 and shape[0] >= most_players),
            f"field {name} is its owners', so it needs a row with an entry for each of {most_players} seats",
        )
    for reason, rule in game.end_reasons.items():
        exam.demand(rule in game.rulebook, f"end reason {reason!r} names {rule}, which is not in the rulebook")


def check_rulebook(exam: Examination) -> None:
    """Check that every rule has a text in every language."""
    for rule in exam.game.rulebook:
        for language in LANGUAGES:
            exam.demand(bool(rule.text.get(language)), f"rule {rule.id} has no text in {language!r}")
            exam.demand(bool(rule.section.get(language)), f"the section of rule {rule.id} has no name in {language!r}")


def check_notation(exam: Examination) -> None:
    """Check that index, value and text of every action give each other."""
    notation = exam.game.notation
    index_of_text: dict[str, int] = {}
    for index in range(len(notation)):
        action = exam.call(f"notation.at({index})", notation.at, index)
        text = str(action)
        other = index_of_text.setdefault(text, index)
        exam.demand(other == index, f"actions {other} and {index} have the same text {text!r}")
        found = exam.call(f"notation.index({text!r})", notation.index, action)
        exam.demand(found == index, f"action {text!r} is at index {index}, but its index is said to be {found}")
        read: Any = exam.call(f"parse {text!r}", exam.game.parse, text)
        exam.demand(read == action, f"{text!r} reads back as {str(read)!r}")
        exam.demand(hash(read) == hash(action), f"{text!r} reads back with another hash")
    _check_unreadable(exam, list(index_of_text))
    try:
        notation.index(object())
    except TypeError:
        return
    exam.fail("notation.index gives an index to what is no action, where TypeError is right")


def _check_unreadable(exam: Examination, texts: list[str]) -> None:
    for text in _RUBBISH:
        exam.refusal(f"parse {text[:30]!r}", UnreadableAction, exam.game.parse, text)
    for _ in range(_GARBLED):
        garbled = _garbled(exam, exam.samples.pick(texts))
        try:
            read: Any = exam.game.parse(garbled)
        except UnreadableAction:
            continue
        except Exception as error:
            exam.fail_by(f"parse {garbled!r}, where only UnreadableAction is right,", error)
        # a notation may forgive: then what was read has to be an action like any other
        exam.demand(str(read) in texts, f"{garbled!r} reads as {str(read)!r}, which is no action of the notation")


def _garbled(exam: Examination, text: str) -> str:
    """A text with one character lost, changed or doubled."""
    at = exam.samples.below(len(text)) if text else 0
    new = exam.samples.pick(("", "x", "7", "-", " ", "é", text[at : at + 1] * 2))
    return text[:at] + new + text[at + 1 :]
