import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from duels.house.duels import start_house_duel
from duels.house.wizards import BY_SLUG, WIZARDS
from duels.play.transaction import give_up
from tests.builders import a_mage
from tests.duels.people import as_user

pytestmark = pytest.mark.django_db

TANSY = BY_SLUG["tansy"]


def page(address, client=None):
    answer = (client or Client()).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def a_duel_with_tansy(*, over=True):
    """Return a duel between Black and the computer player Tansy, and the test client of Black's user.

    Black has won, unless `over` is false.
    """
    black = a_mage("Black")
    duel = start_house_duel(mage=black, wizards=[TANSY], book="classic")
    if over:
        give_up(duel=duel, wizard="Tansy")
    return duel, as_user(black.owner)


@pytest.mark.parametrize("wizard", WIZARDS, ids=lambda wizard: wizard.slug)
def test_each_wizard_has_a_page_with_a_portrait(wizard):
    told = page(f"/house/{wizard.slug}/")
    assert wizard.name in told
    assert f"Computer · {wizard.strength}" in told
    assert str(wizard.looks) in told
    with open(finders.find(wizard.portrait)) as drawing:
        assert 1000 < len(drawing.read()) < 4000


def test_the_page_of_the_house_links_to_each_wizard():
    told = page("/house/")
    for wizard in WIZARDS:
        assert f'href="/house/{wizard.slug}/"' in told


def test_only_house_wizards_have_such_a_page():
    assert Client().get("/house/merlin/").status_code == 404


def test_the_house_shows_the_users_record_against_each_wizard():
    _, client = a_duel_with_tansy()
    told = page("/house/", client)
    assert "1 won, 0 lost, 0 drawn" in told
    assert "Against the computer" in told
    assert "1 won" not in page("/house/")


def test_a_wizards_page_shows_its_record_and_duels():
    duel, _ = a_duel_with_tansy()
    told = page("/house/tansy/")
    assert "0 won, 1 lost, 0 drawn" in told
    assert f"/replay/{duel.slug}/" in told
    assert duel.slug not in page("/house/osric/")


@pytest.mark.parametrize("where", ["/duel/{}/", "/duel/{}/plain/", "/duel/{}/text/", "/replay/{}/", "/embed/{}/"])
def test_a_house_wizard_is_marked_in_its_duels(where):
    duel, client = a_duel_with_tansy()
    assert "Computer · Novice" in page(where.format(duel.slug), client).replace("\\u00b7", "·")


def test_a_house_wizard_is_marked_in_lists():
    _, client = a_duel_with_tansy(over=False)
    assert "Computer · Novice" in page("/mage/Black/", client)


def test_users_pages_show_their_rating_against_the_house():
    _, client = a_duel_with_tansy()
    for address in ("/mage/Black/", "/practice/", "/house/"):
        assert "Against the computer" in page(address, client)
