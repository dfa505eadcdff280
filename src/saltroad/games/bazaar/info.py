"""What `saltroad games` tells of Bazaar; loads no numpy."""

from __future__ import annotations

from saltroad.kernel.info import GameInfo, Option

INFO = GameInfo(
    name="bazaar",
    title="Bazaar",
    designer="Sid Sackson",
    players=(2, 3, 4, 5, 6),
    options=(
        Option("double_purchase", "two wares may be bought in one turn (BZ-40 to BZ-42)"),
        Option(
            "solo", "the puzzle for one player, with par (BZ-50 to BZ-52)", players=(1,), excludes=("double_purchase",)
        ),
    ),
    rules_version=1,
    about="Trade tokens at two posted rate cards, and buy wares with as few tokens left over as you can.",
    reconstructed="which equations stand on which rate card, and the list of wares",
    aim={
        "en": "Buy wares with few tokens left over, until two stalls are empty.",
        "fr": "Achetez en gardant peu de jetons, jusqu'à ce que deux étals soient vides.",
    },
    rule_prefix="BZ",
    sources=("plain", "star", "double_star"),
    bots=("rate",),
)
