"""Tests that advice wastes nothing, avoids death if possible, and gives true reasons."""

from dataclasses import replace
from functools import cache

import pytest

from tests.search.duels import played
from wavinghands import engine, search
from wavinghands.engine.duel import InForce
from wavinghands.engine.phases import account
from wavinghands.search import advising
from wavinghands.search.advising import is_vain
from wavinghands.search.matches import match

WIZARDS = [{"name": name, "gender": "x"} for name in ("Black", "White")]


def after(*rounds, book="classic"):
    """Return a duel after rounds in which Black and White made these pairs of gestures."""
    duel = engine.start(book, WIZARDS, seed=3)
    for black, white in rounds:
        pairs = {"Black": black, "White": white}
        duel = engine.settle(duel, {name: {"left": pair[0], "right": pair[1]} for name, pair in pairs.items()})
    return duel


def casting(hand, slug, target, book="classic"):
    return engine.Casting(hand, engine.start(book, WIZARDS).lexicon.spells[slug], target)


VAIN = [
    (("shield", "Black"), ("shield", "Black")),
    (("shield", "Black"), ("counter_spell", "Black")),
    (("shield", "Black"), ("dispel_magic", "Black")),
    (("protection", "Black"), ("shield", "Black")),
    (("counter_spell", "Black"), ("haste", "Black")),
    (("counter_spell", "Black"), ("cure_heavy_wounds", "Black")),
    (("counter_spell", "Black"), ("summon_ogre", "Black")),
    (("dispel_magic", "Black"), ("summon_troll", "Black")),
    (("dispel_magic", "Black"), ("fireball", "White")),
    (("remove_enchantment", "Black"), ("haste", "Black")),
    (("remove_enchantment", "White"), ("disease", "White")),
    (("fire_storm", "nobody"), ("ice_storm", "nobody")),
    (("paralysis", "White"), ("amnesia", "White")),
    (("fear", "White"), ("fear", "White")),
    (("magic_mirror", "Black"), ("magic_mirror", "Black")),
]
FRUITFUL = [
    (("shield", "Black"), ("magic_missile", "White")),
    (("shield", "Black"), ("summon_goblin", "Black")),
    (("magic_mirror", "Black"), ("cure_light_wounds", "Black")),
    (("magic_missile", "White"), ("magic_missile", "White")),
    (("summon_goblin", "Black"), ("summon_goblin", "Black")),
    (("cure_light_wounds", "Black"), ("cure_light_wounds", "Black")),
    (("counter_spell", "Black"), ("disease", "White")),
    (("remove_enchantment", "Black"), ("disease", "White")),
    (("fear", "White"), ("shield", "Black")),
]


@pytest.mark.parametrize(("one", "other"), VAIN)
def test_a_hand_that_defeats_or_doubles_the_other_is_wasted(one, other):
    castings = casting("left", *one), casting("right", *other)
    assert is_vain(engine.start("classic", WIZARDS), castings)
    assert is_vain(engine.start("classic", WIZARDS), castings[::-1])


@pytest.mark.parametrize(("one", "other"), FRUITFUL)
def test_two_unrelated_spells_are_not_wasted(one, other):
    assert not is_vain(engine.start("classic", WIZARDS), (casting("left", *one), casting("right", *other)))


# Survival -------------------------------------------------------------------------------------------------------------


def with_hit_points(duel, hp, name="Black"):
    wizards = tuple(wizard._replace(hp=hp) if wizard.name == name else wizard for wizard in duel.wizards)
    return replace(duel, wizards=wizards)


def test_a_wizard_who_could_be_stabbed_to_death_shields():
    advice = search.advise(with_hit_points(after(("S-", "W-"), ("F-", "D-")), 1), "Black")
    assert "shield" in advice.orders["cast"].values()


def test_the_only_answer_to_a_deadly_spell_is_advised():
    """Black has clapped and can complete Magic Mirror. White's Finger of Death lacks one gesture."""
    weaving = [("--", f"{gesture}-") for gesture in "PWPFS"]
    duel = after(*weaving, ("S-", "S-"), ("CC", "S-"))
    advice = search.advise(duel, "Black")
    assert advice.orders["cast"] == {"both": "magic_mirror"}
    assert ("White", "left", "finger_of_death") in advice.wards


@pytest.mark.parametrize("hand", ["left", "right"])
def test_advice_does_not_rely_on_confusion_against_a_deadly_spell(monkeypatch, hand):
    """White lacks the last gesture of Finger of Death, but is confused, so that either hand may make another one."""
    monkeypatch.setattr(advising, "_best", lambda duel, wizard: [engine.Orders(left="F", right="F")])
    order = 1 if hand == "left" else -1
    duel = after(*[("--", f"{gesture}-"[::order]) for gesture in "PWPFS"], ("S-", "S-"[::order]), ("CC", "S-"[::order]))
    white = duel.wizard("White")._replace(effects={"confusion": InForce(left=1)})
    advice = search.advise(replace(duel, wizards=(duel.wizard("Black"), white)), "Black")
    assert advice.orders["cast"] == {"both": "magic_mirror"}
    assert advice.foils == ("White",)


def test_spells_that_the_advised_orders_do_not_stop_are_risks(monkeypatch):
    """White can complete Magic Missile. Black can complete Shield, but is advised to make other gestures."""
    monkeypatch.setattr(advising, "_best", lambda duel, wizard: [engine.Orders(left="F", right="F")])
    duel = after(("--", "S-"))
    assert search.advise(duel, "Black").risks == {("White", "left", "magic_missile"): True}
    monkeypatch.setattr(
        advising,
        "_best",
        lambda duel, wizard: [engine.Orders(left="P", cast={"left": "shield"}, target={"left": "Black"})],
    )
    assert search.advise(duel, "Black").risks == {}


def test_a_storm_is_a_risk():
    duel = after(("--", "S-"), ("--", "W-"), ("--", "W-"))
    assert search.advise(duel, "Black").risks == {("White", "both", "fire_storm"): False}


def test_a_dangerous_favourite_is_replaced_and_the_danger_named(monkeypatch):
    monkeypatch.setattr(advising, "_best", lambda duel, wizard: [engine.Orders(left="F", right="F")])
    rounds = ("SF", "S-"), ("--", "--"), ("--", "S-")
    safe, unsafe = (search.advise(with_hit_points(after(*rounds), hp), "Black") for hp in (15, 1))
    assert (safe.orders, safe.foils) == ({"left": "F", "right": "F"}, ())
    assert "shield" in unsafe.orders["cast"].values()
    assert unsafe.foils == ("White",)


def test_orders_that_waste_a_spell_are_advised_last(monkeypatch):
    both = {"left": "shield", "right": "shield"}
    vain = engine.Orders(left="P", right="P", cast=both, target=dict.fromkeys(both, "Black"))
    sound = engine.Orders(left="S", right="F")
    monkeypatch.setattr(advising, "_best", lambda duel, wizard: [vain, sound])
    assert search.advise(after(), "Black").orders == sound.as_json()


def deaths(duel, orders):
    """Return how many of White's possible replies would kill Black after these orders."""
    believed = engine.belief(duel, "Black")
    replies = [engine.orders_for(believed, "White", reply) for reply in engine.candidates(believed, "White")]
    return sum(
        not engine.branch(believed, {"Black": orders, "White": reply}).wizard("Black").stands for reply in replies
    )


def test_deadly_orders_are_advised_only_if_all_orders_are_deadly():
    found = 0
    for duel, _ in positions(3, 4, "classic"):
        weakened = with_hit_points(duel, 2)
        if "White" not in duel.acting or duel.paired("Black"):
            continue
        orders = engine.Orders(**search.advise(weakened, "Black").orders)
        if deaths(weakened, orders):
            ways = engine.candidates(weakened, "Black")
            assert all(deaths(weakened, engine.orders_for(weakened, "Black", way)) for way in ways)
        else:
            found += 1
    assert found > 5


def test_advice_breaks_a_cycle_of_shield_and_paralysis_behind_a_shield():
    goblins = [("SS", "SS"), ("FF", "FF"), ("WW", "WW")]
    duel = with_hit_points(after(*goblins, *[("PF", "PD")] * 24), 3)
    advice = search.advise(duel, "Black")
    assert [(made.spell.slug, made.target) for made in advice.castings] == [("shield", "Black")]
    assert (advice.orders["left"], advice.orders["right"]) != ("P", "F")


# Positions of all kinds -----------------------------------------------------------------------------------------------


@cache
def advised(book):
    """Return sample positions, each with a wizard and the advice for them.

    Positions contain only what the wizard knows. Each is included twice: unchanged, and with two hit points left for
    the wizard.
    """
    course = [duel for seed in range(1, 7) for duel in played(book, rounds=16, seed=seed)[3::2]]
    asked = [(duel, name) for duel in course for name in duel.acting]
    known = [(engine.belief(it, name), name) for duel, name in asked for it in (duel, with_hit_points(duel, 2, name))]
    return [(duel, name, search.advise(duel, name)) for duel, name in known]


def happens(duel, orders):
    return account(engine.branch(duel, orders)).events


def ways_to_cast(duel, by, hand, slug, target):
    """Yield orders of the wizard `by` that cast the spell `slug` with this hand at this target.

    A spell that summons a monster may have any target.
    """
    for way in engine.candidates(duel, by):
        for casting in way.castings:
            is_so_aimed = casting.target in (target, "nobody", "") or casting.spell.makes
            if (casting.hand, casting.spell.slug) == (hand, slug) and is_so_aimed:
                yield engine.orders_for(duel, by, way)


def may_kill(duel, name, orders, replies):
    return any(not engine.branch(duel, {name: orders, **reply}).wizard(name).stands for reply in replies)


@pytest.mark.parametrize("book", ["classic", "warlocks"])
def test_no_advised_hand_defeats_the_other(book):
    for duel, name, advice in advised(book):
        for event in happens(duel, {name: engine.Orders(**advice.orders)}):
            if event.type == "fails" and event.data["caster"] == name:
                because = event.data.get("because") or []
                reasons = because if isinstance(because, list) else [because]
                assert name not in [reason.get("by") for reason in reasons], event


@pytest.mark.parametrize("book", ["classic", "warlocks"])
def test_spells_that_advice_claims_to_stop_do_nothing(book):
    found = 0
    for duel, name, advice in advised(book):
        orders = {name: engine.Orders(**advice.orders)}
        for by, hand, slug in advice.wards:
            for reply in ways_to_cast(duel, by, hand, slug, name):
                told = [event.type for event in happens(duel, {**orders, by: reply}) if event.data.get("spell") == slug]
                assert {"fails", "spared", "reflected"} & {*told}, (slug, advice.orders)
                found += 1
        for by, hand, slug in advice.parries:
            for reply in ways_to_cast(duel, by, hand, slug, name):
                after = engine.branch(duel, {**orders, by: reply})
                come = {monster.name for monster in after.monsters} - {monster.name for monster in duel.monsters}
                blows = [event.data for event in account(after).events if event.type == "damage"]
                assert not [blow for blow in blows if blow["subject"] == name and blow.get("by") in come], advice.orders
                found += 1
    assert found > 100


@pytest.mark.parametrize("book", ["classic", "warlocks"])
def test_dangerous_orders_are_not_advised_where_others_are_safe(book):
    safe = 0
    for duel, name, advice in advised(book):
        [other] = {"A", "B"} - {name}
        if other not in duel.acting or duel.paired(name):
            continue
        replies = [{other: engine.orders_for(duel, other, reply)} for reply in engine.candidates(duel, other)]
        if may_kill(duel, name, engine.Orders(**advice.orders), replies):
            ways = [engine.orders_for(duel, name, way) for way in engine.candidates(duel, name)]
            assert all(may_kill(duel, name, way, replies) for way in ways)
        else:
            safe += 1
    assert safe > 50


# Whole duels played by the advice -------------------------------------------------------------------------------------


def positions(level, seed, book):
    """Play a short duel against the computer player of this level, in which Black always follows the advice.

    Yield the duel before each of Black's rounds, together with the advice.
    """
    duel = engine.start(book, WIZARDS, seed=seed)
    while duel.result is None and duel.number < 12:
        orders = {name: search.choose(duel, name, level, seed).orders for name in duel.acting if name == "White"}
        if "Black" in duel.acting:
            advice = search.advise(duel, "Black")
            yield duel, advice
            orders["Black"] = advice.orders
        duel = engine.settle(duel, orders)


def completions(duel, name):
    """Return the spells that each hand of the wizard `name` could complete in this round, as far as Black knows."""
    hands = engine.ahead(duel, "Black")["wizards"][name]
    at_once = [(hand, rest, slugs) for hand in ("left", "right") for rest, slugs in hands[hand][0].items()]
    return {("both" if rest.islower() else hand, slug) for hand, rest, slugs in at_once for slug in slugs}


@pytest.mark.parametrize(("level", "seed", "book"), [(1, 1, "classic"), (2, 2, "warlocks"), (3, 3, "spellcast")])
def test_advice_is_legal_wastes_nothing_and_gives_true_reasons(level, seed, book):
    for duel, advice in positions(level, seed, book):
        assert engine.check_orders(duel, "Black", advice.orders) == advice.orders
        assert (advice.orders["left"], advice.orders["right"]) not in [("P", "P"), (">", ">")]
        assert (advice.orders["left"] == "C") == (advice.orders["right"] == "C")
        assert not is_vain(duel, advice.castings)
        assert {(by, hand, slug) for by, hand, slug in advice.wards | advice.parries} <= {
            ("White", *found) for found in completions(duel, "White")
        }
        attackers = {monster.name for monster in duel.living if monster.owner != "Black"}
        assert set(advice.halts) <= attackers


@pytest.mark.parametrize("level", [1, *(pytest.param(level, marks=pytest.mark.thorough) for level in (2, 3))])
def test_duels_played_by_the_advice_end(level):
    outcomes = list(match("pupil", f"level-{level}", duels=4, seed=level))
    assert all(outcome.is_finished and not outcome.fault and outcome.rounds <= 60 for outcome in outcomes)
