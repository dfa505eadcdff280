"""Why an action of Through the Desert is or is not legal: a rule and a reason for every action in every position.

Reads a snapshot and decides nothing: `rules.legal` is what counts, and `check_game` holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable

from saltroad.games.through_the_desert.actions import DesertAction, Palms, Pass, Place, Start, Water, Without
from saltroad.games.through_the_desert.components import (
    BIT_OF,
    COLOURS,
    MARKED,
    NAMES,
    RING,
    WORD_OF,
)
from saltroad.games.through_the_desert.enclosure import has, water_at
from saltroad.games.through_the_desert.rules import can_place, leader_colours
from saltroad.games.through_the_desert.state import (
    DRAW_START,
    GIVE_UP_LEADER,
    LAY_WATER,
    NOBODYS,
    OVER,
    PLACE_LEADER,
    PLANT_PALMS,
    State,
)
from saltroad.kernel.rulebook import Rulebook, Verdict
from saltroad.messages import rule_sentences

RULEBOOK = Rulebook.of_package(__package__ or "", rule_sentences(__package__ or ""))

_allow, _refuse = RULEBOOK.allow, RULEBOOK.refuse

_ENDED = ("", "TD-50", "TD-20")
_AWAITED = {PLANT_PALMS: "TD-05", LAY_WATER: "TD-06", GIVE_UP_LEADER: "TD-03", DRAW_START: "TD-07"}


def explain(s: State, action: DesertAction, earned: Callable[[], int]) -> Verdict:
    """The verdict on one action; `earned` says what it brings, if it is a legal placement of a camel."""
    if s.phase == OVER:
        return _refuse(_ENDED[s.ended], "over")
    if not isinstance(action, Place | Pass):
        return _explain_chance(s, action)
    if s.phase in _AWAITED:
        return _refuse(_AWAITED[s.phase], "awaited")
    if isinstance(action, Pass):
        return _refuse("TD-20", "no_pass") if can_place(s) else _allow("TD-20", "pass")
    return _explain_leader(s, action) if s.phase == PLACE_LEADER else _explain_camel(s, action, earned)


# -- chance ------------------------------------------------------------------------------------------------------------


def _explain_chance(s: State, action: Palms | Water | Without | Start) -> Verdict:
    match action:
        case Palms(spaces):
            if s.phase != PLANT_PALMS:
                return _refuse("TD-05", "planted")
            outside = [name for name in spaces if not has(s.empty, NAMES.index(name))]
            return _refuse("TD-01", "not_in_play", space=outside[0]) if outside else _allow("TD-05", "chance")
        case Water(space, value):
            return _explain_water(s, space, value)
        case Without(player, colour):
            return _explain_without(s, player, colour)
        case Start(player):
            if s.phase != DRAW_START:
                return _refuse("TD-07", "awaited" if s.phase < DRAW_START and s.start < 0 else "given")
            if player > s.players:
                return _refuse("TD-07", "no_seat", number=player, players=s.players)
            return _allow("TD-07", "chance", seat=player - 1)


def _explain_water(s: State, space: str, value: int) -> Verdict:
    if s.phase != LAY_WATER:
        return _refuse("TD-06", "awaited" if s.phase == PLANT_PALMS else "laid")
    expected = NAMES[MARKED[s.next_marked]]
    if space != expected:
        return _refuse("TD-06", "another_space", space=expected)
    if s.markers[value - 1] == 0:
        return _refuse("TD-06", "run_out", value=value)
    return _allow("TD-06", "chance", space=space, value=value)


def _explain_without(s: State, player: int, colour: str) -> Verdict:
    if s.phase != GIVE_UP_LEADER:
        return _refuse("TD-03", "awaited" if s.phase < GIVE_UP_LEADER and s.players == 5 else "kept")
    if player != s.seat + 1:
        return _refuse("TD-03", "another_player", seat=s.seat)
    if s.given_up >> COLOURS.index(colour) & 1:
        return _refuse("TD-03", "given_up", colour=colour)
    return _allow("TD-03", "chance", seat=player - 1, colour=colour)


# -- placing -----------------------------------------------------------------------------------------------------------


def _neighbours(space: int) -> list[int]:
    return [x for x in RING[space].tolist() if x >= 0]


def _camel_at(s: State, space: int) -> tuple[int, int] | None:
    """The seat and the colour of the camel on a space."""
    if not has(s.camels, space):
        return None
    word, bit = WORD_OF[space], BIT_OF[space]
    return next(divmod(k, len(COLOURS)) for k in range(s.players * len(COLOURS)) if s.caravan[k, word] & bit)


def _is_oasis(s: State, space: int) -> bool:
    return has(s.oases, space)


def _explain_ground(s: State, name: str, rule: str) -> Verdict | None:
    """What bars a space for any camel: not in play, a camel, an oasis, an enclosed area."""
    space = NAMES.index(name)
    camel = _camel_at(s, space)
    if camel is not None:
        return _refuse(rule, "occupied", space=name, seat=camel[0], colour=COLOURS[camel[1]])
    if not has(s.empty, space):
        return _refuse("TD-01", "not_in_play", space=name)
    if _is_oasis(s, space):
        return _refuse(rule, "oasis", space=name)
    return None


def _explain_leader(s: State, action: Place) -> Verdict:
    colour, space = COLOURS.index(action.colour), NAMES.index(action.space)
    if not s.leaders[s.seat] >> colour & 1:
        had = s.players == 5 and not s.length[s.seat * len(COLOURS) + colour]
        return _refuse("TD-03" if had else "TD-10", "no_leader", colour=action.colour)
    if not leader_colours(s) >> colour & 1:
        taken = s.first_colours >> colour & 1
        return _refuse("TD-13", "colour_placed" if taken else "needed_later", colour=action.colour)
    barred = _explain_ground(s, action.space, "TD-11")
    if barred is not None:
        return barred
    if water_at(s, space):
        return _refuse("TD-11", "water", space=action.space)
    for x in _neighbours(space):
        if _is_oasis(s, x):
            return _refuse("TD-12", "next_to_oasis", space=action.space, other=NAMES[x])
        camel = _camel_at(s, x)
        if camel is not None:
            other, of = NAMES[x], COLOURS[camel[1]]
            return _refuse("TD-12", "next_to_leader", space=action.space, other=other, seat=camel[0], colour=of)
    return _allow("TD-10", "leader", colour=action.colour, space=action.space)


def _explain_camel(s: State, action: Place, earned: Callable[[], int]) -> Verdict:
    colour, space = COLOURS.index(action.colour), NAMES.index(action.space)
    barred = _explain_ground(s, action.space, "TD-22")
    if barred is not None:
        return barred
    if s.closed_by[space] != NOBODYS:
        return _refuse("TD-44", "enclosed", space=action.space, seat=s.closed_by[space])
    if s.pile[colour] == 0:
        return _refuse("TD-20", "pile_empty", colour=action.colour)
    own, foreign = False, None
    for x in _neighbours(space):
        camel = _camel_at(s, x)
        if camel is not None and camel[1] == colour:
            if camel[0] == s.seat:
                own = True
            else:
                foreign = (camel[0], x)
    if not own:
        lacks = s.length[s.seat * len(COLOURS) + colour] == 0
        return _refuse("TD-23", "no_caravan" if lacks else "not_adjacent", colour=action.colour, space=action.space)
    if foreign is not None:
        seat, other = foreign[0], NAMES[foreign[1]]
        return _refuse("TD-24", "foreign", space=action.space, other=other, seat=seat, colour=action.colour)
    points = earned()
    rule, reason = ("TD-30", "earns") if points else ("TD-20", "camel")
    return _allow(rule, reason, colour=action.colour, space=action.space, points=points)
