# Desert Bazaar en français. Chaque fait de events.py et chaque raison de explain.py a ici son message.

## Les mots du jeu

# « une carte soie », « la pile de soie »
term-silk = soie
    .of = de soie
term-camel = chameau
    .of = de chameaux
term-spice = épice
    .of = d’épice
term-water = eau
    .of = d’eau

## Ce qui s’est passé

setup_dice_rolled = { WHO($seat) ->
    [you] obtenez
   *[other] obtient
} { PIECE($dice, kind: "dice") }
wilds_named = { WHO($seat) ->
    [you] prenez
   *[other] prend
} { PIECE($cards, kind: "cards") } { $number ->
    [one] pour la face au choix
   *[other] pour les faces au choix
}
extra_card_taken = { WHO($seat) ->
    [you] prenez une carte { TERM($resource) } supplémentaire
   *[other] prend une carte { TERM($resource) } supplémentaire
}
tiles_laid_out = Huit tuiles sont visibles, quatre de chaque côté.
free_card_taken = { WHO($seat) ->
    [you] prenez une carte { TERM($resource) } gratuite
   *[other] prend une carte { TERM($resource) } gratuite
}
piles_found_empty = { WHO($seat) ->
    [you] trouvez toutes les piles vides
   *[other] trouve toutes les piles vides
}
dice_rolled = { WHO($seat) ->
    [you] obtenez
   *[other] obtient
} { PIECE($dice, kind: "dice") }
dice_gave_nothing = { WHO($seat) ->
    [you] n’en tirez rien
   *[other] n’en tire rien
}
die_kept = { WHO($seat) ->
    [you] gardez
   *[other] garde
} { PIECE($die, kind: "dice") }
cards_taken = { $number ->
    [0] { WHO($seat) ->
        [you] trouvez la pile { TERM($resource, form: "of") } vide
       *[other] trouve la pile { TERM($resource, form: "of") } vide
    }
   *[other] { WHO($seat) ->
        [you] prenez
       *[other] prend
    } { resource_cards }
}
resource_cards = { $number ->
    [one] { $number } carte { TERM($resource) }
   *[other] { $number } cartes { TERM($resource) }
}
tile_built = { WHO($seat) ->
    [you] construisez
   *[other] construit
} { PIECE($tile, kind: "tile") } en { $space }
tile_paid = { WHO($seat) ->
    [you] payez
   *[other] paie
} { PIECE($cards, kind: "cards") }
nothing_paid = { WHO($seat) ->
    [you] ne payez rien
   *[other] ne paie rien
}
tent_alone_scored = { WHO($seat) ->
    [you] marquez
   *[other] marque
} { points } pour une tente isolée
no_marker_left = { WHO($seat) ->
    [you] n’avez plus de marqueur à y poser
   *[other] n’a plus de marqueur à y poser
}
camp_completed = Le campement en { $space } est complet.
camp_scored = { PLAYER($scorer) } { WHO($scorer) ->
    [you] marquez
   *[other] marque
} { points }.
closing_scored = { PLAYER($scorer) } { WHO($scorer) ->
    [you] marquez
   *[other] marque
} { points } de bonus de fermeture.
building_ended = { WHO($seat) ->
    [you] arrêtez de construire
   *[other] arrête de construire
}
tile_turned = Nouvelle tuile du côté { $side } : { PIECE($tile, kind: "tile") }.
final_count = On compte les marqueurs sur le plateau et les cartes en main.
markers_counted = { WHO($seat) ->
    [you] marquez
   *[other] marque
} { points } { $points ->
    [one] pour un marqueur sur le plateau
   *[other] pour des marqueurs sur le plateau
}
most_cards = { WHO($seat) ->
    [you] marquez
   *[other] marque
} { points } pour le plus de cartes { TERM($resource) }
most_tied = Aucun joueur n’a à lui seul le plus de cartes { TERM($resource) }.

## Comment une égalité est départagée

won_by_cards = { COUNT($seats) ->
    [1] { PLAYERS($seats) } { $you_won ->
        [yes] gagnez
       *[no] gagne
    } avec { points }, au nombre de cartes.
   *[other] { PLAYERS($seats) } { $you_won ->
        [yes] partagez
       *[no] partagent
    } la victoire avec { points }, au nombre de cartes.
}

## Ce qui est demandé

ask_wilds = { WHO($seat) ->
    [you] À vous : les dés montrent { PIECE($dice, kind: "dice") }. { $wilds ->
        [one] Que vaut la face au choix ?
       *[other] Que valent les faces au choix ?
    }
   *[other] { PLAYER($seat) } a obtenu { PIECE($dice, kind: "dice") } et choisit { $wilds ->
        [one] ce que vaut la face au choix.
       *[other] ce que valent les faces au choix.
    }
}
ask_extra = { WHO($seat) ->
    [you] À vous : prenez { $number ->
        [one] une carte supplémentaire de votre choix.
       *[other] { $number } cartes supplémentaires de votre choix, une à une.
    }
   *[other] { PLAYER($seat) } prend { $number ->
        [one] une carte supplémentaire.
       *[other] { $number } cartes supplémentaires.
    }
}
ask_begin = { WHO($seat) ->
    [you] À vous : lancez les dés, ou choisissez une tuile à construire.
   *[other] { PLAYER($seat) } va lancer les dés ou construire.
}
ask_roll_only = { WHO($seat) ->
    [you] À vous : lancez les dés. Aucune tuile n’est à votre portée.
   *[other] { PLAYER($seat) } va lancer les dés : aucune tuile n’est à sa portée.
}
ask_collect = { WHO($seat) ->
    [you] À vous, avec { PIECE($dice, kind: "dice") } : prenez des cartes, ou gardez un dé et relancez.
   *[other] { PLAYER($seat) } a obtenu { PIECE($dice, kind: "dice") } et peut prendre des cartes ou relancer.
}
ask_take = { WHO($seat) ->
    [you] À vous : les dés montrent { PIECE($dice, kind: "dice") }. Prenez des cartes.
   *[other] { PLAYER($seat) } a obtenu { PIECE($dice, kind: "dice") } et prend des cartes.
}
ask_match = { WHO($seat) ->
    [you] À vous, avec la face au choix et { PIECE($dice, kind: "dice") } : prenez des cartes.
   *[other] { PLAYER($seat) } a gardé une face au choix, obtenu { PIECE($dice, kind: "dice") } et prend des cartes.
}
ask_build = { WHO($seat) ->
    [you] À vous : choisissez une autre tuile du côté { $side }, ou arrêtez.
   *[other] { PLAYER($seat) } peut construire une autre tuile du côté { $side }.
}
ask_space = { WHO($seat) ->
    [you] À vous : choisissez une case pour { PIECE($tile, kind: "tile") }.
   *[other] { PLAYER($seat) } choisit une case pour { PIECE($tile, kind: "tile") }.
}
ask_pay = { WHO($seat) ->
    [you] À vous : payez { PIECE($tile, kind: "tile") } en { $space }.
   *[other] { PLAYER($seat) } paie { PIECE($tile, kind: "tile") } en { $space }.
}

## Ce qu’on pourrait faire

could_name_wilds = prendre { PIECE($cards, kind: "cards") } { $number ->
    [one] pour la face au choix
   *[other] pour les faces au choix
}
could_take_extra = prendre une carte { TERM($resource) } supplémentaire
could_roll = prendre une carte { TERM($resource) } gratuite et lancer les dés
could_roll_only = lancer les dés
could_take_cards = prendre les cartes { TERM($resource) }
could_keep = garder { PIECE($die, kind: "dice") } et relancer les autres dés
could_build = construire { PIECE($tile, kind: "tile") } en { $space }
could_pay = payer { PIECE($cards, kind: "cards") }
could_pay_nothing = ne rien payer
could_stop = arrêter de construire

## Pourquoi une action est refusée, ou ce qu’elle fait

DB-02-awaited = Les dés pour les premières cartes roulent encore.
DB-02-chance = Les dés pour les premières cartes se fixent sur { PIECE($faces, kind: "dice") }.
DB-02-wrong_number = À la mise en place, on lance { $many } dés, pas { $given }.
DB-02-desert = À la mise en place, un désert est relancé : aucun dé ne s’y fixe.
DB-02-no_card = La pile { TERM($resource, form: "of") } n’a pas assez de cartes pour cela.
DB-02-no_wilds = Aucune face au choix n’attend : cela n’arrive qu’après un lancer de mise en place qui en montre une.
DB-02-name_first = { $wilds ->
    [one] Dites d’abord ce que vaut votre face au choix.
   *[other] Dites d’abord ce que valent vos { $wilds } faces au choix.
}
DB-02-wrong_names = { $wilds ->
    [one] Nommez { $wilds } carte pour votre face au choix, pas { $given }.
   *[other] Nommez { $wilds } cartes pour vos faces au choix, pas { $given }.
}
DB-02-name = { $wilds ->
    [one] Pour votre face au choix, vous prenez { PIECE($cards, kind: "cards") }.
   *[other] Pour vos faces au choix, vous prenez { PIECE($cards, kind: "cards") }.
}

DB-06-take = Vous prenez une carte { TERM($resource) } supplémentaire.
DB-06-take_first = { $number ->
    [one] Prenez d’abord votre carte supplémentaire.
   *[other] Prenez d’abord vos { $number } cartes supplémentaires.
}
DB-06-pile_empty = La pile { TERM($resource, form: "of") } est vide : choisissez une autre carte supplémentaire.

DB-10-no_dice = On ne lance pas les dés maintenant : on les lance à la mise en place, et quand un joueur le choisit.
DB-10-no_pass = Vous ne pouvez pas passer : lancez les dés ou placez une tuile.
DB-10-building = Vous construisez ce tour-ci et ne pouvez pas lancer les dés aussi : placez une autre tuile, ou arrêtez.

DB-11-roll = Vous prenez une carte { TERM($resource) } gratuite et lancez les dés.
DB-11-roll_bare = Toutes les piles sont vides : vous lancez les dés sans carte gratuite.
DB-11-take_free = Dites quelle carte gratuite vous prenez : il reste des cartes.
DB-11-pile_empty = La pile { TERM($resource, form: "of") } est vide : choisissez une autre carte gratuite.

DB-12-awaited = Les dés roulent encore.
DB-12-chance = Les dés montrent { PIECE($faces, kind: "dice") }.
DB-12-wrong_number = On lance { $many } dés, pas { $given }.
DB-12-not_rolled = Vous n’avez pas lancé les dés : ils ne donnent encore rien.
DB-12-not_shown = Aucun dé ne montre { TERM($resource, form: "of") } ni de face au choix : les dés montrent { PIECE($faces, kind: "dice") }.
DB-12-collect = Les dés vous donnent { resource_cards }.
DB-12-collect_nothing = La pile { TERM($resource, form: "of") } est vide : vous pouvez la choisir, mais elle ne donne rien.
DB-12-collect_first = Les dés montrent { PIECE($faces, kind: "dice") } : choisissez d’abord ce que vous prenez.

DB-13-awaited = Les dés relancés roulent encore.
DB-13-chance = Les dés relancés montrent { PIECE($faces, kind: "dice") }.
DB-13-wrong_number = { $many ->
    [one] On relance { $many } dé, pas { $given }.
   *[other] On relance { $many } dés, pas { $given }.
}
DB-13-once = Vous avez déjà relancé, et on ne relance qu’une fois : prenez vos cartes.
DB-13-not_shown = Vous ne pouvez pas garder { PIECE($face, kind: "dice") } : les dés montrent { PIECE($faces, kind: "dice") }.
DB-13-no_live_die = À part { PIECE($face, kind: "dice") }, il n’y a que des déserts, qui restent hors jeu : aucun dé à relancer.
DB-13-keep = Vous gardez { PIECE($face, kind: "dice") } et relancez les autres dés, sauf les déserts.

DB-15-not_shown = Aucun dé relancé ne montre { TERM($resource, form: "of") } ni de face au choix : ils montrent { PIECE($faces, kind: "dice") }.
DB-15-collect = Avec la face au choix mise de côté, les dés vous donnent { resource_cards }.
DB-15-collect_nothing = La pile { TERM($resource, form: "of") } est vide : vous pouvez la choisir, mais elle ne donne rien.
DB-15-collect_first = Vous avez gardé une face au choix et obtenu { PIECE($faces, kind: "dice") } : choisissez d’abord ce que vous prenez.

DB-20-built = La tuile { PIECE($tile, kind: "tile") } est déjà sur le plateau, en { $space }.
DB-20-face_down = La tuile { PIECE($tile, kind: "tile") } n’est pas visible.
DB-20-other_side = La tuile { PIECE($tile, kind: "tile") } est de l’autre côté : ce tour-ci, vous construisez du côté { $side }.

DB-21-taken = La case { $space } est prise : la tuile { PIECE($tile, kind: "tile") } s’y trouve.

DB-22-too_large = Une tuile en { $space } ferait un campement de { $size }, et sept est le maximum : { COUNT($camps) ->
    [1] elle agrandirait le campement en { LIST($camps) }.
   *[other] elle réunirait les campements en { LIST($camps) }.
}

DB-24-pay = Vous payez { PIECE($cards, kind: "cards") }, le coût entier.
DB-24-nothing_placed = Il n’y a rien à payer : placez d’abord une tuile.
DB-24-not_affordable = Il vous manque { PIECE($missing, kind: "cards") } : l’obtenir par échange demande { $wanted } autres cartes, et il vous en reste { $spare }.
DB-24-pay_first = Payez d’abord la tuile { PIECE($tile, kind: "tile") } en { $space }.
DB-24-not_held = Vous n’avez pas toutes ces cartes : il vous manque { PIECE($missing, kind: "cards") }.
DB-24-too_little = { $number ->
    [0] Ne rien payer, c’est trop peu : le coût est { cost_with_neighbours }.
   *[other] Payer { PIECE($cards, kind: "cards") }, c’est trop peu : le coût est { cost_with_neighbours }.
}
cost_with_neighbours = { PIECE($cost, kind: "cards") }{ $supplied ->
    [0] {""}
   *[other] , dont les tuiles voisines peuvent fournir { PIECE($given, kind: "cards") }
}

DB-25-pay = { $number ->
    [0] Vous ne payez rien : les tuiles voisines fournissent tout le coût, { PIECE($cost, kind: "cards") }.
   *[other] Vous payez { PIECE($cards, kind: "cards") } du coût { PIECE($cost, kind: "cards") }, et les tuiles voisines fournissent le reste.
}

DB-26-pile_empty = Vous n’avez pas de carte { TERM($resource) } et sa pile est vide : aucun échange ne peut en donner.
DB-26-pays_otherwise = Les cartes { PIECE($cards, kind: "cards") } ne paient pas le coût, { cost_with_neighbours } : pour le reste, payez la carte elle-même, ou trois autres quand vous n’en avez plus.
DB-26-pay_with_trades = Vous donnez { PIECE($cards, kind: "cards") } pour le coût { PIECE($cost, kind: "cards") }, en échangeant trois cartes contre chacune qui vous manque.

DB-27-done = Vous ne construisez plus ce tour-ci.

DB-28-awaited = Une tuile doit encore être retournée.
DB-28-chance = On retourne la tuile { PIECE($tile, kind: "tile") }.
DB-28-no_gap = On ne retourne pas de tuile maintenant.
DB-28-seen = La tuile { PIECE($tile, kind: "tile") } a déjà été retournée.

DB-30-isolated = { placed_for } : elle est isolée et rapporte 2 points.
DB-30-unmarked = { placed_for } : elle est isolée, mais sans marqueur elle ne rapporte rien.
DB-31-joins = { placed_for } : elle forme un campement de { $size } et ne rapporte encore rien.
DB-32-closes = { placed_for } et complétez un campement de sept, compté aussitôt.
placed_for = Vous placez la tuile { PIECE($tile, kind: "tile") } en { $space } { $number ->
    [0] sans rien payer
   *[other] pour { PIECE($price, kind: "cards") }
}

DB-40-over = La partie est finie : il ne reste aucune case où une tuile puisse aller.
DB-44-over = La partie est finie : il ne reste aucune tuile.
DB-45-over = La partie est finie : personne n’a rien construit pendant cinq tours de table.

## Dans le terminal : le plateau

label-setup = mise en place
label-round = tour de table { $number }
label-over = la partie est finie
label-quiet = rien de construit depuis { $turns } tours
label-players = Joueurs
label-cards = cartes
label-left = marq.
label-pts = pts
label-piles = Piles
label-hands = Cartes
label-pile = pile
label-hand = Main
label-no_cards = aucune
label-points = Points
label-isolated = isolées
label-encampments = campements
label-closing = fermeture
label-markers = marqueurs
label-majorities = majorités
label-tiles = Tuiles · { $left } cachées
label-side = côté { $side }
label-dice = Dés
label-kept = gardé
label-building = À payer
label-on = en { $space }
label-free = grat.
label-a_tent = tente
label-a_recent = nouvelle
label-a_size = tentes du camp
label-a_full = complet
label-a_bar = interdit

## Dans le terminal : les choix

label-verb_name = nommer
label-verb_roll = lancer
label-verb_collect = prendre
label-verb_keep = garder
label-verb_build = construire
label-verb_pay = payer
label-verb_done = fini
label-price = { $number ->
    [0] gratuit
   *[other] { PIECE($cards, kind: "cards") }
}
label-stands_isolated = isolée
label-stands_unmarked = isolée, plus de marqueur
label-stands_joins = campement de { $size }
label-stands_closes = complète un campement
label-offers_side = côté { $side } : { $offers }
label-offers_also = { $one } ; { $other }
label-offers_all = { label-price }, { $spaces ->
    [one] sur { $spaces } case
   *[other] sur { $spaces } cases
}
label-offers_first = { label-price } en { LIST($spaces) }
label-offers_more = { $count ->
    [one] { $count } autre
   *[other] { $count } autres
}
label-offers_rest = { $dearest ->
    [one] jusqu’à { $dearest } carte
   *[other] jusqu’à { $dearest } cartes
} { $spaces ->
    [one] sur { $spaces } case
   *[other] sur { $spaces } cases
}
label-offers_best = +{ $points } en { $space } { $number ->
    [0] gratuitement
   *[other] pour { PIECE($cards, kind: "cards") }
}

## Ce qui rapporte des points, dans les raisons de l’analyse

prize-tent_alone = une tente isolée
prize-camp = un campement complet
prize-closing = la septième tente d’un campement
prize-markers = des marqueurs sur le plateau
prize-majority = le plus de cartes { TERM($at) }
