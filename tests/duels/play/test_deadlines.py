"""Property tests for the arithmetic of clocks, with arbitrary actions at arbitrary times."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duels.models import Duel
from duels.play import deadlines, transaction
from duels.play.actions import GiveOrders
from duels.play.loading import table
from duels.wording.refusals import Refused
from tests.builders import a_mage
from tests.duels.tables import a_duel

START = datetime(2026, 5, 1, tzinfo=UTC)
PACE, RESERVE = 30, 100

moments = st.integers(0, 500).map(lambda hours: START + timedelta(hours=hours))


@st.composite
def spans(draw):
    """Generate up to four periods of time, in order and without overlaps."""
    ends = sorted(draw(st.lists(moments, min_size=0, max_size=8, unique=True)))
    return list(zip(ends[::2], ends[1::2], strict=False))


@given(moments, st.integers(0, 300), spans())
def test_the_time_passed_at_a_deadline_is_the_time_that_was_given(since, hours, still):
    time = timedelta(hours=hours)
    end = deadlines.after(since, time, still)
    assert deadlines.elapsed(since, end, still) == time
    assert not hours or deadlines.elapsed(since, end - timedelta(seconds=1), still) < time


@given(moments, moments, spans())
def test_paused_hours_do_not_count_as_passed(since, until, still):
    passed = deadlines.elapsed(since, until, still)
    hours = [since + timedelta(hours=n) for n in range(int((until - since) / timedelta(hours=1)))]
    assert passed == timedelta(hours=sum(not any(a <= hour < b for a, b in still) for hour in hours))


class Ledger:
    """A duel with a simple calculation of the reserve times that its clocks should show."""

    def __init__(self, duel):
        self.duel, self.now = duel, duel.opened
        self.left = {seat.name: float(RESERVE) for seat in duel.seats.all()}

    def over(self):
        """Return how many seconds ago the time for the round ran out, not counting any reserve time."""
        return (self.now - Duel.objects.get(pk=self.duel.pk).opened).total_seconds() - PACE

    def order(self, name):
        over, there = self.over(), table(self.duel.slug)
        orders = {"left": "-", "right": ">"}
        action = GiveOrders(slug=self.duel.slug, wizard=name, round_number=there.duel.round, orders=orders)
        (outcome,) = transaction.perform([action], now=self.now)
        if name in there.waiting() and not isinstance(outcome, Refused):
            self.left[name] -= min(self.left[name], max(0, over))

    def tick(self):
        over, awaited = self.over(), table(self.duel.slug).waiting()
        late = {name for name in awaited if over >= self.left[name]}
        missed = dict(self.duel.seats.values_list("name", "missed"))
        assert transaction.time_out(slug=self.duel.slug, now=self.now) == bool(late)
        self.left |= dict.fromkeys(late, 0)
        now_missed = dict(self.duel.seats.values_list("name", "missed"))
        assert {name for name in missed if now_missed[name] > missed[name]} == late


@pytest.mark.django_db(transaction=True)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.data())
def test_reserves_never_grow_and_shrink_only_by_the_time_passed(data):
    names = ["Black", "White", "Grey"]
    duel = a_duel(*[a_mage() for _ in names], pace=PACE, reserve=RESERVE)
    ledger = Ledger(duel)
    seats = list(duel.seats.values_list("name", flat=True))
    for _ in range(data.draw(st.integers(1, 25))):
        ledger.now += timedelta(seconds=data.draw(st.sampled_from([0, 0.5, 1, 10, 29.5, 30, 45, 100, 130, 200])))
        before = dict(duel.seats.values_list("name", "reserve"))
        if data.draw(st.booleans()):
            ledger.order(data.draw(st.sampled_from(seats)))
        else:
            ledger.tick()
        after = dict(duel.seats.values_list("name", "reserve"))
        assert after == pytest.approx(ledger.left)
        assert all(after[name] <= before[name] for name in seats)
        row = Duel.objects.get(pk=duel.pk)
        if row.result is not None:
            break
        assert row.deadline == deadlines.deadline(table(duel.slug))
