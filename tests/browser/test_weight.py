"""What comes over the wire before a duel can be played: little, and from nowhere else."""

from collections import defaultdict
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import connect

MOST_BYTES, MOST_REQUESTS = 100_000, 15
"""In whatever language; bytes compressed, with what the protocol adds."""


@pytest.mark.parametrize(
    ("language", "heading"), [("English", "Orders for round 9"), ("Deutsch", "Befehle für Runde 9")]
)
def test_the_first_load_of_a_duel_is_light_and_all_our_own(stage, someone, site, language, heading):
    duel = stage(wizards=["Morgause", "Mordred"], bouts=8)
    page = someone(address=duel.url, session=duel.sessions["Morgause"])
    if language != "English":
        page.get_by_role("button", name=language).click()
    page.goto("about:blank")
    heard = listen(page)
    page.goto(duel.url)
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert {urlsplit(address).netloc for address in heard} == {urlsplit(site).netloc}
    assert sum(heard.values()) <= MOST_BYTES, sorted(heard.items(), key=lambda one: -one[1])
    assert len(heard) <= MOST_REQUESTS, sorted(heard)


def test_frames_are_not_compressed_however_much_a_client_would_like_it_as_their_length_would_tell_of_them(site):
    with connect(f"{site.replace('http', 'ws')}/ws/duel/none/", origin=site, compression="deflate") as socket:
        assert "Sec-WebSocket-Extensions" in socket.request.headers
        assert "Sec-WebSocket-Extensions" not in socket.response.headers


def listen(page: Page) -> dict[str, int]:
    """The bytes of each address that the page asks for, as they come; nothing is kept from before."""
    addresses: dict[str, str] = {}
    bytes_: dict[str, int] = defaultdict(int)
    devtools = page.context.new_cdp_session(page)
    devtools.on(
        "Network.requestWillBeSent", lambda event: addresses.update({event["requestId"]: event["request"]["url"]})
    )

    def came(event):
        bytes_[addresses[event["requestId"]]] += event["encodedDataLength"]

    devtools.on("Network.loadingFinished", came)
    devtools.send("Network.enable")
    devtools.send("Network.clearBrowserCache")
    return bytes_
