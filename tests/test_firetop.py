"""Every order of Firetop Mountain has its place, and the list of them in the documents is true."""

import re
from pathlib import Path

import pytest
from django.urls import resolve

LIST = Path(__file__).parent.parent / "docs" / "firetop.md"

ORDERS = """
NEWUSER USER CHANGEUSER SCORES STANDINGS GAMES LIST CHALLENGES INFO RULES HELP FAQ MESSAGE ANNOUNCE RESEND REPLAY SHOW
DESCRIBE SUBSCRIBE STATS REGISTER ADDRESS PASSWORD VACATION RETIRE QUIT NEWGAME ACCEPT DECLINE CHANGEGAME OPPOSE
WITHDRAW MOVE GAME MAGE TURN LH RH TARGET CHOOSE PERMANENT PARALYZE DIRECT DELAY FIRE SAY END
"""


def _rows() -> list[tuple[str, str]]:
    rows = re.findall(r"^\| ([A-Z, ]+) \| (.+) \|$", LIST.read_text(), re.MULTILINE)
    return [(order, place) for orders, place in rows for order in orders.split(", ")]


def test_the_list_has_every_order_once():
    assert sorted(order for order, _ in _rows()) == sorted(ORDERS.split())


@pytest.mark.parametrize(("order", "place"), _rows())
def test_each_address_in_the_list_is_one_of_the_site(order, place):
    for address in re.findall(r"`(/[^`]*)`", place):
        assert resolve(address).url_name
