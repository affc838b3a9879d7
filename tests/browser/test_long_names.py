"""Tests for the longest and widest possible names on the narrowest phone."""

from tests.browser.pages import PHONE, Duelist, challenge, fits

WIDE = {"W" * 24: "W" * 150, "M" * 24: "M" * 150}
"""Mage names and the usernames of their owners, which are older than the limit on usernames."""


def test_the_longest_names_do_not_widen_pages(stage, someone, subtests):
    staged = stage(wizards=list(WIDE), usernames=WIDE, pace=24 * 60 * 60)
    (mage, username), (_, other) = WIDE.items()
    page = someone(PHONE, address=staged.url, session=staged.sessions[mage])
    Duelist(page, mage).seal("P", "-")
    challenge(page)
    waiting = page.url
    addresses = [
        *(staged.url, f"{staged.url}text/", f"{staged.url}plain/", waiting),
        *("/", "/lobby/", "/duels/", "/ladder/", "/users/", "/mages/", "/settings/", "/settings/username/"),
        *(f"/user/{username}/", f"/mage/{mage}/", f"/messages/{other}/", "/settings/quit/"),
    ]
    for address in addresses:
        with subtests.test(address):
            page.goto(address)
            fits(page)
    stranger = someone(PHONE, address=waiting)
    fits(stranger)
    stranger.goto(staged.url)
    fits(stranger)
