"""All that the server refuses: a code for programs, a sentence in the reader's language, the rule where one forbids."""

from __future__ import annotations

from saltroad.kernel.errors import SaltroadError
from saltroad.kernel.rulebook import Verdict

SENTENCES: dict[str, dict[str, str]] = {
    "stale": {
        "en": "The game has gone on: it is at ply {ply} now.",
        "fr": "La partie a continué : elle en est au coup {ply}.",
    },
    "ahead": {
        "en": "The game is not that far: it is at ply {ply}.",
        "fr": "La partie n'en est pas là : elle en est au coup {ply}.",
    },
    "no_table": {"en": "There is no table {table}.", "fr": "Il n'y a pas de table {table}."},
    "not_begun": {"en": "The game has not begun.", "fr": "La partie n'a pas commencé."},
    "not_seated": {
        "en": "You are watching: only those who sit at the table can do that.",
        "fr": "Vous regardez : seuls ceux qui sont à la table peuvent le faire.",
    },
    "not_asked": {
        "en": "Nobody asks to go back there any more.",
        "fr": "Plus personne ne demande à revenir à ce coup.",
    },
    "not_stored": {
        "en": "The server could not store that: look at the board before you try again.",
        "fr": "Le serveur n'a pas pu l'enregistrer : regardez le plateau avant de réessayer.",
    },
    "over": {"en": "The game is over.", "fr": "La partie est terminée."},
    "not_your_turn": {"en": "It is player {player}'s turn.", "fr": "C'est au joueur {player} de jouer."},
    "unreadable": {"en": "{why}", "fr": "Ce n'est pas une action : {why}"},
    "illegal": {"en": "{why}", "fr": "{why}"},
    "too_long": {
        "en": "No action is longer than {most} characters.",
        "fr": "Aucune action ne dépasse {most} caractères.",
    },
    "undo_turn_over": {
        "en": "Your turn is over: ask the others to take it back.",
        "fr": "Votre tour est passé : demandez aux autres de revenir en arrière.",
    },
    "undo_nothing": {
        "en": "There is nothing to undo: since your last action chance or somebody else has spoken.",
        "fr": "Rien à annuler : depuis votre dernière action, le hasard ou quelqu'un d'autre a parlé.",
    },
    "taken_back_enough": {
        "en": "This game was taken back {most} times: that has to do.",
        "fr": "On est revenu {most} fois en arrière dans cette partie : cela suffit.",
    },
}


class Refusal(SaltroadError):
    """Something that cannot be done now, told to whoever asked, and to nobody else."""

    def __init__(self, code: str, *, verdict: Verdict | None = None, **params: str | int) -> None:
        self.code = code
        self.verdict = verdict
        self.params = params
        super().__init__(self.sentence())

    @property
    def rule(self) -> str | None:
        """The id of the rule that forbids it."""
        return None if self.verdict is None else self.verdict.rule

    def sentence(self, language: str = "en") -> str:
        """Why, in the reader's language."""
        if self.verdict is not None:
            return self.verdict.sentence(language)
        return SENTENCES[self.code][language].format(**self.params)
