# Through the Desert in English. Each fact of events.py and each reason of explain.py has a message here.

## Words of the game

term-blue = blue
term-green = green
term-lilac = lilac
term-pink = pink
term-yellow = yellow

# The letter of a camel's colour, in the terminal
letter-blue = b
letter-green = g
letter-lilac = l
letter-pink = p
letter-yellow = y

## What happened

palms_planted = Palm trees stand on { LIST($spaces) }; the water holes are laid.
leader_given_up = { WHO($seat) ->
    [you] give up the { TERM($colour) } leader
   *[other] gives up the { TERM($colour) } leader
}
start_drawn = { WHO($seat) ->
    [you] begin
   *[other] begins
}
leader_placed = { WHO($seat) ->
    [you] place the { TERM($colour) } leader on { $space }
   *[other] places the { TERM($colour) } leader on { $space }
}
camel_placed = { WHO($seat) ->
    [you] place a { TERM($colour) } camel on { $space }
   *[other] places a { TERM($colour) } camel on { $space }
}
water_taken = { WHO($seat) ->
    [you] take { points } of water
   *[other] takes { points } of water
}
oases_linked = { WHO($seat) ->
    [you] link
   *[other] links
} { oases } for { points }
oases = { COUNT($oases) ->
    [one] the oasis { LIST($oases) }
   *[other] the oases { LIST($oases) }
}
area_enclosed = { WHO($seat) ->
    [you] enclose
   *[other] encloses
} { $spaces ->
    [one] { $spaces } space
   *[other] { $spaces } spaces
}{ $water_holes ->
    [0] {""}
    [one] {" "}with { $water_holes } water hole
   *[other] {" "}with { $water_holes } water holes
}{ COUNT($oases) ->
    [0] {""}
   *[other] {" "}and { oases }
} for { points }
passed = { WHO($seat) ->
    [you] cannot place a camel and pass
   *[other] cannot place a camel and passes
}
largest_caravan = { COUNT($seats) ->
    [1] Largest { TERM($colour) } caravan: { PLAYERS($seats) }, { points }.
   *[other] Largest { TERM($colour) } caravans: { PLAYERS($seats) }, { points } each.
}

## What is asked

ask_leader = { WHO($seat) ->
    [you] Your turn: place a leader.
   *[other] { PLAYER($seat) } is placing a leader.
}
ask_only_camel = { WHO($seat) ->
    [you] Your turn: place your camel, only one in this first turn.
   *[other] { PLAYER($seat) } is placing a camel, only one in this first turn.
}
ask_first_camel = { WHO($seat) ->
    [you] Your turn: place your first camel.
   *[other] { PLAYER($seat) } is placing a first camel.
}
ask_second_camel = { WHO($seat) ->
    [you] Your turn: place your second camel.
   *[other] { PLAYER($seat) } is placing a second camel.
}
ask_last_camel = { WHO($seat) ->
    [you] Your turn: place your second camel, the last of the game.
   *[other] { PLAYER($seat) } is placing the last camel of the game.
}
ask_pass = { WHO($seat) ->
    [you] Your turn: you cannot place a camel and have to pass.
   *[other] { PLAYER($seat) } cannot place a camel and has to pass.
}

## What could be done

could_place_leader = place the { TERM($colour) } leader on { $space }
could_place_camel = place a { TERM($colour) } camel on { $space }
could_pass = only pass

## Why an action is refused, or what it does

TD-01-not_in_play = The space { $space } lies beyond the dark line: with 2 or 3 players it is not used.

TD-03-awaited = The leaders that the players give up are not drawn yet.
TD-03-chance = { WHO($seat) ->
    [you] You give up the { TERM($colour) } leader.
   *[other] { PLAYER($seat) } gives up the { TERM($colour) } leader.
}
TD-03-kept = No leader is given up now.
TD-03-another_player = { WHO($seat) ->
    [you] It is your turn to give up a leader.
   *[other] It is { PLAYER($seat) }'s turn to give up a leader.
}
TD-03-given_up = Another player has given up the { TERM($colour) } leader: each gives up a different colour.
TD-03-no_leader = You gave up your { TERM($colour) } leader.

TD-05-awaited = The palm trees are not planted yet.
TD-05-chance = Chance plants the palm trees.
TD-05-planted = The palm trees stand already.

TD-06-awaited = The water holes are not laid yet.
TD-06-chance = Chance lays a water hole of { $value } on { $space }.
TD-06-laid = All water holes are laid.
TD-06-another_space = The next water hole is laid on { $space }.
TD-06-run_out = All markers of value { $value } are laid.

TD-07-awaited = The starting player is not drawn yet.
TD-07-chance = { WHO($seat) ->
    [you] You begin.
   *[other] { PLAYER($seat) } begins.
}
TD-07-given = The starting player is known already.
TD-07-no_seat = There is no player { $number }: this game has { $players } players.

TD-10-leader = Your { TERM($colour) } leader goes to { $space }.
TD-10-no_leader = Your { TERM($colour) } leader stands already.

TD-11-occupied = { WHO($seat) ->
    [you] Your { TERM($colour) } leader stands on { $space }.
   *[other] { PLAYER($seat) }'s { TERM($colour) } leader stands on { $space }.
}
TD-11-oasis = A leader may not stand on the oasis { $space }.
TD-11-water = A leader may not stand on the water hole { $space }.

TD-12-next_to_oasis = { $space } is next to the oasis { $other }: a leader may not stand there.
TD-12-next_to_leader = { WHO($seat) ->
    [you] { $space } is next to your { TERM($colour) } leader on { $other }.
   *[other] { $space } is next to { PLAYER($seat) }'s { TERM($colour) } leader on { $other }.
}

TD-13-colour_placed = In the first round of leaders each colour is placed once, and { TERM($colour) } is taken.
TD-13-needed_later = Leave { TERM($colour) } for now: otherwise a later player of this round could place no colour.

TD-20-camel = A { TERM($colour) } camel goes to { $space }.
TD-20-pass = You cannot place a camel, so you pass.
TD-20-no_pass = You cannot pass: there is a camel that you can place.
TD-20-pile_empty = There are no { TERM($colour) } camels left.
TD-20-over = The game is over: no one could place a camel.

TD-22-occupied = { WHO($seat) ->
    [you] Your { TERM($colour) } camel stands on { $space }.
   *[other] { PLAYER($seat) }'s { TERM($colour) } camel stands on { $space }.
}
TD-22-oasis = A camel may not stand on the oasis { $space }.

TD-23-not_adjacent = { $space } is not next to your { TERM($colour) } caravan.
TD-23-no_caravan = You have no { TERM($colour) } caravan.

TD-24-foreign = { $space } is next to { PLAYER($seat) }'s { TERM($colour) } camel on { $other }.

TD-30-earns = A { TERM($colour) } camel goes to { $space } and earns { points }.

TD-44-enclosed = { WHO($seat) ->
    [you] { $space } lies in an area that you have enclosed.
   *[other] { $space } lies in an area that { PLAYER($seat) } has enclosed.
}

TD-50-over = The game is over: the last camel of a colour was placed.

## In the terminal, and in pictures

label-verb_pass = pass
label-leaders = leaders, round { $number } of { $rounds }
label-round = round { $number }
label-last_turn = last turn
label-over = the game is over
label-players = Players
label-piles = Piles
label-caravans = Caravans · * largest
label-a_leader = leader
label-a_recent = just placed
label-a_hole = water hole
label-an_oasis = oasis
label-water = water
label-oases = oases
label-areas = areas
label-points = Points
label-camels = Caravans
label-largest_caravans = largest

## What brings points, in the reasons of analysis

prize-water = the water on { $at }
prize-oasis = the oasis on { $at }
prize-area = an enclosed area
prize-caravan = the largest { TERM($at) } caravan
