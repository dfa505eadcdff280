"""All that can be wrong with a record, in English and French: a code for programs, a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from saltroad.kernel.errors import Fault

_TEXTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "line": {"en": "Line {line}: {why}", "fr": "Ligne {line} : {why}"},
        "no_beginning": {
            "en": "a record begins with 'record: {format}'.",
            "fr": "une partie enregistrée commence par 'record: {format}'.",
        },
        "empty": {
            "en": "a record begins with 'record: {format}'; this text is empty.",
            "fr": "une partie enregistrée commence par 'record: {format}' ; ce texte est vide.",
        },
        "not_a_header": {
            "en": "a header looks like 'seat 1: Ada'; an empty line ends the headers.",
            "fr": "un en-tête s'écrit 'seat 1: Ada' ; une ligne vide termine les en-têtes.",
        },
        "header_twice": {
            "en": "the header '{name}' stands twice.",
            "fr": "l'en-tête '{name}' apparaît deux fois.",
        },
        "header_long": {
            "en": "the header '{name}' is longer than {most} characters.",
            "fr": "l'en-tête '{name}' dépasse {most} caractères.",
        },
        "other_format": {
            "en": "this Saltroad reads records of the form '{format}', not '{version}'.",
            "fr": "ce Saltroad lit les parties de la forme '{format}', et non '{version}'.",
        },
        "no_header": {
            "en": "The record has no header '{name}'.",
            "fr": "Il manque l'en-tête '{name}'.",
        },
        "other_rules": {
            "en": "the game was played by rules version {version}; this Saltroad plays version {ours}.",
            "fr": "la partie suit la version {version} des règles ; ce Saltroad joue la version {ours}.",
        },
        "no_seat": {
            "en": "there is no '{name}' in a game of {players}.",
            "fr": "il n'y a pas de '{name}' dans une partie à {players}.",
        },
        "no_player": {
            "en": "there is no player {number} in a game of {players}.",
            "fr": "il n'y a pas de joueur {number} dans une partie à {players}.",
        },
        "not_a_result": {
            "en": "a result is 'unfinished' or looks like 'two_stalls_empty; scores 31 24; winners 1'.",
            "fr": "un résultat est 'unfinished' ou s'écrit 'two_stalls_empty; scores 31 24; winners 1'.",
        },
        "scores": {
            "en": "the result has {scores} scores for {players} players.",
            "fr": "le résultat donne {scores} scores pour {players} joueurs.",
        },
        "other_actor": {
            "en": "it says player {player} acts, but {to_act}.",
            "fr": "c'est le joueur {player} qui agirait, mais ce n'est pas à lui.",
        },
        "illegal": {
            "en": "at ply {ply}, {text}: {why} ({rule})",
            "fr": "au coup {ply}, {text} : {why} ({rule})",
        },
        "not_unfinished": {
            "en": "the result says 'unfinished', but the game ends '{result}'.",
            "fr": "le résultat dit 'unfinished', mais la partie finit par '{result}'.",
        },
        "stops": {
            "en": "the record stops here after {plies} plies, but its result says that the game ended: {to_act}.",
            "fr": "l'enregistrement s'arrête ici après {plies} coups, mais son résultat dit que la partie est finie.",
        },
        "other_result": {
            "en": "the result says '{said}', but the game ends '{result}'.",
            "fr": "le résultat dit '{said}', mais la partie finit par '{result}'.",
        },
        "not_over": {
            "en": "This game is not over, and only finished ones are kept: after its last action {to_act}.",
            "fr": "Cette partie n'est pas finie, et seules les parties finies sont gardées.",
        },
        "no_dice": {
            "en": "This record says nothing of its dice: only games from a server carry the header 'dice: {scheme}'. "
            "Whether its actions keep to the rules is told by `saltroad replay --check`.",
            "fr": "Cette partie enregistrée ne dit rien de ses dés : seules celles d'un serveur portent l'en-tête "
            "'dice: {scheme}'. `saltroad replay --check` dit si ses actions suivent les règles.",
        },
        "no_dice_header": {
            "en": "The record has no header '{name}', which a check of its dice needs.",
            "fr": "Il manque l'en-tête '{name}', nécessaire pour vérifier les dés.",
        },
        "not_a_seed": {
            "en": "The seed is not {size} bytes in hexadecimal.",
            "fr": "Le secret n'est pas fait de {size} octets en hexadécimal.",
        },
        "other_seed": {
            "en": "The seed is not the one that was promised: its commitment is another.",
            "fr": "Le secret n'est pas celui qui était promis : il donne une autre promesse.",
        },
        "not_plies": {
            "en": "The header 'taken back' is a list of plies.",
            "fr": "L'en-tête 'taken back' est une liste de coups.",
        },
        "other_outcome": {
            "en": "At ply {ply} chance decided '{action}'; by the seed it is '{outcome}'.",
            "fr": "Au coup {ply}, le hasard a décidé '{action}' ; selon le secret, c'est '{outcome}'.",
        },
    }
)


def fault(code: str, **params: object) -> Fault:
    """What is wrong, by its code."""
    return Fault(code, _TEXTS[code], params)
