"""Refusals of the server: a code for programs, a sentence in the reader's language, and the rule where one forbids."""

from __future__ import annotations

from saltroad.kernel.errors import Fault, SaltroadError
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
        "en": "Nobody is asking for that any more.",
        "fr": "Plus personne ne le demande.",
    },
    "not_stored": {
        "en": "The server could not store that: look at the board before you try again.",
        "fr": "Le serveur n'a pas pu l'enregistrer : regardez le plateau avant de réessayer.",
    },
    "no_database": {
        "en": "The server's database does not answer: try again in a moment.",
        "fr": "La base de données du serveur ne répond pas : réessayez dans un instant.",
    },
    "bad_token": {
        "en": "Nobody has that token: it was taken back, or is not whole.",
        "fr": "Personne n'a ce jeton : il a été retiré, ou il n'est pas entier.",
    },
    "token_scope": {
        "en": "This program's token does not allow that: its scope is {scope}.",
        "fr": "Le jeton de ce programme ne permet pas cela : il a la portée {scope}.",
    },
    "moving": {
        "en": "The table is on its way to another process of the server: try again in a moment.",
        "fr": "La table passe à un autre processus du serveur : réessayez dans un instant.",
    },
    "dealing": {
        "en": "The dice are being prepared: until everybody's share has come, nothing else can change.",
        "fr": "Les dés se préparent : tant que toutes les parts ne sont pas là, rien d'autre ne peut changer.",
    },
    "not_dealing": {
        "en": "Shares of the dice are not asked for yet: they are sent once the game is started.",
        "fr": "Les parts des dés ne sont pas encore demandées : elles s'envoient une fois la partie lancée.",
    },
    "no_share_asked": {
        "en": "No share of the dice is asked of you: you gave no hash of one before the game was started.",
        "fr": "On ne vous demande pas de part des dés : vous n'en aviez pas donné l'empreinte avant le lancement.",
    },
    "other_share": {
        "en": "That is not the share whose hash you gave.",
        "fr": "Ce n'est pas la part dont vous avez donné l'empreinte.",
    },
    "share_awaited": {
        "en": "{name} still has {seconds} seconds to send their share of the dice.",
        "fr": "{name} a encore {seconds} secondes pour envoyer sa part des dés.",
    },
    "begun": {"en": "The game has begun already.", "fr": "La partie a déjà commencé."},
    "closed": {"en": "This table was closed.", "fr": "Cette table a été fermée."},
    "not_over": {"en": "The game is not over yet.", "fr": "La partie n'est pas encore terminée."},
    "not_host": {
        "en": "Only whoever made the table can do that.",
        "fr": "Seule la personne qui a ouvert la table peut le faire.",
    },
    "not_known": {
        "en": "Say your name first: nobody knows you here yet.",
        "fr": "Dites d'abord votre nom : personne ne vous connaît encore ici.",
    },
    "no_seat": {
        "en": "There is no place {player} at this table of {players}.",
        "fr": "Il n'y a pas de place {player} à cette table de {players}.",
    },
    "no_bot": {
        "en": "There is no bot {bot}. The bots are: {bots}.",
        "fr": "Il n'y a pas de robot {bot}. Les robots : {bots}.",
    },
    "one_seat": {"en": "You can take one place only.", "fr": "Vous ne pouvez prendre qu'une place."},
    "seat_taken": {"en": "That place is taken.", "fr": "Cette place est prise."},
    "seat_kept": {
        "en": "That place is kept for somebody: it opens with the link they were sent.",
        "fr": "Cette place est gardée pour quelqu'un : elle s'ouvre avec le lien qu'on lui a envoyé.",
    },
    "seats_empty": {
        "en": "Some places are still empty: wait for players, or give them to bots.",
        "fr": "Il reste des places libres : attendez des joueurs, ou donnez-les à des robots.",
    },
    "nobody_sits": {"en": "Somebody has to sit at the table.", "fr": "Il faut que quelqu'un soit assis à la table."},
    "is_here": {
        "en": "{name} is here: a bot can only play for those who are away.",
        "fr": "{name} est là : un robot ne joue que pour les absents.",
    },
    "not_waited_for": {
        "en": "Nobody is waiting for {name}: a bot can only take over on their turn.",
        "fr": "Personne n'attend {name} : un robot ne peut prendre le relais qu'à son tour.",
    },
    "too_soon": {
        "en": "Give {name} time to come back: a bot can take over in {seconds} s.",
        "fr": "Laissez à {name} le temps de revenir : un robot pourra prendre le relais dans {seconds} s.",
    },
    "clock_decides": {
        "en": "{name} has days for this turn: a bot takes over only when that time is up.",
        "fr": "{name} a plusieurs jours pour ce tour : un robot ne prend le relais qu'une fois ce temps écoulé.",
    },
    "bot_cannot_agree": {
        "en": "A bot is playing for {name} and cannot agree in their name: wait until they are back.",
        "fr": "Un robot joue pour {name} et ne peut pas accepter à sa place : attendez son retour.",
    },
    "not_yours": {"en": "That is not your place.", "fr": "Ce n'est pas votre place."},
    "bot_plays": {
        "en": "A bot is playing for you: take your place back first.",
        "fr": "Un robot joue pour vous : reprenez d'abord votre place.",
    },
    "time_over": {
        "en": "Your time is over: a bot makes this move. Then you play on.",
        "fr": "Votre temps est écoulé : un robot joue ce coup. Ensuite, vous reprenez la main.",
    },
    "paused": {"en": "The game is paused: end the pause first.", "fr": "La partie est en pause : reprenez d'abord."},
    "not_paused": {"en": "The game is not paused.", "fr": "La partie n'est pas en pause."},
    "no_clock": {"en": "This game has no clock to stop.", "fr": "Cette partie n'a pas d'horloge à arrêter."},
    "no_hint": {
        "en": "Hints are given only in games against bots, on your turn.",
        "fr": "Les conseils ne sont donnés que contre des robots, à votre tour.",
    },
    "too_fast": {
        "en": "That is too fast: wait a moment, then try again.",
        "fr": "C'est trop rapide : attendez un instant, puis réessayez.",
    },
    "too_many": {
        "en": "From your network {most} connections are open already: close a page first.",
        "fr": "Depuis votre réseau, {most} connexions sont déjà ouvertes : fermez d'abord une page.",
    },
    "too_many_open": {
        "en": "{most} of your public tables are waiting for players already: begin or close one first.",
        "fr": "Vous avez déjà {most} tables publiques qui attendent des joueurs : "
        "commencez-en une ou fermez-en une d'abord.",
    },
    "full": {
        "en": "The server is full at the moment: try again in a minute.",
        "fr": "Le serveur est complet pour le moment : réessayez dans une minute.",
    },
    "empty_text": {"en": "Write something first.", "fr": "Écrivez d'abord quelque chose."},
    "name_too_long": {
        "en": "A name has at most {most} characters.",
        "fr": "Un nom a {most} caractères au plus.",
    },
    "login_taken": {"en": "Somebody has that login already.", "fr": "Quelqu'un a déjà cet identifiant."},
    "wrong_login": {
        "en": "That login and password do not belong together.",
        "fr": "Cet identifiant et ce mot de passe ne vont pas ensemble.",
    },
    "wrong_password": {
        "en": "That is not your current password.",
        "fr": "Ce n'est pas votre mot de passe actuel.",
    },
    "dead_link": {
        "en": "This link was used already or is too old: make a new one in the settings of the other device.",
        "fr": "Ce lien a déjà servi ou est trop vieux : créez-en un nouveau dans les réglages de l'autre appareil.",
    },
    "no_game": {
        "en": "There is no game {game}. The games are: {games}.",
        "fr": "Il n'y a pas de jeu {game}. Les jeux : {games}.",
    },
    "no_ply": {"en": "That game has {most} moves.", "fr": "Cette partie compte {most} coups."},
    "bad_record": {"en": "{why}", "fr": "{why}"},
    "old_rules": {"en": "{why}", "fr": "{why}"},
    "not_found": {"en": "There is nothing here.", "fr": "Il n'y a rien ici."},
    "not_allowed": {"en": "That is not for you.", "fr": "Cela ne vous est pas ouvert."},
    "other_site": {
        "en": "That came from another site, and was refused. "
        "Whoever hosts behind a proxy sets public_url to the address that people type.",
        "fr": "Cela venait d'un autre site, et a été refusé. "
        "Qui héberge derrière un proxy règle public_url sur l'adresse que l'on tape.",
    },
    "too_large": {"en": "That is too large.", "fr": "C'est trop grand."},
    "broken": {
        "en": "The server made a mistake. It is written down; try again.",
        "fr": "Le serveur a fait une erreur. Elle est notée ; réessayez.",
    },
    "bad_message": {"en": "The server cannot read that: {why}", "fr": "Le serveur ne peut pas lire cela : {why}"},
    "bad_options": {"en": "{why}", "fr": "{why}"},
    "bad_pace": {
        "en": "A clock needs time: give each player some seconds, or each turn at least a day.",
        "fr": "Une horloge a besoin de temps : donnez quelques secondes à chacun, ou au moins un jour par tour.",
    },
    "over": {"en": "The game is over.", "fr": "La partie est terminée."},
    "not_your_turn": {"en": "It is player {player}'s turn.", "fr": "C'est au joueur {player} de jouer."},
    "unreadable": {"en": "{why}", "fr": "{why}"},
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
        "en": "Chance has drawn anew {most} times in this game: that has to do.",
        "fr": "Le hasard a tiré de nouveau {most} fois dans cette partie : cela suffit.",
    },
    "redraw_nothing": {
        "en": "There is nothing to draw anew: chance has decided nothing since your last action.",
        "fr": "Il n'y a rien à tirer de nouveau : le hasard n'a rien décidé depuis votre dernière action.",
    },
    "no_dice": {
        "en": "This game's record says nothing of its dice.",
        "fr": "L'enregistrement de cette partie ne dit rien de ses dés.",
    },
}


class Refusal(SaltroadError):
    """A request that the server refuses; only the caller is told."""

    def __init__(self, code: str, *, verdict: Verdict | None = None, **params: str | int | SaltroadError) -> None:
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
        return Fault(self.code, SENTENCES[self.code], self.params).sentence(language)
