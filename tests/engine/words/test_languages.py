"""Tests that the German texts are complete, state the same facts, and are made from the same events."""

from pathlib import Path
from typing import Any

import polib
import pytest

from tests.engine.catalogues import events, fields
from tests.engine.duels import duel_of
from tests.engine.golden import golden_duels
from wavinghands import engine
from wavinghands.engine.books import BOOKS
from wavinghands.engine.spells import SPELLS
from wavinghands.engine.words import languages
from wavinghands.engine.words.english import ENGLISH
from wavinghands.engine.words.prose import words
from wavinghands.engine.words.reasons import RULES

GERMAN = languages.CATALOGUES["de"]
FILE = languages.LOCALE / "de" / "LC_MESSAGES" / "engine.po"


def test_every_table_has_the_same_keys_in_both_languages() -> None:
    tables = set(ENGLISH) - {"pronouns"}
    assert not {table: GERMAN[table].keys() ^ ENGLISH[table].keys() for table in tables if not has_same_keys(table)}


def has_same_keys(table: str) -> bool:
    return GERMAN[table].keys() == ENGLISH[table].keys()


def test_translations_are_of_the_current_texts() -> None:
    translated = {entry.msgctxt: entry.msgid for entry in polib.pofile(str(FILE)) if entry.translated()}
    assert translated == languages.texts()


def test_every_text_is_in_the_template_with_its_own_context() -> None:
    entries = polib.pofile(languages.template())
    assert {entry.msgctxt: entry.msgid for entry in entries} == languages.texts()
    assert len(entries) == len(languages.texts())


def test_a_language_may_have_its_own_forms_and_missing_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    french = {
        "events.raised": "{subject} se relève, guéri{subject_e}{because}.",
        "pronouns": "e: - e - e",
    }
    entries = [polib.POEntry(msgctxt=key, msgid=languages.texts()[key], msgstr=text) for key, text in french.items()]
    file = polib.POFile()
    file.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    file.extend(entries)
    (tmp_path / "fr" / "LC_MESSAGES").mkdir(parents=True)
    file.save_as_mofile(str(tmp_path / "fr" / "LC_MESSAGES" / "engine.mo"))
    monkeypatch.setattr(languages, "LOCALE", tmp_path)
    catalogue = languages.translated("fr")
    assert words("raised", {"subject": "Ada"}, {"Ada": "f"}, catalogue) == "Ada se relève, guérie."
    assert words("raised", {"subject": "Merlin"}, {"Merlin": "m"}, catalogue) == "Merlin se relève, guéri."
    assert catalogue["pronouns"] == {"e.m": "", "e.f": "e", "e.n": "", "e.x": "e"}
    assert {table: catalogue[table] for table in set(ENGLISH) - {"events", "pronouns"}} == {
        table: ENGLISH[table] for table in set(ENGLISH) - {"events", "pronouns"}
    }


def _facts(template: str) -> set[str]:
    """Return the facts in a template. Leave out fields such as `wizard_his`, the grammatical form of a fact."""
    return {field for field in fields(template) if "_" not in field}


def _beings(template: str) -> set[str]:
    """Return the facts in a template. The field `wizard_his`, a grammatical form, counts as the fact `wizard`."""
    return {field.partition("_")[0] for field in fields(template)}


def test_a_sentence_has_the_same_facts_in_both_languages() -> None:
    for table in set(ENGLISH) - {"pronouns", "gestures"}:
        for key, template in ENGLISH[table].items():
            assert _facts(template) <= fields(GERMAN[table][key]) <= _beings(template), (table, key)


def test_every_spell_and_rule_has_a_name_and_a_text() -> None:
    assert GERMAN["names"].keys() == GERMAN["rules"].keys() == RULES.keys()
    assert SPELLS.keys() <= RULES.keys()
    assert len(set(GERMAN["names"].values())) == len(RULES)


@pytest.mark.parametrize("book", BOOKS)
def test_every_option_of_a_book_has_a_text(book: str) -> None:
    told, known = GERMAN["options"], set[str]()
    for row in engine.options_table(book):
        words_of_values = {f"{row['name']}.{it['value']}" for it in row["values"] if isinstance(it["value"], str)}
        known |= {row["group"], row["name"], f"{row['name']}.meaning", *words_of_values}
    assert known - told.keys() == set()
    assert told.keys() - known - {f"{slug}{more}" for slug in BOOKS for more in ("", ".summary")} == {"yes", "no"}
    assert engine.books(GERMAN)[book].summary != BOOKS[book].summary


def some_records() -> list[dict[str, Any]]:
    return [golden["record"] for golden in golden_duels().values()][::60]


def test_every_kind_of_event_has_a_german_sentence() -> None:
    for record in some_records():
        duel = engine.load(record)
        genders = {wizard.name: wizard.gender for wizard in duel.wizards}
        for event in events(duel):
            told = words(event["type"], event, genders, GERMAN)
            assert told.endswith((".", "“"))
            assert told != event["text"]


def test_a_german_view_differs_only_in_its_sentences() -> None:
    duel = engine.load(some_records()[0])
    english, german = (engine.view(duel, None, catalogue=engine.CATALOGUES[code]) for code in ("en", "de"))
    told = [[entry.pop("text") for round in view["rounds"] for entry in _copied(round)] for view in (english, german)]
    assert len(told[0]) == len(told[1]) > 0
    assert set(told[0]).isdisjoint(told[1])
    assert _bare(english) == _bare(german)
    assert engine.view(duel, None) == english  # a cache must not mix languages


def _copied(round: dict) -> list[dict]:
    return [dict(event) for event in round["events"]]


def _bare(view: dict) -> dict:
    """Return a viewer's view of a duel without its sentences."""
    rounds = [
        {
            **round,
            "events": [{name: fact for name, fact in event.items() if name != "text"} for event in round["events"]],
        }
        for round in view["rounds"]
    ]
    return {**view, "rounds": rounds}


def test_questions_in_german_have_the_same_choices() -> None:
    duel = duel_of("classic", Black=("SF", "SW"), White="DP")
    english, german = (engine.request(duel, "Black", catalogue=engine.CATALOGUES[code]) for code in ("en", "de"))
    assert english is not None
    assert german is not None
    assert english.keys() == german.keys()
    spells = {entry["name"] for table in german["completes"]["left"].values() for entry in table}
    assert spells <= set(GERMAN["names"].values())
    assert {there["name"] for there in german["targets"]} >= {"niemand", "das Monster der linken Hand von Black"}
    assert [there["ref"] for there in german["targets"]] == [there["ref"] for there in english["targets"]]


def test_a_book_in_german_is_sorted_by_its_german_names() -> None:
    rows = engine.book_table("classic", catalogue=GERMAN)
    assert [row["name"] for row in rows] == sorted(row["name"] for row in rows)
    assert {row["name"]: row["effect"] for row in rows}["Feuerball"].startswith("5 Punkte Schaden")
