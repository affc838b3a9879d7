"""The history of gestures and what may come, on the page of a duel."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import DESKTOP, PHONE, Duelist, fits, is_for_all, open_sheet, press, shut_sheets

ROUNDS = [
    {"Isolde": {"left": left, "right": right}, "Tristan": {"left": other, "right": "-"}}
    for left, right, other in (("S", "-", "D"), ("D", "W", "S"), ("-", "P", "P"))
]
"""Isolde casts a missile with her left hand and begins a Counter-spell with the right one; Tristan an Anti-spell."""


def gesture(page: Page, wizard: str, hand: str, number: int) -> Locator:
    """What a hand did in a round."""
    return page.locator(f'[data-cell="{number}||{hand}|{wizard}"]')


def lit(page: Page) -> set[str]:
    """The gestures that are shown to belong together."""
    return set(page.locator("[data-lit]").evaluate_all("found => found.map((it) => it.dataset.cell)"))


def test_a_gesture_tells_by_mouse_and_by_keys_which_spell_it_was_part_of(duelists):
    isolde, _ = duelists(wizards=["Isolde", "Tristan"], rounds=ROUNDS)
    page = isolde.page
    story = page.locator(".history__story")
    gesture(page, "Isolde", "left", 2).hover()
    expect(story).to_contain_text("Completes Magic Missile rounds 1 to 2, left hand")
    expect(story).to_contain_text("Magic Missile hurts Tristan for 1 point.")
    expect(story.get_by_role("link", name="rule").first).to_have_attribute("href", re.compile("classic/#rule-"))
    assert lit(page) == {"1||left|Isolde", "2||left|Isolde"}
    page.get_by_role("heading", name="What happened").hover()
    expect(story).to_be_hidden()
    assert not lit(page)
    page.get_by_role("region", name="Gestures of all rounds").focus()
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    expect(gesture(page, "Tristan", "left", 3)).to_be_focused()
    expect(story).to_contain_text("May become")
    expect(story).to_contain_text("Anti-spell")
    is_for_all(page)
    page.keyboard.press("Escape")
    expect(story).to_be_hidden()


def test_the_last_row_is_what_is_being_ordered_and_hides_the_others(duelists):
    isolde, tristan = duelists(PHONE, DESKTOP, wizards=["Isolde", "Tristan"], rounds=ROUNDS)
    isolde.pick("F", "P")
    open_sheet(isolde.page, "Rounds")
    expect(isolde.page.get_by_role("rowheader", name="Round 4 not played yet")).to_be_visible()
    own, his = (gesture(isolde.page, name, "right", 4) for name in ("Isolde", "Tristan"))
    expect(own).to_contain_text("picked: P, palm; completes Counter-spell")
    expect(his).to_contain_text("not revealed yet")
    own.tap()
    story = isolde.page.locator(".history__story")
    expect(story).to_contain_text("Would complete Counter-spell rounds 2 to 4, right hand")
    assert {"2||right|Isolde", "3||right|Isolde", "4||right|Isolde"} <= lit(isolde.page)
    fits(isolde.page)
    shut_sheets(isolde.page)
    isolde.press("Seal")
    tristan.seal("P", "-")
    isolde.sees_round(4)
    expect(story).to_be_hidden()
    expect(gesture(isolde.page, "Isolde", "right", 4)).to_contain_text("completes Counter-spell")


def test_the_board_says_what_may_come_and_what_answers_it_and_stays_as_it_was_left(duelists, someone):
    _, tristan = duelists(wizards=["Isolde", "Tristan"], rounds=ROUNDS[:1])
    page = tristan.page
    missile = page.get_by_role("button", name="Magic Missile D").first
    missile.hover()
    expect(page.get_by_text("Isolde could complete Magic Missile next round: D with the left hand.")).to_be_visible()
    expect(page.get_by_text(re.compile("You could stop it: Shield \\(P with either hand\\)"))).to_be_visible()
    expect(page.locator("[data-lit]")).to_have_attribute("data-cell", "1||left|Isolde")
    tristan.pick("P", "-")
    expect(page.get_by_role("button", name=re.compile("^Magic Missile D.*your orders answer it$"))).to_be_visible()
    page.keyboard.press("t")
    expect(missile).to_be_hidden()
    page.reload()
    expect(page.get_by_role("heading", name="What may come")).to_be_visible()
    expect(missile).to_be_hidden()
    page.keyboard.press("t")
    expect(missile).to_be_visible()
    watcher = Duelist(someone(address=page.url), "")
    press(watcher.page.get_by_role("button", name="Magic Missile D").first)
    expect(watcher.page.get_by_text("Isolde could complete Magic Missile next round")).to_be_visible()
    expect(watcher.page.get_by_text("You could stop it")).to_have_count(0)


@pytest.mark.parametrize("height", [767, 768, 896, 1056])
def test_the_history_of_a_young_duel_fills_its_room_at_every_height(duelists, height):
    one, _ = duelists(wizards=["Young", "Younger"])
    one.page.set_viewport_size({"width": 1280, "height": height})
    room, table = (one.page.locator(place).bounding_box() for place in (".history__scroll", ".history__table"))
    assert table["height"] >= room["height"]
