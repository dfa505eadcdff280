"""Notices to clients that nothing can be stored: the cause in both languages, without the address of the database."""

from __future__ import annotations

from saltroad.protocol import messages
from saltroad.server.store.engines import Cause
from saltroad.server.store.write_health import WriteHealth

_CAUSES: dict[Cause, dict[str, str]] = {
    "full": {"en": "its disk is full", "fr": "son disque est plein"},
    "read_only": {"en": "its database is read-only", "fr": "sa base de données est en lecture seule"},
    "damaged": {"en": "its database is damaged", "fr": "sa base de données est endommagée"},
    "locked": {
        "en": "another program keeps its database locked",
        "fr": "un autre programme verrouille sa base de données",
    },
    "away": {"en": "its database does not answer", "fr": "sa base de données ne répond pas"},
    "slow": {"en": "its database takes too long to answer", "fr": "sa base de données met trop de temps à répondre"},
    "not_alone": {
        "en": "another server is using its database",
        "fr": "un autre serveur utilise sa base de données",
    },
    "failed": {"en": "its database reports an error", "fr": "sa base de données signale une erreur"},
}
_SENTENCES = {
    "en": "The server cannot store moves right now: {why}. What was stored is safe. Wait until this notice is gone"
    " before you play on.",
    "fr": "Le serveur ne peut pas enregistrer les coups pour le moment : {why}. Ce qui est enregistré est en sûreté."
    " Attendez que cet avis disparaisse avant de continuer.",
}
_DAMAGED = {
    "en": "The server's database is damaged: some games cannot be read or stored. Tell whoever runs the server.",
    "fr": "La base de données du serveur est endommagée : certaines parties ne peuvent être ni lues ni enregistrées."
    " Prévenez la personne qui gère le serveur.",
}
_RECOVERED = {
    "en": "The server stores moves again: play on.",
    "fr": "Le serveur enregistre à nouveau les coups : continuez.",
}


def cause_in_words(cause: Cause, language: str = "en") -> str:
    """A cause in a few words."""
    return _CAUSES[cause][language]


def notice(health: WriteHealth, language: str) -> bytes:
    """The message to a client about the health of writes."""
    language = language or "en"
    if health.cause is None:
        sentence = _RECOVERED[language]
    elif health.cause == "damaged":
        sentence = _DAMAGED[language]
    else:
        sentence = _SENTENCES[language].format(why=cause_in_words(health.cause, language))
    return messages.encode(messages.StorageStatus(health.works, health.cause or "", sentence))
