import re
import xml.etree.ElementTree as ElementTree
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone, translation

from accounts.email_html import html_of
from duels.mailroom import grammar
from duels.mailroom.reports import status
from duels.play import transaction
from duels.play.actions import MakePlan
from duels.play.drafts import KeepDraft, keep_drafts
from tests.duels import test_secrets
from tests.duels.mailroom.duels import hands, owner, played, slow_duel
from tests.duels.test_secrets import STORIES

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)

PLAIN = """\
It’s your turn with Black.

Black against White (duel abc)
Classic, 1 day per round

Round 2
-------

 Black points with their left hand and rests their right hand.
 Black casts Magic Missile on White.
 White waves their left hand and snaps the fingers of their right hand.
 Magic Missile hits White for 1 point.

Gestures so far
---------------

 Round       1   2
 Black
   LH        S   D*
   RH        W   -
   HP       15  15
 White
   LH        P*  W
   RH        W   S
   HP       15  14

Wizards and monsters
--------------------

 Black: 15 of 15 hit points
 White: 14 of 15 hit points

Round 3: your orders
--------------------

Send them by 2 May, 12:00 UTC.

These gestures complete a spell:
 LH P Shield
 RH P Shield

How to reply
------------

Reply to this message with lines like these at the top; END is optional.
Text after a semicolon is ignored. Remove the semicolon from each line
you want to use. HELP lists all commands.

 GAME abc Black
 TURN 3
 LH -
 RH -
 ; TARGET LH White
 ; SAY Well met!
 END"""


@pytest.fixture(autouse=True)
def at_noon(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)


@pytest.fixture
def duel():
    return slow_duel("Black", "White")


def report_to(duel, name="Black", lead=""):
    return status(duel, owner(duel, name), lead)


def section(text, title):
    return re.split(r"\n\n(?=[^\n]+\n-{3,}(?:\n|$))", text.split(f"{title}\n{'-' * len(title)}\n\n", 1)[1])[0]


def example(text):
    return [line.strip() for line in text[text.index(" GAME ") :].split("\n")]


def test_a_plain_round_is_reported_in_the_expected_layout(duel):
    duel = played(duel, ["SW", "PW"], ["D-", "WS"])
    text = report_to(duel, lead="It’s your turn with Black.")
    assert text.replace(duel.slug, "abc") == PLAIN


def test_the_first_report_has_the_bow_of_the_wizards(duel):
    assert section(report_to(duel), "The duel begins") == " The wizards bow to each other."
    assert example(report_to(duel))[:2] == [f"GAME {duel.slug} Black", "TURN 1"]


def test_monsters_are_listed_with_victims_and_in_the_owners_example(duel):
    played(duel, *hands("S-", "F-", "W-"))
    assert " Black: 15 of 15 hit points\n   Grub, a goblin, 1/1; attacks White\n White: 14" in report_to(duel)
    assert "TARGET Grub White" in example(report_to(duel))
    assert "TARGET Grub White" not in example(report_to(duel, "White")), "it is not hers to order about"


def test_the_example_can_direct_a_monster_about_to_be_summoned(duel):
    played(duel, *hands("S-", "F-"))
    assert "; TARGET LH:Black White" in example(report_to(duel))


def test_the_report_to_a_blind_wizard_hides_unseen_gestures(duel):
    played(duel, *hands("D-", "W-", "F-", "F-", "DD", at_last={"target": {"both": "White"}}), ["SF", "--"])
    hers, his = report_to(duel, "White"), report_to(duel)
    assert "   LH        D   W   F   F   D*  ?\n   RH        -   -   -   -   D*  ?" in section(hers, "Gestures so far")
    assert "Blindness, 2 rounds left" in section(his, "Wizards and monsters")
    assert "when last seen" in section(hers, "Wizards and monsters")


def test_gestures_of_an_invisible_wizard_are_hidden_from_the_opponent(duel):
    played(duel, *hands("PW", "P-", "WW", "SS"), ["SF", "--"])
    assert "  S*  ?\n" in section(report_to(duel, "White"), "Gestures so far")
    assert "  S*  S\n" in section(report_to(duel), "Gestures so far")


def test_a_question_after_the_reveal_lists_its_answers(duel):
    played(duel, *hands("W-", "W-", "P-"))
    assert duel.asking
    text = report_to(duel)
    asked, *choices = section(text, "Round 3: your answers").split("\n\n")[-1].split("\n")
    assert asked == "Your gestures complete several spells. Which will you cast?"
    assert sorted(choices) == [" CHOOSE LH Protection from Evil", " CHOOSE LH Shield"]
    assert example(text)[:2] == [f"GAME {duel.slug} Black", "TURN 3"]
    assert example(text)[2].startswith("CHOOSE LH ")
    assert section(report_to(duel, "White"), "Your task") == (
        "You have nothing to do right now. The duel is waiting for Black."
    )


def test_the_hand_to_paralyse_is_asked_with_the_orders():
    duel = slow_duel("Black", "White", book="standard")
    played(duel, *hands("F-", "F-", "F-"))
    asked = section(report_to(duel), "Round 4: your orders")
    assert "Which of White’s hands do you paralyse?\n PARALYZE LH White\n PARALYZE RH White" in asked
    assert "; PARALYZE LH White" in example(report_to(duel))


def test_only_the_owner_sees_the_name_of_a_banked_spell(duel):
    played(duel, *hands("D-", "W-", "S-", "S-", "S-", "P-", at_last={"cast": {"left": "delay_effect"}}))
    assert "; DELAY LH" in example(report_to(duel))
    played(duel, [{"left": "P", "right": "-", "delay": "left"}, "--"])
    assert "stored: Shield" in section(report_to(duel), "Wizards and monsters")
    assert "; FIRE" in example(report_to(duel))
    assert "has a stored spell" in section(report_to(duel, "White"), "Wizards and monsters")
    assert "; FIRE" not in example(report_to(duel, "White"))


def test_the_report_of_a_melee_lists_all_wizards():
    duel = slow_duel("Black", "White", "Grey", "Red")
    played(duel, ["SW", "--", "--", ">-"])
    text = report_to(duel, "Red")
    assert text.startswith(f"Black, White, Grey and Red (duel {duel.slug})\nClassic, melee, 4 players, 1 day per round")
    assert re.findall(r"^ (\w+): 1\d of 15", text, re.M) == ["Black", "White", "Grey", "Red"]


def test_sealed_orders_are_mentioned_and_spectators_have_no_task(duel):
    assert "You have already sealed these." not in report_to(duel)
    transaction.submit_orders(duel=duel, wizard="Black", round_number=1, orders={"left": "P", "right": "-"})
    assert "You have already sealed these." in report_to(duel)
    watched = status(duel, AnonymousUser())
    assert section(watched, "Your task") == "You have nothing to do right now. The duel is waiting for White."
    assert " GAME " not in watched


def test_the_last_report_has_the_result(duel):
    played(duel, ["PP", "--"])
    text = report_to(duel, "White")
    assert section(text, "The duel is over") == "White won: Black surrendered."
    assert "How to reply" not in text


@pytest.mark.parametrize("before", [[], hands("S-", "F-", "W-"), hands("W-", "P-", "P-"), hands("F-", "F-", "F-")])
def test_the_example_has_no_errors_with_or_without_its_comments(before):
    duel = played(slow_duel("Black", "White", book="standard"), *before)
    lines = "\n".join(example(report_to(duel)))
    for text in (lines, lines.replace("; ", "")):
        orderset = grammar.parse(text)
        assert orderset.errors == ()
        assert (orderset.commands.game, orderset.commands.mage) == (duel.slug, "Black")


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_reports_do_not_depend_on_secrets_of_others(story, monkeypatch):
    one, other = [_world(story, secret) for secret in story.secrets]
    for name, text in one.items():
        if name not in ("Black", *story.seen_by):
            assert text == other[name], name
    assert one.keys() == {"Black", "White", "Grey", test_secrets.WATCHER}
    if any(story.hands) and story.rounds:
        assert one["Black"] != other["Black"], "the report to the owner of the secret"


def _world(story, secret):
    """Play `story` with `secret`, and return the reports to each player and a spectator, by name."""
    duel, users = test_secrets.staged(story, (None, None, None))
    for type_, fields in secret:
        _do(duel, type_, fields)
    for _ in range(story.rounds):
        duel.refresh_from_db()
        for name in test_secrets.table(duel.slug).waiting():
            _do(duel, "answers" if duel.asking else "orders", {"orders": {"left": "-", "right": "-"}}, name)
    duel.refresh_from_db()
    readers = dict(zip([*test_secrets.NAMES[:3], test_secrets.WATCHER], [*users, AnonymousUser()], strict=True))
    texts = {name: test_secrets.masked(status(duel, user), duel) for name, user in readers.items()}
    test_secrets.forget()
    return texts


def _do(duel, type_, fields, wizard="Black"):
    duel.refresh_from_db()
    about = {"duel": duel, "wizard": wizard, "round_number": duel.round}
    if type_ == "draft":
        keep_drafts([KeepDraft(slug=duel.slug, wizard=wizard, round_number=duel.round, draft=fields["draft"])])
    elif type_ == "plan":
        transaction.perform([MakePlan(slug=duel.slug, wizard=wizard, round_number=duel.round, plan=fields["plan"])])
    elif type_ == "orders":
        transaction.submit_orders(**about, orders=fields["orders"])
    elif type_ == "answers":
        transaction.submit_answers(**about, answers=fields["answers"])
    elif type_ == "withdraw":
        transaction.withdraw(**about)


def words(text):
    return re.sub(r"(?m)^-{3,}$", " ", text).split()


def test_the_html_version_is_well_formed_and_has_the_same_words(duel):
    played(duel, [{"left": "S", "right": "W", "say": "<b>I & you</b> see http://example.org/?a=1&b=2"}, "--"])
    for language in ("en", "de"):
        with translation.override(language):
            text = report_to(duel)
            page = ElementTree.fromstring(html_of(text).removeprefix("<!DOCTYPE html>\n"))
        body = page.find("body")
        assert words(" ".join(body.itertext())) == words(text)
        assert page.get("lang") == language
        assert len(body.findall("h2")) == 5
        assert any(pre.text.lstrip().startswith("GAME") for pre in body.findall("pre") if pre.text)


def test_the_report_is_translated_into_german(duel):
    played(duel, ["SW", "PW"], ["D-", "WS"])
    with translation.override("de"):
        text = report_to(duel)
    assert [line for line in text.split("\n") if len(line) > 72] == []
    for title in ("Runde 2", "Bisherige Gesten", "Magier und Monster", "Runde 3: dein Zug", "So antwortest du"):
        assert f"{title}\n{'-' * len(title)}\n" in text
