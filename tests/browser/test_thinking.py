"""Tests for hints, simulated rounds and plans on the duel page."""

import re

from playwright.sync_api import Page, expect

from tests.browser.pages import (
    DESKTOP,
    PHONE,
    REST,
    Duelist,
    fits,
    is_accessible,
    open_sheet,
    press,
    settled,
    shut_sheets,
)

DAY = 24 * 60 * 60


def start_practice(page: Page) -> Duelist:
    """Start a practice duel as a newcomer, and return the player."""
    press(page.get_by_role("button", name="Play now"))
    page.wait_for_url(re.compile("/duel/"))
    duelist = Duelist(page, "")
    duelist.is_asked_for_orders(1)
    return duelist


def test_on_a_phone_a_newcomer_takes_a_hint_and_simulates_orders(someone):
    duelist = start_practice(someone(PHONE))
    page = duelist.page
    open_sheet(page, "Hint")
    expect(page.locator(".hint__said")).to_contain_text("No spell is urgent now")
    press(page.get_by_role("button", name="Show the move"))
    expect(page.locator(".hint__said")).to_contain_text("Suggested move")
    press(page.get_by_role("button", name="Use it"))
    for hand in ("left", "right"):
        expect(page.locator(f"input[name={hand}]:checked")).to_have_count(1)
    shut_sheets(page)
    duelist.pick("S", "W")
    a_rehearsal_shows_what_a_stab_would_do(page)
    fits(page)
    is_accessible(page)
    shut_sheets(page)
    duelist.press("Seal")
    duelist.sees_round(1)
    open_sheet(page, "Hint")
    expect(page.locator(".what-if")).to_have_count(1)


def a_rehearsal_shows_what_a_stab_would_do(page: Page) -> None:
    page.keyboard.press("r")
    theirs = page.get_by_role("group", name="Tansy, left hand")
    theirs.get_by_role("radio", name="stab").focus()
    page.keyboard.press(">")
    expect(page.locator(".what-if.current .what-if__points")).to_contain_text("you 14 −1")
    page.get_by_role("button", name="Pin").click()
    page.get_by_role("button", name="They do nothing").click()
    expect(page.locator(".what-if")).to_have_count(2)
    expect(page.locator(".what-if.current .what-if__points")).to_contain_text("you 15")


def test_enter_seals_after_a_rehearsal_and_after_a_hint(someone):
    duelist = start_practice(someone(DESKTOP))
    page = duelist.page
    for key in "sw":
        page.keyboard.press(key)
    page.keyboard.press("r")
    expect(page.get_by_role("group", name="What if …?")).to_be_focused()
    expect(page.locator(".what-if.current .what-if__points")).to_contain_text("you 15")
    page.keyboard.press("Enter")
    duelist.sees_round(1)
    duelist.is_asked_for_orders(2)
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Show the move")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Show the move")).to_be_visible()  # an open hint requests a new one
    page.keyboard.press("h")
    page.get_by_role("button", name="Use it").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".orders input:checked:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    settled(page)
    if page.get_by_role("button", name="Seal anyway").count():
        page.keyboard.press("Enter")
    duelist.sees_round(2)


def test_threats_are_simulated_together_and_a_plan_gives_orders(stage, someone):
    rounds = [{"Black": {"left": "S", "right": "-"}, "White": {"left": "S", "right": "S"}}]
    staged = stage(wizards=["Black", "White"], pace=3 * DAY, rounds=rounds)
    page = someone(DESKTOP, address=staged.url, session=staged.sessions["Black"])
    black = Duelist(page, "Black")
    threats_follow_the_hands(black)
    expect(page.get_by_text("Premoves")).to_have_count(0)
    black.seal("W", "-")
    black.has_sealed()
    a_line_is_planned(page)
    page.reload()
    expect(page.locator(".plan .badge")).to_have_text("1")
    stage(url=staged.url, number=2, orders={"White": {"left": "D", "right": "-"}})
    black.sees_round(2)
    black.is_asked_for_orders(3)
    black.has_sealed("left point, Fear")
    expect(page.locator(".duel__assist")).to_contain_text("Your premove was played")
    stage(url=staged.url, number=3, orders={"White": REST})
    black.sees_round(3)


def threats_follow_the_hands(black: Duelist) -> None:
    """Assert that picking a shield immediately reduces the number of harmful threats."""
    black.page.keyboard.press("r")
    black.page.get_by_role("button", name=re.compile(r"All \d+ threats")).click()
    painful = black.page.locator(".what-if", has_text=re.compile("you 1[0-4] −"))
    expect(painful.nth(1)).to_be_visible()
    hurts = painful.count()
    black.pick("P")
    expect(painful).not_to_have_count(hurts)


def a_line_is_planned(page: Page) -> None:
    page.get_by_text("Premoves").click()
    for hand, letter in (
        ("If White’s left hand plays", "d"),
        ("then your left hand plays", "d"),
        ("then your right hand plays", "s"),
    ):
        page.get_by_role("group", name=hand).get_by_role("radio").first.focus()
        page.keyboard.press(letter)
    expect(page.get_by_label("Left hand: Fear. Target:")).to_be_visible()
    page.get_by_role("button", name="Add line").click()
    expect(page.locator(".plan__line")).to_contain_text("If White plays")
    is_accessible(page)
