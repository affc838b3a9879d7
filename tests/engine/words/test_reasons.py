import re

import pytest

from tests.engine.catalogues import events, told_by_the_rules
from tests.engine.duels import duel_of, next_round
from tests.engine.golden import GOLDEN, read
from tests.engine.test_golden import SAMPLES
from tests.engine.words.test_prose import known_events
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.engine.spells import SPELLS
from wavinghands.engine.states import states
from wavinghands.engine.words.prose import closest
from wavinghands.engine.words.reasons import NO_RULE, RULE_OF, RULES, rule_id


def test_every_type_of_event_has_a_rule() -> None:
    types = told_by_the_rules("type").keys()
    assert len(types) > 30
    assert types == {key.partition(".")[0] for key in RULE_OF}


@pytest.mark.parametrize(
    ("type", "name"), [("fails", "why"), ("misses", "why"), ("attack", "result"), ("surrenders", "how")]
)
def test_every_why_has_its_own_rule(type: str, name: str) -> None:
    found = {f"{type}.{why}" for why in told_by_the_rules(name)[type]}
    assert len(found) >= 2
    assert found - set(RULE_OF) <= {"surrenders.word"}


def test_every_event_of_a_duel_has_a_rule_in_the_table() -> None:
    table = engine.rule_table()
    for event in known_events():
        rule = event["rule"]
        assert {"source": rule["source"], "ruling": rule["ruling"]}.items() <= table[rule["id"]].items()
        assert rule["id"] != NO_RULE, event


def test_the_table_has_each_rule_once_and_short() -> None:
    table = engine.rule_table()
    for slug, rule in table.items():
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", slug)
        assert re.fullmatch(r"[1-9](\.\d{1,2}){0,2}", rule["ruling"]), slug
        assert re.match(r"(Bartle|Firetop Mountain|spellcast|Warlocks)\b", rule["source"]), slug
        assert rule["text"].endswith("."), slug
        assert len(re.findall(r"[.:;] [A-Z]", rule["text"])) <= 2, slug
    texts = [rule["text"] for slug, rule in table.items() if not slug.startswith("summon_")]
    assert len(set(texts)) == len(texts)


def test_events_and_the_table_have_the_same_rules() -> None:
    named = {slug for slug in RULE_OF.values() if slug}
    assert named <= set(RULES)
    assert set(RULES) - named - set(SPELLS) == {NO_RULE}


@pytest.mark.parametrize(
    ("type", "facts", "rule"),
    [
        ("cast", {"spell": "fireball"}, "fireball"),
        ("forced", {"effect": "charm_person"}, "charm_person"),
        ("fails", {"spell": "fireball", "why": "resists"}, "resistant"),
        ("fails", {"spell": "fireball", "why": "countered"}, "counter_spell"),
        ("fails", {"spell": "fireball", "why": "no_effect"}, "fireball"),
        ("fails", {"spell": "fire_storm", "why": "cancelled"}, "elements"),
        ("fails", {"spell": "finger_of_death", "why": "cancelled"}, "death_and_life"),
        ("fails", {"spell": "raise_dead", "why": "cancelled"}, "death_and_life"),
        ("fails", {"spell": "fear", "why": "bound"}, "permanent_mind"),
        ("spared", {"spell": "ice_storm", "why": "resists"}, "resistant"),
        ("ends", {"effect": "fear", "why": "remove_enchantment"}, "remove_enchantment"),
        ("ends", {"effect": "blindness", "why": "time"}, "countdown"),
        ("ends", {"effect": "delay_effect", "why": "used"}, "delay_effect"),
        ("damage", {"cause": "stab", "by": "Black"}, "stab"),
        ("damage", {"cause": "monster", "by": "Gor"}, "attacks"),
        ("damage", {"cause": "elemental", "by": "Gor"}, "elementals"),
        ("damage", {"cause": "lightning_bolt", "by": "Black"}, "lightning_bolt"),
        ("idle", {"monster": "Gor", "why": "paralysis"}, "paralysis"),
        ("stab", {"result": "misses", "why": "blindness"}, "blind_caster"),
        ("stab", {"result": "misses", "why": "invisibility"}, "unseen_target"),
        ("destroyed", {"monster": "Gor", "why": "elements"}, "elements"),
        ("destroyed", {"monster": "Gor", "why": "blindness"}, "blindness"),
        ("dies", {"wizard": "Black", "cause": "wounds"}, "death"),
        ("dies", {"wizard": "Black", "cause": "poison"}, "poison"),
        ("dies", {"monster": "Gor", "cause": "dispel_magic"}, "dispel_magic"),
        ("surrenders", {"how": "palms"}, "surrender"),
        ("surrenders", {"how": "word"}, "forfeit"),
        ("hurt", {"points": 1}, "time_stop"),
        ("round_of", {"kind": "haste"}, "haste"),
        ("round_of", {"kind": "time_stop"}, "time_stop"),
        ("banked", {"spell": "fear"}, "delay_effect"),
        ("extended", {"spell": "fear"}, "permanency"),
    ],
)
def test_the_rule_is_the_one_that_decided(type: str, facts: Json, rule: str) -> None:
    assert rule_id(type, facts) == rule


def test_an_unknown_event_has_no_rule() -> None:
    with pytest.raises(KeyError):
        rule_id("sings", {})
    assert closest({"a": "1", "a.b": "2"}, "a.b.c") == "2"


def test_the_reason_of_a_failed_second_poison_is_the_first() -> None:
    duel = duel_of("standard", Black="-", White=("-DWWFWD", "DWWFWD-"))
    (failed,) = (event for event in events(duel) if event["type"] == "fails")
    assert failed["text"] == "White’s Poison on Black fizzles: White cast Poison on Black in round 6."


def test_a_miss_has_its_target_and_its_reason() -> None:
    duel = duel_of("classic", Black=("PPWS-", "--WS-"), White="---SD")
    (missed,) = (event for event in events(duel) if event["type"] == "misses")
    assert missed["text"] == "White’s Magic Missile misses Black: Black became invisible in round 4."


def test_events_in_views_and_states_have_a_rule() -> None:
    duel = duel_of("standard", Black="FSSDD", White=("-WWFP", "-----"))
    expected = {"id": "resistant", "source": "Bartle, Resist Heat", "ruling": "4.6"}
    for event_list in (list(events(duel)), states(engine.dump(duel))["rounds"][-1]["events"]):
        assert [event["rule"] for event in event_list if event["type"] == "fails"] == [expected]


def test_the_rule_of_an_event_reveals_no_more_than_the_event() -> None:
    duel = next_round(duel_of("standard", Black=("PPWS", "--WS"), White="----"), White={"left": "P"})
    for viewer in ("White", None):
        for entry in engine.view(duel, viewer)["rounds"]:
            for event in entry["events"]:
                facts = {key: value for key, value in event.items() if key not in ("type", "text", "rule")}
                assert event["rule"]["id"] == rule_id(event["type"], facts)


@pytest.mark.parametrize("name", SAMPLES)
def test_each_cast_of_a_sample_game_has_the_rule_of_its_spell(name: str) -> None:
    rounds = states(read(GOLDEN / f"{name}.json"))["rounds"]
    casts = [event for entry in rounds for event in entry["events"] if event["type"] == "cast"]
    assert len(casts) > 10
    assert all(event["rule"]["id"] == event["spell"] for event in casts)
