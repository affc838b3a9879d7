from tests.search.duels import a_duel
from wavinghands import engine
from wavinghands.search.explanations import explanations, leads_of
from wavinghands.search.proving import orders_of

REST = ("-", "-")
SHIELD = {"cast": {"left": "shield"}, "target": {"left": "A"}}


def after(*rounds):
    """Return a duel in which A and B have made these pairs of gestures."""
    duel = a_duel()
    for mine, theirs in rounds:
        pairs = {"A": mine, "B": theirs}
        duel = engine.settle(duel, {name: {"left": left, "right": right} for name, (left, right) in pairs.items()})
    return duel


def why(duel, best, done, reply=(REST, {}), share=1.0, real=None):
    """Return the facts that explain why A's orders `best` are better than the orders `done`.

    B was expected to give the orders `reply` with probability `share`, but gave `real`, which defaults to `reply`.
    """
    best, given, likely, came = (
        {"left": pair[0], "right": pair[1], **more} for pair, more in (best, done, reply, real or reply)
    )
    replies = [({"B": orders_of(duel, "B", likely)}, share)]
    then = engine.settle(duel, {"A": given, "B": came})
    return explanations(duel, "A", orders_of(duel, "A", best), orders_of(duel, "A", given), replies, then)


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
    (fact,) = of_kind("struck", why(duel, (("P", "-"), SHIELD), (REST, {})))
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


def test_a_threat_is_a_forecast_with_its_outcome():
    duel = after((REST, ("S", "-")))
    missile = (("D", "-"), {"cast": {"left": "magic_missile"}, "target": {"left": "A"}})
    facts = [why(duel, (("P", "-"), SHIELD), (REST, {}), missile, 0.3, real) for real in (missile, (REST, {}))]
    (came,), (other,) = (of_kind("unanswered", found) for found in facts)
    assert (came["spell"], came["stopper"], came["share"], came["came"]) == ("magic_missile", "shield", 0.3, True)
    assert other == came | {"came": False}


def test_a_spell_likely_to_be_stopped_says_whether_it_was():
    duel = after((("S", "-"), REST))
    missile = (("D", "-"), {"cast": {"left": "magic_missile"}, "target": {"left": "B"}})
    shield = (("P", "-"), {"cast": {"left": "shield"}, "target": {"left": "B"}})
    facts = [why(duel, (("-", "W"), {}), missile, shield, 0.7, real) for real in (shield, (REST, {}))]
    (stopped,), (through,) = ([fact for fact in of_kind("wasted", found) if "spell" in fact] for found in facts)
    assert (stopped["spell"], stopped["by"], stopped["share"], stopped["came"]) == ("magic_missile", "B", 0.7, True)
    assert through == stopped | {"came": False}


def test_giving_up_the_last_cure_is_the_first_reason():
    duel = after(*((REST, (gesture, "-")) for gesture in "DWWFWD"), (REST, REST))
    facts = why(duel, (("P", "-"), SHIELD), (("S", "-"), {}))
    assert facts[0] == {"kind": "incurable", "spell": "poison", "cure": "remove_enchantment"}


def test_what_depends_on_the_hand_that_will_be_paralysed_is_no_fact():
    duel = a_duel("standard")
    for mine, theirs in zip("-------P", zip("DWWFWD--", "-----FFF", strict=True), strict=True):
        pairs = {"A": (mine, "-"), "B": theirs}
        duel = engine.settle(duel, {name: {"left": left, "right": right} for name, (left, right) in pairs.items()})
    best, done = (orders_of(duel, "A", {"left": left, "right": "-"}) for left in "D-")
    after = engine.settle(duel, {"A": done.as_json(), "B": {"left": "-", "right": "-", "paralyze": {"A": "left"}}})
    held = {
        hand: {"B": orders_of(duel, "B", {"left": "-", "right": "-", "paralyze": {"A": hand}})}
        for hand in ("left", "right")
    }

    def incurable(*hands):
        replies = [(held[hand], 1 / len(hands)) for hand in hands]
        return of_kind("incurable", explanations(duel, "A", best, done, replies, after))

    assert [fact["spell"] for fact in incurable("right")] == ["poison"]
    assert not incurable("left", "right")


def test_a_missed_cure_names_the_sickness_and_comes_before_threats():
    duel = after(*((REST, (gesture, "-")) for gesture in "DWWFWD"), *((("-", gesture), REST) for gesture in "PDW"))
    cure = {"cast": {"right": "remove_enchantment"}, "target": {"right": "A"}}
    facts = why(duel, (("-", "P"), cure), (REST, {}))
    assert (facts[0]["kind"], facts[0]["spell"], facts[0]["cures"]) == ("missed", "remove_enchantment", "poison")
    aimed_at_b = why(duel, (("-", "P"), cure | {"target": {"right": "B"}}), (REST, {}))
    assert not any("cures" in fact for fact in aimed_at_b)


def test_a_deadly_spell_is_unanswerable_if_no_answer_can_begin_in_time():
    continues = (("S", "-"), {})
    last = after(*((REST, (gesture, "-")) for gesture in "PWPFSS"))
    (fact,) = of_kind("opened", why(last, (("C", "C"), {}), (REST, {}), continues))
    assert (fact["spell"], fact["by"], fact["came"]) == ("finger_of_death", "B", True)
    early = after(*((REST, (gesture, "-")) for gesture in "PWPF"))
    assert not of_kind("opened", why(early, (("S", "-"), {}), (REST, {}), continues))


def test_a_hand_that_a_mind_spell_took_over_is_not_blamed():
    duel = after(*((REST, ("F", "-")) for _ in range(3)))
    (held,) = {hand for hand, hold in engine.holds(duel, duel.wizard("A"))[0].items() if hold.effect}
    facts = of_kind("wasted", why(duel, (("P", "-"), SHIELD), (REST, {})))
    assert {fact["hand"] for fact in facts} == {"left", "right"} - {held}
    assert all(fact["idle"] for fact in facts)
