"""Clocks on the page of a duel, and vacations."""

import re

from playwright.sync_api import expect

from tests.browser.pages import DESKTOP, PHONE, fits, is_for_all, press

SLOW = 3 * 24 * 60 * 60


def test_when_the_rounds_time_is_up_the_reserve_of_each_is_seen_to_run(duelists):
    hasty, slow = duelists(DESKTOP, PHONE, wizards=["Hasty", "Dally"], pace=3, reserve=3000)
    dally = hasty.page.get_by_role("article", name="Dally")
    hasty.seal("-", "-")
    hasty.has_sealed()
    expect(hasty.status).to_contain_text("Waiting for Dally")
    expect(dally).to_contain_text(re.compile(r"reserve 4\d:"))
    expect(slow.page.get_by_role("timer")).to_contain_text(re.compile(r"reserve 4\d:"))
    expect(slow.page.locator("#live")).to_contain_text("your reserve runs")
    for page in (hasty.page, slow.page):
        fits(page)
        is_for_all(page)
    slow.seal("-", "-")
    hasty.sees_round(1)
    expect(slow.page.get_by_role("article", name="Dally")).to_contain_text(re.compile(r"\b4\d:"))


def test_the_opponent_sees_until_when_somebody_is_on_vacation_and_that_an_order_ends_it(duelists):
    tourist, other = duelists(PHONE, DESKTOP, wizards=["Tourist", "Native"], pace=SLOW)
    duel = tourist.page.url
    tourist.page.goto("/vacation/")
    expect(tourist.page.get_by_text("none is booked")).to_be_visible()
    fits(tourist.page)
    is_for_all(tourist.page)
    tourist.page.get_by_label("Days").fill("5")
    press(tourist.page.get_by_role("button", name="Go on vacation"))
    expect(tourist.page.get_by_text("You are on vacation").first).to_be_visible()
    is_for_all(tourist.page)
    card = other.page.get_by_role("article", name="Tourist")
    expect(card).to_contain_text("On vacation until")
    is_for_all(other.page)
    other.page.goto("/mage/Tourist/")
    expect(other.page.get_by_text("on vacation until")).to_be_visible()
    other.page.goto(duel)
    tourist.page.goto(duel)
    tourist.seal("-", "-")
    tourist.has_sealed()
    expect(card).not_to_contain_text("vacation")
