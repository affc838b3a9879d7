from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.duels import a_record
from tests.engine.setups import BOOKS, FEWER, VALUES, Anyone, courses, duels, orders_of
from wavinghands import engine
from wavinghands.engine import Json

Course = tuple[engine.Duel, dict[str, Anyone]]

DUELLISTS = [{"name": "Black"}, {"name": "White"}]
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("left", "right", "say", "cast", "target", "attack", "paralyze", "direct", "elemental")
FIELDS += ("delay", "permanent", "fire", "forfeit", "second", "x")


def refused(act: Callable[[], object]) -> engine.EngineError | None:
    """Return the engine's error if a call raises one, or `None`."""
    try:
        act()
    except engine.EngineError as refusal:
        return refusal
    return None


def refusal_of(duel: engine.Duel, wizard: str, orders: Any) -> engine.EngineError | None:
    """Return the error for these orders, or `None` if they are legal and can be played."""
    refusal = refused(lambda: engine.check_orders(duel, wizard, orders))
    if refusal is None:
        engine.settle(duel, {wizard: orders})
    return refusal


# Orders


@FEWER
@given(courses())
def test_legal_orders_are_never_rejected(course: Course) -> None:
    duel, playing = course
    for name, orders in orders_of(duel, playing).items():
        assert refusal_of(duel, name, orders) is None


@given(st.one_of(JUNK, st.dictionaries(st.sampled_from(FIELDS), JUNK), st.dictionaries(st.text(max_size=4), JUNK)))
def test_errors_in_orders_name_round_wizard_and_field(junk: Any) -> None:
    duel = engine.start("classic", DUELLISTS)
    refusal = refusal_of(duel, "Black", junk)
    if refusal is None:
        return
    assert (refusal.round, refusal.wizard) == (1, "Black")
    assert str(refusal).startswith("round 1, Black")
    assert len(str(refusal).splitlines()) == 1
    assert bool(refusal.field) == isinstance(junk, dict)


UNFIT: tuple[tuple[str, Any], ...] = (
    ("left", "X"),
    ("right", "CD"),
    ("left", None),
    ("say", 7),
    ("say", "x" * 501),
    ("cast", {"left": "no_such_spell"}),
    ("cast", {"middle": "shield"}),
    ("cast", ["shield"]),
    ("target", {"left": "Nobody There"}),
    ("target", {"left": "left:Nobody There"}),
    ("target", {"Black": "left"}),
    ("attack", {"Nobody There": "Black"}),
    ("attack", {"left:Black": "Nobody There"}),
    ("paralyze", {"Black": "both"}),
    ("paralyze", {"Nobody There": "left"}),
    ("direct", {"Black": {"hand": "left", "gesture": "X"}}),
    ("direct", {"Black": {"hand": "both", "gesture": "P"}}),
    ("direct", {"Black": "left"}),
    ("elemental", "water"),
    ("delay", "middle"),
    ("permanent", True),
    ("fire", "yes"),
    ("forfeit", 1),
    ("second", {"left": "P"}),
    ("second", {"left": "P", "right": "X"}),
    ("second", {"say": "twice"}),
    ("second", {"second": {}}),
    ("no_such_field", 1),
)


@FEWER
@given(courses(), st.randoms(use_true_random=False))
def test_the_error_for_one_wrong_field_names_it(course: Course, die: Random) -> None:
    duel, playing = course
    for name, orders in orders_of(duel, playing).items():
        field, value = die.choice(UNFIT)
        refusal = refusal_of(duel, name, {**orders, field: value})
        assert refusal is not None, (field, value)
        assert (refusal.round, refusal.wizard) == (duel.number + 1, name)
        assert refusal.field is not None
        assert refusal.field.split(".")[0] == field
        assert str(refusal).startswith(f"round {duel.number + 1}, {name}")


@FEWER
@given(duels())
def test_all_orders_of_a_wizard_who_is_not_acting_are_rejected(duel: engine.Duel) -> None:
    for wizard in duel.wizards:
        if wizard.name in duel.acting:
            continue
        with pytest.raises(engine.OrderError) as refusal:
            engine.check_orders(duel, wizard.name, {"left": "-", "right": "-"})
        assert (refusal.value.round, refusal.value.wizard) == (duel.number + 1, wizard.name)


@FEWER
@given(courses(), JUNK)
def test_errors_in_answers_name_round_wizard_and_field(course: Course, junk: Any) -> None:
    duel, playing = course
    played = None if duel.result else engine.play(duel, orders_of(duel, playing), {})
    if not isinstance(played, engine.Asked):
        return
    for name in played.asks:
        (question, *_) = engine.request(played, name)["questions"]
        for wrong in (junk, {question["field"][0]: junk}, {"left": "P"}, {"x": junk}):
            with pytest.raises(engine.OrderError) as refusal:
                engine.check_answers(played, name, wrong)
            assert (refusal.value.round, refusal.value.wizard) == (duel.number + 1, name)
            assert refusal.value.field or not isinstance(wrong, dict)


# Records


@pytest.mark.parametrize("act", [engine.play, engine.settle])
@pytest.mark.parametrize(
    ("answers", "place"),
    [
        ({"White": {"x": 1}}, "round 1, White, x"),
        ({"White": []}, "round 1, White"),
        ({"White": {"paralyze": {"Black": "both"}}}, "round 1, White, paralyze.Black"),
        ({"Grey": {}}, "round 1, Grey"),
    ],
)
def test_invalid_answers_are_rejected(act: Any, answers: Json, place: str) -> None:
    refusal = refused(lambda: act(engine.start("classic", DUELLISTS), {}, answers))
    assert isinstance(refusal, engine.OrderError)
    assert str(refusal).startswith(f"{place}: ")


@FEWER
@given(duels(most=3), st.randoms(use_true_random=False), JUNK)
def test_a_record_with_junk_is_rejected_or_valid(duel: engine.Duel, die: Random, junk: Any) -> None:
    record = engine.dump(duel)
    path = spoilt(record, die, junk)
    refusal = refused(lambda: engine.load(record))
    if refusal is not None:
        assert len(str(refusal).splitlines()) == 1
        assert (refusal.round is not None) or path[0] != "rounds" or len(path) == 1


def spoilt(record: Json, die: Random, junk: Any) -> list[Any]:
    """Put `junk` in a random place in `record`, and return the path to that place."""
    path: list[Any] = []
    place: Any = record
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        path.append(die.choice(keys))
        inner = place[path[-1]]
        if not isinstance(inner, dict | list) or not inner or die.random() < 0.15:
            place[path[-1]] = junk
            return path
        place = inner


# Options


@given(
    st.sampled_from(BOOKS),
    st.dictionaries(st.sampled_from([*VALUES, "", "no_such", "Haste"]), JUNK | st.sampled_from(["two", "pair", True])),
)
def test_an_error_names_an_unknown_option_or_value(book: str, chosen: Json) -> None:
    wrong = {name for name, value in chosen.items() if not is_value(name, value)}
    refusal = refused(lambda: engine.start(book, DUELLISTS, options=chosen))
    assert refusal is not None or not wrong
    if refusal is not None:
        assert refusal.field in {f"options.{name}" for name in wrong or {"elemental_target"}}
        with pytest.raises(engine.RecordError, match=f"^{refusal.field}: "):
            engine.load(a_record(spellbook=book, options=chosen))
        with pytest.raises(engine.RecordError):
            engine.check_options(book, chosen)


def is_value(name: str, value: Any) -> bool:
    return any(value == one and type(value) is type(one) for one in VALUES.get(name, ()))


@given(st.sampled_from(BOOKS), st.sampled_from(sorted(VALUES)))
def test_only_an_elemental_without_a_subject_contradicts_an_option(book: str, name: str) -> None:
    for value in VALUES[name]:
        own = {option["name"]: option["value"] for option in engine.options_table(book)} | {name: value}
        contradicts = own["elementals"] == "choice" and own["elemental_target"] == "none"
        options = {name: value}
        refusal = refused(lambda options=options: engine.start(book, DUELLISTS, options=options))
        assert (refusal and refusal.field) == ("options.elemental_target" if contradicts else None)
