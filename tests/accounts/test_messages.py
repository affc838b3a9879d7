import threading
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.blocks import has_block_between
from accounts.models import Block, EmailNotification, Measure, Message, Report
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


def test_a_message_is_sent_once_to_each_mage_or_user_named(harry):
    froodal = a_mage("Froodal")
    a_mage("Froodal the Second", owner=froodal.owner)
    gandalf = a_mage("Gandalf")
    sent = send(gandalf.owner, " froodal, HARRY , Froodal the Second,", mage=gandalf)
    assert [(message.recipient, message.mage) for message in sent] == [(froodal.owner, gandalf), (harry, gandalf)]
    notification = EmailNotification.objects.get(user=harry)
    assert (notification.subject, notification.path) == ("Message from Gandalf", f"/messages/{gandalf.owner.username}/")


def test_an_at_sign_means_the_user_if_a_mage_has_the_same_name(harry):
    impostor = a_mage("Harry")
    assert messages.recipients_of("Harry") == [impostor.owner]
    assert messages.recipients_of("@Harry") == [harry]


def test_the_longest_names_fit_into_notifications_and_reports(harry):
    sender = a_user("Ж" * 150)
    [message] = send(sender, "Harry")
    notification = EmailNotification.objects.get(user=harry)
    notification.full_clean()
    assert at_pages(harry).get(notification.path).status_code == 200
    at_pages(harry).post(f"/report/?message={message.pk}", {"why": "Such a name"})
    Report.objects.get().full_clean()


@pytest.mark.parametrize("names", ["", " , ", "Nobody Here", "@", "Harry, Nobody Here"])
def test_an_unknown_recipient_stops_the_message_to_all(harry, names):
    with pytest.raises(ValidationError):
        send(a_user(), names)
    assert not Message.objects.exists()


def test_an_invalid_message_is_refused_with_a_reason(harry):
    sender, silent, guest = a_user(), a_user("Silent", hears_messages=False), a_guest("Visitor")
    gone = a_user("Gone", is_active=False)
    for names, text, why in (
        ("Harry", "   ", "Write a message first"),
        (", ".join(f"Mage {number}" for number in range(11)), "Hello", "at most 10 users"),
        ("Harry", "a" * 2001, "The limit is 2000"),
        (f"@{sender.username}", "Hello", "yourself"),
        ("Harry, Silent", "Hello", "Silent doesn’t accept messages"),
        ("Visitor", "Hello", "A guest can’t receive messages"),
        ("Gone", "Hello", "Gone can’t receive messages"),
    ):
        with pytest.raises(ValidationError, match=why):
            send(sender, names, text)
    with pytest.raises(Forbidden, match="Create an account first"):
        send(guest.owner, "Harry")
    with pytest.raises(Forbidden, match="of your own"):
        send(sender, "Harry", mage=a_mage())
    assert (silent.messages.count(), gone.messages.count(), Message.objects.count()) == (0, 0, 0)


@pytest.mark.parametrize("who_blocks", ["sender", "recipient"])
def test_a_block_stops_messages_both_ways_and_a_mute_does_not(harry, who_blocks):
    sender = a_user()
    one, other = (sender, harry) if who_blocks == "sender" else (harry, sender)
    blocking.block(user=one, other=other)
    with pytest.raises(Forbidden, match="blocked"):
        send(sender, "Harry")
    blocking.block(user=one, other=other, mutes_only=True)
    assert len(send(sender, "Harry")) == 1


def test_a_moderator_can_write_to_everybody(harry):
    moderator = a_user(is_staff=True)
    harry.hears_messages = False
    harry.save()
    blocking.block(user=harry, other=moderator)
    assert len(send(moderator, "Harry")) == 1


def test_a_silenced_user_is_refused_with_the_end_of_the_silence(harry):
    sender = a_user()
    moderation.take_measure(
        moderator=a_user(is_staff=True), kind=Measure.Kind.SILENCED, why="Enough", user=sender, days=1
    )
    with pytest.raises(Forbidden, match="muted you until"):
        send(sender, "Harry")


def test_forbidden_words_are_not_sent(harry, settings, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("bumbler\n")
    settings.FORBIDDEN_WORDS = str(words)
    with pytest.raises(ValidationError, match="“Bumblers” isn’t allowed here"):
        send(a_user(), "Harry", "Bumblers, all of you")
    settings.FORBIDDEN_WORDS = ""
    assert send(a_user(), "Harry", "Bumblers, all of you")


def test_a_message_sent_twice_is_stored_once(harry):
    sender = a_user()
    assert len(send(sender, "Harry")) == 1
    assert send(sender, "Harry") == []
    Message.objects.update(sent=timezone.now() - timedelta(minutes=2))
    assert len(send(sender, "Harry")) == 1
    assert EmailNotification.objects.filter(user=harry).count() == 2


def test_a_message_counts_once_per_recipient_toward_the_limits(harry):
    sender = a_user()
    for number in range(9):
        send(sender, "Harry", f"Number {number}")
    a_user("Sally")
    with pytest.raises(ValidationError, match="Wait a moment"):
        send(sender, "Harry, Sally", "Both of you")
    send(sender, "Sally", "You alone")
    Message.objects.update(sent=timezone.now() - timedelta(hours=1))
    Message.objects.bulk_create(
        Message(sender=sender, recipient=harry, text="x", sent=timezone.now() - timedelta(hours=2)) for _ in range(190)
    )
    with pytest.raises(ValidationError, match="tomorrow"):
        send(sender, "Harry", "One more")


@pytest.mark.django_db(transaction=True)
def test_a_message_sent_twice_at_the_same_time_is_stored_once(harry):
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
def test_two_users_who_write_to_each_other_at_once_do_not_deadlock(harry):
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


def test_a_block_works_both_ways_and_a_mute_one_way(harry):
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
    with pytest.raises(ValidationError, match="block, mute or report yourself"):
        blocking.block(user=harry, other=harry)


def test_a_repeated_report_counts_once_and_open_reports_are_limited(harry, monkeypatch):
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


def test_threads_are_listed_latest_first_with_unread_counts(harry):
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


def test_the_number_of_queries_does_not_depend_on_the_messages(harry):
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


def test_messages_are_written_and_answered_on_the_pages(harry):
    gandalf = a_mage("Gandalf")
    client = at_pages(gandalf.owner)
    assert 'value="@Harry"' in client.get("/messages/?to=@Harry").content.decode()
    answer = client.post("/messages/", {"to": "Harry", "mage": gandalf.pk, "text": "Again?"})
    assert answer["Location"] == "/messages/Harry/"
    answer = at_pages(harry).post(f"/messages/{gandalf.owner.username}/", {"text": "<b>Yes</b>"})
    assert answer.status_code == 302
    assert "&lt;b&gt;Yes" in client.get("/messages/Harry/").content.decode()
    assert Message.objects.count() == 2


def test_a_message_to_several_users_leads_to_the_list_and_says_how_many_got_it(harry):
    a_user("Ron")
    answer = at_pages(a_user()).post("/messages/", {"to": "Harry, Ron", "text": "Well played"}, follow=True)
    assert answer.redirect_chain == [("/messages/", 302)]
    assert "Message sent to 2 users." in answer.content.decode()


def test_a_refusal_is_shown_in_the_form_and_keeps_the_text(harry):
    blocking.block(user=harry, other=(sender := a_user()))
    page = at_pages(sender).post("/messages/", {"to": "Harry", "text": "Hear me"}).content.decode()
    assert "One of you has blocked the other." in page
    assert "Hear me</textarea>" in page
    page = at_pages(sender).post("/messages/Harry/", {"text": "Hear me"}).content.decode()
    assert "One of you has blocked the other." in page


def test_the_form_refuses_another_users_mage(harry):
    page = at_pages(a_user()).post("/messages/", {"to": "Harry", "mage": a_mage().pk, "text": "Hello"})
    assert "valid choice" in page.content.decode()
    assert not Message.objects.exists()


def test_pages_of_users_who_cannot_get_messages_have_no_message_link(harry):
    page = at_pages(a_user())
    address = f"/user/{harry.username}/"
    assert "/messages/?to=" in page.get(address).content.decode()
    harry.is_active = False
    harry.save()
    assert "/messages/?to=" not in page.get(address).content.decode()


def test_only_sender_and_recipient_can_read_a_thread(harry):
    sender = a_user()
    send(sender, "Harry", "A secret of ours")
    stranger = at_pages(a_user())
    for address in ("/messages/", "/messages/Harry/", f"/messages/{sender.username}/"):
        assert "A secret" not in stranger.get(address).content.decode()
    assert Message.objects.filter(read=None).count() == 1


def test_guests_and_visitors_are_redirected_to_sign_up_or_log_in(harry, client):
    assert client.get("/messages/")["Location"].startswith("/accounts/login/")
    for address in ("/messages/", "/messages/Harry/"):
        assert at_pages(a_guest().owner).get(address)["Location"] == "/keep/"


def test_an_unknown_name_to_block_is_an_error_of_its_field(harry):
    client = at_pages(harry)
    for name in ("Nobody at all", harry.username):
        form = client.post("/blocks/", {"name": name, "do": "block"}).context["form"]
        assert list(form.errors) == ["name"]


def test_blocks_are_added_and_removed_on_their_page(harry):
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


def test_only_received_messages_can_be_reported_and_are_quoted(harry):
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
