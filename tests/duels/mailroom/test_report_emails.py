"""Reports of duels to players by e-mail, as received by a mail server."""

import re
from datetime import timedelta
from email.utils import parseaddr

import pytest
from django.utils import timezone

from accounts.models import Letter, User
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
    """Enable the mailroom, and run the mail server that the site sends through."""
    with mail_goes_to(box, settings):
        yield


@pytest.fixture
def duel():
    """Start a duel in which Black plays by e-mail and White in a browser."""
    duel = slow_duel("Black", "White")
    by_letter("black")
    return duel


def by_letter(username):
    User.objects.filter(username=username).update(mail=User.Mail.LETTER)


def text_of(message):
    return message.get_body("plain").get_content().replace("\r\n", "\n")


def test_e_mail_players_get_a_report_at_once_and_others_news_later(duel, box):
    played(duel, ROUND)
    post()
    [letter] = box.messages
    assert letter["To"] == "black@example.org"
    assert letter["Subject"] == "[Waving Hands] Your turn: Black against White, round 2"
    lead, report = text_of(letter).split("\n\n", 1)
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
    [letter] = box.messages
    assert letter.get_content_type() == "multipart/alternative"
    assert "<h2>Gestures so far</h2>" in letter.get_body("html").get_content()
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<https://duels\.example\.org/unsubscribe/\S+>", letter["List-Unsubscribe"].strip())
    assert letter["Auto-Submitted"] == "auto-generated"
    for line in text_of(letter).split("\n"):
        assert len(line) <= 72 or "https://" in line


def test_the_reply_address_contains_user_duel_and_round(duel, box):
    played(duel, ROUND)
    post()
    claim = read_address(parseaddr(box.messages[0]["Reply-To"])[1])
    assert claim == (owner(duel, "Black").pk, duel.slug, 2)


def test_all_e_mails_of_a_duel_are_in_one_thread(duel, box):
    other = slow_duel("Grey", "Red")
    by_letter("grey")
    post()
    played(duel, ROUND)
    post()
    played(duel, ["PP", "--"])
    post()
    letters = box.to("black@example.org")
    assert [letter["Subject"].removeprefix("[Waving Hands] ") for letter in letters] == [
        "Your duel has started: Black against White",
        "Your turn: Black against White, round 2",
        "Your duel is over: White won: Black surrendered",
    ]
    assert {letter["References"] for letter in letters} == {f"<duel-{duel.slug}@duels.example.org>"}
    assert {letter["In-Reply-To"] for letter in letters} == {f"<duel-{duel.slug}@duels.example.org>"}
    assert len({letter["Message-ID"] for letter in letters}) == 3
    assert box.to("grey@example.org")[0]["References"] == f"<duel-{other.slug}@duels.example.org>"
    assert "The wizards bow to each other." in text_of(letters[0])
    assert "White won: Black surrendered." in text_of(letters[2])


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
    [letter] = box.messages
    assert "Your gestures complete several spells. Which will you cast?\n CHOOSE LH " in text_of(letter)


def test_a_player_can_change_to_e_mail_during_a_duel(duel, box):
    played(duel, ROUND)
    duels.write_turns(timezone.now() + timedelta(seconds=15))
    by_letter("white")
    post()
    assert sorted(letter["To"] for letter in box.messages) == ["black@example.org", "white@example.org"]
    User.objects.update(mail=User.Mail.SOON)
    played(duel, ["--", "--"])
    post()
    assert len(box.messages) == 2, "players who use a browser have some minutes to move first"


def test_live_duels_have_no_reports(box):
    slow_duel("Black", "White", pace=120)
    by_letter("black")
    assert write_reports() == 0


def test_a_site_without_a_mailroom_sends_short_news(duel, box, settings):
    settings.MAILROOM_ADDRESS = ""
    played(duel, ROUND)
    post()
    assert box.messages == []
    post(PATIENCE + timedelta(seconds=15))
    assert {letter.get_content_type() for letter in box.messages} == {"text/plain"}


def test_an_unreadable_duel_does_not_delay_others(duel, box):
    other = slow_duel("Grey", "Red")
    by_letter("grey")
    Duel.objects.filter(pk=duel.pk).update(book="nowhere")
    played(other, ROUND)
    post()
    assert [letter["To"] for letter in box.messages] == ["grey@example.org"]


def test_a_report_is_written_once(duel):
    played(duel, ROUND)
    duels.write_turns(timezone.now() + timedelta(seconds=15))
    assert [write_reports(), write_reports()] == [2, 0], "one of the start, which is out of date, and one of the turn"
    assert Letter.objects.filter(thread="").exclude(user=owner(duel, "Black")).exists()


def follower(duel):
    """Return a user who follows this duel and plays by e-mail."""
    user = a_user("grey", email="grey@example.org", mail=User.Mail.LETTER)
    following.subscribe(user=user, duel=duel)
    return user


def test_followers_who_play_by_e_mail_get_a_spectators_report(duel, box):
    user = follower(duel)
    played(duel, ROUND, ["--", "--"])
    following.tell_rounds()
    post()
    [letter] = box.to("grey@example.org")
    assert letter["Subject"] == "[Waving Hands] Black against White: round 2"
    assert letter["References"] == f"<duel-{duel.slug}@duels.example.org>"
    text = text_of(letter)
    earlier, rest = text.split("Black against White (duel", 1)
    assert earlier.startswith("Round 1\nBlack snaps")
    assert f"Black against White (duel{rest}".startswith(status(duel, user))
    assert " GAME " not in text
    assert read_address(parseaddr(letter["Reply-To"])[1]) == (user.pk, duel.slug, 0)
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
