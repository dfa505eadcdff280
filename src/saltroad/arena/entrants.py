"""Who takes part: bots by name, with a limit and a style of their own where these are given, and programs of anybody.

    greedy    trader@nodes=200    master@seconds=0.5    exec:python3 my_bot.py    mine=exec:python3 my_bot.py
    master@seconds=0.5+explore=0.4    uct@explore=2

Loads neither numpy nor the rules: names are refused before anything starts.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Sequence

import msgspec

from saltroad.kernel.errors import SaltroadError

EXEC = "exec:"
_NAME = re.compile(r"""(?:"[^"]*"|'[^']*'|[^,])+""")
"""What stands between commas; those in quotes belong to a command."""
_OWN_LIMIT = re.compile(r"(.*)@((?:nodes|seconds)\s*=.*)", re.DOTALL)
"""A command and its limit; any other @ is the command's."""
_CALLED = re.compile(r"([\w.-]{1,40})\s*=\s*(exec:.*)", re.DOTALL)
_MOST_NODES = 10**9
_MOST_SECONDS = 86_400.0
_MOST_STYLE = 10_000.0
_LEAST_TRUST = 0.01
"""With none at all, nothing would be known of a move that was not visited."""
_LIMITS = ("nodes", "seconds")


class BadArena(SaltroadError):
    """A tournament that cannot be held: says why in one sentence."""


class Think(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a decision may take, as `--limit` says it; nothing is the bot's own measure."""

    seconds: float | None = None
    nodes: int | None = None

    @property
    def repeats(self) -> bool:
        """Whether play under this limit is the same on every machine: it is not measured in time."""
        return self.nodes is not None and self.seconds is None

    def __str__(self) -> str:
        if self.nodes is not None:
            return f"nodes={self.nodes}"
        return "" if self.seconds is None else f"seconds={self.seconds:g}"


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """One that takes part."""

    label: str
    """What tables call it; no two have the same."""
    name: str
    """A name of `saltroad.bots.BOTS`, or `exec:` and a command."""
    limit: Think = Think()
    style: tuple[tuple[str, float], ...] = ()
    """Numbers by which it searches, where they are not the bot's own: of `saltroad.bots.STYLE`."""

    @property
    def is_program(self) -> bool:
        return self.name.startswith(EXEC)

    @property
    def command(self) -> list[str]:
        """The words of a program's command; no shell reads them."""
        return shlex.split(self.name.removeprefix(EXEC))


def read_limit(text: str) -> Think:
    """The limit that `nodes=200` or `seconds=0.5` is."""
    name, _, number = (part.strip() for part in text.partition("="))
    try:
        if name == "nodes" and 1 <= int(number) <= _MOST_NODES:
            return Think(nodes=int(number))
        if name == "seconds" and 0 < float(number) <= _MOST_SECONDS:
            return Think(seconds=float(number))
    except ValueError:
        pass
    raise BadArena(f"A limit looks like nodes=200 or seconds=0.5, not {text[:40]!r}.")


def read_entrants(bots: str | Sequence[str], limit: Think | None = None) -> tuple[Entrant, ...]:
    """Those that take part, from `a,b,c` or a list of names; `limit` is for all that have none of their own."""
    texts = _NAME.findall(bots) if isinstance(bots, str) else bots
    found = [_entrant(text.strip(), limit or Think()) for text in texts]
    labels = _unlike([entrant.label for entrant in found])
    return tuple(msgspec.structs.replace(entrant, label=label) for label, entrant in zip(labels, found, strict=True))


def _unlike(labels: Sequence[str]) -> list[str]:
    """The labels with a number wherever one stands a second time."""
    counted: dict[str, int] = {}
    unlike = []
    for label in labels:
        counted[label] = counted.get(label, 0) + 1
        unlike.append(label if counted[label] == 1 else f"{label} #{counted[label]}")
    return unlike


def _entrant(text: str, limit: Think) -> Entrant:
    called = _CALLED.fullmatch(text)
    label, text = (called[1], called[2]) if called else (text, text)
    if text.startswith(EXEC):
        own = _OWN_LIMIT.fullmatch(text)
        program = Entrant(label, (own[1] if own else text).strip(), read_limit(own[2]) if own else limit)
        _check_command(program)
        return program
    from saltroad.bots import BOTS, SEARCHING

    name, _, numbers = (part.strip() for part in text.partition("@"))
    if name not in BOTS:
        raise BadArena(
            f"There is no bot called {name[:60]!r}. The bots are: {', '.join(BOTS)}; exec:COMMAND is any program."
        )
    parts = numbers.split("+") if numbers else []
    limits = [read_limit(part) for part in parts if part.strip().startswith(_LIMITS)]
    if len(limits) > 1:
        raise BadArena(f"{text[:60]!r} has more than one limit.")
    style = tuple(_read_style(part) for part in parts if not part.strip().startswith(_LIMITS))
    if style and name not in SEARCHING:
        raise BadArena(f"{name} does not search, and has no {style[0][0]}. Those that do: {', '.join(SEARCHING)}.")
    return Entrant(label, name, limits[0] if limits else limit, style)


def _read_style(text: str) -> tuple[str, float]:
    """A number of a style, as `explore=0.4`."""
    from saltroad.bots import STYLE

    name, _, number = (part.strip() for part in text.partition("="))
    if name not in STYLE:
        raise BadArena(f"After @ stand nodes=, seconds= or numbers of {', '.join(STYLE)}; not {text[:40]!r}.")
    try:
        found = float(number)
    except ValueError:
        found = -1.0
    least = _LEAST_TRUST if name == "trust" else 0.0
    if not least <= found <= _MOST_STYLE:
        raise BadArena(f"{name} is a number from {least:g} to {_MOST_STYLE:,.0f}, not {number[:40]!r}.")
    return name, found


def _check_command(entrant: Entrant) -> None:
    try:
        words = entrant.command
    except ValueError as error:
        raise BadArena(f"{entrant.name[:80]!r} cannot be read as a command: {error}.") from None
    if not words:
        raise BadArena("After exec: comes a command, such as exec:python3 my_bot.py.")
    if shutil.which(words[0]) is None:
        raise BadArena(f"There is no program {words[0][:80]!r} that could be run.")
