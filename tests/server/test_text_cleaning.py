"""Names and lines: nothing in them is invisible, and two names at a table never look alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from saltroad.server.refusals import Refusal
from saltroad.server.text_cleaning import MAX_MARKS, MAX_NAME_LENGTH, clean_line, clean_name, distinct_name, look_alike
from server.serving import Person, Server, told

INVISIBLE = [
    *map(chr, (0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180E, 0x180F)),
    *map(chr, (0x200B, 0x200C, 0x200D, 0x200E, 0x202E, 0x2060, 0x2066, 0x2800, 0x3164, 0xFE00, 0xFE0F, 0xFEFF)),
    *map(chr, (0xFFA0, 0xFFF9, 0xFFFC, 0x13441, 0x16FE4, 0x1D159, 0x1D173, 0xE0001, 0xE0020, 0xE0100, 0xE01EF)),
]
MARKS = [chr(code) for code in (*range(0x0300, 0x0370), 0x0488, 0x0E38, 0x093E, 0x20DD)]
texts = st.text(
    st.one_of(
        st.sampled_from(INVISIBLE),
        st.sampled_from(MARKS),
        st.sampled_from("Ada Lo vel"),
        st.sampled_from("각각é가"),
        st.characters(),
    ),
    max_size=40,
)


def tidied(text: str) -> str:
    try:
        return clean_name(text)
    except Refusal:
        assume(False)
        raise


@given(texts)
def test_a_tidy_name_stays_as_it_is(text: str) -> None:
    name = tidied(text)
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)


@given(texts)
def test_a_name_has_nothing_invisible_and_something_to_see(text: str) -> None:
    name = tidied(text)
    assert not set(name) & set(INVISIBLE)
    assert 0 < len(name) <= MAX_NAME_LENGTH
    kinds = [unicodedata.category(character)[0] for character in name]
    assert "C" not in kinds
    assert kinds[0] not in "MZ"
    assert "MM" + "M" * (MAX_MARKS - 1) not in "".join(kinds)
    assert " M" not in "".join(" " if kind == "Z" else kind for kind in kinds)


@pytest.mark.parametrize("character", INVISIBLE, ids=lambda character: f"U+{ord(character):04X}")
def test_what_cannot_be_seen_makes_no_name(character: str) -> None:
    assert clean_name(f"A{character}da{character}") == "Ada"
    with pytest.raises(Refusal) as refused:
        clean_name(character * 3)
    assert refused.value.code == "empty_text"


@pytest.mark.parametrize("text", ["́", "̀́ ̂", "\N{HANGUL FILLER}", " \u200b ", "⠀⠀"])
def test_marks_alone_make_no_name(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean_name(text)
    assert refused.value.code == "empty_text"


@pytest.mark.parametrize(
    "name", ["Zoë", "Nguyễn", "أحمد", "מֹשֶׁה", "สุนีย์", "अदिति", "한글", "李", "D'Artagnan", "R2-D2", "🐪"]
)
def test_names_of_all_the_world_stay_as_they_are(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


def test_a_letter_does_not_climb_over_the_lines_above() -> None:
    assert len(clean_line("z" + "\u031b\u0328\u0301\u0302" * 50 + "algo")) <= len("zalgo") + MAX_MARKS
    assert clean_line("I \N{HEAVY BLACK HEART}️ it") == "I \N{HEAVY BLACK HEART}️ it"


ALIKE = [
    ("Ada", "ada"), ("Ada", "Аdа"), ("Ada", "Ádà"), ("Ada", "A da"), ("Ada", "Ada."), ("Ada", "Ａｄａ"), ("Ada", "𝐀𝐝𝐚"),
    ("Bill", "BiIl"), ("Bill", "Bi11"), ("Bo", "B0"), ("Bo", "Вο"), ("Marm", "Marrn"), ("Will", "VVill"),
    ("PAX", "РАХ"), ("Somebody", "S0mebody"), ("ΝΙΚΟΣ", "νικος"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert distinct_name(other, [one]) == f"{other} 2"


@pytest.mark.parametrize(("one", "other"), [("Ada", "Bo"), ("Ada 2", "Ada 3"), ("🐪", "🐫"), ("李", "王"), ("!", "?")])
def test_names_that_do_not(one: str, other: str) -> None:
    assert not look_alike(one, other)
    assert distinct_name(other, [one]) == other


@given(texts, st.lists(texts, max_size=5))
def test_a_name_is_told_apart_from_all_others(text: str, others: list[str]) -> None:
    name = distinct_name(tidied(text), [text, *others])
    assert not any(look_alike(name, other) for other in (text, *others))
    assert len(name) <= MAX_NAME_LENGTH


# -- at a table --------------------------------------------------------------------------------------------------------


def names(person: Person, table: str) -> list[str]:
    return [seat["name"] for seat in person.look(table)["seats"]]


def test_two_players_at_a_table_never_look_alike(server: Server) -> None:
    ada, other, third = Person(server, "Ada"), Person(server, "Аdа"), Person(server, "ADA")
    table = ada.make("bazaar", "me open open random", drawn=False)
    other.ask(table, "sit", seat=1)
    third.ask(table, "sit", seat=2)
    bot = names(ada, table)[3]
    assert names(ada, table) == ["Ada", "Аdа 2", "ADA 3", bot]
    told(other.http.patch("/api/me", json={"name": "Bo"}))
    told(third.http.patch("/api/me", json={"name": bot.upper()}))
    assert names(ada, table) == ["Ada", "Bo", f"{bot.upper()} 2", bot]
    with third.at(table) as tab:
        ada.ask(table, "start")
        tab.until(state="playing")
        tab.done("say", text="hello")
        tab.until_lines(1)
        assert tab.lines[0]["name"] == f"{bot.upper()} 2"


def test_a_bot_does_not_look_like_a_person(server: Server) -> None:
    ada = Person(server, "Idris")
    table = ada.make("bazaar", "me open", drawn=False)
    ada.ask(table, "set_seat", seat=1, kind="bot", bot="random")
    assert names(ada, table) == ["Idris", "Idris 2"]


def test_nobody_is_called_like_those_who_are_forgotten(server: Server) -> None:
    table = (person := Person(server, "S0mebody")).make("bazaar", "me random")
    assert names(person, table)[0] == "S0mebody 2"


def test_those_who_have_the_same_name_by_now_are_told_apart_in_the_next_game(server: Server) -> None:
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    table = ada.make("bazaar", "me open", drawn=False)
    bo.ask(table, "sit", seat=1)
    ada.ask(table, "start")
    told(bo.http.patch("/api/me", json={"name": "Ada"}))
    assert names(ada, table) == ["Ada", "Bo"]  # a game goes on with the names that it began with
    while ada.look(table, "")["state"] != "over":
        for person in (ada, bo):
            update = person.look(table, "")
            if update["offers"]:
                person.ask(table, "act", ply=update["ply"], action=update["offers"][0][0])
    ada.ask(table, "again")
    assert names(ada, str(ada.look(table)["again"])) == ["Ada", "Ada 2"]


def test_a_long_name_or_action_is_refused_by_its_own_code(server: Server) -> None:
    """Both were refused as messages that cannot be read, and the codes that are documented never came."""
    ada = Person(server, "Ada")
    assert ada.fault("POST", "/api/me", {"name": "x" * 31}) == (400, "name_too_long")
    assert ada.fault("PATCH", "/api/me", {"name": "x" * 31}) == (400, "name_too_long")
    assert ada.fault("POST", "/api/me/tokens", {"label": "x" * 31}) == (400, "name_too_long")
    table = ada.make("bazaar", "me random", start=True)
    while not (update := ada.look(table))["offers"]:
        pass
    assert ada.refused(table, "act", ply=update["ply"], action="x" * 101) == "too_long"
    assert ada.refused(table, "explain", ply=update["ply"], action="x" * 101) == "too_long"
