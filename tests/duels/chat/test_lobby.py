from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Measure, User
from accounts.services import blocking, moderation
from duels.chat import talk
from duels.chat.listeners import NO_DUEL, Listener, lines_for
from duels.models import Line
from duels.wording.refusals import Refused
from tests.builders import a_guest, a_mage, a_user
from tests.duels.people import as_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


def says(mage, text="Hello"):
    return talk.say_in_lobby(user_id=mage.owner_id, text=text)


def heard(user):
    reader = Listener(NO_DUEL, user_id=user.pk)
    return [line["text"] for line in lines_for([reader])[reader]]


def test_users_and_guests_talk_and_everybody_reads():
    says(a_mage("Black"), "Anyone?"), says(a_guest("White"), "Me!")
    assert heard(a_user()) == ["Anyone?", "Me!"]
    page = Client().get("/lobby/").content.decode()
    assert page.index("Anyone?") < page.index("Me!")
    assert "Log in or play as a guest to write." in page
    assert "data-lobby-say" not in page


def test_nobody_writes_too_often():
    black = a_mage()
    for number in range(talk.MOST_LINES):
        says(black, f"{number}")
    with pytest.raises(Refused, match="too quickly"):
        says(black)
    says(a_mage())


def test_forbidden_words_and_silenced_users_are_refused():
    black = a_mage()
    with pytest.raises(Refused):
        says(black, "x" * (Line.LONGEST + 1))
    moderator = a_user(is_staff=True)
    moderation.take_measure(moderator=moderator, kind=Measure.Kind.SILENCED, why="Rude", user=black.owner)
    with pytest.raises(Refused, match="muted"):
        says(black)


def test_blocked_users_are_not_heard_and_talk_can_be_switched_off():
    black, white = a_mage(), a_mage()
    says(black)
    blocking.block(user=white.owner, other=black.owner)
    assert heard(white.owner) == []
    quiet = a_mage().owner
    User.objects.filter(pk=quiet.pk).update(hears_talk=False)
    assert heard(quiet) == []
    assert "Chat is turned off" in as_user(quiet).get("/lobby/").content.decode()


def test_old_lines_are_no_longer_shown():
    line = says(a_mage())
    Line.objects.filter(pk=line.pk).update(said=line.said - timedelta(days=8))
    assert heard(a_user()) == []


def test_a_line_is_reported_with_its_words():
    line = says(a_mage("Black"), "Rude")
    client = as_user(a_mage().owner)
    page = client.get(f"/report/?line={line.pk}").content.decode()
    assert "Rude" in page
    assert client.post(f"/report/?line={line.pk}", {"why": "Rude"}).url == f"/lobby/#line-{line.pk}"
