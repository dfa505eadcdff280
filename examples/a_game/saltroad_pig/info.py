"""The facts of Pig that need no rules; loads no numpy."""

from __future__ import annotations

from saltroad.kernel.info import GameInfo, Option

INFO = GameInfo(
    name="pig",
    title="Pig",
    designer="traditional",
    players=(2, 3, 4),
    options=(Option("short", "to 50 points instead of 100 (PG-04)"),),
    rules_version=1,
    about="Roll as long as you dare, or hold: a 1 loses all that the turn has brought.",
    reconstructed="nothing",
    aim={
        "en": "Be the first to hold 100 points, or 50 in the short game.",
        "fr": "Soyez le premier à garder 100 points, ou 50 dans la partie courte.",
    },
    rule_prefix="PG",
    sources=("held",),
)
