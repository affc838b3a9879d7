import re
import threading
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.models import EmailNotification, Message, User
from accounts.services import mail
from accounts.services.notifications import PATIENCE, notify
from accounts.services.preferences import NO_ADDRESS, send_again
from accounts.signals import notifications_written
from tests import servers
from tests.accounts.smtp import Postbox, mail_server
from tests.builders import a_guest, a_user
from tests.servers import free_port
from tests.sites import DATABASE, copy_of_sqlite, running_worker

pytestmark = pytest.mark.django_db

DUEL = EmailNotification.About.DUEL
MERLIN = "merlin@example.org"
SITE = "https://duels.example.org"


@pytest.fixture
def box():
    return Postbox()


@pytest.fixture
def server(box, settings):
    """Run a mail server that receives the site's e-mails, and return its port."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.SITE_URL = "127.0.0.1", SITE
    with mail_server(box) as settings.EMAIL_PORT:
        yield settings.EMAIL_PORT


@pytest.fixture
def merlin():
    return a_user("merlin", email=MERLIN)


def write(*users, subject="Your duel begins", text="Go there.", path="/duel/x/", about=DUEL, key=""):
    notify([user.pk for user in users], about=about, subject=subject, text=text, path=path, key=key)


def after(**time):
    return timezone.now() + timedelta(**time)


def test_a_notification_is_sent_after_some_minutes_with_its_link(server, box, merlin):
    write(merlin)
    assert mail.send_ripe(after(seconds=PATIENCE.total_seconds() - 5)) == 0
    assert mail.send_ripe(after(minutes=6)) == 1
    [message] = box.to(MERLIN)
    assert message["Subject"] == "[Waving Hands] Your duel begins"
    assert f"Go there.\n{SITE}/duel/x/\n" in message.get_content().replace("\r\n", "\n")
    assert EmailNotification.objects.get().sent is not None


def test_all_due_notifications_of_a_user_go_in_one_message(server, box, merlin):
    for number in range(3):
        write(merlin, subject=f"Your turn: duel {number}", about=EmailNotification.About.TURN)
    write(merlin, subject="A message from Morgana")
    write(a_user("arthur", email="arthur@example.org"))
    assert mail.send_ripe(after(minutes=6)) == 2
    [message] = box.to(MERLIN)
    assert message["Subject"] == "[Waving Hands] 3 duels are waiting for you, plus another notification"
    assert [f"Your turn: duel {number}" in message.get_content() for number in range(3)] == [True] * 3
    assert "A message from Morgana" in message.get_content()
    assert "A message from Morgana" not in box.to("arthur@example.org")[0].get_content()


def test_waiting_notifications_go_along_with_due_ones(server, box, merlin):
    write(merlin, subject="Round 1")
    write(merlin, subject="Round 2")
    EmailNotification.objects.filter(subject="Round 2").update(ripe=after(minutes=10))
    assert [mail.send_ripe(after(minutes=minutes)) for minutes in (6, 7, 11)] == [1, 0, 0]
    assert all(f"Round {number}" in box.messages[0].get_content() for number in (1, 2))


def test_notifications_sent_again_take_no_others_along(server, box, merlin):
    write(merlin, subject="Old")
    send_again(user=merlin, notifications=[EmailNotification.objects.get().pk])
    write(merlin, subject="New")
    assert mail.send_ripe() == 1
    assert "New" not in box.messages[0].get_content()


def test_sent_notifications_are_not_sent_again(server, box, merlin):
    write(merlin)
    assert [mail.send_ripe(after(minutes=minutes)) for minutes in (6, 7, 60 * 24)] == [1, 0, 0]
    assert len(box.messages) == 1


def test_daily_e_mails_are_sent_once_per_day_at_their_hour(server, box, merlin, settings):
    settings.DIGEST_HOUR = 7
    User.objects.update(mail=User.Mail.DAILY)
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    for hours in (0, 1, 20):  # the last of these times is after the next morning
        write(merlin, subject=f"After {hours} hours")
        EmailNotification.objects.filter(subject=f"After {hours} hours").update(
            written=noon + timedelta(hours=hours), ripe=noon + timedelta(hours=hours)
        )
    assert [mail.send_ripe(noon + timedelta(hours=hours)) for hours in (2, 18, 19, 20, 42)] == [0, 0, 1, 0, 0]
    assert mail.send_ripe(noon + timedelta(hours=43)) == 1
    first, second = (message.get_content() for message in box.messages)
    assert "After 0 hours" in first
    assert "After 1 hours" in first
    assert "After 20 hours" in second
    assert "After 0 hours" not in second


def test_an_e_mail_that_was_not_wanted_is_not_sent_later_either(server, box, merlin):
    User.objects.update(mail=User.Mail.NEVER)
    write(merlin)
    assert mail.send_ripe(after(minutes=6)) == 0
    User.objects.update(mail=User.Mail.SOON)
    assert mail.send_ripe(after(minutes=7)) == 0


@pytest.mark.parametrize("fields", [{"email": ""}, {"is_guest": True}, {"is_active": False}])
def test_users_without_a_usable_address_get_no_e_mail(server, box, merlin, fields):
    User.objects.update(**fields)
    write(merlin)
    assert mail.send_ripe(after(minutes=6)) == 0
    assert EmailNotification.objects.get().dropped is not None


def test_an_unconfirmed_address_gets_no_e_mail(server, box, merlin):
    address = EmailAddress.objects.create(user=merlin, email="Merlin@example.org", primary=True, verified=False)
    write(merlin)
    assert mail.send_ripe(after(minutes=6)) == 0
    address.verified = True
    address.save()
    write(merlin)
    assert mail.send_ripe(after(minutes=6)) == 1


def test_a_message_that_has_been_read_is_not_sent_by_e_mail(server, box, merlin):
    morgana = a_user("morgana")
    for number in range(2):
        message = Message.objects.create(sender=morgana, recipient=merlin, text=f"Hail {number}")
        write(merlin, subject=message.text, about=EmailNotification.About.MESSAGE, key=f"message:{message.pk}")
    Message.objects.filter(text="Hail 0").update(read=timezone.now())
    assert mail.send_ripe(after(minutes=6)) == 1
    assert box.messages[0]["Subject"] == "[Waving Hands] Hail 1"


def test_a_user_is_notified_once_per_key(merlin, django_capture_on_commit_callbacks):
    heard = []

    def hear(notifications, **_):
        heard.extend(notifications)

    notifications_written.connect(hear)
    arthur = a_user("arthur")
    with django_capture_on_commit_callbacks(execute=True):
        write(merlin, key="duel:1")
        write(merlin, arthur, key="duel:1")
        write(merlin)
    notifications_written.disconnect(hear)
    assert [(notification.user_id, bool(notification.pk)) for notification in heard] == [
        (merlin.pk, True),
        (arthur.pk, True),
        (merlin.pk, True),
    ]


def test_a_mail_server_that_is_down_costs_no_attempts(box, merlin, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    write(merlin)
    assert mail.send_ripe(after(minutes=6)) == 0
    assert EmailNotification.objects.get().tries == 0
    with mail_server(box, settings.EMAIL_PORT):
        assert mail.send_ripe(after(minutes=7)) == 1
    assert len(box.to(MERLIN)) == 1


def test_a_refused_address_is_retried_later_and_delays_nobody(server, box, merlin, caplog):
    box.refuses.add(MERLIN)
    write(merlin, a_user("arthur", email="arthur@example.org"))
    assert mail.send_ripe(after(minutes=6)) == 1
    box.refuses.clear()
    assert mail.send_ripe(after(minutes=7)) == 0
    assert mail.send_ripe(after(minutes=20)) == 1
    assert len(box.to(MERLIN)) == 1


def test_an_address_that_is_always_refused_is_dropped(server, box, merlin):
    box.refuses.add(MERLIN)
    write(merlin)
    for day in range(mail.MOST_TRIES + 2):
        mail.send_ripe(after(days=day + 1))
    notification = EmailNotification.objects.get()
    assert notification.tries == mail.MOST_TRIES
    assert notification.dropped is not None


def test_a_crash_after_sending_repeats_the_same_message_id(server, box, merlin, monkeypatch):
    write(merlin)
    notifications = list(EmailNotification.objects.all())
    with monkeypatch.context() as patch:
        patch.setattr("accounts.services.mail.timezone.now", _dies)
        with pytest.raises(SystemExit):
            mail.send_ripe(notifications[0].ripe + timedelta(minutes=1))
    assert mail.send_ripe(after(minutes=7)) == 0
    write(merlin, subject="Something else")
    assert [mail.send_ripe(after(minutes=minutes)) for minutes in (30, 31)] == [1, 1]
    first, second, third = box.to(MERLIN)
    assert first["Message-ID"] == second["Message-ID"]
    assert third["Subject"] == "[Waving Hands] Something else"


def _dies():
    raise SystemExit


@pytest.mark.parametrize(
    "evil", ["Merlin\r\nBcc: all@example.org", "Merlin\nSubject: x", "Merlin\u2028Bcc: a@example.org", "\x00Merlin\x1b"]
)
def test_line_breaks_cannot_inject_headers(server, box, merlin, evil):
    write(merlin, subject=f"{evil} challenges you", text=f"{evil}\r\n.\r\nMAIL FROM:<x@example.org>")
    assert mail.send_ripe(after(minutes=6)) == 1
    [message] = box.messages
    assert message["Bcc"] is None
    assert "challenges you" in message["Subject"]
    assert len(message.get_all("Subject")) == 1


def test_an_address_with_a_line_break_reaches_nobody_else(server, box):
    a_user("evil", email="evil@example.org\nBcc: all@example.org")
    write(User.objects.get())
    assert mail.send_ripe(after(minutes=6)) == 0
    assert not box.messages


def test_a_running_worker_sends_due_notifications(box, tmp_path):
    environment = {"VAR_DIR": str(tmp_path)}
    copy_of_sqlite(tmp_path / DATABASE)
    made = servers.manage("shell", "--verbosity", "0", "--command", RIPE_NOTIFICATION, **environment)
    assert made.returncode == 0, made.stderr
    with mail_server(box) as port, running_worker({"EMAIL_URL": f"smtp://127.0.0.1:{port}", **environment}):
        assert box.came.wait(servers.PATIENCE)
    assert box.messages[0]["Subject"] == "[Waving Hands] Ripe"


RIPE_NOTIFICATION = f"""
from accounts.models import EmailNotification, User
user = User.objects.create_user("merlin", email="{MERLIN}")
EmailNotification.objects.create(user=user, about="duel", subject="Ripe", text="It is.")
"""


@pytest.mark.django_db(transaction=True)
def test_two_processes_sending_at_once_send_one_message(server, box):
    for number in range(5):
        write(a_user(email=f"user{number}@example.org"))
    both = threading.Barrier(2)

    def send():
        both.wait()
        mail.send_ripe(after(minutes=6))
        connection.close()

    threads = [threading.Thread(target=send) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(message["To"] for message in box.messages) == [f"user{number}@example.org" for number in range(5)]


def test_notifications_are_deleted_after_three_months(merlin):
    write(merlin, subject="old")
    EmailNotification.objects.update(written=timezone.now() - mail.KEPT - timedelta(days=1))
    write(merlin, subject="new")
    mail.forget_old()
    assert [notification.subject for notification in EmailNotification.objects.all()] == ["new"]


# Unsubscribing --------------------------------------------------------------------------------------------------------


def link_in(message):
    return urlsplit(re.fullmatch("<(https://.*)>", message["List-Unsubscribe"].strip())[1]).path


def test_one_click_without_a_login_stops_all_e_mails(server, box, merlin, client):
    write(merlin)
    mail.send_ripe(after(minutes=6))
    [message] = box.messages
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert SITE + link_in(message) in message.get_content()
    page = client.get(link_in(message))
    assert "Unsubscribe" in page.content.decode()
    merlin.refresh_from_db()
    assert merlin.mail == User.Mail.SOON, "to look at a page changes nothing: programs look at all links"
    done = client.post(link_in(message), {"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    merlin.refresh_from_db()
    assert merlin.mail == User.Mail.NEVER


def test_a_mail_program_unsubscribes_without_a_cookie(server, box, merlin):
    write(merlin)
    mail.send_ripe(after(minutes=6))
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(link_in(box.messages[0]), {"List-Unsubscribe": "One-Click"}).status_code == 200
    merlin.refresh_from_db()
    assert merlin.mail == User.Mail.NEVER


@pytest.mark.parametrize("token", ["1", "MQ:forged:signature", "x" * 300])
def test_a_forged_link_unsubscribes_nobody(client, merlin, token):
    assert client.post(f"/unsubscribe/{token}/").status_code == 404
    merlin.refresh_from_db()
    assert merlin.mail == User.Mail.SOON


# Sending again --------------------------------------------------------------------------------------------------------


def test_notifications_are_sent_again_at_once_whatever_the_settings(server, box, merlin, client):
    for number in range(3):
        write(merlin, subject=f"News {number}")
    mail.send_ripe(after(minutes=6))
    User.objects.update(mail=User.Mail.NEVER)
    client.force_login(merlin)
    assert "News 2" in client.get("/letters/").content.decode()
    wanted = EmailNotification.objects.filter(subject__in=["News 0", "News 2"]).values_list("pk", flat=True)
    answer = client.post("/letters/", {"notifications": list(wanted)}, follow=True)
    assert "We’re sending the e-mails again" in answer.content.decode()
    assert mail.send_ripe() == 1
    text = box.messages[1].get_content()
    assert ["News 0" in text, "News 1" in text, "News 2" in text] == [True, False, True]
    assert box.messages[0]["Message-ID"] != box.messages[1]["Message-ID"]
    assert mail.send_ripe(after(days=1)) == 0


def test_asking_twice_sends_once(server, box, merlin):
    write(merlin)
    notifications = [EmailNotification.objects.get().pk]
    assert [send_again(user=merlin, notifications=notifications) for _ in range(2)] == [1, 0]
    assert mail.send_ripe() == 1


def test_another_users_notifications_cannot_be_sent_again(server, box, merlin, client):
    write(merlin)
    arthur = a_user("arthur", email="arthur@example.org")
    assert send_again(user=arthur, notifications=[EmailNotification.objects.get().pk]) == 0
    client.force_login(arthur)
    assert "Your duel begins" not in client.get("/letters/").content.decode()
    answer = client.post("/letters/", {"notifications": [EmailNotification.objects.get().pk]}, follow=True)
    assert "Select a valid choice" in answer.content.decode()
    assert mail.send_ripe() == 0


def test_the_page_tells_users_without_an_address_to_add_one(client):
    guest = a_guest().owner
    write(guest)
    with pytest.raises(ValidationError, match=re.escape(str(NO_ADDRESS))):
        send_again(user=guest, notifications=[EmailNotification.objects.get().pk])
    client.force_login(guest)
    assert "Guests don’t get e-mails" in client.get("/letters/").content.decode()


def test_sending_again_needs_a_confirmed_address(client):
    user = a_user(email="")
    write(user, subject="Your duel begins")
    client.force_login(user)
    page = client.get("/letters/").content.decode()
    assert "You have no confirmed e-mail address." in page
    assert re.search(r'<input type="checkbox"[^>]*>\s*(<[^>]+>\s*)*Your duel begins', page)
    assert re.search(r'<button class="button primary" type="submit" disabled>Send again', page)


def test_without_a_choice_nothing_is_sent_again(client, merlin):
    client.force_login(merlin)
    assert "Select a notification first." in client.post("/letters/", follow=True).content.decode()


def test_the_number_of_queries_does_not_depend_on_the_notifications(client, merlin):
    client.force_login(merlin)
    counts = []
    for _ in range(2):
        for number in range(10):
            write(merlin, subject=f"News {number}")
        with CaptureQueriesContext(connection) as queries:
            client.get("/letters/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_notification_is_in_the_language_of_its_reader(merlin):
    nimue = a_user("nimue", language="de")
    with translation.override("de"):
        write(merlin, nimue, subject=lambda: gettext("Messages"), text="As it was said.")
    assert set(EmailNotification.objects.values_list("user__username", "subject", "text")) == {
        ("merlin", "Messages", "As it was said."),
        ("nimue", "Nachrichten", "As it was said."),
    }


def test_the_frame_of_an_e_mail_is_in_the_language_of_its_reader(server, box):
    nimue = a_user("nimue", email="nimue@example.org", language="de")
    write(nimue, about=EmailNotification.About.TURN)
    write(nimue)
    assert mail.send_ripe(after(minutes=6)) == 1
    [message] = box.to("nimue@example.org")
    assert message["Subject"] == "[Waving Hands] Ein Duell wartet auf dich, dazu eine weitere Benachrichtigung"
    assert message.get_content().startswith("Hallo nimue,")
