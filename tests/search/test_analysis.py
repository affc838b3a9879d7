import json

import pytest

from tests.search.duels import TEAMS, a_duel
from wavinghands import engine
from wavinghands.search.analysis import VERSION, Unfit, analyse, try_out
from wavinghands.search.players import PLAYERS

REST = ("-", "-")


def given(pair, **more):
    left, right = pair
    return {"left": left, "right": right} | more


def a_record(*rounds, book="classic"):
    """Return the record of a duel between A and B.

    Each round is given as orders or as pairs of gestures.
    """
    duel = a_duel(book)
    for mine, theirs in rounds:
        orders = {"A": mine, "B": theirs}
        duel = engine.settle(duel, {name: one if isinstance(one, dict) else given(one) for name, one in orders.items()})
    return engine.dump(duel)


def a_duel_between(one, other, book="classic", seed=1, rounds=5):
    """Return the record of a duel between two computer players. The second one gives up after `rounds` rounds."""
    players, duel = {"A": PLAYERS[one], "B": PLAYERS[other]}, a_duel(book, seed=seed)
    while duel.result is None and duel.number < rounds:
        duel = engine.settle(duel, {name: players[name].orders(duel, name, seed) for name in duel.acting})
    while duel.result is None:
        duel = engine.settle(duel, {"B": given(("-", "-"), forfeit=True)} if "B" in duel.acting else {})
    return engine.dump(duel)


def move_of(analysis, number, wizard):
    return next(move for move in analysis["moves"] if (move["round"], move["wizard"]) == (number, wizard))


DEADLY = "PWPFSSSD"
"""The gestures of Finger of Death."""


def a_finger_race(last, book="classic"):
    """Return the record of a duel in which A casts Finger of Death, and B ends with a clap and the pair `last`."""
    theirs = [("F", "D"), ("D", "F")] * 3 + [("C", "C"), last]
    return a_record(*zip(zip(DEADLY, "FDFDFDFD", strict=True), theirs, strict=True), book=book)


UNANSWERED = a_finger_race(("F", "D"))


@pytest.fixture(scope="module")
def unanswered():
    return analyse(UNANSWERED)


def test_an_unanswered_deadly_spell_is_a_mistake_that_names_its_stopper(unanswered):
    blunder = move_of(unanswered, 8, "B")
    assert blunder["is_mistake"]
    assert blunder["cost"] == pytest.approx(blunder["best_chance"] - blunder["chance"], abs=1e-3)
    assert blunder["best"]["cast"] == {"both": "magic_mirror"}
    why = blunder["why"][0]
    assert (why["kind"], why["spell"], why["stopper"]) == ("unanswered", "finger_of_death", "magic_mirror")
    assert unanswered["turning"] == {"round": 8, "wizard": "B"}


def test_answering_the_deadly_spell_is_no_mistake():
    answered = analyse(a_finger_race(("W", "W")))
    assert not move_of(answered, 8, "B")["is_mistake"]
    assert answered["chances"][-1] == 0


def test_the_curve_starts_even_and_ends_certain(unanswered):
    assert (unanswered["chances"][0], unanswered["chances"][-1]) == (0.5, 1)
    assert len(unanswered["chances"]) == 9


def test_the_wizard_who_missed_the_answer_has_lower_accuracy(unanswered):
    assert unanswered["accuracy"]["B"] < unanswered["accuracy"]["A"]


def test_each_move_has_its_lines_sorted_and_marks_the_played_line(unanswered):
    for move in unanswered["moves"]:
        chances = [line["chance"] for line in move["lines"]]
        assert chances == sorted(chances, reverse=True)
        assert move["lines"][0]["orders"] == move["best"]
        assert [line["chance"] for line in move["lines"] if line["is_done"]] == [move["chance"]]
        assert 1 <= len(move["lines"]) <= 4
        assert 0 <= len(move["why"]) <= 3


def test_the_death_and_its_last_chance_are_named(unanswered):
    (death,) = unanswered["deaths"]
    assert (death["wizard"], death["cause"], death["reach"]) == ("B", "finger_of_death", ["magic_mirror"])
    assert death["chance"]["round"] == 8


def test_giving_up_the_last_cure_is_a_mistake():
    rests = [("-", "-")] * 5
    analysed = analyse(a_record(*zip([*((made, "-") for made in "DWWFWD"), *rests], [REST] * 11, strict=True)))
    (death,) = analysed["deaths"]
    last = death["chance"]["round"]
    assert death["cause"] == "poison"
    assert move_of(analysed, last, "B")["is_mistake"]
    why = move_of(analysed, last, "B")["why"]
    assert why[0] == {"kind": "incurable", "spell": "poison", "cure": "remove_enchantment"}
    assert analysed["turning"] == {"round": last, "wizard": "B"}


def test_likely_replies_leave_room_for_others_and_mark_the_one_played(unanswered):
    for move in unanswered["moves"]:
        shares = [reply["share"] for reply in move["replies"]]
        assert shares == sorted(shares, reverse=True)
        assert sum(shares) < 1
    played = [reply["is_done"] for move in unanswered["moves"] for reply in move["replies"]]
    assert 0 < played.count(True) < len(played)


def test_the_same_record_has_the_same_analysis(unanswered):
    assert json.dumps(analyse(UNANSWERED)) == json.dumps(unanswered)
    assert unanswered["version"] == VERSION


def test_progress_is_reported_after_each_round():
    told = []
    analyse(a_record((("F", "D"), ("D", "F")), (("D", "F"), ("P", "P"))), lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]


def test_a_round_with_a_surrender_is_not_judged():
    given_up = analyse(a_record((("F", "D"), ("D", "F")), (("D", "F"), ("P", "P"))))
    assert {move["round"] for move in given_up["moves"]} == {1}
    assert given_up["chances"][-1] == 1


@pytest.mark.parametrize(
    "record",
    [
        engine.dump(a_duel()),
        engine.dump(a_duel(wizards=["A", "B", "C"])),
        engine.dump(a_duel(wizards=TEAMS)),
        {**UNANSWERED, "rounds": UNANSWERED["rounds"] * 30},
    ],
    ids=["unfinished", "three", "teams", "too long"],
)
def test_unsuitable_duels_are_refused(record):
    with pytest.raises(Unfit):
        analyse(record)


def test_a_record_that_cannot_be_replayed_is_refused_by_the_engine():
    with pytest.raises(engine.EngineError):
        analyse({**UNANSWERED, "spellbook": "none"})


@pytest.mark.parametrize("book", engine.BOOKS)
def test_duels_of_every_book_are_analysed(book):
    record = a_duel_between("random", "beginner", book)
    found = analyse(record)
    assert len(found["chances"]) == len(record["rounds"]) + 1
    assert all(0 <= move["chance"] <= move["best_chance"] <= 1 for move in found["moves"])


def seen_by_a(hidden):
    """Analyse a duel in which B makes the pairs `hidden` while invisible. Return A's moves and chances of winning."""
    shown = [("P", "F"), ("P", "D"), ("W", "W"), ("S", "S"), *hidden, ("-", "-")]
    mine = [("F", "D"), ("D", "F")] * 3 + [("P", "P")]
    found = analyse(a_record(*zip(mine, shown, strict=True)))
    return [{**move, "hindsight": None} for move in found["moves"] if move["wizard"] == "A"], found["chances"]


def test_hidden_facts_are_used_in_hindsight_only():
    (one, course), (other, other_course) = seen_by_a([("F", "W"), ("F", "W")]), seen_by_a([("W", "F"), ("F", "F")])
    assert len(one) == 6
    assert one == other
    assert course != other_course


# Alternatives ---------------------------------------------------------------------------------------------------------


def test_a_mirror_is_tried_against_the_real_reply():
    tried = try_out(UNANSWERED, 8, "B", given(("W", "W")))
    assert tried["cost"] == 0
    assert not tried["is_mistake"]
    assert tried["reply"] == {"A": UNANSWERED["rounds"][7]["orders"]["A"]}
    assert engine.load(tried["record"]).result["winners"] == ["B"]


def test_the_played_orders_have_the_same_value_when_tried(unanswered):
    done, tried = move_of(unanswered, 8, "B"), try_out(UNANSWERED, 8, "B", given(("F", "D")))
    assert (tried["chance"], tried["best_chance"]) == (done["chance"], done["best_chance"])
    assert tried["record"] == UNANSWERED


def test_illegal_orders_are_refused():
    with pytest.raises(engine.OrderError):
        try_out(UNANSWERED, 8, "B", given(("X", "W")))
    with pytest.raises(Unfit):
        try_out(UNANSWERED, 9, "B", given(("W", "W")))


def test_an_adjudication_is_not_a_move() -> None:
    duel = engine.start("classic", [{"name": "Black", "gender": "m"}, {"name": "White", "gender": "f"}])
    found = analyse(engine.dump(engine.adjudicate(duel, ["White"])))
    assert found["moves"] == []
    assert len(found["chances"]) == 2
