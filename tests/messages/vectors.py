"""What the browser's own catalogue is tested by: facts of real games and the sentences that Python makes of them, in
web/tests/fixtures/messages.json.

`cd tests && python -m messages.vectors` writes them; a test fails where they are not what the code says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from saltroad import games
from saltroad.kernel.contract import AnyGame, Position
from saltroad.messages import (
    Advice,
    Catalogue,
    Consequence,
    Event,
    Name,
    Piece,
    PublicPly,
    Question,
    Sentence,
    Term,
    catalogue_of,
    facts_of,
    narrate,
    plain,
    suggest,
)
from saltroad.records import History, read_record_file

FILE = Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "messages.json"
RECORDS = Path(__file__).parents[1] / "records" / "fixtures"
NAMES = ("Ada", "Élie", "", "Bo :", "Yusuf")
"""Names with a vowel, an accent and a consonant in front, one that is missing, one that French would set."""
LANGUAGES = ("en", "fr")
EVERY = 9
"""So many plies lie between the positions at which all actions are asked about."""

Row = dict[str, Any]


def vectors() -> str:
    """The text of the file: a line for each sentence."""
    rows = [row for name in games.BUILT_IN for row in _of_game(name)]
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in [*rows, *_of_no_game()]) + "\n]\n"


def _of_game(name: str) -> Iterator[Row]:
    """Each kind of fact once, and each row of kinds that happened together, as its records have them first."""
    seen: set[str] = set()
    for file in sorted(RECORDS.glob(f"{name}-*.saltroad")):
        history = read_record_file(file).history()
        for ply in range(len(history)):
            for how, facts, told in _at(history, ply):
                key = f"{how} {told}"
                if key not in seen:
                    seen.add(key)
                    yield from _rows(name, how, facts)


def _at(history: History, at: int) -> Iterator[tuple[str, Sequence[Any], str]]:
    """What can be told at a ply, and which kinds of it there are."""
    game, before, after = history.game, history.positions[at], history.positions[at + 1]
    actor, facts = history.actor_at(at), facts_of(game.info.name)
    events = facts.events(PublicPly(game, actor, history.actions[at], (before, after)))
    if events:
        yield "narrate", events, " ".join(event.kind for event in events)
    view = game.observe(before, actor if actor >= 0 else None)
    question = facts.question(view, game.legal(before))
    if question is not None:
        yield "ask", [question], question.kind
        for action in game.legal(before):
            advice = facts.advice(view, action)
            yield "suggest", [advice], advice.kind
    if at % EVERY == 0 or at + 1 == len(history):
        for verdict in _verdicts(game, after):
            yield "justify", [verdict], verdict.message


def _verdicts(game: AnyGame, position: Position) -> Iterator[Any]:
    for index in range(len(game.notation)):
        yield game.explain(position, game.notation.at(index))


def _of_no_game() -> Iterator[Row]:
    """What is told of a game without events of its own."""
    yield from _rows("", "narrate", [plain.ActionPlayed(1, "roll"), plain.ActionPlayed(1, "hold")])
    yield from _rows(
        "", "narrate", [plain.ActionPlayed(0, "roll"), plain.ChanceDecided("die 3"), plain.ActionPlayed(2, "x")]
    )
    yield from _rows("", "ask", [plain.AskAction(2)])
    yield from _rows("", "suggest", [plain.CouldPlay("roll")])


def _rows(game: str, how: str, facts: Sequence[Any]) -> Iterator[Row]:
    package = games.package_of(game) if game else "saltroad.messages"
    for language in LANGUAGES:
        for you in dict.fromkeys((None, 0 if how == "justify" else getattr(facts[0], "seat", None))):
            catalogue = catalogue_of(package, language)
            told = _told(catalogue, facts, you)
            if told is not None:
                wire = [_wire(fact) for fact in facts]
                follows = sorted({fact.kind for fact in facts if isinstance(fact, Consequence)})
                row = {"game": game, "language": language, "how": how, "you": you}
                yield {**row, "facts": wire, "consequences": follows, "lines": told}


def _told(catalogue: Catalogue, facts: Sequence[Any], you: int | None) -> list[Any] | None:
    """The lines; None for a verdict that has no message."""
    match facts[0]:
        case Event():
            return [_parts(line.sentence) for line in narrate(catalogue, facts, NAMES, you)]
        case Advice() as advice:
            return [_parts(suggest(catalogue, advice, NAMES, you))]
        case Question() as question:
            return [_parts(catalogue.format(question.kind, question.fields(), names=NAMES, you=you))]
        case verdict:
            if verdict.message not in catalogue:
                return None
            return [_parts(catalogue.format(verdict.message, verdict.params, names=NAMES, you=you))]


def _parts(sentence: Sentence) -> list[Any]:
    """The parts as the browser has them."""
    found: list[Any] = []
    for part in sentence:
        match part:
            case Name(seat, text):
                found.append({"name": text, "seat": seat})
            case Piece(kind, code):
                found.append({"kind": kind, "code": code})
            case Term(word, text):
                found.append({"term": word, "text": text})
            case _:
                found.append(part)
    return found


def _wire(fact: Any) -> Any:
    if isinstance(fact, msgspec.Struct):
        return msgspec.to_builtins(fact)
    return {"rule": fact.rule, "reason": fact.reason, "params": msgspec.to_builtins(dict(fact.params))}


if __name__ == "__main__":
    FILE.write_text(vectors(), "utf-8")
