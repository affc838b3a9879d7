"""Tests for the page on which a user waits for a quick duel."""

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.pages import PHONE, is_usable, press, until

LOOKING = "Looking for an opponent with a rating near yours"
HOUSE = {"slug": "osric", "name": "Osric", "strength": "Apprentice", "portrait": "/static/portraits/osric.svg"}


class Beats:
    """Fake server responses to a page that waits for a quick duel.

    Each response offers a duel with a computer player. If `are_lost` is true, no response arrives.
    """

    def __init__(self, page: Page, *, are_lost: bool = False) -> None:
        self.asked, self.are_lost = 0, are_lost
        page.route("**/quick/beat/", self._answer)

    def _answer(self, route: Route) -> None:
        self.asked += 1
        if not self.are_lost:
            answer = route.fetch()
            route.fulfill(response=answer, json={**answer.json(), "house": HOUSE})


def seeks(page: Page) -> None:
    press(page.get_by_role("button", name="Quick duel"))


def goes_on_after_a_lost_answer(page: Page, beats: Beats) -> None:
    expect(page.get_by_text("Can’t reach the server")).to_be_visible()
    beats.are_lost = False
    expect(page.get_by_text(LOOKING)).to_be_visible()


def is_offered_the_house(page: Page) -> None:
    offer = page.get_by_text("Nobody yet. Play Osric (Apprentice) while you wait?")
    expect(offer).to_be_visible()
    assert offer.locator("xpath=..").bounding_box()["height"] < 100, "there is a void around the offer"
    is_usable(page)


def declines(page: Page) -> None:
    press(page.get_by_role("button", name="Keep waiting"))
    expect(page.get_by_role("button", name="Play the computer")).to_be_hidden()
    expect(page.locator("form[data-quick] select").first).to_be_focused()


def practises_in_another_window(page: Page) -> None:
    with page.context.expect_page() as opened:
        press(page.get_by_role("button", name="Practice against the computer"))
    opened.value.wait_for_url(re.compile("/duel/"))


def shows_how_long_the_player_has_waited(page: Page) -> None:
    page.clock.fast_forward("00:11")
    expect(page.get_by_text(re.compile(rf"{LOOKING}: \d0 seconds"))).to_be_visible()


def test_two_players_in_the_quick_queue_meet_despite_interruptions(someone):
    one, other = someone(PHONE), someone()
    one.clock.install()
    beats = Beats(one, are_lost=True)
    seeks(one)
    expect(one.get_by_text(LOOKING)).to_be_visible()
    is_usable(one)
    goes_on_after_a_lost_answer(one, beats)
    is_offered_the_house(one)
    declines(one)
    practises_in_another_window(one)
    shows_how_long_the_player_has_waited(one)
    seeks(other)
    one.wait_for_url(re.compile("/duel/"))
    other.wait_for_url(one.url)


def goes_on_asking_without_a_socket(beats: Beats, page: Page) -> None:
    until(page, lambda: beats.asked > 1)


KEEP_BEACONS = """(() => {
  const send = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (address, body) => {
    localStorage.setItem("beacon", address);
    return send(address, body);
  };
})()"""
"""A script that stores each beacon's address, because Playwright reports no beacons from a closing page."""


def leave_for_lobby(page: Page) -> None:
    """Assert that leaving the page notifies the server, so that nobody is matched with an absent player."""
    press(page.locator("#main").get_by_role("link", name="Lobby"))
    expect(page.get_by_role("heading", name="Open challenges")).to_be_visible()
    assert page.evaluate("localStorage.getItem('beacon')") == "/quick/leave/"


def test_a_player_who_meets_nobody_leaves_and_later_duels_with_the_house(someone):
    page = someone(PHONE)
    page.add_init_script(KEEP_BEACONS)
    page.route_web_socket("**/ws/lobby/**", lambda socket: socket.close())
    beats = Beats(page)
    seeks(page)
    is_offered_the_house(page)
    goes_on_asking_without_a_socket(beats, page)
    leave_for_lobby(page)
    page.go_back()
    press(page.get_by_role("button", name="Play the computer"))
    page.wait_for_url(re.compile("/duel/"))
    expect(page.get_by_role("heading", name="Orders for round 1")).to_be_visible()
