"""How many are here, by what processes tell."""

import time

import pytest
from django.test import Client

from duels.notifications import presence
from duels.notifications.presence import SILENCE, here_now, note_here
from tests.builders import a_user


def test_users_are_counted_once_in_however_many_processes():
    assert here_now() == 0
    note_here("one", [1, 2])
    note_here("other", [2, 3])
    assert here_now() == 3
    note_here("one", [])
    assert here_now() == 2


def test_a_process_that_falls_silent_is_forgotten(monkeypatch):
    note_here("one", [1])
    later = time.time() + SILENCE + 1
    monkeypatch.setattr(presence.time, "time", lambda: later)
    assert here_now() == 0


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/lobby/"])
def test_everybody_is_told_how_many_others_are_here(address):
    client, user = Client(), a_user("keeper")
    note_here("one", [user.pk, user.pk + 1, user.pk + 2])
    assert "3 other players online" in client.get(address).content.decode()
    client.force_login(user)
    assert "2 other players online" in client.get(address).content.decode()


@pytest.mark.django_db
def test_who_is_alone_here_is_not_told_of_himself():
    client, user = Client(), a_user("keeper")
    note_here("one", [user.pk])
    client.force_login(user)
    assert "online</p>" not in client.get("/").content.decode()
