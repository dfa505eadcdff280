# What the server refuses, `refused-` and the code; and why it cannot store moves, `storage-` and the cause.

refused-ahead = The game is not that far: it is at ply { $ply }.
refused-bad_message = The server cannot read that: { $why }
refused-bad_options = { $why }
refused-bad_pace = A clock needs time: give each player some seconds, or each turn at least a day.
refused-bad_record = { $why }
refused-bad_token = Nobody has that token: it was taken back, or is not whole.
refused-begun = The game has begun already.
refused-bot_cannot_agree = A bot is playing for { PLAYER($seat) } and cannot agree in their name: wait until they are back.
refused-bot_plays = A bot is playing for you: take your place back first.
refused-broken = The server made a mistake. It is written down; try again.
refused-clock_decides = { PLAYER($seat) } has days for this turn: a bot takes over only when that time is up.
refused-closed = This table was closed.
refused-dead_link = This link was used already or is too old: make a new one in the settings of the other device.
refused-dealing = The dice are being prepared: until everybody's share has come, nothing else can change.
refused-empty_text = Write something first.
refused-full = The server is full at the moment: try again in a minute.
refused-illegal = The rules forbid it.
refused-is_here = { PLAYER($seat) } is here: a bot can only play for those who are away.
refused-login_taken = Somebody has that login already.
refused-moving = The table is on its way to another process of the server: try again in a moment.
refused-name_too_long = A name has at most { $most } characters.
refused-no_bot = There is no bot { $bot }. The bots are: { $bots }.
refused-no_clock = This game has no clock to stop.
refused-no_database = The server's database does not answer: try again in a moment.
refused-no_dice = This game's record says nothing of its dice.
refused-no_game = There is no game { $game }. The games are: { $games }.
refused-no_hint = Hints are given only in games against bots, on your turn.
refused-no_ply = That game has { $most ->
    [one] { $most } move
   *[other] { $most } moves
}.
refused-no_seat = There is no place { $player } at this table of { $players }.
refused-no_share_asked = No share of the dice is asked of you: you gave no hash of one before the game was started.
refused-no_table = There is no table { $table }.
refused-nobody_sits = Somebody has to sit at the table.
refused-not_allowed = That is not for you.
refused-not_asked = Nobody is asking for that any more.
refused-not_begun = The game has not begun.
refused-not_dealing = Shares of the dice are not asked for yet: they are sent once the game is started.
refused-not_found = There is nothing here.
refused-not_host = Only the person who made the table can do that.
refused-not_known = Say your name first: nobody knows you here yet.
refused-not_over = The game is not over yet.
refused-not_paused = The game is not paused.
refused-not_seated = You are watching: only those who sit at the table can do that.
refused-not_stored = The server could not store that: look at the board before you try again.
refused-not_waited_for = Nobody is waiting for { PLAYER($seat) }: a bot can only take over on their turn.
refused-not_your_turn = It is { PLAYER($seat) }'s turn.
refused-not_yours = That is not your place.
refused-old_rules = { $why }
refused-one_seat = You can take one place only.
refused-other_share = That is not the share whose hash you gave.
refused-other_site = That came from another site, and was refused. If the server is behind a proxy, its public_url has to be the address that people type.
refused-over = The game is over.
refused-paused = The game is paused: end the pause first.
refused-redraw_nothing = There is nothing to draw anew: chance has decided nothing since your last action.
refused-seat_kept = That place is kept for somebody: it opens with the link they were sent.
refused-seat_taken = That place is taken.
refused-seats_empty = Some places are still empty: wait for players, or give them to bots.
refused-share_awaited = { PLAYER($seat) } still has { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
} to send their share of the dice.
refused-stale = The game has gone on: it is at ply { $ply } now.
refused-taken_back_enough = Chance has drawn anew { $most } times in this game: that has to do.
refused-time_over = Your time is over: a bot makes this move. Then you play on.
refused-token_scope = This program's token does not allow that: its scope is { $scope }.
refused-too_fast = That is too fast: wait a moment, then try again.
refused-too_large = That is too large.
refused-too_long = No action is longer than { $most } characters.
refused-too_many = From your network { $most } connections are open already: close a page first.
refused-too_many_open = { $most } of your public tables are waiting for players already: begin or close one first.
refused-too_soon = Give { PLAYER($seat) } time to come back: a bot can take over in { $seconds } s.
refused-undo_nothing = There is nothing to undo: since your last action chance or somebody else has spoken.
refused-undo_turn_over = Your turn is over: ask the others to take it back.
refused-unreadable = { $why }
refused-wrong_login = That login and password do not belong together.
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
