import json
from pathlib import Path

import pytest

from wavinghands import engine

REAL = sorted(Path(__file__).parents[1].joinpath("golden", "real").glob("*.json"))


def a_record(*rounds, book="classic", result=None, options=None):
    """Return the record of a duel in which Black and White make these pairs of gestures.

    Each of `rounds` contains both pairs, in a form such as "SP WW".
    """
    entries = []
    for pairs in rounds:
        black, white = pairs.split()
        entries.append({"orders": {"Black": _pair(black), "White": _pair(white)}})
    return {
        "format": "wavinghands-duel/1",
        "spellbook": book,
        "options": options or {},
        "seed": 1,
        "wizards": [{"name": "Black"}, {"name": "White"}],
        "rounds": entries,
        "result": result,
    }


def _pair(gestures):
    return {"left": gestures[0], "right": gestures[1]}


def test_spells_are_counted_by_caster_even_if_they_fail():
    found = engine.summary(a_record("PP P-", "-P -P") | {"rounds": a_record("P- P-", "P- -P", "PW --")["rounds"]})
    assert found["rounds"] == 3
    assert found["casts"] == {"Black": {"shield": 3}, "White": {"shield": 2}}


def test_stabs_and_surrenders_are_no_spells():
    assert engine.summary(a_record(">- --"))["casts"] == {"Black": {}, "White": {}}
    assert engine.summary(a_record("PP --"))["casts"] == {"Black": {"shield": 2}, "White": {}}


def test_an_opening_is_three_pairs_without_order_of_hands():
    found = engine.summary(a_record("DW WD", "SW WS", "F- -F", "CC --"))["openings"]
    assert found == {"Black": "DSF WW-", "White": "DSF WW-"}


def test_a_wizard_with_fewer_than_three_pairs_has_no_opening():
    assert engine.summary(a_record("DW WD", "SW WS"))["openings"] == {}


def test_a_duel_without_rounds_has_empty_statistics():
    assert engine.summary(a_record()) == {"rounds": 0, "casts": {"Black": {}, "White": {}}, "openings": {}}


@pytest.mark.parametrize("file", REAL, ids=lambda file: file.stem)
def test_the_summary_of_a_real_game_matches_its_replay(file):
    record = json.loads(file.read_text())
    record = record.get("record", record)
    found = engine.summary(record)
    told = [event for state in engine.replay(record) for event in events_of(state)]
    casts = [(event["caster"], event["spell"]) for event in told if event["type"] == "cast"]
    assert casts
    assert found["casts"] == {
        name: {spell: casts.count((name, spell)) for caster, spell in casts if caster == name}
        for name in found["casts"]
    }


def events_of(state):
    (last,) = engine.view(state, engine.EVERYTHING, since=state.number - 1)["rounds"]
    return last["events"]


def test_an_invalid_record_is_rejected():
    with pytest.raises(engine.RecordError):
        engine.summary({"format": "something else"})
