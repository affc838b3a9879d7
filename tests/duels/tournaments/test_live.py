"""Tests for frames that update open pages. A part of a page is rendered again only if it has changed."""

import gc
import re
import weakref
from datetime import timedelta

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Mage, User
from duels.challenges.watched_duels import watched
from duels.models import Duel, Entry, Tournament
from duels.play.transaction import submit_orders
from duels.tournaments import live
from duels.tournaments.listing import MOST_BOARDS
from duels.tournaments.live import Asked, frames_for
from duels.wording.time_controls import DAY
from tests.builders import a_mage
from tests.duels.people import as_user
from tests.duels.tables import break_duel
from tests.duels.tournaments.arenas import an_arena, beat, joined, pairing_of, pass_time, players, with_rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def rendered(monkeypatch):
    """Return a list that collects the templates that are rendered."""
    live._cached.cache_clear()
    names = []

    def render(name, context):
        names.append(name.removeprefix("tournaments/_").removesuffix(".html"))
        return render_to_string(name, context)

    monkeypatch.setattr(live, "render_to_string", render)
    return names


def asked_by(arena, *entries, language="en", page=1):
    return [Asked(arena.slug, page, language, entry and entry.user_id) for entry in entries]


def parts_for(asked):
    return frames_for([asked])[asked]["parts"]


def test_parts_are_rendered_once_for_all_viewers_who_see_the_same(rendered):
    arena = an_arena()
    one, other = players(arena, 2)
    visitors = [*asked_by(arena, None), *asked_by(arena, one, other), *asked_by(arena, None, language="de")]
    frames = frames_for(visitors)
    assert sorted(rendered) == sorted(["standings", "results", "board", "mine"] * 2 + ["mine"] * 2)
    assert frames[visitors[0]] != frames[visitors[-1]]
    rendered.clear()
    Entry.objects.update(seen=timezone.now() + timedelta(seconds=10))
    assert frames_for(visitors) == frames
    assert rendered == []


def test_the_parts_of_five_hundred_players_are_not_rendered_again(rendered):
    arena = an_arena()
    users = User.objects.bulk_create(User(username=f"u{number}") for number in range(500))
    mages = Mage.objects.bulk_create(Mage(name=it.username, folded=it.username, owner=it) for it in users)
    entries = Entry.objects.bulk_create(Entry(tournament=arena, user=it.owner, mage=it) for it in mages)
    frames_for(asked := asked_by(arena, *entries))
    rendered.clear()
    frames_for(asked)
    assert rendered == []


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        (lambda one: Entry.objects.filter(pk=one.pk).update(points=2), {"mine", "standings"}),
        (lambda one: Entry.objects.filter(pk=one.pk).update(streak=2), {"mine", "standings"}),
        (lambda one: Entry.objects.filter(pk=one.pk).update(state="paused"), {"mine", "standings"}),
        (lambda one: Tournament.objects.update(state="finished"), {"mine", "board1"}),
        (lambda one: type(one.mage).objects.filter(pk=one.mage_id).update(name="Merlin"), {"standings"}),
        (lambda one: pass_time(), {"mine"}),
        (lambda one: (pass_time(), beat(one)), {"mine", "standings", "duels"}),
    ],
)
def test_a_change_is_shown_in_all_parts_that_it_touches(change, parts):
    one, _other = players(arena := an_arena(), 2)
    (asked,) = asked_by(arena, one)
    before = parts_for(asked)
    change(one)
    after = parts_for(asked)
    assert {name for name, text in before.items() if text != after.get(name, "")} == parts


def test_standings_are_rendered_once_for_visitors_and_mark_a_players_row(rendered, client):
    one, _other = players(arena := an_arena(), 2)
    address = f"/tournaments/{arena.slug}/"
    before = client.get(address).content.decode()
    own = f'<tr data-entry="{one.pk}"'
    assert f"{own}>" in before
    rendered.clear()
    assert f"{own}>" in client.get(address).content.decode()
    assert "standings" not in rendered
    assert f'{own} aria-current="true">' in as_user(one.user).get(address).content.decode()
    assert f"{own}>" in client.get(address).content.decode()


def test_only_the_round_that_has_changed_is_rendered(rendered):
    swiss = with_rounds("swiss", pace=DAY, reserve=0)
    one, other, *_rest = players(swiss, 4)
    pass_time()
    (asked,) = asked_by(swiss, None)
    for winner in (one, other):
        beat(winner)
    pass_time()
    parts_for(asked)
    rendered.clear()
    beat(one)
    assert "Round 1" in parts_for(asked)["duels"]
    assert rendered.count("round") == 1


def with_points(arena, *points):
    """Let mages join with these points, and pair them: the first with the second, and so on."""
    mages = (a_mage(f"Mage {number}") for number in range(len(points)))
    for mage, own in zip(mages, points, strict=True):
        joined(arena, mage, points=own)
    pass_time()


def boards_on(arena, viewer=None):
    parts = parts_for(asked_by(arena, viewer)[0])
    return [parts[f"board{number}"] for number in range(1, MOST_BOARDS + 1)]


def shown_on(boards):
    """Return the names of the wizards in the HTML of each duel preview."""
    return [re.findall('preview__name">(.*?)<', board) for board in boards]


def test_the_duels_of_the_leading_players_are_shown_next_to_each_other():
    with_points(arena := an_arena(), *range(12))
    assert shown_on(boards_on(arena)) == [
        ["Mage 11", "Mage 10"],
        ["Mage 9", "Mage 8"],
        ["Mage 7", "Mage 6"],
        ["Mage 5", "Mage 4"],
    ]


def test_a_player_is_not_shown_their_own_duel_to_watch(client):
    with_points(arena := an_arena(), 4, 3, 2, 1)
    own, other = ["Mage 0", "Mage 1"], ["Mage 2", "Mage 3"]
    player = arena.entries.get(mage__name="Mage 0")
    assert shown_on(boards_on(arena, player)) == [other, [], [], []]
    assert shown_on(boards_on(arena)) == [own, other, [], []]
    client.force_login(player.user)
    page = client.get(f"/tournaments/{arena.slug}/").text
    assert shown_on([page]) == [other]


def test_players_with_equal_points_are_sorted_by_rating():
    arena = an_arena()
    for rating in (1500, 1510, 1700, 1710):
        joined(arena, a_mage(f"Mage {rating}"), rating=rating)
    pass_time()
    assert shown_on(boards_on(arena)) == [["Mage 1710", "Mage 1700"], ["Mage 1510", "Mage 1500"], [], []]


def test_a_round_changes_only_the_card_of_its_duel(rendered):
    with_points(arena := an_arena(), 4, 3, 2, 1)
    before = boards_on(arena)
    assert "Round 1" in before[1]
    duel = Duel.objects.get(seats__name="Mage 2")
    rendered.clear()
    for wizard, left in (("Mage 2", ">"), ("Mage 3", "D")):
        submit_orders(duel=duel, wizard=wizard, round_number=1, orders={"left": left, "right": "-"})
    after = boards_on(arena)
    assert rendered == ["board"]
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, True, True]
    for text in ("Round 2", "<strong>14</strong>", "D, point", "Mage 2 stabs Mage 3", f'href="/duel/{duel.slug}/"'):
        assert text in after[1]


def test_secret_orders_are_not_on_the_cards():
    with_points(arena := an_arena(), 2, 1)
    before, duel = boards_on(arena), Duel.objects.get(seats__name="Mage 0")
    submit_orders(duel=duel, wizard="Mage 0", round_number=1, orders={"left": "D", "right": "F"})
    live._cached.cache_clear()
    assert boards_on(arena) == before


def test_cached_cards_do_not_keep_their_duels_in_memory(monkeypatch):
    with_points(arena := an_arena(), 2, 1)
    loaded = []

    def watch(duels):
        cards = watched(duels)
        loaded.extend(weakref.ref(card["duel"]) for card in cards.values())
        return cards

    monkeypatch.setattr(live, "watched", watch)
    live._cached.cache_clear()
    boards_on(arena)
    gc.collect()
    assert [duel() for duel in loaded] == [None]


def test_a_duel_that_cannot_be_loaded_leaves_no_gap():
    with_points(arena := an_arena(), 4, 3, 2, 1)
    break_duel(Duel.objects.get(seats__name="Mage 0"))
    assert shown_on(boards_on(arena)) == [["Mage 2", "Mage 3"], [], [], []]


def test_a_table_of_a_melee_cup_is_shown_without_hands():
    players(cup := with_rounds("melee"), 4)
    pass_time()
    board = boards_on(cup)[0]
    assert len(*shown_on([board])) == 4
    assert "preview__hands" not in board


def test_a_frame_takes_the_same_number_of_queries_for_any_number_of_duels():
    arena, counts = an_arena(), []
    for _ in range(2):
        entries = players(arena, 6)
        pass_time()
        beat(entries[0])
        beat(entries[2] if pairing_of(entries[2]) else entries[3])
        live._cached.cache_clear()
        with CaptureQueriesContext(connection) as queries:
            parts_for(asked_by(arena, entries[0])[0])
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_tournament_with_a_day_per_round_has_no_duels_to_watch():
    players(swiss := with_rounds("swiss", pace=DAY, reserve=0), 4)
    pass_time()
    assert not [name for name in parts_for(asked_by(swiss, None)[0]) if name.startswith("board")]
