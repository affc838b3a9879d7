"""Messages between users, blocks, mutes and reports, by service and by page."""

import threading
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.blocks import has_block_between
from accounts.models import Block, Letter, Measure, Message, Report
from accounts.permissions import Forbidden
from accounts.services import blocking, messages, moderation, reports
from tests.builders import a_guest, a_mage, a_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def harry():
    return a_user("Harry")


def at_pages(user):
    client = Client()
    client.force_login(user)
    return client


def send(sender, names, text="That was a great game!", mage=None):
    return messages.send(sender=sender, recipients=messages.recipients_of(names), text=text, mage=mage)


def test_a_message_goes_to_mages_and_users_by_name_and_once_to_each(harry):
    froodal = a_mage("Froodal")
    a_mage("Froodal the Second", owner=froodal.owner)
    gandalf = a_mage("Gandalf")
    sent = send(gandalf.owner, " froodal, HARRY , Froodal the Second,", mage=gandalf)
    assert [(message.recipient, message.mage) for message in sent] == [(froodal.owner, gandalf), (harry, gandalf)]
    letter = Letter.objects.get(user=harry)
    assert (letter.subject, letter.path) == ("A message from Gandalf", f"/messages/{gandalf.owner.username}/")


def test_an_at_sign_means_the_user_where_a_mage_has_his_name(harry):
    impostor = a_mage("Harry")
    assert messages.recipients_of("Harry") == [impostor.owner]
    assert messages.recipients_of("@Harry") == [harry]


def test_the_longest_names_find_their_way_into_letters_and_reports(harry):
    sender = a_user("Ж" * 150)
    [message] = send(sender, "Harry")
    letter = Letter.objects.get(user=harry)
    letter.full_clean()
    assert at_pages(harry).get(letter.path).status_code == 200
    at_pages(harry).post(f"/report/?message={message.pk}", {"why": "Such a name"})
    Report.objects.get().full_clean()


@pytest.mark.parametrize("names", ["", " , ", "Nobody Here", "@", "Harry, Nobody Here"])
def test_who_is_not_there_gets_nothing_and_nobody_else_either(harry, names):
    with pytest.raises(ValidationError):
        send(a_user(), names)
    assert not Message.objects.exists()


def test_what_cannot_be_sent_is_refused_and_says_why(harry):
    sender, silent, guest = a_user(), a_user("Silent", hears_messages=False), a_guest("Visitor")
    gone = a_user("Gone", is_active=False)
    for names, text, why in (
        ("Harry", "   ", "nothing to send"),
        (", ".join(f"Mage {number}" for number in range(11)), "Hello", "10 at most"),
        ("Harry", "a" * 2001, "at most 2000"),
        (f"@{sender.username}", "Hello", "yourself"),
        ("Harry, Silent", "Hello", "Silent takes no messages"),
        ("Visitor", "Hello", "no letter box"),
        ("Gone", "Hello", "no letter box"),
    ):
        with pytest.raises(ValidationError, match=why):
            send(sender, names, text)
    with pytest.raises(Forbidden, match="Keep your mage"):
        send(guest.owner, "Harry")
    with pytest.raises(Forbidden, match="of your own"):
        send(sender, "Harry", mage=a_mage())
    assert (silent.messages.count(), gone.messages.count(), Message.objects.count()) == (0, 0, 0)


@pytest.mark.parametrize("who_blocks", ["sender", "recipient"])
def test_those_of_whom_one_has_blocked_the_other_do_not_write_but_mutes_do(harry, who_blocks):
    sender = a_user()
    one, other = (sender, harry) if who_blocks == "sender" else (harry, sender)
    blocking.block(user=one, other=other)
    with pytest.raises(Forbidden, match="blocked"):
        send(sender, "Harry")
    blocking.block(user=one, other=other, mutes_only=True)
    assert len(send(sender, "Harry")) == 1


def test_a_moderator_reaches_everybody(harry):
    moderator = a_user(is_staff=True)
    harry.hears_messages = False
    harry.save()
    blocking.block(user=harry, other=moderator)
    assert len(send(moderator, "Harry")) == 1


def test_who_is_silenced_is_told_until_when(harry):
    sender = a_user()
    moderation.take_measure(
        moderator=a_user(is_staff=True), kind=Measure.Kind.SILENCED, why="Enough", user=sender, days=1
    )
    with pytest.raises(Forbidden, match="silenced you until"):
        send(sender, "Harry")


def test_words_that_nobody_wants_to_read_are_not_sent(harry, settings, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("bumbler\n")
    settings.FORBIDDEN_WORDS = str(words)
    with pytest.raises(ValidationError, match="“Bumblers” is not said here"):
        send(a_user(), "Harry", "Bumblers, all of you")
    settings.FORBIDDEN_WORDS = ""
    assert send(a_user(), "Harry", "Bumblers, all of you")


def test_the_same_message_twice_is_one(harry):
    sender = a_user()
    assert len(send(sender, "Harry")) == 1
    assert send(sender, "Harry") == []
    Message.objects.update(sent=timezone.now() - timedelta(minutes=2))
    assert len(send(sender, "Harry")) == 1
    assert Letter.objects.filter(user=harry).count() == 2


def test_messages_are_counted_by_recipient(harry):
    sender = a_user()
    for number in range(9):
        send(sender, "Harry", f"Number {number}")
    a_user("Sally")
    with pytest.raises(ValidationError, match="wait a little"):
        send(sender, "Harry, Sally", "Both of you")
    send(sender, "Sally", "You alone")
    Message.objects.update(sent=timezone.now() - timedelta(hours=1))
    Message.objects.bulk_create(
        Message(sender=sender, recipient=harry, text="x", sent=timezone.now() - timedelta(hours=2)) for _ in range(190)
    )
    with pytest.raises(ValidationError, match="tomorrow"):
        send(sender, "Harry", "One more")


@pytest.mark.django_db(transaction=True)
def test_two_of_the_same_message_at_once_are_one(harry):
    sender = a_user()

    def work():
        try:
            send(sender, "Harry")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Message.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_write_to_each_other_at_once_do_not_wait_for_each_other_for_ever(harry):
    sally, refusals = a_user("Sally"), []

    def work(sender, name):
        try:
            for number in range(5):
                send(sender, name, f"Number {number}")
        except Exception as error:
            refusals.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=pair) for pair in ((harry, "Sally"), (sally, "Harry"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refusals == []
    assert Message.objects.count() == 10


def test_a_block_is_between_two_and_a_mute_of_one_alone(harry):
    other, third = a_user(), a_user()
    for _ in range(2):
        blocking.block(user=harry, other=other)
    assert Block.objects.count() == 1
    assert has_block_between(harry.pk, [third.pk, other.pk])
    assert has_block_between(other.pk, [harry.pk])
    assert not has_block_between(harry.pk, [third.pk])
    blocking.block(user=harry, other=other, mutes_only=True)
    assert not has_block_between(harry.pk, [other.pk])
    for _ in range(2):
        blocking.unblock(user=harry, other=other)
    assert not Block.objects.exists()
    with pytest.raises(ValidationError, match="That is you"):
        blocking.block(user=harry, other=harry)


def test_the_same_report_waits_once_and_not_too_many(harry, monkeypatch):
    monkeypatch.setattr(reports, "MOST_OPEN_REPORTS", 2)
    first = a_user()
    made = [
        reports.report(reporter=harry, accused=other, path="/mage/X/", why="Rude") for other in (first, first, a_user())
    ]
    assert made[0] == made[1] != made[2]
    for accused, why in ((a_user(), "Rude"), (a_user(), " "), (harry, "Me"), (first, "a" * 1001)):
        with pytest.raises(ValidationError):
            reports.report(reporter=harry, accused=accused, path="/mage/Y/", why=why)
    assert Report.objects.count() == 2


def test_threads_show_the_latest_first_and_what_is_new(harry):
    writers = [a_mage(f"Writer {number}") for number in range(3)]
    for mage in (*writers, writers[0]):
        send(mage.owner, "Harry", f"Hello from {mage} {Message.objects.count()}", mage=mage)
    client = at_pages(harry)
    threads = client.get("/messages/").context["threads"]
    assert [thread.other for thread in threads] == [writers[number].owner for number in (0, 2, 1)]
    assert [thread.unread for thread in threads] == [2, 1, 1]
    page = client.get(f"/messages/{writers[0].owner.username}/")
    assert [message.text[-1] for message in page.context["written"]] == ["0", "3"]
    assert [thread.unread for thread in client.get("/messages/").context["threads"]] == [0, 1, 1]
    assert Message.objects.filter(read=None).count() == 2


def test_pages_of_messages_take_as_many_queries_with_twenty_as_with_two(harry):
    client, counts = at_pages(harry), []
    for number in (2, 18):
        for _ in range(number):
            mage = a_mage()
            send(mage.owner, "Harry", mage=mage)
            Block.objects.create(user=harry, blocked=a_user())
        counts.append([queries(client, address) for address in ("/messages/", "/blocks/")])
    assert counts[0] == counts[1]


def queries(client, address):
    with CaptureQueriesContext(connection) as made:
        assert client.get(address).status_code == 200
    return len(made)


def test_a_message_is_written_and_answered_on_the_pages(harry):
    gandalf = a_mage("Gandalf")
    client = at_pages(gandalf.owner)
    assert 'value="@Harry"' in client.get("/messages/?to=@Harry").content.decode()
    answer = client.post("/messages/", {"to": "Harry", "mage": gandalf.pk, "text": "Again?"})
    assert answer["Location"] == "/messages/Harry/"
    answer = at_pages(harry).post(f"/messages/{gandalf.owner.username}/", {"text": "<b>Yes</b>"})
    assert answer.status_code == 302
    assert "&lt;b&gt;Yes" in client.get("/messages/Harry/").content.decode()
    assert Message.objects.count() == 2


def test_a_refusal_stands_in_the_form_and_loses_no_words(harry):
    blocking.block(user=harry, other=(sender := a_user()))
    page = at_pages(sender).post("/messages/", {"to": "Harry", "text": "Hear me"}).content.decode()
    assert "One of you has blocked the other." in page
    assert "Hear me</textarea>" in page
    page = at_pages(sender).post("/messages/Harry/", {"text": "Hear me"}).content.decode()
    assert "One of you has blocked the other." in page


def test_nobody_writes_in_the_name_of_a_mage_of_another_on_the_page(harry):
    page = at_pages(a_user()).post("/messages/", {"to": "Harry", "mage": a_mage().pk, "text": "Hello"})
    assert "valid choice" in page.content.decode()
    assert not Message.objects.exists()


def test_nobody_is_asked_to_write_to_who_has_no_letter_box(harry):
    page = at_pages(a_user())
    address = f"/user/{harry.username}/"
    assert "/messages/?to=" in page.get(address).content.decode()
    harry.is_active = False
    harry.save()
    assert "/messages/?to=" not in page.get(address).content.decode()


def test_only_the_two_read_what_is_between_them(harry):
    sender = a_user()
    send(sender, "Harry", "A secret of ours")
    stranger = at_pages(a_user())
    for address in ("/messages/", "/messages/Harry/", f"/messages/{sender.username}/"):
        assert "A secret" not in stranger.get(address).content.decode()
    assert Message.objects.filter(read=None).count() == 1


def test_guests_and_strangers_are_led_to_an_account(harry, client):
    assert client.get("/messages/")["Location"].startswith("/accounts/login/")
    for address in ("/messages/", "/messages/Harry/"):
        assert at_pages(a_guest().owner).get(address)["Location"] == "/keep/"


def test_a_name_that_nobody_bears_is_marked_where_it_was_written(harry):
    client = at_pages(harry)
    for name in ("Nobody at all", harry.username):
        form = client.post("/blocks/", {"name": name, "do": "block"}).context["form"]
        assert list(form.errors) == ["name"]


def test_blocks_are_made_and_taken_back_on_their_page(harry):
    client, other = at_pages(harry), a_mage("Pest").owner
    client.post("/blocks/", {"name": "Pest", "do": "mute"})
    assert Block.objects.get(user=harry, blocked=other).mutes_only
    client.post(f"/blocks/{other.username}/", {"do": "block", "next": "/mage/Pest/"})
    assert not Block.objects.get(user=harry).mutes_only
    assert "blocked</span>" in client.get("/blocks/").content.decode()
    assert client.post(f"/blocks/{other.username}/", {"do": "unblock"})["Location"] == "/blocks/"
    assert not Block.objects.exists()
    assert "no mage or user called Nobody" in client.post("/blocks/", {"name": "Nobody", "do": "mute"}).content.decode()
    assert client.post("/blocks/Nobody/", {"do": "block"}).status_code == 404
    client.post(f"/blocks/{other.username}/", {"do": "bless"})
    client.post("/blocks/", {"name": "Harry", "do": "block"})
    assert not Block.objects.exists()


def test_a_message_that_one_got_is_reported_with_its_words_and_no_other(harry):
    sender = a_user()
    [message] = send(sender, "Harry", "Something vile")
    client = at_pages(harry)
    assert "Something vile" in client.get(f"/report/?message={message.pk}").content.decode()
    assert at_pages(a_user()).get(f"/report/?message={message.pk}").status_code == 404
    assert at_pages(sender).get(f"/report/?message={message.pk}").status_code == 404
    client.post(f"/report/?message={message.pk}", {"why": "Look at it"})
    report = Report.objects.get()
    assert (report.accused, report.quote, report.about) == (sender, "Something vile", f"message:{message.pk}")
    assert report.path == f"/messages/{sender.username}/#message-{message.pk}"
