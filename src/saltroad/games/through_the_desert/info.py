"""What `saltroad games` tells of Through the Desert; loads no numpy."""

from __future__ import annotations

from saltroad.kernel.info import GameInfo, Option

INFO = GameInfo(
    name="through_the_desert",
    title="Through the Desert",
    designer="Reiner Knizia",
    players=(2, 3, 4, 5),
    options=(
        Option(
            "start",
            "who begins: a seat, or drawn by chance (TD-07)",
            values=("1", "2", "3", "4", "5", "drawn"),
            names_seat=True,
        ),
        Option(
            "open_scores", "the running totals are shown to all; off, they lie face down (TD-30)", values=(True, False)
        ),
    ),
    rules_version=1,
    about="Lead caravans of five colours to water and oases, and enclose the desert before the camels run out.",
    reconstructed="the section of the board for 4 and 5 players; the smaller section comes from one source only",
    aim={
        "en": "Reach water and oases, enclose desert, lead the largest caravans.",
        "fr": "Gagnez eau et oasis, enfermez le désert, menez les plus grandes caravanes.",
    },
    rule_prefix="TD",
    sources=("water", "oases", "areas", "largest_caravans"),
)
