import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.engine.catalogues import in_greek_letters, told_by_the_rules
from tests.engine.duels import duel_of, next_round
from tests.engine.golden import GOLDEN, read
from tests.engine.words.test_prose import known_duels
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.engine.__main__ import main
from wavinghands.engine.phases import account
from wavinghands.engine.words.prose import words
from wavinghands.engine.words.sections import SECTION_OF, SECTIONS
from wavinghands.engine.words.telling import genders_of

BLINDING = ("DWFFD", "----D")
INVISIBLE = ("PPWS", "--WS")

FROODAL = """
W D 15 | W P* 15
W S 15 | W S 15
W F* 14 | S* D* 15
S* F 14 | S > 15
> F* 9 | C* C* 9
C* C* 9 | D F 9
P* W 9 | P* > 9
P* D 8 | W* > 9
> D 8 | D S 8
C* C* 7 | D D 3
W* W* 7 | C* C* -2
"""
"""A table as printed by Firetop Mountain, plus one mark: Bung's right hand completes a Missile in round 10."""

BLACK = """
W W 0 | W P 0
W P 0 | W D 0
D F 0 | F W 0
D D 0 | P W 3
F P 0 | S S 3
F P 1 | W D 3
S D 1 | W D 3
S W 1 | W S 3
F F 1 | S F 3
P (C) 1 | D W 3
Stab P 1 | P D 3
P S 1 | P D 3
P S 6 | C C 3
W W 6 | S S 3
S S 6 | W P 3
D D 6 | W F 5
W S 11 | C C 5
D P 11 | S S 5
D F 13 | D D 5
C C 13 | S S 10
W W 13 | P W 10
P P 13 | F W 10
"""
"""A table as printed by Bartle, with gestures and damage. Where no damage is printed, the last one is repeated."""


def sample(name: str) -> engine.Duel:
    return engine.load(read(GOLDEN / f"{name}.json"))


def table(duel: engine.Duel, viewer: str | None = engine.EVERYTHING) -> list[list[str]]:
    """Return the cells of the printed table, line by line, without its heading."""
    lines = engine.show(duel, viewer).split("\n\n")[0].split("\n")[2:]
    return [line.split() for line in lines]


def sections(report: Json) -> list[str]:
    return [line["section"] for line in report["lines"]]


def texts(duel: engine.Duel, viewer: str | None, number: int) -> list[str]:
    return [line["text"] for line in engine.report(duel, viewer, number)["lines"]]


def test_the_table_of_froodal_against_bung_is_as_printed() -> None:
    printed = [line.replace("|", "").split() for line in FROODAL.strip().split("\n")]
    printed[9][4] += "*"
    assert [line[1:] for line in table(sample("froodal-bung"))] == printed
    assert "\n\nFroodal wins.\n" in engine.show(sample("froodal-bung"))


def test_the_table_of_black_against_white_is_as_printed() -> None:
    shown = [[cell.strip("*") for cell in line[1:]] for line in table(sample("bartle-sample"))]
    words = {"(C)": "C", "Stab": ">"}
    for line, printed in zip(shown, BLACK.strip().split("\n"), strict=True):
        left, right, damage, *white = (words.get(cell, cell) for cell in printed.replace("|", "").split())
        assert line == [left, right, str(15 - int(damage)), *white[:2], str(15 - int(white[2]))]


@pytest.mark.parametrize("name", ["bartle-sample", "froodal-bung"])
def test_the_table_marks_exactly_the_hands_that_cast(name: str) -> None:
    duel = sample(name)
    names = [wizard["name"] for wizard in engine.view(duel, None)["wizards"]]
    expected = set()
    for number, casts in read(GOLDEN / f"{name}.cast.json").items():
        for caster, hand, *_ in casts:
            expected |= {(number, caster, one) for one in (("left", "right") if hand == "both" else (hand,))}
    marked = {
        (line[0], caster, hand)
        for line in table(duel)
        for place, caster in enumerate(names)
        for hand, cell in zip(("left", "right"), line[1 + 3 * place :], strict=False)
        if cell.endswith("*")
    }
    assert marked == expected


def test_the_table_shows_departures_and_unseen_gestures() -> None:
    record = {
        "format": "wavinghands-duel/1",
        "spellbook": "standard",
        "seed": 1,
        "wizards": [{"name": "Black"}, {"name": "White"}, {"name": "Maximilian the Elder"}],
        "rounds": [
            {
                "number": 1,
                "orders": {
                    "Black": {"left": "P", "right": "P"},
                    "White": {"left": "C", "right": ">"},
                    "Maximilian the Elder": {"left": "-", "right": "W"},
                },
            },
            {
                "number": 2,
                "orders": {
                    "White": {"left": "W", "right": "W"},
                    "Maximilian the Elder": {"left": "P", "right": "P"},
                },
            },
        ],
    }
    lines = engine.show(engine.load(record)).split("\n")
    assert lines[0].split() == ["Round", "Black", "White", "Maximilian", "the", "Elder"]
    assert lines[0].index("Maximilian") == lines[1].rindex("LH")
    assert lines[2].split() == ["1", "P*", "P*", "15", "C", ">", "15", "-", "W", "14"]
    assert lines[3].split() == ["2", "15", "W", "W", "15", "P*", "P*", "14"]


def test_a_report_is_in_the_order_of_its_sections() -> None:
    seen = set()
    for duel in known_duels():
        for number in range(1, duel.number + 1):
            told = sections(engine.report(duel, engine.EVERYTHING, number))
            assert told == sorted(told, key=SECTIONS.index)
            seen |= set(told)
    assert {"forced", "hands", "protections", "summons", "spells", "monsters", "attacks", "effects", "end"} <= seen


def test_a_round_is_sorted_by_wizard_and_then_by_order_of_spells() -> None:
    duel = duel_of(
        "standard",
        Black=("WFPSFW", "-CDPSD"),
        White=("----WP", "--SWWS"),
        more={6: {"White": {"say": "Goblin?"}}},
    )
    told = texts(duel, None, 6)
    black, white = (
        told.index(next(text for text in told if text.startswith("Black waves"))),
        told.index("White says: “Goblin?”"),
    )
    casts = [place for place, text in enumerate(told) if text.startswith("Black casts")]
    assert black < min(casts) <= max(casts) < white
    assert all(text.startswith("White ") for text in told[white : white + 2])


def test_spells_of_a_section_are_in_the_order_of_firetop_mountain() -> None:
    duel = duel_of("classic", Black=("WFP", "-SD"), White=("DFW", "---"))
    lines = engine.report(duel, None, 3)["lines"]
    told = [line["text"] for line in lines if line["section"] == "spells"]
    assert told == [
        "White heals up to 1 point of damage.",
        "Magic Missile hits White for 1 point.",
        "Cause Light Wounds hits White for 2 points.",
    ]


def test_every_section_has_its_events_and_every_event_its_section() -> None:
    assert set(SECTION_OF.values()) == set(SECTIONS)
    assert told_by_the_rules("type").keys() == {key.partition(".")[0] for key in SECTION_OF}


def test_forced_gestures_come_first_and_death_and_victory_last() -> None:
    duel = sample("froodal-bung")
    assert sections(engine.report(duel, None, 6))[0] == "forced"
    assert texts(duel, None, 11)[-2:] == ["Bung dies.", "Froodal wins the duel."]


def test_a_report_has_exactly_the_events_that_the_viewer_saw() -> None:
    for duel in known_duels():
        for viewer in (*(wizard.name for wizard in duel.wizards), None, engine.EVERYTHING):
            for entry in engine.view(duel, viewer)["rounds"]:
                told = texts(duel, viewer, entry["number"])
                assert sorted(told) == sorted(event["text"] for event in entry["events"])


def blind_white(**black: str) -> engine.Duel:
    blinded = duel_of("standard", Black=BLINDING, White="-----")
    return next_round(blinded, Black={"left": "-", "right": "-", **black}, White={"left": "W"})


def unseen_black(**black: str) -> engine.Duel:
    hidden = duel_of("standard", Black=INVISIBLE, White="----")
    return next_round(hidden, Black={"left": "-", "right": "-", **black}, White={"left": "W"})


FORMS = ("show", "describe", "transcript")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("make", "viewers"), [(blind_white, ["White"]), (unseen_black, ["White", None])])
def test_reports_do_not_depend_on_hidden_hands(form: str, make: Any, viewers: list[str | None]) -> None:
    one, other = make(left="W", right="F"), make(left="C", right="-")
    tell = getattr(engine, form)
    for viewer in viewers:
        assert tell(one, viewer) == tell(other, viewer)
        assert engine.report(one, viewer, one.number) == engine.report(other, viewer, other.number)
    assert tell(one) != tell(other)
    assert tell(one, "Black") != tell(other, "Black")


def test_hidden_hands_are_question_marks_in_the_table() -> None:
    assert table(blind_white(), "White")[-1] == ["6", "?", "?", "15", "W", "-", "15"]
    assert table(unseen_black(), None)[-1] == ["5", "?", "?", "15", "W", "-", "15"]
    assert table(unseen_black(), "Black")[-1] == ["5", "-", "-", "15", "W", "-", "15"]


def test_a_blind_wizards_report_has_own_hands_and_effects() -> None:
    told = texts(blind_white(left="W"), "White", 6)
    assert told == ["White waves its left hand and rests its right hand."]


def test_the_genders_of_the_wizards_are_in_the_report() -> None:
    wizards = [{"name": "Black", "gender": "m"}, {"name": "White", "gender": "f"}, {"name": "Grey", "gender": "x"}]
    duel = engine.start("classic", wizards)
    orders = {name: {"left": "P", "right": "W"} for name in ("Black", "White", "Grey")}
    text = " ".join(texts(engine.settle(duel, orders), None, 1))
    assert "of his left hand and waves his right" in text
    assert "White casts Shield on herself" in text
    assert "Grey casts Shield on themselves" in text


@pytest.mark.parametrize("number", [0, 12, -3])
def test_a_report_of_an_unknown_round_is_an_error(number: int) -> None:
    with pytest.raises(engine.EngineError, match=f"round {number} is not known"):
        engine.report(sample("froodal-bung"), None, number)


@pytest.mark.parametrize("form", FORMS)
def test_a_viewer_outside_the_duel_is_an_error(form: str) -> None:
    with pytest.raises(engine.EngineError, match="nobody called 'Grey' is in this duel, only Froodal, Bung"):
        getattr(engine, form)(sample("froodal-bung"), "Grey")


def test_a_duel_that_has_not_begun_is_an_empty_table() -> None:
    duel = engine.start("classic", [{"name": "Black"}, {"name": "White"}])
    assert table(duel) == []
    assert engine.describe(duel) == ""
    assert engine.transcript(duel) == "Black against White. Rule set: Classic.\n"


def test_descriptions_have_all_events_and_transcripts_also_hands() -> None:
    duel = sample("froodal-bung")
    story, transcript = engine.describe(duel), engine.transcript(duel)
    for number in range(1, 12):
        for text in texts(duel, engine.EVERYTHING, number):
            assert f"\n  {text}\n" in story
    assert transcript.startswith("Froodal against Bung. Rule set: Standard.\n\nRound 1\n  Froodal: W D\n  Bung: W P*\n")
    assert [line for line in transcript.split("\n")[2:] if line not in story.split("\n")] == [
        f"  {name}: {left} {right}"
        for _, *cells in table(duel)
        for name, (left, right, _) in (("Froodal", cells[:3]), ("Bung", cells[3:]))
    ]


@pytest.mark.parametrize("form", FORMS)
def test_a_duel_can_be_described_in_another_language(form: str) -> None:
    duel = sample("froodal-bung")
    text = getattr(engine, form)(duel, None, in_greek_letters())
    own = {"Froodal", "Bung", "Standard", *"CDFPSW"}
    assert set(re.findall("[A-Za-z]+", text)) <= own
    assert len(text) > 300


def test_the_rules_can_be_read_in_another_language() -> None:
    english, greek = engine.rule_table(), engine.rule_table(in_greek_letters())
    assert english.keys() == greek.keys()
    assert not any(re.search("[A-Za-z]", rule["text"]) for rule in greek.values())


@pytest.mark.parametrize("form", FORMS)
def test_the_command_line_prints_reports_for_any_viewer(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = GOLDEN / "bartle-sample.json"
    assert main([form, str(file), "--viewer", "White"]) == 0
    assert capsys.readouterr().out == getattr(engine, form)(engine.load(read(file)), "White")
    assert main([form, str(file)]) == 0
    assert capsys.readouterr().out == getattr(engine, form)(engine.load(read(file)))


def test_the_command_line_rejects_strangers_and_invalid_records(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["show", str(GOLDEN / "bartle-sample.json"), "--viewer", "Grey"]) == 2
    assert "nobody called 'Grey' is in this duel" in capsys.readouterr().err
    file = tmp_path / "no.json"
    file.write_text(json.dumps({"format": "else"}), encoding="utf-8")
    assert main(["describe", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def stopped_time(*, stab: bool) -> engine.Duel:
    """Return a duel in which Black stops time in round 4 and acts alone in round 5, stabbing if `stab` is true."""
    duel = duel_of("standard", Black=("SPPC", "---C"), White=("----", "----"))
    duel = engine.settle(duel, {"Black": {"left": ">" if stab else "W", "right": "D"}})
    return next_round(duel, Black={"left": "-", "right": "-"}, White={"left": "W"})


def test_outside_a_stopped_time_reports_have_only_own_wounds() -> None:
    hurt = stopped_time(stab=True)
    assert texts(hurt, "White", 5) == ["Something unseen hits White for 1 point: someone stopped time."]
    assert [line[0] for line in table(hurt, "White")] == ["1", "2", "3", "4", "5", "6"]
    assert table(hurt, "White")[4] == ["5", "15", "14"]
    assert "stabs" not in engine.transcript(hurt, "White")
    assert "Black stabs White for 1 point." in engine.transcript(hurt, "Black")


@pytest.mark.parametrize("viewer", ["White", None])
def test_outside_a_stopped_time_reports_omit_harmless_rounds(viewer: str | None) -> None:
    duel = stopped_time(stab=False)
    assert [line[0] for line in table(duel, viewer)] == ["1", "2", "3", "4", "6"]
    assert "Round 5" not in engine.describe(duel, viewer)
    with pytest.raises(engine.EngineError, match="round 5 is not known"):
        engine.report(duel, viewer, 5)
    assert table(duel, "Black")[4] == ["5", "W", "D", "15", "15"]


def test_tables_and_descriptions_have_both_pairs_of_haste() -> None:
    duel = duel_of("classic", Black=("PWPWWC", "-----C"), White=("-" * 6, ""))
    orders = {"left": "S", "right": "W", "second": {"left": "D", "right": "-"}}
    duel = engine.settle(duel, {"Black": orders, "White": {"left": "P", "right": "D"}})
    assert table(duel)[-2:] == [["7", "S", "W", "P*", "D"], ["D*", "-", "15", "15"]]
    assert "In haste: Black casts Magic Missile on White." in texts(duel, None, 7)
    assert "  Black: D* -\n" in engine.transcript(duel)


def test_a_view_has_events_in_the_order_of_the_report() -> None:
    moved = 0
    for duel in known_duels():
        for viewer in (*(wizard.name for wizard in duel.wizards), None, engine.EVERYTHING):
            for entry in engine.view(duel, viewer)["rounds"]:
                sections = [SECTIONS.index(event["section"]) for event in entry["events"]]
                assert sections == sorted(sections)
                lines = engine.report(duel, viewer, entry["number"])["lines"]
                assert [event["text"] for event in entry["events"]] == [line["text"] for line in lines]
        happened = [words(event.type, event.data, genders_of(duel)) for event in account(duel).events]
        moved += happened != [event["text"] for event in engine.view(duel, engine.EVERYTHING)["rounds"][-1]["events"]]
    assert moved
