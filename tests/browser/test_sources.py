"""Tests for pages with unbundled modules and style sheets, as `make run` serves them."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Place
from tests.browser.pages import Duelist, speak
from tests.browser.sites import PRODUCTION, Staged, stagehand
from tests.sites import running_site


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Run a site with the settings of `make run`, which neither collects nor bundles static files."""
    environment = {"TRUSTED_PROXIES": PRODUCTION["TRUSTED_PROXIES"], "VAR_DIR": str(tmp_path_factory.mktemp("site"))}
    with running_site(**environment) as (url, _):
        yield Place(url, environment)


@pytest.fixture(scope="module")
def site(place: Place) -> str:
    return place.url


@pytest.fixture(scope="module")
def stage(place: Place) -> Iterator[Callable[..., Staged]]:
    with stagehand(place.environment) as stage:
        yield stage


@pytest.mark.thorough
def test_duels_replays_lessons_and_the_offline_page_work_without_bundles(stage, someone, console):
    console.expect("ERR_INTERNET_DISCONNECTED|Failed to load resource")
    staged = stage(wizards=["Froodal", "Bung"])
    page = someone(session=staged.sessions["Froodal"], service_workers="allow")
    no_bundle_is_loaded(page)
    there_is_an_offline_page(page)
    page.goto(staged.url)
    froodal = Duelist(page, "Froodal")
    a_round_is_played(stage, staged, froodal)
    froodal.press("Give up")
    froodal.confirm("Give up")
    a_replay_is_stepped_through(page)
    page.goto("/learn/shield/")
    Duelist(page, "Robin").seal("P", "S")
    expect(page.locator(".guide")).to_contain_text("Step 2")
    parts_loaded_later_are_in_german(page)


def no_bundle_is_loaded(page: Page) -> None:
    names = page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
    assert any(name.endswith("/js/lib/words.js") for name in names)
    assert any(name.endswith("/css/lib/tokens.css") for name in names)


def there_is_an_offline_page(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.context.set_offline(True)
    page.goto("/ladder/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.context.set_offline(False)  # the page notices this by itself
    expect(page.get_by_role("heading", name="Duel ladder")).to_be_visible()


def a_round_is_played(stage: Callable[..., Staged], staged: Staged, duelist: Duelist) -> None:
    stage(url=staged.url, number=1, orders={"Bung": {"left": "W", "right": "-"}})
    duelist.seal("S", "D")
    duelist.sees_round(1, {"Froodal": 15, "Bung": 15})
    duelist.is_asked_for_orders(2)


def parts_loaded_later_are_in_german(page: Page) -> None:
    page.goto("/learn/")
    speak(page, "de")
    page.goto("/learn/shield/")
    expect(page.get_by_role("heading", name=re.compile("^Zug für Runde"))).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_role("heading", name="Gesten und Tasten")).to_be_visible()


def a_replay_is_stepped_through(page: Page) -> None:
    page.get_by_role("link", name="Watch replay").click()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("Round 2 of 2")).to_be_visible()
