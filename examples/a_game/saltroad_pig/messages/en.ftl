# Why an action of Pig is refused, or what it does: messages by rule and reason, as `explain` in game.py gives them.

PG-01-may_roll = The die is rolled; { points } are at stake.
PG-01-face = The die may show { $pips }.
PG-01-falling = The die is still rolling.
PG-01-not_rolled = No die has been rolled.
PG-03-may_hold = The { points } of this turn are kept.
PG-03-nothing = There are no points to hold yet: roll first.
PG-04-over = The game is over: a player has { $goal } points.

# Words of the generic boards: fields of the view, what they hold, and why the game ends.
label-held = points held
label-turn = at stake this turn
label-goal = goal
label-phase = next
label-goal_reached = the goal is reached.
term-choose = a choice
term-rolling = the die
term-over = nothing: the game is over
