import json
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from accounts.models import Mage, Message, User
from accounts.services import tokens
from duels.export.account import PROFILE, account_rows
from duels.export.archive import archive_of
from duels.export.played import played_rows
from duels.models import (
    Cast,
    Change,
    ClubMessage,
    Draft,
    Duel,
    Entry,
    Guess,
    Opening,
    OpponentAlert,
    Pairing,
    Round,
    Seat,
    Seeker,
    Tally,
    Tournament,
    Vote,
)
from duels.play.transaction import submit_orders
from tests.builders import a_challenge, a_guest, a_mage, a_user
from tests.duels.clubs.clubs import a_club
from tests.duels.finished import a_finished_duel
from tests.duels.people import as_user
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
AS_DUELS = {Duel, Seat, Round, Draft}
LEFT_OUT = {
    *(Cast, Opening, Tally),  # can be counted from the duels
    *(Change, Vote),  # belongs to a challenge that is now a duel, or is gone
    *(Guess, OpponentAlert, Seeker),  # kept only for minutes
    LogEntry,  # belongs to administrators
}


def a_player(**fields) -> User:
    user = a_user(**fields)
    user.set_password(PASSWORD)
    user.save()
    return user


def files_of(packed: bytes) -> dict[str, list]:
    """Return the parsed content of each file in a zip archive, by file name."""
    with ZipFile(BytesIO(packed)) as file:
        texts = {name: file.read(name).decode() for name in file.namelist()}
    return {
        name: [json.loads(line) for line in text.splitlines()] if name.endswith(".jsonl") else json.loads(text)
        for name, text in texts.items()
    }


def test_a_user_downloads_their_data_with_their_password_only():
    client = as_user(a_player(username="ann"))
    assert "isn’t your password" in client.post("/settings/data/", {"password": "guess"}).content.decode()
    answer = client.post("/settings/data/", {"password": PASSWORD})
    assert answer["Content-Disposition"] == 'attachment; filename="waving-hands.zip"'
    assert files_of(answer.content)["about.json"]["username"] == "ann"


def test_visitors_and_guests_cannot_download_anything(client):
    assert client.get("/settings/data/").url.startswith("/accounts/login/")
    assert as_user(a_guest().owner).post("/settings/data/").url == "/keep/"


def test_downloads_are_limited():
    client = as_user(a_player())
    answers = [client.post("/settings/data/", {"password": "guess"}).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]


def test_the_export_has_the_account_its_messages_and_what_it_played():
    user = a_player(username="ann", email="ann@example.org", about="I like newts.")
    mage, other = a_mage("Black", owner=user), a_mage("White")
    _token, secret = tokens.make(user=user, name="My program", scopes=["read"])
    Message.objects.create(sender=other.owner, recipient=user, text="Hello!")
    Message.objects.create(sender=other.owner, recipient=a_user(), text="A secret of others")
    private = a_finished_duel(mage, other, public=False)
    a_challenge(mage, comment="Come!")
    packed = archive_of(user)
    files = files_of(packed)
    assert files["account.json"][0]["about"] == "I like newts."
    assert [row["name"] for row in files["mages.json"]] == ["Black"]
    assert [row["text"] for row in files["messages.json"]] == ["Hello!"]
    assert [row["comment"] for row in files["challenges.json"]] == ["Come!"]
    assert files["duels_finished.jsonl"][0]["slug"] == private.slug
    assert files["duels_finished.jsonl"][0]["record"]["result"] == private.result
    assert files["about.json"]["is_complete"]
    told = json.dumps(files)
    assert not [word for word in (secret, user.password, "A secret of others") if word in told]


def test_a_running_duel_shows_own_orders_but_no_secrets_of_others():
    user = a_player()
    black, white = a_mage("Black", owner=user), a_mage("White")
    duel = a_duel(black, white)
    before = files_of(archive_of(user))["duels_running.jsonl"]
    submit_orders(duel=duel, wizard="White", round_number=1, orders={"left": "P", "right": "W"})
    assert files_of(archive_of(user))["duels_running.jsonl"] == before
    assert [one["slug"] for one in before] == [duel.slug]
    assert "seed" not in json.dumps(before)
    submit_orders(duel=a_duel(black, white), wizard="Black", round_number=1, orders={"left": "F", "right": "S"})
    newest = files_of(archive_of(user))["duels_running.jsonl"][0]
    assert [(row["name"], row["orders"]["left"]) for row in newest["orders"]] == [("Black", "F")]


def test_every_column_of_an_account_is_exported_unless_it_is_internal():
    columns = {field.name for field in User._meta.concrete_fields}
    assert columns - set(PROFILE) == {
        "id",
        "password",
        "skeleton",
        "is_active",
        "is_guest",
        "is_staff",
        "is_superuser",
        "ended",
    }


def test_every_model_about_a_person_is_exported_or_left_out_for_a_reason():
    about = {User, Mage, Seat}
    found = {
        model
        for model in apps.get_models()
        if any(field.is_relation and field.related_model in about for field in model._meta.concrete_fields)
    }
    user = a_user()
    exported = {rows.model for rows in (account_rows(user) | played_rows(user)).values()}
    assert {model.__name__ for model in found - exported - AS_DUELS - LEFT_OUT} == set()


def test_the_export_has_tournaments_and_their_duels():
    user, now = a_player(username="ann"), timezone.now()
    arena = Tournament.objects.create(host=user, name="Evening", starts=now, ends=now + timedelta(hours=1))
    entry, other = [
        Entry.objects.create(tournament=arena, user=mage.owner, mage=mage, points=4)
        for mage in (a_mage("Black", owner=user), a_mage())
    ]
    Pairing.objects.create(tournament=arena, first=other, second=entry)
    Pairing.objects.create(tournament=arena).seats.create(entry=entry, place=2, points=4)
    files = files_of(archive_of(user))
    assert [it["name"] for it in files["tournaments_hosted.json"]] == ["Evening"]
    assert [(it["name"], it["points"], it["slug"]) for it in files["tournaments_joined.json"]] == [
        ("Black", 4, arena.slug)
    ]
    assert [it["arena"] for it in files["tournament_duels.json"]] == [arena.slug]
    assert [(it["cup"], it["place"], it["points"]) for it in files["tournament_melees.json"]] == [(arena.slug, 2, 4)]


def test_the_export_has_clubs_and_messages_to_their_members():
    user = a_player(username="ann")
    club = a_club("Newts", user, about="We like newts.")
    ClubMessage.objects.create(club=club, author=user, text="Welcome!")
    files = files_of(archive_of(user))
    assert [(it["name"], it["role"], it["state"]) for it in files["clubs.json"]] == [("Newts", "leader", "member")]
    assert [it["about"] for it in files["clubs_described.json"]] == ["We like newts."]
    assert [it["text"] for it in files["club_messages.json"]] == ["Welcome!"]
