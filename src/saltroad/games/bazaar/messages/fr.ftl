# Bazaar en français. Chaque fait de events.py et chaque raison de explain.py a ici son message.

## Les mots du jeu

term-red = rouge
    .plural = rouges
term-white = blanc
    .plural = blancs
term-blue = bleu
    .plural = bleus
term-green = vert
    .plural = verts
term-yellow = jaune
    .plural = jaunes
term-choice = Au choix

# La lettre d’un jeton
letter-R = R
letter-W = Bc
letter-B = Bl
letter-G = V
letter-Y = J

face = { $face ->
    [choice] « { TERM($face) } »
   *[other] { TERM($face) }
}

## Ce qui s’est passé

start_rolled = { WHO($roller) ->
    [you] Vous obtenez { face } au lancer de départ.
   *[other] { PLAYER($roller) } obtient { face } au lancer de départ.
}
start_decided = { WHO($seat) ->
    [you] commencez
   *[other] commence
}
die_rolled = { WHO($seat) ->
    [you] obtenez { face } au dé
   *[other] obtient { face } au dé
}
colour_run_out = La banque n’a plus de jetons { TERM($colour, form: "plural") } à donner.
token_taken = { WHO($seat) ->
    [you] prenez un jeton { TERM($colour) }
   *[other] prend un jeton { TERM($colour) }
}
tokens_traded = { WHO($seat) ->
    [you] échangez { PIECE($returned, kind: "tokens") } contre { PIECE($taken, kind: "tokens") }
   *[other] échange { PIECE($returned, kind: "tokens") } contre { PIECE($taken, kind: "tokens") }
}
ware_bought = { WHO($seat) ->
    [you] achetez { PIECE($ware, kind: "tokens") }
   *[other] achète { PIECE($ware, kind: "tokens") }
}
purchases_scored = { WHO($seat) ->
    [you] marquez
   *[other] marque
} { COUNT($wares) ->
    [1] { points }
   *[other] { points } pour les deux marchandises
}
ware_shown = L’étal { $stall } montre maintenant { PIECE($ware, kind: "tokens") }.
stall_emptied = L’étal { $stall } est vide : son étoile apparaît.
nothing_bought = { WHO($seat) ->
    [you] n’achetez rien
   *[other] n’achète rien
}
stopped_at_one = { WHO($seat) ->
    [you] vous en tenez à une marchandise
   *[other] s’en tient à une marchandise
}
tokens_returned = { WHO($seat) ->
    [you] rendez { PIECE($tokens, kind: "tokens") } à la banque
   *[other] rend { PIECE($tokens, kind: "tokens") } à la banque
}
tokens_sent_back = { WHO($seat) ->
    [you] faites rendre { PIECE($tokens, kind: "tokens") } à { PLAYER($owner) }
   *[other] { WHO($owner) ->
        [you] vous fait rendre { PIECE($tokens, kind: "tokens") }
       *[other] fait rendre { PIECE($tokens, kind: "tokens") } à { PLAYER($owner) }
    }
}
puzzle_solved = { WHO($seat) ->
    [you] résolvez le casse-tête
   *[other] résout le casse-tête
} en { $turns ->
    [one] { $turns } tour
   *[other] { $turns } tours
}

## Ce qui est demandé

ask_first_roll = { WHO($seat) ->
    [you] À vous : lancez le dé pour votre premier jeton.
   *[other] { PLAYER($seat) } lance le dé pour un premier jeton.
}
ask_roll = { WHO($seat) ->
    [you] À vous : lancez le dé. Vous ne pouvez faire aucun échange.
   *[other] { PLAYER($seat) } ne peut faire aucun échange et doit lancer le dé.
}
ask_roll_or_trade = { WHO($seat) ->
    [you] À vous : lancez le dé ou échangez.
   *[other] { PLAYER($seat) } choisit entre le dé et un échange.
}
ask_token_colour = { WHO($seat) ->
    [you] À vous : le dé montre « Au choix ». Prenez un jeton de la couleur voulue.
   *[other] { PLAYER($seat) } a obtenu « Au choix » et choisit une couleur.
}
ask_purchase = { WHO($seat) ->
    [you] À vous : achetez une marchandise, ou passez.
   *[other] { PLAYER($seat) } peut acheter une marchandise ou passer.
}
ask_second_purchase = { WHO($seat) ->
    [you] À vous : achetez une seconde marchandise, ou passez.
   *[other] { PLAYER($seat) } peut acheter une seconde marchandise ou passer.
}
ask_return = { WHO($seat) ->
    [you] Vous avez { $held } jetons : choisissez-en { $over } à rendre.
   *[other] { PLAYER($seat) } a { $held } jetons et en choisit { $over } à rendre.
}
ask_send_back = { WHO($seat) ->
    [you] { PLAYER($owner) } a { $held } jetons : choisissez-en { $over } à lui faire rendre.
   *[other] { WHO($owner) ->
        [you] Vous avez { $held } jetons : { PLAYER($seat) } en choisit { $over } à vous faire rendre.
       *[other] { PLAYER($owner) } a { $held } jetons : { PLAYER($seat) } en choisit { $over } à lui faire rendre.
    }
}

## Ce qu’on pourrait faire

could_roll_die = lancer le dé
could_take_token = prendre un jeton { TERM($colour) }
could_trade_tokens = échanger { PIECE($returned, kind: "tokens") } contre { PIECE($taken, kind: "tokens") }
could_buy_ware = acheter { PIECE($ware, kind: "tokens") }
could_buy_nothing = ne rien acheter
could_stop_at_one = vous en tenir à une marchandise
could_return_tokens = rendre { PIECE($tokens, kind: "tokens") } à la banque
could_send_back = faire rendre { PIECE($tokens, kind: "tokens") } à { PLAYER($owner) }

## Pourquoi une action est refusée, ou ce qu’elle fait

tokens_left = { $left ->
    [0] il ne vous reste aucun jeton
    [one] il vous reste { $left } jeton
   *[other] il vous reste { $left } jetons
}
tokens_over = { $over ->
    [one] { $over } jeton
   *[other] { $over } jetons
}
tokens_held = { $held ->
    [one] { $held } jeton
   *[other] { $held } jetons
}

BZ-01-awaited = Les cartes de cours ne sont pas encore affichées.
BZ-01-chance = Le hasard affiche deux cartes de cours.
BZ-01-posted = Les cartes de cours { $first } et { $second } sont affichées pour toute la partie.
BZ-01-not_posted = Cette équation figure sur la carte { $card } ; les cartes affichées sont la { $first } et la { $second }.

BZ-02-awaited = Une marchandise doit encore apparaître sur un étal.
BZ-02-chance = Le hasard découvre la marchandise { PIECE($ware, kind: "tokens") }.
BZ-02-none_to_show = Aucun étal n’a de marchandise à découvrir maintenant.
BZ-02-seen = La marchandise { PIECE($ware, kind: "tokens") } a déjà été vue.
BZ-02-not_displayed = La marchandise { PIECE($ware, kind: "tokens") } n’est pas visible : on n’achète que le dessus d’un étal.

BZ-04-awaited = On lance encore le dé pour savoir qui commence.
BZ-04-chance = Le lancer de départ donne { face }.

BZ-10-awaited = Le dé roule encore.
BZ-10-chance = Le dé montre { face }.
BZ-10-no_choice = On ne choisit une couleur qu’après avoir obtenu « Au choix ».
BZ-10-choose_first = Vous avez obtenu « Au choix » : prenez d’abord un jeton de la couleur voulue.
BZ-10-take = « Au choix » vous donne un jeton { TERM($colour) }.
BZ-10-first_turn = À votre premier tour, vous lancez le dé pour votre premier jeton.
BZ-10-must_roll = À votre premier tour, vous lancez le dé ; les échanges commencent au deuxième.

BZ-11-roll = Vous lancez le dé pour un jeton au lieu d’échanger.
BZ-11-not_rolled = On ne lance le dé que si le joueur choisit de le lancer.
BZ-11-done = Vous avez déjà lancé le dé ou échangé ce tour-ci : achetez une marchandise ou passez.
BZ-11-before_purchase = D’abord le dé ou un échange ; l’achat vient ensuite.
BZ-11-no_pass = Vous ne pouvez pas passer : il faut lancer le dé ou échanger.

BZ-12-trade = Vous rendez { PIECE($returned, kind: "tokens") } et prenez { PIECE($taken, kind: "tokens") }.
BZ-12-not_held = Cet échange rend { PIECE($returned, kind: "tokens") } : il vous manque { PIECE($missing, kind: "tokens") }.
BZ-12-one_trade = Un seul échange ou lancer par tour : achetez une marchandise ou passez.

BZ-13-bank_short = La banque ne peut pas donner { PIECE($taken, kind: "tokens") } : il lui manque { PIECE($missing, kind: "tokens") }.

BZ-14-run_out = La banque n’a plus de jetons { TERM($colour, form: "plural") }.

BZ-15-buy = Vous payez { PIECE($ware, kind: "tokens") }, { tokens_left } et vous marquez { points }.
BZ-15-buy_first = Vous payez { PIECE($ware, kind: "tokens") } et { tokens_left }, ce qui rapporte { points } à moins d’un second achat.
BZ-15-pass = Vous n’achetez rien maintenant.
BZ-15-not_held = La marchandise coûte { PIECE($ware, kind: "tokens") } : il vous manque { PIECE($missing, kind: "tokens") }.

BZ-16-turn_goes_on = Le tour n’est pas fini : un achat peut encore ramener la main à dix.

BZ-17-not_over = Rien à rendre : la main compte { tokens_held }, et on peut en garder dix.
BZ-17-return_first = { WHO($seat) ->
    [you] Vous avez { tokens_over } de trop : votre voisin de gauche choisit d’abord ce que vous rendez.
   *[other] { PLAYER($seat) } a { tokens_over } de trop : son voisin de gauche choisit d’abord ce qui est rendu.
}
BZ-17-wrong_number = Il faut rendre { tokens_over }, pas { $given }.
BZ-17-not_held = { WHO($seat) ->
    [you] Vous avez { PIECE($held, kind: "tokens") } : il vous manque { PIECE($missing, kind: "tokens") }.
   *[other] { PLAYER($seat) } a { PIECE($held, kind: "tokens") } : il lui manque { PIECE($missing, kind: "tokens") }.
}
BZ-17-return = { WHO($seat) ->
    [you] Vous rendez { PIECE($tokens, kind: "tokens") } et en gardez dix.
   *[other] { PLAYER($seat) } rend { PIECE($tokens, kind: "tokens") } et en garde dix.
}

BZ-30-over = La partie est finie : deux étals sont vides.

BZ-32-over = La partie est finie : personne n’a rien acheté pendant 40 tours de table.

BZ-40-second = Vous payez { PIECE($ware, kind: "tokens") } pour votre seconde marchandise et { tokens_left } ; les deux comptent selon ce reste.

BZ-50-over = Le casse-tête est résolu.
BZ-50-out_of_reach = Aucun échange affiché ne prend cette couleur seule : la marchandise { PIECE($ware, kind: "tokens") } ne pourrait pas être atteinte à coup sûr.
BZ-50-no_purchase = On n’achète rien dans le casse-tête : il est résolu quand vous avez exactement { PIECE($ware, kind: "tokens") }.

BZ-51-not_over = Rien à rendre : la main compte { tokens_held }, et on peut en garder dix.
BZ-51-return_first = Vous avez { tokens_over } de trop : choisissez d’abord ce que vous rendez.
BZ-51-wrong_number = Il faut rendre { tokens_over }, pas { $given }.
BZ-51-not_held = Vous avez { PIECE($held, kind: "tokens") } : il vous manque { PIECE($missing, kind: "tokens") }.
BZ-51-return = Vous rendez { PIECE($tokens, kind: "tokens") } et en gardez dix.

## Comment une égalité est départagée

won_by_fewest_wares = { PLAYERS($seats) } { $you_won ->
    [yes] gagnez
   *[no] gagne
} avec { points } et le moins de marchandises.

## Le terminal

# Comment commencent les actions
label-verb_roll = lancer
label-verb_take = prendre
label-verb_trade = échanger
label-verb_buy = acheter
label-verb_pass = passer
label-verb_return = rendre

# Les colonnes du décompte, à la fin
label-plain = simples
label-star = étoile
label-double_star = double étoile

# Le plateau
label-round = tour de table { $number }
label-turn = tour { $number }
label-par = par { NUMBER($par, minimumFractionDigits: 2, maximumFractionDigits: 2) }
label-double = double achat
label-goal = le but
label-exactly = exactement ceci
label-spare = en trop
label-starred = étoilée
label-empty_stall =
    tout achat
    rapporte plus
label-left = reste
label-points_short = pts
label-missing = manque
label-complete = tous en main
label-rate_card = Carte de cours { $number }
label-bank = Banque
label-tokens = jetons
label-held = total
label-wares = achats
label-points = points
label-no_tokens = aucun

# Ce qu’un échange ou un jeton permet
label-opens = → acheter { PIECE($ware, kind: "tokens") } pour { points }
label-solves = → résolu

## Ce qui rapporte des points, dans les raisons de l’analyse

prize-ware = { PIECE($at, kind: "tokens") }
