# Pebbles in English

term-grey = grey
term-black = black
term-white = white

PB-01-draw = A { TERM($colour) } pebble may come.
PB-01-none_left = No { TERM($colour) } pebble is left.
PB-01-awaited = A pebble is to be drawn first.
PB-01-drawn = A pebble has been drawn.
PB-02-may = Keep it or sell it.
PB-02-market_full = The market wants no { TERM($colour) } one.
PB-03-over = The bag is empty.
PB-04-over = Somebody is rich.

pebble_drawn = { WHO($seat) ->
    [you] draw a pebble
   *[other] draws a pebble
}
pebble_kept = { WHO($seat) ->
    [you] keep it
   *[other] keeps it
}
pebble_sold = { WHO($seat) ->
    [you] sell a { TERM($colour) } pebble
   *[other] sells a { TERM($colour) } pebble
}
pebble_lost = loses a { TERM($colour) } pebble.

ask_pebble = { WHO($seat) ->
    [you] Your turn: keep it or sell it.
   *[other] { PLAYER($seat) } has drawn a pebble.
}

could_keep = keep it
could_sell = sell it
