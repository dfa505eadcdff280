# Why an action of Pig is refused, or what it does: messages by rule and reason, as `explain` in game.py gives them.

PG-01-may_roll = Le dé est lancé ; { points } en jeu.
PG-01-face = Le dé peut montrer { $pips }.
PG-01-falling = Le dé roule encore.
PG-01-not_rolled = Aucun dé n’a été lancé.
PG-03-may_hold = Les { points } de ce tour sont gardés.
PG-03-nothing = Il n’y a pas encore de points à garder : lancez d’abord.
PG-04-over = La partie est finie : un joueur a { $goal } points.

# Les mots des plateaux génériques : champs de la vue, ce qu’ils contiennent, et la fin de la partie.
label-held = points gardés
label-turn = en jeu ce tour
label-goal = but
label-phase = ensuite
label-goal_reached = le but est atteint.
term-choose = un choix
term-rolling = le dé
term-over = rien : la partie est finie
