"""Studies of games: what comes of many games of the same kind, with intervals.

from saltroad import study

found = study.of_bots("bazaar", "greedy", players=[2, 3], games=50, seed=1)
print(found.summary.counts[0].places[0].wins)  # how often who begins wins, with two players
Path("bazaar.html").write_text(study.page(found))

    observe    what a study keeps of one game
    data       the file of what was kept, from which a study goes on
    play       games between bots, in this process or in workers
    run        a study from bots, or from a folder of records
    summary    the figures of many games, with intervals
    report     the page, with plots and heat maps on the board
    pictures   the plots and heat maps as SVG files

What is counted in one game only is in the module `study` of its folder: TABLES and `marks(history)`, `spaces(players)`
where tables are maps, and GIFTS with `give(gift, position, seat, rng)`.
"""

from __future__ import annotations

from saltroad.study.data import BadStudy
from saltroad.study.observe import StudiedGame, observe
from saltroad.study.pictures import pictures
from saltroad.study.report import page
from saltroad.study.run import Study, data_of, of_bots, of_data, of_records
from saltroad.study.summary import CountFigures, Spread, StudySummary, in_order, sum_up

__all__ = [
    "BadStudy",
    "CountFigures",
    "Spread",
    "StudiedGame",
    "Study",
    "StudySummary",
    "data_of",
    "in_order",
    "observe",
    "of_bots",
    "of_data",
    "of_records",
    "page",
    "pictures",
    "sum_up",
]
