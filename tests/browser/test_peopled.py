"""Tests for lists with many entries and for legal pages, on a site with many random duels and the legal templates."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import PHONE, fits, looks_right, speak
from tests.servers import ROOT, manage
from tests.sites import running_site

WORLD = ("--duels", "90", "--mages", "60", "--plays", "30", "--verbosity", "0")
PAGES = (
    *("/", "/import/", "/stats/", "/stats/spells/", "/stats/activity/", "/archive/", "/users/"),
    *("/duels/?show=finished", "/duels/?show=finished&result=won", "/duels/?show=finished&spell=shield&kind=melee"),
    *("/explorer/classic/?whose=all", "/explorer/classic/?line=SW&whose=all"),
    *("/legal/privacy/", "/legal/terms/", "/legal/imprint/", "/legal/contact/", "/accounts/signup/"),
    *("/ladder/?kind=melee&by=rating", "/honours/", "/graveyard/", "/ladder/?sort=wins", "/season/"),
)


@pytest.fixture(scope="module")
def peopled(tmp_path_factory, production):
    """Run a site with sixty mages, ninety duels and the legal templates, and return its address."""
    legal = {"LEGAL_PAGES": str(ROOT / "docs" / "legal")}
    environment = {**production, **legal, "VAR_DIR": str(tmp_path_factory.mktemp("peopled"))}
    with running_site(**environment) as (url, _):
        made = manage("make_up", *WORLD, **environment)
        assert made.returncode == 0, made.stderr
        yield url


def looks_right_unfolded(page: Page) -> None:
    page.evaluate("document.querySelectorAll('main details').forEach((it) => (it.open = true))")
    looks_right(page)


@pytest.mark.thorough
def test_full_pages_are_usable(someone, peopled, subtests):
    page = someone(at=peopled)
    for address in PAGES:
        with subtests.test(address):
            page.goto(address)
            looks_right_unfolded(page)
    page.goto("/ladder/?sort=wins")
    page.locator("tbody a").first.click()  # the mage with the most wins
    page.locator(".mage-figures > summary").click()
    expect(page.get_by_role("heading", name="Favourite spells")).to_be_visible()
    expect(page.get_by_role("img", name="Openings")).to_be_visible()
    looks_right_unfolded(page)
    page.get_by_role("link", name=re.compile("^made-up-")).click()
    expect(page.get_by_role("heading", name="Best wins")).to_be_visible()
    looks_right_unfolded(page)
    profile = page.url
    speak(page, "de")
    page.set_viewport_size(PHONE["viewport"])
    for address in (profile, *(it for it in PAGES if it.startswith("/legal/"))):
        with subtests.test(f"German {address}"):
            page.goto(address)
            fits(page)
