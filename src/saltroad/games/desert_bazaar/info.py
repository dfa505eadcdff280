"""What `saltroad games` tells of Desert Bazaar; loads no numpy."""

from __future__ import annotations

from saltroad.kernel.info import GameInfo, Option

INFO = GameInfo(
    name="desert_bazaar",
    title="Desert Bazaar",
    designer="Brian Yu",
    players=(3, 4, 5),
    options=(
        Option("start", "the seat that begins (DB-05)", values=("1", "2", "3", "4", "5"), names_seat=True),
        Option("open_hands", "all hands lie open; off, players see how many cards the others hold (DB-03)"),
        Option("fair_start", "players take an extra card for every player before them (DB-06)", is_younger=True),
    ),
    rules_version=1,
    about="Roll for goods, then raise tents in a burst: neighbours pay for you, and the seventh tent closes a camp.",
    reconstructed="the number and arrangement of the board's spaces, and the list of tiles",
    aim={
        "en": "Gather resources, raise tents beside others that pay for you, complete encampments of seven.",
        "fr": "Amassez des ressources, dressez des tentes que les voisines paient, complétez des campements de sept.",
    },
    rule_prefix="DB",
    sources=("isolated", "encampments", "closing", "markers", "majorities"),
)
