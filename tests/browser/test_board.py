"""Tests for the gesture history and the threats on the duel page."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import PHONE, Duelist, fits, is_accessible, open_sheet, press, shut_sheets

ROUNDS = [
    {"Isolde": {"left": left, "right": right}, "Tristan": {"left": other, "right": "-"}}
    for left, right, other in (("S", "-", "D"), ("D", "W", "S"), ("-", "P", "P"))
]
"""Rounds in which Isolde casts Magic Missile and begins Counter-spell, and Tristan begins Anti-spell."""


def gesture(page: Page, wizard: str, hand: str, number: int) -> Locator:
    """Return the cell of the gesture history for one hand of a wizard in round `number`."""
    return page.locator(f'[data-cell="{number}||{hand}|{wizard}"]')


def highlighted(page: Page) -> set[str]:
    """Return the keys of the highlighted cells in the gesture history.

    A key, for example "3||left||Black", contains the round, the hand and the wizard.
    """
    return set(page.locator("[data-lit]").evaluate_all("found => found.map((it) => it.dataset.cell)"))


def test_the_board_and_the_history_explain_past_and_possible_spells(stage, someone):
    staged = stage(wizards=["Isolde", "Tristan"])
    tristan = Duelist(someone(address=staged.url, session=staged.sessions["Tristan"]), "Tristan")
    page = tristan.page
    stage(url=staged.url, number=1, orders=ROUNDS[0])
    tristan.is_asked_for_orders(2)
    the_board_opens_when_asked_for_and_stays_open_after_a_reload(page)
    a_threat_shows_its_gestures_and_its_answers(tristan)
    a_spectator_sees_threats_without_answers(someone(address=page.url))
    for number in (2, 3):
        stage(url=staged.url, number=number, orders=ROUNDS[number - 1])
    tristan.is_asked_for_orders(4)
    a_gesture_under_the_mouse_shows_its_spell(page)
    a_gesture_with_the_focus_shows_what_it_may_become(page)


def a_threat_shows_its_gestures_and_its_answers(duelist: Duelist) -> None:
    page = duelist.page
    page.get_by_role("button", name="Magic Missile D").first.hover()
    expect(page.get_by_text("Isolde could complete Magic Missile this round: D with the left hand.")).to_be_visible()
    expect(page.get_by_text(re.compile("You can stop it: Shield \\(P with either hand\\)"))).to_be_visible()
    expect(page.locator("[data-lit]")).to_have_attribute("data-cell", "1||left|Isolde")
    duelist.pick("P", "-")
    expect(page.get_by_role("button", name=re.compile("^Magic Missile D.*your orders stop it$"))).to_be_visible()


def the_board_opens_when_asked_for_and_stays_open_after_a_reload(page: Page) -> None:
    threat, tab = (page.get_by_role("button", name=name).first for name in ("Magic Missile D", "Threats"))
    expect(tab).to_have_attribute("aria-expanded", "false")
    expect(threat).to_be_hidden()
    page.keyboard.press("t")
    expect(threat).to_be_visible()
    page.reload()
    expect(threat).to_be_visible()
    press(tab)
    expect(threat).to_be_hidden()
    press(tab)


def a_spectator_sees_threats_without_answers(page: Page) -> None:
    press(page.get_by_role("button", name="Threats"))
    press(page.get_by_role("button", name="Magic Missile D").first)
    expect(page.get_by_text("Isolde could complete Magic Missile this round")).to_be_visible()
    expect(page.get_by_text("You can stop it")).to_have_count(0)


def a_gesture_under_the_mouse_shows_its_spell(page: Page) -> None:
    story = page.locator(".history__story")
    gesture(page, "Isolde", "left", 2).hover()
    expect(story).to_contain_text("Completes Magic Missile rounds 1 to 2, left hand")
    expect(story).to_contain_text("Magic Missile hits Tristan for 1 point.")
    expect(story.get_by_role("link", name="rule").first).to_have_attribute("href", re.compile("classic/rule/"))
    assert highlighted(page) == {"1||left|Isolde", "2||left|Isolde"}
    page.get_by_role("heading", name="What happened").hover()
    expect(story).to_be_hidden()
    assert not highlighted(page)


def a_gesture_with_the_focus_shows_what_it_may_become(page: Page) -> None:
    story = page.locator(".history__story")
    page.get_by_role("region", name="All gestures").focus()
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(gesture(page, "Isolde", "right", 3)).to_be_focused()
    expect(story).to_contain_text("Could become")
    expect(story).to_contain_text("Counter-spell")
    is_accessible(page)
    page.keyboard.press("Escape")
    expect(story).to_be_hidden()


def test_the_last_row_on_a_phone_shows_only_the_players_own_picks(stage, someone):
    staged = stage(wizards=["Isolde", "Tristan"], rounds=ROUNDS)
    isolde = Duelist(someone(PHONE, address=staged.url, session=staged.sessions["Isolde"]), "Isolde")
    page, story = isolde.page, isolde.page.locator(".history__story")
    isolde.pick("F", "P")
    open_sheet(page, "Rounds")
    expect(page.get_by_role("rowheader", name="Round 4 not played yet")).to_be_visible()
    own, other = (gesture(page, name, "right", 4) for name in ("Isolde", "Tristan"))
    expect(own).to_contain_text("picked: P, palm; completes Counter-spell")
    expect(other).to_contain_text("not revealed yet")
    own.tap()
    expect(story).to_contain_text("Would complete Counter-spell rounds 2 to 4, right hand")
    assert {"2||right|Isolde", "3||right|Isolde", "4||right|Isolde"} <= highlighted(page)
    fits(page)
    shut_sheets(page)
    isolde.press("Seal")
    isolde.has_sealed()
    stage(url=staged.url, number=4, orders={"Tristan": {"left": "P", "right": "-"}})
    isolde.sees_round(4)
    expect(story).to_be_hidden()
    expect(gesture(page, "Isolde", "right", 4)).to_contain_text("completes Counter-spell")
