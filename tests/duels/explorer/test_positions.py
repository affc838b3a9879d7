import pytest

from duels.explorer import positions
from duels.explorer.lines import lines_of
from duels.explorer.positions import Results, Wanted
from duels.explorer.rating_ranges import rating_range_of
from duels.models import Continuation, Opening
from tests.duels.explorer.opened import a_duel_of_two, count_all
from tests.duels.finished import a_record

pytestmark = pytest.mark.django_db


@pytest.fixture
def duels():
    """Return three duels with the same opening.

    The first and the third are between people, and the second is against a computer player.
    """
    found = [a_duel_of_two(seed=seed) for seed in (1, 1, 10)]
    found[1].seats.filter(position=1).update(mage=None, level=2)
    count_all()
    return found


def line_of(name, seed=1):
    return lines_of(a_record("Black", "White", seed=seed))[name]


def test_ratings_are_grouped_into_ranges():
    assert [rating_range_of(rating) for rating in (None, 900.0, 1399.9, 1400, 1599.9, 1600, 1800, 2500)] == [
        *(0, 1, 1, 2, 2, 3, 4, 4)
    ]


def test_percentages_add_up_to_a_hundred():
    for won in range(12):
        for lost in range(12):
            shares = Results(won, 3, lost).shares
            assert sum(shares) == 100
            assert min(shares) >= 0
    assert Results().shares == (0, 0, 0)


def test_counts_follow_the_filters(duels):
    line = line_of("Black")[:6]
    one_win = Results(1, 0, 0)
    assert positions.groups(Wanted("classic", line)) == {("people", 0): one_win, ("against", 0): one_win}
    assert list(positions.continuations(Wanted("classic", line))) == [line_of("Black")[6:8]]
    assert positions.continuations(Wanted("classic", line, "house")) == {}
    assert positions.continuations(Wanted("classic", line, "people", 3)) == {}
    assert positions.continuations(Wanted("warlocks", line)) == {}
    assert positions.total(positions.groups(Wanted("classic")).values()) == Results(3, 0, 3)


@pytest.mark.parametrize("few", [0, 2000])
def test_few_and_many_duels_of_a_line_are_found_alike(duels, few, monkeypatch):
    monkeypatch.setattr(positions, "FEW", few)
    line = line_of("Black")[:6]
    found = positions.examples(Wanted("classic", line), 2)
    assert [row.url for row in found.duels] == [f"/replay/{duel.slug}/3/" for duel in (duels[1], duels[0])]
    assert [row.result.code for row in found.duels] == ["won", "won"]
    assert found.against == [(line_of("White")[:6], Results(2, 0, 0))]
    lost = positions.examples(Wanted("classic", line_of("White"), "people"), 1)
    assert [(row.url, row.result.code) for row in lost.duels] == [(f"/replay/{duels[0].slug}/6/", "lost")]


def test_at_the_start_each_duel_is_listed_once(duels):
    found = positions.examples(Wanted("classic"), 6)
    assert [row.url for row in found.duels] == [f"/replay/{duel.slug}/0/" for duel in duels[::-1]]
    assert found.against == []


def test_a_line_is_cut_to_the_part_made_by_two_wizards(duels):
    line = line_of("Black")
    assert positions.shared_beginning("classic", line) == line
    Continuation.objects.filter(after__gte=line[:6], whose="against").delete()
    assert len(positions.shared_beginning("classic", line)) < len(line)
    assert positions.shared_beginning("warlocks", line) == line[:2]


def test_two_equal_openings_of_one_duel_are_both_counted(duels):
    for one in Opening.objects.filter(duel=duels[0]):
        Opening.objects.filter(pk=one.pk).update(line="SWSW")
    found = positions.examples(Wanted("classic", "SW"), 2)
    assert found.against == [("SW", Results(1, 0, 1))]
    assert len(found.duels) == 1
