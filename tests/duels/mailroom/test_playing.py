import json
import re
from typing import Any

import pytest
from django.db import transaction

from accounts.models import Mage
from duels.models import Duel, Round, Seat
from duels.play.loading import table
from duels.play.tables import put
from duels.play.transaction import submit_answers, submit_orders
from duels.viewing.duels import record
from tests.builders import a_mage
from tests.duels.mailroom.ordersets import Claimed, does, done, orders, refused
from tests.duels.tables import a_duel
from tests.servers import ROOT
from wavinghands import engine

pytestmark = pytest.mark.django_db

GOLDEN = ROOT / "tests" / "golden"
SLOTS = {"left": "LH", "right": "RH", "both": "BH"}


@pytest.fixture
def duel() -> Duel:
    return a_duel(a_mage("Merlyn"), a_mage("Froodal"), book="standard")


def mage(name: str) -> Mage:
    return Mage.objects.get(name=name)


def sealed(duel: Duel, name: str) -> Any:
    return duel.seats.get(name=name).orders


def give(duel: Duel, name: str, *lines: str) -> str:
    return does(mage(name).owner, orders(duel, mage(name), *lines))


def given(duel: Duel, name: str) -> dict[str, Any]:
    """Return a wizard's orders in the last round."""
    return duel.rounds.order_by("-number")[0].orders[name]


def play(duel: Duel, *rounds: str) -> None:
    """Play these rounds, and answer questions with the defaults.

    In "WP SS", the first wizard makes W with the left hand and P with the right, and the second wizard makes S and S.
    """
    names = [seat.name for seat in duel.seats.all()]
    for pairs in rounds:
        duel.refresh_from_db()
        for name, (left, right) in zip(names, pairs.split(), strict=True):
            submit_orders(duel=duel, wizard=name, round_number=duel.round, orders={"left": left, "right": right})
        answer_as_usual(duel)
    duel.refresh_from_db()


def answer_as_usual(duel: Duel) -> None:
    while (there := table(duel.slug)).duel.asking:
        for name in there.waiting():
            answers: dict[str, Any] = {}
            for question in there.questions[name]:
                put(answers, question["field"], question["default"])
            submit_answers(duel=duel, wizard=name, round_number=there.duel.round, answers=answers)


def as_email(record_orders: dict[str, Any], slug: str, name: str, number: int) -> str:
    """Return orders from a duel record as the text of an e-mail."""

    def named(ref: str) -> str:
        hand, colon, wizard = ref.partition(":")
        return f"{SLOTS[hand]}:{wizard}" if colon else ref

    lines = [f"game {slug} {name}", f"turn {number}", f"lh {record_orders['left']}", f"rh {record_orders['right']}"]
    for hand, spell in record_orders.get("cast", {}).items():
        lines.append(f"CHOOSE {SLOTS[hand]} {spell.replace('_', ' ')}")
    for hand, ref in record_orders.get("target", {}).items():
        lines.append(f"TARGET {SLOTS[hand]} {named(ref)}")
    for monster, ref in record_orders.get("attack", {}).items():
        lines.append(f"TARGET {named(monster)} {named(ref)}")
    for other, hand in record_orders.get("paralyze", {}).items():
        lines.append(f"PARALYZE {SLOTS[hand]} {other}")
    for other, how in record_orders.get("direct", {}).items():
        lines.append(f"DIRECT {SLOTS[how['hand']]} {how['gesture']} {other}")
    return "\n".join([*lines, "END"])


def test_orders_for_both_hands_are_sealed_and_confirmed(duel):
    told = give(duel, "Merlyn", "LH P", "RH >", "TARGET RH froodal", 'SAY "Have at thee"')
    assert sealed(duel, "Merlyn") == {"left": "P", "right": ">", "target": {"right": "Froodal"}, "say": "Have at thee"}
    assert "   LH P\n   RH >\n   SAY Have at thee\n   TARGET RH Froodal" in told
    assert "Waiting for Froodal." in told


def test_the_last_orders_play_the_round_and_the_reply_reports_it(duel):
    give(duel, "Merlyn", "LH P", "RH S")
    told = give(duel, "Froodal", "LH W", "RH W")
    duel.refresh_from_db()
    assert duel.round == 2
    assert "Round 1 has been played." in told


def test_orders_can_be_changed_until_the_round_is_played(duel):
    give(duel, "Merlyn", "LH P", "RH S")
    give(duel, "Merlyn", "LH D", "RH S")
    assert sealed(duel, "Merlyn") == {"left": "D", "right": "S"}


def test_the_subject_of_the_reply_names_the_opponents(duel):
    merlyn = mage("Merlyn")
    assert done(merlyn.owner, orders(duel, merlyn, "LH P", "RH S")).subject == "Merlyn against Froodal"


def test_game_without_orders_returns_the_report(duel):
    told = give(duel, "Merlyn")
    assert "Froodal" in told
    assert sealed(duel, "Merlyn") is None


def test_the_duel_is_found_by_the_mage(duel):
    does(mage("Merlyn").owner, "MAGE merlyn\nLH P\nRH S\nEND")
    assert sealed(duel, "Merlyn") == {"left": "P", "right": "S"}


def test_of_two_duels_the_one_waiting_for_the_mage_is_found(duel):
    other = a_duel(mage("Merlyn"), a_mage("Bung"))
    told = refused(mage("Merlyn").owner, "MAGE Merlyn\nLH P\nRH S\nEND")
    assert duel.slug in told
    assert other.slug in told
    give(duel, "Merlyn", "LH P", "RH S")
    does(mage("Merlyn").owner, "MAGE Merlyn\nLH D\nRH D\nEND")
    assert sealed(other, "Merlyn") == {"left": "D", "right": "D"}


def test_a_reply_needs_no_game_line(duel):
    does(mage("Merlyn").owner, "LH P\nRH S\nEND", claim=Claimed(duel.slug, 1))
    assert sealed(duel, "Merlyn") == {"left": "P", "right": "S"}


def test_a_reply_to_the_report_of_another_round_is_refused(duel):
    assert "round 1" in refused(mage("Merlyn").owner, "LH P\nRH S\nEND", claim=Claimed(duel.slug, 7))
    assert sealed(duel, "Merlyn") is None


def test_orders_for_another_round_are_refused_with_their_line(duel):
    told = refused(mage("Merlyn").owner, orders(duel, mage("Merlyn"), "TURN 10", "LH P", "RH S"))
    assert "Line 2: TURN 10" in told
    assert sealed(duel, "Merlyn") is None


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("TARGET LH Zarquon", "no Zarquon"),
        ("TARGET RH RH:Zarquon", "no RH:Zarquon"),
        ("TARGET Grub Merlyn", "no monster called Grub"),
        ("TARGET RH:Merlyn Zarquon", "no Zarquon"),
        ("CHOOSE LH Wombat", "no spell called Wombat"),
        ("PARALYZE LH Zarquon", "no wizard called Zarquon"),
        ("DIRECT LH P Zarquon", "no wizard called Zarquon"),
    ],
)
def test_unknown_names_are_refused_with_their_line_and_no_example(duel, line, says):
    told = refused(mage("Merlyn").owner, orders(duel, mage("Merlyn"), "LH P", "RH S", line))
    assert says in told
    assert f"Line 4: {line}" in told
    assert "Expected: " in told
    assert "For example:" not in told, "the line is well formed, so an example would not help"
    assert sealed(duel, "Merlyn") is None


def test_mages_without_a_seat_are_refused(duel):
    stranger = a_mage("Stranger")
    assert "aren’t playing in this duel" in refused(stranger.owner, orders(duel, mage("Merlyn"), "LH P", "RH S"))
    assert "no mage called" in refused(stranger.owner, "MAGE Merlyn\nEND")
    assert "no duel 99" in refused(stranger.owner, "GAME 99 Stranger\nEND")
    assert "isn’t in a duel" in refused(stranger.owner, "MAGE Stranger\nEND")
    assert "GAME, MOVE or MAGE" in refused(stranger.owner, "LH P\nRH P\nEND")


def test_orders_without_hands_are_refused(duel):
    assert "a gesture for each hand" in refused(mage("Merlyn").owner, orders(duel, mage("Merlyn"), "SAY hello"))


def test_orders_for_a_finished_duel_are_refused(duel):
    give(duel, "Merlyn", "LH P", "RH P")
    give(duel, "Froodal", "LH -", "RH -")
    assert "over" in refused(mage("Merlyn").owner, orders(duel, mage("Merlyn"), "LH P", "RH S"))


def test_a_spell_can_be_chosen_with_the_orders(duel):
    play(duel, "W- --", "W- --")
    give(duel, "Merlyn", "LH P", "RH -", "CHOOSE LH protection")
    give(duel, "Froodal", "LH -", "RH -")
    assert given(duel, "Merlyn")["cast"] == {"left": "protection"}


def test_a_monster_is_directed_before_and_after_it_is_summoned(duel):
    play(duel, "S- --", "F- --")
    give(duel, "Merlyn", "LH W", "RH -", "TARGET LH Merlyn", "TARGET LH:Merlyn nobody")
    assert sealed(duel, "Merlyn")["attack"] == {"left:Merlyn": "nobody"}
    give(duel, "Froodal", "LH -", "RH -")
    duel.refresh_from_db()
    (monster,) = table(duel.slug).state.monsters
    give(duel, "Merlyn", "LH -", "RH -", f"TARGET {monster.name.lower()} Froodal")
    assert sealed(duel, "Merlyn")["attack"] == {monster.name: "Froodal"}


def test_a_monster_being_summoned_can_be_charmed_as_in_the_rules(duel):
    play(duel, "-P --", "-S S-", "-D F-")
    give(
        duel,
        "Merlyn",
        "LH -",
        "RH D",
        "CHOOSE RH Charm Monster",
        "TARGET RH LH:Froodal         ; we want to charm his monster",
        "TARGET LH:Froodal Froodal    ; and to have it attack him",
    )
    give(duel, "Froodal", "LH W", "RH -")
    duel.refresh_from_db()
    (monster,) = table(duel.slug).state.monsters
    assert (monster.owner, monster.target) == ("Merlyn", "Froodal")


def test_a_paralysed_hand_is_chosen_with_the_next_orders(duel):
    play(duel, "-F --", "-F --", "-F --")
    give(duel, "Merlyn", "LH -", "RH -", "PARALYZE LH Froodal")
    assert sealed(duel, "Merlyn")["paralyze"] == {"Froodal": "left"}


def test_a_charmed_hand_is_directed_with_the_next_orders(duel):
    play(duel, "-P --", "-S --", "-D --", "-F --")
    give(duel, "Merlyn", "LH -", "RH -", "DIRECT LH P Froodal")
    assert sealed(duel, "Merlyn")["direct"] == {"Froodal": {"hand": "left", "gesture": "P"}}


def test_a_spell_is_banked_and_released(duel):
    play(duel, *("-D --", "-W --", "-S --", "-S --", "-S --", "-P --"))
    play(duel, "S- --")
    give(duel, "Merlyn", "LH D", "RH -", "DELAY LH")
    assert sealed(duel, "Merlyn")["delay"] == "left"
    give(duel, "Froodal", "LH -", "RH -")
    give(duel, "Merlyn", "LH -", "RH -", "FIRE")
    assert sealed(duel, "Merlyn")["fire"] is True


def test_a_spell_is_made_permanent(duel):
    play(duel, *("-S --", "-P --", "-F --", "-P --", "-S --", "-D --", "-W --"))
    give(duel, "Merlyn", "LH P", "RH -", "PERMANENT LH")
    assert sealed(duel, "Merlyn")["permanent"] == "left"


@pytest.mark.parametrize("book", engine.BOOKS)
def test_rounds_of_each_spell_book_are_played_by_e_mail(book):
    duel = a_duel(a_mage("Merlyn"), a_mage("Froodal"), book=book)
    for left, right in ("S>", "F-", "WP"):
        give(duel, "Merlyn", f"LH {left}", f"RH {right}")
        give(duel, "Froodal", "LH D", "RH W")
    duel.refresh_from_db()
    assert duel.round == 4
    assert duel.rounds.get(number=1).orders["Merlyn"]["left"] == "S"


def test_a_question_after_the_reveal_is_answered_with_the_same_commands():
    duel = a_duel(a_mage("Merlyn"), a_mage("Froodal"), book="classic")
    play(duel, "F- --", "F- --")
    give(duel, "Merlyn", "LH F", "RH -")
    told = give(duel, "Froodal", "LH -", "RH -")
    duel.refresh_from_db()
    assert duel.asking
    assert "revealed" in told
    assert "already revealed" in refused(mage("Merlyn").owner, orders(duel, mage("Merlyn"), "LH P", "RH P"))
    assert "you have no question to answer" in refused(mage("Froodal").owner, orders(duel, mage("Froodal"), "SAY no"))
    told = give(duel, "Merlyn", "PARALYZE RH Froodal")
    assert "   PARALYZE RH Froodal" in told
    assert given(duel, "Merlyn")["paralyze"] == {"Froodal": "right"}


def test_a_spell_can_be_chosen_after_the_reveal():
    duel = a_duel(a_mage("Merlyn"), a_mage("Froodal"), book="classic")
    play(duel, "W- --", "W- --")
    give(duel, "Merlyn", "LH P", "RH -")
    give(duel, "Froodal", "LH -", "RH -")
    duel.refresh_from_db()
    assert duel.asking
    assert "answer with one of" in refused(
        mage("Merlyn").owner, orders(duel, mage("Merlyn"), "CHOOSE LH magic missile")
    )
    assert "answered more questions" in refused(
        mage("Merlyn").owner, orders(duel, mage("Merlyn"), "CHOOSE LH Protection", "TARGET LH Froodal", "ELEMENTAL ICE")
    )
    give(duel, "Merlyn", "CHOOSE LH Protection", "TARGET LH Froodal")
    assert given(duel, "Merlyn")["cast"] == {"left": "protection"}
    assert given(duel, "Merlyn")["target"] == {"left": "Froodal"}


def test_a_rolled_back_round_is_not_kept_in_the_cache(duel):
    give(duel, "Froodal", "LH S", "RH S")
    with transaction.atomic():
        give(duel, "Merlyn", "LH >", "RH -")
        transaction.set_rollback(True)
    give(duel, "Merlyn", "LH -", "RH -")
    there = table(duel.slug)
    assert there.state.number == 1
    assert there.state.wizard("Froodal").hp == 15


def test_refused_answers_do_not_change_the_cached_round():
    duel = a_duel(a_mage("Merlyn"), a_mage("Froodal"), book="classic")
    play(duel, "F- --", "F- --")
    give(duel, "Merlyn", "LH F", "RH -")
    give(duel, "Froodal", "LH D", "RH S")
    merlyn = mage("Merlyn")
    assert "answered more questions" in refused(
        merlyn.owner, orders(duel, merlyn, "PARALYZE LH Froodal", "CHOOSE LH paralysis")
    )
    duel.refresh_from_db()
    assert (duel.round, duel.asking) == (3, True)
    give(duel, "Merlyn", "PARALYZE RH Froodal")
    assert table(duel.slug).state.wizard("Froodal").effects["paralysis"].hand == "right"


def test_second_orders_the_second_pair_of_a_hastened_wizard():
    duel = a_duel(a_mage("Merlyn"), a_mage("Froodal"), book="warlocks", options={"haste": "pair"})
    play(duel, *("P- --", "W- --", "P- --", "W- --", "W- --", "CC --"))
    request = engine.request(table(duel.slug).state, "Merlyn")
    assert request is not None
    assert request["second"]
    give(duel, "Merlyn", "LH S", "RH -", "SECOND LH D", "SECOND RH -", "SECOND TARGET LH Froodal")
    assert sealed(duel, "Merlyn")["second"] == {"left": "D", "right": "-", "target": {"left": "Froodal"}}


def test_second_gives_a_hastened_monster_a_second_victim(duel):
    duel = a_duel(a_mage("Ged"), a_mage("Bung"), book="classic")
    play(duel, *("S- --", "F- --", "W- --", "P- --", "W- --", "P- --", "W- --", "W- --"))
    (monster,) = table(duel.slug).state.monsters
    give(duel, "Ged", "LH C", "RH C", "CHOOSE BH Haste", f"TARGET BH {monster.name}")
    give(duel, "Bung", "LH -", "RH -")
    answer_as_usual(duel)
    report = give(duel, "Ged")
    assert f" TARGET {monster.name} Bung\n ; SECOND TARGET {monster.name} Bung\n" in report
    give(duel, "Ged", "LH -", "RH -", f"TARGET {monster.name} Bung", f"SECOND TARGET {monster.name} nobody")
    assert sealed(duel, "Ged")["second"] == {"attack": {monster.name: "nobody"}}


def test_in_a_time_stop_only_the_acting_wizard_orders_and_sees_it(duel):
    play(duel, *("S- --", "P- --", "P- --"))
    give(duel, "Merlyn", "LH C", "RH C", "CHOOSE BH Time Stop", "TARGET BH Merlyn")
    told = give(duel, "Froodal", "LH -", "RH -")
    duel.refresh_from_db()
    assert (duel.round, table(duel.slug).state.acting) == (5, ("Merlyn",))
    assert "Round 5: your orders" in give(duel, "Merlyn")
    assert "Nothing to do right now" in give(duel, "Froodal")
    refused(mage("Froodal").owner, orders(duel, mage("Froodal"), "LH >", "RH -"))
    give(duel, "Merlyn", "TURN 5", "LH >", "RH -", "TARGET LH Froodal")
    duel.refresh_from_db()
    assert (duel.round, len(table(duel.slug).state.acting)) == (6, 2)
    assert "Round 5" in give(duel, "Froodal"), "the report comes when the round is over"
    assert "Round 5" not in told
    assert table(duel.slug).state.wizard("Froodal").hp == 14


def test_a_reply_to_a_blind_wizard_hides_unseen_gestures(duel):
    play(duel, *("D- --", "W- --", "F- --", "F- --"))
    give(duel, "Merlyn", "LH D", "RH D", "CHOOSE BH Blindness", "TARGET BH Froodal")
    give(duel, "Froodal", "LH -", "RH -")
    give(duel, "Merlyn", "LH S", "RH F")
    told = give(duel, "Froodal", "LH W", "RH P", "TARGET RH Merlyn")
    assert "   LH        D   W   F   F   D*  ?\n   RH        -   -   -   -   D*  ?\n" in told
    assert "Merlyn snaps" not in told
    assert "   LH        D   W   F   F   D*  S\n" in give(duel, "Merlyn")
    assert given(duel, "Froodal")["target"] == {"right": "Merlyn"}


def test_gestures_of_an_invisible_wizard_are_hidden_from_others(duel):
    play(duel, *("PW --", "P- --", "WW --"))
    give(duel, "Merlyn", "LH S", "RH S", "CHOOSE BH Invisibility", "TARGET BH Merlyn")
    give(duel, "Froodal", "LH -", "RH -")
    give(duel, "Merlyn", "LH S", "RH F")
    told = give(duel, "Froodal", "LH >", "RH -", "TARGET LH Merlyn")
    assert re.search(r" Merlyn\n   LH .* S\*  \?\n   RH .* S\*  \?\n", told)
    assert re.search(r" Merlyn\n   LH .* S\*  S\n   RH .* S\*  F\n", give(duel, "Merlyn"))


def test_a_melee_can_be_played_by_e_mail():
    duel = a_duel(a_mage("Merlyn"), a_mage("Froodal"), a_mage("Grey Owl"), book="standard")
    give(duel, "Merlyn", "LH >", "RH P", "TARGET LH Grey Owl")
    give(duel, "Froodal", "LH S", "RH S")
    told = give(duel, "Grey Owl", "LH -", "RH >", "TARGET RH froodal")
    assert "Round 1 has been played." in told
    assert given(duel, "Merlyn")["target"] == {"left": "Grey Owl"}
    assert given(duel, "Grey Owl")["target"] == {"right": "Froodal"}


def test_the_duel_of_froodal_and_bung_by_e_mail_gives_its_record():
    known = json.loads((GOLDEN / "froodal-bung.json").read_text())
    expected = json.loads((GOLDEN / "froodal-bung.expected.json").read_text())
    duel = a_duel(a_mage("Froodal", gender="m"), a_mage("Bung", gender="m"), book="standard", seed=known["seed"])
    for entry in known["rounds"]:
        for name, orders_then in entry["orders"].items():
            does(mage(name).owner, as_email(orders_then, duel.slug, name, entry["number"]))
    duel.refresh_from_db()
    assert duel.result is not None
    assert duel.result["winners"] == ["Froodal"]
    played = record(duel)
    assert played == engine.dump(engine.load(known))
    health = {name: [] for name in ("Froodal", "Bung")}
    for state in engine.replay(played):
        for name, points in health.items():
            points.append(state.wizard(name).hp)
    assert health == expected["hp"]


def test_errors_of_all_lines_are_reported(duel):
    told = refused(mage("Merlyn").owner, orders(duel, mage("Merlyn"), "LH X", "RH Y", "FIRE now"))
    for line in ("Line 2: LH X", "Line 3: RH Y", "Line 4: FIRE now"):
        assert line in told
    assert told.count("For example:") == 3


def test_spells_can_be_named_in_the_users_language(duel):
    told = does(mage("Merlyn").owner, orders(duel, mage("Merlyn"), "LH P", "RH S", "CHOOSE LH Schild"), language="de")
    assert "Froodal" in told
    assert sealed(duel, "Merlyn")["cast"] == {"left": "shield"}


def test_refused_orders_change_no_rows(duel):
    before = (list(Seat.objects.values()), Round.objects.count(), list(Duel.objects.values()))
    assert not done(mage("Merlyn").owner, orders(duel, mage("Merlyn"), "LH P", "RH S", "TARGET LH Zed")).is_done
    assert (list(Seat.objects.values()), Round.objects.count(), list(Duel.objects.values())) == before
