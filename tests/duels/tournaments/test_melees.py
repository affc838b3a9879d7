"""Tests for melee cups: how they proceed, the points at a table, house wizards, and no-shows."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Block, EmailNotification, Mage
from duels.models import Duel, Entry, Pairing, TableSeat
from duels.play.loading import table
from duels.play.transaction import give_up, submit_orders, time_out
from duels.tournaments import rounds, schedule
from duels.tournaments.entering import join, leave
from duels.tournaments.formats import BREAK, time_limit
from duels.tournaments.results import GRACE
from duels.wording.time_controls import DAY
from tests.builders import a_mage, rows_of_a_duel
from tests.duels.people import at_once
from tests.duels.tournaments.arenas import duel_of, joined, pairing_of, pass_time, with_rounds
from wavinghands import engine

pytestmark = pytest.mark.django_db

LATE = GRACE.total_seconds() + 1
SLOW = {"pace": DAY, "reserve": 0}
REST = {"left": "-", "right": "-"}
PALMS = {"left": "P", "right": "P"}


def a_cup(*names, **fields):
    """Return a melee cup that is about to start, and its players, strongest first."""
    cup = with_rounds("melee", **fields)
    entries = joined(cup, *(a_mage(name) for name in names))
    for number, entry in enumerate(entries):
        Entry.objects.filter(pk=entry.pk).update(rating=2000 - number)
    return cup, *entries


def seated(cup):
    """Return the names at each table of the current round, with house wizards in brackets."""
    cup.refresh_from_db()
    found = cup.pairings.filter(round=cup.round).order_by("board")
    return [
        [f"[{it.wizard}]" if it.wizard else it.entry.mage.name for it in pairing.seats.order_by("pk")]
        for pairing in found
    ]


def end(cup, *names):
    """Let these players surrender their duel in reverse order, so that the first of them wins."""
    duel = duel_of(cup.entries.get(mage__name=names[0]))
    for name in reversed(names[1:]):
        rest = [
            seat for seat in duel.seats.all() if seat.name not in names or names.index(seat.name) < names.index(name)
        ]
        give_up(duel=duel, wizard=name)
        duel.refresh_from_db()
        for seat in rest:
            if duel.ended is None:
                submit_orders(duel=duel, wizard=seat.name, round_number=duel.round, orders=REST)
        duel.refresh_from_db()
    assert duel.ended is not None


def fallen(duel):
    """Return the round and the name of each wizard who fell by adjudication."""
    return [(it.number, name) for it in duel.rounds.all() for name in it.chance.get("adjudged", [])]


def score(cup):
    order = ("-points", "-wins", "losses", "seed")
    return list(cup.entries.order_by(*order).values_list("mage__name", "points", "wins", "losses", "draws"))


def points(cup, number=1):
    """Return the place and points of each wizard in a round."""
    found = TableSeat.objects.filter(pairing__tournament=cup, pairing__round=number).order_by("pk")
    return {it.wizard or it.entry.mage.name: (it.place, it.points) for it in found}


def test_a_melee_cup_from_its_start_to_its_end():
    cup, *_entries = a_cup(*"ABCDEFGH", **SLOW)
    pass_time()
    assert seated(cup) == [["A", "D", "E", "H"], ["B", "C", "F", "G"]]
    duel = duel_of(cup.entries.get(mage__name="A"))
    assert (duel.melee, duel.pace, duel.counts) == (True, DAY, False)
    begun = EmailNotification.objects.filter(key=f"begun:{duel.pk}").values_list("subject", flat=True)
    assert {it.split(":")[0] for it in begun} == {"Rounds, round 1 of 3"}

    end(cup, "H", "E", "D", "A")
    pass_time()
    assert [it[:2] for it in score(cup)][:3] == [("H", 6), ("E", 4), ("D", 2)]  # before the other table is over
    end(cup, "B", "C", "F", "G")
    join(slug=cup.slug, mage=a_mage("I"))
    pass_time()
    assert seated(cup) == [["B", "H", "C"], ["E", "D", "F"], ["A", "G", "I"]]
    for names in ("HBC", "EDF", "IGA"):
        end(cup, *names)
    leave(slug=cup.slug, user_id=cup.entries.get(mage__name="G").user_id)
    pass_time()
    assert seated(cup) == [["H", "E", "B", "I"], ["D", "C", "F", "A"]]
    end(cup, *"HEBI")
    end(cup, *"DCFA")
    pass_time()
    cup.refresh_from_db()
    assert cup.is_over
    assert score(cup) == [
        ("H", 18, 3, 0, 0),
        ("E", 14, 1, 2, 0),
        ("B", 11, 1, 2, 0),
        ("D", 11, 1, 2, 0),
        ("C", 8, 0, 3, 0),
        ("I", 6, 1, 1, 0),
        ("F", 4, 0, 3, 0),
        ("G", 3, 0, 2, 0),
        ("A", 0, 0, 3, 0),
    ]
    told = EmailNotification.objects.filter(subject="Rounds is over").values_list("user__mages__name", "text")
    assert dict(told)["E"] == "Your final place: 2 of 9."


def test_wizards_who_fall_in_the_same_round_share_the_points_of_their_places():
    cup, one, *_others = a_cup("A", "B", "C", "D", **SLOW)
    pass_time()
    duel = duel_of(one)
    for name in "CD":
        give_up(duel=duel, wizard=name)
    for name in "AB":
        submit_orders(duel=duel, wizard=name, round_number=1, orders=REST)
    for name in "AB":
        submit_orders(duel=duel, wizard=name, round_number=2, orders=PALMS)
    pass_time()
    assert points(cup) == {"A": (1, 5), "B": (1, 5), "C": (3, 1), "D": (3, 1)}
    assert {(wins, losses, draws) for _name, _points, wins, losses, draws in score(cup)} == {(0, 0, 1), (0, 1, 0)}


def test_house_wizards_fill_a_table_and_such_a_duel_is_casual():
    cup, *_entries = a_cup(*"ABCDE", friendly=False, **SLOW)
    pass_time()
    (three, (*two, wizard)) = seated(cup)
    assert (three, two) == (["A", "D", "E"], ["B", "C"])
    full, filled = duel_of(cup.entries.get(mage__name="A")), duel_of(cup.entries.get(mage__name="B"))
    assert (full.counts, filled.counts) == (True, False)
    assert [seat.level is not None for seat in filled.seats.all()] == [False, False, True]
    assert f"[{filled.seats.last().name}]" == wizard
    for name in "BC":
        give_up(duel=filled, wizard=name)
    pass_time()
    house = wizard.strip("[]")
    assert points(cup) == dict.fromkeys("ADE", (0, 0)) | {"B": (2, 1.5), "C": (2, 1.5), house: (1, 6)}


def test_players_with_a_block_never_share_a_table():
    cup, one, two, *_others = a_cup("A", "B", "C", **SLOW)
    Block.objects.create(user=two.user, blocked=one.user)
    pass_time()
    assert [[name for name in table if "[" not in name] for table in seated(cup)] == [["A"], ["B", "C"]]
    assert [len(table) for table in seated(cup)] == [3, 3]


def test_players_who_do_not_come_fall_first_and_get_no_points():
    cup, one, two, *absent = a_cup("A", "B", "C", "D")
    pass_time()
    duel = duel_of(one)
    for entry in (one, two):
        submit_orders(duel=duel, wizard=entry.mage.name, round_number=1, orders=REST)
    pass_time(LATE, seen=False)
    duel.refresh_from_db()
    assert (duel.round, duel.ended) == (2, None)
    events = engine.view(table(duel.slug).state, "A")["rounds"][0]["events"]
    assert [it["how"] for it in events if it["type"] == "surrenders"] == ["absence", "absence"]
    give_up(duel=duel, wizard="A")
    pass_time(LATE)
    assert points(cup) == {"A": (2, 4), "B": (1, 6), "C": (0, 0), "D": (0, 0)}
    assert [Entry.objects.get(pk=it.pk).absences for it in (one, *absent)] == [0, 1, 1]


def test_a_table_to_which_nobody_comes_gives_no_points():
    cup, *_entries = a_cup("A", "B", "C")
    pass_time()
    pass_time(LATE, seen=False)
    assert set(points(cup).values()) == {(0, 0)}
    assert Duel.objects.earliest("pk").ended is not None


def test_a_table_begins_without_a_player_who_is_in_another_duel():
    cup, _one, _two, busy = a_cup("A", "B", "C")
    rows_of_a_duel(busy.mage, a_mage(), pace=60)
    pass_time()
    assert not Pairing.objects.exclude(duel=None).exists()
    for _ in range(2):  # leave the player out, and begin
        pass_time(LATE)
    (*people, wizard), duel = seated(cup)[0], Pairing.objects.get().duel
    assert (people, wizard[0]) == (["A", "B", "C"], "[")
    assert {seat.name for seat in duel.seats.all()} == {"A", "B", wizard.strip("[]")}
    busy.refresh_from_db()
    assert (busy.pairing, busy.absences) == (None, 1)
    for name in "AB":
        give_up(duel=duel, wizard=name)
    assert points(cup)["C"] == (0, 0)


def test_the_dead_leave_their_table_before_the_duel(monkeypatch):
    cup, *entries = a_cup("A", "B", "C", **SLOW)
    with monkeypatch.context() as death:
        death.setattr(schedule, "begin_duels", lambda *_: None)
        pass_time()
    Mage.objects.filter(pk__in=[it.mage_id for it in entries]).update(ended=timezone.now(), end="died")
    pass_time()
    assert Pairing.objects.get().ended is not None
    assert set(points(cup).values()) == {(0, 0)}


def test_hit_points_decide_between_those_who_stand_when_the_round_is_over():
    cup, one, *_others = a_cup("A", "B", "C", "D")
    pass_time()
    duel = duel_of(one)
    for seat, orders in zip(
        duel.seats.all(), ({"left": ">", "right": "-", "target": {"left": "B"}}, REST, REST), strict=False
    ):
        submit_orders(duel=duel, wizard=seat.name, round_number=1, orders=orders)
    give_up(duel=duel, wizard="D")
    pass_time(time_limit(cup).total_seconds() + 1)
    assert {name for name, (place, _points) in points(cup).items() if place == 1} == {"A", "C"}
    assert points(cup)["D"] == (4, 0)
    assert pairing_of(one) is None
    duel.refresh_from_db()
    assert duel.result["winners"] == []  # ended as a draw, because two are equal
    assert duel.result["killed"] == []
    assert fallen(duel) == [(2, "B"), (3, "A"), (3, "C")]


def test_a_wizard_who_has_given_up_in_the_open_round_ranks_as_fallen():
    cup, one, *_others = a_cup("A", "B", "C")
    pass_time()
    duel = duel_of(one)
    give_up(duel=duel, wizard="A")
    pass_time(time_limit(cup).total_seconds() + 1)
    assert {name: place for name, (place, _points) in points(cup).items()} == {"A": 3, "B": 1, "C": 1}


def test_a_player_without_orders_at_a_slow_table_is_absent_for_the_others():
    cup, one, two, three = a_cup("A", "B", "C", **SLOW)
    pass_time()
    duel = duel_of(one)
    for at in (1, 2, 3):
        for name in "AB":
            submit_orders(duel=duel, wizard=name, round_number=at, orders=REST)
        time_out(slug=duel.slug, now=timezone.now() + timedelta(days=at + 1))
    for name in "AB":
        submit_orders(duel=duel, wizard=name, round_number=4, orders=REST)
    give_up(duel=duel, wizard="A")
    assert [Entry.objects.get(pk=it.pk).absences for it in (one, two, three)] == [0, 0, 1]
    assert points(cup)["C"] == (0, 0)


def test_a_duel_that_cannot_begin_gives_everybody_as_many_points(monkeypatch, caplog):
    cup, *entries = a_cup("A", "B", "C")

    def broken(*_given):
        raise RuntimeError

    monkeypatch.setattr("duels.tournaments.pairing._start", broken)
    pass_time()
    pass_time(LATE)
    assert "cannot begin" in caplog.text
    assert set(points(cup).values()) == {(1, 3)}
    assert {pairing_of(it) for it in entries} == {None}


def test_a_table_that_fails_to_begin_once_begins_later_without_the_dead(monkeypatch):
    def broken(*_given):
        raise RuntimeError

    _cup, *entries = a_cup("A", "B", "C", "D")
    with monkeypatch.context() as failing:
        failing.setattr("duels.tournaments.pairing._start", broken)
        pass_time()
        Mage.objects.filter(pk=entries[3].mage_id).update(ended=timezone.now(), end="died")
        pass_time()
    assert Pairing.objects.get().ended is None
    pass_time()
    assert {seat.name for seat in Pairing.objects.get().duel.seats.all()} == {"A", "B", "C"}


def test_a_deleted_player_takes_nothing_from_the_others():
    cup, *_entries = a_cup("A", "B", "C", **SLOW)
    pass_time()
    end(cup, "A", "B", "C")
    cup.entries.get(mage__name="A").delete()
    pass_time()
    assert [it[:2] for it in score(cup)] == [("B", 3), ("C", 0)]


def test_live_rounds_follow_each_other_after_a_break():
    cup, *_entries = a_cup("A", "B", "C")
    pass_time()
    assert time_limit(cup) == timedelta(seconds=30 * 60 + 4 * 300)
    end(cup, "A", "B", "C")
    pass_time(BREAK.total_seconds() - 5)
    assert len(seated(cup)) == cup.round == 1
    pass_time(BREAK.total_seconds() + 1)
    cup.refresh_from_db()
    assert cup.round == 2


def test_a_cup_with_one_player_left_ends():
    cup, _one, *others = a_cup("A", "B", "C", **SLOW)
    pass_time()
    end(cup, "A", "B", "C")
    for it in others:
        leave(slug=cup.slug, user_id=it.user_id)
    pass_time()
    cup.refresh_from_db()
    assert (cup.is_over, cup.round) == (True, 1)


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_set_no_table_twice():
    cup, *_entries = a_cup(*"ABCDEFGH", **SLOW)
    for number in (1, 2):
        now = timezone.now()
        at_once([lambda now=now: schedule.run(now)] * 2)
        schedule.run(now)
        assert len(seated(cup)) == 2
        assert TableSeat.objects.filter(pairing__round=number).count() == 8
        for names in seated(cup):
            end(cup, *names)
    assert Duel.objects.count() == Pairing.objects.count() == 4


def test_a_round_takes_as_many_queries_for_sixty_players_as_for_eight():
    counts = []
    for number in (8, 60):
        cup = with_rounds("melee", state="running", **SLOW)
        mages = Mage.objects.bulk_create(
            Mage(name=f"P{number} {at}", folded=f"p{number} {at}", owner=a_mage().owner) for at in range(number)
        )
        Entry.objects.bulk_create(Entry(tournament=cup, user=mage.owner, mage=mage) for mage in mages)
        with CaptureQueriesContext(connection) as captured:
            rounds.advance(cup.pk, timezone.now())
        assert cup.pairings.count() == number // 4
        counts.append(len(captured))
    assert counts[0] == counts[1]
