"""Golden playthroughs: everything that can be seen of one game, ply by ply, as text.

`make golden` writes them again. A file's own actions are kept, so that its diff is the change in behaviour and nothing
else; a file that is not there yet gets a game between greedy bots. Views are written whole at first and then by what
changed; what a seat sees besides the spectator is written beside it.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import saltroad
from saltroad.cli.simulate import bot_game
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.info import Options
from saltroad.records import History

FOLDER = Path(__file__).parent
_PLAY = "  play: "


def wanted(game: AnyGame) -> Iterator[Options]:
    """The smallest, the largest and the table of four, and one game with each option at its last value."""
    plain = {option.name: option.values[0] for option in game.info.options}
    for players in sorted({min(game.info.players), 4, max(game.info.players)} & set(game.info.players)):
        yield game.info.agree(players, plain)
    for option in game.info.options:
        last = option.values[-1]
        seats = int(last) if option.names_seat and str(last).isdecimal() else None
        yield game.info.agree(seats, {**plain, option.name: last})


def path_of(game: AnyGame, options: Options) -> Path:
    """`bazaar-2.txt`, `bazaar-2-double_purchase.txt`, `through_the_desert-2-start-drawn.txt`."""
    usual = {option.name: option.values[0] for option in game.info.options}
    on = [
        name if value is True else f"{name}-{value or 'off'}" for name, value in options.choices if value != usual[name]
    ]
    return FOLDER / ("-".join([game.info.name, str(options.players), *on]) + ".txt")


def actions_in(path: Path) -> list[str]:
    """The actions of a playthrough."""
    return [line.removeprefix(_PLAY) for line in path.read_text("utf-8").splitlines() if line.startswith(_PLAY)]


def playthrough(game: AnyGame, options: Options, actions: list[str]) -> str:
    """The text of the game with these actions."""
    history = History(game, options)
    lines = [f"game: {game.info.name}", f"options: {options}"]
    seen: dict[int | None, dict[str, Any]] = {}
    for action in [*actions, None]:
        lines += ["", f"ply {len(history)}, {game.describe_actor(history.position)}"]
        lines += [f"  {line}" for line in _sight(game, history, seen)]
        if action is not None:
            lines.append(_PLAY + action)
            history.play(action)
    return "\n".join(lines) + "\n"


def _sight(game: AnyGame, history: History, seen: dict[int | None, dict[str, Any]]) -> Iterator[str]:
    position = history.position
    spectator = game.observe(position, None).as_dict()
    yield from _changes("view", seen.get(None, {}), spectator)
    for seat in range(history.options.players):
        own = {k: v for k, v in game.observe(position, seat).as_dict().items() if v != spectator[k] and k != "viewer"}
        yield from _changes(f"view of {seat}", seen.get(seat, {}), own)
        seen[seat] = own
    seen[None] = spectator
    yield f"scores: {' '.join(map(str, game.scores(position)))}"
    outcome = game.outcome(position)
    if outcome is not None:
        yield f"outcome: {outcome.reason} by {outcome.rule}; scores {outcome.scores}; ranks {outcome.ranks}"
        yield f"breakdown: {dict(outcome.breakdown)}"
        return
    texts = [str(action) for action in game.legal(position)]
    if game.actor(position) == saltroad.CHANCE:
        texts = [f"{text} ({weight})" for text, weight in zip(texts, game.weights(position), strict=True)]
    yield f"legal: {', '.join(_grouped(texts))}"


def _grouped(texts: list[str]) -> Iterator[str]:
    """Actions that differ in their last word only, written together: `pink f7 f8`."""
    for first, group in itertools.groupby(texts, lambda text: text.rpartition(" ")[0]):
        lasts = [text.rpartition(" ")[2] for text in group]
        yield f"{first} {' '.join(lasts)}".strip() if first else ", ".join(lasts)


def _changes(name: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    changed = {key: value for key, value in after.items() if key not in before or before[key] != value}
    changed.pop("ply", None)
    if changed:
        yield f"{name}: " + " ".join(f"{key}={json.dumps(value)}" for key, value in changed.items())


def main() -> None:
    for name in saltroad.GAMES:
        game = saltroad.load(name)
        for options in wanted(game):
            path = path_of(game, options)
            if path.exists():
                actions = actions_in(path)
            else:
                played = bot_game(game, options, ["greedy"] * options.players, (options.players, len(path.name)))
                actions = [str(action) for action in played.actions]
            path.write_text(playthrough(game, options, actions), "utf-8")
            print(path.relative_to(FOLDER.parent.parent))


if __name__ == "__main__":
    main()
