from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.services.vacations import book_vacation
from duels.ladder import settlement
from duels.models import Draft, Entry, Outcome, Pairing
from duels.play.transaction import give_up, submit_orders
from duels.signals import duel_settled
from duels.tournaments import results
from duels.tournaments.entering import come, leave, stay
from duels.tournaments.results import GRACE
from duels.tournaments.schedule import OVERTIME
from tests.builders import a_mage
from tests.duels.tables import a_duel
from tests.duels.tournaments.arenas import an_arena, beat, duel_of, pairing_of, pass_time, players

pytestmark = pytest.mark.django_db

LATE = GRACE.total_seconds() + 1
REST = {"left": "-", "right": "-"}


def score(entry):
    entry.refresh_from_db()
    return (entry.points, entry.wins, entry.losses, entry.draws, entry.streak)


def test_a_result_is_counted_and_frees_both_players():
    one, other = players(an_arena(), 2)
    pass_time()
    beat(one)
    assert (score(one), score(other)) == ((2, 1, 0, 0, 1), (0, 0, 1, 0, 0))
    assert (pairing_of(one), pairing_of(other)) == (None, None)
    found = Pairing.objects.get()
    assert {found.first_points, found.second_points} == {0, 2}
    assert found.ended


def test_a_streak_counts_double():
    hero, *_others = players(an_arena(), 3)
    Entry.objects.filter(pk=hero.pk).update(streak=2, points=4, wins=2)
    pass_time()
    beat(hero)
    assert score(hero) == (8, 3, 0, 0, 3)


def test_a_draw_ends_a_streak():
    one, other = players(an_arena(), 2)
    Entry.objects.filter(pk=one.pk).update(streak=5)
    pass_time()
    duel = duel_of(one)
    palms = {"left": "P", "right": "P"}
    for seat in duel.seats.all():
        submit_orders(duel=duel, wizard=seat.name, round_number=1, orders=palms)
    assert (score(one), score(other)) == ((1, 0, 0, 1, 0), (1, 0, 0, 1, 0))


def test_a_win_against_the_house_counts_half():
    (one,) = players(an_arena(), 1)
    pass_time(21)
    beat(one)
    assert score(one) == (1, 1, 0, 0, 1)


def test_a_result_counts_once():
    one, _other = players(an_arena(), 2)
    pass_time()
    duel = duel_of(one)
    beat(one)
    before = score(one)
    duel.refresh_from_db()
    duel_settled.send(None, duel=duel, seats=list(duel.seats.all()), falls={})
    assert score(one) == before


def test_a_failure_to_count_undoes_the_end_of_the_duel(monkeypatch):
    one, _other = players(an_arena(), 2)
    pass_time()
    duel = duel_of(one)

    def fail(*_given, **_named):
        raise RuntimeError("no space")

    with monkeypatch.context() as broken:
        broken.setattr(results, "_score", fail)
        with pytest.raises(RuntimeError):
            beat(one)
    duel.refresh_from_db()
    assert (duel.ended, Outcome.objects.count(), score(one)[0]) == (None, 0, 0)
    beat(one)
    assert score(one)[0] == 2


def test_results_of_players_on_a_break_count():
    one, other = players(arena := an_arena(), 2)
    pass_time()
    leave(slug=arena.slug, user_id=one.user_id)
    beat(one)
    assert (score(one)[0], one.state) == (2, "paused")
    assert score(other)[2] == 1


def test_a_duel_outside_a_tournament_counts_nowhere():
    duel = a_duel(mage := a_mage(), a_mage())
    give_up(duel=duel, wizard=mage.name)
    assert settlement.LOST in Outcome.objects.values_list("result", flat=True)
    assert not Pairing.objects.exists()


# Players who never come


def test_a_player_who_never_comes_loses_and_is_paused():
    one, other = players(an_arena(), 2)
    pass_time()
    submit_orders(duel=duel_of(one), wizard=one.mage.name, round_number=1, orders=REST)
    pass_time(LATE - 5, seen=False)
    assert pairing_of(one)
    pass_time(LATE, seen=False)
    assert (score(one)[0], score(other)[0]) == (2, 0)
    assert (one.state, other.state, other.absences) == ("active", "paused", 1)


def test_a_player_who_never_comes_twice_is_removed():
    arena = an_arena()
    one, other = players(arena, 2)
    Entry.objects.filter(pk=other.pk).update(absences=1)
    pass_time()
    submit_orders(duel=duel_of(one), wizard=one.mage.name, round_number=1, orders=REST)
    pass_time(LATE, seen=False)
    other.refresh_from_db()
    assert (other.state, other.losses) == ("removed", 1)


def test_if_neither_comes_both_lose():
    one, other = players(an_arena(), 2)
    pass_time()
    pass_time(LATE, seen=False)
    assert score(one) == score(other) == (0, 0, 1, 0, 0)
    assert {one.state, other.state} == {"paused"}
    assert set(Outcome.objects.values_list("result", flat=True)) == {settlement.DREW}


def test_the_site_does_not_end_the_vacation_of_a_player_who_never_comes():
    one, _other = players(an_arena(), 2)
    pass_time()
    vacation = book_vacation(user=one.user, days=5)
    pass_time(LATE, seen=False)
    assert pairing_of(one) is None
    until = vacation.until
    vacation.refresh_from_db()
    assert vacation.until == until


def test_a_player_who_has_picked_something_is_there():
    one, other = players(an_arena(), 2)
    pass_time()
    for seat in duel_of(one).seats.all():
        Draft.objects.create(seat=seat, round=1, content={})
    pass_time(LATE, seen=False)
    assert pairing_of(one)
    assert pairing_of(other)


def test_a_player_on_the_duels_page_is_there_but_not_one_on_the_arenas():
    one, other = players(arena := an_arena(), 2)
    pass_time()
    slug = duel_of(one).slug
    come({(slug, one.user_id), ("another-duel", other.user_id)})
    stay(arena.slug, [other.user_id])
    pass_time(LATE, seen=False)
    assert (score(one)[0], score(other)[0], other.absences) == (2, 0, 1)


def test_players_who_have_come_and_lose_their_connection_keep_their_clocks():
    one, other = players(an_arena(), 2)
    pass_time()
    duel = duel_of(one)
    come({(duel.slug, one.user_id), (duel.slug, other.user_id)})
    pass_time(LATE, seen=False)
    duel.refresh_from_db()
    assert (duel.ended, pairing_of(one).result) == (None, "")


# The end


def test_duels_in_progress_at_the_end_count_until_the_overtime_is_up():
    arena = an_arena()
    one, *rest = players(arena, 4)
    pass_time()
    for entry in (one, *rest):
        submit_orders(duel=duel_of(entry), wizard=entry.mage.name, round_number=1, orders=REST)
    arena.ends = timezone.now() - timedelta(seconds=1)
    arena.save()
    pass_time()
    arena.refresh_from_db()
    assert arena.is_running
    beat(one)
    late = next(entry for entry in rest if pairing_of(entry))
    duel = duel_of(late)
    pass_time(OVERTIME.total_seconds())
    arena.refresh_from_db()
    assert (arena.is_over, pairing_of(late), score(one)[0]) == (True, None, 2)
    give_up(duel=duel, wizard=duel.seats.exclude(mage=late.mage_id).get().name)
    assert score(late)[0] == 0


def test_an_arena_ends_when_its_last_duel_does():
    arena = an_arena()
    one, _other = players(arena, 2)
    pass_time()
    arena.ends = timezone.now() - timedelta(seconds=1)
    arena.save()
    beat(one)
    pass_time()
    arena.refresh_from_db()
    assert (arena.is_over, score(one)[0]) == (True, 2)
