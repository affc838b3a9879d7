import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from duels.challenges.front_page import (
    OPPONENTS,
    STILL,
    duel_of_the_day,
    featured,
    featured_duel,
    first_steps,
    front_page,
)
from duels.challenges.lobby import others_online
from duels.learn.progress import complete_lessons
from duels.models import Duel, HouseOutcome, PuzzleAttempt, PuzzleStanding, Standing
from duels.notifications.presence import note_here
from duels.play.transaction import SeatSpec, give_up, start_duel, submit_orders
from duels.puzzles.preview import preview_of_today
from duels.puzzles.ratings import NEWCOMER
from duels.puzzles.words import difficulty_of
from tests.builders import a_mage, a_user
from tests.duels.finished import a_finished_duel
from tests.duels.people import as_user
from tests.duels.players import REST
from tests.duels.puzzles.made import SAVE, WIN, a_puzzle
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db


def an_exhibition(**options):
    """Return a duel between two computer players who have not submitted orders yet."""
    seats = [SeatSpec("Corvin", "m"), SeatSpec("Nyx", "f")]
    duel = start_duel(seats=seats, book="classic", practice=True, counts=False, exhibition=True, **options)
    duel.seats.filter(name="Corvin").update(level=3)
    return duel


def rated(rating):
    mage = a_mage()
    Standing.objects.create(mage=mage, rating=rating)
    return mage


def test_the_duel_with_the_highest_rating_is_featured():
    a_duel(a_mage(), a_mage())
    best = a_duel(a_mage(), rated(1900))
    a_duel(rated(1600), rated(1600))
    assert featured_duel() == best


def test_idle_private_and_practice_duels_and_melees_are_not_featured():
    still = a_duel(rated(1900), a_mage())
    Duel.objects.filter(pk=still.pk).update(opened=timezone.now() - STILL - timedelta(seconds=1))
    a_duel(rated(1900), a_mage(), public=False)
    a_duel(rated(1900), a_mage(), a_mage())
    a_duel(a_mage(), None, practice=True)
    assert featured_duel() is None
    going_on = a_duel(a_mage(), a_mage())
    assert featured_duel() == going_on


def test_the_exhibition_is_featured_while_nobody_plays():
    exhibition = an_exhibition()
    assert featured_duel() == exhibition
    people = a_duel(a_mage(), a_mage())
    assert featured_duel() == people


def test_an_unreadable_duel_does_not_break_the_front_page():
    exhibition = an_exhibition()
    Duel.objects.filter(pk=exhibition.pk).update(options={"no such option": True})
    assert featured(a_user()) is None
    assert Client().get("/").status_code == 200


def test_the_front_page_has_no_empty_lists():
    page = Client().get("/").content.decode()
    assert 'class="empty"' not in page
    assert "Duels to watch" not in page


def test_the_featured_duel_is_not_listed_again():
    shown, other = a_duel(a_mage(), rated(1900)), a_duel(a_mage(), a_mage())
    page = Client().get("/").content.decode()
    assert page.count(f'href="/duel/{shown.slug}/"') == page.count(f'href="/duel/{other.slug}/"') == 1


def test_ones_own_duels_are_not_offered_for_watching():
    black = a_mage()
    duel = a_duel(black, a_mage())
    assert featured_duel(black.owner) is None
    assert featured_duel(a_user()) == duel


def ended(duel, ago):
    Duel.objects.filter(pk=duel.pk).update(ended=timezone.now() - ago)
    return duel


def test_the_duel_of_the_day_has_the_highest_rating_or_is_the_last():
    assert duel_of_the_day() is None
    before = ended(a_finished_duel(), timedelta(days=3))
    assert duel_of_the_day() == before
    ended(a_finished_duel(a_mage(), rated(1900)), timedelta(days=4))
    assert duel_of_the_day() == before
    best = ended(a_finished_duel(rated(1600), a_mage()), timedelta(hours=5))
    ended(a_finished_duel(), timedelta(hours=1))
    ended(a_finished_duel(rated(1900), a_mage(), public=False), timedelta(hours=1))
    ended(a_finished_duel(rated(1900), a_mage(), a_mage()), timedelta(hours=1))
    assert duel_of_the_day() == best


def test_the_front_page_shows_the_end_of_the_duel_of_the_day():
    duel = ended(a_finished_duel(a_mage("Black"), a_mage("White")), timedelta(hours=1))
    page = Client().get("/").content.decode()
    assert "Duel of the day" in page
    assert "Black won: White surrendered" in page
    assert f'data-course="/replay/{duel.slug}/course.json?eyes=public"' in page


def test_house_wizards_are_marked():
    an_exhibition()
    shown = featured(a_user())
    assert shown["levels"] == {"Corvin": 3}
    assert shown["portrayed"]["Corvin"].slug == "corvin"
    page = Client().get("/").content.decode()
    assert "Computer · Journeyman" in page
    assert "portraits/corvin.svg" in page


def test_the_front_page_shows_the_featured_duel_without_scripts():
    duel = a_duel(a_mage("Black"), a_mage("White"))
    for wizard in ("Black", "White"):
        submit_orders(duel=duel, wizard=wizard, round_number=1, orders=REST | {"left": "P"})
    page = Client().get("/").content.decode()
    assert "Black casts Shield on" in page
    assert f'href="/duel/{duel.slug}/"' in page


def test_the_next_featured_duel_is_empty_if_there_is_none():
    assert Client().get("/featured/").status_code == 204
    duel = an_exhibition()
    assert f"/ws/duel/{duel.slug}/" in Client().get("/featured/").content.decode()


def test_only_spectators_see_guesses_on_a_duels_page():
    black = a_mage("Black")
    address = f"/duel/{a_duel(black, a_mage('White')).slug}/"
    assert 'id="guessing"' in Client().get(address).content.decode()
    assert 'id="guessing"' not in as_user(black.owner).get(address).content.decode()


def test_the_lobby_links_to_the_puzzle_of_the_day_and_to_the_running_exhibition():
    assert "Now and next" not in Client().get("/lobby/").content.decode()
    a_puzzle()
    page = Client().get("/lobby/").content.decode()
    assert re.search(r"next one <time [^>]*>in \d+ (hr|min)</time>", page)
    assert "Live:" not in page
    duel = an_exhibition()
    assert f'<a href="/duel/{duel.slug}/">Corvin against Nyx</a>' in Client().get("/lobby/").content.decode()


def undone(user):
    return [step["slug"] for step in first_steps(user) if not step.get("is_done")]


def test_a_new_player_sees_the_first_steps_until_all_are_done(django_assert_num_queries):
    black, white = a_mage("Black"), a_mage("White")
    assert undone(black.owner) == ["lesson", "puzzle", "win", "person"]
    duel = a_duel(black, white)
    give_up(duel=duel, wizard="White")
    assert undone(black.owner) == ["lesson", "puzzle"]
    complete_lessons(white.owner, ["gestures"])
    white.owner.refresh_from_db()
    assert undone(white.owner) == ["puzzle", "win"]
    complete_lessons(black.owner, ["puzzle", "unknown"])
    black.owner.refresh_from_db()
    assert undone(black.owner) == []
    HouseOutcome.objects.create(
        duel=duel,
        user=white.owner,
        wizard="Tansy",
        level=1,
        result="won",
        rating_before=1000,
        rating=1000,
        ended=timezone.now(),
    )
    PuzzleAttempt.objects.create(
        user=white.owner, puzzle=a_puzzle(), made=timezone.now(), solved=False, solved_later=True
    )
    with django_assert_num_queries(1):
        assert first_steps(white.owner) == []
    assert first_steps(AnonymousUser()) == []


def test_practice_is_not_a_duel_with_a_person():
    black = a_mage("Black")
    a_duel(black, None, practice=True)
    assert "person" in undone(black.owner)
    assert "Your first steps" in as_user(black.owner).get("/").content.decode()


def test_the_first_steps_stay_hidden_in_a_browser_that_has_hidden_them():
    browser = as_user(a_user())
    assert "Your first steps" in browser.get("/").content.decode()
    browser.cookies["steps"] = "hidden"
    page = browser.get("/").content.decode()
    assert "Your first steps" not in page
    assert "Two wizards, four hands" in page


def test_newcomers_get_an_easy_puzzle_on_the_front_page():
    usual = a_puzzle(WIN, rating=1400)
    assert preview_of_today(is_newcomer=True)["slug"] == usual.slug
    easy = a_puzzle(SAVE, rating=850)
    assert f'href="/puzzles/{easy.slug}/"' in Client().get("/").content.decode()
    solver = as_user(PuzzleStanding.objects.create(user=a_user(), plays=NEWCOMER, solved=1).user)
    assert f'href="/puzzles/{easy.slug}/"' not in solver.get("/").content.decode()
    assert solver.get("/puzzles/daily/").url == f"/puzzles/{usual.slug}/"
    unlucky = as_user(PuzzleStanding.objects.create(user=a_user(), plays=NEWCOMER, solved=0).user)
    assert unlucky.get("/puzzles/daily/").url == f"/puzzles/{easy.slug}/"
    assert Client().get("/puzzles/daily/").url == f"/puzzles/{easy.slug}/"


def test_the_link_to_the_puzzle_shows_its_position():
    puzzle = a_puzzle()
    shown = preview_of_today()
    assert len(shown["hands"]) == 2
    assert {len(signs) for signs in shown["hands"]} <= {1, 2, 3}
    assert f"Difficulty: {difficulty_of(puzzle)}." in Client().get("/").content.decode()


def test_house_wizards_fill_the_list_of_opponents():
    assert Client().get("/").content.decode().count("/house/") >= OPPONENTS


def test_an_online_opponent_links_to_the_users_duel():
    black, white, other = a_mage("Black"), a_mage("White"), a_mage("Other")
    duel = a_duel(black, white)
    note_here("here", [white.owner_id, other.owner_id])
    online = others_online(black.owner_id, [white.owner_id, other.owner_id])
    assert {it["name"]: it["duel"] for it in online} == {"White": f"/duel/{duel.slug}/", "Other": ""}
    page = as_user(black.owner).get("/lobby/").content.decode()
    assert "Challenge White" not in page
    assert "Challenge Other" in page


def test_the_queries_of_the_front_page_do_not_grow_with_the_people_online(django_assert_num_queries):
    first, others = a_mage(), [a_mage() for _ in range(3)]
    note_here("here", [first.owner_id, others[0].owner_id])
    front_page(first.owner)  # fills the caches
    with CaptureQueriesContext(connection) as with_one:
        front_page(first.owner)
    note_here("here", [first.owner_id, *(it.owner_id for it in others)])
    with django_assert_num_queries(len(with_one)):
        assert len(front_page(first.owner)["online"]) == 3
