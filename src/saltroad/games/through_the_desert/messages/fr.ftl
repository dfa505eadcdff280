# Through the Desert en français. Chaque fait de events.py et chaque raison de explain.py a ici son message.

## Les mots du jeu

term-blue = bleu
    .feminine = bleue
    .feminine_plural = bleues
term-green = vert
    .feminine = verte
    .feminine_plural = vertes
term-lilac = lilas
    .feminine = lilas
    .feminine_plural = lilas
term-pink = rose
    .feminine = rose
    .feminine_plural = roses
term-yellow = jaune
    .feminine = jaune
    .feminine_plural = jaunes

# La lettre de la couleur d’un chameau, dans le terminal
letter-blue = b
letter-green = v
letter-lilac = l
letter-pink = r
letter-yellow = j

## Ce qui s’est passé

palms_planted = Les palmiers sont en { LIST($spaces) } ; les points d’eau sont posés.
leader_given_up = { WHO($seat) ->
    [you] renoncez au chef { TERM($colour) }
   *[other] renonce au chef { TERM($colour) }
}
start_drawn = { WHO($seat) ->
    [you] commencez
   *[other] commence
}
leader_placed = { WHO($seat) ->
    [you] placez le chef { TERM($colour) } en { $space }
   *[other] place le chef { TERM($colour) } en { $space }
}
camel_placed = { WHO($seat) ->
    [you] placez un chameau { TERM($colour) } en { $space }
   *[other] place un chameau { TERM($colour) } en { $space }
}
water_taken = { WHO($seat) ->
    [you] prenez { points } d’eau
   *[other] prend { points } d’eau
}
oases_linked = { WHO($seat) ->
    [you] reliez
   *[other] relie
} { oases } pour { points }
oases = { COUNT($oases) ->
    [one] l’oasis { LIST($oases) }
   *[other] les oasis { LIST($oases) }
}
area_enclosed = { WHO($seat) ->
    [you] enfermez
   *[other] enferme
} { $spaces ->
    [one] { $spaces } case
   *[other] { $spaces } cases
}{ $water_holes ->
    [0] {""}
    [one] {" "}avec { $water_holes } point d’eau
   *[other] {" "}avec { $water_holes } points d’eau
}{ COUNT($oases) ->
    [0] {""}
   *[other] {" "}et { oases }
} pour { points }
passed = { WHO($seat) ->
    [you] ne pouvez rien placer et passez
   *[other] ne peut rien placer et passe
}
largest_caravan = { COUNT($seats) ->
    [1] Plus grande caravane { TERM($colour, form: "feminine") } : { PLAYERS($seats) }, { points }.
   *[other] Plus grandes caravanes { TERM($colour, form: "feminine_plural") } à égalité : { PLAYERS($seats) }, { points } chacun.
}

## Ce qui est demandé

ask_leader = { WHO($seat) ->
    [you] À vous : placez un chef.
   *[other] { PLAYER($seat) } place un chef.
}
ask_only_camel = { WHO($seat) ->
    [you] À vous : placez votre chameau, un seul pour ce premier tour.
   *[other] { PLAYER($seat) } place un chameau, un seul pour ce premier tour.
}
ask_first_camel = { WHO($seat) ->
    [you] À vous : placez votre premier chameau.
   *[other] { PLAYER($seat) } place un premier chameau.
}
ask_second_camel = { WHO($seat) ->
    [you] À vous : placez votre second chameau.
   *[other] { PLAYER($seat) } place un second chameau.
}
ask_last_camel = { WHO($seat) ->
    [you] À vous : placez votre second chameau, le dernier de la partie.
   *[other] { PLAYER($seat) } place le dernier chameau de la partie.
}
ask_pass = { WHO($seat) ->
    [you] À vous : vous ne pouvez placer aucun chameau et devez passer.
   *[other] { PLAYER($seat) } ne peut rien placer et doit passer.
}

## Ce qu’on pourrait faire

could_place_leader = placer le chef { TERM($colour) } en { $space }
could_place_camel = placer un chameau { TERM($colour) } en { $space }
could_pass = seulement passer

## Pourquoi une action est refusée, ou ce qu’elle fait

# « de Bo », « d’Ada »
of_player = { INITIAL($seat) ->
    [vowel] d’{ PLAYER($seat) }
   *[consonant] de { PLAYER($seat) }
}

TD-01-not_in_play = La case { $space } est au-delà de la ligne sombre : à 2 ou 3 joueurs, elle ne sert pas.

TD-03-awaited = Les chefs auxquels les joueurs renoncent ne sont pas encore tirés au sort.
TD-03-chance = { WHO($seat) ->
    [you] Vous renoncez au chef { TERM($colour) }.
   *[other] { PLAYER($seat) } renonce au chef { TERM($colour) }.
}
TD-03-kept = Personne ne renonce à un chef maintenant.
TD-03-another_player = { WHO($seat) ->
    [you] C’est à vous de renoncer à un chef.
   *[other] C’est à { PLAYER($seat) } de renoncer à un chef.
}
TD-03-given_up = Un autre joueur a déjà renoncé au chef { TERM($colour) } : chacun renonce à une couleur différente.
TD-03-no_leader = Vous avez renoncé à votre chef { TERM($colour) }.

TD-05-awaited = Les palmiers ne sont pas encore plantés.
TD-05-chance = Le hasard plante les palmiers.
TD-05-planted = Les palmiers sont déjà plantés.

TD-06-awaited = Les points d’eau ne sont pas encore posés.
TD-06-chance = Le hasard pose un point d’eau de valeur { $value } en { $space }.
TD-06-laid = Tous les points d’eau sont posés.
TD-06-another_space = Le prochain point d’eau se pose en { $space }.
TD-06-run_out = Tous les marqueurs de valeur { $value } sont posés.

TD-07-awaited = Le premier joueur n’est pas encore tiré au sort.
TD-07-chance = { WHO($seat) ->
    [you] Vous commencez.
   *[other] { PLAYER($seat) } commence.
}
TD-07-given = Le premier joueur est déjà connu.
TD-07-no_seat = Il n’y a pas de joueur { $number } : la partie se joue à { $players }.

TD-10-leader = Votre chef { TERM($colour) } va en { $space }.
TD-10-no_leader = Votre chef { TERM($colour) } est déjà placé.

TD-11-occupied = { WHO($seat) ->
    [you] Votre chef { TERM($colour) } se tient en { $space }.
   *[other] Le chef { TERM($colour) } { of_player } se tient en { $space }.
}
TD-11-oasis = Un chef ne peut pas se tenir sur l’oasis { $space }.
TD-11-water = Un chef ne peut pas se tenir sur le point d’eau { $space }.

TD-12-next_to_oasis = { $space } est à côté de l’oasis { $other } : un chef ne peut pas s’y tenir.
TD-12-next_to_leader = { WHO($seat) ->
    [you] { $space } est à côté de votre chef { TERM($colour) }, en { $other }.
   *[other] { $space } est à côté du chef { TERM($colour) } { of_player }, en { $other }.
}

TD-13-colour_placed = Au premier tour des chefs, chaque couleur ne se place qu’une fois, et le chef { TERM($colour) } est déjà pris.
TD-13-needed_later = Laissez le chef { TERM($colour) } pour l’instant : sinon, un des joueurs suivants n’aurait plus de couleur à placer à ce tour.

TD-20-camel = Un chameau { TERM($colour) } va en { $space }.
TD-20-pass = Vous ne pouvez placer aucun chameau : vous passez.
TD-20-no_pass = Vous ne pouvez pas passer : il y a un chameau que vous pouvez placer.
TD-20-pile_empty = Il ne reste aucun chameau { TERM($colour) }.
TD-20-over = La partie est finie : personne ne pouvait placer de chameau.

TD-22-occupied = { WHO($seat) ->
    [you] Votre chameau { TERM($colour) } se tient en { $space }.
   *[other] Un chameau { TERM($colour) } { of_player } se tient en { $space }.
}
TD-22-oasis = Un chameau ne peut pas se tenir sur l’oasis { $space }.

TD-23-not_adjacent = { $space } n’est pas à côté de votre caravane { TERM($colour, form: "feminine") }.
TD-23-no_caravan = Vous n’avez pas de caravane { TERM($colour, form: "feminine") }.

TD-24-foreign = { $space } est à côté d’un chameau { TERM($colour) } { of_player }, en { $other }.

TD-30-earns = Un chameau { TERM($colour) } va en { $space } et rapporte { points }.

TD-44-enclosed = { WHO($seat) ->
    [you] { $space } est dans une zone que vous avez enfermée.
   *[other] { $space } est dans une zone enfermée par { PLAYER($seat) }.
}

TD-50-over = La partie est finie : le dernier chameau d’une couleur a été placé.

## Dans le terminal et sur les images

label-verb_pass = passer
label-leaders = chefs, tour { $number } sur { $rounds }
label-round = tour de table { $number }
label-last_turn = dernier tour
label-over = la partie est finie
label-players = Joueurs
label-piles = Réserves
label-caravans = Caravanes · * en tête
label-a_leader = chef
label-a_recent = juste placé
label-a_hole = point d’eau
label-an_oasis = oasis
label-water = eau
label-oases = oasis
label-areas = zones
label-points = Points
label-camels = Caravanes
label-largest_caravans = grandes

## Ce qui rapporte des points, dans les raisons de l’analyse

prize-water = l’eau en { $at }
prize-oasis = l’oasis en { $at }
prize-area = une zone enfermée
prize-caravan = la plus grande caravane { TERM($at, form: "feminine") }
