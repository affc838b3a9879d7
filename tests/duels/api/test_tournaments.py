from datetime import timedelta

import pytest
from django.utils import timezone

from duels.models import Tournament
from duels.play.transaction import give_up
from tests.builders import a_mage
from tests.duels.api.programs import Program, a_program
from tests.duels.tournaments.arenas import HOUR, an_arena, beat, duel_of, joined, pass_time, win, with_rounds

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


def test_pairings_and_tie_breaks_of_a_swiss():
    swiss = with_rounds("swiss")
    joined(swiss, *(a_mage(name) for name in ("Black", "White", "Red")))
    pass_time()
    shown = Program().get(f"/tournaments/{swiss.slug}").json()
    assert (shown["format"], shown["round"], shown["rounds"], shown["minutes"]) == ("swiss", 1, 3, None)
    slug = duel_of(swiss.entries.get(mage__name="Black")).slug
    win(swiss, "Black")
    page = Program().get(f"/tournaments/{swiss.slug}/pairings", {"limit": 1, "round": 1}).json()
    (first,) = page["items"]
    assert {key: first[key] for key in ("first", "second", "first_points", "is_over", "duel")} == {
        "first": "Black",
        "second": "White",
        "first_points": 1,
        "is_over": True,
        "duel": slug,
    }
    rest = Program().get(f"/tournaments/{swiss.slug}/pairings", {"cursor": page["next"], "round": 1}).json()
    assert [(it["first"], it["second"]) for it in rest["items"]] == [("Red", None)]
    assert Program().get(f"/tournaments/{swiss.slug}/pairings", {"round": 2}).json()["items"] == []
    pass_time()
    best = Program().get(f"/tournaments/{swiss.slug}/standings").json()["items"][0]
    assert (best["name"], best["seed"]) == ("Red", 3)  # the bye counts as a win, and Buchholz decides
    assert best["tie_breaks"] == {"buchholz": 1, "sonneborn_berger": 1, "head_to_head": 0}


def test_tables_of_a_melee_cup():
    cup = with_rounds("melee")
    black = a_player("Black")
    joined(cup, black.user.mages.get(), a_mage("White"), a_mage("Red"))
    pass_time()
    mine = black.get(f"/tournaments/{cup.slug}").json()["mine"]
    assert (mine["opponent"], mine["opponents"]) == ("", ["White", "Red"])
    duel = duel_of(cup.entries.get(mage__name="Black"))
    for name in ("Red", "White"):
        give_up(duel=duel, wizard=name)
    (table,) = Program().get(f"/tournaments/{cup.slug}/pairings").json()["items"]
    assert (table["first"], table["second"], table["duel"], table["is_over"]) == (None, None, duel.slug, True)
    assert [(it["name"], it["place"], it["points"], it["is_house"]) for it in table["seats"]] == [
        ("Black", 1, 6, False),
        ("White", 2, 1.5, False),
        ("Red", 2, 1.5, False),
    ]


def test_a_tournament_with_rounds_is_created():
    program = a_player("Black")
    starts = (timezone.now() + timedelta(days=1)).isoformat()
    terms = {"name": "Slow", "starts": starts, "control": "1d"}
    made = program.post("/tournaments", terms | {"format": "knockout"}).json()
    assert (made["format"], made["rounds"], made["control"]) == ("knockout", 0, "1d")
    assert program.post("/tournaments", terms).status_code == 422  # an arena is live
    refused = program.post("/tournaments", terms | {"format": "melee", "rounds": 6})
    assert (refused.status_code, "3 to 5 rounds" in refused.json()["detail"]) == (422, True)


def test_refusals():
    arena = an_arena()
    black = a_player("Black", is_bot=True)
    assert Program().post(f"/tournaments/{arena.slug}/join", {}).status_code == 401
    assert Program(black.user, "read").post(f"/tournaments/{arena.slug}/join", {}).json()["code"] == "scope"
    assert "Bots can’t join this tournament" in black.post(f"/tournaments/{arena.slug}/join", {}).json()["detail"]
    assert black.post("/tournaments/never/join", {}).status_code == 404
    assert black.post("/tournaments", {"name": "Friday", "starts": "2026-12-01T19:00:00"}).status_code == 422
    assert black.post("/tournaments", {"name": " ", "starts": timezone.now().isoformat()}).status_code == 422
