"""The reference of the API: folded until somebody looks for something."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import DESKTOP, PHONE, fits, is_for_all

LONGEST = 6000
"""Pixels of the page as it comes, on a phone."""


@pytest.mark.parametrize(("device", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_the_reference_is_short_and_opens_where_an_address_leads(someone, device, scheme):
    page = someone(device, address="/api/", color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollHeight") <= LONGEST
    operation = page.locator("#users_me")
    expect(operation).to_be_hidden()
    page.goto("/api/#users_me")
    expect(operation).to_be_in_viewport()
    page.locator("#duels_orders").evaluate("it => it.closest('details').querySelector('summary').focus()")
    page.keyboard.press("Enter")
    expect(page.locator("#duels_orders")).to_be_visible()
    page.goto("/api/#stale")
    expect(page.locator("#stale")).to_be_in_viewport()
    is_for_all(page)
    fits(page)
