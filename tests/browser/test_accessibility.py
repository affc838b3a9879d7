"""Every page and every main state of the duel: no barrier that axe knows of and nothing to scroll sideways, by day and
by night, on a desk and on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import PHONE, challenge, fits, is_for_all, looks_right, play_as_guest, sign_up, speak

DAY = 24 * 60 * 60


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
        ("/learn/monsters/", "Lesson 4: Monsters"),
        ("/rules/classic/try/magic_mirror/", "Magic Mirror cw"),
        ("/explorer/classic/?line=CC,WW", "Openings"),
        ("/faq/", "Questions and answers"),
        ("/by-letter/", "Playing by letter"),
        ("/api/", "For programs"),
    ],
)
def test_pages_for_everybody(someone, address, heading):
    visit(someone(), address, heading)


@pytest.mark.parametrize("book", ["nomonsters", "spellcast", "standard", "warlocks"])
def test_the_rules_of_the_other_books(someone, book):
    page = someone(PHONE, address=f"/rules/{book}/", color_scheme="dark")
    is_for_all(page)
    fits(page)


def test_pages_of_a_user(someone):
    page = someone()
    sign_up(page, "lancelot", "Lancelot")
    visit(page, "/lobby/", "Challenge")
    visit(page, "/challenges/new/", "Challenge")
    visit(page, "/mages/", "Your mages")
    visit(page, "/mage/Lancelot/", "Lancelot")
    visit(page, "/mage/Lancelot/edit/", "Lancelot")
    visit(page, "/mage/Lancelot/quit/", "Quit Lancelot?")
    visit(page, "/user/lancelot/", "lancelot")
    visit(page, "/settings/quit/", "Quit your account?")
    visit(page, "/accounts/password/change/", "Change your password")
    visit(page, "/accounts/email/", "Your e-mail addresses")
    visit(page, "/settings/tokens/", "Tokens and mail keys")
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
    elaine, ector = duelists(wizards=["Elaine", "Ector"], rounds=twice, pace=3 * DAY)
    page = elaine.page
    elaine.pick("F", "C")  # a spell with its target, and half a clap
    expect(page.get_by_role("list", name="Warnings").get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("heading", name="What may come")).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator(".what-if.current .what-if__points")).to_be_visible()
    looks_right(page)
    open_one_after_the_other(page)
    elaine.seal(right="W")
    elaine.has_sealed()
    page.get_by_text("Plan ahead").click()
    expect(page.get_by_role("button", name="Add this line")).to_be_visible()
    looks_right(page)
    watcher = someone(address=page.url)
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    looks_right(watcher)
    ector.say("Yield!")
    ector.press("Give up")
    looks_right(ector.page)
    ector.confirm("Fight on")
    ector.seal("-", "-")
    expect(page.get_by_role("heading", name="Round 3: your answer")).to_be_visible()
    looks_right(page)
    is_for_all(ector.page)


def open_one_after_the_other(page: Page) -> None:
    """What opens beside the board or over it."""
    page.keyboard.press("b")
    page.locator("#spellbook summary").first.click()
    page.get_by_role("button", name="Look and sound").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("group", name="Motion")).to_be_visible()
    looks_right(page)
    for _ in range(2):
        page.keyboard.press("Escape")
    expect(page.locator("#spellbook")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Gestures and keys")).to_be_visible()
    looks_right(page)
    page.keyboard.press("Escape")


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
    expect(tristan.page.get_by_role("heading", name="What to try next")).to_be_visible()
    expect(tristan.page.get_by_role("button", name=re.compile("against the house$"))).to_be_visible()
    looks_right(tristan.page)
    isolde.page.get_by_role("link", name="Replay the duel").click()
    expect(isolde.page.get_by_text("The beginning").first).to_be_visible()
    looks_right(isolde.page)
    visit(someone(), "/ladder/", "Ladder of duels")
    visit(someone(), "/mage/Isolde/", "Isolde")
    visit(someone(), "/duels/?show=finished", "Duels")


def test_a_replay_as_it_plays_and_in_other_pages(stage, someone):
    home = stage(wizards=["Gareth", "Gaheris"], bouts=60).url.replace("/duel/", "/replay/")
    page = someone(address=home)
    page.get_by_text("Embed it in another page").click()
    page.get_by_label("Pace").select_option("slow")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_url(re.compile("/[2-9]/$"))
    looks_right(page)
    page.goto(f"{home.replace('replay', 'embed')}6/")
    expect(page.locator("output")).to_have_text(re.compile("^Round 6 of"))
    looks_right(page)


def test_longer_words_of_another_language_are_for_all_and_fit_too(duelists):
    dagonet, _ = duelists(wizards=["Dagonet", "Dinadan"], bouts=6, seed=3)
    page = dagonet.page
    duel = page.url
    speak(page, "de")
    expect(page.get_by_role("heading", name="Gesten", exact=True).first).to_be_visible()
    looks_right(page)
    page.set_viewport_size(PHONE["viewport"])
    for address in (
        "/",
        "/lobby/",
        "/challenges/new/",
        "/ladder/",
        "/learn/gestures/",
        "/rules/",
        "/settings/",
        f"{duel}plain/",
        f"{duel}text/",
    ):
        page.goto(address)
        fits(page)
