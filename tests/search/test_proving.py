"""Proofs: positions whose answers are known, and what is proved tried against replies at random."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wavinghands import engine
from wavinghands.search.proving import Search, TooLong, goal_of, prove, refute

OPEN = "CDFPSW>-"


def played(a: tuple[str, str], b: tuple[str, str], *, book: str = "classic", **points: int) -> engine.Duel:
    """A duel in which the hands of A and of B have made these gestures; `points`: hit points at its end."""
    duel = engine.start(book, [{"name": "A"}, {"name": "B"}], seed=3)
    for al, ar, bl, br in zip(*a, *b, strict=True):
        duel = engine.settle(duel, {"A": {"left": al, "right": ar}, "B": {"left": bl, "right": br}})
    assert duel.result is None
    return replace(duel, wizards=tuple(one._replace(hp=points.get(one.name, one.hp)) for one in duel.wizards))


def a_finger() -> engine.Duel:
    return played(("PWPFSSS", "-------"), ("-------", "-------"))


def an_afraid_one() -> engine.Duel:
    """B has 3 points left, and is too afraid to clap; A goes on to Cause Heavy Wounds, and has had his lightning."""
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


def test_a_mirror_that_may_be_finished_stops_it() -> None:
    clapped = played(("PWPFSSS", "-------"), ("------C", "------C"))

    assert prove(clapped, "A", "win", 1) is None
    found = refute(clapped, "A", {"left": "D", "right": "-"}, "win", 1)
    assert found is not None
    after = engine.advance(clapped, found["rounds"][0])
    assert after.result is None or after.result["winners"] == ["B"]


def test_one_who_has_forgotten_cannot_finish_his_mirror() -> None:
    forgetful = played(("PWPFSSS", "----DPP"), ("------C", "------C"))

    proof = prove(forgetful, "A", "win", 1)

    assert proof is not None
    assert ("cast", "finger_of_death", "B") in proof.core


def test_a_shield_alone_saves_from_a_missile() -> None:
    proof = prove(a_shielded_missile(), "A", "save", 1)

    assert proof is not None
    assert proof.core == (("cast", "shield", "A"),)
    assert refute(a_shielded_missile(), "A", {"left": "P", "right": "-"}, "save", 1) is None
    assert refute(a_shielded_missile(), "A", {"left": "P", "right": "P"}, "save", 1) is not None


def test_what_threatens_nobody_needs_no_saving() -> None:
    assert prove(played(("-", "-"), ("S", "-")), "A", "save", 1) is None


def test_a_win_in_two_against_one_who_cannot_clap() -> None:
    proof = prove(an_afraid_one(), "A", "win", 2)

    assert proof is not None
    assert ("hand", "left", "F") in proof.core
    assert prove(an_afraid_one(), "A", "win", 1) is None


def test_the_same_is_no_win_where_he_can() -> None:
    assert prove(played(("-WP", "---"), ("---", "---"), B=3), "A", "win", 2) is None


def test_a_spell_is_stopped_by_what_goes_on_with_ones_own() -> None:
    """B is about to make A afraid; A's left hand is on its way to a giant, the right one has a Counter-spell."""
    duel = played(("WFPS", "--WW"), ("--SW", "----"))

    proof = prove(duel, "A", "guard", 1)

    assert proof is not None
    assert ("cast", "counter_spell", "A") in proof.core
    assert proof.guards == {"stops": "fear", "keeps": "summon_giant", "hand": "left"}
    assert all(solution["left"] == "F" for solution in proof.solutions)
    assert refute(duel, "A", {"left": "-", "right": "S"}, "guard", 1) == {"rounds": []}


def a_dying_one(book: str = "classic", waits: int = 3) -> engine.Duel:
    """A dies of poison in this round; he may finish a Finger of Death, which B cannot keep off."""
    rests = "-" * (waits + 7)
    duel = played(("-" * waits + "PWPFSSS", rests), ("DWWFWD".ljust(waits + 7, "-"), rests), book=book)
    assert duel.wizard("A").effects["poison"].left == 1
    return duel


def test_who_dies_of_a_sickness_wins_by_giving_up_while_he_kills() -> None:
    proof = prove(a_dying_one(), "A", "win", 1)

    assert proof is not None
    assert proof.core == (("cast", "finger_of_death", "B"), ("forfeit",))
    assert refute(a_dying_one(), "A", {"left": "D", "right": "-"}, "win", 1) is not None
    assert refute(a_dying_one(), "A", proof.solutions[0], "win", 1) is None


def test_where_who_gives_up_dies_that_is_no_way_out() -> None:
    assert prove(a_dying_one("warlocks", waits=4), "A", "win", 1) is None


def test_nothing_is_proved_of_one_who_does_not_see() -> None:
    blind = played(("PWPFSSS", "-------"), ("--DWFFd".upper(), "------D"))

    assert "blindness" in blind.wizard("A").effects
    assert prove(blind, "A", "win", 1) is None


def test_nothing_is_proved_of_hands_that_may_do_anything() -> None:
    confused = played(("PWPFSSS", "----DSF"), ("-------", "-------"))

    assert "confusion" in confused.wizard("B").effects
    assert prove(confused, "A", "win", 1) is None


def test_a_proof_may_be_given_up() -> None:
    with pytest.raises(TooLong):
        prove(an_afraid_one(), "A", "win", 2, most=50)


def test_orders_that_cannot_be_given_are_refused() -> None:
    with pytest.raises(engine.OrderError):
        refute(a_finger(), "A", {"left": "Q", "right": "-"}, "win", 1)


# Against anything -----------------------------------------------------------------------------------------------------


def anything(duel: engine.Duel, name: str, dice: Random) -> dict[str, Any]:
    """Orders that may be given, found by no other way than dice."""
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
}


@given(st.sampled_from(sorted(POSITIONS)), st.integers(0, 2**32))
def test_against_what_is_proved_no_reply_helps(which: str, seed: int) -> None:
    (duel, kind, rounds), dice = POSITIONS[which], Random(seed)
    proof = prove(duel, "A", kind, rounds)
    assert proof is not None

    after = engine.settle(duel, {"A": proof.solutions[0], "B": anything(duel, "B", dice)})
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
def test_what_does_not_do_is_refuted_by_what_is_played(which: str, seed: int) -> None:
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
