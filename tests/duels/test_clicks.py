"""Tests for the number of clicks from the front page to each feature, on a desktop and on a phone."""

import re
from html.parser import HTMLParser

import pytest

from tests.builders import a_mage
from tests.duels.finished import a_finished_duel
from tests.duels.people import as_user
from tests.duels.puzzles.made import a_puzzle
from tests.duels.tables import a_duel

FEATURES = {
    "quick duel": r"/quick/",
    "create challenge": r"/challenges/new/",
    "practice": r"/practice/",
    "puzzle of the day": r"/puzzles/daily/",
    "streak and storm": r"/puzzles/runs/",
    "first lesson": r"/learn/gestures/",
    "how to play": r"/how-to-play/",
    "rules": r"/rules/",
    "spell book": r"/rules/classic/spells/",
    "explorer": r"/explorer/",
    "duels to watch": r"/duel/[\w-]+/",
    "replay": r"/replay/[\w-]+/",
    "analysis": r"/replay/[\w-]+/analyse/",
    "ladder": r"/ladder/",
    "season": r"/season/",
    "players": r"/users/",
    "friends": r"/friends/",
    "clubs": r"/clubs/",
    "tournaments": r"/tournaments/",
    "achievements": r"/achievements/",
    "honour roll": r"/honours/",
    "graveyard": r"/graveyard/",
    "computer players": r"/house/",
    "messages": r"/messages/",
    "settings": r"/settings/",
}
"""The address of each feature, to which a link leads or a form is sent."""

MOST_CLICKS = 2
MENU = 1
"""The click that opens the menu on a phone."""


class Ways(HTMLParser):
    """A parser that collects the addresses of a page's links and forms, and whether each is in the menu."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.is_in_menu, self.found = False, set[tuple[str, bool]]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "nav" and given.get("id") == "menu":
            self.is_in_menu = True
        address = given.get({"a": "href", "form": "action"}.get(tag, ""))
        if address and address.startswith("/"):
            self.found.add((re.split(r"[?#]", address)[0], self.is_in_menu))

    def handle_endtag(self, tag: str) -> None:
        if tag == "nav":
            self.is_in_menu = False


def clicks_from_home(client, *, menu):
    """Return the smallest number of clicks to each address that is at most `MOST_CLICKS` clicks away.

    `menu` is the number of additional clicks for a link in the menu.
    """
    clicks, reached = {"/": 0}, ["/"]
    for address in reached:
        if clicks[address] == MOST_CLICKS or "." in address:  # the end of the way, or a file
            continue
        for way, is_in_menu in Ways(client.get(address).content.decode()).found:
            more = clicks[address] + 1 + (menu if is_in_menu else 0)
            if more <= MOST_CLICKS and more < clicks.get(way, MOST_CLICKS + 1):
                clicks[way] = more
                reached.append(way)
    return clicks


@pytest.mark.django_db
@pytest.mark.parametrize("menu", [0, MENU], ids=["desk", "phone"])
def test_each_feature_is_at_most_two_clicks_from_the_front_page(menu):
    me = a_mage()
    a_duel(a_mage(), a_mage())
    a_finished_duel()
    a_puzzle()
    clicks = clicks_from_home(as_user(me.owner), menu=menu)
    found = {
        feature: min((number for way, number in clicks.items() if re.fullmatch(address, way)), default=None)
        for feature, address in FEATURES.items()
    }
    assert {feature for feature, number in found.items() if number is None} == set()
