"""Tests for tournaments with rounds.

They cover the course of a tournament, late entries, withdrawals, no-shows, time limits, and killed processes.
"""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Block, EmailNotification, Mage, User
from accounts.services.vacations import book_vacation
from duels.challenges.loading import load_busy
from duels.models import Duel, Entry, Pairing, Tournament
from duels.play.loading import table as table_of
from duels.play.transaction import give_up, submit_orders, time_out
from duels.tournaments import pairing, results, rounds, schedule
from duels.tournaments.entering import create_tournament, join, leave
from duels.tournaments.formats import BREAK, scores_of, time_limit
from duels.tournaments.results import GRACE
from duels.wording.time_controls import DAY
from tests.builders import a_mage, a_user, rows_of_a_duel
from tests.duels.people import at_once
from tests.duels.tables import break_duel
from tests.duels.tournaments.arenas import (
    HOUR,
    boards,
    break_start,
    draw,
    duel_of,
    joined,
    pairing_of,
    pass_time,
    win,
    with_rounds,
)

pytestmark = pytest.mark.django_db

LATE = GRACE.total_seconds() + 1
SLOW = {"pace": DAY, "reserve": 0}
"""Terms with a day per round, so that rounds follow each other without a break."""
REST = {"left": "-", "right": "-"}


def enter(tournament, *names):
    """Let new mages with these names join, strongest first."""
    entries = joined(tournament, *(a_mage(name) for name in names))
    for number, entry in enumerate(entries):
        Entry.objects.filter(pk=entry.pk).update(rating=2000 - number)
    return entries


def table(tournament):
    """Return the name, points and tie-breaks of each player, best first."""
    tie_breaks = ("first_tie_break", "second_tie_break", "third_tie_break")
    order = ("-points", *(f"-{it}" for it in tie_breaks), "-wins", "losses", "seed")
    return list(tournament.entries.order_by(*order).values_list("mage__name", "points", *tie_breaks))


def names(tournament):
    return [name for name, *_ in table(tournament)]


def again(tournament):
    tournament.refresh_from_db()
    return tournament


# Swiss tournaments


def test_a_swiss_with_a_day_per_round_from_its_creation_to_its_end():
    starts = timezone.now() + HOUR
    made = create_tournament(host=a_user(), name="Slow", starts=starts, format="swiss", rounds=4, friendly=True, **SLOW)
    assert made.ends > starts + timedelta(days=30)
    enter(made, "A", "B", "C", "D", "E")
    pass_time()
    assert again(made).is_upcoming
    pass_time(HOUR.total_seconds())
    assert (again(made).round, made.rounds, made.round_ends) == (1, 4, None)
    assert boards(made) == [("A", "C", ""), ("B", "D", ""), ("E", None, "won")]
    duel = duel_of(made.entries.get(mage__name="A"))
    assert (duel.pace, duel.reserve, duel.counts) == (DAY, 0, False)

    win(made, "A")
    pass_time(HOUR.total_seconds())
    assert (again(made).round, boards(made)[0]) == (1, ("A", "C", "won"))  # the next round waits for all duels
    late = join(slug=made.slug, mage=a_mage("F"))
    draw(made.entries.get(mage__name="B"))
    pass_time(HOUR.total_seconds())
    assert again(made).round == 2
    assert boards(made) == [("A", "E", ""), ("B", "C", ""), ("D", "F", "")]

    win(made, "A", "B", "D")
    pass_time(HOUR.total_seconds())
    assert again(made).round == 3
    with pytest.raises(ValidationError, match="too late"):
        join(slug=made.slug, mage=a_mage("G"))
    leave(slug=made.slug, user_id=late.user_id)
    assert boards(made) == [("A", "B", ""), ("D", "E", ""), ("C", "F", "")]
    win(made, "B", "D", "C")
    pass_time(HOUR.total_seconds())
    assert again(made).round == 4
    assert boards(made) == [("B", "E", ""), ("D", "A", ""), ("C", None, "won")]

    win(made, "B", "A")
    pass_time(HOUR.total_seconds())
    assert again(made).is_over
    assert table(made) == [
        ("B", 3.5, 8.5, 7.25, 0),
        ("A", 3, 9, 5.5, 0),
        ("D", 2.5, 7.5, 2.75, 0),
        ("C", 2, 8.5, 2, 0),
        ("E", 1, 10, 1, 0),
        ("F", 0, 4.5, 0, 0),
    ]
    told = EmailNotification.objects.filter(subject="Slow is over").values_list("user__mages__name", "text")
    assert dict(told)["D"] == "Your final place: 3 of 6."


def test_players_learn_of_their_round_by_one_notification():
    swiss = with_rounds("swiss", **SLOW)
    *_others, last = enter(swiss, "A", "B", "C")
    pass_time()
    told = EmailNotification.objects.filter(key__startswith="begun").values_list("subject", flat=True)
    assert list(told) == ["Rounds, round 1 of 3: A against B"] * 2
    bye = EmailNotification.objects.get(key__startswith="bye")
    assert (bye.user, bye.subject) == (last.user, "Rounds, round 1 of 3: you have a bye")


def test_head_to_head_decides_between_players_who_are_equal_otherwise():
    robin = with_rounds("round_robin", **SLOW)
    enter(robin, "A", "B", "C", "D")
    for winners in (("D", "B"), ("D", "A"), ("B", "C")):
        pass_time()
        win(robin, *winners)
    pass_time()
    assert again(robin).is_over
    assert [(name, points, first) for name, points, first, *_ in table(robin)] == [
        ("B", 2, 1),
        ("D", 2, 0),
        ("C", 1, 1),
        ("A", 1, 0),
    ]


def test_players_on_a_break_or_with_a_block_are_not_paired_with_each_other():
    swiss = with_rounds("swiss", **SLOW)
    one, _two, three, _four, five = enter(swiss, "A", "B", "C", "D", "E")
    Block.objects.create(user=three.user, blocked=one.user)
    Entry.objects.filter(pk=five.pk).update(state="paused")
    pass_time()
    assert boards(swiss) == [("A", "D", ""), ("B", "C", "")]


def test_a_swiss_ends_early_if_nobody_can_meet_anybody_new():
    swiss = with_rounds("swiss", rounds=3, **SLOW)
    _one, _two, *others = enter(swiss, "A", "B", "C", "D")
    Entry.objects.filter(pk__in=[it.pk for it in others]).update(state="paused")
    pass_time()
    win(swiss, "A")
    pass_time()
    assert (again(swiss).is_over, swiss.round) == (True, 1)


def test_a_swiss_that_starts_with_two_players_stays_open_for_others():
    swiss = with_rounds("swiss", rounds=5, **SLOW)
    enter(swiss, "A", "B")
    pass_time()
    join(slug=swiss.slug, mage=a_mage("C"))
    join(slug=swiss.slug, mage=a_mage("D"))
    assert names(swiss) == ["A", "B", "C", "D"]
    win(swiss, "A")
    pass_time()
    assert (again(swiss).round, swiss.rounds, len(boards(swiss))) == (2, 5, 2)


def test_the_standings_are_calculated_again_only_after_a_result(monkeypatch):
    swiss = with_rounds("swiss", **SLOW)
    enter(swiss, "A", "B", "C", "D")
    pass_time()
    calculated = []
    monkeypatch.setattr(rounds.formats, "scores_of", lambda *given: calculated.append(given) or scores_of(*given))
    pass_time()
    assert len(calculated) == 0
    win(swiss, "A")
    for _ in range(2):
        pass_time()
    assert len(calculated) == 1
    assert table(swiss)[0][:2] == ("A", 1)
    win(swiss, swiss.pairings.get(ended=None).first.mage.name)
    pass_time()
    assert (len(calculated), again(swiss).round) == (2, 2)


def test_a_vacation_does_not_hold_up_a_slow_round():
    swiss = with_rounds("swiss", **SLOW)
    one, _other = enter(swiss, "A", "B")
    book_vacation(user=one.user, days=20)
    pass_time()
    duel = duel_of(one)
    assert table_of(duel.slug).away  # known, as in any duel
    submit_orders(duel=duel, wizard="B", round_number=1, orders=REST)
    assert time_out(slug=duel.slug, now=timezone.now() + timedelta(days=1, minutes=1))
    assert EmailNotification.objects.filter(user=one.user, key__startswith="begun").exists()


# Blocks in formats that need a certain duel


@pytest.mark.parametrize("format_", ["round_robin", "knockout"])
@pytest.mark.parametrize("is_mine", [False, True])
def test_a_player_with_a_block_is_refused_where_opponents_cannot_be_chosen(format_, is_mine):
    found, swiss = (with_rounds(it, starts=timezone.now() + HOUR) for it in (format_, "swiss"))
    (one, _other), late = enter(found, "A", "B"), a_mage("C")
    users = (late.owner, one.user) if is_mine else (one.user, late.owner)
    Block.objects.create(user=users[0], blocked=users[1])
    with pytest.raises(ValidationError, match="has blocked the other"):
        join(slug=found.slug, mage=late)
    enter(swiss, "D")
    assert join(slug=swiss.slug, mage=late).is_active


@pytest.mark.parametrize("format_", ["round_robin", "knockout"])
def test_a_player_who_blocks_the_opponent_after_joining_gives_up_their_duel(format_):
    found = with_rounds(format_, **SLOW)
    one, _two, _three, four = enter(found, "A", "B", "C", "D")
    Block.objects.create(user=four.user, blocked=one.user)
    pass_time()
    assert boards(found) == [("A", "D", "won"), ("B", "C", "")]
    win(found, "B")
    pass_time()
    assert dict(found.entries.values_list("mage__name", "points"))["A"] == 1
    assert found.entries.get(pk=four.pk).is_out == (format_ == "knockout")
    assert set(found.entries.values_list("absences", flat=True)) == {0}


def test_a_drawn_duel_is_not_replayed_by_players_with_a_block():
    cup = with_rounds("knockout", **SLOW)
    one, other = enter(cup, "A", "B")
    pass_time()
    draw(one)
    Block.objects.create(user=one.user, blocked=other.user)
    pass_time()
    assert (again(cup).is_over, names(cup)) == (True, ["B", "A"])
    one.refresh_from_db()
    assert one.is_out


# A round robin


def test_a_round_robin_in_which_a_player_withdraws_early():
    robin = with_rounds("round_robin", **SLOW)
    one, *_others = enter(robin, "A", "B", "C", "D", "E")
    pass_time()
    assert again(robin).rounds == 5
    assert boards(robin) == [("A", None, "won"), ("B", "E", ""), ("C", "D", "")]
    assert one.pairing is None
    win(robin, "B", "C")
    pass_time()
    win(robin, "A")  # does not count, because it is only one of four games
    leave(slug=robin.slug, user_id=one.user_id)
    one.refresh_from_db()
    assert one.is_removed
    with pytest.raises(ValidationError, match="You have withdrawn"):
        join(slug=robin.slug, mage=one.mage)
    for _ in range(4):
        for found in robin.pairings.filter(ended=None).select_related("first"):
            win(robin, Mage.objects.get(entries=found.first).name)
        pass_time()
    assert again(robin).is_over
    assert names(robin)[-1] == "A"
    found = {name: points for name, points, *_ in table(robin)}
    assert found.pop("A") == 0
    assert sum(found.values()) == 6  # the duels of the other four players
    assert set(robin.pairings.filter(first_absent=True).values_list("first__mage__name", flat=True)) <= {"A"}


def test_a_player_who_withdraws_late_loses_the_remaining_games():
    robin = with_rounds("round_robin", **SLOW)
    one, *_others = enter(robin, "A", "B", "C")
    pass_time()
    win(robin, "B")
    pass_time()
    win(robin, "A")
    leave(slug=robin.slug, user_id=one.user_id)
    for _ in range(2):  # the forfeit, and the end
        pass_time()
    assert again(robin).is_over
    forfeit = robin.pairings.get(duel=None, second__isnull=False)
    assert one.pk in (forfeit.first_id, forfeit.second_id)
    assert {points for _name, points, *_ in table(robin)} == {1.0}


# Knockouts


def test_a_knockout_with_six_players_gives_byes_to_the_best():
    cup = with_rounds("knockout", **SLOW)
    enter(cup, "A", "B", "C", "D", "E", "F")
    pass_time()
    assert boards(cup) == [("A", None, "won"), ("D", "E", ""), ("B", None, "won"), ("C", "F", "")]
    win(cup, "E", "C")
    pass_time()
    assert boards(cup) == [("A", "E", ""), ("B", "C", "")]
    assert cup.entries.get(mage__name="D").is_out
    with pytest.raises(ValidationError, match="knocked out"):
        join(slug=cup.slug, mage=Mage.objects.get(name="D"))
    win(cup, "E", "B")
    pass_time()
    win(cup, "E")
    pass_time()
    assert again(cup).is_over
    assert [(name, points) for name, points, *_ in table(cup)][:3] == [("E", 3), ("B", 2), ("C", 1)]


def test_a_drawn_duel_is_replayed_once_and_then_the_better_seed_goes_through():
    cup = with_rounds("knockout", **SLOW)
    one, *_others = enter(cup, "A", "B")
    for game in (1, 2):
        pass_time()
        assert pairing_of(one).game == game
        assert not again(cup).is_over
        draw(one)
    pass_time()
    assert (again(cup).is_over, names(cup)) == (True, ["A", "B"])
    assert cup.pairings.count() == 2


def test_if_both_mages_die_in_a_draw_the_better_seed_goes_through():
    cup = with_rounds("knockout", friendly=False, **SLOW)
    one, *_others = enter(cup, "A", "B")
    pass_time()
    draw(one)
    Mage.objects.update(ended=timezone.now(), end="died")
    pass_time()
    pass_time()
    assert (again(cup).is_over, table(cup)[0][:2]) == (True, ("A", 1))


def test_a_no_show_loses_and_is_out():
    cup = with_rounds("knockout")
    one, *_others = enter(cup, "A", "B", "C", "D")
    pass_time()
    for seat in duel_of(cup.entries.get(mage__name="B")).seats.all():
        submit_orders(duel=seat.duel, wizard=seat.name, round_number=1, orders=REST)
    submit_orders(duel=duel_of(one), wizard="D", round_number=1, orders=REST)
    pass_time(LATE, seen=False)
    assert boards(cup)[0] == ("A", "D", "lost")
    win(cup, "C")
    pass_time(LATE + BREAK.total_seconds() + 1)
    assert boards(cup) == [("C", "D", "")]
    assert Entry.objects.get(pk=one.pk).is_out
    assert Entry.objects.get(pk=one.pk).absences == 1


def test_if_neither_player_comes_the_next_opponent_goes_through():
    cup = with_rounds("knockout")
    enter(cup, "A", "B", "C", "D")
    pass_time()
    for seat in duel_of(cup.entries.get(mage__name="B")).seats.all():
        submit_orders(duel=seat.duel, wizard=seat.name, round_number=1, orders=REST)
    pass_time(LATE, seen=False)
    win(cup, "B")
    pass_time(LATE + BREAK.total_seconds() + 1)
    pass_time(LATE + BREAK.total_seconds() + 2)
    assert (again(cup).is_over, names(cup)[0]) == (True, "B")


# Live rounds


def test_live_rounds_start_together_after_a_break():
    swiss = with_rounds("swiss", rounds=3)
    enter(swiss, "A", "B", "C", "D")
    pass_time()
    limit = timedelta(seconds=30 * 60 + 2 * 300)
    assert time_limit(swiss) == limit
    assert abs(again(swiss).round_ends - timezone.now() - limit) < timedelta(minutes=1)
    win(swiss, "A", "B")
    pass_time()
    assert (again(swiss).round, swiss.entries.exclude(pairing=None).count()) == (1, 0)
    pass_time(BREAK.total_seconds() + 1)
    assert again(swiss).round == 2
    assert {it.duel_id is not None for it in swiss.pairings.all()} == {True}


def test_a_player_who_never_comes_to_two_duels_is_withdrawn():
    swiss = with_rounds("swiss")
    one, *_others = enter(swiss, "A", "B", "C", "D")
    Entry.objects.filter(pk=one.pk).update(absences=1)
    pass_time()
    for name in ("B", "C", "D"):
        entry = swiss.entries.get(mage__name=name)
        submit_orders(duel=duel_of(entry), wizard=name, round_number=1, orders=REST)
    pass_time(LATE, seen=False)
    win(swiss, "B")
    one.refresh_from_db()
    assert (one.is_removed, one.absences) == (True, 2)
    pass_time(LATE + BREAK.total_seconds() + 1)
    assert "A" not in [name for pair in boards(swiss) for name in pair]


@pytest.mark.parametrize("format_", ["swiss", "round_robin"])
def test_a_player_who_gives_no_orders_in_two_slow_duels_is_removed(format_):
    found = with_rounds(format_, **SLOW)
    one, *_others = enter(found, "A", "B", "C", "D")
    for absences in (1, 2):
        pass_time()
        duel, number = duel_of(one), found.pairings.get(ended=None, duel=duel_of(one)).round
        opponent = duel.seats.exclude(mage=one.mage_id).get().name
        for other in Duel.objects.filter(ended=None).exclude(pk=duel.pk):
            give_up(duel=other, wizard=other.seats.first().name)
        for at in (1, 2, 3):
            submit_orders(duel=duel, wizard=opponent, round_number=at, orders=REST)
            time_out(slug=duel.slug, now=timezone.now() + timedelta(days=at + 1))
        one.refresh_from_db()
        assert (one.absences, one.is_removed) == (absences, absences == 2)
        pairing_ = found.pairings.get(duel=duel)
        assert (pairing_.round, pairing_.first_points + pairing_.second_points) == (number, 1)
    pass_time()
    assert again(found).round == 3
    assert not found.pairings.filter(ended=None, first=one).exists()
    assert not found.pairings.filter(ended=None, second=one).exists()


def test_a_player_who_stops_in_the_middle_of_a_slow_duel_is_not_absent():
    swiss = with_rounds("swiss", **SLOW)
    one, other = enter(swiss, "A", "B")
    pass_time()
    duel = duel_of(one)
    for name in ("A", "B"):
        submit_orders(duel=duel, wizard=name, round_number=1, orders=REST)
    for at in (2, 3, 4):
        submit_orders(duel=duel, wizard="B", round_number=at, orders=REST)
        time_out(slug=duel.slug, now=timezone.now() + timedelta(days=at + 1))
    assert pairing_of(one) is None
    assert list(swiss.entries.values_list("absences", flat=True)) == [0, 0]
    assert swiss.pairings.get().second_points == 1
    assert other.pk == swiss.pairings.get().second_id


def test_when_the_time_of_a_round_is_up_hit_points_decide():
    swiss = with_rounds("swiss")
    one, two, three, four = enter(swiss, "A", "B", "C", "D")
    pass_time()
    for entry in (one, two, three, four):
        submit_orders(duel=duel_of(entry), wizard=entry.mage.name, round_number=1, orders=REST)
    duel = duel_of(one)
    submit_orders(duel=duel, wizard="A", round_number=2, orders={"left": ">", "right": "-"})
    submit_orders(duel=duel, wizard="C", round_number=2, orders=REST)
    pass_time(time_limit(swiss).total_seconds() + 1)
    assert list(swiss.pairings.filter(round=1).order_by("board").values_list("result", flat=True)) == ["won", "drew"]
    assert [it.duel.result["winners"] for it in swiss.pairings.order_by("board")] == [["A"], []]
    assert swiss.entries.get(mage__name="A").wins == 1
    pass_time(time_limit(swiss).total_seconds() + BREAK.total_seconds() + 2)
    assert again(swiss).round == 2
    assert None not in {it.duel for it in swiss.pairings.filter(round=2)}  # nobody is held up by their first duel


def test_a_player_in_another_live_duel_loses_after_the_grace_time():
    swiss = with_rounds("swiss")
    _one, other = enter(swiss, "A", "B")
    rows_of_a_duel(other.mage, a_mage(), pace=60)
    pass_time()
    assert boards(swiss) == [("A", "B", "")]
    pass_time(LATE)
    assert boards(swiss) == [("A", "B", "won")]
    assert Entry.objects.get(pk=other.pk).absences == 1


def test_the_dead_lose_and_may_come_back_to_a_swiss_with_another_mage():
    swiss = with_rounds("swiss", friendly=False, rounds=3, **SLOW)
    one, *_others = enter(swiss, "A", "B", "C", "D")
    pass_time()
    win(swiss, "A", "B")
    Mage.objects.filter(pk=one.mage_id).update(ended=timezone.now(), end="died")
    pass_time()
    one.refresh_from_db()
    assert (again(swiss).round, one.state) == (2, "paused")
    assert len(boards(swiss)) == 2  # one duel and one bye
    heir = a_mage("Heir", owner=one.user)
    assert join(slug=swiss.slug, mage=heir).is_active


def test_too_few_players_cancel_the_tournament():
    swiss = with_rounds("swiss")
    (one,) = enter(swiss, "A")
    pass_time()
    assert not Tournament.objects.exists()
    assert EmailNotification.objects.get(user=one.user).subject == "Cancelled: Rounds"


def test_a_full_tournament_admits_nobody_else():
    robin = with_rounds("round_robin", starts=timezone.now() + HOUR, ends=timezone.now() + 2 * HOUR)
    enter(robin, *"ABCDEFGHIJKL")
    with pytest.raises(ValidationError, match="full: it has 12 players"):
        join(slug=robin.slug, mage=a_mage())


def test_users_who_are_banned_are_not_paired():
    robin = with_rounds("round_robin", **SLOW)
    one, *_others = enter(robin, "A", "B")
    User.objects.filter(pk=one.user_id).update(is_active=False)
    pass_time()
    assert boards(robin) == [("A", "B", "lost")]


# Processes that die or run at the same time


def test_a_process_that_dies_before_the_duels_begin_loses_nothing(monkeypatch):
    swiss = with_rounds("swiss")
    enter(swiss, "A", "B", "C", "D")

    def die(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as death:
        death.setattr(schedule, "begin_duels", die)
        with pytest.raises(KeyboardInterrupt):
            pass_time()
    before = boards(swiss)
    assert len(before) == 2
    assert not Duel.objects.exists()
    pass_time()
    assert boards(swiss) == before
    assert Duel.objects.count() == 2


def test_a_duel_that_cannot_begin_is_a_draw_and_does_not_stop_the_others(monkeypatch, caplog):
    swiss = with_rounds("swiss")
    broken, *_others = enter(swiss, "A", "B", "C", "D")
    break_start(monkeypatch, broken)
    pass_time()
    assert "cannot begin" in caplog.text
    assert boards(swiss) == [("A", "C", ""), ("B", "D", "")]
    pass_time(LATE)
    assert boards(swiss) == [("A", "C", "drew"), ("B", "D", "")]


def test_a_pairing_whose_players_are_free_again_is_not_decided(monkeypatch):
    swiss = with_rounds("swiss")
    enter(swiss, "A", "B")
    monkeypatch.setattr(pairing, "_begin", lambda _key: False)
    pass_time()
    pass_time(LATE)
    assert boards(swiss) == [("A", "B", "")]


def test_a_duel_that_cannot_be_loaded_is_cancelled_at_the_end_of_its_round(client, caplog):
    swiss = with_rounds("swiss")
    one, other = enter(swiss, "A", "B")
    pass_time()
    duel, page = duel_of(one), f"/tournaments/{swiss.slug}/"
    break_duel(duel)
    assert duel.slug in client.get(page).text
    pass_time(time_limit(swiss).total_seconds() + 1)
    assert "cannot be loaded" in caplog.text
    assert boards(swiss) == [("A", "B", "drew")]
    assert duel.slug not in client.get(page).text
    assert load_busy([one.user_id, other.user_id]) == set()


def test_an_error_in_an_adjudication_decides_nothing_until_the_next_run(monkeypatch, caplog):
    def broken(*_given, **_options):
        raise RuntimeError

    swiss = with_rounds("swiss")
    one, _other = enter(swiss, "A", "B")
    pass_time()
    late = time_limit(swiss).total_seconds() + 1
    with monkeypatch.context() as failing:
        failing.setattr(results, "perform", broken)
        pass_time(late)
    assert "is tried again" in caplog.text
    assert boards(swiss) == [("A", "B", "")]
    duel = duel_of(one)
    pass_time(late + 1)
    duel.refresh_from_db()
    assert boards(swiss) == [("A", "B", "drew")]
    assert duel.ended


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("format_", ["swiss", "round_robin", "knockout"])
def test_two_workers_at_once_pair_no_round_twice(format_):
    found = with_rounds(format_, **SLOW)
    enter(found, "A", "B", "C", "D")
    for number in (1, 2):
        now = timezone.now()
        at_once([lambda now=now: schedule.run(now)] * 2)
        schedule.run(now)
        assert again(found).round == number
        assert found.pairings.filter(round=number).count() == (1 if format_ == "knockout" and number == 2 else 2)
        for it in found.pairings.filter(ended=None).select_related("first__mage"):
            win(found, it.first.mage.name)
    assert Duel.objects.count() == found.pairings.count()
    assert Pairing.objects.filter(duel=None).count() == 0


def test_a_round_takes_as_many_queries_for_sixty_players_as_for_ten():
    counts = []
    for number in (10, 60):
        swiss = with_rounds("swiss", state="running", **SLOW)
        mages = Mage.objects.bulk_create(
            Mage(name=f"P{number} {at}", folded=f"p{number} {at}", owner=a_mage().owner) for at in range(number)
        )
        Entry.objects.bulk_create(Entry(tournament=swiss, user=mage.owner, mage=mage) for mage in mages)
        with CaptureQueriesContext(connection) as captured:
            rounds.advance(swiss.pk, timezone.now())
        assert swiss.pairings.count() == number // 2
        counts.append(len(captured))
    assert counts[0] == counts[1]
