"""A browser, and a site for it to look at. Both live as long as a module of tests."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.servers import CHROMIUM_FLAGS, running_site


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Chromium. Not for the whole session: while it is there, this process can run no asynchronous test."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site of its own, on SQLite."""
    with running_site(VAR_DIR=str(tmp_path_factory.mktemp("site"))) as (url, _):
        yield url
