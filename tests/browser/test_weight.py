"""What comes over the wire before a duel can be played: little, and from nowhere else."""

from collections import defaultdict
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

MOST = 150_000
"""Bytes, compressed, with what the protocol adds."""


def test_the_first_load_of_a_duel_is_light_and_all_our_own(stage, someone, site):
    duel = stage(wizards=["Morgause", "Mordred"], bouts=8)
    page = someone(address="about:blank", session=duel.sessions["Morgause"])
    heard = listen(page)
    page.goto(duel.url)
    expect(page.get_by_role("heading", name="Orders for round 9")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert {urlsplit(address).netloc for address in heard} == {urlsplit(site).netloc}
    assert sum(heard.values()) < MOST, sorted(heard.items(), key=lambda one: -one[1])[:12]


def listen(page: Page) -> dict[str, int]:
    """The bytes of each address that the page asks for, as they come."""
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
    return bytes_
