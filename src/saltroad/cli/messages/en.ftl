# What the command line says beside the board and the rulebook: plain, short, to the reader.

## What can be typed beside an action. The words of all languages are understood.

command-help = help ? h
command-board = board
command-back = back
command-hint = hint
command-undo = undo
command-why = why
command-rules = rules rule
command-save = save
command-quit = quit exit q

## Help: what is typed, and what it does

help-number = play the choice with that number
    .typed = 2
help-enter = play choice 1
    .typed = Enter
help-action = or type the action itself
    .typed = { $example }
help-kind = see all the choices of this kind
    .typed = { $group }
help-open = choose this first, then a space: its name is enough
    .typed = { $group }
help-back = choose something else
    .typed = back
help-why = may you do this, and by which rule? Works for any action or number
    .typed = why { $example }
help-hint = get a suggestion
    .typed = hint
help-undo = take back the last action typed here, unless chance has decided something since
    .typed = undo
help-rules = read all the rules, or one
    .typed = rules, rules { $rule }
help-board = draw the board again
    .typed = board
help-save = save the game to a file, and play on
    .typed = save FILE
help-quit = leave; a game that has begun is saved and can be resumed
    .typed = quit
help-secrets = the screen is cleared between players; your cards are shown once you press Enter
    .typed = several people

## Sitting down

preparing = Preparing the rules (a few seconds, once on this machine) ...
greeting = Type a number to play, ? for help, quit to save and leave.
resumed = The game continues where you left off.
narrow = This terminal is { $width } columns wide; the board needs { $needed }: make the window wider.

## What is asked

asked_of = { PLAYER($seat) } · { $question }
enter = Enter: { $action }.
by_enter = Enter
more = and { $count } more
kind = { $group }:
by_name = Type a number, { $example }, or { $group } to see all its choices.
to_open = Type a number, { $group } to see its spaces and prices, or { $group } { $example }.
opened = Type a number or a space such as { $example }; back shows all choices.
all_of = { $group }, { $count } in all:
your_screen = { PLAYER($seat) }, it is your turn. Press Enter when only you can see the screen.

## Answers to what was typed

numbers = { $count ->
    [1] 1
   *[other] a number from 1 to { $count }
}
empty = Type { numbers }, or ? for help.
not_a_choice = There is no choice { $number }: type { numbers }, or ? for help.
unreadable = I don't understand that. Type { numbers }, or ? for help.
did_you_mean = I don't understand that. Did you mean { $near }?
ambiguous = That could be { $some }{ $more ->
    [0] {""}
   *[other] {" "}or { $more } more
}: type more of it.
none_of = There is no { $typed } to choose now.
nothing_opened = All choices are shown already.
refused = Not possible ({ $rule }): { $sentence }
why = { $action }: { $legal ->
    [yes] yes
   *[no] not now
}. { $sentence }
why_what = Name an action, such as why { $example }, or a number, such as why 1.
why_unreadable = That is not an action. Actions look like { $example }.
ruling = our ruling
no_rule = There is no rule “{ $text }”: they run from { $first } to { $last }. Type rules to read them all.
hint = { $advice } Type { $action }.
undone = Taken back: { $actions }.
undo_none = You have nothing to take back yet.
undo_chance = Your last action stands: chance has decided something since.

## Keeping the game, and leaving

saved = Saved. Resume with:
save_exists = { $file } exists already and is left as it is: choose another name.
save_failed = “{ $file }” cannot be written ({ $why }): choose another place.
left_unplayed = You leave the table. You have not moved yet, so nothing is saved.
left_saved = You leave the table; the game is saved. Resume with:
left_unsaved = The game could not be saved ({ $why }). Here is its record, for you to copy into a file:

## The end

ended = { $sentence } ({ $rule })
total = total
end_prompt = Type save FILE to keep the record, or press Enter to leave.

## The puzzle for one

turns = { NUMBER($turns, minimumFractionDigits: 2) } turns
puzzle = Make exactly { PIECE($ware, kind: "tokens") } in as few turns as you can. Par is { turns }.
cost_none = { $action }: the best move, at no cost.
cost = { $action }: cost { turns }; the best was { $best }.
lucky = The die saved you { turns }.
unlucky = The die cost you { turns }.
even = The die made no difference.
turns_taken = { $taken ->
    [one] { $taken } turn
   *[other] { $taken } turns
}
solved = Solved in { turns_taken }; par is { NUMBER($par, minimumFractionDigits: 2) }.
account = par { NUMBER($par, minimumFractionDigits: 2) }, your moves +{ NUMBER($moves, minimumFractionDigits: 2) }, the die { $saved ->
    [yes] -
   *[no] +
}{ NUMBER($die, minimumFractionDigits: 2) }: { turns_taken }

## `saltroad replay`

replay-ply = ply
replay-who = who
replay-action = action
replay-happened = what happened
replay-scores = scores
chance = chance
before_ply = Before ply { $ply } of { $plies }: { $asked }
asked_chance = chance is to decide.
unfinished = The game is not finished.

## saltroad analyse

analysis-start = start
analysis-luck = luck
analysis-errors = errors
analysis-gifts = gifts
analysis-drift = drift
analysis-result = result
analysis-adjusted = without luck
analysis-how_to_read = Percent of the win: result − start = luck + errors + gifts + drift. Gifts are the errors of others; drift is where the search changed its mind.
analysis-turning_points = Where the game turned
analysis-others = Other moves that stand out
analysis-no_others = No other move stands out.
analysis-luck_of = Luck: { $share } % for { PLAYER($seat) }.
analysis-graded = { $grade ->
    [brilliant] Brilliant.
    [best] The best move.
    [good] A good move.
    [inaccuracy] Inaccuracy: { $share } %.
    [mistake] Mistake: { $share } %.
   *[blunder] Blunder: { $share } %.
}
analysis-better = Better: { $action }.
analysis-title = Looking back
analysis-shares = Each player’s share of the win, ply by ply
analysis-account = What changed it
analysis-plies = Every ply
