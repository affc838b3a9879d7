import pytest
from django.core.management import call_command

from duels.explorer import counting
from duels.explorer.lines import lines_of
from duels.jobs import JOBS
from duels.models import Continuation, Duel, Opening
from duels.play.transaction import give_up
from tests.builders import a_mage, rows_of_a_duel
from tests.duels.explorer.opened import a_duel_of_two, count_all
from tests.duels.finished import a_finished_duel, a_record
from tests.duels.tables import at_once
from tests.duels.test_queries import settled

pytestmark = pytest.mark.django_db


def rows():
    return sorted(Continuation.objects.values_list("book", "after", "pair", "whose", "band", "won", "drawn", "lost"))


def test_each_beginning_of_a_line_is_counted_with_its_results():
    a_duel_of_two()
    assert counting.count_some() == 1
    lines = lines_of(a_record("Black", "White"))
    results = {"Black": (1, 0, 0), "White": (0, 0, 1)}
    for name, line in lines.items():
        assert Opening.objects.get(seat__name=name).line == line
    expected = {}
    for name, line in lines.items():
        for at in range(0, len(line), 2):
            key = ("classic", line[:at], line[at : at + 2], "people", 0)
            expected[key] = tuple(map(sum, zip(expected.get(key, (0, 0, 0)), results[name], strict=True)))
    assert rows() == sorted((*key, *numbers) for key, numbers in expected.items())


def test_counting_again_changes_nothing():
    a_finished_duel()
    assert count_all() == 1
    before = rows()
    assert count_all() == 0
    assert rows() == before


def test_a_duel_counted_by_another_process_is_not_counted_again():
    a_finished_duel()
    batch = list(counting._not_counted())
    found = counting.openings_of(batch[0])
    count_all()
    before = rows()
    assert counting.add(batch, found) == 0
    assert rows() == before


@pytest.mark.django_db(transaction=True)
def test_concurrent_counting_counts_each_duel_once(monkeypatch):
    monkeypatch.setattr(counting, "AT_ONCE", 3)
    for seed in range(8):
        a_finished_duel(seed=seed)
    counted: list[int] = []
    at_once(*[lambda: counted.append(count_all())] * 2)
    assert sum(counted) == 8
    assert sum(won for *_, won, _, _ in (row for row in rows() if row[1] == "")) == 8


@pytest.mark.parametrize(
    "fields",
    [{"public": False}, {"options": {"stab_rule": "x"}}, {"begun_at": 2}, {"imported": True}],
    ids=lambda fields: next(iter(fields)),
)
def test_private_modified_and_branched_duels_are_left_out(fields):
    duel = a_finished_duel(**fields)
    assert count_all() == 1
    duel.refresh_from_db()
    assert duel.explored
    assert not Opening.objects.exists()
    assert not Continuation.objects.exists()


def test_melees_are_left_out():
    a_finished_duel(a_mage(), a_mage(), a_mage())
    assert count_all() == 1
    assert not Continuation.objects.exists()


def test_a_running_duel_is_not_counted():
    rows_of_a_duel(a_mage(), a_mage())
    assert count_all() == 0


def test_an_unreadable_duel_does_not_block_others():
    broken = a_finished_duel()
    broken.rounds.filter(number=2).delete()
    a_finished_duel()
    assert count_all() == 2
    assert Opening.objects.count() == 2


def test_kinds_of_duelists_and_rating_ranges_are_counted_apart():
    settled(a_duel_of_two())
    a_finished_duel(a_mage("Black 2"), a_mage("White 2"))
    against = a_finished_duel(a_mage("Black 3"), a_mage("White 3"), practice=True)
    house = a_finished_duel(a_mage("Black 4"), a_mage("White 4"), practice=True, exhibition=True)
    against.seats.filter(position=1).update(mage=None, level=2)
    house.seats.update(mage=None, level=3)
    count_all()
    found = {(one.whose, one.band) for one in Opening.objects.all()}
    assert found == {("people", 2), ("people", 0), ("against", 0), ("house", 0)}


def test_a_job_counts_finished_duels():
    (job,) = [job for job in JOBS if job.name == "openings"]
    black, white = a_mage("Black"), a_mage("White")
    duel = rows_of_a_duel(black, white)
    job.do()
    assert not Opening.objects.exists()
    give_up(duel=duel, wizard="Black")
    job.do()
    assert {one.seat.name: one.result for one in Opening.objects.all()} == {"Black": "lost", "White": "won"}


def test_an_interrupted_command_continues(monkeypatch, capsys):
    monkeypatch.setattr(counting, "AT_ONCE", 2)
    for seed in range(5):
        a_finished_duel(seed=seed)
    call_command("count_openings")
    whole = rows()
    times = iter([counting.count_some])
    monkeypatch.setattr("duels.management.commands.count_openings.count_some", lambda: next(times, interrupt)())
    with pytest.raises(SystemExit):
        call_command("count_openings", "--restart")
    assert Duel.objects.filter(explored=None).count() == 3
    monkeypatch.undo()
    call_command("count_openings")
    assert rows() == whole


def interrupt():
    raise KeyboardInterrupt


def test_the_command_resumes_and_a_recount_gives_the_same(monkeypatch, capsys):
    monkeypatch.setattr(counting, "AT_ONCE", 2)
    for seed in range(5):
        a_finished_duel(seed=seed)
    counting.count_some()
    call_command("count_openings")
    assert "3 duels to count" in capsys.readouterr().out
    assert not Duel.objects.filter(explored=None).exists()
    before = rows()
    call_command("count_openings", "--restart")
    assert rows() == before
