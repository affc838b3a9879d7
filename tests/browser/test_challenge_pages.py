"""Tests for the challenge form, and for the page of a challenge that others join and change."""

import re

from playwright.sync_api import Page, expect

from tests.browser.members import members
from tests.browser.pages import PHONE, fits, is_usable, press, unfold_rules


def asks_only_for_what_matters(page: Page) -> None:
    expect(page.get_by_label("Names of mages")).to_be_hidden()
    expect(page.get_by_label("Teams")).to_be_hidden()
    press(page.get_by_text("any rating · bots allowed"))
    expect(page.get_by_label("Minimum rating")).to_be_visible()
    page.get_by_label("A player …").check()
    expect(page.get_by_label("Names of mages")).to_be_visible()
    expect(page.get_by_label("Minimum rating")).to_be_hidden()
    page.get_by_label("Anyone", exact=True).check()
    page.get_by_label("Duel or melee").select_option("Melee for 4")
    expect(page.get_by_label("Your team")).to_be_hidden()
    page.get_by_label("Teams").select_option("2 teams")
    expect(page.get_by_label("Your team")).to_be_visible()


def finds_rules_by_their_words(page: Page) -> None:
    press(page.get_by_text("Rule options"))
    rules, search = page.locator(".options__rule").filter(visible=True), page.get_by_label("Search rules")
    expect(rules).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollHeight") < 5000  # twice as much with all groups open
    search.fill("maximum hit")
    expect(rules).to_have_count(1)  # its group has been opened
    expect(rules).to_contain_text("Default 15")
    page.get_by_label("Maximum hit points").select_option("20")
    expect(page.get_by_text("House rules: Maximum hit points: 20")).to_be_visible()
    search.fill("no such words")
    expect(page.get_by_text("No rule matches your search.")).to_be_visible()
    search.fill("")
    expect(rules).to_have_count(0)


def check_boxes_follow_the_book_until_they_are_touched(page: Page) -> None:
    unfold_rules(page)
    raised, stab = (page.get_by_role("checkbox", name=name) for name in ("Raise Dead", "Stabbing yourself"))
    expect(raised).to_be_checked()
    press(stab)
    expect(page.get_by_text("2 house rules")).to_be_visible()
    page.get_by_label("Rule set").select_option("warlocks")
    expect(raised).not_to_be_checked()
    expect(stab).to_be_checked()  # the user's own choice
    press(page.get_by_role("checkbox", name="Maladroitness"))


def test_a_new_challenge_is_filled_in_on_a_phone(stage, someone):
    session = members(stage, "Isolde", "Bedivere")["Isolde"]
    page = someone(PHONE, address="/challenges/new/", session=session)
    asks_only_for_what_matters(page)
    finds_rules_by_their_words(page)
    check_boxes_follow_the_book_until_they_are_touched(page)
    is_usable(page)
    press(page.get_by_role("button", name="Post challenge"))
    expect(page.locator(".terms")).to_contain_text("2 teams")
    expect(page.locator(".differs li")).to_have_text(["Maladroitness: yes", "Maximum hit points: 20"])


def posts_a_melee(page: Page) -> None:
    page.goto("/challenges/new/")
    page.get_by_label("Duel or melee").select_option("Melee for 8")
    press(page.get_by_role("button", name="Post challenge"))
    expect(page.get_by_role("heading", name="Your challenge")).to_be_visible()


def keeps_what_is_being_filled_in(host: Page, *, while_comes: Page) -> None:
    press(host.get_by_text("Change the terms"))
    press(host.get_by_text("More rules"))
    host.get_by_label("Message (optional)").fill("Half a sen")
    while_comes.goto(host.url)
    press(while_comes.get_by_role("button", name="Accept", exact=True))
    expect(host.get_by_text("Ector joined")).to_be_visible()
    expect(host.get_by_text("2 of 8 joined.")).to_be_visible()
    expect(host.get_by_label("Message (optional)")).to_have_value("Half a sen")
    expect(host.get_by_label("Message (optional)")).to_be_focused()


def proposes_six_wizards(page: Page) -> None:
    press(page.get_by_text("Propose a change"))
    page.get_by_label("1 day", exact=True).check()
    page.get_by_label("Duel or melee").select_option("Melee for 6")
    press(page.get_by_role("button", name="Propose", exact=True))
    expect(page.get_by_text("1 of 2 for, 0 against")).to_be_visible()


def is_usable_unfolded(page: Page) -> None:
    for fold in page.locator("main details").all():
        if fold.get_attribute("open") is None:
            press(fold.locator("summary").first)
    is_usable(page)


def is_usable_with_a_challenge_in_it(page: Page, address: str) -> None:
    """Assert that the page at `address` lists the challenge and is usable. Then return to the current page."""
    challenge = page.url
    page.goto(address)
    expect(page.get_by_role("main").get_by_role("link", name="Bors", exact=True).first).to_be_visible()
    is_usable_unfolded(page)
    page.goto(challenge)


def test_two_players_change_and_start_a_challenge_by_vote(stage, someone):
    sessions = members(stage, "Bors", "Ector")
    host = someone(address="about:blank", session=sessions["Bors"])
    knight = someone(PHONE, address="about:blank", session=sessions["Ector"])
    posts_a_melee(host)
    keeps_what_is_being_filled_in(host, while_comes=knight)
    proposes_six_wizards(knight)
    expect(host.get_by_text("Ector: 1 day per round; starts with 6 players")).to_be_visible()
    fits(host)
    is_usable_unfolded(knight)
    is_usable_with_a_challenge_in_it(knight, "/challenges/")
    press(host.get_by_role("button", name="Accept change 1"))
    for page in (host, knight):
        expect(page.locator(".badge", has_text="accepted")).to_be_visible()
        expect(page.get_by_text("starts with 6 players", exact=True)).to_be_visible()
    press(knight.get_by_role("button", name="Suggest starting now"))
    press(host.get_by_role("button", name="Accept change 2"))
    for page in (host, knight):
        page.wait_for_url(re.compile("/duel/"))
    assert host.url == knight.url
