"""Who reads: their language, what they chose, and the same person on another device."""

from __future__ import annotations

import re

import pytest

from browser.conftest import Meet
from browser.person import wait_for

pytestmark = pytest.mark.slow


def test_french_by_the_browser_and_english_at_once(meet: Meet) -> None:
    ada = meet(locale="fr-FR")
    page = ada.visit()
    assert page.evaluate("document.documentElement.lang") == "fr"
    page.get_by_role("button", name=re.compile("Jouer contre des robots.*: Bazaar")).click()
    ada.at_table()
    asks = page.locator(".asks[role=status]").first
    ada.until("known.actor === known.seat")
    in_french = asks.inner_text()
    ada.move("bazaar")
    log = page.get_by_role("list", name="Coups")
    log.wait_for()
    first = log.get_by_role("listitem").first.inner_text()

    lines = page.evaluate("probe.lines")
    page.get_by_role("button", name="English").click()
    wait_for(page, "document.documentElement.lang === 'en'")
    in_english = page.get_by_role("list", name="Moves")
    in_english.wait_for()
    asked, line = asks.element_handle(), in_english.get_by_role("listitem").first.element_handle()
    wait_for(page, "([asked, french]) => asked.innerText !== french", [asked, in_french])
    wait_for(page, "([line, french]) => line.innerText !== french", [line, first])
    assert page.evaluate("probe.lines") == lines, "no new connection for another language"


def test_settings_are_kept_on_the_server_and_come_along_by_a_private_link(meet: Meet) -> None:
    ada = meet()
    page = ada.visit("/settings")
    page.get_by_label("Your name").fill("Ada")
    ada.button("Save").click()
    page.get_by_role("radio", name="Night").check()
    page.get_by_role("radio", name="Small").check()
    wait_for(page, "document.documentElement.dataset.symbols === 'plain'")
    with page.expect_response(lambda answer: answer.request.method == "PATCH" and '"fr"' in answer.text()):
        page.get_by_role("radio", name="Français").check()
    wait_for(page, "document.documentElement.dataset.theme === 'dark'")
    page.get_by_role("heading", name="Réglages").wait_for()
    page.get_by_role("button", name="Créer un lien privé").click()
    link = page.get_by_role("textbox", name="Votre lien privé").input_value()

    other = meet(locale="en-GB", color_scheme="light")
    elsewhere = other.visit(link)
    other.button("Log in here").click()
    elsewhere.wait_for_url(other.house.url + "/")
    wait_for(elsewhere, "document.documentElement.dataset.theme === 'dark'")
    wait_for(elsewhere, "document.documentElement.lang === 'fr'")
    wait_for(elsewhere, "document.documentElement.dataset.symbols === 'plain'")
    elsewhere.get_by_role("banner").get_by_text("Ada").wait_for()

    third = meet()
    third.visit(link)
    third.button("Log in here").click()
    third.page.get_by_role("alert").wait_for()
    assert "Ada" not in third.page.get_by_role("banner").inner_text()
    third.troubles.clear()  # the browser itself reports that the link was refused


def test_small_letters_and_signs_are_small_and_there(meet: Meet) -> None:
    ada = meet()
    page = ada.visit("/settings")
    letters = page.locator(".sample text")
    letters.first.wait_for()
    height = "document.querySelector('.sample text').getBoundingClientRect().height"
    large = page.evaluate(height)
    # In one breath: whoever asked for stillness sees no frame in between, however short.
    small = page.get_by_role("radio", name="Small").evaluate(f"radio => {{ radio.click(); return {height}; }}")
    assert 0.6 * large < small < 0.9 * large
    assert letters.all_text_contents() == ["R", "W", "B", "G", "Y"]
    ada.visit("/learn/through_the_desert")
    page.locator("[data-pile] .camel").first.wait_for()
    assert float(page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--sign')")) == 0.74


def test_a_hint_is_a_sentence_and_french_keeps_its_spaces(meet: Meet) -> None:
    ada = meet(locale="fr-FR")
    page = ada.visit()
    title = page.get_by_role("button", name=re.compile("robots.*: Bazaar"))
    assert "robots\u202f: Bazaar" in (title.get_attribute("aria-label") or "")
    title.click()
    ada.at_table()
    ada.until("known.actor === known.seat")
    page.get_by_role("button", name="Conseil").click()
    hint = page.locator(".bar.hint p").first
    hint.wait_for()
    assert hint.inner_text().startswith("Vous pourriez ")
    assert hint.inner_text().endswith(".")


def test_the_level_of_the_bots_is_chosen_at_home_and_kept(meet: Meet) -> None:
    ada = meet()
    page = ada.visit()
    levels = page.get_by_label("Bots: Bazaar", exact=True)
    levels.locator("option").nth(4).wait_for(state="attached")
    assert levels.input_value() == "trader"
    levels.select_option("novice")
    page.get_by_text("Overlooks a lot, for a first game").first.wait_for()
    assert page.get_by_label("Bots: Through the Desert", exact=True).input_value() == "novice"
    ada.play_bots("bazaar")  # comes home again first, where the choice still stands
    page.get_by_text("Bot · novice").nth(1).wait_for()


def test_browsers_links_and_programs_are_listed_and_logged_out(meet: Meet) -> None:
    ada = meet()
    page = ada.visit("/settings")
    page.get_by_label("Your name").fill("Ada")
    ada.button("Save").click()
    sessions = page.get_by_role("region", name="Where you are logged in")
    sessions.get_by_text("No other browser is logged in as you.").wait_for()
    sessions.get_by_text("No private link is waiting.").wait_for()

    ada.button("Create a private link").click()
    link = page.get_by_role("textbox", name="Your private link").input_value()
    sessions.get_by_role("button", name=re.compile("Revoke the private link")).wait_for()
    other = meet()
    other.visit(link)
    other.button("Log in here").click()
    other.page.wait_for_url(other.house.url + "/")
    table = other.make_table("bazaar", "me open")

    ada.visit("/settings")
    sessions.get_by_text("No private link is waiting.").wait_for()
    sessions.get_by_role("button", name=re.compile("Log out Chrome")).click()
    sessions.get_by_text("No other browser is logged in as you.").wait_for()
    other.page.get_by_text("You are no longer logged in on this browser.").first.wait_for()
    wait_for(other.page, "!document.querySelector('header')?.innerText.includes('Ada')")
    assert table

    page.get_by_text("Programs that play for you").click()
    page.get_by_text("No program has a token.").wait_for()
    page.get_by_label("Purpose").fill("my bot")
    page.get_by_role("radio", name=re.compile("^Watch")).check()
    ada.button("Create a token").click()
    page.get_by_text("Watch · Never used").wait_for()
    page.get_by_role("button", name="Revoke the token my bot").click()
    page.get_by_text("No program has a token.").wait_for()


def test_a_password_is_changed_with_the_old_one(meet: Meet) -> None:
    ada = meet()
    page = ada.visit("/settings")
    page.get_by_label("Your name").fill("Ada")
    ada.button("Save").click()
    page.get_by_label("Login").fill("changes")
    page.get_by_label(re.compile("^Password")).fill("long enough")
    ada.button("Create an account").click()
    page.get_by_text("Change password").first.click()
    for old, said in (
        ("not this one", "That is not your current password."),
        ("long enough", "Your password is changed."),
    ):
        page.get_by_label("Current password").fill(old)
        page.get_by_label(re.compile("^New password")).fill("another one")
        ada.button("Change password").click()
        page.get_by_text(re.compile(said)).first.wait_for()
    ada.troubles.clear()  # the browser itself reports what was refused
    ada.visit("/settings")
    page.get_by_text("You are logged in as changes.").wait_for()
