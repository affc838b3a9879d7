"""Storing e-mails: unchanged, and only once."""

import pytest
from django.conf import settings

from duels.mailroom.addresses import reply_address
from duels.mailroom.taking import Envelope, NotToBeRead, take
from duels.models import IncomingLetter
from tests.duels.mailroom.letters import FROM, letter

pytestmark = pytest.mark.django_db


def test_an_e_mail_is_stored_unchanged():
    content = letter("Grüße\nEND\n")
    taken = take(content, Envelope("Harry@Example.net", ("duels@localhost",), "192.0.2.7"))
    taken.refresh_from_db()
    assert bytes(taken.content) == content
    assert (taken.message_id, taken.sender, taken.peer) == ("<one@example.net>", FROM, "192.0.2.7")


def test_an_e_mail_delivered_twice_is_stored_once():
    first = take(letter("one"), Envelope(FROM))
    again = take(b"Received: by another way\r\n" + letter("one"), Envelope(FROM))
    assert again == first
    assert IncomingLetter.objects.count() == 1


def test_without_a_message_id_an_e_mail_is_identified_by_its_content():
    for text in ("one", "one", "two"):
        take(letter(text, Message_ID=""), Envelope(FROM))
    assert IncomingLetter.objects.filter(message_id__startswith="sha256:").count() == 2


def test_an_invalid_message_id_is_not_used():
    take(b"Message-ID: <" + b"a" * 400 + b"@x>\n\nSCORES\n", Envelope(FROM))
    take(b"Message-ID: none\n\nSCORES\n", Envelope(FROM))
    assert IncomingLetter.objects.filter(message_id__startswith="sha256:").count() == 2


def test_an_oversized_or_empty_e_mail_is_refused_with_a_reason():
    with pytest.raises(NotToBeRead, match="256 kB"):
        take(b"a" * (settings.LONGEST_LETTER + 1), Envelope(FROM))
    with pytest.raises(NotToBeRead, match="empty"):
        take(b" \r\n", Envelope(FROM))
    assert not IncomingLetter.objects.exists()
    take(letter() + b"a" * (settings.LONGEST_LETTER - len(letter())), Envelope(FROM))


def test_the_tagged_address_is_found_in_envelope_or_headers(django_user_model):
    address = reply_address(django_user_model(pk=3), "abc", 2)
    by_envelope = take(letter(Message_ID="<a@x>"), Envelope(FROM, (address,)))
    by_header = take(letter(to=f"Mountain <{address}>", Message_ID="<b@x>"), Envelope(FROM, ("duels@localhost",)))
    of_another = take(letter(to="other@example.org", Message_ID="<c@x>"), Envelope(FROM))
    assert [it.recipient for it in (by_envelope, by_header, of_another)] == [address, address, ""]


def test_without_an_envelope_the_sender_is_read_from_the_headers():
    assert take(b"Return-Path: <Harry@example.net>\n\nx", Envelope()).sender == FROM
    assert take(letter(), Envelope()).sender == FROM
    assert take(b"Return-Path: <>\nFrom: a@example.net\n\nx", Envelope()).sender == ""
    assert take(letter(Message_ID="<2@x>"), Envelope("")).sender == ""
