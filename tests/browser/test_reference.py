"""Tests for the API reference, which Swagger UI renders."""

from playwright.sync_api import expect

from tests.browser.pages import DESKTOP, PHONE, fits, looks_right


def test_the_reference_shows_an_error_opens_with_the_keyboard_and_fits_a_phone(someone):
    page = someone(PHONE, address="/api/#stale")  # the type of an error is an address like this
    chapter = page.get_by_role("button", name="Expand operation").first
    expect(chapter).to_be_visible()
    expect(page.locator("#stale")).to_be_in_viewport()
    chapter.focus()
    looks_right(page)
    page.keyboard.press("Enter")
    page.locator(".opblock-summary-control").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".opblock-body").first).to_be_visible()
    for device in (PHONE, DESKTOP):
        page.set_viewport_size(device["viewport"])
        fits(page)
