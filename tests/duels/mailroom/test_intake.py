import pytest
from django.conf import settings

from duels.mailroom.addresses import reply_address
from duels.mailroom.intake import Envelope, NotAccepted, store
from duels.models import IncomingEmail
from tests.duels.mailroom.emails import FROM, an_email

pytestmark = pytest.mark.django_db


def test_an_e_mail_is_stored_unchanged():
    content = an_email("Grüße\nEND\n")
    stored = store(content, Envelope("Harry@Example.net", ("duels@localhost",), "192.0.2.7"))
    stored.refresh_from_db()
    assert bytes(stored.content) == content
    assert (stored.message_id, stored.sender, stored.peer) == ("<one@example.net>", FROM, "192.0.2.7")


def test_an_e_mail_delivered_twice_is_stored_once():
    first = store(an_email("one"), Envelope(FROM))
    again = store(b"Received: by another way\r\n" + an_email("one"), Envelope(FROM))
    assert again == first
    assert IncomingEmail.objects.count() == 1


def test_without_a_message_id_an_e_mail_is_identified_by_its_content():
    for text in ("one", "one", "two"):
        store(an_email(text, Message_ID=""), Envelope(FROM))
    assert IncomingEmail.objects.filter(message_id__startswith="sha256:").count() == 2


def test_an_invalid_message_id_is_not_used():
    store(b"Message-ID: <" + b"a" * 400 + b"@x>\n\nSCORES\n", Envelope(FROM))
    store(b"Message-ID: none\n\nSCORES\n", Envelope(FROM))
    assert IncomingEmail.objects.filter(message_id__startswith="sha256:").count() == 2


def test_an_oversized_or_empty_e_mail_is_refused_with_a_reason():
    with pytest.raises(NotAccepted, match="256 kB"):
        store(b"a" * (settings.LONGEST_EMAIL + 1), Envelope(FROM))
    with pytest.raises(NotAccepted, match="empty"):
        store(b" \r\n", Envelope(FROM))
    assert not IncomingEmail.objects.exists()
    store(an_email() + b"a" * (settings.LONGEST_EMAIL - len(an_email())), Envelope(FROM))


def test_the_tagged_address_is_found_in_envelope_or_headers(django_user_model):
    address = reply_address(django_user_model(pk=3), "abc", 2)
    by_envelope = store(an_email(Message_ID="<a@x>"), Envelope(FROM, (address,)))
    by_header = store(an_email(to=f"Mountain <{address}>", Message_ID="<b@x>"), Envelope(FROM, ("duels@localhost",)))
    of_another = store(an_email(to="other@example.org", Message_ID="<c@x>"), Envelope(FROM))
    assert [it.recipient for it in (by_envelope, by_header, of_another)] == [address, address, ""]


def test_without_an_envelope_the_sender_is_read_from_the_headers():
    assert store(b"Return-Path: <Harry@example.net>\n\nx", Envelope()).sender == FROM
    assert store(an_email(), Envelope()).sender == FROM
    assert store(b"Return-Path: <>\nFrom: a@example.net\n\nx", Envelope()).sender == ""
    assert store(an_email(Message_ID="<2@x>"), Envelope("")).sender == ""
