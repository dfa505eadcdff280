"""What `saltroad play` says beside the board and the rulebook, in English and French.

Plain, short, second person; French is written, not translated word by word.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("help", "?", "h", "aide"), "help"),
        **dict.fromkeys(("board", "plateau"), "board"),
        **dict.fromkeys(("back", "retour"), "back"),
        **dict.fromkeys(("hint", "conseil"), "hint"),
        **dict.fromkeys(("undo", "annuler"), "undo"),
        **dict.fromkeys(("why", "pourquoi"), "why"),
        **dict.fromkeys(("rules", "rule", "règles", "regles", "règle", "regle"), "rules"),
        **dict.fromkeys(("save", "sauver"), "save"),
        **dict.fromkeys(("quit", "exit", "q", "quitter"), "quit"),
    }
)
"""What can be typed beside an action; all words are understood in both languages."""

HELP: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "en": (
            ("2", "do what stands beside that number"),
            ("{example}", "or type the action itself"),
            ("why {example}", "may you do this, and by which rule? Works for any action, or for a number"),
            ("hint", "a suggestion"),
            ("undo", "take back the last action typed here, as long as chance has not spoken since"),
            ("rules, rules {rule}", "read all rules, or one"),
            ("board", "draw the board again"),
            ("save FILE", "keep the game in a file, and go on"),
            ("quit", "leave; a game that has begun is saved, and can be resumed"),
        ),
        "fr": (
            ("2", "faire ce qui est écrit à côté de ce numéro"),
            ("{example}", "ou taper l'action elle-même"),
            ("pourquoi {example}", "est-ce permis, et par quelle règle ? Pour toute action, ou un numéro"),
            ("conseil", "une suggestion"),
            ("annuler", "reprendre la dernière action tapée ici, tant que le hasard n'est pas intervenu depuis"),
            ("règles, règles {rule}", "lire toutes les règles, ou une seule"),
            ("plateau", "redessiner le plateau"),
            ("sauver FICHIER", "garder la partie dans un fichier, et continuer"),
            ("quitter", "partir ; une partie commencée est enregistrée et peut être reprise"),
        ),
    }
)

GROUP_HELP: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "en": (("{group}", "see all the choices of this kind"),),
        "fr": (("{group}", "voir tous les choix de cette sorte"),),
    }
)
"""Where the choices are too many for a list."""

OPEN_HELP: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "en": (
            ("{group}", "choose this first, and then one of its places; a place alone is enough then"),
            ("back", "choose another"),
        ),
        "fr": (
            ("{group}", "choisir d'abord ceci, puis l'un de ses emplacements, dont le nom suffit alors"),
            ("retour", "choisir autre chose"),
        ),
    }
)
"""Where a kind of choice is opened before one of its choices is made."""

ENTER_HELP: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "en": (("Enter", "do what stands beside 1"),),
        "fr": (("Entrée", "faire ce qui est écrit à côté de 1"),),
    }
)

SECRET_HELP: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "en": (("several people", "the screen is cleared between you; your cards are shown once you press Enter"),),
        "fr": (("à plusieurs", "l'écran est effacé entre vous ; vos cartes apparaissent après Entrée"),),
    }
)
"""Where people at one keyboard may not see each other's cards."""

_PHRASES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "preparing": {
            "en": "Preparing the rules (some seconds, once on this machine) ...",
            "fr": "Préparation des règles (quelques secondes, une fois par machine) ...",
        },
        "you": {"en": "You", "fr": "Vous"},
        "player": {"en": "Player {number}", "fr": "Joueur {number}"},
        "greeting": {
            "en": "A number plays; ? helps; quit saves and leaves.",
            "fr": "Un numéro joue ; ? aide ; quitter enregistre et termine.",
        },
        "resumed": {"en": "The game goes on where it stood.", "fr": "La partie reprend où elle en était."},
        "one_more": {"en": "  and {count} more", "fr": "  et {count} autre"},
        "more": {"en": "  and {count} more", "fr": "  et {count} autres"},
        "none_of": {"en": "There is no choice of {group} now.", "fr": "Il n'y a pas de choix pour {group} maintenant."},
        "by_name": {
            "en": "Type a number, {example}, or {group} to see all of its choices.",
            "fr": "Tapez un numéro, {example}, ou {group} pour voir tous ses choix.",
        },
        "opened": {
            "en": "Type a number or a space such as {example}; back shows all choices.",
            "fr": "Tapez un numéro ou une case comme {example} ; retour montre tous les choix.",
        },
        "to_open": {
            "en": "Type a number, {group} to see its spaces and prices, or {group} {example}.",
            "fr": "Tapez un numéro, {group} pour voir ses cases et prix, ou {group} {example}.",
        },
        "nothing_opened": {
            "en": "There is nothing to go back to: all choices are shown.",
            "fr": "Rien à quitter : tous les choix sont affichés.",
        },
        "narrow": {
            "en": "This terminal is {width} columns wide; the board needs {needed}: make the window wider.",
            "fr": "Ce terminal a {width} colonnes ; il en faut {needed} au plateau : élargissez la fenêtre.",
        },
        "enter": {"en": "Enter: {action}.", "fr": "Entrée : {action}."},
        "by_enter": {"en": "Enter", "fr": "Entrée"},
        "your_screen": {
            "en": "{name}, it is your turn. Press Enter when only you can see the screen.",
            "fr": "{name}, à vous. Appuyez sur Entrée quand vous êtes seul devant l'écran.",
        },
        "all_of": {"en": "{group}, {count} in all:", "fr": "{group}, {count} en tout :"},
        # answers to what was typed
        "numbers": {"en": "a number from 1 to {count}", "fr": "un numéro de 1 à {count}"},
        "empty": {
            "en": "Type {numbers}, or ? for help.",
            "fr": "Tapez {numbers}, ou ? pour l'aide.",
        },
        "not_a_choice": {
            "en": "There is no choice {number}: type {numbers}, or ? for help.",
            "fr": "Il n'y a pas de choix {number} : tapez {numbers}, ou ? pour l'aide.",
        },
        "unreadable": {
            "en": "I cannot read that. Type {numbers}, or ? for help.",
            "fr": "Je ne comprends pas. Tapez {numbers}, ou ? pour l'aide.",
        },
        "did_you_mean": {
            "en": "I cannot read that. Did you mean {near}?",
            "fr": "Je ne comprends pas. Vouliez-vous dire {near} ?",
        },
        "ambiguous": {
            "en": "That could be {some}: type more of it.",
            "fr": "Ce peut être {some} : tapez la suite.",
        },
        "refused": {"en": "Not possible ({rule}): {sentence}", "fr": "Impossible ({rule}) : {sentence}"},
        "why_what": {
            "en": "Name an action, such as why {example}, or a number, such as why 1.",
            "fr": "Nommez une action, comme pourquoi {example}, ou un numéro, comme pourquoi 1.",
        },
        "why_unreadable": {
            "en": "That is not an action. Actions look like {example}.",
            "fr": "Ce n'est pas une action. Une action ressemble à {example}.",
        },
        "allowed": {"en": "yes", "fr": "oui"},
        "forbidden": {"en": "not now", "fr": "pas maintenant"},
        "ruling": {"en": "our ruling", "fr": "notre décision"},
        "no_rule": {
            "en": "There is no rule {text}. They go from {first} to {last}; rules alone shows them all.",
            "fr": "Il n'y a pas de règle {text}. Elles vont de {first} à {last} ; règles seul les montre toutes.",
        },
        "hint": {"en": "A suggestion: {action}. {sentence}", "fr": "Une suggestion : {action}. {sentence}"},
        "undone": {"en": "Taken back: {actions}.", "fr": "Repris : {actions}."},
        "undo_none": {
            "en": "There is nothing of yours to take back yet.",
            "fr": "Vous n'avez encore rien à reprendre.",
        },
        "undo_chance": {
            "en": "Your last action stands: a die or a card has spoken since.",
            "fr": "Votre dernière action reste : un dé ou une carte est intervenu depuis.",
        },
        "saved": {"en": "Saved. Resume with:", "fr": "Enregistré. Pour reprendre :"},
        "save_exists": {
            "en": "{file} exists already and is left as it is: choose another name.",
            "fr": "{file} existe déjà et reste tel quel : choisissez un autre nom.",
        },
        "save_failed": {
            "en": "{file} cannot be written ({why}): choose another place.",
            "fr": "Impossible d'écrire {file} ({why}) : choisissez un autre endroit.",
        },
        # leaving
        "left_unplayed": {
            "en": "You leave the table. You have not moved yet, so nothing is saved.",
            "fr": "Vous quittez la table. Vous n'avez pas encore joué, rien n'est enregistré.",
        },
        "left_saved": {
            "en": "You leave the table; the game is saved. Resume with:",
            "fr": "Vous quittez la table ; la partie est enregistrée. Pour reprendre :",
        },
        "left_unsaved": {
            "en": "The game could not be saved ({why}). This is its record, to be kept in a file:",
            "fr": "La partie n'a pas pu être enregistrée ({why}). Voici sa feuille, à garder dans un fichier :",
        },
        # the end
        "end_prompt": {
            "en": "save FILE keeps the record; Enter leaves.",
            "fr": "sauver FICHIER garde la feuille de partie ; Entrée termine.",
        },
        "total": {"en": "total", "fr": "total"},
        # the puzzle for one
        "puzzle": {
            "en": "Make exactly {ware} in as few turns as you can. Par is {par} turns.",
            "fr": "Obtenez exactement {ware} en aussi peu de tours que possible. Le par est de {par} tours.",
        },
        "cost_none": {"en": "{action}: cost {cost}, the best move.", "fr": "{action} : coût {cost}, le meilleur coup."},
        "cost": {
            "en": "{action}: cost {turns}; the best was {best}.",
            "fr": "{action} : coût {turns} ; le mieux était {best}.",
        },
        "lucky": {
            "en": "The die was kind: it saved {turns}.",
            "fr": "Le dé a été clément : {turns} de gagné.",
        },
        "unlucky": {
            "en": "The die was unkind: it cost {turns}.",
            "fr": "Le dé a été dur : {turns} de perdu.",
        },
        "even": {"en": "The die made no difference.", "fr": "Le dé n'a rien changé."},
        "solved": {
            "en": "Solved in {turns} turns; par is {par}.",
            "fr": "Résolu en {turns} tours ; le par est de {par}.",
        },
        "account": {
            "en": "par {par}, your moves {moves}, the die {die}: {turns} turns",
            "fr": "par {par}, vos coups {moves}, le dé {die} : {turns} tours",
        },
    }
)


def phrase(key: str, language: str, **values: object) -> str:
    """A phrase with its values filled in."""
    return _PHRASES[key][language].format(**values)


def decimal(value: float, language: str, sign: str = "") -> str:
    """`0.37`, in French `0,37`; with `sign="+"` always signed."""
    text = f"{value:{sign}.2f}"
    return text.replace(".", ",") if language == "fr" else text


def turns(value: float, language: str) -> str:
    """`0.37 turns`; French counts less than two in the singular."""
    unit = "turns" if language == "en" else "tour" if round(value, 2) < 2 else "tours"
    return f"{decimal(value, language)} {unit}"
