import time

import pytest
from django.test import Client

from duels.notifications import presence
from duels.notifications.presence import AWAY, SILENCE, arrivals, note_here, users_here
from tests.builders import a_user


def test_a_user_in_several_processes_is_counted_once():
    assert len(users_here()) == 0
    note_here("one", [1, 2])
    note_here("other", [2, 3])
    assert len(users_here()) == 3
    note_here("one", [])
    assert len(users_here()) == 2


def test_users_of_a_silent_process_are_not_counted(monkeypatch):
    note_here("one", [1])
    later = time.time() + SILENCE + 1
    monkeypatch.setattr(presence.time, "time", lambda: later)
    assert len(users_here()) == 0


@pytest.mark.django_db
def test_pages_show_the_number_of_other_users_online():
    client, user = Client(), a_user("keeper")
    note_here("one", [user.pk, user.pk + 1, user.pk + 2])
    for address in ("/", "/lobby/"):
        assert "3 other players online" in client.get(address).content.decode()
    client.force_login(user)
    assert "2 other players online" in client.get("/").content.decode()
    assert "players online" not in client.get("/lobby/").content.decode()  # the lobby lists them by name


@pytest.mark.django_db
def test_a_user_who_is_alone_online_sees_no_number():
    client, user = Client(), a_user("keeper")
    note_here("one", [user.pk])
    client.force_login(user)
    assert "online</p>" not in client.get("/").content.decode()


def test_a_user_arrives_again_only_after_an_hour_away(monkeypatch):
    now = time.time()

    def arrived(later, *users):
        monkeypatch.setattr(presence.time, "time", lambda: now + later)
        return arrivals(users)

    assert arrived(0, 1) == {1}
    assert arrived(15, 1, 2) == {2}
    assert arrived(AWAY, 1) == set()
    assert arrived(2 * AWAY - 1, 1) == set()
    assert arrived(3 * AWAY, 1) == {1}
