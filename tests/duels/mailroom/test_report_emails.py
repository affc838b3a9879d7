import re
from datetime import timedelta
from email.utils import parseaddr

import pytest
from django.utils import timezone

from accounts.models import EmailNotification, User
from accounts.services.notifications import PATIENCE
from duels.mailroom.addresses import read_address
from duels.mailroom.report_emails import write_reports
from duels.mailroom.reports import status
from duels.models import Duel
from duels.notifications import duels
from duels.play.transaction import submit_orders
from duels.viewing import following
from tests.accounts.smtp import Postbox
from tests.builders import a_user
from tests.duels.mailroom.duels import hands, mail_goes_to, owner, played, post, slow_duel

pytestmark = pytest.mark.django_db(transaction=True)

ROUND = ["SW", "PW"]


@pytest.fixture
def box():
    return Postbox()


@pytest.fixture(autouse=True)
def server(box, settings):
    """Enable play by e-mail, and run a mail server that receives the site's e-mails."""
    with mail_goes_to(box, settings):
        yield


@pytest.fixture
def duel():
    """Return a duel in which Black plays by e-mail and White in a browser."""
    duel = slow_duel("Black", "White")
    plays_by_email("black")
    return duel


def plays_by_email(username):
    User.objects.filter(username=username).update(mail=User.Mail.PLAY)


def text_of(message):
    return message.get_body("plain").get_content().replace("\r\n", "\n")


def test_e_mail_players_get_a_report_at_once_and_others_news_later(duel, box):
    played(duel, ROUND)
    post()
    [email] = box.messages
    assert email["To"] == "black@example.org"
    assert email["Subject"] == "[Waving Hands] Your turn: Black against White, round 2"
    lead, report = text_of(email).split("\n\n", 1)
    assert lead.replace("\n", " ").startswith("It’s your turn with Black. Submit your orders by ")
    assert report.startswith(status(duel, owner(duel, "Black")))
    post(PATIENCE + timedelta(seconds=15))
    _, news = box.messages
    assert news["To"] == "white@example.org"
    assert "Hello white," in news.get_content()
    assert "Gestures so far" not in news.get_content()


def test_a_report_has_an_html_version_and_an_unsubscribe_header(duel, box):
    played(duel, ROUND)
    post()
    [email] = box.messages
    assert email.get_content_type() == "multipart/alternative"
    assert "<h2>Gestures so far</h2>" in email.get_body("html").get_content()
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<https://duels\.example\.org/unsubscribe/\S+>", email["List-Unsubscribe"].strip())
    assert email["Auto-Submitted"] == "auto-generated"
    for line in text_of(email).split("\n"):
        assert len(line) <= 72 or "https://" in line


def test_the_reply_address_contains_user_duel_and_round(duel, box):
    played(duel, ROUND)
    post()
    claim = read_address(parseaddr(box.messages[0]["Reply-To"])[1])
    assert claim == (owner(duel, "Black").pk, duel.slug, 2)


def test_all_e_mails_of_a_duel_are_in_one_thread(duel, box):
    other = slow_duel("Grey", "Red")
    plays_by_email("grey")
    post()
    played(duel, ROUND)
    post()
    played(duel, ["PP", "--"])
    post()
    emails = box.to("black@example.org")
    assert [email["Subject"].removeprefix("[Waving Hands] ") for email in emails] == [
        "Your duel has started: Black against White",
        "Your turn: Black against White, round 2",
        "Your duel is over: White won: Black surrendered",
    ]
    assert {email["References"] for email in emails} == {f"<duel-{duel.slug}@duels.example.org>"}
    assert {email["In-Reply-To"] for email in emails} == {f"<duel-{duel.slug}@duels.example.org>"}
    assert len({email["Message-ID"] for email in emails}) == 3
    assert box.to("grey@example.org")[0]["References"] == f"<duel-{other.slug}@duels.example.org>"
    assert "The wizards bow to each other." in text_of(emails[0])
    assert "White won: Black surrendered." in text_of(emails[2])


def test_a_player_who_has_moved_gets_no_report(duel, box):
    played(duel, ROUND)
    duels.write_turns(timezone.now() + timedelta(seconds=15))
    write_reports()
    submit_orders(duel=duel, wizard="Black", round_number=2, orders={"left": "D", "right": "-"})
    post()
    assert box.messages == []


def test_questions_after_the_reveal_are_sent_by_e_mail(duel, box):
    played(duel, *hands("W-", "W-", "P-"))
    post()
    [email] = box.messages
    assert "Your gestures complete several spells. Which will you cast?\n CHOOSE LH " in text_of(email)


def test_a_player_can_change_to_e_mail_during_a_duel(duel, box):
    played(duel, ROUND)
    duels.write_turns(timezone.now() + timedelta(seconds=15))
    plays_by_email("white")
    post()
    assert sorted(email["To"] for email in box.messages) == ["black@example.org", "white@example.org"]
    User.objects.update(mail=User.Mail.SOON)
    played(duel, ["--", "--"])
    post()
    assert len(box.messages) == 2, "players who use a browser have some minutes to move first"


def test_live_duels_have_no_reports(box):
    slow_duel("Black", "White", pace=120)
    plays_by_email("black")
    assert write_reports() == 0


def test_a_site_without_a_mailroom_sends_short_news(duel, box, settings):
    settings.MAILROOM_ADDRESS = ""
    played(duel, ROUND)
    post()
    assert box.messages == []
    post(PATIENCE + timedelta(seconds=15))
    assert {email.get_content_type() for email in box.messages} == {"text/plain"}


def test_an_unreadable_duel_does_not_delay_others(duel, box):
    other = slow_duel("Grey", "Red")
    plays_by_email("grey")
    Duel.objects.filter(pk=duel.pk).update(book="nowhere")
    played(other, ROUND)
    post()
    assert [email["To"] for email in box.messages] == ["grey@example.org"]


def test_a_report_is_written_once(duel):
    played(duel, ROUND)
    duels.write_turns(timezone.now() + timedelta(seconds=15))
    assert [write_reports(), write_reports()] == [2, 0], "one of the start, which is out of date, and one of the turn"
    assert EmailNotification.objects.filter(thread="").exclude(user=owner(duel, "Black")).exists()


def follower(duel):
    """Return a new user who follows this duel and plays by e-mail."""
    user = a_user("grey", email="grey@example.org", mail=User.Mail.PLAY)
    following.subscribe(user=user, duel=duel)
    return user


def test_followers_who_play_by_e_mail_get_a_spectators_report(duel, box):
    user = follower(duel)
    played(duel, ROUND, ["--", "--"])
    following.tell_rounds()
    post()
    [email] = box.to("grey@example.org")
    assert email["Subject"] == "[Waving Hands] Black against White: round 2"
    assert email["References"] == f"<duel-{duel.slug}@duels.example.org>"
    text = text_of(email)
    earlier, rest = text.split("Black against White (duel", 1)
    assert earlier.startswith("Round 1\nBlack snaps")
    assert f"Black against White (duel{rest}".startswith(status(duel, user))
    assert " GAME " not in text
    assert read_address(parseaddr(email["Reply-To"])[1]) == (user.pk, duel.slug, 0)
    played(duel, ["PP", "--"])
    following.tell_rounds()
    post()
    assert "White won: Black surrendered." in text_of(box.to("grey@example.org")[1])


def test_a_report_is_in_the_language_of_its_reader(duel, box):
    User.objects.filter(username="black").update(language="de")
    played(duel, ROUND)
    post()
    text = text_of(box.messages[0])
    assert "So antwortest du\n----------------\n\nAntworte auf diese Nachricht" in text
    assert "Diese Gesten vollenden einen Zauber:\n LH D " in text
    assert '<html lang="de">' in box.messages[0].get_body("html").get_content()
