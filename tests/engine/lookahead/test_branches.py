import pytest

from tests.search.duels import a_duel, played
from wavinghands import engine
from wavinghands.engine.phases import account

STATE = ("wizards", "acting", "number", "kind", "result", "tail")


@pytest.mark.parametrize("book", engine.BOOKS)
def test_a_branch_is_the_round_that_would_be_played(book):
    """Check rounds in which no dice are rolled. Names of monsters may differ."""
    for seed in range(4):
        for duel in played(book, rounds=25, seed=seed):
            if duel.living:
                break
            chosen = {name: engine.orders_for(duel, name, engine.candidates(duel, name)[3]) for name in duel.acting}
            there = engine.settle(duel, {name: orders.as_json() for name, orders in chosen.items()})
            if not there.last.chance:
                branch = engine.branch(duel, chosen)
                assert [getattr(branch, name) for name in STATE] == [getattr(there, name) for name in STATE]


def test_a_branch_leaves_the_accounts_of_earlier_rounds_alone():
    (*_, duel) = played("classic", rounds=6, seed=1)
    kept = duel.last.account
    assert kept is not None
    resting = {name: engine.Orders() for name in duel.acting}
    engine.branch(engine.branch(duel, resting), resting)
    assert duel.last.account is kept


def test_the_events_of_a_branch_are_computed_on_demand():
    duel = a_duel()
    chosen = engine.candidates(duel, "A")[0]
    branch = engine.branch(duel, {"A": engine.orders_for(duel, "A", chosen), "B": engine.Orders()})
    assert branch.last.account is None
    assert [event.type for event in account(branch).events][:1] == ["gestures"]


def test_the_probabilities_of_outcomes_add_up_to_one():
    """Check a Confusion, which rolls one of two hands and one of six gestures."""
    duel = a_duel()
    for left in "DSF":
        duel = engine.settle(duel, {"A": {"left": left, "right": "-"}, "B": {"left": "-", "right": "-"}})
    assert "confusion" in duel.wizard("B").effects
    resting = engine.Orders()
    found = list(engine.outcomes(duel, {"A": resting, "B": resting}))
    assert len(found) == 12
    assert sum(share for share, _ in found) == pytest.approx(1)
    made = {after.last.gestures["B"].pair for _, after in found}
    assert len(made) == 12
    assert {sum(gesture != "-" for gesture in pair) for pair in made} == {1}
