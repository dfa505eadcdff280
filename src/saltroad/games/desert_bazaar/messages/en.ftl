# Desert Bazaar in English. Each fact of events.py and each reason of explain.py has a message here.

## Words of the game

term-silk = silk
term-camel = camel
term-spice = spice
term-water = water

## What happened

setup_dice_rolled = { WHO($seat) ->
    [you] roll
   *[other] rolls
} { PIECE($dice, kind: "dice") }
wilds_named = { WHO($seat) ->
    [you] take
   *[other] takes
} { PIECE($cards, kind: "cards") } { $number ->
    [one] for the wild
   *[other] for the wilds
}
extra_card_taken = { WHO($seat) ->
    [you] take an extra { TERM($resource) } card
   *[other] takes an extra { TERM($resource) } card
}
tiles_laid_out = Eight tiles lie face up, four on each side.
free_card_taken = { WHO($seat) ->
    [you] take a free { TERM($resource) } card
   *[other] takes a free { TERM($resource) } card
}
piles_found_empty = { WHO($seat) ->
    [you] find every pile empty
   *[other] finds every pile empty
}
dice_rolled = { WHO($seat) ->
    [you] roll
   *[other] rolls
} { PIECE($dice, kind: "dice") }
dice_gave_nothing = { WHO($seat) ->
    [you] get nothing
   *[other] gets nothing
}
die_kept = { WHO($seat) ->
    [you] keep
   *[other] keeps
} { PIECE($die, kind: "dice") }
cards_taken = { $number ->
    [0] { WHO($seat) ->
        [you] find the { TERM($resource) } pile empty
       *[other] finds the { TERM($resource) } pile empty
    }
   *[other] { WHO($seat) ->
        [you] take
       *[other] takes
    } { resource_cards }
}
resource_cards = { $number ->
    [one] { $number } { TERM($resource) } card
   *[other] { $number } { TERM($resource) } cards
}
tile_built = { WHO($seat) ->
    [you] build
   *[other] builds
} { PIECE($tile, kind: "tile") } on { $space }
tile_paid = { WHO($seat) ->
    [you] pay
   *[other] pays
} { PIECE($cards, kind: "cards") }
nothing_paid = { WHO($seat) ->
    [you] pay nothing
   *[other] pays nothing
}
tent_alone_scored = { WHO($seat) ->
    [you] score
   *[other] scores
} { points } for an isolated tent
no_marker_left = { WHO($seat) ->
    [you] have no marker left for it
   *[other] has no marker left for it
}
camp_completed = The encampment at { $space } is full.
camp_scored = { PLAYER($scorer) } { WHO($scorer) ->
    [you] score
   *[other] scores
} { points }.
closing_scored = { PLAYER($scorer) } { WHO($scorer) ->
    [you] score
   *[other] scores
} { points } for closing it.
building_ended = { WHO($seat) ->
    [you] stop building
   *[other] stops building
}
tile_turned = New on side { $side }: { PIECE($tile, kind: "tile") }.
final_count = Markers on the board and cards in hand are counted.
markers_counted = { WHO($seat) ->
    [you] score
   *[other] scores
} { points } { $points ->
    [one] for a marker on the board
   *[other] for markers on the board
}
most_cards = { WHO($seat) ->
    [you] score
   *[other] scores
} { points } for the most { TERM($resource) } cards
most_tied = No single player has the most { TERM($resource) } cards.

## How a tie is broken

won_by_cards = { COUNT($seats) ->
    [1] { PLAYERS($seats) } { $you_won ->
        [yes] win
       *[no] wins
    } with { points }, by the number of cards.
   *[other] { PLAYERS($seats) } share the victory with { points }, by the number of cards.
}

## What is asked

ask_wilds = { WHO($seat) ->
    [you] Your turn: the dice show { PIECE($dice, kind: "dice") }. { $wilds ->
        [one] Choose what the wild stands for.
       *[other] Choose what the wilds stand for.
    }
   *[other] { PLAYER($seat) } rolled { PIECE($dice, kind: "dice") } and is choosing { $wilds ->
        [one] what the wild stands for.
       *[other] what the wilds stand for.
    }
}
ask_extra = { WHO($seat) ->
    [you] Your turn: take { $number ->
        [one] an extra card of your choice.
       *[other] { $number } extra cards of your choice, one by one.
    }
   *[other] { PLAYER($seat) } is taking { $number ->
        [one] an extra card.
       *[other] { $number } extra cards.
    }
}
ask_begin = { WHO($seat) ->
    [you] Your turn: take a free card and roll, or choose a tile to build.
   *[other] { PLAYER($seat) } is about to roll or to build.
}
ask_roll_only = { WHO($seat) ->
    [you] Your turn: take a free card and roll. You cannot afford any tile.
   *[other] { PLAYER($seat) } is about to roll: they cannot afford any tile.
}
ask_collect = { WHO($seat) ->
    [you] Your turn: the dice show { PIECE($dice, kind: "dice") }. Take cards, or keep a die and roll again.
   *[other] { PLAYER($seat) } rolled { PIECE($dice, kind: "dice") } and may take cards or roll again.
}
ask_take = { WHO($seat) ->
    [you] Your turn: the dice show { PIECE($dice, kind: "dice") }. Take cards.
   *[other] { PLAYER($seat) } rolled { PIECE($dice, kind: "dice") } and is taking cards.
}
ask_match = { WHO($seat) ->
    [you] Your turn: besides your wild the dice show { PIECE($dice, kind: "dice") }. Take cards.
   *[other] { PLAYER($seat) } kept a wild, rolled { PIECE($dice, kind: "dice") } and is taking cards.
}
ask_build = { WHO($seat) ->
    [you] Your turn: choose another tile of side { $side }, or stop.
   *[other] { PLAYER($seat) } may build another tile of side { $side }.
}
ask_space = { WHO($seat) ->
    [you] Your turn: choose a space for { PIECE($tile, kind: "tile") }.
   *[other] { PLAYER($seat) } is choosing a space for { PIECE($tile, kind: "tile") }.
}
ask_pay = { WHO($seat) ->
    [you] Your turn: pay for { PIECE($tile, kind: "tile") } on { $space }.
   *[other] { PLAYER($seat) } is paying for { PIECE($tile, kind: "tile") } on { $space }.
}

## What could be done

could_name_wilds = take { PIECE($cards, kind: "cards") } { $number ->
    [one] for the wild
   *[other] for the wilds
}
could_take_extra = take an extra { TERM($resource) } card
could_roll = take a free { TERM($resource) } card and roll
could_roll_only = roll the dice
could_take_cards = take the { TERM($resource) } cards
could_keep = keep { PIECE($die, kind: "dice") } and roll the others again
could_build = build { PIECE($tile, kind: "tile") } on { $space }
could_pay = pay { PIECE($cards, kind: "cards") }
could_pay_nothing = pay nothing
could_stop = stop building

## Why an action is refused, or what it does

DB-02-awaited = The dice for the first cards are still rolling.
DB-02-chance = The dice for the first cards settle on { PIECE($faces, kind: "dice") }.
DB-02-wrong_number = In the setup { $many } dice are rolled, not { $given }.
DB-02-desert = In the setup a desert is rolled again: no die rests on it.
DB-02-no_card = The { TERM($resource) } pile has too few cards for that.
DB-02-no_wilds = There is no wild to name: that happens only after a setup roll that shows one.
DB-02-name_first = { $wilds ->
    [one] First name what your wild stands for.
   *[other] First name what your { $wilds } wilds stand for.
}
DB-02-wrong_names = { $wilds ->
    [one] Name { $wilds } card for your wild, not { $given }.
   *[other] Name { $wilds } cards for your wilds, not { $given }.
}
DB-02-name = { $wilds ->
    [one] You take { PIECE($cards, kind: "cards") } for your wild.
   *[other] You take { PIECE($cards, kind: "cards") } for your wilds.
}

DB-06-take = You take an extra { TERM($resource) } card.
DB-06-take_first = { $number ->
    [one] First take your extra card.
   *[other] First take your { $number } extra cards.
}
DB-06-pile_empty = The { TERM($resource) } pile is empty: choose another extra card.

DB-10-no_dice = No dice are rolled now: that happens in the setup, and when a player chooses to roll.
DB-10-no_pass = You cannot pass: roll for resources or place a tile.
DB-10-building = You are building this turn and cannot roll too: place another tile, or stop.

DB-11-roll = You take a free { TERM($resource) } card and roll the dice.
DB-11-roll_bare = Every pile is empty: you roll without a free card.
DB-11-take_free = Say which free card you take: there are cards left.
DB-11-pile_empty = The { TERM($resource) } pile is empty: choose another free card.

DB-12-awaited = The dice are still rolling.
DB-12-chance = The dice show { PIECE($faces, kind: "dice") }.
DB-12-wrong_number = { $many } dice are rolled, not { $given }.
DB-12-not_rolled = You have not rolled: the dice give nothing yet.
DB-12-not_shown = No die shows { TERM($resource) } or a wild: the dice show { PIECE($faces, kind: "dice") }.
DB-12-collect = The dice give you { resource_cards }.
DB-12-collect_nothing = The { TERM($resource) } pile is empty: you may choose it, but you get nothing.
DB-12-collect_first = The dice show { PIECE($faces, kind: "dice") }: first choose what you take.

DB-13-awaited = The dice of the second roll are still rolling.
DB-13-chance = The second roll shows { PIECE($faces, kind: "dice") }.
DB-13-wrong_number = { $many ->
    [one] { $many } die is rolled again, not { $given }.
   *[other] { $many } dice are rolled again, not { $given }.
}
DB-13-once = You have rolled again already, and may do so only once: take your cards.
DB-13-not_shown = You cannot keep { PIECE($face, kind: "dice") }: the dice show { PIECE($faces, kind: "dice") }.
DB-13-no_live_die = Besides { PIECE($face, kind: "dice") } there are only deserts, which stay out: no die is left to roll again.
DB-13-keep = You keep { PIECE($face, kind: "dice") } and roll the other dice again, except deserts.

DB-15-not_shown = No die of the second roll shows { TERM($resource) } or a wild: they show { PIECE($faces, kind: "dice") }.
DB-15-collect = With the wild set aside the dice give you { resource_cards }.
DB-15-collect_nothing = The { TERM($resource) } pile is empty: you may choose it, but you get nothing.
DB-15-collect_first = You kept a wild and rolled { PIECE($faces, kind: "dice") }: first choose what you take.

DB-20-built = The tile { PIECE($tile, kind: "tile") } already stands on { $space }.
DB-20-face_down = The tile { PIECE($tile, kind: "tile") } is not face up.
DB-20-other_side = The tile { PIECE($tile, kind: "tile") } lies on the other side: this turn you build from side { $side }.

DB-21-taken = The space { $space } is taken: the tile { PIECE($tile, kind: "tile") } stands there.

DB-22-too_large = A tile on { $space } would make an encampment of { $size }, and seven is the most: { COUNT($camps) ->
    [1] it would extend the one at { LIST($camps) }.
   *[other] it would join those at { LIST($camps) }.
}

DB-24-pay = You pay { PIECE($cards, kind: "cards") }, the whole cost.
DB-24-nothing_placed = There is nothing to pay for: first place a tile.
DB-24-not_affordable = You lack { PIECE($missing, kind: "cards") }: trading for it takes { $wanted } spare cards, and you have { $spare }.
DB-24-pay_first = First pay for the tile { PIECE($tile, kind: "tile") } on { $space }.
DB-24-not_held = You do not hold all of these cards: you lack { PIECE($missing, kind: "cards") }.
DB-24-too_little = { $number ->
    [0] Paying nothing is not enough: the cost is { cost_with_neighbours }.
   *[other] Paying { PIECE($cards, kind: "cards") } is not enough: the cost is { cost_with_neighbours }.
}
cost_with_neighbours = { PIECE($cost, kind: "cards") }{ $supplied ->
    [0] {""}
   *[other] , of which neighbouring tiles can give { PIECE($given, kind: "cards") }
}

DB-25-pay = { $number ->
    [0] You pay nothing: neighbouring tiles give the whole cost, { PIECE($cost, kind: "cards") }.
   *[other] You pay { PIECE($cards, kind: "cards") } of the cost { PIECE($cost, kind: "cards") }, and neighbouring tiles give the rest.
}

DB-26-pile_empty = You have no { TERM($resource) } card and its pile is empty: no trade can bring one.
DB-26-pays_otherwise = The cards { PIECE($cards, kind: "cards") } do not pay the cost, { cost_with_neighbours }: for the rest pay the card itself, or three others once you have none left.
DB-26-pay_with_trades = You give { PIECE($cards, kind: "cards") } for the cost { PIECE($cost, kind: "cards") }, trading three cards for each one you lack.

DB-27-done = You build no more this turn.

DB-28-awaited = A tile has yet to be turned up.
DB-28-chance = The tile { PIECE($tile, kind: "tile") } is turned up.
DB-28-no_gap = No tile is turned up now.
DB-28-seen = The tile { PIECE($tile, kind: "tile") } has been turned up already.

DB-30-isolated = { placed_for }: it stands alone and scores 2 points.
DB-30-unmarked = { placed_for }: it stands alone, but without a marker it scores nothing.
DB-31-joins = { placed_for }: it makes an encampment of { $size } and scores nothing yet.
DB-32-closes = { placed_for } and complete an encampment of seven, which is scored at once.
placed_for = You place { PIECE($tile, kind: "tile") } on { $space } { $number ->
    [0] for free
   *[other] for { PIECE($price, kind: "cards") }
}

DB-40-over = The game is over: no space is left on which a tile may stand.
DB-44-over = The game is over: no tile is left.
DB-45-over = The game is over: no one has built anything for five rounds.

## In the terminal: the board

label-setup = setup
label-round = round { $number }
label-over = the game is over
label-quiet = nothing built for { $turns } turns
label-players = Players
label-cards = cards
label-left = mark.
label-pts = pts
label-piles = Piles
label-hands = Cards
label-pile = pile
label-hand = Hand
label-no_cards = none
label-points = Points
label-isolated = isolated
label-encampments = camps
label-closing = closing
label-markers = markers
label-majorities = most cards
label-tiles = Tiles · { $left } face down
label-side = side { $side }
label-dice = Dice
label-kept = kept
label-building = To be paid
label-on = on { $space }
label-free = free
label-a_tent = tent and owner
label-a_recent = new
label-a_size = tents in a camp
label-a_full = full camp
label-a_bar = barred

## In the terminal: choices

label-verb_name = name
label-verb_roll = roll
label-verb_collect = collect
label-verb_keep = keep
label-verb_build = build
label-verb_pay = pay
label-verb_done = done
label-price = { $number ->
    [0] free
   *[other] { PIECE($cards, kind: "cards") }
}
label-stands_isolated = stands alone
label-stands_unmarked = alone, no marker left
label-stands_joins = camp of { $size }
label-stands_closes = completes a camp
label-offers_side = side { $side }: { $offers }
label-offers_also = { $one }; { $other }
label-offers_all = { label-price }, { $spaces ->
    [one] on { $spaces } space
   *[other] on { $spaces } spaces
}
label-offers_first = { label-price } at { LIST($spaces) }
label-offers_more = { $count } more
label-offers_rest = { $dearest ->
    [one] up to { $dearest } card
   *[other] up to { $dearest } cards
} { $spaces ->
    [one] at { $spaces } space
   *[other] at { $spaces } spaces
}
label-offers_best = +{ $points } at { $space } { $number ->
    [0] for free
   *[other] for { PIECE($cards, kind: "cards") }
}

## What brings points, in the reasons of analysis

prize-tent_alone = an isolated tent
prize-camp = a full encampment
prize-closing = the seventh tent of an encampment
prize-markers = markers on the board
prize-majority = the most { TERM($at) } cards
