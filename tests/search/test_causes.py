"""Why one line is better than another."""

from tests.search.duels import a_duel
from wavinghands import engine
from wavinghands.search.causes import causes, leads_of
from wavinghands.search.proving import orders_of

REST = ("-", "-")


def after(*rounds):
    """A duel in which A and B have made these pairs."""
    duel = a_duel()
    for mine, theirs in rounds:
        pairs = {"A": mine, "B": theirs}
        duel = engine.settle(duel, {name: {"left": left, "right": right} for name, (left, right) in pairs.items()})
    return duel


def why(duel, best, done):
    """The facts that speak for the best orders of A, whatever B does."""
    best, done = (orders_of(duel, "A", {"left": pair[0], "right": pair[1], **more}) for pair, more in (best, done))
    return causes(duel, "A", best, done, [({"B": orders_of(duel, "B", {"left": "-", "right": "-"})}, 1.0)])


def of_kind(kind, facts):
    return [fact for fact in facts if fact["kind"] == kind]


def test_a_summons_that_ones_own_counter_spell_stops_is_what_came_to_nothing():
    duel = after((("S", "W"), REST), (("F", "P"), REST))
    done = {"cast": {"left": "summon_goblin", "right": "counter_spell"}, "target": {"left": "A", "right": "A"}}
    (fact,) = of_kind("undone", why(duel, (("W", "-"), {}), (("W", "P"), done)))
    assert (fact["spell"], fact["stopper"], fact["hand"]) == ("summon_goblin", "counter_spell", "left")


def test_what_was_in_vain_is_told_before_what_is_to_come():
    duel = after((("S", "W"), REST), (("F", "P"), REST))
    done = {"cast": {"left": "summon_goblin", "right": "counter_spell"}, "target": {"left": "A", "right": "A"}}
    kinds = [fact["kind"] for fact in why(duel, (("-", "F"), {}), (("W", "P"), done))]
    assert kinds[0] == "undone"


def test_all_monsters_that_one_spell_keeps_off_are_one_fact():
    duel = after(*((REST, (gesture, gesture)) for gesture in "SFW"))
    assert len(duel.living) == 2
    (fact,) = of_kind(
        "struck", why(duel, (("P", "-"), {"cast": {"left": "shield"}, "target": {"left": "A"}}), (REST, {}))
    )
    assert sorted(fact["by"]) == sorted(monster.name for monster in duel.living)
    assert fact["stopper"] == "shield"


def test_what_is_hardly_begun_is_no_way_that_a_hand_goes():
    begun = orders_of(a_duel(), "A", {"left": "W", "right": "-"})
    assert list(leads_of(a_duel(), "A", begun)) == []
    duel = after((("W", "-"), REST))
    ((hand, plan),) = leads_of(duel, "A", orders_of(duel, "A", {"left": "F", "right": "-"}))
    assert (hand, plan.missing) == ("left", "P")


def test_what_the_best_casts_it_does_not_go_on_towards():
    duel = after(*((("F", "-"), REST) for _ in range(3)))
    facts = why(duel, (("F", "-"), {"cast": {"left": "paralysis"}}), (REST, {}))
    assert [fact["spell"] for fact in of_kind("missed", facts)] == ["paralysis"]
    assert not of_kind("leads", facts)
