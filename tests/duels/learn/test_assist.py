import json
import re
import time
from dataclasses import replace

import pytest
from django.test import Client

from duels.house.practice import start_practice
from duels.learn import hints
from duels.models import Duel
from duels.play.actions import MakePlan
from duels.play.transaction import give_up, perform, submit_orders
from duels.wording.languages import catalogue
from tests.builders import a_mage, a_user
from tests.duels.people import as_user
from tests.duels.tables import a_duel
from wavinghands import engine, search

pytestmark = pytest.mark.django_db

REST = {"left": "-", "right": "-"}


def order(duel, wizard, **orders):
    number = Duel.objects.get(pk=duel.pk).round
    return submit_orders(duel=duel, wizard=wizard, round_number=number, orders=REST | orders)


def a_round(duel, black, white):
    order(duel, "Black", **dict(zip(("left", "right"), black, strict=True)))
    order(duel, "White", **dict(zip(("left", "right"), white, strict=True)))


def owner(duel, name):
    return duel.seats.get(name=name).mage.owner


def rehearse(duel, name, *replies, client=None, number=None, **orders):
    client = client or as_user(owner(duel, name))
    number = number or Duel.objects.get(pk=duel.pk).round
    body = {"round": number, "orders": REST | orders, "replies": list(replies)}
    return client.post(f"/duel/{duel.slug}/rehearse/", json.dumps(body), content_type="application/json")


def texts(rehearsal):
    return [event["text"] for event in rehearsal["round"]["events"]]


def hit_points(rehearsal):
    return {wizard["name"]: wizard["hp"] for wizard in rehearsal["wizards"]}


# Rehearsals


def test_a_round_is_played_out_for_each_reply_and_changes_nothing():
    duel = a_duel()
    a_round(duel, "--", "S-")
    hit, shielded = {"White": REST | {"left": "D"}}, {"White": REST | {"left": "S"}}
    answer = rehearse(duel, "Black", hit, shielded, {}, left="-")
    outcomes = answer.json()["rehearsals"]
    assert [hit_points(one)["Black"] for one in outcomes] == [14, 15, 15]
    assert any("Magic Missile" in text for text in texts(outcomes[0]))
    assert [entry["about"] for entry in outcomes[2]["assumptions"]] == ["rest"]
    assert hit_points(rehearse(duel, "Black", hit, left="P").json()["rehearsals"][0])["Black"] == 15
    duel.refresh_from_db()
    assert (duel.round, duel.rounds.count()) == (2, 1)
    assert not duel.seats.exclude(orders=None).exists()


def test_rehearsals_do_not_reveal_orders_drafts_or_plans_of_others():
    duel = a_duel(pace=None)
    a_round(duel, "SW", "S-")
    reply = {"White": REST | {"left": "D"}}
    before = rehearse(duel, "Black", reply, {}, left="P").content
    order(duel, "White", left="P", right=">")
    lines = {"lines": [{"orders": {"left": "F", "right": "F"}}]}
    perform([MakePlan(slug=duel.slug, wizard="White", round_number=2, plan=lines)])
    assert duel.seats.get(name="White").plan is not None
    assert rehearse(duel, "Black", reply, {}, left="P").content == before


def test_rehearsals_do_not_reveal_unseen_gestures():
    """Check a gesture by White that would complete one of two spells begun while Black was blind."""
    contents = set()
    for hidden in ("S", "W"):
        duel = a_duel(a_mage(f"Black{hidden}"), a_mage(f"White{hidden}"), book="classic")
        black, white = duel.seats.values_list("name", flat=True)
        for left, right in ("D-", "W-", "F-", "F-", "DD"):  # Blindness
            order(duel, white, left=left, right=right, target={"left": black, "both": black})
            order(duel, black)
        order(duel, white, left=hidden)
        order(duel, black)
        answer = rehearse(duel, black, {white: REST | {"left": "D"}})
        contents.add(answer.content.decode().replace(black, "Black").replace(white, "White"))
        assert any(entry["about"] == "unseen" for entry in answer.json()["rehearsals"][0]["assumptions"])
    assert len(contents) == 1


@pytest.mark.parametrize(
    "body",
    [
        "no json",
        "[]",
        '{"round": 1}',
        '{"round": "one", "orders": {}, "replies": []}',
        '{"round": 1, "orders": {"left": "-", "right": "-"}, "replies": [], "seed": 7}',
        json.dumps({"round": 1, "orders": REST, "replies": [{}] * 25}),
        json.dumps({"round": 1, "orders": REST, "replies": [{"White": REST, "say": "x" * 40_000}]}),
        json.dumps({"round": 1, "orders": {"left": "X"}, "replies": [{}]}),
        json.dumps({"round": 1, "orders": REST, "replies": [{"Grey": REST}]}),
        json.dumps({"round": 1, "orders": REST, "replies": [{"Black": REST}]}),
    ],
)
def test_an_invalid_rehearsal_is_refused_with_a_reason(body):
    duel = a_duel()
    client = as_user(owner(duel, "Black"))
    answer = client.post(f"/duel/{duel.slug}/rehearse/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["why"]


def test_a_late_request_is_not_an_error():
    duel = a_duel()
    body = json.dumps({"round": 2, "orders": REST, "replies": [{}]})
    client = as_user(owner(duel, "Black"))
    answer = client.post(f"/duel/{duel.slug}/rehearse/", body, content_type="application/json")
    assert (answer.status_code, answer.json()) == (200, {"why": "The duel is now in round 1."})


def test_only_wizards_with_orders_to_give_may_rehearse():
    duel = a_duel()
    for client in (Client(), as_user(a_user())):
        assert "spectator" in rehearse(duel, "Black", {}, client=client).json()["why"]
    give_up(duel=duel, wizard="White")
    assert "over" in rehearse(duel, "Black", {}).json()["why"]
    assert Client().post("/duel/nothing/rehearse/").status_code == 404
    assert Client().get(f"/duel/{duel.slug}/rehearse/").url == f"/duel/{duel.slug}/"
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(owner(duel, "Black"))
    assert rehearse(duel, "Black", {}, client=strict).status_code == 403


def test_rehearsing_is_fast():
    duel = a_duel(*(a_mage(f"Mage {letter}") for letter in "ABCDEFGH"))
    names = list(duel.seats.values_list("name", flat=True))
    for left in "SWD":
        for name in names:
            order(duel, name, left=left, right="F")
    client = as_user(owner(duel, names[0]))
    replies = [{name: {"left": gesture, "right": "-"}} for name in names[1:5] for gesture in "DSP"]
    rehearse(duel, names[0], {}, client=client)
    began = time.process_time()
    assert rehearse(duel, names[0], *replies, client=client).status_code == 200
    assert time.process_time() - began < 1  # takes about 30 ms of processor time


# Hints


def practice():
    duel = start_practice(mage=a_mage("Black"), book="classic")
    return duel, as_user(owner(duel, "Black"))


def hint(duel, client):
    return client.post(f"/duel/{duel.slug}/hint/")


def test_a_practice_hint_has_a_look_orders_and_reasons():
    duel, client = practice()
    found = hint(duel, client).json()
    assert found["round"] == 1
    assert found["look"]
    assert found["reasons"]
    assert hint(duel, client).json() == found
    submit_orders(duel=duel, wizard="Black", round_number=1, orders=found["orders"])
    duel.refresh_from_db()
    assert duel.round == 2


WIZARDS = [{"name": name, "gender": "x"} for name in ("Black", "White")]


def advised(*rounds):
    """Return the hint for Black after these rounds, each given as Black's and White's pair of gestures."""
    duel = engine.start("classic", WIZARDS, seed=3)
    for black, white in rounds:
        pairs = {"Black": black, "White": white}
        duel = engine.settle(duel, {name: {"left": pair[0], "right": pair[1]} for name, pair in pairs.items()})
    return hints.hint(duel, "Black", catalogue())


def test_a_hint_names_the_threat_and_the_spell_that_stops_it():
    found = advised(("--", "S-"))
    assert found["look"].startswith("White’s left hand is one gesture away")
    hand = next(hand for hand, slug in found["orders"]["cast"].items() if slug == "shield")
    assert f"Your {hand} hand completes Shield." in found["reasons"]
    assert "This blocks the Magic Missile that White’s left hand could complete." in found["reasons"]


def test_a_hint_names_a_ready_spell_and_the_other_hands_plan():
    found = advised(("SF", "S-"), ("FW", "W-"))
    assert found["reasons"][0] == "Your left hand completes Summon Goblin."
    assert found["reasons"][-1].startswith("Your right hand begins ")


def test_a_hint_names_a_begun_spell_as_one_of_several():
    found = advised()
    assert found["look"] == "No spell is urgent now. Use your hands to start or continue spells."
    assert any(re.search(r"hand begins spells such as .+, which needs .+ next\.", it) for it in found["reasons"])


def test_a_hint_says_which_spells_the_hands_continue():
    assert any("hand continues " in reason for reason in advised(("PS", "--"))["reasons"])


def test_a_hint_names_the_attacker_and_the_damage():
    found = advised(("SF", "SF"), ("FS", "FF"), ("W-", "W-"))
    assert any("attack, which would do 1 damage." in reason for reason in found["reasons"])


def test_a_hint_counts_the_attacks_that_it_stops_in_one_sentence():
    found = advised(("--", "SF"), ("--", "FS"), ("--", "WF"), ("--", "-W"))
    told = [reason for reason in found["reasons"] if "would do" in reason]
    assert len(told) == 1
    assert re.fullmatch(r"This blocks the attacks of \w+ and \w+, which would do 2 damage\.", told[0])


def test_a_hint_that_stops_no_attack_says_so(monkeypatch):
    advise = search.advise
    monkeypatch.setattr(search, "advise", lambda duel, wizard: replace(advise(duel, wizard), halts=()))
    found = advised(("SF", "SF"), ("FS", "FF"), ("W-", "W-"))
    assert "You take 1 damage from monsters, but your own spells matter more right now." in found["reasons"]


@pytest.mark.parametrize(
    ("is_stoppable", "why"),
    [
        (True, "You could stop that, but your own spells matter more right now."),
        (False, "Nothing that you can cast now stops that."),
    ],
)
def test_a_hint_names_the_spells_that_it_does_not_stop(monkeypatch, is_stoppable, why):
    advise = search.advise
    risks = {
        ("White", hand, slug): is_stoppable for hand, slug in (("left", "magic_missile"), ("right", "summon_goblin"))
    }
    monkeypatch.setattr(search, "advise", lambda duel, wizard: replace(advise(duel, wizard), risks=risks))
    assert f"White could cast Magic Missile and Summon Goblin. {why}" in advised()["reasons"]


def test_a_hint_says_why_it_aims_a_mind_spell_at_the_wizard(monkeypatch):
    advise = search.advise
    amnesia = engine.Casting("left", engine.start("classic", WIZARDS, seed=3).lexicon.spells["amnesia"], "Black")
    monkeypatch.setattr(search, "advise", lambda duel, wizard: replace(advise(duel, wizard), castings=(amnesia,)))
    assert advised()["reasons"][0] == "Your left hand completes Amnesia on you, to cancel another mind spell."


def test_a_shield_against_nothing_is_no_reason():
    assert "Shield" not in " ".join(advised()["reasons"])


def test_a_hint_names_a_possible_killer(monkeypatch):
    advice = replace(search.advise(engine.start("classic", WIZARDS, seed=3), "Black"), foils=("White",))
    monkeypatch.setattr(search, "advise", lambda duel, wizard: advice)
    found = advised()
    assert found["look"] == "Watch out for White, who could kill you this round."
    assert found["reasons"][0] == "White could kill you this round. This is safer."


def test_a_hint_does_not_use_the_houses_sealed_orders():
    duel, client = practice()
    before = hint(duel, client).content
    duel.seats.filter(mage=None).update(orders={"left": "P", "right": ">"})
    assert hint(duel, client).content == before


def test_there_are_no_hints_outside_practice():
    duel = a_duel()
    answer = hint(duel, as_user(owner(duel, "Black")))
    assert (answer.status_code, "practice" in answer.json()["why"]) == (400, True)
