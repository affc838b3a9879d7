import pytest
from django.test import Client

from duels.house.practice import start_practice
from duels.house.wizards import BY_SLUG
from duels.models import Duel
from duels.play.transaction import give_up
from tests.builders import a_guest, a_mage
from tests.duels.people import as_user
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db

MARK = "data-first-practice"


def is_marked(client: Client, duel: Duel, mark: str = MARK) -> bool:
    return mark in client.get(f"/duel/{duel.slug}/").content.decode()


@pytest.mark.parametrize("new", [a_mage, a_guest])
def test_only_the_first_practice_duel_of_a_user_or_guest_is_marked(new):
    mage = new()
    client = as_user(mage.owner)
    start_practice(mage=a_mage(), book="classic")
    first = start_practice(mage=mage, book="classic", wizard=BY_SLUG["tansy"])
    assert is_marked(client, first)
    second = start_practice(mage=mage, book="classic", wizard=BY_SLUG["bramble"])
    assert not is_marked(client, second)
    give_up(duel=first, wizard=mage.name)
    third = start_practice(mage=a_mage(owner=mage.owner), book="classic", wizard=BY_SLUG["tansy"])
    assert not is_marked(client, third)


def test_the_first_practice_duel_of_a_visitor_is_marked():
    client = Client()
    started = client.post("/practice/", {"book": "classic"})
    assert MARK in client.get(started.url).content.decode()


def test_duels_between_people_and_those_of_others_are_not_marked():
    mage = a_mage()
    assert not is_marked(as_user(mage.owner), a_duel(mage, a_mage()))
    assert not is_marked(Client(), start_practice(mage=mage, book="classic"))


def test_a_player_is_a_newcomer_until_the_end_of_their_third_duel():
    mage = a_mage()
    duels = [a_duel(mage, a_mage()) for _ in range(3)]
    assert is_marked(as_user(mage.owner), duels[2], "data-newcomer")
    assert not is_marked(as_user(mage.owner), a_duel(mage, a_mage()), "data-newcomer")
