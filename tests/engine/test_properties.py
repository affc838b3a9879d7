"""What holds of every duel, whatever is ordered in it."""

import json
from itertools import permutations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.golden import differences
from wavinghands import engine
from wavinghands.engine.states import states

Json = dict[str, Any]
NAMES = ("Black", "White", "Grey")
BOOKS = tuple(engine.BOOKS)
GESTURES = "CDFPSW>-"
HANDS = ("left", "right")
SPELLS = {book: [spell["slug"] for spell in engine.book_table(book)] for book in BOOKS}
PIECES = {
    book: [*GESTURES, *(pattern.upper() for spell in engine.book_table(book) for pattern in spell["gestures"])]
    for book in BOOKS
}
FEW = settings(max_examples=25, deadline=None)


@st.composite
def spellings(draw: st.DrawFn, book: str) -> str:
    """Gestures that mean something: patterns of the book one after the other, now and then a knife or nothing."""
    return "".join(draw(st.lists(st.sampled_from(PIECES[book]), min_size=1, max_size=4)))


@st.composite
def hands(draw: st.DrawFn, book: str, rounds: int) -> tuple[str, str]:
    """What both hands are to do: each its own, or both the same but for palms."""
    left = draw(spellings(book))
    right = left.replace("P", "-") if draw(st.booleans()) else draw(spellings(book))
    return left.ljust(rounds, "-")[:rounds], right.ljust(rounds, "-")[:rounds]


def refs(names: tuple[str, ...]) -> list[str]:
    return [*names, "nobody", *(f"{hand}:{name}" for name in names for hand in HANDS)]


@st.composite
def orders(draw: st.DrawFn, book: str, names: tuple[str, ...], left: str, right: str) -> Json:
    """Legal orders: two gestures, and whatever else may be said."""
    slot = st.sampled_from(("left", "right", "both"))
    ref = st.sampled_from(refs(names))
    extra = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "cast": st.dictionaries(slot, st.sampled_from(SPELLS[book]), max_size=2),
                "target": st.dictionaries(slot, ref, max_size=2),
                "attack": st.dictionaries(st.sampled_from(refs(names)[len(names) + 1 :]), ref, max_size=2),
                "paralyze": st.dictionaries(st.sampled_from(names), st.sampled_from(HANDS), max_size=2),
                "direct": st.dictionaries(
                    st.sampled_from(names),
                    st.fixed_dictionaries({"hand": st.sampled_from(HANDS), "gesture": st.sampled_from(GESTURES)}),
                    max_size=1,
                ),
                "elemental": st.sampled_from(("fire", "ice")),
                "say": st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=9),
            },
        )
    )
    return {"left": left, "right": right, **extra}


@st.composite
def duels(draw: st.DrawFn, *, most: int = 3, rounds: int = 12) -> engine.Duel:
    """A duel some way on, or at its end."""
    book = draw(st.sampled_from(BOOKS))
    names = NAMES[: draw(st.integers(2, most))]
    duel = engine.start(book, [{"name": name} for name in names], seed=draw(st.integers(0, 99)))
    weaving = {name: draw(hands(book, rounds)) for name in names}
    for index in range(draw(st.integers(1, rounds))):
        if duel.result is None:
            given = {name: draw(orders(book, names, *(hand[index] for hand in weaving[name]))) for name in duel.acting}
            duel = engine.settle(duel, given)
    return duel


def everything(duel: engine.Duel) -> Json:
    return engine.view(duel, engine.EVERYTHING)


@FEW
@given(duels())
def test_a_record_replays_to_the_same_duel(duel: engine.Duel) -> None:
    record = engine.dump(duel)
    assert engine.dump(engine.load(record)) == record
    assert everything(engine.load(json.loads(json.dumps(record)))) == everything(duel)


@FEW
@given(duels())
def test_without_its_dice_a_record_draws_the_same_ones_again(duel: engine.Duel) -> None:
    record = engine.dump(duel)
    bare = {**record, "rounds": [{**entry, "chance": {}} for entry in record["rounds"]]}
    assert engine.dump(engine.load(bare)) == record


@FEW
@given(duels(), st.data())
def test_the_order_of_submission_changes_nothing(duel: engine.Duel, data: st.DataObject) -> None:
    if duel.result:
        return
    names = tuple(wizard.name for wizard in duel.wizards)
    given_orders = {
        name: data.draw(orders(duel.book.slug, names, *data.draw(st.sampled_from(["SD", "WW", "FP"]))))
        for name in duel.acting
    }
    ends = [
        everything(engine.settle(duel, {name: given_orders[name] for name in order}))
        for order in permutations(given_orders)
    ]
    assert all(end == ends[0] for end in ends)


@FEW
@given(duels())
def test_hit_points_change_by_the_damage_and_the_cures_that_are_told_and_by_no_more(duel: engine.Duel) -> None:
    rounds = states(engine.dump(duel))["rounds"]
    before = {wizard.name: 15 for wizard in duel.wizards}
    for entry in rounds:
        raised = {event["subject"] for event in entry["events"] if event["type"] == "raised"}
        for name, wizard in entry["wizards"].items():
            cured, hurt = points(entry, "cured", name), points(entry, "damage", name)
            top = duel.rules.max_hp
            netted = min(top, before[name] + cured) - hurt if duel.rules.cure_first else before[name] + cured - hurt
            assert wizard["hp"] == (15 if name in raised else min(top, netted)), entry["number"]
            before[name] = wizard["hp"]


def points(entry: Json, kind: str, subject: str) -> int:
    return sum(event["points"] for event in entry["events"] if event["type"] == kind and event["subject"] == subject)


@FEW
@given(duels())
def test_who_stands_is_asked_and_nobody_else(duel: engine.Duel) -> None:
    standing = [wizard.name for wizard in duel.wizards if wizard.alive and not wizard.surrendered]
    acting = {"haste": "haste", "time_stop": "time_stop"}.get(duel.kind)
    able = [name for name in standing if acting is None or acting in duel.wizard(name).effects]
    assert list(duel.acting) == ([] if duel.result else able)
    assert (duel.result is None) == (len(standing) > 1)
    for wizard in duel.wizards:
        request = engine.request(duel, wizard.name)
        assert (request is not None) == (wizard.name in duel.acting)
        assert json.loads(json.dumps(request)) == request


@FEW
@given(duels())
def test_every_view_is_plain_data(duel: engine.Duel) -> None:
    for viewer in (*(wizard.name for wizard in duel.wizards), None, engine.EVERYTHING):
        seen = engine.view(duel, viewer)
        assert json.loads(json.dumps(seen)) == seen
        assert engine.transcript(duel, viewer)


# What may be ordered, and what is refused

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("left", "right", "say", "cast", "target", "attack", "paralyze", "direct", "elemental", "fire", "forfeit", "x")


@given(st.one_of(JUNK, st.dictionaries(st.sampled_from(FIELDS), JUNK), st.dictionaries(st.text(max_size=4), JUNK)))
def test_orders_that_are_refused_name_round_wizard_and_field(junk: Any) -> None:
    duel = engine.start("classic", [{"name": "Black"}, {"name": "White"}])
    refusal, orders = None, {}
    try:
        orders = engine.check_orders(duel, "Black", junk)
    except engine.OrderError as error:
        refusal = error
    if refusal is None:
        engine.play(duel, {"Black": orders, "White": {"left": "-", "right": "-"}})
        return
    assert (refusal.round, refusal.wizard) == (1, "Black")
    assert str(refusal).startswith("round 1, Black")
    assert len(str(refusal).splitlines()) == 1
    assert bool(refusal.field) == isinstance(junk, dict)


# Who learns what


def after_hiding(book: str, effect: str, left: str, right: str) -> engine.Duel:
    """A duel in which Black has hidden his hands from White by `effect`, and then made these gestures with them."""
    weave = {"invisibility": ("PPWS", "--WS"), "blindness": ("DWFFD", "----D")}[effect]
    duel = engine.start(book, [{"name": "Black"}, {"name": "White"}], seed=5)
    for index in range(len(weave[0])):
        duel = engine.settle(duel, {"Black": {"left": weave[0][index], "right": weave[1][index]}})
    return engine.settle(duel, {"Black": {"left": left, "right": right}})


# Not a knife, a surrender, or the D that completes a missile: these are felt.
UNFELT = [(left, right) for left in "CFPSW-" for right in "CFPSW-" if left != right]


@FEW
@given(
    st.sampled_from((("classic", "blindness"), ("standard", "blindness"), ("standard", "invisibility"))),
    st.sampled_from(UNFELT),
    st.sampled_from(UNFELT),
)
def test_duels_that_differ_in_hidden_gestures_look_alike(
    hiding: tuple[str, str], one: tuple[str, str], two: tuple[str, str]
) -> None:
    first, second = after_hiding(*hiding, *one), after_hiding(*hiding, *two)
    for viewer in ("White",) if "blindness" in hiding else ("White", None):
        assert engine.view(first, viewer) == engine.view(second, viewer)
        if viewer:
            assert engine.request(first, viewer) == engine.request(second, viewer)
    assert engine.view(first, "Black")["rounds"][-1]["gestures"]["Black"]["left"] == one[0]


@FEW
@given(duels(), st.data())
def test_sealed_orders_change_nothing_that_the_others_see(duel: engine.Duel, data: st.DataObject) -> None:
    before = {viewer: engine.view(duel, viewer) for viewer in (*NAMES[: len(duel.wizards)], None)}
    names = tuple(wizard.name for wizard in duel.wizards)
    for name in duel.acting:
        engine.check_orders(duel, name, data.draw(orders(duel.book.slug, names, "P", "S")))
    assert before == {viewer: engine.view(duel, viewer) for viewer in before}


# Names and hands are only names

RENAMED = {"Black": "Zoë", "White": "Ann", "Grey": "Mo", "left": "left", "right": "right"}
SWAPPED = {"left": "right", "right": "left"}


def mapped(value: Any, table: dict[str, str]) -> Any:
    """`value` with every word of `table` replaced, in keys and in refs of hands."""
    if isinstance(value, dict):
        return {mapped(key, table): mapped(item, table) for key, item in value.items()}
    if isinstance(value, list):
        return [mapped(item, table) for item in value]
    if isinstance(value, str) and ":" in value:
        return ":".join(table.get(part, part) for part in value.split(":"))
    return table.get(value, value) if isinstance(value, str) else value


def numbers(record: Json) -> list[Json]:
    """What came of a record, without its words."""
    return [
        {key: entry[key] for key in ("number", "wizards", "monsters", "cast")} for entry in states(record)["rounds"]
    ]


@FEW
@given(duels())
def test_other_names_change_nothing_but_names(duel: engine.Duel) -> None:
    record = without_words(engine.dump(duel))
    assert differences(mapped(numbers(record), RENAMED), numbers(mapped(record, RENAMED))) == []


@FEW
@given(duels(most=2))
def test_other_hands_change_nothing_but_hands(duel: engine.Duel) -> None:
    """But in what goes by hand: the knife, the names of monsters, and what two spells of equal length default to."""
    record = without_words(engine.dump(duel))
    if duel.monsters or any(two_knives(entry) or two_ways(entry) for entry in record["rounds"]):
        return
    rounds = [entry | {"cast": sorted(entry["cast"], key=str)} for entry in numbers(mapped(record, SWAPPED))]
    expected = [entry | {"cast": sorted(entry["cast"], key=str)} for entry in mapped(numbers(record), SWAPPED)]
    assert rounds == expected


def without_words(record: Json) -> Json:
    rounds = [
        {**entry, "orders": {name: {**given, "say": ""} for name, given in entry["orders"].items()}}
        for entry in record["rounds"]
    ]
    return {**record, "rounds": rounds}


def two_knives(entry: Json) -> bool:
    return any(given["left"] == given["right"] == ">" for given in entry["orders"].values())


def two_ways(entry: Json) -> bool:
    return any(len(given.get("target", {})) > 1 for given in entry["orders"].values())


# Answers


@FEW
@given(st.permutations(["Black", "White", "Grey"]), st.sampled_from(HANDS), st.sampled_from(HANDS))
def test_the_order_of_answers_changes_nothing(order: list[str], first: str, second: str) -> None:
    duel = engine.start("classic", [{"name": name} for name in NAMES], seed=2)
    for _ in range(2):
        duel = engine.settle(duel, {name: {"left": "F", "right": "-"} for name in NAMES})
    given_orders = {
        "Black": {"left": "F", "right": "-", "target": {"left": "White"}},
        "White": {"left": "F", "right": "-", "target": {"left": "Grey"}},
        "Grey": {"left": "F", "right": "-", "target": {"left": "Black"}},
    }
    answers = {
        "Black": {"paralyze": {"White": first}},
        "White": {"paralyze": {"Grey": second}},
        "Grey": {"paralyze": {"Black": first}},
    }
    ends = [
        engine.play(duel, given_orders, {name: answers[name] for name in names}) for names in (order, sorted(answers))
    ]
    assert isinstance(ends[0], engine.Duel)
    assert isinstance(ends[1], engine.Duel)
    assert everything(ends[0]) == everything(ends[1])


@FEW
@given(duels(), st.data())
def test_after_a_settled_round_its_record_gives_the_same_duel(duel: engine.Duel, data: st.DataObject) -> None:
    if duel.result:
        return
    names = tuple(wizard.name for wizard in duel.wizards)
    some = {name: data.draw(orders(duel.book.slug, names, "F", "W")) for name in duel.acting[:1]}
    settled = engine.settle(duel, some)
    record = engine.dump(duel)
    again = engine.load({**record, "rounds": [*record["rounds"], engine.round_record(settled)], "result": None})
    assert everything(again) == everything(settled)
