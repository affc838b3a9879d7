"""Fixtures for the browser tests: a browser, a site, its visitors, and duels.

All tests in this folder share one browser and one site, so each test needs names of its own. The site runs as in
production, with bundled static files and without debug pages.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.browser import pages
from tests.browser.pages import DESKTOP, PATIENCE, Duelist
from tests.browser.sites import Staged, production_environment, stagehand
from tests.servers import CHROMIUM_FLAGS, ROOT
from tests.sites import running_site


@pytest.fixture(autouse=True, scope="session")
def _looks(pytestconfig: pytest.Config) -> None:
    """Make the accessibility checker axe check pages in all colour schemes if the option `--thorough` is set."""
    pages.axe_checks_all_looks = pytestconfig.getoption("thorough")


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """Run Chromium for the tests in this folder.

    Meanwhile, this process cannot run asynchronous tests, because Playwright occupies the event loop.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def production(esbuild: str) -> Mapping[str, str]:
    """Return the environment variables of a production site that has bundled static files but no database yet."""
    return production_environment()


@dataclass(frozen=True)
class Place:
    """A running site: its address, and the environment for commands that use its database."""

    url: str
    environment: Mapping[str, str]


@pytest.fixture(scope="package")
def place(tmp_path_factory: pytest.TempPathFactory, production: Mapping[str, str]) -> Iterator[Place]:
    """Run a site with its own SQLite database."""
    environment = {**production, "VAR_DIR": str(tmp_path_factory.mktemp("site"))}
    with running_site(worker=True, **environment) as (url, _):
        yield Place(url, environment)


@pytest.fixture(scope="package")
def site(place: Place) -> str:
    """Return the address of the site."""
    return place.url


USUAL = (
    "registration blocked by Playwright",
    "WebSocket is closed before the connection is established",
    r"/ws/[^']*' failed.* 403",
)
"""Patterns for harmless messages, such as those of a page that is left before its socket is open."""


@dataclass
class Console:
    """The console messages from all pages of a test, including violations of the content security policy."""

    said: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=lambda: [*USUAL])

    def listen(self, context: BrowserContext) -> None:
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.said.append(f"{error.error}"))

    def expect(self, pattern: str) -> None:
        """Allow messages that match the regular expression `pattern`."""
        self.expected.append(pattern)

    def complaints(self) -> list[str]:
        return [text for text in self.said if not any(re.search(pattern, text) for pattern in self.expected)]

    def _hear(self, message: ConsoleMessage) -> None:
        self.said.append(f"{message.type}: {message.text} ({message.location.get('url')})")


@pytest.fixture
def console() -> Iterator[Console]:
    """Collect the console messages of a test. The test fails if one of them is unexpected."""
    console = Console()
    yield console
    assert console.complaints() == []


Someone = Callable[..., Page]

ADDRESSES = ip_network("10.0.0.0/8").hosts()
"""Client IP addresses, one for each page that `someone` opens, because rate limits apply per address."""


@pytest.fixture
def someone(browser: Browser, site: str, stage: Callable[..., "Staged"], console: Console) -> Iterator[Someone]:
    """Return a function that opens a page, by default the front page, as a new visitor.

    If the function's argument `session` is a session key, the page is opened as the user of that session. The argument
    `at` replaces the default site.
    """
    stage()  # clear the data of earlier tests
    contexts = []

    def open_(
        device: Mapping[str, Any] = DESKTOP,
        *,
        address: str = "/",
        session: str = "",
        at: str = site,
        **options: Any,
    ) -> Page:
        usual = {
            "base_url": at,
            "reduced_motion": "reduce",
            "service_workers": "block",
            "extra_http_headers": {"X-Forwarded-For": str(next(ADDRESSES))},
        }
        context = browser.new_context(**{**usual, **device, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        console.listen(context)
        if session:
            context.add_cookies([{"name": "sessionid", "value": session, "url": at}])
        page = context.new_page()
        page.goto(address)
        expect(page.locator("#duel[aria-busy=true]")).to_have_count(0)  # all parts have loaded
        return page

    yield open_
    for context in contexts:
        context.close()


@pytest.fixture(scope="package")
def stage(place: Place) -> Iterator[Callable[..., Staged]]:
    """Return a function that starts duels in the site's database. See `tests.browser.stage.duel`."""
    with stagehand(place.environment) as stage:
        yield stage


@pytest.fixture
def duelists(stage: Callable[..., Staged], someone: Someone) -> Callable[..., list[Duelist]]:
    """Return a function that starts a duel and opens its page for each player.

    Each player has their own browser context.
    """

    def come(*devices: Mapping[str, Any], **duel: Any) -> list[Duelist]:
        staged = stage(**duel)
        return [
            Duelist(someone(device, address=staged.url, session=session), name)
            for (name, session), device in zip(staged.sessions.items(), devices or (DESKTOP, DESKTOP), strict=True)
        ]

    return come


GOLDEN = Path(ROOT, "tests", "golden")
