"""Tests for laws that hold in every duel, whatever the orders."""

import json
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.plays import merged
from tests.engine.setups import FEWER, Anyone, courses, duels, everything, orders_of, viewers
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.engine.duel import KINDS
from wavinghands.engine.states import states

Course = tuple[engine.Duel, dict[str, Anyone]]


# Records


@FEWER
@given(duels())
def test_a_record_replays_to_the_same_duel(duel: engine.Duel) -> None:
    record = engine.dump(duel)
    again = engine.load(json.loads(json.dumps(record)))
    assert engine.dump(again) == record
    assert everything(again) == everything(duel)
    assert (again.wizards, again.monsters, again.tail) == (duel.wizards, duel.monsters, duel.tail)
    assert (again.kind, again.acting) == (duel.kind, duel.acting)


@FEWER
@given(duels())
def test_a_record_without_dice_draws_the_same_dice(duel: engine.Duel) -> None:
    record = engine.dump(duel)
    bare = {**record, "rounds": [{**entry, "chance": {}} for entry in record["rounds"]]}
    assert engine.dump(engine.load(bare)) == record


@FEWER
@given(courses())
def test_a_round_with_questions_or_defaults_replays_to_the_same_duel(course: Course) -> None:
    duel, playing = course
    if duel.result:
        return
    after = engine.settle(duel, orders_of(duel, playing))
    again = engine.advance(duel, engine.round_record(after))
    assert everything(again) == everything(after)


# Order of submission


@FEWER
@given(courses(), st.randoms(use_true_random=False))
def test_the_order_of_submission_changes_nothing(course: Course, die: Random) -> None:
    duel, playing = course
    if duel.result:
        return
    orders = orders_of(duel, playing)
    shuffled = die.sample(list(orders), len(orders))
    mixed = {name: dict(die.sample(list(orders[name].items()), len(orders[name]))) for name in shuffled}
    assert everything(engine.settle(duel, mixed)) == everything(engine.settle(duel, orders))


@FEWER
@given(courses(), st.randoms(use_true_random=False))
def test_the_order_of_answers_changes_nothing(course: Course, die: Random) -> None:
    duel, playing = course
    if duel.result:
        return
    orders = orders_of(duel, playing)
    answers: dict[str, Json] = {}
    played = engine.play(duel, orders, answers)
    while isinstance(played, engine.Asked):
        new = {name: playing[name].answers(engine.request(played, name)) for name in played.asks}
        later = {name: merged(answers.get(name, {}), new[name]) for name in die.sample(list(new), len(new))}
        played = engine.play(duel, orders, answers | later)
        in_turn = engine.play(duel, orders, {**answers, **{name: later[name] for name in sorted(later)}})
        assert type(in_turn) is type(played)
        assert engine.view(in_turn, engine.EVERYTHING) == engine.view(played, engine.EVERYTHING)
        answers |= later


# Hit points


@FEWER
@given(duels())
def test_hit_points_change_exactly_by_the_reported_damage_and_cures(duel: engine.Duel) -> None:
    before = {wizard.name: 15 for wizard in duel.wizards}
    for entry in states(engine.dump(duel))["rounds"]:
        raised = {event["subject"] for event in entry["events"] if event["type"] == "raised"}
        for being in entry["monsters"]:
            before.setdefault(being["name"], KINDS[being["kind"]].points)
        beings = entry["wizards"] | {being["name"]: being for being in entry["monsters"]}
        for name, being in beings.items():
            full = KINDS[being["kind"]].points if "kind" in being else 15
            top = full + duel.rules.max_hp - 15
            cured, hurt = points(entry, "cured", name), points(entry, "damage", name)
            start = full if name in raised and "kind" in being else before[name]
            netted = min(top, start + cured) - hurt if duel.rules.cure_first else min(top, start + cured - hurt)
            assert being["hp"] == (15 if name in raised and "kind" not in being else netted), (entry["number"], name)
            before[name] = being["hp"]


def points(entry: Json, kind: str, subject: str) -> int:
    return sum(event["points"] for event in entry["events"] if event["type"] == kind and event["subject"] == subject)


FALLS = ("dies", "destroyed", "merged")


@FEWER
@given(duels())
def test_nobody_lives_without_hit_points_and_deaths_are_reported_once(duel: engine.Duel) -> None:
    alive = {wizard.name for wizard in duel.wizards}
    for entry in states(engine.dump(duel))["rounds"]:
        told = [event.get("wizard") or event["monster"] for event in entry["events"] if event["type"] in FALLS]
        raised = {event["subject"] for event in entry["events"] if event["type"] == "raised"}
        new = {event["monster"] for event in entry["events"] if event["type"] == "appears"}
        beings = entry["wizards"] | {being["name"]: being for being in entry["monsters"]}
        still = {name for name, being in beings.items() if being["alive"]}
        assert len(set(told)) == len(told)
        assert still == (alive | new | raised) - set(told)
        assert all(beings[name]["hp"] > 0 for name in still)
        alive = still


# Acting wizards


@FEWER
@given(duels())
def test_exactly_the_standing_wizards_are_asked(duel: engine.Duel) -> None:
    standing = [wizard.name for wizard in duel.wizards if wizard.alive and not wizard.surrendered]
    acting = {"haste": "haste", "time_stop": "time_stop"}.get(duel.kind)
    able = [name for name in standing if acting is None or acting in duel.wizard(name).effects]
    assert list(duel.acting) == ([] if duel.result else able)
    assert (duel.result is None) == (duel.sides(standing) > 1)
    for wizard in duel.wizards:
        request = engine.request(duel, wizard.name)
        assert (request is not None) == (wizard.name in duel.acting)
        assert json.loads(json.dumps(request)) == request


@FEWER
@given(duels(most=4))
def test_all_events_are_plain_data_with_a_sentence(duel: engine.Duel) -> None:
    for viewer in (*viewers(duel), engine.EVERYTHING):
        seen = engine.view(duel, viewer)
        assert json.loads(json.dumps(seen)) == seen
        assert json.loads(json.dumps(engine.ahead(duel, viewer))) == engine.ahead(duel, viewer)
        for entry in seen["rounds"][-2:]:
            lines = engine.report(duel, viewer, entry["number"])["lines"]
            assert all(line["text"] for line in lines)
    for told in (engine.show, engine.describe, engine.transcript):
        assert told(duel, None)


@FEWER
@given(courses())
def test_a_rehearsal_changes_nothing_and_needs_no_reply(course: Course) -> None:
    duel, playing = course
    if duel.result:
        return
    before = everything(duel)
    orders = orders_of(duel, playing)
    for name, own in orders.items():
        rehearsed = engine.rehearse(duel, name, own)
        assert json.loads(json.dumps(rehearsed)) == rehearsed
        assert rehearsed == engine.rehearse(duel, name, own)
    assert everything(duel) == before
