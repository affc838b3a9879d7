"""A tournament from its creation to its last result, with one player on a desktop and one on a phone."""

import re

from playwright.sync_api import Page, expect

from tests.browser.pages import PHONE, Duelist, is_usable, looks_right, press, sign_up
from tests.servers import manage


def set_time(place, column: str) -> None:
    """Set the tournament's time in `column` to now."""
    change = f"Tournament.objects.update({column}=timezone.now())"
    command = f"from django.utils import timezone; from duels.models import Tournament; {change}"
    done = manage("shell", "--command", command, **place.environment)
    assert done.returncode == 0, done.stderr


def creates_a_tournament(page: Page) -> str:
    """Create a tournament, join it, and return its address."""
    page.goto("/tournaments/")
    page.get_by_role("link", name="Create tournament").click()
    page.get_by_label("Name").fill("Candlelight")
    page.get_by_label("Length").select_option("30")
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_role("heading", name="Candlelight")).to_be_visible()
    expect(page.get_by_text("Players who join will appear here.")).to_be_visible()
    joins(page)
    expect(page.get_by_text("You have joined.")).to_be_visible()
    looks_right(page)
    return page.url


def joins(page: Page) -> None:
    press(page.get_by_role("button", name="Join", exact=True))


def test_a_tournament_is_created_joined_played_and_won(someone, place):
    host, guest = someone(), someone(PHONE)
    sign_up(host, "candle", "Candlemas")
    address = creates_a_tournament(host)
    guest.goto("/")
    press(guest.get_by_role("link", name="Candlelight"))
    joins(guest)
    expect(guest.get_by_role("rowheader")).to_have_count(2)
    is_usable(guest)
    set_time(place, "starts")
    for page in (host, guest):
        page.wait_for_url(re.compile("/duel/"))
    Duelist(guest, "").press("Give up")
    Duelist(guest, "").confirm("Give up")
    for page in (host, guest):
        press(page.get_by_role("link", name="Back to the tournament"))
        page.wait_for_url(address)
    winner = host.get_by_role("row", name=re.compile("Candlemas"))
    expect(winner).to_have_attribute("aria-current", "true")
    expect(winner.get_by_role("cell")).to_have_text(["1", "2", "1", "1"])
    expect(host.get_by_text("Candlemas won")).to_be_visible()
    looks_right(host)
    is_usable(guest)
    set_time(place, "ends")
    for page, told in ((host, "You finished in place 1 of 2."), (guest, "You finished in place 2 of 2.")):
        expect(page.get_by_text(told)).to_be_visible()
    looks_right(host)
    host.goto("/tournaments/")
    expect(host.get_by_role("link", name="Results of Candlelight")).to_be_visible()
