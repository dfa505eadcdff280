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
        "not_numbers": {
            "en": "The header '{name}' is a list of whole numbers.",
            "fr": "L'en-tête '{name}' est une liste de nombres entiers.",
        },
        "not_deals": {
            "en": "The header 'deals' is a whole number from 1.",
            "fr": "L'en-tête 'deals' est un nombre entier à partir de 1.",
        },
        "not_a_share": {
            "en": "The share of seat {number} is not {digits} hexadecimal digits.",
            "fr": "La part de la place {number} n'est pas faite de {digits} chiffres hexadécimaux.",
        },
        "other_share": {
            "en": "The share of seat {number} is not the one whose hash was given before the shares were sent.",
            "fr": "La part de la place {number} n'est pas celle dont l'empreinte a été donnée avant l'envoi des parts.",
        },
        "other_order": {
            "en": "The seats were put in the order '{said}'; by the seed and the shares it is '{drawn}'.",
            "fr": "Les places ont été mises dans l'ordre '{said}' ; selon le secret et les parts, c'est '{drawn}'.",
        },
        "other_outcome": {
            "en": "At ply {ply} chance decided '{action}'; by the seed it is '{outcome}'.",
            "fr": "Au coup {ply}, le hasard a décidé '{action}' ; selon le secret, c'est '{outcome}'.",
        },
        "no_receipt": {
            "en": "The file {path!r} is not a receipt: {why}",
            "fr": "Le fichier {path!r} n'est pas un reçu : {why}",
        },
        "receipt_missing": {"en": "there is no such file.", "fr": "il n'existe pas."},
        "receipt_large": {"en": "it is too large.", "fr": "il est trop grand."},
        "receipt_unreadable": {
            "en": "it does not have what a browser keeps ({why}).",
            "fr": "il ne contient pas ce qu'un navigateur garde ({why}).",
        },
        "receipt_other_dice": {
            "en": "The receipt is for dice by '{promised}'; the record says '{said}'.",
            "fr": "Le reçu concerne des dés selon '{promised}' ; la partie enregistrée dit '{said}'.",
        },
        "receipt_other_table": {
            "en": "The receipt is for table {promised}; the record is of table {said}.",
            "fr": "Le reçu concerne la table {promised} ; la partie enregistrée est celle de la table {said}.",
        },
        "receipt_other_deals": {
            "en": "By the receipt the game was begun with deal {promised} of the table; the record says {said}.",
            "fr": "Selon le reçu, la partie a commencé à la donne {promised} ; l'enregistrement dit {said}.",
        },
        "receipt_other_commitment": {
            "en": "The commitment is not the one that this browser was shown: it was promised {promised}, "
            "and the record says {said}.",
            "fr": "La promesse n'est pas celle qui a été montrée à ce navigateur : on lui a promis {promised}, "
            "et l'enregistrement dit {said}.",
        },
        "receipt_no_share": {
            "en": "The game was begun without the share of this browser.",
            "fr": "La partie a commencé sans la part de ce navigateur.",
        },
        "receipt_other_hash": {
            "en": "The hash of the share of seat {number} is not the one that this browser saw before it sent "
            "its own share.",
            "fr": "L'empreinte de la part de la place {number} n'est pas celle que ce navigateur a vue avant d'envoyer "
            "sa propre part.",
        },
        "receipt_other_share": {
            "en": "The share of seat {number} is not the one that this browser sent.",
            "fr": "La part de la place {number} n'est pas celle que ce navigateur a envoyée.",
        },
        "receipt_other_players": {
            "en": "Seat {number} was {promised}'s before the order was drawn; by the record it was {said}'s.",
            "fr": "La place {number} était celle de {promised} avant le tirage de l'ordre ; selon l'enregistrement, "
            "celle de {said}.",
        },
        "receipt_order": {
            "en": "Players were told that the order of the seats would be drawn; by the record it was not.",
            "fr": "L'ordre des places devait être tiré ; selon l'enregistrement, il ne l'a pas été.",
        },
        "receipt_no_order": {
            "en": "Players were told that the order of the seats would not be drawn; by the record it was.",
            "fr": "L'ordre des places ne devait pas être tiré ; selon l'enregistrement, il l'a été.",
        },
        "receipt_not_agreed": {
            "en": "By the record chance drew anew from ply {ply}; this browser did not agree to that.",
            "fr": "Selon l'enregistrement, le hasard a tiré de nouveau à partir du coup {ply} ; "
            "ce navigateur ne l'avait pas accepté.",
        },
    }
)


def fault(code: str, **params: object) -> Fault:
    """What is wrong, by its code."""
    return Fault(code, _TEXTS[code], params)
