"""Sentences from facts: typed facts of a game, and the catalogue of messages that tells them in a language.

A game has `events.py` in its folder (what happened, what is asked, what could be done, as facts) and `messages/en.ftl`
and `messages/fr.ftl`, a message for each kind of fact. The terminal and `saltroad replay` make sentences here, the
browser makes them from the same files. A game without `events.py` is told by the texts of its actions (`plain`).
"""

from __future__ import annotations

from saltroad.messages.catalogue import Catalogue, Name, Part, Piece, Sentence, Term, catalogue_of, rule_sentences
from saltroad.messages.facts import Advice, Consequence, Event, Fact, PublicPly, Question, TurnOpening
from saltroad.messages.game_facts import GameFacts, facts_of
from saltroad.messages.narration import Line, narrate, suggest, winners_line

__all__ = [
    "Advice",
    "Catalogue",
    "Consequence",
    "Event",
    "Fact",
    "GameFacts",
    "Line",
    "Name",
    "Part",
    "Piece",
    "PublicPly",
    "Question",
    "Sentence",
    "Term",
    "TurnOpening",
    "catalogue_of",
    "facts_of",
    "narrate",
    "rule_sentences",
    "suggest",
    "winners_line",
]
