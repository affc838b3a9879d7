"""Tests for watching a duel, for a newcomer's first duel with a computer player, and for searching for duels."""

import re

from playwright.sync_api import Page, expect

from tests.browser.pages import DESKTOP, PALMS, PHONE, REST, Duelist, fits, open_sheet, press


def test_a_visitor_sees_rounds_live_and_counts_as_a_spectator(stage, someone):
    staged = stage(wizards=["Seen", "Watched"])
    seen = Duelist(someone(address=staged.url, session=staged.sessions["Seen"]), "Seen")
    watcher = Duelist(someone(PHONE, address=staged.url), "")
    expect(watcher.page.get_by_text("You’re a spectator.")).to_be_visible()
    can_give_no_orders(watcher.page)
    open_sheet(seen.page, "Chat")
    expect(seen.page.get_by_text("1 spectator")).to_be_visible()
    seen.say_with_orders("Abracadabra")
    seen.seal("D", ">")
    seen.has_sealed()
    expect(watcher.status).to_have_text(re.compile("Waiting for Watched(?! and)"))
    expect(watcher.page.get_by_text("Abracadabra")).to_have_count(0)
    stage(url=staged.url, number=1, orders={"Watched": {"left": "P", "right": "W"}})
    watcher.sees_round(1, {"Seen": 15, "Watched": 15})
    expect(watcher.chronicle).to_contain_text("Abracadabra")
    fits(watcher.page)
    watcher.page.goto("/rules/")
    expect(seen.page.get_by_text("1 spectator")).to_be_hidden()


def can_give_no_orders(page: Page) -> None:
    expect(page.get_by_role("button", name=re.compile("Seal|Give up|Say"))).to_have_count(0)
    expect(page.locator(".duel__orders").get_by_role("radio")).to_have_count(0)


def test_a_newcomer_on_a_phone_plays_the_house_gives_up_and_restarts(someone):
    player = Duelist(someone(PHONE), "")
    press(player.page.get_by_role("button", name="Play now"))
    player.page.wait_for_url(re.compile("/duel/"))
    the_spell_book_fits(player.page)
    for number, (left, right) in enumerate(("SD", "DF"), 1):
        player.is_asked_for_orders(number)
        player.seal(left, right)
    player.is_asked_for_orders(3)
    player.press("Give up")
    player.confirm("Give up")
    press(player.page.get_by_role("link", name="Watch replay"))
    expect(player.page.locator("output")).to_have_text(re.compile("Round 1 of"))
    fits(player.page)
    player.page.go_back()
    press(player.page.get_by_role("button", name=re.compile("Again|Next")).first)
    player.is_asked_for_orders(1)


def the_spell_book_fits(page: Page) -> None:
    press(page.get_by_role("button", name="Spell book"))
    book = page.get_by_role("region", name="Spells")
    press(book.locator("summary", has_text="Amnesia"))
    expect(book.get_by_role("paragraph").filter(has_text="Next round the target repeats")).to_be_visible()
    assert book.evaluate("book => book.scrollWidth <= book.clientWidth")
    fits(page)
    page.keyboard.press("Escape")
    expect(book).to_be_hidden()


def test_a_search_scrolls_to_its_results_only_on_a_phone(stage, someone):
    stage(wizards=["Sought", "Seeker"], rounds=[{"Sought": PALMS, "Seeker": REST}])
    page = someone(PHONE, address="/duels/?show=finished")
    search_for(page, "Sought")
    assert page.evaluate("scrollY") > 0
    page.set_viewport_size(DESKTOP["viewport"])
    page.goto("/duels/?show=finished")
    search_for(page, "Sought")
    assert page.evaluate("scrollY") == 0


def search_for(page: Page, mage: str) -> None:
    """Search for duels of `mage`, and assert that the only result is entirely in view."""
    press(page.locator("summary", has_text="Search"))
    page.get_by_label("Mage", exact=True).fill(mage)
    press(page.get_by_role("button", name="Search"))
    expect(page.get_by_text("1 duel found.")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Sought against Seeker")).to_be_in_viewport(ratio=1)
