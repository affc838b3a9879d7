"""Tests for duels by e-mail, over real SMTP connections in both directions."""

import json
import re
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr

import pytest
from aiosmtpd.controller import Controller
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import Mage, User
from duels.mailroom import processing, sending, servers
from duels.mailroom.addresses import read_address
from duels.models import Duel, IncomingEmail
from duels.play.loading import table
from duels.viewing.duels import record
from tests.accounts.smtp import Postbox
from tests.duels.api.programs import Program
from tests.duels.mailroom.duels import mail_goes_to, owner, played, post, slow_duel
from tests.duels.players import viewers
from tests.servers import ROOT, free_port
from wavinghands import engine

pytestmark = pytest.mark.django_db(transaction=True)

FROODAL_AND_BUNG = json.loads((ROOT / "tests" / "golden" / "froodal-bung.json").read_text())
HANDS = {"left": "LH", "right": "RH", "both": "BH"}
SPELLS = {slug: rule["name"] for slug, rule in engine.rule_table(engine.CATALOGUES["en"]).items()}


@pytest.fixture
def box():
    return Postbox()


@pytest.fixture(autouse=True)
def door(box, settings):
    """Run the mailroom, and return the port on which it accepts e-mails. The site's own e-mails go to `box`."""
    with mail_goes_to(box, settings), mailroom() as port:
        yield port


@contextmanager
def mailroom() -> Iterator[int]:
    controller = Controller(servers.MailHandler(), hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


def posted(box):
    """Send replies and then notifications, and return the new e-mails.

    Each key is the part of a recipient's address before the "@".
    """
    seen = len(box.messages)
    sending.send_answers(timezone.now() + timedelta(seconds=5))
    post()
    return {message["To"].split("@")[0]: message for message in box.messages[seen:]}


def answer(door, email, *lines):
    """Send a reply with these orders above the quoted text of `email`, and process the reply.

    `door` is the port of the mailroom.
    """
    message = EmailMessage()
    message["From"], message["To"] = email["To"], email["Reply-To"]
    message["Subject"], message["Message-ID"] = f"Re: {email['Subject']}", make_msgid(domain="example.org")
    message["In-Reply-To"] = email["Message-ID"]
    quoted = "\n".join(f"> {line}" for line in email.get_body("plain").get_content().splitlines())
    message.set_content("\n".join([*lines, "END", "", "The referee wrote:", quoted]))
    with smtplib.SMTP("127.0.0.1", door) as server:
        server.send_message(message, email["To"], [parseaddr(email["Reply-To"])[1]])
    assert processing.process_due(timezone.now() + timedelta(seconds=1)) == 1
    assert IncomingEmail.objects.latest("pk").outcome == IncomingEmail.Outcome.DONE


def lines_of(orders):
    """Return orders from a duel record as lines of an e-mail."""
    lines = [f"LH {orders['left']}", f"RH {orders['right']}"]
    lines += [f"CHOOSE {HANDS[hand]} {SPELLS[spell]}" for hand, spell in orders.get("cast", {}).items()]
    lines += [f"TARGET {HANDS[hand]} {ref}" for hand, ref in orders.get("target", {}).items()]
    return lines + [f"PARALYZE {HANDS[hand]} {name}" for name, hand in orders.get("paralyze", {}).items()]


def plays_by_email(*names):
    User.objects.filter(username__in=names).update(mail=User.Mail.PLAY)


def test_the_duel_of_froodal_and_bung_by_e_mail_gives_its_record(door, box):
    duel = slow_duel("Froodal", "Bung", book="standard", seed=FROODAL_AND_BUNG["seed"])
    plays_by_email("froodal", "bung")
    for entry in FROODAL_AND_BUNG["rounds"]:
        emails = posted(box)
        for name, orders in entry["orders"].items():
            answer(door, emails[name.lower()], *lines_of(orders))
    duel.refresh_from_db()
    expected = engine.dump(engine.load(FROODAL_AND_BUNG))
    played = record(duel)
    assert played["rounds"] == expected["rounds"]
    assert played["result"] == expected["result"]
    ends = posted(box)
    assert {email["Subject"] for email in ends.values()} >= {"[Waving Hands] Your duel is over: Froodal won: Bung died"}
    assert " HP       15  15  15  15   9   9   9   9   8   3  -2" in ends["bung"].get_body("plain").get_content()


def test_a_question_after_the_reveal_is_answered_by_e_mail(door, box):
    duel = slow_duel("Black", "White")
    plays_by_email("black", "white")
    for pair in (("W", "-"), ("W", "-"), ("P", "-")):
        emails = posted(box)
        answer(door, emails["black"], f"LH {pair[0]}", f"RH {pair[1]}")
        answer(door, emails["white"], "LH -", "RH -")
    duel.refresh_from_db()
    assert duel.asking
    question = posted(box)["black"]
    assert "CHOOSE LH Shield" in question.get_body("plain").get_content()
    answer(door, question, "CHOOSE LH Shield")
    question = posted(box)["black"]
    assert "TARGET LH White" in question.get_body("plain").get_content(), "the target of an unexpected spell is asked"
    answer(door, question, "TARGET LH Black")
    duel.refresh_from_db()
    assert (duel.round, duel.asking) == (4, False)
    cast = table(duel.slug).state
    assert "Shield" in engine.describe(cast, "Black")
    assert "Protection" not in engine.describe(cast, "Black")


def test_the_reply_to_the_last_orders_has_the_report_of_the_round(door, box):
    duel = slow_duel("Black", "White")
    plays_by_email("black", "white")
    emails = posted(box)
    answer(door, emails["white"], "LH W", "RH -")
    answer(door, emails["black"], "LH S", "RH -")
    seen = len(box.messages)
    answers = posted(box)
    told = [(message["To"].split("@")[0], message["Subject"]) for message in box.messages[seen:]]
    assert told == [
        ("white", "[Waving Hands] Black against White"),
        ("black", "[Waving Hands] Black against White"),
        ("white", "[Waving Hands] Your turn: Black against White, round 2"),
    ]
    assert "Round 1 has been played." in answers["black"].get_body("plain").get_content()
    assert read_address(parseaddr(answers["black"]["Reply-To"])[1]) == (owner(duel, "Black").pk, duel.slug, 2)
    answer(door, answers["black"], "LH D", "RH -")
    answer(door, answers["white"], "LH P", "RH P")
    seen = len(box.messages)
    posted(box)
    told = [(message["To"].split("@")[0], message["Subject"].split("] ")[1]) for message in box.messages[seen:]]
    assert told == [
        ("black", "Black against White"),
        ("white", "Black against White"),
        ("black", "Your duel is over: Black won: White surrendered"),
    ]


def test_a_user_with_two_mages_in_a_melee_gets_a_report_for_each(door, box):
    duel = slow_duel("Black", "White", "Grey")
    both = owner(duel, "Black")
    Mage.objects.filter(name="Grey").update(owner=both)
    plays_by_email("black")
    played(duel, ["S-", "--", "--"])
    seen = len(box.messages)
    post()
    emails = [message for message in box.messages[seen:] if "round 2" in message["Subject"]]
    asked = {re.search(r"^ GAME \S+ (\w+)", it.get_body("plain").get_content(), re.M)[1]: it for it in emails}
    assert asked.keys() == {"Black", "Grey"}
    answer(door, asked["Grey"], f"GAME {duel.slug} Grey", "LH >", "RH -", "TARGET LH White")
    assert duel.seats.get(name="Grey").orders["left"] == ">"


async def test_players_can_switch_between_e_mail_and_browser(door, box):
    duel = await sync_to_async(slow_duel)("Black", "White")
    await sync_to_async(plays_by_email)("black")
    async with viewers(duel, await sync_to_async(owner)(duel, "White")) as (white,):
        emails = await sync_to_async(posted)(box)
        assert list(emails) == ["black"]
        await white.accepted(1, left="P", right="W")
        await sync_to_async(answer)(door, emails["black"], "LH S", "RH W", "SAY By e-mail!")
        shown = await white.fetch_duel()
        assert shown["view"]["rounds"][0]["gestures"]["Black"]["left"] == "S"
        emails = await sync_to_async(posted)(box)
        report = emails["black"].get_body("plain").get_content().replace("\r\n", "\n")
        assert "   LH        P*\n   RH        W\n" in report
    async with viewers(duel, await sync_to_async(owner)(duel, "Black")) as (black,):
        await black.accepted(2, left="D", right="-")
        await sync_to_async(plays_by_email)("white")
        emails = await sync_to_async(posted)(box)
        assert list(emails) == ["white"], "Black has played, in the browser"
        await sync_to_async(answer)(door, emails["white"], "LH W", "RH -")
        assert (await black.fetch_duel())["view"]["number"] == 2
    assert await Duel.objects.filter(pk=duel.pk, round=3).aexists()


def test_players_can_switch_between_e_mail_and_api(door, box):
    duel = slow_duel("Black", "White")
    plays_by_email("black")
    white = Program(owner(duel, "White"))
    white.put(f"/duels/{duel.slug}/orders", {"round": 1, "orders": {"left": "P", "right": "W"}})
    answer(door, posted(box)["black"], "LH S", "RH W")
    view = white.get(f"/duels/{duel.slug}").json()["view"]
    assert view["rounds"][0]["gestures"]["Black"]["left"] == "S"
    plays_by_email("white")
    black = Program(owner(duel, "Black"))
    black.put(f"/duels/{duel.slug}/orders", {"round": 2, "orders": {"left": "D", "right": "-"}})
    answer(door, posted(box)["white"], "LH W", "RH -")
    assert black.get(f"/duels/{duel.slug}").json()["view"]["number"] == 2
