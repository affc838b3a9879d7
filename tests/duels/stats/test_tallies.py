from datetime import timedelta

import pytest

from duels.jobs import JOBS
from duels.models import Cast, Duel, Tally
from duels.stats import tallies
from tests.builders import a_mage, a_result, a_user, rows_of_a_duel
from tests.duels.finished import THEN, a_finished_duel, a_record
from tests.duels.tables import at_once
from wavinghands import engine

pytestmark = pytest.mark.django_db

DAY = "2026-05-01"


def numbers(about, key, *, mage=None, book="classic", melee=False):
    """Return a row of the statistics: the count, and the numbers of wizards who won, lost and drew.

    `about` is the kind of the row, for example "spell", and `key` is its subject. If there is no such row, return
    `None`.
    """
    tally = Tally.objects.filter(about=about, key=key, mage=mage, book=book, melee=melee).first()
    return tally and (tally.times, tally.won, tally.lost, tally.drawn)


def everything():
    rows = Tally.objects.values_list("mage", "book", "melee", "about", "key", "times", "won", "lost", "drawn")
    return sorted(rows, key=str)


def test_the_spells_of_a_duel_are_counted_from_the_engines_summary():
    black, white = a_mage("Black"), a_mage("White")
    duel = a_finished_duel(black, white)
    tallies.count_finished()
    casts = engine.summary(a_record("Black", "White"))["casts"]
    assert casts["Black"]
    found = {(cast.seat.name, cast.spell): cast.times for cast in Cast.objects.filter(duel=duel)}
    assert found == {(name, spell): times for name, spells in casts.items() for spell, times in spells.items()}
    for spell, times in casts["Black"].items():
        by_white = casts["White"].get(spell, 0)
        assert numbers("spell", spell, mage=black) == (times, 1, 0, 0)
        assert numbers("spell", spell) == (times + by_white, 1, int(by_white > 0), 0)
        assert numbers("spell", spell, book="") == numbers("spell", spell)


def test_openings_are_counted_with_their_results():
    black, white = a_mage("Black"), a_mage("White")
    a_finished_duel(black, white)
    tallies.count_finished()
    openings = engine.summary(a_record("Black", "White"))["openings"]
    assert openings["Black"] != openings["White"]
    assert numbers("opening", openings["Black"]) == (1, 1, 0, 0)
    assert numbers("opening", openings["White"], mage=white) == (1, 0, 1, 0)


def test_endings_and_activity_are_counted():
    black, white = a_mage("Black"), a_mage("White")
    duel = a_finished_duel(black, white)
    tallies.count_finished()
    duel.refresh_from_db()
    assert duel.ending == "surrender"
    assert duel.by_the_book
    assert numbers("ending", "surrender") == (1, 0, 0, 0)
    assert numbers("ending", "surrender", mage=white) == (1, 0, 1, 0)
    assert numbers("day", DAY) == (1, 0, 0, 0)
    assert numbers("round", DAY, book="") == (6, 0, 0, 0)
    assert numbers("user", DAY, book="") == (2, 0, 0, 0)


def test_a_user_is_counted_once_a_day():
    user, other = a_user(), a_mage("Other")
    first, second = a_mage("First", owner=user), a_mage("Second", owner=user)
    a_finished_duel(first, other)
    tallies.count_finished()
    a_finished_duel(second, other)
    a_finished_duel(first, second, other)
    tallies.count_finished()
    assert numbers("user", DAY, book="") == (2, 0, 0, 0)
    a_finished_duel(second, other, ended=THEN + timedelta(days=1))
    tallies.count_finished()
    assert numbers("user", "2026-05-02", book="") == (2, 0, 0, 0)


def test_melees_and_books_are_counted_separately_and_in_total():
    a_finished_duel()
    a_finished_duel(a_mage(), a_mage(), a_mage())
    a_finished_duel(book="warlocks")
    tallies.count_finished()
    assert [numbers("day", DAY, book=book)[0] for book in ("classic", "warlocks", "")] == [1, 1, 2]
    assert numbers("day", DAY, melee=True) == numbers("day", DAY, melee=True, book="") == (1, 0, 0, 0)


def test_counting_again_changes_nothing():
    a_finished_duel()
    assert tallies.count_finished() == 1
    before = everything()
    assert tallies.count_finished() == 0
    assert everything() == before


def test_a_duel_counted_by_another_process_is_not_counted_again():
    duel = a_finished_duel()
    batch = list(tallies._not_counted())
    found = list(tallies._found(batch))
    tallies.count_finished()
    before = everything()
    assert tallies.add(batch, found) == 0
    assert everything() == before
    assert Cast.objects.filter(duel=duel).exists()


def test_duels_that_ended_during_an_outage_are_counted(monkeypatch):
    monkeypatch.setattr(tallies, "AT_ONCE", 2)
    for seed in range(5):
        a_finished_duel(seed=seed)
    assert tallies.count_finished() == 5
    assert numbers("day", DAY)[0] == 5


@pytest.mark.parametrize("fields", [{"practice": True}, {"public": False}])
def test_practice_and_private_duels_are_not_counted(fields):
    duel = a_finished_duel(**fields)
    assert tallies.count_finished() == 1
    duel.refresh_from_db()
    assert duel.tallied
    assert duel.ending == "surrender"
    assert not Tally.objects.exists()
    assert not Cast.objects.exists()


def test_a_friendly_duel_is_counted():
    a_finished_duel(counts=False)
    tallies.count_finished()
    assert numbers("day", DAY) == (1, 0, 0, 0)


def test_a_running_duel_is_not_counted():
    rows_of_a_duel(a_mage(), a_mage())
    assert tallies.count_finished() == 0


def test_an_unreadable_duel_does_not_block_others():
    broken = a_finished_duel()
    broken.rounds.filter(number=2).delete()
    a_finished_duel()
    assert tallies.count_finished() == 2
    assert numbers("day", DAY) == (1, 0, 0, 0)
    broken.refresh_from_db()
    assert broken.tallied


def test_a_draw_is_counted_for_both():
    black, white = a_mage("Black"), a_mage("White")
    duel = a_finished_duel(black, white)
    duel.result = a_result(surrendered=["Black", "White"])
    found = tallies.Found(
        duel, list(duel.seats.all()), {"rounds": 3, "casts": {"Black": {"shield": 2}}, "openings": {}}
    )
    tallies.mark(duel, [])
    sums = tallies.sums_of([found])
    spell = tallies.Count(black.pk, "classic", False, "spell", "shield")
    assert (sums[spell], sums[spell._replace(number="drawn")]) == (2, 1)
    assert duel.ending == "all_gave"


def test_a_job_counts_duels():
    (job,) = [job for job in JOBS if job.name == "tallies"]
    a_finished_duel()
    job.do()
    assert not Duel.objects.filter(tallied=None).exists()


@pytest.mark.django_db(transaction=True)
def test_concurrent_counting_counts_each_duel_once():
    for seed in range(8):
        a_finished_duel(seed=seed)
    counted: list[int] = []
    at_once(*[lambda: counted.append(tallies.count_finished())] * 2)
    assert sum(counted) == 8
    assert numbers("day", DAY)[0] == 8
    assert numbers("user", DAY, book="")[0] == 16
