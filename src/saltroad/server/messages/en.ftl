# What the server refuses, `refused-` and the code; and why it cannot store moves, `storage-` and the cause.

refused-ahead = The game has not come that far: it is at move { $ply }.
refused-bad_message = The server cannot read that: { $why }
refused-bad_options = { $why }
refused-bad_pace = A clock needs time: give each player some seconds, or each turn at least a day.
refused-bad_record = { $why }
refused-bad_token = This token is not valid: it was revoked or is incomplete.
refused-begun = The game has begun already.
refused-bot_cannot_agree = A bot is playing for { PLAYER($seat) } and cannot agree in their name: wait until they are back.
refused-bot_plays = A bot is playing for you: take your seat back first.
refused-broken = Something went wrong on the server. It has been logged; try again.
refused-clock_decides = { PLAYER($seat) } has days for this turn: a bot takes over only when that time is up.
refused-closed = This table was closed.
refused-dead_link = This link was used already or has expired: create a new one in the settings on your other device.
refused-dealing = The dice are being prepared: nothing else can change until all shares are here.
refused-empty_text = Write something first.
refused-full = The server is full at the moment: try again in a minute.
refused-illegal = The rules forbid it.
refused-is_here = { PLAYER($seat) } is here: a bot can only play for a player who is away.
refused-login_taken = That login is already taken.
refused-moving = The table is moving to another process of the server: try again in a moment.
refused-name_too_long = A name has at most { $most } characters.
refused-no_bot = There is no bot { $bot }. The bots are: { $bots }.
refused-no_clock = This game has no clock to stop.
refused-no_database = The server's database does not answer: try again in a moment.
refused-no_dice = This game's record says nothing about its dice.
refused-no_game = There is no game { $game }. The games are: { $games }.
refused-no_hint = Hints are given only in games against bots, on your turn.
refused-no_ply = That game has { $most ->
    [one] { $most } move
   *[other] { $most } moves
}.
refused-no_puzzle = There is no puzzle { $puzzle } of this game.
refused-no_seat = There is no seat { $player } at this table of { $players }.
refused-no_share_asked = No share of the dice is expected from you: you gave no hash of one before the game was started.
refused-no_table = There is no table { $table }.
refused-nobody_sits = At least one player has to sit at the table.
refused-not_allowed = You are not allowed to do that.
refused-not_asked = That request is no longer open.
refused-not_begun = The game has not begun.
refused-not_dealing = Shares of the dice are not expected yet: they are sent once the game is started.
refused-not_found = There is nothing here.
refused-not_host = Only the host of the table can do that.
refused-not_known = Choose a name first: the server does not know you yet.
refused-analysis_off = This server analyses no games: its host has turned that off.
refused-analysis_late = This analysis is taking longer than one request allows. Try again in a moment.
refused-bots_need_seat = Say which seat is yours; the bots play until your turn.
refused-superseded = A newer request of the same page took the place of this one.
refused-cannot_analyse = This game cannot be analysed: it was a puzzle for one, or no bot can judge it.
refused-not_over = The game is not over yet.
refused-not_paused = The game is not paused.
refused-not_seated = You are watching: only players at the table can do that.
refused-not_stored = The server could not store that: look at the board before you try again.
refused-not_waited_for = It is not { PLAYER($seat) }'s turn: a bot can only take over on a player's turn.
refused-not_your_turn = It is { PLAYER($seat) }'s turn.
refused-not_yours = That is not your seat.
refused-old_rules = { $why }
refused-one_seat = You can only take one seat.
refused-other_share = That is not the share whose hash you gave.
refused-other_site = This request came from another site and was refused. If the server is behind a proxy, its setting public_url has to be the address that people type.
refused-over = The game is over.
refused-paused = The game is paused: end the pause first.
refused-redraw_nothing = There is nothing to redraw: chance has decided nothing since your last action.
refused-seat_kept = That seat is reserved: only the link that was made for it opens it.
refused-seat_taken = That seat is taken.
refused-seats_empty = Some seats are still empty: wait for players, or give them to bots.
refused-share_awaited = { PLAYER($seat) } still has { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
} to send their share of the dice.
refused-stale = The game has gone on: it is at move { $ply } now.
refused-taken_back_enough = Chance has been redrawn { $most } times in this game: that is the limit.
refused-time_over = Your time is up: a bot makes this move. Then you play on.
refused-token_scope = This program's token does not allow that: its scope is { $scope }.
refused-too_fast = That is too fast: wait a moment, then try again.
refused-too_large = That is too large.
refused-too_long = No action is longer than { $most } characters.
refused-too_many = { $most } connections are already open from your network: close a page first.
refused-too_many_open = { $most } of your public tables are already waiting for players: start or close one first.
refused-too_soon = Give { PLAYER($seat) } time to come back: a bot can take over in { $seconds } s.
refused-undo_nothing = There is nothing to undo: chance or another player has acted since your last action.
refused-undo_turn_over = Your turn is over: ask the others to take it back.
refused-unreadable = { $why }
refused-wrong_login = Wrong login or password.
refused-wrong_password = That is not your current password.

# Storing
-not_storing = The server cannot store moves right now:
-wait = What was stored is safe. Wait until this notice is gone before you play on.
cause-full = its disk is full
cause-read_only = its database is read-only
cause-locked = another program keeps its database locked
cause-away = its database does not answer
cause-slow = its database takes too long to answer
cause-not_alone = another server is using its database
cause-failed = its database reports an error
cause-damaged = its database is damaged
storage-damaged = The server's database is damaged: some games cannot be read or stored. Tell the person who runs the server.
storage-full = { -not_storing } { cause-full }. { -wait }
storage-read_only = { -not_storing } { cause-read_only }. { -wait }
storage-locked = { -not_storing } { cause-locked }. { -wait }
storage-away = { -not_storing } { cause-away }. { -wait }
storage-slow = { -not_storing } { cause-slow }. { -wait }
storage-not_alone = { -not_storing } { cause-not_alone }. { -wait }
storage-failed = { -not_storing } { cause-failed }. { -wait }

# What a browser is called in the list of sessions
device = { $browser } on { $system }
