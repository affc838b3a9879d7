"""Explanations of why one line is better than another."""

from tests.search.duels import a_duel
from wavinghands import engine
from wavinghands.search.explanations import explanations, leads_of
from wavinghands.search.proving import orders_of

REST = ("-", "-")


def after(*rounds):
    """Return a duel in which A and B have made these pairs."""
    duel = a_duel()
    for mine, theirs in rounds:
        pairs = {"A": mine, "B": theirs}
        duel = engine.settle(duel, {name: {"left": left, "right": right} for name, (left, right) in pairs.items()})
    return duel


def why(duel, best, done):
    """Return the facts in favour of A's best orders, whatever B does."""
    best, done = (orders_of(duel, "A", {"left": pair[0], "right": pair[1], **more}) for pair, more in (best, done))
    return explanations(duel, "A", best, done, [({"B": orders_of(duel, "B", {"left": "-", "right": "-"})}, 1.0)])


def of_kind(kind, facts):
    return [fact for fact in facts if fact["kind"] == kind]


def test_a_summoning_stopped_by_ones_own_counter_spell_is_undone():
    duel = after((("S", "W"), REST), (("F", "P"), REST))
    done = {"cast": {"left": "summon_goblin", "right": "counter_spell"}, "target": {"left": "A", "right": "A"}}
    (fact,) = of_kind("undone", why(duel, (("W", "-"), {}), (("W", "P"), done)))
    assert (fact["spell"], fact["stopper"], fact["hand"]) == ("summon_goblin", "counter_spell", "left")


def test_wasted_spells_come_before_future_ones():
    duel = after((("S", "W"), REST), (("F", "P"), REST))
    done = {"cast": {"left": "summon_goblin", "right": "counter_spell"}, "target": {"left": "A", "right": "A"}}
    kinds = [fact["kind"] for fact in why(duel, (("-", "F"), {}), (("W", "P"), done))]
    assert kinds[0] == "undone"


def test_monsters_stopped_by_one_spell_are_one_fact():
    duel = after(*((REST, (gesture, gesture)) for gesture in "SFW"))
    assert len(duel.living) == 2
    (fact,) = of_kind(
        "struck", why(duel, (("P", "-"), {"cast": {"left": "shield"}, "target": {"left": "A"}}), (REST, {}))
    )
    assert sorted(fact["by"]) == sorted(monster.name for monster in duel.living)
    assert fact["stopper"] == "shield"


def test_a_hardly_begun_spell_is_not_listed_as_a_lead():
    begun = orders_of(a_duel(), "A", {"left": "W", "right": "-"})
    assert list(leads_of(a_duel(), "A", begun)) == []
    duel = after((("W", "-"), REST))
    ((hand, plan),) = leads_of(duel, "A", orders_of(duel, "A", {"left": "F", "right": "-"}))
    assert (hand, plan.missing) == ("left", "P")


def test_a_spell_that_the_best_orders_cast_is_not_a_lead():
    duel = after(*((("F", "-"), REST) for _ in range(3)))
    facts = why(duel, (("F", "-"), {"cast": {"left": "paralysis"}}), (REST, {}))
    assert [fact["spell"] for fact in of_kind("missed", facts)] == ["paralysis"]
    assert not of_kind("leads", facts)
