"""A record brought in, looked at move by move, and a move of it shared by a link."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Meet
from browser.person import TITLES, wait_for

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", TITLES)
def test_a_replay_by_link(meet: Meet, game: str) -> None:
    ada = meet()
    page = ada.bring(game)
    last = int(page.get_by_role("slider").get_attribute("max") or 0)
    middle = last // 2
    page.get_by_role("slider").fill(str(middle))
    page.wait_for_url(f"**ply={middle}")
    ada.button("Share").click()
    link = page.get_by_role("textbox", name="Link to this move").input_value()
    assert f"ply={middle}" in link

    bo = meet()
    other = bo.visit(link)
    slider = other.get_by_role("slider")
    slider.wait_for()
    expect(slider).to_have_value(str(middle))
    other.locator("section.board svg").first.wait_for()
    bo.button("One move forward").click()
    other.wait_for_url(f"**ply={middle + 1}")
    expect(slider).to_have_value(str(middle + 1))
    said = other.locator(".said[role=status]")
    wait_for(other, "said => said.innerText.trim() !== ''", said.element_handle())
    other.get_by_role("combobox", name="View").select_option("1")
    other.wait_for_url(f"**ply={middle + 1}&seat=1")
    other.get_by_role("heading", name=TITLES[game], exact=False).focus()
    other.keyboard.press("End")
    other.wait_for_url(f"**ply={last}&seat=1")
    with other.expect_download() as download:
        other.get_by_role("link", name="Record").click()
    text = Path(str(download.value.path())).read_text("utf-8")
    assert f"game: {game}" in text
