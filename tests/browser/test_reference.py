"""The API reference: folded until a reader opens a section or follows a link into one."""

from playwright.sync_api import expect

from tests.browser.pages import PHONE, looks_right

MOST_PIXELS = 6000
"""Height of the page with all sections folded, on a phone."""


def test_the_reference_is_short_and_opens_the_section_of_its_address(someone):
    page = someone(PHONE, address="/api/")
    expect(page.get_by_role("heading", name="For programs", exact=True).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= MOST_PIXELS
    operation = page.locator("#users_me")
    expect(operation).to_be_hidden()
    page.goto("/api/#users_me")
    expect(operation).to_be_in_viewport()
    page.locator("#duels_orders").evaluate("it => it.closest('details').querySelector('summary').focus()")
    page.keyboard.press("Enter")
    expect(page.locator("#duels_orders")).to_be_visible()
    page.goto("/api/#stale")
    expect(page.locator("#stale")).to_be_in_viewport()
    looks_right(page)
