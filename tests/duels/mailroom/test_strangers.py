"""Tests for replies to unknown senders, over real SMTP connections in both directions."""

import re
import smtplib
from collections.abc import Sequence
from datetime import timedelta
from email.message import EmailMessage
from itertools import count

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import Mage, Token, User
from accounts.services.tokens import make
from duels.mailroom import processing, sending
from duels.mailroom.addresses import confirm_address
from duels.models import IncomingEmail, Newcomer, OutgoingEmail
from tests.accounts.smtp import Postbox
from tests.builders import PASSWORD, a_mage, a_user
from tests.duels.mailroom.duels import mail_goes_to
from tests.duels.mailroom.emails import an_email
from tests.duels.mailroom.test_playing_by_email import mailroom

pytestmark = pytest.mark.django_db(transaction=True)

OURS, ME, VICTIM = "orders@duels.example.org", "me@stranger.example", "victim@elsewhere.example"
BAIT = "VISIT http://evil.example/pay Dear customer"
Outcome = IncomingEmail.Outcome


@pytest.fixture
def box() -> Postbox:
    return Postbox()


@pytest.fixture(autouse=True)
def door(box, settings):
    with mail_goes_to(box, settings), mailroom() as port:
        yield port


@pytest.fixture
def say(door, box):
    """Return a function that sends a message to the mailroom, processes it, and returns the replies."""
    numbers = count()

    def send(text: str, *, to: str = OURS, envelope: str = ME, sender: str = ME, **headers: str) -> list[EmailMessage]:
        seen = len(box.messages)
        about = {"Subject": BAIT, "Message_ID": f"<{next(numbers)}@stranger.example>"} | headers
        content = an_email(text, to=to, sender=sender, **about).replace(b"\n", b"\r\n")
        with smtplib.SMTP("127.0.0.1", door) as server:
            server.sendmail(envelope, [to], content)
        now = timezone.now() + timedelta(seconds=1)
        processing.process_due(now)
        sending.send_answers(now + timedelta(seconds=1))
        return box.messages[seen:]

    return send


def parts_of(message: EmailMessage) -> Sequence[str]:
    """Return the parts of a message that people see: the recipient, the subject, the sender and both bodies."""
    seen = [message["To"], message["Subject"], message["From"]]
    return [*seen, *(message.get_body(kind).get_content() for kind in ("plain", "html"))]


def links_of(message: EmailMessage) -> list[str]:
    return re.findall(r'href="([^"]*)"', message.get_body("html").get_content())


@pytest.mark.parametrize(
    "text",
    [
        BAIT,
        f"SCORES\n{BAIT}\nEND",
        f"RULES {BAIT}",
        f"USER {BAIT}\nSCORES",
        "USER visit-evil.example mail_wrong\nSCORES",
        "NEWUSER visit-evil.example",
        f"NEWUSER {BAIT}",
        f"NEWUSER {'visit-evil.example' * 9}",
        "NEWUSER evil.example/pay?",
        f"GAME 1 evil.example\nSAY {BAIT}\nLH P\nRH P",
        f"MESSAGE evil.example Harry\n{BAIT}\nEND MESSAGE",
    ],
)
def test_a_stranger_is_answered_without_a_word_of_the_message(say, text):
    (reply,) = say(text)
    assert reply["To"] == ME
    for part in parts_of(reply):
        assert "evil" not in part
        assert "Dear customer" not in part
    assert all(link.startswith("https://duels.example.org/") for link in links_of(reply))


@pytest.mark.parametrize(
    "given",
    [
        {"Reply_To": VICTIM},
        {"Reply_To": f"{ME}, {VICTIM}"},
        {"Reply_To": "víctim@elsewhere.example"},
        {"sender": VICTIM},
        {"From": f"{ME}, {VICTIM}"},
        {"envelope": VICTIM},
        {"envelope": ""},
        {"to": "orders+r1.abc@duels.example.org", "Reply_To": VICTIM},
    ],
)
def test_no_reply_goes_to_a_stranger_whose_addresses_differ(say, given):
    for text in (BAIT, "HELP", "NEWUSER Fred", "USER Harry mail_wrong\nSCORES", "x\n" * 40_000):
        assert say(text, **given) == []
    assert not Newcomer.objects.exists()


def test_addresses_are_the_same_whatever_their_case(say):
    (reply,) = say("HELP", sender="Me@Stranger.EXAMPLE", Reply_To="Me <me@STRANGER.example>")
    assert reply["To"] == "Me@Stranger.EXAMPLE"


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<wizards.example.org>"},
        {"Mailing_List": "list wizards@example.org"},
        {"X_Failed_Recipients": VICTIM},
    ],
)
def test_machines_and_mailing_lists_get_no_reply(say, headers):
    assert say("HELP", **headers) == []


def test_a_message_that_fails_gets_no_reply_at_another_address(say, door, box, monkeypatch):
    monkeypatch.setattr(processing, "_reply", lambda *given: 1 / 0)
    assert say(BAIT, Reply_To=VICTIM) == say(BAIT) == []
    now = timezone.now()
    for hour in range(20):
        processing.process_due(now + timedelta(hours=12 * hour))
    sending.send_answers(now + timedelta(days=30))
    (reply,) = box.messages
    assert reply["To"] == ME
    assert "evil" not in "".join(parts_of(reply))


def test_a_message_that_is_too_long_is_refused_without_a_reply(say):
    with pytest.raises(smtplib.SMTPResponseException) as refusal:
        say("x\n" * 200_000)
    assert refusal.value.smtp_code == 554
    assert not OutgoingEmail.objects.exists()


def test_a_new_mail_key_is_sent_only_to_the_address_that_asked_for_it(say):
    (question,) = say("NEWUSER Fred")
    assert question["Subject"] == "[Waving Hands] Is this your address?"
    (welcome,) = say("yes", to=question["Reply-To"], sender=VICTIM, Reply_To=VICTIM)
    assert welcome["To"] == ME
    assert "mail_" in welcome.get_body("plain").get_content()
    assert say("yes", to=confirm_address(999), Reply_To=VICTIM) == []


def a_user_with_key(email: str, *, is_confirmed: bool) -> str:
    user = a_user("Harry", email=email if is_confirmed else "")
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=is_confirmed)
    return make(user=user, name="e-mail", scopes=[Token.Scope.MAIL])[1]


def test_a_user_with_a_key_is_answered_at_their_confirmed_address(say):
    key = a_user_with_key("harry@home.example", is_confirmed=True)
    (reply,) = say(f"USER Harry {key}\nSCORES\n{BAIT}", Reply_To=VICTIM)
    assert reply["To"] == "harry@home.example"
    assert "Dear customer" in reply.get_body("plain").get_content(), "a user learns which line is wrong"
    assert not any("evil" in link for link in links_of(reply))


def test_a_key_without_a_confirmed_address_opens_no_way_to_others(say):
    key = a_user_with_key(VICTIM, is_confirmed=False)
    assert say(f"USER Harry {key}\nSCORES\n{BAIT}", Reply_To=VICTIM) == []
    (reply,) = say(f"USER Harry {key}\nINFO Harry")
    assert reply["To"] == ME
    assert "/accounts/email/" in reply.get_body("plain").get_content()
    assert "evil" not in "".join(parts_of(reply))


def test_a_password_sent_as_a_key_is_mentioned_but_not_repeated(say):
    a_user("Harry", email=ME)
    (reply,) = say(f"USER Harry {PASSWORD}\n{BAIT}")
    assert not any(word in "".join(parts_of(reply)) for word in (PASSWORD, "evil"))


# Limits --------------------------------------------------------------------------------------------------------------


def replies_to(say, senders, text="hello?"):
    return sum(len(say(text, envelope=address, sender=address)) for address in senders)


def test_replies_to_one_stranger_are_limited(say, settings):
    settings.MAILROOM_REPLIES_PER_SENDER = 2
    assert replies_to(say, [ME, ME.upper(), ME, ME]) == 2
    assert replies_to(say, [ME], "NEWUSER Fred") == 0
    assert not Newcomer.objects.exists()
    assert replies_to(say, ["other@stranger.example"]) == 1


def test_replies_to_all_strangers_are_limited(say, settings):
    settings.MAILROOM_REPLIES_IN_ALL = 3
    assert replies_to(say, [f"{number}@stranger.example" for number in range(5)]) == 3


def test_replies_to_strangers_of_one_mail_server_are_limited(say, settings, monkeypatch):
    settings.MAILROOM_REPLIES_PER_PEER = 2
    monkeypatch.setattr("duels.mailroom.servers._peer", lambda session: "192.0.2.7")
    assert replies_to(say, [f"{number}@stranger.example" for number in range(4)]) == 2
    monkeypatch.setattr("duels.mailroom.servers._peer", lambda session: "192.0.2.8")
    assert replies_to(say, ["5@stranger.example"]) == 1


def test_the_limits_of_strangers_do_not_hold_up_users(say, settings):
    settings.MAILROOM_REPLIES_PER_SENDER = settings.MAILROOM_REPLIES_IN_ALL = 0
    key = a_user_with_key(ME, is_confirmed=True)
    assert len(say(f"USER Harry {key}\nSCORES")) == 1


# Newcomers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [("HELP", "NEWGAME"), ("Help!", "NEWGAME"), ("RULES", "Magic Mirror"), ("rules warlocks", "Haste")],
)
def test_strangers_get_help_and_rules_and_learn_how_to_join(say, text, expected):
    (reply,) = say(text)
    body = reply.get_body("plain").get_content()
    assert expected in body
    assert "NEWUSER" in body


def test_the_example_given_to_a_stranger_works(say):
    (reply,) = say("How does this work?")
    (example,) = re.findall(r"^   (NEWUSER \w+)\s*$", reply.get_body("plain").get_content(), re.MULTILINE)
    (question,) = say(example)
    say("yes", to=question["Reply-To"])
    assert User.objects.get().username == example.split()[1]
    assert IncomingEmail.objects.order_by("pk")[1].outcome == Outcome.NEWCOMER


def test_the_first_message_that_a_new_user_is_shown_works(say):
    a_mage("Merlyn")
    (question,) = say("NEWUSER Fred")
    (welcome,) = say("yes", to=question["Reply-To"])
    first = re.findall(r"^   ((?:USER|REGISTER) .+?)\s*$", welcome.get_body("plain").get_content(), re.MULTILINE)
    say("\n".join(first))
    assert IncomingEmail.objects.latest("pk").outcome == Outcome.DONE
    assert Mage.objects.get(owner__username="Fred").name == first[1].removeprefix("REGISTER ")
