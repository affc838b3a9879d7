import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from tests.engine.catalogues import events, fields, in_greek_letters, told_by_the_rules
from tests.engine.duels import duel_of
from tests.engine.golden import golden_duels
from tests.engine.plays import play_duel
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.engine.books import BOOKS
from wavinghands.engine.spells import SPELLS
from wavinghands.engine.words.english import ENGLISH, EVENTS, REASONS
from wavinghands.engine.words.prose import DERIVED, WORDED, place_name, spell_name, words

GENDERS = {"Black": "m", "White": "f", "Grey": "x", "Red": "n"}
TIMELY = ("haste", "time_stop", "delay_effect", "permanency")


@cache
def known_duels() -> tuple[engine.Duel, ...]:
    """Return duels with many kinds of events: some golden duels, and some random duels with each book."""
    names = list(golden_duels())
    some = (
        *names[::40],
        *[name for name in names if name.endswith("__at_a_monster")][::3],
        *[name for name in names if name.partition("/")[2].startswith(TIMELY)][::6],
    )
    golden = [engine.load(golden_duels()[name]["record"]) for name in some]
    return *golden, *(list(play_duel(book, number))[-1] for book in BOOKS for number in (1, 3))


def known_events() -> list[Json]:
    return [event for duel in known_duels() for event in events(duel)]


def said(type: str, genders: Mapping[str, str] = GENDERS, **facts: Any) -> str:
    return words(type, facts, genders)


def test_every_event_of_the_rules_has_a_sentence() -> None:
    told = told_by_the_rules("type")
    assert len(told) > 30
    assert told.keys() == {key.partition(".")[0] for key in EVENTS}


@pytest.mark.parametrize(("type", "name"), [("fails", "why"), ("misses", "why"), ("attack", "result")])
def test_every_why_of_the_rules_has_a_sentence(type: str, name: str) -> None:
    found = {f"{type}.{why}" for why in told_by_the_rules(name)[type]}
    assert len(found) >= 3
    assert found - set(REASONS) == set()


def test_no_event_of_a_duel_has_the_fallback_reason() -> None:
    hung = [event for event in known_events() if event["type"] in ("fails", "misses", "attack", "stab", "spared")]
    keys = {".".join((event["type"], event.get("result") or event["why"])) for event in hung}
    assert len(keys) > 8
    assert keys - set(REASONS) - {"stab.nobody"} == set()


def test_every_sentence_is_complete_and_has_known_fields() -> None:
    facts: Json = dict.fromkeys(("wizard", "caster", "subject", "target", "mirror", "monster", "owner"), "White")
    facts |= dict.fromkeys(("into", "attacker", "victim", "by"), "White") | {"words": "Ha", "points": 1, "rounds": 4}
    facts |= {"left": "W", "right": "D", "hand": "left", "gesture": "W", "kind": "ogre", "wizards": ["Black", "White"]}
    facts |= dict.fromkeys(("spell", "effect", "cause"), "fear") | {"why": "fear"}
    for key, template in EVENTS.items():
        assert template.endswith((".", "”")), key
        for field in fields(template):
            role, _, form = field.rpartition("_")
            known = field in WORDED or field in DERIVED or field in facts
            assert known or (f"{form}.m" in ENGLISH["pronouns"] and (role in facts or role in DERIVED)), (key, field)


@pytest.mark.parametrize(
    ("wizard", "sentence"),
    [
        ("Black", "Black waves his left hand and points with his right hand."),
        ("White", "White waves her left hand and points with her right hand."),
        ("Grey", "Grey waves their left hand and points with their right hand."),
        ("Red", "Red waves its left hand and points with its right hand."),
        ("Stranger", "Stranger waves its left hand and points with its right hand."),
    ],
)
def test_sentences_about_hands_have_the_gender_of_the_wizard(wizard: str, sentence: str) -> None:
    assert said("gestures", wizard=wizard, left="W", right="D") == sentence


@pytest.mark.parametrize(
    ("caster", "target", "sentence"),
    [
        ("Black", "Black", "Black casts Shield on himself."),
        ("White", "White", "White casts Shield on herself."),
        ("Grey", "Grey", "Grey casts Shield on themselves."),
        ("Black", "White", "Black casts Shield on White."),
        ("Black", "left:White", "Black casts Shield on the monster of White’s left hand."),
        ("Black", "nobody", "Black casts Shield at no one."),
        ("Black", None, "Black casts Shield."),
    ],
)
def test_a_sentence_about_a_spell_names_its_target(caster: str, target: str | None, sentence: str) -> None:
    assert said("cast", caster=caster, spell="shield", hand="left", target=target) == sentence


def test_the_name_of_a_wizard_is_never_taken_for_a_keyword() -> None:
    assert place_name("left") == "left"
    assert said("cast", caster="left", spell="shield", hand="left", target="hand_his") == (
        "left casts Shield on hand_his."
    )
    assert said("says", wizard="Black", words="{caster} is a {spell}") == "Black says: “{caster} is a {spell}”"
    assert said("says", wizard="Black", words="nobody") == "Black says: “nobody”"


HEAT = {"effect": "resist_heat", "on": "Black", "since": 4, "by": "Black"}
COUNTER = {"spell": "counter_spell", "by": "White"}
FAILED = {"caster": "White", "spell": "fireball", "subject": "Black"}


@pytest.mark.parametrize(
    ("type", "facts", "sentence"),
    [
        (
            "fails",
            {**FAILED, "why": "resists", "because": HEAT},
            "White’s Fireball on Black fizzles: Black has resisted heat since round 4.",
        ),
        ("fails", {**FAILED, "why": "resists"}, "White’s Fireball on Black fizzles: Black resists the heat."),
        (
            "fails",
            {**FAILED, "why": "countered", "because": {"spell": "counter_spell", "by": None}},
            "White’s Fireball on Black fizzles: Counter-spell was cast.",
        ),
        (
            "fails",
            {**FAILED, "why": "clash", "because": [COUNTER, {"spell": "fear", "by": "Grey"}]},
            "White’s Fireball on Black fizzles: White cast Counter-spell and Grey cast Fear.",
        ),
        (
            "fails",
            {**FAILED, "why": "countered", "because": [COUNTER, COUNTER]},
            "White’s Fireball on Black fizzles: White cast Counter-spell.",
        ),
        ("fails", {**FAILED, "why": "clash", "because": []}, None),
        (
            "forced",
            {
                "wizard": "White",
                "hand": "left",
                "effect": "paralysis",
                "gesture": "F",
                "because": {"effect": "paralysis", "on": "White", "since": 3, "by": "Black"},
            },
            "White’s left hand is paralysed: wiggling its fingers (Black cast Paralysis on White in round 3).",
        ),
        (
            "idle",
            {"monster": "Gor", "why": "fear", "because": {"effect": "fear", "on": "Gor", "since": 3, "by": None}},
            "Gor does not attack: Fear has been on Gor since round 3.",
        ),
        ("idle", {"monster": "Gor", "why": "fear"}, "Gor does not attack: Fear prevents it."),
        (
            "spared",
            {"subject": "White", "spell": "fire_storm", "why": "countered"},
            "The Fire Storm does not hurt White: a Counter-spell guards her.",
        ),
        (
            "stab",
            {"attacker": "Black", "victim": "White", "result": "misses", "why": "blindness"},
            "Black’s knife misses White: Black cannot see.",
        ),
    ],
)
def test_an_event_gives_its_reason(type: str, facts: Json, sentence: str | None) -> None:
    told = words(type, facts, GENDERS)
    assert told == (sentence or words(type, {key: facts[key] for key in facts if key != "because"}, GENDERS))


@pytest.mark.parametrize(
    ("type", "facts", "sentence"),
    [
        ("banked", {"wizard": "White", "spell": "fear", "hand": "left"}, "White stores Fear for later."),
        ("banks", {"wizard": "White"}, "White stores a spell for later."),
        ("extended", {"caster": "White", "spell": "fear", "hand": "left"}, "White makes her Fear permanent."),
        (
            "hurt",
            {"subject": "White", "points": 1},
            "Something unseen hits White for 1 point: someone stopped time.",
        ),
        ("round_of", {"kind": "haste", "wizards": ["White"]}, "An extra round: only White can act."),
        (
            "round_of",
            {"kind": "time_stop", "wizards": ["Black", "White", "Grey"]},
            "Time stands still: only Black and White and Grey can act.",
        ),
        ("begins", {"subject": "White", "effect": "haste", "left": 3}, "White speeds up."),
        (
            "begins",
            {"subject": "White", "effect": "haste", "left": None},
            "White speeds up. It will not wear off.",
        ),
        ("begins", {"subject": "White", "effect": "resist_heat", "left": None}, "White resists heat."),
        ("begins", {"subject": "White", "effect": "amnesia", "left": 1}, "White will repeat these gestures."),
        (
            "begins",
            {"subject": "Gor", "effect": "amnesia", "left": 1, "kind": "goblin"},
            "Gor will forget its orders.",
        ),
        (
            "begins",
            {"subject": "Gor", "effect": "paralysis", "left": None, "kind": "goblin"},
            "Gor will be paralysed. It will not wear off.",
        ),
        (
            "begins",
            {"subject": "White", "effect": "paralysis", "left": 1, "hand": "left"},
            "White’s left hand will be paralysed.",
        ),
        ("stops_time", {"wizards": ["White"]}, "Time stops for all but White."),
        ("stops_time", {"monster": "Gor"}, "Gor attacks once more while time stands still."),
        ("ends", {"subject": "White", "effect": "blindness", "why": "time"}, "White can see again."),
        (
            "cast",
            {"caster": "White", "spell": "fear", "hand": "released", "target": "Black"},
            "White releases Fear on Black.",
        ),
        (
            "cast",
            {"caster": "White", "spell": "fear", "hand": "left", "target": "Black", "second": True},
            "In haste: White casts Fear on Black.",
        ),
        (
            "gestures",
            {"wizard": "White", "left": "C", "right": "C", "second": True},
            "In haste: White claps.",
        ),
        ("dies", {"wizard": "White", "cause": "forfeit"}, "White stops her own heart."),
        ("dies", {"monster": "Gor", "cause": "dispel_magic"}, "Gor is destroyed."),
        (
            "damage",
            {"subject": "White", "points": 1, "cause": "stab", "by": "White"},
            "White stabs herself for 1 point.",
        ),
    ],
)
def test_time_banking_and_permanency_have_sentences(type: str, facts: Json, sentence: str) -> None:
    assert words(type, facts, GENDERS) == sentence


def test_the_names_of_the_spells_are_those_of_their_definitions() -> None:
    assert {slug: spell_name(slug) for slug in SPELLS} == {slug: spell.name for slug, spell in SPELLS.items()}


def test_a_translated_duel_contains_no_english() -> None:
    greek = in_greek_letters()
    for event in known_events():
        told = words(event["type"], event, GENDERS, greek)
        strangers = set(re.findall("[A-Za-z]+", told)) - names_in(event)
        assert not strangers, (told, event)


def names_in(event: Json) -> set[str]:
    """Return the words in an event that are never translated: names and speech."""
    beings = ("wizard", "caster", "subject", "target", "owner", "monster", "mirror", "into", "attacker", "victim", "by")
    texts = [str(event.get(name) or "").rpartition(":")[2] for name in (*beings, "words")]
    causes = event.get("because") or []
    for cause in [causes] if isinstance(causes, Mapping) else causes:
        texts += [str(cause.get(name) or "") for name in ("on", "by", "monster")]
    return set(re.findall("[A-Za-z]+", " ".join((*texts, *event.get("wizards", ())))))


def test_another_language_may_have_its_own_forms_for_genders() -> None:
    french: Any = {
        **ENGLISH,
        "events": {**EVENTS, "begins.protection": "{subject} est protégé{subject_e}."},
        "pronouns": {"e.m": "", "e.f": "e", "e.n": "", "e.x": "·e"},
    }
    facts = {"effect": "protection"}
    told = [words("begins", {**facts, "subject": name}, GENDERS, french) for name in ("Black", "White", "Grey")]
    assert told == ["Black est protégé.", "White est protégée.", "Grey est protégé·e."]


def test_a_view_and_the_words_of_its_events_agree() -> None:
    duel = duel_of("classic", Black="SD", White=("--", "-P"))
    told = [event["text"] for event in events(duel)]
    assert "Black’s Magic Missile on White fizzles: White cast Shield." in told


def test_a_monster_of_both_hands_may_be_a_target() -> None:
    duel = engine.settle(engine.start("classic", [{"name": "Black"}, {"name": "White"}]), {"Black": rest("S")})
    duel = engine.settle(duel, {"Black": rest("D") | {"target": {"right": "both:White"}}})
    told = [event["text"] for event in engine.view(duel, None)["rounds"][-1]["events"]]
    assert "Black casts Magic Missile on the monster of White’s hands." in told


def rest(right: str) -> Json:
    return {"left": "-", "right": right}
