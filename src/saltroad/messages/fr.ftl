# What the messages of all games are made of. docs/reference/sentences.md tells how messages are written.

# Players
you = Vous
player_number = Joueur { $number }

# A player and what they did: "Ada place un chameau rose en f4 et prend 3 points d’eau."
told = { PLAYER($seat) } { $clauses }.

# Counted nouns, for messages that have the field
points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}

# How a game ends
won = { COUNT($seats) ->
    [1] { PLAYERS($seats) } { $you_won ->
        [yes] gagnez
       *[no] gagne
    } avec { points }.
   *[other] { PLAYERS($seats) } { $you_won ->
        [yes] partagez
       *[no] partagent
    } la victoire avec { points }.
}
game_over = La partie est finie.

# Advice
could = Vous pourriez { $advice }.

# Games without messages of their own
action_played = { WHO($seat) ->
    [you] jouez { $action }
   *[other] joue { $action }
}
chance_decided = Le hasard : { $action }.
ask_action = { WHO($seat) ->
    [you] À vous : choisissez une action.
   *[other] { PLAYER($seat) } choisit une action.
}
could_play = jouer { $action }

# Ce qui ne va pas dans des options, une partie enregistrée ou une action : `fault-` et le code
fault-no_game = Il n’y a pas de jeu « { $name } ». Les jeux : { $games }.
fault-broken_game = Le jeu « { $name } » ne peut pas être chargé : { $why }.
fault-unreadable = « { $shown } » n’est pas une action.
fault-unreadable_near = « { $shown } » n’est pas une action. Vouliez-vous dire « { $near } » ?
fault-unreadable_like = « { $shown } » n’est pas une action. Les actions s’écrivent ainsi : { $examples }.

fault-no_option = { $title } n’a pas d’option « { $name } ». Ses options : { $names }.
fault-no_options = { $title } n’a pas d’option « { $name } », ni aucune autre.
fault-not_together = { $title } : { $name } et { $other } ne vont pas ensemble.
fault-no_such_player = { $name } vaut { $value }, mais il y a { $count } joueurs.
fault-not_options = des options s’écrivent « players=2 name=on », et non « { $part } ».
fault-players_missing = les options demandent un nombre de joueurs : players=2.
fault-not_a_number = Le nombre de joueurs doit être un nombre entier, et non { $given }.
fault-option_needed = { $title } se joue { player_range } ; à { $players }, il faut l’option { $name }.
fault-players = { $title } se joue { player_range }, pas à { $players }.
fault-players_with = { $title } avec { $name } se joue { player_range }, pas à { $players }.
fault-no_value = { $name } doit valoir l’un de ces mots : { $values } ; « { $given } » n’en fait pas partie.
player_range = { COUNT($allowed) ->
    [1] à { $most }
   *[other] de { $least } à { $most }
}

fault-line = Ligne { $line } : { $why }
fault-no_beginning = une partie enregistrée commence par « record: { $format } ».
fault-empty = une partie enregistrée commence par « record: { $format } » ; ce texte est vide.
fault-not_a_header = un en-tête s’écrit « seat 1: Ada » ; une ligne vide termine les en-têtes.
fault-header_twice = l’en-tête « { $name } » apparaît deux fois.
fault-header_long = l’en-tête « { $name } » dépasse { $most } caractères.
fault-other_format = cette version de Saltroad lit les parties de la forme « { $format } », et non « { $version } ».
fault-no_header = Il manque l’en-tête « { $name } ».
fault-other_rules = la partie suit la version { $version } des règles ; cette version de Saltroad applique la version { $ours }.
fault-no_seat = il n’y a pas de « { $name } » dans une partie à { $players }.
fault-no_player = il n’y a pas de joueur { $number } dans une partie à { $players }.
fault-not_a_result = un résultat est « unfinished » ou s’écrit « two_stalls_empty; scores 31 24; winners 1 ».
fault-scores = le résultat donne { $scores } scores pour { $players } joueurs.
fault-other_actor = cette ligne fait jouer le joueur { $player }, mais { whose_move }.
fault-illegal = au coup { $ply }, { $text } : { $why } ({ $rule })
fault-not_unfinished = le résultat dit « unfinished », mais la partie finit par « { $result } ».
fault-stops = l’enregistrement s’arrête ici après { $plies ->
    [one] { $plies } coup
   *[other] { $plies } coups
}, alors que son résultat dit la partie finie : { whose_move }.
fault-other_result = le résultat dit « { $said } », mais la partie finit par « { $result } ».
fault-not_over = Cette partie n’est pas finie, et seules les parties finies sont gardées : après sa dernière action, { whose_move }.
whose_move = { $to_act ->
    [nobody] la partie est finie
    [chance] c’est au hasard de décider
   *[other] c’est au joueur { $to_act } de jouer
}
fault-old_rules = La table « { $table } » suit la version { $played } des règles de { $title } ; cette version de Saltroad applique la version { $ours }.

fault-no_dice = Cette partie enregistrée ne dit rien de ses dés : seules celles d’un serveur portent l’en-tête « dice: { $scheme } ». `saltroad replay --check` dit si ses actions suivent les règles.
fault-no_dice_header = Il manque l’en-tête « { $name } », nécessaire pour vérifier les dés.
fault-not_a_seed = Le secret n’est pas fait de { $size } octets en hexadécimal.
fault-other_seed = Le secret n’est pas celui qui était promis : il donne une autre promesse.
fault-not_numbers = L’en-tête « { $name } » doit être une liste de nombres entiers.
fault-not_deals = L’en-tête « deals » doit être un nombre entier d’au moins 1.
fault-not_a_share = La part de la place { $number } n’est pas faite de { $digits } chiffres hexadécimaux.
fault-other_share = La part de la place { $number } n’est pas celle dont l’empreinte a été donnée avant l’envoi des parts.
fault-other_order = Les places ont été mises dans l’ordre « { $said } » ; selon le secret et les parts, c’est « { $drawn } ».
fault-other_outcome = Au coup { $ply }, le hasard a décidé « { $action } » ; selon le secret, c’est « { $outcome } ».
fault-no_receipt = Le fichier « { $path } » n’est pas un reçu : { $why }
fault-receipt_missing = il n’existe pas.
fault-receipt_large = il est trop grand.
fault-receipt_unreadable = il ne contient pas ce qu’un navigateur garde ({ $why }).
fault-receipt_other_dice = Le reçu concerne des dés selon « { $promised } » ; la partie enregistrée dit « { $said } ».
fault-receipt_other_table = Le reçu concerne la table { $promised } ; la partie enregistrée est celle de la table { $said }.
fault-receipt_other_deals = Selon le reçu, la partie a commencé à la donne { $promised } ; l’enregistrement dit { $said }.
fault-receipt_other_commitment = La promesse n’est pas celle qui a été montrée à ce navigateur : on lui a promis { $promised }, et l’enregistrement dit { $said }.
fault-receipt_no_share = La partie a commencé sans la part de ce navigateur.
fault-receipt_other_hash = L’empreinte de la part de la place { $number } n’est pas celle que ce navigateur a vue avant d’envoyer sa propre part.
fault-receipt_other_share = La part de la place { $number } n’est pas celle que ce navigateur a envoyée.
fault-receipt_other_players = Avant le tirage de l’ordre, la place { $number } revenait à { $promised } ; selon l’enregistrement, à { $said }.
fault-receipt_order = L’ordre des places devait être tiré ; selon l’enregistrement, il ne l’a pas été.
fault-receipt_no_order = L’ordre des places ne devait pas être tiré ; selon l’enregistrement, il l’a été.
fault-receipt_not_agreed = Selon l’enregistrement, le hasard a tiré de nouveau à partir du coup { $ply } ; ce navigateur ne l’avait pas accepté.

# Pourquoi un coup coûte ; $prize est un message `prize-…` du jeu
reason = Ce coup { $clauses }.
prize_missed = abandonne { $prize } (−{ points })
prize_left = laisse { $prize } à { PLAYER($to) } (−{ points })
prize_given = donne { $prize } à { PLAYER($to) } (+{ points })
points_missed = coûte environ { points } en tout
lead_given = profite surtout à { PLAYER($to) }
