from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wavinghands import engine
from wavinghands.search.bounds import is_within_reach
from wavinghands.search.goals import Goal, goal_of
from wavinghands.search.options import options
from wavinghands.search.proving import Search, TooLong, prove, refute

OPEN = "CDFPSW>-"


def played(a: tuple[str, str], b: tuple[str, str], *, book: str = "classic", **points: int) -> engine.Duel:
    """Return a duel in which A and B have made these gestures with the left and the right hand.

    `points` sets their hit points, by name.
    """
    duel = engine.start(book, [{"name": "A"}, {"name": "B"}], seed=3)
    for al, ar, bl, br in zip(*a, *b, strict=True):
        duel = engine.settle(duel, {"A": {"left": al, "right": ar}, "B": {"left": bl, "right": br}})
    assert duel.result is None
    return replace(duel, wizards=tuple(one._replace(hp=points.get(one.name, one.hp)) for one in duel.wizards))


def melee(a: tuple[str, str], b: tuple[str, str], c: tuple[str, str], **points: int) -> engine.Duel:
    """Return a duel like those of `played`, but between three wizards."""
    duel = engine.start("classic", [{"name": name} for name in "ABC"], seed=3)
    for pairs in zip(*(zip(*hands, strict=True) for hands in (a, b, c)), strict=True):
        duel = engine.settle(duel, {name: {"left": p[0], "right": p[1]} for name, p in zip("ABC", pairs, strict=True)})
    assert duel.result is None
    return replace(duel, wizards=tuple(one._replace(hp=points.get(one.name, one.hp)) for one in duel.wizards))


def a_finger() -> engine.Duel:
    return played(("PWPFSSS", "-------"), ("-------", "-------"))


def an_afraid_one() -> engine.Duel:
    """Return a duel in which B has 3 hit points and cannot clap because of Fear.

    A is working towards Cause Heavy Wounds, and has used up the short form of Lightning Bolt.
    """
    duel = played(("-WP", "SWD"), ("---", "---"), B=3)
    a, b = duel.wizards
    return replace(duel, wizards=(a._replace(spent=frozenset({"clap_of_lightning"})), b))


def a_shielded_missile() -> engine.Duel:
    return played(("-", "-"), ("S", "-"), A=1)


def test_a_deadly_spell_that_nothing_can_stop_wins() -> None:
    proof = prove(a_finger(), "A", "win", 1)

    assert proof is not None
    assert proof.core == (("cast", "finger_of_death", "B"),)
    assert proof.solutions[0] == {
        "left": "D", "right": "-", "cast": {"left": "finger_of_death"}, "target": {"left": "B"}
    }  # fmt: skip
    assert proof.size >= proof.replies > 1


def test_a_mirror_that_may_be_completed_refutes_a_deadly_spell() -> None:
    clapped = played(("PWPFSSS", "-------"), ("------C", "------C"))

    assert prove(clapped, "A", "win", 1) is None
    found = refute(clapped, "A", {"left": "D", "right": "-"}, "win", 1)
    assert found is not None
    after = engine.advance(clapped, found["rounds"][0])
    assert after.result is None or after.result["winners"] == ["B"]


def test_a_wizard_with_amnesia_cannot_complete_a_mirror() -> None:
    forgetful = played(("PWPFSSS", "----DPP"), ("------C", "------C"))

    proof = prove(forgetful, "A", "win", 1)

    assert proof is not None
    assert ("cast", "finger_of_death", "B") in proof.core


def test_only_a_shield_saves_from_a_missile() -> None:
    proof = prove(a_shielded_missile(), "A", "save", 1)

    assert proof is not None
    assert proof.core == (("cast", "shield", "A"),)
    assert refute(a_shielded_missile(), "A", {"left": "P", "right": "-"}, "save", 1) is None
    assert refute(a_shielded_missile(), "A", {"left": "P", "right": "P"}, "save", 1) is not None


def test_attacks_that_change_nothing_are_no_part_of_the_solution() -> None:
    idle = "-" * 7

    proof = prove(played(("SFWDFFD", idle), (idle, idle), B=5), "A", "win", 1)

    assert proof is not None
    assert proof.core == (("cast", "lightning_bolt", "B"),)


def test_a_position_out_of_reach_is_recognised_without_a_proof() -> None:
    idle = "-" * 7

    assert is_within_reach(played(("SFWDFFD", idle), (idle, idle), B=7), "A", "win", 1)
    assert not is_within_reach(played(("SFWDFFD", idle), (idle, idle), B=8), "A", "win", 1)
    assert not is_within_reach(a_shielded_missile(), "B", "save", 1)
    assert is_within_reach(a_finger(), "B", "save", 1)


def test_without_a_threat_there_is_no_rescue_to_prove() -> None:
    assert prove(played(("-", "-"), ("S", "-")), "A", "save", 1) is None


def test_a_win_in_two_rounds_against_a_wizard_who_cannot_clap() -> None:
    proof = prove(an_afraid_one(), "A", "win", 2)

    assert proof is not None
    assert ("hand", "left", "F") in proof.core
    assert prove(an_afraid_one(), "A", "win", 1) is None


def test_a_wizard_out_of_reach_for_three_rounds_needs_no_enumeration() -> None:
    duel = played(("-", "-"), ("-", "-"))
    search = Search("A", Goal("win", "A", ("B",)))

    assert search.can(duel, 3) is False
    assert search.branches == 0


def test_replies_and_follow_ups_leave_hands_idle_if_nothing_else_is_needed() -> None:
    lost = refute(a_shielded_missile(), "A", {"left": "-", "right": "W"}, "save", 1)
    assert lost is not None
    assert [lost["rounds"][0]["orders"]["B"][hand] for hand in ("left", "right")] == [">", "-"]

    safe = Search("A", Goal("save", "A", ("B",))).follow_up(played(("-", "-"), ("-", "-")), 1)
    assert safe is not None
    assert (safe.left, safe.right) == ("-", "-")


def test_a_wizard_who_can_clap_prevents_the_win() -> None:
    assert prove(played(("-WP", "---"), ("---", "---"), B=3), "A", "win", 2) is None


def a_guard() -> engine.Duel:
    """Return a duel in which B is about to cast Fear at A.

    A's left hand is working towards a giant, and A's right hand can complete Counter-spell.
    """
    return played(("WFPS", "--WW"), ("--SW", "----"))


def test_a_guard_stops_a_spell_while_continuing_ones_own_spell() -> None:
    duel = a_guard()

    proof = prove(duel, "A", "guard", 1)

    assert proof is not None
    assert ("cast", "counter_spell", "A") in proof.core
    assert proof.guards == {"stops": "fear", "keeps": "summon_giant", "hand": "left"}
    assert all(solution["left"] == "F" for solution in proof.solutions)
    assert refute(duel, "A", {"left": "-", "right": "S"}, "guard", 1) == {"rounds": []}


def test_a_guard_keeps_no_spell_whose_next_gesture_needs_both_hands() -> None:
    storm = played(("SWW", "-WW"), ("-SW", "---"))  # Fire Storm is S W W c

    assert goal_of(storm, "A", "guard") is None


def test_a_guard_that_completes_the_kept_spell_must_cast_it() -> None:
    duel = played(("PDW", "---"), ("-DS", "---"))  # Confusion is D S F
    kept = {"left": "P", "right": "-", "target": {"left": "A"}}

    assert refute(duel, "A", {**kept, "cast": {"left": "remove_enchantment"}}, "guard", 1) is None
    assert refute(duel, "A", {**kept, "cast": {"left": "shield"}}, "guard", 1) is not None


def a_dying_one(book: str = "classic", waits: int = 3) -> engine.Duel:
    """Return a duel in which A dies of poison in this round, but can complete an unstoppable Finger of Death.

    Before these gestures, A rests for `waits` rounds.
    """
    rests = "-" * (waits + 7)
    duel = played(("-" * waits + "PWPFSSS", rests), ("DWWFWD".ljust(waits + 7, "-"), rests), book=book)
    assert duel.wizard("A").effects["poison"].left == 1
    return duel


def test_a_dying_wizard_wins_by_killing_and_giving_up() -> None:
    proof = prove(a_dying_one(), "A", "win", 1)

    assert proof is not None
    assert proof.core == (("cast", "finger_of_death", "B"), ("forfeit",))
    assert refute(a_dying_one(), "A", {"left": "D", "right": "-"}, "win", 1) is not None
    assert refute(a_dying_one(), "A", proof.solutions[0], "win", 1) is None


def test_giving_up_does_not_help_where_it_means_death() -> None:
    assert prove(a_dying_one("warlocks", waits=4), "A", "win", 1) is None


def test_nothing_is_proved_for_a_blind_wizard() -> None:
    blind = played(("PWPFSSS", "-------"), ("--DWFFd".upper(), "------D"))

    assert "blindness" in blind.wizard("A").effects
    assert prove(blind, "A", "win", 1) is None


def test_nothing_is_proved_with_uncontrolled_hands() -> None:
    confused = played(("PWPFSSS", "----DSF"), ("-------", "-------"))

    assert "confusion" in confused.wizard("B").effects
    assert prove(confused, "A", "win", 1) is None


def test_a_proof_beyond_its_limit_is_aborted() -> None:
    with pytest.raises(TooLong):
        prove(an_afraid_one(), "A", "win", 2, most=50)


def test_the_search_for_refutations_is_limited() -> None:
    wrong, right = {"left": "-", "right": "-"}, {"left": "F", "right": "-"}

    assert refute(an_afraid_one(), "A", wrong, "win", 2, most=20) is not None
    with pytest.raises(TooLong):
        refute(an_afraid_one(), "A", right, "win", 2, most=20)


# Melees ---------------------------------------------------------------------------------------------------------------


def two_victims(c: tuple[str, str] = ("----", "----")) -> engine.Duel:
    """Return a melee in which A can kill B with Lightning Bolt and C with Cause Light Wounds.

    `c` contains C's gestures.
    """
    return melee(("DFFD", "--WF"), ("----", "----"), c, B=5, C=2)


def two_missiles() -> engine.Duel:
    """Return a melee in which A has three hit points, and B and C can each do two points of damage to A."""
    return melee(("-", "-"), ("S", "-"), ("S", "-"), A=3)


def test_a_win_in_a_melee_kills_both_enemies() -> None:
    proof = prove(two_victims(), "A", "win", 1)

    assert proof is not None
    assert proof.core == (("cast", "cause_light_wounds", "C"), ("cast", "lightning_bolt", "B"))
    assert is_within_reach(two_victims(), "A", "win", 1)
    assert not is_within_reach(melee(("-", "-"), ("-", "-"), ("-", "-"), B=1, C=6), "A", "win", 1)


def test_an_enemy_who_can_protect_the_other_prevents_a_win_in_a_melee() -> None:
    helpful = two_victims(("--WP", "----"))  # Counter-spell is W P P

    assert prove(helpful, "A", "win", 1) is None
    kills = {"left": "D", "right": "P", "target": {"left": "B", "right": "C"}}
    for saved in ("B", "C"):
        given = {
            "A": kills,
            "C": {"left": "P", "right": "-", "cast": {"left": "counter_spell"}, "target": {"left": saved}},
        }
        assert engine.settle(helpful, given | {"B": {"left": "-", "right": "-"}}).result is None


def test_two_enemies_may_attack_together() -> None:
    duel = two_missiles()

    found = refute(duel, "A", {"left": "-", "right": "-"}, "save", 1)

    assert found is not None
    orders = found["rounds"][0]["orders"]
    assert all(">" in orders[name].values() or "cast" in orders[name] for name in ("B", "C"))
    assert is_within_reach(duel, "A", "save", 1)
    proof = prove(duel, "A", "save", 1)
    assert proof is not None
    assert proof.core == (("cast", "shield", "A"),)


def test_nothing_is_proved_for_several_rounds_of_a_melee() -> None:
    assert prove(two_victims(), "A", "win", 2) is None


def test_nothing_is_proved_for_teams() -> None:
    duel = two_victims()
    a, b, c = duel.wizards

    assert prove(replace(duel, wizards=(a, b._replace(team=1), c._replace(team=1))), "A", "win", 1) is None


def test_a_fireball_at_oneself_stops_an_ice_storm() -> None:
    gestures = ("-WSS", "--SS")  # Ice Storm is W S S c
    assert prove(played(gestures, ("----", "----"), B=5), "A", "win", 1) is not None

    found = refute(played(gestures, ("FSSD", "----"), B=5), "A", {"left": "C", "right": "C"}, "win", 1)

    assert found is not None
    assert found["rounds"][0]["orders"]["B"]["cast"]["left"] == "fireball"


def a_stab_before_fear() -> engine.Duel:
    """Return the duel of `a_guard`, but with one hit point for B, so that a stab by A's free hand would kill B."""
    duel = a_guard()
    a, b = duel.wizards
    return replace(duel, wizards=(a, b._replace(hp=1)))


@pytest.mark.parametrize(
    ("duel", "kind"),
    [
        (two_victims(), "win"),
        (two_victims(("--WP", "----")), "win"),
        (two_missiles(), "save"),
        (a_shielded_missile(), "save"),
        (a_stab_before_fear(), "guard"),
    ],
)
def test_replies_left_out_in_the_last_round_change_no_verdict(duel: engine.Duel, kind: str) -> None:
    goal = goal_of(duel, "A", kind)
    assert goal is not None
    search, thorough = Search("A", goal), Search("A", goal)
    every = list(product(*(options(duel, name, 1, "A") for name in goal.enemies)))
    assert len(search.replies(duel, 1)) < len(every)
    thorough.replies = lambda duel, left: every  # type: ignore[method-assign]

    for option in options(duel, "A", 1):
        assert search.holds_against(duel, option, 1) == thorough.holds_against(duel, option, 1)


def test_illegal_orders_are_refused() -> None:
    with pytest.raises(engine.OrderError):
        refute(a_finger(), "A", {"left": "Q", "right": "-"}, "win", 1)


# Random orders --------------------------------------------------------------------------------------------------------


def anything(duel: engine.Duel, name: str, dice: Random) -> dict[str, Any]:
    """Return random legal orders."""
    refs = [one.name for one in (*duel.wizards, *duel.living)] + [
        "nobody",
        *(f"{hand}:{one}" for hand in ("left", "right") for one in duel.acting),
    ]
    orders: dict[str, Any] = {"left": dice.choice(OPEN), "right": dice.choice(OPEN)}
    orders["target"] = {hand: dice.choice(refs) for hand in ("left", "right", "both") if dice.random() < 0.5}
    orders["cast"] = {hand: dice.choice(sorted(duel.lexicon.spells)) for hand in ("left", "right")}
    orders["attack"] = {
        one.name: dice.choice([one.name for one in (*duel.wizards, *duel.living)]) for one in duel.living
    }
    return orders | ({"forfeit": True} if dice.random() < 0.1 else {})


POSITIONS = {
    "a finger": (a_finger(), "win", 1),
    "one afraid": (an_afraid_one(), "win", 2),
    "a missile": (a_shielded_missile(), "save", 1),
    "two victims": (two_victims(), "win", 1),
    "two missiles": (two_missiles(), "save", 1),
}


@given(st.sampled_from(sorted(POSITIONS)), st.integers(0, 2**32))
def test_no_random_reply_defeats_a_proved_solution(which: str, seed: int) -> None:
    (duel, kind, rounds), dice = POSITIONS[which], Random(seed)
    proof = prove(duel, "A", kind, rounds)
    assert proof is not None

    enemies = {one.name: anything(duel, one.name, dice) for one in duel.wizards if one.name != "A"}
    after = engine.settle(duel, {"A": proof.solutions[0], **enemies})
    if rounds == 2 and after.result is None:
        goal = goal_of(duel, "A", kind)
        assert goal is not None
        follow_up = Search("A", goal).follow_up(after, 1)
        assert follow_up is not None
        after = engine.settle(after, {"A": follow_up.as_json(), "B": anything(after, "B", dice)})

    if kind == "win":
        assert after.result is not None
        assert after.result["winners"] == ["A"]
    else:
        assert after.wizard("A").stands


@given(st.sampled_from(sorted(POSITIONS)), st.integers(0, 2**32))
def test_wrong_orders_are_refuted_by_a_playable_reply(which: str, seed: int) -> None:
    (duel, kind, rounds), dice = POSITIONS[which], Random(seed)
    orders = anything(duel, "A", dice)

    found = refute(duel, "A", orders, kind, rounds)

    if found is not None:
        after = engine.advance(duel, found["rounds"][0])
        if kind == "save":
            assert not after.wizard("A").stands
        else:
            assert after.result is None or after.result["winners"] != ["A"]
    elif rounds == 1:
        proof = prove(duel, "A", kind, rounds)
        assert proof is not None
        cast = {deed[1] for deed in proof.core if deed[0] == "cast"}
        last = engine.settle(duel, {"A": orders}).last
        assert last is not None
        assert cast <= {one["spell"] for one in (last.account.casts if last.account else ()) if one["caster"] == "A"}
