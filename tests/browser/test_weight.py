"""Tests that a duel page loads little data, and none from other sites."""

from collections import defaultdict
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect
from websockets.sync.client import connect

from tests.browser.pages import speak

MOST_BYTES, MOST_REQUESTS = 100_000, 15
"""Limits for all languages. The bytes are counted after compression, and include protocol overhead."""


def test_the_first_load_of_a_german_duel_is_small_and_from_the_site_only(stage, someone, site):
    """Check a German page, because German texts are longer than English ones."""
    duel = stage(wizards=["Morgause", "Mordred"], bouts=8)
    page = someone(address=duel.url, session=duel.sessions["Morgause"])
    speak(page, "de")
    page.goto("about:blank")
    received = bytes_by_address(page)
    page.goto(duel.url)
    expect(page.get_by_role("heading", name="Zug für Runde 9")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert {urlsplit(address).netloc for address in received} == {urlsplit(site).netloc}
    assert sum(received.values()) <= MOST_BYTES, sorted(received.items(), key=lambda one: -one[1])
    assert len(received) <= MOST_REQUESTS, sorted(received)


def test_websocket_frames_are_not_compressed_even_if_a_client_offers_it(site):
    """Check this because the length of a compressed frame could reveal what it contains."""
    with connect(f"{site.replace('http', 'ws')}/ws/duel/none/", origin=site, compression="deflate") as socket:
        assert "Sec-WebSocket-Extensions" in socket.request.headers
        assert "Sec-WebSocket-Extensions" not in socket.response.headers


def bytes_by_address(page: Page) -> dict[str, int]:
    """Clear the cache. Return a dictionary that counts the bytes of all later downloads, by address."""
    addresses: dict[str, str] = {}
    bytes_: dict[str, int] = defaultdict(int)
    devtools = page.context.new_cdp_session(page)
    devtools.on(
        "Network.requestWillBeSent", lambda event: addresses.update({event["requestId"]: event["request"]["url"]})
    )

    def add(event):
        bytes_[addresses[event["requestId"]]] += event["encodedDataLength"]

    devtools.on("Network.loadingFinished", add)
    devtools.send("Network.enable")
    devtools.send("Network.clearBrowserCache")
    return bytes_
