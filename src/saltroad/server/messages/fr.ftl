# Ce que le serveur refuse, `refused-` et le code ; et pourquoi il ne peut rien enregistrer, `storage-` et la cause.

refused-ahead = La partie n’en est pas là : elle en est au coup { $ply }.
refused-bad_message = Le serveur n’a pas pu lire ce message : { $why }
refused-bad_options = { $why }
refused-bad_pace = Une pendule a besoin de temps : donnez quelques secondes à chacun, ou au moins un jour par tour.
refused-bad_record = { $why }
refused-bad_token = Ce jeton n’est pas valable : il a été révoqué ou il est incomplet.
refused-begun = La partie a déjà commencé.
refused-bot_cannot_agree = Un robot joue pour { PLAYER($seat) } et ne peut pas accepter à sa place : attendez son retour.
refused-bot_plays = Un robot joue pour vous : reprenez d’abord votre place.
refused-broken = Une erreur s’est produite sur le serveur. Elle a été consignée ; réessayez.
refused-clock_decides = { PLAYER($seat) } a plusieurs jours pour ce tour : un robot ne prend le relais qu’une fois ce temps écoulé.
refused-closed = Cette table a été fermée.
refused-dead_link = Ce lien a déjà servi ou a expiré : créez-en un nouveau dans les réglages de votre autre appareil.
refused-dealing = Les dés se préparent : tant que toutes les parts ne sont pas là, rien d’autre ne peut changer.
refused-empty_text = Écrivez d’abord quelque chose.
refused-full = Le serveur est complet pour le moment : réessayez dans une minute.
refused-illegal = Les règles l’interdisent.
refused-is_here = { PLAYER($seat) } est là : un robot ne joue que pour les joueurs absents.
refused-login_taken = Cet identifiant est déjà pris.
refused-moving = La table passe à un autre processus du serveur : réessayez dans un instant.
refused-name_too_long = Un nom a { $most } caractères au plus.
refused-no_bot = Il n’y a pas de robot { $bot }. Les robots : { $bots }.
refused-no_clock = Cette partie n’a pas de pendule à arrêter.
refused-no_database = La base de données du serveur ne répond pas : réessayez dans un instant.
refused-no_dice = L’enregistrement de cette partie ne dit rien de ses dés.
refused-no_game = Il n’y a pas de jeu { $game }. Les jeux : { $games }.
refused-no_hint = Les conseils ne sont donnés que contre des robots, à votre tour.
refused-no_ply = Cette partie compte { $most ->
    [one] { $most } coup
   *[other] { $most } coups
}.
refused-no_puzzle = Ce jeu n’a pas de problème { $puzzle }.
refused-no_seat = Il n’y a pas de place { $player } à cette table de { $players }.
refused-no_share_asked = On n’attend pas de part des dés de vous : vous n’en aviez pas donné l’empreinte avant le lancement.
refused-no_table = Il n’y a pas de table { $table }.
refused-nobody_sits = Il faut au moins un joueur à la table.
refused-not_allowed = Vous n’avez pas le droit de faire cela.
refused-not_asked = Cette demande n’est plus en cours.
refused-not_begun = La partie n’a pas commencé.
refused-not_dealing = Les parts des dés ne sont pas encore attendues : elles s’envoient une fois la partie lancée.
refused-not_found = Il n’y a rien ici.
refused-not_host = Seul l’hôte de la table peut le faire.
refused-not_known = Choisissez d’abord un nom : le serveur ne vous connaît pas encore.
refused-analysis_off = Ce serveur n’analyse pas les parties : son hôte l’a désactivé.
refused-analysis_late = Cette analyse prend plus de temps qu’une requête n’en permet. Réessayez dans un instant.
refused-bots_need_seat = Indiquez votre place : les robots jouent jusqu’à votre tour.
refused-superseded = Une demande plus récente de la même page a remplacé celle-ci.
refused-cannot_analyse = Cette partie ne peut pas être analysée : c’était un casse-tête en solitaire, ou aucun robot ne sait l’évaluer.
refused-not_over = La partie n’est pas encore terminée.
refused-not_paused = La partie n’est pas en pause.
refused-not_seated = Vous regardez la partie : seuls les joueurs de la table peuvent le faire.
refused-not_stored = Le serveur n’a pas pu l’enregistrer : regardez le plateau avant de réessayer.
refused-not_waited_for = Ce n’est pas à { PLAYER($seat) } de jouer : un robot ne prend le relais qu’au tour du joueur absent.
refused-not_your_turn = C’est à { PLAYER($seat) } de jouer.
refused-not_yours = Ce n’est pas votre place.
refused-old_rules = { $why }
refused-one_seat = Vous ne pouvez prendre qu’une place.
refused-other_share = Ce n’est pas la part dont vous avez donné l’empreinte.
refused-other_site = Cette requête venait d’un autre site et a été refusée. Si le serveur est derrière un proxy, son réglage public_url doit être l’adresse que l’on tape.
refused-over = La partie est terminée.
refused-paused = La partie est en pause : reprenez d’abord.
refused-redraw_nothing = Il n’y a aucun tirage à refaire : le hasard n’a rien décidé depuis votre dernière action.
refused-seat_kept = Cette place est réservée : seul le lien créé pour elle l’ouvre.
refused-seat_taken = Cette place est prise.
refused-seats_empty = Il reste des places libres : attendez des joueurs, ou donnez-les à des robots.
refused-share_awaited = { PLAYER($seat) } a encore { $seconds ->
    [one] { $seconds } seconde
   *[other] { $seconds } secondes
} pour envoyer sa part des dés.
refused-stale = La partie a continué : elle en est au coup { $ply }.
refused-taken_back_enough = Le tirage a été refait { $most } fois dans cette partie : c’est le maximum.
refused-time_over = Votre temps est écoulé : un robot joue ce coup. Ensuite, vous reprenez la main.
refused-token_scope = Le jeton de ce programme ne permet pas cela : il a la portée { $scope }.
refused-too_fast = C’est trop rapide : attendez un instant, puis réessayez.
refused-too_large = L’envoi est trop volumineux.
refused-too_long = Aucune action ne dépasse { $most } caractères.
refused-too_many = Depuis votre réseau, { $most } connexions sont déjà ouvertes : fermez d’abord une page.
refused-too_many_open = Vous avez déjà { $most } tables publiques qui attendent des joueurs : lancez-en une ou fermez-en une d’abord.
refused-too_soon = Laissez à { PLAYER($seat) } le temps de revenir : un robot pourra prendre le relais dans { $seconds } s.
refused-undo_nothing = Rien à annuler : le hasard ou un autre joueur a agi depuis votre dernière action.
refused-undo_turn_over = Votre tour est terminé : demandez aux autres de revenir en arrière.
refused-unreadable = { $why }
refused-wrong_login = Identifiant ou mot de passe incorrect.
refused-wrong_password = Ce n’est pas votre mot de passe actuel.

# L’enregistrement des coups
-not_storing = Le serveur ne peut pas enregistrer les coups pour le moment :
-wait = Ce qui est enregistré est en sécurité. Attendez que ce message disparaisse avant de continuer.
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
