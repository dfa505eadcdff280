# Ce que le serveur refuse, `refused-` et le code ; et pourquoi il ne peut rien enregistrer, `storage-` et la cause.

refused-ahead = La partie n'en est pas là : elle en est au coup { $ply }.
refused-bad_message = Le serveur ne peut pas lire cela : { $why }
refused-bad_options = { $why }
refused-bad_pace = Une horloge a besoin de temps : donnez quelques secondes à chacun, ou au moins un jour par tour.
refused-bad_record = { $why }
refused-bad_token = Personne n'a ce jeton : il a été retiré, ou il n'est pas entier.
refused-begun = La partie a déjà commencé.
refused-bot_cannot_agree = Un robot joue pour { PLAYER($seat) } et ne peut pas accepter à sa place : attendez son retour.
refused-bot_plays = Un robot joue pour vous : reprenez d'abord votre place.
refused-broken = Le serveur a fait une erreur. Elle est notée ; réessayez.
refused-clock_decides = { PLAYER($seat) } a plusieurs jours pour ce tour : un robot ne prend le relais qu'une fois ce temps écoulé.
refused-closed = Cette table a été fermée.
refused-dead_link = Ce lien a déjà servi ou est trop vieux : créez-en un nouveau dans les réglages de l'autre appareil.
refused-dealing = Les dés se préparent : tant que toutes les parts ne sont pas là, rien d'autre ne peut changer.
refused-empty_text = Écrivez d'abord quelque chose.
refused-full = Le serveur est complet pour le moment : réessayez dans une minute.
refused-illegal = Les règles l'interdisent.
refused-is_here = { PLAYER($seat) } est là : un robot ne joue que pour les absents.
refused-login_taken = Quelqu'un a déjà cet identifiant.
refused-moving = La table passe à un autre processus du serveur : réessayez dans un instant.
refused-name_too_long = Un nom a { $most } caractères au plus.
refused-no_bot = Il n'y a pas de robot { $bot }. Les robots : { $bots }.
refused-no_clock = Cette partie n'a pas d'horloge à arrêter.
refused-no_database = La base de données du serveur ne répond pas : réessayez dans un instant.
refused-no_dice = L'enregistrement de cette partie ne dit rien de ses dés.
refused-no_game = Il n'y a pas de jeu { $game }. Les jeux : { $games }.
refused-no_hint = Les conseils ne sont donnés que contre des robots, à votre tour.
refused-no_ply = Cette partie compte { $most ->
    [one] { $most } coup
   *[other] { $most } coups
}.
refused-no_seat = Il n'y a pas de place { $player } à cette table de { $players }.
refused-no_share_asked = On ne vous demande pas de part des dés : vous n'en aviez pas donné l'empreinte avant le lancement.
refused-no_table = Il n'y a pas de table { $table }.
refused-nobody_sits = Il faut que quelqu'un soit assis à la table.
refused-not_allowed = Cela ne vous est pas ouvert.
refused-not_asked = Plus personne ne le demande.
refused-not_begun = La partie n'a pas commencé.
refused-not_dealing = Les parts des dés ne sont pas encore demandées : elles s'envoient une fois la partie lancée.
refused-not_found = Il n'y a rien ici.
refused-not_host = Seule la personne qui a ouvert la table peut le faire.
refused-not_known = Dites d'abord votre nom : personne ne vous connaît encore ici.
refused-not_over = La partie n'est pas encore terminée.
refused-not_paused = La partie n'est pas en pause.
refused-not_seated = Vous regardez : seuls ceux qui sont à la table peuvent le faire.
refused-not_stored = Le serveur n'a pas pu l'enregistrer : regardez le plateau avant de réessayer.
refused-not_waited_for = Personne n'attend { PLAYER($seat) } : un robot ne peut prendre le relais qu'à son tour.
refused-not_your_turn = C'est à { PLAYER($seat) } de jouer.
refused-not_yours = Ce n'est pas votre place.
refused-old_rules = { $why }
refused-one_seat = Vous ne pouvez prendre qu'une place.
refused-other_share = Ce n'est pas la part dont vous avez donné l'empreinte.
refused-other_site = Cela venait d'un autre site, et a été refusé. Si le serveur est derrière un proxy, son réglage public_url doit être l'adresse que l'on tape.
refused-over = La partie est terminée.
refused-paused = La partie est en pause : reprenez d'abord.
refused-redraw_nothing = Il n'y a rien à tirer de nouveau : le hasard n'a rien décidé depuis votre dernière action.
refused-seat_kept = Cette place est gardée pour quelqu'un : elle s'ouvre avec le lien qu'on lui a envoyé.
refused-seat_taken = Cette place est prise.
refused-seats_empty = Il reste des places libres : attendez des joueurs, ou donnez-les à des robots.
refused-share_awaited = { PLAYER($seat) } a encore { $seconds ->
    [one] { $seconds } seconde
   *[other] { $seconds } secondes
} pour envoyer sa part des dés.
refused-stale = La partie a continué : elle en est au coup { $ply }.
refused-taken_back_enough = Le hasard a tiré de nouveau { $most } fois dans cette partie : cela suffit.
refused-time_over = Votre temps est écoulé : un robot joue ce coup. Ensuite, vous reprenez la main.
refused-token_scope = Le jeton de ce programme ne permet pas cela : il a la portée { $scope }.
refused-too_fast = C'est trop rapide : attendez un instant, puis réessayez.
refused-too_large = C'est trop grand.
refused-too_long = Aucune action ne dépasse { $most } caractères.
refused-too_many = Depuis votre réseau, { $most } connexions sont déjà ouvertes : fermez d'abord une page.
refused-too_many_open = Vous avez déjà { $most } tables publiques qui attendent des joueurs : commencez-en une ou fermez-en une d'abord.
refused-too_soon = Laissez à { PLAYER($seat) } le temps de revenir : un robot pourra prendre le relais dans { $seconds } s.
refused-undo_nothing = Rien à annuler : depuis votre dernière action, le hasard ou quelqu'un d'autre a parlé.
refused-undo_turn_over = Votre tour est passé : demandez aux autres de revenir en arrière.
refused-unreadable = { $why }
refused-wrong_login = Cet identifiant et ce mot de passe ne vont pas ensemble.
refused-wrong_password = Ce n'est pas votre mot de passe actuel.

# L'enregistrement des coups
-not_storing = Le serveur ne peut pas enregistrer les coups pour le moment :
-wait = Ce qui est enregistré est en sûreté. Attendez que cet avis disparaisse avant de continuer.
cause-full = son disque est plein
cause-read_only = sa base de données est en lecture seule
cause-locked = un autre programme verrouille sa base de données
cause-away = sa base de données ne répond pas
cause-slow = sa base de données met trop de temps à répondre
cause-not_alone = un autre serveur utilise sa base de données
cause-failed = sa base de données signale une erreur
cause-damaged = sa base de données est endommagée
storage-damaged = La base de données du serveur est endommagée : certaines parties ne peuvent être ni lues ni enregistrées. Prévenez la personne qui gère le serveur.
storage-full = { -not_storing } { cause-full }. { -wait }
storage-read_only = { -not_storing } { cause-read_only }. { -wait }
storage-locked = { -not_storing } { cause-locked }. { -wait }
storage-away = { -not_storing } { cause-away }. { -wait }
storage-slow = { -not_storing } { cause-slow }. { -wait }
storage-not_alone = { -not_storing } { cause-not_alone }. { -wait }
storage-failed = { -not_storing } { cause-failed }. { -wait }

# Un navigateur dans la liste des sessions
device = { $browser } sur { $system }
