import pytest

from duels.explorer import best
from duels.models import Tally
from tests.builders import a_mage, a_user

pytestmark = pytest.mark.django_db


def tally(mage, about, key, won, drawn, lost, *, times=0, book="classic", melee=False):
    Tally.objects.create(
        mage=mage, about=about, key=key, won=won, drawn=drawn, lost=lost, times=times, book=book, melee=melee
    )


def names(extremes):
    return [habit.name for habit in extremes.best], [habit.name for habit in extremes.worst]


def test_habits_are_ordered_and_none_is_both_best_and_worst():
    mage = a_mage("Black")
    tally(mage, "spell", "shield", 5, 0, 1, times=20)
    tally(mage, "spell", "fireball", 1, 1, 6, times=9)
    tally(mage, "spell", "amnesia", 3, 0, 3, times=7)
    assert names(best.of_mage(mage).spells) == (["Shield"], ["Fireball"])


def test_few_duels_count_less_than_many_and_too_few_do_not_count():
    mage = a_mage("Black")
    tally(mage, "spell", "shield", 2, 0, 0, times=2)
    tally(mage, "spell", "amnesia", 3, 0, 0, times=3)
    tally(mage, "spell", "fear", 30, 0, 1, times=40)
    tally(mage, "spell", "fireball", 0, 0, 3, times=3)
    tally(mage, "spell", "poison", 0, 0, 30, times=30)
    assert names(best.of_mage(mage).spells) == (["Fear", "Amnesia"], ["Poison", "Fireball"])


def test_favourites_are_the_spells_cast_most_and_the_openings_used_most():
    mage = a_mage("Black")
    tally(mage, "spell", "shield", 2, 0, 2, times=30)
    tally(mage, "spell", "fireball", 9, 0, 0, times=9)
    tally(mage, "spell", "amnesia", 0, 0, 5, times=12)
    tally(mage, "spell", "fear", 1, 0, 4, times=6)
    tally(mage, "spell", "poison", 1, 0, 0, times=99)
    tally(mage, "opening", "DSF WWS", 1, 0, 3)
    tally(mage, "opening", "PPP PPP", 2, 0, 7)
    found = best.of_mage(mage)
    assert [habit.name for habit in found.spells.favourite] == ["Shield", "Amnesia", "Fireball"]
    assert [habit.results.times for habit in found.openings.favourite] == [9, 4]


def test_spells_are_added_up_over_books_but_openings_are_not():
    mage = a_mage("Black")
    for book in ("classic", "warlocks"):
        tally(mage, "spell", "shield", 2, 0, 0, times=3, book=book)
        tally(mage, "opening", "DSF WWS", 4, 0, 0, book=book)
        tally(mage, "opening", "PPP PPP", 0, 0, 4, book=book)
    tally(mage, "spell", "fireball", 0, 0, 4, times=4)
    tally(mage, "spell", "fireball", 9, 0, 0, times=9, melee=True)
    found = best.of_mage(mage)
    (shield,) = found.spells.best
    assert (shield.results.times, shield.casts) == (4, 6)
    assert {habit.url for habit in found.openings.best} == {
        f"/explorer/{book}/?line=DW,SW,FS&whose=all" for book in ("classic", "warlocks")
    }


def test_a_users_mages_are_combined():
    user = a_user()
    for mage, won in ((a_mage(owner=user), 3), (a_mage(owner=user), 2), (a_mage(), 9)):
        tally(mage, "spell", "shield", won, 0, 0, times=won)
        tally(mage, "spell", "fireball", 0, 0, won, times=won)
    assert [habit.results.times for habit in best.of_user(user).spells.best] == [5]


def test_pages_of_mages_and_users_show_habits_if_there_are_any(client):
    user = a_user("lancelot")
    mage = a_mage("Lancelot", owner=user)
    pages = {"/mage/Lancelot/": "Best and worst", "/user/lancelot/": "Spells and openings"}
    for address, heading in pages.items():
        assert heading not in client.get(address).content.decode()
    tally(mage, "spell", "shield", 3, 0, 0, times=4)
    tally(mage, "spell", "fireball", 0, 0, 3, times=3)
    for address, heading in pages.items():
        page = client.get(address).content.decode()
        assert heading in page
        assert ("Favourite spells" in page) == (address == "/user/lancelot/")
        assert "won 100%, drawn 0%, lost 0%" in page
        assert '<a href="/rules/classic/rule/fireball/">Fireball</a>' in page
