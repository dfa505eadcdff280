# Bazaar in English. Each fact of events.py and each reason of explain.py has a message here.

## Words of the game

term-red = red
term-white = white
term-blue = blue
term-green = green
term-yellow = yellow
term-choice = Choice

# The letter on a token
letter-R = R
letter-W = W
letter-B = B
letter-G = G
letter-Y = Y

face = { TERM($face) }

## What happened

start_rolled = { WHO($roller) ->
    [you] You roll { face } for the start.
   *[other] { PLAYER($roller) } rolls { face } for the start.
}
start_decided = { WHO($seat) ->
    [you] begin
   *[other] begins
}
die_rolled = { WHO($seat) ->
    [you] roll { face }
   *[other] rolls { face }
}
colour_run_out = The bank has no { TERM($colour) } tokens left to give.
token_taken = { WHO($seat) ->
    [you] take a { TERM($colour) } token
   *[other] takes a { TERM($colour) } token
}
tokens_traded = { WHO($seat) ->
    [you] trade { PIECE($returned, kind: "tokens") } for { PIECE($taken, kind: "tokens") }
   *[other] trades { PIECE($returned, kind: "tokens") } for { PIECE($taken, kind: "tokens") }
}
ware_bought = { WHO($seat) ->
    [you] buy { PIECE($ware, kind: "tokens") }
   *[other] buys { PIECE($ware, kind: "tokens") }
}
purchases_scored = { WHO($seat) ->
    [you] score
   *[other] scores
} { COUNT($wares) ->
    [1] { points }
   *[other] { points } for both wares
}
ware_shown = Stall { $stall } now shows { PIECE($ware, kind: "tokens") }.
stall_emptied = Stall { $stall } is empty: its star shows.
nothing_bought = { WHO($seat) ->
    [you] buy nothing
   *[other] buys nothing
}
stopped_at_one = { WHO($seat) ->
    [you] stop at one ware
   *[other] stops at one ware
}
tokens_returned = { WHO($seat) ->
    [you] return { PIECE($tokens, kind: "tokens") } to the bank
   *[other] returns { PIECE($tokens, kind: "tokens") } to the bank
}
tokens_sent_back = { WHO($seat) ->
    [you] send back { PIECE($tokens, kind: "tokens") } of { PLAYER($owner) }'s tokens
   *[other] { WHO($owner) ->
        [you] sends back { PIECE($tokens, kind: "tokens") } of your tokens
       *[other] sends back { PIECE($tokens, kind: "tokens") } of { PLAYER($owner) }'s tokens
    }
}
puzzle_solved = { WHO($seat) ->
    [you] solve the puzzle
   *[other] solves the puzzle
} in { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
}

## What is asked

ask_first_roll = { WHO($seat) ->
    [you] Your turn: roll for your first token.
   *[other] { PLAYER($seat) } is rolling for a first token.
}
ask_roll = { WHO($seat) ->
    [you] Your turn: roll. You can make no trade.
   *[other] { PLAYER($seat) } can make no trade and has to roll.
}
ask_roll_or_trade = { WHO($seat) ->
    [you] Your turn: roll, or trade.
   *[other] { PLAYER($seat) } is choosing between a roll and a trade.
}
ask_token_colour = { WHO($seat) ->
    [you] Your turn: the die shows Choice. Take a token of any colour.
   *[other] { PLAYER($seat) } has rolled Choice and is choosing a colour.
}
ask_purchase = { WHO($seat) ->
    [you] Your turn: buy a ware, or pass.
   *[other] { PLAYER($seat) } may buy a ware or pass.
}
ask_second_purchase = { WHO($seat) ->
    [you] Your turn: buy a second ware, or pass.
   *[other] { PLAYER($seat) } may buy a second ware or pass.
}
ask_return = { WHO($seat) ->
    [you] You hold { $held } tokens: choose { $over } to return.
   *[other] { PLAYER($seat) } holds { $held } tokens and is choosing { $over } to return.
}
ask_send_back = { WHO($seat) ->
    [you] { PLAYER($owner) } holds { $held } tokens: choose { $over } to send back.
   *[other] { WHO($owner) ->
        [you] You hold { $held } tokens: { PLAYER($seat) } is choosing { $over } to send back.
       *[other] { PLAYER($owner) } holds { $held } tokens: { PLAYER($seat) } is choosing { $over } to send back.
    }
}

## What could be done

could_roll_die = roll the die
could_take_token = take a { TERM($colour) } token
could_trade_tokens = trade { PIECE($returned, kind: "tokens") } for { PIECE($taken, kind: "tokens") }
could_buy_ware = buy { PIECE($ware, kind: "tokens") }
could_buy_nothing = buy nothing
could_stop_at_one = stop at one ware
could_return_tokens = return { PIECE($tokens, kind: "tokens") } to the bank
could_send_back = send back { PIECE($tokens, kind: "tokens") } of { PLAYER($owner) }'s tokens

## Why an action is refused, or what it does

tokens_left = { $left ->
    [0] have no tokens left
    [one] have { $left } token left
   *[other] have { $left } tokens left
}
tokens_over = { $over ->
    [one] { $over } token
   *[other] { $over } tokens
}
tokens_held = { $held ->
    [one] { $held } token
   *[other] { $held } tokens
}

BZ-01-awaited = The rate cards are not posted yet.
BZ-01-chance = Chance posts two rate cards.
BZ-01-posted = Rate cards { $first } and { $second } are posted for the whole game.
BZ-01-not_posted = This equation stands on rate card { $card }; the posted cards are { $first } and { $second }.

BZ-02-awaited = A stall has yet to show its next ware.
BZ-02-chance = Chance shows the ware { PIECE($ware, kind: "tokens") }.
BZ-02-none_to_show = No stall has a ware to show now.
BZ-02-seen = The ware { PIECE($ware, kind: "tokens") } has been seen already.
BZ-02-not_displayed = The ware { PIECE($ware, kind: "tokens") } is not on display: only the top of a stall can be bought.

BZ-04-awaited = The players are still rolling for the start.
BZ-04-chance = Chance rolls { face } for the start.

BZ-10-awaited = The die is still rolling.
BZ-10-chance = The die shows { face }.
BZ-10-no_choice = You choose a colour only after rolling Choice.
BZ-10-choose_first = You rolled Choice: first take a token of any colour.
BZ-10-take = Choice gives you one { TERM($colour) } token.
BZ-10-first_turn = On your first turn you roll, for your first token.
BZ-10-must_roll = On your first turn you roll; trades begin with your second.

BZ-11-roll = You roll for one token instead of trading.
BZ-11-not_rolled = The die is rolled only when a player chooses to roll.
BZ-11-done = You have already rolled or traded this turn: buy a ware or pass.
BZ-11-before_purchase = First roll or trade; a purchase comes after it.
BZ-11-no_pass = You cannot pass: you have to roll or trade.

BZ-12-trade = You return { PIECE($returned, kind: "tokens") } and take { PIECE($taken, kind: "tokens") }.
BZ-12-not_held = This trade returns { PIECE($returned, kind: "tokens") }: you lack { PIECE($missing, kind: "tokens") }.
BZ-12-one_trade = Only one trade or roll a turn: buy a ware or pass.

BZ-13-bank_short = The bank cannot give { PIECE($taken, kind: "tokens") }: it lacks { PIECE($missing, kind: "tokens") }.

BZ-14-run_out = The bank has run out of { TERM($colour) } tokens.

BZ-15-buy = You pay { PIECE($ware, kind: "tokens") }, { tokens_left } and score { points }.
BZ-15-buy_first = You pay { PIECE($ware, kind: "tokens") } and { tokens_left }, which scores { points } unless you buy a second ware too.
BZ-15-pass = You buy nothing now.
BZ-15-not_held = The ware costs { PIECE($ware, kind: "tokens") }: you lack { PIECE($missing, kind: "tokens") }.

BZ-16-turn_goes_on = The turn is not over: a purchase may still bring the hand down to ten.

BZ-17-not_over = Nothing goes back: the hand has { tokens_held }, and up to ten are allowed.
BZ-17-return_first = { WHO($seat) ->
    [you] You hold { tokens_over } too many: your left neighbour first chooses what goes back.
   *[other] { PLAYER($seat) } holds { tokens_over } too many: their left neighbour first chooses what goes back.
}
BZ-17-wrong_number = { tokens_over } must go back, not { $given }.
BZ-17-not_held = { WHO($seat) ->
    [you] You hold { PIECE($held, kind: "tokens") } and lack { PIECE($missing, kind: "tokens") }.
   *[other] { PLAYER($seat) } holds { PIECE($held, kind: "tokens") } and lacks { PIECE($missing, kind: "tokens") }.
}
BZ-17-return = { WHO($seat) ->
    [you] You return { PIECE($tokens, kind: "tokens") } and keep ten.
   *[other] { PLAYER($seat) } returns { PIECE($tokens, kind: "tokens") } and keeps ten.
}

BZ-30-over = The game is over: two stalls are empty.

BZ-32-over = The game is over: no one has bought anything for 40 rounds.

BZ-40-second = You pay { PIECE($ware, kind: "tokens") } for your second ware and { tokens_left }; both wares score by that.

BZ-50-over = The puzzle is solved.
BZ-50-out_of_reach = No posted trade takes this colour alone: { PIECE($ware, kind: "tokens") } could not be reached for sure.
BZ-50-no_purchase = The puzzle has no purchase: it is solved when you hold exactly { PIECE($ware, kind: "tokens") }.

BZ-51-not_over = Nothing goes back: the hand has { tokens_held }, and up to ten are allowed.
BZ-51-return_first = You hold { tokens_over } too many: first choose what goes back.
BZ-51-wrong_number = { tokens_over } must go back, not { $given }.
BZ-51-not_held = You hold { PIECE($held, kind: "tokens") } and lack { PIECE($missing, kind: "tokens") }.
BZ-51-return = You return { PIECE($tokens, kind: "tokens") } and keep ten.

## How a tie is broken

won_by_fewest_wares = { PLAYERS($seats) } { $you_won ->
    [yes] win
   *[no] wins
} with { points } and the fewest wares.

## The terminal

# How actions begin
label-verb_roll = roll
label-verb_take = take
label-verb_trade = trade
label-verb_buy = buy
label-verb_pass = pass
label-verb_return = return

# Columns of the score, at the end
label-plain = plain
label-star = star
label-double_star = double star

# The board
label-round = round { $number }
label-turn = turn { $number }
label-par = par { NUMBER($par, minimumFractionDigits: 2, maximumFractionDigits: 2) }
label-double = double purchase
label-goal = the ware
label-exactly = exactly these
label-spare = spare
label-starred = starred
label-empty_stall =
    every ware now
    scores higher
label-left = left
label-points_short = pts
label-missing = missing
label-complete = all five held
label-rate_card = Rate card { $number }
label-bank = Bank
label-tokens = tokens
label-held = held
label-wares = wares
label-points = points
label-no_tokens = none

# What a trade or a token leads to
label-opens = → buy { PIECE($ware, kind: "tokens") } for { points }
label-solves = → solved

## What brings points, in the reasons of analysis

prize-ware = { PIECE($at, kind: "tokens") }
