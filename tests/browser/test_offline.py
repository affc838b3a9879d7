"""Tests for the site while the browser is offline."""

from playwright.sync_api import expect

from tests.browser.pages import is_accessible


def test_an_offline_page_leads_back_to_the_site(someone, console):
    console.expect("ERR_INTERNET_DISCONNECTED|Failed to load resource")
    console.expect("preload assets")  # axe reloads the imports of style sheets
    page = someone(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.context.set_offline(True)
    page.goto("/ladder/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).display") == "flex"  # its style sheet works
    is_accessible(page)
    page.context.set_offline(False)  # the page notices this by itself
    expect(page.get_by_role("heading", name="Duel ladder")).to_be_visible()
