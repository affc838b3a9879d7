import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from accounts.email_rendering import envelope_sender
from accounts.models import Mage, Token, User
from accounts.services.tokens import make, revoke
from duels.mailroom import processing, sending
from duels.mailroom.addresses import confirm_address, reply_address
from duels.mailroom.intake import Envelope, store
from duels.models import IncomingEmail, OutgoingEmail
from tests.builders import PASSWORD, a_mage, a_user
from tests.duels.mailroom.emails import FROM, an_email
from tests.duels.mailroom.test_reading import bounce
from tests.duels.people import as_user

pytestmark = pytest.mark.django_db

Outcome = IncomingEmail.Outcome


@pytest.fixture
def harry() -> User:
    user = a_user("Harry", email=FROM)
    EmailAddress.objects.create(user=user, email=FROM, primary=True, verified=True)
    return user


@pytest.fixture
def key(harry: User) -> str:
    return make(user=harry, name="e-mail", scopes=[Token.Scope.MAIL])[1]


def receive(
    text: str = "SCORES\nEND", *, to: str = "duels@localhost", sender: str = FROM, **headers: str
) -> IncomingEmail:
    """Store and process an e-mail, and return it."""
    number = IncomingEmail.objects.count()
    content = an_email(text, to=to, sender=sender or FROM, **({"Message_ID": f"<{number}@example.net>"} | headers))
    stored = store(content, Envelope(sender, (to,)))
    processing.process_due()
    stored.refresh_from_db()
    return stored


def answers(address: str = FROM) -> list[OutgoingEmail]:
    return list(OutgoingEmail.objects.filter(address=address).order_by("pk"))


def test_an_e_mail_with_name_and_key_is_processed_and_answered(harry: User, key: str):
    done = receive(f"user harry {key.upper()}\nREGISTER Merlyn\nEND")
    assert (done.outcome, done.user) == (Outcome.DONE, harry)
    assert Mage.objects.get(name="Merlyn").owner == harry
    (answer,) = answers()
    assert (answer.references, answer.user, answer.reply_to) == ("<0@example.net>", harry, "duels@localhost")


def test_the_content_of_a_processed_e_mail_is_deleted(key: str):
    assert bytes(receive(f"USER Harry {key}\nSCORES\nEND").content) == b""


def test_a_reply_is_sent_once_in_its_thread_and_marked_as_automatic(key: str):
    receive(f"USER Harry {key}\nSCORES\nEND", References="<before@example.net>")
    assert sending.send_answers() == 1
    assert sending.send_answers(timezone.now() + timedelta(days=9)) == 0
    (message,) = mail.outbox
    assert message.to == [FROM]
    assert message.extra_headers["Auto-Submitted"] == "auto-replied"
    assert message.extra_headers["In-Reply-To"] == "<0@example.net>"
    assert message.extra_headers["References"] == "<before@example.net> <0@example.net>"
    assert message.from_email == envelope_sender(User.objects.get())


def test_a_reply_of_unknown_fate_is_repeated_with_the_same_message_id(key: str, monkeypatch):
    receive(f"USER Harry {key}\nSCORES\nEND")
    monkeypatch.setattr(sending.timezone, "now", lambda: 1 / 0)  # fails after the mail server has accepted it
    now = answers()[0].ripe
    with pytest.raises(ZeroDivisionError):
        sending.send_answers(now)
    monkeypatch.undo()
    assert sending.send_answers(now) == 0
    assert sending.send_answers(now + timedelta(hours=1)) == 1
    assert len({message.extra_headers["Message-ID"] for message in mail.outbox}) == 1
    assert len(mail.outbox) == 2


def test_resent_replies_are_new_messages(key: str):
    for order in ("CHALLENGES", "STATS"):
        receive(f"USER Harry {key}\n{order}\nEND")
        assert sending.send_answers() == 1
    receive(f"USER Harry {key}\nRESEND 3\nEND")
    assert "2 e-mails are on their way to you again." in answers()[2].text
    assert sending.send_answers() == 3
    challenges, stats, *again, resent = mail.outbox
    assert [message.body for message in again] == [challenges.body, stats.body]
    assert "on their way" in resent.body
    assert len({message.extra_headers["Message-ID"] for message in mail.outbox}) == 5
    receive(f"USER Harry {key}\nRESEND\nEND")
    sending.send_answers()
    assert mail.outbox[5].body == resent.body, "the last reply that was sent"


def test_replies_to_an_earlier_address_are_not_resent(harry: User, key: str):
    receive(f"USER Harry {key}\nSCORES\nEND")
    sending.send_answers()
    User.objects.update(email="new@example.org")
    receive(f"USER Harry {key}\nRESEND\nEND")
    assert "0 e-mails are" in answers("new@example.org")[0].text


@pytest.mark.parametrize("line", ["USER Harry mail_wrong", "USER Nobody mail_wrong", "USER Nobody"])
def test_commands_of_unknown_users_are_not_carried_out(harry: User, line: str):
    assert receive(f"{line}\nREGISTER Merlyn\nEND").outcome in (Outcome.WRONG_KEY, Outcome.STRANGER)
    assert not Mage.objects.exists()
    assert len(answers()) == 1


def test_keys_that_are_revoked_or_of_other_users_are_refused(harry: User, key: str):
    other = make(user=a_user("Tom"), name="e-mail", scopes=[Token.Scope.MAIL])[1]
    program = make(user=harry, name="program", scopes=[Token.Scope.PLAY])[1]
    revoke(Token.objects.get(user=harry, name="e-mail"))
    for secret in (other, key, program):
        assert receive(f"USER Harry {secret}\nREGISTER Merlyn\nEND").outcome == Outcome.WRONG_KEY


def test_users_who_send_their_password_are_asked_to_change_it(harry: User):
    assert receive(f"USER Harry {PASSWORD}\nREGISTER Merlyn\nEND").outcome == Outcome.WRONG_KEY
    assert "/accounts/password/change/" in answers()[0].text
    assert PASSWORD not in answers()[0].text
    assert not Mage.objects.exists()


def test_after_many_guesses_passwords_are_not_compared_but_keys_work(harry: User, key: str):
    for number in range(10):
        receive(f"USER Harry wrong{number}\nEND", sender=f"guess{number}@example.org")
    receive(f"USER Harry {PASSWORD}\nEND", sender="guess@example.org")
    assert "password/change" not in answers("guess@example.org")[0].text
    assert receive(f"USER Harry {key}\nSCORES\nEND").outcome == Outcome.DONE


@pytest.mark.parametrize(("most", "peer"), [(10, ""), (30, "192.0.2.7")])
def test_guesses_are_counted_per_sender_and_server_but_valid_keys_work(harry: User, key: str, most: int, peer: str):
    now = timezone.now()
    for number in range(most):
        sender = f"{number}@example.org" if peer else FROM
        about = {"outcome": Outcome.WRONG_KEY, "content": b"", "done": now, "claimed": "harry"}
        IncomingEmail.objects.create(message_id=f"<w{number}>", sender=sender, peer=peer, **about)
    told = []
    for number, secret in enumerate((PASSWORD, key, "mail_wrong")):
        text = f"USER Harry {secret}\nSCORES\nEND"
        store(an_email(text, Message_ID=f"<{number}@x>"), Envelope(FROM, (), peer))
        processing.process_due()
        told.append(IncomingEmail.objects.get(message_id=f"<{number}@x>").outcome)
    assert told == [Outcome.WRONG_KEY, Outcome.DONE, Outcome.WRONG_KEY]
    password, _done, wrong = answers()
    assert "we have received too many wrong keys" in " ".join(password.text.split())
    assert password.text == wrong.text, "passwords are no longer compared"


def test_only_guesses_of_the_last_hour_count(harry: User):
    long_ago = timezone.now() - timedelta(hours=2)
    for number in range(30):
        about = {"outcome": Outcome.WRONG_KEY, "content": b"", "done": long_ago, "claimed": "harry", "sender": FROM}
        IncomingEmail.objects.create(message_id=f"<w{number}>", **about)
    receive(f"USER Harry {PASSWORD}\nEND")
    assert "password/change" in answers()[0].text


def test_a_reply_to_a_report_needs_no_key_and_is_answered_to_its_owner(harry: User):
    address = reply_address(harry, "abc", 3)
    done = receive("SCORES\nEND", to=address.upper(), sender="forwarded@example.org")
    assert (done.outcome, done.user) == (Outcome.DONE, harry)
    assert answers("forwarded@example.org") == []
    assert answers()[0].reply_to == address


def test_without_a_key_a_reply_has_effect_only_in_its_duel(harry: User, key: str):
    a_mage("Merlyn", owner=harry)
    address = reply_address(harry, "abc", 3)
    for order in ("REGISTER Gandalf", "QUIT Merlyn", "MESSAGE Merlyn Harry\nhello\nEND MESSAGE", "VACATION 3"):
        assert receive(f"{order}\nEND", to=address).outcome == Outcome.REFUSED
        assert "begin your e-mail with USER" in answers()[-1].text
    assert [mage.name for mage in Mage.objects.filter(ended=None)] == ["Merlyn"]
    assert receive(f"USER Harry {key}\nREGISTER Gandalf\nEND", to=address).outcome == Outcome.DONE


def test_a_forged_reply_address_identifies_nobody(harry: User):
    address = reply_address(harry, "abc", 3).replace("+r", "+r1")
    assert receive("REGISTER Merlyn\nEND", to=address).outcome == Outcome.STRANGER
    assert not Mage.objects.exists()


def test_e_mails_by_machines_are_neither_processed_nor_answered(key: str):
    for headers in ({"Auto_Submitted": "auto-replied"}, {"List_Id": "<a.b>"}, {"sender": ""}):
        assert receive(f"USER Harry {key}\nREGISTER Merlyn\nEND", **headers).outcome == Outcome.MACHINE
    assert not Mage.objects.exists()
    assert not OutgoingEmail.objects.exists()


def test_a_reply_that_comes_back_is_not_answered(key: str):
    receive(f"USER Harry {key}\nSCORES\nEND")
    sending.send_answers()
    stored = store(mail.outbox[0].message().as_bytes(), Envelope(FROM, ("duels@localhost",)))
    processing.process_due()
    stored.refresh_from_db()
    assert stored.outcome == Outcome.MACHINE


def test_a_stranger_is_answered_ten_times_a_day():
    done = [receive("hello?") for _ in range(12)]
    assert {it.outcome for it in done} == {Outcome.STRANGER}
    assert len(answers()) == 10


def test_the_number_of_e_mails_per_user_is_limited(key: str, monkeypatch):
    monkeypatch.setattr(processing, "MOST_OF_A_USER", 2)
    done = [receive(f"USER Harry {key}\nSCORES\nEND").outcome for _ in range(3)]
    assert done == [Outcome.DONE, Outcome.DONE, Outcome.TOO_MANY]


# NEWUSER -------------------------------------------------------------------------------------------------------------


def test_a_newcomer_who_confirms_gets_an_account_and_a_key():
    assert receive("NEWUSER fred Freddy1234\nEND").outcome == Outcome.NEWCOMER
    assert not User.objects.exists()
    (question,) = answers()
    assert "Freddy1234" not in question.text
    assert receive("yes", to=question.reply_to).outcome == Outcome.DONE
    fred = User.objects.get()
    assert (fred.username, fred.email, fred.has_usable_password()) == ("Fred", FROM, False)
    assert EmailAddress.objects.get(user=fred).verified
    assert fred.plays_by_email
    secret = re.search(r"mail_\w+", answers()[1].text)[0]
    sending.send_answers()
    assert secret in mail.outbox[-1].body
    assert answers()[1].text == "", "the reply with the key is not kept"
    assert receive(f"USER Fred {secret}\nREGISTER Merlyn\nEND").outcome == Outcome.DONE
    assert receive("yes", to=question.reply_to).outcome == Outcome.REFUSED
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["Harry", "hArry", "moderator", "x" * 151, "a/b?"])
def test_a_taken_or_invalid_username_is_refused(harry: User, name: str):
    assert receive(f"NEWUSER {name} grnf\nEND", sender="new@example.org").outcome == Outcome.REFUSED
    assert len(answers("new@example.org")) == 1


def test_a_second_account_for_an_address_is_refused(harry: User):
    assert receive("NEWUSER Second grnf\nEND").outcome == Outcome.REFUSED
    assert "already belongs to an account" in answers()[0].text


def test_a_late_confirmation_or_one_of_a_taken_name_is_refused():
    receive("NEWUSER Fred grnf\nEND")
    a_user("fred")
    assert receive("yes", to=answers()[0].reply_to).outcome == Outcome.REFUSED
    receive("NEWUSER Frida grnf\nEND")
    question = answers()[-1]
    stored = store(an_email("yes", to=question.reply_to, Message_ID="<late@x>"), Envelope(FROM, (question.reply_to,)))
    processing.process_due(timezone.now() + timedelta(days=8))
    stored.refresh_from_db()
    assert stored.outcome == Outcome.REFUSED
    assert not User.objects.filter(username="Frida").exists()
    assert receive("yes", to=confirm_address(999)).outcome == Outcome.REFUSED


# Failures ------------------------------------------------------------------------------------------------------------


def test_a_failing_e_mail_is_retried_then_given_up_with_a_reply(key: str, monkeypatch):
    execute = processing.execute
    monkeypatch.setattr(
        processing, "execute", lambda orders, *rest: 1 / 0 if not orders.orders else execute(orders, *rest)
    )
    broken = receive(f"USER Harry {key}\nEND")
    assert receive(f"USER Harry {key}\nSCORES\nEND").outcome == Outcome.DONE
    now = timezone.now()
    for hour in range(20):
        processing.process_due(now + timedelta(hours=12 * hour))
    broken.refresh_from_db()
    assert (broken.done is not None, broken.outcome, broken.tries) == (True, Outcome.FAILED, processing.MOST_TRIES + 1)
    assert "error on\nour side" in answers()[-1].text


def test_two_workers_process_an_e_mail_once(key: str, monkeypatch):
    stored = store(an_email(f"USER Harry {key}\nREGISTER Merlyn\nEND"), Envelope(FROM))
    execute = processing.execute

    def slow(*given):
        if IncomingEmail.objects.get(pk=stored.pk).tries == 1:
            assert processing.process_due() == 0  # another worker has claimed it
        return execute(*given)

    monkeypatch.setattr(processing, "execute", slow)
    assert processing.process_due() == 1
    assert processing.process_due(timezone.now() + timedelta(days=1)) == 0
    assert len(answers()) == 1


# E-mails that bounce ----------------------------------------------------------------------------------------------


def test_a_bouncing_address_is_marked_and_its_user_informed(harry: User):
    for notice in (bounce("delayed", "4.4.7"), bounce()):
        assert not User.objects.get().is_unreachable
        store(notice + b"\r\nMessage-ID: <b@x>", Envelope("", (envelope_sender(harry),)))
        processing.process_due()
    harry.refresh_from_db()
    assert harry.is_unreachable
    page = as_user(harry).get("/")
    assert f"E-mails to {FROM} are bouncing" in page.content.decode()
    as_user(harry).post("/settings/mail/again/")
    harry.refresh_from_db()
    assert not harry.is_unreachable


def test_bounces_of_other_or_forged_addresses_are_ignored(harry: User):
    old = envelope_sender(harry)
    harry.email = "harry@example.org"
    harry.save()
    for at, address in enumerate((old, old.replace("+b", "+b1"), "duels@localhost")):
        content = bounce().replace(b"Subject:", f"Message-ID: <{at}@x>\r\nSubject:".encode())
        store(content, Envelope("", (address,)))
    assert processing.process_due() == 3
    assert {it.outcome for it in IncomingEmail.objects.all()} == {Outcome.MACHINE}
    harry.refresh_from_db()
    assert not harry.is_unreachable
