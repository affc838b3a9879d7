"""Tests for the example spells in docs/adding-a-spell.md.

`test_adding.py` adds these spells to a copy of the engine, and runs these tests there.
"""

import json
from random import Random

import pytest

from tests.engine.coverage import wanted
from tests.engine.duels import duel_of, last_round, next_round, request_of, wizard
from tests.engine.players import RandomPlayer
from wavinghands import engine
from wavinghands.engine.__main__ import main
from wavinghands.engine.states import states

NEW = {"stone_dart": "DWS", "brand": "FFS", "stupor": "FDS"}
HURTING = {"stone_dart", "brand"}


def texts(duel: engine.Duel, number: int | None = None) -> list[str]:
    return [line["text"] for line in engine.report(duel, None, number or duel.number)["lines"]]


@pytest.mark.parametrize("book", engine.BOOKS)
@pytest.mark.parametrize("slug", NEW)
def test_the_books_show_the_new_spells_in_all_three_orders(book: str, slug: str) -> None:
    for order in ("name", "gestures", "reversed"):
        row = next(row for row in engine.book_table(book, by=order) if row["slug"] == slug)
        assert row["gestures"] == [NEW[slug][:: -1 if order == "reversed" else 1]]
        assert {"dispel_magic", "counter_spell", "magic_mirror"} <= set(row["stopped_by"])
        assert ("remove_enchantment" in row["stopped_by"]) == (slug != "stone_dart")
        assert row["source"].startswith("A house rule")


def test_the_command_line_prints_the_new_spells(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "warlocks"]) == 0
    printed = capsys.readouterr().out
    assert "Stone Dart" in printed
    assert "Brand" in printed


@pytest.mark.parametrize("slug", NEW)
def test_golden_duels_of_the_new_spells_are_required(slug: str) -> None:
    assert {f"{slug}__usual", f"{slug}__countered"} <= set(wanted("nomonsters"))


@pytest.mark.parametrize("slug", NEW)
def test_each_new_spell_has_a_rule_text(slug: str) -> None:
    rule = engine.rule_table()[slug]
    assert rule["source"] == "A house rule"
    assert rule["text"]


@pytest.mark.parametrize(("slug", "gestures"), NEW.items())
def test_a_request_and_the_lookahead_offer_the_new_spells(slug: str, gestures: str) -> None:
    duel = duel_of("standard", Black=gestures[:2], White="--")
    asked = request_of(duel, "Black")
    (offered,) = asked["completes"]["left"][gestures[2]]
    assert (offered["spell"], offered["target"]) == (slug, "White")
    assert asked["ahead"]["wizards"]["Black"]["left"][0][gestures[2]] == [slug]
    first = request_of(engine.start("standard", [{"name": "Black"}, {"name": "White"}]), "Black")
    assert slug in first["paths"]["left"][gestures[0]]
    assert slug in request_of(duel, "White")["ahead"]["wizards"]["Black"]["left"][0][gestures[2]]


def test_the_dart_ignores_shields_and_is_countered_and_reflected() -> None:
    assert wizard(duel_of("classic", Black="DWS", White="--P"), "White")["hp"] == 13
    countered = duel_of("classic", Black="DWS", White="WWS")
    assert wizard(countered, "White")["hp"] == 15
    assert "Black’s Stone Dart on White fizzles: White cast Counter-spell." in texts(countered)
    turned_back = duel_of("classic", Black="DWS", White=("-CW", "-CW"))
    assert wizard(turned_back, "Black")["hp"] == 13


def test_the_dart_has_its_name_in_view_and_record_and_a_rule() -> None:
    duel = duel_of("classic", Black="DWS", White="---")
    damage = next(event for event in last_round(duel)["events"] if event["type"] == "damage")
    assert (damage["text"], damage["rule"]["id"]) == ("Stone Dart hits White for 2 points.", "stone_dart")
    (cast,) = states(engine.dump(duel))["rounds"][-1]["cast"]
    assert cast == {"caster": "Black", "spell": "stone_dart", "hand": "left", "target": "White"}


def test_the_brand_lasts_is_seen_by_all_and_passes() -> None:
    duel = duel_of("classic", Black="FFS", White="---")
    seen = [wizard(duel, "White", viewer)["effects"]["brand"] for viewer in ("Black", "White", None)]
    assert seen == [3, 3, 3]
    for left in (2, 1):
        duel = next_round(duel)
        assert wizard(duel, "White")["effects"] == {"brand": left}
    duel = next_round(duel)
    assert wizard(duel, "White")["effects"] == {}
    assert "Brand on White ends." in texts(duel)


def test_the_brand_burns_its_subject_until_it_is_removed() -> None:
    burnt = duel_of("classic", Black="FFSFFS", White="------")
    assert wizard(burnt, "White")["hp"] == 11
    removed = duel_of("classic", Black="FFSFFS", White="-PDWP-", more={5: {"White": {"target": {"left": "White"}}}})
    assert "Brand on White ends: Remove Enchantment undoes it." in texts(removed, 5)
    assert wizard(removed, "White")["hp"] == 15
    assert wizard(removed, "White")["effects"] == {"brand": 3}


def test_permanency_makes_the_brand_last() -> None:
    duel = duel_of("classic", Black="SPFPSDWFFS", White="-" * 10)
    assert wizard(duel, "White")["effects"] == {"brand": "permanent"}
    asked = request_of(duel_of("classic", Black="SPFPSDWFF", White="-" * 9), "Black")
    assert "brand" in asked["permanent"]["spells"]
    assert "stone_dart" not in asked["permanent"]["spells"]


@pytest.mark.parametrize("book", engine.BOOKS)
def test_the_stupor_binds_both_hands_for_a_round_and_adds_a_note(book: str) -> None:
    duel = duel_of(book, Black="FDS", White="---")
    asked = request_of(duel, "White")
    assert asked["notes"] == [{"effect": "stupor", "text": "You are in a stupor: your hands do nothing."}]
    assert [asked["hands"][hand]["gestures"] for hand in ("left", "right")] == [["-"], ["-"]]
    duel = next_round(duel, White={"left": "P", "right": ">"})
    made = last_round(duel)["gestures"]["White"]
    assert (made["left"], made["right"], set(made["forced"].values())) == ("-", "-", {"stupor"})
    assert request_of(duel, "White")["notes"] == []


def test_the_stupor_clashes_stills_monsters_and_can_be_extended() -> None:
    clashing = duel_of("classic", Black=("FDS", "SWD"), White="---")
    assert wizard(clashing, "White")["effects"] == {}
    monster = {3: {"Black": {"target": {"left": "right:White"}}}}
    stilled = duel_of("classic", Black="FDS", White=("---", "SFW"), more=monster)
    assert wizard(stilled, "Black")["hp"] == 15
    assert any("Stupor prevents it" in text for text in texts(stilled))
    lasting = duel_of("classic", Black="SPFPSDWFDS", White="-" * 10)
    assert wizard(lasting, "White")["effects"] == {"stupor": "permanent"}


@pytest.mark.parametrize("book", engine.BOOKS)
def test_random_duels_with_the_new_spells_have_no_errors_and_replay(book: str) -> None:
    die = Random(book)
    seen: set[str] = set()
    for number in range(20):
        duel = played_at_random(book, number, die)
        again = engine.load(json.loads(json.dumps(engine.dump(duel))))
        assert engine.view(again, engine.EVERYTHING) == engine.view(duel, engine.EVERYTHING)
        assert engine.transcript(duel)
        events = [event for entry in engine.view(duel, engine.EVERYTHING)["rounds"] for event in entry["events"]]
        seen |= {event["cause"] for event in events if event["type"] == "damage"}
        if seen >= HURTING:
            return
    raise AssertionError(f"not all of {HURTING} have hurt anybody")


def played_at_random(book: str, number: int, die: Random) -> engine.Duel:
    """Play a random duel between two wizards who want to cast only the new spells."""
    duel = engine.start(book, [{"name": "Black"}, {"name": "White"}], seed=number)
    players = {
        name: RandomPlayer(die, wishes=["stone_dart", "brand", "brand", "brand", "stupor"]) for name in duel.acting
    }
    while duel.result is None and duel.number < 30:
        orders = {name: players[name].orders(request_of(duel, name)) for name in duel.acting}
        duel = engine.settle(duel, {name: engine.check_orders(duel, name, given) for name, given in orders.items()})
    return duel
