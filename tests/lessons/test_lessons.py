"""Every lesson can be played to its end, says what is true, and says it in both languages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import resources

import pytest

from saltroad import games, lessons
from saltroad.kernel.errors import SaltroadError
from saltroad.kernel.rulebook import Rulebook
from saltroad.lessons import READER, BadLesson, Script, Texts, script_of

LANGUAGES = {"en", "fr"}
GAMES = tuple(games.GAMES)
POINTS = re.compile(r"[+]\s?\d")
"""A claim of points."""


@pytest.fixture(params=GAMES)
def script(request: pytest.FixtureRequest) -> Script:
    return script_of(request.param)


def texts_of(script: Script) -> Iterator[tuple[str, Texts]]:
    for number, step in enumerate(script.steps, 1):
        yield f"step {number} says", step.says
        if step.asks:
            yield f"step {number} praise", step.praise
        for after in step.after:
            yield f"step {number} praise of {after.action}", after.praise
    for picture in script.pictures:
        yield f"picture of {picture.rule}", picture.caption


def test_a_lesson_is_short_and_ends_with_something_to_read(script: Script) -> None:
    assert 8 <= len(script.steps) <= 14
    assert 6 <= len(script.pictures) <= 10
    assert not script.steps[0].does, "a lesson opens with where one is"
    assert not script.steps[-1].does
    assert sum(bool(step.does or step.asks) for step in script.steps) >= 8, "one learns by doing"


def test_every_right_action_is_legal_and_leads_on(script: Script) -> None:
    game = script.game
    for step in script.steps:
        if step.does or step.asks:
            assert game.actor(step.position) == READER
        legal = set(map(str, game.legal(step.position)))
        assert set(step.does) <= legal, "written as the board sends it"
        assert [after.action for after in step.after] == list(step.does)
        for after in step.after:
            assert after.position != step.position
            assert str(after.played[0].action) == after.action


def test_chance_is_never_left_waiting(script: Script) -> None:
    """What a reader sees is never a die in the air."""
    for step in script.steps:
        for position in (step.position, *(after.position for after in step.after)):
            assert script.game.describe_actor(position) != "chance decides"


def test_a_step_goes_on_where_the_last_one_ended(script: Script) -> None:
    for before, step in zip(script.steps, script.steps[1:], strict=False):
        ended = before.after[0].position if before.after else before.position
        if step.played:
            assert step.played[0].before == ended


def test_what_is_asked_about_is_forbidden(script: Script) -> None:
    for step in script.steps:
        assert not (step.does and step.asks), "one thing to do at a time"
        verdicts = [script.game.explain(step.position, script.game.parse(action)) for action in step.asks]
        assert not any(verdict.legal for verdict in verdicts)
        assert len({verdict.rule for verdict in verdicts}) <= 1, "whichever is asked, one rule answers"


def test_what_is_pointed_at_is_an_action(script: Script) -> None:
    for step in script.steps:
        assert not step.points_at or step.points_at in step.does + step.asks
    for picture in script.pictures:
        if picture.points_at:
            assert str(script.game.parse(picture.points_at)) == picture.points_at


def test_everything_is_said_in_both_languages(script: Script) -> None:
    assert set(script.names) == LANGUAGES
    for where, texts in texts_of(script):
        assert set(texts) == LANGUAGES, where
        assert all(text.strip() for text in texts.values()), where
        assert texts["en"] != texts["fr"], where


def test_nobody_shouts_and_no_jargon_is_used(script: Script) -> None:
    for where, texts in texts_of(script):
        for text in texts.values():
            assert "!" not in text, where
            assert not re.search(r"\b(ply|plies|seats?)\b", text), where
        assert len(texts["en"]) <= 330, f"{where} is short"


def test_points_are_those_of_the_offer() -> None:
    """No praise states points by hand; those that are stated are what the action earned."""
    for name in GAMES:
        data = tomllib.loads(resources.files(games.package_of(name)).joinpath("lesson.toml").read_text("utf-8"))
        for part in data["steps"]:
            for text in (*part["says"].values(), *part.get("praise", {}).values()):
                assert not POINTS.search(text), text
        script = script_of(name)
        for step in script.steps:
            scores = script.game.scores(step.position)
            for after in step.after:
                said = [POINTS.search(text) for text in after.praise.values()]
                if not any(said):
                    continue
                assert all(said), "in both languages or in none"
                earned = script.game.scores(after.position)[READER] - scores[READER]
                earns = {str(offer.action): offer.earns for offer in script.game.offers(step.position).actions}
                stated = {int(match[0][1:]) for match in said if match}
                assert stated == {earns[after.action]} != {0}
                assert earned in (0, earns[after.action]), "at once, or as soon as it is paid for"


def test_pictures_are_of_rules_that_there_are(script: Script) -> None:
    book = Rulebook.of_package(f"saltroad.games.{script.game.info.name}")
    rules = [picture.rule for picture in script.pictures]
    assert set(rules) <= set(book.rules)
    assert len(set(rules)) == len(rules)
    assert rules == sorted(rules), "in the order of the rules"
    assert any(book.rules[rule].is_ruling for rule in rules), "a ruling of ours is shown too"


def test_every_player_of_a_script_has_a_name(script: Script) -> None:
    for names in script.names.values():
        for step in script.steps:
            assert len(script.game.scores(step.position)) == len(names)
    for picture in script.pictures:
        assert len(script.game.scores(picture.position)) <= len(script.pictured)


def test_a_script_that_breaks_a_rule_says_where() -> None:
    game = games.load("bazaar")
    step = {"options": "players=2", "played": ["rates 1 8", "show RRRRR", "show RRRRR"], "says": {}}
    with pytest.raises(BadLesson, match=r"bazaar, step 1: .*seen already") as caught:
        list(lessons._steps(game, {"steps": [step]}))
    assert isinstance(caught.value.__cause__, SaltroadError)
