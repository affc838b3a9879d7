"""Tests that neither the cost of a round nor the memory for a duel grows with the number of rounds."""

from dataclasses import replace

from tests.engine.full_duels import full_duel
from wavinghands import engine
from wavinghands.engine.chance import Chance
from wavinghands.engine.duel import KINDS, Monster
from wavinghands.engine.gestures import REACH
from wavinghands.engine.phases import account
from wavinghands.engine.round import Round
from wavinghands.engine.states import states


def test_dead_monsters_are_in_a_round_only_if_somebody_names_them() -> None:
    dead = {name: Monster(name, KINDS["ogre"], None, 0, alive=False) for name in ("Thud", "Gorm", "Brak")}
    duel = replace(engine.start("classic", [{"name": "Black"}, {"name": "White"}]), fallen=dead)
    round = Round(duel, {}, None, Chance(0, 1))
    assert round.creatures == []
    corpse = round.being("Gorm")
    assert corpse is not None
    assert not corpse.alive
    assert round.creatures == [corpse]
    assert round.being("Gorm") is corpse


def test_a_hand_keeps_no_more_gestures_than_a_spell_can_have() -> None:
    duel = full_duel("standard", 3, 2)
    assert duel.number > REACH
    assert all(len(woven) <= REACH for wizard in duel.wizards for woven in wizard.woven)


def test_accounts_of_older_rounds_are_dropped_and_recomputed() -> None:
    duel = full_duel("warlocks", 4, 3)
    kept = [then for then in duel.course() if then.last is not None and then.last.account is not None]
    assert [then.number for then in kept] == [duel.number, duel.number - 1]
    told = states(engine.dump(duel))["rounds"]
    again = [[dict(event.data) for event in account(then).events] for then in duel.course()]
    assert [len(events) for events in reversed(again)] == [len(entry["events"]) for entry in told]
    for entry, events in zip(told, reversed(again), strict=True):
        assert all(facts.items() <= event.items() for event, facts in zip(entry["events"], events, strict=True))


def test_trial_rounds_share_the_duel_they_start_from() -> None:
    duel = full_duel("classic", 5, 2)
    start = duel.before
    assert start is not None
    rest = {name: {"left": "-", "right": "-"} for name in start.acting}
    lines = [engine.settle(start, rest) for _ in range(3)]
    assert all(line.before is start for line in lines)
    assert {id(line.rules) for line in lines} == {id(start.rules)}
    assert engine.dump(lines[0]) == engine.dump(lines[2])
