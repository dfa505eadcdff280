# Pebbles en français

term-grey = gris
term-black = noir
term-white = blanc

PB-01-draw = Un caillou { TERM($colour) } peut venir.
PB-01-none_left = Il ne reste aucun caillou { TERM($colour) }.
PB-01-awaited = Il faut d’abord tirer un caillou.
PB-01-drawn = Un caillou est déjà tiré.
PB-02-may = Gardez-le ou vendez-le.
PB-02-market_full = Le marché ne veut plus de caillou { TERM($colour) }.
PB-03-over = Le sac est vide.
PB-04-over = Quelqu’un est riche.

pebble_drawn = { WHO($seat) ->
    [you] tirez un caillou
   *[other] tire un caillou
}
pebble_kept = { WHO($seat) ->
    [you] le gardez
   *[other] le garde
}
pebble_sold = { WHO($seat) ->
    [you] vendez un caillou { TERM($colour) }
   *[other] vend un caillou { TERM($colour) }
}
pebble_lost = perd une pierre { TERM($colour, form: "feminine") }

ask_pebble = { WHO($seat) ->
    [you] À vous : gardez-le ou vendez-le.
   *[other] { PLAYER($seat) } a tiré un caillou.
}

could_keep = le garder
could_sell = le vendre
