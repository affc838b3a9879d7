"""From sign-up to the duel in two browsers, by the lobby; and the pages on the way, for a phone and for all eyes."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
PASSWORD = "four hands in the air"


@pytest.fixture
def someone(browser: Browser, site: str):
    """Opens a browser of somebody's own at the front page."""
    contexts = []

    def open_(viewport=DESKTOP, **options) -> Page:
        contexts.append(browser.new_context(base_url=site, viewport=viewport, **options))
        page = contexts[-1].new_page()
        page.goto("/")
        return page

    yield open_
    for context in contexts:
        context.close()


def sign_up(page: Page, username: str, mage: str) -> None:
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Name of your first mage").fill(mage)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Open challenges")).to_be_visible()


def challenge(page: Page, audience: str = "Everybody") -> None:
    page.goto("/lobby/")
    page.get_by_label(audience).check()
    page.get_by_role("button", name="Challenge").click()
    expect(page.get_by_role("heading", name="Your challenge")).to_be_visible()


def test_two_who_sign_up_meet_in_the_lobby_and_are_both_taken_into_the_duel(someone):
    black, white = someone(), someone(PHONE)
    sign_up(black, "arthur", "Black")
    sign_up(white, "morgan", "White")
    expect(white.get_by_text("Black", exact=True)).to_be_visible()  # who is here
    challenge(black)
    white.get_by_role("link", name="Accept the challenge of Black").click()
    white.get_by_role("button", name="Accept and duel").click()
    white.wait_for_url(re.compile("/duel/"))
    black.wait_for_url(white.url)


def test_a_friend_follows_a_link_and_duels_as_a_guest_in_one_step(someone):
    host, friend = someone(), someone(PHONE)
    sign_up(host, "uther", "Uther")
    challenge(host, "Whoever has the link")
    friend.goto(host.get_by_label("Send this link to a friend").input_value())
    friend.get_by_label("Name of your mage").fill("Gawain")
    friend.get_by_role("button", name="Accept and duel").click()
    friend.wait_for_url(re.compile("/duel/"))
    host.wait_for_url(friend.url)


def test_a_withdrawn_challenge_leaves_the_lobby_of_others(someone):
    host, other = someone(), someone()
    sign_up(host, "igraine", "Igraine")
    sign_up(other, "nimue", "Nimue")
    challenge(host)
    link = other.get_by_role("link", name="Accept the challenge of Igraine")
    expect(link).to_be_visible()
    host.get_by_role("button", name="Withdraw").click()
    expect(link).to_be_hidden()


def test_a_stranger_is_in_a_duel_with_the_apprentice_by_one_click(someone):
    page = someone(PHONE)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/duel/"))
    expect(page.get_by_text("Apprentice").first).to_be_visible()


PAGES = [
    "/", "/lobby/", "/guest/", "/duels/", "/duels/?show=finished", "/ladder/", "/accounts/login/", "/accounts/signup/",
    "/accounts/password/reset/", "/mages/", "/accounts/password/change/", "/accounts/email/", "/accounts/logout/",
]  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_for_all_eyes_and_fit_a_phone(someone, scheme):
    page, errors = someone(PHONE, color_scheme=scheme), []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    pages = PAGES[:9]
    look_at(page, pages)
    sign_up(page, f"lancelot{scheme}", f"Lancelot {scheme}")
    look_at(page, ["/lobby/", f"/mage/Lancelot {scheme}/", *PAGES[9:]])
    challenge(page, "Whoever has the link")
    look_at(page, [page.url])
    assert errors == []


def look_at(page: Page, addresses: list[str]) -> None:
    for address in addresses:
        page.goto(address)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{address}: {found.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{address} is too wide"
