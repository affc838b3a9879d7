from datetime import timedelta

import pytest
from django.utils import timezone

from duels.models import Tournament
from tests.builders import a_mage
from tests.duels.api.programs import Program, a_program
from tests.duels.tournaments.arenas import HOUR, an_arena, beat, duel_of, pass_time

pytestmark = pytest.mark.django_db


def a_player(name, **fields):
    program = a_program(username=name.lower(), **fields)
    a_mage(name, owner=program.user)
    return program


def test_a_program_joins_is_paired_pauses_and_reads_the_standings():
    arena = an_arena(bots=True)
    black, white = a_player("Black", is_bot=True), a_player("White")
    for program in (black, white):
        mine = program.post(f"/tournaments/{arena.slug}/join", {}).json()["mine"]
        assert (mine["state"], mine["points"], mine["duel"], mine["opponent"]) == ("active", 0, "", "")
    pass_time()
    one = arena.entries.get(user=black.user)
    mine = black.get(f"/tournaments/{arena.slug}").json()["mine"]
    assert (mine["opponent"], mine["duel"]) == ("White", f"/duel/{duel_of(one).slug}/")
    beat(one)
    assert black.post(f"/tournaments/{arena.slug}/leave").json()["mine"]["state"] == "paused"
    page = Program().get(f"/tournaments/{arena.slug}/standings", {"limit": 1}).json()
    (first,) = page["items"]
    assert (first["name"], first["points"], first["is_bot"], first["is_active"]) == ("Black", 2, True, False)
    (second,) = Program().get(f"/tournaments/{arena.slug}/standings", {"cursor": page["next"]}).json()["items"]
    assert (second["name"], second["losses"]) == ("White", 1)


def test_tournaments_are_listed_by_state():
    now = timezone.now()
    an_arena(name="Late", state="upcoming", starts=now + HOUR, ends=now + 2 * HOUR)
    an_arena(name="Now")
    an_arena(name="Over", state="finished")

    def titles(**given):
        return [it["title"] for it in Program().get("/tournaments", given).json()["items"]]

    assert titles() == ["Now", "Late"]
    assert titles(over=True) == ["Over"]


def test_a_tournament_is_created_and_cancelled():
    program, other = a_player("Black"), a_player("White")
    starts = (timezone.now() + timedelta(days=1)).isoformat()
    answer = program.post("/tournaments", {"name": "Friday", "starts": starts, "minutes": 90, "control": "30s"})
    made = answer.json()
    assert (answer.status_code, made["host"], made["control"], made["minutes"]) == (201, "black", "30s", 90)
    assert other.delete(f"/tournaments/{made['slug']}").status_code == 403
    assert program.delete(f"/tournaments/{made['slug']}").status_code == 204
    assert not Tournament.objects.exists()


def test_refusals():
    arena = an_arena()
    black = a_player("Black", is_bot=True)
    assert Program().post(f"/tournaments/{arena.slug}/join", {}).status_code == 401
    assert Program(black.user, "read").post(f"/tournaments/{arena.slug}/join", {}).json()["code"] == "scope"
    assert "doesn’t admit bots" in black.post(f"/tournaments/{arena.slug}/join", {}).json()["detail"]
    assert black.post("/tournaments/never/join", {}).status_code == 404
    assert black.post("/tournaments", {"name": "Friday", "starts": "2026-12-01T19:00:00"}).status_code == 422
    assert black.post("/tournaments", {"name": " ", "starts": timezone.now().isoformat()}).status_code == 422
