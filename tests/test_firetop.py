"""Tests that docs/firetop.md lists all orders of Firetop Mountain, and that the pages it names exist."""

import re
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.urls import Resolver404, resolve

from accounts.services.mages import register_mage

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


@pytest.mark.django_db
def test_a_user_finds_every_place_by_following_links(client):
    user = get_user_model().objects.create_user("fred")
    register_mage(owner=user, name="Merlyn", gender="m")
    client.force_login(user)
    places = {address for _, place in _rows() for address in re.findall(r"`(/[^`]*)`", place)}
    needs_more = {"/accounts/login/", "/accounts/signup/", "/guest/", "/keep/", "/user/Fred/"}
    wanted = {place for place in places - needs_more if not re.search(r"\d", place)}
    found, ahead = {"/"}, ["/"]
    while ahead and wanted - found:
        page = client.get(ahead.pop(0)).content.decode()
        links = set(re.findall(r'href="(/[^"#?]*)', page)) - found - {"/accounts/logout/"}
        links = {link for link in links if not link.startswith(("/static/", "/archive/duels"))}
        found |= links
        ahead += sorted(links)
    assert wanted - found == set()


def _is_of_the_site(address):
    try:
        return bool(resolve(address).url_name)
    except Resolver404:
        return False


def test_each_listed_address_exists():
    addresses = [(order, address) for order, place in _rows() for address in re.findall(r"`(/[^`]*)`", place)]
    assert addresses
    assert [(order, address) for order, address in addresses if not _is_of_the_site(address)] == []
