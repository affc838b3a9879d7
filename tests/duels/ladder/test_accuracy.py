import pytest
from django.urls import reverse

from duels.ladder import accuracy
from duels.models import Analysis
from tests.builders import a_mage, a_user
from tests.duels.finished import a_finished_duel

pytestmark = pytest.mark.django_db


def analysed(duel, **figures):
    return Analysis.objects.create(duel=duel, state="done", result={"accuracy": figures})


def test_accuracy_is_the_average_of_a_mages_or_users_analysed_duels():
    owner = a_user()
    black, other = a_mage("Black", owner=owner), a_mage("Other", owner=owner)
    white = a_mage("White")
    analysed(a_finished_duel(black, white), Black=90, White=60)
    analysed(a_finished_duel(white, black), Black=71, White=50)
    analysed(a_finished_duel(other, white), Other=31, White=40)
    assert accuracy.of_mage(black) == (80, 2)
    assert accuracy.of_mage(white) == (50, 3)
    assert accuracy.of_user(owner) == (64, 3)


def test_without_an_analysed_duel_there_is_no_accuracy(client):
    black = a_mage("Black")
    Analysis.objects.create(duel=a_finished_duel(black, a_mage("White")))
    assert accuracy.of_mage(black) is None
    assert "Accuracy" not in client.get(reverse("mage", args=["Black"])).content.decode()


def test_unlisted_duels_do_not_count(client):
    owner = a_user()
    black = a_mage("Black", owner=owner)
    analysed(a_finished_duel(black, a_mage("White"), public=False), Black=90, White=60)
    assert accuracy.of_mage(black) is None
    client.force_login(owner)
    assert "Accuracy" not in client.get(reverse("user", args=[owner.username])).content.decode()


def test_only_the_latest_duels_count(monkeypatch):
    monkeypatch.setattr(accuracy, "MOST", 1)
    black, white = a_mage("Black"), a_mage("White")
    first, last = a_finished_duel(black, white), a_finished_duel(black, white)
    analysed(first, Black=10, White=60)
    analysed(last, Black=80, White=60)
    assert accuracy.of_mage(black) == (80, 1)


def test_the_pages_show_the_accuracy_with_one_query(client, django_assert_num_queries):
    black, white = a_mage("Black"), a_mage("White")
    for _ in range(3):
        analysed(a_finished_duel(black, white), Black=90, White=60)
    with django_assert_num_queries(1):
        accuracy.of_user(black.owner)
    for address in (reverse("mage", args=["Black"]), reverse("user", args=[black.owner.username])):
        page = client.get(address).content.decode()
        assert "<strong>90</strong> out of 100" in page
        assert "last 3 analysed public duels" in page
