"""A record in sentences, for `saltroad replay`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saltroad.cli.sentences import cli_catalogue, events_of, game_catalogue, told
from saltroad.cli.table import people_in
from saltroad.kernel.actors import CHANCE
from saltroad.messages import Sentence, facts_of, narrate, winners_line
from saltroad.terminal.choices import choices_of

if TYPE_CHECKING:
    from saltroad.records import History, Record


class RecordTeller:
    """Makes the sentences of a record's plies, addressed to the person who was alone at the keyboard, if one was."""

    def __init__(self, record: Record, history: History, language: str) -> None:
        self._history = history
        self.own, self.messages = cli_catalogue(language), game_catalogue(record.info.name, language)
        self.people, self.you = people_in(record, self.own)
        """What the players are called."""
        self.names = [
            name if self.people.count(name) == 1 else f"{name} {seat + 1}" for seat, name in enumerate(self.people)
        ]
        """The same, told apart: in a sentence there is no number of the seat."""

    def happened(self, ply: int) -> Sentence:
        """The sentences of what happened in a ply."""
        lines = narrate(self.messages, events_of(self._history, ply, ply + 1), self.names, self.you)
        parts = [part for line in lines for part in (" ", *line.sentence)]
        return Sentence(parts[1:])

    def asked(self, ply: int) -> Sentence:
        """The question before a ply, with the name of the player."""
        game, position = self._history.game, self._history.positions[ply]
        view = game.observe(position, None)
        if view.actor == CHANCE:
            return self.own.format("asked_chance")
        question = facts_of(game.info.name).question(view, game.legal(position))
        if question is None:
            return self.own.format("game_over")
        return self.messages.format(question.kind, question.fields(), names=self.names)

    def ended(self) -> Sentence:
        """The sentences of the end: by which rule, and who won."""
        game, outcome = self._history.game, self._history.outcome
        if outcome is None:
            return self.own.format("unfinished")
        why = told(game.explain(self._history.position, game.notation.at(0)), self.messages, self.names, self.you)
        if len(outcome.scores) == 1:  # a player alone wins against no one
            return why
        by = choices_of(game.info.name).tie_break(outcome)
        won = winners_line(self.messages, outcome, self.names, self.you, by=by)
        return Sentence((*why, " ", *won))
