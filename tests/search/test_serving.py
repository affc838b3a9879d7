"""Tests that a process answers each line with one line, as the line protocol demands."""

import json
import subprocess
import sys

import pytest

from wavinghands import engine
from wavinghands.search.programs import LONGEST_LINE
from wavinghands.search.serving import reply

WIZARDS = [{"name": name, "gender": "x"} for name in ("White", "Black")]
START = engine.dump(engine.start("classic", WIZARDS, seed=1))
GOOD = {"record": START, "wizard": "White", "level": 1, "seed": 7}
REST = {"left": "-", "right": "-"}
SURRENDER = {"left": "P", "right": "P"}


def serve(lines, *arguments):
    """Send these lines to the program, and return its replies and its error output."""
    program = [sys.executable, "-m", "wavinghands.search", "serve", *arguments]
    ended = subprocess.run(program, input=b"\n".join(lines) + b"\n", capture_output=True, timeout=600, check=True)
    return [json.loads(line) for line in ended.stdout.splitlines()], ended.stderr


def a_line(**fields):
    return json.dumps(GOOD | fields).encode()


def after(*rounds):
    duel = engine.start("classic", WIZARDS, seed=1)
    for orders in rounds:
        duel = engine.settle(duel, orders)
    return engine.dump(duel)


def test_orders_come_with_their_value_and_mixture():
    (answer,), _ = serve([a_line()])
    assert engine.check_orders(engine.load(START), "White", answer["orders"]) == answer["orders"]
    assert -1 <= answer["value"] <= 1
    assert sum(entry["p"] for entry in answer["mixture"]) == pytest.approx(1)
    assert answer["orders"] in [entry["orders"] for entry in answer["mixture"]]


def test_every_line_is_answered_whatever_it_contains():
    lines = [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'"a"', b'{"level": 1', b"9" * (LONGEST_LINE + 50), a_line()]
    answers, complaints = serve(lines)
    assert [set(answer) for answer in answers[:-1]] == [{"error"}] * 7
    assert "orders" in answers[-1]
    assert complaints == b""


def test_the_same_line_gets_the_same_answer():
    answers, _ = serve([a_line(), a_line(wizard="Black"), a_line()])
    assert answers[0] == answers[2]


def test_the_level_may_be_set_for_all_lines():
    line = json.dumps({name: value for name, value in GOOD.items() if name != "level"}).encode()
    (without,), _ = serve([line])
    (answer,), _ = serve([line], "--level", "1")
    assert without["error"].startswith("level: ")
    assert "orders" in answer


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"level": 6}, "level: must be a number from 1 to 5, not 6"),
        ({"level": True}, "level: must be a number from 1 to 5, not true"),
        ({"level": "1"}, 'level: must be a number from 1 to 5, not "1"'),
        ({"seed": 1.5}, "seed: must be an integer, not 1.5"),
        ({"seed": None}, "seed: must be an integer, not null"),
        ({"wizard": "Nobody"}, 'wizard: must be one of White, Black, not "Nobody"'),
        ({"wizard": ["White"]}, 'wizard: must be one of White, Black, not ["White"]'),
        ({"temperament": {}}, "temperament: must be one of "),
        ({"temperament": "furious"}, "temperament: must be one of "),
        ({"record": None}, "a record must be an object"),
        ({"record": {"format": "other"}}, "format: is 'other'"),
        ({"record": START | {"rounds": [{"orders": {}}]}}, "round 1, White, orders: has no orders"),
        ({"record": START | {"wizards": 7}}, "wizards: "),
        ({"orders": []}, "orders: must be an object"),
        ({"orders": {}, "answers": 7}, "answers: must be an object"),
        ({"orders": {}, "answers": {"White": 7}}, "round 1, White: orders must be an object"),
        ({"orders": {"White": 7}}, "round 1, White: orders must be an object"),
        ({"orders": {"White": REST, "Black": REST}}, "White, orders: they leave no question for this wizard"),
        ({"orders": {"White": SURRENDER, "Black": REST}}, "White, orders: they leave no question for this wizard"),
        ({"record": after({"White": SURRENDER, "Black": REST})}, "record: must be of a duel that has not ended"),
        ({"wizards": []}, "wizards: there is no such field"),
    ],
)
def test_an_error_names_the_fault_and_its_place(fields, error):
    answer = reply(a_line(**fields))
    assert list(answer) == ["error"]
    assert answer["error"].startswith(error)


@pytest.mark.parametrize("field", ["record", "wizard", "level", "seed"])
def test_missing_fields_are_named(field):
    line = {name: value for name, value in GOOD.items() if name != field}
    assert reply(json.dumps(line).encode())["error"].startswith(f"{field}: ")


def test_a_wizard_who_does_not_act_is_refused():
    stopped = {"left": "S", "right": "C"}, {"left": "P", "right": "C"}, {"left": "P", "right": "C"}
    rounds = [
        {"White": made, "Black": REST} for made in (*stopped, {"left": "C", "right": "C", "target": {"both": "White"}})
    ]
    record = after(*rounds)
    assert engine.load(record).kind == "time_stop"
    assert reply(a_line(record=record, wizard="Black"))["error"].startswith("wizard: is not asked for orders")


def test_a_waiting_round_is_answered():
    paralysis = {"White": {"left": "F", "right": "-"}, "Black": {"left": "S", "right": "D"}}
    answer = reply(a_line(record=after(paralysis, paralysis), orders=paralysis))
    assert answer in [{"answers": {"paralyze": {"Black": hand}}} for hand in ("left", "right")]


def test_orders_do_not_depend_on_unseen_gestures():
    """Check that Black's actions while invisible do not change White's orders."""
    unseen = [{"left": "P", "right": "-"}, {"left": "P", "right": "-"}, {"left": "W", "right": "W"}]
    known = [{"White": REST, "Black": made} for made in (*unseen, {"left": "S", "right": "S"})]
    hidden = [after(*known, {"White": REST, "Black": {"left": left, "right": "-"}}) for left in "FW"]
    assert all("invisibility" in engine.load(record).wizard("Black").effects for record in hidden)
    answers = [reply(a_line(record=record)) for record in hidden]
    assert "orders" in answers[0]
    assert answers[0] == answers[1]
