"""Tests for clocks on the duel page, and for vacations."""

import re

from playwright.sync_api import expect

from tests.browser.pages import PHONE, REST, Duelist, fits, is_accessible, looks_right, press

SLOW = 3 * 24 * 60 * 60


def test_the_running_reserve_is_shown_and_announced(stage, someone):
    staged = stage(wizards=["Hasty", "Dally"], pace=5, reserve=3000)
    stage(url=staged.url, number=1, orders={"Hasty": REST})
    page = someone(PHONE, address=staged.url, session=staged.sessions["Dally"])
    running = re.compile(r"reserve 4\d:")
    expect(page.get_by_role("timer")).to_contain_text(running)
    expect(page.get_by_role("article", name="Dally")).to_contain_text(running)
    expect(page.get_by_role("article", name="Hasty")).not_to_contain_text(running)
    expect(page.locator("#live")).to_contain_text("Your reserve is running")
    looks_right(page)
    dally = Duelist(page, "Dally")
    dally.seal("-", "-")
    dally.sees_round(1)
    expect(page.get_by_role("article", name="Dally")).to_contain_text(re.compile(r"\b4\d:"))


def test_a_vacation_is_booked_shown_at_the_duel_and_ended_by_orders(stage, someone):
    staged = stage(wizards=["Tourist", "Native"], pace=SLOW)
    page = someone(PHONE, address="/vacation/", session=staged.sessions["Tourist"])
    expect(page.get_by_text("you have no vacation booked")).to_be_visible()
    fits(page)
    is_accessible(page)
    page.get_by_label("Days").fill("5")
    press(page.get_by_role("button", name="Go on vacation"))
    expect(page.get_by_text("You’re on vacation").first).to_be_visible()
    is_accessible(page)
    page.goto(staged.url)
    card = page.get_by_role("article", name="Tourist")
    expect(card).to_contain_text("On vacation until")
    is_accessible(page)
    tourist = Duelist(page, "Tourist")
    tourist.seal("-", "-")
    tourist.has_sealed()
    expect(card).not_to_contain_text("vacation")
