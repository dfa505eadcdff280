# Ce que dit la ligne de commande à côté du plateau et des règles : simple, court, au lecteur.

## Ce qui peut être tapé à côté d’une action. Les mots de toutes les langues sont compris.

command-help = aide ? h
command-board = plateau
command-back = retour
command-hint = conseil
command-undo = annuler
command-why = pourquoi
command-rules = règles règle regles regle
command-save = sauver
command-quit = quitter

## L’aide : ce qui est tapé, et ce que cela fait

help-number = jouer le choix qui porte ce numéro
    .typed = 2
help-enter = jouer le choix 1
    .typed = Entrée
help-action = ou taper l’action elle-même
    .typed = { $example }
help-kind = voir tous les choix de ce type
    .typed = { $group }
help-open = choisir d’abord ceci, puis une case : son nom suffit
    .typed = { $group }
help-back = choisir autre chose
    .typed = retour
help-why = est-ce permis, et par quelle règle ? Pour toute action ou tout numéro
    .typed = pourquoi { $example }
help-hint = demander une suggestion
    .typed = conseil
help-undo = annuler la dernière action tapée ici, si le hasard n’a rien décidé depuis
    .typed = annuler
help-rules = lire toutes les règles, ou une seule
    .typed = règles, règles { $rule }
help-board = redessiner le plateau
    .typed = plateau
help-save = enregistrer la partie dans un fichier, et continuer
    .typed = sauver FICHIER
help-quit = partir ; une partie commencée est enregistrée et peut être reprise
    .typed = quitter
help-secrets = l’écran est effacé entre les joueurs ; vos cartes apparaissent après Entrée
    .typed = à plusieurs

## On s’installe

preparing = Préparation des règles (quelques secondes, une seule fois sur cette machine) ...
greeting = Tapez un numéro pour jouer, ? pour l’aide, quitter pour enregistrer et partir.
resumed = La partie reprend là où vous l’avez laissée.
narrow = Ce terminal a { $width } colonnes ; le plateau en demande { $needed } : élargissez la fenêtre.

## Ce qui est demandé

asked_of = { PLAYER($seat) } · { $question }
enter = Entrée : { $action }.
by_enter = Entrée
more = { $count ->
    [one] et { $count } autre
   *[other] et { $count } autres
}
kind = { $group } :
by_name = Tapez un numéro, { $example }, ou { $group } pour voir tous ses choix.
to_open = Tapez un numéro, { $group } pour voir ses cases et leurs prix, ou { $group } { $example }.
opened = Tapez un numéro ou une case comme { $example } ; retour montre tous les choix.
all_of = { $group }, { $count } en tout :
your_screen = { PLAYER($seat) }, à vous. Appuyez sur Entrée quand personne d’autre ne voit l’écran.

## Réponses à ce qui a été tapé

numbers = { $count ->
    [1] 1
   *[other] un numéro de 1 à { $count }
}
empty = Tapez { numbers }, ou ? pour l’aide.
not_a_choice = Il n’y a pas de choix { $number } : tapez { numbers }, ou ? pour l’aide.
unreadable = Je ne comprends pas. Tapez { numbers }, ou ? pour l’aide.
did_you_mean = Je ne comprends pas. Vouliez-vous dire { $near } ?
ambiguous = Plusieurs choix commencent ainsi : { $some }{ $more ->
    [0] {""}
    [one] {" "}et { $more } autre
   *[other] {" "}et { $more } autres
}. Tapez la suite.
none_of = Rien à choisir pour { $typed } en ce moment.
nothing_opened = Tous les choix sont déjà affichés.
refused = Impossible ({ $rule }) : { $sentence }
why = { $action } : { $legal ->
    [yes] oui
   *[no] pas maintenant
}. { $sentence }
why_what = Nommez une action, comme pourquoi { $example }, ou un numéro, comme pourquoi 1.
why_unreadable = Ce n’est pas une action. Une action s’écrit comme { $example }.
ruling = notre interprétation
no_rule = Il n’y a pas de règle « { $text } » : elles vont de { $first } à { $last }. Tapez règles pour les lire toutes.
hint = { $advice } Tapez { $action }.
undone = Annulé : { $actions }.
undo_none = Vous n’avez encore rien à annuler.
undo_chance = Votre dernière action reste : le hasard a décidé quelque chose depuis.

## Garder la partie, et partir

saved = Partie enregistrée. Pour la reprendre :
save_exists = { $file } existe déjà et reste tel quel : choisissez un autre nom.
save_failed = Impossible d’écrire « { $file } » ({ $why }) : choisissez un autre endroit.
left_unplayed = Vous quittez la table. Vous n’avez pas encore joué : rien n’est enregistré.
left_saved = Vous quittez la table ; la partie est enregistrée. Pour la reprendre :
left_unsaved = La partie n’a pas pu être enregistrée ({ $why }). La voici, à copier dans un fichier :

## La fin

ended = { $sentence } ({ $rule })
total = total
end_prompt = Tapez sauver FICHIER pour garder la partie, ou Entrée pour partir.

## Le casse-tête en solo

turns = { NUMBER($turns, minimumFractionDigits: 2) } { $turns ->
    [one] tour
   *[other] tours
}
puzzle = Obtenez exactement { PIECE($ware, kind: "tokens") } en aussi peu de tours que possible. Le par est de { turns }.
cost_none = { $action } : le meilleur coup, sans aucun coût.
cost = { $action } : un coût de { turns } ; le mieux était { $best }.
lucky = Le dé vous fait gagner { turns }.
unlucky = Le dé vous coûte { turns }.
even = Le dé n’a rien changé.
turns_taken = { $taken ->
    [one] { $taken } tour
   *[other] { $taken } tours
}
solved = Résolu en { turns_taken } ; le par est de { NUMBER($par, minimumFractionDigits: 2) }.
account = par { NUMBER($par, minimumFractionDigits: 2) } ; vos coups +{ NUMBER($moves, minimumFractionDigits: 2) } ; le dé { $saved ->
    [yes] -
   *[no] +
}{ NUMBER($die, minimumFractionDigits: 2) } : { turns_taken }

## `saltroad replay`

replay-ply = coup
replay-who = qui
replay-action = action
replay-happened = ce qui s’est passé
replay-scores = points
chance = hasard
before_ply = Avant le coup { $ply } sur { $plies } : { $asked }
asked_chance = c’est au hasard de décider.
unfinished = La partie n’est pas finie.

## saltroad analyse

analysis-start = départ
analysis-luck = chance
analysis-errors = erreurs
analysis-gifts = cadeaux
analysis-drift = dérive
analysis-result = résultat
analysis-adjusted = sans la chance
analysis-how_to_read = En pour cent de la victoire : résultat − départ = chance + erreurs + cadeaux + dérive. Les cadeaux sont les erreurs des autres ; la dérive, ce que la recherche a jugé autrement d’un coup à l’autre.
analysis-turning_points = Les tournants de la partie
analysis-others = Les autres coups marquants
analysis-no_others = Aucun autre coup marquant.
analysis-luck_of = Chance : { $share } % pour { PLAYER($seat) }.
analysis-graded = { $grade ->
    [brilliant] Brillant.
    [best] Le meilleur coup.
    [good] Un bon coup.
    [inaccuracy] Imprécision : { $share } %.
    [mistake] Erreur : { $share } %.
   *[blunder] Gaffe : { $share } %.
}
analysis-better = Mieux : { $action }.
analysis-title = Retour sur une partie
analysis-shares = La part de victoire de chacun, coup par coup
analysis-account = Ce qui l’a changée
analysis-plies = Tous les coups
