"""Every page and every main state of the duel: no barrier that axe knows of and nothing to scroll sideways, by day and
by night, on a desk and on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import challenge, looks_right, play_as_guest, sign_up


def visit(page: Page, address: str, heading: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", name=heading, exact=True).first).to_be_visible()
    looks_right(page)


@pytest.mark.parametrize(
    ("address", "heading"),
    [
        ("/", "Two wizards, four hands"),
        ("/accounts/signup/", "Sign up"),
        ("/accounts/login/", "Log in"),
        ("/accounts/password/reset/", "Forgotten your password?"),
        ("/guest/", "Play as a guest"),
        ("/lobby/", "Open challenges"),
        ("/duels/", "Duels"),
        ("/duels/?show=finished", "Duels"),
        ("/ladder/", "Ladder of duels"),
        ("/honours/?kind=melee", "Honour roll of melees"),
        ("/graveyard/", "Graveyard"),
        ("/users/", "Users"),
        ("/rules/", "How to duel"),
        ("/learn/", "Learn in five minutes"),
    ],
)
def test_pages_for_everybody(someone, address, heading):
    visit(someone(), address, heading)


def test_pages_of_a_user(someone):
    page = someone()
    sign_up(page, "lancelot", "Lancelot")
    visit(page, "/lobby/", "Challenge")
    visit(page, "/mages/", "Your mages")
    visit(page, "/mage/Lancelot/", "Lancelot")
    visit(page, "/mage/Lancelot/edit/", "Lancelot")
    visit(page, "/mage/Lancelot/quit/", "Quit Lancelot?")
    visit(page, "/user/lancelot/", "lancelot")
    visit(page, "/settings/quit/", "Quit your account?")
    visit(page, "/accounts/password/change/", "Change your password")
    visit(page, "/accounts/email/", "Your e-mail addresses")
    visit(page, "/accounts/logout/", "Log out")


def test_pages_of_a_guest_and_of_a_challenge(someone):
    guest, friend = someone(), someone()
    play_as_guest(guest, "Galahad")
    visit(guest, "/mages/", "Your mages")
    visit(guest, "/keep/", "Keep your mage")
    challenge(guest, "Whoever has the link")
    looks_right(guest)
    visit(friend, guest.url, "Galahad challenges you")
    guest.get_by_role("button", name="Withdraw").click()
    expect(guest.get_by_role("heading", name="Open challenges")).to_be_visible()
    looks_right(guest)
    friend.reload()
    expect(friend.get_by_text("This challenge is no longer open")).to_be_visible()
    looks_right(friend)


def test_forms_that_are_refused(someone):
    page = someone()
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill("percival")
    page.get_by_label("Password").fill("1234")
    page.get_by_label("Name of your first mage").fill("nobody")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("This password is too short")).to_be_visible()
    looks_right(page)


def test_a_page_that_is_not_there(someone, console):
    console.expect("status of 404")
    visit(someone(), "/duel/never/", "Nothing here")


def test_the_duel_from_its_first_orders_to_its_question(duelists, someone):
    twice = [{"Elaine": {"left": "F", "right": "S"}, "Ector": {"left": "W", "right": "S"}}] * 2
    elaine, ector = duelists(wizards=["Elaine", "Ector"], rounds=twice)
    looks_right(elaine.page)
    elaine.pick("F", "W")
    elaine.page.keyboard.press("?")
    elaine.page.get_by_text("Spells of the book").click()
    expect(elaine.page.get_by_role("heading", name="What may come")).to_be_visible()
    looks_right(elaine.page)
    watcher = someone(address=elaine.page.url)
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    looks_right(watcher)
    elaine.press("Seal")
    elaine.has_sealed()
    looks_right(elaine.page)
    ector.say("Yield!")
    ector.press("Give up")
    looks_right(ector.page)
    ector.confirm("Fight on")
    ector.seal("-", "-")
    expect(elaine.page.get_by_role("heading", name="Round 3: your answer")).to_be_visible()
    looks_right(elaine.page)
    looks_right(ector.page)


def test_the_duel_that_is_over_and_its_replay(duelists, someone):
    tristan, isolde = duelists(wizards=["Tristan", "Isolde"])
    tristan.pick("P", "P")
    tristan.press("Seal")
    expect(tristan.dialog).to_be_visible()
    looks_right(tristan.page)
    tristan.confirm("Surrender")
    isolde.seal("S", ">")
    isolde.sees_result("Isolde has won: Tristan surrendered.")
    looks_right(isolde.page)
    isolde.page.get_by_role("link", name="Replay the duel").click()
    expect(isolde.page.get_by_text("The beginning").first).to_be_visible()
    looks_right(isolde.page)
    isolde.page.keyboard.press("End")
    isolde.page.wait_for_url(re.compile("/1/"))
    looks_right(isolde.page)
    visit(someone(), "/ladder/", "Ladder of duels")
    visit(someone(), "/mage/Isolde/", "Isolde")
    visit(someone(), "/duels/?show=finished", "Duels")
