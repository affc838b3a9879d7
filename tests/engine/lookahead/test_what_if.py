from random import Random

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from tests.engine.duels import duel_of, last_round, next_round, request_of
from tests.engine.players import RandomPlayer
from tests.engine.plays import play_duel
from wavinghands import engine
from wavinghands.engine import Json

REST = {"left": "-", "right": "-"}
PALM = {"left": "P", "right": "-"}
INVISIBLE = ("PPWS", "--WS")
BLINDING = ("DWFFD", "----D")


def texts(rehearsed: Json) -> list[str]:
    return [event["text"] for event in rehearsed["round"]["events"]]


def assumed(rehearsed: Json, about: str) -> list[Json]:
    return [one for one in rehearsed["assumptions"] if one["about"] == about]


def wizard(rehearsed: Json, name: str) -> Json:
    return next(seen for seen in rehearsed["wizards"] if seen["name"] == name)


def test_a_rehearsal_has_the_same_result_as_the_round() -> None:
    duel = duel_of("classic", Black=("S", "W"), White="-")
    orders, reply = {"left": "D", "right": ">"}, {"left": "-", "right": "P"}
    rehearsed = engine.rehearse(duel, "Black", orders, {"White": reply})
    played = next_round(duel, Black=orders, White=reply)
    seen = engine.view(played, "Black", since=1)
    assert rehearsed["round"] == seen["rounds"][0]
    assert rehearsed["wizards"] == seen["wizards"]
    assert rehearsed["monsters"] == seen["monsters"]
    assert (rehearsed["kind"], rehearsed["result"]) == ("normal", None)
    assert rehearsed["assumptions"] == []


def test_wizards_without_a_reply_rest() -> None:
    duel = duel_of("classic", Black="S", White="-", Grey="-")
    rehearsed = engine.rehearse(duel, "Black", {"left": "D", "right": "-"}, {"Grey": REST})
    assert wizard(rehearsed, "White")["hp"] == 14
    (rest,) = rehearsed["assumptions"]
    assert rest == {"about": "rest", "wizard": "White", "text": "White’s hands do nothing."}


def test_a_rehearsal_may_end_the_duel() -> None:
    duel = duel_of("classic", Black="-", White="-")
    rehearsed = engine.rehearse(duel, "Black", REST, {"White": {"left": "P", "right": "P"}})
    assert rehearsed["result"]["winners"] == ["Black"]
    assert duel.result is None


def test_open_questions_take_their_defaults_and_are_listed() -> None:
    duel = duel_of("classic", Black="WWF", White="--F")
    rehearsed = engine.rehearse(duel, "Black", PALM)
    which, whom = assumed(rehearsed, "question")
    assert (which["wizard"], which["field"], whom["field"]) == ("Black", ["cast"], ["target", "left"])
    assert which["text"].endswith("Assumed answer: Resist Heat (left).")
    chosen = engine.rehearse(duel, "Black", {**PALM, "cast": {"left": "shield"}})
    assert assumed(chosen, "question") == []


def test_dice_choose_a_hand_that_nobody_names() -> None:
    rehearsed = engine.rehearse(duel_of("classic", Black="FF", White="--"), "Black", {"left": "F", "right": "-"})
    (question,) = assumed(rehearsed, "question")
    assert question["field"] == ["paralyze", "White"]
    assert question["text"].endswith("let the dice decide.")


@pytest.mark.parametrize(
    ("orders", "replies", "why"),
    [
        ({"left": "X", "right": "-"}, {}, "Black, left: 'X' is not a gesture"),
        ({"left": "P"}, {}, "Black, right: this hand needs a gesture"),
        ({**REST, "target": {"left": "Grey"}}, {}, "Black, target.left: there is no 'Grey'"),
        ({**REST, "second": REST}, {}, "Black, second: only a hastened wizard"),
        (
            REST,
            {"White": {"left": "P", "right": "-", "cast": {"left": "sleep"}}},
            "White, cast.left: there is no spell",
        ),
        (REST, {"Grey": REST}, "Grey: is not asked for orders"),
        (REST, {"Black": REST}, "Black: are the viewer's own orders, not a reply"),
    ],
)
def test_illegal_orders_and_replies_are_rejected(orders: Json, replies: Json, why: str) -> None:
    with pytest.raises(engine.OrderError, match=rf"^round 2, {why}"):
        engine.rehearse(duel_of("classic", Black="-", White="-"), "Black", orders, replies)


def test_only_acting_wizards_of_a_running_duel_may_rehearse() -> None:
    duel = duel_of("classic", Black=("P", "P"), White="-")
    for name in ("White", "Grey"):
        with pytest.raises(engine.OrderError, match="is not asked for orders"):
            engine.rehearse(duel, name, REST)


@given(st.sampled_from(tuple(engine.BOOKS)), st.integers(0, 5000))
@example("classic", 253)  # a monster appears while its opponent is blind
def test_with_full_knowledge_a_rehearsal_is_exact(book: str, number: int) -> None:
    """Compare only rounds in which all orders are known, nothing is hidden, and no dice are rolled."""
    die = Random(number)
    for duel in play_duel(book, number):
        before, last = duel.before, duel.last
        assert before is not None
        assert last is not None
        name = die.choice(list(last.orders))
        if name in last.blind or not knows_all_monsters(before, name):
            continue
        orders = {wizard: given.as_json() for wizard, given in last.orders.items()}
        record, asked = engine.dump(before), engine.request(before, name)
        rehearsed = engine.rehearse(before, name, orders.pop(name), orders)
        assert (engine.dump(before), engine.request(before, name)) == (record, asked)
        if not last.chance and not rehearsed["assumptions"]:
            seen = engine.view(duel, name, since=before.number)
            assert [rehearsed["round"]] == seen["rounds"]
            assert (rehearsed["wizards"], rehearsed["monsters"]) == (seen["wizards"], seen["monsters"])
            assert (rehearsed["kind"], rehearsed["result"]) == (seen["kind"], seen["result"])


def knows_all_monsters(duel: engine.Duel, wizard: str) -> bool:
    return {monster.name for monster in duel.living} <= {it["name"] for it in engine.view(duel, wizard)["monsters"]}


@given(st.sampled_from(tuple(engine.BOOKS)), st.integers(0, 5000))
def test_all_legal_orders_can_be_rehearsed(book: str, number: int) -> None:
    player = RandomPlayer(Random(number))
    for duel in play_duel(book, number):
        for name in duel.acting:
            engine.rehearse(duel, name, player.orders(request_of(duel, name)))


# Secrets


@given(st.integers(), st.integers())
def test_a_rehearsal_does_not_reveal_the_dice(one: int, other: int) -> None:
    """Check a round in which White is confused and Black's goblin is about to appear."""
    ways = [duel_of("classic", Black=("DSF", "--S"), White="---", seed=seed) for seed in (one, other)]
    orders, replies = {"left": "-", "right": "F"}, {"White": {"left": "S", "right": "W"}}
    assert engine.rehearse(ways[0], "Black", orders, replies) == engine.rehearse(ways[1], "Black", orders, replies)
    (die,) = assumed(engine.rehearse(ways[0], "Black", orders, replies), "die")
    assert die["wizard"] == "White"


def unseen(how: tuple[str, str], gestures: str, book: str = "standard") -> engine.Duel:
    """Return a duel in which Black makes `gestures` unseen by White, after casting a spell with the gestures `how`."""
    left, right = how
    return duel_of(book, Black=(left + gestures, right + "-" * len(gestures)), White="-" * (len(left) + len(gestures)))


@pytest.mark.parametrize("how", [INVISIBLE, BLINDING])
@given(
    one=st.text("CW-", min_size=3, max_size=3),
    other=st.text("CW-", min_size=3, max_size=3),
    reply=st.text("PSW", min_size=1, max_size=1),
)
def test_a_rehearsal_does_not_reveal_hidden_gestures(how: tuple[str, str], one: str, other: str, reply: str) -> None:
    replies = {"Black": {"left": reply, "right": "D"}}
    rehearsed = [engine.rehearse(unseen(how, made), "White", PALM, replies) for made in (one, other)]
    assert rehearsed[0] == rehearsed[1]
    assert assumed(rehearsed[0], "unseen") == [
        {"about": "unseen", "wizard": "Black", "text": "Black may have made gestures that you have not seen."}
    ]


HANDS_OF_BLACK = st.tuples(*[st.text("CDFPSW-", min_size=3, max_size=3)] * 2)


@pytest.mark.parametrize("how", [INVISIBLE, BLINDING])
@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(book=st.sampled_from(tuple(engine.BOOKS)), one=HANDS_OF_BLACK, other=HANDS_OF_BLACK)
def test_indistinguishable_duels_have_equal_requests_and_rehearsals(
    how: tuple[str, str], book: str, one: tuple[str, str], other: tuple[str, str]
) -> None:
    rest = "-" * (len(how[0]) + 3)
    duels = [
        duel_of(book, Black=(how[0] + left, how[1] + right), White=rest, Grey=rest) for left, right in (one, other)
    ]
    seen = [engine.view(duel, "White") for duel in duels]
    assume(seen[0] == seen[1] and {"White", "Black", "Grey"} == set(duels[0].acting))
    assert engine.request(duels[0], "White") == engine.request(duels[1], "White")
    replies = {"Black": {"left": "D", "right": "W"}, "Grey": REST}
    rehearsed = [engine.rehearse(duel, "White", PALM, replies) for duel in duels]
    assert rehearsed[0] == rehearsed[1]


@given(
    book=st.sampled_from(tuple(engine.BOOKS)),
    one=st.tuples(*[st.sampled_from("CDFPSW-")] * 2),
    other=st.tuples(*[st.sampled_from("CDFPSW-")] * 2),
)
def test_a_rehearsal_does_not_reveal_a_stopped_time(book: str, one: tuple[str, str], other: tuple[str, str]) -> None:
    stopped = duel_of(book, Black=("SPPC", "---C"), White="----", Grey="----")
    assert stopped.kind == "time_stop"
    duels = [next_round(stopped, Black={"left": left, "right": right}) for left, right in (one, other)]
    assume(duels[0].acting == duels[1].acting)
    assert engine.view(duels[0], "White") == engine.view(duels[1], "White")
    assert engine.request(duels[0], "White") == engine.request(duels[1], "White")
    replies = {name: {"left": "D", "right": "W"} for name in duels[0].acting if name != "White"}
    rehearsed = [engine.rehearse(duel, "White", PALM, replies) for duel in duels]
    assert rehearsed[0] == rehearsed[1]


def test_spells_begun_out_of_sight_are_not_completed() -> None:
    """Check that White does not foresee that a D completes the Missile that Black began while invisible."""
    duel = unseen(INVISIBLE, "S")
    reply = {"Black": {"left": "D", "right": "-"}}
    assert wizard(engine.rehearse(duel, "White", REST, reply), "White")["hp"] == 15
    assert next_round(duel, Black=reply["Black"]).wizard("White").hp == 14


BANKING = {
    "missile": ("DWSSSP" + "SD", "--------"),
    "ogre": ("DWSSSP" + "--", "----PSFW"),
}


def banked(what: str) -> engine.Duel:
    left, right = BANKING[what]
    hand = "left" if what == "missile" else "right"
    return duel_of("standard", Black=(left, right), White="-" * 8, more={8: {"Black": {"delay": hand}}})


def test_a_rehearsal_does_not_reveal_banked_spells() -> None:
    for what in BANKING:
        there = banked(what).wizard("Black").banked
        assert there is not None
    reply = {"Black": {**REST, "fire": True}}
    for what in BANKING:
        rehearsed = engine.rehearse(banked(what), "White", REST, reply)
        assert [one["about"] for one in rehearsed["assumptions"]] == ["banked"]
        assert not any(event["type"] == "cast" for event in rehearsed["round"]["events"])
    own = engine.rehearse(banked("missile"), "Black", reply["Black"])
    assert wizard(own, "White")["hp"] == 14


def test_the_round_is_shown_as_the_viewer_would_see_it() -> None:
    duel = unseen(BLINDING, "S")
    rehearsed = engine.rehearse(duel, "White", REST, {"Black": {"left": "F", "right": "-"}})
    assert rehearsed["round"]["gestures"]["Black"]["left"] == "?"
    assert not any("Black" in text for text in texts(rehearsed))
    again = engine.rehearse(duel, "Black", {"left": "F", "right": "-"})
    assert again["round"]["gestures"]["Black"]["left"] == "F"
    assert last_round(duel, "White")["gestures"]["Black"]["left"] == "?"
