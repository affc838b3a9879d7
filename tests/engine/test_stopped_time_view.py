"""Tests for how stopped time looks to other viewers, in every book. Source: docs/rulings.md, 5.2 and 6."""

from typing import Any

import pytest

from tests.engine.duels import asked, duel_of, last_round, next_round, request_of, wizard
from wavinghands import engine
from wavinghands.engine import BOOKS, Json

TIME_STOP = "SPPC", "---C"
LEFT_OUT = ["White", "Grey", None]
every_book = pytest.mark.parametrize("book", BOOKS)


def stopped(book: str, **hands: Any) -> engine.Duel:
    """Return a duel after round 4. In this round, Black has cast Time Stop on themselves."""
    return duel_of(book, **{"Black": TIME_STOP, "White": "----", "Grey": "----"} | hands)


def stopped_by_grey(book: str = "standard", *, black: str | tuple[str, str], **hands: Any) -> engine.Duel:
    """Return a duel after round 4. In this round, Grey has cast Time Stop on Black.

    `black` contains Black's gestures in the first four rounds.
    """
    more = {4: {"Grey": {"target": {"both": "Black"}}}}
    return duel_of(book, more=more, **{"Black": black, "White": "----", "Grey": TIME_STOP} | hands)


def play_alone(duel: engine.Duel, **orders: Any) -> engine.Duel:
    """Play the round in which only Black acts, and return the duel after it."""
    assert (duel.kind, duel.acting) == ("time_stop", ("Black",))
    return next_round(duel, Black=orders)


def play_together(duel: engine.Duel, **orders: Json) -> engine.Duel:
    """Play a normal round, and return the duel after it. Wizards without orders rest."""
    return next_round(duel, **({name: {} for name in duel.acting} | orders))


def numbers(duel: engine.Duel, viewer: str | None) -> list[int]:
    return [entry["number"] for entry in engine.view(duel, viewer)["rounds"]]


@every_book
@pytest.mark.parametrize("viewer", LEFT_OUT)
def test_outsiders_do_not_learn_that_a_stopped_round_comes(book: str, viewer: str | None) -> None:
    duel = stopped(book)
    assert engine.view(duel, viewer)["kind"] == "normal"
    assert engine.view(duel, "Black")["kind"] == engine.view(duel, engine.EVERYTHING)["kind"] == "time_stop"


@every_book
@pytest.mark.parametrize("viewer", LEFT_OUT)
def test_a_harmless_stopped_round_is_visible_only_to_those_in_it(book: str, viewer: str | None) -> None:
    duel = play_together(play_alone(stopped(book), left="F", right="D", say="Nobody hears me."))
    assert numbers(duel, viewer) == [1, 2, 3, 4, 6]
    assert numbers(duel, "Black") == numbers(duel, engine.EVERYTHING) == [1, 2, 3, 4, 5, 6]
    assert "Nobody hears me." not in str(engine.view(duel, viewer))
    assert "Nobody hears me." in str(engine.view(duel, "Black"))


@every_book
@pytest.mark.parametrize("viewer", LEFT_OUT)
@pytest.mark.parametrize("orders", [{"left": "P"}, {"left": "W", "right": "W"}, {"left": "D", "right": "S"}])
def test_an_outsiders_view_does_not_depend_on_harmless_actions(book: str, viewer: str | None, orders: Json) -> None:
    """Check that a duel looks the same to others with and without such actions, for example a Shield.

    This must be so during the stopped time and after the next round.
    """
    quiet, busy = play_alone(stopped(book)), play_alone(stopped(book), **orders)
    assert engine.view(quiet, viewer) == engine.view(busy, viewer)
    assert engine.view(quiet, "Black") != engine.view(busy, "Black")
    assert engine.view(play_together(quiet), viewer) == engine.view(play_together(busy), viewer)


@every_book
def test_an_outsider_who_is_hurt_learns_nothing_else(book: str) -> None:
    duel = play_alone(stopped(book), left=">", target={"left": "White"})
    told = engine.view(duel, "White")["rounds"][-1]
    assert told["number"] == 5
    assert told["gestures"] == {}
    assert [(event["type"], event["subject"], event["points"]) for event in told["events"]] == [("hurt", "White", 1)]
    assert not {"by", "cause", "because"} & set(told["events"][0])
    assert wizard(duel, "White", "White")["hp"] == 14


@every_book
@pytest.mark.parametrize("viewer", ["Grey", None])
def test_other_wizards_wounds_are_visible_after_stopped_time(book: str, viewer: str | None) -> None:
    duel = play_alone(stopped(book), left=">", target={"left": "White"})
    assert numbers(duel, viewer) == [1, 2, 3, 4]
    assert wizard(duel, "White", viewer)["hp"] == 15
    assert wizard(play_together(duel), "White", viewer)["hp"] == 14


@every_book
def test_each_wizard_notices_only_their_own_wounds_by_a_storm(book: str) -> None:
    duel = play_alone(stopped_by_grey(book, black="-SWW"), left="C", right="C")
    for viewer in ("White", "Grey"):
        told = last_round(duel, viewer)["events"]
        assert [(event["type"], event["subject"], event["points"]) for event in told] == [("hurt", viewer, 5)]
    assert numbers(duel, None)[-1] == 4


@pytest.mark.parametrize("book", [book for book in BOOKS if BOOKS[book].rules.monsters])
@pytest.mark.parametrize("viewer", LEFT_OUT)
def test_a_monster_summoned_in_stopped_time_is_visible_afterwards(book: str, viewer: str | None) -> None:
    duel = play_alone(stopped_by_grey(book, black="--SF"), left="W")
    assert len(engine.view(duel, "Black")["monsters"]) == 1
    assert engine.view(duel, viewer)["monsters"] == []
    assert [monster["kind"] for monster in engine.view(play_together(duel), viewer)["monsters"]] == ["goblin"]


@every_book
@pytest.mark.parametrize("viewer", LEFT_OUT)
def test_effects_that_begin_in_stopped_time_are_visible_afterwards(book: str, viewer: str | None) -> None:
    duel = play_alone(stopped_by_grey(book, black="--WW"), left="P")
    assert "protection" in wizard(duel, "Black", "Black")["effects"]
    assert "protection" not in wizard(duel, "Black", viewer)["effects"]
    assert "protection" in wizard(play_together(duel), "Black", viewer)["effects"]


@every_book
def test_wizards_in_stopped_time_see_each_other(book: str) -> None:
    duel = next_round(stopped(book, White=TIME_STOP), Black={"left": "D"}, White={"right": "S"})
    for viewer in ("Black", "White"):
        shown = last_round(duel, viewer)["gestures"]
        assert (shown["Black"]["left"], shown["White"]["right"]) == ("D", "S")
        assert "Grey" not in shown
    assert numbers(duel, "Grey") == numbers(duel, None) == [1, 2, 3, 4]


@every_book
def test_each_blind_wizard_learns_only_of_their_own_time_stop(book: str) -> None:
    """Black and Grey go blind in round 5, and cast Time Stop in round 6."""
    more = {5: {"White": {"target": {"both": "Black"}}, "Red": {"target": {"both": "Grey"}}}}
    blinding, stopping = ("DWFFD-", "----D-"), ("--SPPC", "-----C")
    duel = duel_of(book, more=more, Black=stopping, White=blinding, Grey=stopping, Red=blinding)
    assert duel.acting == ("Black", "Grey")
    for viewer, learned in (("Black", ["Black"]), ("Grey", ["Grey"]), ("White", ["Black", "Grey"])):
        events = [event for event in last_round(duel, viewer)["events"] if event["type"] == "stops_time"]
        assert [event["wizards"] for event in events] == [learned]


@every_book
@pytest.mark.parametrize("viewer", LEFT_OUT)
def test_everybody_learns_of_a_surrender_in_stopped_time(book: str, viewer: str | None) -> None:
    duel = play_alone(stopped(book), left="P", right="P")
    assert "surrenders" in [event["type"] for event in last_round(duel, viewer)["events"]]
    assert wizard(duel, "Black", viewer)["surrendered"] is True


@every_book
@pytest.mark.parametrize("viewer", ["White", None])
def test_of_stopped_time_that_ends_the_duel_everybody_learns_only_the_end(book: str, viewer: str | None) -> None:
    duel = next_round(duel_of(book, Black=TIME_STOP, White="----"), Black={"left": "P", "right": "P"})
    assert [event["type"] for event in last_round(duel, viewer)["events"]] == ["surrenders", "victory"]
    assert last_round(duel, viewer)["gestures"] == {}
    assert last_round(duel, engine.EVERYTHING)["gestures"]["Black"]["left"] == "P"


@pytest.mark.parametrize("book", [book for book in BOOKS if BOOKS[book].rules.delay_and_permanency == "may"])
def test_a_spell_banked_in_stopped_time_is_known_to_exist_afterwards(book: str) -> None:
    more = {7: {"Grey": {"target": {"both": "Black"}}}}
    hands = {"Black": ("DWSSSP-", "------S"), "White": "-" * 7, "Grey": ("---SPPC", "------C")}
    duel = play_alone(duel_of(book, more=more, **hands), right="D", delay="right", target={"right": "White"})
    assert wizard(duel, "Black", "Black")["banked"] == "magic_missile"
    for viewer in LEFT_OUT:
        assert wizard(duel, "Black", viewer)["banked"] is None
        assert wizard(play_together(duel), "Black", viewer)["banked"] is True
        assert "magic_missile" not in str(engine.view(play_together(duel), viewer))


@pytest.mark.parametrize("book", [book for book in BOOKS if BOOKS[book].rules.haste == "free_round"])
@pytest.mark.parametrize("viewer", ["White", None])
def test_a_free_round_is_seen_by_all(book: str, viewer: str | None) -> None:
    duel = duel_of(book, Black=("PWPWWC", "-----C"), White="------")
    assert engine.view(duel, viewer)["kind"] == "haste"
    seen = last_round(next_round(duel, Black={"left": "D", "right": "F"}), viewer)
    assert (seen["number"], seen["kind"], seen["gestures"]["Black"]["left"]) == (7, "haste", "D")


@pytest.mark.parametrize("book", [book for book in BOOKS if BOOKS[book].rules.haste == "free_round"])
@pytest.mark.parametrize("viewer", ["White", None])
def test_a_free_round_of_an_invisible_wizard_is_hidden(book: str, viewer: str | None) -> None:
    """The invisible wizard is Black. Grey casts Invisibility in round 5, because Black's hands are busy with Haste."""
    more = {5: {"Grey": {"target": {"both": "Black"}}}}
    hands = {"Black": ("PWPWWC", "-----C"), "White": "------", "Grey": ("-PPWS-", "---WS-")}
    duel = next_round(duel_of(book, more=more, **hands), Black={"left": "D"})
    assert last_round(duel, viewer)["kind"] == "haste"
    assert last_round(duel, viewer)["gestures"]["Black"]["left"] == "?"
    assert last_round(duel, "Black")["gestures"]["Black"]["left"] == "D"


@pytest.mark.parametrize("book", [book for book in BOOKS if BOOKS[book].rules.haste == "pair"])
@pytest.mark.parametrize("viewer", ["White", None])
def test_the_second_pair_of_an_invisible_wizard_is_hidden(book: str, viewer: str | None) -> None:
    more = {5: {"Grey": {"target": {"both": "Black"}}}}
    hands = {"Black": ("PWPWWC", "-----C"), "White": "------", "Grey": ("-PPWS-", "---WS-")}
    duel = play_together(duel_of(book, more=more, **hands), Black={"left": "D", "second": {"left": "S", "right": "F"}})
    hidden = last_round(duel, viewer)["gestures"]["Black"]
    assert (hidden["left"], hidden["second"]["left"], hidden["second"]["right"]) == ("?", "?", "?")
    own = last_round(duel, "Black")["gestures"]["Black"]
    assert (own["left"], own["second"]["left"], own["second"]["right"]) == ("D", "S", "F")


def test_spectators_do_not_see_a_new_elemental_in_stopped_time() -> None:
    duel = stopped_by_grey(black=("CSWW", "C---"))
    after = play_alone(duel, left="S")
    assert len(after.living) == 1
    assert engine.view(after, None)["monsters"] == engine.view(after, "White")["monsters"] == []


@every_book
@pytest.mark.parametrize("viewer", ["White", None])
def test_anti_spell_in_stopped_time_does_not_change_others_lookahead(book: str, viewer: str | None) -> None:
    gestures = BOOKS[book].gestures["anti_spell"]
    duel = stopped_by_grey(book, black=gestures[:-1].rjust(4, "-"))
    spell = {"left": gestures[-1], "cast": {"left": "anti_spell"}}
    hit, missed = (play_alone(duel, **spell, target={"left": whom}) for whom in ("Grey", "nobody"))
    assert engine.ahead(hit, "Black") != engine.ahead(missed, "Black")
    for _ in range(2):
        assert engine.ahead(hit, viewer) == engine.ahead(missed, viewer)
        hit, missed = play_together(hit, Grey={"left": "W"}), play_together(missed, Grey={"left": "W"})


@pytest.mark.parametrize("book", [book for book in BOOKS if BOOKS[book].rules.hand_choice == "next_orders"])
def test_an_outsider_is_asked_for_the_hand_even_if_paralysis_has_ended(book: str) -> None:
    more = {4: {"White": {"target": {"left": "Black"}}, "Grey": {"target": {"both": "Black"}}}}
    duel = duel_of(book, more=more, Black="-PDW", White="-FFF", Grey=TIME_STOP)
    undone, waits = (play_alone(duel, left="P", target={"left": whom}) for whom in ("Black", "nobody"))
    assert "paralysis" not in wizard(undone, "Black")["effects"]
    assert "paralysis" in wizard(waits, "Black")["effects"]
    questions = [request_of(after, "White")["questions"] for after in (undone, waits)]
    assert questions[0] == questions[1] != []


@every_book
@pytest.mark.parametrize("viewer", LEFT_OUT)
def test_a_time_stop_that_was_seen_ends_when_time_goes_on(book: str, viewer: str | None) -> None:
    duel = stopped(book)
    assert "time_stop" in wizard(duel, "Black", viewer)["effects"]
    assert "time_stop" not in wizard(play_alone(duel, left="F"), "Black", viewer)["effects"]


def test_an_error_does_not_reveal_a_monster_of_a_stopped_time() -> None:
    duel = play_alone(stopped_by_grey(black=("CSWW", "C---")), left="S")
    (new,) = (monster.name for monster in duel.living)
    at_it = {"left": ">", "right": "-", "target": {"left": new}}
    assert engine.check_orders(duel, "Black", at_it) == at_it
    for name in (new, "Ymb 2"):
        with pytest.raises(engine.OrderError, match=f"there is no '{name}' in the circle"):
            engine.check_orders(duel, "White", at_it | {"target": {"left": name}})


def test_an_outsider_may_choose_a_secret_monster_that_is_offered() -> None:
    more = {4: {"Grey": {"target": {"both": "Black"}}, "Red": {"target": {"left": "White"}}}}
    hands = {"Black": ("CSWW", "C---"), "White": "---P", "Grey": TIME_STOP, "Red": "-DPP"}
    duel = play_alone(duel_of("standard", more=more, **hands), left="S")
    (new,) = (monster.name for monster in duel.living)
    played = asked(duel, **{name: {} for name in duel.acting})
    (question,) = request_of(played, "White")["questions"]
    assert (question["field"], new in question["choices"]) == (["target", "left"], True)
    answer = {"target": {"left": new}}
    assert engine.check_answers(played, "White", answer) == answer
