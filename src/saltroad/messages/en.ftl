# What the messages of all games are made of. docs/reference/sentences.md tells how messages are written.

# Players
you = You
player_number = Player { $number }

# A player and what they did: "Ada places a pink camel on f4 and takes 3 points of water."
told = { PLAYER($seat) } { $clauses }.

# Counted nouns, for messages that have the field
points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}

# How a game ends
won = { COUNT($seats) ->
    [1] { PLAYERS($seats) } { $you_won ->
        [yes] win
       *[no] wins
    } with { points }.
   *[other] { PLAYERS($seats) } share the victory with { points }.
}
game_over = The game is over.

# Advice
could = You could { $advice }.

# Games without messages of their own
action_played = { WHO($seat) ->
    [you] play { $action }
   *[other] plays { $action }
}
chance_decided = Chance: { $action }.
ask_action = { WHO($seat) ->
    [you] Your turn: choose an action.
   *[other] { PLAYER($seat) } is choosing an action.
}
could_play = play { $action }

# What is wrong with options, records and actions: `fault-` and the code of a fault
fault-no_game = There is no game called '{ $name }'. The games are: { $games }.
fault-broken_game = The game '{ $name }' cannot be loaded: { $why }.
fault-unreadable = '{ $shown }' is not an action.
fault-unreadable_near = '{ $shown }' is not an action. Did you mean '{ $near }'?
fault-unreadable_like = '{ $shown }' is not an action. Actions look like: { $examples }.

fault-no_option = { $title } has no option '{ $name }'. Its options: { $names }.
fault-no_options = { $title } has no option '{ $name }': it has none at all.
fault-not_together = { $title }: { $name } and { $other } cannot be on together.
fault-no_such_player = { $name } is { $value }, but there are { $count } players.
fault-not_options = options look like 'players=2 name=on', not '{ $part }'.
fault-players_missing = the options need a number of players: players=2.
fault-not_a_number = The number of players has to be a whole number, not { $given }.
fault-option_needed = { $title } is for { player_range }; for { $players }, turn on { $name }.
fault-players = { $title } is for { player_range }, not { $players }.
fault-players_with = { $title } with { $name } on is for { player_range }, not { $players }.
fault-no_value = { $name } has to be one of { $values }, not '{ $given }'.
player_range = { COUNT($allowed) ->
    [1] { $most ->
        [one] { $most } player
       *[other] { $most } players
    }
   *[other] { $least } to { $most } players
}

fault-line = Line { $line }: { $why }
fault-no_beginning = a record begins with 'record: { $format }'.
fault-empty = a record begins with 'record: { $format }'; this text is empty.
fault-not_a_header = a header looks like 'seat 1: Ada'; an empty line ends the headers.
fault-header_twice = the header '{ $name }' appears twice.
fault-header_long = the header '{ $name }' is longer than { $most } characters.
fault-other_format = this Saltroad reads records of the form '{ $format }', not '{ $version }'.
fault-no_header = The record has no header '{ $name }'.
fault-other_rules = the game was played by rules version { $version }; this Saltroad plays version { $ours }.
fault-no_seat = there is no '{ $name }' in a game of { $players }.
fault-no_player = there is no player { $number } in a game of { $players }.
fault-not_a_result = a result is 'unfinished' or looks like 'two_stalls_empty; scores 31 24; winners 1'.
fault-scores = the result has { $scores } scores for { $players } players.
fault-other_actor = the line says that player { $player } acts, but { whose_move }.
fault-illegal = at ply { $ply }, { $text }: { $why } ({ $rule })
fault-not_unfinished = the result says 'unfinished', but the game ends '{ $result }'.
fault-stops = the record stops here after { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
}, but its result says that the game ended: { whose_move }.
fault-other_result = the result says '{ $said }', but the game ends '{ $result }'.
fault-not_over = This game is not over, and only finished ones are kept: after its last action { whose_move }.
whose_move = { $to_act ->
    [nobody] the game is over
    [chance] chance decides
   *[other] player { $to_act } is to act
}
fault-old_rules = Table '{ $table }' was played by version { $played } of the rules of { $title }; this Saltroad plays version { $ours }.

fault-no_dice = This record says nothing about its dice: only games from a server have the header 'dice: { $scheme }'. `saltroad replay --check` tells whether its actions keep to the rules.
fault-no_dice_header = The record has no header '{ $name }', which a check of its dice needs.
fault-not_a_seed = The seed is not { $size } bytes in hexadecimal.
fault-other_seed = The seed is not the one that was promised: its commitment is another.
fault-not_numbers = The header '{ $name }' has to be a list of whole numbers.
fault-not_deals = The header 'deals' has to be a whole number of at least 1.
fault-not_a_share = The share of seat { $number } is not { $digits } hexadecimal digits.
fault-other_share = The share of seat { $number } is not the one whose hash was given before the shares were sent.
fault-other_order = The seats were put in the order '{ $said }'; by the seed and the shares it is '{ $drawn }'.
fault-other_outcome = At ply { $ply } chance decided '{ $action }'; by the seed it is '{ $outcome }'.
fault-no_receipt = The file '{ $path }' is not a receipt: { $why }
fault-receipt_missing = there is no such file.
fault-receipt_large = it is too large.
fault-receipt_unreadable = it does not have what a browser keeps ({ $why }).
fault-receipt_other_dice = The receipt is for dice by '{ $promised }'; the record says '{ $said }'.
fault-receipt_other_table = The receipt is for table { $promised }; the record is of table { $said }.
fault-receipt_other_deals = By the receipt the game was begun with deal { $promised } of the table; the record says { $said }.
fault-receipt_other_commitment = The commitment is not the one that this browser was shown: it was promised { $promised }, and the record says { $said }.
fault-receipt_no_share = The game was begun without the share of this browser.
fault-receipt_other_hash = The hash of the share of seat { $number } is not the one that this browser saw before it sent its own share.
fault-receipt_other_share = The share of seat { $number } is not the one that this browser sent.
fault-receipt_other_players = Seat { $number } was { $promised }'s before the order was drawn; by the record it was { $said }'s.
fault-receipt_order = Players were told that the order of the seats would be drawn; by the record it was not.
fault-receipt_no_order = Players were told that the order of the seats would not be drawn; by the record it was.
fault-receipt_not_agreed = By the record chance drew anew from ply { $ply }; this browser did not agree to that.

# Why a move costs something; $prize is a message `prize-…` of the game
reason = This { $clauses }.
prize_missed = gives up { $prize } (−{ points })
prize_left = leaves { $prize } to { PLAYER($to) } (−{ points })
prize_given = gives { PLAYER($to) } { $prize } (+{ points })
points_missed = costs about { points } in all
lead_given = helps { PLAYER($to) } most of all
