"""Letters of duels for those who play by letter, as a real mail server receives them."""

import re
from datetime import timedelta
from email.utils import parseaddr

import pytest
from django.utils import timezone

from accounts.models import Letter, User
from accounts.services.notifications import PATIENCE
from duels.mailroom.addresses import read_address
from duels.mailroom.letters import write_reports
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
    """A mail server, and our site, which sends by it and takes letters."""
    with mail_goes_to(box, settings):
        yield


@pytest.fixture
def duel():
    """Black plays by letter, White in a browser."""
    duel = slow_duel("Black", "White")
    by_letter("black")
    return duel


def by_letter(username):
    User.objects.filter(username=username).update(mail=User.Mail.LETTER)


def text_of(message):
    return message.get_body("plain").get_content().replace("\r\n", "\n")


def test_who_plays_by_letter_is_sent_the_report_at_once_and_who_does_not_short_news_later(duel, box):
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


def test_a_report_has_a_twin_in_html_and_says_how_to_have_no_more(duel, box):
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


def test_its_address_says_who_answers_in_which_duel_and_round(duel, box):
    played(duel, ROUND)
    post()
    claim = read_address(parseaddr(box.messages[0]["Reply-To"])[1])
    assert claim == (owner(duel, "Black").pk, duel.slug, 2)


def test_all_letters_of_a_duel_are_one_thread_from_its_beginning_to_its_end(duel, box):
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


def test_who_has_answered_already_gets_no_letter_of_it(duel, box):
    played(duel, ROUND)
    duels.write_turns(timezone.now() + timedelta(seconds=15))
    write_reports()
    submit_orders(duel=duel, wizard="Black", round_number=2, orders={"left": "D", "right": "-"})
    post()
    assert box.messages == []


def test_what_is_asked_after_the_reveal_is_asked_by_letter(duel, box):
    played(duel, *hands("W-", "W-", "P-"))
    post()
    [letter] = box.messages
    assert "Your gestures complete several spells. Which will you cast?\n CHOOSE LH " in text_of(letter)


def test_who_changes_to_letters_in_mid_duel_is_written_to_from_then_on(duel, box):
    played(duel, ROUND)
    duels.write_turns(timezone.now() + timedelta(seconds=15))
    by_letter("white")
    post()
    assert sorted(letter["To"] for letter in box.messages) == ["black@example.org", "white@example.org"]
    User.objects.update(mail=User.Mail.SOON)
    played(duel, ["--", "--"])
    post()
    assert len(box.messages) == 2, "players who use a browser have some minutes to move first"


def test_in_a_live_duel_people_sit_at_the_page_and_the_news_stay_short(box):
    slow_duel("Black", "White", pace=120)
    by_letter("black")
    assert write_reports() == 0


def test_a_site_that_takes_no_letters_sends_short_news(duel, box, settings):
    settings.MAILROOM_ADDRESS = ""
    played(duel, ROUND)
    post()
    assert box.messages == []
    post(PATIENCE + timedelta(seconds=15))
    assert {letter.get_content_type() for letter in box.messages} == {"text/plain"}


def test_a_duel_that_cannot_be_played_again_holds_up_nobody(duel, box):
    other = slow_duel("Grey", "Red")
    by_letter("grey")
    Duel.objects.filter(pk=duel.pk).update(book="nowhere")
    played(other, ROUND)
    post()
    assert [letter["To"] for letter in box.messages] == ["grey@example.org"]


def test_a_report_is_written_once(duel):
    played(duel, ROUND)
    duels.write_turns(timezone.now() + timedelta(seconds=15))
    assert [write_reports(), write_reports()] == [2, 0], "of the beginning, which is overtaken, and of the turn"
    assert Letter.objects.filter(thread="").exclude(user=owner(duel, "Black")).exists()


def follower(duel):
    """Somebody who follows this duel and reads by letter."""
    user = a_user("grey", email="grey@example.org", mail=User.Mail.LETTER)
    following.subscribe(user=user, duel=duel)
    return user


def test_who_follows_a_duel_by_letter_gets_the_report_of_a_watcher(duel, box):
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


def test_it_is_written_in_the_language_of_who_reads_it(duel, box):
    User.objects.filter(username="black").update(language="de")
    played(duel, ROUND)
    post()
    text = text_of(box.messages[0])
    assert "So antwortest du\n----------------\n\nAntworte auf diese Nachricht" in text
    assert "Diese Gesten vollenden einen Zauber:\n LH D " in text
    assert '<html lang="de">' in box.messages[0].get_body("html").get_content()
