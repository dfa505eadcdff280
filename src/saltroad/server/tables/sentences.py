"""Sentences for what a table sends as facts, for programs that ask for them over HTTP (`?language=`).

Sockets carry facts only. Making sentences takes time: call all of this in a thread.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Union

import msgspec

from saltroad import games
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.errors import Fault
from saltroad.messages.catalogue import Catalogue, catalogue_of
from saltroad.messages.facts import Event, Fact, Question
from saltroad.messages.game_facts import facts_of
from saltroad.messages.narration import narrate, suggest
from saltroad.messages.reasons import AnyReason, reason_sentence
from saltroad.protocol.messages import Explained, FaultShown, Happened, Hinted, Refused, Reply
from saltroad.server.refusals import server_messages
from saltroad.server.tables.state import TableState


class GameSentences:
    """Makes the sentences of one game in one language, with the names of the players by seat."""

    def __init__(self, game: AnyGame, names: Sequence[str], language: str) -> None:
        self._game, self._names, self._language = game, names, language
        self._catalogue = _catalogue(game.info.name, language)

    @classmethod
    def of_table(cls, state: TableState, language: str) -> GameSentences:
        """The maker of a table's sentences."""
        return cls(games.load(state.row.game), state.names, language)

    def log(self, happened: Sequence[Happened]) -> tuple[Happened, ...]:
        """A log, each ply with its sentence."""
        return tuple(msgspec.structs.replace(ply, sentence=self.happened(ply.events)) for ply in happened)

    def happened(self, events: Sequence[Any]) -> str:
        """The sentence of the events of one ply; empty where there is nothing to tell."""
        kind = _any_fact(self._game.info.name, Event)
        lines = narrate(self._catalogue, [msgspec.convert(event, kind) for event in events], self._names)
        return " ".join(str(line.sentence) for line in lines)

    def question(self, asks: Any, you: int | None) -> str:
        """The sentence of a question, for the reader who has that seat."""
        if asks is None:
            return ""
        question = msgspec.convert(asks, _any_fact(self._game.info.name, Question))
        return str(self._catalogue.format(question.kind, question.fields(), names=self._names, you=you))

    def reason(self, reasons: Sequence[AnyReason]) -> str:
        """The sentence of why a move costs something."""
        return str(reason_sentence(self._catalogue, reasons, self._names))

    def update(self, body: bytes) -> bytes:
        """An update with its sentences."""
        update: dict[str, Any] = msgspec.json.decode(body)
        update["happened"] = self.log(msgspec.convert(update["happened"], tuple[Happened, ...]))
        update["sentence"] = self.question(update.get("asks"), update.get("seat"))
        return msgspec.json.encode(update)

    def verdict(self, rule: str, reason: str, params: dict[str, Any]) -> str:
        """The sentence of a verdict."""
        message = f"{rule}-{reason}"
        if message not in self._catalogue:
            return self._game.rulebook.refuse(rule, reason, **params).sentence(self._language)
        return str(self._catalogue.format(message, params, names=self._names))

    def reply(self, reply: Reply, you: int | None) -> Reply:
        """A reply with its sentence, to the reader who has that seat."""
        match reply:
            case Explained(rule=rule, reason=reason, params=params):
                sentence = self.verdict(rule, reason, params)
            case Refused(rule=str(rule), reason=str(reason), params=params):
                sentence = self.verdict(rule, reason, params)
            case Refused():
                return refused_in_words(reply, self._language, self._names)
            case Hinted(advice=advice):
                sentence = str(suggest(self._catalogue, advice, self._names, you))
            case _:
                return reply
        return msgspec.structs.replace(reply, sentence=sentence)


def refused_in_words(reply: Refused, language: str, names: Sequence[str] = ()) -> Refused:
    """A refusal that no rule gives, with its sentence."""
    params = {name: _fault(value) for name, value in reply.params.items()}
    sentence = server_messages(language).format(f"refused-{reply.code}", params, names=names)
    return msgspec.structs.replace(reply, sentence=str(sentence))


def _fault(value: Any) -> Any:
    if isinstance(value, FaultShown):
        return Fault(value.code, {name: _fault(part) for name, part in value.params.items()})
    return value


@functools.cache
def _catalogue(game: str, language: str) -> Catalogue:
    return catalogue_of(games.package_of(game), language)


@functools.cache
def _any_fact(game: str, base: type[Fact]) -> Any:
    """The union of a game's facts, to decode one that was sent."""
    kinds = [kind for kind in vars(facts_of(game)).values() if isinstance(kind, type) and issubclass(kind, base)]
    return Union[tuple(kind for kind in kinds if kind.__module__ != base.__module__)]  # noqa: UP007  # made at run time
