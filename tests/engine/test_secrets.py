"""Tests for secrecy: to a viewer, duels that differ only in secrets look the same in every output."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engine.duels import duel_of
from tests.engine.plays import merged
from tests.engine.setups import BOOKS, FEWER, Anyone, courses, orders_of, viewers
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.engine.phases import account

Course = tuple[engine.Duel, dict[str, Anyone]]
Pair = tuple[str, str]
REST: Pair = ("-", "-")
TRIO = [{"name": "Black"}, {"name": "White"}, {"name": "Grey"}]


def known(duel: engine.Duel, viewer: str | None) -> Json:
    """Return all of the engine's outputs about a duel, as `viewer` sees them."""
    seen = engine.view(duel, viewer)
    fields = {
        "view": seen,
        "ahead": engine.ahead(duel, viewer),
        "reports": [engine.report(duel, viewer, entry["number"]) for entry in seen["rounds"][-4:]],
        "show": engine.show(duel, viewer),
        "transcript": engine.transcript(duel, viewer),
    }
    if viewer is None:
        return fields
    fields["request"] = engine.request(duel, viewer)
    if viewer in duel.acting and duel.kind == "normal":
        fields["rehearsal"] = engine.rehearse(duel, viewer, order(("S", "P")), {})
    return fields


def order(pair: Pair, **more: Any) -> Json:
    return {"left": pair[0], "right": pair[1], **more}


def assert_alike(one: engine.Duel, other: engine.Duel, to: tuple[str | None, ...]) -> None:
    for viewer in to:
        assert known(one, viewer) == known(other, viewer)


def events_of(duel: engine.Duel, *types: str) -> list[Json]:
    """Return all events of these types, from the whole duel."""
    course = reversed(list(duel.course()))
    return [dict(event.data) for then in course for event in account(then).events if event.type in types]


# Hidden gestures

HIDING = {"invisibility": ("PPWS", "--WS"), "blindness": ("DWFFD", "----D")}
"""The gestures with which Black hides Black's hands from everyone, or only from White."""
UNFELT = st.tuples(st.sampled_from("CDFS-"), st.sampled_from("CDFW-"))
"""Gestures that complete few spells on their own. There is no stab, because the victim would notice it."""


def woven(duel: engine.Duel, left: str, right: str, **more: Any) -> Iterator[engine.Duel]:
    """Play rounds in which Black makes these gestures and the others complete no spells.

    Yield the duel after each round.
    """
    for pair in zip(left, right, strict=True):
        yield (duel := settled(duel, pair, **more))


def settled(duel: engine.Duel, pair: Pair, **more: Any) -> engine.Duel:
    die = Random(duel.number)
    others = {name: order((die.choice("S-"), die.choice("W-"))) for name in duel.acting if name != "Black"}
    own = {"Black": order(pair, **more)} if "Black" in duel.acting else {}
    return engine.settle(duel, own | others)


@given(
    st.sampled_from(BOOKS),
    st.sampled_from(sorted(HIDING)),
    st.integers(2, 3),
    st.lists(st.tuples(UNFELT, UNFELT), min_size=3, max_size=3),
    st.integers(0, 9),
)
def test_hidden_gestures_stay_hidden(
    book: str, effect: str, among: int, pairs: list[tuple[Pair, Pair]], seed: int
) -> None:
    *_, hidden = woven(engine.start(book, TRIO[:among], seed=seed), *HIDING[effect])
    one = other = hidden
    to = ("White",) if effect == "blindness" else tuple(viewer for viewer in viewers(hidden) if viewer != "Black")
    before = len(events_of(hidden, "cast"))
    for first, second in [*pairs, (REST, REST), (REST, REST)]:
        one, other = settled(one, first), settled(other, second)
        casts = [
            cast for duel in (one, other) for cast in events_of(duel, "cast")[before:] if cast["caster"] == "Black"
        ]
        assume(not casts)
        assert_alike(one, other, to)
    assert one.wizard("White").effects.keys() == other.wizard("White").effects.keys() == set()


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("effect", HIDING)
def test_wizards_see_their_own_hidden_gestures(book: str, effect: str) -> None:
    *_, hidden = woven(engine.start(book, TRIO[:2]), *HIDING[effect])
    one, other = settled(hidden, ("F", "S")), settled(hidden, ("W", "C"))
    assert known(one, "White") == known(other, "White")
    assert known(one, "Black") != known(other, "Black")


@FEWER
@given(courses(), st.randoms(use_true_random=False))
def test_viewers_who_see_nothing_know_only_the_reported_events(course: Course, die: Random) -> None:
    duel, playing = course
    for then in list(duel.course())[:6]:
        last, before = then.last, then.before
        assert last is not None
        assert before is not None
        unseeing = set(last.blind) if last.kind == "normal" else {wizard.name for wizard in duel.wizards}
        unseeing -= set(last.gestures) if last.kind == "time_stop" else set()
        if last.kind == "haste" or not unseeing:
            continue
        name = die.choice(sorted(last.gestures))
        orders = {other: given_then.as_json() for other, given_then in last.orders.items()}
        twin = engine.settle(before, orders | {name: playing[name].orders(engine.request(before, name))})
        for viewer in unseeing - {name}:
            if feels_the_same(then, twin, viewer):
                assert known(then, viewer) == known(twin, viewer), viewer


def feels_the_same(one: engine.Duel, other: engine.Duel, viewer: str) -> bool:
    """Return whether two duels look the same to `viewer`, both in the last round and in the next one."""
    told = [engine.view(duel, viewer, since=duel.number - 1)["rounds"] for duel in (one, other)]
    events = [[entry["events"] for entry in rounds] for rounds in told]
    own = [(duel.wizard(viewer), duel.kind, duel.acting, duel.result) for duel in (one, other)]
    return events[0] == events[1] and own[0] == own[1]


@pytest.mark.parametrize("book", ["classic", "spellcast"])
def test_blind_viewers_do_not_foresee_second_pairs_of_unseen_haste(book: str) -> None:
    twins = [engine.start(book, TRIO)] * 2
    for number, black in enumerate(zip("DWFFD-", "----D-", strict=True)):
        hastening = [("PWPWWC"[number], "-----C"[number]), ("PWPWWS"[number], "-")]
        blinding = order(black, target={"both": "Grey"})
        ordered = [{"Black": blinding, "White": order(white)} for white in hastening]
        twins = [engine.settle(duel, orders) for duel, orders in zip(twins, ordered, strict=True)]
    assert ["haste" in duel.wizard("White").effects for duel in twins] == [True, False]
    assert [duel.wizard("Grey").effects["blindness"].left for duel in twins] == [2, 2]
    assert known(twins[0], "Grey")["ahead"] == known(twins[1], "Grey")["ahead"]


# In spellcast, a blind wizard senses all spells, including the Counter-spell.
@pytest.mark.parametrize("book", ["classic", "standard", "nomonsters", "warlocks"])
@pytest.mark.parametrize(("spell", "hand"), [("charm_person", "PSDF"), ("paralysis", "-FFF"), ("fear", "-SWD")])
def test_no_question_tells_a_blind_caster_whether_a_spell_worked(book: str, spell: str, hand: str) -> None:
    twins = [engine.start(book, TRIO[:2], options={"blind_caster_misses": False})] * 2
    for black, *whites in zip("----" + hand, "DWFFDWWS", "DWFFDWWD", strict=True):
        own = order((black, "-"), target={"left": "White"})
        ordered = [{"Black": own, "White": order((white, "D" if black == hand[0] else "-"))} for white in whites]
        asked = [engine.play(*both, {}) for both in zip(twins, ordered, strict=True)]
        assert questions_to_black(asked[0]) == questions_to_black(asked[1])
        twins = [engine.settle(*both) for both in zip(twins, ordered, strict=True)]
    assert all("Black" in duel.last.blind for duel in twins)
    assert [spell in duel.wizard("White").effects for duel in twins] == [False, True]
    assert_alike(*twins, ("Black",))


def questions_to_black(played: engine.Duel | engine.Asked) -> Json | None:
    """Return the questions that Black is asked after the reveal, or `None` if Black is asked nothing."""
    return engine.request(played, "Black") if isinstance(played, engine.Asked) else None


# Stopped time


@given(st.sampled_from(BOOKS), st.integers(2, 3), UNFELT, UNFELT, st.integers(0, 9))
def test_harmless_actions_in_a_stopped_time_are_secret(
    book: str, among: int, first: Pair, second: Pair, seed: int
) -> None:
    *_, stopped = woven(engine.start(book, TRIO[:among], seed=seed), "SPPC", "---C")
    assert (stopped.kind, stopped.acting) == ("time_stop", ("Black",))
    to = tuple(viewer for viewer in viewers(stopped) if viewer != "Black")
    one, other = settled(stopped, first), settled(stopped, second)
    casts = {cast["spell"] for duel in (one, other) for cast in events_of(duel, "cast") if cast["caster"] == "Black"}
    assume(casts <= {"time_stop", "shield"})
    for _ in range(3):
        assert one.kind == other.kind == "normal"
        assert_alike(one, other, to)
        one, other = settled(one, REST), settled(other, REST)


@pytest.mark.parametrize("book", BOOKS)
def test_a_round_of_stopped_time_is_secret_before_and_after(book: str) -> None:
    *_, stopped = woven(engine.start(book, TRIO), "SPPC", "---C")
    after = settled(stopped, ("S", "P"))
    for viewer in ("White", "Grey", None):
        assert engine.view(stopped, viewer)["kind"] == "normal"
        assert engine.view(after, viewer)["rounds"] == engine.view(stopped, viewer)["rounds"]
        assert engine.transcript(after, viewer) == engine.transcript(stopped, viewer)
    assert engine.view(after, "Black")["rounds"][-1]["kind"] == "time_stop"


# Banked spells

BANKED = (
    {"cast": {"right": "shield"}},
    {"cast": {"right": "shield"}, "target": {"right": "White"}},
    {"cast": {"right": "cause_light_wounds"}},
    {"cast": {"right": "cause_light_wounds"}, "target": {"right": "Grey"}},
)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("other", BANKED[1:])
def test_only_its_owner_knows_a_banked_spell_and_its_target(book: str, other: Json) -> None:
    *_, waiting = woven(engine.start(book, TRIO), "DWSSSP", "----WF")
    twins = [settled(waiting, ("-", "P"), delay="right", **banked) for banked in (BANKED[0], other)]
    assert [duel.wizard("Black").banked is not None for duel in twins] == [True, True]
    for _ in range(4):
        assert_alike(*twins, ("White", "Grey", None))
        twins = [settled(duel, ("F", "-")) for duel in twins]
    assert twins[0].wizard("Black").banked != twins[1].wizard("Black").banked
    assert known(settled(twins[0], REST, fire=True), "White") != known(settled(twins[1], REST, fire=True), "White")


# Sealed orders and answers


SEALED = ("target", "cast", "attack", "delay", "permanent", "fire", "elemental")
"""The fields of orders that stay secret until the round is resolved."""


@FEWER
@given(courses(most=4), st.randoms(use_true_random=False))
def test_orders_for_spells_stay_secret_while_answers_are_missing(course: Course, die: Random) -> None:
    duel, playing = course
    assume(duel.result is None)
    orders = orders_of(duel, playing)
    for undecided in orders.values():
        undecided.pop("cast", None)
    (name,) = die.sample(list(orders), 1)
    other = {field: value for field, value in orders_of(duel, playing)[name].items() if field in SEALED}
    bare = {field: value for field, value in orders[name].items() if field not in SEALED}
    played = [engine.play(duel, orders | {name: bare | more}, {}) for more in ({}, other)]
    for viewer in viewers(duel):
        if viewer != name and all(map(is_undecided, played)):
            assert engine.view(played[0], viewer) == engine.view(played[1], viewer)
            assert viewer is None or engine.request(played[0], viewer) == engine.request(played[1], viewer)


@pytest.mark.parametrize("book", BOOKS)
def test_no_question_waits_for_the_choice_of_another_wizards_spell(book: str) -> None:
    duel = duel_of(book, Black=("DPP", "WWF"), White="-->")  # Amnesia forces White to stab again
    twins = [
        engine.play(duel, {"Black": order(("-", "P"), **named), "White": order(("-", "-"))}, {})
        for named in ({}, {"cast": {"right": "shield"}})
    ]
    assert [twin.asks for twin in twins if isinstance(twin, engine.Asked)] == [("Black", "White"), ("White",)]
    assert engine.request(twins[0], "White") == engine.request(twins[1], "White")
    assert engine.view(twins[0], "White") == engine.view(twins[1], "White")


def is_undecided(played: engine.Duel | engine.Asked) -> bool:
    """Return whether the round asks questions after the reveal, but only about spells and targets."""
    return isinstance(played, engine.Asked) and {one.kind for one in played.questions} <= {"spells", "target"}


@FEWER
@given(courses(), st.randoms(use_true_random=False))
def test_an_answer_stays_secret_while_another_is_missing(course: Course, die: Random) -> None:
    duel, playing = course
    assume(duel.result is None)
    orders = orders_of(duel, playing)
    for undecided in orders.values():
        undecided.pop("cast", None)
    played = engine.play(duel, orders, {})
    answers: dict[str, Json] = {}
    while isinstance(played, engine.Asked):
        quick = die.choice(played.asks)
        if len(played.asks) > 1:
            request = engine.request(played, quick)
            given = [merged(answers.get(quick, {}), playing[quick].answers(request)) for _ in range(2)]
            twins = [engine.play(duel, orders, answers | {quick: answer}) for answer in given]
            for viewer in viewers(duel):
                assert viewer == quick or engine.view(twins[0], viewer) == engine.view(twins[1], viewer)
        for name in played.asks:
            answers[name] = merged(answers.get(name, {}), playing[name].answers(engine.request(played, name)))
        played = engine.play(duel, orders, answers)


@FEWER
@given(courses())
def test_orders_stay_secret_until_the_round_is_played(course: Course) -> None:
    duel, playing = course
    before = {viewer: known(duel, viewer) for viewer in viewers(duel)}
    for name, orders in orders_of(duel, playing).items():
        engine.check_orders(duel, name, orders)
    assert before == {viewer: known(duel, viewer) for viewer in before}


@FEWER
@given(courses())
def test_the_seed_is_secret(course: Course) -> None:
    duel, _ = course
    twin = engine.load({**engine.dump(duel), "seed": duel.seed + 1})
    assert_alike(duel, twin, tuple(viewers(duel)))


# Shared views


def alike(subject: engine.Duel | engine.Asked, viewer: str | None, since: int) -> Json:
    """Return a viewer's view of the rounds after round `since`, without the name of the viewer."""
    return {**engine.view(subject, viewer, since=since), "viewer": None}


@FEWER
@given(courses(), st.sampled_from([0, 1, 2]))
def test_views_that_are_seen_alike_are_equal(course: Course, ago: int) -> None:
    """Check that viewers who may see the same facts get equal views.

    The server relies on this to send one view to all of them.
    """
    duel, _ = course
    since = max(0, duel.number - ago)
    assume(engine.is_seen_alike(duel, since=since))
    for viewer in viewers(duel):
        assert alike(duel, viewer, since) == alike(duel, None, since)


ASKED_ALIKE = (9, 17, 18, 19, 26, 31, 33)
"""The seeds of duels that, in every book, include a question that looks the same to all viewers."""


@pytest.mark.parametrize(
    "numbers",
    [pytest.param(ASKED_ALIKE, marks=pytest.mark.brief), pytest.param(range(60), marks=pytest.mark.thorough)],
    ids=["quick", "thorough"],
)
@pytest.mark.parametrize("book", BOOKS)
def test_questions_that_are_seen_alike_are_equal(book: str, numbers: Iterable[int]) -> None:
    asked_alike = 0
    for number in numbers:
        duel, die = engine.start(book, TRIO[:2], seed=number), Random(f"{book} {number}")
        playing = {name: Anyone(die) for name in ("Black", "White")}
        while duel.result is None and duel.number < 25:
            orders = orders_of(duel, playing)
            waiting = engine.play(duel, orders, {})
            if isinstance(waiting, engine.Asked) and engine.is_seen_alike(waiting, since=duel.number):
                asked_alike += 1
                assert alike(waiting, "Black", duel.number) == alike(waiting, "White", duel.number)
                assert alike(waiting, "Black", duel.number) == alike(waiting, None, duel.number)
            duel = engine.settle(duel, orders)
    assert asked_alike


@pytest.mark.parametrize("how", HIDING)
def test_views_are_not_seen_alike_while_hands_are_hidden(how: str) -> None:
    duel = engine.start("classic", TRIO[:2])
    for left, right in zip(*HIDING[how], strict=True):
        duel = engine.settle(
            duel, {"Black": order((left, right), target={"left": "White" if how == "blindness" else "Black"})}
        )
    assert engine.is_seen_alike(duel, since=duel.number - 1)
    hidden = engine.settle(duel, {})
    assert not engine.is_seen_alike(hidden, since=hidden.number - 1)
    assert not engine.is_seen_alike(hidden, since=hidden.number)


def test_parsed_orders_have_the_same_result_as_plain_orders() -> None:
    duel = engine.start("classic", TRIO[:2])
    given = {"Black": order(("S", "P"), target={"right": "White"}), "White": order(("P", "D"))}
    read = {name: engine.understood(duel, name, orders) for name, orders in given.items()}
    assert {name: orders.as_json() for name, orders in read.items()} == {
        name: engine.check_orders(duel, name, orders) for name, orders in given.items()
    }
    one, other = engine.settle(duel, given), engine.settle(duel, read)
    assert engine.dump(one) == engine.dump(other)
    half = engine.settle(duel, {"Black": read["Black"], "White": given["White"]})
    assert engine.dump(half) == engine.dump(one)
