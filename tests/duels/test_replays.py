"""Replays, records and transcripts, by their addresses."""

import pytest
from django.test import Client

from duels.services import play
from tests.builders import a_mage
from tests.duels.tables import a_duel
from wavinghands import engine

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def black():
    return a_mage("Black")


@pytest.fixture
def duel(black):
    """A duel after one round."""
    duel = a_duel(black, a_mage("White"))
    for wizard, left in (("Black", "P"), ("White", "W")):
        play.submit_orders(duel=duel, wizard=wizard, round_number=1, orders={"left": left, "right": "-"})
    return duel


def over(duel):
    play.give_up(duel=duel, wizard="White")
    return duel


def at(duel, rest="/"):
    return f"/replay/{duel.slug}{rest}"


def as_user(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("rest", [".json", ".txt", "/?eyes=everything", "/?eyes=White", "/1/?eyes=White"])
def test_what_tells_all_is_closed_to_everybody_while_the_duel_goes_on(duel, black, rest):
    for client in (Client(), as_user(black.owner)):
        assert client.get(at(duel, rest)).status_code == 404
    over(duel)
    assert Client().get(at(duel, rest)).status_code == 200


def test_the_record_at_its_address_replays_to_the_same_result(duel, client):
    record = client.get(at(over(duel), ".json")).json()
    *_, end = engine.replay(record)
    duel.refresh_from_db()
    assert end.result == record["result"] == duel.result


def test_the_text_at_its_address_is_text(duel, client):
    answer = client.get(at(over(duel), ".txt"))
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert "Black wins the duel." in answer.content.decode()


def test_every_round_has_an_address_and_no_other_number(duel, client):
    over(duel)
    for number, status in ((0, 200), (1, 200), (2, 200), (3, 404), (10**30, 404)):
        assert client.get(at(duel, f"/{number}/")).status_code == status
    for odd in ("/?eyes=nobody", "/?eyes=*", "/1/?eyes="):
        assert client.get(at(duel, odd)).status_code == (200 if odd.endswith("=") else 404)


@pytest.mark.parametrize("rest", ["/", "/1/", ".json", ".txt"])
def test_of_a_duel_that_is_not_there_is_nothing_to_see(client, rest):
    assert client.get(f"/replay/no-such-duel{rest}").status_code == 404
