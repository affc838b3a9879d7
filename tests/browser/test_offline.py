"""The site as an app that is installed: what there is without a connection."""

import json
import struct
from urllib.request import urlopen

from playwright.sync_api import expect

from tests.browser.pages import is_for_all


def test_without_a_connection_there_is_a_page_that_leads_back(someone, console):
    console.expect("ERR_INTERNET_DISCONNECTED|Failed to load resource")
    console.expect("preload assets")  # axe looks for what a style sheet imports beside the page
    page = someone(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.context.set_offline(True)
    page.goto("/ladder/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).display") == "flex"  # it is drawn as all pages are
    is_for_all(page)
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Ladder of duels")).to_be_visible()


def test_the_browser_finds_all_that_it_needs_to_install_the_site(someone, site):
    page = someone()
    address = page.locator("link[rel=manifest]").get_attribute("href")
    with urlopen(site + address) as answer:
        manifest = json.load(answer)
    assert (manifest["display"], manifest["scope"], manifest["start_url"]) == ("standalone", "/", "/")
    colours = page.locator("meta[name=theme-color]").evaluate_all("(told) => told.map(({ content }) => content)")
    assert manifest["theme_color"] == manifest["background_color"]
    assert manifest["theme_color"] in colours
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert "maskable" in [icon.get("purpose") for icon in manifest["icons"]]
    for icon in manifest["icons"]:
        with urlopen(site + icon["src"]) as answer:
            assert answer.headers["Content-Type"] == icon["type"]
            picture = answer.read()
        if icon["type"] == "image/png":  # width and height stand at its beginning
            assert "x".join(str(side) for side in struct.unpack(">II", picture[16:24])) == icon["sizes"]
    for shortcut in manifest["shortcuts"]:
        with urlopen(site + shortcut["url"]) as answer:
            assert answer.status == 200
