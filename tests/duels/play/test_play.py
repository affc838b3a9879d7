from datetime import timedelta
from functools import partial
from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from duels.models import Duel, Round, Standing
from duels.play import clock, rounds
from duels.play.loading import locked_tables, states, table, tables
from duels.play.transaction import give_up, submit_answers, submit_orders, time_out
from duels.viewing import duels as reads
from duels.wording.duel_lists import seats_waiting_for
from duels.wording.refusals import Refused
from tests.builders import a_mage
from tests.duels.tables import a_duel, at_once, make_overdue
from wavinghands import engine
from wavinghands.search import apprentice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

REST = {"left": "-", "right": "-"}
PALM = {"left": "P", "right": "-"}
SURRENDER = {"left": "P", "right": "P"}


def orders(duel, wizard, number=1, given=REST):
    return submit_orders(duel=duel, wizard=wizard, round_number=number, orders=given)


def refusal(doing) -> str:
    with pytest.raises(Refused) as refused:
        doing()
    return refused.value.code


def after_the_first_statement(doing):
    """Return a context manager that runs `doing` in another thread after the first SQL statement of this thread."""
    others = [doing]

    def run(execute, *statement):
        done = execute(*statement)
        while others:
            at_once(others.pop())
        return done

    return connection.execute_wrapper(run)


@pytest.mark.django_db(transaction=True)
def test_reading_a_duel_is_consistent_while_a_round_ends():
    duel = a_duel(a_mage("Black"), a_mage("White"))
    orders(duel, "Black", given=PALM)
    with after_the_first_statement(lambda: orders(duel, "White")):
        found = table(duel.slug)
    assert (found.duel.round, found.by_name["Black"].orders["left"], found.state.number) == (1, "P", 0)


@pytest.mark.django_db(transaction=True)
def test_reading_a_duel_is_consistent_while_rounds_are_replayed():
    duel = a_duel(a_mage("Black"), a_mage("White"))
    for number, wizard in ((1, "Black"), (1, "White"), (2, "Black")):
        orders(duel, wizard, number)
    states.clear()
    with after_the_first_statement(lambda: orders(duel, "White", 2)):
        found = table(duel.slug)
    assert (found.duel.round, found.waiting(), found.state.number) == (2, ["White"], 1)


def test_a_duel_opens_with_its_clock_running():
    duel = a_duel()
    assert duel.round == 1
    assert timedelta(seconds=110) < duel.deadline - timezone.now() <= timedelta(seconds=120)
    assert table(duel.slug).waiting() == ["Black", "White"]


def test_the_first_orders_are_sealed_and_the_last_play_the_round():
    duel = a_duel()
    orders(duel, "Black", given=PALM)
    assert table(duel.slug).waiting() == ["White"]
    assert not Round.objects.exists()
    orders(duel, "White")
    there = table(duel.slug)
    assert there.duel.round == 2
    assert there.waiting() == ["Black", "White"]
    assert Round.objects.get().orders["Black"]["left"] == "P"


def test_each_visible_change_increments_the_version_by_one():
    duel = a_duel()
    versions = []
    for wizard, given in (("Black", PALM), ("Black", REST), ("White", REST)):
        orders(duel, wizard, given=given)
        versions.append(Duel.objects.get().version)
    assert versions == [2, 2, 3]


def test_orders_can_be_changed_until_the_last_orders_are_sealed():
    duel = a_duel()
    orders(duel, "Black", given=PALM)
    orders(duel, "Black", given={"left": "W", "right": "-"})
    orders(duel, "White")
    assert Round.objects.get().orders["Black"]["left"] == "W"


def asked_for_spells():
    """Return a duel in which each wizard has completed Invisibility and Counter-spell, but can cast only one."""
    duel = a_duel()
    for number, (left, right) in enumerate(["P-", "PW", "WW", "SS"], 1):
        for wizard in ("Black", "White"):
            submit_orders(duel=duel, wizard=wizard, round_number=number, orders={"left": left, "right": right})
    return duel


def test_the_last_choice_of_spells_is_cast():
    duel = asked_for_spells()
    for wizard, choice in (
        ("Black", {"both": "invisibility"}),
        ("Black", {"right": "counter_spell"}),
        ("White", {"both": "invisibility"}),
    ):
        submit_answers(duel=duel, wizard=wizard, round_number=4, answers={"cast": choice})
    for wizard, hand in (("Black", "right"), ("White", "both")):
        submit_answers(duel=duel, wizard=wizard, round_number=4, answers={"target": {hand: wizard}})
    played = Round.objects.get(duel=duel, number=4).orders
    assert (played["Black"]["cast"], played["White"]["cast"]) == ({"right": "counter_spell"}, {"both": "invisibility"})


def test_stored_answers_that_answer_no_question_raise_an_error():
    duel = asked_for_spells()
    duel.seats.update(answers={"cast": {"both": "invisibility", "right": "counter_spell"}})
    Duel.objects.filter(pk=duel.pk).update(changes=F("changes") + 1)
    with pytest.raises(RuntimeError, match="answer nothing"):
        table(duel.slug)


def test_repeating_the_same_orders_changes_nothing_and_is_accepted():
    duel = a_duel()
    assert orders(duel, "Black", given=PALM) == orders(duel, "Black", given=PALM)
    assert Duel.objects.get().version == 2


def test_orders_of_another_round_are_stale():
    duel = a_duel()
    assert refusal(lambda: orders(duel, "Black", number=2)) == "stale"
    orders(duel, "Black")
    orders(duel, "White")
    assert refusal(lambda: orders(duel, "Black", number=1)) == "stale"


def test_illegal_orders_say_what_is_wrong_and_change_nothing():
    duel = a_duel()
    with pytest.raises(Refused, match="round 1, Black, left") as refused:
        orders(duel, "Black", given={"left": "X", "right": "-"})
    assert refused.value.code == "illegal"
    assert table(duel.slug).waiting() == ["Black", "White"]


@pytest.mark.parametrize("given", [{}, {"left": 1, "right": []}, {"left": "P"}, {**REST, "cast": 7}, {**REST, "no": 1}])
def test_orders_of_the_wrong_shape_are_refused(given):
    assert refusal(lambda: orders(a_duel(), "Black", given=given)) == "illegal"


def test_orders_for_a_wizard_outside_the_duel_are_refused():
    assert refusal(lambda: orders(a_duel(), "Grey")) == "not_yours"


def test_orders_in_a_finished_duel_are_refused():
    duel = a_duel()
    give_up(duel=duel, wizard="Black")
    assert refusal(lambda: orders(duel, "White", number=2)) == "over"


def test_giving_up_ends_the_duel_at_once_and_costs_a_point():
    black, white = a_mage("Black"), a_mage("White")
    duel = a_duel(black, white)
    give_up(duel=duel, wizard="Black")
    duel.refresh_from_db()
    assert duel.result["winners"] == ["White"]
    assert duel.result["surrendered"] == ["Black"]
    assert duel.ended is not None
    assert duel.deadline is None
    assert {s.mage.name: s.score for s in Standing.objects.select_related("mage")} == {"Black": -1, "White": 1}


def test_an_endless_duel_refuses_orders_but_can_be_given_up(monkeypatch):
    monkeypatch.setattr(rounds, "MOST_ROUNDS", 1)
    duel = a_duel(a_mage("Black"), None, pace=None, practice=True, counts=False)
    orders(duel, "Black")
    assert refusal(lambda: orders(duel, "Black", number=2)) == "over"
    give_up(duel=duel, wizard="Black")
    assert Duel.objects.get().result["winners"] == ["Apprentice"]


def test_a_running_duel_is_seen_only_from_ones_own_viewpoint():
    black, white = a_mage("Black"), a_mage("White")
    duel = a_duel(black, white)
    assert reads.course(duel, black.owner)["open_eyes"] == ["Black"]
    assert reads.course(duel, AnonymousUser())["open_eyes"] == ["public"]
    for user, eyes in ((black.owner, "White"), (black.owner, "public"), (AnonymousUser(), "everything")):
        with pytest.raises(reads.NotOpen):
            reads.course(duel, user, eyes)
    give_up(duel=duel, wizard="Black")
    duel.refresh_from_db()
    assert reads.course(duel, AnonymousUser())["open_eyes"] == ["Black", "White", "public", "everything"]


@pytest.mark.parametrize("missed", [1, 3])
def test_a_process_that_missed_rounds_replays_from_its_latest_state(missed):
    duel = a_duel()
    for wizard in ("Black", "White"):
        orders(duel, wizard, 1, {"left": "S", "right": "D"})
    before = table(duel.slug).state
    for number in range(2, 2 + missed):
        for wizard in ("Black", "White"):
            orders(duel, wizard, number, {"left": "D", "right": "S"})
    after = table(duel.slug).state
    states.clear()
    states.put(duel.slug, before)
    again = table(duel.slug).state
    earlier = again
    for _ in range(missed):
        earlier = earlier.before
    assert earlier is before
    assert again is not after
    assert (engine.dump(again), engine.view(again, "Black")) == (engine.dump(after), engine.view(after, "Black"))


@pytest.mark.parametrize("remembers", [True, False])
@pytest.mark.parametrize("count", [1, 4])
def test_missed_rounds_of_several_duels_are_read_together(count, remembers, django_assert_num_queries):
    slugs = []
    for number in range(count):
        duel = a_duel(a_mage(f"Black {number}"), a_mage(f"White {number}"))
        slugs.append(duel.slug)
        for wizard in (f"Black {number}", f"White {number}"):
            orders(duel, wizard)
    latest = {slug: states.get(slug, 1) for slug in slugs}
    states.clear()
    for slug, state in latest.items():
        if remembers:
            states.put(slug, state.before)
    with django_assert_num_queries(2):  # duels and seats, rounds
        assert [table.state.number for table in tables(slugs).values()] == [1] * count


def test_reading_a_new_duel_does_not_query_rounds(django_assert_num_queries):
    duel = a_duel()
    states.clear()
    with django_assert_num_queries(1):
        assert table(duel.slug).state.number == 0


def test_changes_by_other_processes_are_always_read():
    duel = a_duel()
    orders(duel, "Black", given=PALM)
    duel.seats.filter(name="Black").update(orders={"left": "W", "right": "S"})
    orders(duel, "White")
    assert Round.objects.get().orders["Black"] == {"left": "W", "right": "S"}


@pytest.mark.django_db(transaction=True)
def test_a_table_is_locked_before_its_seats_are_read():
    duel = a_duel(a_mage("Black"), a_mage("White"))
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        locked_tables([duel.slug])
    *locks, seats = [query["sql"] for query in asked]
    assert 'FROM "duels_seat"' in seats
    assert ["FOR UPDATE" in lock for lock in locks] == [True] * connection.features.has_select_for_update


@pytest.mark.django_db(transaction=True)
def test_the_last_orders_of_both_wizards_given_at_once_play_the_round_once():
    duel = a_duel(a_mage("Black"), a_mage("White"))
    at_once(*(partial(orders, duel, wizard) for wizard in ("Black", "White")))
    duel.refresh_from_db()
    assert (duel.round, duel.version, Round.objects.count()) == (2, 3, 1)


def waited_for(duel) -> list[str]:
    return [seat.name for seat in duel.seats.all() if seats_waiting_for(seat.mage.owner).exists()]


def test_lists_show_only_the_wizards_that_must_answer():
    duel = a_duel()
    for number in (1, 2):
        orders(duel, "Black", number, {"left": "F", "right": "-"})
        assert waited_for(duel) == ["White"]
        orders(duel, "White", number)
        assert waited_for(duel) == ["Black", "White"]
    orders(duel, "Black", 3, {"left": "F", "right": "-"})
    orders(duel, "White", 3)
    assert waited_for(duel) == ["Black"]  # asked for the hand to paralyse
    submit_answers(duel=duel, wizard="Black", round_number=3, answers={"paralyze": {"White": "left"}})
    assert waited_for(duel) == ["Black", "White"]
    give_up(duel=duel, wizard="White")
    assert waited_for(duel) == []


def test_a_duel_that_does_not_count_leaves_no_score():
    give_up(duel=a_duel(counts=False), wizard="Black")
    assert not Standing.objects.exists()


def test_the_state_of_a_duel_is_restored_from_its_rows():
    duel = a_duel()
    for number, left in enumerate("SFW", start=1):
        orders(duel, "Black", number, {"left": left, "right": "-"})
        orders(duel, "White", number)
    remembered = engine.view(table(duel.slug).state, None)
    states.clear()
    assert engine.view(table(duel.slug).state, None) == remembered
    assert remembered["monsters"][0]["kind"] == "goblin"


def test_a_rolled_back_round_leaves_nothing_in_the_cache():
    duel = a_duel()
    orders(duel, "Black")
    with transaction.atomic():
        orders(duel, "White", given=PALM)
        assert table(duel.slug).state.number == 1  # read before the rollback, as code within the transaction would
        transaction.set_rollback(True)
    assert table(duel.slug).duel.round == 1
    orders(duel, "White")
    assert engine.view(table(duel.slug).state, None)["rounds"][0]["gestures"]["White"]["left"] == "-"


class TestQuestions:
    """Tests for questions asked after the reveal. In the Classic book, they ask which hand to paralyse."""

    @pytest.fixture
    def duel(self):
        duel = a_duel()
        for number in (1, 2):
            orders(duel, "Black", number, {"left": "F", "right": "-"})
            orders(duel, "White", number, {"left": "S", "right": "W"})
        orders(duel, "Black", 3, {"left": "F", "right": "-"})
        orders(duel, "White", 3, {"left": "S", "right": "W"})
        return duel

    @staticmethod
    def answer(duel, hand, number=3):
        given = {"paralyze": {"White": hand}}
        return submit_answers(duel=duel, wizard="Black", round_number=number, answers=given)

    def test_a_question_is_asked_after_the_reveal(self, duel):
        there = table(duel.slug)
        assert there.duel.asking
        assert there.waiting() == ["Black"]
        assert there.duel.round == 3
        assert engine.view(there.standing, "White")["reveal"]["gestures"]["Black"]["left"] == "F"

    def test_an_answer_resolves_the_round(self, duel):
        self.answer(duel, "left")
        assert Round.objects.get(number=3).orders["Black"]["paralyze"] == {"White": "left"}
        orders(duel, "Black", 4)
        orders(duel, "White", 4)
        revealed = engine.view(table(duel.slug).standing, "Black")["reveal"]
        assert revealed["gestures"]["White"]["left"] == "D"

    def test_the_caster_of_an_accidental_spell_is_asked_about_it(self, duel):
        self.answer(duel, "left")
        orders(duel, "Black", 4)
        orders(duel, "White", 4)
        there = table(duel.slug)
        assert there.waiting() == ["White"]  # the paralysed hand has completed Missile
        submit_answers(duel=duel, wizard="White", round_number=4, answers={"target": {"left": "Black"}})
        assert engine.view(table(duel.slug).state, None)["wizards"][0]["hp"] == 14

    def test_an_answer_outside_the_choices_is_refused(self, duel):
        assert refusal(lambda: self.answer(duel, "foot")) == "illegal"

    def test_an_answer_by_a_wizard_who_is_not_asked_is_refused(self, duel):
        def doing():
            submit_answers(duel=duel, wizard="White", round_number=3, answers={"paralyze": {"White": "left"}})

        assert refusal(doing) == "illegal"

    def test_orders_cannot_change_during_a_question(self, duel):
        orders(duel, "Black", 3, {"left": "F", "right": "-"})
        assert refusal(lambda: orders(duel, "Black", 3, PALM)) == "stale"

    def test_a_timeout_answers_a_question_without_a_miss(self, duel):
        time_out(slug=duel.slug, now=timezone.now() + timedelta(hours=1))
        assert Duel.objects.get().round == 4
        assert not Duel.objects.get().seats.filter(missed__gt=0).exists()

    def test_giving_up_ends_a_question(self, duel):
        give_up(duel=duel, wizard="White")
        assert Duel.objects.get().result["winners"] == ["Black"]


class TestTime:
    later = staticmethod(lambda n=1: timezone.now() + n * timedelta(minutes=3))

    def test_nothing_times_out_before_the_deadline(self):
        duel = a_duel()
        assert not time_out(slug=duel.slug, now=timezone.now())
        assert Duel.objects.get().round == 1

    def test_a_timeout_keeps_sealed_orders_and_lets_the_others_rest(self):
        duel = a_duel()
        orders(duel, "Black", given=PALM)
        assert time_out(slug=duel.slug, now=self.later())
        given = Round.objects.get().orders
        assert (given["Black"]["left"], given["White"]["left"]) == ("P", "-")
        assert dict(duel.seats.values_list("name", "missed")) == {"Black": 0, "White": 1}

    def test_three_timeouts_in_a_row_forfeit_the_duel(self):
        duel = a_duel()
        for number in (1, 2, 3):
            assert Duel.objects.get().result is None
            orders(duel, "Black", number)
            time_out(slug=duel.slug, now=self.later(number))
        assert Duel.objects.get().result == {
            "outcome": "victory",
            "winners": ["Black"],
            "surrendered": ["White"],
            "killed": [],
        }

    def test_orders_reset_the_count_of_misses(self):
        duel = a_duel()
        for number in (1, 2):
            orders(duel, "Black", number)
            time_out(slug=duel.slug, now=self.later(number))
        orders(duel, "White", 3)
        assert duel.seats.get(name="White").missed == 0

    def test_a_sweep_plays_overdue_duels_and_returns_the_next_deadline(self):
        late, early = a_duel(), a_duel(a_mage(), a_mage(), pace=300)
        make_overdue(late)
        following = clock.sweep()
        late.refresh_from_db()
        early.refresh_from_db()
        assert (late.round, early.round) == (2, 1)
        assert following == late.deadline

    def test_a_duel_without_a_pace_has_no_deadline(self):
        duel = a_duel(a_mage(), None, pace=None, practice=True)
        assert duel.deadline is None
        assert clock.sweep() is None


@pytest.mark.parametrize("book", engine.BOOKS)
def test_practice_is_played_to_its_end_against_the_house(book):
    duel, dice = a_duel(a_mage("Novice"), None, book=book, pace=None, practice=True, counts=False), Random(3)
    for _ in range(300):
        there = table(duel.slug)
        if there.duel.result is not None:
            break
        request = engine.request(there.standing, "Novice")
        assert there.waiting() == ["Novice"]
        if request["type"] == "answers":
            given = apprentice.answers(request, dice)
            submit_answers(duel=duel, wizard="Novice", round_number=request["round"], answers=given)
        else:
            orders(duel, "Novice", request["round"], apprentice.orders(request, dice))
    duel.refresh_from_db()
    assert duel.result is not None
    assert "Apprentice" not in duel.result["surrendered"]
    record = reads.record(duel)
    assert list(engine.replay(record))[-1].result == duel.result
